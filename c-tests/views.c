/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Views that operations made, which are in two pieces: to all that reads a view they are like others. R2, R15, R24. And
 * what a view of one revision is to the other.
 */
#include "support.h"

/* An iterator over an object of zeros is over nothing, and not stored where it overlaps the object. */
static void leaves_an_object_of_zeros_alone(void **state)
{
    (void)state;
    union {
        uint8_t bytes[2 * sizeof(cri_t)];
        cri_t cri;
        cri_text_t text;
        cri_iter_t iter;
        cri_chunks_t chunks;
    } zeros, before;
    memset(&zeros, 0, sizeof zeros);
    before = zeros;
    const size_t last = sizeof(cri_t) - sizeof(void *), after = sizeof(cri_t),
                 last_of_text = sizeof(cri_text_t) - sizeof(void *);
    cri_path_iter(&zeros.cri, &zeros.iter);
    cri_query_iter(&zeros.cri, (cri_iter_t *)(void *)(zeros.bytes + last));
    cri_host_iter(&zeros.cri, (cri_iter_t *)(void *)(zeros.bytes + last));
    cri_text_chunks(&zeros.text, &zeros.chunks);
    cri_text_chunks(&zeros.text, (cri_chunks_t *)(void *)(zeros.bytes + last_of_text));
    assert_memory_equal(&zeros, &before, sizeof zeros);
    cri_path_iter(&zeros.cri, (cri_iter_t *)(void *)(zeros.bytes + after));
    assert_true(memcmp(&zeros, &before, sizeof zeros) != 0);
}

static void a_view_without_bytes_is_not_canonical(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "85 20 81 6168 81 6161 81 6171 6166"),
          reference = parse_hex(CRI_REV_27, "82 01 81 6162");
    cri_t made;
    assert_true(cri_is_canonical(&base) && cri_is_canonical(&reference));
    assert_int_equal(cri_resolve(&base, &reference, &made), CRI_OK);
    assert_false(cri_is_canonical(&made));
    assert_int_equal(cri_without_fragment(&base, &made), CRI_OK);
    assert_false(cri_is_canonical(&made));
    assert_int_equal(cri_without_fragment(&reference, &made), CRI_OK); /* has none: the same view */
    assert_true(cri_is_canonical(&made));
    assert_int_equal(cri_relativize(&base, &base, &made), CRI_OK);
    assert_false(cri_is_canonical(&made));
    /* A full reference is the result as it is. */
    assert_int_equal(cri_resolve(&base, &base, &made), CRI_OK);
    assert_true(cri_is_canonical(&made));
}

static void refuses_mixed_revisions(void **state)
{
    (void)state;
    cri_t a = parse_hex(CRI_REV_13, "81 20");
    cri_t b = parse_hex(CRI_REV_27, "81 20");
    bool equal = true;
    int32_t order = 4711;
    assert_int_equal(cri_equal(&a, &b, &equal), CRI_ERR_REVISION);
    assert_int_equal(cri_equal_ignoring_fragment(&a, &b, &equal), CRI_ERR_REVISION);
    assert_true(equal);
    assert_int_equal(cri_compare(&a, &b, &order), CRI_ERR_REVISION);
    assert_int_equal(order, 4711);
    cri_t relative = parse_hex(CRI_REV_27, "82 01 81 6161"), made;
    cri_iter_t rest;
    uint8_t buf[8];
    size_t len = 4711;
    memset(&made, FILL, sizeof made);
    assert_int_equal(cri_resolve(&a, &b, &made), CRI_ERR_REVISION);
    assert_int_equal(cri_resolve(&b, &a, &made), CRI_ERR_REVISION);
    assert_int_equal(cri_resolve_to(&a, &b, buf, sizeof buf, &len, &made), CRI_ERR_REVISION);
    assert_int_equal(cri_relativize(&a, &b, &made), CRI_ERR_REVISION);
    assert_int_equal(cri_relativize(&b, &relative, &made), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_relativize(&relative, &b, &made), CRI_ERR_NOT_FULL);
    assert_true(len == 4711 && is_filled(&made, sizeof made));
    assert_int_equal(cri_same_origin(&a, &b, &equal), CRI_ERR_REVISION);
    assert_int_equal(cri_path_match(&a, &b, &equal, &rest), CRI_ERR_REVISION);
    assert_int_equal(cri_path_match(&b, &relative, &equal, &rest), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_path_match(&relative, &b, &equal, &rest), CRI_ERR_NOT_FULL);
    assert_true(equal);
}

/* The same but for its fragment, and nothing else. */
static void leaves_the_fragment_out(void **state)
{
    (void)state;
    struct bytes bytes = from_hex("85 20 816168 8161 61 816171 6166");
    struct bytes wanted = from_hex("84 20 816168 8161 61 816171");
    cri_t cri, without, other;
    cri_text_t fragment;
    size_t used;
    bool equal = false;
    assert_int_equal(cri_parse(CRI_REV_27, bytes.data, bytes.len, &cri, &used), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, wanted.data, wanted.len, &other, &used), CRI_OK);
    assert_true(cri_fragment(&cri, &fragment));
    assert_int_equal(cri_without_fragment(&cri, &without), CRI_OK);
    assert_false(cri_fragment(&without, &fragment));
    assert_int_equal(cri_equal(&without, &other, &equal), CRI_OK);
    assert_true(equal);
    assert_int_equal(cri_equal(&without, &cri, &equal), CRI_OK);
    assert_false(equal);
    assert_int_equal(cri_without_fragment(&cri, &cri), CRI_ERR_OVERLAP);
}

/* The endpoint of a CRI is the destination of a request for it: Uri-Host and Uri-Port are redundant. */
static void is_the_destination(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const hexes[] = {
        "83 20 81 44c0000201 81 6161",                                    /* [-1, [h'c0000201'], ["a"]] */
        "83 20 82 44c0000201 19f0b0 81 6161",                             /* with a port */
        "83 21 82 50fe800000000000000000000000000042 63656e31 81 6161",   /* with a zone identifier */
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(hexes); i++) {
        cri_t cri = parse_hex(CRI_REV_27, hexes[i]);
        cri_endpoint_t endpoint;
        uint8_t options[8];
        size_t len = 0;
        if (row_err(cri_host_endpoint(&cri, &endpoint), CRI_OK, hexes[i]) &&
            row_err(cri_to_coap(&cri, &endpoint, 0, options, sizeof options, &len), CRI_OK, hexes[i])) {
            row_bytes(options, len, "b161", hexes[i]); /* Uri-Path: a */
        }
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_destination),
        cmocka_unit_test(leaves_an_object_of_zeros_alone),
        cmocka_unit_test(a_view_without_bytes_is_not_canonical),
        cmocka_unit_test(refuses_mixed_revisions),
        cmocka_unit_test(leaves_the_fragment_out),
    };
    return RUN(tests);
}
