/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Resolves the links of a payload, CRI references in CBOR, against the request's URI and makes the request that follows
 * each with nanocoap. Nothing is sent: the packets are parsed again, as a server would, and printed.
 */
#include <cri.h>
#include <stdio.h>
#include <string.h>

#include "net/nanocoap.h"

#define REVISION CRI_REV_27

static const uint8_t payload[] = {
    0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y', /* [1, ["humidity"]] */
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',     /* [0, null, ["unit=K"]] */
    0xa1, 0x01, 0x02,                                               /* {1: 2}: no CRI, skipped */
    0x82, 0x02, 0x81, 0x82, 0x61, 'a', 0x41, '/',                   /* [2, [["a", h'2f']]]: one segment, "a/" */
};

/* An option for each text, its percent-encoded parts decoded. */
static bool append_texts(coap_pkt_t *request, uint16_t number, cri_iter_t *texts)
{
    cri_text_t text;
    while (cri_iter_next(texts, &text)) {
        uint8_t value[255];
        size_t len;
        if (cri_text_decode(&text, value, sizeof value, &len) != CRI_OK ||
            coap_opt_add_opaque(request, number, value, len) < 0) {
            return false;
        }
    }
    return true;
}

static bool follow(const cri_t *base, const cri_t *link, unsigned number)
{
    static uint8_t buf[128];
    static char text[128];
    static const uint8_t token[] = {0x2a};
    coap_pkt_t request, received;
    cri_t target;
    cri_iter_t iter;
    size_t len;

    if (cri_resolve(base, link, &target) != CRI_OK || cri_to_uri(&target, text, sizeof text, &len) != CRI_OK) {
        return false;
    }
    printf("link %u: %s\n", number, text);

    ssize_t head = coap_build_hdr((coap_hdr_t *)buf, COAP_TYPE_CON, token, sizeof token, COAP_METHOD_GET, 1);
    coap_pkt_init(&request, buf, sizeof buf, (size_t)head);
    cri_path_iter(&target, &iter);
    if (!append_texts(&request, COAP_OPT_URI_PATH, &iter)) {
        return false;
    }
    cri_query_iter(&target, &iter);
    if (!append_texts(&request, COAP_OPT_URI_QUERY, &iter)) {
        return false;
    }
    ssize_t total = coap_opt_finish(&request, COAP_OPT_FINISH_NONE);
    if (total < 0 || coap_parse(&received, buf, (size_t)total) < 0 ||
        coap_opt_get_string(&received, COAP_OPT_URI_PATH, text, sizeof text, '/') < 0) {
        return false;
    }
    printf("  GET %s", text);
    if (coap_opt_get_string(&received, COAP_OPT_URI_QUERY, text, sizeof text, '&') > 2) {
        printf("?%s", text + 1);
    }
    printf(", %d bytes\n", (int)total);
    return true;
}

int main(void)
{
    static const char here[] = "coap://[2001:db8::1]/floors/2/temperature";
    uint8_t base_cbor[64];
    size_t len;
    cri_t base, link;
    unsigned links = 0, failed = 0;

    if (cri_from_uri(REVISION, here, sizeof here - 1, base_cbor, sizeof base_cbor, &len) != CRI_OK ||
        cri_parse(REVISION, base_cbor, len, &base, &len) != CRI_OK) {
        puts("the base does not parse");
        return 1;
    }
    for (size_t at = 0; at < sizeof payload; at += len) {
        cri_err_t err = cri_parse(REVISION, payload + at, sizeof payload - at, &link, &len);
        if (cri_err_is_unprocessable(err)) {
            printf("%u bytes skipped: %s\n", (unsigned)len, cri_err_name(err));
        } else if (err != CRI_OK) {
            printf("the payload breaks off: %s\n", cri_err_name(err));
            return 1;
        } else if (!follow(&base, &link, links++)) {
            failed++;
        }
    }
    puts(links == 3 && failed == 0 ? "SUCCESS" : "FAILURE");
    return 0;
}
