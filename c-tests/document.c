/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * CRIs in larger documents. href 5.2.1; href-27 tag 99; RFC 8742. The rows are in tests/vectors/documents.txt: rows.c.
 */
#include "support.h"

/* [99([-1, ["h"], ["a"]]), {_ 1: 99([1])}, h'd86380', 99([128])] */
#define DOCUMENT "84 d863 83 20 81 6168 81 6161 bf 01 d863 81 01 ff 43 d86380 d863 81 1880"

static size_t count_tagged(const uint8_t *data, size_t len, cri_err_t *err)
{
    cri_find_t find;
    cri_t cri;
    size_t count = 0;
    assert_int_equal(cri_find_tagged(CRI_REV_27, data, len, &find), CRI_OK);
    while (cri_find_next(&find, &cri)) {
        count++;
    }
    *err = cri_find_error(&find);
    return count;
}

/* Every CRI is where it is in the document, and can be resolved from there. */
static void finds_where_it_is(void **state)
{
    (void)state;
    static const struct {
        size_t at, len;
        const char *canonical;
    } wanted[] = {{1, 10, "83 20 81 6168 81 6161"}, {13, 4, "81 01"}};
    struct bytes document = from_hex(DOCUMENT);
    struct guarded guarded = guarded_copy(document.data, document.len);
    cri_find_t find;
    cri_t cri;
    assert_int_equal(cri_find_tagged(CRI_REV_27, guarded.data, document.len, &find), CRI_OK);
    for (size_t i = 0; i < COUNT(wanted); i++) {
        const uint8_t *data = NULL;
        size_t len = 0;
        cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6162 6163"), resolved;
        assert_true(cri_find_next(&find, &cri));
        row_encodes(&cri, wanted[i].canonical, "found");
        assert_true(cri_encoding(&cri, &data, &len));
        row_size((size_t)(data - guarded.data), wanted[i].at, "offset");
        row_size(len, wanted[i].len, "length");
        /* What an operation makes of two views is nowhere; a full CRI resolves to itself. */
        data = NULL;
        assert_int_equal(cri_resolve(&base, &cri, &resolved), CRI_OK);
        assert_int_equal(cri_encoding(&resolved, &data, &len), cri_is_full(&cri));
        assert_int_equal(data != NULL, cri_is_full(&cri));
        /* Without a fragment to leave out, the view is the same. */
        len = 0;
        assert_int_equal(cri_without_fragment(&cri, &resolved), CRI_OK);
        assert_true(cri_encoding(&resolved, &data, &len));
        row_size(len, wanted[i].len, "length without a fragment");
        base = parse_hex(CRI_REV_27, "85 20 81 6168 80 80 6166");
        assert_int_equal(cri_without_fragment(&base, &resolved), CRI_OK);
        assert_false(cri_encoding(&resolved, &data, &len));
        row_size(len, wanted[i].len, "length, untouched");
    }
    assert_false(cri_find_next(&find, &cri));
    assert_false(cri_find_next(&find, &cri));
    assert_int_equal(cri_find_error(&find), CRI_OK);
    guarded_free(&guarded);
    rows_end();
}

/* Cut anywhere: never more than there are, and nothing is read after the cut. */
static void cut_documents(void **state)
{
    (void)state;
    struct bytes document = from_hex(DOCUMENT);
    size_t before = 0;
    for (size_t cut = 0; cut <= document.len; cut++) {
        struct guarded guarded = guarded_copy(document.data, cut);
        cri_items_t items;
        cri_t cri;
        cri_err_t err;
        size_t count = count_tagged(guarded.data, cut, &err);
        assert_true(err == CRI_OK || err == CRI_ERR_TRUNCATED);
        assert_true(count == before || count == before + 1);
        before = count;
        err = cri_items_array(CRI_REV_27, guarded.data, cut, &items);
        assert_int_equal(err, cut == 0 ? CRI_ERR_TRUNCATED : CRI_OK);
        if (err == CRI_OK) {
            for (count = 0; cri_items_next(&items, &cri); count++) {
            }
            assert_int_equal(count, cut >= 11);
            assert_int_equal(cri_items_error(&items), cut < document.len ? CRI_ERR_TRUNCATED : CRI_OK);
        }
        guarded_free(&guarded);
    }
    assert_int_equal(before, 2);
}

#ifdef CRI_TEST_SMALL
#define NESTS 2000
#else
#define NESTS 1000000
#endif

/* Tags that nest as deep as there are bytes take no stack, and no more time than other bytes: the test would not end. */
static void nests_of_tags(void **state)
{
    (void)state;
    static const char *const pieces[] = {"d863", "d86381", "d8638220816168", "d863832081616881", "d86382f59a7fffffff",
                                         "9f",   "bf01"};
    uint8_t *data = malloc(NESTS);
    assert_non_null(data);
    for (size_t i = 0; i < COUNT(pieces); i++) {
        struct bytes piece = from_hex(pieces[i]);
        cri_err_t err;
        for (size_t at = 0; at < NESTS; at++) {
            data[at] = piece.data[at % piece.len];
        }
        size_t found = count_tagged(data, NESTS / piece.len * piece.len, &err);
        row_size(found, strcmp(pieces[i], "d8638220816168") == 0 ? NESTS / piece.len : 0, pieces[i]);
        row_ok(err == CRI_OK || err == CRI_ERR_TRUNCATED, pieces[i], cri_err_name(err));
    }
    free(data);
    rows_end();
}

/* Tag 99 and the canonical form, in a buffer of every size; read back the same. */
static void encodes_tagged(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_27, "d863 84 20 81 6168 80 80"), back;
    const char *wanted = "d863 82 20 81 6168";
    struct bytes bytes = from_hex(wanted);
    for (size_t cap = 0; cap <= bytes.len + 1; cap++) {
        uint8_t buf[16];
        size_t len = 4711;
        memset(buf, FILL, sizeof buf);
        cri_err_t err = cri_encode_tagged(&cri, cap > 0 ? buf : NULL, cap, &len);
        assert_int_equal(err, cap < bytes.len ? CRI_ERR_BUFFER : CRI_OK);
        assert_int_equal(len, bytes.len);
        assert_true(is_filled(buf + cap, sizeof buf - cap));
        if (err == CRI_OK) {
            size_t consumed = 0;
            bool equal = false;
            row_bytes(buf, len, wanted, "tagged");
            assert_int_equal(cri_parse(CRI_REV_27, buf, len, &back, &consumed), CRI_OK);
            assert_int_equal(consumed, len);
            assert_int_equal(cri_equal(&cri, &back, &equal), CRI_OK);
            assert_true(equal);
        }
    }
    /* Revision 13 has no tag. */
    uint8_t buf[16];
    size_t len = 4711;
    cri_find_t find;
    cri = parse_hex(CRI_REV_13, "82 20 81 6168");
    memset(buf, FILL, sizeof buf);
    assert_int_equal(cri_encode_tagged(&cri, buf, sizeof buf, &len), CRI_ERR_REVISION);
    assert_int_equal(len, 4711);
    assert_true(is_filled(buf, sizeof buf));
    assert_int_equal(cri_find_tagged(CRI_REV_13, bytes.data, bytes.len, &find), CRI_ERR_REVISION);
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_where_it_is),
        cmocka_unit_test(cut_documents),
        cmocka_unit_test(nests_of_tags),
        cmocka_unit_test(encodes_tagged),
    };
    /* clang-format on */
    return RUN(tests);
}
