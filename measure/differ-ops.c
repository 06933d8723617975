/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations that script/differential compares: a function and a row each. */
#include "cri_check.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_edn.h"
#include "cri_uri.h"
#include "differ.h"

#ifdef DIFFER_OLD
#define operations old_operations
#endif

#define CHARS(bytes) (const char *)(bytes).at, (bytes).len
#define OUT(input, result) (char *)(result)->out, (input)->capacity, &(result)->len

static void from_uri(const struct input *input, struct result *result)
{
    result->error = cri_from_uri(input->revision, CHARS(input->first), result->out, input->capacity, &result->len);
}

static void from_iri(const struct input *input, struct result *result)
{
    result->error = cri_from_iri(input->revision, CHARS(input->first), result->out, input->capacity, &result->len);
}

/* What does not parse is told apart by the length that was skipped. */
static bool parse(const struct input *input, struct result *result, cri_t *cri)
{
    result->error = cri_parse(input->revision, input->first.at, input->first.len, cri, &result->other);
    return result->error == CRI_OK;
}

static void to_uri(const struct input *input, struct result *result)
{
    cri_t cri;
    if (parse(input, result, &cri)) {
        result->error = cri_to_uri(&cri, OUT(input, result));
    }
}

static void to_uri_bare(const struct input *input, struct result *result)
{
    cri_t cri, bare;
    uint8_t scratch[4096];
    size_t len;
    if (parse(input, result, &cri) &&
        (result->error = cri_without_userinfo(&cri, scratch, sizeof scratch, &len, &bare)) == CRI_OK) {
        result->error = cri_to_uri(&bare, OUT(input, result));
    }
}

static void to_iri(const struct input *input, struct result *result)
{
    cri_t cri;
    if (parse(input, result, &cri)) {
        result->error = cri_to_iri(&cri, OUT(input, result));
    }
}

/* A view in two pieces: the base's path, then the reference's. */
static void resolve_to_uri(const struct input *input, struct result *result)
{
    cri_t base, reference, resolved;
    size_t consumed;
    if (parse(input, result, &base)) {
        result->error = cri_parse(input->revision, input->second.at, input->second.len, &reference, &consumed);
        if (result->error == CRI_OK) {
            result->error = cri_resolve(&base, &reference, &resolved);
        }
        if (result->error == CRI_OK) {
            result->error = cri_to_uri(&resolved, OUT(input, result));
        }
    }
}

/* The components, and the segments and parameters, one behind the other. */
static void uri_split(const struct input *input, struct result *result)
{
    cri_uri_t parts;
    cri_uri_iter_t iter;
    const char *chars;
    size_t len, at = 0;
    result->error = cri_uri_split(CHARS(input->first), &parts, &result->other);
    if (result->error != CRI_OK) {
        return;
    }
    result->len = cri_uri_host_kind(&parts);
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        bool defined = cri_uri_part(&parts, part, &chars, &len);
        size_t where[] = {defined, defined ? (size_t)(chars - (const char *)input->first.at) : 0, defined ? len : 0};
        for (size_t i = 0; i < sizeof where; i++) {
            result->out[at++] = ((const uint8_t *)where)[i];
        }
    }
    for (int query = 0; query < 2; query++) {
        query ? cri_uri_query_iter(&parts, &iter) : cri_uri_path_iter(&parts, &iter);
        while (cri_uri_iter_next(&iter, &chars, &len)) {
            result->other = result->other * 31 + (size_t)(chars - (const char *)input->first.at) * 7 + len;
        }
    }
}

static void uri_resolve(const struct input *input, struct result *result)
{
    result->error = cri_uri_resolve(CHARS(input->first), CHARS(input->second), input->option & 1, OUT(input, result));
}

static void uri_normalize(const struct input *input, struct result *result)
{
    result->error = cri_uri_normalize(CHARS(input->first), input->option, OUT(input, result));
}

static void uri_equal(const struct input *input, struct result *result)
{
    bool equal = false;
    result->error = cri_uri_equal(CHARS(input->first), CHARS(input->second), input->option, &equal);
    result->other = equal;
}

static void uri_decode(const struct input *input, struct result *result)
{
    result->error = cri_uri_decode(CHARS(input->first), result->out, input->capacity, &result->len);
}

/* ---- CRIs ---- */

static bool parse_second(const struct input *input, struct result *result, cri_t *cri)
{
    size_t consumed;
    result->error = cri_parse(input->revision, input->second.at, input->second.len, cri, &consumed);
    return result->error == CRI_OK;
}

static void encode_view(const struct input *input, struct result *result, const cri_t *cri)
{
    result->error = cri_encode(cri, result->out, input->capacity, &result->len);
}

/* What the view tells, in one number. */
static void view(const struct input *input, struct result *result)
{
    cri_t cri;
    cri_iter_t iter;
    cri_text_t text;
    uint16_t port = 0;
    if (!parse(input, result, &cri)) {
        return;
    }
    cri_port(&cri, &port);
    /* clang-format off */
    const size_t facts[] = {cri_hash(&cri), cri_is_full(&cri), cri_discard(&cri), cri_authority_kind(&cri), cri_host_kind(&cri), port,
                            cri_host_count(&cri), cri_path_is_set(&cri), cri_path_count(&cri), cri_query_is_set(&cri), cri_query_count(&cri)};
    /* clang-format on */
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        result->other = result->other * 31 + facts[i];
    }
    for (int list = 0; list < 3; list++) {
        list == 0 ? cri_host_iter(&cri, &iter) : list == 1 ? cri_path_iter(&cri, &iter) : cri_query_iter(&cri, &iter);
        while (cri_iter_next(&iter, &text)) {
            size_t len = 0;
            result->error = cri_text_decode(&text, result->out, sizeof result->out, &len);
            result->other = result->other * 31 + len;
            for (size_t i = 0; i < len; i++) {
                result->other = result->other * 31 + result->out[i];
            }
        }
    }
    result->other ^= (size_t)result->error;
    for (size_t i = 0; i < sizeof result->out; i++) {
        result->out[i] = UNTOUCHED;
    }
}

static void skip(const struct input *input, struct result *result)
{
    result->error = cri_skip(input->first.at, input->first.len, &result->other);
}

static void encode(const struct input *input, struct result *result)
{
    cri_t cri;
    if (parse(input, result, &cri)) {
        encode_view(input, result, &cri);
    }
}

static void resolve(const struct input *input, struct result *result)
{
    cri_t base, reference, resolved;
    if (parse(input, result, &base) && parse_second(input, result, &reference)) {
        result->error = cri_resolve(&base, &reference, &resolved);
        if (result->error == CRI_OK) {
            encode_view(input, result, &resolved);
        }
    }
}

static void relativize(const struct input *input, struct result *result)
{
    cri_t base, target, reference;
    if (parse(input, result, &base) && parse_second(input, result, &target)) {
        result->error = cri_relativize(&base, &target, &reference);
        if (result->error == CRI_OK) {
            encode_view(input, result, &reference);
        }
    }
}

static void equal(const struct input *input, struct result *result)
{
    cri_t a, b;
    bool same = false, but_fragment = false;
    if (parse(input, result, &a) && parse_second(input, result, &b)) {
        result->error = cri_equal(&a, &b, &same);
        cri_equal_ignoring_fragment(&a, &b, &but_fragment);
        result->other = same + 2u * but_fragment;
    }
}

static void equal_encoded(const struct input *input, struct result *result)
{
    bool same = false;
    result->error = cri_equal_encoded(input->revision, input->first.at, input->first.len, input->second.at,
                                      input->second.len, &same);
    result->other = same;
}

/* ---- CoAP ---- */

static const cri_endpoint_t endpoint = {.addr = (const uint8_t[]){127, 0, 0, 1}, .addr_len = 4, .port = 61616};

static const cri_endpoint_t *dest(const struct input *input) { return input->option & 1 ? &endpoint : NULL; }

static void to_coap(const struct input *input, struct result *result)
{
    cri_t cri;
    if (parse(input, result, &cri)) {
        result->error = cri_to_coap(&cri, dest(input), 0, result->out, input->capacity, &result->len);
    }
}

static void to_coap_proxy(const struct input *input, struct result *result)
{
    static const uint16_t ways[] = {CRI_COAP_PROXY_URI, CRI_COAP_PROXY_CRI, CRI_COAP_PROXY_SCHEME,
                                    CRI_COAP_PROXY_SCHEME_NUMBER};
    cri_t cri;
    if (parse(input, result, &cri)) {
        result->error = cri_to_coap_proxy(&cri, ways[input->first.len & 3], dest(input), 0, result->out,
                                          input->capacity, &result->len);
    }
}

static void from_coap(const struct input *input, struct result *result)
{
    result->error = cri_from_coap(input->revision, -1 - (input->option >> 1), input->first.at, input->first.len,
                                  dest(input), result->out, input->capacity, &result->len);
}

static void from_coap_location(const struct input *input, struct result *result)
{
    result->error = cri_from_coap_location(input->revision, input->first.at, input->first.len, result->out,
                                           input->capacity, &result->len);
}

static void path_match(const struct input *input, struct result *result)
{
    cri_t cri, prefix;
    cri_iter_t rest;
    cri_text_t text;
    bool under = false;
    if (parse(input, result, &cri) && parse_second(input, result, &prefix)) {
        result->error = cri_path_match(&cri, &prefix, &under, &rest);
        result->other = under;
        while (under && cri_iter_next(&rest, &text)) {
            result->other += 2;
        }
    }
}

/* ---- CoRIs ---- */

static bool cori_parse(const struct bytes *bytes, struct result *result, cri_cori_t *cori)
{
    result->error = cri_cori_parse(bytes->at, bytes->len, cori, &result->other);
    return result->error == CRI_OK;
}

static void cori_view(const struct input *input, struct result *result)
{
    cri_cori_t cori;
    if (cori_parse(&input->first, result, &cori)) {
        result->other = result->other * 8 + cri_cori_kind(&cori);
    }
}

static void cori_resolve(const struct input *input, struct result *result)
{
    cri_cori_t base, reference, resolved;
    if (cori_parse(&input->first, result, &base) && cori_parse(&input->second, result, &reference)) {
        result->error = cri_cori_resolve(&base, &reference, input->option * 300u, &resolved);
        if (result->error == CRI_OK) {
            result->error = cri_cori_encode(&resolved, result->out, input->capacity, &result->len);
        }
    }
}

static void cori_relativize(const struct input *input, struct result *result)
{
    cri_cori_t base, target, reference;
    if (cori_parse(&input->first, result, &base) && cori_parse(&input->second, result, &target)) {
        result->error = cri_cori_relativize(&base, &target, &reference);
        if (result->error == CRI_OK) {
            result->error = cri_cori_encode(&reference, result->out, input->capacity, &result->len);
        }
    }
}

static void cori_recompose(const struct input *input, struct result *result)
{
    cri_cori_t cori;
    if (cori_parse(&input->first, result, &cori)) {
        result->error = cri_cori_recompose(&cori, OUT(input, result));
    }
}

static void cori_decompose(const struct input *input, struct result *result)
{
    result->error = cri_cori_decompose(CHARS(input->first), result->out, input->capacity, &result->len);
}

static void cori_to_coap(const struct input *input, struct result *result)
{
    cri_cori_t cori;
    if (cori_parse(&input->first, result, &cori)) {
        result->error = cri_cori_to_coap(&cori, input->option, result->out, input->capacity, &result->len);
    }
}

static void cori_to_cri(const struct input *input, struct result *result)
{
    cri_cori_t cori;
    if (cori_parse(&input->first, result, &cori)) {
        result->error = cri_cori_to_cri(&cori, input->revision, result->out, input->capacity, &result->len);
    }
}

static void cori_from_cri(const struct input *input, struct result *result)
{
    cri_t cri;
    if (parse(input, result, &cri)) {
        result->error = cri_cori_from_cri(&cri, result->out, input->capacity, &result->len);
    }
}

const struct operation operations[] = {
    {"view", CRI, TEXT, false, false, view},
    {"skip", CRI, TEXT, false, false, skip},
    {"encode", CRI, TEXT, true, false, encode},
    {"resolve", CRI, CRI, true, false, resolve},
    {"relativize", CRI, CRI, true, false, relativize},
    {"equal", CRI, CRI, false, false, equal},
    {"equal_encoded", CRI, CRI, false, false, equal_encoded},
    {"to_coap", CRI, TEXT, true, false, to_coap},
    {"to_coap_proxy", CRI, TEXT, true, false, to_coap_proxy},
    {"from_coap", OPTIONS, TEXT, true, false, from_coap},
    {"from_coap_location", OPTIONS, TEXT, true, false, from_coap_location},
    {"path_match", CRI, CRI, false, false, path_match},
    {"cori", CORI, TEXT, false, false, cori_view},
    {"cori_resolve", CORI, CORI, true, false, cori_resolve},
    {"cori_relativize", CORI, CORI, true, false, cori_relativize},
    {"cori_recompose", CORI, TEXT, true, true, cori_recompose},
    {"cori_decompose", TEXT, TEXT, true, false, cori_decompose},
    {"cori_to_coap", CORI, TEXT, true, false, cori_to_coap},
    {"cori_to_cri", CORI, TEXT, true, false, cori_to_cri},
    {"cori_from_cri", CRI, TEXT, true, false, cori_from_cri},
    {"from_uri", TEXT, TEXT, true, false, from_uri},
    {"from_iri", IRI, TEXT, true, false, from_iri},
    {"to_uri", CRI, TEXT, true, true, to_uri},
    {"without_userinfo, to_uri", CRI, TEXT, true, true, to_uri_bare},
    {"to_iri", CRI, TEXT, true, true, to_iri},
    {"resolve, to_uri", CRI, CRI, true, true, resolve_to_uri},
    {"uri_split", TEXT, TEXT, false, false, uri_split},
    {"uri_resolve", TEXT, TEXT, true, true, uri_resolve},
    {"uri_normalize", TEXT, TEXT, true, true, uri_normalize},
    {"uri_equal", TEXT, TEXT, false, false, uri_equal},
    {"uri_decode", TEXT, TEXT, true, true, uri_decode},
};

#ifndef DIFFER_OLD
const size_t operation_count = sizeof operations / sizeof *operations;
#endif
