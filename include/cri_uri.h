/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_URI_H
#define CRI_URI_H

#include "cri.h"

/**
 * @file
 * URI references as text (RFC 3986): split, resolve, normalise, compare. These functions work without CRIs. Only those
 * that write a text need a buffer.
 */

/**
 * @defgroup cri_uri_h cri_uri.h: RFC 3986 text
 * URI references as text, without CRIs.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_uri URI text
 * @ingroup cri_uri_h
 * @{
 */

enum {
  /** A result of cri_uri_host_kind(): an IPv6 address with a zone identifier. */
  CRI_HOST_IPV6_ZONE = 4,

  /** A result of cri_uri_host_kind(): an IP literal of a future version. */
  CRI_HOST_FUTURE = 5,
};

enum {
  /** A level of normalisation at which nothing changes. RFC 3986 6.2.1. */
  CRI_URI_SIMPLE = 0,

  /**
   * A level of normalisation that includes case, percent-encoding, dot segments, and IPv6 addresses as in RFC 5952. RFC
   * 3986 6.2.2.
   */
  CRI_URI_SYNTAX = 1,

  /**
   * A level of normalisation that includes #CRI_URI_SYNTAX. In addition, ports that are empty or the scheme's default
   * are removed, and an empty path after an authority becomes "/", for the schemes of iana/ports.csv: CoAP, HTTP,
   * WebSocket, ftp and others. RFC 3986 6.2.3.
   */
  CRI_URI_SCHEME = 2,
};

/**
 * The components of a URI reference, stored by cri_uri_split(). They are slices of the text, which must outlive them
 * and stay unchanged. The structure may be copied by assignment.
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
 * An iterator over path segments or query parameters of a URI reference.
 */
typedef struct cri_uri_iter_t {
  const uint8_t *_rest;
  size_t _rest_len;
  uint8_t _separator;
} cri_uri_iter_t;

/**
 * Splits a URI reference into its components, without copying. The components are slices of the text, which must
 * outlive them. A text that is not a URI reference is refused; cri_uri_split_lenient() accepts any text.
 *
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] components the components
 * @param[out] offset offset in bytes of the first invalid character, of the "%" of an invalid triplet, or of the "["
 *   of an invalid IP literal; stored only with an error
 * @retval CRI_ERR_URI_SYNTAX the text is not a URI reference
 * @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
 * @retval CRI_ERR_URI_HOST the text between brackets is not an IP literal
 *
 * Linear, for every text. RFC 3986 3, A; RFC 6874 2.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_split(const char *CRI_NULLABLE uri,
                        size_t uri_len,
                        cri_uri_t *components,
                        size_t *offset);

/**
 * Stores a component.
 *
 * @param[in] uri the components of a URI reference
 * @param[in] part #CRI_PART_SCHEME, which may have upper-case letters; #CRI_PART_USERINFO; #CRI_PART_HOST, with its
 *   brackets; #CRI_PART_PORT, any number of digits; #CRI_PART_PATH; #CRI_PART_QUERY; #CRI_PART_FRAGMENT
 * @param[out] chars a slice of the text; decode it with cri_uri_decode()
 * @param[out] chars_len length of `chars`
 * @return false, with nothing stored, if the component is undefined. A component may be empty and defined. The path is
 *   always defined; the host is defined if there is an authority
 *
 * Constant time. RFC 3986 3, 5.3.
 */
CRI_MUST_CHECK
bool cri_uri_part(const cri_uri_t *uri,
                  uint8_t part,
                  const char **chars,
                  size_t *chars_len);

/**
 * Returns the kind of the host. Rare spellings of IPv4 addresses are names: "127.1", "0x7f.1", "010.0.0.1".
 *
 * @param[in] uri the components of a URI reference
 * @return #CRI_HOST_NONE, #CRI_HOST_NAME, #CRI_HOST_IPV4, #CRI_HOST_IPV6, #CRI_HOST_IPV6_ZONE or #CRI_HOST_FUTURE
 *
 * Constant time. RFC 3986 3.2.2, 7.4.
 */
uint8_t cri_uri_host_kind(const cri_uri_t *uri);

/**
 * Initialises an iterator over the segments of a path. An empty path has no segments. A leading slash is not a
 * separator: "/a/" has the segments "a" and "".
 *
 * @param[out] iter the iterator, for cri_uri_iter_next()
 * @param[in] uri the components of a URI reference
 *
 * Constant time. RFC 3986 3.3.
 */
void cri_uri_iter_init_path(cri_uri_iter_t *iter,
                            const cri_uri_t *uri);

/**
 * Initialises an iterator over the parameters of a query, which are separated by ampersands. An undefined query has no
 * parameter. An empty query has one empty parameter.
 *
 * @param[out] iter the iterator, for cri_uri_iter_next()
 * @param[in] uri the components of a URI reference
 *
 * Constant time. RFC 3986 3.4; href 6.1.
 */
void cri_uri_iter_init_query(cri_uri_iter_t *iter,
                             const cri_uri_t *uri);

/**
 * Advances to the next segment or parameter, and stores it.
 *
 * @param[in,out] iter the iterator
 * @param[out] chars a slice of the text; decode it with cri_uri_decode()
 * @param[out] chars_len length of `chars`
 * @return false, with nothing stored, at the end
 *
 * Linear in the length of the segment or parameter.
 */
CRI_MUST_CHECK
bool cri_uri_iter_next(cri_uri_iter_t *iter,
                       const char **chars,
                       size_t *chars_len);

/**
 * Decodes the triplets of a component, segment or parameter. The result may contain any octets, including delimiters,
 * so decode after splitting, never before.
 *
 * @param[in] chars the text; a "%" that begins no triplet is kept
 * @param[in] chars_len length of `chars`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; no NUL is appended, since the octets may contain one
 * @retval CRI_OK
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
 * Undefined and empty components are distinguished. Dot segments are removed even if they are percent-encoded. If the
 * result would have no authority and a path that begins with two slashes, "/." is written before the path. Nothing
 * else is normalised.
 *
 * @param[in] base a URI, whose fragment is ignored
 * @param[in] base_len length of `base`
 * @param[in] reference a URI reference
 * @param[in] reference_len length of `reference`
 * @param[in] strict false to ignore the scheme of a reference if it is the base's
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_BASE `base` has no scheme
 * @retval CRI_ERR_URI_SYNTAX as in cri_uri_split(), for either text
 * @retval CRI_ERR_URI_NOT_ASCII as in cri_uri_split(), for either text
 * @retval CRI_ERR_URI_HOST as in cri_uri_split(), for either text
 *
 * Linear, for every text. RFC 3986 5.2, 5.3.
 */
CRI_MUST_CHECK
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
 * Dot segments of a relative reference are removed if the result does not depend on the base. The prefix "/." is kept
 * if the path would otherwise begin with two slashes and there is no authority. Normalising the result again changes
 * nothing.
 *
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[in] level #CRI_URI_SIMPLE, #CRI_URI_SYNTAX or #CRI_URI_SCHEME
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_URI_SYNTAX as in cri_uri_split()
 * @retval CRI_ERR_URI_NOT_ASCII as in cri_uri_split()
 * @retval CRI_ERR_URI_HOST as in cri_uri_split()
 *
 * Linear, for every text. RFC 3986 6.2; RFC 5952.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_normalize(const char *CRI_NULLABLE uri,
                            size_t uri_len,
                            uint8_t level,
                            char *CRI_NULLABLE buf,
                            size_t buf_cap,
                            size_t *len);

/**
 * Compares two URI references after normalising both as cri_uri_normalize() does, without a buffer. References are not
 * resolved: resolve them first to compare the resources that they refer to.
 *
 * @param[in] a ASCII
 * @param[in] a_len length of `a`
 * @param[in] b ASCII
 * @param[in] b_len length of `b`
 * @param[in] level #CRI_URI_SIMPLE, #CRI_URI_SYNTAX or #CRI_URI_SCHEME
 * @param[out] equal true if they are equivalent at that level
 * @retval CRI_ERR_URI_SYNTAX as in cri_uri_split(), for either text
 * @retval CRI_ERR_URI_NOT_ASCII as in cri_uri_split(), for either text
 * @retval CRI_ERR_URI_HOST as in cri_uri_split(), for either text
 *
 * Linear, for every text. RFC 3986 6.2.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_equal(const char *CRI_NULLABLE a,
                        size_t a_len,
                        const char *CRI_NULLABLE b,
                        size_t b_len,
                        uint8_t level,
                        bool *equal);

/**
 * Stores true if a reference refers to the same document as its base, that is, if it resolves to the base, ignoring
 * fragments.
 *
 * The resolved URI and the base are compared character by character: nothing is normalised. To ignore differences in
 * spelling, normalise both texts first, at the same level.
 *
 * @param[in] base the base, a URI
 * @param[in] base_len length of `base`
 * @param[in] reference a URI reference
 * @param[in] reference_len length of `reference`
 * @param[out] same true if both are the same document
 * @retval CRI_ERR_BASE the base has no scheme
 * @retval CRI_ERR_URI_SYNTAX one of the texts is not a URI reference
 * @retval CRI_ERR_URI_NOT_ASCII one of the texts has a byte outside ASCII
 * @retval CRI_ERR_URI_HOST in one of the texts, the text between the brackets is not an IP literal
 *
 * Linear, for every text; needs no buffer. RFC 3986 4.4.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_same_document(const char *CRI_NULLABLE base,
                                size_t base_len,
                                const char *CRI_NULLABLE reference,
                                size_t reference_len,
                                bool *same);

/**
 * @}
 * @defgroup cri_uri_prose URIs in prose
 * @ingroup cri_uri_h
 * Functions for text that people write and type: prose with URIs in it (RFC 3986 appendix C), and text that may not be
 * a URI (appendix B).
 *
 * @code
 * for (size_t at = 0; cri_uri_find(text, text_len, at, &start, &len); at = start + len)
 *     err = cri_uri_unwrap(text + start, len, uri, sizeof uri, &uri_len);
 * @endcode
 * @{
 */

/**
 * Finds the next URI in a text, at or after the offset `from`.
 *
 * A URI begins with a scheme and a colon. The scheme is as long as possible, and no letter or digit precedes it. The
 * text after the colon is neither empty nor only two slashes. References without a scheme are not found. `URL:` is a
 * prefix and not a scheme. Any scheme is accepted. Check the scheme of the result, because even `std::string` is a
 * URI.
 *
 * - Between angle brackets, the URI is the text between `<` and `>`. White space at its ends and the prefix `URL:` are
 *   not part of it. White space inside it is, including line breaks: call cri_uri_unwrap() to remove this white space.
 *   The text must be a URI when its white space is ignored. If it has white space, an IP literal and its port must
 *   have at most 62 characters. If another `<` comes before the `>`, the first `<` is not closed.
 * - Between double quotes, the URI is the text from the first quote, or from the prefix `URL:` after it, to the second
 *   quote. This text must be a URI, so it cannot contain white space.
 * - Without delimiters, or after a delimiter that is not closed, the URI is bare. It ends before the first character
 *   that a URI does not allow there. Trailing ``.,;:!?'`` and an unmatched `)` are not part of the URI. If a word and
 *   a colon precede another scheme and `://`, as in `target:coap://h/a`, they are a label and not part of the URI.
 *
 * If delimiters enclose a text that is not a URI, as in `<http://bank.example/|evil.example>`, the function finds
 * nothing in that text and continues after the closing delimiter. A scheme has at least two characters unless it
 * follows `<`, because `C:/` is a drive.
 *
 * A bare URI that ends with its authority may have an incomplete host, as in `http://bank.example` before a
 * backslash and `@198.51.100.7/`. It is returned only if one of the following comes next, after any of ``.,;:!?')``:
 *
 * - the end of the text
 * - white space or a control character
 * - one of `<>]}|`, a double quote or a backtick
 * - a quotation mark or dash beyond ASCII
 *
 * Otherwise the search continues after the next white space, `<`, `>` or double quote.
 *
 * After cri_uri_unwrap() has removed white space, the result is a URI that cri_uri_split() accepts.
 *
 * @param[in] text the text, any bytes
 * @param[in] text_len length of `text`
 * @param[in] from the offset to begin at: 0, then the end of the previous URI
 * @param[out] start offset of the URI
 * @param[out] len its length in bytes
 * @return false, with nothing stored, if there is no further URI
 *
 * Linear in the bytes skipped and found, so a loop over a whole text is linear in the text. RFC 3986 C.
 */
CRI_MUST_CHECK
bool cri_uri_find(const char *CRI_NULLABLE text,
                  size_t text_len,
                  size_t from,
                  size_t *start,
                  size_t *len);

/**
 * Writes a URI without the characters that prose adds: white space at its ends and inside it, angle brackets or double
 * quotes around it, and the prefix `URL:`.
 *
 * Use it on the text that cri_uri_find() finds, and on text that a person types. A hyphen at the end of a line is
 * kept, because it may be part of the URI. Only the characters are checked: call cri_uri_split() to check the grammar.
 *
 * @param[in] text the text
 * @param[in] text_len length of `text`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_URI_SYNTAX a character is not allowed in a URI
 * @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
 *
 * Linear. RFC 3986 C.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_unwrap(const char *CRI_NULLABLE text,
                         size_t text_len,
                         char *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/**
 * Writes a URI without the zone identifier of its host, and stores the zone identifier for the endpoint. From
 * `coap://[fe80::1%eth0]/`, which is not a valid URI, it makes `coap://[fe80::1]/` and `eth0`.
 *
 * Use it on text that a person types, before cri_uri_to_coap() or cri_from_uri(). Pass the zone identifier to the
 * socket, or to the library as the zone of a #cri_endpoint_t. A text without a zone identifier is copied.
 *
 * The zone identifier follows a percent sign after the IPv6 address. It consists of letters, digits and ``-._~``. If
 * `25` and a further character follow the percent sign, then `25` is not part of the zone identifier, because URIs
 * once escaped the percent sign as `%25`: `%25eth0` is the zone `eth0`, but `%25` is the zone `25`, and the zone `251`
 * must be typed as `%25251`. The host is found as cri_uri_split_lenient() finds it. All other components are copied
 * unchecked, so the output may not be a URI.
 *
 * @param[in] uri the text
 * @param[in] uri_len length of `uri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL: at most `uri_len`
 * @param[out] zone the zone identifier, a slice of `uri`; empty if there is no zone identifier; never NULL
 * @param[out] zone_len length of `zone`
 * @retval CRI_ERR_URI_HOST the host is in brackets and has a percent sign, but the text before the percent sign is
 *   not an IPv6 address, or the text after it is not a zone identifier
 *
 * Linear. RFC 9844; RFC 6874 2.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_without_zone(const char *CRI_NULLABLE uri,
                               size_t uri_len,
                               char *CRI_NULLABLE buf,
                               size_t buf_cap,
                               size_t *len,
                               const char **zone,
                               size_t *zone_len);

/**
 * Splits any text into components as in RFC 3986 appendix B, and stores which components are invalid. No text is
 * refused.
 *
 * A URI reference is split as by cri_uri_split(), and no component is invalid. In any other text, the user information
 * ends at the last `@` of the authority. The host ends before the first colon after that `@` or, if the host begins
 * with `[`, after the `]`. The kind of an invalid host is #CRI_HOST_NAME.
 *
 * @param[in] uri the text, any bytes; it must outlive the components
 * @param[in] uri_len length of `uri`
 * @param[out] components the components, for cri_uri_part() and the other functions that read them
 * @param[out] invalid the invalid components: a sum of bits `1 << CRI_PART_…`, from #CRI_PART_SCHEME to
 *   #CRI_PART_FRAGMENT; 0 if all components are valid
 * @retval CRI_OK
 *
 * Linear. RFC 3986 B.
 */
cri_err_t cri_uri_split_lenient(const char *CRI_NULLABLE uri,
                                size_t uri_len,
                                cri_uri_t *components,
                                uint32_t *invalid);

/** @} */

CRI_END_DECLS

#endif /* CRI_URI_H */
