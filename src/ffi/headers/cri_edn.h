/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * CBOR diagnostic notation (EDN): CRIs in a form for people, in logs, configurations and tests. cri_escape() makes any
 * text safe for a log.
 *
 * @code
 * uint8_t cbor[64];
 * size_t len, offset;
 *
 * cri_err_t err = cri_from_edn(CRI_REV_27, CRI_LIT("cri'coap://example.com/a'"), cbor, sizeof cbor, &len, &offset);
 * if (err != CRI_OK && err != CRI_ERR_BUFFER)
 *     printf("%s at byte %zu\n", cri_err_text(err), offset);
 * @endcode
 */

/** Enough bytes for the notation of a CRI or reference of this length, and its NUL, from cri_to_edn(). */
#define CRI_TO_EDN_MAX(cri_len) ((cri_len) * 6 + 8)

@group cri_edn cri_edn.h: diagnostic notation
@include cri/edn.rs
@include cri/escape.rs
