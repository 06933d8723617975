/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs every operation on every input and prints a line for each: INPUT, OPERATION, RESULT, BYTES, FIGURE, STACK, with
 * tabs between them. On a Cortex-M3 under qemu the figure is how many instructions a run takes, and the stack how many
 * bytes below the operation's caller it used. On the host, under callgrind, it is the number of the dump that has the
 * instructions.
 */
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The inputs that classes.py has packed. */
extern const uint8_t packed_inputs[], packed_inputs_end[];

static cri_err_t nothing(void) { return CRI_OK; }

#ifdef __x86_64__
#include <valgrind/callgrind.h>

/* These runs are not counted: the first runs resolve dynamic symbols and fill caches. */
enum { RUNS_BEFORE = 2 };

static void measure(cri_err_t (*run)(void), const char *input, const char *operation, uint32_t counted)
{
    static unsigned number;
    char name[32];
    cri_err_t err = CRI_OK;
    snprintf(name, sizeof name, "operation %u", number);
    for (int i = 0; i < RUNS_BEFORE; i++)
        run();
    CALLGRIND_ZERO_STATS;
    err = run();
    CALLGRIND_DUMP_STATS_AT(name);
    printf("%s\t%s\t%d\t%zu\t%u\t0\n", input, operation, (int)err, counted_bytes(counted), number++);
}

static void start_counting(void) {}
#else
#include "target.h"

/* These runs make the figure exact to one instruction, although a tick takes up to 50. */
enum { REPETITIONS = 80 };

static void measure(cri_err_t (*run)(void), const char *input, const char *operation, uint32_t counted)
{
    const cri_err_t err = run();
    const uint32_t since = count();
    for (int i = 0; i < REPETITIONS; i++)
        run();
    const unsigned long instructions = (unsigned long)((instructions_since(since) + REPETITIONS / 2) / REPETITIONS);
    paint();
    run();
    const unsigned long stack = unpainted();
    printf("%s\t%s\t%d\t%lu\t%lu\t%lu\n", input, operation, (int)err, (unsigned long)counted_bytes(counted),
           instructions, stack);
}

#endif

/* Runs the operations on an input. Operations that do not use the input are run only with the first one. */
static void measure_all(const struct input *input, bool is_first)
{
    if (is_first)
        measure(nothing, input->name, "nothing", 0);
    for (const struct operation *op = operations; op < operations + operation_count; op++) {
        if ((op->uses != 0 || is_first) && has_all(op->uses) && (op->has == NULL || *op->has))
            measure(op->run, input->name, op->name, op->counted);
    }
}

static size_t number_at(const uint8_t *at) { return at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16; }

int main(void)
{
    /* This aligned array makes the stack of the operations begin at the same offset in a page every time. */
    volatile char beginning[64] ALIGNED;
    beginning[0] = 0;
    start_counting();
    for (const uint8_t *at = packed_inputs; at < packed_inputs_end;) {
        const size_t name_len = number_at(at + 1), len = number_at(at + 4);
        const struct input input = {(const char *)at + 7, at[0] == 1, at + 7 + name_len, len};
        if (!make_inputs(&input)) {
            printf("FAILED: %s: the base or the reference\n", input.name);
            return 1;
        }
        measure_all(&input, at == packed_inputs);
        at = input.bytes + len;
    }
    fflush(stdout);
    exit(0);
}
