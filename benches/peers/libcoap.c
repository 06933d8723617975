/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of libcoap. */
#include "peers.h"

#include <coap3/coap.h>
#include <stdio.h>

bool libcoap_options(const char *text, size_t len)
{
    static unsigned char path[16 * 1024], query[16 * 1024];
    size_t path_len = sizeof path, query_len = sizeof query;
    coap_uri_t uri;
    return coap_split_uri((const uint8_t *)text, len, &uri) == 0 &&
           coap_split_path(uri.path.s, uri.path.length, path, &path_len) >= 0 &&
           coap_split_query(uri.query.s, uri.query.length, query, &query_len) >= 0;
}

void *libcoap_request(const uint8_t *message, size_t len)
{
    coap_pdu_t *request = coap_pdu_init(COAP_MESSAGE_CON, 0, 0, len);
    return request != NULL && coap_pdu_parse(COAP_PROTO_UDP, message, len, request) > 0 ? request : NULL;
}

bool libcoap_path_and_query(const void *request)
{
    coap_string_t *path = coap_get_uri_path(request), *query = coap_get_query(request);
    const bool done = path != NULL;
    coap_delete_string(path);
    coap_delete_string(query);
    return done;
}

void *libcoap_server(const void *request, unsigned count)
{
    coap_startup();
    coap_context_t *context = coap_new_context(NULL);
    coap_string_t *path = coap_get_uri_path(request);
    for (unsigned i = 0; context != NULL && i + 1 < count; i++) {
        char other[16];
        snprintf(other, sizeof other, "a/%03u", i);
        coap_add_resource(context, coap_resource_init(coap_make_str_const(other), 0));
    }
    if (context != NULL && path != NULL)
        coap_add_resource(context, coap_resource_init((coap_str_const_t *)path, 0));
    return context;
}

bool libcoap_find(void *server, const void *request)
{
    coap_string_t *path = coap_get_uri_path(request);
    const bool found = coap_get_resource_from_uri_path(server, (coap_str_const_t *)path) != NULL;
    coap_delete_string(path);
    return found;
}
