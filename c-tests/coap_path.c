/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Dispatch by the options of a request, as bytes and one by one, without a CRI of it. */
#include "support.h"

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
static void takes_resolved_views(void **state)
{
    (void)state;
    uint8_t cbor[2][64];
    cri_t base = of_uri("coap://h/a/b/c", cbor[0], 64), reference = of_uri("../d/", cbor[1], 64), prefix;
    struct bytes options = from_hex("b161 0164 0165 0166");
    cri_coap_path_t rest;
    const uint8_t *segment = NULL;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_resolved_views),
        cmocka_unit_test(refuses_what_is_no_request),
    };
    return RUN(tests);
}
