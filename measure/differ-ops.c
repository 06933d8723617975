/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations that script/differential compares: a function and a row each. */
#include "cri.h"
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

static void to_uri_redacted(const struct input *input, struct result *result)
{
    cri_t cri;
    if (parse(input, result, &cri)) {
        result->error = cri_to_uri_redacted(&cri, OUT(input, result));
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
    for (uint8_t part = CRI_URI_PART_SCHEME; part <= CRI_URI_PART_FRAGMENT; part++) {
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

const struct operation operations[] = {
    {"from_uri", TEXT, TEXT, true, false, from_uri},
    {"from_iri", IRI, TEXT, true, false, from_iri},
    {"to_uri", CRI, TEXT, true, true, to_uri},
    {"to_uri_redacted", CRI, TEXT, true, true, to_uri_redacted},
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
