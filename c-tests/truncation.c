/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Input that ends too early: always an error, never success, never a byte read past the end.
 *
 * Each beginning of each vector lies once in a block of the heap that is just as long, for AddressSanitizer and
 * valgrind, and once right before a page that cannot be read, for every other build.
 */
#include "vectors.h"

typedef void (*check_fn)(uint8_t rev, const uint8_t *data, size_t len, const char *row);

/* Runs the check on a copy of the first `len` bytes in both places. */
static void in_exact_blocks(check_fn check, uint8_t rev, const void *data, size_t len, const char *row)
{
    uint8_t *block = malloc(len);
    if (len > 0) {
        assert_non_null(block);
        memcpy(block, data, len);
    }
    check(rev, block, len, row);
    free(block);

    struct guarded guarded = guarded_copy(data, len);
    check(rev, guarded.data, len, row);
    guarded_free(&guarded);
}

/* Every beginning, and if `whole` the item itself. */
static void every_beginning(check_fn check, uint8_t rev, const char *hex, bool whole, const char *row)
{
    struct bytes bytes = from_hex(hex);
    for (size_t len = 0; len < bytes.len + whole; len++) {
        in_exact_blocks(check, rev, bytes.data, len, row);
    }
}

static void is_truncated(uint8_t rev, const uint8_t *data, size_t len, const char *row)
{
    cri_t cri;
    size_t consumed = 4711;
    bool equal = true;
    memset(&cri, FILL, sizeof cri);
    row_err(cri_parse(rev, data, len, &cri, &consumed), CRI_ERR_TRUNCATED, row);
    row_err(cri_skip(data, len, &consumed), CRI_ERR_TRUNCATED, row);
    row_err(cri_equal_encoded(rev, data, len, data, len, &equal), CRI_ERR_TRUNCATED, row);
    row_ok(consumed == 4711 && equal && is_filled(&cri, sizeof cri), row, "outputs untouched");
}

static void beginnings_of_valid_cris(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            every_beginning(is_truncated, rev, row->hex, false, row->name);
        }
    }
    rows_end();
}

static void beginnings_of_unprocessable_items(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(unprocessable_vectors); i++) {
        const struct invalid_vector *row = &unprocessable_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            every_beginning(is_truncated, rev, row->hex, false, row->name);
        }
    }
    rows_end();
}

static void is_no_success(uint8_t rev, const uint8_t *data, size_t len, const char *row)
{
    cri_t cri;
    size_t consumed = 0;
    cri_err_t err = cri_parse(rev, data, len, &cri, &consumed);
    row_ok(err == CRI_ERR_TRUNCATED || err == CRI_ERR_CBOR || err == CRI_ERR_LIMIT, row,
           "truncated, not CBOR or too deep");
}

static void beginnings_of_what_is_not_cbor(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(malformed_vectors); i++) {
        const struct invalid_vector *row = &malformed_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            every_beginning(is_no_success, rev, row->hex, true, row->name);
        }
    }
    rows_end();
}

/* Lengths that promise more than there is, up to 2^64 - 1, in every place that has one. */
static const char *const promises[] = {
    "9b ffffffffffffffff 20",
    "9a ffffffff 20",
    "82 20 9b ffffffffffffffff 6168",
    "82 20 81 7b ffffffffffffffff 68",
    "82 20 81 78 02 68",
    "82 20 81 5b 8000000000000000 01",
    "82 f5 9a 7fffffff 6161",
    "82 f5 81 9b ffffffffffffffff 6161 413b",
    "83 00 f6 99 ffff 6171",
    "84 00 f6 f6 7a ffffffff 66",
    "7b 7fffffffffffffff",
    "bb 8000000000000000 20 20",
};

static void lengths_beyond_the_end(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(promises); i++) {
        every_beginning(is_truncated, CRI_REV_13, promises[i], true, promises[i]);
        every_beginning(is_truncated, CRI_REV_27, promises[i], true, promises[i]);
    }
    rows_end();
}

/* All that reads a view stays in its bytes. */
static void reads_within(uint8_t rev, const uint8_t *data, size_t len, const char *row)
{
    cri_t cri, resolved;
    size_t consumed = 0;
    uint8_t out[BYTES_MAX];
    size_t out_len = 0;
    int32_t order = 1;
    bool equal = false;
    if (!row_err(cri_parse(rev, data, len, &cri, &consumed), CRI_OK, row)) {
        return;
    }
    row_err(cri_encode(&cri, out, sizeof out, &out_len), CRI_OK, row);
    row_err(cri_to_edn(&cri, (char *)out, sizeof out, &out_len), CRI_OK, row);
    cri_err_t err = cri_to_uri(&cri, (char *)out, sizeof out, &out_len);
    row_ok(err == CRI_OK || err <= CRI_ERR_NO_URI, row, "a URI or none");
    row_err(cri_compare(&cri, &cri, &order), CRI_OK, row);
    row_err(cri_equal(&cri, &cri, &equal), CRI_OK, row);
    row_ok(order == 0 && equal, row, "equals itself");
    if (cri_is_full(&cri)) {
        row_err(cri_resolve(&cri, &cri, &resolved), CRI_OK, row);
        row_err(cri_relativize(&cri, &cri, &resolved), CRI_OK, row);
        row_err(cri_encode(&resolved, out, sizeof out, &out_len), CRI_OK, row);
    }
}

static void readers_stay_within_the_item(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            struct bytes bytes = from_hex(row->hex);
            in_exact_blocks(reads_within, rev, bytes.data, bytes.len, row->name);
        }
    }
    rows_end();
}

/* A URI cut short may well be a URI; it must be read within its length. */
static void reads_uri(uint8_t rev, const uint8_t *data, size_t len, const char *row)
{
    uint8_t out[BYTES_MAX];
    size_t out_len = 0;
    cri_t cri;
    cri_err_t err = cri_from_uri(rev, (const char *)data, len, out, sizeof out, &out_len);
    row_ok(err == CRI_OK || err <= CRI_ERR_URI_SYNTAX, row, "a CRI or a reason");
    if (err == CRI_OK) {
        row_err(cri_parse(rev, out, out_len, &cri, &out_len), CRI_OK, row);
    }
}

static void beginnings_of_uris(void **state)
{
    (void)state;
    static const char *const uris[] = {
        "coap://user%40x@[fe80::42]:61616/floors/%2e%2E/a%3Bb/../%C3%A9?unit=%26&x#%ff",
        "http://1.2.3.4:8080/./../x/..",
        "../../a/%2E%2e/b?%F0%9F%98%80",
        "a-scheme+x.1:rootless/%2e/./..",
    };
    for (size_t i = 0; i < COUNT(uris); i++) {
        for (size_t len = 0; len <= strlen(uris[i]); len++) {
            in_exact_blocks(reads_uri, CRI_REV_13, uris[i], len, uris[i]);
            in_exact_blocks(reads_uri, CRI_REV_27, uris[i], len, uris[i]);
        }
    }
    rows_end();
}

/* Every string of up to two bytes, as all there is. */
static void short_strings(void **state)
{
    (void)state;
    size_t accepted = 0;
    for (unsigned i = 0; i < 0x10000; i++) {
        uint8_t *block = malloc(2);
        cri_t cri;
        size_t consumed = 0;
        assert_non_null(block);
        block[0] = (uint8_t)(i >> 8);
        block[1] = (uint8_t)i;
        cri_err_t err = cri_parse(CRI_REV_27, block, 2, &cri, &consumed);
        if (err == CRI_OK || cri_err_is_unprocessable(err)) {
            assert_in_range(consumed, 1, 2);
        }
        accepted += err == CRI_OK;
        free(block);
    }
    /* 80 and anything; 81 and a scheme id, a discard or true; 98 00. */
    assert_int_equal(accepted, 256 + 24 + 24 + 1 + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beginnings_of_valid_cris),
        cmocka_unit_test(beginnings_of_unprocessable_items),
        cmocka_unit_test(beginnings_of_what_is_not_cbor),
        cmocka_unit_test(lengths_beyond_the_end),
        cmocka_unit_test(readers_stay_within_the_item),
        cmocka_unit_test(beginnings_of_uris),
        cmocka_unit_test(short_strings),
    };
    return RUN(tests);
}
