/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_HOST_H
#define CRI_HOST_H

#include "cri.h"

/**
 * @file
 * Hosts and ports: what an application needs to reach a resource.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_host Hosts and endpoints
 * @{
 */

/**
 * The destination of a CoAP request, or the endpoint at which it arrived: the defaults of Uri-Host and
 * Uri-Port.
 */
typedef struct cri_endpoint_t {
  /**
   * The IP address, in network order.
   */
  const uint8_t *addr;
  /**
   * 4 or 16.
   */
  size_t addr_len;
  /**
   * The zone identifier of an IPv6 address; NULL for none.
   */
  const char *zone;
  /**
   * Length of `zone` in bytes.
   */
  size_t zone_len;
  /**
   * The port.
   */
  uint16_t port;
} cri_endpoint_t;

/**
 * Writes the host of a CRI as text, for name resolution and for logs.
 *
 * A name is written with dots between its labels, an IPv4 address in decimal, an IPv6 address as RFC 5952
 * has it, without brackets. A zone identifier follows the address after `%`. An empty host is an empty
 * text. Letters keep their case.
 *
 * In names and zone identifiers only these characters are written as they are: unreserved characters,
 * sub-delimiters (RFC 3986 2.2, 2.3), and characters beyond ASCII that an IRI may show in a host. All others
 * are percent-encoded, among them every control character, white space, `"`, `:`, `/` and `%`.
 *
 * getaddrinfo() reads some names as addresses that are names here and in a URI, such as `127.1` and
 * `0x7f.1`: check the addresses that it returns, not the text.
 *
 * @param[in]  cri      the CRI or CRI reference
 * @param[out] buf      the buffer; NULL with `buf_cap` 0 to ask for the length
 * @param[in]  buf_cap  capacity of `buf` in bytes
 * @param[out] len      length in bytes of the UTF-8 text, without the final NUL
 * @retval CRI_OK
 * @retval CRI_ERR_NO_HOST  there is no host
 * @retval CRI_ERR_NO_URI   in revision 13, a label has a dot: the text would be another name
 * @retval CRI_ERR_BUFFER   `buf_cap` is too small; `len` is the length needed
 *
 * Linear. href 2 (C4, C5), 6.1; RFC 3987 3.2, 4.1; RFC 5952.
 */
CRI_MUST_CHECK cri_err_t cri_host_text(const cri_t *cri, char *CRI_NULLABLE buf, size_t buf_cap, size_t *len);

/**
 * Stores the port of a CRI, or the default port of its scheme if it has none.
 *
 * The library knows the default ports of the CoAP and HTTP schemes, by id and by name.
 *
 * @param[in]  cri   the CRI or CRI reference
 * @param[out] port  the port
 * @retval CRI_OK
 * @retval CRI_ERR_SCHEME_UNKNOWN  there is no port, and no scheme whose default port is known
 *
 * Linear in the number of labels. href 2 (C6, C7); R12.
 */
CRI_MUST_CHECK cri_err_t cri_effective_port(const cri_t *cri, uint16_t *port);

/**
 * Stores the endpoint of a CRI whose host is an IP address: address, zone identifier and port.
 *
 * The port is that of cri_effective_port(). The address and the zone identifier, NULL if there is none,
 * are borrowed from the CRI's bytes. In revision 27 an IPv4 address can have a zone identifier too.
 *
 * @param[in]  cri       the CRI or CRI reference
 * @param[out] endpoint  the endpoint, for example as the destination of a request
 * @retval CRI_OK
 * @retval CRI_ERR_NO_HOST         there is no host
 * @retval CRI_ERR_ADDRESS         the host is a name: look up what cri_host_text() writes
 * @retval CRI_ERR_SCHEME_UNKNOWN  there is no port, and no scheme whose default port is known
 *
 * Linear in the number of labels. href 2 (C4, C6, C7).
 */
CRI_MUST_CHECK cri_err_t cri_host_endpoint(const cri_t *cri, cri_endpoint_t *endpoint);

/**
 * Checks whether two CRIs are of the same origin: the same scheme, host and effective port.
 *
 * Names are compared label by label, without regard to the case of ASCII letters; addresses with their
 * zone identifiers; percent-encoded text as it is written. A name is never the same as an address. The id
 * and the name of a scheme are the same for coap, coaps, http, https, urn, did, and coap and coaps over
 * TCP and WebSockets; other schemes must both be given by id or both by name. User information is
 * ignored. A CRI without a host, or with an empty one, has the same origin as no other, not even itself.
 *
 * @param[in]  a     a full CRI
 * @param[in]  b     a full CRI
 * @param[out] same  true if they are of the same origin
 * @retval CRI_OK
 * @retval CRI_ERR_NOT_FULL  either is not full: resolve it first
 * @retval CRI_ERR_REVISION  they are of different revisions
 *
 * Linear in the length of the hosts. RFC 6454 4, 5; href 2 (C7); R12.
 */
CRI_MUST_CHECK cri_err_t cri_same_origin(const cri_t *a, const cri_t *b, bool *same);

/** @} */

CRI_END_DECLS

#endif /* CRI_HOST_H */
