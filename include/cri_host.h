/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_HOST_H
#define CRI_HOST_H

#include "cri.h"

/**
 * @file
 * Hosts and ports. An application needs them to reach a resource, and to decide whether it may access the resource.
 *
 * If the host is an address, cri_host_endpoint() stores the address and the port for a socket or a CoAP stack. If the
 * host is a name, look up the text that cri_host_text() writes, and use the port that cri_effective_port() stores.
 */

/** Enough bytes for the scratch of cri_with_endpoint(), for an endpoint with a zone identifier of this length. */
#define CRI_WITH_ENDPOINT_MAX(zone_len) ((zone_len) + 26)

CRI_BEGIN_DECLS

/**
 * @defgroup cri_host cri_host.h: hosts and endpoints
 * @{
 */

/**
 * The destination of a CoAP request, or the endpoint at which the request arrived. It gives the defaults of Uri-Host
 * and Uri-Port.
 */
typedef struct cri_endpoint_t {
  /**
   * The IP address, in network order.
   */
  const uint8_t *addr;
  /**
   * Length of `addr` in bytes: 4 or 16.
   */
  size_t addr_len;
  /**
   * The zone identifier; NULL if there is no zone identifier or it is empty. Leave it NULL for the endpoint at which
   * a request arrived, and store the interface (`sin6_scope_id` or a netif) next to the endpoint. Otherwise the CRI
   * of the request has a zone identifier, and in revision 27 it then has no URI (#CRI_ERR_ZONE).
   */
  const char *zone;
  /**
   * Length of `zone` in bytes.
   */
  size_t zone_len;
  /**
   * The port in host byte order, `ntohs(sin_port)`. 0 is an ordinary port, and does not stand for the default.
   */
  uint16_t port;
} cri_endpoint_t;

/**
 * Writes the host of a CRI as text, for name resolution and for logs.
 *
 * The labels of a name are written with dots between them. An IPv4 address is written in decimal, an IPv6 address as
 * in RFC 5952, without brackets. A zone identifier follows its address, after `%`. An empty host is an empty text.
 * Letters keep their case.
 *
 * Names and zone identifiers are percent-encoded as in an IRI: unreserved characters, sub-delimiters (RFC 3986 2.2,
 * 2.3) and the characters beyond ASCII that an IRI may show are unchanged, and all others become triplets of UTF-8.
 * The text therefore contains no control characters (including bidirectional controls), no spaces, and none of `"`,
 * `/`, `:`, `@`, `[` and `]`.
 *
 * getaddrinfo() also accepts names such as `127.1` and `0x7f.1`, which it reads as addresses. To restrict addresses,
 * check the addresses that it returns.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf UTF-8; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_NO_HOST there is no host
 * @retval CRI_ERR_NO_URI in revision 13, a label contains a dot, so the text would be another name
 *
 * Linear. href 2 (C4, C5), 6.1; RFC 3987 3.2, 4.1; RFC 5952.
 */
CRI_MUST_CHECK
cri_err_t cri_host_text(const cri_t *cri,
                        char *CRI_NULLABLE buf,
                        size_t buf_cap,
                        size_t *len);

/**
 * Stores the endpoint of a CRI whose host is an IP address: the address, its zone identifier, and the port as
 * cri_effective_port() stores it.
 *
 * `endpoint` borrows address and zone identifier from the CRI's bytes. In revision 27, an IPv4 address can have a zone
 * identifier, too.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] endpoint the endpoint
 * @retval CRI_ERR_NO_HOST there is no host
 * @retval CRI_ERR_HOST_NAME the host is a name, which cri_host_text() writes
 * @retval CRI_ERR_SCHEME_UNKNOWN as in cri_effective_port()
 *
 * Linear in the number of labels. href 2 (C4, C6, C7).
 */
CRI_MUST_CHECK
cri_err_t cri_host_endpoint(const cri_t *cri,
                            cri_endpoint_t *endpoint);

/**
 * Stores true if two CRIs have the same origin: the same scheme, host and effective port.
 *
 * Host names are compared label by label, ignoring the case of ASCII letters. Text and PET are compared as they are
 * encoded. A zone identifier is part of an address. An address is never the same as a name.
 *
 * The id of a scheme equals its name for coap, coaps, coap+tcp, coaps+tcp, coap+ws, coaps+ws, http, https, urn and
 * did. For any other scheme, an id and a name are different.
 *
 * User information is ignored. The empty host is a host like any other. A CRI without an authority, such as `urn:a`,
 * has the same origin only as a CRI of the same scheme and path. A trailing dot is part of a name, so
 * `coap://h./` and `coap://h/` have different origins.
 *
 * @param[in] a a full CRI
 * @param[in] b another full CRI
 * @param[out] same true if they have the same origin
 * @retval CRI_ERR_NOT_FULL `a` or `b` is a reference
 * @retval CRI_ERR_REVISION `a` and `b` are of different revisions
 *
 * Linear in the length of the hosts; without an authority, in the length of the shorter path. RFC 6454 4, 5; href 2
 * (C7).
 */
CRI_MUST_CHECK
cri_err_t cri_same_origin(const cri_t *a,
                          const cri_t *b,
                          bool *same);

/**
 * Makes a view of a CRI with the address and the port of an endpoint in place of its host and port. If a server
 * answers a group request, the base of links in its answer is the CRI of the request with the endpoint of the server.
 *
 * The port is omitted if it is the default port of the scheme. The zone identifier of an IPv6 address becomes part of
 * the host; in revision 27, such a CRI has no URI. User information is omitted. cri_with_authority() makes a view with
 * the authority of another CRI.
 *
 * @param[in] cri a full CRI with a host
 * @param[in] endpoint the endpoint, such as the source of a response
 * @param[out] scratch memory for the new host and port: #CRI_WITH_ENDPOINT_MAX bytes are always enough,
 *   and 21 for an endpoint without a zone identifier
 * @param[in] scratch_cap capacity of `scratch`
 * @param[out] scratch_len number of bytes used
 * @param[out] out the view, which borrows the scratch and the bytes that `cri` borrows
 * @retval CRI_ERR_NOT_FULL `cri` is a reference
 * @retval CRI_ERR_NO_HOST `cri` has no host
 * @retval CRI_ERR_UTF8 the zone identifier is not UTF-8
 * @retval CRI_ERR_BUFFER `scratch_cap` is too small; `scratch_len` is the length needed
 *
 * Linear in the zone identifier. RFC 7252 8.2.
 */
CRI_MUST_CHECK
cri_err_t cri_with_endpoint(const cri_t *cri,
                            const cri_endpoint_t *endpoint,
                            uint8_t *CRI_NULLABLE scratch,
                            size_t scratch_cap,
                            size_t *scratch_len,
                            cri_t *out);

/** @} */

CRI_END_DECLS

#endif /* CRI_HOST_H */
