/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Measures the operations on the host.
 *
 *   host versions       prints the versions of what is linked
 *   host instructions   under callgrind: makes it dump its counts after each operation, under the operation's number
 *   host allocations    with count.so preloaded: prints how often each operation allocates
 *   host times          prints the nanoseconds that each operation takes, the least of several
 *
 * Prints a line for each operation: ROW, WHO, WHAT, and the figure, with tabs between them.
 */
#include "count.h"
#ifndef MEASURE_NO_PEERS
#include "peers.h"
#else
#include "ops.h"
#endif

#include <gnu/libc-version.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

static size_t number;

static void report(const struct op *op, double figure)
{
    printf("%s\t%s\t%s\t%.17g\n", op->row, op->who, op->what, figure);
}

/* Callgrind's file has the counts; here is which operation has which number. */
static void instructions(const struct op *op)
{
    char name[32];
    snprintf(name, sizeof name, "operation %zu", number);
    CALLGRIND_ZERO_STATS;
    op->run();
    CALLGRIND_DUMP_STATS_AT(name);
    report(op, (double)number++);
}

static void allocations(const struct op *op)
{
    size_t before = allocations_so_far();
    op->run();
    report(op, (double)(allocations_so_far() - before));
}

static double seconds_of(const struct op *op, size_t repetitions)
{
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (size_t i = 0; i < repetitions; i++) {
        op->run();
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    return (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
}

/* The operations take turns, so that a slow moment of the machine is none of one operation's. */
enum { ROUNDS = 40, OPERATIONS_MAX = 256 };

static struct timing {
    const struct op *op;
    size_t repetitions;
    double best;
} timings[OPERATIONS_MAX];

static void times(const struct op *op)
{
    struct timing *timing = &timings[number++];
    if (number > OPERATIONS_MAX) {
        exit(1);
    }
    *timing = (struct timing){op, 16, 1};
    while (seconds_of(op, timing->repetitions) < 5e-5) {
        timing->repetitions *= 2;
    }
}

static void report_times(void)
{
    for (size_t round = 0; round < ROUNDS; round++) {
        for (struct timing *timing = timings; timing < timings + number; timing++) {
            double seconds = seconds_of(timing->op, timing->repetitions) / (double)timing->repetitions;
            timing->best = seconds < timing->best ? seconds : timing->best;
        }
    }
    for (struct timing *timing = timings; timing < timings + number; timing++) {
        report(timing->op, 1e9 * timing->best);
    }
}

static bool allocates(void)
{
    void *volatile block = malloc(1);
    free(block);
    return true;
}

static const struct op allocating = {"control", "malloc", "malloc(1)", allocates};

static void measure(const struct op *op, void (*as)(const struct op *op))
{
    /* The first runs resolve names and fill the allocator's caches; they also show that there is something to measure. */
    for (int i = 0; i < 3; i++) {
        if (!op->run()) {
            fprintf(stderr, "FAILED: %s of %s does not do what it should\n", op->row, op->who);
            exit(1);
        }
    }
    /* Where the stack begins depends on the environment, and how the C library copies on where in a line of memory something
     * is: from here on it is the same place every time. */
    volatile char beginning[64] __attribute__((aligned(4096)));
    beginning[0] = 0;
    as(op);
}

static void measure_all(void (*as)(const struct op *op))
{
    if (!prepare_operations()) {
        fprintf(stderr, "FAILED: no operations\n");
        exit(1);
    }
    for (size_t i = 0; i < cri_operation_count; i++) {
        measure(&cri_operations[i], as);
    }
#ifndef MEASURE_NO_PEERS
    if (!prepare_peers()) {
        fprintf(stderr, "FAILED: no peers\n");
        exit(1);
    }
    for (size_t i = 0; i < peer_operation_count; i++) {
        measure(&peer_operations[i], as);
    }
#endif
}

static void versions(void)
{
    printf("libcri\t%s\nglibc\t%s\n", cri_version(), gnu_get_libc_version());
#ifndef MEASURE_NO_PEERS
    printf("liburiparser\t%s\nlibcoap\t%s\n", uriparser_version(), libcoap_version());
#endif
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";
    if (strcmp(what, "versions") == 0) {
        versions();
    } else if (strcmp(what, "instructions") == 0) {
        measure_all(instructions);
    } else if (strcmp(what, "allocations") == 0) {
        measure(&allocating, allocations);
        measure_all(allocations);
    } else if (strcmp(what, "times") == 0) {
        measure_all(times);
        report_times();
    } else {
        return 2;
    }
    return 0;
}
