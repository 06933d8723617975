/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every growing operation on every kind of input, small: what the tests do not have of deep ways through the library. */
#include "growth.h"

#include "stack.h"

void watch_hostile_inputs(void)
{
    static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};
    for (size_t i = 0; i < sizeof revisions; i++) {
        for (const struct kind *kind = kinds; kind < kinds + kind_count; kind++) {
            for (size_t size = 16; size <= GROWTH_MAX; size *= 2) {
                make_input(revisions[i], kind, size);
                for (const struct growing *op = growing; op < growing + growing_count; op++) {
                    if (op->length() > 0) {
                        op->run();
                    }
                }
            }
        }
    }
}
