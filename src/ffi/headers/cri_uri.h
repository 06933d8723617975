/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * URI references as text (RFC 3986): split, resolve, normalise, compare. These functions work without CRIs. Only those
 * that write a text need a buffer.
 */

/**
 * @defgroup cri_uri_h cri_uri.h: RFC 3986 text
 * URI references as text, without CRIs.
 */

@group cri_uri URI text
@include uri/text.rs

@group cri_uri_prose URIs in prose
Functions for text that people write and type: prose with URIs in it (RFC 3986 appendix C), and text that may not be
a URI (appendix B).

@code
for (size_t at = 0; cri_uri_find(text, text_len, at, &start, &len); at = start + len)
    err = cri_uri_unwrap(text + start, len, uri, sizeof uri, &uri_len);
@endcode
@include uri/prose.rs
