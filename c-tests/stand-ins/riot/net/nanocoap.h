/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stand-in for received packets of nanocoap. As in RIOT, a packet without a payload has an empty one at its end. */
#ifndef STAND_IN_NANOCOAP_H
#define STAND_IN_NANOCOAP_H

#include <string.h>
#include <sys/types.h>

#include "../../options_end.h"

typedef struct {
    uint8_t *buf;
    uint8_t *payload;
    uint16_t payload_len;
} coap_pkt_t;

static inline unsigned coap_get_token_len(const coap_pkt_t *pkt) { return pkt->buf[0] & 0x0f; }

static inline void *coap_get_token(const coap_pkt_t *pkt) { return pkt->buf + 4; }

static inline ssize_t coap_parse_udp(coap_pkt_t *pkt, uint8_t *buf, size_t len)
{
    int end;
    memset(pkt, 0, sizeof *pkt);
    pkt->buf = buf;
    if (len < 4 || 4 + coap_get_token_len(pkt) > len) {
        return -1;
    }
    end = options_end(buf, 4 + coap_get_token_len(pkt), len);
    if (end < 0) {
        return -1;
    }
    pkt->payload = buf + end;
    if ((size_t)end < len) {
        pkt->payload++;
        pkt->payload_len = (uint16_t)(len - (size_t)end - 1);
    }
    return (ssize_t)len;
}

#endif
