/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Walks over the items of a CRI, and describes the meaning of each item. cri-tool prints the descriptions. The page of
 * contrib/explorer draws them.
 *
 * The walk follows the structure of a CRI (href 5.1), and stops at the first item that does not fit. It does not
 * validate: the library decides if the bytes are a CRI, and reports the position of an error. The walk needs no C
 * library.
 */
#ifndef CRI_TOOL_WALK_H
#define CRI_TOOL_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct walk {
    const uint8_t *data;
    size_t len;
    size_t at;      /* the offset of the next item */
    unsigned depth; /* the number of arrays around the next item */
    uint8_t part;   /* the component to which the next item belongs: CRI_PART_… */
    bool stop;      /* true if the walk must end; line() may set it */
};

/* Walks over the items of walk->data from its start. */
void walk(struct walk *walk);

/* ---- functions of the program ------------------------------------------------------------------------------ */

/* Appends a text to the note of the next line. */
void note(struct walk *walk, const char *text);
/* Appends a text in quotes to the note. */
void note_quoted(struct walk *walk, const uint8_t *text, size_t len);
/* Appends the name of a scheme to the note, or a remark if the registry does not have the scheme. */
void note_scheme(struct walk *walk, int64_t id);
/* Clears the note. */
void note_clear(struct walk *walk);
/* Ends a line. The note describes the `len` bytes at walk->at. */
void line(struct walk *walk, size_t len);

#endif
