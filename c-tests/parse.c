/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Parsing: what is accepted, what is refused and why, and how far the next item is. R1, R3, R4. */
#include "vectors.h"

static void accepts_what_is_valid(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        struct bytes bytes = from_hex(row->hex);
        FOR_EACH_REVISION(rev, row) {
            cri_t cri;
            size_t consumed = 0;
            if (row_err(cri_parse(rev, bytes.data, bytes.len, &cri, &consumed), CRI_OK, row->name)) {
                row_size(consumed, bytes.len, row->name);
                row_ok(cri_is_full(&cri) == row->full, row->name, "full or not");
                row_ok(cri_revision(&cri) == rev, row->name, "the revision");
            }
        }
    }
    rows_end();
}

static void stops_at_the_end_of_the_item(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        struct bytes bytes = from_hex(row->hex);
        size_t len = bytes.len;
        memset(bytes.data + len, 0xff, 9); /* what follows need not even be CBOR */
        FOR_EACH_REVISION(rev, row) {
            cri_t cri;
            size_t consumed = 0;
            if (row_err(cri_parse(rev, bytes.data, len + 9, &cri, &consumed), CRI_OK, row->name)) {
                row_size(consumed, len, row->name);
            }
        }
    }
    rows_end();
}

static void refuses_what_is_unprocessable_and_tells_its_length(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(unprocessable_vectors); i++) {
        const struct invalid_vector *row = &unprocessable_vectors[i];
        struct bytes bytes = from_hex(row->hex);
        size_t len = bytes.len;
        memset(bytes.data + len, 0xff, 9);
        FOR_EACH_REVISION(rev, row) {
            cri_t cri;
            size_t consumed = SIZE_MAX;
            memset(&cri, FILL, sizeof cri);
            cri_err_t err = cri_parse(rev, bytes.data, len + 9, &cri, &consumed);
            row_err(err, row->err, row->name);
            row_ok(cri_err_is_unprocessable(err), row->name, "is unprocessable");
            row_size(consumed, len, row->name);
            row_ok(is_filled(&cri, sizeof cri), row->name, "the view is not written");
        }
    }
    rows_end();
}

static void refuses_what_is_not_cbor(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(malformed_vectors); i++) {
        const struct invalid_vector *row = &malformed_vectors[i];
        struct bytes bytes = from_hex(row->hex);
        FOR_EACH_REVISION(rev, row) {
            cri_t cri;
            size_t consumed = 4711;
            memset(&cri, FILL, sizeof cri);
            cri_err_t err = cri_parse(rev, bytes.data, bytes.len, &cri, &consumed);
            row_err(err, row->err, row->name);
            row_ok(!cri_err_is_unprocessable(err), row->name, "is not called unprocessable");
            row_size(consumed, 4711, row->name);
            row_ok(is_filled(&cri, sizeof cri), row->name, "the view is not written");
        }
    }
    rows_end();
}

/* What is broken behind the point where a CRI is refused still counts: its end is not known. */
static void looks_at_the_whole_item_before_it_gives_its_length(void **state)
{
    (void)state;
    cri_t cri;
    size_t consumed = 4711;
    struct bytes bytes = from_hex("83 20 01 1c"); /* authority 1, then a reserved head */
    assert_int_equal(cri_parse(CRI_REV_27, bytes.data, bytes.len, &cri, &consumed), CRI_ERR_CBOR);
    bytes = from_hex("83 20 01"); /* authority 1, then nothing */
    assert_int_equal(cri_parse(CRI_REV_27, bytes.data, bytes.len, &cri, &consumed), CRI_ERR_TRUNCATED);
    assert_int_equal(consumed, 4711);
}

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

/* With cri_parse_exact() nothing may follow; else it is cri_parse(). R1, R3, R4. */
static void accepts_exactly_one_item(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        struct bytes bytes = from_hex(row->hex);
        struct guarded exact = guarded_copy(bytes.data, bytes.len);
        FOR_EACH_REVISION(rev, row) {
            cri_t cri, expected = parse_bytes(rev, &bytes, row->name);
            bool equal = false;
            if (row_err(cri_parse_exact(rev, exact.data, bytes.len, &cri), CRI_OK, row->name) &&
                row_err(cri_equal(&cri, &expected, &equal), CRI_OK, row->name)) {
                row_ok(equal, row->name, "the same CRI");
            }
            memset(&cri, FILL, sizeof cri);
            row_err(cri_parse_exact(rev, bytes.data, bytes.len + 1, &cri), CRI_ERR_EXTRA, row->name);
            row_ok(is_filled(&cri, sizeof cri), row->name, "the view is not written");
            for (size_t len = 0; len < bytes.len; len++) {
                row_err(cri_parse_exact(rev, bytes.data, len, &cri), CRI_ERR_TRUNCATED, row->name);
            }
            row_ok(is_filled(&cri, sizeof cri), row->name, "the view is not written");
        }
        guarded_free(&exact);
    }
    rows_end();
}

static void refuses_what_is_no_exact_item_as_before(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(unprocessable_vectors) + COUNT(malformed_vectors); i++) {
        bool malformed = i >= COUNT(unprocessable_vectors);
        const struct invalid_vector *row =
            malformed ? &malformed_vectors[i - COUNT(unprocessable_vectors)] : &unprocessable_vectors[i];
        struct bytes bytes = from_hex(row->hex);
        FOR_EACH_REVISION(rev, row) {
            cri_t cri;
            memset(&cri, FILL, sizeof cri);
            row_err(cri_parse_exact(rev, bytes.data, bytes.len, &cri), row->err, row->name);
            if (!malformed) {
                row_err(cri_parse_exact(rev, bytes.data, bytes.len + 1, &cri), row->err, row->name);
            }
            row_ok(is_filled(&cri, sizeof cri), row->name, "the view is not written");
        }
    }
    rows_end();
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
        cmocka_unit_test(accepts_what_is_valid),
        cmocka_unit_test(stops_at_the_end_of_the_item),
        cmocka_unit_test(refuses_what_is_unprocessable_and_tells_its_length),
        cmocka_unit_test(refuses_what_is_not_cbor),
        cmocka_unit_test(looks_at_the_whole_item_before_it_gives_its_length),
        cmocka_unit_test(skips_deep_nesting_without_recursion),
        cmocka_unit_test(accepts_exactly_one_item),
        cmocka_unit_test(refuses_what_is_no_exact_item_as_before),
        cmocka_unit_test(knows_two_revisions),
    };
    return RUN(tests);
}
