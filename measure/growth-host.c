/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Under callgrind: makes it dump its counts after each operation on each kind of input and size, under a number.
 *
 *   growth PART PARTS   every kind whose number, divided by PARTS, leaves PART
 *
 * Prints a line for each: the numbers of operation and kind, OPERATION, KIND, LENGTH, RESULT, and the number, with tabs
 * between them.
 */
#include "growth.h"

#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

int main(int argc, char **argv)
{
    unsigned number = 0;
    /* See host.c: the stack begins at the same place every time. */
    volatile char beginning[64] __attribute__((aligned(4096)));
    beginning[0] = 0;
    if (argc != 3) {
        return 2;
    }
    for (size_t i = (size_t)atoi(argv[1]); i < kind_count; i += (size_t)atoi(argv[2])) {
        for (size_t size = 16; size <= GROWTH_MAX; size *= 4) {
            make_input(CRI_REV_27, &kinds[i], size);
            for (const struct growing *op = growing; op < growing + growing_count; op++) {
                char name[32];
                size_t length = op->length();
                if (length == 0) {
                    continue;
                }
                snprintf(name, sizeof name, "operation %u", number);
                CALLGRIND_ZERO_STATS;
                cri_err_t err = op->run();
                CALLGRIND_DUMP_STATS_AT(name);
                printf("%zu\t%zu\t%s\t%s\t%zu\t%s\t%u\n", (size_t)(op - growing), i, op->name, kinds[i].name, length,
                       cri_err_name(err), number++);
            }
        }
    }
    return 0;
}
