/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_NFC_H
#define CRI_NFC_H

#include "cri.h"

/**
 * @file
 * Unicode normalization form C (NFC).
 *
 * The library has these functions if it was built with the feature nfc; cri_features() then has #CRI_FEATURE_NFC.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_nfc cri_nfc.h: Unicode normalisation
 * @{
 */

@include nfc.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_NFC_H */
