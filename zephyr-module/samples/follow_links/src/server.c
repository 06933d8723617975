/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A server, and a client of its own that follows links:
 *
 *   GET /.well-known/core    returns links in link format, block by block, filtered by Uri-Query
 *   GET /floors/{}/{}        returns a reading
 *   POST /links              sends a document of links, which is not trusted: the server sends a GET for the first
 *                            link that it may follow
 */
#include <coap-core.h>
#include <coap-loops.h>
#include <cri_zephyr.h>
#include <zephyr/kernel.h>
#include <zephyr/logging/log.h>
#include <zephyr/net/socket.h>

#include "sample.h"

LOG_MODULE_REGISTER(server);

K_SEM_DEFINE(server_followed, 0, 1);

#define SZX 2 /* blocks of 64 bytes, as in coap-core.h */

static const char core[] = "</floors/2/temperature>;rt=\"temperature core.s\";if=sensor;ct=0,"
                           "</floors/2/humidity>;rt=humidity;if=sensor;ct=0,</links>;rt=links;ct=60";

enum { CORE, READING, LINKS };

static const cri_route_t routes[] = {
    {CRI_LIT("/.well-known/core"), CORE},
    {CRI_LIT(READING_PATTERN), READING},
    {CRI_LIT("/links"), LINKS},
};
static cri_routes_t table;

/* A request and its answer. */
struct call {
    const struct coap_packet *request;
    const cri_endpoint_t *here;
    cri_t base; /* the CRI of the request */
    struct coap_packet reply;
    uint8_t buf[128];
    struct coap_packet next; /* the request that follows a link of the document */
    uint8_t next_buf[64];
    bool follows;
};

static int answer(struct call *call, uint8_t code)
{
    return coap_ack_init(&call->reply, call->request, call->buf, sizeof call->buf, code);
}

static int answer_payload(struct call *call, int format, int block2, const uint8_t *payload, size_t len)
{
    int err = answer(call, COAP_RESPONSE_CODE_CONTENT);
    if (err == 0) {
        err = coap_append_option_int(&call->reply, COAP_OPTION_CONTENT_FORMAT, format);
    }
    if (err == 0 && block2 >= 0) {
        err = coap_append_option_int(&call->reply, COAP_OPTION_BLOCK2, block2);
    }
    if (err == 0) {
        err = coap_packet_append_payload_marker(&call->reply);
    }
    return err != 0 ? err : coap_packet_append_payload(&call->reply, payload, (uint16_t)len);
}

static int get_core(struct call *call)
{
    const int asked = coap_get_option_int(call->request, COAP_OPTION_BLOCK2);
    const unsigned int szx = asked >= 0 ? MIN(asked & 7, SZX) : SZX;
    const size_t offset = asked >= 0 ? (size_t)(asked >> 4) << ((asked & 7) + 4) : 0;
    uint8_t block[16 << SZX];
    size_t len;
    bool more;
    cri_err_t err = coap_core_block(core, sizeof core - 1, &call->base, offset, block, 16 << szx, &len, &more);
    if (err != CRI_OK) {
        return answer(call, COAP_RESPONSE_CODE_BAD_REQUEST); /* Uri-Query is not a filter */
    }
    return answer_payload(call, COAP_CONTENT_FORMAT_APP_LINK_FORMAT,
                          (int)(offset >> (szx + 4)) << 4 | (more ? 8 : 0) | (int)szx, block, len);
}

/* Decides whether to follow a link of a document. */
static void consider(void *context, cri_err_t err, const cri_t *target)
{
    struct call *call = context;
    if (err != CRI_OK) {
        LOG_WRN("no link: %s", cri_err_name(err));
    } else if (!coap_may_follow(&call->base, target, CRI_LIT(READING_PATTERN))) {
        LOG_WRN("not followed: %s", CRI_LOG_URI(target));
    } else if (!call->follows && make_request(COAP_METHOD_GET, target, &call->next, call->next_buf,
                                              sizeof call->next_buf) == 0) {
        LOG_INF("follows %s", CRI_LOG_URI(target));
        call->follows = true;
    }
}

static int post_links(struct call *call)
{
    uint16_t len = 0;
    const uint8_t *document = coap_packet_get_payload(call->request, &len);
    cri_err_t err = coap_each_link(&call->base, REVISION, document, len, consider, call);
    return answer(call, err == CRI_OK ? COAP_RESPONSE_CODE_CHANGED : COAP_RESPONSE_CODE_BAD_REQUEST);
}

/* Answers a request. */
static int serve(struct call *call)
{
    static const uint16_t known[] = {COAP_OPTION_BLOCK2}; /* get_core() reads it */
    uint8_t cbor[96];
    const cri_route_t *route = NULL;
    cri_text_t captures[2];
    size_t options_len;
    const uint8_t *options = cri_packet_options(call->request, &options_len);
    const uint8_t method = coap_header_get_code(call->request);
    cri_err_t err = cri_coap_critical_check(options, options_len, known, ARRAY_SIZE(known), 0, NULL);
    if (err == CRI_OK) {
        err = cri_from_coap_view(REVISION, CRI_SCHEME_COAP, options, options_len, call->here, cbor, sizeof cbor,
                                 &call->base);
    }
    if (err == CRI_OK) {
        err = cri_route(&table, &call->base, &route, captures, ARRAY_SIZE(captures), NULL);
    }
    if (err != CRI_OK) {
        return answer(call, cri_coap_response_code(err));
    }
    if (route == NULL) {
        return answer(call, COAP_RESPONSE_CODE_NOT_FOUND);
    }
    if (method != (route->id == LINKS ? COAP_METHOD_POST : COAP_METHOD_GET)) {
        return answer(call, COAP_RESPONSE_CODE_NOT_ALLOWED);
    }
    switch (route->id) {
    case CORE:
        return get_core(call);
    case LINKS:
        return post_links(call);
    default:
        return answer_payload(call, COAP_CONTENT_FORMAT_TEXT_PLAIN, -1, (const uint8_t *)"21.5", 4);
    }
}

/* Receives a message from a socket. Returns true if it is a CoAP message. */
static bool receive(int sock, struct coap_packet *packet, struct sockaddr_storage *peer, socklen_t *peer_len)
{
    static uint8_t buf[192];
    *peer_len = sizeof *peer;
    ssize_t len = zsock_recvfrom(sock, buf, sizeof buf, 0, (struct sockaddr *)peer, peer_len);
    return len > 0 && coap_packet_parse(packet, buf, (uint16_t)len, NULL, 0) == 0;
}

/* Receives a request, answers it, and follows a link of its document through another socket. */
static void receive_request(int sock, int out, const struct sockaddr *here, socklen_t here_len)
{
    static struct call call;
    struct coap_packet request;
    struct sockaddr_storage peer;
    socklen_t peer_len;
    cri_endpoint_t endpoint;
    if (!receive(sock, &request, &peer, &peer_len) || cri_endpoint_from_sockaddr(here, here_len, &endpoint) != CRI_OK) {
        return;
    }
    call.request = &request;
    call.here = &endpoint;
    call.follows = false;
    if (serve(&call) == 0) {
        (void)zsock_sendto(sock, call.reply.data, call.reply.offset, 0, (struct sockaddr *)&peer, peer_len);
    }
    if (call.follows) { /* to the same origin, which is this server */
        (void)zsock_sendto(out, call.next.data, call.next.offset, 0, here, here_len);
    }
}

/* Receives the answer to the request for a link. */
static void receive_answer(int out)
{
    struct coap_packet packet;
    struct sockaddr_storage peer;
    socklen_t peer_len;
    uint16_t len = 0;
    if (receive(out, &packet, &peer, &peer_len)) {
        const uint8_t *payload = coap_packet_get_payload(&packet, &len);
        LOG_INF("followed: %s", CRI_LOG_TEXT(payload, len));
        k_sem_give(&server_followed);
    }
}

void server_run(int sock, int out)
{
    struct sockaddr_storage here;
    socklen_t here_len = sizeof here;
    struct zsock_pollfd sockets[] = {{.fd = sock, .events = ZSOCK_POLLIN}, {.fd = out, .events = ZSOCK_POLLIN}};
    if (cri_routes_check(&table, routes, ARRAY_SIZE(routes), NULL, NULL) != CRI_OK ||
        zsock_getsockname(sock, (struct sockaddr *)&here, &here_len) != 0) {
        return;
    }
    while (zsock_poll(sockets, ARRAY_SIZE(sockets), -1) >= 0) {
        if (sockets[0].revents != 0) {
            receive_request(sock, out, (struct sockaddr *)&here, here_len);
        }
        if (sockets[1].revents != 0) {
            receive_answer(out);
        }
    }
}
