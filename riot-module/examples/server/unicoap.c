/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The code for unicoap, which stores the options of a message separately from its header. */
#include "server.h"

#include "net/unicoap.h"

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return unicoap_options_add(message, number, value, value_len) >= 0;
}

static int handle(unicoap_message_t *message, const unicoap_aux_t *aux, unicoap_request_context_t *ctx, void *arg)
{
    const struct server_request request = {
        .method = unicoap_request_get_method(message),
        .options = unicoap_message_options_data(message),
        .options_len = unicoap_message_options_size(message),
        .payload = unicoap_message_payload_get(message),
        .payload_len = unicoap_message_payload_get_size(message),
        .local = &aux->local->udp_ep,
    };
    struct server_reply reply;

    (void)arg;
    server_answer(&request, &reply);
    UNICOAP_OPTIONS_ALLOC(options, 48);
    if (!server_add_options(&reply, add_option, &options)) {
        return UNICOAP_STATUS_INTERNAL_SERVER_ERROR;
    }
    unicoap_response_init_with_options(message, (unicoap_status_t)reply.code, reply.payload, reply.payload_len,
                                       &options);
    return unicoap_send_response(message, ctx);
}

/* The resource receives every path and method. server_answer() also answers requests that match no route. */
UNICOAP_RESOURCE(everything) {
    .path = UNICOAP_PATH_ROOT,
    .flags = UNICOAP_RESOURCE_FLAG_MATCH_SUBTREE,
    .methods = UNICOAP_METHODS_ALL,
    .protocols = UNICOAP_PROTOCOLS(UNICOAP_PROTO_UDP),
    .handler = handle,
};
