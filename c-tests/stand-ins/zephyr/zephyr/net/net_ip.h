/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stand-in for Zephyr's socket addresses, which have other numbers, fields and lengths than POSIX. */
#ifndef STAND_IN_NET_IP_H
#define STAND_IN_NET_IP_H

#include <stddef.h>
#include <stdint.h>

enum { AF_UNSPEC = 0, AF_INET = 1, AF_INET6 = 2 };

typedef unsigned short sa_family_t;
typedef size_t socklen_t;

struct in_addr {
    uint8_t s4_addr[4];
};

struct in6_addr {
    uint8_t s6_addr[16];
};

struct sockaddr {
    sa_family_t sa_family;
    char data[22];
};

struct sockaddr_in {
    sa_family_t sin_family;
    uint16_t sin_port;
    struct in_addr sin_addr;
};

struct sockaddr_in6 {
    sa_family_t sin6_family;
    uint16_t sin6_port;
    struct in6_addr sin6_addr;
    uint32_t sin6_scope_id;
};

struct sockaddr_storage {
    sa_family_t ss_family __attribute__((aligned(8)));
    char data[30];
};

static inline uint16_t htons(uint16_t host)
{
    const uint8_t bytes[2] = {(uint8_t)(host >> 8), (uint8_t)host};
    uint16_t network;
    __builtin_memcpy(&network, bytes, sizeof network);
    return network;
}

#endif
