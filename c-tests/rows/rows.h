/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How rows.c and size.c run operations: those of tools/cri-tool/ops-*.c, and those here, which only tests need. */
#ifndef CRI_TEST_ROWS_H
#define CRI_TEST_ROWS_H

#include "support.h"

#include "ops.h"

/* The value of outputs before the call. */
#define UNTOUCHED 4711
/* The error of an operation that has no answer for these arguments: nothing is compared. */
#define ERR_SKIPPED "skipped"

/* Set by the program. Which row is being checked, and the law that it is checked by. */
extern char row_at[512];
/* Whether only the memory is of interest: one capacity is enough. */
extern bool quick;
/* True if buffers may be longer than necessary, so that many small pieces are appended in linear time. */
extern bool growing;
/* The operation at work, whose outputs job_write() checks. */
extern const struct op *op_at_work;

/* These count a failure of the row that is being checked, and return whether it held. */
static inline bool held(bool is_held, const char *what) { return row_ok(is_held, row_at, what); }
static inline bool is_err(cri_err_t got, cri_err_t wanted) { return row_err(got, wanted, row_at); }

/* The arguments are as in tools/cri-tool/arguments.c; an `x` is a text that is not cut short. */
extern const struct op view_ops[], item_ops[], option_ops[], pattern_ops[], part_ops[], build_ops[];

/* All tables of operations: those of cri-tool, then the above; NULL ends them. */
extern const struct op *const op_tables[];
/* The letter that says what an argument is. */
char kind_of(const struct op *op, size_t index);

#endif
