/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A client, and a server in a separate thread. They communicate over the loopback interface. The client reads
 * /.well-known/core, finds a link by its resource type, and sends a request for it. Then it sends a document of links,
 * some of which the server must not follow.
 */
#include <coap-core.h>
#include <cri_zephyr.h>
#include <string.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/net/socket.h>
#include <zephyr/sys/printk.h>

#include "sample.h"

LOG_MODULE_REGISTER(client);

/* clang-format off */
static const uint8_t document[] = {
    0x85,                                                                                    /* five items: */
    0xa1, 0x01, 0x02,                                                                        /* {1: 2}: no CRI */
    /* [-1, ["other", 5700], ["x"]] */
    0x83, 0x20, 0x82, 0x65, 'o', 't', 'h', 'e', 'r', 0x19, 0x16, 0x44, 0x81, 0x61, 'x',
    0x82, 0xf5, 0x81, 0x65, 'l', 'i', 'n', 'k', 's',                                         /* [true, ["links"]] */
    /* [1, ["floors", "3", "lamp"]] */
    0x82, 0x01, 0x83, 0x66, 'f', 'l', 'o', 'o', 'r', 's', 0x61, '3', 0x64, 'l', 'a', 'm', 'p',
    0x83, 0x00, 0xf6, 0x81, 0x66, 'u', 'n', 'i', 't', '=', 'K',                              /* [0, null, ["unit=K"]] */
};
/* clang-format on */

/* A request of the client, and its answer. */
struct exchange {
    int sock;
    struct coap_packet request, answer;
    uint8_t request_buf[128], answer_buf[160];
};

/* Sends the request. Returns 0 if the answer has this code. */
static int ask(struct exchange *exchange, uint8_t code)
{
    ssize_t len = zsock_send(exchange->sock, exchange->request.data, exchange->request.offset, 0);
    if (len >= 0) {
        len = zsock_recv(exchange->sock, exchange->answer_buf, sizeof exchange->answer_buf, 0);
    }
    if (len < 0) {
        return -errno;
    }
    int err = coap_packet_parse(&exchange->answer, exchange->answer_buf, (uint16_t)len, NULL, 0);
    return err != 0 ? err : coap_header_get_code(&exchange->answer) == code ? 0 : -EPROTO;
}

/* Gets a block of a target. Returns the value of Block2 in the answer, 0 without Block2, or a negative number on
 * failure. */
static int get_block(struct exchange *exchange, const cri_t *target, unsigned int block)
{
    int err = make_request(COAP_METHOD_GET, target, &exchange->request, exchange->request_buf,
                           sizeof exchange->request_buf);
    if (err == 0 && block > 0) {
        err = coap_append_option_int(&exchange->request, COAP_OPTION_BLOCK2, block << 4 | 2);
    }
    if (err == 0) {
        err = ask(exchange, COAP_RESPONSE_CODE_CONTENT);
    }
    return err != 0 ? err : MAX(coap_get_option_int(&exchange->answer, COAP_OPTION_BLOCK2), 0);
}

/* Finds a link of the server by a filter. */
static int discover(struct exchange *exchange, const cri_t *base, const char *filter, uint8_t *buf, size_t buf_cap,
                    cri_t *target)
{
    static struct coap_core core;
    int err = cri_errno(coap_core_begin(&core)), block2 = 8;
    for (unsigned int block = 0; err == 0 && (block2 & 8) != 0; block++) {
        uint16_t len = 0;
        block2 = get_block(exchange, base, block);
        if (block2 < 0) {
            return block2;
        }
        const uint8_t *payload = coap_packet_get_payload(&exchange->answer, &len);
        if (payload != NULL && coap_core_find(&core, payload, len, (block2 & 8) == 0, filter, strlen(filter), base, buf,
                                              buf_cap, target)) {
            LOG_INF("found %s in block %u", CRI_LOG_URI(target), block);
            return 0;
        }
    }
    return err != 0 ? err : -ENOENT;
}

/* Sends a critical option that the server does not know. Returns 0 if the server refuses it. */
static int get_refused(struct exchange *exchange, const cri_t *target)
{
    int err = make_request(COAP_METHOD_GET, target, &exchange->request, exchange->request_buf,
                           sizeof exchange->request_buf);
    if (err == 0) {
        err = coap_append_option_int(&exchange->request, 65001, 1);
    }
    return err != 0 ? err : ask(exchange, COAP_RESPONSE_CODE_BAD_OPTION);
}

/* Gets a target, and prints the answer of the server. */
static int get(struct exchange *exchange, const cri_t *target)
{
    int err = get_block(exchange, target, 0);
    if (err >= 0) {
        uint16_t len = 0;
        const uint8_t *payload = coap_packet_get_payload(&exchange->answer, &len);
        LOG_INF("%s: %s", CRI_LOG_URI(target), CRI_LOG_TEXT(payload, len));
    }
    return MIN(err, 0);
}

/* Sends the document of links. */
static int post(struct exchange *exchange, const cri_t *target)
{
    int err = make_request(COAP_METHOD_POST, target, &exchange->request, exchange->request_buf,
                           sizeof exchange->request_buf);
    if (err == 0) {
        err = coap_packet_append_payload_marker(&exchange->request);
    }
    if (err == 0) {
        err = coap_packet_append_payload(&exchange->request, document, sizeof document);
    }
    return err != 0 ? err : ask(exchange, COAP_RESPONSE_CODE_CHANGED);
}

K_THREAD_STACK_DEFINE(server_stack, 3072);

static void server_thread(void *sock, void *out, void *unused)
{
    ARG_UNUSED(unused);
    server_run(POINTER_TO_INT(sock), POINTER_TO_INT(out));
}

/* Starts the server at an address, and connects the client to it. */
static int start(const struct sockaddr *addr, socklen_t addr_len, struct exchange *exchange)
{
    static struct k_thread thread;
    struct zsock_timeval patience = {.tv_sec = 5};
    int sock = zsock_socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDP);
    int out = zsock_socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDP);
    exchange->sock = zsock_socket(AF_INET6, SOCK_DGRAM, IPPROTO_UDP);
    if (zsock_bind(sock, addr, addr_len) != 0 || zsock_connect(exchange->sock, addr, addr_len) != 0 ||
        zsock_setsockopt(exchange->sock, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0) {
        return -errno;
    }
    k_thread_create(&thread, server_stack, K_THREAD_STACK_SIZEOF(server_stack), server_thread,
                    INT_TO_POINTER(sock), INT_TO_POINTER(out),
                    NULL, K_PRIO_PREEMPT(5), 0, K_NO_WAIT);
    return 0;
}

static int run(const cri_t *base)
{
    static struct exchange exchange;
    static uint8_t buf[64];
    struct sockaddr_storage addr;
    socklen_t addr_len;
    cri_endpoint_t server;
    cri_t target;
    int err = cri_errno(cri_host_endpoint(base, &server));
    if (err == 0) {
        err = cri_errno(cri_endpoint_to_sockaddr(&server, AF_INET6, 0, (struct sockaddr *)&addr, sizeof addr,
                                                 &addr_len));
    }
    if (err == 0) {
        err = start((struct sockaddr *)&addr, addr_len, &exchange);
    }
    if (err == 0) {
        err = get_refused(&exchange, base);
    }
    if (err == 0) {
        err = discover(&exchange, base, "rt=humidity", buf, sizeof buf, &target);
    }
    if (err == 0) {
        err = get(&exchange, &target);
    }
    if (err == 0) {
        err = discover(&exchange, base, "rt=links", buf, sizeof buf, &target);
    }
    if (err == 0) {
        err = post(&exchange, &target);
    }
    return err != 0 ? err : k_sem_take(&server_followed, K_SECONDS(5));
}

int main(void)
{
    static const char uri[] = "coap://[::1]/.well-known/core";
    uint8_t cbor[64];
    cri_t base;
    int err = cri_errno(cri_from_uri_view(REVISION, uri, sizeof uri - 1, cbor, sizeof cbor, &base));
    if (err == 0) {
        err = run(&base);
    }
    k_sleep(K_MSEC(100)); /* lets the log be printed first */
    printk("PROJECT EXECUTION %s\n", err == 0 ? "SUCCESSFUL" : "FAILED");
    return 0;
}
