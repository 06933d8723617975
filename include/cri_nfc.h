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
 * @defgroup cri_nfc Unicode normalization
 * @{
 */

/**
 * Returns whether all texts of a CRI are in Unicode normalization form C, and its host name in lower
 * case.
 *
 * To check the output of a builder: cri_builder_finish(), cri_parse(), then this.
 *
 * False for NULL. Linear. href 2; UAX #15.
 */
bool cri_is_nfc(const cri_t *cri);

/**
 * Encodes a CRI or CRI reference as cri_encode(), with all texts in Unicode normalization form C and its
 * host name in lower case: for a CRI that was built, or converted from a URI or an IRI. Idempotent.
 *
 * buf, buf_cap, len: as cri_encode().
 *
 * Returns what cri_encode() does. Linear. href 2; RFC 3987 5.3.2; UAX #15.
 */
CRI_MUST_CHECK cri_err_t cri_encode_nfc(const cri_t *cri, uint8_t *CRI_NULLABLE buf, size_t buf_cap, size_t *len);

/**
 * Converts a URI to a CRI as cri_from_uri(), and refuses a result for which cri_is_nfc() is false: some
 * text in it is not in Unicode normalization form C, or the host name has letters beyond ASCII that are
 * not in lower case. cri_from_uri(), cri_parse() and cri_encode_nfc() normalise it instead, with a
 * second buffer.
 *
 * rev, uri, uri_len, buf, buf_cap, len: as cri_from_uri().
 *
 * Returns what cri_from_uri() does, and CRI_ERR_NOT_NFC, with buf unspecified up to buf_cap.
 * CRI_ERR_BUFFER takes precedence. Linear. href 2, 6; RFC 3987 3.1; UAX #15.
 */
CRI_MUST_CHECK
cri_err_t cri_from_uri_nfc(uint8_t rev,
                           const char *CRI_NULLABLE uri,
                           size_t uri_len,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len);

/**
 * Converts an IRI to a CRI as cri_from_iri(), and refuses the results that cri_from_uri_nfc() refuses.
 *
 * rev, iri, iri_len, buf, buf_cap, len: as cri_from_iri().
 *
 * Returns what cri_from_iri() does, and CRI_ERR_NOT_NFC, with buf unspecified up to buf_cap.
 * CRI_ERR_BUFFER takes precedence. Linear. href 2, 6; RFC 3987 3.1, 5.3.2; UAX #15.
 */
CRI_MUST_CHECK
cri_err_t cri_from_iri_nfc(uint8_t rev,
                           const char *CRI_NULLABLE iri,
                           size_t iri_len,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_NFC_H */
