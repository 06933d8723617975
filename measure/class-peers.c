/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "class-peers.h"

#include <uriparser/Uri.h>

/* What iri-string and uriparser write their results to, as libcri does. */
static char written[4 * CLASS_MAX];

/* ---- in peers/src/texts.rs ---- */

bool fluent_text_split(const char *text, size_t len);
bool fluent_text_normalize(const char *text, size_t len);
bool fluent_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);
bool iri_text_split(const char *text, size_t len);
bool iri_text_normalize(const char *text, size_t len, char *buf, size_t buf_cap);
bool iri_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len, char *buf,
                      size_t buf_cap);
bool ada_text_parse(const char *text, size_t len);
bool ada_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);

#define ON(name, call)                                                                                                 \
    static bool name(const struct class_texts *t) { return call; }

ON(fluent_split, fluent_text_split(t->text, t->text_len))
ON(fluent_normalize, fluent_text_normalize(t->text, t->text_len))
ON(fluent_resolve, fluent_text_resolve(t->base, t->base_len, t->reference, t->reference_len))
ON(iri_split, iri_text_split(t->text, t->text_len))
ON(iri_normalize, iri_text_normalize(t->text, t->text_len, written, sizeof written))
ON(iri_resolve, iri_text_resolve(t->base, t->base_len, t->reference, t->reference_len, written, sizeof written))
ON(ada_parse, ada_text_parse(t->text, t->text_len))
ON(ada_resolve, ada_text_resolve(t->base, t->base_len, t->reference, t->reference_len))

/* ---- uriparser ---- */

static bool parse(UriUriA *uri, const char *text, size_t len)
{
    const char *error;
    return uriParseSingleUriExA(uri, text, text + len, &error) == URI_SUCCESS;
}

static bool uriparser_split(const struct class_texts *t)
{
    UriUriA uri;
    bool done = parse(&uri, t->text, t->text_len);
    if (done) {
        uriFreeUriMembersA(&uri);
    }
    return done;
}

static bool uriparser_normalize(const struct class_texts *t)
{
    UriUriA uri;
    if (!parse(&uri, t->text, t->text_len)) {
        return false;
    }
    bool done =
        uriNormalizeSyntaxA(&uri) == URI_SUCCESS && uriToStringA(written, &uri, sizeof written, NULL) == URI_SUCCESS;
    uriFreeUriMembersA(&uri);
    return done;
}

static bool uriparser_resolve(const struct class_texts *t)
{
    UriUriA base, reference, resolved;
    bool done = false;
    if (!parse(&base, t->base, t->base_len)) {
        return false;
    }
    if (parse(&reference, t->reference, t->reference_len)) {
        done = uriAddBaseUriA(&resolved, &reference, &base) == URI_SUCCESS &&
               uriToStringA(written, &resolved, sizeof written, NULL) == URI_SUCCESS;
        uriFreeUriMembersA(&resolved);
        uriFreeUriMembersA(&reference);
    }
    uriFreeUriMembersA(&base);
    return done;
}

/* What measuring itself costs. */
static bool nothing(const struct class_texts *t) { return t->text != NULL; }

const struct class_peer class_peers[] = {
    {"nothing", "nothing", nothing},
    {"uri_split", "fluent-uri", fluent_split},
    {"uri_split", "iri-string", iri_split},
    {"uri_split", "ada-url", ada_parse},
    {"uri_split", "liburiparser", uriparser_split},
    {"uri_resolve", "fluent-uri", fluent_resolve},
    {"uri_resolve", "iri-string", iri_resolve},
    {"uri_resolve", "ada-url", ada_resolve},
    {"uri_resolve", "liburiparser", uriparser_resolve},
    {"uri_normalize", "fluent-uri", fluent_normalize},
    {"uri_normalize", "iri-string", iri_normalize},
    {"uri_normalize", "ada-url", ada_parse},
    {"uri_normalize", "liburiparser", uriparser_normalize},
};

const size_t class_peer_count = sizeof class_peers / sizeof *class_peers;
