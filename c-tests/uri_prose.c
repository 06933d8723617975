/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* URIs among other text: what the rows of tests/vectors do not say. RFC 3986 4.4, appendix B, appendix C. */
#include "support.h"

/* The loop of the header. */
static void finds_and_unwraps(void **state)
{
    (void)state;
    static const char text[] = "See <URL: coap://h/a\r\n   /b>, \"http://h.\" and (urn:a:b).";
    static const char *const wanted[] = {"coap://h/a/b", "http://h.", "urn:a:b"};
    size_t count = 0, start, len;
    for (size_t at = 0; cri_uri_find(text, strlen(text), at, &start, &len); at = start + len) {
        char uri[32];
        size_t uri_len = 0, offset;
        cri_uri_t parts;
        assert_true(count < COUNT(wanted));
        assert_int_equal(cri_uri_unwrap(text + start, len, uri, sizeof uri, &uri_len), CRI_OK);
        assert_string_equal(uri, wanted[count]);
        assert_int_equal(cri_uri_split(uri, uri_len, &parts, &offset), CRI_OK);
        count++;
    }
    assert_int_equal(count, COUNT(wanted));
}

/* Bytes that are no text, and offsets that are none. */
static void finds_among_any_bytes(void **state)
{
    (void)state;
    static const char bytes[] = "\0\377coap:a\0\200http://h\377\0";
    size_t start = 4711, len = 4711;
    assert_true(cri_uri_find(bytes, sizeof bytes - 1, 0, &start, &len));
    assert_int_equal(start, 2);
    assert_int_equal(len, 6);
    assert_true(cri_uri_find(bytes, sizeof bytes - 1, 2, &start, &len));
    assert_int_equal(start, 2);
    start = len = 4711;
    assert_false(
        cri_uri_find(bytes, sizeof bytes - 1, 3, &start, &len)); /* oap:a begins in a word, and a host goes on */
    assert_false(cri_uri_find(bytes, sizeof bytes - 1, sizeof bytes - 1, &start, &len));
    assert_false(cri_uri_find(bytes, sizeof bytes - 1, sizeof bytes, &start, &len));
    assert_false(cri_uri_find(bytes, sizeof bytes - 1, SIZE_MAX, &start, &len));
    assert_false(cri_uri_find(NULL, 0, 0, &start, &len));
    assert_int_equal(start, 4711);
    assert_int_equal(len, 4711);
}

static void splits_any_bytes(void **state)
{
    (void)state;
    static const char bytes[] = "ht\0tp://\377@h\0:8/a?\200#\0";
    cri_uri_t uri;
    uint32_t invalid = 0;
    const char *chars;
    size_t len;
    memset(&uri, FILL, sizeof uri);
    assert_int_equal(cri_uri_split_lenient(bytes, sizeof bytes - 1, &uri, &invalid), CRI_OK);
    assert_int_equal(invalid, 1u << CRI_PART_SCHEME | 1u << CRI_PART_USERINFO | 1u << CRI_PART_HOST |
                                  1u << CRI_PART_QUERY | 1u << CRI_PART_FRAGMENT);
    assert_int_equal(cri_uri_host_kind(&uri), CRI_HOST_NAME);
    assert_true(cri_uri_part(&uri, CRI_PART_HOST, &chars, &len));
    assert_ptr_equal(chars, bytes + 10);
    assert_int_equal(len, 2);
    /* Iterators go through what is there. */
    cri_uri_iter_t iter;
    assert_int_equal(cri_uri_split_lenient("/a b/c", 6, &uri, &invalid), CRI_OK);
    assert_int_equal(invalid, 1u << CRI_PART_PATH);
    cri_uri_path_iter(&uri, &iter);
    assert_true(cri_uri_iter_next(&iter, &chars, &len));
    row_text(chars, len, "a b", "the first segment");
    assert_int_equal(cri_uri_split_lenient(NULL, 0, &uri, &invalid), CRI_OK);
    assert_int_equal(invalid, 0);
    assert_int_equal(cri_uri_host_kind(&uri), CRI_HOST_NONE);
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_and_unwraps),
        cmocka_unit_test(finds_among_any_bytes),
        cmocka_unit_test(splits_any_bytes),
    };
    /* clang-format on */
    return RUN(tests);
}
