/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A stand-in for Zephyr's CoAP packets and clients. As in Zephyr, the parser stops at the payload marker, and options
 * are appended in the order of their numbers.
 */
#ifndef STAND_IN_ZEPHYR_COAP_H
#define STAND_IN_ZEPHYR_COAP_H

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "../options_end.h"

#ifndef STAND_IN_COUNTS_MARKER
#define STAND_IN_COUNTS_MARKER 0
#endif

enum { COAP_OPTION_URI_HOST = 3, COAP_OPTION_URI_PORT = 7, COAP_OPTION_URI_PATH = 11, COAP_OPTION_URI_QUERY = 15 };
enum { COAP_VERSION_1 = 1, COAP_TYPE_CON = 0 };
enum { COAP_METHOD_GET = 1, COAP_METHOD_PUT = 3, COAP_RESPONSE_CODE_CREATED = 0x41 };

struct coap_option {
    uint16_t delta;
    uint8_t len;
    uint8_t value[12];
};

struct coap_client_option {
    uint16_t code;
    uint8_t len;
    uint8_t value[12];
};

struct coap_packet {
    uint8_t *data;
    uint16_t offset, max_len;
    uint8_t hdr_len;
    uint16_t opt_len, delta;
};

static inline int coap_packet_append_payload(struct coap_packet *packet, const uint8_t *bytes, uint16_t len)
{
    if (len > packet->max_len - packet->offset) {
        return -EINVAL;
    }
    memcpy(packet->data + packet->offset, bytes, len);
    packet->offset = (uint16_t)(packet->offset + len);
    return 0;
}

static inline int coap_packet_append_payload_marker(struct coap_packet *packet)
{
    static const uint8_t marker = 0xff;
    return coap_packet_append_payload(packet, &marker, 1);
}

static inline int coap_packet_init(struct coap_packet *packet, uint8_t *data, uint16_t max_len, uint8_t version,
                                   uint8_t type, uint8_t token_len, const uint8_t *token, uint8_t code, uint16_t id)
{
    const uint8_t header[4] = {(uint8_t)(version << 6 | type << 4 | token_len), code, (uint8_t)(id >> 8), (uint8_t)id};
    memset(packet, 0, sizeof *packet);
    packet->data = data;
    packet->max_len = max_len;
    packet->hdr_len = (uint8_t)(sizeof header + token_len);
    if (coap_packet_append_payload(packet, header, sizeof header) < 0 ||
        (token_len > 0 && coap_packet_append_payload(packet, token, token_len) < 0)) {
        return -EINVAL;
    }
    return 0;
}

/* Writes the extended bytes of an option's delta or length. Returns the nibble for the first byte of the option. */
static inline uint8_t coap_extended(uint16_t number, uint8_t *bytes, uint8_t *len)
{
    if (number < 13) {
        return (uint8_t)number;
    }
    if (number < 269) {
        bytes[(*len)++] = (uint8_t)(number - 13);
        return 13;
    }
    bytes[(*len)++] = (uint8_t)((number - 269) >> 8);
    bytes[(*len)++] = (uint8_t)(number - 269);
    return 14;
}

static inline int coap_packet_append_option(struct coap_packet *packet, uint16_t code, const uint8_t *value,
                                            uint16_t len)
{
    uint8_t head[5], head_len = 1;
    const uint16_t before = packet->offset;
    if (code < packet->delta || (value == NULL && len > 0)) {
        return -EINVAL;
    }
    head[0] = (uint8_t)(coap_extended((uint16_t)(code - packet->delta), head, &head_len) << 4);
    head[0] = (uint8_t)(head[0] | coap_extended(len, head, &head_len));
    if (coap_packet_append_payload(packet, head, head_len) < 0 ||
        (len > 0 && coap_packet_append_payload(packet, value, len) < 0)) {
        return -EINVAL;
    }
    packet->delta = code;
    packet->opt_len = (uint16_t)(packet->opt_len + packet->offset - before);
    return 0;
}

/* The tests do not use the parameters for options. */
static inline int coap_packet_parse(struct coap_packet *packet, uint8_t *data, uint16_t len,
                                    struct coap_option *options, uint8_t options_len)
{
    (void)options;
    (void)options_len;
    memset(packet, 0, sizeof *packet);
    packet->data = data;
    packet->offset = packet->max_len = len;
    if (len < 4 || 4 + (data[0] & 0x0f) > len) {
        return -EINVAL;
    }
    packet->hdr_len = (uint8_t)(4 + (data[0] & 0x0f));
    const int end = options_end(data, packet->hdr_len, len);
    if (end < 0 || end + 1 == len) { /* a marker must be followed by a payload */
        return -EILSEQ;
    }
    packet->opt_len = (uint16_t)(end - packet->hdr_len + (end < len ? STAND_IN_COUNTS_MARKER : 0));
    return 0;
}

static inline const uint8_t *coap_packet_get_payload(const struct coap_packet *packet, uint16_t *len)
{
    const int start = packet->hdr_len + packet->opt_len + (STAND_IN_COUNTS_MARKER ? 0 : 1);
    *len = (uint16_t)(start < packet->offset ? packet->offset - start : 0);
    return *len == 0 ? NULL : packet->data + start;
}

#endif
