/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the operations share that only rows need; those of tools/cri-tool/ops-*.c are the others. */
#ifndef CRI_TEST_ROWS_H
#define CRI_TEST_ROWS_H

#include "support.h"

#include "ops.h"

/* What outputs are before the call. */
#define UNTOUCHED 4711
/* The error of an operation that has no answer for these arguments: nothing is compared. */
#define ERR_SKIPPED "skipped"

/* Which row is being checked, and the law that it is checked by. */
extern char row_at[512];
/* Whether only the memory is of interest: one capacity is enough. */
extern bool quick;
/* Whether buffers may be longer than they must be, so that many small pieces are appended in linear time. */
extern bool growing;
/* The operation at work, whose outputs job_write() checks. */
extern const struct op *op_at_work;

static inline bool held(bool is_held, const char *what) { return row_ok(is_held, row_at, what); }
static inline bool is_err(cri_err_t got, cri_err_t wanted) { return row_err(got, wanted, row_at); }

/* Their arguments are as those of tools/cri-tool/arguments.c; an `x` is a text that is not cut short. */
extern const struct op view_ops[], item_ops[], option_ops[], pattern_ops[], part_ops[], build_ops[];

/* All tables: those of cri-tool, then view_ops and the others of these; NULL ends them. */
extern const struct op *const op_tables[];
/* The letter of an argument. */
char kind_of(const struct op *op, size_t index);

/* Options, delta-coded. */
struct coded {
    struct bytes bytes;
    uint16_t last;
};
void code(struct coded *coded, uint16_t number, const void *value, size_t len);

#endif
