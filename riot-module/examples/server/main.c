/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Gives the server requests, in one buffer for request and reply as gcoap does, and prints what it answers. */
#include <cri_coap.h>
#include <cri_edn.h>
#include <stdio.h>
#include <string.h>

#include "net/nanocoap.h"

/* Writes a request and has it answered. Returns the length of the reply; negative on failure. */
static ssize_t answer(unsigned method, const char *path, uint8_t *buf, size_t buf_len)
{
    static const uint8_t token[] = {0x2a};
    coap_pkt_t pkt;
    coap_request_ctx_t ctx;
    sock_udp_ep_t client = {.family = AF_INET6};
    ssize_t len = coap_build_udp_hdr(buf, buf_len, COAP_TYPE_CON, token, sizeof(token), method, 1);

    if (len < 0) {
        return len;
    }
    coap_pkt_init(&pkt, buf, buf_len, len);
    coap_opt_add_string(&pkt, COAP_OPT_URI_PATH, path, '/');
    len = coap_opt_finish(&pkt, COAP_OPT_FINISH_NONE);
    if (len < 0 || coap_parse_udp(&pkt, buf, len) < 0) {
        return -1;
    }
    coap_request_ctx_init(&ctx, &client);
    return coap_handle_req(&pkt, buf, buf_len, &ctx);
}

/* Whether a request is answered so: the code, the Location-* options as a reference, and the payload. */
static bool answers(unsigned method, const char *path, unsigned code, const char *location, const char *payload)
{
    uint8_t buf[128], cbor[64];
    char uri[64], text[64];
    coap_pkt_t pkt;
    cri_t reference;
    size_t len;
    ssize_t total = answer(method, path, buf, sizeof(buf));

    if (total < 0 || coap_parse_udp(&pkt, buf, total) < 0) {
        return false;
    }
    const uint8_t *options = (const uint8_t *)coap_get_token(&pkt) + coap_get_token_len(&pkt);
    size_t options_len = (size_t)(pkt.payload - options) - (pkt.payload_len > 0 ? 1 : 0);

    if (cri_from_coap_location_view(CRI_REV_27, options, options_len, cbor, sizeof(cbor), &reference) != CRI_OK ||
        cri_to_uri(&reference, uri, sizeof(uri), &len) != CRI_OK) {
        return false;
    }
    if (cri_escape(pkt.payload, pkt.payload_len, text, sizeof(text), &len) != CRI_OK) {
        return false;
    }
    printf("%s: %u.%02u <%s> %s\n", path, coap_get_code_class(&pkt), coap_get_code_detail(&pkt), uri, text);
    return coap_get_code_raw(&pkt) == code && strcmp(uri, location) == 0 && pkt.payload_len == strlen(payload) &&
           memcmp(pkt.payload, payload, pkt.payload_len) == 0;
}

int main(void)
{
    bool right = answers(COAP_METHOD_POST, "/dev/kitchen-7/log", COAP_CODE_CREATED, "/dev/kitchen-7/log/0", "") &&
                 answers(COAP_METHOD_GET, "/dev/kitchen-7/log/0", COAP_CODE_CONTENT, "", "0") &&
                 answers(COAP_METHOD_GET, "/dev/kitchen-7/log", COAP_CODE_METHOD_NOT_ALLOWED, "", "") &&
                 answers(COAP_METHOD_GET, "/dev", COAP_CODE_PATH_NOT_FOUND, "", "");

    puts(right ? "SUCCESS" : "FAILURE");
    return 0;
}
