/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * coap-follow: a CoAP client (libcoap 3) that fetches a document of links and follows them.
 *
 *   coap-follow URI           GET; if the answer is a CBOR array of CRI references, each of them is resolved and fetched
 *   coap-follow --post URI    POST, and GET what the Location-* options of the answer name
 *
 * Links are used as they come: no URI is made of them but to be shown, and a resolved link is not stored before its
 * options go out.
 *
 * The server is not trusted:
 *
 * - Requests go over UDP without DTLS, so only coap links are followed; coaps and others are skipped.
 * - A resolver sees letters, digits, '-' and '_' only, and no name that it may read as an address, such as 127.1.
 * - Links are followed one level deep, MAX_LINKS at most; a body above PAYLOAD_SIZE is not fetched to its end. All
 *   exchanges together take TOTAL_MS at most. The system's resolver has limits of its own.
 * - What peers send is printed with the escapes of cri_escape().
 */
#define _POSIX_C_SOURCE 200809L

#include "coap-links.h"
#include "cri_coap.h"
#include "cri_edn.h"
#include "cri_socket.h"

#include <coap3/coap.h>

#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define REVISION CRI_REV_27
#define CRI_SIZE 512
#define URI_SIZE 512
#define PAYLOAD_SIZE 4096
#define HOST_SIZE 254 /* a name of 253 characters */
#define MAX_LINKS 16
#define TIMEOUT_MS 5000
#define TOTAL_MS 20000

struct client {
    coap_context_t *context;
    int left_ms;    /* of TOTAL_MS */
    unsigned links; /* followed so far */
};

/* ---- one exchange ---------------------------------------------------------------------------- */

struct answer {
    const coap_session_t *session; /* where the answer must come from */
    uint8_t token[8];              /* and its token */
    size_t token_len;
    bool done;
    const char *problem; /* why there is no whole answer; or NULL */
    coap_pdu_code_t code;
    bool is_cbor;
    uint8_t payload[PAYLOAD_SIZE];
    size_t payload_len;
    cri_err_t location_err;
    cri_t location; /* what the Location-* options are */
    uint8_t location_cbor[CRI_SIZE];
};

static struct answer *awaited;

/* Reads Content-Format, and makes a reference of Location-Path and Location-Query. */
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
            err = cri_coap_composer_option(&composer, options.number, value, value_len);
        }
        if (options.number == COAP_OPTION_CONTENT_FORMAT) {
            answer->is_cbor = coap_decode_var_bytes(value, value_len) == COAP_MEDIATYPE_APPLICATION_CBOR;
        }
    }
    answer->location_err = err == CRI_OK ? cri_coap_composer_finish_view(&composer, &answer->location) : err;
}

/* Appends one block of the body. Returns whether another one is awaited. */
static bool read_block(const coap_pdu_t *received, struct answer *answer)
{
    const uint8_t *data = NULL;
    size_t len = 0, offset = 0, total = 0;
    coap_block_t block;
    bool more = coap_get_block(received, COAP_OPTION_BLOCK2, &block) && block.m;
    (void)coap_get_data_large(received, &len, &data, &offset, &total);
    if (offset == 0) {
        answer->payload_len = 0; /* the first block, or the first one again since the body has changed */
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

/* libcoap passes on whatever a peer sends; unexpected messages are ignored. */
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

/* The peer has answered with Reset, or the network with an error. */
static void on_nack(coap_session_t *session, const coap_pdu_t *sent, const coap_nack_reason_t reason,
                    const coap_mid_t mid)
{
    (void)sent, (void)reason, (void)mid;
    if (session == awaited->session && !awaited->done) {
        awaited->problem = "not accepted";
        awaited->done = true;
    }
}

/* ---- where a request goes to ------------------------------------------------------------------ */

/* Returns whether resolvers may read a name that ends with this label as an IPv4 address: 127.1, 0x7f.1. */
static bool is_number(const char *label)
{
    return strspn(label, "0123456789") == strlen(label) || (label[0] == '0' && (label[1] == 'x' || label[1] == 'X'));
}

/* Returns whether a host name may go to a resolver. */
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

/* Asks the resolver. Returns whether it knows an address. */
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

/* Finds the address to which a request for the CRI goes. Returns NULL, or why there is none. */
static const char *find_address(const cri_t *cri, coap_address_t *address)
{
    char name[HOST_SIZE];
    size_t len = 0;
    int64_t scheme = 0;
    cri_endpoint_t found = {NULL, 0, NULL, 0, 0};
    if (!cri_scheme(cri, &scheme) || scheme != CRI_SCHEME_COAP) {
        return scheme == CRI_SCHEME_COAPS ? "skipped: coaps needs DTLS" : "skipped: not coap over UDP";
    }
    if (cri_effective_port(cri, &found.port) != CRI_OK || found.port == 0) {
        return "skipped: port 0"; /* libcoap would use the default port */
    }
    coap_address_init(address);
    cri_err_t err = cri_host_endpoint(cri, &found);
    if (err == CRI_OK && found.zone != NULL) {
        return "skipped: a zone is known to its own host only";
    }
    if (err == CRI_OK) {
        err = cri_endpoint_to_sockaddr(&found, AF_UNSPEC, 0, &address->addr.sa, sizeof address->addr, &address->size);
    } else if (cri_host_text(cri, name, sizeof name, &len) != CRI_OK || !is_name(name)) {
        return "skipped: not a host name for a resolver";
    } else if (!resolve_name(name, address)) {
        return "skipped: the host has no address";
    }
    if (coap_is_mcast(address)) {
        return "skipped: a multicast address";
    }
    coap_address_set_port(address, found.port);
    return NULL;
}

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_add_option(message, number, value_len, value) > 0;
}

/* Makes a request for the CRI with a token of its own, and sends it. Returns NULL, or what failed. */
static const char *send_request(coap_session_t *session, coap_pdu_code_t method, const cri_t *cri,
                                const cri_endpoint_t *dest, struct answer *answer)
{
    coap_pdu_t *request = coap_new_pdu(COAP_MESSAGE_CON, method, session);
    if (request == NULL) {
        return "no memory";
    }
    answer->session = session;
    coap_session_new_token(session, &answer->token_len, answer->token);
    cri_err_t err = coap_add_token(request, answer->token_len, answer->token) > 0
                        ? coap_add_cri(cri, dest, add_option, request)
                        : CRI_ERR_BUFFER;
    if (err != CRI_OK) {
        coap_delete_pdu(request);
        return cri_err_name(err);
    }
    awaited = answer;
    return coap_send(session, request) != COAP_INVALID_MID ? NULL : "not sent";
}

/* Sends a request for the CRI, and waits for its answer. Returns NULL, or why there is none. */
static const char *exchange(struct client *client, coap_pdu_code_t method, const cri_t *cri, struct answer *answer)
{
    coap_address_t address;
    memset(answer, 0, sizeof *answer);
    const char *problem = client->left_ms > 0 ? find_address(cri, &address) : "skipped: no time left";
    if (problem != NULL) {
        return problem;
    }
    cri_endpoint_t dest;
    if (cri_endpoint_from_sockaddr(&address.addr.sa, address.size, &dest) != CRI_OK) {
        return "no address";
    }
    coap_session_t *session = coap_new_client_session(client->context, NULL, &address, COAP_PROTO_UDP);
    if (session == NULL) {
        return "no session";
    }
    problem = send_request(session, method, cri, &dest, answer);
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

/* ---- showing --------------------------------------------------------------------------------- */

/* Prints what a peer has sent: a terminal acts on control characters, and shows some others as what they are not. */
static void print_escaped(const uint8_t *bytes, size_t len)
{
    static char text[6 * PAYLOAD_SIZE + 1];
    if (cri_escape(bytes, len, text, sizeof text, &len) == CRI_OK) {
        printf("%s", text);
    }
}

/* Prints a CRI as a URI, which is printable ASCII; without user information, which may be a password. */
static void print_uri(const cri_t *cri)
{
    char uri[URI_SIZE];
    size_t len = 0;
    uint8_t scratch[URI_SIZE]; /* for a host that user information precedes */
    cri_t bare;
    cri_err_t err = cri_without_userinfo(cri, scratch, sizeof scratch, &len, &bare);
    if (err == CRI_OK) {
        err = cri_to_uri(&bare, uri, sizeof uri, &len);
    }
    if (err == CRI_ERR_BUFFER) {
        printf("(a URI of %zu bytes)", len);
    } else {
        printf("%s", err == CRI_OK ? uri : cri_err_name(err));
    }
}

/* Fetches a CRI, and shows what comes. Returns whether there was an answer. */
static bool fetch(struct client *client, coap_pdu_code_t method, const cri_t *cri, struct answer *answer)
{
    cri_t target;
    printf("0.%02d ", (int)method);
    print_uri(cri);
    printf(": ");
    fflush(stdout);
    cri_err_t err = cri_without_fragment(cri, &target); /* a fragment is the client's own matter */
    const char *problem = err == CRI_OK ? exchange(client, method, &target, answer) : cri_err_name(err);
    if (problem != NULL) {
        printf("%s\n", problem);
        return false;
    }
    printf("%d.%02d", COAP_RESPONSE_CLASS(answer->code), answer->code & 0x1f);
    if (answer->is_cbor) {
        printf(" CBOR of %zu bytes\n", answer->payload_len);
    } else {
        putchar(' ');
        print_escaped(answer->payload, answer->payload_len);
        putchar('\n');
    }
    return true;
}

/* Fetches what a link leads to. What comes is shown only: links in it are not followed. */
static void follow(void *context, cri_err_t err, const cri_t *target)
{
    static struct answer answer;
    struct client *client = context;
    if (err != CRI_OK) {
        printf("skipped: %s\n", cri_err_name(err));
    } else if (client->links >= MAX_LINKS) {
        printf("skipped: more than %d links\n", MAX_LINKS);
    } else {
        client->links++;
        (void)fetch(client, COAP_REQUEST_CODE_GET, target, &answer);
    }
}

/* Fetches what the Location-* options of an answer name. */
static bool fetch_location(struct client *client, const cri_t *base, const struct answer *created)
{
    static struct answer answer;
    cri_t target;
    cri_err_t err = created->location_err;
    if (err == CRI_OK && cri_discard(&created->location) == 0 && !cri_query_is_set(&created->location)) {
        printf("no location\n"); /* the empty reference: there are no such options */
        return false;
    }
    if (err == CRI_OK) {
        err = cri_resolve(base, &created->location, &target);
    }
    if (err != CRI_OK) {
        printf("the location: %s\n", cri_err_name(err));
        return false;
    }
    return fetch(client, COAP_REQUEST_CODE_GET, &target, &answer);
}

/* Follows the links of a document. */
static bool follow_links(struct client *client, const cri_t *base, const struct answer *document)
{
    cri_err_t err = coap_each_link(base, REVISION, document->payload, document->payload_len, follow, client);
    if (err != CRI_OK) {
        printf("the document of links: %s\n", cri_err_name(err));
    }
    return err == CRI_OK;
}

int main(int argc, char **argv)
{
    static struct answer answer;
    struct client client = {NULL, TOTAL_MS, 0};
    uint8_t cbor[CRI_SIZE];
    cri_t base;
    bool post = argc == 3 && strcmp(argv[1], "--post") == 0;
    if (argc != 2 && !post) {
        fprintf(stderr, "usage: coap-follow [--post] URI\n");
        return 2;
    }
    const char *uri = argv[argc - 1];
    cri_err_t err = cri_from_uri_view(REVISION, uri, strlen(uri), cbor, sizeof cbor, &base);
    if (err == CRI_OK && !cri_is_full(&base)) {
        err = CRI_ERR_NOT_FULL;
    }
    if (err != CRI_OK) {
        fprintf(stderr, "%s: %s\n", uri, cri_err_name(err));
        return 1;
    }
    coap_startup();
    coap_set_log_level(LOG_EMERG); /* or a peer fills the log */
    client.context = coap_new_context(NULL);
    if (client.context == NULL) {
        return 1;
    }
    /* Block by block, not as a whole body: for that libcoap reserves as much as the server says. */
    coap_context_set_block_mode(client.context, COAP_BLOCK_USE_LIBCOAP);
    coap_register_response_handler(client.context, on_response);
    coap_register_nack_handler(client.context, on_nack);
    awaited = &answer;
    bool ok = fetch(&client, post ? COAP_REQUEST_CODE_POST : COAP_REQUEST_CODE_GET, &base, &answer);
    if (ok && post) {
        ok = COAP_RESPONSE_CLASS(answer.code) == 2 && fetch_location(&client, &base, &answer);
    } else if (ok && answer.is_cbor && COAP_RESPONSE_CLASS(answer.code) == 2) {
        ok = follow_links(&client, &base, &answer);
    }
    coap_free_context(client.context);
    coap_cleanup();
    return ok ? 0 : 1;
}
