/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * coap-follow: a CoAP client (libcoap 3) that fetches a document of links and follows them.
 *
 *   coap-follow URI           GET; if the answer is a CBOR array of CRI references, each of them is resolved and fetched
 *   coap-follow --post URI    POST, and GET what the Location-* options of the answer name
 *
 * Links are used as they come: no URI is made of them but to be shown, and a resolved link is not stored before its
 * options go out.
 */
#define _POSIX_C_SOURCE 200809L

#include "coap-links.h"
#include "cri.h"

#include <coap3/coap.h>

#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define REVISION CRI_REV_27
#define CRI_SIZE 512
#define PAYLOAD_SIZE 4096
#define TIMEOUT_MS 5000

/* ---- one exchange ---------------------------------------------------------------------------- */

struct answer {
    bool done;
    coap_pdu_code_t code;
    bool is_cbor;
    uint8_t payload[PAYLOAD_SIZE];
    size_t payload_len;
    uint8_t location[CRI_SIZE]; /* what the Location-* options are */
    size_t location_len;
};

static struct answer *awaited;

static coap_response_t on_response(coap_session_t *session, const coap_pdu_t *sent, const coap_pdu_t *received,
                                   const coap_mid_t mid)
{
    struct answer *answer = awaited;
    coap_opt_iterator_t options;
    coap_opt_t *option;
    cri_composer_t composer;
    const uint8_t *data = NULL;
    size_t len = 0, offset = 0, total = 0;
    (void)session, (void)sent, (void)mid;
    answer->done = true;
    answer->code = coap_pdu_get_code(received);
    if (coap_get_data_large(received, &len, &data, &offset, &total) && offset == 0 && len <= PAYLOAD_SIZE) {
        memcpy(answer->payload, data, len);
        answer->payload_len = len;
    }
    /* Location-Path and Location-Query, as they come, to a reference */
    cri_err_t err = cri_composer_init_location(&composer, REVISION, answer->location, sizeof answer->location);
    coap_option_iterator_init(received, &options, COAP_OPT_ALL);
    while ((option = coap_option_next(&options)) != NULL) {
        const uint8_t *value = coap_opt_value(option);
        size_t value_len = coap_opt_length(option);
        if (err == CRI_OK) {
            err = cri_composer_option(&composer, options.number, value, value_len);
        }
        if (options.number == COAP_OPTION_CONTENT_FORMAT) {
            answer->is_cbor = coap_decode_var_bytes(value, value_len) == COAP_MEDIATYPE_APPLICATION_CBOR;
        }
    }
    if (err != CRI_OK || cri_composer_finish(&composer, &answer->location_len) != CRI_OK) {
        answer->location_len = 0;
    }
    return COAP_RESPONSE_OK;
}

/* Finds the address of the CRI's host: by itself, or by the resolver. */
static bool find_address(const cri_t *cri, coap_address_t *address)
{
    const uint8_t *bytes = NULL;
    size_t len = 0;
    uint16_t port = 5683;
    (void)cri_port(cri, &port);
    coap_address_init(address);
    if (cri_host_address(cri, &bytes, &len)) {
        if (len == 4) {
            address->addr.sin.sin_family = AF_INET;
            memcpy(&address->addr.sin.sin_addr, bytes, len);
            address->size = sizeof address->addr.sin;
        } else {
            address->addr.sin6.sin6_family = AF_INET6;
            memcpy(&address->addr.sin6.sin6_addr, bytes, len);
            address->size = sizeof address->addr.sin6;
        }
    } else {
        char name[256] = "";
        size_t used = 0;
        cri_iter_t labels;
        cri_text_t label;
        struct addrinfo hints, *found = NULL;
        cri_host_iter(cri, &labels);
        while (cri_iter_next(&labels, &label)) {
            if (used > 0) {
                name[used++] = '.';
            }
            if (cri_text_decode(&label, (uint8_t *)name + used, sizeof name - 1 - used, &len) != CRI_OK) {
                return false;
            }
            used += len;
        }
        memset(&hints, 0, sizeof hints);
        hints.ai_socktype = SOCK_DGRAM;
        if (getaddrinfo(name, NULL, &hints, &found) != 0) {
            return false;
        }
        memcpy(&address->addr, found->ai_addr, found->ai_addrlen);
        address->size = found->ai_addrlen;
        freeaddrinfo(found);
    }
    coap_address_set_port(address, port);
    return true;
}

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_add_option(message, number, value_len, value) > 0;
}

/* Sends a request for the CRI, and waits for its answer. */
static const char *exchange(coap_context_t *context, coap_pdu_code_t method, const cri_t *cri, struct answer *answer)
{
    coap_address_t address;
    cri_endpoint_t dest;
    memset(answer, 0, sizeof *answer);
    if (!find_address(cri, &address)) {
        return "the host has no address";
    }
    bool ipv6 = address.addr.sa.sa_family == AF_INET6;
    dest.addr = ipv6 ? address.addr.sin6.sin6_addr.s6_addr : (const uint8_t *)&address.addr.sin.sin_addr;
    dest.addr_len = ipv6 ? 16 : 4;
    dest.zone = NULL;
    dest.zone_len = 0;
    dest.port = coap_address_get_port(&address);
    coap_session_t *session = coap_new_client_session(context, NULL, &address, COAP_PROTO_UDP);
    if (session == NULL) {
        return "no session";
    }
    coap_pdu_t *request = coap_new_pdu(COAP_MESSAGE_CON, method, session);
    cri_err_t err = request != NULL ? coap_add_cri(cri, &dest, add_option, request) : CRI_ERR_LIMIT;
    const char *problem = err == CRI_OK ? NULL : cri_err_name(err);
    if (problem != NULL) {
        coap_delete_pdu(request);
    } else {
        int waited = 0;
        awaited = answer;
        if (coap_send(session, request) == COAP_INVALID_MID) {
            problem = "not sent";
        }
        while (problem == NULL && !answer->done) {
            int passed = coap_io_process(context, 100);
            waited += passed > 0 ? passed : 1;
            if (passed < 0 || waited > TIMEOUT_MS) {
                problem = "no answer";
            }
        }
    }
    coap_session_release(session);
    return problem;
}

/* ---- showing --------------------------------------------------------------------------------- */

/* Fetches a CRI, and shows what comes. Returns whether there was an answer. */
static bool fetch(coap_context_t *context, coap_pdu_code_t method, const cri_t *cri, struct answer *answer)
{
    char uri[CRI_SIZE];
    size_t len = 0;
    cri_t target;
    cri_err_t err = cri_to_uri(cri, uri, sizeof uri, &len);
    printf("0.%02d %s: ", (int)method, err == CRI_OK ? uri : cri_err_name(err));
    err = cri_without_fragment(cri, &target); /* a fragment is the client's own matter */
    const char *problem = err == CRI_OK ? exchange(context, method, &target, answer) : cri_err_name(err);
    if (problem != NULL) {
        printf("%s\n", problem);
        return false;
    }
    printf("%d.%02d", COAP_RESPONSE_CLASS(answer->code), answer->code & 0x1f);
    if (answer->is_cbor) {
        printf(" CBOR of %zu bytes\n", answer->payload_len);
    } else {
        printf(" %.*s\n", (int)answer->payload_len, (const char *)answer->payload);
    }
    return true;
}

/* Fetches what a link leads to. */
static void follow(void *context, cri_err_t err, const cri_t *target)
{
    static struct answer answer;
    if (err == CRI_OK) {
        (void)fetch(context, COAP_REQUEST_CODE_GET, target, &answer);
    } else {
        printf("skipped: %s\n", cri_err_name(err));
    }
}

int main(int argc, char **argv)
{
    static struct answer answer;
    uint8_t cbor[CRI_SIZE];
    size_t len = 0;
    cri_t base, location, target;
    bool post = argc == 3 && strcmp(argv[1], "--post") == 0;
    if (argc != 2 && !post) {
        fprintf(stderr, "usage: coap-follow [--post] URI\n");
        return 2;
    }
    const char *uri = argv[argc - 1];
    cri_err_t err = cri_from_uri(REVISION, uri, strlen(uri), cbor, sizeof cbor, &len);
    if (err == CRI_OK) {
        err = cri_parse(REVISION, cbor, len, &base, &len);
    }
    if (err == CRI_OK && !cri_is_full(&base)) {
        err = CRI_ERR_NOT_FULL;
    }
    if (err != CRI_OK) {
        fprintf(stderr, "%s: %s\n", uri, cri_err_name(err));
        return 1;
    }
    coap_startup();
    coap_context_t *context = coap_new_context(NULL);
    if (context == NULL) {
        return 1;
    }
    coap_context_set_block_mode(context, COAP_BLOCK_USE_LIBCOAP | COAP_BLOCK_SINGLE_BODY);
    coap_register_response_handler(context, on_response);
    bool ok = fetch(context, post ? COAP_REQUEST_CODE_POST : COAP_REQUEST_CODE_GET, &base, &answer);
    if (ok && post) {
        static struct answer created;
        ok = answer.location_len > 0 &&
             cri_parse(REVISION, answer.location, answer.location_len, &location, &len) == CRI_OK &&
             cri_resolve(&base, &location, &target) == CRI_OK &&
             fetch(context, COAP_REQUEST_CODE_GET, &target, &created);
    } else if (ok && answer.is_cbor) {
        err = coap_each_link(&base, REVISION, answer.payload, answer.payload_len, follow, context);
        if (err != CRI_OK) {
            printf("the document of links: %s\n", cri_err_name(err));
        }
        ok = err == CRI_OK;
    }
    coap_free_context(context);
    coap_cleanup();
    return ok ? 0 : 1;
}
