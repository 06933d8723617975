/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of libcoap, with the steps that libcri's functions have, too: options of the host and the port, and checks
 * of the characters. It returns the length that it writes, or 0. */
#include <coap3/coap.h>
#include <ctype.h>
#include <stdbool.h>
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
size_t libcoap_options(const char *text, size_t len, uint8_t *to, size_t cap)
{
    coap_uri_t uri;
    if (!has_uri_characters(text, len) || coap_split_uri((const uint8_t *)text, len, &uri) != 0 ||
        uri.host.length > 255)
        return 0;
    const uint8_t port[] = {(uint8_t)(uri.port >> 8), (uint8_t)uri.port};
    size_t at = coap_opt_encode(to, cap, COAP_OPTION_URI_HOST, uri.host.s, uri.host.length);
    if (uri.port != COAP_DEFAULT_PORT)
        at += coap_opt_encode(to + at, cap - at, COAP_OPTION_URI_PORT - COAP_OPTION_URI_HOST, port, sizeof port);
    size_t path = cap - at;
    if (coap_split_path(uri.path.s, uri.path.length, to + at, &path) < 0)
        return 0;
    size_t query = cap - at - path;
    return coap_split_query(uri.query.s, uri.query.length, to + at + path, &query) < 0 ? 0 : at + path + query;
}
