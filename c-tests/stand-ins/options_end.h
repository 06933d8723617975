/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef STAND_IN_OPTIONS_END_H
#define STAND_IN_OPTIONS_END_H

#include <stddef.h>
#include <stdint.h>

/* Returns the end of the options of a CoAP message that begin at `at`: the payload marker or the end of the message.
 * Returns -1 if an option is cut off or has a reserved length. */
static inline int options_end(const uint8_t *message, size_t at, size_t len)
{
    while (at < len && message[at] != 0xff) {
        const uint8_t halves[2] = {(uint8_t)(message[at] >> 4), (uint8_t)(message[at] & 0x0f)};
        size_t value_len = 0;
        at++;
        for (int i = 0; i < 2; i++) { /* the delta, which adds no value bytes, and the length */
            const size_t more = halves[i] < 13 ? 0 : halves[i] - 12U;
            if (more > 2 || more > len - at) {
                return -1;
            }
            value_len = more == 0   ? halves[i]
                        : more == 1 ? message[at] + 13U
                                    : message[at] * 256U + message[at + 1] + 269U;
            at += more;
        }
        if (value_len > len - at) {
            return -1;
        }
        at += value_len;
    }
    return (int)at;
}

#endif
