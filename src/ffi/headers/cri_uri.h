/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_URI_H
#define CRI_URI_H

#include "cri.h"

/**
 * @file
 * URI references as text (RFC 3986): split, resolve, normalise, compare. Works without CRIs. Only the functions that write a
 * text need a buffer.
 */

/**
 * @defgroup cri_uri_h cri_uri.h: RFC 3986 text
 * URI references as text, without CRIs.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_uri URI text
 * @ingroup cri_uri_h
 * @{
 */

@include uri_text.rs

/**
 * @}
 * @defgroup cri_uri_prose URIs in prose
 * @ingroup cri_uri_h
 * Text that people write and type: prose with URIs in it (RFC 3986 appendix C), and text that may not be a URI (appendix B).
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
