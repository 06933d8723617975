/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* To URI and from URI. Section 6, R11 to R14. */
#include "vectors.h"

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

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_long_input),
    };
    /* clang-format on */
    return RUN(tests);
}
