/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_EDN_H
#define CRI_EDN_H

#include "cri.h"

/**
 * @file
 * CBOR diagnostic notation (EDN): CRIs for people, in logs, configurations and tests.
 *
 * @code
 * uint8_t cbor[64];
 * size_t len, offset;
 *
 * if (cri_from_edn(CRI_REV_27, CRI_LIT("cri'coap://example.com/a'"), cbor, sizeof cbor, &len, &offset) != CRI_OK)
 *     printf("error at byte %zu\n", offset);
 * @endcode
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_edn cri_edn.h: diagnostic notation
 * @{
 */

/**
 * Writes the canonical form of a CRI or CRI reference in diagnostic notation, such as `[-1, ["example", "com"]]`.
 *
 * Byte strings are in lower-case hexadecimal. cri_from_edn() reads the same CRI back.
 *
 * @param[in]  cri      the CRI or CRI reference
 * @param[out] buf      the buffer; NULL with `buf_cap` 0 to ask for the length
 * @param[in]  buf_cap  capacity of `buf` in bytes
 * @param[out] len      length in bytes of the UTF-8 text, without the final NUL
 * @retval CRI_OK
 * @retval CRI_ERR_BUFFER  `buf_cap` is too small; `len` is the length needed
 *
 * Linear. RFC 8949 8; RFC 8610 G.
 */
CRI_MUST_CHECK
cri_err_t cri_to_edn(const cri_t *cri,
                     char *CRI_NULLABLE buf,
                     size_t buf_cap,
                     size_t *len);

/**
 * Writes a CRI or CRI reference in diagnostic notation as a literal with its IRI, such as `cri'coap://example.com'`, if
 * cri_from_edn() reads the same CRI back from it; else as cri_to_edn().
 *
 * There is no such literal for: CRIs without a form as an IRI; a scheme by its name where the registry has a number; the
 * default port of the scheme; upper-case letters in a host name; octets that need not be percent-encoded; an empty path or
 * query of a reference; an apostrophe.
 *
 * @param[in]  cri      the CRI or CRI reference
 * @param[out] buf      the buffer; NULL with `buf_cap` 0 to ask for the length
 * @param[in]  buf_cap  capacity of `buf` in bytes
 * @param[out] len      length in bytes of the UTF-8 text, without the final NUL
 * @retval CRI_OK
 * @retval CRI_ERR_BUFFER  `buf_cap` is too small; `len` is the length needed
 *
 * Linear. R25; href 6.1; RFC 3987 3.2.
 */
CRI_MUST_CHECK
cri_err_t cri_to_edn_literal(const cri_t *cri,
                             char *CRI_NULLABLE buf,
                             size_t buf_cap,
                             size_t *len);

/**
 * Converts a CRI or CRI reference in diagnostic notation to CBOR, in canonical form and without a tag.
 *
 * The notation may have integers, `true`, `false`, `null`, text strings with the escapes of JSON, byte strings as ``h''``,
 * ``b64''`` and ``''``, arrays, tag 99 as `99(…)`, comments, and optional commas. ``cri'text'`` is the CRI reference of a URI
 * or IRI reference, as cri_from_iri() converts it, and ``CRI'text'`` the same in tag 99. Tag 99 is read in revision 27. Blank
 * space and comments may surround the item, but nothing else.
 *
 * Between single quotes there is ``\'`` in place of ``\"``, no ``\/``, and no ``\u`` for printable ASCII: ``cri'/\u00e9'`` is
 * valid, ``cri'/\u0061'`` is #CRI_ERR_SYNTAX.
 *
 * The first error in the text is returned, whatever the capacity of `buf`.
 *
 * @param[in]  rev      the revision to write
 * @param[in]  edn      the notation, in UTF-8
 * @param[in]  edn_len  length of `edn` in bytes
 * @param[out] buf      the buffer; NULL with `buf_cap` 0 to ask for the length
 * @param[in]  buf_cap  capacity of `buf` in bytes
 * @param[out] len      length of the CBOR in bytes
 * @param[out] offset   with an error of the text: offset in `edn` of the first invalid character, or of the item that is
 *                      refused; in a literal as cri_from_iri_where()
 * @retval CRI_OK
 * @retval CRI_ERR_BUFFER  `buf_cap` is too small; `len` is the length needed
 * @retval CRI_ERR_SYNTAX  it is not in this notation
 * @retval CRI_ERR_UTF8    it is not UTF-8
 * @retval CRI_ERR_LIMIT   a ``cri''`` literal with escapes is longer than 128 bytes without them
 * @retval other           as cri_parse(), for an item that is not a processable CRI; as cri_from_iri(), for a literal
 *
 * Linear. R25; RFC 8949 8; draft-ietf-cbor-edn-literals-24.
 */
CRI_MUST_CHECK
cri_err_t cri_from_edn(uint8_t rev,
                       const char *CRI_NULLABLE edn,
                       size_t edn_len,
                       uint8_t *CRI_NULLABLE buf,
                       size_t buf_cap,
                       size_t *len,
                       size_t *offset);

/** @} */

CRI_END_DECLS

#endif /* CRI_EDN_H */
