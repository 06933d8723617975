/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * coap-links: a CoAP server (libcoap 3) that dispatches by CRI and answers with links.
 *
 *   coap-links ADDRESS [PORT]     listens on an IPv4 or IPv6 address; without PORT on any free port
 *
 * GET /links returns a CBOR array of CRI references, and GET /.well-known/core returns link format. Under /rooms every
 * path exists. GET of such a path returns the part after /rooms, and POST creates a resource, which the Location-*
 * options of the response name. POST /links sends an array of links, which is not trusted: the server follows only
 * links to itself under /rooms, one at a time. For each request, the server prints the method, the options (number and
 * value in hex), and the CRI of the resource as a URI.
 *
 * For brevity it serves one request at a time, and makes its document from URI references when it starts.
 */
#define _POSIX_C_SOURCE 200809L

#include "coap-core.h"
#include "coap-loops.h"
#include "cri_log.h"
#include "cri_socket.h"

#include <coap3/coap.h>

#include <arpa/inet.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REVISION CRI_REV_27
#define CRI_SIZE 512
#define URI_SIZE 512
#define TEXT_SIZE 512

/* ---- the link document ----------------------------------------------------------------------- */

/* clang-format off */
static const char *const links[] = {
    "rooms/kitchen/temp?unit=celsius",
    "/rooms/living/",
    "rooms/a%2Fb/50%25",                        /* a slash and a percent sign in segments */
    "rooms/caf%C3%A9?x=%26&y=",                 /* UTF-8; an ampersand in a parameter */
    "rooms/a-segment-of-more-than-twelve-bytes", /* options with longer heads */
    "rooms/kitchen#temp",                       /* the fragment is not sent */
    "nowhere",
    "rooms/a%3Bb",                              /* percent-encoded text, which is decoded in a request */
};
/* clang-format on */

#define LINK_COUNT (sizeof links / sizeof links[0])

static uint8_t document[CRI_SIZE];
static size_t document_len;

static bool make_document(void)
{
    document[0] = (uint8_t)(0x80 + LINK_COUNT); /* an array of up to 23 items */
    document_len = 1;
    for (size_t i = 0; i < LINK_COUNT; i++) {
        size_t len = 0;
        uint8_t *end = document + document_len;
        cri_err_t err = cri_from_uri(REVISION, links[i], strlen(links[i]), end, sizeof document - document_len, &len);
        if (err != CRI_OK) {
            fprintf(stderr, "%s: %s\n", links[i], cri_err_name(err));
            return false;
        }
        document_len += len;
    }
    return true;
}

/* ---- from a request to its CRI --------------------------------------------------------------- */

/* Passes the options of a request to the library, and prints them. */
static cri_err_t cri_of_request(coap_session_t *session, const coap_pdu_t *request, uint8_t *cbor, cri_t *cri)
{
    coap_opt_iterator_t options;
    coap_opt_t *option;
    cri_coap_composer_t composer;
    const coap_address_t *local = coap_session_get_addr_local(session); /* the address at which the request arrived */
    cri_endpoint_t dest;
    cri_err_t err = cri_endpoint_from_sockaddr(&local->addr.sa, local->size, &dest);
    if (err == CRI_OK) {
        err = cri_coap_composer_init(&composer, REVISION, -1, &dest, cbor, CRI_SIZE);
    }
    coap_option_iterator_init(request, &options, COAP_OPT_ALL);
    while ((option = coap_option_next(&options)) != NULL) {
        const uint8_t *value = coap_opt_value(option);
        printf(" %d:", options.number);
        for (size_t i = 0; i < coap_opt_length(option); i++) {
            printf("%02x", value[i]);
        }
        if (err == CRI_OK) {
            err = cri_coap_composer_option(&composer, options.number, value, coap_opt_length(option));
        }
    }
    return err == CRI_OK ? cri_coap_composer_finish_view(&composer, cri) : err;
}

/* ---- handlers, which get the CRI of a request and the rest of its path ----------- */

struct call {
    const cri_t *cri;
    coap_resource_t *resource;
    coap_session_t *session;
    const coap_pdu_t *request;
    coap_pdu_t *response;
    cri_iter_t rest;
};

static void answer(struct call *call, coap_pdu_code_t code, uint16_t format, const uint8_t *data, size_t len)
{
    coap_pdu_set_code(call->response, code);
    coap_add_data_large_response(call->resource, call->session, call->request, call->response, NULL, format, -1, 0, len,
                                 data, NULL, NULL);
}

static void answer_text(struct call *call, coap_pdu_code_t code, const char *text)
{
    answer(call, code, COAP_MEDIATYPE_TEXT_PLAIN, (const uint8_t *)text, strlen(text));
}

static void get_links(struct call *call)
{
    answer(call, COAP_RESPONSE_CODE_CONTENT, COAP_MEDIATYPE_APPLICATION_CBOR, document, document_len);
}

static const char core[] = "</links>;rt=links;ct=60,</rooms/kitchen/temp>;rt=\"temp core.s\","
                           "</rooms/living/hum>;rt=hum;title=\"50 %, \\\"wet\\\"\"";

static void get_core(struct call *call)
{
    uint8_t body[TEXT_SIZE];
    size_t len;
    bool more;
    if (coap_core_block(core, sizeof core - 1, call->cri, 0, body, sizeof body, &len, &more) == CRI_OK) {
        answer(call, COAP_RESPONSE_CODE_CONTENT, COAP_MEDIATYPE_APPLICATION_LINK_FORMAT, body,
               len); /* libcoap makes blocks */
    } else {
        answer_text(call, COAP_RESPONSE_CODE_BAD_REQUEST, "no filter");
    }
}

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_add_option(message, number, value_len, value) > 0;
}

/* The session of the request for a link, until the answer arrives. Peers may send responses without a request. */
static coap_session_t *asked;

static void end_asking(const coap_session_t *session)
{
    if (session == asked) {
        coap_session_release(asked);
        asked = NULL;
    }
}

static coap_response_t on_response(coap_session_t *session, const coap_pdu_t *sent, const coap_pdu_t *received,
                                   const coap_mid_t mid)
{
    const uint8_t *data = NULL;
    size_t len = 0;
    (void)sent, (void)mid;
    if (session == asked) {
        coap_get_data(received, &len, &data);
        printf("followed: %s\n", CRI_LOG_TEXT(data, len));
        fflush(stdout);
    }
    end_asking(session);
    return COAP_RESPONSE_OK;
}

static void on_nack(coap_session_t *session, const coap_pdu_t *sent, const coap_nack_reason_t reason,
                    const coap_mid_t mid)
{
    (void)sent, (void)reason, (void)mid;
    end_asking(session);
}

/* Sends a request for a link that leads to this server. libcoap passes the answer to on_response(). */
static void ask(struct call *call, const cri_t *target)
{
    const coap_address_t *here = coap_session_get_addr_local(call->session);
    coap_pdu_t *request;
    uint8_t token[8], buffer[2 * CRI_SIZE];
    size_t token_len, len;
    cri_request_t made;
    asked = coap_new_client_session(coap_session_get_context(call->session), NULL, here, COAP_PROTO_UDP);
    request = asked != NULL ? coap_new_pdu(COAP_MESSAGE_CON, COAP_REQUEST_CODE_GET, asked) : NULL;
    if (request == NULL) {
        end_asking(asked);
        return;
    }
    coap_session_new_token(asked, &token_len, token);
    if (coap_add_token(request, token_len, token) == 0 ||
        cri_request(NULL, target, NULL, buffer, sizeof buffer, &len, &made) != CRI_OK ||
        coap_add_request(&made, add_option, request) != CRI_OK) {
        coap_delete_pdu(request);
        end_asking(asked);
    } else if (coap_send(asked, request) == COAP_INVALID_MID) {
        end_asking(asked);
    }
}

static void consider(void *context, cri_err_t err, const cri_t *target)
{
    struct call *call = context;
    if (err != CRI_OK) {
        printf("no link: %s\n", cri_err_name(err));
    } else if (asked != NULL || !coap_may_follow(call->cri, target, CRI_LIT("/rooms/{*}"))) {
        printf("not followed: %s\n", CRI_LOG_URI(target));
    } else {
        ask(call, target);
    }
}

static void post_links(struct call *call)
{
    const uint8_t *data = NULL;
    size_t len = 0, offset = 0, total = 0;
    if (coap_get_data_large(call->request, &len, &data, &offset, &total) != 0 && total != len) {
        coap_pdu_set_code(call->response, COAP_RESPONSE_CODE_REQUEST_TOO_LARGE);
        return;
    }
    cri_err_t err = coap_each_link(call->cri, REVISION, data, len, consider, call);
    coap_pdu_set_code(call->response, err == CRI_OK ? COAP_RESPONSE_CODE_CHANGED : COAP_RESPONSE_CODE_BAD_REQUEST);
    fflush(stdout);
}

/* Answers with the rest of the path below a room, segment by segment. Segments may contain any bytes, including NUL. */
static void get_room(struct call *call)
{
    uint8_t text[TEXT_SIZE] = "room";
    size_t used = strlen("room");
    cri_text_t segment;
    while (cri_iter_next(&call->rest, &segment)) {
        size_t len = 0;
        if (sizeof text - used < 3 || /* " <>" */
            cri_text_decode(&segment, text + used + 2, sizeof text - used - 3, &len) != CRI_OK) {
            answer_text(call, COAP_RESPONSE_CODE_BAD_REQUEST, "too long");
            return;
        }
        text[used++] = ' ';
        text[used++] = '<';
        used += len;
        text[used++] = '>';
    }
    answer(call, COAP_RESPONSE_CODE_CONTENT, COAP_MEDIATYPE_TEXT_PLAIN, text, used);
}

/* Adds the texts of an iterator to a response, as options with this number. Returns false if a text has PET. */
static bool add_texts(coap_pdu_t *response, uint16_t number, cri_iter_t *iter)
{
    cri_text_t text;
    const char *chars;
    size_t len;
    while (cri_iter_next(iter, &text)) {
        if (!cri_text_plain(&text, &chars, &len) ||
            coap_add_option(response, number, len, (const uint8_t *)chars) == 0) {
            return false;
        }
    }
    return true;
}

static void post_room(struct call *call)
{
    static const char created[] = "/rooms/new%2Fone?v=1";
    uint8_t cbor[64];
    cri_t location;
    cri_iter_t path, query;
    size_t len;
    cri_err_t err = cri_from_uri_view(REVISION, created, sizeof created - 1, cbor, sizeof cbor, &location);
    if (err == CRI_OK && (err = cri_to_coap_location(&location, 0, NULL, 0, &len)) == CRI_ERR_BUFFER) {
        err = CRI_OK; /* the Location-* options have this length */
    }
    if (err == CRI_OK) {
        coap_pdu_set_code(call->response, COAP_RESPONSE_CODE_CREATED);
        cri_iter_init_path(&path, &location);
        cri_iter_init_query(&query, &location);
    }
    if (err != CRI_OK || !add_texts(call->response, COAP_OPTION_LOCATION_PATH, &path) ||
        !add_texts(call->response, COAP_OPTION_LOCATION_QUERY, &query)) {
        coap_pdu_set_code(call->response, COAP_RESPONSE_CODE_INTERNAL_ERROR);
    }
}

enum { LINKS, ROOM, CORE };

static const cri_route_t routes[] = {
    {CRI_LIT("/links"), LINKS}, {CRI_LIT("/rooms/{*}"), ROOM}, {CRI_LIT("/.well-known/core"), CORE}};

static cri_routes_t table;

/* Answers a request by its route and method. */
static void dispatch(const cri_t *cri, coap_pdu_code_t method, struct call *call)
{
    const cri_route_t *route;
    cri_err_t err = cri_route(&table, cri, &route, NULL, 0, &call->rest);
    static void (*const get[])(struct call *) = {[LINKS] = get_links, [ROOM] = get_room, [CORE] = get_core};
    call->cri = cri;
    if (err == CRI_OK && route != NULL && route->id != CORE && method == COAP_REQUEST_CODE_POST) {
        (route->id == LINKS ? post_links : post_room)(call);
    } else if (err == CRI_OK && route != NULL && method == COAP_REQUEST_CODE_GET) {
        get[route->id](call);
    } else {
        answer_text(call, COAP_RESPONSE_CODE_NOT_FOUND, "nothing here");
    }
}

/* Receives every request. */
static void handle(coap_resource_t *resource, coap_session_t *session, const coap_pdu_t *request,
                   const coap_string_t *query, coap_pdu_t *response)
{
    uint8_t cbor[CRI_SIZE];
    char uri[URI_SIZE];
    size_t len = 0;
    cri_t cri;
    struct call call = {.resource = resource, .session = session, .request = request, .response = response};
    coap_pdu_code_t method = coap_pdu_get_code(request);
    (void)query;
    printf("request 0.%02d", (int)method);
    cri_err_t err = cri_of_request(session, request, cbor, &cri);
    if (err != CRI_OK) {
        printf(" -> %s\n", cri_err_name(err));
        fflush(stdout);
        coap_pdu_set_code(response, err == CRI_ERR_BUFFER       ? COAP_RESPONSE_CODE_REQUEST_TOO_LARGE
                                    : err == CRI_ERR_COAP_PROXY ? COAP_RESPONSE_CODE_PROXYING_NOT_SUPPORTED
                                                                : COAP_RESPONSE_CODE_BAD_OPTION);
        return;
    }
    err = cri_to_uri(&cri, uri, sizeof uri, &len); /* only printed, so it may be too long */
    printf(" -> %s\n", err == CRI_OK ? uri : cri_err_name(err));
    fflush(stdout);
    dispatch(&cri, method, &call);
}

/* ---- the server ------------------------------------------------------------------------------ */

static volatile sig_atomic_t quit;

static void on_signal(int signal)
{
    (void)signal;
    quit = 1;
}

static bool read_address(const char *text, const char *port, coap_address_t *address)
{
    uint16_t number = htons((uint16_t)(port != NULL ? strtoul(port, NULL, 10) : 0));
    coap_address_init(address);
    if (inet_pton(AF_INET, text, &address->addr.sin.sin_addr) == 1) {
        address->addr.sin.sin_family = AF_INET;
        address->addr.sin.sin_port = number;
        address->size = sizeof address->addr.sin;
        return true;
    }
    address->addr.sin6.sin6_family = AF_INET6;
    address->addr.sin6.sin6_port = number;
    address->size = sizeof address->addr.sin6;
    return inet_pton(AF_INET6, text, &address->addr.sin6.sin6_addr) == 1;
}

int main(int argc, char **argv)
{
    coap_address_t address;
    struct sigaction action;
    if (argc < 2 || argc > 3 || !read_address(argv[1], argc > 2 ? argv[2] : NULL, &address)) {
        fprintf(stderr, "usage: coap-links ADDRESS [PORT]\n");
        return 2;
    }
    if (!make_document() || cri_routes_check(&table, routes, sizeof routes / sizeof routes[0], NULL, NULL) != CRI_OK) {
        return 1;
    }
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    coap_startup();
    coap_context_t *context = coap_new_context(NULL);
    coap_endpoint_t *endpoint = context != NULL ? coap_new_endpoint(context, &address, COAP_PROTO_UDP) : NULL;
    coap_resource_t *resource = coap_resource_unknown_init(handle);
    coap_resource_t *well_known =
        coap_resource_init(coap_make_str_const(".well-known/core"), 0); /* otherwise libcoap answers */
    if (endpoint == NULL || resource == NULL || well_known == NULL) {
        fprintf(stderr, "cannot listen on %s\n", argv[1]);
        return 1;
    }
    coap_context_set_block_mode(context, COAP_BLOCK_USE_LIBCOAP);
    for (coap_request_t method = COAP_REQUEST_GET; method <= COAP_REQUEST_IPATCH; method++) {
        coap_register_handler(resource, method, handle);
    }
    coap_register_handler(well_known, COAP_REQUEST_GET, handle);
    coap_add_resource(context, resource);
    coap_add_resource(context, well_known);
    coap_register_response_handler(context, on_response);
    coap_register_nack_handler(context, on_nack);
    printf("listening on %s\n", coap_endpoint_str(endpoint));
    fflush(stdout);
    while (!quit && coap_io_process(context, 200) >= 0) {
    }
    coap_free_context(context);
    coap_cleanup();
    return 0;
}
