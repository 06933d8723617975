/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Makes requests from links. A client has received a document of CRI references in CBOR from /floors/2/temperature of
 * a server, and makes the request for the target of each link. Links to other servers are skipped. Nothing is sent. The
 * packets are parsed again, as by a server, and printed. nanocoap.c and unicoap.c contain the code that depends on
 * RIOT's CoAP implementation.
 */
#include "request.h"

#include <coap-loops.h>
#include <cri_dispatch.h>
#include <cri_edn.h>
#include <cri_host.h>
#include <cri_riot.h>
#include <stdbool.h>
#include <stdio.h>

#define REVISION CRI_REV_27

/* clang-format off */
static const uint8_t document[] = {
    0x85,                                                           /* five items: */
    0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y', /* [1, ["humidity"]] */
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',     /* [0, null, ["unit=K"]] */
    0xa1, 0x01, 0x02,                                               /* {1: 2}: no CRI */
    0x83, 0x20, 0x81, 0x61, 'b', 0x81, 0x61, 'x',                   /* [-1, ["b"], ["x"]]: coap://b/x */
    0x82, 0x02, 0x82, 0x61, '3', 0x64, 'l', 'a', 'm', 'p',          /* [2, ["3", "lamp"]] */
};
/* clang-format on */

/* The endpoint of the server, in the form of RIOT's socks. Only this form contains the interface of the link-local
 * address. */
static const sock_udp_ep_t server = {
    .family = AF_INET6,
    .addr = {.ipv6 = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x42}},
    .netif = 6,
    .port = 5683,
};

/* Makes the CRI of /floors/2/temperature at an endpoint, in `cbor`. */
static cri_err_t base_of(const cri_endpoint_t *endpoint, uint8_t *cbor, size_t cbor_cap, cri_t *base)
{
    cri_builder_t builder;
    cri_err_t err = cri_builder_init(&builder, REVISION, 0, cbor, cbor_cap);

    if (err == CRI_OK) {
        cri_builder_scheme_id(&builder, CRI_SCHEME_COAP);
        cri_builder_host_address(&builder, endpoint->addr, endpoint->addr_len, NULL, 0);
        cri_builder_port(&builder, endpoint->port);
        cri_builder_segment(&builder, CRI_LIT("floors"));
        cri_builder_segment(&builder, CRI_LIT("2"));
        cri_builder_segment(&builder, CRI_LIT("temperature"));
        err = cri_builder_finish_view(&builder, base); /* returns the first error of the calls above */
    }
    return err;
}

struct client {
    cri_endpoint_t server; /* without the interface, which is not part of a CRI */
    cri_t base;
    unsigned followed;
    unsigned skipped;
    unsigned failed;
};

/* Finds the handler of a request in the same way as a server. */
static bool print_handler(const uint8_t *options, size_t options_len)
{
    static const cri_route_t routes[] = {{CRI_LIT("/floors/{}/{}"), 1}};
    const cri_route_t *route;
    cri_routes_t table;
    cri_text_t captures[2];
    const char *floor;
    char text[32];
    size_t len;

    if (cri_routes_check(&table, routes, 1, NULL, NULL) != CRI_OK ||
        cri_coap_critical_check(options, options_len, NULL, 0, 0, NULL) != CRI_OK ||
        cri_coap_route(&table, options, options_len, &route, captures, 2, NULL) != CRI_OK || route == NULL ||
        !cri_text_plain(&captures[0], &floor, &len) ||
        cri_escape((const uint8_t *)floor, len, text, sizeof(text), &len) != CRI_OK) {
        return false;
    }
    printf("  handler %u, floor %s\n", (unsigned)route->id, text);
    return true;
}

/* Writes the request for a target, and prints how the server reads it. */
static bool print_request(const cri_t *target)
{
    static uint8_t buf[128], made[128];
    static char uri[128];
    size_t options_len, len;
    const uint8_t *options;
    cri_request_t request;

    if (cri_request(NULL, target, NULL, made, sizeof(made), &len, &request) != CRI_OK) {
        return false;
    }
    ssize_t total = request_write(&request, buf, sizeof(buf));
    if (total < 0 || (options = request_options(buf, (size_t)total, &options_len)) == NULL ||
        cri_coap_to_uri(REVISION, CRI_SCHEME_COAP, options, options_len, &request.endpoint, uri, sizeof(uri),
                        &len) != CRI_OK) {
        return false;
    }
    printf("GET %s, %d bytes\n", uri, (int)total);
    return print_handler(options, options_len);
}

static void follow(void *context, cri_err_t err, const cri_t *target)
{
    struct client *client = context;
    bool same = false;

    if (err == CRI_OK) {
        err = cri_same_origin(&client->base, target, &same);
    }
    if (err != CRI_OK) {
        printf("skipped: %s\n", cri_err_name(err));
        client->skipped++;
    } else if (!same) {
        puts("skipped: another server"); /* our server would answer as if it were that server */
        client->skipped++;
    } else if (print_request(target)) {
        client->followed++;
    } else {
        client->failed++;
    }
}

int main(void)
{
    static uint8_t base_cbor[64];
    static struct client client;

    if (cri_endpoint_from_sock(&server, &client.server) != CRI_OK ||
        base_of(&client.server, base_cbor, sizeof(base_cbor), &client.base) != CRI_OK ||
        coap_each_link(&client.base, REVISION, document, sizeof(document), follow, &client) != CRI_OK) {
        client.failed++;
    }
    puts(client.followed == 3 && client.skipped == 2 && client.failed == 0 ? "SUCCESS" : "FAILURE");
    return 0;
}
