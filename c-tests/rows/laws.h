/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The laws by which rows are checked, as tests/vectors/README.md describes them. */
#ifndef CRI_TEST_LAWS_H
#define CRI_TEST_LAWS_H

#include "operations.h"

#define FIELDS 12 /* the name, then the texts that rows_table.py makes of the other fields */

struct group {
    const char *const *laws;
    const char *const *names; /* the names of the fields; NULL ends the list */
    const char *letters;      /* of each field: in hex, `c` CBOR, `o` options, `h` octets; `t` a text */
};

struct row {
    uint8_t revs[2]; /* 13, 27 or both */
    unsigned line;
    const struct group *group;
    const char *fields[FIELDS]; /* an error begins with ERROR; NULL is absent */
};

#define ERROR '\001'

struct value {
    struct buffer text;
    err_name_t error;
    bool has_offset;
    size_t offset;
};

struct law {
    const char *at;
    const struct row *row;
    char letter; /* the letter of the last field that was read */
};

/* The operation that runs. */
extern struct job job;

void drop(struct value *value);
void skip_spaces(struct law *law);
/* Reads a word, in which $NAME is the field with this name. */
void word(struct law *law, struct value *value);
/* Runs an operation with its arguments; the first of a law also with every prefix of them. Returns false if there is no
 * answer, because an argument is absent or is an error. An endpoint may be absent. */
bool expression(struct law *law, bool is_first, struct value *value);
/* Stores the expected answer: the values of the terms with tabs between them, or the error of a term. */
void wanted_of(struct law *law, struct value *wanted);

#endif
