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

/* ---- writers ----------------------------------------------------------------------------------------------------- */

/* Writes what it makes of a peer's bytes. */
typedef cri_err_t (*write_fn)(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed);

/*
 * Writes with every capacity from 0 to what is needed, and one more: to a block that is exactly as long, and to the
 * beginning of a buffer in which nothing after the capacity may change. Returns the error with enough room. `extra` is 1 for
 * texts, which end in NUL.
 */
static inline cri_err_t every_size(write_fn write, const void *data, size_t len, size_t extra, const char *row)
{
    static uint8_t wanted[OUT_MAX], got[OUT_MAX];
    uint8_t *in = exact(data, len);
    size_t needed = 0;
    cri_err_t whole = write(in, len, wanted, sizeof wanted, &needed);
    size_t enough = whole == CRI_OK ? needed + extra : 8;
    row_ok(whole != CRI_ERR_BUFFER && enough < sizeof wanted, row, "the test's buffer is large enough");
    for (size_t cap = 0; cap <= enough + 1 && enough < sizeof wanted; cap++) {
        uint8_t *block = malloc(cap);
        size_t lens[2] = {4711, 4711};
        cri_err_t wanted_err = whole == CRI_OK && cap < enough ? CRI_ERR_BUFFER : whole;
        memset(got, FILL, sizeof got);
        row_err(write(in, len, cap > 0 ? block : NULL, cap, &lens[0]), wanted_err, row);
        row_err(write(in, len, got, cap, &lens[1]), wanted_err, row);
        row_ok(is_filled(got + cap, sizeof got - cap), row, "nothing after the capacity is written");
        for (size_t i = 0; i < COUNT(lens); i++) {
            row_size(lens[i], whole == CRI_OK ? needed : 4711, row);
        }
        if (wanted_err == CRI_OK) {
            row_ok(memcmp(block, wanted, enough) == 0 && memcmp(got, wanted, enough) == 0, row, "the same result");
            row_ok(extra == 0 || got[needed] == 0, row, "NUL at the end");
        }
        free(block);
    }
    free(in);
    return whole;
}

#endif
