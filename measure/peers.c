/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What libcri is compared with: for each row the nearest equivalent of each peer. */
#include "peers.h"

#include <coap3/coap.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

/* In peers/src/lib.rs. */
struct peers;
const struct peers *peers_prepare(const char *base, size_t base_len, const char *reference, size_t reference_len);
#define RUST(name)                                                                                                     \
    bool name(const struct peers *peers);                                                                              \
    static bool run_##name(void) { return name(rust); }

static const struct peers *rust;
RUST(fluent_parse)
RUST(fluent_parse_reference)
RUST(fluent_resolve)
RUST(fluent_parse_both_resolve)
RUST(fluent_normalize)
RUST(fluent_equal)
RUST(fluent_normalize_equal)
RUST(iri_parse)
RUST(iri_parse_reference)
RUST(iri_resolve)
RUST(iri_parse_both_resolve)
RUST(iri_normalize)
RUST(iri_equal)
RUST(url_parse)
RUST(url_join)
RUST(url_parse_join)
RUST(url_equal)
RUST(url_make_relative)

static const char base_text[] = BASE;
static const char reference_text[] = REFERENCE;
static char written[512];

/* ---- liburiparser ---- */

static UriUriA base, again, target;

static bool parse(UriUriA *uri, const char *text)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + strlen(text), &error) == URI_SUCCESS;
}

static bool write_and_free(UriUriA *uri, bool made)
{
    bool done = made && uriToStringA(written, uri, sizeof written, NULL) == URI_SUCCESS;
    uriFreeUriMembersA(uri);
    return done;
}

static bool uriparser_parse(void)
{
    UriUriA uri;
    bool done = parse(&uri, base_text);
    uriFreeUriMembersA(&uri);
    return done;
}

static bool uriparser_parse_reference(void)
{
    UriUriA uri;
    bool done = parse(&uri, reference_text);
    uriFreeUriMembersA(&uri);
    return done;
}

static bool resolve_against(const UriUriA *with)
{
    UriUriA reference, resolved;
    if (!parse(&reference, reference_text)) {
        return false;
    }
    bool done = write_and_free(&resolved, uriAddBaseUriA(&resolved, &reference, with) == URI_SUCCESS);
    uriFreeUriMembersA(&reference);
    return done;
}

static bool uriparser_resolve(void) { return resolve_against(&base); }

static bool uriparser_parse_both_resolve(void)
{
    UriUriA uri;
    bool done = parse(&uri, base_text) && resolve_against(&uri);
    uriFreeUriMembersA(&uri);
    return done;
}

static bool uriparser_to_string(void) { return uriToStringA(written, &base, sizeof written, NULL) == URI_SUCCESS; }

static bool uriparser_normalize(void)
{
    UriUriA uri;
    bool done = parse(&uri, base_text) && uriNormalizeSyntaxA(&uri) == URI_SUCCESS;
    uriFreeUriMembersA(&uri);
    return done;
}

static bool uriparser_normalize_to_string(void)
{
    UriUriA uri;
    return write_and_free(&uri, parse(&uri, base_text) && uriNormalizeSyntaxA(&uri) == URI_SUCCESS);
}

static bool uriparser_equal(void) { return uriEqualsUriA(&base, &again) == URI_TRUE; }

static bool uriparser_normalize_equal(void)
{
    UriUriA a, b;
    bool done = parse(&a, base_text) && parse(&b, base_text) && uriNormalizeSyntaxA(&a) == URI_SUCCESS &&
                uriNormalizeSyntaxA(&b) == URI_SUCCESS && uriEqualsUriA(&a, &b) == URI_TRUE;
    uriFreeUriMembersA(&a);
    uriFreeUriMembersA(&b);
    return done;
}

static bool uriparser_relative(void)
{
    UriUriA relative;
    return write_and_free(&relative, uriRemoveBaseUriA(&relative, &target, &base, URI_FALSE) == URI_SUCCESS);
}

/* ---- libcoap ---- */

static unsigned char path_options[256], query_options[256];

static bool coap_split(void)
{
    coap_uri_t uri;
    return coap_split_uri((const uint8_t *)base_text, sizeof base_text - 1, &uri) == 0;
}

/* Splits, and makes the options of path and query, one behind the other. */
static bool split_all(coap_uri_t *uri, int *segments, int *parameters)
{
    size_t path_len = sizeof path_options;
    size_t query_len = sizeof query_options;
    if (coap_split_uri((const uint8_t *)base_text, sizeof base_text - 1, uri) != 0) {
        return false;
    }
    *segments = coap_split_path(uri->path.s, uri->path.length, path_options, &path_len);
    *parameters = coap_split_query(uri->query.s, uri->query.length, query_options, &query_len);
    return *segments == 6 && *parameters == 1;
}

static bool coap_split_path_query(void)
{
    coap_uri_t uri;
    int segments, parameters;
    return split_all(&uri, &segments, &parameters);
}

static bool insert(coap_optlist_t **list, uint16_t number, const unsigned char *option, int count)
{
    bool done = true;
    for (int i = 0; i < count; i++) {
        done &= coap_insert_optlist(list, coap_new_optlist(number, coap_opt_length(option), coap_opt_value(option)));
        option += coap_opt_size(option);
    }
    return done;
}

static bool coap_into_list(void)
{
    coap_uri_t uri;
    int segments, parameters;
    coap_optlist_t *list = NULL;
    unsigned char port[2];
    if (!split_all(&uri, &segments, &parameters)) {
        return false;
    }
    unsigned port_len = coap_encode_var_safe(port, sizeof port, uri.port);
    bool done = coap_insert_optlist(&list, coap_new_optlist(COAP_OPTION_URI_HOST, uri.host.length, uri.host.s)) &&
                coap_insert_optlist(&list, coap_new_optlist(COAP_OPTION_URI_PORT, port_len, port)) &&
                insert(&list, COAP_OPTION_URI_PATH, path_options, segments) &&
                insert(&list, COAP_OPTION_URI_QUERY, query_options, parameters);
    coap_delete_optlist(list);
    return done;
}

/* ---- all of them ---- */

bool prepare_peers(void)
{
    static const char target_text[] =
        "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/humidity?unit=percent";
    rust = peers_prepare(base_text, sizeof base_text - 1, reference_text, sizeof reference_text - 1);
    return rust != NULL && parse(&base, base_text) && parse(&again, base_text) && parse(&target, target_text);
}

const char *uriparser_version(void) { return URI_VER_ANSI; }

const char *libcoap_version(void)
{
    const char *version = strrchr(coap_package_version(), ' ');
    return version != NULL ? version + 1 : coap_package_version();
}

#define URIPARSER "liburiparser"
#define LIBCOAP "libcoap"
#define FLUENT "fluent-uri"
#define IRI_STRING "iri-string"
#define URL "url"

/* clang-format off */
const struct op peer_operations[] = {
    {"parse", FLUENT, "UriRef::parse", run_fluent_parse},
    {"parse", IRI_STRING, "UriReferenceStr::new", run_iri_parse},
    {"parse", URL, "Url::parse", run_url_parse},
    {"parse", URIPARSER, "uriParseSingleUriExA", uriparser_parse},
    {"parse", LIBCOAP, "coap_split_uri", coap_split},
    {"parse-reference", FLUENT, "UriRef::parse", run_fluent_parse_reference},
    {"parse-reference", IRI_STRING, "UriReferenceStr::new", run_iri_parse_reference},
    {"parse-reference", URIPARSER, "uriParseSingleUriExA", uriparser_parse_reference},
    {"resolve-to-uri", FLUENT, "UriRef::parse, resolve_against", run_fluent_resolve},
    {"resolve-to-uri", IRI_STRING, "UriReferenceStr::new, resolve_against, into a buffer", run_iri_resolve},
    {"resolve-to-uri", URL, "Url::join", run_url_join},
    {"resolve-to-uri", URIPARSER, "uriParseSingleUriExA, uriAddBaseUriA, uriToStringA", uriparser_resolve},
    {"to-uri", URIPARSER, "uriToStringA", uriparser_to_string},
    {"from-uri", FLUENT, "Uri::parse, normalize", run_fluent_normalize},
    {"from-uri", IRI_STRING, "UriStr::new, normalize, into a buffer", run_iri_normalize},
    {"from-uri", URL, "Url::parse, which normalises", run_url_parse},
    {"from-uri", URIPARSER, "uriParseSingleUriExA, uriNormalizeSyntaxA", uriparser_normalize},
    {"from-uri", LIBCOAP, "coap_split_uri, coap_split_path, coap_split_query, which do not normalise", coap_split_path_query},
    {"equal", URIPARSER, "uriEqualsUriA", uriparser_equal},
    {"equal", FLUENT, "== of the texts", run_fluent_equal},
    {"equal", IRI_STRING, "== of the texts", run_iri_equal},
    {"equal", URL, "== of the texts", run_url_equal},
    {"relativize", URIPARSER, "uriRemoveBaseUriA, uriToStringA", uriparser_relative},
    {"relativize", URL, "Url::make_relative", run_url_make_relative},
    {"to-coap", LIBCOAP, "coap_split_uri, coap_split_path, coap_split_query", coap_split_path_query},
    {"to-coap", LIBCOAP " (list)", "the same, and coap_insert_optlist for each option", coap_into_list},
    {"uri-split", FLUENT, "UriRef::parse", run_fluent_parse},
    {"uri-split", IRI_STRING, "UriReferenceStr::new", run_iri_parse},
    {"uri-split", URL, "Url::parse", run_url_parse},
    {"uri-split", URIPARSER, "uriParseSingleUriExA", uriparser_parse},
    {"uri-split", LIBCOAP, "coap_split_uri", coap_split},
    {"uri-split-reference", FLUENT, "UriRef::parse", run_fluent_parse_reference},
    {"uri-split-reference", IRI_STRING, "UriReferenceStr::new", run_iri_parse_reference},
    {"uri-split-reference", URIPARSER, "uriParseSingleUriExA", uriparser_parse_reference},
    {"uri-resolve", FLUENT, "Uri::parse, UriRef::parse, resolve_against", run_fluent_parse_both_resolve},
    {"uri-resolve", IRI_STRING, "UriAbsoluteStr::new, UriReferenceStr::new, resolve_against", run_iri_parse_both_resolve},
    {"uri-resolve", URL, "Url::parse, Url::join", run_url_parse_join},
    {"uri-resolve", URIPARSER, "uriParseSingleUriExA twice, uriAddBaseUriA, uriToStringA", uriparser_parse_both_resolve},
    {"uri-normalize", FLUENT, "Uri::parse, normalize", run_fluent_normalize},
    {"uri-normalize", IRI_STRING, "UriStr::new, normalize, into a buffer", run_iri_normalize},
    {"uri-normalize", URL, "Url::parse, which normalises", run_url_parse},
    {"uri-normalize", URIPARSER, "uriParseSingleUriExA, uriNormalizeSyntaxA, uriToStringA", uriparser_normalize_to_string},
    {"uri-equal", FLUENT, "Uri::parse twice, normalize twice, ==", run_fluent_normalize_equal},
    {"uri-equal", URIPARSER, "uriParseSingleUriExA twice, uriNormalizeSyntaxA twice, uriEqualsUriA", uriparser_normalize_equal},
};
/* clang-format on */

const size_t peer_operation_count = sizeof peer_operations / sizeof *peer_operations;
