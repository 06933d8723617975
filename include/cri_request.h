/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_REQUEST_H
#define CRI_REQUEST_H

#include "cri.h"
#include "cri_coap.h"
#include "cri_registry.h"

/**
 * @file
 * A CoAP request from a link, in one call: the task of every client.
 *
 * @code
 * uint8_t buffer[256];
 * size_t len;
 * cri_request_t request;
 * cri_err_t err = cri_request(&base, &link, NULL, buffer, sizeof buffer, &len, &request);
 *
 * if (err != CRI_OK)
 *     return err;
 * if (request.host != NULL)
 *     look_up(request.host, &request.endpoint);
 * send_get(&request.endpoint, request.options, request.options_len);
 * @endcode
 *
 * A stack that takes options one by one gets them from cri_coap_raw_next().
 *
 * The call resolves the link, omits the fragment, decodes percent-encoded text, and writes the options. It refuses a
 * target to which the program cannot send: by default, each scheme but coap, so that a request for a coaps URI never
 * goes out in clear. The functions that it consists of are in cri.h and cri_coap.h, for programs that need another
 * order.
 */

/**
 * @defgroup cri_request_h cri_request.h: a request from a link
 * All that a client needs to send a request.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_request A request from a link
 * @ingroup cri_request_h
 * A program that sends over further CoAP schemes lists them:
 *
 * @code
 * static const int64_t schemes[] = {CRI_SCHEME_COAP, CRI_SCHEME_COAPS};
 * static const cri_request_settings_t settings = {.schemes = schemes, .schemes_len = 2};
 * @endcode
 *
 * A host name is not checked. docs/guide/hosts.md says which names to refuse before they are looked up.
 * @{
 */

enum {
  /** The request has no Uri-Host if the host is a name. */
  CRI_REQUEST_OMIT_HOST_NAME = 1,
};

/**
 * The choices of a program that sends requests. All zeros, or NULL, are a program that sends over coap only, and has
 * no zone identifier.
 */
typedef struct cri_request_settings_t {
  /**
   * The scheme ids over which the program sends requests, such as #CRI_SCHEME_COAPS; NULL and 0 for
   * #CRI_SCHEME_COAP only.
   */
  const int64_t *schemes;
  /**
   * Length of `schemes`.
   */
  size_t schemes_len;
  /**
   * A table of further schemes, for CoAP schemes that the library does not know: see cri_registry.h. NULL and 0 for
   * none. `schemes` must list these schemes, too.
   */
  const cri_scheme_row_t *table;
  /**
   * Length of `table`.
   */
  size_t table_len;
  /**
   * The zone identifier of the program's interface; NULL and 0 if it has none.
   */
  const char *zone;
  /**
   * Length of `zone` in bytes.
   */
  size_t zone_len;
  /**
   * A sum of `CRI_REQUEST_…` bits, or 0.
   */
  uint8_t flags;
} cri_request_settings_t;

/**
 * A request for the resource that a link leads to. It borrows the buffer, and the zone identifier of the settings.
 */
typedef struct cri_request_t {
  /**
   * The CRI of the resource, without fragment and with percent-encoded text (PET) decoded: the base of the links in
   * the response.
   */
  cri_t target;
  /**
   * The scheme id, which is one of the settings' schemes. It has 32 bits, so that the structure needs no greater
   * alignment than a pointer; a scheme whose id does not fit counts as not listed.
   */
  int32_t scheme;
  /**
   * The endpoint to which the request is sent. If the host is a name, `addr` is NULL, `addr_len` is 0, and the
   * address of `host` is to be stored here.
   */
  cri_endpoint_t endpoint;
  /**
   * The name to look up, with a NUL; NULL if the host is an address.
   */
  const char *host;
  /**
   * Length of `host` in bytes, without the NUL.
   */
  size_t host_len;
  /**
   * The options of the request, delta-coded.
   */
  const uint8_t *options;
  /**
   * Length of `options` in bytes.
   */
  size_t options_len;
} cri_request_t;

/**
 * Makes a request from a link: resolves it, checks that the program may send a request to the target, and stores what
 * it sends.
 *
 * The options are those that cri_to_coap() writes for the target and the endpoint. Uri-Port is never among them,
 * because the request goes to that port, and Uri-Host only for a name. A link-local address without a zone identifier
 * gets the zone identifier of the settings.
 *
 * Nothing of the request is in the memory of `base` and `reference`, which may change after the call.
 *
 * @param[in] base a full CRI; or NULL, and `reference` must be a full CRI
 * @param[in] reference the link: a CRI reference or a full CRI
 * @param[in] settings the choices of the program, or NULL
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len number of bytes used
 * @param[out] request the request
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_NOT_FULL `base` is NULL, and `reference` is not a full CRI
 * @retval CRI_ERR_REVISION the operands are of different revisions
 * @retval CRI_ERR_NOT_VALID the target would be a CRI that has no URI
 * @retval CRI_ERR_PIECES as in cri_resolve(); the target of a request can always be a base
 * @retval CRI_ERR_COAP_SCHEME the scheme is not the id of a CoAP scheme
 * @retval CRI_ERR_COAP_TRANSPORT the settings do not list the scheme
 * @retval CRI_ERR_COAP_PORT the port is 0
 * @retval CRI_ERR_COAP_ZONE the target has a zone identifier that is not the one of the settings
 * @retval CRI_ERR_COAP_AUTHORITY there is no authority
 * @retval CRI_ERR_COAP_EMPTY_HOST the host is empty
 * @retval CRI_ERR_COAP_HOST the host name has characters that Uri-Host does not allow, or in revision 13 has a dot
 *   in a label
 * @retval CRI_ERR_COAP_USERINFO there is user information
 * @retval CRI_ERR_COAP_LENGTH a value is longer than 255 bytes
 * @retval CRI_ERR_UTF8 decoded text is not UTF-8
 *
 * Linear. RFC 7252 6.4; href-27 8.1.1.
 */
CRI_MUST_CHECK
cri_err_t cri_request(const cri_t *CRI_NULLABLE base,
                      const cri_t *reference,
                      const cri_request_settings_t *CRI_NULLABLE settings,
                      uint8_t *CRI_NULLABLE buf,
                      size_t buf_cap,
                      size_t *len,
                      cri_request_t *request);

/**
 * Makes a request from the text of a URI, as cri_request() does from a CRI.
 *
 * If the URI is relative to a base, call cri_from_uri_view(), and then cri_request().
 *
 * @param[in] rev revision of the target: #CRI_REV_13 or #CRI_REV_27
 * @param[in] uri the URI, ASCII
 * @param[in] uri_len length of `uri`
 * @param[in] settings the choices of the program, or NULL. The schemes of its table are recognised
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len number of bytes used
 * @param[out] request the request
 * @retval CRI_ERR_NOT_FULL the text is a reference
 * @retval other the errors of cri_from_uri() and cri_request()
 *
 * Linear. RFC 7252 6.4; href 6, 8.1.1.
 */
CRI_MUST_CHECK
cri_err_t cri_request_from_uri(uint8_t rev,
                               const char *CRI_NULLABLE uri,
                               size_t uri_len,
                               const cri_request_settings_t *CRI_NULLABLE settings,
                               uint8_t *CRI_NULLABLE buf,
                               size_t buf_cap,
                               size_t *len,
                               cri_request_t *request);

/** @} */

CRI_END_DECLS

#endif /* CRI_REQUEST_H */
