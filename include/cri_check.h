/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CHECK_H
#define CRI_CHECK_H

#include "cri.h"

/**
 * @file
 * Checks that an application may make before it accepts a CRI. Is the CRI in canonical encoding? Which optional
 * features does it use? Where is the error in data or text that was refused? For authors of specifications: which
 * choices would a specification take from the owner of a URI if it fixed this reference?
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_check cri_check.h: checks
 * @{
 */

enum {
  /** The CRI gives its scheme by name: the feature "scheme-name" of href-27. */
  CRI_USES_SCHEME_NAME = 1,

  /** The CRI has null or true instead of an authority: the feature "no-authority" of href-27. */
  CRI_USES_NO_AUTHORITY = 2,

  /** The CRI has user information: the feature "userinfo" of href-27. */
  CRI_USES_USERINFO = 4,

  /** The CRI has percent-encoded text (PET): the feature "text-or-pet" of href-27, an extended form. */
  CRI_USES_PET = 8,

  /**
   * The CRI has a zone identifier. Zone identifiers are not an optional feature of the draft, but in revision 27 a CRI
   * with a zone identifier has no URI.
   */
  CRI_USES_ZONE = 16,
};

enum {
  /** The reference fixes the scheme. RFC 8820 2.1. */
  CRI_OWNERSHIP_SCHEME = 1,

  /** The reference fixes the authority. RFC 8820 2.2. */
  CRI_OWNERSHIP_AUTHORITY = 2,

  /** The reference fixes the path or the beginning of the path. RFC 8820 2.3. */
  CRI_OWNERSHIP_PATH = 4,

  /** The reference fixes query parameters. RFC 8820 2.4. */
  CRI_OWNERSHIP_QUERY = 8,

  /** The reference fixes the fragment. RFC 8820 2.5. */
  CRI_OWNERSHIP_FRAGMENT = 16,
};

/**
 * Returns true if the bytes that a CRI was parsed from are canonical, that is, equal to the output of cri_encode().
 *
 * Bytes that begin with tag 99 are not canonical. A canonical CRI is not always in normal form: see cri_normalize().
 *
 * @param[in] cri the CRI or CRI reference
 * @return true if the bytes are canonical; false otherwise, for NULL, and for a view that an operation made, because
 *   it has no such bytes
 *
 * Linear. href 5.1.
 */
bool cri_is_canonical(const cri_t *cri);

/**
 * Returns the optional features that a CRI uses, so that an application can refuse CRIs that it does not support.
 *
 * A Basic CRI, as revision 27 defines it, has none of the bits #CRI_USES_SCHEME_NAME, #CRI_USES_NO_AUTHORITY,
 * #CRI_USES_USERINFO and #CRI_USES_PET. A Simple CRI does not have the bit #CRI_USES_PET. A reference without an
 * authority section does not have the bit #CRI_USES_NO_AUTHORITY, because it takes its authority from the base. The
 * result does not depend on the revision.
 *
 * @param[in] cri the CRI or CRI reference
 * @return a sum of `CRI_USES_…` bits; 0 if the CRI uses no optional feature, and for NULL
 *
 * Linear. href-27 5.1, 7 and 7.2.
 */
uint32_t cri_uses(const cri_t *cri);

/**
 * Parses the CRI or CRI reference at the start of `data`, and locates the error if it has one. Call this
 * function after cri_parse() has failed.
 *
 * `offset` and `part` are stored only for an error in the data.
 *
 * Bytes after the item are ignored, as in cri_parse(). For data that cri_parse() accepts and only cri_parse_exact()
 * refuses, the result is therefore #CRI_OK.
 *
 * `offset` is the offset of the innermost CBOR item at fault: a text, a number, the head of an array. If an item is
 * missing at the end of `data`, `offset` is `data_len`. For #CRI_ERR_NOT_VALID, `offset` is the offset of the first
 * segment, of the path if it has no segment, or of the authority if there is no path. For a name that reads as an IPv4
 * address, `offset` is the offset of the first label.
 *
 * @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR; bytes after the item are ignored
 * @param[in] data_len length of `data`
 * @param[out] offset offset in bytes of the item at fault
 * @param[out] part the component that the item is in, one of the `CRI_PART_…`; #CRI_PART_WHOLE if it is in no
 *   component
 * @retval CRI_OK there is no error
 * @retval other the errors of cri_parse()
 *
 * Linear in the length of the item. href 5.1, 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_parse_where(uint8_t rev,
                          const uint8_t *CRI_NULLABLE data,
                          size_t data_len,
                          size_t *offset,
                          uint8_t *part);

/**
 * Checks whether a URI reference has a CRI, and locates the error if it has no CRI. Call this function
 * after cri_from_uri() has failed.
 *
 * Returns the error that cri_from_uri() returns for a buffer that is large enough. `offset` and `part` are stored only
 * for an error in the text.
 *
 * `offset` is the offset of the first invalid character: of the "%" for an invalid triplet, and of the "[" for an
 * invalid IP literal. If a valid URI reference has no CRI, `offset` is the offset of the first digit of the port, of
 * the "%" before the zone identifier, of the ":" in the user information, or of the first character of the path.
 *
 * @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] offset offset in bytes of the character at fault
 * @param[out] part the component that the character is in: #CRI_PART_USERINFO, #CRI_PART_HOST, #CRI_PART_PORT,
 *   #CRI_PART_PATH, #CRI_PART_QUERY, #CRI_PART_FRAGMENT or #CRI_PART_ZONE
 * @retval CRI_OK there is no error
 * @retval other the errors of cri_from_uri()
 *
 * Linear, for every text. RFC 3986 3, A; href 6.
 */
CRI_MUST_CHECK
cri_err_t cri_from_uri_where(uint8_t rev,
                             const char *CRI_NULLABLE uri,
                             size_t uri_len,
                             size_t *offset,
                             uint8_t *part);

/**
 * Checks whether an IRI reference has a CRI, and locates the error if it has no CRI. Call this function
 * after cri_from_iri() has failed.
 *
 * Returns the error that cri_from_iri() returns for a buffer that is large enough. `offset` and `part` are as in
 * cri_from_uri_where(). In text that is not UTF-8, `offset` is the offset of the first byte that begins no character.
 *
 * @param[in] rev revision of the CRI: #CRI_REV_13 or #CRI_REV_27
 * @param[in] iri UTF-8
 * @param[in] iri_len length of `iri`
 * @param[out] offset offset in bytes of the character at fault
 * @param[out] part the component that the character is in, as in cri_from_uri_where()
 * @retval CRI_OK there is no error
 * @retval other the errors of cri_from_iri()
 *
 * Linear, for every text. RFC 3987 2.2; href 6.
 */
CRI_MUST_CHECK
cri_err_t cri_from_iri_where(uint8_t rev,
                             const char *CRI_NULLABLE iri,
                             size_t iri_len,
                             size_t *offset,
                             uint8_t *part);

/**
 * Returns the sections of RFC 8820 (BCP 190) that a specification would violate if it mandated a reference, instead of
 * leaving the URI space to its owner.
 *
 * The result applies to an "Extension", which is the term of RFC 8820 for a specification that can be used with any
 * URI. An "Application" may require schemes (2.1) and define the queries of its own resources (2.4), so mask these two
 * bits for an Application.
 *
 * A path counts as fixed if it does not start from the base's path, unless it is the root itself or below
 * "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
 *
 * @param[in] cri the CRI or CRI reference
 * @return a sum of `CRI_OWNERSHIP_…` bits; 0 if it would violate no section, and for NULL
 *
 * Constant time. RFC 8820 2.
 */
uint8_t cri_ownership_check(const cri_t *cri);

/** @} */

CRI_END_DECLS

#endif /* CRI_CHECK_H */
