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
 * "href" is draft-ietf-core-href, its revision -13 unless another is named; R1 to R21 are the rulings listed
 * in DESIGN.md. README.md has the contract that all functions keep. In short:
 *
 * - A pointer to data is followed by its length. NULL with length 0 is empty; NULL with a length, a length
 *   above SIZE_MAX / 2, NULL for an object or for a place to store to, or an unknown revision is
 *   CRI_ERR_ARGUMENT. Functions that do not return a cri_err_t answer NULL with false, 0, or nothing.
 * - Outputs are stored only on success, but for a length needed (CRI_ERR_BUFFER) or to be skipped
 *   (cri_parse()). They may be uninitialised. Texts are NUL-terminated where there is room; a length
 *   never counts the NUL.
 * - Inputs are never written. Outputs that overlap inputs or each other are CRI_ERR_OVERLAP.
 * - No heap, no globals, no callbacks: every function is reentrant and may be called from an interrupt.
 */

/** The revision of draft-ietf-core-href-13. */
#define CRI_REV_13 13
/** The revision of draft-ietf-core-href-27. */
#define CRI_REV_27 27

/** Success. */
#define CRI_OK 0
/** An argument no call may have: NULL where an object is needed, NULL with a length, a length above
 *  the signed range, an unknown revision. */
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
/** Unprocessable: a host address of neither 4 nor 16 bytes, or a zone where none may be (C4). */
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
/** A Uri-Host that is no name, IPv4 address or bracketed IPv6 address; or a host name that would be
 *  read back as something else (R17). */
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

/** In cri_features(): both scheme registries are complete; without it the ten short-numbered schemes. */
#define CRI_FEATURE_SCHEMES_FULL 1

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

/** In cri_host_kind(): there is no host. */
#define CRI_HOST_NONE 0
/** In cri_host_kind(): a registered name, as labels. */
#define CRI_HOST_NAME 1
/** In cri_host_kind(): an IPv4 address. */
#define CRI_HOST_IPV4 2
/** In cri_host_kind(): an IPv6 address. */
#define CRI_HOST_IPV6 3

/** In cri_builder_init(): normalise what href 3 allows: scheme and host name to lower case (ASCII), the
 *  scheme's default port left off. */
#define CRI_BUILD_NORMALIZE 1
/** In cri_builder_init(): texts are in their URI form: their triplets are decoded, to PET where they must
 *  stay percent-encoded. */
#define CRI_BUILD_PERCENT 2

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
  size_t _path_tail_count;
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

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Tells the version of the library, such as "0.1.0".
 *
 * Returns a NUL-terminated string that is never freed. Constant time.
 */
const char *cri_version(void);

/**
 * Tells which features the library was built with: a sum of CRI_FEATURE_… bits.
 *
 * Constant time.
 */
uint32_t cri_features(void);

/**
 * Tells the name of an error number, for logs: "ok", "truncated", "dot_segment" …
 *
 * Returns a NUL-terminated string that is never freed; "unknown" for any other number. Constant time.
 */
const char *cri_err_name(cri_err_t err);

/**
 * Tells whether an error means that an item is well-formed CBOR but no processable CRI, so that it can
 * be skipped: what cri_parse() then stored as consumed says how far (href 5.2.1).
 *
 * Constant time.
 */
bool cri_err_is_unprocessable(cri_err_t err);

/**
 * Parses the CRI or CRI reference that data begins with, checks it whole, and stores a view that
 * borrows data.
 *
 * rev: the revision, CRI_REV_13 or CRI_REV_27. data, data_len: CBOR; bytes behind the item are not
 * looked at. cri: the view. consumed: how many bytes the item takes.
 *
 * Returns CRI_OK; or an unprocessable error (cri_err_is_unprocessable()), with consumed stored as the
 * number of bytes to skip and cri left alone; CRI_ERR_TRUNCATED if the item goes on past data_len;
 * CRI_ERR_CBOR if it is not well-formed; CRI_ERR_LIMIT if its end cannot be found because more than 16
 * indefinite-length items nest; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps data or the
 * other one.
 *
 * Linear in the length of the item. href 5.1, 5.2; R1, R3, R4.
 */
cri_err_t cri_parse(uint8_t rev, const uint8_t *data, size_t data_len, struct cri_t *cri, size_t *consumed);

/**
 * Finds the end of the CBOR item that data begins with, whatever it is.
 *
 * data, data_len: CBOR. consumed: how many bytes the item takes.
 *
 * Returns CRI_OK; CRI_ERR_TRUNCATED, CRI_ERR_CBOR, CRI_ERR_LIMIT as cri_parse(); CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if consumed overlaps data.
 *
 * Linear in the length of the item; bounded memory, no recursion. href 5.2.1; R3.
 */
cri_err_t cri_skip(const uint8_t *data, size_t data_len, size_t *consumed);

/**
 * Tells the revision by which a view was parsed: CRI_REV_13 or CRI_REV_27; 0 for NULL.
 *
 * Constant time.
 */
uint8_t cri_revision(const struct cri_t *cri);

/**
 * Tells whether a view is a full CRI, one with a scheme, and not a reference.
 *
 * Constant time. href 5.1.4.
 */
bool cri_is_full(const struct cri_t *cri);

/**
 * Tells how many segments of the base's path a reference discards: 0 to 127, or CRI_DISCARD_ALL, also
 * where a scheme or an authority implies it.
 *
 * Constant time. href 5.1.1.
 */
uint8_t cri_discard(const struct cri_t *cri);

/**
 * Tells the scheme id, a negative number, also of a scheme given by a name that the revision's registry
 * has. Ids below INT64_MIN are stored as INT64_MIN.
 *
 * Returns false, and stores nothing, if the scheme is not set or has no number.
 *
 * Constant time for an id and for the ten short-numbered schemes, else logarithmic in the size of the
 * registry. href 2 (C1), 5.1.
 */
bool cri_scheme(const struct cri_t *cri, int64_t *id);

/**
 * Tells the scheme's name, also of a scheme given by a number that the revision's registry has.
 *
 * name, name_len: lower-case ASCII, not NUL-terminated; borrowed from the CRI's bytes, or of the
 * library and never freed.
 *
 * Returns false, and stores nothing, if the scheme is not set or the number has no name.
 *
 * Constant time for a name and for the ten short-numbered schemes, else linear in the size of the
 * registry. href 2 (C1), 5.1.
 */
bool cri_scheme_text(const struct cri_t *cri, const char **name, size_t *name_len);

/**
 * Tells what the authority section says: CRI_AUTHORITY_NOT_SET, _ROOTED, _ROOTLESS or _HOST.
 *
 * Constant time. href 2 (C2).
 */
uint8_t cri_authority_kind(const struct cri_t *cri);

/**
 * Tells what the host is: CRI_HOST_NONE, _NAME, _IPV4 or _IPV6.
 *
 * Linear in the number of labels. href 2 (C4, C5).
 */
uint8_t cri_host_kind(const struct cri_t *cri);

/**
 * Tells the host's address: 4 or 16 bytes in network order, borrowed from the CRI's bytes.
 *
 * Returns false, and stores nothing, if the host is not an address.
 *
 * Constant time. href 2 (C4).
 */
bool cri_host_address(const struct cri_t *cri, const uint8_t **address, size_t *address_len);

/**
 * Tells the zone identifier of the host's address: UTF-8, not NUL-terminated, borrowed from the CRI's
 * bytes.
 *
 * Returns false, and stores nothing, if there is none.
 *
 * Constant time. href 2 (C4).
 */
bool cri_zone(const struct cri_t *cri, const char **zone, size_t *zone_len);

/**
 * Tells the user information, which may be empty.
 *
 * Returns false, and stores nothing, if there is none.
 *
 * Linear in the number of labels. href 2 (C3).
 */
bool cri_userinfo(const struct cri_t *cri, struct cri_text_t *userinfo);

/**
 * Tells the port.
 *
 * Returns false, and stores nothing, if there is none: then it is the scheme's default
 * (cri_scheme_default_port()).
 *
 * Linear in the number of labels. href 2 (C6).
 */
bool cri_port(const struct cri_t *cri, uint16_t *port);

/**
 * Tells how many labels the host's name has; 0 if it is empty or no name.
 *
 * Linear in that number. href 2 (C5).
 */
size_t cri_host_count(const struct cri_t *cri);

/**
 * Tells a label of the host's name, the first being 0.
 *
 * Returns false, and stores nothing, if there is no such label.
 *
 * Linear in the number of labels. href 2 (C5).
 */
bool cri_host_get(const struct cri_t *cri, size_t index, struct cri_text_t *label);

/**
 * Begins to go through the labels of the host's name.
 *
 * Linear in the number of labels. href 2 (C5).
 */
void cri_host_iter(const struct cri_t *cri, struct cri_iter_t *iter);

/**
 * Tells whether the path is set. It always is in a full CRI; in a reference null is not set and [] is.
 *
 * Constant time. href 5.1.
 */
bool cri_path_is_set(const struct cri_t *cri);

/**
 * Tells how many segments the path has.
 *
 * Constant time. href 2 (C8).
 */
size_t cri_path_count(const struct cri_t *cri);

/**
 * Tells a segment of the path, the first being 0.
 *
 * Returns false, and stores nothing, if there is no such segment.
 *
 * Linear in index; to go through all, use cri_path_iter(). href 2 (C9).
 */
bool cri_path_get(const struct cri_t *cri, size_t index, struct cri_text_t *segment);

/**
 * Begins to go through the segments of the path.
 *
 * Constant time. href 2 (C9).
 */
void cri_path_iter(const struct cri_t *cri, struct cri_iter_t *iter);

/**
 * Tells whether the query is set. It always is in a full CRI; in a reference null is not set and [] is.
 *
 * Constant time. href 5.1.
 */
bool cri_query_is_set(const struct cri_t *cri);

/**
 * Tells how many parameters the query has: none if there is no query.
 *
 * Constant time. href 2 (C10).
 */
size_t cri_query_count(const struct cri_t *cri);

/**
 * Tells a parameter of the query, the first being 0.
 *
 * Returns false, and stores nothing, if there is no such parameter.
 *
 * Linear in index; to go through all, use cri_query_iter(). href 2 (C10).
 */
bool cri_query_get(const struct cri_t *cri, size_t index, struct cri_text_t *parameter);

/**
 * Begins to go through the parameters of the query.
 *
 * Constant time. href 2 (C10).
 */
void cri_query_iter(const struct cri_t *cri, struct cri_iter_t *iter);

/**
 * Goes on to the next label, segment or parameter.
 *
 * Returns false, and stores nothing, at the end.
 *
 * Constant time; for PET linear in the number of its parts.
 */
bool cri_iter_next(struct cri_iter_t *iter, struct cri_text_t *text);

/**
 * Tells the fragment.
 *
 * Returns false, and stores nothing, if there is none.
 *
 * Constant time. href 2 (C11).
 */
bool cri_fragment(const struct cri_t *cri, struct cri_text_t *fragment);

/**
 * Tells the characters of a text that has no percent-encoded parts.
 *
 * chars, chars_len: UTF-8, not NUL-terminated, borrowed from the CRI's bytes.
 *
 * Returns false, and stores nothing, for PET: use cri_text_chunks() or cri_text_decode().
 *
 * Constant time. href 2.
 */
bool cri_text_plain(const struct cri_text_t *text, const char **chars, size_t *chars_len);

/**
 * Begins to go through the parts of a text: one for a plain text that is not empty, several for PET.
 *
 * Constant time. href 7.1.
 */
void cri_text_chunks(const struct cri_text_t *text, struct cri_chunks_t *chunks);

/**
 * Goes on to the next part of a text.
 *
 * bytes, bytes_len: UTF-8 characters, or octets; borrowed from the CRI's bytes. percent_encoded: true
 * for octets, which stand percent-encoded in a URI.
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
 * Decodes a text: its characters as UTF-8 and its octets as they are, which may make it no UTF-8 and
 * does lose which delimiters were percent-encoded.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes, without the
 * NUL that follows if there is room.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed;
 * CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output overlaps text, or one the other.
 *
 * Linear. href 7.1.
 */
cri_err_t cri_text_decode(const struct cri_text_t *text, uint8_t *buf, size_t buf_cap, size_t *len);

/**
 * Tells whether a text is plain and has exactly these characters: to dispatch by path segment.
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
 * would be in more than two pieces, which takes an operand that cri_resolve() or cri_relativize() made
 * (encode and parse it first); CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP.
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
 * Linear in the length of what both have in common. href 5; R10.
 */
cri_err_t cri_relativize(const struct cri_t *base, const struct cri_t *target, struct cri_t *reference);

/**
 * Compares two CRIs, or two references, component by component.
 *
 * equal: true if they are equal: null, [] and sections left off are where they mean the same, and a
 * scheme by name and by number are; text and PET are compared as written. References are compared as
 * such; resolve them first to compare what they refer to.
 *
 * Returns CRI_OK; CRI_ERR_REVISION if they are of different revisions; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP.
 *
 * Linear in the length of the shorter one. href 4; R15.
 */
cri_err_t cri_equal(const struct cri_t *a, const struct cri_t *b, bool *equal);

/**
 * Compares two CRIs as cri_equal(), but for their fragments: to choose or avoid a network action.
 *
 * Returns, complexity, and section: as cri_equal().
 */
cri_err_t cri_equal_ignoring_fragment(const struct cri_t *a, const struct cri_t *b, bool *equal);

/**
 * Compares the items that two byte strings begin with, which may be unprocessable: an unprocessable
 * item equals only one of the same bytes.
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
 * Orders two CRIs or references: the bytewise lexicographic order of their canonical encodings, a total
 * order in which exactly equal ones (cri_equal()) are the same.
 *
 * order: -1, 0 or 1 as a is before, equal to, or after b.
 *
 * Returns CRI_OK; CRI_ERR_REVISION if they are of different revisions; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP.
 *
 * Linear in the length of what both have in common. href 4; R15; RFC 8949 4.2.1.
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
 * left off, a scheme that has a number as its id, the empty reference as 80.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed and buf
 * unspecified up to buf_cap; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes
 * that it borrows, or the other one.
 *
 * Linear. href 5.1, 5.2; R2.
 */
cri_err_t cri_encode(const struct cri_t *cri, uint8_t *buf, size_t buf_cap, size_t *len);

/**
 * Converts a CRI to a URI, or a CRI reference to a URI reference.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the ASCII
 * text, without the NUL that follows if there is room.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the registry has no name for the scheme's number;
 * CRI_ERR_ZONE for a zone identifier in revision 27, or an empty one; CRI_ERR_NO_URI for a reference
 * that no URI reference corresponds to, such as [0, ["a"]], and in revision 13 for a dot in a host name
 * label; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed and buf unspecified up to
 * buf_cap; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes that it borrows, or
 * the other one.
 *
 * Linear. href 6.1; R11, R13; IPv6 addresses as RFC 5952.
 */
cri_err_t cri_to_uri(const struct cri_t *cri, char *buf, size_t buf_cap, size_t *len);

/**
 * Writes a CRI or CRI reference in CBOR diagnostic notation, for people: [-1, ["example", "com"]]. It is
 * the canonical form that is shown, with byte strings in lower-case hexadecimal.
 *
 * buf, buf_cap: the buffer; NULL and 0 to ask for the length. len: the length in bytes of the UTF-8
 * text, without the NUL that follows if there is room.
 *
 * Returns CRI_OK; CRI_ERR_BUFFER if it does not fit, with len stored as what is needed and buf
 * unspecified up to buf_cap; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if buf or len overlaps cri, the bytes
 * that it borrows, or the other one.
 *
 * Linear. RFC 8949 8; RFC 8610 G.
 */
cri_err_t cri_to_edn(const struct cri_t *cri, char *buf, size_t buf_cap, size_t *len);

/**
 * Converts a URI to a CRI, or a URI reference to a CRI reference, in canonical form. The text is
 * normalised: scheme and host to lower case, triplets of unreserved characters decoded, dot segments
 * removed, the scheme's default port left off.
 *
 * rev: the revision to write. uri, uri_len: ASCII. buf, buf_cap: the buffer; NULL and 0 to ask for the
 * length. len: the length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_URI_NOT_ASCII; CRI_ERR_URI_SYNTAX for what is no URI reference;
 * CRI_ERR_URI_PORT for a port with a leading zero or above 65535; CRI_ERR_URI_HOST for an IP literal
 * that is no IPv6 address; CRI_ERR_ZONE for a zone identifier in revision 27; CRI_ERR_NO_CRI for what
 * else no CRI corresponds to: a path that would begin an authority, ":" in userinfo in revision 13, a
 * reference with more than 126 leading "../"; CRI_ERR_BUFFER if it does not fit, with len stored as
 * what is needed and buf unspecified up to buf_cap; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if an output
 * overlaps uri, or one the other.
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
 * Begins to build a CRI or CRI reference in a buffer.
 *
 * Call what it consists of in the order of its sections: cri_builder_scheme_id() or _scheme_name() for
 * a full CRI, else cri_builder_discard() or, for a network path, the authority; then
 * cri_builder_rootless(), or _userinfo(), _host_name() or _host_address(), _port(); then
 * cri_builder_segment(), _parameter(), _fragment(); last cri_builder_finish(). The first call that
 * fails decides: all later ones return the same error.
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
 * Gives the scheme by its id, a negative number.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT if id is not negative; CRI_ERR_ORDER; an earlier error.
 *
 * Constant time. href 2 (C1).
 */
cri_err_t cri_builder_scheme_id(struct cri_builder_t *builder, int64_t id);

/**
 * Gives the scheme by its name, which is written as its id if the registry has one.
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
 * Begins a reference with how many segments of the base's path it discards.
 *
 * discard: 0 to 127, or CRI_DISCARD_ALL.
 *
 * Returns CRI_OK; CRI_ERR_DISCARD; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time. href 5.1.1.
 */
cri_err_t cri_builder_discard(struct cri_builder_t *builder, uint8_t discard);

/**
 * Gives no authority, and a path without a root. Without this call and without a host there is no
 * authority, and the path has a root.
 *
 * Returns CRI_OK; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time. href 2 (C2).
 */
cri_err_t cri_builder_rootless(struct cri_builder_t *builder);

/**
 * Gives the user information, which may be empty; a host must follow.
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
 * Gives the host by its registered name, which is split into labels at its dots; empty for the empty
 * host.
 *
 * name, name_len: UTF-8, in lower case unless with CRI_BUILD_NORMALIZE; with CRI_BUILD_PERCENT in its
 * URI form.
 *
 * Returns CRI_OK; CRI_ERR_UPPERCASE; CRI_ERR_UTF8; CRI_ERR_URI_SYNTAX; CRI_ERR_ORDER; CRI_ERR_ARGUMENT;
 * CRI_ERR_OVERLAP if name overlaps the buffer; an earlier error.
 *
 * Linear. href 2 (C5).
 */
cri_err_t cri_builder_host_name(struct cri_builder_t *builder, const char *name, size_t name_len);

/**
 * Gives the host by its address.
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
 * Gives the port, after a host; the scheme's default port is left off with CRI_BUILD_NORMALIZE.
 *
 * Returns CRI_OK; CRI_ERR_ORDER; CRI_ERR_ARGUMENT; an earlier error.
 *
 * Constant time. href 2 (C6, C7).
 */
cri_err_t cri_builder_port(struct cri_builder_t *builder, uint16_t port);

/**
 * Sets the path of a reference to [] if no segment follows. A full CRI needs no such call.
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
 * Sets the query of a reference to [] if no parameter follows. A full CRI needs no such call.
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
 * Gives the fragment.
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
 * Completes the CRI or CRI reference, which is then in the buffer, in canonical form.
 *
 * len: its length in bytes.
 *
 * Returns CRI_OK; CRI_ERR_NOT_VALID if it is a full CRI that corresponds to no URI; CRI_ERR_ORDER if
 * user information has no host after it; CRI_ERR_BUFFER if it does not fit, with len stored as what is
 * needed and the buffer unspecified; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if len overlaps the builder or
 * the buffer; an earlier error.
 *
 * Constant time; linear in a section of 24 or more items. href 2, 3; R2, R4.
 */
cri_err_t cri_builder_finish(struct cri_builder_t *builder, size_t *len);

/**
 * Tells the name of a scheme id in a revision's registry.
 *
 * id: negative. name, name_len: lower-case ASCII, not NUL-terminated, never freed.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if name and name_len overlap.
 *
 * Constant time for the ten short-numbered schemes, else linear in the size of the registry. href 10.1.
 */
cri_err_t cri_scheme_name(uint8_t rev, int64_t id, const char **name, size_t *name_len);

/**
 * Tells the id of a scheme name in a revision's registry.
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
 * Tells the default port of a scheme id, for the CoAP and HTTP schemes.
 *
 * id: negative.
 *
 * Returns CRI_OK; CRI_ERR_SCHEME_UNKNOWN if the library knows no default; CRI_ERR_ARGUMENT.
 *
 * Constant time. href 2 (C7); R12.
 */
cri_err_t cri_scheme_default_port(uint8_t rev, int64_t id, uint16_t *port);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CRI_H */
