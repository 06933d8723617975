/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Under callgrind: makes it dump its counts after each operation on each class of input, under a number. Prints a line for
 * each: CLASS, OPERATION, WHO, RESULT, BYTES, and the number, with tabs between them. Compiled with MEASURE_PEERS it runs the
 * peers, and else libcri.
 */
#include "classes.h"
#ifdef MEASURE_PEERS
#include "class-peers.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

/* The first runs resolve names and fill the allocator's caches. */
enum { RUNS_BEFORE = 2 };

static unsigned number;
static char dump_name[32];

static void start(void)
{
    snprintf(dump_name, sizeof dump_name, "operation %u", number);
    CALLGRIND_ZERO_STATS;
}

/* Before anything else runs. */
#define STOP() CALLGRIND_DUMP_STATS_AT(dump_name)

static void report(const struct input_class *input, const char *operation, const char *who, const char *result,
                   size_t bytes)
{
    printf("%s\t%s\t%s\t%s\t%zu\t%u\n", input->name, operation, who, result, bytes, number++);
}

#ifndef MEASURE_PEERS
static void measure(const struct input_class *input)
{
    for (const struct class_operation *op = class_operations; op < class_operations + class_operation_count; op++) {
        for (int i = 0; i < RUNS_BEFORE; i++) {
            op->run();
        }
        start();
        cri_err_t err = op->run();
        STOP();
        report(input, op->name, "libcri", cri_err_name(err), op->bytes());
    }
}
#else
static void measure(const struct input_class *input)
{
    struct class_texts texts = class_texts();
    for (const struct class_peer *peer = class_peers; texts.text != NULL && peer < class_peers + class_peer_count;
         peer++) {
        for (int i = 0; i < RUNS_BEFORE; i++) {
            peer->run(&texts);
        }
        start();
        bool done = peer->run(&texts);
        STOP();
        report(input, peer->operation, peer->who, done ? "ok" : "refused", texts.text_len);
    }
}
#endif

int main(void)
{
    /* See host.c: the stack begins at the same place every time. */
    volatile char beginning[64] __attribute__((aligned(4096)));
    beginning[0] = 0;
    for (const struct input_class *input = input_classes; input < input_classes + input_class_count; input++) {
        if (!prepare_class(input)) {
            fprintf(stderr, "FAILED: %s: the benchmark's base or reference\n", input->name);
            return 1;
        }
        measure(input);
    }
    return 0;
}
