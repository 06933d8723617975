/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client has got a document of links, CRI references in CBOR, from coap://[2001:db8::1]/floors/2/temperature, and makes
 * the request that follows each: a packet of Zephyr's CoAP library. Nothing is sent; the packets are parsed again, as a
 * server would, and printed.
 */
#include <coap-links.h>
#include <cri_dispatch.h>
#include <cri_edn.h>
#include <cri_zephyr.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#define REVISION CRI_REV_27

/* clang-format off */
static const uint8_t document[] = {
    0x85,                                                                                   /* five items: */
    0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y',                         /* [1, ["humidity"]] */
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',                             /* [0, null, ["unit=K"]] */
    0xa1, 0x01, 0x02,                                                                       /* {1: 2}: no CRI */
    0x82, 0x02, 0x82, 0x61, '3', 0x64, 'l', 'a', 'm', 'p',                                  /* [2, ["3", "lamp"]] */
    0x83, 0x20, 0x82, 0x65, 'o', 't', 'h', 'e', 'r', 0x19, 0x16, 0x44, 0x81, 0x61, 'x',     /* [-1, ["other", 5700], ["x"]] */
};
/* clang-format on */

struct counts {
    unsigned int followed;
    unsigned int skipped;
    unsigned int failed;
};

/* The request that gets what a link leads to. */
static int make_request(const cri_t *target, struct coap_packet *request, uint8_t *buf, uint16_t buf_len)
{
    static const uint8_t server[] = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    static const uint8_t token[] = {0x2a};
    /* All requests go to this server; what it cannot know by that gets into Uri-Host and Uri-Port. */
    const cri_endpoint_t dest = {.addr = server, .addr_len = sizeof server, .port = 5683};
    int err =
        coap_packet_init(request, buf, buf_len, COAP_VERSION_1, COAP_TYPE_CON, sizeof token, token, COAP_METHOD_GET, 1);
    return err != 0 ? err : cri_packet_append_options(request, target, &dest);
}

static void print_options(const struct coap_packet *request, uint16_t number, char before)
{
    struct coap_option options[8];
    int count = coap_find_options(request, number, options, ARRAY_SIZE(options));
    for (int i = 0; i < count; i++) {
        if (number == COAP_OPTION_URI_PORT) {
            printk("%c%u", before, coap_option_value_to_int(&options[i]));
        } else {
            char text[64];
            size_t len;
            cri_err_t err = cri_escape(options[i].value, options[i].len, text, sizeof text, &len);
            printk("%c%s", before, err == CRI_OK ? text : "(too long)");
        }
    }
}

/* Finds the handler of a request, as a server would. */
static void print_handler(const struct coap_packet *request)
{
    static const cri_route_t routes[] = {{CRI_LIT("/floors/{}/{}"), 1}};
    const cri_route_t *route;
    cri_text_t captures[2];
    const char *floor;
    char text[32];
    size_t options_len, len;
    const uint8_t *options = cri_packet_options(request, &options_len);
    if (cri_coap_route(routes, 1, options, options_len, &route, captures, 2, NULL) == CRI_OK && route != NULL &&
        cri_text_plain(&captures[0], &floor, &len) &&
        cri_escape((const uint8_t *)floor, len, text, sizeof text, &len) == CRI_OK) {
        printk("  handler %u, floor %s\n", (unsigned int)route->id, text);
    }
}

static int print_request(const cri_t *target)
{
    static uint8_t buf[128];
    static char uri[128];
    struct coap_packet request, sent;
    size_t len;
    int err = cri_errno(cri_to_uri(target, uri, sizeof uri, &len));
    if (err == 0) {
        err = make_request(target, &request, buf, sizeof buf);
    }
    if (err == 0) {
        err = coap_packet_parse(&sent, buf, request.offset, NULL, 0);
    }
    if (err != 0) {
        return err;
    }
    printk("%s\n  GET", uri);
    print_options(&sent, COAP_OPTION_URI_HOST, ' ');
    print_options(&sent, COAP_OPTION_URI_PORT, ':');
    printk(" ");
    print_options(&sent, COAP_OPTION_URI_PATH, '/');
    print_options(&sent, COAP_OPTION_URI_QUERY, '?');
    printk(", %u bytes\n", (unsigned int)sent.offset);
    print_handler(&sent);
    return 0;
}

static void follow(void *context, cri_err_t cri_err, const cri_t *target)
{
    struct counts *counts = context;
    if (cri_err != CRI_OK) {
        printk("skipped: %s\n", cri_err_name(cri_err));
        counts->skipped++;
        return;
    }
    int err = print_request(target);
    if (err == 0) {
        counts->followed++;
    } else {
        printk("error %d\n", err);
        counts->failed++;
    }
}

int main(void)
{
    static const char here[] = "coap://[2001:db8::1]/floors/2/temperature";
    uint8_t base_cbor[64];
    cri_t base;
    struct counts counts = {0};
    int err = cri_errno(cri_from_uri_view(REVISION, here, sizeof here - 1, base_cbor, sizeof base_cbor, &base));
    if (err == 0) {
        err = cri_errno(coap_each_link(&base, REVISION, document, sizeof document, follow, &counts));
    }
    printk("PROJECT EXECUTION %s\n",
           err == 0 && counts.followed == 4 && counts.skipped == 1 && counts.failed == 0 ? "SUCCESSFUL" : "FAILED");
    return 0;
}
