/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CHECK_H
#define CRI_CHECK_H

#include "cri.h"

/**
 * @file
 * Checks: what an application may want to know before it accepts a CRI. Is it in the one canonical encoding? Which
 * features does it use? Where is the error in data or text that was refused? And for specifications: which freedoms of
 * a URI's owner would a specification take by fixing this reference?
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_check cri_check.h: checks
 * @{
 */

/** A scheme given by its name. href-27 feature "scheme-name". */
#define CRI_USES_SCHEME_NAME 1
/** null or true in place of an authority. href-27 feature "no-authority". */
#define CRI_USES_NO_AUTHORITY 2
/** User information. href-27 feature "userinfo". */
#define CRI_USES_USERINFO 4
/** Percent-encoded text (PET). href-27 feature "text-or-pet", an extended form. */
#define CRI_USES_PET 8
/** A zone identifier: no feature of the draft, but no URI has one in revision 27. */
#define CRI_USES_ZONE 16
/** A fixed scheme. RFC 8820 2.1. */
#define CRI_OWNERSHIP_SCHEME 1
/** A fixed authority. RFC 8820 2.2. */
#define CRI_OWNERSHIP_AUTHORITY 2
/** A fixed path, or the beginning of one. RFC 8820 2.3. */
#define CRI_OWNERSHIP_PATH 4
/** Fixed query parameters. RFC 8820 2.4. */
#define CRI_OWNERSHIP_QUERY 8
/** A fixed fragment. RFC 8820 2.5. */
#define CRI_OWNERSHIP_FRAGMENT 16
/**
 * Returns whether the bytes that a CRI was parsed from are canonical: what cri_encode() writes.
 *
 * With tag 99 before it, the answer is false. A canonical CRI need not be normal: see cri_normalize().
 *
 * @param[in] cri the CRI or CRI reference
 * @return true if they are canonical; false otherwise, for a view that an operation made, which has no such bytes, and
 *   for NULL
 *
 * Linear. href 5.1; R2.
 */
bool cri_is_canonical(const cri_t *cri);

/**
 * Returns which optional features a CRI uses, so that an application can refuse CRIs that it does not support.
 *
 * A Basic CRI, as revision 27 defines it, uses none of #CRI_USES_SCHEME_NAME, #CRI_USES_NO_AUTHORITY,
 * #CRI_USES_USERINFO and #CRI_USES_PET. A Simple CRI does not use #CRI_USES_PET. A reference without an authority
 * section does not use #CRI_USES_NO_AUTHORITY: its authority is the base's. Both revisions give the same answer.
 *
 * @param[in] cri the CRI or CRI reference
 * @return a sum of `CRI_USES_…` bits; 0 for none, and for NULL
 *
 * Linear. href-27 5.1, 7 and 7.2.
 */
uint32_t cri_uses(const cri_t *cri);

/**
 * Parses the CRI or CRI reference at the start of `data`, and stores where the error is: call it after cri_parse() has
 * failed.
 *
 * For an error in the data, `offset` and `part` are stored, otherwise not.
 *
 * Bytes after the item are ignored, as in cri_parse(): for data that only cri_parse_exact() refuses, the result is
 * #CRI_OK.
 *
 * The offset is that of the innermost CBOR item at fault: a text, a number, the head of an array. Where an item is
 * missing at the end of `data`, it is `data_len`. For #CRI_ERR_NOT_VALID it is the offset of the first segment;
 * without segments, of the path; without a path, of the authority. For a name that reads as an IPv4 address, it is the
 * offset of its first label.
 *
 * @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR; bytes after the item are ignored
 * @param[in] data_len length of `data`
 * @param[out] offset offset of the item at fault in bytes
 * @param[out] part the part that it is in: CRI_PART_…; #CRI_PART_WHOLE if it is in no section
 * @retval CRI_OK there is no error
 * @retval other the errors of cri_parse()
 *
 * Linear in the length of the item. href 5.1, 5.2; R1, R3, R4.
 */
CRI_MUST_CHECK
cri_err_t cri_parse_where(uint8_t rev,
                          const uint8_t *CRI_NULLABLE data,
                          size_t data_len,
                          size_t *offset,
                          uint8_t *part);

/**
 * Checks whether a URI reference has a CRI, and stores where the error is: call it after cri_from_uri() has failed.
 *
 * Returns what cri_from_uri() returns with a buffer that is large enough. If that is an error in the text, `offset`
 * and `part` are stored, otherwise not.
 *
 * The offset is that of the first invalid character: of an invalid triplet its "%", of an invalid IP literal its "[".
 * In a URI reference without a CRI it is that of the first digit of the port, of the "%" before the zone identifier,
 * of the ":" in the user information, or of the first character of the path.
 *
 * @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] offset offset of the character at fault in bytes
 * @param[out] part the part that it is in: #CRI_PART_USERINFO, _HOST, _PORT, _PATH, _QUERY, _FRAGMENT or _ZONE
 * @retval CRI_OK there is no error
 * @retval other the errors of cri_from_uri()
 *
 * Linear, whatever the text. RFC 3986 3, A; href 6; R12.
 */
CRI_MUST_CHECK
cri_err_t cri_from_uri_where(uint8_t rev,
                             const char *CRI_NULLABLE uri,
                             size_t uri_len,
                             size_t *offset,
                             uint8_t *part);

/**
 * Checks whether an IRI reference has a CRI, and stores where the error is: call it after cri_from_iri() has failed.
 *
 * Returns what cri_from_iri() returns with a buffer that is large enough. Offset and part are as with
 * cri_from_uri_where(); in text that is not UTF-8, the offset is that of the first byte that begins no character.
 *
 * @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
 * @param[in] iri UTF-8
 * @param[in] iri_len length of `iri`
 * @param[out] offset offset of the character at fault in bytes
 * @param[out] part the part that it is in, as with cri_from_uri_where()
 * @retval CRI_OK there is no error
 * @retval other the errors of cri_from_iri()
 *
 * Linear, whatever the text. RFC 3987 2.2; href 6; R12.
 */
CRI_MUST_CHECK
cri_err_t cri_from_iri_where(uint8_t rev,
                             const char *CRI_NULLABLE iri,
                             size_t iri_len,
                             size_t *offset,
                             uint8_t *part);

/**
 * Returns which sections of RFC 8820 (BCP 190) a specification would violate by mandating a reference, instead of
 * leaving the URI space to its owner.
 *
 * This is about a specification for any URI, an "Extension" in RFC 8820. An "Application" may require schemes (2.1)
 * and define the queries of its own resources (2.4): mask those bits.
 *
 * A path counts as fixed if it does not start from the base's path, unless it is the root itself or below
 * "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
 *
 * @param[in] cri the CRI or CRI reference
 * @return a sum of `CRI_OWNERSHIP_…` bits; 0 for none, and for NULL
 *
 * Constant time. RFC 8820 2; R21.
 */
uint8_t cri_ownership_check(const cri_t *cri);

/** @} */

CRI_END_DECLS

#endif /* CRI_CHECK_H */
