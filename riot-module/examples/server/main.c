/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client of the server, over the loopback address. It finds a link in CORE_PATH by its resource type, block by block.
 * Then it sends a document of links, of which the server may follow one.
 */
#include "server.h"

#include <coap-core.h>
#include <coap-loops.h>
#include <cri_edn.h>
#include <cri_riot.h>
#include <stdio.h>
#include <string.h>

#include "net/nanocoap.h"
#include "net/nanocoap_sock.h"

#define AT "coap://[::1]"

/* clang-format off */
static const uint8_t document[] = {
    0x84,                                                                                 /* four items: */
    0x83, 0x20, 0x81, 0x61, 'b', 0x81, 0x61, 'x',                                         /* [-1, ["b"], ["x"]] */
    0xa1, 0x01, 0x02,                                                                     /* {1: 2}: no CRI */
    0x82, 0x00, 0x81, 0x61, 'y',                                                          /* [0, ["y"]] */
    /* [1, ["dev", "7", "log", "5"]] */
    0x82, 0x01, 0x84, 0x63, 'd', 'e', 'v', 0x61, '7', 0x63, 'l', 'o', 'g', 0x61, '5',
};
/* clang-format on */

/* A copy of the parts of an answer that are needed after the buffer of its packet is reused. */
struct answer {
    unsigned code;
    bool more; /* true if more blocks follow */
    size_t options_len, payload_len;
    uint8_t options[32], payload[COAP_CORE_BLOCK];
};

static int keep_answer(void *arg, coap_pkt_t *pkt)
{
    struct answer *answer = arg;
    coap_block1_t block;
    const uint8_t *options = cri_packet_options(pkt, &answer->options_len);

    answer->code = coap_get_code_raw(pkt);
    answer->more = coap_get_block2(pkt, &block) != 0 && block.more > 0;
    answer->payload_len = pkt->payload_len;
    if (answer->options_len > sizeof(answer->options) || answer->payload_len > sizeof(answer->payload)) {
        return -ENOBUFS;
    }
    memcpy(answer->options, options, answer->options_len);
    memcpy(answer->payload, pkt->payload, answer->payload_len);
    return 0;
}

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_opt_add_opaque(message, number, value, value_len) >= 0;
}

/* Sends a request for a target, with an additional option unless `option` is 0, and waits for the answer. */
static bool ask(unsigned method, const cri_t *target, uint16_t option, uint32_t value, const uint8_t *payload,
                size_t payload_len, struct answer *answer)
{
    static const uint8_t token[] = {0x2a};
    static uint16_t id;
    uint8_t buf[128], made[128];
    size_t made_len;
    coap_pkt_t pkt;
    cri_request_t request;
    sock_udp_ep_t remote;
    nanocoap_sock_t sock;
    ssize_t len = coap_build_udp_hdr(buf, sizeof(buf), COAP_TYPE_CON, token, sizeof(token), method, ++id);

    coap_pkt_init(&pkt, buf, sizeof(buf), len);
    if (cri_request(NULL, target, NULL, made, sizeof(made), &made_len, &request) != CRI_OK ||
        cri_endpoint_to_sock(&request.endpoint, SOCK_ADDR_ANY_NETIF, &remote) != CRI_OK ||
        coap_add_request(&request, add_option, &pkt) != CRI_OK ||
        (option > 0 && coap_opt_add_uint(&pkt, option, value) < 0) ||
        coap_opt_finish(&pkt, payload_len > 0 ? COAP_OPT_FINISH_PAYLOAD : COAP_OPT_FINISH_NONE) < 0 ||
        payload_len > pkt.payload_len) {
        return false;
    }
    memcpy(pkt.payload, payload, payload_len);
    pkt.payload_len = payload_len;
    if (nanocoap_sock_connect(&sock, NULL, &remote) < 0) {
        return false;
    }
    int res = nanocoap_sock_request_cb(&sock, &pkt, keep_answer, answer);
    nanocoap_sock_close(&sock);
    return res >= 0;
}

/* Returns true if a request has this answer: the code, the Location-* options as a reference, and the payload. */
static bool answers(unsigned method, const cri_t *target, unsigned code, const char *location, const char *payload)
{
    uint8_t cbor[64];
    char uri[64];
    struct answer answer;
    cri_t reference;
    size_t len;

    if (!ask(method, target, 0, 0, NULL, 0, &answer) ||
        cri_from_coap_location_view(CRI_REV_27, answer.options, answer.options_len, cbor, sizeof(cbor),
                                    &reference) != CRI_OK ||
        cri_to_uri(&reference, uri, sizeof(uri), &len) != CRI_OK) {
        return false;
    }
    printf("%s: %u.%02u <%s> %s\n", CRI_LOG_URI(target), answer.code >> 5, answer.code & 31, uri,
           CRI_LOG_TEXT(answer.payload, answer.payload_len));
    return answer.code == code && strcmp(uri, location) == 0 && answer.payload_len == strlen(payload) &&
           memcmp(answer.payload, payload, answer.payload_len) == 0;
}

/* Compares the answer for a path of the server. */
static bool path_answers(unsigned method, const char *uri, unsigned code, const char *location, const char *payload)
{
    uint8_t cbor[64];
    cri_t target;

    return cri_from_uri_view(CRI_REV_27, uri, strlen(uri), cbor, sizeof(cbor), &target) == CRI_OK &&
           answers(method, &target, code, location, payload);
}

/* Finds a link of the server by a filter. */
static bool discover(const cri_t *base, const char *filter, uint8_t *buf, size_t buf_cap, cri_t *target)
{
    static struct coap_core core;
    struct answer answer = {.more = true};

    if (coap_core_begin(&core) != CRI_OK) {
        return false;
    }
    for (unsigned block = 0; answer.more; block++) {
        if (!ask(COAP_METHOD_GET, base, block > 0 ? COAP_OPT_BLOCK2 : 0, block << 4 | 2, NULL, 0, &answer) ||
            answer.code != COAP_CODE_CONTENT) {
            return false;
        }
        if (coap_core_find(&core, answer.payload, answer.payload_len, !answer.more, filter, strlen(filter), base, buf,
                           buf_cap,
                           target)) {
            printf("found in block %u: %s\n", block, CRI_LOG_URI(target));
            return true;
        }
    }
    return false;
}

/* Discovers the links, requests them, and posts a document. The server follows the links of the document that it may
 * follow. */
static bool follows(void)
{
    uint8_t base_cbor[64], cbor[64];
    struct answer answer;
    cri_t base, target;

    return cri_from_uri_view(CRI_REV_27, CRI_LIT(AT CORE_PATH), base_cbor, sizeof(base_cbor), &base) == CRI_OK &&
           discover(&base, "rt=entry", cbor, sizeof(cbor), &target) &&
           answers(COAP_METHOD_GET, &target, COAP_CODE_CONTENT, "", "0") &&
           discover(&base, "rt=links", cbor, sizeof(cbor), &target) &&
           ask(COAP_METHOD_POST, &target, 0, 0, document, sizeof(document), &answer) &&
           answer.code == COAP_CODE_CHANGED &&
           server_take_link(cbor, sizeof(cbor), &target) &&
           answers(COAP_METHOD_GET, &target, COAP_CODE_CONTENT, "", "5");
}

/* Sends a critical option that the server does not know. Returns true if the server refuses it. */
static bool refuses(uint16_t option)
{
    uint8_t cbor[64];
    struct answer answer;
    cri_t target;

    return cri_from_uri_view(CRI_REV_27, CRI_LIT(AT CORE_PATH), cbor, sizeof(cbor), &target) == CRI_OK &&
           ask(COAP_METHOD_GET, &target, option, 1, NULL, 0, &answer) && answer.code == COAP_CODE_BAD_OPTION;
}

int main(void)
{
    bool right =
        server_init() &&
        path_answers(COAP_METHOD_POST, AT "/dev/kitchen-7/log", COAP_CODE_CREATED, "/dev/kitchen-7/log/0", "") &&
        path_answers(COAP_METHOD_GET, AT "/dev/kitchen-7/log/0", COAP_CODE_CONTENT, "", "0") &&
        path_answers(COAP_METHOD_GET, AT "/dev/kitchen-7/log", COAP_CODE_METHOD_NOT_ALLOWED, "", "") &&
        path_answers(COAP_METHOD_GET, AT "/dev", COAP_CODE_PATH_NOT_FOUND, "", "") && refuses(65001) && follows();

    puts(right ? "SUCCESS" : "FAILURE");
    return 0;
}
