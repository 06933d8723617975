/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * Unicode normalization form C (NFC).
 *
 * The default build omits these functions. To have them, configure with `-DCRI_NFC=ON`, or build the crate with the
 * feature nfc. cri_features() then has #CRI_FEATURE_NFC.
 */

@group cri_nfc cri_nfc.h: Unicode normalisation
@include cri/nfc.rs
