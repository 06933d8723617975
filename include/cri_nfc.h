/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_NFC_H
#define CRI_NFC_H

#include "cri.h"

/**
 * @file
 * Unicode normalization form C (NFC).
 *
 * The default build omits these functions. To have them, configure with `-DCRI_NFC=ON`, or build the crate with the
 * feature nfc. cri_features() then has #CRI_FEATURE_NFC.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_nfc cri_nfc.h: Unicode normalisation
 * @{
 */

/**
 * Returns true if all texts of a CRI are in Unicode normalization form C and its host name is in lower case. Use it to
 * check the result of a conversion or of a builder.
 *
 * @param[in] cri the CRI or CRI reference
 * @return true if both conditions are met; false for NULL
 *
 * Linear. href 2; UAX #15.
 */
bool cri_is_nfc(const cri_t *cri);

/**
 * Encodes a CRI or CRI reference as cri_encode() does, with all texts in Unicode normalization form C and its host
 * name in lower case. Use it for a CRI that was built, or converted from a URI or an IRI. Encoding the result again
 * changes nothing.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_OK
 *
 * Linear. href 2; RFC 3987 5.3.2; UAX #15.
 */
CRI_MUST_CHECK
cri_err_t cri_encode_nfc(const cri_t *cri,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_NFC_H */
