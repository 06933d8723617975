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

@include edn.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_EDN_H */
