/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Long input: heads, counts and lengths beyond 8 and 16 bits, and nesting that must use no stack. R3, R12, R14, R20. */
#include "support.h"

#ifdef CRI_TEST_SMALL /* for boards with little memory */
enum { DEPTH = 2000, PARTS = 300 };
static const size_t lens[] = {1, 255, 257, 300};
#else
enum { DEPTH = 1000000, PARTS = 70000 };
static const size_t lens[] = {1, 255, 257, 511, 65535, 65536, 65537, 70000};
#endif

/* R3: definite lengths nest without a limit. Indefinite lengths nest to 16 levels, which rows of tests/vectors test. */
static void skips_deep_nesting_without_recursion(void **state)
{
    (void)state;
    uint8_t *deep = malloc(DEPTH);
    cri_t cri;
    size_t consumed = 0;
    assert_non_null(deep);
    memset(deep, 0x81, DEPTH);
    deep[DEPTH - 1] = 0x00;
    assert_true(cri_err_is_unprocessable(cri_parse(CRI_REV_27, deep, DEPTH, &cri, &consumed)));
    assert_int_equal(consumed, DEPTH);
    free(deep);
}

/* Converts a URI to a CRI and back, and checks that the URI is the same. */
static cri_t there_and_back(const char *uri, size_t uri_len, uint8_t *cbor, size_t room)
{
    char *back = malloc(uri_len + 1);
    size_t len = 0;
    cri_t cri;
    assert_non_null(back);
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, uri_len, cbor, room, &len), CRI_OK);
    assert_int_equal(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK);
    assert_int_equal(cri_to_uri(&cri, back, uri_len + 1, &len), CRI_OK);
    assert_int_equal(len, uri_len);
    assert_memory_equal(back, uri, uri_len);
    free(back);
    return cri;
}

/* A name of 2^16 labels and a path of 2^16 segments. Sizes and heads are correct beyond 16 bits. */
static void takes_long_input(void **state)
{
    (void)state;
    static char uri[4 * PARTS + 4] = "a://";
    static uint8_t cbor[6 * PARTS];
    for (size_t i = 0; i < PARTS; i++) {
        memcpy(uri + 4 + 2 * i, i + 1 < PARTS ? "h." : "h/", 2);
        memcpy(uri + 4 + 2 * (PARTS + i), i + 1 < PARTS ? "s/" : "s", i + 1 < PARTS ? 2 : 1);
    }
    const cri_t cri = there_and_back(uri, sizeof uri - 1, cbor, sizeof cbor);
    cri_iter_t labels, segments;
    cri_iter_init_labels(&labels, &cri);
    cri_iter_init_path(&segments, &cri);
    assert_int_equal(count_of(labels), PARTS);
    assert_int_equal(count_of(segments), PARTS);
}

/* A single segment, and texts of various lengths, beyond 8 and 16 bits: CVE-2024-26134, CVE-2025-64076,
 * CVE-2026-44927. */
static void takes_long_texts(void **state)
{
    (void)state;
    enum { MOST = COUNT(lens) - 1 };
    static const char prefix[] = "coap://h/";
    const size_t room = sizeof prefix + lens[MOST] + 8;
    char *uri = malloc(room);
    uint8_t *cbor = malloc(room), *decoded = malloc(room);
    memset(uri, 'a', room);
    memcpy(uri, prefix, sizeof prefix - 1);
    for (size_t i = 0; i < COUNT(lens); i++) {
        const size_t uri_len = sizeof prefix - 1 + lens[i];
        const cri_t cri = there_and_back(uri, uri_len, cbor, room);
        size_t needed = 0;
        cri_iter_t path;
        cri_text_t segment;
        bool equal = true;
        cri_iter_init_path(&path, &cri);
        assert_true(cri_iter_next(&path, &segment));
        assert_int_equal(cri_text_decode(&segment, decoded, lens[i] - 1, &needed), CRI_ERR_BUFFER);
        assert_int_equal(needed, lens[i]);
        assert_int_equal(cri_text_decode(&segment, decoded, lens[i], &needed), CRI_OK);
        assert_memory_equal(decoded, uri + sizeof prefix - 1, lens[i]);
        for (uint8_t level = CRI_URI_SIMPLE; level <= CRI_URI_SCHEME; level++) {
            assert_int_equal(cri_uri_equal(uri, uri_len, uri, sizeof prefix - 1 + lens[MOST], level, &equal), CRI_OK);
            assert_true(equal == (i == MOST));
        }
    }
    free(decoded);
    free(cbor);
    free(uri);
}

TESTS(cmocka_unit_test(skips_deep_nesting_without_recursion), cmocka_unit_test(takes_long_input),
      cmocka_unit_test(takes_long_texts))
