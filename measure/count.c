/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Counts what is asked of the allocator, whoever asks, and hands it on. Preloaded as count.so; or linked with what wrap.py
 * makes, to count for each function of libcri.a what is asked while it runs.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* The C library's own, by the names that it has for programs which put something before it. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static size_t asked;

#ifdef MEASURE_WRAPPED
extern int64_t wrap_inside;
extern uint32_t wrap_figures[];

static void ask(void)
{
    asked++;
    if (wrap_inside >= 0) {
        wrap_figures[wrap_inside]++;
    }
}
#else
static void ask(void) { asked++; }
#endif

size_t measure_allocations(void);

size_t measure_allocations(void) { return asked; }

void *malloc(size_t size)
{
    ask();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    ask();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    ask();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    ask();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    ask();
    *block = __libc_memalign(alignment, size);
    return *block != NULL ? 0 : 12;
}
