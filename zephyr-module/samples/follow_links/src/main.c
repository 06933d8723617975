/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client gets a payload with links, CRI references in CBOR, from coap://[2001:db8::1]/floors/2/temperature, and makes
 * the request that follows each: a packet of Zephyr's CoAP library with Uri-Host, Uri-Port, Uri-Path and Uri-Query.
 * Nothing is sent; the packets are printed.
 */
#include <cri_zephyr.h>
#include <stdbool.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/net/coap.h>
#include <zephyr/sys/printk.h>

#define REVISION CRI_REV_27

/* The links of the payload, one after the other. */
static const uint8_t payload[] = {
    0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y',                         /* [1, ["humidity"]] */
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',                             /* [0, null, ["unit=K"]] */
    0xa1, 0x01, 0x02,                                                                       /* {1: 2}: no CRI, skipped */
    0x82, 0x02, 0x81, 0x82, 0x61, 'a', 0x41, '/',                                           /* [2, [["a", h'2f']]]: one segment "a/" */
    0x83, 0x20, 0x82, 0x65, 'o', 't', 'h', 'e', 'r', 0x19, 0x16, 0x44, 0x81, 0x61, 'x',     /* [-1, ["other", 5700], ["x"]] */
};

/* Appends an option for each text: Uri-Path for segments, Uri-Query for parameters, percent-encoded parts decoded. */
static int append_texts(struct coap_packet *request, uint16_t number, cri_iter_t *texts)
{
    cri_text_t text;
    while (cri_iter_next(texts, &text)) {
        uint8_t value[255];
        size_t len;
        int err = cri_errno(cri_text_decode(&text, value, sizeof value, &len));
        if (err == 0) {
            err = coap_packet_append_option(request, number, value, (uint16_t)len);
        }
        if (err < 0) {
            return err;
        }
    }
    return 0;
}

/* Uri-Host, of a name: its labels with dots between them. */
static int append_host(struct coap_packet *request, const cri_t *target)
{
    uint8_t host[255];
    size_t host_len = 0;
    cri_iter_t labels;
    cri_text_t label;
    cri_host_iter(target, &labels);
    while (cri_iter_next(&labels, &label)) {
        size_t len;
        if (host_len > 0 && host_len < sizeof host) {
            host[host_len++] = '.';
        }
        int err = cri_errno(cri_text_decode(&label, host + host_len, sizeof host - host_len, &len));
        if (err != 0) {
            return err;
        }
        host_len += len;
    }
    return coap_packet_append_option(request, COAP_OPTION_URI_HOST, host, (uint16_t)host_len);
}

/* The request that gets what a link leads to. */
static int make_request(const cri_t *target, struct coap_packet *request, uint8_t *buf, uint16_t buf_len)
{
    static const uint8_t token[] = {0x2a};
    cri_iter_t iter;
    uint16_t port;
    int err = coap_packet_init(request, buf, buf_len, COAP_VERSION_1, COAP_TYPE_CON, sizeof token, token,
                               COAP_METHOD_GET, 1);
    if (err == 0 && cri_host_kind(target) == CRI_HOST_NAME) {
        err = append_host(request, target);
    }
    if (err == 0 && cri_port(target, &port)) {
        err = coap_append_option_int(request, COAP_OPTION_URI_PORT, port);
    }
    if (err == 0) {
        cri_path_iter(target, &iter);
        err = append_texts(request, COAP_OPTION_URI_PATH, &iter);
    }
    if (err == 0) {
        cri_query_iter(target, &iter);
        err = append_texts(request, COAP_OPTION_URI_QUERY, &iter);
    }
    return err;
}

static void print_options(const struct coap_packet *request, uint16_t number, char before)
{
    struct coap_option options[8];
    int count = coap_find_options(request, number, options, ARRAY_SIZE(options));
    for (int i = 0; i < count; i++) {
        printk("%c%.*s", before, (int)options[i].len, (const char *)options[i].value);
    }
}

static int follow(const cri_t *base, const cri_t *link, unsigned number)
{
    static uint8_t buf[128];
    static char uri[128];
    struct coap_packet request, sent;
    cri_t target;
    size_t len;
    int err = cri_errno(cri_resolve(base, link, &target));
    if (err == 0) {
        err = cri_errno(cri_to_uri(&target, uri, sizeof uri, &len));
    }
    if (err == 0) {
        err = make_request(&target, &request, buf, sizeof buf);
    }
    if (err == 0) { /* as the server sees it */
        err = coap_packet_parse(&sent, buf, request.offset, NULL, 0);
    }
    if (err != 0) {
        printk("link %u: error %d\n", number, err);
        return err;
    }
    printk("link %u: %s\n  %u GET ", number, uri, (unsigned)coap_header_get_type(&sent));
    print_options(&sent, COAP_OPTION_URI_HOST, ' ');
    print_options(&sent, COAP_OPTION_URI_PATH, '/');
    print_options(&sent, COAP_OPTION_URI_QUERY, '?');
    printk(", %u bytes\n", (unsigned)sent.offset);
    return 0;
}

int main(void)
{
    static const char here[] = "coap://[2001:db8::1]/floors/2/temperature";
    uint8_t base_cbor[64];
    size_t len;
    cri_t base, link;
    unsigned links = 0;
    unsigned failed = 0;

    if (cri_from_uri(REVISION, here, sizeof here - 1, base_cbor, sizeof base_cbor, &len) != CRI_OK ||
        cri_parse(REVISION, base_cbor, len, &base, &len) != CRI_OK) {
        printk("the base does not parse\n");
        return 0;
    }
    for (size_t at = 0; at < sizeof payload; at += len) {
        cri_err_t err = cri_parse(REVISION, payload + at, sizeof payload - at, &link, &len);
        if (cri_err_is_unprocessable(err)) {
            printk("%u bytes skipped: %s\n", (unsigned)len, cri_err_name(err));
            continue;
        }
        if (err != CRI_OK) {
            printk("the payload breaks off: %s\n", cri_err_name(err));
            return 0;
        }
        failed += follow(&base, &link, links++) != 0;
    }
    printk("PROJECT EXECUTION %s\n", links == 4 && failed == 0 ? "SUCCESSFUL" : "FAILED");
    return 0;
}
