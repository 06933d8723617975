/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the files of operations share: an operation is a function, often one line, and a row of its file's table. */
#ifndef CRI_TOOL_OPS_H
#define CRI_TOOL_OPS_H

#include "tool.h"

/* An operation that is one call of the library, which writes to buf. */
#define WRITES(name, call)                                                                                             \
    static cri_err_t name(struct job *job, uint8_t *buf, size_t cap, size_t *len) { return call; }
/* One whose answer is a boolean. */
#define ASKS(name, call)                                                                                               \
    static err_name_t name(struct job *job)                                                                            \
    {                                                                                                                  \
        bool yes = false;                                                                                              \
        cri_err_t err = call;                                                                                          \
        if (err == CRI_OK) {                                                                                           \
            answer_bool(job, yes);                                                                                     \
        }                                                                                                              \
        return error_of(err);                                                                                          \
    }

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
