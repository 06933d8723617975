/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * coap-follow: a CoAP client (libcoap 3) that fetches a document of links and follows them.
 *
 *   coap-follow URI
 *       sends a GET; if the answer is a CBOR array of CRI references, resolves and fetches each
 *   coap-follow --discover FILTER URI
 *       fetches a document in link format, and the first link that passes a filter, such as rt=temp*
 *   coap-follow --post URI
 *       sends a POST, and fetches the resource that the Location-* options of the answer name
 *
 * Links are used in the form in which they arrive: a URI is made only to show the link, and a resolved link is not
 * stored before its options are sent. Links are followed one level deep, and at most MAX_LINKS of them. Texts of peers
 * are printed with the escapes of cri_escape(). coap-exchange.h lists the other protections against a hostile server.
 */
#include "coap-core.h"
#include "coap-exchange.h"
#include "coap-loops.h"
#include "cri_edn.h"

#include <stdio.h>
#include <string.h>

#define URI_SIZE 512
#define MAX_LINKS 16

/* ---- showing --------------------------------------------------------------------------------- */

/* Prints text of a peer with escapes, because a terminal obeys control characters, and shows some other characters
 * misleadingly. */
static void print_escaped(const uint8_t *bytes, size_t len)
{
    static char text[6 * PAYLOAD_SIZE + 1];
    if (cri_escape(bytes, len, text, sizeof text, &len) == CRI_OK) {
        printf("%s", text);
    }
}

/* Prints a CRI as a URI, which is printable ASCII. Omits user information, which may be a password. */
static void print_uri(const cri_t *cri)
{
    char uri[URI_SIZE];
    size_t len = 0;
    uint8_t scratch[URI_SIZE]; /* for the host, if there is user information */
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

/* Fetches a CRI, and shows the answer. Returns true if there was an answer. */
static bool fetch(struct client *client, coap_pdu_code_t method, const cri_t *cri, struct answer *answer)
{
    printf("0.%02d ", (int)method);
    print_uri(cri);
    printf(": ");
    fflush(stdout);
    const char *problem = exchange(client, method, cri, answer);
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

/* Fetches the target of a link, and shows the answer. Links in the answer are not followed. */
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

/* Fetches the resource that the Location-* options of an answer name. */
static bool fetch_location(struct client *client, const cri_t *base, const struct answer *created)
{
    static struct answer answer;
    cri_t target;
    cri_err_t err = created->location_err;
    if (err == CRI_OK && cri_discard(&created->location) == 0 && !cri_query_is_set(&created->location)) {
        printf("no location\n"); /* the empty reference: there are no Location-* options */
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

/* Fetches the first link of a document in link format that passes a filter. */
static bool discover(struct client *client, const cri_t *base, const struct answer *document, const char *filter)
{
    static struct answer answer;
    struct coap_core core;
    uint8_t cbor[CRI_SIZE];
    cri_t target;
    bool found = false, last = coap_core_begin(&core) != CRI_OK;
    for (size_t at = 0; !found && !last; at += COAP_CORE_BLOCK) {
        last = document->payload_len - at <= COAP_CORE_BLOCK;
        found = coap_core_find(&core, document->payload + at, last ? document->payload_len - at : COAP_CORE_BLOCK, last,
                               filter, strlen(filter), base, cbor, sizeof cbor, &target);
    }
    if (!found) {
        printf("no such link\n");
        return false;
    }
    return fetch(client, COAP_REQUEST_CODE_GET, &target, &answer);
}

int main(int argc, char **argv)
{
    static struct answer answer;
    struct client client;
    uint8_t cbor[CRI_SIZE];
    cri_t base;
    const bool post = argc == 3 && strcmp(argv[1], "--post") == 0;
    const char *filter = argc == 4 && strcmp(argv[1], "--discover") == 0 ? argv[2] : NULL;
    if (argc != 2 && !post && filter == NULL) {
        fprintf(stderr, "usage: coap-follow [--post | --discover FILTER] URI\n");
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
    if (!client_init(&client)) {
        return 1;
    }
    bool ok = fetch(&client, post ? COAP_REQUEST_CODE_POST : COAP_REQUEST_CODE_GET, &base, &answer);
    const bool success = ok && COAP_RESPONSE_CLASS(answer.code) == 2;
    if (post) {
        ok = success && fetch_location(&client, &base, &answer);
    } else if (filter != NULL) {
        ok = success && discover(&client, &base, &answer, filter);
    } else if (success && answer.is_cbor) {
        ok = follow_links(&client, &base, &answer);
    }
    coap_free_context(client.context);
    coap_cleanup();
    return ok ? 0 : 1;
}
