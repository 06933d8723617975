/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_EDN_H
#define CRI_EDN_H

#include "cri.h"

/**
 * @file
 * CBOR diagnostic notation (EDN): CRIs for people.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_edn Diagnostic notation
 * @{
 */

/**
 * Writes the canonical form of a CRI or CRI reference in CBOR diagnostic notation, for people: [-1,
 * ["example", "com"]]. Byte strings are in lower-case hexadecimal.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the UTF-8
 * text, without the NUL that ends it (R23).
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other
 * one. After an error buf is unspecified up to buf_cap.
 *
 * Linear. RFC 8949 8; RFC 8610 G.
 */
CRI_MUST_CHECK cri_err_t cri_to_edn(const cri_t *cri, char *CRI_NULLABLE buf, size_t buf_cap, size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_EDN_H */
