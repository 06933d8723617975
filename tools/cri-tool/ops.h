/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Macros for the files ops-*.c. An operation is a function, often of one line, and a row in the table of its file. */
#ifndef CRI_TOOL_OPS_H
#define CRI_TOOL_OPS_H

#include "tool.h"

/* Defines an operation that is one call of the library. The call writes to buf. */
#define WRITES(name, call)                                                                                             \
    static cri_err_t name(struct job *job, uint8_t *buf, size_t cap, size_t *len) { return call; }
/* Defines an operation that makes a view and writes it with `encode`. */
#define ENCODES(name, type, encode, call)                                                                              \
    static cri_err_t name(struct job *job, uint8_t *buf, size_t cap, size_t *len)                                      \
    {                                                                                                                  \
        type made;                                                                                                     \
        cri_err_t err = call;                                                                                          \
        return err != CRI_OK ? err : encode(&made, OUT);                                                               \
    }
/* Defines an operation whose answer is a value that the library stores, such as a boolean or a number. */
#define ANSWERS(name, type, value, answer, call)                                                                       \
    static err_name_t name(struct job *job)                                                                            \
    {                                                                                                                  \
        type value = 0;                                                                                                \
        cri_err_t err = call;                                                                                          \
        if (err == CRI_OK) {                                                                                           \
            answer(job, value);                                                                                        \
        }                                                                                                              \
        return error_of(err);                                                                                          \
    }
#define ASKS(name, call) ANSWERS(name, bool, yes, answer_yes, call)
#define COUNTS(name, type, call) ANSWERS(name, type, number, answer_int, call)

/* Expands to the two parameters, pointer and length, that most functions have for an argument. */
#define TEXT(i) job->args[i].text, job->args[i].len
#define BYTES(i) job->bytes[i].bytes, job->bytes[i].len
#define CRI(i) (&job->cri[i])
#define CORI(i) (&job->cori[i])
#define OUT buf, cap, len
#define OUT_TEXT (char *)buf, cap, len

/* coap://example.com/a/b, coap://example.com/a/c and [1, null, ["q"]], for examples. */
#define EXAMPLE_AB "832082676578616d706c6563636f6d8261616162"
#define EXAMPLE_AC "832082676578616d706c6563636f6d8261616163"
#define EXAMPLE_REF "8301f6816171"

/* Calls `make`, which writes a CRI and stores a view of it, and then `write`, which writes the view to job->scratch.
 * The last of job->bytes has the bytes of the CRI. */
err_name_t write_made(struct job *job, writer_t *make, writer_t *write);
/* Adds a range, as OFFSET:LENGTH in a batch, and otherwise as two fields, because its value follows. */
void answer_range(struct job *job, size_t offset, size_t len);

/* The row that ends a table. */
/* clang-format off */
#define END_OF_TABLE {.name = NULL}
/* clang-format on */

#endif
