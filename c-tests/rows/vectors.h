/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rows of tests/vectors, in tables that rows.py makes. Needs stdint.h, COUNT() and the numbers of errors. */
#define FIELDS 9 /* the name, then what rows.py makes of the others */

struct row {
    uint8_t revs[2]; /* 13, 27 or both */
    const char *const *laws;
    const char *fields[FIELDS]; /* an error begins with ERROR; NULL is absent */
};

#define ERROR '\001'

struct file {
    const char *name;
    const struct row *rows;
    size_t count;
};

#include "rows-table.h"
