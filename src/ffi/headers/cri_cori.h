/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CORI_H
#define CRI_CORI_H

#include "cri.h"

/**
 * @file
 * CoRI, the older serialization of draft-ietf-core-href-02 ("cori"): a CBOR sequence of options.
 *
 * The library has these functions if cri_features() has #CRI_FEATURE_CORI.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_cori CoRI
 * @{
 */

@include cori.rs

/**
 * @}
 * @defgroup cri_cori_convert Conversions of CoRIs
 * @{
 */

@include cori_write.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_CORI_H */
