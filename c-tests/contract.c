/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The contract that all functions keep: what they do with NULL, huge lengths, objects never initialised, overlapping
 * memory and buffers of every size; and that outputs are written on success only.
 */
#include "support.h"

/* [-1, [false, "u", "h", 80], ["a", ["b", h'3b']], ["q"], "f"] and a reference: [1, ["x"], ["y"], "z"] */
#define FULL "85 20 84 f4 6175 6168 1850 82 6161 82 6162 413b 81 6171 6166"
#define REFERENCE "84 01 81 6178 81 6179 617a"
/* [-1, [h'fe80…42', "z"]] */
#define ADDRESS "82 20 82 50 fe800000000000000000000000000042 617a"

/* All that a call may read or write, in one piece, so that a comparison shows whatever it changed. */
struct arena {
    uint8_t full_cbor[32];
    size_t full_len;
    uint8_t reference_cbor[16];
    size_t reference_len;
    cri_t full;
    cri_t reference;
    uint8_t address_cbor[24];
    cri_t address;
    cri_text_t text; /* ["b", h'3b'] */
    cri_iter_t iter;
    cri_chunks_t chunks;
    cri_builder_t builder; /* with `build` as its buffer and a scheme in it */
    char uri[32];
    size_t uri_len;
    /* outputs */
    cri_t out;
    size_t len;
    size_t len2;
    int64_t id;
    int32_t order;
    uint16_t port;
    bool flag;
    uint8_t part;
    const char *chars;
    const uint8_t *bytes;
    cri_text_t out_text;
    cri_endpoint_t endpoint;
    uint8_t buf[64];
    uint8_t build[64];
};

static struct arena a;
static struct arena before;

static void set_up(void)
{
    struct bytes full = from_hex(FULL);
    struct bytes reference = from_hex(REFERENCE);
    size_t consumed = 0;
    memset(&a, FILL, sizeof a);
    memcpy(a.full_cbor, full.data, full.len);
    a.full_len = full.len;
    memcpy(a.reference_cbor, reference.data, reference.len);
    a.reference_len = reference.len;
    assert_int_equal(cri_parse(CRI_REV_27, a.full_cbor, a.full_len, &a.full, &consumed), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, a.reference_cbor, a.reference_len, &a.reference, &consumed), CRI_OK);
    struct bytes address = from_hex(ADDRESS);
    memcpy(a.address_cbor, address.data, address.len);
    assert_int_equal(cri_parse(CRI_REV_27, a.address_cbor, address.len, &a.address, &consumed), CRI_OK);
    assert_true(cri_path_get(&a.full, 1, &a.text));
    cri_path_iter(&a.full, &a.iter);
    cri_text_chunks(&a.text, &a.chunks);
    assert_int_equal(cri_builder_init(&a.builder, CRI_REV_27, 0, a.build, sizeof a.build), CRI_OK);
    assert_int_equal(cri_builder_scheme_id(&a.builder, -1), CRI_OK);
    strcpy(a.uri, "coap://h/a%3bb?q");
    a.uri_len = strlen(a.uri);
    memcpy(&before, &a, sizeof before);
}

/* A call that must be refused, and must not change anything. */
#define REFUSED(wanted, call)                                                                                          \
    do {                                                                                                               \
        set_up();                                                                                                      \
        row_err((call), (wanted), #call);                                                                              \
        row_ok(memcmp(&a, &before, sizeof a) == 0, #call, "changed something");                                        \
    } while (0)

#define ARGUMENT(call) REFUSED(CRI_ERR_ARGUMENT, call)
#define OVERLAP(call) REFUSED(CRI_ERR_OVERLAP, call)

/* A call that must answer false, 0 or nothing, and must not change anything. */
#define ANSWERS_NO(call)                                                                                               \
    do {                                                                                                               \
        set_up();                                                                                                      \
        row_ok(!(call), #call, "should answer false or 0");                                                            \
        row_ok(memcmp(&a, &before, sizeof a) == 0, #call, "changed something");                                        \
    } while (0)

#define DOES_NOTHING(call) ANSWERS_NO(((call), 0))

static cri_err_t locate_in_uri(uint8_t rev, const uint8_t *data, size_t len, size_t *offset, uint8_t *part)
{
    return cri_from_uri_where(rev, (const char *)data, len, offset, part);
}

static cri_err_t locate_in_iri(uint8_t rev, const uint8_t *data, size_t len, size_t *offset, uint8_t *part)
{
    return cri_from_iri_where(rev, (const char *)data, len, offset, part);
}

/* What finds errors. */
static cri_err_t (*const locators[])(uint8_t rev, const uint8_t *data, size_t len, size_t *offset, uint8_t *part) = {
    cri_parse_where,
    locate_in_uri,
    locate_in_iri,
};

/* ---- NULL -------------------------------------------------------------------------------------------------------- */

static void null_is_an_argument_error(void **state)
{
    (void)state;
    ARGUMENT(cri_parse(CRI_REV_27, NULL, 1, &a.out, &a.len));
    ARGUMENT(cri_parse(CRI_REV_27, a.full_cbor, a.full_len, NULL, &a.len));
    ARGUMENT(cri_parse(CRI_REV_27, a.full_cbor, a.full_len, &a.out, NULL));
    ARGUMENT(cri_parse_exact(CRI_REV_27, NULL, 1, &a.out));
    ARGUMENT(cri_parse_exact(CRI_REV_27, a.full_cbor, a.full_len, NULL));
    for (size_t i = 0; i < COUNT(locators); i++) {
        ARGUMENT(locators[i](CRI_REV_27, NULL, 1, &a.len, &a.part));
        ARGUMENT(locators[i](CRI_REV_27, a.full_cbor, 1, NULL, &a.part));
        ARGUMENT(locators[i](CRI_REV_27, a.full_cbor, 1, &a.len, NULL));
    }
    ARGUMENT(cri_skip(NULL, 1, &a.len));
    ARGUMENT(cri_skip(a.full_cbor, a.full_len, NULL));
    ARGUMENT(cri_resolve(NULL, &a.reference, &a.out));
    ARGUMENT(cri_resolve(&a.full, NULL, &a.out));
    ARGUMENT(cri_resolve(&a.full, &a.reference, NULL));
    ARGUMENT(cri_resolve_to(NULL, &a.reference, a.buf, sizeof a.buf, &a.len, &a.out));
    ARGUMENT(cri_resolve_to(&a.full, NULL, a.buf, sizeof a.buf, &a.len, &a.out));
    ARGUMENT(cri_resolve_to(&a.full, &a.reference, NULL, 1, &a.len, &a.out));
    ARGUMENT(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, NULL, &a.out));
    ARGUMENT(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, &a.len, NULL));
    ARGUMENT(cri_without_userinfo(NULL, a.buf, sizeof a.buf, &a.len, &a.out));
    ARGUMENT(cri_without_userinfo(&a.full, NULL, 1, &a.len, &a.out));
    ARGUMENT(cri_without_userinfo(&a.full, a.buf, sizeof a.buf, NULL, &a.out));
    ARGUMENT(cri_without_userinfo(&a.full, a.buf, sizeof a.buf, &a.len, NULL));
    ARGUMENT(cri_host_text(NULL, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_host_text(&a.full, NULL, 1, &a.len));
    ARGUMENT(cri_host_text(&a.full, (char *)a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_effective_port(NULL, &a.port));
    ARGUMENT(cri_effective_port(&a.full, NULL));
    ARGUMENT(cri_host_endpoint(NULL, &a.endpoint));
    ARGUMENT(cri_host_endpoint(&a.address, NULL));
    ARGUMENT(cri_same_origin(NULL, &a.full, &a.flag));
    ARGUMENT(cri_same_origin(&a.full, NULL, &a.flag));
    ARGUMENT(cri_same_origin(&a.full, &a.full, NULL));
    ARGUMENT(cri_relativize(NULL, &a.full, &a.out));
    ARGUMENT(cri_relativize(&a.full, NULL, &a.out));
    ARGUMENT(cri_relativize(&a.full, &a.full, NULL));
    ARGUMENT(cri_equal(NULL, &a.full, &a.flag));
    ARGUMENT(cri_equal(&a.full, NULL, &a.flag));
    ARGUMENT(cri_equal(&a.full, &a.full, NULL));
    ARGUMENT(cri_equal_ignoring_fragment(NULL, &a.full, &a.flag));
    ARGUMENT(cri_equal_ignoring_fragment(&a.full, NULL, &a.flag));
    ARGUMENT(cri_equal_ignoring_fragment(&a.full, &a.full, NULL));
    ARGUMENT(cri_equal_encoded(CRI_REV_27, NULL, 1, a.full_cbor, a.full_len, &a.flag));
    ARGUMENT(cri_equal_encoded(CRI_REV_27, a.full_cbor, a.full_len, NULL, 1, &a.flag));
    ARGUMENT(cri_equal_encoded(CRI_REV_27, a.full_cbor, a.full_len, a.full_cbor, a.full_len, NULL));
    ARGUMENT(cri_compare(NULL, &a.full, &a.order));
    ARGUMENT(cri_compare(&a.full, NULL, &a.order));
    ARGUMENT(cri_compare(&a.full, &a.full, NULL));
    ARGUMENT(cri_encode(NULL, a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_encode(&a.full, NULL, 1, &a.len));
    ARGUMENT(cri_encode(&a.full, a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_normalize(NULL, a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_normalize(&a.full, NULL, 1, &a.len));
    ARGUMENT(cri_normalize(&a.full, a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_to_uri(NULL, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_to_uri(&a.full, NULL, 1, &a.len));
    ARGUMENT(cri_to_uri(&a.full, (char *)a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_to_edn(NULL, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_to_edn(&a.full, NULL, 1, &a.len));
    ARGUMENT(cri_to_edn(&a.full, (char *)a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_escape(NULL, 1, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_escape(a.full_cbor, a.full_len, NULL, 1, &a.len));
    ARGUMENT(cri_escape(a.full_cbor, a.full_len, (char *)a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_to_edn_literal(NULL, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_to_edn_literal(&a.full, NULL, 1, &a.len));
    ARGUMENT(cri_to_edn_literal(&a.full, (char *)a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_from_edn(CRI_REV_27, NULL, 1, a.buf, sizeof a.buf, &a.len, &a.len2));
    ARGUMENT(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, NULL, 1, &a.len, &a.len2));
    ARGUMENT(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, NULL, &a.len2));
    ARGUMENT(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, &a.len, NULL));
    ARGUMENT(cri_from_edn(26, a.uri, a.uri_len, a.buf, sizeof a.buf, &a.len, &a.len2));
    ARGUMENT(cri_from_uri(CRI_REV_27, NULL, 1, a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, NULL, 1, &a.len));
    ARGUMENT(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_text_decode(NULL, a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_text_decode(&a.text, NULL, 1, &a.len));
    ARGUMENT(cri_text_decode(&a.text, a.buf, sizeof a.buf, NULL));
    ARGUMENT(cri_builder_init(NULL, CRI_REV_27, 0, a.buf, sizeof a.buf));
    ARGUMENT(cri_builder_init(&a.builder, CRI_REV_27, 0, NULL, 1));
    ARGUMENT(cri_builder_scheme_id(NULL, -1));
    ARGUMENT(cri_builder_scheme_name(NULL, "a", 1));
    ARGUMENT(cri_builder_scheme_name(&a.builder, NULL, 1));
    ARGUMENT(cri_builder_discard(NULL, 1));
    ARGUMENT(cri_builder_rootless(NULL));
    ARGUMENT(cri_builder_userinfo(NULL, "a", 1));
    ARGUMENT(cri_builder_userinfo(&a.builder, NULL, 1));
    ARGUMENT(cri_builder_host_name(NULL, "a", 1));
    ARGUMENT(cri_builder_host_name(&a.builder, NULL, 1));
    ARGUMENT(cri_builder_host_address(NULL, a.full_cbor, 4, NULL, 0));
    ARGUMENT(cri_builder_host_address(&a.builder, NULL, 4, NULL, 0));
    ARGUMENT(cri_builder_host_address(&a.builder, a.full_cbor, 16, NULL, 1));
    ARGUMENT(cri_builder_port(NULL, 80));
    ARGUMENT(cri_builder_path(NULL));
    ARGUMENT(cri_builder_segment(NULL, "a", 1));
    ARGUMENT(cri_builder_segment(&a.builder, NULL, 1));
    ARGUMENT(cri_builder_query(NULL));
    ARGUMENT(cri_builder_parameter(NULL, "a", 1));
    ARGUMENT(cri_builder_parameter(&a.builder, NULL, 1));
    ARGUMENT(cri_builder_fragment(NULL, "a", 1));
    ARGUMENT(cri_builder_fragment(&a.builder, NULL, 1));
    ARGUMENT(cri_builder_finish(NULL, &a.len));
    ARGUMENT(cri_builder_finish(&a.builder, NULL));
    ARGUMENT(cri_registry_name(CRI_REV_27, -1, NULL, &a.len));
    ARGUMENT(cri_registry_name(CRI_REV_27, -1, &a.chars, NULL));
    ARGUMENT(cri_registry_id(CRI_REV_27, NULL, 1, &a.id));
    ARGUMENT(cri_registry_id(CRI_REV_27, "coap", 4, NULL));
    ARGUMENT(cri_registry_default_port(CRI_REV_27, -1, NULL));
    rows_end();
}

static void null_reads_as_nothing(void **state)
{
    (void)state;
    ANSWERS_NO(cri_revision(NULL));
    ANSWERS_NO(cri_is_full(NULL));
    ANSWERS_NO(cri_discard(NULL));
    ANSWERS_NO(cri_scheme(NULL, &a.id));
    ANSWERS_NO(cri_scheme(&a.full, NULL));
    ANSWERS_NO(cri_scheme_text(NULL, &a.chars, &a.len));
    ANSWERS_NO(cri_scheme_text(&a.full, NULL, &a.len));
    ANSWERS_NO(cri_scheme_text(&a.full, &a.chars, NULL));
    ANSWERS_NO(cri_authority_kind(NULL));
    ANSWERS_NO(cri_host_kind(NULL));
    ANSWERS_NO(cri_host_address(NULL, &a.bytes, &a.len));
    ANSWERS_NO(cri_zone(NULL, &a.chars, &a.len));
    ANSWERS_NO(cri_userinfo(NULL, &a.out_text));
    ANSWERS_NO(cri_userinfo(&a.full, NULL));
    ANSWERS_NO(cri_port(NULL, &a.port));
    ANSWERS_NO(cri_port(&a.full, NULL));
    ANSWERS_NO(cri_coap_path_abbrev(NULL, &(uint32_t){0}));
    ANSWERS_NO(cri_coap_path_abbrev(&a.full, NULL));
    ANSWERS_NO(cri_path_is_set(NULL));
    ANSWERS_NO(cri_path_count(NULL));
    ANSWERS_NO(cri_path_get(NULL, 0, &a.out_text));
    ANSWERS_NO(cri_path_get(&a.full, 0, NULL));
    ANSWERS_NO(cri_query_is_set(NULL));
    ANSWERS_NO(cri_query_count(NULL));
    ANSWERS_NO(cri_query_get(NULL, 0, &a.out_text));
    ANSWERS_NO(cri_query_get(&a.full, 0, NULL));
    ANSWERS_NO(cri_host_count(NULL));
    ANSWERS_NO(cri_host_get(NULL, 0, &a.out_text));
    ANSWERS_NO(cri_host_get(&a.full, 0, NULL));
    ANSWERS_NO(cri_iter_next(NULL, &a.out_text));
    ANSWERS_NO(cri_iter_next(&a.iter, NULL));
    ANSWERS_NO(cri_fragment(NULL, &a.out_text));
    ANSWERS_NO(cri_fragment(&a.full, NULL));
    ANSWERS_NO(cri_text_plain(NULL, &a.chars, &a.len));
    ANSWERS_NO(cri_chunks_next(NULL, &a.bytes, &a.len, &a.flag));
    ANSWERS_NO(cri_chunks_next(&a.chunks, NULL, &a.len, &a.flag));
    ANSWERS_NO(cri_chunks_next(&a.chunks, &a.bytes, NULL, &a.flag));
    ANSWERS_NO(cri_chunks_next(&a.chunks, &a.bytes, &a.len, NULL));
    ANSWERS_NO(cri_text_equal(NULL, "b;", 2));
    ANSWERS_NO(cri_text_equal(&a.text, NULL, 2));
    ANSWERS_NO(cri_hash(NULL));
    ANSWERS_NO(cri_is_canonical(NULL));
    ANSWERS_NO(cri_uses(NULL));
    ANSWERS_NO(cri_ownership_check(NULL));
    DOES_NOTHING(cri_path_iter(&a.full, NULL));
    DOES_NOTHING(cri_query_iter(&a.full, NULL));
    DOES_NOTHING(cri_host_iter(&a.full, NULL));
    DOES_NOTHING(cri_text_chunks(&a.text, NULL));
    rows_end();
}

/* Iterating over nothing ends at once, also where what to iterate over is NULL. */
static void null_iterates_over_nothing(void **state)
{
    (void)state;
    set_up();
    cri_path_iter(NULL, &a.iter);
    assert_false(cri_iter_next(&a.iter, &a.out_text));
    cri_query_iter(NULL, &a.iter);
    assert_false(cri_iter_next(&a.iter, &a.out_text));
    cri_host_iter(NULL, &a.iter);
    assert_false(cri_iter_next(&a.iter, &a.out_text));
    cri_text_chunks(NULL, &a.chunks);
    assert_false(cri_chunks_next(&a.chunks, &a.bytes, &a.len, &a.flag));
}

static void null_with_length_zero_is_empty(void **state)
{
    (void)state;
    set_up();
    assert_int_equal(cri_parse(CRI_REV_27, NULL, 0, &a.out, &a.len), CRI_ERR_TRUNCATED);
    assert_int_equal(cri_parse_exact(CRI_REV_27, NULL, 0, &a.out), CRI_ERR_TRUNCATED);
    assert_int_equal(cri_parse_where(CRI_REV_27, NULL, 0, &a.len, &a.part), CRI_ERR_TRUNCATED);
    assert_int_equal(a.len, 0);
    assert_int_equal(a.part, CRI_PART_WHOLE);
    assert_int_equal(cri_from_uri_where(CRI_REV_27, NULL, 0, &a.len, &a.part), CRI_OK);
    assert_int_equal(cri_skip(NULL, 0, &a.len), CRI_ERR_TRUNCATED);
    assert_int_equal(cri_equal_encoded(CRI_REV_27, NULL, 0, NULL, 0, &a.flag), CRI_ERR_TRUNCATED);
    assert_int_equal(cri_from_uri(CRI_REV_27, NULL, 0, a.buf, sizeof a.buf, &a.len), CRI_OK);
    assert_string_equal(to_hex(a.buf, a.len), "80");
    assert_int_equal(cri_registry_id(CRI_REV_27, NULL, 0, &a.id), CRI_ERR_SCHEME_UNKNOWN);
    assert_int_equal(cri_builder_userinfo(&a.builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_host_name(&a.builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_segment(&a.builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_parameter(&a.builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_fragment(&a.builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_finish(&a.builder, &a.len), CRI_OK);
    assert_string_equal(to_hex(a.build, a.len), "852082f46081608160"
                                                "60");
    assert_true(cri_fragment(&a.reference, &a.out_text));
    assert_false(cri_text_equal(&a.out_text, NULL, 0));
}

/* ---- objects of zeros, as static memory has them: no view, no builder ---------------------------------------------- */

static void zeroed_objects_are_refused(void **state)
{
    (void)state;
    static cri_t cri;
    static cri_builder_t builder;
    static cri_text_t text;
    static cri_iter_t iter;
    static cri_chunks_t chunks;
    static cri_uri_t parts;
    static cri_uri_iter_t uri_iter;
    static cri_coap_options_t options;
    static cri_coap_path_t rest;
    static cri_path_matcher_t matcher;
    static cri_composer_t composer;
    static cri_aif_t aif;
    uint16_t opt_number = 0;
    uint64_t permissions = 0;
    ARGUMENT(cri_text_decode(&text, a.buf, sizeof a.buf, &a.len));
    ANSWERS_NO(cri_text_plain(&text, &a.chars, &a.len));
    ANSWERS_NO(cri_text_equal(&text, NULL, 0));
    ANSWERS_NO(cri_iter_next(&iter, &a.out_text));
    ANSWERS_NO(cri_chunks_next(&chunks, &a.bytes, &a.len, &a.flag));
    ANSWERS_NO(cri_uri_part(&parts, CRI_PART_PATH, &a.chars, &a.len));
    ANSWERS_NO(cri_uri_host_kind(&parts));
    ANSWERS_NO(cri_uri_iter_next(&uri_iter, &a.chars, &a.len));
    ANSWERS_NO(cri_coap_options_next(&options, &opt_number, &a.bytes, &a.len));
    ANSWERS_NO(cri_coap_path_next(&rest, &a.bytes, &a.len));
    ARGUMENT(cri_path_matcher_init(&matcher, &cri));
    ARGUMENT(cri_path_matcher_option(&matcher, CRI_COAP_URI_PATH, NULL, 0));
    ARGUMENT(cri_path_matcher_finish(&matcher, &a.flag, &a.len));
    ARGUMENT(cri_composer_option(&composer, CRI_COAP_URI_PATH, NULL, 0));
    ARGUMENT(cri_composer_finish(&composer, &a.len));
    ANSWERS_NO(cri_composer_asks_proxy(&composer));
    ARGUMENT(cri_aif_next(&aif, &a.flag, &a.out, &permissions));
    /* Iterators over an object of zeros are over nothing, as over NULL. */
    set_up();
    cri_text_chunks(&text, &a.chunks);
    assert_false(cri_chunks_next(&a.chunks, &a.bytes, &a.len, &a.flag));
    cri_path_iter(&cri, &a.iter);
    assert_false(cri_iter_next(&a.iter, &a.out_text));
    ARGUMENT(cri_resolve(&cri, &a.reference, &a.out));
    ARGUMENT(cri_resolve(&a.full, &cri, &a.out));
    ARGUMENT(cri_relativize(&cri, &a.full, &a.out));
    ARGUMENT(cri_relativize(&a.full, &cri, &a.out));
    ARGUMENT(cri_resolve_to(&cri, &a.reference, a.buf, sizeof a.buf, &a.len, &a.out));
    ARGUMENT(cri_resolve_to(&a.full, &cri, a.buf, sizeof a.buf, &a.len, &a.out));
    ARGUMENT(cri_without_userinfo(&cri, a.buf, sizeof a.buf, &a.len, &a.out));
    ARGUMENT(cri_host_text(&cri, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_effective_port(&cri, &a.port));
    ARGUMENT(cri_host_endpoint(&cri, &a.endpoint));
    ARGUMENT(cri_same_origin(&a.full, &cri, &a.flag));
    ARGUMENT(cri_equal(&cri, &cri, &a.flag));
    ARGUMENT(cri_compare(&a.full, &cri, &a.order));
    ARGUMENT(cri_encode(&cri, a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_normalize(&cri, a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_to_uri(&cri, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_to_edn(&cri, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_to_edn_literal(&cri, (char *)a.buf, sizeof a.buf, &a.len));
    ARGUMENT(cri_builder_segment(&builder, "a", 1));
    ARGUMENT(cri_builder_finish(&builder, &a.len));
    ANSWERS_NO(cri_is_full(&cri));
    ANSWERS_NO(cri_revision(&cri));
    ANSWERS_NO(cri_scheme(&cri, &a.id));
    ANSWERS_NO(cri_path_count(&cri));
    ANSWERS_NO(cri_path_get(&cri, 0, &a.out_text));
    ANSWERS_NO(cri_fragment(&cri, &a.out_text));
    ANSWERS_NO(cri_hash(&cri));
    ANSWERS_NO(cri_is_canonical(&cri));
    ANSWERS_NO(cri_uses(&cri));
    ANSWERS_NO(cri_ownership_check(&cri));
    rows_end();
}

/* ---- lengths ------------------------------------------------------------------------------------------------------- */

static void lengths_above_the_signed_range_are_refused(void **state)
{
    (void)state;
    static const size_t lengths[] = {SIZE_MAX / 2 + 1, SIZE_MAX - 1, SIZE_MAX};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        size_t huge = lengths[i];
        ARGUMENT(cri_parse(CRI_REV_27, a.full_cbor, huge, &a.out, &a.len));
        ARGUMENT(cri_parse_exact(CRI_REV_27, a.full_cbor, huge, &a.out));
        for (size_t k = 0; k < COUNT(locators); k++) {
            ARGUMENT(locators[k](CRI_REV_27, a.full_cbor, huge, &a.len, &a.part));
        }
        ARGUMENT(cri_skip(a.full_cbor, huge, &a.len));
        ARGUMENT(cri_equal_encoded(CRI_REV_27, a.full_cbor, huge, a.full_cbor, a.full_len, &a.flag));
        ARGUMENT(cri_equal_encoded(CRI_REV_27, a.full_cbor, a.full_len, a.full_cbor, huge, &a.flag));
        ARGUMENT(cri_encode(&a.full, a.buf, huge, &a.len));
        ARGUMENT(cri_normalize(&a.full, a.buf, huge, &a.len));
        ARGUMENT(cri_to_uri(&a.full, (char *)a.buf, huge, &a.len));
        ARGUMENT(cri_host_text(&a.full, (char *)a.buf, huge, &a.len));
        ARGUMENT(cri_resolve_to(&a.full, &a.reference, a.buf, huge, &a.len, &a.out));
        ARGUMENT(cri_to_edn(&a.full, (char *)a.buf, huge, &a.len));
        ARGUMENT(cri_to_edn_literal(&a.full, (char *)a.buf, huge, &a.len));
        ARGUMENT(cri_escape(a.full_cbor, huge, (char *)a.buf, sizeof a.buf, &a.len));
        ARGUMENT(cri_escape(a.full_cbor, a.full_len, (char *)a.buf, huge, &a.len));
        ARGUMENT(cri_from_edn(CRI_REV_27, a.uri, huge, a.buf, sizeof a.buf, &a.len, &a.len2));
        ARGUMENT(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, huge, &a.len, &a.len2));
        ARGUMENT(cri_from_uri(CRI_REV_27, a.uri, huge, a.buf, sizeof a.buf, &a.len));
        ARGUMENT(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, a.buf, huge, &a.len));
        ARGUMENT(cri_text_decode(&a.text, a.buf, huge, &a.len));
        ARGUMENT(cri_builder_init(&a.builder, CRI_REV_27, 0, a.buf, huge));
        ARGUMENT(cri_builder_scheme_name(&a.builder, a.uri, huge));
        ARGUMENT(cri_builder_userinfo(&a.builder, a.uri, huge));
        ARGUMENT(cri_builder_host_name(&a.builder, a.uri, huge));
        ARGUMENT(cri_builder_host_address(&a.builder, a.full_cbor, huge, NULL, 0));
        ARGUMENT(cri_builder_host_address(&a.builder, a.full_cbor, 16, a.uri, huge));
        ARGUMENT(cri_builder_segment(&a.builder, a.uri, huge));
        ARGUMENT(cri_builder_parameter(&a.builder, a.uri, huge));
        ARGUMENT(cri_builder_fragment(&a.builder, a.uri, huge));
        ARGUMENT(cri_registry_id(CRI_REV_27, a.uri, huge, &a.id));
        ANSWERS_NO(cri_text_equal(&a.text, a.uri, huge));
    }
    rows_end();
}

static void unknown_revisions_are_refused(void **state)
{
    (void)state;
    static const uint8_t revisions[] = {0, 12, 14, 26, 28, 255};
    for (size_t i = 0; i < COUNT(revisions); i++) {
        uint8_t rev = revisions[i];
        ARGUMENT(cri_parse(rev, a.full_cbor, a.full_len, &a.out, &a.len));
        ARGUMENT(cri_parse_exact(rev, a.full_cbor, a.full_len, &a.out));
        for (size_t k = 0; k < COUNT(locators); k++) {
            ARGUMENT(locators[k](rev, a.full_cbor, 1, &a.len, &a.part));
        }
        ARGUMENT(cri_equal_encoded(rev, a.full_cbor, a.full_len, a.full_cbor, a.full_len, &a.flag));
        ARGUMENT(cri_from_uri(rev, a.uri, a.uri_len, a.buf, sizeof a.buf, &a.len));
        ARGUMENT(cri_builder_init(&a.builder, rev, 0, a.buf, sizeof a.buf));
        ARGUMENT(cri_registry_name(rev, -1, &a.chars, &a.len));
        ARGUMENT(cri_registry_id(rev, "coap", 4, &a.id));
        ARGUMENT(cri_registry_default_port(rev, -1, &a.port));
    }
    rows_end();
}

/* ---- overlapping memory -------------------------------------------------------------------------------------------- */

/* The place of an output in the middle of some object or buffer. */
#define IN(type, object, offset) ((type *)(void *)((uint8_t *)(void *)&(object) + (offset)))
#define LAST(type, object) IN(type, object, (sizeof(object) - sizeof(type)) / _Alignof(type) * _Alignof(type))

static void outputs_over_inputs_are_refused(void **state)
{
    (void)state;
    /* parse, skip: over the data */
    OVERLAP(cri_parse(CRI_REV_27, (uint8_t *)&a.out, sizeof a.out, &a.out, &a.len));
    OVERLAP(cri_parse(CRI_REV_27, (uint8_t *)&a.out + sizeof a.out - 1, 2, &a.out, &a.len));
    OVERLAP(cri_parse(CRI_REV_27, (uint8_t *)&a.len, 1, &a.out, &a.len));
    OVERLAP(cri_parse_exact(CRI_REV_27, (uint8_t *)&a.out, sizeof a.out, &a.out));
    OVERLAP(cri_parse_exact(CRI_REV_27, (uint8_t *)&a.out + sizeof a.out - 1, 2, &a.out));
    /* the offset and the part: over the data, over each other */
    for (size_t i = 0; i < COUNT(locators); i++) {
        OVERLAP(locators[i](CRI_REV_27, (uint8_t *)&a.len + sizeof a.len - 1, 1, &a.len, &a.part));
        OVERLAP(locators[i](CRI_REV_27, a.full_cbor, a.full_len, &a.len, &a.full_cbor[a.full_len - 1]));
        OVERLAP(locators[i](CRI_REV_27, a.full_cbor, a.full_len, &a.len, (uint8_t *)&a.len));
    }
    OVERLAP(cri_skip((uint8_t *)&a.len + sizeof a.len - 1, 1, &a.len));
    OVERLAP(cri_skip((uint8_t *)&a.len, 1, &a.len));
    /* resolve, relativize: over a view, over what it borrows */
    OVERLAP(cri_resolve(&a.full, &a.reference, &a.full));
    OVERLAP(cri_resolve(&a.full, &a.reference, &a.reference));
    OVERLAP(cri_resolve(&a.full, &a.reference, IN(cri_t, a.full, sizeof(void *))));
    OVERLAP(cri_relativize(&a.full, &a.full, &a.full));
    OVERLAP(cri_relativize(&a.full, &a.full, IN(cri_t, a.full, sizeof(void *))));
    OVERLAP(cri_without_userinfo(&a.full, a.buf, sizeof a.buf, &a.len, &a.full));
    OVERLAP(cri_without_userinfo(&a.full, a.buf, sizeof a.buf, &a.len, IN(cri_t, a.full, sizeof(void *))));
    OVERLAP(cri_without_userinfo(&a.full, a.full_cbor, sizeof a.full_cbor, &a.len, &a.out));
    OVERLAP(cri_without_userinfo(&a.full, a.buf, sizeof a.buf, IN(size_t, a.buf, 8), &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, &a.len, &a.full));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, &a.len, &a.reference));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, IN(size_t, a.full, 0), &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, IN(size_t, a.full_cbor, 8), &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.full_cbor, sizeof a.full_cbor, &a.len, &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, &a.reference_cbor[a.reference_len - 1], 1, &a.len, &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, (uint8_t *)&a.reference, sizeof a.reference, &a.len, &a.out));
    /* the host: over a view, over what it borrows */
    OVERLAP(cri_effective_port(&a.full, IN(uint16_t, a.full, 0)));
    OVERLAP(cri_effective_port(&a.full, IN(uint16_t, a.full_cbor, 2)));
    OVERLAP(cri_host_endpoint(&a.address, IN(cri_endpoint_t, a.address, 0)));
    OVERLAP(cri_same_origin(&a.full, &a.address, IN(bool, a.full, 0)));
    OVERLAP(cri_same_origin(&a.full, &a.address, (bool *)&a.address_cbor[1]));
    /* comparisons: the verdict over a view or what it borrows */
    OVERLAP(cri_equal(&a.full, &a.reference, IN(bool, a.full, 0)));
    OVERLAP(cri_equal(&a.full, &a.reference, LAST(bool, a.full)));
    OVERLAP(cri_equal(&a.full, &a.reference, IN(bool, a.reference, 3)));
    OVERLAP(cri_equal(&a.full, &a.reference, (bool *)&a.full_cbor[1]));
    OVERLAP(cri_equal(&a.full, &a.reference, (bool *)&a.reference_cbor[a.reference_len - 1]));
    OVERLAP(cri_equal_ignoring_fragment(&a.full, &a.reference, IN(bool, a.full, 0)));
    OVERLAP(cri_equal_ignoring_fragment(&a.full, &a.reference, (bool *)&a.full_cbor[a.full_len - 1]));
    OVERLAP(
        cri_equal_encoded(CRI_REV_27, a.full_cbor, a.full_len, a.reference_cbor, a.reference_len, (bool *)a.full_cbor));
    OVERLAP(cri_equal_encoded(CRI_REV_27, a.full_cbor, a.full_len, a.reference_cbor, a.reference_len,
                              (bool *)&a.reference_cbor[a.reference_len - 1]));
    OVERLAP(cri_compare(&a.full, &a.reference, IN(int32_t, a.full, 0)));
    OVERLAP(cri_compare(&a.full, &a.reference, LAST(int32_t, a.reference)));
    /* from URI: over the text */
    OVERLAP(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, (uint8_t *)a.uri, sizeof a.uri, &a.len));
    OVERLAP(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, (uint8_t *)a.uri + a.uri_len - 1, 1, &a.len));
    OVERLAP(cri_from_uri(CRI_REV_27, (char *)&a.len, sizeof a.len, a.buf, sizeof a.buf, &a.len));
    /* decode: over the text object, over what it borrows */
    OVERLAP(cri_text_decode(&a.text, (uint8_t *)&a.text, sizeof a.text, &a.len));
    OVERLAP(cri_text_decode(&a.text, a.full_cbor, sizeof a.full_cbor, &a.len));
    OVERLAP(cri_text_decode(&a.text, a.buf, sizeof a.buf, IN(size_t, a.text, 0)));
    /* schemes */
    OVERLAP(cri_registry_id(CRI_REV_27, (char *)&a.id, sizeof a.id, &a.id));
    rows_end();
}

typedef cri_err_t (*writer_of_view)(const cri_t *cri, uint8_t *buf, size_t cap, size_t *len);

static cri_err_t write_uri(const cri_t *cri, uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_uri(cri, (char *)buf, cap, len);
}

static cri_err_t write_edn(const cri_t *cri, uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_edn(cri, (char *)buf, cap, len);
}

static cri_err_t write_literal(const cri_t *cri, uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_edn_literal(cri, (char *)buf, cap, len);
}

static cri_err_t write_host(const cri_t *cri, uint8_t *buf, size_t cap, size_t *len)
{
    return cri_host_text(cri, (char *)buf, cap, len);
}

/* encode, normalise, to URI, to EDN, host: over the view, each of the bytes it borrows, and the length. */
static void writers_refuse_overlaps(void **state)
{
    (void)state;
    static const writer_of_view writers[] = {cri_encode, cri_normalize, write_uri,
                                             write_edn,  write_literal, write_host};
    for (size_t w = 0; w < COUNT(writers); w++) {
        writer_of_view write = writers[w];
        OVERLAP(write(&a.full, (uint8_t *)&a.full, sizeof a.full, &a.len));
        OVERLAP(write(&a.full, (uint8_t *)&a.full + sizeof a.full - 8, 64, &a.len));
        OVERLAP(write(&a.full, (uint8_t *)&a.len, sizeof a.len, &a.len));
        OVERLAP(write(&a.full, (uint8_t *)&a.len + sizeof a.len - 1, 1, &a.len));
        OVERLAP(write(&a.full, a.buf, sizeof a.buf, IN(size_t, a.buf, 8)));
        OVERLAP(write(&a.full, a.buf, sizeof a.buf, IN(size_t, a.full, 0)));
        OVERLAP(write(&a.full, a.buf, sizeof a.buf, IN(size_t, a.full_cbor, 8)));
        OVERLAP(write(&a.full, a.full_cbor, sizeof a.full_cbor, &a.len));
        /* Only the heads of the outer array and of the path's are not borrowed. */
        for (size_t i = 0; i < from_hex(FULL).len; i++) {
            if (i != 0 && i != 10) {
                char row[48];
                snprintf(row, sizeof row, "byte %zu of the CRI", i);
                set_up();
                row_err(write(&a.full, &a.full_cbor[i], 1, &a.len), CRI_ERR_OVERLAP, row);
                row_ok(memcmp(&a, &before, sizeof a) == 0, row, "changed something");
            }
        }
    }
    rows_end();
}

/* A resolved view borrows from both: neither may be written over. */
static void writers_refuse_both_sources_of_a_resolved_view(void **state)
{
    (void)state;
    set_up();
    assert_int_equal(cri_resolve(&a.full, &a.reference, &a.out), CRI_OK);
    memcpy(&before, &a, sizeof before);
    assert_int_equal(cri_encode(&a.out, &a.full_cbor[1], 1, &a.len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_encode(&a.out, &a.full_cbor[11], 1, &a.len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_encode(&a.out, &a.reference_cbor[3], 1, &a.len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_encode(&a.out, &a.reference_cbor[a.reference_len - 1], 1, &a.len), CRI_ERR_OVERLAP);
    assert_memory_equal(&a, &before, sizeof a);
}

static void outputs_over_outputs_are_refused(void **state)
{
    (void)state;
    OVERLAP(cri_parse(CRI_REV_27, a.full_cbor, a.full_len, &a.out, IN(size_t, a.out, 0)));
    OVERLAP(cri_parse(CRI_REV_27, a.full_cbor, a.full_len, &a.out, LAST(size_t, a.out)));
    OVERLAP(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, IN(size_t, a.buf, 0)));
    OVERLAP(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, (uint8_t *)&a.len, 1, &a.len));
    OVERLAP(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, IN(size_t, a.buf, 0), &a.len2));
    OVERLAP(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, &a.len, IN(size_t, a.buf, 0)));
    OVERLAP(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, &a.len, &a.len));
    OVERLAP(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, (uint8_t *)a.uri, 1, &a.len, &a.len2));
    OVERLAP(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, IN(size_t, a.uri, 0), &a.len2));
    OVERLAP(cri_from_edn(CRI_REV_27, a.uri, a.uri_len, a.buf, sizeof a.buf, &a.len, IN(size_t, a.uri, 0)));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, IN(size_t, a.buf, 8), &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, a.buf, sizeof a.buf, IN(size_t, a.out, 8), &a.out));
    OVERLAP(cri_resolve_to(&a.full, &a.reference, (uint8_t *)&a.out, sizeof a.out, &a.len, &a.out));
    OVERLAP(cri_text_decode(&a.text, a.buf, sizeof a.buf, IN(size_t, a.buf, 16)));
    OVERLAP(cri_registry_name(CRI_REV_27, -1, &a.chars, IN(size_t, a.chars, 0)));
    rows_end();
}

static void builders_refuse_overlaps(void **state)
{
    (void)state;
    char *inside = (char *)a.build + 8;
    char *into = (char *)&a.builder;
    OVERLAP(cri_builder_init(&a.builder, CRI_REV_27, 0, (uint8_t *)&a.builder, sizeof a.builder));
    OVERLAP(cri_builder_init(&a.builder, CRI_REV_27, 0, (uint8_t *)&a.builder + sizeof a.builder - 1, 1));
    OVERLAP(cri_builder_userinfo(&a.builder, inside, 1));
    OVERLAP(cri_builder_host_name(&a.builder, inside, 1));
    OVERLAP(cri_builder_host_address(&a.builder, (uint8_t *)inside, 16, NULL, 0));
    OVERLAP(cri_builder_host_address(&a.builder, a.full_cbor, 16, inside, 1));
    OVERLAP(cri_builder_segment(&a.builder, inside, 1));
    OVERLAP(cri_builder_parameter(&a.builder, inside, 1));
    OVERLAP(cri_builder_fragment(&a.builder, inside, 1));
    OVERLAP(cri_builder_userinfo(&a.builder, into, 1));
    OVERLAP(cri_builder_host_name(&a.builder, into, 1));
    OVERLAP(cri_builder_host_address(&a.builder, (uint8_t *)into, 16, NULL, 0));
    OVERLAP(cri_builder_segment(&a.builder, into, 1));
    OVERLAP(cri_builder_parameter(&a.builder, into, 1));
    OVERLAP(cri_builder_fragment(&a.builder, into, 1));
    OVERLAP(cri_builder_finish(&a.builder, IN(size_t, a.builder, 0)));
    OVERLAP(cri_builder_finish(&a.builder, LAST(size_t, a.builder)));
    OVERLAP(cri_builder_finish(&a.builder, IN(size_t, a.build, 0)));
    rows_end();
}

/* Functions that answer with bool refuse by answering false. */
static void accessors_refuse_overlaps(void **state)
{
    (void)state;
    ANSWERS_NO(cri_scheme(&a.full, IN(int64_t, a.full, 0)));
    ANSWERS_NO(cri_scheme_text(&a.full, IN(const char *, a.full, 0), &a.len));
    ANSWERS_NO(cri_scheme_text(&a.full, &a.chars, IN(size_t, a.full, 0)));
    ANSWERS_NO(cri_scheme_text(&a.full, &a.chars, IN(size_t, a.chars, 0)));
    ANSWERS_NO(cri_port(&a.full, IN(uint16_t, a.full, 0)));
    ANSWERS_NO(cri_coap_path_abbrev(&a.full, IN(uint32_t, a.full, 0)));
    ANSWERS_NO(cri_coap_path_abbrev(&a.full, IN(uint32_t, a.full_cbor, 0)));
    ANSWERS_NO(cri_port(&a.full, IN(uint16_t, a.full_cbor, 2)));
    ANSWERS_NO(cri_userinfo(&a.full, IN(cri_text_t, a.full, 0)));
    ANSWERS_NO(cri_path_get(&a.full, 0, IN(cri_text_t, a.full, 8)));
    ANSWERS_NO(cri_path_get(&a.full, 0, IN(cri_text_t, a.full_cbor, 0)));
    ANSWERS_NO(cri_query_get(&a.full, 0, IN(cri_text_t, a.full, 8)));
    ANSWERS_NO(cri_host_get(&a.full, 0, IN(cri_text_t, a.full, 8)));
    ANSWERS_NO(cri_fragment(&a.full, IN(cri_text_t, a.full, 8)));
    ANSWERS_NO(cri_iter_next(&a.iter, IN(cri_text_t, a.iter, 0)));
    ANSWERS_NO(cri_iter_next(&a.iter, IN(cri_text_t, a.full_cbor, 0)));
    ANSWERS_NO(cri_chunks_next(&a.chunks, IN(const uint8_t *, a.full_cbor, 16), &a.len, &a.flag));
    ANSWERS_NO(cri_chunks_next(&a.chunks, IN(const uint8_t *, a.chunks, 0), &a.len, &a.flag));
    ANSWERS_NO(cri_chunks_next(&a.chunks, &a.bytes, IN(size_t, a.bytes, 0), &a.flag));
    DOES_NOTHING(cri_path_iter(&a.full, IN(cri_iter_t, a.full, 0)));
    DOES_NOTHING(cri_query_iter(&a.full, IN(cri_iter_t, a.full, 0)));
    DOES_NOTHING(cri_host_iter(&a.full, IN(cri_iter_t, a.full, 0)));
    DOES_NOTHING(cri_text_chunks(&a.text, IN(cri_chunks_t, a.text, 0)));
    rows_end();
}

/* Iterators refuse to store into the bytes that they borrow. */
static void iterators_refuse_overlaps(void **state)
{
    (void)state;
    /* Aligned, so that a pointer or a number could be stored anywhere. */
    static union {
        uint8_t bytes[64];
        const uint8_t *pointer;
        size_t number;
    } cbor, scratch, coap;
    static const char uri[] = "coap://example.com:80/aaaaaaaaaaaaaaaa/b?qqqqqqqqqqqqqqqq";
    cri_t cri, prefix = parse_hex(CRI_REV_27, "82f580");
    cri_coap_options_t options;
    cri_coap_path_t rest;
    const uint8_t *value = NULL;
    size_t len = 0, consumed = 0;
    uint16_t opt_number = 4711;
    bool under = false;
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor.bytes, sizeof cbor.bytes, &len), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, cbor.bytes, len, &cri, &consumed), CRI_OK);
    assert_int_equal(cri_coap_options(&cri, NULL, scratch.bytes, sizeof scratch.bytes, &len, &options), CRI_OK);
    cri_coap_options_t fresh = options;
    uint8_t *borrowed[] = {scratch.bytes, cbor.bytes + 24, cbor.bytes + 40};
    for (size_t i = 0; i < COUNT(borrowed); i++) {
        options = fresh;
        assert_false(cri_coap_options_next(&options, (uint16_t *)(void *)borrowed[i], &value, &len));
        assert_false(cri_coap_options_next(&options, &opt_number, (const uint8_t **)(void *)borrowed[i], &len));
        assert_false(cri_coap_options_next(&options, &opt_number, &value, (size_t *)(void *)borrowed[i]));
        assert_memory_equal(&options, &fresh, sizeof options);
    }
    assert_true(cri_coap_options_next(&options, &opt_number, &value, &len));
    assert_int_equal(opt_number, CRI_COAP_URI_HOST);
    assert_int_equal(cri_to_coap(&cri, NULL, 0, coap.bytes, sizeof coap.bytes, &len), CRI_OK);
    assert_int_equal(cri_coap_path_match(coap.bytes, len, &prefix, &under, &rest), CRI_OK);
    assert_true(under);
    assert_false(cri_coap_path_next(&rest, (const uint8_t **)(void *)(coap.bytes + 16), &len));
    assert_false(cri_coap_path_next(&rest, &value, (size_t *)(void *)(coap.bytes + 16)));
    assert_true(cri_coap_path_next(&rest, &value, &len));
    assert_int_equal(len, 16);
}

/* What touches but does not overlap is fine. */
static void neighbours_are_not_overlaps(void **state)
{
    (void)state;
    struct {
        uint8_t cbor[8];
        size_t len;
    } parsed = {{0x82, 0x20, 0x81, 0x61, 0x68, 0, 0, 0}, 0};
    struct {
        char uri[8];
        uint8_t cbor[8];
    } converted = {{'c', 'o', 'a', 'p', ':', '/', '/', 'h'}, {0}};
    size_t len = 0;
    cri_t cri;
    assert_int_equal(cri_parse(CRI_REV_27, parsed.cbor, sizeof parsed.cbor, &cri, &parsed.len), CRI_OK);
    assert_int_equal(parsed.len, 5);
    assert_int_equal(cri_from_uri(CRI_REV_27, converted.uri, 8, converted.cbor, 8, &len), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, converted.cbor, len, &cri, &parsed.len), CRI_OK);
    /* The same bytes as both operands are no overlap: inputs may overlap each other. */
    bool equal = false;
    assert_int_equal(cri_equal(&cri, &cri, &equal), CRI_OK);
    assert_true(equal);
    assert_int_equal(cri_equal_encoded(CRI_REV_27, converted.cbor, len, converted.cbor, len, &equal), CRI_OK);
    assert_true(equal);
}

/* ---- buffers of every size ----------------------------------------------------------------------------------------- */

#define GUARD 16

typedef cri_err_t (*buffer_writer)(uint8_t *buf, size_t cap, size_t *len);

static cri_t long_cri;
static cri_text_t pet;

static cri_err_t encodes(uint8_t *buf, size_t cap, size_t *len) { return cri_encode(&long_cri, buf, cap, len); }

static cri_err_t writes_uri(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_uri(&long_cri, (char *)buf, cap, len);
}

static cri_err_t normalizes(uint8_t *buf, size_t cap, size_t *len) { return cri_normalize(&long_cri, buf, cap, len); }

static cri_err_t writes_edn(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_edn(&long_cri, (char *)buf, cap, len);
}

static cri_err_t writes_literal(uint8_t *buf, size_t cap, size_t *len)
{
    cri_t cri = parse_hex(CRI_REV_27, "8320 826161 6162 816163");
    return cri_to_edn_literal(&cri, (char *)buf, cap, len);
}

/* One that has no literal, which shows after the start of one. */
static cri_err_t writes_no_literal(uint8_t *buf, size_t cap, size_t *len)
{
    cri_t cri = parse_hex(CRI_REV_27, "8101");
    return cri_to_edn_literal(&cri, (char *)buf, cap, len);
}

static cri_err_t from_notation(uint8_t *buf, size_t cap, size_t *len)
{
    static const char edn[] =
        "/an unknown scheme/ [\"x-y\", [false, \"u\", \"h\", 80], [\"a\", [\"b\", h'3b']], [\"q\"], \"f\"]";
    size_t offset = 0;
    return cri_from_edn(CRI_REV_27, edn, strlen(edn), buf, cap, len, &offset);
}

static cri_err_t from_literal(uint8_t *buf, size_t cap, size_t *len)
{
    static const char edn[] = "cri'coap://h/it\\'s'";
    size_t offset = 0;
    return cri_from_edn(CRI_REV_27, edn, strlen(edn), buf, cap, len, &offset);
}

static cri_err_t decodes(uint8_t *buf, size_t cap, size_t *len) { return cri_text_decode(&pet, buf, cap, len); }

static cri_err_t from_plain_uri(uint8_t *buf, size_t cap, size_t *len)
{
    static const char uri[] = "coap://user%40x@Example.org:1234/a/b%3Bc?d&e%ff#f";
    return cri_from_uri(CRI_REV_27, uri, strlen(uri), buf, cap, len);
}

/* A path with dot segments is written from its end. */
static cri_err_t from_dotted_uri(uint8_t *buf, size_t cap, size_t *len)
{
    static const char uri[] = "coap://h/a/../b%3B/./c/d/../%2e%2E/e/f/?q";
    return cri_from_uri(CRI_REV_27, uri, strlen(uri), buf, cap, len);
}

/* Heads outgrow one byte, so that what follows them is moved. */
static cri_err_t builds(uint8_t *buf, size_t cap, size_t *len)
{
    cri_builder_t builder;
    cri_err_t err = cri_builder_init(&builder, CRI_REV_27, 0, buf, cap);
    if (err != CRI_OK) {
        return err;
    }
    assert_int_equal(cri_builder_scheme_name(&builder, "nonesuch", 8), CRI_OK);
    assert_int_equal(cri_builder_host_name(&builder, "a.b", 3), CRI_OK);
    for (int i = 0; i < 30; i++) {
        assert_int_equal(cri_builder_segment(&builder, "segment", 7), CRI_OK);
    }
    for (int i = 0; i < 26; i++) {
        assert_int_equal(cri_builder_parameter(&builder, "q", 1), CRI_OK);
    }
    assert_int_equal(cri_builder_fragment(&builder, "f", 1), CRI_OK);
    return cri_builder_finish(&builder, len);
}

static cri_err_t encodes_empty(uint8_t *buf, size_t cap, size_t *len)
{
    cri_t cri = parse_hex(CRI_REV_27, "80");
    return cri_encode(&cri, buf, cap, len);
}

static cri_err_t writes_empty_uri(uint8_t *buf, size_t cap, size_t *len)
{
    cri_t cri = parse_hex(CRI_REV_27, "80");
    return cri_to_uri(&cri, (char *)buf, cap, len);
}

struct writer_row {
    const char *name;
    buffer_writer write;
    bool text;
};

static cri_err_t writes_iri(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_iri(&long_cri, (char *)buf, cap, len);
}

static cri_err_t writes_host(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_host_text(&long_cri, (char *)buf, cap, len);
}

static cri_err_t resolves_to_bytes(uint8_t *buf, size_t cap, size_t *len)
{
    cri_t resolved;
    return cri_resolve_to(&long_cri, &long_cri, buf, cap, len, &resolved);
}

static cri_err_t resolves_text(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_uri_resolve("http://h/a/b?q", 14, "../c", 4, true, (char *)buf, cap, len);
}

static cri_err_t resolves_to_nothing(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_uri_normalize("", 0, CRI_URI_SYNTAX, (char *)buf, cap, len);
}

static cri_err_t normalizes_text(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_uri_normalize("HTTP://H/a/../b", 15, CRI_URI_SYNTAX, (char *)buf, cap, len);
}

static cri_err_t decodes_text(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_uri_decode("a%00b", 5, buf, cap, len);
}

static cri_err_t escapes(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_escape((const uint8_t *)"a\033\377\\\302\233", 6, (char *)buf, cap, len);
}

static cri_err_t unwraps_text(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_uri_unwrap("<URL: http://h/a\n b>", 20, (char *)buf, cap, len);
}

static const cri_scheme_row_t schemes[] = {{CRI_LIT("uuaid"), 1015}};

static cri_err_t writes_uri_with(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_uri_with(&long_cri, schemes, 1, (char *)buf, cap, len);
}

static cri_err_t writes_iri_with(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_iri_with(&long_cri, schemes, 1, (char *)buf, cap, len);
}

static cri_err_t from_uri_with(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_from_uri_with(CRI_REV_27, schemes, 1, "uuaid:a/b", 9, buf, cap, len);
}

static cri_err_t from_iri_with(uint8_t *buf, size_t cap, size_t *len)
{
    return cri_from_iri_with(CRI_REV_27, schemes, 1, "uuaid:a/b", 9, buf, cap, len);
}

static const struct writer_row buffer_writers[] = {
    {"cri_encode", encodes, false},
    {"cri_encode of the empty reference", encodes_empty, false},
    {"cri_normalize", normalizes, false},
    {"cri_to_uri", writes_uri, true},
    {"cri_to_uri of the empty reference", writes_empty_uri, true},
    {"cri_to_edn", writes_edn, true},
    {"cri_to_edn_literal", writes_literal, true},
    {"cri_to_edn_literal without a literal", writes_no_literal, true},
    {"cri_from_edn", from_notation, false},
    {"cri_from_edn of a literal", from_literal, false},
    {"cri_to_iri", writes_iri, true},
    {"cri_host_text", writes_host, true},
    {"cri_resolve_to", resolves_to_bytes, false},
    {"cri_uri_resolve", resolves_text, true},
    {"cri_uri_normalize", normalizes_text, true},
    {"cri_uri_normalize of the empty reference", resolves_to_nothing, true},
    {"cri_uri_decode", decodes_text, false},
    {"cri_uri_unwrap", unwraps_text, true},
    {"cri_escape", escapes, true},
    {"cri_to_uri_with", writes_uri_with, true},
    {"cri_to_iri_with", writes_iri_with, true},
    {"cri_from_uri_with", from_uri_with, false},
    {"cri_from_iri_with", from_iri_with, false},
    {"cri_text_decode", decodes, false},
    {"cri_from_uri", from_plain_uri, false},
    {"cri_from_uri with dot segments", from_dotted_uri, false},
    {"cri_builder_finish", builds, false},
};

static void set_up_long(void)
{
    /* Not on the heap: a small board's is used up and used again before the last of the sizes. */
    static uint8_t cbor[48];
    struct bytes bytes = from_hex("85 6161 84 f4 6175 6168 192710 83 6161 82 6162 413b 60 82 63c3a971 60 6166");
    size_t consumed = 0;
    assert_true(bytes.len <= sizeof cbor);
    memcpy(cbor, bytes.data, bytes.len);
    assert_int_equal(cri_parse(CRI_REV_27, cbor, bytes.len, &long_cri, &consumed), CRI_OK);
    assert_true(cri_path_get(&long_cri, 1, &pet));
}

/* What a writer needs room for: a text, its NUL too, which its length does not count (R23). */
static size_t room(const struct writer_row *row, size_t len) { return len + (row->text ? 1 : 0); }

/* One size of the buffer, in the middle of guard bytes. */
static void check_capacity(const struct writer_row *row, size_t cap, const uint8_t *wanted, size_t needed)
{
    char name[64];
    size_t len = 4711;
    uint8_t *block = malloc(GUARD + cap + GUARD);
    uint8_t *buf = block + GUARD;
    assert_non_null(block);
    memset(block, FILL, GUARD + cap + GUARD);
    snprintf(name, sizeof name, "%s, %zu of %zu", row->name, cap, needed);

    row_err(row->write(buf, cap, &len), cap < room(row, needed) ? CRI_ERR_BUFFER : CRI_OK, name);
    row_size(len, needed, name);
    row_ok(is_filled(block, GUARD), name, "wrote before the buffer");
    row_ok(is_filled(buf + cap, GUARD), name, "wrote after the buffer");
    if (cap >= room(row, needed)) {
        size_t used = room(row, needed);
        row_ok(memcmp(buf, wanted, needed) == 0, name, "content");
        row_ok(!row->text || buf[needed] == '\0', name, "ends in NUL");
        row_ok(is_filled(buf + used, cap - used), name, "wrote after its output");
    }
    free(block);
}

static void every_capacity_from_zero_to_enough(void **state)
{
    (void)state;
    set_up_long();
    for (size_t i = 0; i < COUNT(buffer_writers); i++) {
        const struct writer_row *row = &buffer_writers[i];
        uint8_t wanted[BYTES_MAX];
        size_t needed = 4711;
        size_t asked = 4711;
        if (!row_err(row->write(wanted, sizeof wanted, &needed), CRI_OK, row->name)) {
            continue;
        }
        /* NULL and 0 ask for the length. */
        cri_err_t err = row->write(NULL, 0, &asked);
        row_err(err, room(row, needed) > 0 ? CRI_ERR_BUFFER : CRI_OK, row->name);
        row_size(asked, needed, row->name);
        for (size_t cap = 0; cap <= room(row, needed) + 2; cap++) {
            check_capacity(row, cap, wanted, needed);
        }
    }
    rows_end();
}

/* The same with an exact block of the heap, and with a page behind it that cannot be written. */
static void every_capacity_in_exact_blocks(void **state)
{
    (void)state;
    set_up_long();
    for (size_t i = 0; i < COUNT(buffer_writers); i++) {
        const struct writer_row *row = &buffer_writers[i];
        uint8_t filled[BYTES_MAX];
        size_t needed = 0;
        memset(filled, FILL, sizeof filled);
        cri_err_t asked = row->write(NULL, 0, &needed);
        row_err(asked, room(row, needed) > 0 ? CRI_ERR_BUFFER : CRI_OK, row->name);
        for (size_t cap = 1; cap <= room(row, needed) + 1; cap++) {
            size_t len = 0;
            cri_err_t wanted = cap < room(row, needed) ? CRI_ERR_BUFFER : CRI_OK;
            uint8_t *block = malloc(cap); /* not initialised: nothing may read it */
            struct guarded guarded = guarded_copy(filled, cap);
            assert_non_null(block);
            row_err(row->write(block, cap, &len), wanted, row->name);
            row_err(row->write(guarded.data, cap, &len), wanted, row->name);
            row_ok(wanted != CRI_OK || memcmp(block, guarded.data, len) == 0, row->name, "same output");
            guarded_free(&guarded);
            free(block);
        }
    }
    rows_end();
}

/* ---- outputs on errors --------------------------------------------------------------------------------------------- */

struct failure {
    const char *name;
    uint8_t rev;
    const char *hex;
    cri_err_t err;
};

/* Conversions that fail at their end, when most of the text could have been written. */
static const struct failure failures[] = {
    {"unknown scheme", CRI_REV_27, "83 3a000f423f 81 6168 81 6161", CRI_ERR_SCHEME_UNKNOWN},
    {"zone", CRI_REV_27, "83 20 84 f4 6175 50fe800000000000000000000000000042 63656e31 81 6161", CRI_ERR_ZONE},
    {"dot in the last label", CRI_REV_13, "83 20 82 6168 63612e62 81 6161", CRI_ERR_NO_URI},
    {"rootless network path", CRI_REV_27, "83 f6 f5 81 6161", CRI_ERR_NO_URI},
    {"network path, path not known", CRI_REV_27, "84 01 f6 81 6171 6166", CRI_ERR_NO_URI},
};

static void buffers_stay_as_they_are_when_to_uri_fails(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(failures); i++) {
        const struct failure *row = &failures[i];
        cri_t cri = parse_hex(row->rev, row->hex);
        char buf[64];
        size_t len = 4711;
        memset(buf, FILL, sizeof buf);
        row_err(cri_to_uri(&cri, buf, sizeof buf, &len), row->err, row->name);
        row_size(len, 4711, row->name);
        row_ok(is_filled(buf, sizeof buf), row->name, "the buffer was written");
        /* However small the buffer is, the reason is the same. */
        for (size_t cap = 0; cap < 8; cap++) {
            row_err(cri_to_uri(&cri, buf, cap, &len), row->err, row->name);
            row_size(len, 4711, row->name);
        }
    }
    rows_end();
}

static void objects_stay_as_they_are_on_errors(void **state)
{
    (void)state;
    static const char *const bad[] = {"82 f5 81 61ff", "82 20", "1c", "83 6161 f5 80"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct bytes bytes = from_hex(bad[i]);
        cri_t cri;
        size_t consumed = 0;
        memset(&cri, FILL, sizeof cri);
        row_ok(cri_parse(CRI_REV_27, bytes.data, bytes.len, &cri, &consumed) != CRI_OK, bad[i], "an error");
        row_ok(is_filled(&cri, sizeof cri), bad[i], "the view was written");
    }
    REFUSED(CRI_ERR_NOT_FULL, cri_resolve(&a.reference, &a.full, &a.out));
    REFUSED(CRI_ERR_NOT_FULL, cri_relativize(&a.full, &a.reference, &a.out));
    REFUSED(CRI_ERR_NOT_FULL, cri_resolve_to(&a.reference, &a.full, a.buf, sizeof a.buf, &a.len, &a.out));
    REFUSED(CRI_ERR_NO_HOST, cri_host_text(&a.reference, (char *)a.buf, sizeof a.buf, &a.len));
    REFUSED(CRI_ERR_NO_HOST, cri_host_endpoint(&a.reference, &a.endpoint));
    REFUSED(CRI_ERR_HOST_NAME, cri_host_endpoint(&a.full, &a.endpoint));
    REFUSED(CRI_ERR_SCHEME_UNKNOWN, cri_effective_port(&a.reference, &a.port));
    REFUSED(CRI_ERR_NOT_FULL, cri_same_origin(&a.full, &a.reference, &a.flag));
    REFUSED(CRI_ERR_URI_SYNTAX, cri_from_uri(CRI_REV_27, "coap://h/a b", 12, a.buf, sizeof a.buf, &a.len));
    REFUSED(CRI_ERR_SCHEME_UNKNOWN, cri_registry_name(CRI_REV_27, 7, &a.chars, &a.len));
    REFUSED(CRI_ERR_SCHEME_UNKNOWN, cri_registry_id(CRI_REV_27, "nonesuch", 8, &a.id));
    REFUSED(CRI_ERR_SCHEME_UNKNOWN, cri_registry_default_port(CRI_REV_27, -5, &a.port));
    REFUSED(CRI_ERR_TRUNCATED, cri_equal_encoded(CRI_REV_27, a.full_cbor, 3, a.full_cbor, 3, &a.flag));
    rows_end();
}

/* Inputs stay as they are when all goes well, too. */
static void inputs_are_never_written(void **state)
{
    (void)state;
    set_up();
    static cri_t out;
    static char buf[128];
    size_t len = 0;
    bool equal = false;
    int32_t order = 0;
    assert_int_equal(cri_resolve(&a.full, &a.reference, &out), CRI_OK);
    assert_int_equal(cri_encode(&out, (uint8_t *)buf, sizeof buf, &len), CRI_OK);
    assert_int_equal(cri_normalize(&out, (uint8_t *)buf, sizeof buf, &len), CRI_OK);
    assert_int_equal(cri_to_uri(&out, buf, sizeof buf, &len), CRI_OK);
    assert_int_equal(cri_to_edn(&out, buf, sizeof buf, &len), CRI_OK);
    assert_int_equal(cri_equal(&a.full, &out, &equal), CRI_OK);
    assert_int_equal(cri_compare(&a.full, &out, &order), CRI_OK);
    assert_true(cri_hash(&a.full) != 0);
    assert_int_equal(cri_text_decode(&a.text, (uint8_t *)buf, sizeof buf, &len), CRI_OK);
    assert_int_equal(cri_from_uri(CRI_REV_27, a.uri, a.uri_len, (uint8_t *)buf, sizeof buf, &len), CRI_OK);
    assert_memory_equal(&a, &before, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_is_an_argument_error),
        cmocka_unit_test(null_reads_as_nothing),
        cmocka_unit_test(null_iterates_over_nothing),
        cmocka_unit_test(null_with_length_zero_is_empty),
        cmocka_unit_test(zeroed_objects_are_refused),
        cmocka_unit_test(lengths_above_the_signed_range_are_refused),
        cmocka_unit_test(unknown_revisions_are_refused),
        cmocka_unit_test(outputs_over_inputs_are_refused),
        cmocka_unit_test(writers_refuse_overlaps),
        cmocka_unit_test(writers_refuse_both_sources_of_a_resolved_view),
        cmocka_unit_test(outputs_over_outputs_are_refused),
        cmocka_unit_test(builders_refuse_overlaps),
        cmocka_unit_test(accessors_refuse_overlaps),
        cmocka_unit_test(iterators_refuse_overlaps),
        cmocka_unit_test(neighbours_are_not_overlaps),
        cmocka_unit_test(every_capacity_from_zero_to_enough),
        cmocka_unit_test(every_capacity_in_exact_blocks),
        cmocka_unit_test(buffers_stay_as_they_are_when_to_uri_fails),
        cmocka_unit_test(objects_stay_as_they_are_on_errors),
        cmocka_unit_test(inputs_are_never_written),
    };
    return RUN(tests);
}
