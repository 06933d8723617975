/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_COAP_H
#define CRI_COAP_H

#include "cri.h"
#include "cri_host.h"

/**
 * @file
 * CoAP: conversion between a CRI and the options of a request, proxies, authorization information.
 *
 * A client calls cri_request() of cri_request.h, which makes a request from a link. It consists of functions that
 * resolve the link and convert the result to options: cri_to_coap() writes them as the bytes of a message;
 * cri_coap_options_init() starts an iterator, for a CoAP stack that takes options one by one. cri_uri_to_coap() and
 * cri_coap_to_uri() are for programs that have or want URI text and need no CRI.
 *
 * A server can dispatch a request without its CRI; it needs the CRI only as the base of links in the payload:
 *
 * | The server wants             | the stack has the options' bytes | the stack passes them one by one  | there is a CRI      |
 * |------------------------------|----------------------------------|-----------------------------------|---------------------|
 * | the handler, by patterns     | cri_coap_route()                 | a composer, then cri_route()      | cri_route()         |
 * | whether one pattern matches  | cri_coap_pattern_match()         | a composer, cri_pattern_match()   | cri_pattern_match() |
 * | the CRI of its own request   | cri_from_coap()                  | cri_coap_composer_option()        |                     |
 * | the CRI of a proxy's request | cri_from_coap_proxy()            | cri_coap_composer_option_proxy()  |                     |
 *
 * For the other options of a request and of its response, a proxy calls cri_coap_forward_request() and
 * cri_coap_forward_response(). Routes and patterns are in cri_dispatch.h.
 */

/**
 * @defgroup cri_coap_h cri_coap.h: CoAP
 * Options of requests and responses, proxies, authorization information.
 */

/** Enough bytes for the options of the request for a CRI of this length, from cri_to_coap(). */
#define CRI_TO_COAP_MAX(cri_len) ((cri_len) + (cri_len) / 14 + 32)

/**
 * Enough bytes for the CRI of a request with options of this length, from cri_from_coap(). The endpoint at which the
 * request arrived has a zone identifier of length `zone_len`, usually 0.
 */
#define CRI_FROM_COAP_MAX(options_len, zone_len) ((options_len) + (zone_len) + 50)

/** Enough bytes for the options of the request for a URI of this length, from cri_uri_to_coap(). */
#define CRI_URI_TO_COAP_MAX(uri_len) ((uri_len) + (uri_len) / 14)

/**
 * Enough bytes for the URI of a request with options of this length, and its NUL, from cri_coap_to_uri(). The endpoint
 * at which the request arrived has no zone identifier.
 */
#define CRI_COAP_TO_URI_MAX(options_len) ((options_len) * 3 + 80)

CRI_BEGIN_DECLS

/**
 * @defgroup cri_coap_out From a CRI to options
 * @ingroup cri_coap_h
 * @{
 */

/**
 * A capacity of scratch in bytes that is always enough for cri_coap_options_init().
 */
#define CRI_COAP_SCRATCH 260

/**
 * An iterator over the CoAP options of a request. It borrows the CRI's
 * bytes and the scratch.
 */
typedef struct cri_coap_options_t {
  cri_iter_t _path;
  const uint8_t *_query;
  size_t _query_len;
  const uint8_t *_authority;
  size_t _authority_len;
  const uint8_t *_proxy;
  size_t _proxy_len;
  uint8_t _last;
  uint8_t _message;
  uint16_t _proxy_number;
} cri_coap_options_t;

/**
 * Writes the options of a CoAP request for a CRI, delta-coded as in a message.
 *
 * Uri-Host is omitted if the host is the address of the destination, and Uri-Port is omitted if the port is the port
 * of the destination. Without a destination, Uri-Host is always present, and the request is assumed to go to the
 * scheme's default port. A zone identifier is never written; if the CRI and the destination both have one, they must
 * agree.
 *
 * The options do not contain the scheme: `coap://h/a`, `coaps://h/a` and `coap+tcp://h/a` have the same options,
 * except Uri-Port. The caller chooses the transport by cri_scheme(), and must not send a request for a coaps URI
 * without DTLS.
 *
 * The CRI of a link may have a fragment and percent-encoded text (PET), which have no options: call
 * cri_without_fragment() and cri_decode_pet() first.
 *
 * @param[in] cri a full CRI, parsed or resolved
 * @param[in] dest the destination of the request, or NULL
 * @param[in] after number of the last option that is already in the message, such as `CRI_COAP_…`; 0 if there is none
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_TO_COAP_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_NOT_FULL `cri` is a reference
 * @retval CRI_ERR_COAP_SCHEME the scheme is not the id of a CoAP scheme. cri_normalize() replaces a name by its id
 * @retval CRI_ERR_COAP_AUTHORITY there is no authority
 * @retval CRI_ERR_COAP_EMPTY_HOST the host is empty
 * @retval CRI_ERR_COAP_HOST the host name has characters that Uri-Host does not allow, or in revision 13 has a dot
 *   in a label
 * @retval CRI_ERR_COAP_USERINFO there is user information
 * @retval CRI_ERR_COAP_FRAGMENT there is a fragment
 * @retval CRI_ERR_COAP_PET there is percent-encoded text
 * @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
 * @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
 *
 * Linear. RFC 7252 3.1, 6.4; href-27 8.1.1.
 */
CRI_MUST_CHECK
cri_err_t cri_to_coap(const cri_t *cri,
                      const cri_endpoint_t *CRI_NULLABLE dest,
                      uint16_t after,
                      uint8_t *CRI_NULLABLE buf,
                      size_t buf_cap,
                      size_t *len);

/**
 * Writes the Location-Path and Location-Query options of a CoAP response for a CRI reference, delta-coded as in a
 * message: the inverse of cri_from_coap_location().
 *
 * Two kinds of references have such options: an absolute path, with or without a query, such as `[true, ["dev",
 * "7"]]`; and the empty reference, for which no option is written. cri_from_coap_location() converts the options to a
 * reference that resolves to the same CRI. A full CRI has no such options, because a response cannot name another
 * server.
 *
 * @param[in] cri the CRI reference
 * @param[in] after number of the last option that is already in the message, such as `CRI_COAP_…`; 0 if there is none
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_COAP_LOCATION a full CRI or a reference with an authority; a path that depends on the path of the
 *   request, such as `[1, ["a"]]` or, with only a query, `[0, null, ["q"]]`; or an absolute path without segments (the
 *   root is `[true, [""]]`)
 * @retval CRI_ERR_COAP_FRAGMENT there is a fragment
 * @retval CRI_ERR_COAP_PET a segment or a parameter has percent-encoded chunks
 * @retval CRI_ERR_COAP_LENGTH a segment or a parameter is longer than 255 bytes
 * @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
 *
 * Linear. RFC 7252 3.1, 5.10.7.
 */
CRI_MUST_CHECK
cri_err_t cri_to_coap_location(const cri_t *cri,
                               uint16_t after,
                               uint8_t *CRI_NULLABLE buf,
                               size_t buf_cap,
                               size_t *len);

/**
 * Writes the options of a CoAP request to a forward proxy for a CRI, delta-coded as in a message.
 *
 * The target is in the options, so they must not be sent in clear for a coaps target: reach the proxy over DTLS.
 *
 * @param[in] cri a full CRI of any scheme
 * @param[in] proxy the proxy option: #CRI_COAP_PROXY_URI or #CRI_COAP_PROXY_CRI, alone; or #CRI_COAP_PROXY_SCHEME or
 *   #CRI_COAP_PROXY_SCHEME_NUMBER, with Uri-Host, Uri-Path and so on
 * @param[in] dest the proxy, or NULL; Uri-Port is omitted if the port is both the scheme's default port and the
 *   port of the proxy
 * @param[in] after number of the last option that is already in the message, such as `CRI_COAP_…`; 0 if there is none
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_SCHEME_UNKNOWN Proxy-Uri or Proxy-Scheme needs the name of the scheme, and the registry has no name
 *   for its id; or the CRI gives the scheme by name, and Proxy-Scheme-Number needs an id. The name is not looked up
 * @retval CRI_ERR_COAP_SCHEME the Uri-* options need a port, but the CRI gives no port, and the library knows no
 *   default port for its scheme
 * @retval CRI_ERR_COAP_EMPTY_PATH the path is one empty segment, the scheme is neither a CoAP nor an HTTP scheme, and
 *   `proxy` is #CRI_COAP_PROXY_SCHEME or #CRI_COAP_PROXY_SCHEME_NUMBER; the other two options can carry the path
 * @retval CRI_ERR_COAP_LENGTH the URI has more than 1034 bytes, the CRI has more than 1023 bytes, or another value has
 *   more than 255 bytes
 * @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
 * @retval other the errors of cri_to_coap() and cri_to_uri(): the latter with #CRI_COAP_PROXY_URI
 *
 * Linear. RFC 7252 3.1, 5.10.2; href-27 8.2.
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
 * Initialises an iterator over the options of a CoAP request for a CRI, in ascending order of their numbers, for any
 * CoAP stack: the options that cri_to_coap() writes.
 *
 * The options do not contain the scheme: see cri_to_coap().
 *
 * @param[out] options the iterator
 * @param[in] cri as in cri_to_coap()
 * @param[in] dest as in cri_to_coap()
 * @param[out] scratch memory for values that are not in the CRI: the host name or the address as text, and
 *   the port. #CRI_COAP_SCRATCH bytes are always enough. The iterator borrows this memory
 * @param[in] scratch_cap capacity of `scratch`
 * @param[out] scratch_len number of bytes used
 * @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
 * @retval other the errors of cri_to_coap(), except #CRI_ERR_COAP_ORDER
 *
 * Linear. RFC 7252 6.4; href-27 8.1.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_options_init(cri_coap_options_t *options,
                                const cri_t *cri,
                                const cri_endpoint_t *CRI_NULLABLE dest,
                                uint8_t *CRI_NULLABLE scratch,
                                size_t scratch_cap,
                                size_t *scratch_len);

/**
 * Advances to the next option, and stores it.
 *
 * @param[in,out] options the iterator
 * @param[out] number number of the option, not less than the previous one
 * @param[out] value its value, borrowed from the CRI's bytes or the scratch, or a constant of the library;
 *   never NULL
 * @param[out] value_len length of `value`
 * @return false, with nothing stored, at the end
 *
 * Constant time.
 */
CRI_MUST_CHECK
bool cri_coap_options_next(cri_coap_options_t *options,
                           uint16_t *number,
                           const uint8_t **value,
                           size_t *value_len);

/**
 * Stores the value of the Uri-Path-Abbrev option that may replace the Uri-Path options of a request, if the path has
 * an abbreviation.
 *
 * Send this option (#CRI_COAP_URI_PATH_ABBREV) only to a server that is known to support the value. Write it before
 * Uri-Query, and omit all Uri-Path options. The value of the option is `value` in as few bytes as possible,
 * big-endian; 0 has no bytes.
 *
 * @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
 * @param[out] value the value
 * @return false, with nothing stored, if the path has no abbreviation
 *
 * Linear in the path. draft-ietf-core-uri-path-abbrev 2.2.
 */
CRI_MUST_CHECK
bool cri_coap_path_abbrev(const cri_t *cri,
                          uint32_t *value);

/**
 * @}
 * @defgroup cri_coap_in From options to a CRI
 * @ingroup cri_coap_h
 * @{
 */

/**
 * A composer, initialised by cri_coap_composer_init(). It makes a CRI from CoAP options that are added one by one.
 */
typedef struct cri_coap_composer_t {
  uint8_t *_buf;
  size_t _buf_cap;
  size_t _len;
  size_t _array;
  size_t _items;
  uint8_t _revision;
  uint8_t _section[3];
  size_t _authority_end;
  size_t _authority_items;
  cri_endpoint_t _destination;
  uint8_t _request[8];
  uint8_t _state[4];
  uint32_t _scheme;
  int32_t _error;
} cri_coap_composer_t;

/**
 * Converts the options of a CoAP request, delta-coded as in a message, to the CRI of the requested resource, in
 * canonical form, for a server that is not a proxy.
 *
 * A request that is meant for a proxy is refused: answer it with 5.05 (Proxying Not Supported). A proxy calls
 * cri_from_coap_proxy() instead.
 *
 * The case of a host name is kept. cri_to_coap() writes the same options again for the CRI, with three exceptions: it
 * omits a default port and a lone empty segment, and it writes Uri-Path-Abbrev as the Uri-Path options that it stands
 * for.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] scheme id of the CoAP scheme over which the request arrived, such as `CRI_SCHEME_…`
 * @param[in] options all options of the request, without the payload marker; options that do not identify
 *   the resource are ignored
 * @param[in] options_len length of `options`
 * @param[in] dest the endpoint at which the request arrived, which gives the defaults of Uri-Host and Uri-Port;
 *   NULL if it is not known
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_FROM_COAP_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_from_coap_view() stores a view instead
 * @retval CRI_ERR_COAP_PROXY there is a Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number
 * @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_COAP_LENGTH a value is longer or shorter than its option allows
 * @retval CRI_ERR_COAP_HOST a Uri-Host is not an IPv4 address, an IPv6 address in brackets, or a name of
 *   unreserved characters, sub-delims and characters beyond ASCII
 * @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
 * @retval CRI_ERR_COAP_REPEATED an option that may occur only once is repeated
 * @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
 *   server answers 4.02
 * @retval CRI_ERR_UTF8 a value is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
 *
 * Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2.
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
 * Writes the result of cri_from_coap() and stores a view of it. cri_encoding() stores the length of the result. If the
 * buffer is too small, cri_from_coap() stores the length needed.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] scheme id of the CoAP scheme over which the request arrived, such as `CRI_SCHEME_…`
 * @param[in] options all options of the request, without the payload marker; options that do not identify
 *   the resource are ignored
 * @param[in] options_len length of `options`
 * @param[in] dest the endpoint at which the request arrived, which gives the defaults of Uri-Host and Uri-Port;
 *   NULL if it is not known
 * @param[out] buf the buffer. #CRI_FROM_COAP_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_COAP_PROXY there is a Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number
 * @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_COAP_LENGTH a value is longer or shorter than its option allows
 * @retval CRI_ERR_COAP_HOST a Uri-Host is not an IPv4 address, an IPv6 address in brackets, or a name of
 *   unreserved characters, sub-delims and characters beyond ASCII
 * @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
 * @retval CRI_ERR_COAP_REPEATED an option that may occur only once is repeated
 * @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
 *   server answers 4.02
 * @retval CRI_ERR_UTF8 a value is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
 *
 * Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_from_coap_view(uint8_t rev,
                                           int64_t scheme,
                                           const uint8_t *CRI_NULLABLE options,
                                           size_t options_len,
                                           const cri_endpoint_t *CRI_NULLABLE dest,
                                           uint8_t *CRI_NULLABLE buf,
                                           size_t buf_cap,
                                           cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_from_coap(rev, scheme, options, options_len, dest, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/**
 * Converts the options of a CoAP request to the CRI of the requested resource like cri_from_coap(), for a proxy:
 * options that are meant for a proxy are read, too.
 *
 * Proxy-Scheme and Proxy-Scheme-Number replace the scheme. Proxy-Uri takes precedence over Uri-* options, which are
 * checked nevertheless, and needs no destination. The function links the readers of URIs and CRIs, which
 * cri_from_coap() does not need.
 *
 * @note The CRI does not show whether the request was meant for a proxy: call cri_coap_is_for_proxy(). For a request
 * that is meant for a proxy, pass NULL as `dest`: then a request that names no host is refused, and does not lead back
 * to the proxy.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] scheme as in cri_from_coap()
 * @param[in] options as in cri_from_coap()
 * @param[in] options_len length of `options`
 * @param[in] dest as in cri_from_coap(), or NULL
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_from_coap_proxy_view() stores a view instead
 * @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed, a Proxy-Uri or Proxy-Cri is a reference, or bytes follow the
 *   CRI of Proxy-Cri
 * @retval CRI_ERR_COAP_LENGTH a value is longer or shorter than its option allows
 * @retval CRI_ERR_COAP_HOST as in cri_from_coap()
 * @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
 * @retval CRI_ERR_COAP_PROXY_HOST a Proxy-Scheme or Proxy-Scheme-Number comes without a Uri-Host and without a
 *   destination, or a Uri-Path-Abbrev with a Proxy-Uri or Proxy-Cri that has no authority
 * @retval CRI_ERR_COAP_REPEATED an option that may occur only once is repeated
 * @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path or
 *   with a Proxy-Uri or Proxy-Cri that has a path. A proxy forwards an unknown value
 * @retval CRI_ERR_COAP_CONFLICT Proxy-Cri together with Uri-* or Proxy-*, or Proxy-Scheme with another Proxy-*
 * @retval CRI_ERR_UTF8 a value is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
 * @retval CRI_ERR_SCHEME_NAME a Proxy-Scheme is not a scheme name
 * @retval CRI_ERR_COAP_FRAGMENT a Proxy-Uri or Proxy-Cri has a fragment
 * @retval other the errors of cri_from_uri() and cri_parse(): the former for Proxy-Uri, the latter for Proxy-Cri
 *
 * Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2, 8.2.
 */
CRI_MUST_CHECK
cri_err_t cri_from_coap_proxy(uint8_t rev,
                              int64_t scheme,
                              const uint8_t *CRI_NULLABLE options,
                              size_t options_len,
                              const cri_endpoint_t *CRI_NULLABLE dest,
                              uint8_t *CRI_NULLABLE buf,
                              size_t buf_cap,
                              size_t *len);

/**
 * Writes the result of cri_from_coap_proxy() and stores a view of it. cri_encoding() stores the length of the result.
 * If the buffer is too small, cri_from_coap_proxy() stores the length needed.
 *
 * @note The CRI does not show whether the request was meant for a proxy: call cri_coap_is_for_proxy(). For a request
 * that is meant for a proxy, pass NULL as `dest`: then a request that names no host is refused, and does not lead back
 * to the proxy.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] scheme as in cri_from_coap()
 * @param[in] options as in cri_from_coap()
 * @param[in] options_len length of `options`
 * @param[in] dest as in cri_from_coap(), or NULL
 * @param[out] buf the buffer
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed, a Proxy-Uri or Proxy-Cri is a reference, or bytes follow the
 *   CRI of Proxy-Cri
 * @retval CRI_ERR_COAP_LENGTH a value is longer or shorter than its option allows
 * @retval CRI_ERR_COAP_HOST as in cri_from_coap()
 * @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
 * @retval CRI_ERR_COAP_PROXY_HOST a Proxy-Scheme or Proxy-Scheme-Number comes without a Uri-Host and without a
 *   destination, or a Uri-Path-Abbrev with a Proxy-Uri or Proxy-Cri that has no authority
 * @retval CRI_ERR_COAP_REPEATED an option that may occur only once is repeated
 * @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path or
 *   with a Proxy-Uri or Proxy-Cri that has a path. A proxy forwards an unknown value
 * @retval CRI_ERR_COAP_CONFLICT Proxy-Cri together with Uri-* or Proxy-*, or Proxy-Scheme with another Proxy-*
 * @retval CRI_ERR_UTF8 a value is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
 * @retval CRI_ERR_SCHEME_NAME a Proxy-Scheme is not a scheme name
 * @retval CRI_ERR_COAP_FRAGMENT a Proxy-Uri or Proxy-Cri has a fragment
 * @retval other the errors of cri_from_uri() and cri_parse(): the former for Proxy-Uri, the latter for Proxy-Cri
 *
 * Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2, 8.2.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_from_coap_proxy_view(uint8_t rev,
                                                 int64_t scheme,
                                                 const uint8_t *CRI_NULLABLE options,
                                                 size_t options_len,
                                                 const cri_endpoint_t *CRI_NULLABLE dest,
                                                 uint8_t *CRI_NULLABLE buf,
                                                 size_t buf_cap,
                                                 cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_from_coap_proxy(rev, scheme, options, options_len, dest, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/**
 * Stores true if a CoAP request is meant for a forward proxy, that is, if it has a Proxy-Uri, Proxy-Scheme, Proxy-Cri
 * or Proxy-Scheme-Number option. The path of the request then belongs to another server.
 *
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[out] for_proxy true if the request is meant for a forward proxy
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 *
 * Linear. RFC 7252 5.10.2; href-27 8.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_is_for_proxy(const uint8_t *CRI_NULLABLE options,
                                size_t options_len,
                                bool *for_proxy);

/**
 * Converts the Location-Path and Location-Query options of a CoAP response to a CRI reference, in canonical form.
 * Resolve the reference against the CRI of the request.
 *
 * The result is `[true, path, query]`. If there is only a query, the path is the root, `[""]`. If there is neither,
 * the result is the empty reference.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] options all options of the response, delta-coded as in a message, without the payload
 *   marker
 * @param[in] options_len length of `options`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes; cri_from_coap_location_view() stores a view instead
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed, or there is a reserved Location-* option (128, 132, 136,
 *   140), which makes the response unusable
 * @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
 * @retval CRI_ERR_UTF8 a value is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Location-Path is "." or ".."
 *
 * Linear. RFC 7252 5.10.7.
 */
CRI_MUST_CHECK
cri_err_t cri_from_coap_location(uint8_t rev,
                                 const uint8_t *CRI_NULLABLE options,
                                 size_t options_len,
                                 uint8_t *CRI_NULLABLE buf,
                                 size_t buf_cap,
                                 size_t *len);

/**
 * Writes the result of cri_from_coap_location() and stores a view of it. cri_encoding() stores the length of the
 * result. If the buffer is too small, cri_from_coap_location() stores the length needed.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] options all options of the response, delta-coded as in a message, without the payload
 *   marker
 * @param[in] options_len length of `options`
 * @param[out] buf the buffer
 * @param[in] buf_cap capacity of `buf`
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed, or there is a reserved Location-* option (128, 132, 136,
 *   140), which makes the response unusable
 * @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
 * @retval CRI_ERR_UTF8 a value is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Location-Path is "." or ".."
 *
 * Linear. RFC 7252 5.10.7.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_from_coap_location_view(uint8_t rev,
                                                    const uint8_t *CRI_NULLABLE options,
                                                    size_t options_len,
                                                    uint8_t *CRI_NULLABLE buf,
                                                    size_t buf_cap,
                                                    cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_from_coap_location(rev, options, options_len, buf, buf_cap, &len);
  return (err != CRI_OK) ? err : cri_parse(rev, buf, len, view, &len);
}

/**
 * Initialises a composer, which makes a CRI from the options of a CoAP request. A CoAP stack of any kind can pass it
 * the options one by one.
 *
 * Call cri_coap_composer_option() for each option in ascending order, then cri_coap_composer_finish(). After a call
 * that fails, all later calls return the same error.
 *
 * @param[out] composer the composer
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] scheme as in cri_from_coap()
 * @param[in] dest as in cri_from_coap(); the composer borrows the address and the zone identifier, but not the
 *   endpoint itself
 * @param[out] buf the buffer, which the composer borrows; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @retval CRI_ERR_ARGUMENT `scheme` is not the id of a CoAP scheme
 *
 * Constant time. RFC 7252 6.5; href-27 8.1.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_composer_init(cri_coap_composer_t *composer,
                                 uint8_t rev,
                                 int64_t scheme,
                                 const cri_endpoint_t *CRI_NULLABLE dest,
                                 uint8_t *CRI_NULLABLE buf,
                                 size_t buf_cap);

/**
 * Initialises a composer that makes a CRI reference from the Location-Path and Location-Query options of a CoAP
 * response. Use it like a composer of cri_coap_composer_init().
 *
 * @param[out] composer the composer
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[out] buf the buffer, which the composer borrows; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @retval CRI_OK
 *
 * Constant time. RFC 7252 5.10.7.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_composer_init_location(cri_coap_composer_t *composer,
                                          uint8_t rev,
                                          uint8_t *CRI_NULLABLE buf,
                                          size_t buf_cap);

/**
 * Adds the next option, for a server that is not a proxy. An option that is meant for a proxy is refused: answer the
 * request with 5.05 (Proxying Not Supported).
 *
 * @param[in,out] composer the composer
 * @param[in] opt_number number of the option, such as `CRI_COAP_…`
 * @param[in] value its value, which is not borrowed
 * @param[in] value_len length of `value`
 * @retval CRI_ERR_COAP_PROXY the option is Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number
 * @retval CRI_ERR_COAP_ORDER the number is less than that of the previous option
 * @retval other the errors of cri_from_coap() and cri_from_coap_location() about options
 *
 * Linear in `value_len`. RFC 7252 5.10.2.
 */
cri_err_t cri_coap_composer_option(cri_coap_composer_t *composer,
                                   uint16_t opt_number,
                                   const uint8_t *CRI_NULLABLE value,
                                   size_t value_len);

/**
 * Adds the next option like cri_coap_composer_option(), for a proxy: the options that are meant for a proxy are read
 * as in cri_from_coap_proxy(). The function links the readers of URIs and CRIs, which cri_coap_composer_option() does
 * not need.
 *
 * @param[in,out] composer the composer
 * @param[in] opt_number number of the option, such as `CRI_COAP_…`
 * @param[in] value its value, which is not borrowed
 * @param[in] value_len length of `value`
 * @retval CRI_ERR_COAP_ORDER the number is less than that of the previous option
 * @retval other the errors of cri_from_coap_proxy() and cri_from_coap_location() about options
 *
 * Linear in `value_len`; for proxy options, linear in all options so far.
 */
cri_err_t cri_coap_composer_option_proxy(cri_coap_composer_t *composer,
                                         uint16_t opt_number,
                                         const uint8_t *CRI_NULLABLE value,
                                         size_t value_len);

/**
 * Returns true if one of the options that were added so far shows that the request is meant for a forward proxy.
 * cri_coap_is_for_proxy() is the same for all options of a request at once.
 *
 * @param[in] composer the composer
 * @return true if the request is meant for a forward proxy; false for NULL
 *
 * Constant time. RFC 7252 5.10.2; href-27 8.2.
 */
bool cri_coap_composer_is_for_proxy(const cri_coap_composer_t *composer);

/**
 * Completes the CRI or the CRI reference in the buffer, in canonical form.
 *
 * @param[in,out] composer the composer
 * @param[out] len length in bytes; cri_coap_composer_finish_view() stores a view instead
 * @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
 * @retval CRI_ERR_ORDER the function was called before
 *
 * Linear.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_composer_finish(cri_coap_composer_t *composer,
                                   size_t *len);

/**
 * Writes the result of cri_coap_composer_finish() and stores a view of it. cri_encoding() stores the length of the
 * result. If the buffer is too small, cri_coap_composer_finish() stores the length needed.
 *
 * @param[in,out] composer the composer
 * @param[out] view the view, which borrows the buffer; it may be one of the inputs
 * @retval CRI_ERR_COAP_DESTINATION there is neither a Uri-Host nor a destination
 * @retval CRI_ERR_ORDER the function was called before
 *
 * Linear.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_coap_composer_finish_view(cri_coap_composer_t *composer,
                                                      cri_t *view)
{
  size_t len;
  const cri_err_t err = cri_coap_composer_finish(composer, &len);
  return (err != CRI_OK) ? err : cri_parse(composer->_revision, composer->_buf, len, view, &len);
}

/**
 * @}
 * @defgroup cri_coap_text URI text and options, without a CRI
 * @ingroup cri_coap_h
 * @{
 */

/**
 * Writes the options of a CoAP request for a URI, delta-coded as in a message (RFC 7252 6.4).
 *
 * Every percent-encoded octet is decoded, even if it is a delimiter: `/a%2Cb` becomes a Uri-Path "a,b". Dot segments
 * are removed before octets are decoded, and the host is written in lower case. If the URI has several errors, the
 * function returns the first error in this order: syntax of the URI, scheme, fragment, authority, then the options in
 * their order.
 *
 * The options do not contain the scheme: `coap://h/a`, `coaps://h/a` and `coap+tcp://h/a` have the same options,
 * except Uri-Port. The caller chooses the transport by the scheme of the text, from cri_uri_split() and
 * cri_uri_part(), and must not send a request for a coaps URI without DTLS.
 *
 * @param[in] rev revision whose rules apply to zone identifiers and user information: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[in] dest the destination of the request, or NULL: as in cri_to_coap()
 * @param[in] after number of the last option that is already in the message, such as `CRI_COAP_…`; 0 if there is none
 * @param[out] buf the buffer; NULL and 0 to ask for the length. #CRI_URI_TO_COAP_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_URI_NOT_ASCII as in cri_from_uri()
 * @retval CRI_ERR_URI_SYNTAX as in cri_from_uri()
 * @retval CRI_ERR_URI_PORT as in cri_from_uri()
 * @retval CRI_ERR_URI_HOST as in cri_from_uri()
 * @retval CRI_ERR_ZONE as in cri_from_uri()
 * @retval CRI_ERR_NO_CRI as in cri_from_uri()
 * @retval CRI_ERR_NOT_FULL `uri` is a reference
 * @retval CRI_ERR_COAP_SCHEME the scheme is not a CoAP scheme
 * @retval CRI_ERR_COAP_AUTHORITY there is no authority
 * @retval CRI_ERR_COAP_EMPTY_HOST the host is empty
 * @retval CRI_ERR_COAP_HOST the host name has characters that Uri-Host does not allow
 * @retval CRI_ERR_COAP_USERINFO there is user information
 * @retval CRI_ERR_COAP_FRAGMENT there is a fragment
 * @retval CRI_ERR_UTF8 percent-encoded octets are not UTF-8
 * @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
 * @retval CRI_ERR_COAP_ORDER `after` is above the number of the first option
 *
 * Linear, for every text. RFC 7252 3.1, 6.4.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_to_coap(uint8_t rev,
                          const char *CRI_NULLABLE uri,
                          size_t uri_len,
                          const cri_endpoint_t *CRI_NULLABLE dest,
                          uint16_t after,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Writes the options of a CoAP request for the resource that a URI reference refers to, delta-coded as in a message.
 * The options are the same as cri_uri_to_coap() writes for the URI that results from resolving the reference against
 * `base`.
 *
 * Percent-encoded text of the base is therefore decoded, too. A zone identifier of the base, which has no URI form in
 * revision 27, is read as in cri_to_coap(). If there are several errors, including those of the base, the order given
 * for cri_uri_to_coap() decides which one is returned. The options do not contain the scheme, which the reference may
 * change: see cri_uri_to_coap().
 *
 * @param[in] base a full CRI, parsed or resolved; the rules of its revision apply
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[in] dest as in cri_uri_to_coap()
 * @param[in] after number of the last option that is already in the message, such as `CRI_COAP_…`; 0 if there is none
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_NOT_VALID the result is not a valid URI
 * @retval other the errors of cri_uri_to_coap() and cri_to_coap(): the former for `uri`, the latter for `base`
 *
 * Linear, for every text. RFC 7252 3.1, 6.4; href 5.3.
 */
CRI_MUST_CHECK
cri_err_t cri_uri_reference_to_coap(const cri_t *base,
                                    const char *CRI_NULLABLE uri,
                                    size_t uri_len,
                                    const cri_endpoint_t *CRI_NULLABLE dest,
                                    uint16_t after,
                                    uint8_t *CRI_NULLABLE buf,
                                    size_t buf_cap,
                                    size_t *len);

/**
 * Converts the options of a CoAP request, delta-coded as in a message, to the URI of the requested resource, for a
 * server that is not a proxy.
 *
 * The result is the same as that of cri_from_coap(), cri_parse() and cri_to_uri() called one after the other, except
 * that the path is `/` if the request has no Uri-Path (RFC 7252 6.5). The function fails exactly if one of these calls
 * would fail, with the error of the first option that has an error. A proxy calls cri_coap_to_uri_proxy() instead.
 *
 * The URI contains the values of the query, which may be secret. For a log that other people read, use
 * cri_from_coap_view() and CRI_LOG_URI().
 *
 * @param[in] rev revision whose rules apply to scheme numbers and zone identifiers: #CRI_REV_13 or #CRI_REV_27
 * @param[in] scheme as in cri_from_coap()
 * @param[in] options all options of the request, without the payload marker; options that do not identify
 *   the resource are ignored
 * @param[in] options_len length of `options`
 * @param[in] dest as in cri_from_coap(), or NULL
 * @param[out] buf ASCII; NULL and 0 to ask for the length. #CRI_COAP_TO_URI_MAX bytes
 *   are enough
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_ARGUMENT in revision 27, `dest` gives a link-local host and has a zone identifier, which no URI can
 *   have, among other reasons: pass `dest` without zone
 * @retval other the errors of cri_from_coap()
 *
 * Linear. RFC 7252 6.5; href-27 8.1.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_to_uri(uint8_t rev,
                          int64_t scheme,
                          const uint8_t *CRI_NULLABLE options,
                          size_t options_len,
                          const cri_endpoint_t *CRI_NULLABLE dest,
                          char *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Converts the options of a CoAP request to the URI of the requested resource like cri_coap_to_uri(), for a proxy.
 *
 * The result is the same as that of cri_from_coap_proxy(), cri_parse() and cri_to_uri() called one after the other,
 * except that a URI with a CoAP or HTTP scheme and an authority, but without a path, gets the path `/`, which means
 * the same. For other schemes, an empty path stays empty.
 *
 * Proxy-Uri, Proxy-Cri, Proxy-Scheme and Proxy-Scheme-Number are read as in cri_from_coap_proxy(). This function
 * therefore links the readers of URIs and CRIs and the registry, which cri_coap_to_uri() does not need.
 *
 * @param[in] rev as in cri_coap_to_uri()
 * @param[in] scheme as in cri_from_coap()
 * @param[in] options as in cri_coap_to_uri()
 * @param[in] options_len length of `options`
 * @param[in] dest as in cri_from_coap(), or NULL
 * @param[out] buf ASCII; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_SCHEME_UNKNOWN the registry has no name for the scheme's id in Proxy-Scheme-Number or Proxy-Cri
 * @retval CRI_ERR_ARGUMENT as in cri_coap_to_uri()
 * @retval CRI_ERR_ZONE the CRI in Proxy-Cri has a zone identifier, as in cri_to_uri()
 * @retval CRI_ERR_NO_URI as in cri_to_uri()
 * @retval other the errors of cri_from_coap_proxy()
 *
 * Linear. RFC 7252 6.5, 5.10.2; href-27 8.1.2, 8.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_to_uri_proxy(uint8_t rev,
                                int64_t scheme,
                                const uint8_t *CRI_NULLABLE options,
                                size_t options_len,
                                const cri_endpoint_t *CRI_NULLABLE dest,
                                char *CRI_NULLABLE buf,
                                size_t buf_cap,
                                size_t *len);

/**
 * @}
 * @defgroup cri_coap_message Messages
 * @ingroup cri_coap_h
 * Functions for the options of a message without conversion to a CRI, and for the code of a response.
 * @{
 */

/**
 * An iterator over delta-coded options, initialised by cri_coap_raw_init(). It borrows the options.
 */
typedef struct cri_coap_raw_t {
  const uint8_t *_rest;
  size_t _rest_len;
  uint16_t _number;
} cri_coap_raw_t;

/**
 * Finds the options and the payload of a message in the bytes after its token.
 *
 * A stack that passes whole messages knows the length of the header. A program without a stack finds the token as
 * follows. The low four bits of the first byte are the length of the token, at most 8.
 *
 * - Over UDP and DTLS (RFC 7252 3), the header has four bytes, and the token follows it. The message ends with the
 *   datagram.
 * - Over TCP and TLS (RFC 8323 3.2), the high four bits of the first byte are the length of the bytes after the token.
 *   If these bits are 13, 14 or 15, then one, two or four bytes of length come next, and the length is their value
 *   plus 13, 269 or 65805. One byte for the code follows, then the token. `data_len` is that length.
 * - Over WebSockets (RFC 8323 4.2), the high four bits are 0, the code is the second byte, and the token follows the
 *   code. The message ends with the message of the WebSocket.
 *
 * @param[in] data the bytes after the token, up to the end of the message
 * @param[in] data_len length of `data`
 * @param[out] options_len the length of the options, which begin at `data`
 * @param[out] payload the payload, a slice of `data`; empty if there is no payload; never NULL
 * @param[out] payload_len length of `payload`
 * @retval CRI_ERR_COAP_OPTION an option is malformed
 * @retval CRI_ERR_TRUNCATED an option extends past the end, or nothing follows the payload marker
 *
 * Linear in the options. RFC 7252 3, 3.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_split(const uint8_t *CRI_NULLABLE data,
                         size_t data_len,
                         size_t *options_len,
                         const uint8_t **payload,
                         size_t *payload_len);

/**
 * Checks the options of a message, and initialises an iterator over them.
 *
 * @param[out] raw the iterator, which borrows `options`
 * @param[in] options delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @retval CRI_ERR_COAP_OPTION an option is malformed, or is the payload marker
 * @retval CRI_ERR_TRUNCATED an option extends past the end
 *
 * Linear. RFC 7252 3.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_raw_init(cri_coap_raw_t *raw,
                            const uint8_t *CRI_NULLABLE options,
                            size_t options_len);

/**
 * Advances to the next option, and stores it.
 *
 * @param[in,out] raw the iterator
 * @param[out] number number of the option, not less than the previous one
 * @param[out] value its value, borrowed from the options; never NULL
 * @param[out] value_len length of `value`
 * @return false, with nothing stored, at the end
 *
 * Constant time. RFC 7252 3.1.
 */
CRI_MUST_CHECK
bool cri_coap_raw_next(cri_coap_raw_t *raw,
                       uint16_t *number,
                       const uint8_t **value,
                       size_t *value_len);

/**
 * Finds the parameters with a given name among the Uri-Query options of a request, and stores the value of the first.
 *
 * A parameter is its name alone, or its name, `=` and its value. Uri-Query is not percent-encoded, so names and values
 * are compared and stored without decoding. A name with `=` is the name of no parameter. cri_query_find() finds the
 * same parameters in the CRI of the request. Proxy-Uri and Proxy-Cri are not read.
 *
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] name the name, such as "ep"
 * @param[in] name_len length of `name`
 * @param[out] value the value of the first parameter with the name, UTF-8, borrowed from the options; empty
 *   if it has no value, and if there is no parameter with the name; never NULL
 * @param[out] value_len length of `value`
 * @param[out] count number of parameters with the name
 * @param[out] has_value true if the first has a value, which may be empty: true for "ep=", false for "ep" alone.
 *   NULL if it is not wanted
 * @retval CRI_ERR_COAP_LENGTH a Uri-Query is longer than 255 bytes
 * @retval CRI_ERR_UTF8 a Uri-Query is not UTF-8
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear. RFC 7252 5.10.1, 6.5.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_query_find(const uint8_t *CRI_NULLABLE options,
                              size_t options_len,
                              const char *CRI_NULLABLE name,
                              size_t name_len,
                              const uint8_t **value,
                              size_t *value_len,
                              size_t *count,
                              bool *CRI_NULLABLE has_value);

/**
 * Checks that a request has no critical option that the server does not know. Critical options have odd numbers.
 *
 * A server that is not a proxy calls this function before it processes a request. It answers an error with the code
 * that cri_coap_response_code() returns: 4.02 (Bad Option) for an unknown option, 5.05 (Proxying Not Supported) for an
 * option that is meant for a proxy. It ignores a non-confirmable request that has an unknown option.
 *
 * The server knows the options with the numbers in `known`. List the options that the program or its CoAP stack
 * processes, such as If-Match (1), Accept (17), Block2 (23) and Block1 (27). The server also knows Uri-Host, Uri-Port,
 * Uri-Path, Uri-Path-Abbrev and Uri-Query, because cri_from_coap(), cri_coap_route() and the other functions that read
 * a request check the values of these options. Elective options, which have even numbers, are ignored.
 *
 * A proxy does not call this function for a request that it forwards, because it forwards critical options that it
 * does not know, such as If-Match and OSCORE: it calls cri_coap_forward_request().
 *
 * To find the next unknown option, call the function again, and pass the number in `unknown` as `after`.
 *
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] known the numbers of further options that the server knows, and the count of these numbers;
 *   NULL and 0 if there are no further options
 * @param[in] known_len length of `known`
 * @param[in] after options with numbers up to this number are not reported; 0 to report all
 * @param[out] unknown with #CRI_ERR_COAP_CRITICAL and #CRI_ERR_COAP_PROXY, the number of the first option that causes
 *   the error. NULL if it is not wanted
 * @retval CRI_ERR_COAP_CRITICAL there is an unknown critical option
 * @retval CRI_ERR_COAP_PROXY there is a Proxy-Uri, Proxy-Scheme, Proxy-Cri or Proxy-Scheme-Number, and it comes before
 *   any other unknown option
 * @retval other the errors of cri_coap_raw_init(), which take precedence
 *
 * Linear in `options_len` times `known_len`. RFC 7252 5.4.1, 5.10.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_critical_check(const uint8_t *CRI_NULLABLE options,
                                  size_t options_len,
                                  const uint16_t *CRI_NULLABLE known,
                                  size_t known_len,
                                  uint16_t after,
                                  uint16_t *CRI_NULLABLE unknown);

/**
 * Writes the options of a request that belong to its cache key, delta-coded, as bytes to hash or to compare.
 *
 * Three kinds of options are omitted: options whose number marks them as NoCacheKey, such as Size1; Observe; and
 * options that the caller lists because it knows their meaning, such as ETag (4). A cache that reassembles bodies also
 * lists Block1 (27) and Block2 (23). If it does not list them, each block is cached by itself (RFC 7959 2.10).
 *
 * The caller adds the rest of the key: the method, the payload of a FETCH request (RFC 8132 2.1; its Content-Format is
 * among the options), and the endpoint if Uri-Host or Uri-Port is omitted. A cache treats two requests with the same
 * key as the same. Different options may still mean the same resource, for example Uri-Path-Abbrev and the Uri-Path
 * options that it stands for.
 *
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] ignored the numbers of further options to omit, and the count of these numbers; NULL and 0 if
 *   there are no further options
 * @param[in] ignored_len length of `ignored`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear in `options_len` times `ignored_len`. RFC 7252 5.4.2, 5.4.6, 5.6; RFC 7641 2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_cache_key(const uint8_t *CRI_NULLABLE options,
                             size_t options_len,
                             const uint16_t *CRI_NULLABLE ignored,
                             size_t ignored_len,
                             uint8_t *CRI_NULLABLE buf,
                             size_t buf_cap,
                             size_t *len);

/**
 * Stores true if the options of two requests lead to the same cache key, that is, if cri_coap_cache_key() writes the
 * same bytes for both requests. This function needs no buffer.
 *
 * @param[in] options all options of a request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] other all options of the other request, in the same form
 * @param[in] other_len length of `other`
 * @param[in] ignored as in cri_coap_cache_key()
 * @param[in] ignored_len length of `ignored`
 * @param[out] equal true if they are equal
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear in both lengths times `ignored_len`. RFC 7252 5.4.2, 5.4.6, 5.6; RFC 7641 2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_cache_key_equal(const uint8_t *CRI_NULLABLE options,
                                   size_t options_len,
                                   const uint8_t *CRI_NULLABLE other,
                                   size_t other_len,
                                   const uint16_t *CRI_NULLABLE ignored,
                                   size_t ignored_len,
                                   bool *equal);

/**
 * Returns the response code for a request that caused an error of this library.
 *
 * - 4.00 (Bad Request): a request that is malformed in another way than by its options.
 * - 4.04 (Not Found): a resource that is not under a prefix.
 * - 4.02 (Bad Option): options that a server must not accept, or that a proxy must not forward.
 * - 5.00 (Internal Server Error): mistakes of the program, such as a malformed pattern, a missing destination, calls
 *   out of order, or a buffer that is too small.
 * - 5.02 (Bad Gateway): a response that a proxy must not forward.
 * - 5.05 (Proxying Not Supported): a request that this server does not proxy.
 * - 5.08 (Hop Limit Reached): a request that passed too many proxies.
 *
 * @param[in] err an error number, such as `CRI_ERR_…`, or #CRI_OK
 * @return class and detail as in a message, 0x80 for 4.00; 0 for #CRI_OK and for numbers that are not errors of this
 *   version
 *
 * Constant time. RFC 7252 3, 5.4.1, 5.7.1, 5.9; RFC 8768 4.
 */
uint8_t cri_coap_response_code(cri_err_t err);

/**
 * Writes the options of a message with another prefix of the path, as cri_replace_prefix() does for CRIs. A reverse
 * proxy replaces the prefix of the Uri-Path options of a request, and of the Location-Path options of the response.
 *
 * Only paths are compared: the scheme and the authority of `prefix` are ignored. Other options are copied, with these
 * exceptions:
 *
 * - Uri-Path-Abbrev of a request is replaced by the Uri-Path options that it stands for.
 * - If `replacement` is a full CRI, the Uri-Host and Uri-Port of a request are replaced by Uri-Host for the host of
 *   `replacement`, if that is a name. Send the request to the address and the port of `replacement`. If `replacement`
 *   is a path, Uri-Host and Uri-Port are kept.
 *
 * A response without Location-Path and Location-Query is copied.
 *
 * @param[in] options all options of the message, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] number #CRI_COAP_URI_PATH or #CRI_COAP_LOCATION_PATH: the options whose prefix is replaced
 * @param[in] prefix as in cri_replace_prefix(); only its path is read
 * @param[in] replacement the prefix of the result, as in cri_replace_prefix(); for Location-Path only its path is read
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_PREFIX the path is not under `prefix`: a proxy answers 4.04, or 5.02 if the response of the server
 *   causes the error
 * @retval CRI_ERR_BASE `prefix` or `replacement` is no prefix, as in cri_replace_prefix()
 * @retval CRI_ERR_REVISION `prefix` and `replacement` are of different revisions
 * @retval CRI_ERR_COAP_PROXY the request is meant for a forward proxy
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_COAP_LENGTH a segment is longer than 255 bytes
 * @retval CRI_ERR_COAP_PATH_ABBREV as in cri_coap_pattern_match()
 * @retval CRI_ERR_UTF8 a segment is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a segment is "." or ".."
 * @retval CRI_ERR_SCHEME_UNKNOWN the default port of the scheme of `replacement` is not known
 * @retval CRI_ERR_COAP_SCHEME the scheme of `replacement` is not the id of a CoAP scheme
 * @retval CRI_ERR_COAP_AUTHORITY `replacement` is a full CRI without authority
 * @retval CRI_ERR_COAP_EMPTY_HOST the host of `replacement` is empty
 * @retval CRI_ERR_COAP_HOST Uri-Host does not allow the host name of `replacement`
 * @retval CRI_ERR_COAP_USERINFO `replacement` has user information
 * @retval CRI_ERR_COAP_PET `replacement` has percent-encoded text
 *
 * Linear. RFC 7252 5.7.3, 5.10.1, 5.10.7.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_replace_prefix(const uint8_t *CRI_NULLABLE options,
                                  size_t options_len,
                                  uint16_t number,
                                  const cri_t *prefix,
                                  const cri_t *replacement,
                                  uint8_t *CRI_NULLABLE buf,
                                  size_t buf_cap,
                                  size_t *len);

/**
 * @}
 * @defgroup cri_coap_forward Forwarding
 * @ingroup cri_coap_h
 * The options that a proxy forwards, of requests and of responses.
 * @{
 */

/**
 * Writes the options of a request that a proxy forwards. The proxy puts them among the options of its own request,
 * which cri_to_coap() writes for the target, with cri_coap_merge().
 *
 * - The options that identify the resource are omitted, because cri_to_coap() writes new ones: Uri-Host, Uri-Port,
 *   Uri-Path, Uri-Query, Proxy-Uri, Proxy-Scheme, Proxy-Cri, Proxy-Scheme-Number, and a Uri-Path-Abbrev whose value
 *   the library knows.
 * - The options with the numbers in `processed` are omitted, too. List the options that the proxy processes itself,
 *   such as Observe (6), Block2 (23) and Block1 (27), and options that it does not let pass. It inserts its own
 *   options with cri_coap_insert(), cri_coap_insert_uint() or cri_coap_merge().
 * - Hop-Limit is reduced by 1. A request without Hop-Limit gets none; the proxy may insert it, with the value 16.
 * - All other options are forwarded unchanged, known or unknown, if their numbers mark them as safe to forward:
 *   If-Match and OSCORE, for example. Any other option is unsafe to forward, and an error: the proxy answers 4.02 (Bad
 *   Option).
 *
 * cri_coap_response_code() returns the code of the answer for each error. A proxy that decides about options
 * differently uses cri_coap_raw_next(), or cri_coap_remove() first.
 *
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] processed the numbers of the options to omit, and the count of these numbers; NULL and 0 if
 *   there are no further options
 * @param[in] processed_len length of `processed`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes: at most `options_len`
 * @retval CRI_ERR_COAP_UNSAFE an option that is unsafe to forward is unknown: bit 1 of its number is set, and it is
 *   not listed
 * @retval CRI_ERR_COAP_HOP_LIMIT Hop-Limit is not a number from 1 to 255: the answer is 4.00 (Bad Request)
 * @retval CRI_ERR_COAP_HOP_LIMIT_REACHED Hop-Limit is 1: the answer is 5.08 (Hop Limit Reached)
 * @retval other the errors of cri_coap_raw_init(), which take precedence
 *
 * Linear in `options_len` times `processed_len`. RFC 7252 5.7.1; RFC 8768 3.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_forward_request(const uint8_t *CRI_NULLABLE options,
                                   size_t options_len,
                                   const uint16_t *CRI_NULLABLE processed,
                                   size_t processed_len,
                                   uint8_t *CRI_NULLABLE buf,
                                   size_t buf_cap,
                                   size_t *len);

/**
 * Writes the options of a response that a proxy forwards to its client.
 *
 * The options with the numbers in `processed` are omitted. List the options that the proxy processes itself, such as
 * Observe (6), Max-Age (14), Block2 (23) and Block1 (27). It inserts its own: a proxy that does not cache inserts the
 * Max-Age that it received, which cri_coap_find_uint() finds. All other options are forwarded unchanged if their
 * numbers mark them as safe to forward.
 *
 * @param[in] options all options of the response, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] processed the numbers of the options to omit, and the count of these numbers; NULL and 0 if
 *   there are no such options
 * @param[in] processed_len length of `processed`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes: at most `options_len`
 * @retval CRI_ERR_COAP_RESPONSE an option that is unsafe to forward is unknown, or an option is malformed: the proxy
 *   answers 5.02 (Bad Gateway)
 *
 * Linear in `options_len` times `processed_len`. RFC 7252 5.7.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_forward_response(const uint8_t *CRI_NULLABLE options,
                                    size_t options_len,
                                    const uint16_t *CRI_NULLABLE processed,
                                    size_t processed_len,
                                    uint8_t *CRI_NULLABLE buf,
                                    size_t buf_cap,
                                    size_t *len);

/**
 * @}
 * @defgroup cri_coap_edit Editing options
 * @ingroup cri_coap_h
 * Functions that read an option, or write a list of options with a change.
 * @{
 */

/**
 * Merges two lists of options into one, in the ascending order of numbers that a message needs. Use it to add options
 * such as Accept or Observe to the options of a CRI.
 *
 * If both lists have options with the same number, the options from `options` come first.
 *
 * @param[in] options delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] more the other list, in the same form
 * @param[in] more_len length of `more`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear. RFC 7252 3.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_merge(const uint8_t *CRI_NULLABLE options,
                         size_t options_len,
                         const uint8_t *CRI_NULLABLE more,
                         size_t more_len,
                         uint8_t *CRI_NULLABLE buf,
                         size_t buf_cap,
                         size_t *len);

/**
 * Inserts one option into a list of options, in the ascending order of numbers that a message needs. The new option
 * comes after all options with the same number.
 *
 * @param[in] options delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] opt_number number of the new option, such as `CRI_COAP_…`
 * @param[in] value its value. An integer has its bytes in network order, without leading zeros; the integer
 *   0 has no bytes
 * @param[in] value_len length of `value`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes: at most 5 more than `options_len` and `value_len` together
 * @retval CRI_ERR_ARGUMENT `value_len` is above 65804, the greatest length of an option
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear. RFC 7252 3.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_insert(const uint8_t *CRI_NULLABLE options,
                          size_t options_len,
                          uint16_t opt_number,
                          const uint8_t *CRI_NULLABLE value,
                          size_t value_len,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Inserts one option whose value is an unsigned integer, such as Hop-Limit, Accept or Content-Format, into a list of
 * options. The function does the same as cri_coap_insert() with the bytes of the integer.
 *
 * @param[in] options delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] opt_number number of the new option, such as `CRI_COAP_…`
 * @param[in] number its value, which is written in the fewest bytes
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes: at most 9 more than `options_len`
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear. RFC 7252 3.1, 3.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_insert_uint(const uint8_t *CRI_NULLABLE options,
                               size_t options_len,
                               uint16_t opt_number,
                               uint32_t number,
                               uint8_t *CRI_NULLABLE buf,
                               size_t buf_cap,
                               size_t *len);

/**
 * Finds an option whose value is an unsigned integer, such as Accept, Content-Format, Observe or Hop-Limit, and stores
 * the integer. If the option is repeated, the first one counts.
 *
 * @param[in] options delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] opt_number number of the option, such as `CRI_COAP_…`
 * @param[out] number the integer; 0 if there is no such option
 * @param[out] present true if there is such an option
 * @retval CRI_ERR_COAP_LENGTH the value is longer than four bytes
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear. RFC 7252 3.1, 3.2.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_find_uint(const uint8_t *CRI_NULLABLE options,
                             size_t options_len,
                             uint16_t opt_number,
                             uint32_t *number,
                             bool *present);

/**
 * Writes a list of options without the options that have certain numbers.
 *
 * @param[in] options delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] removed the numbers of the options to remove, and the count of these numbers
 * @param[in] removed_len length of `removed`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes: at most `options_len`
 * @retval other the errors of cri_coap_raw_init()
 *
 * Linear in `options_len` times `removed_len`. RFC 7252 3.1.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_remove(const uint8_t *CRI_NULLABLE options,
                          size_t options_len,
                          const uint16_t *CRI_NULLABLE removed,
                          size_t removed_len,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * @}
 * @defgroup cri_aif Authorization information
 * @ingroup cri_coap_h
 * The Authorization Information Format (AIF) of RFC 9237, with CRIs for resources.
 * @{
 */

/**
 * An iterator over the entries of authorization information, initialised by cri_aif_init(). It borrows the bytes.
 */
typedef struct cri_aif_t {
  const uint8_t *_rest;
  size_t _rest_len;
  size_t _left;
  uint8_t _revision;
} cri_aif_t;

/**
 * Stores whether authorization information allows a request, and the methods that are allowed on the resource.
 *
 * If the request is not allowed, the answer is 4.05 (Method Not Allowed) if `permissions` is not 0, because the
 * resource is covered with other methods. Otherwise it is 4.03 (Forbidden).
 *
 * The permissions of several entries for the same resource add up. A resource without an entry allows nothing. Path
 * and query must be equal to those of the entry; a path of one empty segment counts as the empty path. Permissions for
 * resources that the subject itself created are only in `permissions`, because the server knows who created a
 * resource. The function reads all entries, so malformed information allows nothing. The entries apply only to
 * resources of this server: call cri_coap_is_for_proxy() first, and refuse a request that is meant for a proxy.
 *
 * @param[in] cri the requested resource, a full CRI or a reference that discards all segments of the base's path; only
 *   its path and query are read
 * @param[in] aif CBOR as in cri_aif_init(), of the revision of `cri`
 * @param[in] aif_len length of `aif`
 * @param[in] method code of the request: 1 GET, 2 POST, 3 PUT, 4 DELETE, 5 FETCH, 6 PATCH, 7 iPATCH
 * @param[out] allowed true if the request is allowed
 * @param[out] permissions the set of methods that are allowed on the resource, in the bits of cri_aif_next(); 0 if the
 *   resource is not covered. NULL if it is not wanted
 * @retval CRI_ERR_ARGUMENT `method` is outside 1 to 32, among other reasons
 * @retval CRI_ERR_NOT_FULL the path of `cri` depends on a base
 * @retval other the errors of cri_aif_init()
 *
 * Linear. RFC 9200 5.10.2; RFC 9237 2, 3; href-27 8.3.
 */
CRI_MUST_CHECK
cri_err_t cri_aif_allows(const cri_t *cri,
                         const uint8_t *CRI_NULLABLE aif,
                         size_t aif_len,
                         uint8_t method,
                         bool *allowed,
                         uint64_t *CRI_NULLABLE permissions);

/**
 * Stores whether authorization information allows a CoAP request. The function reads the request's options and needs
 * no CRI. The result is the same as the result of cri_aif_allows() for the CRI that cri_from_coap() writes.
 *
 * Uri-Path, Uri-Query and Uri-Path-Abbrev are compared; Uri-Host and Uri-Port are not read.
 *
 * @param[in] rev revision of the texts in `aif`: #CRI_REV_13 or #CRI_REV_27
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[in] aif CBOR as in cri_aif_init()
 * @param[in] aif_len length of `aif`
 * @param[in] method as in cri_aif_allows()
 * @param[out] allowed true if the request is allowed
 * @param[out] permissions as in cri_aif_allows(); NULL if it is not wanted
 * @retval CRI_ERR_ARGUMENT `method` is outside 1 to 32, among other reasons
 * @retval CRI_ERR_COAP_PROXY the request is meant for a proxy, see cri_coap_is_for_proxy(), but the entries are about
 *   resources of this server
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_COAP_LENGTH a Uri-Path or Uri-Query is longer than 255 bytes
 * @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
 *   server answers 4.02
 * @retval other the errors of cri_aif_init()
 *
 * Linear. RFC 9237 2, 3; href-27 8.3.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_aif_allows(uint8_t rev,
                              const uint8_t *CRI_NULLABLE options,
                              size_t options_len,
                              const uint8_t *CRI_NULLABLE aif,
                              size_t aif_len,
                              uint8_t method,
                              bool *allowed,
                              uint64_t *CRI_NULLABLE permissions);

/**
 * Checks authorization information, and initialises an iterator over its entries. The information is of type
 * `application/aif+cbor` with `Toid=CRI-local-part`: an array of `[[path, ?query], REST-method-set]`.
 *
 * @param[out] aif the iterator, which borrows `data`
 * @param[in] rev revision of the texts in the information: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR; bytes after the array are ignored
 * @param[in] data_len length of `data`
 * @retval CRI_ERR_STRUCTURE the item is not an array, or an entry is invalid
 * @retval CRI_ERR_CBOR the item is not well-formed
 * @retval CRI_ERR_TRUNCATED `data` ends inside the array
 * @retval other the errors of cri_parse() for which cri_err_is_unprocessable() is true
 *
 * Linear. RFC 9237 2, 3; href-27 8.3.
 */
CRI_MUST_CHECK
cri_err_t cri_aif_init(cri_aif_t *aif,
                       uint8_t rev,
                       const uint8_t *CRI_NULLABLE data,
                       size_t data_len);

/**
 * Advances to the next entry of authorization information, and stores it.
 *
 * @param[in,out] aif the iterator
 * @param[out] target the resource, as a reference that discards all segments of the base's path and has the path and
 *   query of the resource; it borrows the bytes that the iterator borrows
 * @param[out] permissions the set of methods. Bit 0 is GET, 1 POST, 2 PUT, 3 DELETE, 4 FETCH, 5 PATCH, 6 iPATCH. Bits
 *   32 to 38 are the same methods for resources that the subject itself created there (RFC 9237 2.3)
 * @return false, with nothing stored, at the end
 *
 * Linear in the entry. RFC 9237 2, 3; href-27 8.3.
 */
CRI_MUST_CHECK
bool cri_aif_next(cri_aif_t *aif,
                  cri_t *target,
                  uint64_t *permissions);

/**
 * @}
 * @defgroup cri_coap_options Numbers of options
 * @ingroup cri_coap_h
 * Options of requests and responses. `iana/coap-options.csv` also has their classes and formats.
 * @{
 */

enum {
  /** If-Match: an entity tag. RFC 7252 5.10.8.1. */
  CRI_COAP_IF_MATCH = 1,

  /** Uri-Host: the host. RFC 7252 5.10.1. */
  CRI_COAP_URI_HOST = 3,

  /** ETag: an entity tag. RFC 7252 5.10.6. */
  CRI_COAP_ETAG = 4,

  /** If-None-Match: the request creates a resource. RFC 7252 5.10.8.2. */
  CRI_COAP_IF_NONE_MATCH = 5,

  /** Observe: registration or sequence number. RFC 7641 2. */
  CRI_COAP_OBSERVE = 6,

  /** Uri-Port: the port. RFC 7252 5.10.1. */
  CRI_COAP_URI_PORT = 7,

  /** Location-Path: a path segment of the new location. RFC 7252 5.10.7. */
  CRI_COAP_LOCATION_PATH = 8,

  /** OSCORE: the parameters of a protected message. RFC 8613 2. */
  CRI_COAP_OSCORE = 9,

  /** Uri-Path: a path segment. RFC 7252 5.10.1. */
  CRI_COAP_URI_PATH = 11,

  /** Content-Format: the format of the payload. RFC 7252 5.10.3. */
  CRI_COAP_CONTENT_FORMAT = 12,

  /** Uri-Path-Abbrev: a whole path by its number in a registry. draft-ietf-core-uri-path-abbrev-05 2. */
  CRI_COAP_URI_PATH_ABBREV = 13,

  /** Max-Age: the seconds for which a response is fresh. RFC 7252 5.10.5. */
  CRI_COAP_MAX_AGE = 14,

  /** Uri-Query: a query parameter. RFC 7252 5.10.1. */
  CRI_COAP_URI_QUERY = 15,

  /** Hop-Limit: the number of proxies that are left. RFC 8768 3. */
  CRI_COAP_HOP_LIMIT = 16,

  /** Accept: the format that the client wants. RFC 7252 5.10.4. */
  CRI_COAP_ACCEPT = 17,

  /** Q-Block1: a block of a request. RFC 9177 4.1. */
  CRI_COAP_Q_BLOCK1 = 19,

  /** Location-Query: a query parameter of the new location. RFC 7252 5.10.7. */
  CRI_COAP_LOCATION_QUERY = 20,

  /** EDHOC: the payload begins with EDHOC message 3. RFC 9668 3.1. */
  CRI_COAP_EDHOC = 21,

  /** Block2: a block of a response. RFC 7959 2.1. */
  CRI_COAP_BLOCK2 = 23,

  /** Block1: a block of a request. RFC 7959 2.1. */
  CRI_COAP_BLOCK1 = 27,

  /** Size2: the size of a representation in a response. RFC 7959 4. */
  CRI_COAP_SIZE2 = 28,

  /** Q-Block2: a block of a response. RFC 9177 4.1. */
  CRI_COAP_Q_BLOCK2 = 31,

  /** Proxy-Uri: the whole URI. RFC 7252 5.10.2. */
  CRI_COAP_PROXY_URI = 35,

  /** Proxy-Scheme: the name of the scheme of a request with Uri-* options. RFC 7252 5.10.2. */
  CRI_COAP_PROXY_SCHEME = 39,

  /** Size1: the size of a representation in a request. RFC 7252 5.10.9. */
  CRI_COAP_SIZE1 = 60,

  /** Proxy-Cri: the whole CRI. href-27 8.2.1. */
  CRI_COAP_PROXY_CRI = 235,

  /** Proxy-Scheme-Number: the number of the scheme of a request with Uri-* options. href-27 8.2.2. */
  CRI_COAP_PROXY_SCHEME_NUMBER = 239,

  /** Echo: a value that the client returns. RFC 9175 2.2. */
  CRI_COAP_ECHO = 252,

  /** No-Response: the classes of responses that the client does not want. RFC 7967 2. */
  CRI_COAP_NO_RESPONSE = 258,

  /** Request-Tag: the number of a block-wise request. RFC 9175 3.2. */
  CRI_COAP_REQUEST_TAG = 292,
};

/** @} */

CRI_END_DECLS

#endif /* CRI_COAP_H */
