/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Resolution, step by step. The library resolves; what was kept, discarded and appended is read off its operands and its
 * result.
 */
#include "explorer.h"

#include "cri_edn.h"
#include "json.h"

static cri_t resolving_base; /* for write_resolved, which gets the reference alone */

static cri_err_t write_resolved(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    cri_t resolved;
    return cri_resolve_to(&resolving_base, cri, buf, cap, len, &resolved);
}

static cri_err_t write_relative(const cri_t *target, void *buf, size_t cap, size_t *len)
{
    cri_t reference;
    cri_err_t err = cri_relativize(&resolving_base, target, &reference);
    return err == CRI_OK ? cri_encode(&reference, buf, cap, len) : err;
}

static cri_err_t write_relative_edn(const cri_t *target, void *buf, size_t cap, size_t *len)
{
    cri_t reference;
    cri_err_t err = cri_relativize(&resolving_base, target, &reference);
    return err == CRI_OK ? cri_to_edn(&reference, buf, cap, len) : err;
}

/* Where a section of the result comes from: the base, the reference, or neither. */
static void answer_origin(const char *key, bool is_from_reference, bool is_in_result)
{
    json_word(key, is_from_reference ? "reference" : is_in_result ? "base" : "none");
}

static void answer_origins(const cri_t *reference, const cri_t *target)
{
    cri_text_t fragment;
    bool full = cri_is_full(reference);
    answer_origin("scheme", full, true);
    answer_origin("authority", full || cri_authority_kind(reference) != CRI_AUTHORITY_NOT_SET, true);
    answer_origin("query", full || (cri_query_is_set(reference) && cri_query_count(reference) > 0),
                  cri_query_count(target) > 0);
    answer_origin("fragment", full || cri_fragment(reference, &fragment), cri_fragment(target, &fragment));
}

/* How many segments of the base's path the result has. */
static void answer_counts(const cri_t *reference, const cri_t *target)
{
    size_t appended = cri_path_count(reference), of_target = cri_path_count(target);
    json_number("kept", of_target > appended ? of_target - appended : 0);
    json_number("appended", appended);
}

static void answer_relative(const cri_t *target)
{
    struct written cbor = write_form(write_relative, target), edn = write_form(write_relative_edn, target);
    if (cbor.err == CRI_OK && edn.err == CRI_OK) {
        json_object("relative");
        json_number("len", cbor.len);
        json_hex("hex", cbor.bytes, cbor.len, 256);
        json_text("edn", edn.bytes, edn.len, 512);
        json_end();
    }
}

void answer_resolution(const struct subject *base, const struct subject *reference)
{
    cri_t target;
    if (base->err != CRI_OK || reference->err != CRI_OK) {
        json_null("resolution");
        return;
    }
    resolving_base = base->cri;
    struct written resolved = write_form(write_resolved, &reference->cri);
    json_object("resolution");
    if (resolved.err == CRI_OK) {
        resolved.err = cri_parse_exact(cri_revision(&base->cri), resolved.bytes, resolved.len, &target);
    }
    if (resolved.err != CRI_OK) {
        answer_error("error", resolved.err);
    } else {
        answer_origins(&reference->cri, &target);
        answer_counts(&reference->cri, &target);
        json_object("target");
        answer_forms(&target, forms[1]);
        answer_components(&target);
        answer_coap(&target);
        json_end();
        answer_relative(&target);
    }
    json_end();
}
