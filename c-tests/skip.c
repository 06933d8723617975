/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Skipping one CBOR item of any kind. R3. */
#include "vectors.h"

struct skip_row {
    const char *name;
    const char *hex; /* the item */
    cri_err_t err;
};

/* clang-format off */
static const struct skip_row items[] = {
    {"integer", "00", CRI_OK},
    {"integer of 8 bytes", "1b ffffffffffffffff", CRI_OK},
    {"negative integer", "38 ff", CRI_OK},
    {"bytes", "43 010203", CRI_OK},
    {"text", "6161", CRI_OK},
    {"empty array", "80", CRI_OK},
    {"arrays in arrays", "83 01 82 02 03 61 78", CRI_OK},
    {"map", "a1 01 82 02 03", CRI_OK},
    {"tag", "d863 80", CRI_OK},
    {"tags on tags", "c1 c1 c1 00", CRI_OK},
    {"simple value", "f8 20", CRI_OK},
    {"double", "fb 0000000000000000", CRI_OK},
    {"indefinite array", "9f 01 9f ff ff", CRI_OK},
    {"indefinite map", "bf 01 02 ff", CRI_OK},
    {"indefinite bytes", "5f 41 00 40 ff", CRI_OK},
    {"indefinite text", "7f 61 61 ff", CRI_OK},
    {"16 levels of indefinite items", "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f ffffffffffffffffffffffffffffffff", CRI_OK},
    {"17 levels of indefinite items", "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f ffffffffffffffffffffffffffffffffff", CRI_ERR_LIMIT},
    {"nothing", "", CRI_ERR_TRUNCATED},
    {"head cut short", "19 01", CRI_ERR_TRUNCATED},
    {"bytes cut short", "43 0102", CRI_ERR_TRUNCATED},
    {"array cut short", "82 01", CRI_ERR_TRUNCATED},
    {"map cut short", "a1 01", CRI_ERR_TRUNCATED},
    {"tag on nothing", "c1", CRI_ERR_TRUNCATED},
    {"no break", "9f 01", CRI_ERR_TRUNCATED},
    {"array of 2^64 - 1 items", "9b ffffffffffffffff 00", CRI_ERR_TRUNCATED},
    {"map of 2^63 pairs", "bb 8000000000000000 00 00", CRI_ERR_TRUNCATED},
    {"text of 2^64 - 1 bytes", "7b ffffffffffffffff 61", CRI_ERR_TRUNCATED},
    {"reserved head", "1c", CRI_ERR_CBOR},
    {"indefinite integer", "1f", CRI_ERR_CBOR},
    {"indefinite tag", "df 00", CRI_ERR_CBOR},
    {"break alone", "ff", CRI_ERR_CBOR},
    {"break in a definite array", "81 ff", CRI_ERR_CBOR},
    {"break between key and value", "bf 01 ff", CRI_ERR_CBOR},
    {"text chunk in bytes", "5f 61 61 ff", CRI_ERR_CBOR},
    {"indefinite chunk", "5f 5f ff ff", CRI_ERR_CBOR},
    {"small simple value in two bytes", "f8 14", CRI_ERR_CBOR},
};
/* clang-format on */

static void finds_the_end_of_an_item(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(items); i++) {
        const struct skip_row *row = &items[i];
        struct bytes bytes = from_hex(row->hex);
        size_t consumed = 4711;
        row_err(cri_skip(bytes.data, bytes.len, &consumed), row->err, row->name);
        row_size(consumed, row->err == CRI_OK ? bytes.len : 4711, row->name);
    }
    rows_end();
}

static void leaves_what_follows(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(items); i++) {
        const struct skip_row *row = &items[i];
        if (row->err == CRI_OK) {
            struct bytes bytes = from_hex(row->hex);
            size_t consumed = 0;
            memset(bytes.data + bytes.len, 0xff, 9);
            row_err(cri_skip(bytes.data, bytes.len + 9, &consumed), CRI_OK, row->name);
            row_size(consumed, bytes.len, row->name);
        }
    }
    rows_end();
}

static void skips_processable_and_unprocessable_cris_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors) + COUNT(unprocessable_vectors); i++) {
        bool valid = i < COUNT(valid_vectors);
        const char *name = valid ? valid_vectors[i].name : unprocessable_vectors[i - COUNT(valid_vectors)].name;
        const char *hex = valid ? valid_vectors[i].hex : unprocessable_vectors[i - COUNT(valid_vectors)].hex;
        struct bytes bytes = from_hex(hex);
        size_t consumed = 0;
        row_err(cri_skip(bytes.data, bytes.len, &consumed), CRI_OK, name);
        row_size(consumed, bytes.len, name);
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_end_of_an_item),
        cmocka_unit_test(leaves_what_follows),
        cmocka_unit_test(skips_processable_and_unprocessable_cris_alike),
    };
    return RUN(tests);
}
