/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A table of schemes in addition to the library's registry, and unknown numbers. href-27 scheme-id. */
#include "support.h"

/* clang-format off */
static const cri_scheme_row_t schemes[] = {
    {CRI_LIT("new"), 1047, 0},   {CRI_LIT("newer"), 1045, 0}, {CRI_LIT("coap"), 1048, 0},
    {CRI_LIT("newhttp"), 2, 0},  {CRI_LIT("new"), 1049, 0},   {CRI_LIT("second"), 1045, 0},
    {CRI_LIT("last"), UINT32_MAX, 0},
};
/* clang-format on */
#define SCHEMES schemes, COUNT(schemes)

/* CRIs with the scheme numbers 1045, 1047 and 1051: [-1046, true, ["a"]], and two with an authority. No table has the
 * last number. */
#define NEWER "83 390415 f5 81 6161"
#define NEW "83 390417 81 6168 81 6162"
#define UNKNOWN "83 39041b 81 6168 81 6162"

struct text_row {
    const char *hex;
    const char *uri; /* NULL if there is no URI */
    bool named;      /* its URI converts back to the number, or to another name */
};

static const struct text_row text_rows[] = {
    {NEWER, "newer:a", false},
    {NEW, "new://h/b", false},
    {"82 390415 81 62c3a9", "newer://%C3%A9", false},
    {"82 20 81 6168", "coap://h", false},
    {"82 02 81 6161", "../a", false},
    {"83 3a fffffffe f5 81 6161", NULL, false}, /* there is no scheme, but the next number is in the table */
    {"83 3a ffffffff f5 81 6161", "last:a", false},
    {UNKNOWN, NULL, false},
    /* A scheme by name. */
    {"83 656e65776572 f5 81 6161", "newer:a", true},
    {"83 64636f6170 f5 81 6161", "coap:a", true},
    {"83 667365636f6e64 f5 81 6161", "second:a", false},
    {"83 67 6e657768747470 f5 81 6161", "newhttp:a", false},
};

static void row_written(cri_err_t err, const char *text, size_t len, const char *wanted, const char *row)
{
    if (row_err(err, wanted == NULL ? CRI_ERR_SCHEME_UNKNOWN : CRI_OK, row) && wanted != NULL) {
        row_text(text, len, wanted, row);
    }
}

static void row_read(cri_err_t err, const uint8_t *buf, size_t len, const char *hex, const char *row)
{
    if (row_err(err, CRI_OK, row)) {
        row_bytes(buf, len, hex, row);
    }
}

static void reads(const struct text_row *row)
{
    uint8_t buf[64];
    size_t len = 0;
    cri_err_t err;
    if (row->uri != NULL && !row->named) {
        err = cri_from_uri_with(CRI_REV_27, SCHEMES, row->uri, strlen(row->uri), buf, sizeof buf, &len);
        row_read(err, buf, len, row->hex, row->uri);
    }
}

static void converts_in_both_directions(void **state)
{
    (void)state;
    uint8_t buf[32];
    char text[64];
    size_t len = 4711;
    for (size_t i = 0; i < COUNT(text_rows); i++) {
        const struct text_row *row = &text_rows[i];
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        cri_err_t err = cri_to_uri_with(&cri, SCHEMES, text, sizeof text, &len);
        row_written(err, text, len, row->uri, row->hex);
        reads(row);
    }
    assert_int_equal(cri_from_uri_with(CRI_REV_27, NULL, 0, "newer:a", 7, buf, sizeof buf, &len), CRI_OK);
    row_bytes(buf, len, "83 656e65776572 f5 81 6161", "without a table");
    rows_end();
}

/* Calls every function that takes a table with this table. */
static void all_return(const cri_scheme_row_t *rows, size_t rows_len, cri_err_t wanted)
{
    cri_t cri = parse_hex(CRI_REV_27, NEW);
    uint8_t buf[64];
    char text[64];
    size_t len = 0;
    assert_int_equal(cri_to_uri_with(&cri, rows, rows_len, text, sizeof text, &len), wanted);
    assert_int_equal(cri_from_uri_with(CRI_REV_27, rows, rows_len, "new:a", 5, buf, sizeof buf, &len), wanted);
}

static void refuses_other_tables(void **state)
{
    (void)state;
    static const cri_scheme_row_t bad_rows[] = {
        {NULL, 0, 5000, 0},
        {NULL, 1, 5000, 0},
        {"A", 1, 5000, 0},
        {"a", SIZE_MAX, 5000, 0},
        {"a", SIZE_MAX / 2 + 1, 5000, 0},
    };
    for (size_t i = 0; i < COUNT(bad_rows); i++) {
        cri_scheme_row_t rows[] = {{CRI_LIT("new"), 1047, 0}, bad_rows[i]};
        all_return(rows, 2, CRI_ERR_ARGUMENT);
        all_return(rows, 1, CRI_OK);
    }
}

TESTS(cmocka_unit_test(converts_in_both_directions), cmocka_unit_test(refuses_other_tables))
