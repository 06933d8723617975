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

/**
 * @}
 * @defgroup cri_uri_prose URIs among other text
 * What people write and type: prose with URIs in it (RFC 3986 appendix C), and texts that may be no URIs (appendix B).
 *
 * @code
 * for (size_t at = 0; cri_uri_find(text, text_len, at, &start, &len); at = start + len)
 *     err = cri_uri_unwrap(text + start, len, uri, sizeof uri, &uri_len);
 * @endcode
 * @{
 */

@include uri_prose.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_URI_H */
