/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CORI_H
#define CRI_CORI_H

#include "cri.h"

/**
 * @file
 * CoRI, the older serialization of draft-ietf-core-href-02 ("cori"): a CBOR sequence of options.
 *
 * The library has these functions if cri_features() has #CRI_FEATURE_CORI.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_cori CoRI
 * @{
 */

/** Relative. */
#define CRI_CORI_RELATIVE 0
/** Absolute, with a lone empty path segment. */
#define CRI_CORI_ABSOLUTE 1
/** Absolute and normalised. */
#define CRI_CORI_NORMALIZED 2
/**
 * A CoRI: a view of the caller's bytes, which must outlive it and stay unchanged.
 *
 * Made by cri_cori_parse(), cri_cori_resolve() and cri_cori_relativize(); may be copied by assignment. Its
 * fields are private.
 */
typedef struct cri_cori_t {
  const uint8_t *_head;
  size_t _head_len;
  const uint8_t *_tail;
  size_t _tail_len;
  uint8_t _own[18];
} cri_cori_t;

/**
 * Parses and checks the CoRI at the start of data, and stores a view that borrows data.
 *
 * CoRI is the older serialization of URI references, of draft-ietf-core-href-02 ("cori" here): an array
 * of alternating option numbers and option values. cri_features() says whether the library has these
 * functions.
 *
 * data, data_len: CBOR; bytes after the item are ignored. cori: the view. consumed: the length of the
 * item.
 *
 * Returns CRI_OK; CRI_ERR_CORI_OPTION for an unknown or misplaced option, or an end where another option
 * is required; CRI_ERR_STRUCTURE for a value of another type, an odd number of items, or no array;
 * CRI_ERR_FEATURE for a tag or simple value instead; CRI_ERR_INDEFINITE; CRI_ERR_SCHEME_NAME;
 * CRI_ERR_ADDRESS for a host.ip of neither 4 nor 16 bytes; CRI_ERR_PORT for a port above 65535;
 * CRI_ERR_CORI_PATH_TYPE for a path type above 127; CRI_ERR_DOT_SEGMENT; CRI_ERR_UTF8; with all these
 * (cri_err_is_unprocessable()) consumed is stored as the number of bytes to skip, and cori is not
 * stored. CRI_ERR_TRUNCATED if data ends inside the item; CRI_ERR_CBOR if it is not well-formed;
 * CRI_ERR_LIMIT if its end cannot be found because more than 16 indefinite-length items nest;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps data or the other one.
 *
 * Linear in the length of the item. cori 2, 3; R1, R3, R18.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_parse(const uint8_t *CRI_NULLABLE data,
                         size_t data_len,
                         cri_cori_t *cori,
                         size_t *consumed);

/**
 * Checks the CoRI at the start of data as cri_cori_parse(), without a view.
 *
 * data, data_len: CBOR; bytes after the item are ignored. kind: as cri_cori_kind(). consumed: the length
 * of the item.
 *
 * Returns, complexity, and section: as cri_cori_parse().
 */
CRI_MUST_CHECK
cri_err_t cri_cori_check(const uint8_t *CRI_NULLABLE data,
                         size_t data_len,
                         uint8_t *kind,
                         size_t *consumed);

/**
 * Returns whether a CoRI is relative (CRI_CORI_RELATIVE), absolute but not normalized
 * (CRI_CORI_ABSOLUTE), or absolute and normalized (CRI_CORI_NORMALIZED), so that it resolves to itself.
 * The result of cri_cori_resolve() is normalized.
 *
 * CRI_CORI_RELATIVE for NULL. Constant time. cori 2.2.
 */
uint8_t cri_cori_kind(const cri_cori_t *cori);

/**
 * Resolves a CoRI against an absolute one, without a buffer: the result is a view of the bytes that both
 * borrow.
 *
 * base: an absolute CoRI; it is normalized first. href: any CoRI; an absolute one resolves to itself,
 * normalized. relation: the number that the path type append-relation appends, in decimal. resolved: an
 * absolute CoRI; it may not overlap base, href, or the bytes that these borrow.
 *
 * Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE if base is relative; CRI_ERR_LIMIT if the result would be in
 * more than two pieces, as when segments are kept of both pieces of a base that is itself a resolved view
 * (encode and parse that base first); CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
 *
 * Linear in the number of options of base. cori 4.1; R19.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_resolve(const cri_cori_t *base,
                           const cri_cori_t *href,
                           uint32_t relation,
                           cri_cori_t *resolved);

/**
 * Makes an absolute CoRI relative to a base, without a buffer: stores a reference that resolves against
 * base to target, normalized; a view of the bytes that target borrows.
 *
 * base, target: absolute CoRIs, in the order of cri_relativize(); the draft has the opposite order.
 * reference: a reference, or target itself if they have no scheme in common; it may not overlap base,
 * target, or the bytes that these borrow.
 *
 * Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE if either is relative; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
 *
 * Linear in the number of options of both. cori 2.2.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_relativize(const cri_cori_t *base,
                              const cri_cori_t *target,
                              cri_cori_t *reference);

/**
 * @}
 * @defgroup cri_cori_convert Conversions of CoRIs
 * @{
 */

/** Add Proxy-Scheme. */
#define CRI_CORI_TO_PROXY 1
/** Ignore a fragment, and accept any scheme, as the draft's code does. */
#define CRI_CORI_SILENT 2
/**
 * Writes a CoRI as CBOR with the shortest heads, normalized if it is absolute.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the other
 * one. After an error buf is unspecified up to buf_cap.
 *
 * Linear. cori 3.
 */
CRI_MUST_CHECK cri_err_t cri_cori_encode(const cri_cori_t *cori, uint8_t *CRI_NULLABLE buf, size_t buf_cap, size_t *len);

/**
 * Recomposes the URI of an absolute CoRI: always with its port, and with at least "/" as its path.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the ASCII
 * text, without the NUL that ends it (R23).
 *
 * Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE; CRI_ERR_BUFFER if it does not fit, with len stored as the
 * length needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it
 * borrows, or the other one. After an error buf is unspecified up to buf_cap.
 *
 * Linear. cori 4.2; R19; IPv6 addresses as RFC 5952.
 */
CRI_MUST_CHECK cri_err_t cri_cori_recompose(const cri_cori_t *cori, char *CRI_NULLABLE buf, size_t buf_cap, size_t *len);

/**
 * Decomposes a URI into a CoRI: absolute, normalized, and such that cri_cori_recompose() writes an
 * equivalent URI. The text is normalised as by cri_from_uri(), and the scheme's default port added.
 *
 * uri, uri_len: ASCII. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in
 * bytes.
 *
 * Returns CRI_OK; CRI_ERR_URI_NOT_ASCII, CRI_ERR_URI_SYNTAX, CRI_ERR_URI_PORT, CRI_ERR_URI_HOST,
 * CRI_ERR_ZONE as cri_from_uri() in revision 27; CRI_ERR_CORI_NOT_ABSOLUTE for a relative reference;
 * CRI_ERR_NO_CORI for URIs without a CoRI: no authority, user information, no port where the library
 * knows no default for the scheme, percent-encoded octets that are not UTF-8 or that recomposing would
 * not encode again; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
 * unspecified up to buf_cap.
 *
 * Linear, whatever the text. cori 2.2; R12.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_decompose(const char *CRI_NULLABLE uri,
                             size_t uri_len,
                             uint8_t *CRI_NULLABLE buf,
                             size_t buf_cap,
                             size_t *len);

/**
 * Writes the options of a CoAP request for an absolute CoRI, delta-coded from number 0: Uri-Host,
 * Uri-Port, Uri-Path, Uri-Query, and Proxy-Scheme if requested. Defaults are not omitted.
 *
 * flags: a sum of CRI_CORI_TO_PROXY to add Proxy-Scheme, and CRI_CORI_SILENT to ignore a fragment and
 * accept any scheme, as the draft's code does. buf, buf_cap: the buffer; NULL and 0 to ask for the
 * length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_CORI_NOT_ABSOLUTE; CRI_ERR_COAP_SCHEME, CRI_ERR_COAP_FRAGMENT without
 * CRI_CORI_SILENT; CRI_ERR_COAP_LENGTH for a value of more than 65804 bytes; CRI_ERR_BUFFER if it does
 * not fit, with len stored as the length needed; CRI_ERR_ARGUMENT, also for an unknown flag;
 * CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the other one. After an
 * error buf is unspecified up to buf_cap.
 *
 * Linear. cori 4.3; R20.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_to_coap(const cri_cori_t *cori,
                           uint8_t flags,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len);

/**
 * Converts an absolute CoRI to the CRI of the URI that it recomposes to, or a relative one to the CRI
 * reference that resolves in the same way; in canonical form. The host name becomes lower case, the
 * scheme's default port is omitted.
 *
 * The empty CoRI becomes the empty reference, which keeps the fragment of a base, unlike the empty CoRI
 * (R7). Appending (path type 2) to a base whose path is "/" keeps its empty segment in a CRI.
 *
 * rev: the revision to write. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the
 * length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_NO_CRI for a reference that begins with a port, or with the path type
 * append-relation; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cori, the bytes that it borrows, or the other
 * one. After an error buf is unspecified up to buf_cap.
 *
 * Linear, except for the search of a scheme's number. cori 2; href 5.1; R2.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_to_cri(const cri_cori_t *cori,
                          uint8_t rev,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Converts a full CRI to the absolute CoRI that recomposes to the same URI, or a CRI reference to a
 * relative CoRI that resolves in the same way. The scheme's default port is added, a lone empty segment
 * after an authority or a root omitted.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the registry has no name for the scheme's number;
 * CRI_ERR_NO_CORI for CRIs without a CoRI: no authority, user information, a zone identifier,
 * percent-encoded text, a dot in a label, a discard value of 126 or 127, no port where the library knows
 * no default for the scheme or the scheme is the base's; CRI_ERR_BUFFER if it does not fit, with len
 * stored as the length needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes
 * that it borrows, or the other one. After an error buf is unspecified up to buf_cap.
 *
 * Linear, except for the search of a scheme's name. cori 2; href 5.2.
 */
CRI_MUST_CHECK cri_err_t cri_cori_from_cri(const cri_t *cri, uint8_t *CRI_NULLABLE buf, size_t buf_cap, size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_CORI_H */
