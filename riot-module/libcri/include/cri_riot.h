/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What only RIOT needs: endpoints of its socks. */
#ifndef CRI_RIOT_H
#define CRI_RIOT_H

#include <cri_host.h>
#include <cri_log.h>
#include <stdbool.h>
#include <string.h>

#include "net/af.h"
#include "net/sock/udp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether 16 bytes are an IPv4-mapped address. */
static inline bool cri_riot_is_mapped(const uint8_t *ip)
{
    static const uint8_t prefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

    return memcmp(ip, prefix, sizeof(prefix)) == 0;
}

/**
 * Stores the endpoint of a sock's, such as coap_request_ctx_get_local_udp() returns.
 *
 * `endpoint` borrows the address from `sock`. An IPv4-mapped address becomes the IPv4 address. The interface is not
 * part of an endpoint: it stays in `sock`.
 *
 * @param[in] sock the endpoint of a sock
 * @param[out] endpoint the endpoint
 * @retval CRI_ERR_ADDRESS a family other than `AF_INET` and `AF_INET6`
 */
CRI_MUST_CHECK static inline cri_err_t cri_endpoint_from_sock(const sock_udp_ep_t *sock, cri_endpoint_t *endpoint)
{
    memset(endpoint, 0, sizeof(*endpoint));
    endpoint->port = sock->port;
    if (sock->family == AF_INET) {
        endpoint->addr = sock->addr.ipv4;
        endpoint->addr_len = sizeof(sock->addr.ipv4);
        return CRI_OK;
    }
#ifdef SOCK_HAS_IPV6
    if (sock->family == AF_INET6) {
        size_t skipped = cri_riot_is_mapped(sock->addr.ipv6) ? 12 : 0;
        endpoint->addr = sock->addr.ipv6 + skipped;
        endpoint->addr_len = sizeof(sock->addr.ipv6) - skipped;
        return CRI_OK;
    }
#endif
    return CRI_ERR_ADDRESS;
}

/**
 * Writes the endpoint of a sock for an endpoint: family `AF_INET` for an IPv4 address, IPv4-mapped ones too.
 *
 * @param[in] endpoint the endpoint, such as cri_host_endpoint() stores
 * @param[in] netif the interface for link-local addresses, unicast or multicast: that of the sock which the link came
 *   from; others have `SOCK_ADDR_ANY_NETIF`
 * @param[out] sock the endpoint of a sock
 * @retval CRI_ERR_ARGUMENT the endpoint has no address of 4 or 16 bytes, as one of zeros
 * @retval CRI_ERR_ADDRESS an IPv6 address where RIOT is built without IPv6
 * @retval CRI_ERR_ZONE there is a zone identifier, and `netif` is `SOCK_ADDR_ANY_NETIF`
 */
CRI_MUST_CHECK static inline cri_err_t cri_endpoint_to_sock(const cri_endpoint_t *endpoint, uint16_t netif,
                                                            sock_udp_ep_t *sock)
{
    if (endpoint->addr == NULL || (endpoint->addr_len != 4 && endpoint->addr_len != 16)) {
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

#ifdef __cplusplus
}
#endif

#endif
