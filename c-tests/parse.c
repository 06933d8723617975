/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parsing: what is accepted, what is refused and why, and how far the next item is. R1, R3, R4. */
#include "vectors.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skips_deep_nesting_without_recursion),
        cmocka_unit_test(knows_two_revisions),
    };
    return RUN(tests);
}
