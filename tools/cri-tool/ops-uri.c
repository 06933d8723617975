/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on URI text (RFC 3986). */
#include "ops.h"

#include <string.h>

WRITES(uri_resolve, cri_uri_resolve(TEXT(0), TEXT(1), !has_word(job, "non-strict"), OUT_TEXT))
WRITES(uri_normalize, cri_uri_normalize(TEXT(0), has_word(job, "scheme") ? CRI_URI_SCHEME : CRI_URI_SYNTAX, OUT_TEXT))

static uint8_t uri_level(const struct job *job)
{
    return has_word(job, "simple") ? CRI_URI_SIMPLE : has_word(job, "syntax") ? CRI_URI_SYNTAX : CRI_URI_SCHEME;
}

ASKS(uri_equal, cri_uri_equal(TEXT(1), TEXT(2), uri_level(job), &yes))

/* Adds a field for each component that the URI has. */
static void answer_components(struct job *job, const cri_uri_t *uri)
{
    static const char *const kinds[] = {"none", "name", "ipv4", "ipv6", "ipv6-zone", "future"};
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        const char *chars = NULL;
        size_t len = 0;
        if (cri_uri_part(uri, part, &chars, &len)) {
            answer_member(job, cri_part_name(part), strlen(cri_part_name(part)), chars, len);
        }
        if (part == CRI_PART_HOST && chars != NULL) {
            const char *kind = kinds[cri_uri_host_kind(uri)];
            answer_member(job, "host-kind", 9, kind, strlen(kind));
        }
    }
}

static err_name_t uri_split(struct job *job)
{
    cri_uri_t uri;
    cri_err_t err = cri_uri_split(TEXT(0), &uri, &job->offset);
    if (err != CRI_OK) {
        job->has_offset = err != CRI_ERR_ARGUMENT && err != CRI_ERR_OVERLAP;
        return cri_err_name(err);
    }
    answer_components(job, &uri);
    return NULL;
}

static err_name_t uri_split_lenient(struct job *job)
{
    cri_uri_t uri;
    uint32_t invalid = 0;
    cri_err_t err = cri_uri_split_lenient(TEXT(0), &uri, &invalid);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_components(job, &uri);
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        if ((invalid >> part & 1) != 0) {
            answer_member(job, "invalid", 7, cri_part_name(part), strlen(cri_part_name(part)));
        }
    }
    return NULL;
}

static cri_err_t write_without_zone(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    const char *zone;
    size_t zone_len;
    cri_err_t err = cri_uri_without_zone(TEXT(0), OUT_TEXT, &zone, &zone_len);
    if (err == CRI_OK) {
        job->zone = (struct field){zone, zone_len};
    }
    return err;
}

static err_name_t uri_without_zone(struct job *job)
{
    err_name_t error = job_write(job, write_without_zone);
    if (error == NULL) {
        answer_octets(job, job->scratch.bytes, job->scratch.len);
        answer_octets(job, job->zone.text, job->zone.len);
    }
    return error;
}

WRITES(uri_unwrap, cri_uri_unwrap(TEXT(0), OUT_TEXT))
ASKS(same_document, cri_uri_same_document(TEXT(0), TEXT(1), &yes))

static err_name_t uri_extract(struct job *job)
{
    size_t start = 0;
    size_t len = 0;
    for (size_t from = 0; cri_uri_find(TEXT(0), from, &start, &len); from = start + len) {
        answer_range(job, start, len);
        if (job->form != FORM_BATCH) {
            answer_octets(job, job->args[0].text + start, len);
        }
    }
    return NULL;
}

/* clang-format off */
const struct op uri_ops[] = {
    {"uri-split", "t", "TEXT", "The components that are defined, as NAME=VALUE", "coap://[::1]:/a?",
     .run = uri_split, .fields = "="},
    {"uri-resolve", "tt?w", "BASE-URI REF-URI [non-strict]", "The reference, resolved against the base",
     "http://a/b/c\t../d", .text = uri_resolve},
    {"uri-normalize", "t?w", "TEXT [syntax|scheme]", "The normalised URI reference; syntax-based by default",
     "HTTP://%41:80\tscheme", .text = uri_normalize},
    {"uri-equal", "wtt", "simple|syntax|scheme A-URI B-URI", "Whether two URI references are equal at that level",
     "scheme\thttp://a\thttp://a:80/", .run = uri_equal},
    {"uri-split-lenient", "t", "TEXT", "As uri-split, of any text; and invalid=NAME for each invalid component",
     "http://a b/", .run = uri_split_lenient, .fields = "="},
    {"uri-extract", "t", "TEXT", "START:LENGTH of each URI in prose", "see <http://a/b> or coap://h.",
     .run = uri_extract, .fields = "offset length uri..."},
    {"uri-unwrap", "t", "TEXT", "A URI without the white space, brackets, quotes and URL: of prose",
     "<URL: http://a/ b>", .text = uri_unwrap},
    {"uri-without-zone", "t", "TEXT", "A URI without the zone identifier that a person typed, and that",
     "coap://[fe80::1%eth0]/", .run = uri_without_zone, .fields = "uri zone"},
    {"same-document", "tt", "BASE-URI REF-URI", "Whether a reference is to the base itself, ignoring a fragment",
     "http://a/b\t#c", .run = same_document},
    END_OF_TABLE,
};
/* clang-format on */
