/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations of harness.c for other libraries, on the same texts, in place of operations.c. */
#include "harness.h"

#include <coap3/coap.h>
#include <uriparser/Uri.h>

void make_objects(void) {}

/* In peers/src/lib.rs. */
bool fluent_text_split(const char *text, size_t len);
bool fluent_text_normalize(const char *text, size_t len);
bool fluent_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);
bool ada_text_parse(const char *text, size_t len);
bool ada_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);

static cri_err_t result_of(bool done) { return done ? CRI_OK : CRI_ERR_ARGUMENT; }

#define FORM_OF(use) (const char *)forms[use].bytes, forms[use].len
#define ON(name, call)                                                                                                 \
    static cri_err_t name(void) { return result_of(call); }

ON(fluent_split, fluent_text_split(FORM_OF(F_TEXT)))
ON(fluent_normalize, fluent_text_normalize(FORM_OF(F_TEXT)))
ON(fluent_resolve, fluent_text_resolve(FORM_OF(F_BASE_TEXT), FORM_OF(F_REFERENCE_TEXT)))
ON(ada_parse, ada_text_parse(FORM_OF(F_TEXT)))
ON(ada_resolve, ada_text_resolve(FORM_OF(F_BASE_TEXT), FORM_OF(F_REFERENCE_TEXT)))

static bool parse(UriUriA *uri, enum use use)
{
    const char *error, *text = (const char *)forms[use].bytes;
    return uriParseSingleUriExA(uri, text, text + forms[use].len, &error) == URI_SUCCESS;
}

static cri_err_t uriparser_split(void)
{
    UriUriA parts;
    const bool done = parse(&parts, F_TEXT);
    if (done) {
        uriFreeUriMembersA(&parts);
    }
    return result_of(done);
}

static cri_err_t uriparser_resolve(void)
{
    static char written[FORM];
    UriUriA from, to, target;
    bool done = false;
    if (!parse(&from, F_BASE_TEXT)) {
        return result_of(false);
    }
    if (parse(&to, F_REFERENCE_TEXT)) {
        if (uriAddBaseUriA(&target, &to, &from) == URI_SUCCESS) {
            done = uriToStringA(written, &target, sizeof written, NULL) == URI_SUCCESS;
            uriFreeUriMembersA(&target);
        }
        uriFreeUriMembersA(&to);
    }
    uriFreeUriMembersA(&from);
    return result_of(done);
}

/* The options of path and query, one after the other. */
static cri_err_t libcoap_options(void)
{
    static unsigned char path[FORM], query[FORM];
    size_t path_len = sizeof path, query_len = sizeof query;
    coap_uri_t uri;
    return result_of(coap_split_uri(forms[F_TEXT].bytes, forms[F_TEXT].len, &uri) == 0 &&
                     coap_split_path(uri.path.s, uri.path.length, path, &path_len) >= 0 &&
                     coap_split_query(uri.query.s, uri.query.length, query, &query_len) >= 0);
}

#define TEXT BIT(F_TEXT)
#define TEXTS BIT(F_BASE_TEXT) | BIT(F_REFERENCE_TEXT)

const struct operation operations[] = {
    {"uri_split fluent-uri", fluent_split, TEXT, TEXT, NULL},
    {"uri_split ada-url", ada_parse, TEXT, TEXT, NULL},
    {"uri_split uriparser", uriparser_split, TEXT, TEXT, NULL},
    {"uri_resolve fluent-uri", fluent_resolve, TEXTS, TEXTS, NULL},
    {"uri_resolve ada-url", ada_resolve, TEXTS, TEXTS, NULL},
    {"uri_resolve uriparser", uriparser_resolve, TEXTS, TEXTS, NULL},
    {"uri_normalize fluent-uri", fluent_normalize, TEXT, TEXT, NULL},
    {"uri_normalize ada-url", ada_parse, TEXT, TEXT, NULL},
    {"options libcoap", libcoap_options, TEXT, TEXT, NULL},
};
const size_t operation_count = sizeof operations / sizeof *operations;
