/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * CoAP options out and in: what their rows in tests/vectors do not say. RFC 7252 sections 3.1, 5.10, 6.4, 6.5;
 * href-27 section 8; R16, R17.
 */
#include "support.h"

#define SAME(name, number) _Static_assert((name) == (number), "the number of " #name)
SAME(CRI_COAP_URI_HOST, 3);
SAME(CRI_COAP_URI_PORT, 7);
SAME(CRI_COAP_LOCATION_PATH, 8);
SAME(CRI_COAP_URI_PATH, 11);
SAME(CRI_COAP_URI_PATH_ABBREV, 13);
SAME(CRI_COAP_URI_QUERY, 15);
SAME(CRI_COAP_LOCATION_QUERY, 20);
SAME(CRI_COAP_PROXY_URI, 35);
SAME(CRI_COAP_PROXY_SCHEME, 39);
SAME(CRI_COAP_PROXY_CRI, 235);
SAME(CRI_COAP_PROXY_SCHEME_NUMBER, 239);

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
        cri_composer_t composer;
        assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &at_ipv4, cbor, sizeof cbor), CRI_OK);
        assert_int_equal(cri_composer_option(&composer, rows[i].number, value, rows[i].most), rows[i].err);
        assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &at_ipv4, cbor, sizeof cbor), CRI_OK);
        assert_int_equal(cri_composer_option(&composer, rows[i].number, value, rows[i].most + 1), CRI_ERR_COAP_LENGTH);
    }
}

/* Options one by one, as a stack gives them. */
static void composes(void **state)
{
    (void)state;
    uint8_t cbor[32];
    uint8_t address[4] = {192, 0, 2, 1};
    cri_endpoint_t dest = {address, sizeof address, NULL, 0, 61616};
    cri_composer_t composer;
    size_t len = 4711;
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, cbor, sizeof cbor), CRI_OK);
    memset(&dest, 0, sizeof dest); /* only what it points to is borrowed */
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, NULL, 0), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_QUERY, (const uint8_t *)"q", 1), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "84208244c000020119f0b0826161608161"
                                           "71");
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_ORDER);
    assert_int_equal(cri_composer_option(&composer, 60, NULL, 0), CRI_ERR_ORDER);
    len = 4711;
    /* a host that nothing tells may still come with Proxy-Uri, which takes precedence (R17) */
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_COAP_AUTHORITY);
    assert_int_equal(len, 4711);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_false(cri_composer_asks_proxy(&composer));
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_PROXY_URI, (const uint8_t *)"coap://i", 8), CRI_OK);
    assert_true(cri_composer_asks_proxy(&composer));
    assert_false(cri_composer_asks_proxy(NULL));
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "8220816169");
    /* ascending order */
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PORT, NULL, 0), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_HOST, (const uint8_t *)"h", 1), CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -3, NULL, cbor, sizeof cbor), CRI_ERR_COAP_SCHEME);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, 0, NULL, cbor, sizeof cbor), CRI_ERR_COAP_SCHEME);
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
    cri_path_matcher_t matcher;
    size_t matched = 0;
    assert_int_equal(cri_path_matcher_init(&matcher, &prefix), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, 11, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, 7, NULL, 0), CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_path_matcher_finish(&matcher, &under, &matched), CRI_OK);
    assert_false(under);
    /* A prefix whose path is not whole. */
    cri_t relative = of_uri("a", cbor, sizeof cbor);
    assert_int_equal(cri_path_matcher_init(&matcher, &relative), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_coap_path_match(NULL, 0, &relative, &under, &rest), CRI_ERR_NOT_FULL);
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
    };
    /* clang-format on */
    return RUN(tests);
}
