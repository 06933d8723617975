/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For RIOT only: endpoints of its socks, and the options of its CoAP packets. */
#ifndef CRI_RIOT_H
#define CRI_RIOT_H

#include <cri_host.h>
#include <cri_log.h>
#include <stdbool.h>
#include <string.h>

#include "net/af.h"
#include "net/sock/udp.h"

#ifdef MODULE_NANOCOAP /* gcoap uses it, too */
#include "net/nanocoap.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Returns true if 16 bytes are an IPv4-mapped address. */
static inline bool cri_riot_is_mapped(const uint8_t *ip)
{
    static const uint8_t prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

    return memcmp(ip, prefix, sizeof(prefix)) == 0;
}

/**
 * Converts the endpoint of a RIOT sock, such as the result of coap_request_ctx_get_local_udp(), to an endpoint of
 * libcri.
 *
 * `endpoint` borrows the address from `sock`. An IPv4-mapped address becomes the IPv4 address. The interface is not
 * part of an endpoint: it stays in `sock`.
 *
 * @param[in] sock the endpoint of a sock; NULL, which nanocoap and gcoap return without the module sock_aux_local, is
 *   an error
 * @param[out] endpoint the endpoint; not stored after an error
 * @retval CRI_ERR_ARGUMENT `sock` or `endpoint` is NULL
 * @retval CRI_ERR_ADDRESS the family is neither `AF_INET` nor `AF_INET6`
 */
CRI_MUST_CHECK static inline cri_err_t cri_endpoint_from_sock(const sock_udp_ep_t *sock, cri_endpoint_t *endpoint)
{
    cri_endpoint_t found;

    if (sock == NULL || endpoint == NULL) {
        return CRI_ERR_ARGUMENT;
    }
    memset(&found, 0, sizeof(found));
    if (sock->family == AF_INET) {
        found.addr = sock->addr.ipv4;
        found.addr_len = sizeof(sock->addr.ipv4);
    }
#ifdef SOCK_HAS_IPV6
    if (sock->family == AF_INET6) {
        size_t skipped = cri_riot_is_mapped(sock->addr.ipv6) ? 12 : 0;
        found.addr = sock->addr.ipv6 + skipped;
        found.addr_len = sizeof(sock->addr.ipv6) - skipped;
    }
#endif
    if (found.addr == NULL) {
        return CRI_ERR_ADDRESS;
    }
    found.port = sock->port;
    *endpoint = found;
    return CRI_OK;
}

/**
 * Converts an endpoint of libcri to the endpoint of a RIOT sock. The family is `AF_INET` for IPv4 addresses and for
 * IPv4-mapped addresses.
 *
 * @param[in] endpoint the endpoint, for example from cri_host_endpoint()
 * @param[in] netif the interface for link-local addresses, unicast or multicast: the interface of the sock from which
 *   the link came. For other addresses, `SOCK_ADDR_ANY_NETIF` is stored
 * @param[out] sock the endpoint of a sock
 * @retval CRI_ERR_ARGUMENT a pointer is NULL, or the address of the endpoint does not have 4 or 16 bytes, for example
 *   in an all-zero object
 * @retval CRI_ERR_ADDRESS the address is an IPv6 address, and RIOT is built without IPv6
 * @retval CRI_ERR_ZONE there is a zone identifier, and `netif` is `SOCK_ADDR_ANY_NETIF`
 */
CRI_MUST_CHECK static inline cri_err_t cri_endpoint_to_sock(const cri_endpoint_t *endpoint, uint16_t netif,
                                                            sock_udp_ep_t *sock)
{
    if (endpoint == NULL || sock == NULL || endpoint->addr == NULL ||
        (endpoint->addr_len != 4 && endpoint->addr_len != 16)) {
        return CRI_ERR_ARGUMENT;
    }
    if (endpoint->zone != NULL && netif == SOCK_ADDR_ANY_NETIF) {
        return CRI_ERR_ZONE;
    }
    memset(sock, 0, sizeof(*sock));
    sock->port = endpoint->port;
    sock->netif = SOCK_ADDR_ANY_NETIF;
    if (endpoint->addr_len == 4 || cri_riot_is_mapped(endpoint->addr)) {
        sock->family = AF_INET;
        memcpy(sock->addr.ipv4, endpoint->addr + endpoint->addr_len - 4, 4);
        return CRI_OK;
    }
#ifdef SOCK_HAS_IPV6
    sock->family = AF_INET6;
    memcpy(sock->addr.ipv6, endpoint->addr, sizeof(sock->addr.ipv6));
    if ((endpoint->addr[0] == 0xfe && (endpoint->addr[1] & 0xc0) == 0x80) ||
        (endpoint->addr[0] == 0xff && ((endpoint->addr[1] & 0x0f) == 1 || (endpoint->addr[1] & 0x0f) == 2))) {
        sock->netif = netif;
    }
    return CRI_OK;
#else
    return CRI_ERR_ADDRESS;
#endif
}

#ifdef MODULE_NANOCOAP

/**
 * Returns the bytes of the options of a packet of nanocoap or gcoap, for cri_coap_route(), cri_from_coap() and others.
 *
 * Call it first in a handler: after the reply is begun, `pkt` refers to both the reply and the request. With gcoap, the
 * reply overwrites the options.
 *
 * @param[in] pkt a received packet
 * @param[out] len length in bytes
 */
static inline const uint8_t *cri_packet_options(const coap_pkt_t *pkt, size_t *len)
{
    const uint8_t *start = (const uint8_t *)coap_get_token(pkt) + coap_get_token_len(pkt);

    *len = (size_t)(pkt->payload - start) - (pkt->payload_len > 0 ? 1 : 0);
    return start;
}

#endif

#ifdef __cplusplus
}
#endif

#endif
