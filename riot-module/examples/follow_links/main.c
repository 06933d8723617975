/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client has got a document of links, CRI references in CBOR, from coap://[2001:db8::1]/floors/2/temperature, and makes
 * the request that follows each with nanocoap. Nothing is sent; the packets are parsed again, as a server would, and
 * printed.
 */
#include <coap-links.h>
#include <cri_dispatch.h>
#include <stdio.h>
#include <string.h>

#include "net/nanocoap.h"

#define REVISION CRI_REV_27

static const uint8_t document[] = {
    0x84,                                                           /* four items: */
    0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y', /* [1, ["humidity"]] */
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',     /* [0, null, ["unit=K"]] */
    0xa1, 0x01, 0x02,                                               /* {1: 2}: no CRI */
    0x82, 0x02, 0x82, 0x61, '3', 0x64, 'l', 'a', 'm', 'p',          /* [2, ["3", "lamp"]] */
};

struct counts {
    unsigned followed;
    unsigned skipped;
    unsigned failed;
};

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_opt_add_opaque(message, number, value, value_len) >= 0;
}

/* The request that gets what a link leads to. Returns its length, negative on failure. */
static ssize_t make_request(const cri_t *target, uint8_t *buf, size_t buf_len)
{
    static const uint8_t server[] = { 0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 };
    static const uint8_t token[] = { 0x2a };
    /* All requests go to this server; what it cannot know by that gets into Uri-Host and Uri-Port. */
    const cri_endpoint_t dest = { .addr = server, .addr_len = sizeof(server), .port = COAP_PORT };
    coap_pkt_t request;

    ssize_t head = coap_build_udp_hdr(buf, buf_len, COAP_TYPE_CON, token, sizeof(token), COAP_METHOD_GET, 1);
    if (head < 0) {
        return head;
    }
    coap_pkt_init(&request, buf, buf_len, (size_t)head);
    if (coap_add_cri(target, &dest, add_option, &request) != CRI_OK) {
        return -1;
    }
    return coap_opt_finish(&request, COAP_OPT_FINISH_NONE);
}

/* The bytes of a parsed packet's options, up to the payload marker. */
static const uint8_t *option_bytes(const coap_pkt_t *pkt, size_t *len)
{
    const uint8_t *start = (const uint8_t *)coap_get_token(pkt) + coap_get_token_len(pkt);

    *len = (size_t)(pkt->payload - start) - (pkt->payload_len > 0 ? 1 : 0);
    return start;
}

/* Finds the handler of a request, as a server would. */
static bool print_handler(const coap_pkt_t *pkt)
{
    static const cri_route_t routes[] = { { CRI_LIT("/floors/{}/{}"), 1 } };
    const cri_route_t *route;
    cri_text_t captures[2];
    cri_coap_path_t rest;
    const char *floor;
    size_t options_len, len;
    const uint8_t *options = option_bytes(pkt, &options_len);

    if (cri_coap_route(routes, 1, options, options_len, captures, 2, &rest, &route) != CRI_OK || route == NULL ||
        !cri_text_plain(&captures[0], &floor, &len)) {
        return false;
    }
    printf("  handler %u, floor %.*s\n", (unsigned)route->id, (int)len, floor);
    return true;
}

static bool print_request(const cri_t *target)
{
    static uint8_t buf[128];
    static char text[128];
    coap_pkt_t received;
    size_t len;

    ssize_t total = make_request(target, buf, sizeof(buf));
    if (total < 0 || cri_to_uri(target, text, sizeof(text), &len) != CRI_OK ||
        coap_parse_udp(&received, buf, (size_t)total) < 0) {
        return false;
    }
    printf("%s\n", text);
    if (coap_opt_get_string(&received, COAP_OPT_URI_PATH, text, sizeof(text), '/') < 0) {
        return false;
    }
    printf("  GET %s", text);
    if (coap_opt_get_string(&received, COAP_OPT_URI_QUERY, text, sizeof(text), '&') > 2) {
        printf("?%s", text + 1);
    }
    printf(", %d bytes\n", (int)total);
    return print_handler(&received);
}

static void follow(void *context, cri_err_t err, const cri_t *target)
{
    struct counts *counts = context;

    if (err != CRI_OK) {
        printf("skipped: %s\n", cri_err_name(err));
        counts->skipped++;
    }
    else if (print_request(target)) {
        counts->followed++;
    }
    else {
        counts->failed++;
    }
}

int main(void)
{
    static const char here[] = "coap://[2001:db8::1]/floors/2/temperature";
    uint8_t base_cbor[64];
    size_t len;
    cri_t base;
    struct counts counts = { 0 };

    if (cri_from_uri(REVISION, here, sizeof(here) - 1, base_cbor, sizeof(base_cbor), &len) != CRI_OK ||
        cri_parse(REVISION, base_cbor, len, &base, &len) != CRI_OK ||
        coap_each_link(&base, REVISION, document, sizeof(document), follow, &counts) != CRI_OK) {
        counts.failed++;
    }
    puts(counts.followed == 3 && counts.skipped == 1 && counts.failed == 0 ? "SUCCESS" : "FAILURE");
    return 0;
}
