/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_URI_H
#define CRI_URI_H

#include "cri.h"

/**
 * @file
 * URI references as text (RFC 3986): split, resolve, normalise, compare. No CRI is involved, and no buffer where none is
 * asked for.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_uri URI text
 * @{
 */

/** In cri_uri_host_kind(): an IPv6 address with a zone identifier. */
#define CRI_HOST_IPV6_ZONE 4
/** In cri_uri_host_kind(): an IP literal of a future version. */
#define CRI_HOST_FUTURE 5
/** Characters as they are. RFC 3986 6.2.1. */
#define CRI_URI_SIMPLE 0
/** Also case, percent-encoding, dot segments, and IPv6 addresses as in RFC 5952. RFC 3986 6.2.2. */
#define CRI_URI_SYNTAX 1
/**
 * Also ports that are empty or the scheme's default, and an empty path after an authority, for the CoAP and HTTP schemes.
 * RFC 3986 6.2.3.
 */
#define CRI_URI_SCHEME 2

/**
 * A URI reference split into its components by cri_uri_split(): slices of its text, which must outlive it
 * and stay unchanged. May be copied by assignment. Its fields are private.
 */
typedef struct cri_uri_t {
  const uint8_t *_text;
  size_t _scan[4];
  uint8_t _kind;
  uint8_t _literal;
  uint16_t _shape;
  size_t _bounds[8];
  uint8_t _groups[8][2];
} cri_uri_t;

/**
 * An iterator over path segments or query parameters of a URI reference. Its fields are private.
 */
typedef struct cri_uri_iter_t {
  const uint8_t *_rest;
  size_t _rest_len;
  uint8_t _separator;
} cri_uri_iter_t;

/**
 * Splits a URI reference into its components, without copying: slices of the text, which must outlive
 * them. The grammar is strict.
 *
 * uri, uri_len: ASCII. parts: the components. offset: on an error only: offset in bytes of the first
 * invalid character; for an invalid triplet of its "%", for an invalid IP literal of its "[".
 *
 * Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII, or CRI_ERR_URI_HOST if the text between
 * brackets is no IP literal, with offset stored; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps
 * uri or the other one.
 *
 * Linear, whatever the text. RFC 3986 3, A; RFC 6874 2.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_split(const char *CRI_NULLABLE uri,
                        size_t uri_len,
                        cri_uri_t *parts,
                        size_t *offset);

/**
 * Stores a component.
 *
 * part: CRI_PART_SCHEME, _USERINFO, _HOST (with its brackets), _PORT (digits, of any number), _PATH,
 * _QUERY or _FRAGMENT. chars, chars_len: as it is written, a slice of the text; decode it with
 * cri_uri_decode().
 *
 * Returns false, and stores nothing, if it is undefined. An empty component is defined. A path always
 * is, a host if there is an authority.
 *
 * Constant time. RFC 3986 3, 5.3.
 */
bool cri_uri_part(const cri_uri_t *uri, uint8_t part, const char **chars, size_t *chars_len);

/**
 * Returns the kind of the host: CRI_HOST_NONE, _NAME, _IPV4, _IPV6, _IPV6_ZONE or _FUTURE. Rare
 * spellings of IPv4 addresses are names: "127.1", "0x7f.1", "010.0.0.1".
 *
 * Constant time. RFC 3986 3.2.2, 7.4.
 */
uint8_t cri_uri_host_kind(const cri_uri_t *uri);

/**
 * Initialises an iterator over the segments of a path: none of an empty path. A leading slash separates
 * nothing: "/a/" has the segments "a" and "".
 *
 * Constant time. RFC 3986 3.3.
 */
void cri_uri_path_iter(const cri_uri_t *uri, cri_uri_iter_t *iter);

/**
 * Initialises an iterator over the parameters of a query, which are separated by ampersands: none of an
 * undefined query, one empty parameter of an empty query.
 *
 * Constant time. RFC 3986 3.4; href 6.1.
 */
void cri_uri_query_iter(const cri_uri_t *uri, cri_uri_iter_t *iter);

/**
 * Advances to the next segment or parameter, and stores it.
 *
 * chars, chars_len: as it is written, a slice of the text; decode it with cri_uri_decode().
 *
 * Returns false, and stores nothing, at the end.
 *
 * Linear in its length.
 */
bool cri_uri_iter_next(cri_uri_iter_t *iter, const char **chars, size_t *chars_len);

/**
 * Decodes a component, segment or parameter: triplets become any octets. Decode after splitting, never
 * before: the result may contain any delimiter.
 *
 * chars, chars_len: the text to decode; a "%" that begins no triplet is kept. buf, buf_cap: the buffer;
 * NULL and 0 to ask for the length. len: the length in bytes. No NUL is appended, since the octets may
 * contain one.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps chars, or one the other. After an error buf is
 * unspecified up to buf_cap.
 *
 * Linear. RFC 3986 2.4.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_decode(const char *CRI_NULLABLE chars,
                         size_t chars_len,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/**
 * Resolves a URI reference against a base URI, as text.
 *
 * base, base_len: a URI, whose fragment is ignored. reference, reference_len: a URI reference. strict:
 * false to ignore the scheme of a reference if it is the base's. buf, buf_cap: the buffer; NULL and 0 to
 * ask for the length. len: the length in bytes, without the NUL that ends it (R23).
 *
 * Undefined and empty components are distinguished. Dot segments may be percent-encoded. A path that
 * would begin with two slashes without an authority is prefixed with "/.". Nothing else is normalised.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if base has no scheme; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or
 * CRI_ERR_URI_HOST as cri_uri_split(), of either text; CRI_ERR_BUFFER if it does not fit, with len
 * stored as the length needed; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps base, reference,
 * or the other one. After an error buf is unspecified up to buf_cap.
 *
 * Linear, whatever the texts. RFC 3986 5.2, 5.3.
 */
cri_err_t cri_uri_resolve(const char *CRI_NULLABLE base,
                          size_t base_len,
                          const char *CRI_NULLABLE reference,
                          size_t reference_len,
                          bool strict,
                          char *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Normalises a URI reference.
 *
 * uri, uri_len: ASCII. level: CRI_URI_SIMPLE, _SYNTAX or _SCHEME. buf, buf_cap: the buffer; NULL and 0 to
 * ask for the length. len: the length in bytes, without the NUL that ends it (R23).
 *
 * Dot segments of a relative reference are removed if the result does not depend on the base. A path
 * that would begin with two slashes without an authority keeps its prefix "/.". Idempotent.
 *
 * Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or CRI_ERR_URI_HOST as cri_uri_split();
 * CRI_ERR_BUFFER if it does not fit, with len stored as the length needed; CRI_ERR_ARGUMENT, also for an
 * unknown level; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
 * unspecified up to buf_cap.
 *
 * Linear, whatever the text. RFC 3986 6.2; RFC 5952; R12.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_normalize(const char *CRI_NULLABLE uri,
                            size_t uri_len,
                            uint8_t level,
                            char *CRI_NULLABLE buf,
                            size_t buf_cap,
                            size_t *len);

/**
 * Compares two URI references as cri_uri_normalize() would write them, without a buffer.
 *
 * a, a_len, b, b_len: ASCII. level: CRI_URI_SIMPLE, _SYNTAX or _SCHEME. equal: true if they are
 * equivalent at that level. References are compared as such; resolve them first to compare what they
 * refer to.
 *
 * Returns CRI_OK; CRI_ERR_URI_SYNTAX, CRI_ERR_URI_NOT_ASCII or CRI_ERR_URI_HOST as cri_uri_split(), of
 * either text; CRI_ERR_ARGUMENT, also for an unknown level; CRI_ERR_OVERLAP if equal overlaps a text.
 *
 * Linear, whatever the texts. RFC 3986 6.2.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_equal(const char *CRI_NULLABLE a,
                        size_t a_len,
                        const char *CRI_NULLABLE b,
                        size_t b_len,
                        uint8_t level,
                        bool *equal);

/** @} */

CRI_END_DECLS

#endif /* CRI_URI_H */
