/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Under callgrind: makes it dump its counts after each operation on each class of input, under a number. Prints a line for
 * each: CLASS, OPERATION, WHO, RESULT, BYTES, and the number, with tabs between them.
 */
#include "classes.h"
#ifndef MEASURE_NO_PEERS
#include "class-peers.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

/* The first runs resolve names and fill the allocator's caches. */
enum { RUNS_BEFORE = 2 };

static unsigned number;

static void dump_and_report(const struct input_class *input, const char *operation, const char *who, const char *result,
                            size_t bytes)
{
    char name[32];
    snprintf(name, sizeof name, "operation %u", number);
    CALLGRIND_DUMP_STATS_AT(name);
    printf("%s\t%s\t%s\t%s\t%zu\t%u\n", input->name, operation, who, result, bytes, number++);
}

static void measure_libcri(const struct input_class *input)
{
    for (const struct class_operation *op = class_operations; op < class_operations + class_operation_count; op++) {
        cri_err_t err;
        for (int i = 0; i < RUNS_BEFORE; i++) {
            op->run();
        }
        CALLGRIND_ZERO_STATS;
        err = op->run();
        dump_and_report(input, op->name, "libcri", cri_err_name(err), op->bytes());
    }
}

#ifndef MEASURE_NO_PEERS
static void measure_peers(const struct input_class *input)
{
    struct class_texts texts = class_texts();
    for (const struct class_peer *peer = class_peers; texts.text != NULL && peer < class_peers + class_peer_count; peer++) {
        bool done;
        for (int i = 0; i < RUNS_BEFORE; i++) {
            peer->run(&texts);
        }
        CALLGRIND_ZERO_STATS;
        done = peer->run(&texts);
        dump_and_report(input, peer->operation, peer->who, done ? "ok" : "refused", texts.text_len);
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
        measure_libcri(input);
#ifndef MEASURE_NO_PEERS
        measure_peers(input);
#endif
    }
    return 0;
}
