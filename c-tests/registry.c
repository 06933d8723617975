/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A table of schemes beside the registry of the library; and numbers that nobody knows. href-27 scheme-id. */
#include "support.h"

/* clang-format off */
static const cri_scheme_row_t schemes[] = {
    {CRI_LIT("tii"), 1027},   {CRI_LIT("uuaid"), 1015}, {CRI_LIT("coap"), 1028},
    {CRI_LIT("newhttp"), 2},  {CRI_LIT("tii"), 1029},   {CRI_LIT("second"), 1015},
    {CRI_LIT("last"), UINT32_MAX},
};
/* clang-format on */
#define SCHEMES schemes, COUNT(schemes)

/* [-1016, true, ["a"]], -1028 and one past the table, with an authority: scheme numbers 1015, 1027 and 1031. */
#define UUAID "83 3903f7 f5 81 6161"
#define TII "83 390403 81 6168 81 6162"
#define UNKNOWN "83 390407 81 6168 81 6162"

struct scheme_row {
    const char *name;
    int64_t id;
};

static void asks_the_registry_first(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct scheme_row rows[] = {
        {"coap", CRI_SCHEME_COAP}, {"http", CRI_SCHEME_HTTP}, {"tii", CRI_SCHEME_ID(1027)}, {"uuaid", -1016}, {"last", -1 - (int64_t)UINT32_MAX},
    };
    /* clang-format on */
    static const int64_t unknown_ids[] = {0, 1, -1029, -1030, -1 - (int64_t)UINT32_MAX - 1, INT64_MIN, INT64_MAX};
    static const char *const unknown_names[] = {"", "newhttp", "second", "UUAID", "uuai", "uuaidx"};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *name = NULL;
        size_t len = 0;
        int64_t id = 0;
        row_err(cri_registry_name_with(CRI_REV_27, SCHEMES, rows[i].id, &name, &len), CRI_OK, rows[i].name);
        row_text(name, len, rows[i].name, rows[i].name);
        row_err(cri_registry_id_with(CRI_REV_27, SCHEMES, rows[i].name, strlen(rows[i].name), &id), CRI_OK,
                rows[i].name);
        row_ok(id == rows[i].id, rows[i].name, "the id");
    }
    for (size_t i = 0; i < COUNT(unknown_ids); i++) {
        const char *name = "untouched";
        size_t len = 9;
        char row[32];
        snprintf(row, sizeof row, "%lld", (long long)unknown_ids[i]);
        row_err(cri_registry_name_with(CRI_REV_27, SCHEMES, unknown_ids[i], &name, &len), CRI_ERR_SCHEME_UNKNOWN, row);
        row_text(name, len, "untouched", row);
    }
    for (size_t i = 0; i < COUNT(unknown_names); i++) {
        int64_t id = 4711;
        const char *name = unknown_names[i];
        row_err(cri_registry_id_with(CRI_REV_27, SCHEMES, name, strlen(name), &id), CRI_ERR_SCHEME_UNKNOWN, name);
        row_ok(id == 4711, name, "nothing is stored");
    }
    /* Without a table. */
    int64_t id = 0;
    assert_int_equal(cri_registry_id_with(CRI_REV_13, NULL, 0, "coap+ws", 7, &id), CRI_OK);
    assert_int_equal(id, CRI_SCHEME_COAP_WS_R13);
    assert_int_equal(cri_registry_id_with(CRI_REV_27, NULL, 0, "coaps+ws", 8, &id), CRI_OK);
    assert_int_equal(id, CRI_SCHEME_COAPS_WS_R27);
    assert_int_equal(cri_registry_id_with(CRI_REV_27, NULL, 0, "tii", 3, &id), CRI_ERR_SCHEME_UNKNOWN);
    rows_end();
}

typedef cri_err_t (*to_text)(const cri_t *, const cri_scheme_row_t *, size_t, char *, size_t, size_t *);
typedef cri_err_t (*from_text)(uint8_t, const cri_scheme_row_t *, size_t, const char *, size_t, uint8_t *, size_t,
                               size_t *);

struct text_row {
    const char *hex;
    const char *uri;
    const char *iri;
};

static const struct text_row text_rows[] = {
    {UUAID, "uuaid:a", "uuaid:a"},
    {TII, "tii://h/b", "tii://h/b"},
    {"82 3903f7 81 62c3a9", "uuaid://%C3%A9", "uuaid://\303\251"},
    {"82 20 81 6168", "coap://h", "coap://h"},
    {"82 02 81 6161", "../a", "../a"},
    {"83 3a fffffffe f5 81 6161", NULL, NULL}, /* no row, but its neighbour has one */
    {"83 3a ffffffff f5 81 6161", "last:a", "last:a"},
    {UNKNOWN, NULL, NULL},
};

/* With every size of a buffer. */
static void check_to_text(const struct text_row *row, to_text convert, const char *wanted)
{
    cri_t cri = parse_hex(CRI_REV_27, row->hex);
    size_t needed = wanted == NULL ? 0 : strlen(wanted);
    char buf[64];
    for (size_t cap = 0; cap <= needed + 1; cap++) {
        size_t len = 4711;
        memset(buf, FILL, sizeof buf);
        cri_err_t err = convert(&cri, SCHEMES, cap == 0 ? NULL : buf, cap, &len);
        if (wanted == NULL) {
            row_err(err, CRI_ERR_SCHEME_UNKNOWN, row->hex);
            row_size(len, 4711, row->hex);
            continue;
        }
        row_err(err, cap > needed ? CRI_OK : CRI_ERR_BUFFER, wanted);
        row_size(len, needed, wanted);
        row_ok(cap <= needed || strcmp(buf, wanted) == 0, wanted, "the text");
        row_ok(is_filled(buf + cap, sizeof buf - cap), wanted, "nothing past the capacity");
    }
}

static void check_from_text(const struct text_row *row, from_text convert, const char *text)
{
    struct bytes wanted = from_hex(row->hex);
    uint8_t buf[64];
    for (size_t cap = 0; cap <= wanted.len; cap++) {
        size_t len = 4711;
        memset(buf, FILL, sizeof buf);
        row_err(convert(CRI_REV_27, SCHEMES, text, strlen(text), cap == 0 ? NULL : buf, cap, &len),
                cap < wanted.len ? CRI_ERR_BUFFER : CRI_OK, text);
        row_size(len, wanted.len, text);
        row_ok(is_filled(buf + cap, sizeof buf - cap), text, "nothing past the capacity");
    }
    row_bytes(buf, wanted.len, row->hex, text);
}

static void converts_both_ways(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(text_rows); i++) {
        const struct text_row *row = &text_rows[i];
        check_to_text(row, cri_to_uri_with, row->uri);
        check_to_text(row, cri_to_iri_with, row->iri);
        if (row->uri != NULL) {
            check_from_text(row, cri_from_uri_with, row->uri);
            check_from_text(row, cri_from_iri_with, row->iri);
        }
    }
    /* In any case; and a name that contradicts the registry stays a name. */
    static const struct text_row other_rows[] = {
        {UUAID, "UUaid:a", NULL},
        {"83 67 6e657768747470 f5 81 6161", "newhttp:a", NULL},
        {"83 66 7365636f6e64 f5 81 6161", "Second:a", NULL},
        {"82 20 81 6168", "COAP://h:5683", NULL},
    };
    for (size_t i = 0; i < COUNT(other_rows); i++) {
        check_from_text(&other_rows[i], cri_from_uri_with, other_rows[i].uri);
        check_from_text(&other_rows[i], cri_from_iri_with, other_rows[i].uri);
    }
    uint8_t buf[8];
    size_t len = 4711;
    assert_int_equal(cri_from_uri_with(CRI_REV_27, SCHEMES, "a b", 3, buf, sizeof buf, &len), CRI_ERR_URI_SYNTAX);
    assert_int_equal(cri_from_iri_with(CRI_REV_27, SCHEMES, "\xff", 1, buf, sizeof buf, &len), CRI_ERR_UTF8);
    assert_int_equal(len, 4711);
    rows_end();
}

struct edn_row {
    const char *hex;
    const char *literal;
    const char *other; /* another notation for it; NULL for none */
};

static const struct edn_row edn_rows[] = {
    {UUAID, "cri'uuaid:a'", "[-1016, true, [\"a\"]]"},
    {TII, "cri'tii://h/b'", "CRI'TII://h/b'"},
    {UNKNOWN, "[-1032, [\"h\"], [\"b\"]]", NULL},
    /* By name: a literal would be read as the number, but one that no row gives. */
    {"83 657575616964 f5 81 6161", "[\"uuaid\", true, [\"a\"]]", NULL},
    {"83 64636f6170 f5 81 6161", "[\"coap\", true, [\"a\"]]", NULL},
    {"83 667365636f6e64 f5 81 6161", "cri'second:a'", NULL},
    {"82 20 81 6168", "cri'coap://h'", "cri'coap://h:5683'"},
};

static void reads_and_writes_edn(void **state)
{
    (void)state;
    uint8_t buf[64];
    char text[64];
    size_t len = 0, offset = 4711;
    for (size_t i = 0; i < COUNT(edn_rows); i++) {
        const struct edn_row *row = &edn_rows[i];
        check_to_text(&(struct text_row){row->hex, NULL, NULL}, cri_to_edn_literal_with, row->literal);
        struct bytes wanted = from_hex(row->hex);
        const char *const notations[] = {row->literal, row->other};
        for (size_t n = 0; n < COUNT(notations) && notations[n] != NULL; n++) {
            for (size_t cap = 0; cap <= wanted.len; cap++) {
                memset(buf, FILL, sizeof buf);
                row_err(cri_from_edn_with(CRI_REV_27, SCHEMES, notations[n], strlen(notations[n]), cap > 0 ? buf : NULL,
                                          cap, &len, &offset),
                        cap < wanted.len ? CRI_ERR_BUFFER : CRI_OK, notations[n]);
                row_size(len, wanted.len, notations[n]);
                row_ok(is_filled(buf + cap, sizeof buf - cap), notations[n], "nothing past the capacity");
            }
            row_bytes(buf, len, row->hex, notations[n]);
        }
    }
    row_size(offset, 4711, "no error");
    assert_int_equal(cri_from_edn_with(CRI_REV_27, SCHEMES, "cri'uuaid:a b'", 14, buf, sizeof buf, &len, &offset),
                     CRI_ERR_URI_SYNTAX);
    assert_int_equal(offset, 11);
    assert_int_equal(cri_from_edn(CRI_REV_27, "cri'uuaid:a'", 12, buf, sizeof buf, &len, &offset), CRI_OK);
    row_bytes(buf, len, "83 657575616964 f5 81 6161", "without the table");
    /* The contract: NULL, overlaps with the table and with a name. */
    cri_t cri = parse_hex(CRI_REV_27, TII);
    const cri_scheme_row_t inside[] = {{CRI_LIT("uuaid"), 1015}, {text, 3, 1027}};
    memcpy(text, "tii", 3);
    assert_int_equal(cri_from_edn_with(CRI_REV_27, NULL, 1, "[]", 2, buf, sizeof buf, &len, &offset), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_edn_with(14, SCHEMES, "[]", 2, buf, sizeof buf, &len, &offset), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_edn_with(CRI_REV_27, SCHEMES, "[]", 2, buf, sizeof buf, &len, NULL), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_edn_with(CRI_REV_27, inside, 2, "[]", 2, (uint8_t *)text + 2, 8, &len, &offset),
                     CRI_ERR_OVERLAP);
    assert_int_equal(cri_to_edn_literal_with(&cri, inside, 2, text + 2, 8, &len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_to_edn_literal_with(&cri, NULL, 1, text, sizeof text, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_to_edn_literal_with(NULL, SCHEMES, text, sizeof text, &len), CRI_ERR_ARGUMENT);
    rows_end();
}

#define REFUSED(call) assert_int_equal((call), CRI_ERR_ARGUMENT)
#define OVERLAPS(call) assert_int_equal((call), CRI_ERR_OVERLAP)

/* Every function with that table. */
static void all_return(const cri_scheme_row_t *rows, size_t rows_len, cri_err_t wanted)
{
    cri_t cri = parse_hex(CRI_REV_27, TII);
    uint8_t buf[64];
    char text[64];
    size_t len = 4711, offset = 4711;
    const char *name = NULL;
    int64_t id = 4711;
    assert_int_equal(cri_to_uri_with(&cri, rows, rows_len, text, sizeof text, &len), wanted);
    assert_int_equal(cri_to_iri_with(&cri, rows, rows_len, text, sizeof text, &len), wanted);
    assert_int_equal(cri_from_uri_with(CRI_REV_27, rows, rows_len, "tii:a", 5, buf, sizeof buf, &len), wanted);
    assert_int_equal(cri_from_iri_with(CRI_REV_27, rows, rows_len, "tii:a", 5, buf, sizeof buf, &len), wanted);
    assert_int_equal(cri_to_edn_literal_with(&cri, rows, rows_len, text, sizeof text, &len), wanted);
    assert_int_equal(cri_from_edn_with(CRI_REV_27, rows, rows_len, "cri'tii:a'", 10, buf, sizeof buf, &len, &offset),
                     wanted);
    assert_int_equal(cri_registry_name_with(CRI_REV_27, rows, rows_len, -1028, &name, &len), wanted);
    assert_int_equal(cri_registry_id_with(CRI_REV_27, rows, rows_len, "tii", 3, &id), wanted);
    if (wanted != CRI_OK) {
        assert_int_equal(len, 4711);
        assert_null(name);
        assert_int_equal(id, 4711);
    }
}

static void refuses_other_tables(void **state)
{
    (void)state;
    char long_name[66];
    memset(long_name, 'a', sizeof long_name);
    /* clang-format off */
    const cri_scheme_row_t bad_rows[] = {
        {NULL, 0, 5000}, {NULL, 1, 5000}, {"", 0, 5000}, {"A", 1, 5000}, {"1a", 2, 5000}, {"a:", 2, 5000}, {"a/", 2, 5000},
        {"a\303\251", 3, 5000}, {"a", SIZE_MAX, 5000}, {"a", SIZE_MAX / 2 + 1, 5000}, {long_name, 65, 5000},
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(bad_rows); i++) {
        cri_scheme_row_t rows[] = {{CRI_LIT("tii"), 1027}, bad_rows[i]};
        all_return(rows, 2, CRI_ERR_ARGUMENT);
        all_return(rows, 1, CRI_OK);
    }
    const cri_scheme_row_t longest[] = {{CRI_LIT("tii"), 1027}, {long_name, 64, 5000}};
    all_return(longest, 2, CRI_OK);
    all_return(NULL, 1, CRI_ERR_ARGUMENT);
    all_return(schemes, SIZE_MAX, CRI_ERR_ARGUMENT);
    all_return(schemes, SIZE_MAX / 2, CRI_ERR_ARGUMENT);
    all_return(schemes, SIZE_MAX / sizeof schemes[0] + 2, CRI_ERR_ARGUMENT); /* the product is small again */
}

static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};

/* Every id that has a name is the id of that name, and names are what schemes are. */
static void is_consistent(void **state)
{
    (void)state;
    bool full = (cri_features() & CRI_FEATURE_SCHEMES_FULL) != 0;
    for (size_t r = 0; r < COUNT(revisions); r++) {
        size_t count = 0;
        for (int64_t id = -1; id >= -70000; id--) {
            char name[64] = ""; /* names come without a NUL */
            const char *chars = NULL;
            size_t len = 0;
            int64_t back = 0;
            if (cri_registry_name(revisions[r], id, &chars, &len) != CRI_OK) {
                continue;
            }
            assert_true(len < sizeof name);
            memcpy(name, chars, len);
            count++;
            row_err(cri_registry_id(revisions[r], name, len, &back), CRI_OK, name);
            row_ok(back == id, name, "the id of its name");
            row_ok(len > 0 && name[0] >= 'a' && name[0] <= 'z', name, "begins with a letter");
            row_size(strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789+.-"), len, name);
        }
        if (!full || revisions[r] == CRI_REV_13) {
            row_size(count, full ? 369 : 10, "entries");
        } else {
            row_ok(count >= 398, "entries of 27", "at least those of the draft");
        }
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_consistent),
        cmocka_unit_test(asks_the_registry_first),
        cmocka_unit_test(converts_both_ways),
        cmocka_unit_test(reads_and_writes_edn),
        cmocka_unit_test(refuses_other_tables),
    };
    /* clang-format on */
    return RUN(tests);
}
