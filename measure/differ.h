/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What differ.c and the operations that it compares share. */
#ifndef DIFFER_H
#define DIFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INPUT_MAX = 1024, OUTPUT_MAX = 3 * INPUT_MAX + 64, UNTOUCHED = 0xa5 };

struct bytes {
    uint8_t at[INPUT_MAX];
    size_t len;
};

/* What a row wants as its first and second input. */
enum kind { TEXT, IRI, CRI, CORI, OPTIONS };

struct input {
    struct bytes first, second;
    uint8_t revision;
    /* Two bits at random: a level or a flag. */
    uint8_t option;
    size_t capacity;
};

struct result {
    int32_t error;
    /* The length that was stored, and whatever else is to be the same: an offset, a bool. */
    size_t len, other;
    uint8_t out[OUTPUT_MAX];
};

/* An operation. It calls functions of the library with the input, and stores what came of it. */
struct operation {
    const char *name;
    enum kind first, second;
    /* Whether it writes at most `capacity` bytes to `out`, and a NUL after them. */
    bool writes, ends_in_nul;
    void (*run)(const struct input *input, struct result *result);
};

/* The same table twice: of the library that is tested, and of the one that it is compared with. */
extern const struct operation operations[], old_operations[];
extern const size_t operation_count;

#endif
