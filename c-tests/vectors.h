/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * CRIs and CRI references for the C tests, which rows.py takes from valid.txt and invalid.txt of tests/vectors: what is
 * valid, with all its forms, and what is not, with its error.
 */
#ifndef CRI_TEST_VECTORS_H
#define CRI_TEST_VECTORS_H

#include "support.h"

/* The row holds for both revisions. */
#define BOTH 0

struct valid_vector {
    const char *name;
    uint8_t rev;           /* CRI_REV_13, CRI_REV_27 or BOTH */
    const char *hex;       /* as received */
    const char *canonical; /* as written (R2), NULL where that is the same */
    const char *edn;       /* the canonical form in diagnostic notation */
    const char *uri;       /* NULL where there is none, and uri_err says why */
    cri_err_t uri_err;
    bool full;
};

struct invalid_vector {
    const char *name;
    uint8_t rev;
    const char *hex;
    cri_err_t err;
};

/*
 * valid_vectors; unprocessable_vectors, well-formed CBOR that is no CRI, to be skipped (R1, R3, R4); malformed_vectors, which
 * cannot be skipped.
 */
#include "vectors-table.h"

/* What the row is written as. */
static inline const char *canonical_hex(const struct valid_vector *row)
{
    return row->canonical != NULL ? row->canonical : row->hex;
}

/* The revisions a row holds for, one after the other: for (uint8_t rev = first_rev(row.rev); rev != 0; ...) */
static inline uint8_t first_rev(uint8_t rev) { return rev == BOTH ? CRI_REV_13 : rev; }

static inline uint8_t next_rev(uint8_t of_row, uint8_t rev)
{
    return of_row == BOTH && rev == CRI_REV_13 ? CRI_REV_27 : 0;
}

#define FOR_EACH_REVISION(rev, row) for (uint8_t rev = first_rev((row)->rev); rev != 0; rev = next_rev((row)->rev, rev))

#endif
