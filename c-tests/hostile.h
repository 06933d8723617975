/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What the tests of hostile_*.c share: inputs and outputs in blocks of the heap that are exactly as long, so that
 * AddressSanitizer and valgrind see one byte over.
 */
#ifndef CRI_TEST_HOSTILE_H
#define CRI_TEST_HOSTILE_H

#include "support.h"

/* Inputs that are long: a function that calls itself once per level or segment has no stack left; lengths do not fit in
 * 16 bits. */
#ifdef CRI_TEST_SMALL
#define DEEP 1000
#define LONG 600
#else
#define DEEP ((size_t)1 << 18)
#define LONG 70000
#endif

#define OUT_MAX BYTES_MAX

/* A copy in a block of that length. */
static inline uint8_t *exact(const void *data, size_t len)
{
    uint8_t *block = malloc(len);
    if (len > 0) {
        assert_non_null(block);
        memcpy(block, data, len);
    }
    return block;
}

static inline struct bytes from_text(const char *text)
{
    struct bytes bytes = {strlen(text), {0}};
    assert_true(bytes.len <= BYTES_MAX);
    memcpy(bytes.data, text, bytes.len);
    return bytes;
}

/* A block of a prefix, a piece as often as fits in `size` bytes, and a suffix: all from_hex(), or all from_text(). */
static inline uint8_t *repeated(struct bytes (*of)(const char *), const char *prefix, const char *piece,
                                const char *suffix, size_t size, size_t *len)
{
    static struct bytes first, each, last;
    first = of(prefix);
    each = of(piece);
    last = of(suffix);
    size_t count = size / each.len;
    *len = first.len + count * each.len + last.len;
    uint8_t *block = malloc(*len);
    assert_non_null(block);
    uint8_t *to = block;
    memcpy(to, first.data, first.len);
    to += first.len;
    for (size_t i = 0; i < count; i++, to += each.len) {
        memcpy(to, each.data, each.len);
    }
    memcpy(to, last.data, last.len);
    return block;
}

/* Writes an option whose value is a byte over and over; returns the length of the option. */
static inline size_t put_option(uint8_t *to, uint16_t delta, size_t len, char fill)
{
    size_t at = 1;
    const size_t values[] = {delta, len};
    unsigned nibbles[2];
    for (size_t i = 0; i < 2; i++) {
        nibbles[i] = values[i] < 13 ? (unsigned)values[i] : values[i] < 269 ? 13 : 14;
        if (nibbles[i] == 14) {
            to[at++] = (uint8_t)((values[i] - 269) >> 8);
        }
        if (nibbles[i] >= 13) {
            to[at++] = (uint8_t)(values[i] - (nibbles[i] == 13 ? 13 : 269));
        }
    }
    to[0] = (uint8_t)(nibbles[0] << 4 | nibbles[1]);
    memset(to + at, fill, len);
    return at + len;
}

#endif
