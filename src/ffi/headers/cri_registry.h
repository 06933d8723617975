/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_REGISTRY_H
#define CRI_REGISTRY_H

#include "cri.h"

/**
 * @file
 * Schemes that were registered after the library was built.
 *
 * IANA assigns numbers as schemes are registered, and firmware may live for ten years. Numbers that nobody knows still
 * parse, resolve, compare, encode and print in EDN; only a URI needs the name. A program can have names in a table of its
 * own, in flash, and update that:
 *
 * @code
 * static const cri_scheme_row_t schemes[] = {
 *     {CRI_LIT("uuaid"), 1015},
 *     {CRI_LIT("tii"), 1027},
 * };
 *
 * err = cri_to_uri_with(&cri, schemes, sizeof schemes / sizeof schemes[0], uri, sizeof uri, &len);
 * @endcode
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_registry A table of schemes
 *
 * The registry of the library is asked first. Rows may be in any order. A row is ignored if its number or its name is in the
 * registry or in a row before it: so no number changes its meaning.
 *
 * A row without a name, or one whose name is no scheme name in lower case (`[a-z][a-z0-9+.-]*`) or longer than 64 bytes, is
 * #CRI_ERR_ARGUMENT, in every function here.
 * @{
 */

@include registry.rs

@include registry_convert.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_REGISTRY_H */
