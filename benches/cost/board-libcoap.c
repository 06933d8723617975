/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The client programs that libcoap has the functions for: it makes options of URIs, and resolves no references. */
#include "clients.h"

#include <coap3/coap.h>
#include <stdlib.h>

/* What libcoap wants of its parts for sessions and sockets, which a client of this kind does not need. */
int coap_dtls_is_supported(void) { return 1; }
int coap_tcp_is_supported(void) { return 0; }
int coap_tls_is_supported(void) { return 0; }
int coap_ws_is_supported(void) { return 0; }
int coap_wss_is_supported(void) { return 0; }
const char *coap_print_ip_addr(const coap_address_t *address, char *buf, size_t len)
{
    (void)address;
    return len > 0 ? buf : NULL;
}
void *coap_malloc_type(coap_memory_tag_t type, size_t size)
{
    (void)type;
    return malloc(size);
}
void coap_free_type(coap_memory_tag_t type, void *block)
{
    (void)type;
    free(block);
}

bool client_request(const char *uri, size_t uri_len, uint8_t *options, size_t cap, size_t *len)
{
    coap_uri_t parts;
    coap_optlist_t *list = NULL;
    if (coap_split_uri((const uint8_t *)uri, uri_len, &parts) < 0) {
        return false;
    }
    bool done = coap_uri_into_optlist(&parts, NULL, &list, 1) > 0;
    uint16_t number = 0;
    *len = 0;
    for (const coap_optlist_t *option = list; done && option != NULL; option = option->next) {
        size_t written = coap_opt_encode(options + *len, cap - *len, (uint16_t)(option->number - number), option->data,
                                         option->length);
        done = written > 0;
        *len += written;
        number = option->number;
    }
    coap_delete_optlist(list);
    return done;
}

bool client_split(const char *uri, size_t uri_len, const char **host, size_t *host_len)
{
    coap_uri_t parts;
    if (coap_split_uri((const uint8_t *)uri, uri_len, &parts) < 0) {
        return false;
    }
    *host = (const char *)parts.host.s;
    *host_len = parts.host.length;
    return true;
}
