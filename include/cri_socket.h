/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* This header is written by hand. All its functions are inline, so that the library itself needs no sockets. */

#ifndef CRI_SOCKET_H
#define CRI_SOCKET_H

#include "cri_host.h"

/** @cond */
#if defined(CRI_SOCKET_HEADER)
#include CRI_SOCKET_HEADER
#if (defined(LWIP_IPV4) && !LWIP_IPV4) || (defined(LWIP_IPV6) && !LWIP_IPV6)
#error "cri_socket.h needs LWIP_IPV4 and LWIP_IPV6: set both to 1 in lwipopts.h, or do not include it"
#endif
#define CRI_HAS_SOCKETS
#elif defined(_WIN32)
#include <winsock2.h>
#include <ws2tcpip.h>
#define CRI_HAS_SOCKETS
#elif defined(__unix__) || defined(__APPLE__)
#include <netinet/in.h>
#include <sys/socket.h>
#define CRI_HAS_SOCKETS
#endif
/** @endcond */

/**
 * @file
 * Conversion between socket addresses (`struct sockaddr`) and endpoints.
 *
 * The types of sockets come from the headers of POSIX or Windows. For another stack that uses the same names, define
 * CRI_SOCKET_HEADER as the header of this stack, such as `"lwip/sockets.h"`, before you include this header. On other
 * systems, this header declares nothing.
 *
 * - **Ports** are in host byte order in an endpoint. The port 0 is converted like any other port, but no request can be
 *   sent to it.
 * - **IPv4-mapped addresses** are the addresses of IPv4 peers at a socket of family `AF_INET6`. In an endpoint, they
 *   become IPv4 addresses, because links contain IPv4 addresses, and for cri_same_origin() the two forms are different
 *   hosts.
 * - **The scope id** of an IPv6 address is a number on this host. An endpoint has no scope id: keep the socket address
 *   to send to the same interface. A zone identifier is a text that only the host that wrote it understands.
 *   cri_endpoint_to_sockaddr() does not look it up. If the zone is on this host, pass the result of if_nametoindex().
 */

#if defined(CRI_HAS_SOCKETS)

#include <string.h>

CRI_BEGIN_DECLS

/** @cond */
/* This code is C: its casts and its null pointer are not those of C++. */
#if defined(__cplusplus) && defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wold-style-cast"
#pragma clang diagnostic ignored "-Wzero-as-null-pointer-constant"
#endif
/** @endcond */

/**
 * @defgroup cri_socket cri_socket.h: socket addresses
 * These functions are inline, and do not check for overlaps: outputs must not overlap inputs.
 * @{
 */

/**
 * Stores the endpoint of a socket address, such as accept(), recvfrom() or getsockname() stores.
 *
 * `endpoint` borrows the bytes of the address from `addr`. It has no zone identifier.
 *
 * @param[in] addr the socket address
 * @param[in] addr_len length of `addr`
 * @param[out] endpoint the endpoint
 * @retval CRI_ERR_ADDRESS the family is neither `AF_INET` nor `AF_INET6`
 * @retval CRI_ERR_TRUNCATED `addr_len` is too short for the family
 *
 * Constant time. RFC 4291 2.5.5.2.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_endpoint_from_sockaddr(const struct sockaddr *addr,
                                                   socklen_t addr_len,
                                                   cri_endpoint_t *endpoint)
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const uint8_t *bytes = (const uint8_t *)addr;
    const uint8_t *ip = bytes;
    const uint8_t *port = bytes;
    size_t ip_len = 4U;
    size_t needed = 0U;
    cri_err_t err = CRI_OK;

    if ((addr == NULL) || (endpoint == NULL)) {
        err = CRI_ERR_ARGUMENT;
    } else if ((size_t)addr_len < (offsetof(struct sockaddr, sa_family) + sizeof(addr->sa_family))) {
        err = CRI_ERR_TRUNCATED;
    } else if (addr->sa_family == AF_INET) {
        needed = sizeof(struct sockaddr_in);
        ip = &bytes[offsetof(struct sockaddr_in, sin_addr)];
        port = &bytes[offsetof(struct sockaddr_in, sin_port)];
    } else if (addr->sa_family == AF_INET6) {
        needed = sizeof(struct sockaddr_in6);
        ip = &bytes[offsetof(struct sockaddr_in6, sin6_addr)];
        ip_len = 16U;
        port = &bytes[offsetof(struct sockaddr_in6, sin6_port)];
    } else {
        err = CRI_ERR_ADDRESS;
    }
    if ((err == CRI_OK) && ((size_t)addr_len < needed)) {
        err = CRI_ERR_TRUNCATED;
    }
    if (err == CRI_OK) {
        if ((ip_len == 16U) && (memcmp(ip, mapped, sizeof mapped) == 0)) {
            ip = &ip[sizeof mapped];
            ip_len = 4U;
        }
        endpoint->addr = ip;
        endpoint->addr_len = ip_len;
        endpoint->zone = NULL;
        endpoint->zone_len = 0U;
        endpoint->port = (uint16_t)(((unsigned)port[0] << 8U) | port[1]);
    }
    return err;
}

/**
 * Writes the socket address of an endpoint.
 *
 * With the family `AF_UNSPEC`, IPv4 addresses and IPv4-mapped addresses become a `struct sockaddr_in`, and all other
 * addresses a `struct sockaddr_in6`. If the socket exists already, pass its family. With `AF_INET6`, IPv4 addresses
 * become IPv4-mapped addresses, for sockets without `IPV6_V6ONLY`.
 *
 * @param[in] endpoint the endpoint, such as cri_host_endpoint() stores
 * @param[in] family `AF_UNSPEC`, `AF_INET` or `AF_INET6`
 * @param[in] scope_id the interface for addresses that need an interface: `fe80::/10`, and multicast addresses with
 *   link or interface scope. Pass the scope id of the socket address from which the link came, or 0 for no interface.
 *   For all other addresses, the scope id becomes 0
 * @param[out] addr the socket address; a `struct sockaddr_storage` has room for any; NULL and 0 to ask for the length
 * @param[in] addr_cap capacity of `addr`
 * @param[out] addr_len length of the socket address
 * @retval CRI_ERR_ADDRESS the address has no form in the family, or the family is unknown
 * @retval CRI_ERR_ZONE there is a zone identifier, but `scope_id` is 0
 * @retval CRI_ERR_BUFFER `addr_cap` is too small; the length is stored
 *
 * Constant time. RFC 4291 2.5.5.2; RFC 4007 6.
 */
CRI_MUST_CHECK
static inline cri_err_t cri_endpoint_to_sockaddr(const cri_endpoint_t *endpoint,
                                                 int family,
                                                 uint32_t scope_id,
                                                 struct sockaddr *CRI_NULLABLE addr,
                                                 socklen_t addr_cap,
                                                 socklen_t *addr_len)
{
    uint8_t ip[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};
    uint8_t port[2];
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    const void *made = NULL;
    size_t len = 0U;
    cri_err_t err = CRI_OK;

    if ((endpoint == NULL) || ((addr == NULL) && (addr_cap != 0)) || (addr_len == NULL) || (endpoint->addr == NULL) ||
        ((endpoint->addr_len != 4U) && (endpoint->addr_len != sizeof ip)) ||
        ((endpoint->zone == NULL) && (endpoint->zone_len != 0U))) {
        err = CRI_ERR_ARGUMENT;
    } else if ((endpoint->zone != NULL) && (scope_id == 0U)) {
        err = CRI_ERR_ZONE;
    } else {
        const bool ipv4 = (endpoint->addr_len == 4U) || (memcmp(endpoint->addr, ip, 12U) == 0);
        (void)memcpy(&ip[sizeof ip - endpoint->addr_len], endpoint->addr, endpoint->addr_len);
        port[0] = (uint8_t)(endpoint->port >> 8U);
        port[1] = (uint8_t)(endpoint->port & 0xffU);
        if (ipv4 && ((family == AF_INET) || (family == AF_UNSPEC))) {
            (void)memset(&in, 0, sizeof in);
            in.sin_family = AF_INET;
            (void)memcpy(&in.sin_port, port, sizeof port);
            (void)memcpy(&in.sin_addr, &ip[12], 4U);
            made = &in;
            len = sizeof in;
        } else if ((family == AF_INET6) || (!ipv4 && (family == AF_UNSPEC))) {
            const bool link_local = (ip[0] == 0xfeU) && ((ip[1] & 0xc0U) == 0x80U);
            const bool multicast = (ip[0] == 0xffU) && (((ip[1] & 0x0fU) == 1U) || ((ip[1] & 0x0fU) == 2U));
            (void)memset(&in6, 0, sizeof in6);
            in6.sin6_family = AF_INET6;
            (void)memcpy(&in6.sin6_port, port, sizeof port);
            (void)memcpy(&in6.sin6_addr, ip, sizeof ip);
            in6.sin6_scope_id = (link_local || multicast) ? scope_id : 0U;
            made = &in6;
            len = sizeof in6;
        } else {
            err = CRI_ERR_ADDRESS;
        }
    }
    if (err == CRI_OK) {
        *addr_len = (socklen_t)len;
        if ((size_t)addr_cap < len) {
            err = CRI_ERR_BUFFER;
        } else {
            (void)memcpy(addr, made, len);
        }
    }
    return err;
}

/** @} */

/** @cond */
#if defined(__cplusplus) && defined(__clang__)
#pragma clang diagnostic pop
#endif
/** @endcond */

CRI_END_DECLS

#endif

#endif /* CRI_SOCKET_H */
