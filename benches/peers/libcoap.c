/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of libcoap, with the steps that libcri's functions have, too: options of the host and the port, and checks
 * of the characters. A function returns true if the library succeeded. */
#include <coap3/coap.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Returns true if all characters may be in a URI, and all triplets are complete (RFC 3986 2). */
static bool has_uri_characters(const char *text, size_t len)
{
    static const char marks[] = "-._~:/?@!$&'()*+,;=[]";
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; i < len; i++) {
        const bool is_triplet = bytes[i] == '%' && len - i > 2 && isxdigit(bytes[i + 1]) && isxdigit(bytes[i + 2]);
        if (!is_triplet && !isalnum(bytes[i]) && memchr(marks, bytes[i], sizeof marks - 1) == NULL)
            return false;
    }
    return true;
}

/* Writes Uri-Host, Uri-Port, the segments and the parameters of a URI. */
bool libcoap_options(const char *text, size_t len)
{
    static unsigned char path[16 * 1024], query[16 * 1024], first[300];
    size_t path_len = sizeof path, query_len = sizeof query;
    coap_uri_t uri;
    if (!has_uri_characters(text, len) || coap_split_uri((const uint8_t *)text, len, &uri) != 0 ||
        uri.host.length > 255)
        return false;
    const uint8_t port[] = {(uint8_t)(uri.port >> 8), (uint8_t)uri.port};
    const size_t host_len = coap_opt_encode(first, sizeof first, COAP_OPTION_URI_HOST, uri.host.s, uri.host.length);
    const bool has_port = uri.port != COAP_DEFAULT_PORT;
    return host_len > 0 && (!has_port || coap_opt_encode(first + host_len, sizeof first - host_len, 4, port, 2) > 0) &&
           coap_split_path(uri.path.s, uri.path.length, path, &path_len) >= 0 &&
           coap_split_query(uri.query.s, uri.query.length, query, &query_len) >= 0;
}

/* Parses a message, and writes the URI of its options. */
bool libcoap_uri(const char *message, size_t len)
{
    static char uri[16 * 1024];
    coap_opt_iterator_t iterator;
    coap_pdu_t *pdu = coap_pdu_init(COAP_MESSAGE_CON, 0, 0, len);
    bool done = pdu != NULL && coap_pdu_parse(COAP_PROTO_UDP, (const uint8_t *)message, len, pdu) > 0;
    coap_opt_t *host = done ? coap_check_option(pdu, COAP_OPTION_URI_HOST, &iterator) : NULL;
    if (host != NULL) {
        coap_opt_t *port = coap_check_option(pdu, COAP_OPTION_URI_PORT, &iterator);
        const unsigned number =
            port == NULL ? COAP_DEFAULT_PORT : coap_decode_var_bytes(coap_opt_value(port), coap_opt_length(port));
        coap_string_t *path = coap_get_uri_path(pdu), *query = coap_get_query(pdu);
        done = path != NULL && snprintf(uri, sizeof uri, "coap://%.*s:%u/%s?%s", (int)coap_opt_length(host),
                                        (const char *)coap_opt_value(host), number, (const char *)path->s,
                                        query == NULL ? "" : (const char *)query->s) > 0;
        coap_delete_string(path);
        coap_delete_string(query);
    }
    coap_delete_pdu(pdu);
    return done && host != NULL;
}
