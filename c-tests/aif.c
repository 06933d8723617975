/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Authorization information with CRIs. RFC 9237 2, 2.3, 3; href-27 section 8.3. */
#include "support.h"

enum { GET = 1, POST, PUT, DELETE, FETCH, PATCH, IPATCH };

/* [[[["a"]], 5], [[["a", "b"], ["q"]], 1], [[[]], 2], [[["a"]], 8]]: entries for the same resource add up */
#define AIF "84 82 81 81 6161 05  82 82 82 6161 6162 81 6171 01  82 81 80 02  82 81 81 6161 08"

struct allows_row {
    const char *aif;
    const char *cri;
    uint8_t method;
    bool allowed;
    cri_err_t err;
};

/* clang-format off */
static const struct allows_row allows_rows[] = {
    {AIF, "8320816168816161", GET, true, CRI_OK},
    {AIF, "8320816168816161", POST, false, CRI_OK},
    {AIF, "8320816168816161", PUT, true, CRI_OK},
    {AIF, "8320816168816161", DELETE, true, CRI_OK},
    {AIF, "8320816168816161", IPATCH, false, CRI_OK},
    {AIF, "8321816169816161", GET, true, CRI_OK}, /* only the local part counts */
    {AIF, "82f5816161", GET, true, CRI_OK},
    {AIF, "8420816168816161816171", GET, false, CRI_OK}, /* another query */
    {AIF, "842081616882616161628161 71", GET, true, CRI_OK},
    {AIF, "83208161688261616162", GET, false, CRI_OK},
    {AIF, "832081616882616160", GET, false, CRI_OK}, /* "/a/" is not "/a" */
    {AIF, "8220816168", POST, true, CRI_OK},
    {AIF, "83208161688160", POST, true, CRI_OK}, /* one empty segment is the empty path */
    {AIF, "8220816168", GET, false, CRI_OK},
    {"80", "8220816168", GET, false, CRI_OK},
    {"81 82 82 81 6161 80 01", "8320816168816161", GET, true, CRI_OK}, /* an empty query is none */
    {"81 82 81 81 780161 1801", "8320816168816161", GET, true, CRI_OK}, /* long heads */
    {"82 82 81 81 6161 01 82 81 81 6161 01", "8320816168816161", GET, true, CRI_OK}, /* RFC 9237 2: twice the same */
    {"82 82 81 81 6161 01 82 81 81 6161 01", "8320816168816161", POST, false, CRI_OK},
    {"81 82 81 81 82 6161 412f 01", "83208161688182 6161412f", GET, true, CRI_OK}, /* PET */
    {"81 82 81 81 63612f62 01", "832081616882616161 62", GET, false, CRI_OK},
    {"81 82 81 81 6161 1a80000000", "8320816168816161", 32, true, CRI_OK},
    {"81 82 81 81 6161 1b0000000100000000", "8320816168816161", GET, false, CRI_OK}, /* Dynamic-GET */
    {"81 82 81 81 6161 1bffffffffffffffff", "8320816168816161", GET, true, CRI_OK},
    {AIF, "8320816168816161", 0, false, CRI_ERR_ARGUMENT},
    {AIF, "8320816168816161", 33, false, CRI_ERR_ARGUMENT},
    {AIF, "8201816161", GET, false, CRI_ERR_NOT_FULL},
    /* malformed, also behind what would allow it */
    {"82 82 81 81 6161 01 00", "8320816168816161", GET, false, CRI_ERR_STRUCTURE},
    {"82 82 81 81 6161 01", "8320816168816161", GET, false, CRI_ERR_TRUNCATED},
    {"a0", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"00", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"9fff", "8220816168", GET, false, CRI_ERR_INDEFINITE},
    {"d8638100", "8220816168", GET, false, CRI_ERR_FEATURE},
    {"81 81 81 80", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"81 83 81 80 01 01", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"81 82 80 01", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"81 82 83 80 80 80 01", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"81 82 81 f6 01", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"81 82 81 81 612e 01", "8220816168", GET, false, CRI_ERR_DOT_SEGMENT},
    {"81 82 81 81 61ff 01", "8220816168", GET, false, CRI_ERR_UTF8},
    {"81 82 81 81 81 6161 01", "8220816168", GET, false, CRI_ERR_PET},
    {"81 82 81 80 20", "8220816168", GET, false, CRI_ERR_STRUCTURE},
    {"81 82 62 2f61 01", "8220816168", GET, false, CRI_ERR_STRUCTURE}, /* the Toid of AIF without CRIs */
    {"81 82 81 80 1c", "8220816168", GET, false, CRI_ERR_CBOR},
};
/* clang-format on */

static void allows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(allows_rows); i++) {
        const struct allows_row *row = &allows_rows[i];
        for (int revision = 0; revision < 2; revision++) {
            struct bytes bytes = from_hex(row->aif);
            struct guarded aif = guarded_copy(bytes.data, bytes.len);
            cri_t cri = parse_hex(revision == 0 ? CRI_REV_13 : CRI_REV_27, row->cri);
            uint8_t answer = FILL;
            cri_err_t err = cri_aif_allows(aif.data, bytes.len, &cri, row->method, (bool *)&answer);
            if (row_err(err, row->err, row->aif)) {
                row_size(answer, err == CRI_OK ? row->allowed : FILL, row->cri);
            }
            guarded_free(&aif);
        }
    }
    rows_end();
}

static void cut_information_allows_nothing(void **state)
{
    (void)state;
    struct bytes bytes = from_hex(AIF);
    cri_t cri = parse_hex(CRI_REV_27, "8320816168816161");
    for (size_t cut = 0; cut < bytes.len; cut++) {
        struct guarded aif = guarded_copy(bytes.data, cut);
        bool allowed = false;
        assert_int_equal(cri_aif_allows(aif.data, cut, &cri, GET, &allowed), CRI_ERR_TRUNCATED);
        guarded_free(&aif);
    }
}

static void goes_through_entries(void **state)
{
    (void)state;
    static const struct {
        const char *target;
        uint64_t permissions;
    } wanted[] = {{"82f5816161", 5}, {"83f58261616162816171", 1}, {"82f580", 2}, {"82f5816161", 8}};
    struct bytes bytes = from_hex(AIF);
    cri_aif_t entries;
    cri_t target;
    uint64_t permissions = 0;
    bool more = false;
    assert_int_equal(cri_aif_entries(CRI_REV_27, bytes.data, bytes.len, &entries), CRI_OK);
    for (size_t i = 0; i < COUNT(wanted); i++) {
        assert_int_equal(cri_aif_next(&entries, &more, &target, &permissions), CRI_OK);
        assert_true(more);
        row_encodes(&target, wanted[i].target, "target");
        assert_int_equal(permissions, wanted[i].permissions);
    }
    assert_int_equal(cri_aif_next(&entries, &more, &target, &permissions), CRI_OK);
    assert_false(more);
    rows_end();
    /* nothing comes after an error */
    bytes = from_hex("82 00 82 81 80 01");
    assert_int_equal(cri_aif_entries(CRI_REV_27, bytes.data, bytes.len, &entries), CRI_OK);
    assert_int_equal(cri_aif_next(&entries, &more, &target, &permissions), CRI_ERR_STRUCTURE);
    more = true;
    assert_int_equal(cri_aif_next(&entries, &more, &target, &permissions), CRI_OK);
    assert_false(more);
}

static void refuses_bad_calls(void **state)
{
    (void)state;
    struct bytes bytes = from_hex(AIF);
    cri_t cri = parse_hex(CRI_REV_27, "8320816168816161");
    cri_aif_t entries;
    cri_t target;
    uint64_t permissions = 0;
    bool flag = false;
    const cri_err_t argument = CRI_ERR_ARGUMENT;
    assert_int_equal(cri_aif_entries(0, bytes.data, bytes.len, &entries), argument);
    assert_int_equal(cri_aif_entries(CRI_REV_27, NULL, 1, &entries), argument);
    assert_int_equal(cri_aif_entries(CRI_REV_27, bytes.data, bytes.len, NULL), argument);
    assert_int_equal(cri_aif_allows(NULL, 1, &cri, GET, &flag), argument);
    assert_int_equal(cri_aif_allows(bytes.data, bytes.len, NULL, GET, &flag), argument);
    assert_int_equal(cri_aif_allows(bytes.data, bytes.len, &cri, GET, NULL), argument);
    assert_int_equal(cri_aif_next(NULL, &flag, &target, &permissions), argument);
    assert_int_equal(cri_aif_entries(CRI_REV_27, bytes.data, bytes.len, &entries), CRI_OK);
    assert_int_equal(cri_aif_next(&entries, NULL, &target, &permissions), argument);
    assert_int_equal(cri_aif_next(&entries, &flag, NULL, &permissions), argument);
    assert_int_equal(cri_aif_next(&entries, &flag, &target, NULL), argument);
    const cri_err_t overlap = CRI_ERR_OVERLAP;
    assert_int_equal(cri_aif_entries(CRI_REV_27, (uint8_t *)&entries, 1, &entries), overlap);
    assert_int_equal(cri_aif_next(&entries, (bool *)(bytes.data + 1), &target, &permissions), overlap);
    assert_int_equal(cri_aif_next(&entries, &flag, (cri_t *)(void *)&entries, &permissions), overlap);
    assert_int_equal(cri_aif_next(&entries, &flag, &target, (uint64_t *)(void *)&target), overlap);
    assert_int_equal(cri_aif_allows(bytes.data, bytes.len, &cri, GET, (bool *)bytes.data), overlap);
    assert_int_equal(cri_aif_allows(bytes.data, bytes.len, &cri, GET, (bool *)&cri), overlap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allows),
        cmocka_unit_test(cut_information_allows_nothing),
        cmocka_unit_test(goes_through_entries),
        cmocka_unit_test(refuses_bad_calls),
    };
    return RUN(tests);
}
