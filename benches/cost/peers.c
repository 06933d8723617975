/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations of other libraries, which harness.c runs on the same inputs. This file replaces operations.c.
 * The name of an operation is the name of the libcri function that does the same work, without cri_, and the name of
 * the library. */
#include "harness.h"

#include <coap3/coap.h>
#include <curl/curl.h>
#include <uriparser/Uri.h>
/* No package registry has these two libraries, so the options --qcbor and --nanocbor of script/measure name their
 * folders. */
#if __has_include(<qcbor/qcbor_decode.h>)
#include <qcbor/qcbor_decode.h>
#define HAS_QCBOR
#endif
#if __has_include(<nanocbor/nanocbor.h>)
#include <nanocbor/nanocbor.h>
#define HAS_NANOCBOR
#endif

/* Ends a text with a NUL, because curl reads C strings. */
static void end_text(enum use use)
{
    if (uses(use))
        forms[use].bytes[forms[use].len] = '\0';
}

void make_objects(void)
{
    end_text(F_TEXT);
    end_text(F_BASE_TEXT);
    end_text(F_REFERENCE_TEXT);
}

/* These functions are in peers/src/lib.rs. */
bool fluent_text_split(const char *text, size_t len);
bool fluent_text_normalize(const char *text, size_t len);
bool fluent_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);
bool ada_text_parse(const char *text, size_t len);
bool ada_text_to_cbor(const char *text, size_t len);
bool ada_text_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);
bool minicbor_read_items(const uint8_t *bytes, size_t len);

static cri_err_t result_of(bool done) { return done ? CRI_OK : CRI_ERR_ARGUMENT; }

#define FORM_OF(use) (const char *)forms[use].bytes, forms[use].len
#define ON(name, call)                                                                                                 \
    static cri_err_t name(void) { return result_of(call); }

ON(fluent_split, fluent_text_split(FORM_OF(F_TEXT)))
ON(fluent_normalize, fluent_text_normalize(FORM_OF(F_TEXT)))
ON(fluent_resolve, fluent_text_resolve(FORM_OF(F_BASE_TEXT), FORM_OF(F_REFERENCE_TEXT)))
ON(ada_parse, ada_text_parse(FORM_OF(F_TEXT)))
ON(ada_to_cbor, ada_text_to_cbor(FORM_OF(F_TEXT)))
ON(ada_resolve, ada_text_resolve(FORM_OF(F_BASE_TEXT), FORM_OF(F_REFERENCE_TEXT)))
ON(minicbor_read, minicbor_read_items(forms[F_CRI].bytes, forms[F_CRI].len))

/* ---- uriparser --------------------------------------------------------------------------------- */

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

static cri_err_t uriparser_normalize(void)
{
    static char written[FORM];
    UriUriA uri;
    if (!parse(&uri, F_TEXT)) {
        return result_of(false);
    }
    const bool done =
        uriNormalizeSyntaxA(&uri) == URI_SUCCESS && uriToStringA(written, &uri, sizeof written, NULL) == URI_SUCCESS;
    uriFreeUriMembersA(&uri);
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

/* ---- curl -------------------------------------------------------------------------------------- */

static bool curl_set(CURLU *uri, enum use use, unsigned flags)
{
    return curl_url_set(uri, CURLUPART_URL, (const char *)forms[use].bytes, CURLU_NON_SUPPORT_SCHEME | flags) ==
           CURLUE_OK;
}

static cri_err_t curl_split(void)
{
    CURLU *uri = curl_url();
    const bool done = curl_set(uri, F_TEXT, CURLU_PATH_AS_IS);
    curl_url_cleanup(uri);
    return result_of(done);
}

static cri_err_t curl_resolve(void)
{
    CURLU *uri = curl_url();
    char *written = NULL;
    const bool done = curl_set(uri, F_BASE_TEXT, 0) && curl_set(uri, F_REFERENCE_TEXT, 0) &&
                      curl_url_get(uri, CURLUPART_URL, &written, 0) == CURLUE_OK;
    curl_free(written);
    curl_url_cleanup(uri);
    return result_of(done);
}

/* ---- libcoap ----------------------------------------------------------------------------------- */

/* Makes the options of the path, then the options of the query. */
static cri_err_t libcoap_options(void)
{
    static unsigned char path[FORM], query[FORM];
    size_t path_len = sizeof path, query_len = sizeof query;
    coap_uri_t uri;
    return result_of(coap_split_uri(forms[F_TEXT].bytes, forms[F_TEXT].len, &uri) == 0 &&
                     coap_split_path(uri.path.s, uri.path.length, path, &path_len) >= 0 &&
                     coap_split_query(uri.query.s, uri.query.length, query, &query_len) >= 0);
}

/* ---- CBOR -------------------------------------------------------------------------------------- */

#ifdef HAS_QCBOR
static cri_err_t qcbor_read(void)
{
    QCBORDecodeContext context;
    QCBORItem item;
    QCBORDecode_Init(&context, (UsefulBufC){forms[F_CRI].bytes, forms[F_CRI].len}, QCBOR_DECODE_MODE_NORMAL);
    QCBORError error = QCBOR_SUCCESS;
    while (error == QCBOR_SUCCESS)
        error = QCBORDecode_GetNext(&context, &item);
    return result_of(error == QCBOR_ERR_NO_MORE_ITEMS && QCBORDecode_Finish(&context) == QCBOR_SUCCESS);
}
#endif

#ifdef HAS_NANOCBOR
static bool nanocbor_read_items(nanocbor_value_t *at)
{
    const uint8_t *text;
    size_t len;
    int64_t number;
    nanocbor_value_t items;
    while (!nanocbor_at_end(at)) {
        int result;
        switch (nanocbor_get_type(at)) {
        case NANOCBOR_TYPE_UINT:
        case NANOCBOR_TYPE_NINT:
            result = nanocbor_get_int64(at, &number);
            break;
        case NANOCBOR_TYPE_BSTR:
            result = nanocbor_get_bstr(at, &text, &len);
            break;
        case NANOCBOR_TYPE_TSTR:
            result = nanocbor_get_tstr(at, &text, &len);
            break;
        case NANOCBOR_TYPE_ARR:
            result = nanocbor_enter_array(at, &items);
            if (result >= 0 && nanocbor_read_items(&items))
                result = nanocbor_leave_container(at, &items);
            else
                result = -1;
            break;
        default:
            result = nanocbor_skip_simple(at);
        }
        if (result < 0)
            return false;
    }
    return true;
}

static cri_err_t nanocbor_read(void)
{
    nanocbor_value_t all;
    nanocbor_decoder_init(&all, forms[F_CRI].bytes, forms[F_CRI].len);
    return result_of(nanocbor_read_items(&all));
}
#endif

#define TEXT BIT(F_TEXT)
#define TEXTS BIT(F_BASE_TEXT) | BIT(F_REFERENCE_TEXT)
#define CBOR BIT(F_CRI)

const struct operation operations[] = {
    {"uri_split fluent-uri", fluent_split, TEXT, TEXT, NULL},
    {"uri_split uriparser", uriparser_split, TEXT, TEXT, NULL},
    {"uri_split curl", curl_split, TEXT, TEXT, NULL},
    {"uri_resolve fluent-uri", fluent_resolve, TEXTS, TEXTS, NULL},
    {"uri_resolve ada-url", ada_resolve, TEXTS, TEXTS, NULL},
    {"uri_resolve uriparser", uriparser_resolve, TEXTS, TEXTS, NULL},
    {"uri_resolve curl", curl_resolve, TEXTS, TEXTS, NULL},
    {"uri_normalize fluent-uri", fluent_normalize, TEXT, TEXT, NULL},
    {"uri_normalize ada-url", ada_parse, TEXT, TEXT, NULL},
    {"uri_normalize uriparser", uriparser_normalize, TEXT, TEXT, NULL},
    {"from_uri ada-url", ada_parse, TEXT, TEXT, NULL},
    {"from_uri ada-url with lists", ada_to_cbor, TEXT, TEXT, NULL},
    {"uri_to_coap libcoap", libcoap_options, TEXT, TEXT, NULL},
    {"parse minicbor", minicbor_read, CBOR, CBOR, NULL},
#ifdef HAS_QCBOR
    {"parse QCBOR", qcbor_read, CBOR, CBOR, NULL},
#endif
#ifdef HAS_NANOCBOR
    {"parse NanoCBOR", nanocbor_read, CBOR, CBOR, NULL},
#endif
};
const size_t operation_count = sizeof operations / sizeof *operations;
