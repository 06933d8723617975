/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_H
#define CRI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#define CRI_VERSION_MAJOR 0
#define CRI_VERSION_MINOR 1
#define CRI_VERSION_PATCH 0
#define CRI_VERSION "0.1.0"

/**
 * @file
 * Constrained Resource Identifiers (CRI): what a URI says, as CBOR.
 *
 * "href" is draft-ietf-core-href, its revision -13 unless another is named; R1 to R25 are the rulings of
 * docs/rulings.md. README.md has the contract that all functions keep. In short:
 *
 * - A pointer to data is followed by its length. NULL with length 0 is empty; NULL with a length, a length
 *   above SIZE_MAX / 2, NULL for an object or for a place to store to, or an unknown revision is
 *   CRI_ERR_ARGUMENT. Functions that do not return a cri_err_t answer NULL with false, 0, or nothing.
 * - Outputs are stored only on success, with three exceptions: the length needed, with CRI_ERR_BUFFER; the
 *   length to skip, with an error of cri_parse(), cri_cori_parse() or cri_cori_check() for which
 *   cri_err_is_unprocessable() is true; the offset of cri_uri_split(), with its errors about the text.
 *   They may be uninitialised.
 * - A text output (char) always ends in NUL on success. It needs room for its length + 1; the length never
 *   counts the NUL. Outputs of bytes (uint8_t) have no NUL.
 * - Nothing past the capacity of a buffer is written. Within it, what is behind the result is unspecified.
 * - Inputs are never written. An output that overlaps an input, the bytes that an input borrows, or another
 *   output is CRI_ERR_OVERLAP.
 * - Borrowed bytes may change after they were parsed: results are then unspecified, but every function still
 *   returns, in time linear in their length, and stays inside its memory (R22).
 * - An object of zeros is refused like NULL.
 * - CBOR tag 99 before a CRI is read in revision 27, and never written.
 * - No heap, no globals, no callbacks: every function is reentrant and may be called from an interrupt.
 */

/** The revision of draft-ietf-core-href-13. */
#define CRI_REV_13 13
/** The revision of draft-ietf-core-href-27. */
#define CRI_REV_27 27

/** Success. */
#define CRI_OK 0
/** Invalid argument: NULL for an object, NULL with a length, a length above the signed range, an unknown
 *  revision. */
#define CRI_ERR_ARGUMENT (-1)
/** The output buffer is too small; the length needed is reported. */
#define CRI_ERR_BUFFER (-2)
/** The input ends inside an item: with more bytes it may be one. */
#define CRI_ERR_TRUNCATED (-3)
/** Not well-formed CBOR (RFC 8949 appendix C). */
#define CRI_ERR_CBOR (-4)
/** An output overlaps an input or another output. */
#define CRI_ERR_OVERLAP (-5)
/** Past a limit of this library: nesting of indefinite-length items, pieces of a path, a count. */
#define CRI_ERR_LIMIT (-6)
/** The operands are of different revisions. */
#define CRI_ERR_REVISION (-7)
/** The operation needs a full CRI, one with a scheme. */
#define CRI_ERR_NOT_FULL (-8)
/** A builder call that may not follow the calls before it. */
#define CRI_ERR_ORDER (-9)
/** Unprocessable: an item of a type or a number that its place does not have. */
#define CRI_ERR_STRUCTURE (-16)
/** Unprocessable: an indefinite-length item (href 5.1). */
#define CRI_ERR_INDEFINITE (-17)
/** Unprocessable: the last section is null (href 5.1). */
#define CRI_ERR_TRAILING (-18)
/** Unprocessable: a scheme name outside [a-z][a-z0-9+.-]* (C1). */
#define CRI_ERR_SCHEME_NAME (-19)
/** Unprocessable: a discard value above 127. */
#define CRI_ERR_DISCARD (-20)
/** Unprocessable: a port above 65535 (C6). */
#define CRI_ERR_PORT (-21)
/** Unprocessable: a host address of neither 4 nor 16 bytes, or a zone where none may be (C4); a host name
 *  that reads as an IPv4 address (R4). */
#define CRI_ERR_ADDRESS (-22)
/** Unprocessable: text that is not valid UTF-8. */
#define CRI_ERR_UTF8 (-23)
/** Unprocessable: a path segment . or .. (C9). */
#define CRI_ERR_DOT_SEGMENT (-24)
/** Unprocessable in revision 27: a dot in a host name label (C5). */
#define CRI_ERR_DOT_IN_LABEL (-25)
/** Unprocessable: percent-encoded text that is empty, not alternating or not minimal (href 7.1). */
#define CRI_ERR_PET (-26)
/** Unprocessable: a full CRI that corresponds to no valid URI (href 2.1, R4). */
#define CRI_ERR_NOT_VALID (-27)
/** Unprocessable: a tag or simple value in place of an item, which some extension may define. */
#define CRI_ERR_FEATURE (-28)
/** Refused by the builder: an upper-case letter in a scheme or a host name (C1, C5). */
#define CRI_ERR_UPPERCASE (-29)
/** The reference has no form as a URI reference (R11). */
#define CRI_ERR_NO_URI (-48)
/** A scheme number or name that the revision's registry does not have. */
#define CRI_ERR_SCHEME_UNKNOWN (-49)
/** A zone identifier that has no URI form (revision 27; 4-byte addresses). */
#define CRI_ERR_ZONE (-50)
/** Not a URI reference (RFC 3986). */
#define CRI_ERR_URI_SYNTAX (-64)
/** A byte outside ASCII in a URI. */
#define CRI_ERR_URI_NOT_ASCII (-65)
/** A port with a leading zero or above 65535 (C6). */
#define CRI_ERR_URI_PORT (-66)
/** An IP literal that no CRI has: IPvFuture, a bad IPv6 address, a zone identifier that is no text. */
#define CRI_ERR_URI_HOST (-67)
/** A URI reference that no CRI reference corresponds to (R4, R12; more than 126 leading ../). */
#define CRI_ERR_NO_CRI (-68)
/** A text that is not in Unicode normalization form C, or a host name that is not in lower case. */
#define CRI_ERR_NOT_NFC (-69)
/** No CoAP form: a scheme that is not a CoAP one (R16). */
#define CRI_ERR_COAP_SCHEME (-80)
/** No CoAP form: a fragment (R16). */
#define CRI_ERR_COAP_FRAGMENT (-81)
/** No CoAP form: percent-encoded text (R16). */
#define CRI_ERR_COAP_PET (-82)
/** No CoAP form: user information (R16). */
#define CRI_ERR_COAP_USERINFO (-83)
/** No CoAP form, or no CRI: there is no authority and no destination address (R16, R17). */
#define CRI_ERR_COAP_AUTHORITY (-84)
/** No CoAP form: an empty host (R16). */
#define CRI_ERR_COAP_EMPTY_HOST (-85)
/** A Uri-Host that is no name, IPv4 address or bracketed IPv6 address; or a host name that Uri-Host
 *  cannot be (R16, R17). */
#define CRI_ERR_COAP_HOST (-86)
/** A value that is longer or shorter than its option allows (R16). */
#define CRI_ERR_COAP_LENGTH (-87)
/** Malformed options: a nibble of 15, a number above 65535; or a value that its option does not
 *  allow. */
#define CRI_ERR_COAP_OPTION (-88)
/** An option twice that a message may have once (R17). */
#define CRI_ERR_COAP_REPEATED (-89)
/** Options that exclude each other, such as Proxy-Cri and Uri-Path (R17). */
#define CRI_ERR_COAP_CONFLICT (-90)
/** Not a well-formed CoRI: an unknown or misplaced option (cori 2.2). */
#define CRI_ERR_CORI_OPTION (-96)
/** Not a well-formed CoRI: a path type above 127 (R18). */
#define CRI_ERR_CORI_PATH_TYPE (-97)
/** The operation needs an absolute CoRI, one with a scheme. */
#define CRI_ERR_CORI_NOT_ABSOLUTE (-98)
/** A URI or a CRI reference that no CoRI corresponds to. */
#define CRI_ERR_NO_CORI (-99)

/** In cri_features(): both scheme registries are complete; without it the ten short-numbered schemes. */
#define CRI_FEATURE_SCHEMES_FULL 1
/** In cri_features(): the cri_cori_ functions are there. */
#define CRI_FEATURE_CORI 2
/** In cri_features(): the functions for Unicode normalisation are there; define CRI_NFC to declare them. */
#define CRI_FEATURE_NFC 4

/** In cri_cori_kind(), cri_cori_check(): relative, or no view. */
#define CRI_CORI_RELATIVE 0
/** In cri_cori_kind(), cri_cori_check(): absolute, with a lone empty path segment. */
#define CRI_CORI_ABSOLUTE 1
/** In cri_cori_kind(), cri_cori_check(): absolute and normalized. */
#define CRI_CORI_NORMALIZED 2

/** In cri_cori_to_coap(): add Proxy-Scheme. */
#define CRI_CORI_TO_PROXY 1
/** In cri_cori_to_coap(): ignore a fragment, and accept any scheme. */
#define CRI_CORI_SILENT 2

/** In cri_discard(), cri_builder_discard(): all segments of the base's path. */
#define CRI_DISCARD_ALL 255

/** In cri_authority_kind(): not set, in a reference that begins with discard. */
#define CRI_AUTHORITY_NOT_SET 0
/** In cri_authority_kind(): null; no authority, and a path with a root. */
#define CRI_AUTHORITY_ROOTED 1
/** In cri_authority_kind(): true; no authority, and a path without a root. */
#define CRI_AUTHORITY_ROOTLESS 2
/** In cri_authority_kind(): a host. */
#define CRI_AUTHORITY_HOST 3

/** In cri_host_kind(), cri_uri_host_kind(): there is no host. */
#define CRI_HOST_NONE 0
/** In cri_host_kind(), cri_uri_host_kind(): a registered name. */
#define CRI_HOST_NAME 1
/** In cri_host_kind(), cri_uri_host_kind(): an IPv4 address. */
#define CRI_HOST_IPV4 2
/** In cri_host_kind(), cri_uri_host_kind(): an IPv6 address. */
#define CRI_HOST_IPV6 3
/** In cri_uri_host_kind(): an IPv6 address with a zone identifier. */
#define CRI_HOST_IPV6_ZONE 4
/** In cri_uri_host_kind(): an IP literal of a future version. */
#define CRI_HOST_FUTURE 5

/** In cri_uri_part(): the scheme, in the case it was written in. */
#define CRI_URI_PART_SCHEME 0
/** In cri_uri_part(): the user information, without the at sign. */
#define CRI_URI_PART_USERINFO 1
/** In cri_uri_part(): the host, with its brackets. */
#define CRI_URI_PART_HOST 2
/** In cri_uri_part(): the digits of the port. */
#define CRI_URI_PART_PORT 3
/** In cri_uri_part(): the path. */
#define CRI_URI_PART_PATH 4
/** In cri_uri_part(): the query, without the question mark. */
#define CRI_URI_PART_QUERY 5
/** In cri_uri_part(): the fragment, without the number sign. */
#define CRI_URI_PART_FRAGMENT 6

/** In cri_ownership_check(): a fixed scheme (RFC 8820 2.1). */
#define CRI_OWNERSHIP_SCHEME 1
/** In cri_ownership_check(): a fixed authority (RFC 8820 2.2). */
#define CRI_OWNERSHIP_AUTHORITY 2
/** In cri_ownership_check(): a fixed path, or the beginning of one (RFC 8820 2.3). */
#define CRI_OWNERSHIP_PATH 4
/** In cri_ownership_check(): fixed query parameters (RFC 8820 2.4). */
#define CRI_OWNERSHIP_QUERY 8
/** In cri_ownership_check(): a fixed fragment (RFC 8820 2.5). */
#define CRI_OWNERSHIP_FRAGMENT 16

/** In cri_uri_normalize(), cri_uri_equal(): characters as they are (RFC 3986 6.2.1). */
#define CRI_URI_SIMPLE 0
/** In cri_uri_normalize(), cri_uri_equal(): case, triplets, dot segments, IPv6 addresses as RFC 5952
 *  (RFC 3986 6.2.2). */
#define CRI_URI_SYNTAX 1
/** In cri_uri_normalize(), cri_uri_equal(): also ports that are empty or the scheme's default, and an empty
 *  path after an authority, for coap, coaps, their +tcp and +ws forms, http and https (RFC 3986 6.2.3). */
#define CRI_URI_SCHEME 2

/** In cri_builder_init(): normalise what href 3 allows: scheme and host name to lower case (ASCII), the
 *  scheme's default port omitted. */
#define CRI_BUILD_NORMALIZE 1
/** In cri_builder_init(): texts are in their URI form: their triplets are decoded, to PET where they must
 *  stay percent-encoded. */
#define CRI_BUILD_PERCENT 2

/** CoAP option numbers, as in cri_coap_options_next() and cri_composer_option(). */
#define CRI_COAP_URI_HOST 3
/** Uri-Port. */
#define CRI_COAP_URI_PORT 7
/** Location-Path, in a response. */
#define CRI_COAP_LOCATION_PATH 8
/** Uri-Path: a path segment. */
#define CRI_COAP_URI_PATH 11
/** Uri-Query: a query parameter. */
#define CRI_COAP_URI_QUERY 15
/** Location-Query, in a response. */
#define CRI_COAP_LOCATION_QUERY 20
/** Proxy-Uri, also in cri_coap_proxy_options(): the whole URI. */
#define CRI_COAP_PROXY_URI 35
/** Proxy-Scheme, also in cri_coap_proxy_options(): the scheme's name, and Uri-* options. */
#define CRI_COAP_PROXY_SCHEME 39
/** Proxy-Cri, also in cri_coap_proxy_options(): the whole CRI (href-27 8.2.1). */
#define CRI_COAP_PROXY_CRI 235
/** Proxy-Scheme-Number, also in cri_coap_proxy_options(): the scheme's number, and Uri-* options (href-27
 *  8.2.2). */
#define CRI_COAP_PROXY_SCHEME_NUMBER 239
/** In cri_coap_options(): scratch that is always enough. */
#define CRI_COAP_SCRATCH 260
/** In cri_coap_proxy_options(): scratch that is always enough. */
#define CRI_COAP_PROXY_SCRATCH 1034

/**
 * An error number: `CRI_OK` (0) or one of the negative `CRI_ERR_…`.
 */
typedef int32_t cri_err_t;

/**
 * A CRI or CRI reference: a view of the caller's bytes, which must outlive it and stay unchanged.
 *
 * Made by cri_parse(), cri_resolve() and cri_relativize(); may be copied by assignment. Its fields are
 * private.
 */
typedef struct cri_t {
  const uint8_t *_scheme;
  size_t _scheme_len;
  const uint8_t *_authority;
  size_t _authority_len;
  const uint8_t *_path;
  size_t _path_len;
  const uint8_t *_path_tail;
  size_t _path_tail_len;
  const uint8_t *_query;
  size_t _query_len;
  const uint8_t *_fragment;
  size_t _fragment_len;
  const uint8_t *_whole;
  size_t _whole_len;
  size_t _path_count;
  uint8_t _revision;
  uint8_t _discard;
  uint8_t _flags;
} cri_t;

/**
 * A label, path segment, query parameter, userinfo or fragment: a text, or a text with
 * percent-encoded parts (PET). Borrows like the view it comes from. Its fields are private.
 */
typedef struct cri_text_t {
  const uint8_t *_content;
  size_t _content_len;
  bool _pet;
} cri_text_t;

/**
 * An iterator over labels, path segments or query parameters. Its fields are private.
 */
typedef struct cri_iter_t {
  const uint8_t *_rest;
  size_t _rest_len;
  const uint8_t *_tail;
  size_t _tail_len;
} cri_iter_t;

/**
 * An iterator over the parts of a text. Its fields are private.
 */
typedef struct cri_chunks_t {
  const uint8_t *_rest;
  size_t _rest_len;
  bool _pet;
  bool _done;
} cri_chunks_t;

/**
 * A builder, initialised by cri_builder_init(). Its fields are private.
 */
typedef struct cri_builder_t {
  uint8_t *_buf;
  size_t _buf_cap;
  size_t _len;
  size_t _array;
  size_t _items;
  size_t _segments;
  int32_t _error;
  uint16_t _default_port;
  uint8_t _revision;
  uint8_t _state[9];
} cri_builder_t;

/**
 * The destination of a CoAP request, or the endpoint at which it arrived: the defaults of Uri-Host and
 * Uri-Port.
 *
 * addr, addr_len: the IP address, 4 or 16 bytes in network order. zone, zone_len: the zone identifier of
 * an IPv6 address; NULL and 0 for none. port: the port.
 */
typedef struct cri_endpoint_t {
  const uint8_t *addr;
  size_t addr_len;
  const char *zone;
  size_t zone_len;
  uint16_t port;
} cri_endpoint_t;

/**
 * The CoAP options of a request, made by cri_coap_options(). Borrows from the view's bytes and from the
 * scratch. Its fields are private.
 */
typedef struct cri_coap_options_t {
  struct cri_iter_t _path;
  const uint8_t *_query;
  size_t _query_len;
  const uint8_t *_authority;
  size_t _authority_len;
  const uint8_t *_proxy;
  size_t _proxy_len;
  uint16_t _last;
  uint16_t _proxy_number;
} cri_coap_options_t;

/**
 * A composer, which makes a CRI from CoAP options, initialised by cri_composer_init(). Its fields are
 * private.
 */
typedef struct cri_composer_t {
  struct cri_builder_t _builder;
  struct cri_endpoint_t _destination;
  size_t _authority_end;
  size_t _authority_items;
  uint32_t _scheme;
  uint8_t _state[11];
} cri_composer_t;

/**
 * The rest of a request's path, made by cri_coap_path_match(). Borrows from the request's options. Its fields are
 * private.
 */
typedef struct cri_coap_path_t {
  const uint8_t *_rest;
  size_t _rest_len;
  uint16_t _number;
} cri_coap_path_t;

/**
 * A matcher, which compares the path in a request's options with a given path, initialised by
 * cri_path_matcher_init(). Borrows the bytes that the given view borrows. Its fields are private.
 */
typedef struct cri_path_matcher_t {
  struct cri_iter_t _prefix;
  size_t _counts[3];
  uint16_t _last;
  uint8_t _revision;
  uint8_t _state[4];
} cri_path_matcher_t;

/**
 * The entries of authorization information, made by cri_aif_entries(). Borrows from its bytes. Its
 * fields are private.
 */
typedef struct cri_aif_t {
  const uint8_t *_rest;
  size_t _rest_len;
  size_t _left;
  uint8_t _revision;
} cri_aif_t;

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

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the version of the library, such as "0.1.0".
 *
 * NUL-terminated; a constant of the library. Constant time.
 */
const char *cri_version(void);

/**
 * Returns the features that the library was built with: a sum of CRI_FEATURE_… bits.
 *
 * Constant time.
 */
uint32_t cri_features(void);

/**
 * Returns the name of an error number, for logs: "ok", "truncated", "dot_segment" …
 *
 * NUL-terminated; a constant of the library; "unknown" for any other number. Constant time.
 */
const char *cri_err_name(cri_err_t err);

/**
 * Returns whether an error means that an item is well-formed CBOR but no processable CRI or CoRI. If so,
 * and only then, cri_parse() and cri_cori_parse() stored the number of bytes to skip as consumed (href
 * 5.2.1).
 *
 * Constant time.
 */
bool cri_err_is_unprocessable(cri_err_t err);

/**
 * Parses and checks the CRI or CRI reference at the start of data, and stores a view that borrows data.
 *
 * rev: the revision, CRI_REV_13 or CRI_REV_27. data, data_len: CBOR; bytes after the item are ignored.
 * cri: the view. consumed: the length of the item.
 *
 * Returns CRI_OK; or an unprocessable error (cri_err_is_unprocessable()), with consumed stored as the
 * number of bytes to skip, and cri not stored; CRI_ERR_TRUNCATED if data ends inside the item;
 * CRI_ERR_CBOR if it is not well-formed; CRI_ERR_LIMIT if its end cannot be found because more than 16
 * indefinite-length items nest; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps data or the
 * other one.
 *
 * Linear in the length of the item. href 5.1, 5.2; R1, R3, R4.
 */
cri_err_t cri_parse(uint8_t rev, const uint8_t *data, size_t data_len, struct cri_t *cri, size_t *consumed);

/**
 * Finds the end of the CBOR item at the start of data, whatever its type.
 *
 * data, data_len: CBOR. consumed: the length of the item.
 *
 * Returns CRI_OK; CRI_ERR_TRUNCATED, CRI_ERR_CBOR, CRI_ERR_LIMIT as cri_parse(); CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if consumed overlaps data.
 *
 * Linear in the length of the item; bounded memory, no recursion. href 5.2.1; R3.
 */
cri_err_t cri_skip(const uint8_t *data, size_t data_len, size_t *consumed);

/**
 * Returns the revision of a view: CRI_REV_13 or CRI_REV_27; 0 for NULL.
 *
 * Constant time.
 */
uint8_t cri_revision(const struct cri_t *cri);

/**
 * Returns whether a view is a full CRI, one with a scheme, and not a reference.
 *
 * Constant time. href 5.1.4.
 */
bool cri_is_full(const struct cri_t *cri);

/**
 * Returns how many segments of the base's path a reference discards: 0 to 127, or CRI_DISCARD_ALL, also
 * where a scheme or an authority implies it.
 *
 * Constant time. href 5.1.1.
 */
uint8_t cri_discard(const struct cri_t *cri);

/**
 * Stores the id, a negative number, of a scheme that the CRI gives by its id. cri_scheme_id() finds the
 * id of a name. Ids below INT64_MIN are stored as INT64_MIN.
 *
 * Returns false, and stores nothing, if the scheme is not set or is given by its name.
 *
 * Constant time. href 2 (C1), 5.1; R15.
 */
bool cri_scheme(const struct cri_t *cri, int64_t *id);

/**
 * Stores the scheme's name, also of a scheme that the CRI gives by an id, if the revision's registry has
 * it.
 *
 * name, name_len: lower-case ASCII, not NUL-terminated; borrowed from the CRI's bytes, or a constant of
 * the library.
 *
 * Returns false, and stores nothing, if the scheme is not set or its id has no name.
 *
 * Constant time for a name and for the ten short-numbered schemes, else linear in the size of the
 * registry. href 2 (C1), 5.1.
 */
bool cri_scheme_text(const struct cri_t *cri, const char **name, size_t *name_len);

/**
 * Returns the kind of the authority section: CRI_AUTHORITY_NOT_SET, _ROOTED, _ROOTLESS or _HOST.
 *
 * Constant time. href 2 (C2).
 */
uint8_t cri_authority_kind(const struct cri_t *cri);

/**
 * Returns the kind of the host: CRI_HOST_NONE, _NAME, _IPV4 or _IPV6.
 *
 * Linear in the number of labels. href 2 (C4, C5).
 */
uint8_t cri_host_kind(const struct cri_t *cri);

/**
 * Stores the host's address: 4 or 16 bytes in network order, borrowed from the CRI's bytes.
 *
 * Returns false, and stores nothing, if the host is not an address.
 *
 * Constant time. href 2 (C4).
 */
bool cri_host_address(const struct cri_t *cri, const uint8_t **address, size_t *address_len);

/**
 * Stores the zone identifier of the host's address: UTF-8, not NUL-terminated, borrowed from the CRI's
 * bytes.
 *
 * Returns false, and stores nothing, if there is none.
 *
 * Constant time. href 2 (C4).
 */
bool cri_zone(const struct cri_t *cri, const char **zone, size_t *zone_len);

/**
 * Stores the user information, which may be empty.
 *
 * Returns false, and stores nothing, if there is none.
 *
 * Linear in the number of labels. href 2 (C3).
 */
bool cri_userinfo(const struct cri_t *cri, struct cri_text_t *userinfo);

/**
 * Stores the port.
 *
 * Returns false, and stores nothing, if there is none: the port is then the scheme's default
 * (cri_scheme_default_port()).
 *
 * Linear in the number of labels. href 2 (C6).
 */
bool cri_port(const struct cri_t *cri, uint16_t *port);

/**
 * Returns the number of labels of the host's name; 0 if it is empty or the host is no name.
 *
 * Linear in that number. href 2 (C5).
 */
size_t cri_host_count(const struct cri_t *cri);

/**
 * Stores a label of the host's name. Indices begin at 0.
 *
 * Returns false, and stores nothing, if there is no such label.
 *
 * Linear in the number of labels. href 2 (C5).
 */
bool cri_host_get(const struct cri_t *cri, size_t index, struct cri_text_t *label);

/**
 * Initialises an iterator over the labels of the host's name.
 *
 * Linear in the number of labels. href 2 (C5).
 */
void cri_host_iter(const struct cri_t *cri, struct cri_iter_t *iter);

/**
 * Returns whether the path is set. In a full CRI it always is; in a reference [] is set, and null is
 * not.
 *
 * Constant time. href 5.1.
 */
bool cri_path_is_set(const struct cri_t *cri);

/**
 * Returns the number of segments of the path.
 *
 * Constant time. href 2 (C8).
 */
size_t cri_path_count(const struct cri_t *cri);

/**
 * Stores a segment of the path. Indices begin at 0.
 *
 * Returns false, and stores nothing, if there is no such segment.
 *
 * Linear in index; use cri_path_iter() to visit all. href 2 (C9).
 */
bool cri_path_get(const struct cri_t *cri, size_t index, struct cri_text_t *segment);

/**
 * Initialises an iterator over the segments of the path.
 *
 * Constant time. href 2 (C9).
 */
void cri_path_iter(const struct cri_t *cri, struct cri_iter_t *iter);

/**
 * Returns whether the query is set. In a full CRI it always is; in a reference [] is set, and null is
 * not.
 *
 * Constant time. href 5.1.
 */
bool cri_query_is_set(const struct cri_t *cri);

/**
 * Returns the number of parameters of the query; 0 if there is no query.
 *
 * Constant time. href 2 (C10).
 */
size_t cri_query_count(const struct cri_t *cri);

/**
 * Stores a parameter of the query. Indices begin at 0.
 *
 * Returns false, and stores nothing, if there is no such parameter.
 *
 * Linear in index; use cri_query_iter() to visit all. href 2 (C10).
 */
bool cri_query_get(const struct cri_t *cri, size_t index, struct cri_text_t *parameter);

/**
 * Initialises an iterator over the parameters of the query.
 *
 * Constant time. href 2 (C10).
 */
void cri_query_iter(const struct cri_t *cri, struct cri_iter_t *iter);

/**
 * Advances to the next label, segment or parameter, and stores it.
 *
 * Returns false, and stores nothing, at the end.
 *
 * Constant time; for PET linear in the number of its parts.
 */
bool cri_iter_next(struct cri_iter_t *iter, struct cri_text_t *text);

/**
 * Stores the fragment.
 *
 * Returns false, and stores nothing, if there is none.
 *
 * Constant time. href 2 (C11).
 */
bool cri_fragment(const struct cri_t *cri, struct cri_text_t *fragment);

/**
 * Stores the characters of a text that has no percent-encoded parts.
 *
 * chars, chars_len: UTF-8, not NUL-terminated, borrowed from the CRI's bytes.
 *
 * Returns false, and stores nothing, for PET: use cri_text_chunks() or cri_text_decode().
 *
 * Constant time. href 2.
 */
bool cri_text_plain(const struct cri_text_t *text, const char **chars, size_t *chars_len);

/**
 * Initialises an iterator over the parts of a text: one for a plain text that is not empty, several for
 * PET.
 *
 * Constant time. href 7.1.
 */
void cri_text_chunks(const struct cri_text_t *text, struct cri_chunks_t *chunks);

/**
 * Advances to the next part of a text, and stores it.
 *
 * bytes, bytes_len: UTF-8 characters, or octets; borrowed from the CRI's bytes. percent_encoded: true
 * for octets, which are percent-encoded in a URI.
 *
 * Returns false, and stores nothing, at the end.
 *
 * Constant time. href 7.1.
 */
bool cri_chunks_next(struct cri_chunks_t *chunks,
                     const uint8_t **bytes,
                     size_t *bytes_len,
                     bool *percent_encoded);

/**
 * Decodes a text: characters as UTF-8, octets as they are. The result may not be UTF-8, and does not
 * show which delimiters were percent-encoded.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes. No NUL is
 * appended, since the octets may contain one.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps text, or one the other.
 *
 * Linear. href 7.1.
 */
cri_err_t cri_text_decode(const struct cri_text_t *text, uint8_t *buf, size_t buf_cap, size_t *len);

/**
 * Returns whether a text is plain and has exactly these characters: to dispatch by path segment.
 *
 * chars, chars_len: UTF-8. False for PET.
 *
 * Linear in chars_len.
 */
bool cri_text_equal(const struct cri_text_t *text, const char *chars, size_t chars_len);

/**
 * Resolves a reference against a base, without a buffer: the result is a view of the bytes that both
 * borrow.
 *
 * base: a full CRI. reference: a CRI reference; a full CRI resolves to itself. resolved: a full CRI; it
 * may not overlap base, reference, or the bytes that these borrow.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if base is not full; CRI_ERR_REVISION if they are of different
 * revisions; CRI_ERR_NOT_VALID if the result would be a CRI that has no URI; CRI_ERR_LIMIT if its path
 * would be in more than two pieces, which is possible only with an operand made by cri_resolve() or
 * cri_relativize() (encode and parse that first); CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
 *
 * Time proportional to the number of segments kept of the base if the reference discards some but not
 * all, else constant. href 5.3; R6 to R9.
 */
cri_err_t cri_resolve(const struct cri_t *base, const struct cri_t *reference, struct cri_t *resolved);

/**
 * Makes a target relative to a base, without a buffer: stores the shortest reference that resolves
 * against base to target, a view of the bytes that target borrows.
 *
 * base, target: full CRIs. reference: a reference, or target itself if nothing shorter resolves to it;
 * it may not overlap base, target, or the bytes that these borrow.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if either is not full; CRI_ERR_REVISION if they are of different
 * revisions; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
 *
 * Linear in the length of the common part. href 5; R10.
 */
cri_err_t cri_relativize(const struct cri_t *base, const struct cri_t *target, struct cri_t *reference);

/**
 * Makes a view of the same CRI or reference without its fragment, which is never part of a request.
 *
 * cri: a view. out: the view without a fragment, which borrows what cri borrows; it may not overlap cri
 * or these bytes.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
 *
 * Constant time. RFC 7252 6.4; R16.
 */
cri_err_t cri_without_fragment(const struct cri_t *cri, struct cri_t *out);

/**
 * Compares two CRIs, or two references, component by component.
 *
 * equal: true if they are equal. Omitted, null and [] sections compare equal where the revision treats
 * them alike; a scheme's name and its id, and text and PET, are compared as written. References are
 * compared as such; resolve them first to compare what they refer to.
 *
 * Returns CRI_OK; CRI_ERR_REVISION if they are of different revisions; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP.
 *
 * Linear in the length of the shorter one. href 4; R15.
 */
cri_err_t cri_equal(const struct cri_t *a, const struct cri_t *b, bool *equal);

/**
 * Compares two CRIs as cri_equal(), but ignores their fragments: to decide on a network action.
 *
 * Returns, complexity, and section: as cri_equal().
 */
cri_err_t cri_equal_ignoring_fragment(const struct cri_t *a, const struct cri_t *b, bool *equal);

/**
 * Compares the items at the start of two byte strings. An unprocessable item equals only an item of the
 * same bytes.
 *
 * rev: the revision of both. a, a_len, b, b_len: CBOR. equal: as cri_equal().
 *
 * Returns CRI_OK; CRI_ERR_TRUNCATED, CRI_ERR_CBOR or CRI_ERR_LIMIT if the end of an item cannot be
 * found; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
 *
 * Linear. href 5.2.1; R15.
 */
cri_err_t cri_equal_encoded(uint8_t rev,
                            const uint8_t *a,
                            size_t a_len,
                            const uint8_t *b,
                            size_t b_len,
                            bool *equal);

/**
 * Orders two CRIs or references by the bytewise lexicographic order of their canonical encodings: a
 * total order, consistent with cri_equal().
 *
 * order: -1, 0 or 1 if a is before, equal to, or after b.
 *
 * Returns CRI_OK; CRI_ERR_REVISION if they are of different revisions; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP.
 *
 * Linear in the length of the common part. href 4; R15; RFC 8949 4.2.1.
 */
cri_err_t cri_compare(const struct cri_t *a, const struct cri_t *b, int32_t *order);

/**
 * Hashes a CRI or reference: 32-bit FNV-1a over its canonical encoding. Equal ones have equal hashes,
 * on every platform and in every version.
 *
 * Returns the hash; 0 if cri is NULL. Linear. R15.
 */
uint32_t cri_hash(const struct cri_t *cri);

/**
 * Encodes a CRI or CRI reference in canonical form: shortest heads, definite lengths, trailing defaults
 * omitted, the empty reference as 80. The scheme is written as cri has it, by its id or by its name.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other
 * one. After an error buf is unspecified up to buf_cap.
 *
 * Linear. href 5.1, 5.2; R2.
 */
cri_err_t cri_encode(const struct cri_t *cri, uint8_t *buf, size_t buf_cap, size_t *len);

/**
 * Converts a CRI to a URI, or a CRI reference to a URI reference.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the ASCII
 * text, without the NUL that ends it (R23).
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the registry has no name for the scheme's number;
 * CRI_ERR_ZONE for a zone identifier in revision 27, or an empty one; CRI_ERR_NO_URI for a reference
 * that no URI reference corresponds to, such as [0, ["a"]], and in revision 13 for a dot in a host name
 * label; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other one. After an
 * error buf is unspecified up to buf_cap.
 *
 * Linear. href 6.1; R11, R13; IPv6 addresses as RFC 5952.
 */
cri_err_t cri_to_uri(const struct cri_t *cri, char *buf, size_t buf_cap, size_t *len);

/**
 * Writes the canonical form of a CRI or CRI reference in CBOR diagnostic notation, for people: [-1,
 * ["example", "com"]]. Byte strings are in lower-case hexadecimal.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the UTF-8
 * text, without the NUL that ends it (R23).
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or the other
 * one. After an error buf is unspecified up to buf_cap.
 *
 * Linear. RFC 8949 8; RFC 8610 G.
 */
cri_err_t cri_to_edn(const struct cri_t *cri, char *buf, size_t buf_cap, size_t *len);

/**
 * Converts a URI to a CRI, or a URI reference to a CRI reference, in canonical form. The text is
 * normalised: scheme and host to lower case, triplets of unreserved characters decoded, dot segments
 * removed, the scheme's default port omitted.
 *
 * rev: the revision to write. uri, uri_len: ASCII. buf, buf_cap: the buffer; NULL and 0 to ask for the
 * length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_URI_NOT_ASCII; CRI_ERR_URI_SYNTAX if it is no URI reference; CRI_ERR_URI_PORT
 * for a port with a leading zero or above 65535; CRI_ERR_URI_HOST for an IP literal that is no IPv6
 * address; CRI_ERR_ZONE for a zone identifier in revision 27; CRI_ERR_NO_CRI for other texts without a
 * CRI: a path that would begin an authority, ":" in userinfo in revision 13, a reference with more than
 * 126 leading "../"; CRI_ERR_BUFFER if it does not fit, with len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps uri, or one the other. After an error buf is
 * unspecified up to buf_cap.
 *
 * Linear, whatever the text. href 6; R12 to R14.
 */
cri_err_t cri_from_uri(uint8_t rev,
                       const char *uri,
                       size_t uri_len,
                       uint8_t *buf,
                       size_t buf_cap,
                       size_t *len);

/**
 * Initialises a builder, which writes a CRI or CRI reference to a buffer.
 *
 * Call the functions for its sections in this order: cri_builder_scheme_id() or _scheme_name() for a
 * full CRI, else cri_builder_discard() or, for a network path, the authority; then
 * cri_builder_rootless(), or _userinfo(), _host_name() or _host_address(), _port(); then
 * cri_builder_segment(), _parameter(), _fragment(); last cri_builder_finish(). After a call that fails,
 * all later ones return the same error.
 *
 * builder: the builder. rev: the revision to write. flags: CRI_BUILD_… bits. buf, buf_cap: the buffer,
 * which the builder borrows; NULL and 0 to ask for the length.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if builder overlaps buf.
 *
 * Constant time. href 3.
 */
cri_err_t cri_builder_init(struct cri_builder_t *builder,
                           uint8_t rev,
                           uint8_t flags,
                           uint8_t *buf,
                           size_t buf_cap);

/**
 * Sets the scheme by its id, a negative number.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT if id is not negative; CRI_ERR_ORDER; an earlier error.
 *
 * Constant time. href 2 (C1).
 */
cri_err_t cri_builder_scheme_id(struct cri_builder_t *builder, int64_t id);

/**
 * Sets the scheme by its name, which is written as its id if the registry has one.
 *
 * name, name_len: ASCII, [a-z][a-z0-9+.-]*; upper case only with CRI_BUILD_NORMALIZE.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_NAME; CRI_ERR_UPPERCASE; CRI_ERR_ORDER; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if name overlaps the buffer; an earlier error.
 *
 * Logarithmic in the size of the registry. href 2 (C1).
 */
cri_err_t cri_builder_scheme_name(struct cri_builder_t *builder, const char *name, size_t name_len);

/**
 * Starts a reference that discards so many segments of the base's path.
 *
 * discard: 0 to 127, or CRI_DISCARD_ALL.
 *
 * Returns CRI_OK; CRI_ERR_DISCARD; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time. href 5.1.1.
 */
cri_err_t cri_builder_discard(struct cri_builder_t *builder, uint8_t discard);

/**
 * Selects no authority and a rootless path. Without this call and without a host there is no authority,
 * and the path is rooted.
 *
 * Returns CRI_OK; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time. href 2 (C2).
 */
cri_err_t cri_builder_rootless(struct cri_builder_t *builder);

/**
 * Sets the user information, which may be empty; a host must follow.
 *
 * userinfo, userinfo_len: UTF-8; with CRI_BUILD_PERCENT in its URI form.
 *
 * Returns CRI_OK; CRI_ERR_UTF8; CRI_ERR_URI_SYNTAX; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if
 * userinfo overlaps the buffer; an earlier error.
 *
 * Linear. href 2 (C3).
 */
cri_err_t cri_builder_userinfo(struct cri_builder_t *builder, const char *userinfo, size_t userinfo_len);

/**
 * Sets the host by its registered name, which is split into labels at its dots; empty for the empty
 * host.
 *
 * name, name_len: UTF-8, in lower case unless with CRI_BUILD_NORMALIZE; with CRI_BUILD_PERCENT in its
 * URI form.
 *
 * Returns CRI_OK; CRI_ERR_ADDRESS for a name that reads as an IPv4 address (R4); CRI_ERR_UPPERCASE; CRI_ERR_UTF8;
 * CRI_ERR_URI_SYNTAX; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if name overlaps the buffer; an earlier error.
 *
 * Linear. href 2 (C5).
 */
cri_err_t cri_builder_host_name(struct cri_builder_t *builder,
                                const char *name,
                                size_t name_len);

/**
 * Sets the host by its address.
 *
 * address, address_len: 4 or 16 bytes in network order. zone, zone_len: a zone identifier, UTF-8; NULL
 * for none.
 *
 * Returns CRI_OK; CRI_ERR_ADDRESS for another length, or for a zone after 4 bytes in revision 13;
 * CRI_ERR_UTF8; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an input overlaps the buffer; an
 * earlier error.
 *
 * Linear. href 2 (C4).
 */
cri_err_t cri_builder_host_address(struct cri_builder_t *builder,
                                   const uint8_t *address,
                                   size_t address_len,
                                   const char *zone,
                                   size_t zone_len);

/**
 * Sets the port, after a host; the scheme's default port is omitted with CRI_BUILD_NORMALIZE.
 *
 * Returns CRI_OK; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time. href 2 (C6, C7).
 */
cri_err_t cri_builder_port(struct cri_builder_t *builder, uint16_t port);

/**
 * Sets the path of a reference to [] if no segment follows. Not needed for a full CRI.
 *
 * Returns CRI_OK; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time; linear in an authority of 24 or more items. href 5.1.
 */
cri_err_t cri_builder_path(struct cri_builder_t *builder);

/**
 * Appends a segment to the path.
 *
 * segment, segment_len: UTF-8, not "." or ".."; with CRI_BUILD_PERCENT in its URI form.
 *
 * Returns CRI_OK; CRI_ERR_DOT_SEGMENT; CRI_ERR_UTF8; CRI_ERR_URI_SYNTAX; CRI_ERR_ORDER;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if segment overlaps the buffer; an earlier error.
 *
 * Linear. href 2 (C9).
 */
cri_err_t cri_builder_segment(struct cri_builder_t *builder, const char *segment, size_t segment_len);

/**
 * Sets the query of a reference to [] if no parameter follows. Not needed for a full CRI.
 *
 * Returns CRI_OK; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time; linear in a section of 24 or more items before it. href 5.1.
 */
cri_err_t cri_builder_query(struct cri_builder_t *builder);

/**
 * Appends a parameter to the query.
 *
 * parameter, parameter_len: UTF-8; with CRI_BUILD_PERCENT in its URI form.
 *
 * Returns CRI_OK; CRI_ERR_UTF8; CRI_ERR_URI_SYNTAX; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if
 * parameter overlaps the buffer; an earlier error.
 *
 * Linear. href 2 (C10).
 */
cri_err_t cri_builder_parameter(struct cri_builder_t *builder, const char *parameter, size_t parameter_len);

/**
 * Sets the fragment.
 *
 * fragment, fragment_len: UTF-8; with CRI_BUILD_PERCENT in its URI form.
 *
 * Returns CRI_OK; CRI_ERR_UTF8; CRI_ERR_URI_SYNTAX; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if
 * fragment overlaps the buffer; an earlier error.
 *
 * Linear. href 2 (C11).
 */
cri_err_t cri_builder_fragment(struct cri_builder_t *builder, const char *fragment, size_t fragment_len);

/**
 * Completes the CRI or CRI reference in the buffer, in canonical form.
 *
 * len: its length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_NOT_VALID if it is a full CRI that corresponds to no URI; CRI_ERR_ORDER if
 * user information has no host after it; CRI_ERR_BUFFER if it does not fit, with len stored as the
 * length needed and the buffer unspecified; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if len overlaps the
 * builder or the buffer; an earlier error.
 *
 * Constant time; linear in a section of 24 or more items. href 2, 3; R2, R4.
 */
cri_err_t cri_builder_finish(struct cri_builder_t *builder, size_t *len);

/**
 * Looks up the name of a scheme id in a revision's registry.
 *
 * id: negative. name, name_len: lower-case ASCII, not NUL-terminated; a constant of the library.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if name and name_len overlap.
 *
 * Constant time for the ten short-numbered schemes, else linear in the size of the registry. href 10.1.
 */
cri_err_t cri_scheme_name(uint8_t rev, int64_t id, const char **name, size_t *name_len);

/**
 * Looks up the id of a scheme name in a revision's registry.
 *
 * name, name_len: lower-case ASCII. id: negative.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if id overlaps name.
 *
 * Constant time for the ten short-numbered schemes, else logarithmic in the size of the registry. href
 * 10.1.
 */
cri_err_t cri_scheme_id(uint8_t rev, const char *name, size_t name_len, int64_t *id);

/**
 * Looks up the default port of a scheme id, for the CoAP and HTTP schemes.
 *
 * id: negative.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the library knows no default; CRI_ERR_ARGUMENT.
 *
 * Constant time. href 2 (C7); R12.
 */
cri_err_t cri_scheme_default_port(uint8_t rev, int64_t id, uint16_t *port);

/**
 * Initialises an iterator over the options of a CoAP request for a CRI, in ascending order, for any CoAP
 * stack.
 *
 * Uri-Host is omitted if the host is the destination's address, and Uri-Port if the port is its port.
 * Without a destination Uri-Host is always present, and the request is assumed to go to the scheme's
 * default port. A zone identifier is never written; where CRI and destination both have one they must
 * agree.
 *
 * cri: a full CRI, parsed or resolved. dest: the destination of the request, or NULL. scratch,
 * scratch_cap: for the joined host name or the address as text, and for the port; CRI_COAP_SCRATCH bytes
 * are always enough; nothing is needed for options that the destination makes redundant; options borrows
 * it. scratch_len: the number of bytes used. options: the iterator.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL for a reference; CRI_ERR_COAP_SCHEME for a scheme that is not the id
 * of a CoAP one; CRI_ERR_COAP_FRAGMENT; CRI_ERR_COAP_AUTHORITY if there is none; CRI_ERR_COAP_USERINFO;
 * CRI_ERR_COAP_EMPTY_HOST; CRI_ERR_COAP_HOST for a host name with characters that Uri-Host does not
 * allow, or in revision 13 a dot in a label; CRI_ERR_COAP_PET; CRI_ERR_COAP_LENGTH for a value above 255
 * bytes; CRI_ERR_BUFFER if scratch is too small, with scratch_len stored as the length needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps cri, the bytes that it borrows, dest, or
 * another output.
 *
 * Linear. RFC 7252 6.4; href-27 8.1.1; R16.
 */
cri_err_t cri_coap_options(const struct cri_t *cri,
                           const struct cri_endpoint_t *dest,
                           uint8_t *scratch,
                           size_t scratch_cap,
                           size_t *scratch_len,
                           struct cri_coap_options_t *options);

/**
 * Initialises an iterator over the options of a CoAP request to a forward proxy for a CRI.
 *
 * cri: a full CRI of any scheme. proxy: the proxy option: CRI_COAP_PROXY_URI or CRI_COAP_PROXY_CRI,
 * alone; or CRI_COAP_PROXY_SCHEME or CRI_COAP_PROXY_SCHEME_NUMBER, with Uri-Host, Uri-Path and so on.
 * dest: the proxy, or NULL; Uri-Port is omitted if the port is both the scheme's default and the
 * proxy's. scratch, scratch_cap: as in cri_coap_options(); CRI_COAP_PROXY_SCRATCH bytes are always
 * enough. scratch_len, options: as there.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT, also for another proxy; CRI_ERR_SCHEME_UNKNOWN if the scheme's id
 * has no name, or its name has no id and one is needed; CRI_ERR_COAP_SCHEME if there are Uri-* options,
 * no port, and the scheme's default is not known; CRI_ERR_COAP_LENGTH for a URI above 1034 or a CRI
 * above 1023 bytes, and as cri_coap_options(); for a URI also errors as of cri_to_uri(); for Uri-*
 * options, and otherwise, as cri_coap_options().
 *
 * Linear. RFC 7252 5.10.2; href-27 8.2; R16.
 */
cri_err_t cri_coap_proxy_options(const struct cri_t *cri,
                                 uint16_t proxy,
                                 const struct cri_endpoint_t *dest,
                                 uint8_t *scratch,
                                 size_t scratch_cap,
                                 size_t *scratch_len,
                                 struct cri_coap_options_t *options);

/**
 * Advances to the next option, and stores it.
 *
 * number: the option's number, not less than the previous one. value, value_len: its value, borrowed
 * from the CRI's bytes or the scratch, or the library's own name of a scheme; never NULL.
 *
 * Returns false, and stores nothing, at the end, and if an output overlaps the iterator, the bytes that
 * it borrows, or another output.
 *
 * Constant time.
 */
bool cri_coap_options_next(struct cri_coap_options_t *options,
                           uint16_t *number,
                           const uint8_t **value,
                           size_t *value_len);

/**
 * Writes the options of a CoAP request for a CRI, delta-coded as in a message.
 *
 * cri, dest: as in cri_coap_options(). after: number of the last option already in the message, 0 if
 * there is none. buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_ORDER if after is above the number of the first option; CRI_ERR_BUFFER if it
 * does not fit, with len stored as the length needed; otherwise as cri_coap_options(). After an error
 * buf is unspecified up to buf_cap.
 *
 * Linear. RFC 7252 3.1, 6.4; href-27 8.1.1; R16.
 */
cri_err_t cri_to_coap(const struct cri_t *cri,
                      const struct cri_endpoint_t *dest,
                      uint16_t after,
                      uint8_t *buf,
                      size_t buf_cap,
                      size_t *len);

/**
 * Writes the options of a CoAP request to a forward proxy for a CRI, delta-coded as in a message.
 *
 * cri, proxy, dest: as in cri_coap_proxy_options(). after, buf, buf_cap, len: as in cri_to_coap().
 *
 * Returns CRI_OK; CRI_ERR_ORDER and CRI_ERR_BUFFER as cri_to_coap(); otherwise as
 * cri_coap_proxy_options().
 *
 * Linear. RFC 7252 3.1, 5.10.2; href-27 8.2; R16.
 */
cri_err_t cri_to_coap_proxy(const struct cri_t *cri,
                            uint16_t proxy,
                            const struct cri_endpoint_t *dest,
                            uint16_t after,
                            uint8_t *buf,
                            size_t buf_cap,
                            size_t *len);

/**
 * Converts the options of a CoAP request, delta-coded as in a message, to the CRI of the requested
 * resource, in canonical form.
 *
 * rev: the revision to write. scheme: the scheme id of the CoAP variant over which the request arrived,
 * such as -1 for coap. options, options_len: all options of the request, without the payload marker;
 * those that do not identify the resource are ignored. dest: the endpoint at which the request arrived,
 * the defaults of Uri-Host and Uri-Port; NULL for none. buf, buf_cap: the buffer; NULL and 0 to ask for
 * the length. len: the length in bytes.
 *
 * Proxy-Scheme and Proxy-Scheme-Number replace the scheme; Proxy-Uri takes precedence over Uri-*
 * options, and needs no dest; Proxy-Cri excludes them. The CRI does not show that the request had a
 * proxy option: a server that is no proxy calls cri_coap_asks_proxy() first, and answers such requests
 * with 5.05.
 *
 * The case of a host name is kept, so that cri_to_coap() of the CRI writes the same options again,
 * except a default port.
 *
 * Returns CRI_OK; CRI_ERR_COAP_SCHEME if scheme is not a CoAP one; CRI_ERR_TRUNCATED and
 * CRI_ERR_COAP_OPTION for malformed options, and CRI_ERR_COAP_OPTION for bytes after the CRI of
 * Proxy-Cri; CRI_ERR_COAP_LENGTH for a value that is longer or shorter than its option allows;
 * CRI_ERR_UTF8; CRI_ERR_DOT_SEGMENT for a Uri-Path "." or ".."; CRI_ERR_COAP_HOST for a Uri-Host that is
 * no IPv4 address, IPv6 address in brackets, or name of unreserved characters, sub-delims and characters
 * beyond ASCII; CRI_ERR_COAP_AUTHORITY if neither Uri-Host nor dest has a host; CRI_ERR_COAP_REPEATED;
 * CRI_ERR_COAP_CONFLICT for Proxy-Cri together with Uri-* or Proxy-*, and for Proxy-Scheme with another
 * Proxy-*; CRI_ERR_SCHEME_NAME for a Proxy-Scheme that is no scheme name; for Proxy-Uri and Proxy-Cri
 * CRI_ERR_NOT_FULL, CRI_ERR_COAP_FRAGMENT, and errors as of cri_from_uri() and cri_parse();
 * CRI_ERR_BUFFER if it does not fit, with len stored as the length needed; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if an output overlaps an input or the other one. After an error buf is unspecified up
 * to buf_cap.
 *
 * Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2, 8.2; R17.
 */
cri_err_t cri_from_coap(uint8_t rev,
                        int64_t scheme,
                        const uint8_t *options,
                        size_t options_len,
                        const struct cri_endpoint_t *dest,
                        uint8_t *buf,
                        size_t buf_cap,
                        size_t *len);

/**
 * Stores whether a CoAP request asks a proxy: whether it has a Proxy-Uri, Proxy-Scheme, Proxy-Cri or
 * Proxy-Scheme-Number option. Its path is then not one of the server that received it.
 *
 * options, options_len: all options of the request, delta-coded as in a message, without the payload marker.
 *
 * Returns CRI_OK; CRI_ERR_TRUNCATED and CRI_ERR_COAP_OPTION for malformed options; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP
 * if asks overlaps options.
 *
 * Linear. RFC 7252 5.10.2; href-27 8.2; R17.
 */
cri_err_t cri_coap_asks_proxy(const uint8_t *options,
                              size_t options_len,
                              bool *asks);

/**
 * Converts the Location-Path and Location-Query options of a CoAP response to a CRI reference, in
 * canonical form: resolve it against the CRI of the request.
 *
 * The result is [true, path, query] with a path; [0, null, query] with a query alone, which keeps the
 * request's path; the empty reference without either.
 *
 * rev, options, options_len, buf, buf_cap, len: as in cri_from_coap().
 *
 * Returns CRI_OK; CRI_ERR_TRUNCATED and CRI_ERR_COAP_OPTION for malformed options, and
 * CRI_ERR_COAP_OPTION for a reserved Location-* option (128, 132, 136, 140), which makes a response
 * unusable; CRI_ERR_COAP_LENGTH; CRI_ERR_UTF8; CRI_ERR_DOT_SEGMENT; CRI_ERR_BUFFER, CRI_ERR_ARGUMENT and
 * CRI_ERR_OVERLAP as cri_from_coap().
 *
 * Linear. RFC 7252 5.10.7; R17.
 */
cri_err_t cri_from_coap_location(uint8_t rev,
                                 const uint8_t *options,
                                 size_t options_len,
                                 uint8_t *buf,
                                 size_t buf_cap,
                                 size_t *len);

/**
 * Initialises a composer, which makes a CRI from the options of a CoAP request, one by one, from any
 * stack: call cri_composer_option() for each in ascending order, then cri_composer_finish(). After a
 * call that fails, all later ones return the same error.
 *
 * composer: the composer. rev, scheme: as in cri_from_coap(). dest: as there; the composer borrows the
 * address and the zone identifier, not dest itself. buf, buf_cap: the buffer, which the composer
 * borrows; NULL and 0 to ask for the length.
 *
 * Returns CRI_OK; CRI_ERR_COAP_SCHEME if scheme is not a CoAP one; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if
 * composer or buf overlaps dest, its address or zone identifier, or the other one.
 *
 * Constant time. RFC 7252 6.5; href-27 8.1.2; R17.
 */
cri_err_t cri_composer_init(struct cri_composer_t *composer,
                            uint8_t rev,
                            int64_t scheme,
                            const struct cri_endpoint_t *dest,
                            uint8_t *buf,
                            size_t buf_cap);

/**
 * Initialises a composer as cri_composer_init(), which makes a CRI reference from the Location-Path and
 * Location-Query options of a CoAP response.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if composer overlaps buf.
 *
 * Constant time. RFC 7252 5.10.7; R17.
 */
cri_err_t cri_composer_init_location(struct cri_composer_t *composer,
                                     uint8_t rev,
                                     uint8_t *buf,
                                     size_t buf_cap);

/**
 * Adds the next option.
 *
 * opt_number: the option's number. value, value_len: its value, which is not borrowed.
 *
 * Returns CRI_OK; CRI_ERR_ORDER if the number is less than that of the previous option; errors about
 * options as cri_from_coap(), or as cri_from_coap_location(); CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if value
 * overlaps the composer or the buffer; an earlier error.
 *
 * Linear in value_len; for options that ask a proxy, linear in all options so far. R17.
 */
cri_err_t cri_composer_option(struct cri_composer_t *composer,
                              uint16_t opt_number,
                              const uint8_t *value,
                              size_t value_len);

/**
 * Returns whether one of the options so far asks a proxy, as cri_coap_asks_proxy(); false for NULL.
 *
 * Constant time. RFC 7252 5.10.2; href-27 8.2; R17.
 */
bool cri_composer_asks_proxy(const struct cri_composer_t *composer);

/**
 * Completes the CRI or the reference in the buffer, in canonical form.
 *
 * len: its length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_COAP_AUTHORITY if neither an option nor dest has a host; CRI_ERR_BUFFER if it
 * does not fit, with len stored as the length needed and the buffer unspecified; CRI_ERR_ORDER for a
 * second call; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if len overlaps the composer, the buffer, or the
 * address or zone identifier of dest; an earlier error.
 *
 * Linear. R2, R17.
 */
cri_err_t cri_composer_finish(struct cri_composer_t *composer, size_t *len);

/**
 * Stores whether the path of a request is a given path or is under it: to find the handler of a request.
 *
 * cri, prefix: full CRIs, or references that discard all; only their paths count. A trailing slash in
 * prefix is ignored: "/a/b" is under "/a/" as it is under "/a". A path of one empty segment is the empty
 * path, and every path is under it. under: the answer. rest: if true, an iterator over the segments of
 * cri after those of prefix, none if the paths are equal: call cri_iter_next().
 *
 * The answer is meaningless for a CRI of a request that asked a proxy, which a CRI does not show: call
 * cri_coap_asks_proxy() or cri_composer_asks_proxy() first.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if a path depends on a base; CRI_ERR_REVISION if they are of
 * different revisions; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps cri, prefix, the bytes
 * that they borrow, or the other one.
 *
 * Linear in the path of prefix. RFC 7252 6.4; R15.
 */
cri_err_t cri_path_match(const struct cri_t *cri,
                         const struct cri_t *prefix,
                         bool *under,
                         struct cri_iter_t *rest);

/**
 * Stores whether the path of a CoAP request is a given path or is under it, from the request's options,
 * without a CRI. A request that asks a proxy (cri_coap_asks_proxy()) never is.
 *
 * options, options_len: all options of the request, delta-coded as in a message, without the payload
 * marker. prefix: a full CRI, or a reference that discards all; only its path counts, and as in
 * cri_path_match(): "/a/b" is under "/a/" as it is under "/a". under: the answer. rest: if true, an
 * iterator over the segments of the request after those of prefix, none if the paths are equal: call
 * cri_coap_path_next(). It borrows options.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if the path of prefix depends on a base; CRI_ERR_TRUNCATED and
 * CRI_ERR_COAP_OPTION for malformed options; for an invalid Uri-Path CRI_ERR_COAP_LENGTH above 255
 * bytes, CRI_ERR_UTF8, and CRI_ERR_DOT_SEGMENT for "." and ".."; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an
 * output overlaps options, prefix, the bytes that it borrows, or the other output.
 *
 * Linear. RFC 7252 6.5; R17.
 */
cri_err_t cri_coap_path_match(const uint8_t *options,
                              size_t options_len,
                              const struct cri_t *prefix,
                              bool *under,
                              struct cri_coap_path_t *rest);

/**
 * Advances to the next segment of the rest of a path, and stores it.
 *
 * rest: the iterator of cri_coap_path_match(). segment, segment_len: UTF-8 text, borrowed from the options; never
 * NULL.
 *
 * Returns false, and stores nothing, at the end, and if an output overlaps rest, the bytes that it
 * borrows, or the other output.
 *
 * Constant time.
 */
bool cri_coap_path_next(struct cri_coap_path_t *rest,
                        const uint8_t **segment,
                        size_t *segment_len);

/**
 * Initialises a matcher, which compares the path of a CoAP request with a given path, option by option,
 * from any stack: call cri_path_matcher_option() for each in ascending order, then
 * cri_path_matcher_finish().
 *
 * matcher: the matcher, which borrows the bytes that prefix borrows. prefix: as in
 * cri_coap_path_match().
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if the path of prefix depends on a base; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if matcher overlaps prefix or the bytes that it borrows.
 *
 * Linear in the path of prefix. RFC 7252 6.5; R17.
 */
cri_err_t cri_path_matcher_init(struct cri_path_matcher_t *matcher, const struct cri_t *prefix);

/**
 * Adds the next option of the request. A request with an option that asks a proxy does not match;
 * options other than these and Uri-Path are ignored.
 *
 * opt_number: the option's number. value, value_len: its value, which is not borrowed.
 *
 * Returns CRI_OK; CRI_ERR_ORDER if the number is less than that of the previous option;
 * CRI_ERR_COAP_LENGTH, CRI_ERR_UTF8 and CRI_ERR_DOT_SEGMENT as cri_coap_path_match(); CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if value overlaps matcher.
 *
 * Linear in value_len. RFC 7252 6.5; R17.
 */
cri_err_t cri_path_matcher_option(struct cri_path_matcher_t *matcher,
                                  uint16_t opt_number,
                                  const uint8_t *value,
                                  size_t value_len);

/**
 * Stores the match once all options have been fed. After an error of cri_path_matcher_option() the
 * request does not match.
 *
 * under: whether the path of the request is the given path or is under it. matched: if true, the number
 * of Uri-Path options that the given path matches; the options after them are the rest of the path.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps matcher or the other one.
 *
 * Constant time. RFC 7252 6.5; R17.
 */
cri_err_t cri_path_matcher_finish(const struct cri_path_matcher_t *matcher, bool *under, size_t *matched);

/**
 * Initialises an iterator over authorization information: application/aif+cbor with Toid=CRI-local-part,
 * an array of [[path, ?query], REST-method-set].
 *
 * rev: the revision of the texts in it. data, data_len: CBOR; bytes after the array are ignored. aif:
 * the iterator, which borrows data.
 *
 * Returns CRI_OK; CRI_ERR_STRUCTURE if it is no array; CRI_ERR_INDEFINITE; CRI_ERR_FEATURE for a tag;
 * CRI_ERR_CBOR; CRI_ERR_TRUNCATED; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if aif overlaps data.
 *
 * Constant time. RFC 9237 2, 3; href-27 8.3.
 */
cri_err_t cri_aif_entries(uint8_t rev, const uint8_t *data, size_t data_len, struct cri_aif_t *aif);

/**
 * Advances to the next entry of authorization information, and stores it.
 *
 * more: whether there was one; false at the end. target: the resource, as a reference that discards all
 * and has its path and query; it borrows the bytes that the iterator borrows. permissions: the set of
 * methods: bit 0 GET, 1 POST, 2 PUT, 3 DELETE, 4 FETCH, 5 PATCH, 6 iPATCH; bits 32 to 38 the same for
 * resources that the subject itself created there (RFC 9237 2.3). Both are stored only if more is true.
 *
 * Returns CRI_OK; an unprocessable error as cri_parse() for an invalid entry; CRI_ERR_CBOR;
 * CRI_ERR_TRUNCATED; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if outputs overlap each other, the iterator, or
 * the bytes that it borrows. An error ends the iteration.
 *
 * Linear in the entry. RFC 9237 2, 3; href-27 8.3.
 */
cri_err_t cri_aif_next(struct cri_aif_t *aif, bool *more, struct cri_t *target, uint64_t *permissions);

/**
 * Stores whether authorization information allows a request.
 *
 * Permissions of several entries for the same resource add up; without an entry nothing is allowed. Path
 * and query must be equal; a path of one empty segment is the empty path. Permissions for resources that
 * the subject itself created are left to the caller: cri_aif_next(). All entries are read: malformed
 * information allows nothing. The entries are about resources of this server: call cri_coap_asks_proxy()
 * first.
 *
 * aif, aif_len: CBOR, as in cri_aif_entries(), of the revision of cri. cri: the requested resource, a
 * full CRI or a reference that discards all; its path and query count. method: the request's code: 1
 * GET, 2 POST, 3 PUT, 4 DELETE, 5 FETCH, 6 PATCH, 7 iPATCH. allowed: the answer.
 *
 * Returns CRI_OK; CRI_ERR_NOT_FULL if the path depends on a base; errors as of cri_aif_entries() and
 * cri_aif_next(); CRI_ERR_ARGUMENT, also for a method outside 1 to 32; CRI_ERR_OVERLAP if allowed
 * overlaps an input.
 *
 * Linear. RFC 9237 2, 3; href-27 8.3.
 */
cri_err_t cri_aif_allows(const uint8_t *aif,
                         size_t aif_len,
                         const struct cri_t *cri,
                         uint8_t method,
                         bool *allowed);

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
cri_err_t cri_cori_parse(const uint8_t *data, size_t data_len, struct cri_cori_t *cori, size_t *consumed);

/**
 * Checks the CoRI at the start of data as cri_cori_parse(), without a view.
 *
 * data, data_len: CBOR; bytes after the item are ignored. kind: as cri_cori_kind(). consumed: the length
 * of the item.
 *
 * Returns, complexity, and section: as cri_cori_parse().
 */
cri_err_t cri_cori_check(const uint8_t *data, size_t data_len, uint8_t *kind, size_t *consumed);

/**
 * Returns whether a CoRI is relative (CRI_CORI_RELATIVE), absolute but not normalized
 * (CRI_CORI_ABSOLUTE), or absolute and normalized (CRI_CORI_NORMALIZED), so that it resolves to itself.
 * The result of cri_cori_resolve() is normalized.
 *
 * CRI_CORI_RELATIVE for NULL. Constant time. cori 2.2.
 */
uint8_t cri_cori_kind(const struct cri_cori_t *cori);

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
cri_err_t cri_cori_resolve(const struct cri_cori_t *base,
                           const struct cri_cori_t *href,
                           uint32_t relation,
                           struct cri_cori_t *resolved);

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
cri_err_t cri_cori_relativize(const struct cri_cori_t *base,
                              const struct cri_cori_t *target,
                              struct cri_cori_t *reference);

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
cri_err_t cri_cori_encode(const struct cri_cori_t *cori, uint8_t *buf, size_t buf_cap, size_t *len);

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
cri_err_t cri_cori_recompose(const struct cri_cori_t *cori, char *buf, size_t buf_cap, size_t *len);

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
cri_err_t cri_cori_decompose(const char *uri, size_t uri_len, uint8_t *buf, size_t buf_cap, size_t *len);

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
cri_err_t cri_cori_to_coap(const struct cri_cori_t *cori,
                           uint8_t flags,
                           uint8_t *buf,
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
cri_err_t cri_cori_to_cri(const struct cri_cori_t *cori,
                          uint8_t rev,
                          uint8_t *buf,
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
cri_err_t cri_cori_from_cri(const struct cri_t *cri, uint8_t *buf, size_t buf_cap, size_t *len);

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
cri_err_t cri_uri_split(const char *uri, size_t uri_len, struct cri_uri_t *parts, size_t *offset);

/**
 * Stores a component.
 *
 * part: CRI_URI_PART_SCHEME, _USERINFO, _HOST (with its brackets), _PORT (digits, of any number), _PATH,
 * _QUERY or _FRAGMENT. chars, chars_len: as it is written, a slice of the text; decode it with
 * cri_uri_decode().
 *
 * Returns false, and stores nothing, if it is undefined. An empty component is defined. A path always
 * is, a host if there is an authority.
 *
 * Constant time. RFC 3986 3, 5.3.
 */
bool cri_uri_part(const struct cri_uri_t *uri, uint8_t part, const char **chars, size_t *chars_len);

/**
 * Returns the kind of the host: CRI_HOST_NONE, _NAME, _IPV4, _IPV6, _IPV6_ZONE or _FUTURE. Rare
 * spellings of IPv4 addresses are names: "127.1", "0x7f.1", "010.0.0.1".
 *
 * Constant time. RFC 3986 3.2.2, 7.4.
 */
uint8_t cri_uri_host_kind(const struct cri_uri_t *uri);

/**
 * Initialises an iterator over the segments of a path: none of an empty path. A leading slash separates
 * nothing: "/a/" has the segments "a" and "".
 *
 * Constant time. RFC 3986 3.3.
 */
void cri_uri_path_iter(const struct cri_uri_t *uri, struct cri_uri_iter_t *iter);

/**
 * Initialises an iterator over the parameters of a query, which are separated by ampersands: none of an
 * undefined query, one empty parameter of an empty query.
 *
 * Constant time. RFC 3986 3.4; href 6.1.
 */
void cri_uri_query_iter(const struct cri_uri_t *uri, struct cri_uri_iter_t *iter);

/**
 * Advances to the next segment or parameter, and stores it.
 *
 * chars, chars_len: as it is written, a slice of the text; decode it with cri_uri_decode().
 *
 * Returns false, and stores nothing, at the end.
 *
 * Linear in its length.
 */
bool cri_uri_iter_next(struct cri_uri_iter_t *iter, const char **chars, size_t *chars_len);

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
cri_err_t cri_uri_decode(const char *chars, size_t chars_len, uint8_t *buf, size_t buf_cap, size_t *len);

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
cri_err_t cri_uri_resolve(const char *base,
                          size_t base_len,
                          const char *reference,
                          size_t reference_len,
                          bool strict,
                          char *buf,
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
cri_err_t cri_uri_normalize(const char *uri,
                            size_t uri_len,
                            uint8_t level,
                            char *buf,
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
cri_err_t cri_uri_equal(const char *a, size_t a_len, const char *b, size_t b_len, uint8_t level, bool *equal);

/**
 * Converts an IRI to a CRI, or an IRI reference to a CRI reference, in canonical form: the result of
 * cri_from_uri() for the URI that the IRI maps to.
 *
 * rev: the revision to write. iri, iri_len: UTF-8. buf, buf_cap: the buffer; NULL and 0 to ask for the
 * length. len: the length in bytes.
 *
 * Returns what cri_from_uri() does, but CRI_ERR_UTF8 if iri is not UTF-8, and CRI_ERR_URI_SYNTAX for a
 * character that IRIs do not allow; private use characters are allowed in the query only.
 *
 * Linear, whatever the text. href 6; RFC 3987 2.2, 3.1; R12 to R14.
 */
cri_err_t cri_from_iri(uint8_t rev,
                       const char *iri,
                       size_t iri_len,
                       uint8_t *buf,
                       size_t buf_cap,
                       size_t *len);

/**
 * Converts a CRI to an IRI, or a CRI reference to an IRI reference: its URI with the characters beyond
 * ASCII that IRIs allow not percent-encoded. Bidirectional controls stay percent-encoded, and private
 * use characters outside the query.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the UTF-8 text,
 * without the NUL that ends it (R23).
 *
 * Returns what cri_to_uri() does. Linear. href 6; RFC 3987 3.2, 4.1.
 */
cri_err_t cri_to_iri(const struct cri_t *cri, char *buf, size_t buf_cap, size_t *len);

/**
 * Converts a CRI to a URI as cri_to_uri(), but omits user information, which may hold a password: for
 * logs. If there was any, the result is a different URI.
 *
 * buf, buf_cap, len: as cri_to_uri().
 *
 * Returns what cri_to_uri() does. Linear. RFC 3986 7.5.
 */
cri_err_t cri_to_uri_redacted(const struct cri_t *cri, char *buf, size_t buf_cap, size_t *len);

/**
 * Returns which sections of RFC 8820 (BCP 190) a specification would violate by mandating a reference,
 * instead of leaving the URI space to its owner.
 *
 * This is about a specification for any URI, an "Extension" in RFC 8820. An "Application" may require
 * schemes (2.1) and define the queries of its own resources (2.4): mask those bits.
 *
 * A path counts as fixed if it does not start from the base's path, unless it is the root itself or
 * below "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
 *
 * Returns a sum of CRI_OWNERSHIP_… bits; 0 for none, and for NULL. Constant time. RFC 8820 2; R21.
 */
uint8_t cri_ownership_check(const struct cri_t *cri);

#if defined(CRI_NFC)
/**
 * Returns whether all texts of a CRI are in Unicode normalization form C, and its host name in lower
 * case.
 *
 * To check the output of a builder: cri_builder_finish(), cri_parse(), then this.
 *
 * False for NULL. Linear. href 2; UAX #15.
 */
bool cri_is_nfc(const struct cri_t *cri);
#endif

#if defined(CRI_NFC)
/**
 * Encodes a CRI or CRI reference as cri_encode(), with all texts in Unicode normalization form C and its
 * host name in lower case: for a CRI that was built, or converted from a URI or an IRI. Idempotent.
 *
 * buf, buf_cap, len: as cri_encode().
 *
 * Returns what cri_encode() does. Linear. href 2; RFC 3987 5.3.2; UAX #15.
 */
cri_err_t cri_encode_nfc(const struct cri_t *cri, uint8_t *buf, size_t buf_cap, size_t *len);
#endif

#if defined(CRI_NFC)
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
cri_err_t cri_from_uri_nfc(uint8_t rev,
                           const char *uri,
                           size_t uri_len,
                           uint8_t *buf,
                           size_t buf_cap,
                           size_t *len);
#endif

#if defined(CRI_NFC)
/**
 * Converts an IRI to a CRI as cri_from_iri(), and refuses the results that cri_from_uri_nfc() refuses.
 *
 * rev, iri, iri_len, buf, buf_cap, len: as cri_from_iri().
 *
 * Returns what cri_from_iri() does, and CRI_ERR_NOT_NFC, with buf unspecified up to buf_cap.
 * CRI_ERR_BUFFER takes precedence. Linear. href 2, 6; RFC 3987 3.1, 5.3.2; UAX #15.
 */
cri_err_t cri_from_iri_nfc(uint8_t rev,
                           const char *iri,
                           size_t iri_len,
                           uint8_t *buf,
                           size_t buf_cap,
                           size_t *len);
#endif

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CRI_H */
