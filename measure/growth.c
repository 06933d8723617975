/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations on inputs of any size. */
#include "growth.h"

#include <string.h>

#define LITERAL(text) (text), sizeof(text) - 1
#define COUNT(array) (sizeof(array) / sizeof *(array))
#define ALIGNED __attribute__((aligned(64)))

static uint8_t revision;
static char text[GROWTH_MAX + 64] ALIGNED, text_again[GROWTH_MAX + 64] ALIGNED, iri[GROWTH_MAX + 64] ALIGNED;
static size_t text_len, iri_len, reference_begins;

struct encoded {
    uint8_t bytes[2 * GROWTH_MAX + 64] ALIGNED;
    size_t len;
    cri_t view;
    cri_err_t err;
};

/* same is equal to cri and stored elsewhere; next is what a reference makes of it. */
static struct encoded cri, same, next, link;
static uint8_t options[2 * GROWTH_MAX + 64] ALIGNED, cori_bytes[3 * GROWTH_MAX + 64] ALIGNED,
    aif[2 * GROWTH_MAX + 64] ALIGNED;
static size_t options_len, cori_len, aif_len;
static cri_err_t options_err, cori_err, cori_link_err;
static cri_cori_t cori, cori_next, cori_link;
static const uint8_t cori_link_bytes[] = {0x84, 5, 1, 6, 0x61, 'x'};

static uint8_t out[6 * GROWTH_MAX + 256] ALIGNED;
static size_t out_len;

static size_t repeated(char *to, const char *prefix, const char *piece, const char *suffix, size_t size)
{
    size_t fixed = strlen(prefix) + strlen(suffix);
    size_t len = strlen(piece);
    size_t times = size > fixed + len ? (size - fixed) / len : 1;
    char *end = to;
    memcpy(end, prefix, strlen(prefix));
    end += strlen(prefix);
    for (size_t i = 0; i < times; i++, end += len) {
        memcpy(end, piece, len);
    }
    memcpy(end, suffix, strlen(suffix));
    return (size_t)(end - to) + strlen(suffix);
}

static void parse_encoded(struct encoded *to)
{
    size_t consumed;
    if (to->err == CRI_OK) {
        to->err = cri_parse(revision, to->bytes, to->len, &to->view, &consumed);
    }
}

/* [[path, query], 1] twice: what its path and query are is allowed. */
static void make_aif(void)
{
    cri_builder_t builder;
    cri_iter_t iter;
    cri_text_t part;
    const char *chars;
    size_t len, local;
    aif_len = 0;
    if (cri.err != CRI_OK) {
        return;
    }
    /* [true, path, query] is a reference; the same without its first item is what AIF has. */
    uint8_t *to = aif + 3;
    cri_builder_init(&builder, revision, 0, out, sizeof out);
    cri_path_iter(&cri.view, &iter);
    cri_builder_discard(&builder, CRI_DISCARD_ALL);
    while (cri_iter_next(&iter, &part)) {
        if (!cri_text_plain(&part, &chars, &len)) {
            return;
        }
        cri_builder_segment(&builder, chars, len);
    }
    if (cri_builder_finish(&builder, &local) != CRI_OK || out[0] != 0x82) {
        return;
    }
    aif[0] = 0x81;
    aif[1] = 0x82;
    aif[2] = 0x81;
    memcpy(to, out + 2, local - 2);
    to[local - 2] = 1;
    aif_len = 3 + local - 2 + 1;
}

static void make_cori(void)
{
    size_t consumed;
    if (text_len > 0) {
        cori_err = cri_cori_decompose(text, text_len, cori_bytes, sizeof cori_bytes, &cori_len);
    } else {
        cori_err = cri.err == CRI_OK ? cri_cori_from_cri(&cri.view, cori_bytes, sizeof cori_bytes, &cori_len) : cri.err;
    }
    if (cori_err == CRI_OK) {
        cori_err = cri_cori_parse(cori_bytes, cori_len, &cori, &consumed);
    }
    cri_cori_parse(cori_link_bytes, sizeof cori_link_bytes, &cori_link, &consumed);
    cori_link_err = cori_err == CRI_OK ? cri_cori_resolve(&cori, &cori_link, 0, &cori_next) : cori_err;
}

void make_input(uint8_t rev, const struct kind *kind, size_t size)
{
    cri_t resolved;
    revision = rev;
    cri.len = text_len = iri_len = reference_begins = 0;
    if (kind->cbor != NULL) {
        cri.len = kind->cbor(cri.bytes, size);
        cri.err = CRI_OK;
    } else {
        text_len = repeated(text, kind->prefix, kind->piece, kind->suffix, size);
        memcpy(text_again, text, text_len);
        iri_len =
            repeated(iri, kind->prefix, kind->iri_piece != NULL ? kind->iri_piece : kind->piece, kind->suffix, size);
        reference_begins = kind->reference_begins;
        cri.err = cri_from_uri(rev, text, text_len, cri.bytes, sizeof cri.bytes, &cri.len);
    }
    same.err = cri.err;
    same.len = cri.len;
    memcpy(same.bytes, cri.bytes, cri.len);
    link.err = cri_from_uri(rev, LITERAL("x?y"), link.bytes, sizeof link.bytes, &link.len);
    parse_encoded(&cri);
    parse_encoded(&same);
    parse_encoded(&link);
    next.err = cri.err == CRI_OK ? cri_resolve(&cri.view, &link.view, &resolved) : cri.err;
    if (next.err == CRI_OK) {
        next.err = cri_encode(&resolved, next.bytes, sizeof next.bytes, &next.len);
    }
    parse_encoded(&next);
    options_err = cri.err == CRI_OK ? cri_to_coap(&cri.view, NULL, 0, options, sizeof options, &options_len) : cri.err;
    make_aif();
    make_cori();
}

const void *input_of_option(uint16_t number, size_t *len)
{
    if (number == CRI_COAP_PROXY_CRI) {
        *len = cri.len;
        return cri.bytes;
    }
    if (number == CRI_COAP_PROXY_URI) {
        *len = text_len;
        return text;
    }
    *len = text_len < 200 ? text_len : 200;
    return text;
}

static size_t of_text(void) { return text_len; }
static size_t of_iri(void) { return iri_len; }
static size_t of_reference(void) { return text_len - reference_begins; }
/* Also where it is no CRI. */
static size_t of_bytes(void) { return cri.len; }
static size_t of_cri(void) { return cri.err == CRI_OK ? cri.len : 0; }
static size_t of_next(void) { return next.err == CRI_OK ? next.len : 0; }
static size_t of_options(void) { return options_err == CRI_OK ? options_len : 0; }
static size_t of_cori(void) { return cori_err == CRI_OK ? cori_len : 0; }
static size_t of_cori_next(void) { return cori_link_err == CRI_OK ? cori_len : 0; }
static size_t of_aif(void) { return aif_len; }

/* An operation on what the input has no form of is not run. */
#define ON(name, expression)                                                                                           \
    static cri_err_t name(void) { return (expression); }

static cri_t view;
static bool answer;
static uint16_t port;
static int32_t order;

ON(parse, cri_parse(revision, cri.bytes, cri.len, &view, &out_len))
ON(parse_cut, cri_parse(revision, cri.bytes, cri.len - 1, &view, &out_len) == CRI_ERR_TRUNCATED ? CRI_OK : CRI_ERR_CBOR)
ON(skip, cri_skip(cri.bytes, cri.len, &out_len))
ON(resolve, cri_resolve(&cri.view, &link.view, &view))
ON(relativize, cri_relativize(&cri.view, &next.view, &view))
ON(equal, cri_equal(&cri.view, &same.view, &answer))
ON(equal_encoded, cri_equal_encoded(revision, cri.bytes, cri.len, same.bytes, same.len, &answer))
ON(compare, cri_compare(&cri.view, &same.view, &order))
ON(hash, cri_hash(&cri.view) != 0 ? CRI_OK : CRI_ERR_ARGUMENT)
ON(encode, cri_encode(&cri.view, out, sizeof out, &out_len))
ON(to_uri, cri_to_uri(&cri.view, (char *)out, sizeof out, &out_len))
ON(without_userinfo, cri_without_userinfo(&cri.view, out, sizeof out, &out_len, &view))
ON(host_text, cri_host_text(&cri.view, (char *)out, sizeof out, &out_len))
ON(effective_port, cri_effective_port(&cri.view, &port))
ON(same_origin, cri_same_origin(&cri.view, &same.view, &answer))
ON(resolve_to, cri_resolve_to(&cri.view, &link.view, out, sizeof out, &out_len, &view))
ON(to_iri, cri_to_iri(&cri.view, (char *)out, sizeof out, &out_len))
ON(to_edn, cri_to_edn(&cri.view, (char *)out, sizeof out, &out_len))
ON(from_uri, cri_from_uri(revision, text, text_len, out, sizeof out, &out_len))
ON(from_uri_reference,
   cri_from_uri(revision, text + reference_begins, text_len - reference_begins, out, sizeof out, &out_len))
ON(from_iri, cri_from_iri(revision, iri, iri_len, out, sizeof out, &out_len))
ON(to_coap, cri_to_coap(&cri.view, NULL, 0, out, sizeof out, &out_len))
ON(from_coap, cri_from_coap(revision, -1, options, options_len, NULL, out, sizeof out, &out_len))
ON(aif_allows, cri_aif_allows(aif, aif_len, &cri.view, 1, &answer))
ON(uri_resolve, cri_uri_resolve(text, text_len, LITERAL("../x?y"), true, (char *)out, sizeof out, &out_len))
ON(uri_resolve_reference, cri_uri_resolve(LITERAL("coap://h/a/b"), text + reference_begins, text_len - reference_begins,
                                          true, (char *)out, sizeof out, &out_len))
ON(uri_normalize, cri_uri_normalize(text, text_len, CRI_URI_SCHEME, (char *)out, sizeof out, &out_len))
ON(uri_equal, cri_uri_equal(text, text_len, text_again, text_len, CRI_URI_SCHEME, &answer))
ON(uri_decode, cri_uri_decode(text, text_len, out, sizeof out, &out_len))
ON(cori_parse, cri_cori_parse(cori_bytes, cori_len, &(cri_cori_t){0}, &out_len))
ON(cori_resolve, cri_cori_resolve(&cori, &cori_link, 0, &(cri_cori_t){0}))
ON(cori_relativize, cri_cori_relativize(&cori, &cori_next, &(cri_cori_t){0}))
ON(cori_encode, cri_cori_encode(&cori, out, sizeof out, &out_len))
ON(cori_recompose, cri_cori_recompose(&cori, (char *)out, sizeof out, &out_len))
ON(cori_decompose, cri_cori_decompose(text, text_len, out, sizeof out, &out_len))
ON(cori_to_coap, cri_cori_to_coap(&cori, 0, out, sizeof out, &out_len))
ON(cori_to_cri, cri_cori_to_cri(&cori, revision, out, sizeof out, &out_len))
ON(cori_from_cri, cri_cori_from_cri(&cri.view, out, sizeof out, &out_len))

static cri_err_t path_match(void)
{
    cri_iter_t rest;
    return cri_path_match(&cri.view, &same.view, &answer, &rest);
}

static cri_err_t uri_split(void)
{
    cri_uri_t parts;
    return cri_uri_split(text, text_len, &parts, &out_len);
}

/* All segments and parameters, and their characters. */
static cri_err_t read_all(void)
{
    cri_iter_t iter;
    cri_text_t part;
    cri_path_iter(&cri.view, &iter);
    while (cri_iter_next(&iter, &part)) {
        cri_text_decode(&part, out, sizeof out, &out_len);
    }
    cri_query_iter(&cri.view, &iter);
    while (cri_iter_next(&iter, &part)) {
        cri_text_decode(&part, out, sizeof out, &out_len);
    }
    return CRI_OK;
}

/* The path again, segment by segment. */
static cri_err_t build(void)
{
    cri_builder_t builder;
    cri_iter_t iter;
    cri_text_t part;
    size_t len;
    uint8_t *chars = out + sizeof out / 2;
    cri_builder_init(&builder, revision, 0, out, sizeof out / 2);
    cri_builder_scheme_id(&builder, -1);
    cri_builder_host_name(&builder, LITERAL("h"));
    cri_path_iter(&cri.view, &iter);
    while (cri_iter_next(&iter, &part)) {
        cri_text_decode(&part, chars, sizeof out / 2, &len);
        cri_builder_segment(&builder, (char *)chars, len);
    }
    return cri_builder_finish(&builder, &len);
}

const struct growing growing[] = {
    {"parse", of_bytes, parse},
    {"parse, cut short", of_cri, parse_cut},
    {"skip", of_bytes, skip},
    {"read", of_cri, read_all},
    {"resolve", of_cri, resolve},
    {"relativize", of_next, relativize},
    {"equal", of_cri, equal},
    {"equal_encoded", of_bytes, equal_encoded},
    {"compare", of_cri, compare},
    {"hash", of_cri, hash},
    {"encode", of_cri, encode},
    {"builder", of_cri, build},
    {"to_uri", of_cri, to_uri},
    {"without_userinfo", of_cri, without_userinfo},
    {"host_text", of_cri, host_text},
    {"effective_port", of_cri, effective_port},
    {"same_origin", of_cri, same_origin},
    {"resolve_to", of_cri, resolve_to},
    {"to_iri", of_cri, to_iri},
    {"to_edn", of_cri, to_edn},
    {"from_uri", of_text, from_uri},
    {"from_uri, reference", of_reference, from_uri_reference},
    {"from_iri", of_iri, from_iri},
    {"to_coap", of_cri, to_coap},
    {"from_coap", of_options, from_coap},
    {"path_match", of_cri, path_match},
    {"aif_allows", of_aif, aif_allows},
    {"uri_split", of_text, uri_split},
    {"uri_resolve, as base", of_text, uri_resolve},
    {"uri_resolve, as reference", of_reference, uri_resolve_reference},
    {"uri_normalize", of_text, uri_normalize},
    {"uri_equal", of_text, uri_equal},
    {"uri_decode", of_text, uri_decode},
    {"cori_parse", of_cori, cori_parse},
    {"cori_resolve", of_cori_next, cori_resolve},
    {"cori_relativize", of_cori_next, cori_relativize},
    {"cori_encode", of_cori, cori_encode},
    {"cori_recompose", of_cori, cori_recompose},
    {"cori_decompose", of_text, cori_decompose},
    {"cori_to_coap", of_cori, cori_to_coap},
    {"cori_to_cri", of_cori, cori_to_cri},
    {"cori_from_cri", of_cri, cori_from_cri},
};
const size_t growing_count = COUNT(growing);
