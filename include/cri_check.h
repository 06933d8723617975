/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CHECK_H
#define CRI_CHECK_H

#include "cri.h"

/**
 * @file
 * Checks: what an application or a specification may want to know of a CRI before it accepts it.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_check Checks
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
 * Tag 99 is not part of the canonical form. Normal form is another question: see cri_normalize().
 *
 * @param[in] cri  the CRI or CRI reference
 * @return true if the bytes are canonical; false if not, for a view without bytes of its own, which an operation made,
 *         and for NULL
 *
 * Linear. href 5.1; R2.
 */
bool cri_is_canonical(const cri_t *cri);

/**
 * Returns which features of the CRI format a CRI uses, so that an application can refuse those that it does not support.
 *
 * Revision 27 defines a Basic CRI, which uses none of #CRI_USES_SCHEME_NAME, #CRI_USES_NO_AUTHORITY, #CRI_USES_USERINFO
 * and #CRI_USES_PET, and a Simple CRI, which does not use #CRI_USES_PET. The answer is the same in revision 13. A CRI
 * reference without an authority section does not use #CRI_USES_NO_AUTHORITY: its authority is the base's.
 *
 * @param[in] cri  the CRI or CRI reference
 * @return a sum of CRI_USES_… bits; 0 for none, and for NULL
 *
 * Linear. href-27 2, 6, 7.1 and its CDDL.
 */
uint32_t cri_uses(const cri_t *cri);

/**
 * Parses the CRI or CRI reference at the start of data again, after cri_parse() refused it, and stores where the error is.
 *
 * The place is that of the innermost CBOR item at fault: a text, a number, or the head of an array. If the data ends inside
 * the item, or is not well-formed, it is the item that ends too early or is malformed; the length of the data if an item is
 * missing at its end. For #CRI_ERR_NOT_VALID it is the first segment of the path, or the path or authority if there is none;
 * for a name that reads as an IPv4 address, its first label.
 *
 * @param[in]  rev       the revision, #CRI_REV_13 or #CRI_REV_27
 * @param[in]  data      CBOR
 * @param[in]  data_len  length of `data` in bytes
 * @param[out] offset    offset of the item at fault in bytes; stored only if the result is an error about the data
 * @param[out] part      the part that it is in, a CRI_PART_… number; #CRI_PART_SCHEME for a first section of any other kind
 *                       than those allowed; stored only if `offset` is
 * @return what cri_parse() returns
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
 * Reads a URI reference as cri_from_uri() does, without writing a CRI, and stores where the error is.
 *
 * The place is that of the first invalid character; the "%" of an invalid triplet; the "[" of an invalid IP literal. If the
 * text is a URI reference that has no CRI, it is the first digit of the port, the "%" before the zone identifier, the ":" in
 * the user information, or the first character of the path.
 *
 * @param[in]  rev      the revision, #CRI_REV_13 or #CRI_REV_27
 * @param[in]  uri      ASCII
 * @param[in]  uri_len  length of `uri` in bytes
 * @param[out] offset   offset of the character at fault in bytes; stored only if the result is an error about the text
 * @param[out] part     the part that it is in, a CRI_PART_… number; stored only if `offset` is
 * @return what cri_from_uri() returns with a buffer that is large enough
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
 * Reads an IRI reference as cri_from_iri() does, without writing a CRI, and stores where the error is.
 *
 * The place is as for cri_from_uri_where(), in bytes; for text that is not UTF-8, the first byte of what is no character.
 *
 * @param[in]  rev      the revision, #CRI_REV_13 or #CRI_REV_27
 * @param[in]  iri      UTF-8
 * @param[in]  iri_len  length of `iri` in bytes
 * @param[out] offset   offset of the character at fault in bytes; stored only if the result is an error about the text
 * @param[out] part     the part that it is in, a CRI_PART_… number; stored only if `offset` is
 * @return what cri_from_iri() returns with a buffer that is large enough
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
 * Returns which sections of RFC 8820 (BCP 190) a specification would violate by mandating a reference, instead of leaving
 * the URI space to its owner.
 *
 * This is about a specification for any URI, an "Extension" in RFC 8820. An "Application" may require schemes (2.1) and
 * define the queries of its own resources (2.4): mask those bits.
 *
 * A path counts as fixed if it does not start from the base's path, unless it is the root itself or below "/.well-known/".
 * Links relative to a path that the deployment chooses violate nothing.
 *
 * @param[in] cri  the CRI or CRI reference
 * @return a sum of CRI_OWNERSHIP_… bits; 0 for none, and for NULL
 *
 * Constant time. RFC 8820 2; R21.
 */
uint8_t cri_ownership_check(const cri_t *cri);

/** @} */

CRI_END_DECLS

#endif /* CRI_CHECK_H */
