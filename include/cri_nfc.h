/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_NFC_H
#define CRI_NFC_H

#include "cri.h"

/**
 * @file
 * Unicode normalization form C (NFC).
 *
 * Not in the default build: configure with `-DCRI_NFC=ON`, or build the crate with the feature nfc. cri_features() then
 * has #CRI_FEATURE_NFC.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_nfc cri_nfc.h: Unicode normalisation
 * @{
 */

/**
 * Returns whether all texts of a CRI are in Unicode normalization form C and its host name is in lower case. Use it to
 * check what a builder wrote.
 *
 * @param[in] cri the CRI or CRI reference
 * @return true if they are; false for NULL
 *
 * Linear. href 2; UAX #15.
 */
bool cri_is_nfc(const cri_t *cri);

/**
 * Encodes a CRI or CRI reference as cri_encode(), with all texts in Unicode normalization form C and its host name
 * in lower case: for a CRI that was built, or converted from a URI or an IRI. Idempotent.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_OK
 *
 * Linear. href 2; RFC 3987 5.3.2; UAX #15.
 * cri_encode_nfc_view() also parses the result.
 */
CRI_MUST_CHECK
cri_err_t cri_encode_nfc(const cri_t *cri,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/** Writes the result of cri_encode_nfc() and parses it. The view borrows the buffer. `view` may be one of the inputs.
 * */
CRI_MUST_CHECK static inline cri_err_t cri_encode_nfc_view(const cri_t *cri, uint8_t *CRI_NULLABLE buf, size_t buf_cap,
    cri_t *view)
{
    size_t len;
    const cri_err_t err = cri_encode_nfc(cri, buf, buf_cap, &len);
    return (err != CRI_OK) ? err : cri_parse(cri_revision(cri), buf, len, view, &len);
}

/**
 * Converts a URI to a CRI as cri_from_uri(), and refuses a result for which cri_is_nfc() is false. The result is what
 * is checked: a buffer that is too small for it is reported first. To normalise it instead, call cri_from_uri(),
 * cri_parse() and cri_encode_nfc(), with a second buffer.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_NOT_NFC a text that is not in normalization form C, or letters beyond ASCII in the host name that
 *   are not in lower case
 * @retval other the errors of cri_from_uri()
 *
 * Linear. href 2, 6; RFC 3987 3.1; UAX #15.
 * cri_from_uri_nfc_view() also parses the result.
 */
CRI_MUST_CHECK
cri_err_t cri_from_uri_nfc(uint8_t rev,
                           const char *CRI_NULLABLE uri,
                           size_t uri_len,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len);

/** Writes the result of cri_from_uri_nfc() and parses it. The view borrows the buffer. `view` may be one of the
 * inputs. */
CRI_MUST_CHECK static inline cri_err_t cri_from_uri_nfc_view(uint8_t rev, const char *CRI_NULLABLE uri, size_t uri_len,
    uint8_t *CRI_NULLABLE buf, size_t buf_cap, cri_t *view)
{
    size_t len;
    const cri_err_t err = cri_from_uri_nfc(rev, uri, uri_len, buf, buf_cap, &len);
    return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/**
 * Converts an IRI to a CRI as cri_from_iri(), and refuses the results that cri_from_uri_nfc() refuses.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] iri UTF-8
 * @param[in] iri_len length of `iri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_NOT_NFC as cri_from_uri_nfc()
 * @retval other the errors of cri_from_iri()
 *
 * Linear. href 2, 6; RFC 3987 3.1, 5.3.2; UAX #15.
 * cri_from_iri_nfc_view() also parses the result.
 */
CRI_MUST_CHECK
cri_err_t cri_from_iri_nfc(uint8_t rev,
                           const char *CRI_NULLABLE iri,
                           size_t iri_len,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len);

/** Writes the result of cri_from_iri_nfc() and parses it. The view borrows the buffer. `view` may be one of the
 * inputs. */
CRI_MUST_CHECK static inline cri_err_t cri_from_iri_nfc_view(uint8_t rev, const char *CRI_NULLABLE iri, size_t iri_len,
    uint8_t *CRI_NULLABLE buf, size_t buf_cap, cri_t *view)
{
    size_t len;
    const cri_err_t err = cri_from_iri_nfc(rev, iri, iri_len, buf, buf_cap, &len);
    return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/** @} */

CRI_END_DECLS

#endif /* CRI_NFC_H */
