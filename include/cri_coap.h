/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_COAP_H
#define CRI_COAP_H

#include "cri.h"
#include "cri_host.h"

/**
 * @file
 * CoAP: the options of a request from a CRI and the other way, proxies, dispatch by path, authorization information.
 *
 * A client resolves a link and writes its options with cri_to_coap(), as the bytes of a message, or goes through them with
 * cri_coap_options() to hand them to its CoAP stack one by one. A server dispatches a request with cri_coap_path_match() on
 * the bytes of its options, or with a matcher, option by option; it needs no CRI of the request. A proxy makes the CRI of a
 * request with cri_from_coap(), or with a composer, option by option.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_coap_out Options of a CRI
 * @{
 */

/** Uri-Host. */
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
/** Proxy-Uri: the whole URI. */
#define CRI_COAP_PROXY_URI 35
/** Proxy-Scheme: the scheme's name, beside Uri-* options. */
#define CRI_COAP_PROXY_SCHEME 39
/** Proxy-Cri: the whole CRI. href-27 8.2.1. */
#define CRI_COAP_PROXY_CRI 235
/** Proxy-Scheme-Number: the scheme's number, beside Uri-* options. href-27 8.2.2. */
#define CRI_COAP_PROXY_SCHEME_NUMBER 239
/** A capacity of scratch in bytes that is always enough for cri_coap_options(). */
#define CRI_COAP_SCRATCH 260
/** A capacity of scratch in bytes that is always enough for cri_coap_proxy_options(). */
#define CRI_COAP_PROXY_SCRATCH 1034
/**
 * The CoAP options of a request, made by cri_coap_options(). Borrows from the view's bytes and from the
 * scratch. Its fields are private.
 */
typedef struct cri_coap_options_t {
  cri_iter_t _path;
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
CRI_MUST_CHECK
cri_err_t cri_coap_options(const cri_t *cri,
                           const cri_endpoint_t *CRI_NULLABLE dest,
                           uint8_t *CRI_NULLABLE scratch,
                           size_t scratch_cap,
                           size_t *scratch_len,
                           cri_coap_options_t *options);

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
CRI_MUST_CHECK
cri_err_t cri_coap_proxy_options(const cri_t *cri,
                                 uint16_t proxy,
                                 const cri_endpoint_t *CRI_NULLABLE dest,
                                 uint8_t *CRI_NULLABLE scratch,
                                 size_t scratch_cap,
                                 size_t *scratch_len,
                                 cri_coap_options_t *options);

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
bool cri_coap_options_next(cri_coap_options_t *options,
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
CRI_MUST_CHECK
cri_err_t cri_to_coap(const cri_t *cri,
                      const cri_endpoint_t *CRI_NULLABLE dest,
                      uint16_t after,
                      uint8_t *CRI_NULLABLE buf,
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
CRI_MUST_CHECK
cri_err_t cri_to_coap_proxy(const cri_t *cri,
                            uint16_t proxy,
                            const cri_endpoint_t *CRI_NULLABLE dest,
                            uint16_t after,
                            uint8_t *CRI_NULLABLE buf,
                            size_t buf_cap,
                            size_t *len);

/**
 * @}
 * @defgroup cri_coap_in CRI of options
 * @{
 */

/**
 * A composer, which makes a CRI from CoAP options, initialised by cri_composer_init(). Its fields are
 * private.
 */
typedef struct cri_composer_t {
  cri_builder_t _builder;
  cri_endpoint_t _destination;
  size_t _authority_end;
  size_t _authority_items;
  uint32_t _scheme;
  uint8_t _state[11];
} cri_composer_t;

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
CRI_MUST_CHECK
cri_err_t cri_from_coap(uint8_t rev,
                        int64_t scheme,
                        const uint8_t *CRI_NULLABLE options,
                        size_t options_len,
                        const cri_endpoint_t *CRI_NULLABLE dest,
                        uint8_t *CRI_NULLABLE buf,
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
CRI_MUST_CHECK
cri_err_t cri_coap_asks_proxy(const uint8_t *CRI_NULLABLE options,
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
CRI_MUST_CHECK
cri_err_t cri_from_coap_location(uint8_t rev,
                                 const uint8_t *CRI_NULLABLE options,
                                 size_t options_len,
                                 uint8_t *CRI_NULLABLE buf,
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
CRI_MUST_CHECK
cri_err_t cri_composer_init(cri_composer_t *composer,
                            uint8_t rev,
                            int64_t scheme,
                            const cri_endpoint_t *CRI_NULLABLE dest,
                            uint8_t *CRI_NULLABLE buf,
                            size_t buf_cap);

/**
 * Initialises a composer as cri_composer_init(), which makes a CRI reference from the Location-Path and
 * Location-Query options of a CoAP response.
 *
 * Returns CRI_OK; CRI_ERR_ARGUMENT; CRI_ERR_OVERLAP if composer overlaps buf.
 *
 * Constant time. RFC 7252 5.10.7; R17.
 */
CRI_MUST_CHECK
cri_err_t cri_composer_init_location(cri_composer_t *composer,
                                     uint8_t rev,
                                     uint8_t *CRI_NULLABLE buf,
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
cri_err_t cri_composer_option(cri_composer_t *composer,
                              uint16_t opt_number,
                              const uint8_t *CRI_NULLABLE value,
                              size_t value_len);

/**
 * Returns whether one of the options so far asks a proxy, as cri_coap_asks_proxy(); false for NULL.
 *
 * Constant time. RFC 7252 5.10.2; href-27 8.2; R17.
 */
bool cri_composer_asks_proxy(const cri_composer_t *composer);

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
CRI_MUST_CHECK cri_err_t cri_composer_finish(cri_composer_t *composer, size_t *len);

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
CRI_MUST_CHECK cri_err_t cri_path_match(const cri_t *cri, const cri_t *prefix, bool *under, cri_iter_t *rest);

/**
 * @}
 * @defgroup cri_coap_path Dispatch by path
 * @{
 */

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
  cri_iter_t _prefix;
  size_t _counts[3];
  uint16_t _last;
  uint8_t _revision;
  uint8_t _state[4];
} cri_path_matcher_t;

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
CRI_MUST_CHECK
cri_err_t cri_coap_path_match(const uint8_t *CRI_NULLABLE options,
                              size_t options_len,
                              const cri_t *prefix,
                              bool *under,
                              cri_coap_path_t *rest);

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
bool cri_coap_path_next(cri_coap_path_t *rest,
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
CRI_MUST_CHECK cri_err_t cri_path_matcher_init(cri_path_matcher_t *matcher, const cri_t *prefix);

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
cri_err_t cri_path_matcher_option(cri_path_matcher_t *matcher,
                                  uint16_t opt_number,
                                  const uint8_t *CRI_NULLABLE value,
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
CRI_MUST_CHECK
cri_err_t cri_path_matcher_finish(const cri_path_matcher_t *matcher,
                                  bool *under,
                                  size_t *matched);

/**
 * @}
 * @defgroup cri_aif Authorization information
 * The Authorization Information Format (AIF) of RFC 9237, with CRIs for resources.
 * @{
 */

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
CRI_MUST_CHECK
cri_err_t cri_aif_entries(uint8_t rev,
                          const uint8_t *CRI_NULLABLE data,
                          size_t data_len,
                          cri_aif_t *aif);

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
CRI_MUST_CHECK
cri_err_t cri_aif_next(cri_aif_t *aif,
                       bool *more,
                       cri_t *target,
                       uint64_t *permissions);

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
CRI_MUST_CHECK
cri_err_t cri_aif_allows(const uint8_t *CRI_NULLABLE aif,
                         size_t aif_len,
                         const cri_t *cri,
                         uint8_t method,
                         bool *allowed);

/** @} */

CRI_END_DECLS

#endif /* CRI_COAP_H */
