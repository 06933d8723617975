/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Long input: heads, counts and lengths beyond 8 and 16 bits, and nests that must take no stack. R3, R12, R14, R20. */
#include "support.h"

/* R3: definite lengths nest as deep as they like; indefinite ones to 16 levels. */
static void skips_deep_nesting_without_recursion(void **state)
{
    (void)state;
#ifdef CRI_TEST_SMALL /* a board that has no room for more */
    enum { DEPTH = 2000 };
#else
    enum { DEPTH = 1000000 };
#endif
    uint8_t *deep = malloc(DEPTH);
    cri_t cri;
    size_t consumed = 0;
    assert_non_null(deep);
    memset(deep, 0x81, DEPTH);
    deep[DEPTH - 1] = 0x00;
    assert_true(cri_err_is_unprocessable(cri_parse(CRI_REV_27, deep, DEPTH, &cri, &consumed)));
    assert_int_equal(consumed, DEPTH);
    memset(deep, 0x9f, DEPTH / 2);
    memset(deep + DEPTH / 2, 0xff, DEPTH / 2);
    consumed = 4711;
    assert_int_equal(cri_parse(CRI_REV_27, deep, DEPTH, &cri, &consumed), CRI_ERR_LIMIT);
    assert_int_equal(consumed, 4711);
    free(deep);
}

static void knows_two_revisions(void **state)
{
    (void)state;
    static const uint8_t empty[] = {0x80};
    for (unsigned rev = 0; rev <= UINT8_MAX; rev++) {
        cri_t cri;
        size_t consumed = 0;
        bool known = rev == CRI_REV_13 || rev == CRI_REV_27;
        assert_int_equal(cri_parse((uint8_t)rev, empty, sizeof empty, &cri, &consumed),
                         known ? CRI_OK : CRI_ERR_ARGUMENT);
    }
}

/* A name of 2^16 labels and a path of 2^16 segments: sizes and heads are right beyond 16 bits. */
static void takes_long_input(void **state)
{
    (void)state;
#ifdef CRI_TEST_SMALL /* a board that has no room for more */
    enum { PARTS = 300 };
#else
    enum { PARTS = 70000 };
#endif
    static char uri[4 + 4 * PARTS];
    static uint8_t cbor[6 * PARTS];
    static char back[sizeof uri];
    size_t uri_len = 0;
    size_t len = 0;
    memcpy(uri, "a://", 4);
    uri_len = 4;
    for (size_t i = 0; i < PARTS; i++) {
        uri[uri_len++] = 'h';
        uri[uri_len++] = i + 1 < PARTS ? '.' : '/';
    }
    for (size_t i = 0; i < PARTS; i++) {
        uri[uri_len++] = 's';
        uri[uri_len++] = i + 1 < PARTS ? '/' : '?';
    }
    uri_len--;
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, uri_len, cbor, sizeof cbor, &len), CRI_OK);
    cri_t cri;
    size_t consumed = 0;
    assert_int_equal(cri_parse(CRI_REV_27, cbor, len, &cri, &consumed), CRI_OK);
    assert_int_equal(consumed, len);
    assert_int_equal(cri_host_count(&cri), PARTS);
    assert_int_equal(cri_path_count(&cri), PARTS);
    assert_int_equal(cri_to_uri(&cri, back, sizeof back, &len), CRI_OK);
    assert_int_equal(len, uri_len);
    assert_memory_equal(back, uri, uri_len);
}

/* Arrays that outgrow a head of one byte, two bytes, three bytes, in every section that has one. */
static void widens_heads(void **state)
{
    (void)state;
#ifdef CRI_TEST_SMALL /* a board that has no room for more */
    enum { MOST = 257 };
#else
    enum { MOST = 65536 };
#endif
    static const size_t counts[] = {0, 1, 22, 23, 24, 25, 255, 256, 257, MOST - 1, MOST};
    static uint8_t buf[3 * 2 * MOST + 64];
    for (size_t c = 0; c < COUNT(counts); c++) {
        size_t count = counts[c];
        cri_builder_t builder;
        size_t len = 0;
        size_t consumed = 0;
        cri_t cri;
        cri_text_t text;
        char row[32];
        snprintf(row, sizeof row, "%zu", count);
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
        assert_int_equal(cri_builder_scheme_id(&builder, -1), CRI_OK);
        static char name[2 * MOST];
        for (size_t i = 0; i < count; i++) {
            name[2 * i] = 'l';
            name[2 * i + 1] = '.';
        }
        assert_int_equal(cri_builder_host_name(&builder, name, count > 0 ? 2 * count - 1 : 0), CRI_OK);
        assert_int_equal(cri_builder_port(&builder, 80), CRI_OK);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(cri_builder_segment(&builder, "s", 1), CRI_OK);
        }
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(cri_builder_parameter(&builder, "p", 1), CRI_OK);
        }
        assert_int_equal(cri_builder_fragment(&builder, "f", 1), CRI_OK);
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        if (row_err(cri_parse(CRI_REV_27, buf, len, &cri, &consumed), CRI_OK, row)) {
            row_size(consumed, len, row);
            row_size(cri_host_count(&cri), count, row);
            row_size(cri_path_count(&cri), count, row);
            row_size(cri_query_count(&cri), count, row);
            row_ok(cri_fragment(&cri, &text) && text_is(&text, "f"), row, "fragment");
            row_ok(count == 0 || (cri_query_get(&cri, count - 1, &text) && text_is(&text, "p")), row, "last parameter");
        }
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skips_deep_nesting_without_recursion),
        cmocka_unit_test(knows_two_revisions),
        cmocka_unit_test(takes_long_input),
        cmocka_unit_test(widens_heads),
    };
    return RUN(tests);
}
