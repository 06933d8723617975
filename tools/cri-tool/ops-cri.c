/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on CRIs, and conversions between CRIs and URIs or IRIs. */
#include "ops.h"

#include <stdio.h>

/* The lower bound of the scheme ids in the registries of both revisions. The upper bound is -1. */
#define LAST_SCHEME_ID (-70000)

WRITES(encode, cri_encode(CRI(0), OUT))
WRITES(normalize, cri_normalize(CRI(0), OUT))
WRITES(decode_pet, cri_decode_pet(CRI(0), OUT))
WRITES(edn, has_word(job, "literal") ? cri_to_edn_literal(CRI(0), OUT_TEXT) : cri_to_edn(CRI(0), OUT_TEXT))
WRITES(to_uri, job->scheme_count == 0 ? cri_to_uri(CRI(0), OUT_TEXT) : cri_to_uri_with(CRI(0), SCHEMES, OUT_TEXT))
WRITES(to_iri, cri_to_iri(CRI(0), OUT_TEXT))
WRITES(from_uri, uri_to_cri(job, &job->args[0], OUT))
WRITES(from_iri, iri_to_cri(job, &job->args[0], OUT))
WRITES(from_edn, notation_to_cri(job, &job->args[0], OUT))
ASKS(equal, cri_equal(CRI(0), CRI(1), &yes))

/* Bytes after the CRI are an error only with the word `exact`. */
static err_name_t check(struct job *job)
{
    size_t consumed = job->bytes[0].len;
    cri_err_t err = has_word(job, "exact") ? cri_parse_exact(job->rev, BYTES(0), CRI(0))
                                           : cri_parse(job->rev, BYTES(0), CRI(0), &consumed);
    if (err == CRI_OK) {
        answer_text(job, cri_is_full(CRI(0)) ? "full" : "relative");
        answer_int(job, (long long)consumed);
    } else {
        job->has_offset = cri_parse_where(job->rev, BYTES(0), &job->offset, &job->part) == err;
    }
    return error_of(err);
}

ENCODES(resolve, cri_t, cri_encode, cri_resolve(CRI(0), CRI(1), &made))
ENCODES(relativize, cri_t, cri_encode, cri_relativize(CRI(0), CRI(1), &made))
ENCODES(relativize_for_uri, cri_t, cri_encode, cri_relativize_for_uri(CRI(0), CRI(1), &made))
ENCODES(without_query, cri_t, cri_encode, cri_without_query(CRI(0), &made))
ENCODES(with_authority, cri_t, cri_encode, cri_with_authority(CRI(0), CRI(1), &made))
ENCODES(replace_prefix, cri_t, cri_encode, cri_replace_prefix(CRI(0), CRI(1), CRI(2), &made))
static cri_err_t append(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    cri_builder_t builder;
    cri_err_t err = cri_builder_init_from(&builder, CRI(0), CRI_BUILD_PERCENT, buf, cap);
    if (err == CRI_OK) {
        (void)(has_word(job, "path") ? cri_builder_segment : cri_builder_parameter)(&builder, TEXT(2));
        err = cri_builder_finish(&builder, len);
    }
    return err;
}

COUNTS(compare, int32_t, cri_compare(CRI(0), CRI(1), &number))

WRITES(resolve_to, cri_resolve_to(CRI(0), CRI(1), OUT))

static cri_err_t query_value(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    size_t count;
    return cri_query_find(CRI(0), TEXT(1), OUT, &count, NULL);
}

static err_name_t query_find(struct job *job)
{
    size_t len = 0;
    size_t count = 0;
    bool has_value = false;
    err_name_t error = job_write(job, query_value);
    if (error == NULL) {
        error =
            error_of(cri_query_find(CRI(0), TEXT(1), job->scratch.bytes, job->scratch.cap, &len, &count, &has_value));
    }
    if (error == NULL) {
        job->failed = count == 0;
        answer_int(job, (long long)count);
        answer_bool(job, has_value);
        answer_octets(job, job->scratch.bytes, job->scratch.len);
    }
    return error;
}

static err_name_t schemes(struct job *job)
{
    for (int64_t id = -1; id >= LAST_SCHEME_ID; id--) {
        const char *name = NULL;
        size_t len = 0;
        if (cri_registry_name(job->rev, id, &name, &len) == CRI_OK) {
            answer_int(job, id);
            answer_octets(job, name, len);
        }
    }
    return NULL;
}

WRITES(array_of, uri_to_cri(job, &job->args[1], OUT))

/* The answer is in hex. c_array_print() prints an array in C. */
static err_name_t c_array(struct job *job)
{
    err_name_t error = job_write(job, array_of);
    if (error == NULL) {
        answer_hex(job, job->scratch.bytes, job->scratch.len);
    }
    return error;
}

static void c_array_print(struct job *job)
{
    if (c_array(job) != NULL) {
        return;
    }
    printf("static const uint8_t %.*s[] = {", (int)job->args[0].len, job->args[0].text);
    for (size_t i = 0; i < job->scratch.len; i++) {
        printf("%s0x%02x,", i % 12 == 0 ? "\n    " : " ", job->scratch.bytes[i]);
    }
    puts("\n};");
}

#ifdef CRI_NFC
WRITES(encode_nfc, cri_encode_nfc(CRI(0), OUT))
ASKS(is_nfc, (yes = cri_is_nfc(CRI(0)), CRI_OK))
#endif

const struct op cri_ops[] = {
    {"check", "h?w", "CRI [exact]", "Whether it is full or relative, and its length; with `exact` nothing may follow",
     EXAMPLE_REF "00", .run = check, .fields = "kind length"},
    {"encode", "c", "CRI", "The canonical form", "823800816168", .hex = encode},
    {"normalize", "c", "CRI", "The canonical form, normalised as the CRI of its URI would be", "8220826168191633",
     .hex = normalize},
    {"decode-pet", "c", "CRI", "The canonical form with percent-encoded text decoded, for CoAP options", "82f58181413b",
     .hex = decode_pet},
    {"resolve", "cc", "BASE REF", "The reference, resolved against the base", EXAMPLE_AB "\t" EXAMPLE_REF,
     .hex = resolve},
    {"resolve-to", "cc", "BASE REF", "The same, resolved and stored in one call", EXAMPLE_AB "\t" EXAMPLE_REF,
     .hex = resolve_to},
    {"relativize", "cc", "BASE TARGET", "The shortest reference from the base to the target",
     EXAMPLE_AB "\t" EXAMPLE_AC, .hex = relativize},
    {"relativize-for-uri", "cc", "BASE TARGET", "The shortest reference that has a URI reference",
     EXAMPLE_AB "\t" EXAMPLE_AC, .hex = relativize_for_uri},
    {"without-query", "c", "CRI", "The same without its query", "8300f6816161", .hex = without_query},
    {"with-authority", "cc", "CRI OTHER", "The same with the authority of the other", EXAMPLE_AB "\t8220816168",
     .hex = with_authority},
    {"replace-prefix", "ccc", "CRI PREFIX REPLACEMENT", "The same with another prefix, of origin and path",
     EXAMPLE_AB "\t82f5816161\t8220816168", .hex = replace_prefix},
    {"append", "cwt", "CRI path|query TEXT", "The same with one more segment or parameter, which is in its URI form",
     EXAMPLE_AB "\tquery\tep=a%3Bb", .hex = append},
    {"query-find", "ct", "CRI NAME", "COUNT HAS-VALUE VALUE of the query parameter with that name",
     "842081616881627264816565703d6431\tep", .run = query_find, .fields = "count has-value value"},
    {"equal", "cc", "A B", "Whether two CRIs are equal", EXAMPLE_AB "\t" EXAMPLE_AC, .run = equal},
    {"compare", "cc", "A B", "Their order: -1, 0 or 1", EXAMPLE_AB "\t" EXAMPLE_AC, .run = compare},
    {"schemes", "", "", "The registry: ID NAME ID NAME ...", NULL, .run = schemes, .fields = "id name..."},
    END_OF_TABLE,
};

const struct op text_ops[] = {
    {"to-uri", "c", "CRI", "The URI or URI reference", EXAMPLE_AB, .text = to_uri},
    {"from-uri", "t", "TEXT", "The CRI of a URI or URI reference", "coap://example.com/a/b", .hex = from_uri},
    {"c-array", "dt", "NAME TEXT", "The CRI of a URI or URI reference, as a constant of C",
     "base\tcoap://example.com/a/b", .run = c_array, .print = c_array_print},
    {"edn", "c?w", "CRI [literal]", "Diagnostic notation; with `literal` as cri'...' if that is exact", EXAMPLE_AB,
     .edn = edn},
    {"from-edn", "t", "TEXT", "The CRI of one CRI in diagnostic notation", "cri'coap://example.com/a/b'",
     .hex = from_edn},
    {"to-iri", "c", "CRI", "The IRI or IRI reference", EXAMPLE_AB, .text = to_iri},
    {"from-iri", "t", "TEXT", "The CRI of an IRI or IRI reference", "coap://example.com/a/b", .hex = from_iri},
#ifdef CRI_NFC
    {"is-nfc", "c", "CRI", "Whether all texts are in Unicode normalization form C", "8201816365cc81", .run = is_nfc},
    {"encode-nfc", "c", "CRI", "The canonical form, in Unicode normalization form C", "8201816365cc81",
     .hex = encode_nfc},
#endif
    END_OF_TABLE,
};
