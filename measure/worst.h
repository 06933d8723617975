/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What worst.csv has: for operations of worst.c the input that takes them longest for each byte. */
#ifndef MEASURE_WORST_H
#define MEASURE_WORST_H

#include <stddef.h>

struct known {
    const char *operation;
    size_t len;
    const char *bytes;
};

extern const struct known known_worst[];
extern const size_t known_worst_count;

#endif
