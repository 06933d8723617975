/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a peer can make the library do: the operations on bytes as they arrive, valid or not. */
#include "raw.h"

#include "cri_document.h"

enum { OUT = 4096 };

static uint8_t out[OUT];
static size_t out_len, offset;
static cri_t view, base_view, made;

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

/* On what parse() has read. */
#define PARSED(name, expression)                                                                                       \
    static cri_err_t name(const uint8_t *data, size_t len)                                                             \
    {                                                                                                                  \
        (void)data;                                                                                                    \
        (void)len;                                                                                                     \
        return (expression);                                                                                           \
    }

PARSED(encode, cri_encode(&view, out, OUT, &out_len))
PARSED(normalize, cri_normalize(&view, out, OUT, &out_len))
PARSED(to_uri, cri_to_uri(&view, (char *)out, OUT, &out_len))
PARSED(to_iri, cri_to_iri(&view, (char *)out, OUT, &out_len))
PARSED(to_coap, cri_to_coap(&view, NULL, 0, out, OUT, &out_len))
PARSED(to_edn, cri_to_edn(&view, (char *)out, OUT, &out_len))
PARSED(resolve_to, cri_resolve_to(&base_view, &view, out, OUT, &out_len, &made))
PARSED(relativize, cri_relativize(&base_view, &view, &made))

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
    {"parse", FORM_CRI, NULL, parse},
    {"skip", FORM_CRI, NULL, skip},
    {"parse_where", FORM_CRI, NULL, parse_where},
    {"find_tagged", FORM_CRI, NULL, find_tagged},
    {"encode", FORM_CRI, parse, encode},
    {"normalize", FORM_CRI, parse, normalize},
    {"to_uri", FORM_CRI, parse, to_uri},
    {"to_iri", FORM_CRI, parse, to_iri},
    {"to_coap", FORM_CRI, parse, to_coap},
    {"to_edn", FORM_CRI, parse, to_edn},
    {"resolve_to", FORM_CRI, parse, resolve_to},
    {"relativize", FORM_CRI, parse, relativize},
    {"from_uri", FORM_TEXT, NULL, from_uri},
    {"from_iri", FORM_TEXT, NULL, from_iri},
    {"from_edn", FORM_TEXT, NULL, from_edn},
    {"uri_split", FORM_TEXT, NULL, uri_split},
    {"uri_normalize", FORM_TEXT, NULL, uri_normalize},
    {"uri_resolve", FORM_TEXT, NULL, uri_resolve},
    {"uri_find", FORM_TEXT, NULL, uri_find},
    {"from_coap", FORM_OPTIONS, NULL, from_coap},
    {"cori_parse", FORM_CORI, NULL, cori_parse},
};

const size_t raw_operation_count = sizeof raw_operations / sizeof *raw_operations;

cri_err_t run_raw_operation(const struct raw_operation *op, const uint8_t *data, size_t len)
{
    cri_err_t err = op->prepare == NULL ? CRI_OK : op->prepare(data, len);
    return err == CRI_OK ? op->run(data, len) : err;
}

bool prepare_raw_operations(void)
{
    static uint8_t base[128];
    size_t len;
    if (cri_from_uri(REVISION, BASE, sizeof BASE - 1, base, sizeof base, &len) != CRI_OK ||
        cri_parse_exact(REVISION, base, len, &base_view) != CRI_OK) {
        return false;
    }
    /* What refused even the base would measure the refusal. */
    for (const struct raw_operation *op = raw_operations; op < raw_operations + raw_operation_count; op++) {
        if (op->form == FORM_CRI && run_raw_operation(op, base, len) != CRI_OK) {
            return false;
        }
    }
    return true;
}
