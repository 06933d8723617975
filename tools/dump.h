/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lines of a dump: a range of bytes, the bytes in hex, and a note of what they mean. */
#ifndef CRI_TOOL_DUMP_H
#define CRI_TOOL_DUMP_H

#include "tool.h"
#include "walk.h"

/* What to do with a line. */
enum mode { MEASURE, PRINT, ANSWER };

struct dump {
    struct walk walk; /* first, so that a pointer to it is one to the dump */
    struct job *job;
    bool failed; /* there is an error, */
    struct fault fault;
    enum mode mode;
    bool colour;
    size_t hex_width; /* the longest line, in bytes */
};

/* An escape sequence, if there is to be colour. */
const char *colour(const struct dump *dump, const char *escape);

#endif
