/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Declarations with which rows.c and size.c run operations: those of tools/cri-tool/ops-*.c, and those that only tests
 * need. */
#ifndef CRI_TEST_OPERATIONS_H
#define CRI_TEST_OPERATIONS_H

#include "support.h"

#include "ops.h"

/* The value of outputs before the call. */
#define UNTOUCHED 4711
/* The error of an operation that has no answer for its arguments. Nothing is compared then. */
#define ERR_SKIPPED "skipped"

/* Set by the program: the row that is being checked, and its law. */
extern char row_at[512];
/* True if only memory accesses are checked. One capacity is enough then. */
extern bool quick;
/* True if buffers may be longer than necessary, so that many small pieces are appended in linear time. */
extern bool growing;
/* The operation whose outputs job_write() checks. */
extern const struct op *op_at_work;

/* Counts a failure of the row that is being checked. Returns `is_held`. */
static inline bool held(bool is_held, const char *what) { return row_ok(is_held, row_at, what); }
static inline bool is_err(cri_err_t got, cri_err_t wanted) { return row_err(got, wanted, row_at); }

/* The letters of the arguments are explained in tools/cri-tool/arguments.c. An `x` is a text that is not cut short. */
extern const struct op view_ops[], item_ops[], option_ops[], pattern_ops[], part_ops[], build_ops[];

/* Appends the notation of bytes, given in hex: of CBOR; with the letter `o` of options; with `h` their text. Returns
 * false if the bytes are malformed; a part of the notation may be appended then. */
bool append_notation(struct buffer *out, const char *hex, size_t len, char letter);

/* All tables of operations: the tables of cri-tool, then the tables above. NULL ends the list. */
extern const struct op *const op_tables[];
/* Returns the letter of the kind of an argument. */
char kind_of(const struct op *op, size_t index);

#endif
