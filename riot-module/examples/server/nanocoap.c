/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The code for nanocoap, and for gcoap, whose handlers are the same. */
#include "server.h"

#include <cri_riot.h>

#include "net/nanocoap.h"

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_opt_put(message, number, value, value_len) >= 0;
}

static ssize_t handle(coap_pkt_t *pkt, uint8_t *buf, size_t len, coap_request_ctx_t *ctx)
{
    struct server_request request = {
        .method = coap_get_code_raw(pkt),
        .payload = pkt->payload,
        .payload_len = pkt->payload_len,
        .local = coap_request_ctx_get_local_udp(ctx),
    };
    struct server_reply reply;
    coap_builder_t builder;

    request.options = cri_packet_options(pkt, &request.options_len);
    server_answer(&request, &reply);
    int res = coap_builder_init_reply(&builder, buf, len, pkt, reply.code);
    if (res < 0) {
        return res;
    }
    if (!server_add_options(&reply, add_option, &builder)) {
        return -ENOBUFS;
    }
    if (reply.payload_len > 0) {
        res = coap_builder_add_payload(&builder, reply.payload, reply.payload_len);
    }
    return res < 0 ? res : coap_builder_msg_size(&builder);
}

/* The resource receives every path and method. server_answer() also answers requests that match no route. */
NANOCOAP_RESOURCE(everything) {
    .path = "/",
    .methods = COAP_GET | COAP_POST | COAP_PUT | COAP_DELETE | COAP_FETCH | COAP_PATCH | COAP_IPATCH |
               COAP_MATCH_SUBTREE,
    .handler = handle,
};
