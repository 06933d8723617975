/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_URI_H
#define CRI_URI_H

#include "cri.h"

/**
 * @file
 * URI references as text (RFC 3986): split, resolve, normalise, compare. No CRI is involved, and no buffer where none is
 * asked for.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_uri URI text
 * @{
 */

@include uri_text.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_URI_H */
