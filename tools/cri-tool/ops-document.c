/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on CRIs in CBOR documents. */
#include "ops.h"

#include <stdio.h>

WRITES(encode_tagged, cri_encode_tagged(CRI(0), OUT))

void answer_range(struct job *job, size_t offset, size_t len)
{
    char text[64];
    snprintf(text, sizeof text, "%lu:%lu", (unsigned long)offset, (unsigned long)len);
    if (job->form == FORM_BATCH) {
        answer_text(job, text);
    } else {
        answer_int(job, (long long)offset);
        answer_int(job, (long long)len);
    }
}

/* Adds the range of a CRI in operand 0 and, unless in a batch, the CRI. */
static void answer_place(struct job *job, const cri_t *cri)
{
    const uint8_t *bytes;
    size_t len;
    if (cri_encoding(cri, &bytes, &len)) {
        answer_range(job, (size_t)(bytes - job->bytes[0].bytes), len);
        if (job->form != FORM_BATCH) {
            answer_cri(job, cri);
        }
    }
}

/* Adds the CRIs in tag 99 and the URIs in tag 32. */
static void find_uris(struct job *job, cri_find_t *find)
{
    const char *uri;
    size_t len;
    cri_err_t err;
    while (cri_find_next_item(find, CRI(0), &uri, &len, &err)) {
        char text[64] = "<";
        if (err == CRI_OK && uri == NULL) {
            answer_place(job, CRI(0));
            continue;
        }
        if (job->form != FORM_BATCH) {
            answer_range(job, uri == NULL ? 0 : (size_t)((const uint8_t *)uri - job->bytes[0].bytes), len);
            text[0] = '\0';
        }
        if (err != CRI_OK) {
            snprintf(text, sizeof text, "?%s", cri_err_name(err));
            job->failed = true;
        }
        answer_text(job, text);
        job->out_of_memory |= err == CRI_OK && !buffer_append_escaped(&job->answer, uri, len);
    }
}

static err_name_t find(struct job *job)
{
    cri_find_t find;
    cri_err_t err = cri_find_init(&find, job->rev, BYTES(0));
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    if (has_word(job, "uris")) {
        find_uris(job, &find);
    }
    while (cri_find_next(&find, CRI(0))) {
        answer_place(job, CRI(0));
    }
    return error_of(cri_find_error(&find));
}

static err_name_t items(struct job *job)
{
    cri_items_t items;
    cri_err_t err = has_word(job, "sequence") ? cri_items_init_sequence(&items, job->rev, BYTES(0))
                                              : cri_items_init_array(&items, job->rev, BYTES(0));
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    while (cri_items_next(&items, CRI(0))) {
        answer_place(job, CRI(0));
    }
    return error_of(cri_items_error(&items));
}

/* Adds a place as WHAT:OFFSET:DEPTH:INDEX:MAP:KEY, with spaces between places, or as fields with the CRI `cri`. */
static void append_place(struct job *job, const char *what, const cri_place_t *at, const cri_t *cri)
{
    char text[160];
    const size_t offset = (size_t)(at->data - job->bytes[0].bytes);
    if (job->form != FORM_BATCH) {
        answer_int(job, (long long)offset);
        answer_int(job, at->depth);
        answer_int(job, (long long)at->index);
        answer_int(job, (long long)at->map);
        answer_hex(job, at->key, at->key_len);
        if (cri != NULL) {
            answer_cri(job, cri);
        } else {
            answer_text(job, "");
        }
        answer_text(job, what);
        return;
    }
    int len = snprintf(text, sizeof text, "%c%s:%lu:%u:%lu:%lu:%s", job->answer.len > 0 ? ' ' : '\t', what,
                       (unsigned long)offset, at->depth, (unsigned long)at->index, (unsigned long)at->map,
                       at->key == NULL ? "-" : "");
    job->out_of_memory |=
        !buffer_append(&job->answer, text, (size_t)len) || !buffer_append_hex(&job->answer, at->key, at->key_len);
}

static err_name_t places(struct job *job)
{
    static const char *const types[] = {"uint", "nint", "bytes", "text", "array", "map", "tag", "simple"};
    const bool tagged = has_word(job, "tagged"), parses = has_word(job, "cris");
    cri_walk_t walk;
    cri_place_t at;
    cri_err_t err = cri_walk_init(&walk, job->rev, BYTES(0));
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    job->has_offset = true;
    if (tagged && job->rev == CRI_REV_13) {
        job->offset = 0;
        return error_of(CRI_ERR_REVISION);
    }
    while (cri_walk_next(&walk, &at)) {
        const bool is_tagged = at.major_type == CRI_TYPE_TAG && at.argument == 99;
        if (tagged && !is_tagged) {
            continue;
        }
        err = tagged || parses ? cri_walk_parse(&walk, CRI(0)) : CRI_ERR_STRUCTURE;
        if (!tagged || err == CRI_OK || cri_err_is_unprocessable(err)) {
            append_place(job,
                         err == CRI_OK ? "cri"
                         : tagged      ? cri_err_name(err)
                                       : types[at.major_type],
                         &at, err == CRI_OK ? CRI(0) : NULL);
        }
    }
    return error_of(cri_walk_error(&walk, &job->offset));
}

const struct op document_ops[] = {
    {"find", "h?w", "DOCUMENT [uris]",
     "OFFSET:LENGTH of each CRI in tag 99, at any depth; with uris also <TEXT of each URI in tag 32, or ?ERROR",
     "a10183d863" EXAMPLE_REF "d820622e2fd8638101", .run = find, .fields = "offset length value..."},
    {"items", "h?w", "DOCUMENT [sequence]",
     "OFFSET:LENGTH of each CRI of an array or a sequence; other items are skipped", "83" EXAMPLE_REF "20" EXAMPLE_AB,
     .run = items, .fields = "offset length value..."},
    {"places", "h?w", "DOCUMENT [items|cris|tagged]",
     "WHAT:OFFSET:DEPTH:INDEX:MAP:KEY of every item, or of CRIs, or of items in tag 99", "a16372656cd8638101",
     .run = places, .fields = "offset depth index map key value what..."},
    {"encode-tagged", "c", "CRI", "The canonical form in tag 99", EXAMPLE_REF, .hex = encode_tagged},
    END_OF_TABLE,
};
