/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Shared by the files of operations: an operation is a function, often one line, and a row of its file's table. */
#ifndef CRI_TOOL_OPS_H
#define CRI_TOOL_OPS_H

#include "tool.h"

/* An operation that is one call of the library, which writes to buf. */
#define WRITES(name, call)                                                                                             \
    static cri_err_t name(struct job *job, uint8_t *buf, size_t cap, size_t *len) { return call; }
/* An operation that makes a view, which `encode` writes. */
#define ENCODES(name, type, encode, call)                                                                              \
    static cri_err_t name(struct job *job, uint8_t *buf, size_t cap, size_t *len)                                      \
    {                                                                                                                  \
        type made;                                                                                                     \
        cri_err_t err = call;                                                                                          \
        return err != CRI_OK ? err : encode(&made, OUT);                                                               \
    }
/* An operation whose answer is a value that the library stores: a boolean, a number. */
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
#define ASKS(name, call) ANSWERS(name, bool, yes, answer_bool, call)
#define COUNTS(name, type, call) ANSWERS(name, type, number, answer_int, call)

/* An argument as the two parameters that most functions have for it. */
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

/* The last row of a table. */
/* clang-format off */
#define END_OF_TABLE {.name = NULL}
/* clang-format on */

#endif
