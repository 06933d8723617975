/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_H
#define CRI_H

#include "cri_error.h"

/** Major version of the headers: incremented by incompatible changes. */
#define CRI_VERSION_MAJOR 0

/** Minor version of the headers: incremented by additions. */
#define CRI_VERSION_MINOR 1

/** Patch version of the headers: incremented by corrections. */
#define CRI_VERSION_PATCH 0

/** Version of the headers, as text. */
#define CRI_VERSION "0.1.0"

/**
 * @file
 * Constrained Resource Identifiers (CRI): the components of a URI as CBOR.
 *
 * This header has the core: parse, read, resolve, compare, encode, build, convert. A view, cri_t, borrows the bytes of
 * a CRI. The bytes are checked once, when they are parsed, so reading a view cannot fail. Most operations make a view
 * from other views and need no buffer:
 *
 * @code
 * cri_t base, link, target;
 * size_t consumed, len;
 * char uri[64];
 *
 * if (cri_parse(CRI_REV_27, base_cbor, base_len, &base, &consumed) == CRI_OK &&
 *     cri_parse(CRI_REV_27, link_cbor, link_len, &link, &consumed) == CRI_OK &&
 *     cri_resolve(&base, &link, &target) == CRI_OK &&
 *     cri_to_uri(&target, uri, sizeof uri, &len) == CRI_OK)
 *     puts(uri);
 * @endcode
 *
 * The names of a type's functions begin with the name of the type, and the object is their first argument. NAME_init()
 * or NAME_init_HOW() starts an iterator.
 *
 * Other headers: cri_error.h (results of calls), cri_request.h (a request from a link), cri_coap.h (CoAP options,
 * proxies), cri_dispatch.h (patterns of paths), cri_link.h (link format), cri_document.h (CRIs in larger documents),
 * cri_host.h (hosts and ports), cri_socket.h (socket addresses), cri_check.h (checks before accepting), cri_log.h
 * (texts for logs), cri_edn.h (diagnostic notation), cri_uri.h (RFC 3986 text), cri_template.h (URI templates),
 * cri_registry.h (schemes registered later), cri_cori.h (the older CoRI), cri_nfc.h (Unicode normalisation),
 * cri_target.h (whether the archive fits the compiler's flags).
 *
 * Each comment ends with the running time of the function and, if it implements a specification, the sections.
 * "Linear" without more words is linear in the total length of the inputs, including the bytes that a view borrows.
 * "href" is draft-ietf-core-href, in revision -13 unless another is named. C1 to C13 are the constraints of its
 * section 2. docs/rulings.md decides questions that these specifications leave open.
 */

/**
 * @defgroup cri_h cri.h: the core
 * Parse, read, resolve, compare, encode, build, convert.
 */

/**
 * @defgroup cri_contract The contract
 * @ingroup cri_h
 *
 * These rules apply to every function:
 *
 * - A result of type #cri_err_t is #CRI_OK on success; otherwise it is the number of an error.
 * - A pointer to data is followed by its length, the number of bytes that the library may read. NULL with length 0 is
 *   empty. The length or capacity of an array of other types is the number of its elements.
 * - Every other pointer points to an object of its type. The library has initialised each object that it reads, and the
 *   program has not changed private fields.
 * - An output buffer is followed by its capacity, the number of bytes that the library may write. NULL with capacity 0
 *   asks for the length: the result is #CRI_ERR_BUFFER, or #CRI_OK if the output is empty. A text output is never
 *   empty, because it ends in NUL. The length is stored in both cases.
 * - Outputs are stored only on success, with three exceptions. #CRI_ERR_BUFFER comes with the length needed; from
 *   cri_link_writer_finish(), it also comes with a block of links. An error of cri_parse() or cri_cori_parse() for
 *   which cri_err_is_unprocessable() is true comes with the length to skip. Outputs that locate an error (offsets,
 *   components, option numbers) come with that error.
 * - Outputs may be uninitialised. A function writes nothing past the capacity of a buffer. Past the result, and after
 *   an error, the content of the buffer is unspecified up to its capacity.
 * - A text output (`char`) ends in NUL on success. It needs room for its length + 1; the length never counts the NUL.
 *   After #CRI_ERR_BUFFER the text is empty if there is room for one byte.
 *   Outputs of bytes (`uint8_t`) do not end in NUL. Borrowed texts do not either, unless the function says so.
 * - Each function NAME() that writes a CRI stores the length of the CRI. Most have an inline companion, NAME_view(),
 *   which parses the result and stores a view instead of the length; cri_encoding() stores the length of the view's
 *   bytes. If a companion returns #CRI_ERR_BUFFER, call NAME() to get the length needed.
 * - Inputs are never written.
 * - Borrowed bytes must outlive the view. They may change between calls: the results are then unspecified, but every
 *   call returns in time linear in the lengths that it was given, and accesses no other memory. They must not change
 *   during a call. Such a change is a data race, for which nothing is promised.
 * - Objects have no destructor. Views, texts and iterators may be copied by assignment. Fields that begin with an
 *   underscore are private.
 * - CBOR tag 99 before a CRI is accepted in revision 27 only.
 * - No heap, no globals, no callbacks, no recursion: every function is reentrant and may be called from an interrupt.
 *
 * Any function may return these errors, which its own comment does not list again:
 *
 * - #CRI_ERR_ARGUMENT: NULL for an object or for an output; NULL with a length; a length above
 *   `SIZE_MAX / 2`; an object of zeros; an unknown revision, flag or level. A function that does not return a
 *   #cri_err_t returns false or 0 in these cases. If it initialises an iterator, it stores an iterator over nothing.
 *   Otherwise it does nothing.
 * - #CRI_ERR_OVERLAP: an output overlaps an input, the bytes that an input borrows, or another output.
 * - #CRI_ERR_BUFFER, from functions with an output buffer: the buffer is too small. The length needed is stored.
 *   Functions that capture segments of a path list this error in their own comments. They do not store the number of
 *   captures needed: see cri_pattern_check().
 */

/** A string literal as two arguments: its characters and their number. */
#define CRI_LIT(literal) ("" literal ""), (sizeof(literal) - 1)

/** An array of bytes as two arguments: a pointer and its length. */
#define CRI_BYTES(array) (array), sizeof(array)

/** The scheme id of a scheme number: the value that a CRI has for a number of the registry. */
#define CRI_SCHEME_ID(number) (-1 - (int64_t)(number))

/**
 * Enough bytes for the CRI of a URI or IRI of this length in bytes, from cri_from_uri() or cri_from_iri(), and for the
 * target of a link of this length, from cri_link_resolve().
 */
#define CRI_FROM_URI_MAX(uri_len) ((uri_len) + (uri_len) / 6 + 24)

/**
 * Enough bytes for the URI or IRI of a full CRI of this length, and its NUL, from cri_to_uri() or cri_to_iri(). A
 * reference needs 3 bytes more for each segment that it discards.
 */
#define CRI_TO_URI_MAX(cri_len) ((cri_len) * 3 + 24)

/** Enough bytes for the result of cri_resolve_to(), for a base and a reference of these lengths. */
#define CRI_RESOLVE_TO_MAX(base_len, reference_len) ((base_len) + (reference_len))

CRI_BEGIN_DECLS

/**
 * @defgroup cri_parse Parsing
 * @ingroup cri_h
 * From CBOR to a view, in either revision of the draft.
 * @{
 */

/**
 * The revision of draft-ietf-core-href-13.
 */
#define CRI_REV_13 13

/**
 * The revision of draft-ietf-core-href-27.
 */
#define CRI_REV_27 27

/**
 * A view of a CRI or CRI reference. It borrows the caller's bytes, which must outlive it.
 *
 * cri_parse() and all functions with an output of this type store a view. Its sections are the elements of the CBOR
 * array: the scheme or the discard value, the authority, the path, the query and the fragment. The segments of the
 * path are in at most two pieces of memory: the segments that a base gives, and the segments that a reference gives.
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
 * Parses and checks the CRI or CRI reference at the start of `data`, and stores a view of it, which borrows `data`.
 *
 * @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR; bytes after the item are ignored
 * @param[in] data_len length of `data`
 * @param[out] cri the view
 * @param[out] consumed length of the item in bytes
 * @retval CRI_ERR_TRUNCATED `data` ends inside the item
 * @retval CRI_ERR_CBOR the item is not well-formed
 * @retval CRI_ERR_LIMIT the item nests more than 16 levels deep. A level is an item of indefinite length, or an array,
 *   a map or a tag directly in such an item
 * @retval other an error for which cri_err_is_unprocessable() is true: the item is well-formed CBOR, but not a
 *   processable CRI. `consumed` is then the number of bytes to skip, and `cri` is not stored
 *
 * Linear in the length of the item. href 5.1, 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_parse(uint8_t rev,
                    const uint8_t *CRI_NULLABLE data,
                    size_t data_len,
                    cri_t *cri,
                    size_t *consumed);

/**
 * Parses data that must be exactly one CRI or CRI reference, such as the content of a file or the value of an option.
 *
 * @param[in] rev revision of the encoding: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR, which the view borrows
 * @param[in] data_len length of `data`
 * @param[out] cri the view
 * @retval CRI_ERR_EXTRA bytes follow the item. cri_parse() stores the length of the item
 * @retval other the errors of cri_parse()
 *
 * Linear in the length of the item. href 5.1, 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_parse_exact(uint8_t rev,
                          const uint8_t *CRI_NULLABLE data,
                          size_t data_len,
                          cri_t *cri);

/**
 * Finds the end of the CBOR item at the start of `data`, whatever its type.
 *
 * @param[in] data CBOR
 * @param[in] data_len length of `data`
 * @param[out] consumed length of the item in bytes
 * @retval CRI_ERR_TRUNCATED `data` ends inside the item
 * @retval CRI_ERR_CBOR the item is not well-formed
 * @retval CRI_ERR_LIMIT the item nests more than 16 levels deep. A level is an item of indefinite length, or an array,
 *   a map or a tag directly in such an item
 *
 * Linear in the length of the item. href 5.2.1.
 */
CRI_MUST_CHECK
cri_err_t cri_skip(const uint8_t *CRI_NULLABLE data,
                   size_t data_len,
                   size_t *consumed);

/**
 * @}
 * @defgroup cri_text Texts and lists
 * @ingroup cri_h
 * Labels, segments, parameters, fragments and user information are texts. A text is plain, or percent-encoded text
 * (PET), in which characters and octets alternate.
 * @{
 */

/**
 * A label, path segment, query parameter, user information or fragment: a plain text, or a text with percent-encoded
 * parts (PET). It borrows the same bytes as the view that it comes from.
 */
typedef struct cri_text_t {
  const uint8_t *_content;
  size_t _content_len;
  bool _pet;
} cri_text_t;

/**
 * An iterator over the chunks of a text.
 */
typedef struct cri_chunks_t {
  const uint8_t *_rest;
  size_t _rest_len;
  bool _pet;
  bool _done;
} cri_chunks_t;

/**
 * An iterator over labels, path segments or query parameters.
 */
typedef struct cri_iter_t {
  const uint8_t *_rest;
  size_t _rest_len;
  const uint8_t *_tail;
  size_t _tail_len;
} cri_iter_t;

/**
 * Stores the characters of a text that has no percent-encoded chunks.
 *
 * @param[in] text the text
 * @param[out] chars UTF-8, borrowed from the CRI's bytes
 * @param[out] chars_len length of `chars`
 * @return false, with nothing stored, for PET: use cri_chunks_init() or cri_text_decode()
 *
 * Constant time. href 2.
 */
CRI_MUST_CHECK
bool cri_text_plain(const cri_text_t *text,
                    const char **chars,
                    size_t *chars_len);

/**
 * Initialises an iterator over the chunks of a text. An empty plain text has no chunk, any other plain text has one
 * chunk, and PET has one or more chunks.
 *
 * @param[out] chunks the iterator
 * @param[in] text the text
 *
 * Constant time. href 7.1.
 */
void cri_chunks_init(cri_chunks_t *chunks,
                     const cri_text_t *text);

/**
 * Advances to the next chunk of a text, and stores it.
 *
 * @param[in,out] chunks the iterator
 * @param[out] bytes UTF-8 characters, or octets; borrowed from the CRI's bytes
 * @param[out] bytes_len length of `bytes`
 * @param[out] percent_encoded true if the chunk consists of octets, which are percent-encoded in a URI
 * @return false, with nothing stored, at the end
 *
 * Constant time. href 7.1.
 */
CRI_MUST_CHECK
bool cri_chunks_next(cri_chunks_t *chunks,
                     const uint8_t **bytes,
                     size_t *bytes_len,
                     bool *percent_encoded);

/**
 * Decodes a text: characters become UTF-8, and octets are copied. The result is not always UTF-8, and does not show
 * which delimiters were percent-encoded.
 *
 * @param[in] text the text
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; no NUL is appended, since the octets may contain one
 * @retval CRI_OK
 *
 * Linear. href 7.1.
 */
CRI_MUST_CHECK
cri_err_t cri_text_decode(const cri_text_t *text,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Returns true if a text is plain and consists of exactly the given characters.
 *
 * @param[in] text the text
 * @param[in] chars UTF-8
 * @param[in] chars_len length of `chars`
 * @return true if they are the same; false for PET
 *
 * Linear in `chars_len`.
 */
bool cri_text_equal(const cri_text_t *text,
                    const char *CRI_NULLABLE chars,
                    size_t chars_len);

/**
 * Advances to the next label, segment or parameter, and stores it.
 *
 * @param[in,out] iter the iterator
 * @param[out] text the text
 * @return false, with nothing stored, at the end
 *
 * Constant time; for PET linear in the number of its chunks.
 */
CRI_MUST_CHECK
bool cri_iter_next(cri_iter_t *iter,
                   cri_text_t *text);

/**
 * @}
 * @defgroup cri_read Scheme and kind
 * @ingroup cri_h
 * @{
 */

enum {
  /** The discard value for all segments of the base's path, in cri_discard() and cri_builder_discard(). */
  CRI_DISCARD_ALL = 255,
};

enum {
  /** The scheme id of coap. */
  CRI_SCHEME_COAP = -1,

  /** The scheme id of coaps. */
  CRI_SCHEME_COAPS = -2,

  /** The scheme id of http. */
  CRI_SCHEME_HTTP = -3,

  /** The scheme id of https. */
  CRI_SCHEME_HTTPS = -4,

  /** The scheme id of urn. */
  CRI_SCHEME_URN = -5,

  /** The scheme id of did. */
  CRI_SCHEME_DID = -6,

  /** The scheme id of coap+tcp. */
  CRI_SCHEME_COAP_TCP = -7,

  /** The scheme id of coaps+tcp. */
  CRI_SCHEME_COAPS_TCP = -8,

  /** The scheme id of coap+ws in revision 13. */
  CRI_SCHEME_COAP_WS_R13 = -9,

  /** The scheme id of coap+ws in revision 27. */
  CRI_SCHEME_COAP_WS_R27 = -25,

  /** The scheme id of coaps+ws in revision 13. */
  CRI_SCHEME_COAPS_WS_R13 = -10,

  /** The scheme id of coaps+ws in revision 27. */
  CRI_SCHEME_COAPS_WS_R27 = -26,
};

/**
 * Returns the revision of a CRI or CRI reference.
 *
 * @param[in] cri the CRI or CRI reference
 * @return #CRI_REV_13 or #CRI_REV_27; 0 for NULL
 *
 * Constant time.
 */
uint8_t cri_revision(const cri_t *cri);

/**
 * Returns true if a view is of a full CRI, which has a scheme.
 *
 * @param[in] cri the CRI or CRI reference
 * @return false for a CRI reference and for NULL
 *
 * Constant time. href 5.1.4.
 */
bool cri_is_full(const cri_t *cri);

/**
 * Returns the number of segments of the base's path that a reference discards.
 *
 * @param[in] cri the CRI or CRI reference
 * @return 0 to 127, or #CRI_DISCARD_ALL; #CRI_DISCARD_ALL also if there is a scheme or an authority; 0 for NULL
 *
 * Constant time. href 5.1.1.
 */
uint8_t cri_discard(const cri_t *cri);

/**
 * Stores the scheme's id, if the CRI gives the scheme by its id. cri_registry_id() finds the id of a name.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] id the scheme id, a negative number; INT64_MIN for any id that does not fit in 64 bits
 * @return false, with nothing stored, if the scheme is not set or is given by its name
 *
 * Constant time. href 2 (C1), 5.1.
 */
CRI_MUST_CHECK
bool cri_scheme(const cri_t *cri,
                int64_t *id);

/**
 * Stores the name of the scheme. If the CRI gives the scheme by id, the name comes from the registry of its revision.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] name lower-case ASCII; borrowed from the CRI's bytes, or a constant of the library
 * @param[out] name_len length of `name`
 * @return false, with nothing stored, if the scheme is not set or its id has no name
 *
 * Constant time for a name and for the ten short-numbered schemes, else linear in the size of the registry. href 2
 * (C1), 5.1.
 */
CRI_MUST_CHECK
bool cri_scheme_text(const cri_t *cri,
                     const char **name,
                     size_t *name_len);

/**
 * Stores the id of the scheme of a CRI. This is the id in the CRI, or the id that the registry of its revision assigns
 * to the name in the CRI.
 *
 * `["coap", …]` and `[-1, …]` have the same effective scheme. cri_to_coap() refuses the former, and
 * cri_normalize() converts it to the latter.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] id the scheme id, a negative number, as in cri_scheme()
 * @retval CRI_ERR_NOT_FULL `cri` is a reference, which has no scheme
 * @retval CRI_ERR_SCHEME_UNKNOWN the registry has no id for the name
 *
 * Constant time for an id and for the ten short-numbered schemes, else logarithmic in the size of the registry. href 2
 * (C1).
 */
CRI_MUST_CHECK
cri_err_t cri_effective_scheme(const cri_t *cri,
                               int64_t *id);

/**
 * @}
 * @defgroup cri_authority Authority
 * @ingroup cri_h
 * Host, port, user information.
 * @{
 */

enum {
  /** The authority is not set, in a reference that begins with a discard value. */
  CRI_AUTHORITY_NOT_SET = 0,

  /** The authority is null: there is no authority, and the path is rooted. */
  CRI_AUTHORITY_ROOTED = 1,

  /** The authority is true: there is no authority, and the path is rootless. */
  CRI_AUTHORITY_ROOTLESS = 2,

  /** The authority has a host. */
  CRI_AUTHORITY_HOST = 3,
};

enum {
  /** The CRI has no host. */
  CRI_HOST_NONE = 0,

  /** The host is a registered name. */
  CRI_HOST_NAME = 1,

  /** The host is an IPv4 address. */
  CRI_HOST_IPV4 = 2,

  /** The host is an IPv6 address. */
  CRI_HOST_IPV6 = 3,
};

/**
 * Returns the kind of the authority.
 *
 * @param[in] cri the CRI or CRI reference
 * @return #CRI_AUTHORITY_NOT_SET, #CRI_AUTHORITY_ROOTED, #CRI_AUTHORITY_ROOTLESS or #CRI_AUTHORITY_HOST
 *
 * Constant time. href 2 (C2).
 */
uint8_t cri_authority_kind(const cri_t *cri);

/**
 * Returns the kind of the host.
 *
 * @param[in] cri the CRI or CRI reference
 * @return #CRI_HOST_NONE, #CRI_HOST_NAME, #CRI_HOST_IPV4 or #CRI_HOST_IPV6
 *
 * Linear in the number of labels. href 2 (C4, C5).
 */
uint8_t cri_host_kind(const cri_t *cri);

/**
 * Stores the address of a host.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] address 4 or 16 bytes in network order, borrowed from the CRI's bytes
 * @param[out] address_len length of `address`
 * @return false, with nothing stored, if the host is not an address
 *
 * Linear in the number of labels. href 2 (C4).
 */
CRI_MUST_CHECK
bool cri_host_address(const cri_t *cri,
                      const uint8_t **address,
                      size_t *address_len);

/**
 * Stores the zone identifier of a host's address.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] zone UTF-8, borrowed from the CRI's bytes
 * @param[out] zone_len length of `zone`
 * @return false, with nothing stored, if there is no zone identifier
 *
 * Linear in the number of labels. href 2 (C4).
 */
CRI_MUST_CHECK
bool cri_zone(const cri_t *cri,
              const char **zone,
              size_t *zone_len);

/**
 * Stores the user information, which may be empty.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] userinfo the text
 * @return false, with nothing stored, if there is no user information
 *
 * Linear in the number of labels. href 2 (C3).
 */
CRI_MUST_CHECK
bool cri_userinfo(const cri_t *cri,
                  cri_text_t *userinfo);

/**
 * Stores the port that the CRI gives. If it gives no port, cri_effective_port() stores the scheme's default.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] port the port
 * @return false, with nothing stored, if the CRI gives no port
 *
 * Linear in the number of labels. href 2 (C6).
 */
CRI_MUST_CHECK
bool cri_port(const cri_t *cri,
              uint16_t *port);

/**
 * Stores the port of a CRI. This is the port in the CRI, or the default port of its scheme if the CRI gives no port.
 *
 * The library knows the default ports of the schemes in iana/ports.csv (CoAP, HTTP, WebSocket, ftp and others),
 * whether the scheme is given by its id or by its name.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] port the port
 * @retval CRI_ERR_SCHEME_UNKNOWN the CRI gives no port, and the library knows no default port for its scheme
 *
 * Linear in the number of labels. href 2 (C6, C7).
 */
CRI_MUST_CHECK
cri_err_t cri_effective_port(const cri_t *cri,
                             uint16_t *port);

/**
 * Initialises an iterator over the labels of the host's name.
 *
 * @param[out] iter the iterator, for cri_iter_next()
 * @param[in] cri the CRI or CRI reference
 *
 * Linear in the number of labels. href 2 (C5).
 */
void cri_iter_init_labels(cri_iter_t *iter,
                          const cri_t *cri);

/**
 * @}
 * @defgroup cri_path Path, query, fragment
 * @ingroup cri_h
 * @{
 */

/**
 * Returns true if the path is set. In a full CRI it is always set. In a reference, `[]` is set and null is not.
 *
 * @param[in] cri the CRI or CRI reference
 * @return true if it is set
 *
 * Constant time. href 5.1.
 */
bool cri_path_is_set(const cri_t *cri);

/**
 * Initialises an iterator over the segments of the path.
 *
 * @param[out] iter the iterator, for cri_iter_next()
 * @param[in] cri the CRI or CRI reference
 *
 * Constant time. href 2 (C9).
 */
void cri_iter_init_path(cri_iter_t *iter,
                        const cri_t *cri);

/**
 * Returns true if the query is set. In a full CRI it is always set. In a reference, `[]` is set and null is not.
 *
 * @param[in] cri the CRI or CRI reference
 * @return true if it is set
 *
 * Constant time. href 5.1.
 */
bool cri_query_is_set(const cri_t *cri);

/**
 * Initialises an iterator over the parameters of the query.
 *
 * @param[out] iter the iterator, for cri_iter_next()
 * @param[in] cri the CRI or CRI reference
 *
 * Constant time. href 2 (C10).
 */
void cri_iter_init_query(cri_iter_t *iter,
                         const cri_t *cri);

/**
 * Finds the parameters with a name in the query, and writes the value of the first, decoded.
 *
 * A parameter is its name alone, or its name, `=` and its value. Percent-encoded octets are decoded before they are
 * compared and written, as in Uri-Query, so a percent-encoded `=` ends a name, too. A name with `=` is therefore the
 * name of no parameter. To find parameters that a reference takes from its base, resolve the reference first.
 * cri_coap_query_find() reads the options of a request.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[in] name the octets of the name, such as "ep"
 * @param[in] name_len length of `name`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length of the value of the first such parameter; 0 if it has no value, and if there is no such
 *   parameter. No NUL is appended, since the octets may contain one
 * @param[out] count number of parameters with the name
 * @param[out] has_value true if the first has a value, which may be empty: true for "ep=", false for "ep" alone.
 *   NULL if it is not wanted
 * @retval CRI_OK
 *
 * Linear in the query. href 6.1, 7.1.
 */
CRI_MUST_CHECK
cri_err_t cri_query_find(const cri_t *cri,
                         const char *CRI_NULLABLE name,
                         size_t name_len,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len,
                         size_t *count,
                         bool *CRI_NULLABLE has_value);

/**
 * Stores the fragment.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] fragment the fragment
 * @return false, with nothing stored, if there is no fragment
 *
 * Constant time. href 2 (C11).
 */
CRI_MUST_CHECK
bool cri_fragment(const cri_t *cri,
                  cri_text_t *fragment);

/**
 * @}
 * @defgroup cri_operate Resolving and comparing
 * @ingroup cri_h
 * @{
 */

/**
 * Resolves a reference against a base, without a buffer. The result is a view that borrows the bytes of `base` and
 * `reference`.
 *
 * @param[in] base a full CRI
 * @param[in] reference a CRI reference; a full CRI resolves to itself
 * @param[out] resolved the result, a full CRI
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_REVISION the operands are of different revisions
 * @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
 * @retval CRI_ERR_PIECES the path of the result would consist of more than two pieces, which is possible only if
 *   `base` or `reference` is a result of cri_resolve() or cri_relativize(). cri_resolve_to() has no such limit
 *
 * Constant time if the reference discards all segments of the base or no segment; otherwise linear in the number of
 * segments that are kept. href 5.3.
 */
CRI_MUST_CHECK
cri_err_t cri_resolve(const cri_t *base,
                      const cri_t *reference,
                      cri_t *resolved);

/**
 * Resolves a reference against a base, and writes the canonical encoding of the result. The function works for every
 * base and reference, even if cri_resolve() returns #CRI_ERR_PIECES.
 *
 * @note The result can be the base of the next call. To follow a chain of references, alternate between two buffers,
 * because the buffer must not overlap the bytes that `base` and `reference` borrow.
 *
 * @param[in] base a full CRI
 * @param[in] reference a CRI reference; a full CRI resolves to itself
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_RESOLVE_TO_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_resolve_to_view() stores a view instead
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_REVISION the operands are of different revisions
 * @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
 *
 * Linear. href 5.3.
 */
CRI_MUST_CHECK
cri_err_t cri_resolve_to(const cri_t *base,
                         const cri_t *reference,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/**
 * Writes the result of cri_resolve_to() and stores a view of it. cri_encoding() stores the length of the result. If
 * the buffer is too small, cri_resolve_to() stores the length needed.
 *
 * @note The result can be the base of the next call. To follow a chain of references, alternate between two buffers,
 * because the buffer must not overlap the bytes that `base` and `reference` borrow.
 *
 * @param[in] base a full CRI
 * @param[in] reference a CRI reference; a full CRI resolves to itself
 * @param[out] buf the buffer. #CRI_RESOLVE_TO_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_REVISION the operands are of different revisions
 * @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
 *
 * Linear. href 5.3.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_resolve_to_view(const cri_t *base,
                                            const cri_t *reference,
                                            uint8_t *CRI_NULLABLE buf,
                                            size_t buf_cap,
                                            cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_resolve_to(base, reference, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(cri_revision(base), buf, len, view, &len);
}

/**
 * Stores the shortest reference that resolves against `base` to `target`, without a buffer. The reference is a view of
 * the bytes that `target` borrows.
 *
 * Of references of the same length, one that has a URI reference is stored. If only longer references have one,
 * cri_to_uri() fails for the result: cri_relativize_for_uri() makes a reference for text.
 *
 * @param[in] base a full CRI
 * @param[in] target a full CRI
 * @param[out] reference the reference; `target` itself if nothing shorter resolves to it
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_NOT_FULL `target` is a reference
 * @retval CRI_ERR_REVISION `base` and `target` are of different revisions
 *
 * Linear in the length of the common prefix. href 5.
 */
CRI_MUST_CHECK
cri_err_t cri_relativize(const cri_t *base,
                         const cri_t *target,
                         cri_t *reference);

/**
 * Stores the shortest reference that has a URI reference and that resolves against `base` to `target`, without a
 * buffer. Use it before cri_to_uri() for link format, such as the target of cri_link_writer_target(), and for header
 * fields.
 *
 * Resolving the text as RFC 3986 describes gives the URI of `target`, too. If `target` has no URI, neither has the
 * reference, and cri_to_uri() says why.
 *
 * @param[in] base a full CRI
 * @param[in] target a full CRI
 * @param[out] reference the reference, a view of the bytes that `target` borrows; `target` itself if no shorter
 *   reference will do
 * @retval other the errors of cri_relativize()
 *
 * Linear in the length of the common prefix. href 5; RFC 3986 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_relativize_for_uri(const cri_t *base,
                                 const cri_t *target,
                                 cri_t *reference);

/**
 * Makes a view of the same CRI or reference without its fragment, which is never part of a request.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] out the view, an object other than `cri`, which borrows the bytes that `cri` borrows; a copy of `cri` if
 *   it has no fragment
 * @retval CRI_OK
 *
 * Constant time. RFC 7252 6.4.
 */
cri_err_t cri_without_fragment(const cri_t *cri,
                               cri_t *out);

/**
 * Makes a view of the same CRI or reference without its query, because the values of a query do not belong in a log;
 * see cri_log_uri().
 *
 * A reference that has only a query becomes the empty reference, which refers to its base. An empty query in a
 * reference is kept, because it replaces the query of the base.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] out the view, an object other than `cri`, which borrows the bytes that `cri` borrows; a copy of `cri` if
 *   it has no parameters
 * @retval CRI_OK
 *
 * Constant time. RFC 3986 3.4.
 */
cri_err_t cri_without_query(const cri_t *cri,
                            cri_t *out);

/**
 * Makes a view of the same CRI or reference without its user information, which may contain a password.
 *
 * All functions treat the result as a CRI without user information, so cri_to_uri() writes a URI that is fit for logs.
 * If `cri` has user information, the result is not equal to `cri`.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] scratch memory to which the host and the port are copied if there is user information; NULL
 *   and 0 if there is no user information. The length of the CRI that the authority was parsed from is always enough
 * @param[in] scratch_cap capacity of `scratch`
 * @param[out] scratch_len number of bytes used
 * @param[out] out the view, which borrows the scratch and the bytes that `cri` borrows
 * @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
 *
 * Linear in the authority. href 2 (C3); RFC 3986 7.5.
 */
CRI_MUST_CHECK
cri_err_t cri_without_userinfo(const cri_t *cri,
                               uint8_t *CRI_NULLABLE scratch,
                               size_t scratch_cap,
                               size_t *scratch_len,
                               cri_t *out);

/**
 * Makes a view of a CRI with the authority of another CRI: its user information, host and port.
 *
 * The scheme stays the same. If `other` has no port, the result has the default port of the scheme of `cri`. To use
 * the address of an endpoint, such as the server that answers a group request, call cri_with_endpoint(). To replace
 * the scheme, too, call cri_replace_prefix().
 *
 * @param[in] cri a full CRI with a host
 * @param[in] other a CRI or CRI reference with a host; only its authority is read
 * @param[out] out the view, which borrows the bytes that `cri` and `other` borrow
 * @retval CRI_ERR_NOT_FULL `cri` is a reference
 * @retval CRI_ERR_NO_HOST `cri` or `other` has no host
 * @retval CRI_ERR_REVISION `cri` and `other` are of different revisions
 *
 * Constant time. href 2 (C2).
 */
CRI_MUST_CHECK
cri_err_t cri_with_authority(const cri_t *cri,
                             const cri_t *other,
                             cri_t *out);

/**
 * Replaces a prefix of a CRI by another one, without a buffer: the origin and the first segments of the path. Reverse
 * proxies need this in both directions. cri_coap_replace_prefix() does the same for the options of a message.
 *
 * A prefix is a full CRI, or a path such as `[true, ["dev"]]`: a reference that discards all segments of the base's
 * path and has no authority. Query and fragment of a prefix are ignored.
 *
 * - `cri` must have the origin of `prefix`, as in cri_same_origin(), unless `prefix` is a path. Its path must be the
 *   path of `prefix` or under it: "/a", "/a/" and "/a/b" are under "/a", and "/ab" is not. "/a" is not under "/a/".
 *   Segments match if their octets are the same, percent-encoded or not. A path of one empty segment is the empty
 *   path, and every path is under it.
 * - The result has the scheme and the authority of `replacement` or, if that is a path, of `cri`. Its path consists of
 *   the segments of `replacement` and the segments of `cri` that follow those of `prefix`. An empty segment at the end
 *   of `replacement` is omitted if other segments follow. Query and fragment stay the same.
 *
 * @param[in] cri a full CRI, or a reference that discards all segments of the base's path
 * @param[in] prefix the prefix of `cri`
 * @param[in] replacement the prefix of the result
 * @param[out] out the view, which borrows the bytes that `cri` and `replacement` borrow
 * @retval CRI_ERR_PREFIX `cri` is not under `prefix`
 * @retval CRI_ERR_BASE `prefix` or `replacement` is another kind of reference
 * @retval CRI_ERR_NOT_FULL the path of `cri` depends on a base, or `cri` is a reference and `prefix` is not
 * @retval CRI_ERR_NOT_VALID the result would be a CRI that has no URI
 * @retval CRI_ERR_PIECES the path of the result would consist of more than two pieces, which is possible only if `cri`
 *   or `replacement` is a result of cri_resolve(), cri_relativize() or this function: encode it first
 * @retval CRI_ERR_REVISION the operands are of different revisions
 *
 * Linear in the paths and the hosts. RFC 7252 5.7.3.
 */
CRI_MUST_CHECK
cri_err_t cri_replace_prefix(const cri_t *cri,
                             const cri_t *prefix,
                             const cri_t *replacement,
                             cri_t *out);

/**
 * Compares two CRIs, or two references, component by component.
 *
 * Sections that are omitted, null or `[]` are equal if the revision treats them alike. A scheme given by its name is
 * not equal to a scheme given by its id, and a text is not equal to PET: normalise both CRIs with cri_normalize() to
 * ignore these differences. References are not resolved: resolve them first to compare the resources that they refer
 * to. To compare resources of requests, call cri_without_fragment() for both first.
 *
 * @param[in] a a CRI or CRI reference
 * @param[in] b another CRI or CRI reference
 * @param[out] equal true if they are equal
 * @retval CRI_ERR_REVISION `a` and `b` are of different revisions
 *
 * Linear in the length of the shorter one. href 4.
 */
CRI_MUST_CHECK
cri_err_t cri_equal(const cri_t *a,
                    const cri_t *b,
                    bool *equal);

/**
 * Orders two CRIs or references by the bytes of their canonical encodings. The order is total, and consistent with
 * cri_equal().
 *
 * @param[in] a a CRI or CRI reference
 * @param[in] b another CRI or CRI reference
 * @param[out] order -1, 0 or 1 if `a` is before, equal to or after `b`
 * @retval CRI_ERR_REVISION `a` and `b` are of different revisions
 *
 * Linear in the length of the common prefix. href 4; RFC 8949 4.2.1.
 */
CRI_MUST_CHECK
cri_err_t cri_compare(const cri_t *a,
                      const cri_t *b,
                      int32_t *order);

/**
 * Hashes a CRI or reference with 32-bit FNV-1a over its canonical encoding. CRIs that are equal have equal hashes, on
 * every platform and in every version.
 *
 * @param[in] cri the CRI or CRI reference
 * @return the hash; 0 for NULL
 *
 * Linear.
 */
uint32_t cri_hash(const cri_t *cri);

/**
 * @}
 * @defgroup cri_encode Encoding
 * @ingroup cri_h
 * @{
 */

/**
 * Encodes a CRI or CRI reference in canonical form: shortest heads, definite lengths, trailing defaults omitted, the
 * empty reference as `80`. The scheme stays in the form that it has in `cri`, an id or a name.
 *
 * The buffer must not overlap the bytes that `cri` borrows, even if the CRI is to be encoded in place. The view from
 * cri_encode_view() borrows only the buffer, so it outlives the bytes of a base and of a reference.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_encode_view() stores a view instead
 * @retval CRI_OK
 *
 * Linear. href 5.1, 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_encode(const cri_t *cri,
                     uint8_t *CRI_NULLABLE buf,
                     size_t buf_cap,
                     size_t *len);

/**
 * Writes the result of cri_encode() and stores a view of it. cri_encoding() stores the length of the result. If the
 * buffer is too small, cri_encode() stores the length needed.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_OK
 *
 * Linear. href 5.1, 5.2.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_encode_view(const cri_t *cri,
                                        uint8_t *CRI_NULLABLE buf,
                                        size_t buf_cap,
                                        cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_encode(cri, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(cri_revision(cri), buf, len, view, &len);
}

/**
 * Stores the bytes that a CRI or CRI reference was parsed from, including tag 99 if there is one.
 *
 * In a larger document, the bytes show where the CRI begins and where the next item begins.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] data its bytes, which `cri` borrows; not necessarily the canonical encoding
 * @param[out] data_len length of `data`
 * @return false, with nothing stored, for a view that an operation made, such as the result of cri_resolve() for a
 *   relative reference
 *
 * Constant time.
 */
CRI_MUST_CHECK
bool cri_encoding(const cri_t *cri,
                  const uint8_t **data,
                  size_t *data_len);

/**
 * Encodes a CRI or CRI reference in normal form, so that CRIs which differ only in spelling become equal.
 *
 * - The scheme is written by its id if the registry has its name.
 * - ASCII letters of a host name are written in lower case.
 * - Percent-encoded text (PET) is written as plain text if the URI stays the same.
 * - The scheme's default port is omitted, see cri_registry_default_port(). For the CoAP and HTTP schemes, a path of
 *   one empty segment is omitted, too. A reference without a scheme keeps its port and its path, because its scheme
 *   comes from the base.
 * - The encoding is canonical, like the output of cri_encode().
 *
 * Normalising twice changes nothing. If a full CRI has a URI, the result is the CRI that cri_from_uri() writes for
 * that URI, except that cri_from_uri() keeps a path of one empty segment. For Unicode normalization, see
 * cri_encode_nfc().
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_normalize_view() stores a view instead
 * @retval CRI_OK
 *
 * Linear. href-27 2 (C1, C5, C7, C8).
 */
CRI_MUST_CHECK
cri_err_t cri_normalize(const cri_t *cri,
                        uint8_t *CRI_NULLABLE buf,
                        size_t buf_cap,
                        size_t *len);

/**
 * Writes the result of cri_normalize() and stores a view of it. cri_encoding() stores the length of the result. If the
 * buffer is too small, cri_normalize() stores the length needed.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_OK
 *
 * Linear. href-27 2 (C1, C5, C7, C8).
 */
CRI_MUST_CHECK
static inline cri_err_t cri_normalize_view(const cri_t *cri,
                                           uint8_t *CRI_NULLABLE buf,
                                           size_t buf_cap,
                                           cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_normalize(cri, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(cri_revision(cri), buf, len, view, &len);
}

/**
 * Encodes a CRI or CRI reference in canonical form with its percent-encoded text (PET) decoded into plain text, so
 * that cri_to_coap() accepts it.
 *
 * CoAP options have no percent-encoding. To send a request for a received link or Proxy-Uri such as
 * `coap://h/rd?ep=urn%3Adev%3A1`, decode its CRI first. A CRI without PET stays the same.
 *
 * @note Decoding loses the difference between a delimiter and its percent-encoded form: the CRIs of `/a%3Bb` and
 * `/a;b` become the same. Use the result for a request, but do not compare or store it.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length. The encoding of `cri` is long enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_decode_pet_view() stores a view instead
 * @retval CRI_ERR_UTF8 the decoded text is not UTF-8
 *
 * Linear. RFC 7252 6.4; href-27 7.2, 8.1.1.
 */
CRI_MUST_CHECK
cri_err_t cri_decode_pet(const cri_t *cri,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/**
 * Writes the result of cri_decode_pet() and stores a view of it. cri_encoding() stores the length of the result. If
 * the buffer is too small, cri_decode_pet() stores the length needed.
 *
 * @note Decoding loses the difference between a delimiter and its percent-encoded form: the CRIs of `/a%3Bb` and
 * `/a;b` become the same. Use the result for a request, but do not compare or store it.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer. The encoding of `cri` is long enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_UTF8 the decoded text is not UTF-8
 *
 * Linear. RFC 7252 6.4; href-27 7.2, 8.1.1.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_decode_pet_view(const cri_t *cri,
                                            uint8_t *CRI_NULLABLE buf,
                                            size_t buf_cap,
                                            cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_decode_pet(cri, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(cri_revision(cri), buf, len, view, &len);
}

/**
 * @}
 * @defgroup cri_convert URIs and IRIs
 * @ingroup cri_h
 * @{
 */

/**
 * Converts a URI to a CRI, or a URI reference to a CRI reference, in canonical form.
 *
 * The text is normalised: scheme and host are converted to lower case, percent-encoded unreserved characters are
 * decoded, dot segments are removed, and the scheme's default port is omitted.
 *
 * @note The result is a reference if the text has no scheme: check it by cri_is_full(). cri_from_uri_where() locates
 * an error.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_FROM_URI_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_from_uri_view() stores a view instead
 * @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
 * @retval CRI_ERR_URI_SYNTAX the text is not a URI reference
 * @retval CRI_ERR_URI_PORT the port has a leading zero or is above 65535
 * @retval CRI_ERR_URI_HOST an IP literal is not an IPv6 address
 * @retval CRI_ERR_ZONE in revision 27, there is a zone identifier
 * @retval CRI_ERR_NO_CRI no CRI corresponds to the text, because its path begins with two slashes that would be read
 *   as the start of an authority, because it has a ":" in its user information in revision 13, or because it begins
 *   with more than 126 "../"
 *
 * Linear, for every text. href 6.
 */
CRI_MUST_CHECK
cri_err_t cri_from_uri(uint8_t rev,
                       const char *CRI_NULLABLE uri,
                       size_t uri_len,
                       uint8_t *CRI_NULLABLE buf,
                       size_t buf_cap,
                       size_t *len);

/**
 * Writes the result of cri_from_uri() and stores a view of it. cri_encoding() stores the length of the result. If the
 * buffer is too small, cri_from_uri() stores the length needed.
 *
 * @note The result is a reference if the text has no scheme: check it by cri_is_full(). cri_from_uri_where() locates
 * an error.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] buf the buffer. #CRI_FROM_URI_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_URI_NOT_ASCII the text has a byte outside ASCII
 * @retval CRI_ERR_URI_SYNTAX the text is not a URI reference
 * @retval CRI_ERR_URI_PORT the port has a leading zero or is above 65535
 * @retval CRI_ERR_URI_HOST an IP literal is not an IPv6 address
 * @retval CRI_ERR_ZONE in revision 27, there is a zone identifier
 * @retval CRI_ERR_NO_CRI no CRI corresponds to the text, because its path begins with two slashes that would be read
 *   as the start of an authority, because it has a ":" in its user information in revision 13, or because it begins
 *   with more than 126 "../"
 *
 * Linear, for every text. href 6.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_from_uri_view(uint8_t rev,
                                          const char *CRI_NULLABLE uri,
                                          size_t uri_len,
                                          uint8_t *CRI_NULLABLE buf,
                                          size_t buf_cap,
                                          cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_from_uri(rev, uri, uri_len, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/**
 * Converts a CRI to a URI, or a CRI reference to a URI reference.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf ASCII; NULL and 0 to ask for the length. #CRI_TO_URI_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_SCHEME_UNKNOWN the registry has no name for the scheme's id
 * @retval CRI_ERR_ZONE in revision 27, there is a zone identifier; in revision 13, it is empty
 * @retval CRI_ERR_NO_URI no URI reference corresponds to the reference, such as `[0, ["a"]]`; or, in revision 13, a
 *   label of the host name has a dot
 *
 * Linear. href 6.1; IPv6 addresses as in RFC 5952.
 */
CRI_MUST_CHECK
cri_err_t cri_to_uri(const cri_t *cri,
                     char *CRI_NULLABLE buf,
                     size_t buf_cap,
                     size_t *len);

/**
 * Converts an IRI to a CRI, or an IRI reference to a CRI reference, in canonical form: the result of cri_from_uri()
 * for the URI that the IRI maps to.
 *
 * @note The result is a reference if the text has no scheme: check it by cri_is_full(). cri_from_iri_where() locates
 * an error.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] iri UTF-8
 * @param[in] iri_len length of `iri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_FROM_URI_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_from_iri_view() stores a view instead
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not an IRI reference; private use characters are allowed in the query only
 * @retval CRI_ERR_URI_PORT as in cri_from_uri()
 * @retval CRI_ERR_URI_HOST as in cri_from_uri()
 * @retval CRI_ERR_ZONE as in cri_from_uri()
 * @retval CRI_ERR_NO_CRI as in cri_from_uri()
 *
 * Linear, for every text. href 6; RFC 3987 2.2, 3.1.
 */
CRI_MUST_CHECK
cri_err_t cri_from_iri(uint8_t rev,
                       const char *CRI_NULLABLE iri,
                       size_t iri_len,
                       uint8_t *CRI_NULLABLE buf,
                       size_t buf_cap,
                       size_t *len);

/**
 * Writes the result of cri_from_iri() and stores a view of it. cri_encoding() stores the length of the result. If the
 * buffer is too small, cri_from_iri() stores the length needed.
 *
 * @note The result is a reference if the text has no scheme: check it by cri_is_full(). cri_from_iri_where() locates
 * an error.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] iri UTF-8
 * @param[in] iri_len length of `iri`
 * @param[out] buf the buffer. #CRI_FROM_URI_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not an IRI reference; private use characters are allowed in the query only
 * @retval CRI_ERR_URI_PORT as in cri_from_uri()
 * @retval CRI_ERR_URI_HOST as in cri_from_uri()
 * @retval CRI_ERR_ZONE as in cri_from_uri()
 * @retval CRI_ERR_NO_CRI as in cri_from_uri()
 *
 * Linear, for every text. href 6; RFC 3987 2.2, 3.1.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_from_iri_view(uint8_t rev,
                                          const char *CRI_NULLABLE iri,
                                          size_t iri_len,
                                          uint8_t *CRI_NULLABLE buf,
                                          size_t buf_cap,
                                          cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_from_iri(rev, iri, iri_len, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/**
 * Converts a CRI to an IRI, or a CRI reference to an IRI reference. The result is its URI, in which characters beyond
 * ASCII that IRIs allow are not percent-encoded.
 *
 * Characters that cri_escape() would escape stay percent-encoded, except the joiners U+200C and U+200D, which emoji
 * and words of several languages need. Private use characters outside the query stay percent-encoded, too.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf UTF-8; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_SCHEME_UNKNOWN as in cri_to_uri()
 * @retval CRI_ERR_ZONE as in cri_to_uri()
 * @retval CRI_ERR_NO_URI as in cri_to_uri()
 *
 * Linear. href 6; RFC 3987 3.2, 4.1.
 */
CRI_MUST_CHECK
cri_err_t cri_to_iri(const cri_t *cri,
                     char *CRI_NULLABLE buf,
                     size_t buf_cap,
                     size_t *len);

/**
 * @}
 * @defgroup cri_build Building
 * @ingroup cri_h
 * A builder writes a CRI section by section, in order. It keeps its first error, and cri_builder_finish() returns that
 * error, so the results of the calls before it need not be checked.
 * @{
 */

enum {
  /**
   * A flag: the builder normalises as href 3 allows. It writes ASCII letters of the scheme and the host name in lower
   * case, and omits the scheme's default port.
   */
  CRI_BUILD_NORMALIZE = 1,

  /**
   * A flag: the texts passed to the builder are in their URI form. The builder decodes their triplets. It writes octets
   * that must stay percent-encoded as PET.
   */
  CRI_BUILD_PERCENT = 2,
};

/**
 * A builder, initialised by cri_builder_init().
 */
typedef struct cri_builder_t {
  uint8_t *_buf;
  size_t _buf_cap;
  size_t _len;
  size_t _array;
  size_t _items;
  uint8_t _revision;
  uint8_t _section[3];
  size_t _segments;
  int32_t _error;
  uint16_t _default_port;
  uint8_t _state[6];
} cri_builder_t;

/**
 * Initialises a builder, which writes a CRI or CRI reference to a buffer.
 *
 * Call the functions for the sections in this order:
 *
 * - For a full CRI, cri_builder_scheme_id() or cri_builder_scheme_name(). For a reference, cri_builder_discard(), or
 *   no call if the reference begins with an authority.
 * - For the authority, cri_builder_rootless(); or cri_builder_userinfo(), then cri_builder_host_name() or
 *   cri_builder_host_address(), then cri_builder_port().
 * - cri_builder_segment(), cri_builder_parameter() and cri_builder_fragment().
 * - cri_builder_finish().
 *
 * Calls other than the last may be omitted, but the first call must be for a scheme, a discard value or an authority.
 * Without any of these calls, the result is the empty reference. After a call that fails, all later calls return the
 * same error.
 *
 * @param[out] builder the builder
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] flags a sum of `CRI_BUILD_…` bits
 * @param[out] buf the buffer, which the builder borrows; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @retval CRI_OK
 *
 * Constant time. href 3.
 */
CRI_MUST_CHECK
cri_err_t cri_builder_init(cri_builder_t *builder,
                           uint8_t rev,
                           uint8_t flags,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap);

/**
 * Sets the scheme by its id.
 *
 * @param[in,out] builder the builder
 * @param[in] id a negative number, such as #CRI_SCHEME_COAP
 * @retval CRI_ERR_ARGUMENT `id` is not negative
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Constant time. href 2 (C1).
 */
cri_err_t cri_builder_scheme_id(cri_builder_t *builder,
                                int64_t id);

/**
 * Sets the scheme by its name. The builder writes the id of the scheme if the registry has one.
 *
 * @param[in,out] builder the builder
 * @param[in] name ASCII, `[a-z][a-z0-9+.-]*`; upper case only with #CRI_BUILD_NORMALIZE
 * @param[in] name_len length of `name`
 * @retval CRI_ERR_SCHEME_NAME the name is not a scheme name
 * @retval CRI_ERR_UPPERCASE the name has upper case, without #CRI_BUILD_NORMALIZE
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Logarithmic in the size of the registry. href 2 (C1).
 */
cri_err_t cri_builder_scheme_name(cri_builder_t *builder,
                                  const char *CRI_NULLABLE name,
                                  size_t name_len);

/**
 * Starts a reference that discards a number of segments of the base's path.
 *
 * @param[in,out] builder the builder
 * @param[in] discard 0 to 127, or #CRI_DISCARD_ALL
 * @retval CRI_ERR_DISCARD `discard` is another number
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Constant time. href 5.1.1.
 */
cri_err_t cri_builder_discard(cri_builder_t *builder,
                              uint8_t discard);

/**
 * Sets the authority to true: no authority, and a rootless path. Without this call and without a host, the authority
 * is null: no authority, and a rooted path.
 *
 * @param[in,out] builder the builder
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Constant time. href 2 (C2).
 */
cri_err_t cri_builder_rootless(cri_builder_t *builder);

/**
 * Sets the user information, which may be empty. A host must follow.
 *
 * @param[in,out] builder the builder
 * @param[in] userinfo UTF-8; in its URI form with #CRI_BUILD_PERCENT
 * @param[in] userinfo_len length of `userinfo`
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not the URI form of user information
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 2 (C3).
 */
cri_err_t cri_builder_userinfo(cri_builder_t *builder,
                               const char *CRI_NULLABLE userinfo,
                               size_t userinfo_len);

/**
 * Sets the host by its registered name, which is split into labels at its dots. The empty name is the empty host.
 *
 * @param[in,out] builder the builder
 * @param[in] name UTF-8, in lower case unless #CRI_BUILD_NORMALIZE is set; in its URI form with
 *   #CRI_BUILD_PERCENT
 * @param[in] name_len length of `name`
 * @retval CRI_ERR_ADDRESS the name reads as an IPv4 address
 * @retval CRI_ERR_UPPERCASE the name has upper case, without #CRI_BUILD_NORMALIZE
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a name
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 2 (C5).
 */
cri_err_t cri_builder_host_name(cri_builder_t *builder,
                                const char *CRI_NULLABLE name,
                                size_t name_len);

/**
 * Sets the host by its address.
 *
 * @param[in,out] builder the builder
 * @param[in] address 4 or 16 bytes in network order
 * @param[in] address_len length of `address`
 * @param[in] zone a zone identifier, UTF-8; NULL and 0 for an address without a zone identifier
 * @param[in] zone_len length of `zone`
 * @retval CRI_ERR_ADDRESS the address has another length, or in revision 13, 4 bytes and a zone identifier
 * @retval CRI_ERR_UTF8 a zone identifier is not UTF-8
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 2 (C4).
 */
cri_err_t cri_builder_host_address(cri_builder_t *builder,
                                   const uint8_t *CRI_NULLABLE address,
                                   size_t address_len,
                                   const char *CRI_NULLABLE zone,
                                   size_t zone_len);

/**
 * Sets the port. A host must precede it. With #CRI_BUILD_NORMALIZE the scheme's default port is omitted.
 *
 * @param[in,out] builder the builder
 * @param[in] port the port
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Constant time. href 2 (C6, C7).
 */
cri_err_t cri_builder_port(cri_builder_t *builder,
                           uint16_t port);

/**
 * Sets the path of a reference to `[]` if no segment follows. A full CRI does not need this call.
 *
 * @param[in,out] builder the builder
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Constant time; linear in an authority of 24 or more items. href 5.1.
 */
cri_err_t cri_builder_path(cri_builder_t *builder);

/**
 * Appends a segment to the path.
 *
 * @param[in,out] builder the builder
 * @param[in] segment UTF-8, not "." or ".."; in its URI form with #CRI_BUILD_PERCENT
 * @param[in] segment_len length of `segment`
 * @retval CRI_ERR_DOT_SEGMENT the segment is "." or ".."
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a segment
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 2 (C9).
 */
cri_err_t cri_builder_segment(cri_builder_t *builder,
                              const char *CRI_NULLABLE segment,
                              size_t segment_len);

/**
 * Sets the query of a reference to `[]` if no parameter follows. A full CRI does not need this call.
 *
 * @param[in,out] builder the builder
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Constant time; linear in a section of 24 or more items before it. href 5.1.
 */
cri_err_t cri_builder_query(cri_builder_t *builder);

/**
 * Appends a parameter to the query.
 *
 * @param[in,out] builder the builder
 * @param[in] parameter UTF-8; in its URI form with #CRI_BUILD_PERCENT
 * @param[in] parameter_len length of `parameter`
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a parameter
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 2 (C10).
 */
cri_err_t cri_builder_parameter(cri_builder_t *builder,
                                const char *CRI_NULLABLE parameter,
                                size_t parameter_len);

/**
 * Sets the fragment.
 *
 * @param[in,out] builder the builder
 * @param[in] fragment UTF-8; in its URI form with #CRI_BUILD_PERCENT
 * @param[in] fragment_len length of `fragment`
 * @retval CRI_ERR_UTF8 the text is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX the text is not the URI form of a fragment
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 2 (C11).
 */
cri_err_t cri_builder_fragment(cri_builder_t *builder,
                               const char *CRI_NULLABLE fragment,
                               size_t fragment_len);

/**
 * Completes the CRI or CRI reference in the buffer, in canonical form. Returns the builder's first error, if there
 * was one.
 *
 * @param[in,out] builder the builder
 * @param[out] len length in bytes; cri_builder_finish_view() stores a view instead
 * @retval CRI_ERR_NOT_VALID the result would be a full CRI that has no URI
 * @retval CRI_ERR_ORDER no host follows the user information, or the function was called before
 *
 * Constant time; linear in a section of 24 or more items. href 2, 3.
 */
CRI_MUST_CHECK
cri_err_t cri_builder_finish(cri_builder_t *builder,
                             size_t *len);

/**
 * Writes the result of cri_builder_finish() and stores a view of it. cri_encoding() stores the length of the result.
 * If the buffer is too small, cri_builder_finish() stores the length needed.
 *
 * @param[in,out] builder the builder
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_NOT_VALID the result would be a full CRI that has no URI
 * @retval CRI_ERR_ORDER no host follows the user information, or the function was called before
 *
 * Constant time; linear in a section of 24 or more items. href 2, 3.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_builder_finish_view(cri_builder_t *builder,
                                                cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_builder_finish(builder, &len);
  return (err != CRI_OK) ? err : cri_parse(builder->_revision, builder->_buf, len, view, &len);
}

/**
 * Initialises a builder that continues a CRI or CRI reference: it copies the sections up to the query, in canonical
 * form, with percent-encoded text (PET). The fragment is not copied.
 *
 * Then call cri_builder_segment() if the CRI has no query, and cri_builder_parameter(). To add segments to a CRI with
 * a query, remove it by cri_without_query() first. An empty segment at the end of the path is the slash before the
 * next segment: after `coap://h/a/`, the segment "b" makes `coap://h/a/b`.
 *
 * @param[out] builder the builder, which does not borrow `cri`
 * @param[in] cri the CRI or CRI reference, whose revision is written
 * @param[in] flags a sum of `CRI_BUILD_…` bits; they apply to what is added
 * @param[out] buf the buffer, which the builder borrows; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @retval CRI_OK
 *
 * Linear. href 3.
 */
CRI_MUST_CHECK
cri_err_t cri_builder_init_from(cri_builder_t *builder,
                                const cri_t *cri,
                                uint8_t flags,
                                uint8_t *CRI_NULLABLE buf,
                                size_t buf_cap);

/**
 * Appends a text of a CRI, which may be percent-encoded text (PET), as a segment or a parameter, or sets the fragment.
 *
 * @param[in,out] builder the builder
 * @param[in] part #CRI_PART_PATH, #CRI_PART_QUERY or #CRI_PART_FRAGMENT
 * @param[in] text the text, such as a segment from cri_iter_next()
 * @retval CRI_ERR_DOT_SEGMENT the segment is "." or ".."
 * @retval CRI_ERR_ORDER the call is out of order
 *
 * Linear. href 7.1.
 */
cri_err_t cri_builder_text(cri_builder_t *builder,
                           uint8_t part,
                           const cri_text_t *text);

/**
 * @}
 * @defgroup cri_library Library
 * @ingroup cri_h
 * Version and features.
 * @{
 */

enum {
  /**
   * A bit of cri_features(): both scheme registries are complete. Otherwise each has only the ten short-numbered
   * schemes.
   */
  CRI_FEATURE_SCHEMES_FULL = 1,

  /** A bit of cri_features(): the library has the functions of cri_cori.h. */
  CRI_FEATURE_CORI = 2,

  /** A bit of cri_features(): the library has the functions of cri_nfc.h. */
  CRI_FEATURE_NFC = 4,

  /** A bit of cri_features(): the library supports #CRI_REV_13. */
  CRI_FEATURE_HREF_13 = 8,

  /** A bit of cri_features(): the library supports #CRI_REV_27. */
  CRI_FEATURE_HREF_27 = 16,
};

/**
 * Returns the version of the library, such as "1.2.3": the #CRI_VERSION of the header that it was built with.
 *
 * @return a constant string of the library, which ends in NUL
 *
 * Constant time.
 */
const char *cri_version(void);

/**
 * Returns the features that the library was built with.
 *
 * @return a sum of `CRI_FEATURE_…` bits
 *
 * Constant time.
 */
uint32_t cri_features(void);

/**
 * @}
 * @defgroup cri_parts Components
 * @ingroup cri_h
 * Numbers for the components of a CRI or a URI reference. They tell which component an error is in, and which component
 * cri_uri_part() stores.
 * @{
 */

enum {
  /** The scheme. */
  CRI_PART_SCHEME = 0,

  /** The user information. In a URI reference, it excludes the at sign. */
  CRI_PART_USERINFO = 1,

  /** The host. In a URI reference, it includes the brackets of an IP literal. */
  CRI_PART_HOST = 2,

  /** The port. */
  CRI_PART_PORT = 3,

  /** The path. */
  CRI_PART_PATH = 4,

  /** The query. In a URI reference, it excludes the question mark. */
  CRI_PART_QUERY = 5,

  /** The fragment. In a URI reference, it excludes the number sign. */
  CRI_PART_FRAGMENT = 6,

  /** The discard value of a CRI reference. */
  CRI_PART_DISCARD = 7,

  /** The zone identifier of a host address. */
  CRI_PART_ZONE = 8,

  /** The authority as a whole. */
  CRI_PART_AUTHORITY = 9,

  /** The item is in no single component, like the array that a CRI consists of. */
  CRI_PART_WHOLE = 10,
};

/**
 * Returns the name of a component in English, such as "scheme", "host" or "whole".
 *
 * @param[in] part one of the `CRI_PART_…`
 * @return a constant string of the library, which ends in NUL; "unknown" for another number
 *
 * Constant time. The names are linked only if this function is called.
 */
const char *cri_part_name(uint8_t part);

/** @} */

CRI_END_DECLS

#endif /* CRI_H */
