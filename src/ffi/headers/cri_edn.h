/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_EDN_H
#define CRI_EDN_H

#include "cri.h"

/**
 * @file
 * CBOR diagnostic notation (EDN): CRIs for people, in logs, configurations and tests; and any text for logs, cri_escape().
 *
 * @code
 * uint8_t cbor[64];
 * size_t len, offset;
 *
 * if (cri_from_edn(CRI_REV_27, CRI_LIT("cri'coap://example.com/a'"), cbor, sizeof cbor, &len, &offset) != CRI_OK)
 *     printf("error at byte %zu\n", offset);
 * @endcode
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_edn cri_edn.h: diagnostic notation
 * @{
 */

@include edn.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_EDN_H */
