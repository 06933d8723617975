/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations of other libraries on the forms of an input. The name of an operation is the name of the libcri
 * function that does the same work, and the library. benches/peers has those that criterion measures, too. */
#include "harness.h"
#include "../peers/peers.h"

#include <curl/curl.h>
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

#define BYTES(form) forms[form].bytes, forms[form].len
#define CHARS(form) (const char *)forms[form].bytes, forms[form].len
#define PEER(function, library, uses, ...)                                                                             \
    OPERATION(function##__##library, uses, (__VA_ARGS__) ? CRI_OK : CRI_ERR_ARGUMENT)
#define ON_TEXT(function, library, call) PEER(function, library, BIT(TEXT), call(CHARS(TEXT)))
#define ON_TEXTS(function, library, call)                                                                              \
    PEER(function, library, BIT(BASE_TEXT) | BIT(REFERENCE_TEXT), call(CHARS(BASE_TEXT), CHARS(REFERENCE_TEXT)))
#define ON_CBOR(function, library, call) PEER(function, library, BIT(CRI), call(BYTES(CRI)))

/* ---- curl -------------------------------------------------------------------------------------- */

/* curl reads C strings. */
static bool curl_set(CURLU *uri, const char *text, unsigned flags)
{
    return curl_url_set(uri, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME | flags) == CURLUE_OK;
}

static bool curl_split(const char *text, size_t len)
{
    CURLU *uri = curl_url();
    (void)len;
    const bool done = curl_set(uri, text, CURLU_PATH_AS_IS);
    curl_url_cleanup(uri);
    return done;
}

static bool curl_resolve(const char *base, size_t base_len, const char *reference, size_t len)
{
    CURLU *uri = curl_url();
    char *written = NULL;
    (void)base_len, (void)len;
    const bool done = curl_set(uri, base, 0) && curl_set(uri, reference, 0) &&
                      curl_url_get(uri, CURLUPART_URL, &written, 0) == CURLUE_OK;
    curl_free(written);
    curl_url_cleanup(uri);
    return done;
}

/* ---- CBOR -------------------------------------------------------------------------------------- */

#ifdef HAS_QCBOR
static bool qcbor_read(const uint8_t *bytes, size_t len)
{
    QCBORDecodeContext context;
    QCBORItem item;
    QCBORDecode_Init(&context, (UsefulBufC){bytes, len}, QCBOR_DECODE_MODE_NORMAL);
    QCBORError error = QCBOR_SUCCESS;
    while (error == QCBOR_SUCCESS)
        error = QCBORDecode_GetNext(&context, &item);
    return error == QCBOR_ERR_NO_MORE_ITEMS && QCBORDecode_Finish(&context) == QCBOR_SUCCESS;
}

ON_CBOR(parse, QCBOR, qcbor_read)
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

static bool nanocbor_read(const uint8_t *bytes, size_t len)
{
    nanocbor_value_t all;
    nanocbor_decoder_init(&all, bytes, len);
    return nanocbor_read_items(&all);
}

ON_CBOR(parse, NanoCBOR, nanocbor_read)
#endif

/* clang-format off */
ON_TEXT(uri_split, fluent_uri, fluent_split)
ON_TEXT(uri_split, uriparser, uriparser_split)
ON_TEXT(uri_split, curl, curl_split)
ON_TEXTS(uri_resolve, fluent_uri, fluent_resolve)
ON_TEXTS(uri_resolve, ada_url, ada_url_resolve)
ON_TEXTS(uri_resolve, uriparser, uriparser_resolve)
ON_TEXTS(uri_resolve, curl, curl_resolve)
ON_TEXT(uri_normalize, fluent_uri, fluent_normalize)
ON_TEXT(uri_normalize, ada_url, ada_url_parse)
ON_TEXT(uri_normalize, uriparser, uriparser_normalize)
ON_TEXT(from_uri, ada_url, ada_url_parse)
ON_TEXT(from_uri, ada_url_with_lists, ada_url_to_cbor)
ON_TEXT(uri_to_coap, libcoap, libcoap_options)
ON_CBOR(parse, minicbor, minicbor_read)
