/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a peer can make the library do: the operations on bytes as they arrive, valid or not. */
#include "raw.h"

#include "cri_document.h"

enum { OUT = 4096 };

static uint8_t out[OUT];
static size_t out_len, offset;
static cri_t view, base_view;

static cri_err_t parse(const uint8_t *data, size_t len) { return cri_parse(REVISION, data, len, &view, &out_len); }

static cri_err_t skip(const uint8_t *data, size_t len) { return cri_skip(data, len, &out_len); }

static cri_err_t parse_where(const uint8_t *data, size_t len)
{
    uint8_t part;
    return cri_parse_where(REVISION, data, len, &offset, &part);
}

static cri_err_t find_tagged(const uint8_t *data, size_t len)
{
    cri_find_t find;
    cri_err_t err = cri_find_tagged(REVISION, data, len, &find);
    while (err == CRI_OK && cri_find_next(&find, &view)) {
    }
    return err;
}

/* Parsed, and then this. */
#define PARSED(name, expression)                                                                                       \
    static cri_err_t name(const uint8_t *data, size_t len)                                                             \
    {                                                                                                                  \
        cri_err_t err = parse(data, len);                                                                              \
        return err == CRI_OK ? (expression) : err;                                                                     \
    }

PARSED(encode, cri_encode(&view, out, OUT, &out_len))
PARSED(normalize, cri_normalize(&view, out, OUT, &out_len))
PARSED(to_uri, cri_to_uri(&view, (char *)out, OUT, &out_len))
PARSED(to_iri, cri_to_iri(&view, (char *)out, OUT, &out_len))
PARSED(to_coap, cri_to_coap(&view, NULL, 0, out, OUT, &out_len))
PARSED(to_edn, cri_to_edn(&view, (char *)out, OUT, &out_len))
PARSED(resolve_to, cri_resolve_to(&base_view, &view, out, OUT, &out_len, &view))
PARSED(relativize, cri_relativize(&base_view, &view, &view))

/* On text. */
#define TEXT(name, expression)                                                                                         \
    static cri_err_t name(const uint8_t *data, size_t len)                                                             \
    {                                                                                                                  \
        const char *text = (const char *)data;                                                                         \
        return (expression);                                                                                           \
    }

static cri_err_t split_text(const char *text, size_t len)
{
    cri_uri_t parts;
    return cri_uri_split(text, len, &parts, &offset);
}

static cri_err_t find_text(const char *text, size_t len)
{
    size_t start, found;
    for (size_t at = 0; cri_uri_find(text, len, at, &start, &found); at = start + found) {
    }
    return CRI_OK;
}

TEXT(from_uri, cri_from_uri(REVISION, text, len, out, OUT, &out_len))
TEXT(from_iri, cri_from_iri(REVISION, text, len, out, OUT, &out_len))
TEXT(from_edn, cri_from_edn(REVISION, text, len, out, OUT, &out_len, &offset))
TEXT(uri_split, split_text(text, len))
TEXT(uri_normalize, cri_uri_normalize(text, len, CRI_URI_SCHEME, (char *)out, OUT, &out_len))
TEXT(uri_resolve, cri_uri_resolve(BASE, sizeof BASE - 1, text, len, true, (char *)out, OUT, &out_len))
TEXT(uri_find, find_text(text, len))

static cri_err_t from_coap(const uint8_t *data, size_t len)
{
    return cri_from_coap(REVISION, -1, data, len, NULL, out, OUT, &out_len);
}

static cri_err_t cori_parse(const uint8_t *data, size_t len)
{
    cri_cori_t cori;
    return cri_cori_parse(data, len, &cori, &out_len);
}

const struct raw_operation raw_operations[] = {
    {"parse", FORM_CRI, parse},
    {"skip", FORM_CRI, skip},
    {"parse_where", FORM_CRI, parse_where},
    {"find_tagged", FORM_CRI, find_tagged},
    {"parse, encode", FORM_CRI, encode},
    {"parse, normalize", FORM_CRI, normalize},
    {"parse, to_uri", FORM_CRI, to_uri},
    {"parse, to_iri", FORM_CRI, to_iri},
    {"parse, to_coap", FORM_CRI, to_coap},
    {"parse, to_edn", FORM_CRI, to_edn},
    {"parse, resolve_to", FORM_CRI, resolve_to},
    {"parse, relativize", FORM_CRI, relativize},
    {"from_uri", FORM_TEXT, from_uri},
    {"from_iri", FORM_TEXT, from_iri},
    {"from_edn", FORM_TEXT, from_edn},
    {"uri_split", FORM_TEXT, uri_split},
    {"uri_normalize", FORM_TEXT, uri_normalize},
    {"uri_resolve", FORM_TEXT, uri_resolve},
    {"uri_find", FORM_TEXT, uri_find},
    {"from_coap", FORM_OPTIONS, from_coap},
    {"cori_parse", FORM_CORI, cori_parse},
};

const size_t raw_operation_count = sizeof raw_operations / sizeof *raw_operations;

bool prepare_raw_operations(void)
{
    static uint8_t base[128];
    return cri_from_uri(REVISION, BASE, sizeof BASE - 1, base, sizeof base, &out_len) == CRI_OK &&
           cri_parse_exact(REVISION, base, out_len, &base_view) == CRI_OK;
}
