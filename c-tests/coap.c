/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * CoAP options out and in, and dispatch by patterns: what their rows in tests/vectors do not say. RFC 7252 sections 3.1, 5.10,
 * 6.4, 6.5; href-27 section 8; R16, R17.
 */
#include "support.h"

static const uint8_t ipv4[4] = {198, 51, 100, 1};

static const cri_endpoint_t at_ipv4 = {ipv4, sizeof ipv4, NULL, 0, 5683};

static void starts_after_an_option(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_27, "83208161688161 61");
    cri_t implied = parse_hex(CRI_REV_27, "83208144c6336401816161");
    uint8_t out[16];
    size_t len = 4711;
    assert_int_equal(cri_to_coap(&cri, NULL, 3, out, sizeof out, &len), CRI_OK);
    assert_string_equal(to_hex(out, len), "01688161");
    len = 4711;
    assert_int_equal(cri_to_coap(&cri, NULL, 4, out, sizeof out, &len), CRI_ERR_COAP_ORDER);
    assert_int_equal(len, 4711);
    assert_int_equal(cri_to_coap(&implied, &at_ipv4, 11, out, sizeof out, &len), CRI_OK);
    assert_string_equal(to_hex(out, len), "0161");
    assert_int_equal(cri_to_coap(&implied, &at_ipv4, 12, out, sizeof out, &len), CRI_ERR_COAP_ORDER);
}

static void limits_lengths(void **state)
{
    (void)state;
    static uint8_t value[1100];
    static const struct {
        uint16_t number;
        size_t most;
        cri_err_t err; /* of a value of that length */
    } rows[] = {
        {CRI_COAP_URI_HOST, 255, CRI_OK},     {CRI_COAP_URI_PATH, 255, CRI_OK},
        {CRI_COAP_URI_QUERY, 255, CRI_OK},    {CRI_COAP_PROXY_URI, 1034, CRI_ERR_NOT_FULL},
        {CRI_COAP_PROXY_SCHEME, 255, CRI_OK}, {CRI_COAP_PROXY_CRI, 1023, CRI_ERR_STRUCTURE},
    };
    memset(value, 'x', sizeof value);
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[BYTES_MAX];
        cri_coap_composer_t composer;
        assert_int_equal(cri_coap_composer_init(&composer, CRI_REV_27, -1, &at_ipv4, cbor, sizeof cbor), CRI_OK);
        assert_int_equal(cri_coap_composer_option(&composer, rows[i].number, value, rows[i].most), rows[i].err);
        assert_int_equal(cri_coap_composer_init(&composer, CRI_REV_27, -1, &at_ipv4, cbor, sizeof cbor), CRI_OK);
        assert_int_equal(cri_coap_composer_option(&composer, rows[i].number, value, rows[i].most + 1),
                         CRI_ERR_COAP_LENGTH);
    }
}

/* Options one by one, as a stack gives them: in ascending order. Of the destination only what it points to is borrowed. */
static void composes(void **state)
{
    (void)state;
    uint8_t cbor[32];
    cri_endpoint_t dest = at_ipv4;
    cri_coap_composer_t composer;
    size_t len = 4711;
    assert_int_equal(cri_coap_composer_init(&composer, CRI_REV_27, -1, &dest, cbor, sizeof cbor), CRI_OK);
    memset(&dest, 0, sizeof dest);
    assert_int_equal(cri_coap_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_coap_composer_finish(&composer, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "83208144c6336401816161");
    assert_int_equal(cri_coap_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_coap_composer_option(&composer, CRI_COAP_URI_PORT, NULL, 0), CRI_OK);
    assert_int_equal(cri_coap_composer_option(&composer, CRI_COAP_URI_HOST, (const uint8_t *)"h", 1),
                     CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_coap_composer_init(&composer, CRI_REV_27, 0, NULL, cbor, sizeof cbor), CRI_ERR_COAP_SCHEME);
}

/* A view of a URI reference, whose bytes are in cbor. */
static cri_t of_uri(const char *uri, uint8_t *cbor, size_t cbor_cap)
{
    cri_t cri;
    size_t len = 0;
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, cbor_cap, &len), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, cbor, len, &cri, &len), CRI_OK);
    return cri;
}

/* A prefix may be a view that was resolved and not stored. */
static void matches_resolved_prefixes(void **state)
{
    (void)state;
    uint8_t cbor[2][64];
    cri_t base = of_uri("coap://h/a/b/c", cbor[0], 64), reference = of_uri("../d/", cbor[1], 64), prefix;
    struct bytes options = from_hex("b161 0164 0165 0166");
    cri_coap_path_t rest;
    const char *segment = NULL;
    size_t len = 0;
    bool under = false;
    assert_int_equal(cri_resolve(&base, &reference, &prefix), CRI_OK); /* /a/d/ */
    assert_int_equal(cri_coap_path_match(options.data, options.len, &prefix, &under, &rest), CRI_OK);
    assert_true(under);
    assert_true(cri_coap_path_next(&rest, &segment, &len));
    assert_memory_equal(segment, "e", len);
    assert_true(cri_coap_path_next(&rest, &segment, &len));
    assert_ptr_equal(segment, options.data + 7); /* borrowed, not copied */
    assert_false(cri_coap_path_next(&rest, &segment, &len));
    assert_false(cri_coap_path_next(&rest, &segment, &len));
}

static void refuses_what_is_no_request(void **state)
{
    (void)state;
    cri_coap_path_t rest;
    bool under = false;
    uint8_t cbor[64];
    cri_t prefix = of_uri("/a", cbor, sizeof cbor);
    /* 255 bytes are a segment, 256 are none. */
    static uint8_t long_segment[259] = {0xbd, 255 - 13};
    memset(long_segment + 2, 'a', 257);
    assert_int_equal(cri_coap_path_match(long_segment, 2 + 255, &prefix, &under, &rest), CRI_OK);
    long_segment[1] = 256 - 13;
    assert_int_equal(cri_coap_path_match(long_segment, 2 + 256, &prefix, &under, &rest), CRI_ERR_COAP_LENGTH);
    /* One by one: after an error nothing is under the prefix. */
    cri_coap_path_matcher_t matcher;
    size_t matched = 0;
    assert_int_equal(cri_coap_path_matcher_init(&matcher, &prefix), CRI_OK);
    assert_int_equal(cri_coap_path_matcher_option(&matcher, 11, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_coap_path_matcher_option(&matcher, 7, NULL, 0), CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_coap_path_matcher_finish(&matcher, &under, &matched), CRI_OK);
    assert_false(under);
    /* A prefix whose path is not whole. */
    cri_t relative = of_uri("a", cbor, sizeof cbor);
    assert_int_equal(cri_coap_path_matcher_init(&matcher, &relative), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_coap_path_match(NULL, 0, &relative, &under, &rest), CRI_ERR_NOT_FULL);
}

static const cri_route_t routes[] = {
    {CRI_LIT("/dev/{}/led"), 1}, {CRI_LIT("/dev"), 2}, {CRI_LIT("/fw/{}/{*}"), 3}, {CRI_LIT("/"), 4}};

/* A table with a fault is refused, whichever route would match: so the first test finds it. */
static void faults_are_found_at_once(void **state)
{
    (void)state;
    const cri_route_t last_is_bad[] = {{CRI_LIT("/{*}"), 1}, {CRI_LIT("/a/{id}"), 2}};
    const cri_route_t second_is_bad[] = {{CRI_LIT("/{}"), 1}, {CRI_LIT("/a/{id}"), 2}};
    const cri_route_t last_captures_two[] = {{CRI_LIT("/{*}"), 1}, {CRI_LIT("/{}/{}"), 2}};
    const cri_route_t last_is_null[] = {{CRI_LIT("/{*}"), 1}, {NULL, 1, 2}};
    const cri_route_t last_is_empty[] = {{CRI_LIT("/{*}"), 1}, {NULL, 0, 2}};
    const cri_route_t last_is_long[] = {{CRI_LIT("/{*}"), 1}, {"/", SIZE_MAX, 2}};
    const cri_route_t *route = routes;
    cri_text_t captures[2];
    cri_coap_path_t rest;
    bool matches = true;
    cri_iter_t iter;
    cri_t cri = parse_hex(CRI_REV_27, "83 20 81 6168 81 6178");
    memset(captures, FILL, sizeof captures);
    memset(&rest, FILL, sizeof rest);
    assert_int_equal(cri_coap_route(last_is_bad, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_SYNTAX);
    assert_int_equal(cri_coap_route(second_is_bad, 2, (const uint8_t *)"\xb1z", 2, &route, captures, 2, &rest),
                     CRI_ERR_SYNTAX);
    assert_int_equal(cri_coap_route(last_is_empty, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_SYNTAX);
    assert_int_equal(cri_coap_route(last_is_null, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_coap_route(last_is_long, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_coap_route(last_captures_two, 2, NULL, 0, &route, captures, 1, &rest), CRI_ERR_BUFFER);
    assert_int_equal(cri_coap_route(last_captures_two, 2, NULL, 0, &route, NULL, 0, &rest), CRI_ERR_BUFFER);
    memset(&iter, FILL, sizeof iter);
    assert_int_equal(cri_route(last_is_bad, 2, &cri, &route, captures, 2, &iter), CRI_ERR_SYNTAX);
    assert_int_equal(cri_route(second_is_bad, 2, &cri, &route, captures, 2, &iter), CRI_ERR_SYNTAX);
    assert_int_equal(cri_route(last_is_empty, 2, &cri, &route, captures, 2, &iter), CRI_ERR_SYNTAX);
    assert_int_equal(cri_route(last_is_null, 2, &cri, &route, captures, 2, &iter), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_route(last_is_long, 2, &cri, &route, captures, 2, &iter), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_route(last_captures_two, 2, &cri, &route, captures, 1, &iter), CRI_ERR_BUFFER);
    cri_t up = parse_hex(CRI_REV_27, "82 01 81 6161");
    assert_int_equal(cri_route(last_captures_two, 2, &up, &route, captures, 2, &iter), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_route(last_captures_two, 2, &up, &route, captures, 1, &iter), CRI_ERR_BUFFER);
    assert_int_equal(cri_route(NULL, 0, &up, &route, captures, 1, &iter), CRI_ERR_NOT_FULL);
    assert_true(is_filled(&iter, sizeof iter));
    assert_int_equal(cri_pattern_match(CRI_LIT("/a/{}"), &cri, &matches, NULL, 0, &iter), CRI_ERR_BUFFER);
    assert_int_equal(cri_coap_pattern_match(CRI_LIT("/a/{}"), NULL, 0, &matches, NULL, 0, &rest), CRI_ERR_BUFFER);
    /* ... and malformed options, whether a path was seen that matches no route or not */
    assert_int_equal(cri_coap_route(routes, 4, (const uint8_t *)"\xb1z\xff", 3, &route, captures, 1, &rest),
                     CRI_ERR_COAP_OPTION);
    assert_int_equal(cri_coap_route(NULL, 0, (const uint8_t *)"\xff", 1, &route, captures, 1, &rest),
                     CRI_ERR_COAP_OPTION);
    assert_ptr_equal(route, routes);
    assert_true(matches && is_filled(captures, sizeof captures) && is_filled(&rest, sizeof rest));
    assert_int_equal(cri_coap_route(last_captures_two, 2, NULL, 0, &route, captures, 2, &rest), CRI_OK);
    assert_ptr_equal(route, last_captures_two);
    assert_true(is_filled(captures, sizeof captures));
    assert_int_equal(cri_coap_route(NULL, 0, NULL, 0, &route, NULL, 0, &rest), CRI_OK);
    assert_null(route);
}

/* A view that an operation made, whose path is in two pieces. */
static void matches_resolved_views(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 83 63646576 6137 6178"), resolved;
    cri_t link = parse_hex(CRI_REV_27, "82 01 82 636c6564 826161413b");
    cri_text_t captures[2], segment;
    cri_iter_t rest;
    bool matches = false;
    uint8_t octets[4];
    size_t len = 0;
    assert_int_equal(cri_resolve(&base, &link, &resolved), CRI_OK);
    assert_int_equal(cri_pattern_match(CRI_LIT("/dev/{}/{}/{*}"), &resolved, &matches, captures, 2, &rest), CRI_OK);
    assert_true(matches && text_is(&captures[0], "7") && text_is(&captures[1], "led"));
    assert_true(cri_iter_next(&rest, &segment));
    assert_int_equal(cri_text_decode(&segment, octets, sizeof octets, &len), CRI_OK);
    assert_memory_equal(octets, "a;", len);
    assert_false(cri_iter_next(&rest, &segment));
    assert_int_equal(cri_pattern_match(CRI_LIT("/dev/7/led/a%3b"), &resolved, &matches, NULL, 0, &rest), CRI_OK);
    assert_true(matches);
    matches = false;
    assert_int_equal(cri_pattern_match(CRI_LIT("/{*}"), &link, &matches, NULL, 0, &rest), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_pattern_match(CRI_LIT("/{*}"), &base, &matches, NULL, 0, &rest), CRI_OK);
    assert_true(matches);
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches_resolved_prefixes),
        cmocka_unit_test(refuses_what_is_no_request),
        cmocka_unit_test(starts_after_an_option),
        cmocka_unit_test(limits_lengths),
        cmocka_unit_test(composes),
        cmocka_unit_test(faults_are_found_at_once),
        cmocka_unit_test(matches_resolved_views),
    };
    /* clang-format on */
    return RUN(tests);
}
