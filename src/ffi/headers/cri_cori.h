/* SPDX-License-Identifier: MIT OR Apache-2.0 */

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

@group cri_cori CoRI
@include cori/mod.rs

@group cri_cori_convert Conversions of CoRIs
@include cori/convert.rs
