/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stand-in for RIOT's UDP endpoints. */
#ifndef STAND_IN_UDP_H
#define STAND_IN_UDP_H

#include <stdint.h>

#define SOCK_ADDR_ANY_NETIF 0

typedef struct {
    int family;
    union {
#ifdef SOCK_HAS_IPV6
        uint8_t ipv6[16];
#endif
        uint8_t ipv4[4];
    } addr;
    uint16_t netif;
    uint16_t port;
} sock_udp_ep_t;

#endif
