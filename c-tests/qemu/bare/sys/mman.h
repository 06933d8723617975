/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Memory maps for bare metal: blocks of the test heap. There is no protection; what runs on the host has it. */
#ifndef CRI_TEST_SYS_MMAN_H
#define CRI_TEST_SYS_MMAN_H

#include <stddef.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)

void *test_malloc(size_t len);
void test_free(void *block);

static inline void *mmap(void *address, size_t len, int protection, int flags, int file, long offset)
{
    (void)address, (void)protection, (void)flags, (void)file, (void)offset;
    void *block = test_malloc(len);
    return block != NULL ? block : MAP_FAILED;
}

static inline int mprotect(void *address, size_t len, int protection)
{
    (void)address, (void)len, (void)protection;
    return 0;
}

static inline int munmap(void *address, size_t len)
{
    (void)len;
    test_free(address);
    return 0;
}

#endif
