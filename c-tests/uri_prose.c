/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* URIs among other text: what uri-extract of cri-tool, which the rows of uri-find.txt run, does not call. */
#include "support.h"

/* Nothing before the offset counts; offsets that are none find nothing. */
static void finds_from_an_offset(void **state)
{
    (void)state;
    static const char text[] = "\0\377coap:a\0";
    static const size_t after[] = {3, sizeof text - 1, sizeof text, SIZE_MAX};
    size_t start = 0, len = 0;
    for (size_t from = 0; from <= 2; from++) {
        assert_true(cri_uri_find(text, sizeof text - 1, from, &start, &len));
        assert_int_equal(start, 2);
        assert_int_equal(len, 6);
    }
    for (size_t i = 0; i < COUNT(after); i++) {
        assert_false(cri_uri_find(text, sizeof text - 1, after[i], &start, &len));
    }
}

TESTS(cmocka_unit_test(finds_from_an_offset))
