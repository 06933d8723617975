/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lines of a dump: a range of bytes, the bytes in hex, and a note of what they mean. */
#ifndef CRI_TOOL_DUMP_H
#define CRI_TOOL_DUMP_H

#include "tool.h"

/* What to do with a line. */
enum mode { MEASURE, PRINT, ANSWER };

struct dump {
    struct job *job;
    const uint8_t *data;
    size_t len;
    size_t at; /* the next item */
    unsigned depth;
    bool stop;   /* nothing more can be read */
    bool failed; /* there is an error, */
    struct fault fault;
    enum mode mode;
    bool colour;
    size_t hex_width; /* the longest line, in bytes */
};

/* Starts the note of the next line, or continues it. */
void note(struct dump *dump, const char *format, ...);
/* Appends a text in quotes. */
void note_quoted(struct dump *dump, const uint8_t *text, size_t len);
/* Ends a line: the next `len` bytes are what the note says. Nothing after an error is shown. */
void line(struct dump *dump, size_t len);
/* An escape sequence, if there is to be colour. */
const char *colour(const struct dump *dump, const char *escape);

#endif
