/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "coap-exchange.h"
#include "coap-loops.h"
#include "cri_socket.h"

#include <netdb.h>
#include <string.h>

/* ---- answers --------------------------------------------------------------------------------- */

static struct answer *awaited;

/* Reads Content-Format, and makes a reference from Location-Path and Location-Query. */
static void read_options(const coap_pdu_t *received, struct answer *answer)
{
    coap_opt_iterator_t options;
    coap_opt_t *option;
    cri_coap_composer_t composer;
    cri_err_t err =
        cri_coap_composer_init_location(&composer, REVISION, answer->location_cbor, sizeof answer->location_cbor);
    answer->is_cbor = false;
    coap_option_iterator_init(received, &options, COAP_OPT_ALL);
    while ((option = coap_option_next(&options)) != NULL) {
        const uint8_t *value = coap_opt_value(option);
        size_t value_len = coap_opt_length(option);
        if (err == CRI_OK) {
            err = cri_coap_composer_option_proxy(&composer, options.number, value, value_len);
        }
        if (options.number == COAP_OPTION_CONTENT_FORMAT) {
            answer->is_cbor = coap_decode_var_bytes(value, value_len) == COAP_MEDIATYPE_APPLICATION_CBOR;
        }
    }
    answer->location_err = err == CRI_OK ? cri_coap_composer_finish_view(&composer, &answer->location) : err;
}

/* Appends one block of the body. Returns true if another block must follow. */
static bool read_block(const coap_pdu_t *received, struct answer *answer)
{
    const uint8_t *data = NULL;
    size_t len = 0, offset = 0, total = 0;
    coap_block_t block;
    bool more = coap_get_block(received, COAP_OPTION_BLOCK2, &block) && block.m;
    (void)coap_get_data_large(received, &len, &data, &offset, &total);
    if (offset == 0) {
        answer->payload_len = 0; /* the first block, or again the first block of a body that has changed */
    }
    if (offset != answer->payload_len) {
        answer->problem = "a block is missing";
    } else if (len > PAYLOAD_SIZE - offset || (more && len == PAYLOAD_SIZE - offset)) {
        answer->problem = "the body is too large";
    } else if (len > 0) {
        memcpy(answer->payload + offset, data, len);
        answer->payload_len += len;
    }
    return more && answer->problem == NULL;
}

/* libcoap passes on every message of a peer. Unexpected messages are ignored. */
static coap_response_t on_response(coap_session_t *session, const coap_pdu_t *sent, const coap_pdu_t *received,
                                   const coap_mid_t mid)
{
    struct answer *answer = awaited;
    coap_bin_const_t token = coap_pdu_get_token(received);
    (void)sent, (void)mid;
    if (session != answer->session || answer->done || token.length != answer->token_len ||
        memcmp(token.s, answer->token, token.length) != 0) {
        return COAP_RESPONSE_OK;
    }
    answer->code = coap_pdu_get_code(received);
    read_options(received, answer);
    answer->done = !read_block(received, answer);
    return COAP_RESPONSE_OK;
}

/* Called if the peer answers with Reset, or the network reports an error. */
static void on_nack(coap_session_t *session, const coap_pdu_t *sent, const coap_nack_reason_t reason,
                    const coap_mid_t mid)
{
    (void)sent, (void)reason, (void)mid;
    if (session == awaited->session && !awaited->done) {
        awaited->problem = "not accepted";
        awaited->done = true;
    }
}

/* ---- the address of a request ------------------------------------------------------------------ */

/* Returns true if resolvers may read a name that ends with this label as an IPv4 address: 127.1, 0x7f.1. */
static bool is_number(const char *label)
{
    return strspn(label, "0123456789") == strlen(label) || (label[0] == '0' && (label[1] == 'x' || label[1] == 'X'));
}

/* Returns true if a host name may be passed to a resolver. */
static bool is_name(const char *name)
{
    for (const char *label = name;;) {
        size_t len = strspn(label, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
        if (len < 1 || len > 63 || (label[len] != '.' && label[len] != '\0')) {
            return false;
        }
        if (label[len] == '\0') {
            return !is_number(label);
        }
        label += len + 1;
    }
}

/* Looks up a name. Returns true if the resolver knows an address. */
static bool resolve_name(const char *name, coap_address_t *address)
{
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_DGRAM;
    if (getaddrinfo(name, NULL, &hints, &found) != 0) {
        return false;
    }
    bool known =
        (found->ai_family == AF_INET || found->ai_family == AF_INET6) && found->ai_addrlen <= sizeof address->addr;
    if (known) {
        memcpy(&address->addr, found->ai_addr, found->ai_addrlen);
        address->size = found->ai_addrlen;
    }
    freeaddrinfo(found);
    return known;
}

/* Finds the address to which a request goes. Returns NULL, or the reason why there is no address. */
static const char *find_address(const cri_request_t *request, coap_address_t *address)
{
    coap_address_init(address);
    if (request->host == NULL) {
        cri_err_t err = cri_endpoint_to_sockaddr(&request->endpoint, AF_UNSPEC, 0, &address->addr.sa,
                                                 sizeof address->addr, &address->size);
        if (err != CRI_OK) {
            return cri_err_name(err);
        }
    } else if (request->host_len > 253 || !is_name(request->host)) {
        return "skipped: not a host name for a resolver";
    } else if (!resolve_name(request->host, address)) {
        return "skipped: the host has no address";
    }
    if (coap_is_mcast(address)) {
        return "skipped: a multicast address";
    }
    coap_address_set_port(address, request->endpoint.port);
    return NULL;
}

/* Returns the reason why no request is made. */
static const char *reason(cri_err_t err)
{
    switch (err) {
    case CRI_ERR_COAP_TRANSPORT:
    case CRI_ERR_COAP_SCHEME:
        return "skipped: not coap over UDP";
    case CRI_ERR_COAP_ZONE:
        return "skipped: a zone is known to its own host only";
    case CRI_ERR_COAP_PORT:
        return "skipped: port 0"; /* libcoap would use the default port */
    case CRI_ERR_COAP_HOST:
    case CRI_ERR_COAP_EMPTY_HOST:
        return "skipped: not a host name for a resolver";
    default:
        return cri_err_name(err);
    }
}

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_add_option(message, number, value_len, value) > 0;
}

/* Sends a request with a token of its own. Returns NULL, or the step that failed. */
static const char *send_request(coap_session_t *session, coap_pdu_code_t method, const cri_request_t *request,
                                struct answer *answer)
{
    coap_pdu_t *message = coap_new_pdu(COAP_MESSAGE_CON, method, session);
    if (message == NULL) {
        return "no memory";
    }
    answer->session = session;
    coap_session_new_token(session, &answer->token_len, answer->token);
    cri_err_t err = coap_add_token(message, answer->token_len, answer->token) > 0
                        ? coap_add_request(request, add_option, message)
                        : CRI_ERR_BUFFER;
    if (err != CRI_OK) {
        coap_delete_pdu(message);
        return cri_err_name(err);
    }
    awaited = answer;
    return coap_send(session, message) != COAP_INVALID_MID ? NULL : "not sent";
}

const char *exchange(struct client *client, coap_pdu_code_t method, const cri_t *cri, struct answer *answer)
{
    uint8_t buffer[2 * CRI_SIZE];
    size_t len;
    coap_address_t address;
    cri_request_t request;
    memset(answer, 0, sizeof *answer);
    if (client->left_ms <= 0) {
        return "skipped: no time left";
    }
    cri_err_t err = cri_request(NULL, cri, NULL, buffer, sizeof buffer, &len, &request);
    const char *problem = err != CRI_OK ? reason(err) : find_address(&request, &address);
    if (problem != NULL) {
        return problem;
    }
    coap_session_t *session = coap_new_client_session(client->context, NULL, &address, COAP_PROTO_UDP);
    if (session == NULL) {
        return "no session";
    }
    problem = send_request(session, method, &request, answer);
    for (int waited = 0; problem == NULL && !answer->done;) {
        int passed = coap_io_process(client->context, 100);
        if (passed == 0) {
            passed = 1;
        }
        waited += passed;
        client->left_ms -= passed;
        if (passed < 0 || waited > TIMEOUT_MS || client->left_ms < 0) {
            problem = "no answer";
        }
    }
    coap_session_release(session);
    answer->session = NULL;
    return problem != NULL ? problem : answer->problem;
}

bool client_init(struct client *client)
{
    coap_startup();
    coap_set_log_level(LOG_EMERG); /* otherwise a peer could fill the log */
    *client = (struct client){coap_new_context(NULL), TOTAL_MS, 0};
    if (client->context == NULL) {
        return false;
    }
    /* Receives block by block. For a whole body, libcoap would reserve as much memory as the server announces. */
    coap_context_set_block_mode(client->context, COAP_BLOCK_USE_LIBCOAP);
    coap_register_response_handler(client->context, on_response);
    coap_register_nack_handler(client->context, on_nack);
    return true;
}
