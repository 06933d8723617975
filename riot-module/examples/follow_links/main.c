/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client has got a document of links, CRI references in CBOR, from coap://[2001:db8::1]/floors/2/temperature, and makes
 * the request that follows each. Nothing is sent; the packets are parsed again, as a server would, and printed. nanocoap.c
 * and unicoap.c have what differs between RIOT's CoAP implementations.
 */
#include "request.h"

#include <coap-links.h>
#include <cri_dispatch.h>
#include <stdbool.h>
#include <stdio.h>

#define REVISION CRI_REV_27

/* clang-format off */
static const uint8_t document[] = {
    0x84,                                                           /* four items: */
    0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y', /* [1, ["humidity"]] */
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',     /* [0, null, ["unit=K"]] */
    0xa1, 0x01, 0x02,                                               /* {1: 2}: no CRI */
    0x82, 0x02, 0x82, 0x61, '3', 0x64, 'l', 'a', 'm', 'p',          /* [2, ["3", "lamp"]] */
};
/* clang-format on */

struct counts {
    unsigned followed;
    unsigned skipped;
    unsigned failed;
};

/* All requests go to this server; what it cannot know by that gets into Uri-Host and Uri-Port. */
static const uint8_t address[] = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
static const cri_endpoint_t server = {.addr = address, .addr_len = sizeof(address), .port = 5683};

/* Finds the handler of a request, as a server would. */
static bool print_handler(const uint8_t *options, size_t options_len)
{
    static const cri_route_t routes[] = {{CRI_LIT("/floors/{}/{}"), 1}};
    const cri_route_t *route;
    cri_text_t captures[2];
    cri_coap_path_t rest;
    const char *floor;
    size_t len;

    if (cri_coap_route(routes, 1, options, options_len, captures, 2, &rest, &route) != CRI_OK || route == NULL ||
        !cri_text_plain(&captures[0], &floor, &len)) {
        return false;
    }
    printf("  handler %u, floor %.*s\n", (unsigned)route->id, (int)len, floor);
    return true;
}

static bool print_request(const cri_t *target)
{
    static uint8_t buf[128], cbor[128];
    static char uri[128];
    cri_t requested;
    size_t options_len, len;
    const uint8_t *options;

    ssize_t total = request_write(target, &server, buf, sizeof(buf));
    if (total < 0 || (options = request_options(buf, (size_t)total, &options_len)) == NULL ||
        cri_from_coap(REVISION, CRI_SCHEME_COAP, options, options_len, &server, cbor, sizeof(cbor), &len) != CRI_OK ||
        cri_parse(REVISION, cbor, len, &requested, &len) != CRI_OK ||
        cri_to_uri(&requested, uri, sizeof(uri), &len) != CRI_OK) {
        return false;
    }
    printf("GET %s, %d bytes\n", uri, (int)total);
    return print_handler(options, options_len);
}

static void follow(void *context, cri_err_t err, const cri_t *target)
{
    struct counts *counts = context;

    if (err != CRI_OK) {
        printf("skipped: %s\n", cri_err_name(err));
        counts->skipped++;
    } else if (print_request(target)) {
        counts->followed++;
    } else {
        counts->failed++;
    }
}

int main(void)
{
    static const char here[] = "coap://[2001:db8::1]/floors/2/temperature";
    uint8_t base_cbor[64];
    size_t len;
    cri_t base;
    struct counts counts = {0};

    if (cri_from_uri(REVISION, here, sizeof(here) - 1, base_cbor, sizeof(base_cbor), &len) != CRI_OK ||
        cri_parse(REVISION, base_cbor, len, &base, &len) != CRI_OK ||
        coap_each_link(&base, REVISION, document, sizeof(document), follow, &counts) != CRI_OK) {
        counts.failed++;
    }
    puts(counts.followed == 3 && counts.skipped == 1 && counts.failed == 0 ? "SUCCESS" : "FAILURE");
    return 0;
}
