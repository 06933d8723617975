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

/**
 * @defgroup cri_cori_h cri_cori.h: CoRI
 * The older serialization of draft-ietf-core-href-02.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_cori CoRI
 * @ingroup cri_cori_h
 * @{
 */

@include cori.rs

/**
 * @}
 * @defgroup cri_cori_convert Conversions of CoRIs
 * @ingroup cri_cori_h
 * @{
 */

@include cori_convert.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_CORI_H */
