/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CoRI, the older serialization: draft-ietf-core-href-02, R18 to R20. */
#include "support.h"

#define SAME(name, number) _Static_assert((name) == (number), "the number of " #name)
SAME(CRI_ERR_CORI_OPTION, -96);
SAME(CRI_ERR_CORI_PATH_TYPE, -97);
SAME(CRI_ERR_CORI_NOT_ABSOLUTE, -98);
SAME(CRI_ERR_NO_CORI, -99);
SAME(CRI_FEATURE_CORI, 2);
SAME(CRI_CORI_RELATIVE, 0);
SAME(CRI_CORI_ABSOLUTE, 1);
SAME(CRI_CORI_NORMALIZED, 2);
SAME(CRI_CORI_TO_PROXY, 1);
SAME(CRI_CORI_SILENT, 2);
_Static_assert(sizeof(cri_cori_t) <= 4 * sizeof(void *) + 24, "a view is small");

/* [1, "coap", 2, "h", 4, 5683, 6, "a", 6, "b", 7, "q"] and its beginning */
#define ORIGIN "01 64636f6170 02 6168 04 191633"
#define BASE "8c" ORIGIN "06 6161 06 6162 07 6171"

/* Parses what the test needs to be a CoRI that takes all its bytes. */
static cri_cori_t parse_cori(const struct bytes *bytes)
{
    cri_cori_t cori;
    size_t consumed = 0;
    memset(&cori, FILL, sizeof cori);
    cri_err_t err = cri_cori_parse(bytes->data, bytes->len, &cori, &consumed);
    if (err != CRI_OK || consumed != bytes->len) {
        fail_msg("%s does not parse: %s", to_hex(bytes->data, bytes->len), cri_err_name(err));
    }
    return cori;
}

static void row_cori(const cri_cori_t *cori, const char *wanted_hex, const char *row)
{
    uint8_t out[BYTES_MAX];
    size_t len = 0;
    if (row_err(cri_cori_encode(cori, out, sizeof out, &len), CRI_OK, row)) {
        row_bytes(out, len, wanted_hex, row);
    }
}

static void is_built_in(void **state)
{
    (void)state;
    assert_true(cri_features() & CRI_FEATURE_CORI);
}

struct check_row {
    const char *hex;
    cri_err_t err;
    uint8_t kind;
    size_t consumed; /* what is to be skipped where there is an error; 0 for not stored */
};

/* clang-format off */
static const struct check_row check_rows[] = {
    {"80", CRI_OK, CRI_CORI_RELATIVE, 1}, /* [] */
    {"8205 00 ff", CRI_OK, CRI_CORI_RELATIVE, 3}, /* [5, 0] and more */
    {"9800", CRI_OK, CRI_CORI_RELATIVE, 2},
    {BASE, CRI_OK, CRI_CORI_NORMALIZED, 23},
    {"86" ORIGIN, CRI_OK, CRI_CORI_NORMALIZED, 14},
    {"88" ORIGIN "06 60", CRI_OK, CRI_CORI_ABSOLUTE, 16}, /* … 6, ""] */
    {"8a" ORIGIN "06 60 06 60", CRI_OK, CRI_CORI_NORMALIZED, 18}, /* … 6, "", 6, ""] */
    {"82 00 6161", CRI_ERR_CORI_OPTION, 0, 4}, /* [0, "a"] */
    {"82 09 6161", CRI_ERR_CORI_OPTION, 0, 4}, /* [9, "a"] */
    {"82 190106 6161", CRI_ERR_CORI_OPTION, 0, 6}, /* [262, "a"] */
    {"82 01 6161", CRI_ERR_CORI_OPTION, 0, 4}, /* [1, "a"] */
    {"84 01 6161 04 01", CRI_ERR_CORI_OPTION, 0, 6}, /* [1, "a", 4, 1] */
    {"84 08 60 08 60", CRI_ERR_CORI_OPTION, 0, 5}, /* [8, "", 8, ""] */
    {"81 06", CRI_ERR_STRUCTURE, 0, 2}, /* [6] */
    {"82 06 01", CRI_ERR_STRUCTURE, 0, 3}, /* [6, 1] */
    {"82 26 6161", CRI_ERR_STRUCTURE, 0, 4}, /* [-7, "a"] */
    {"82 06 82 6161 413b", CRI_ERR_STRUCTURE, 0, 7}, /* [6, ["a", h'3b']] */
    {"a0", CRI_ERR_STRUCTURE, 0, 1}, /* {} */
    {"86 01 6141 02 6168 04 01", CRI_ERR_SCHEME_NAME, 0, 9}, /* [1, "A", 2, "h", 4, 1] */
    {"84 03 43010203 04 01", CRI_ERR_ADDRESS, 0, 8}, /* [3, h'010203', 4, 1] */
    {"82 04 1a00010000", CRI_ERR_PORT, 0, 7}, /* [4, 65536] */
    {"82 05 1880", CRI_ERR_CORI_PATH_TYPE, 0, 4}, /* [5, 128] */
    {"82 06 612e", CRI_ERR_DOT_SEGMENT, 0, 4}, /* [6, "."] */
    {"82 06 622e2e", CRI_ERR_DOT_SEGMENT, 0, 5}, /* [6, ".."] */
    {"82 07 61ff", CRI_ERR_UTF8, 0, 4},
    {"82 06 c06161", CRI_ERR_FEATURE, 0, 5}, /* [6, 0("a")] */
    {"82 06 7f6161ff", CRI_ERR_INDEFINITE, 0, 6}, /* [6, (_ "a")] */
    {"9f 06 6161 ff 00", CRI_ERR_INDEFINITE, 0, 5}, /* [_ 6, "a"] */
    {"82 06 1c", CRI_ERR_CBOR, 0, 0},
    {"82 06", CRI_ERR_TRUNCATED, 0, 0},
    {"", CRI_ERR_TRUNCATED, 0, 0},
};
/* clang-format on */

static void checks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(check_rows); i++) {
        const struct check_row *row = &check_rows[i];
        struct bytes bytes = from_hex(row->hex);
        cri_cori_t cori;
        uint8_t kind = FILL;
        size_t consumed = 0;
        memset(&cori, FILL, sizeof cori);
        row_err(cri_cori_check(bytes.data, bytes.len, &kind, &consumed), row->err, row->hex);
        row_size(consumed, row->consumed, row->hex);
        row_ok(kind == (row->err == CRI_OK ? row->kind : FILL), row->hex, "the kind");
        consumed = 0;
        row_err(cri_cori_parse(bytes.data, bytes.len, &cori, &consumed), row->err, row->hex);
        row_size(consumed, row->consumed, row->hex);
        if (row->err == CRI_OK) {
            row_ok(cri_cori_kind(&cori) == row->kind, row->hex, "the kind of the view");
        } else {
            row_ok(is_filled(&cori, sizeof cori), row->hex, "no view is stored");
        }
    }
    rows_end();
}

static void every_truncation_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(check_rows); i++) {
        if (check_rows[i].err != CRI_OK) {
            continue;
        }
        struct bytes bytes = from_hex(check_rows[i].hex);
        for (size_t len = 0; len < check_rows[i].consumed; len++) {
            cri_cori_t cori;
            size_t consumed = 4711;
            struct guarded guarded = guarded_copy(bytes.data, len);
            row_err(cri_cori_parse(guarded.data, len, &cori, &consumed), CRI_ERR_TRUNCATED, check_rows[i].hex);
            row_size(consumed, 4711, check_rows[i].hex);
            guarded_free(&guarded);
        }
    }
    rows_end();
}

struct resolve_row {
    const char *base;
    const char *href;
    const char *resolved;
};

/* clang-format off */
static const struct resolve_row resolve_rows[] = {
    {BASE, "80", BASE}, /* [] */
    {BASE, "82 08 6166", "8e" ORIGIN "06 6161 06 6162 07 6171 08 6166"}, /* [8, "f"] */
    {BASE, "82 07 6172", "8c" ORIGIN "06 6161 06 6162 07 6172"}, /* [7, "r"] */
    {BASE, "82 06 6163", "8a" ORIGIN "06 6161 06 6163"}, /* [6, "c"] */
    {BASE, "82 06 60", "8a" ORIGIN "06 6161 06 60"}, /* [6, ""] */
    {BASE, "84 05 00 06 60", "86" ORIGIN}, /* [5, 0, 6, ""] */
    {BASE, "82 05 01", "8c" ORIGIN "06 6161 06 6162 06 6439303030"}, /* [5, 1] */
    {BASE, "84 05 02 06 6163", "8c" ORIGIN "06 6161 06 6162 06 6163"}, /* [5, 2, 6, "c"] */
    {BASE, "84 05 04 06 6163", "88" ORIGIN "06 6163"}, /* [5, 4, 6, "c"] */
    {BASE, "82 05 187f", "86" ORIGIN}, /* [5, 127] */
    {BASE, "82 04 01", "86 01 64636f6170 02 6168 04 01"}, /* [4, 1] */
    {BASE, "84 02 6169 04 01", "86 01 64636f6170 02 6169 04 01"}, /* [2, "i", 4, 1] */
    {BASE, "86 01 6161 03 4401020304 04 01", "86 01 6161 03 4401020304 04 01"},
    {"88" ORIGIN "06 60", "84 05 02 06 6163", "88" ORIGIN "06 6163"}, /* a base is normalised first */
};
/* clang-format on */

static void resolves(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(resolve_rows); i++) {
        const struct resolve_row *row = &resolve_rows[i];
        struct bytes base_bytes = from_hex(row->base);
        struct bytes href_bytes = from_hex(row->href);
        cri_cori_t base = parse_cori(&base_bytes);
        cri_cori_t href = parse_cori(&href_bytes);
        cri_cori_t resolved, reference, again;
        if (!row_err(cri_cori_resolve(&base, &href, 9000, &resolved), CRI_OK, row->href)) {
            continue;
        }
        row_cori(&resolved, row->resolved, row->href);
        row_ok(cri_cori_kind(&resolved) == CRI_CORI_NORMALIZED, row->href, "normalized");
        /* and back: from a view in two pieces, too */
        if (row_err(cri_cori_relativize(&base, &resolved, &reference), CRI_OK, row->href) &&
            row_err(cri_cori_resolve(&base, &reference, 0, &again), CRI_OK, row->href)) {
            row_cori(&again, row->resolved, row->href);
        }
    }
    rows_end();
}

static void makes_relative(void **state)
{
    (void)state;
    /* clang-format off */
    static const struct resolve_row rows[] = {
        {BASE, BASE, "80"},
        {BASE, "8a" ORIGIN "06 6161 06 6162", "82 07 6171"}, /* [7, "q"] */
        {"8a" ORIGIN "06 6161 06 6162", BASE, "82 05 02"}, /* [5, 2] */
        {"8a" ORIGIN "06 6161 06 6163", BASE, "82 06 6163"}, /* [6, "c"] */
        {"88" ORIGIN "06 6161", BASE, "82 05 03"}, /* [5, 3] */
        {BASE, "86 01 64636f6170 02 6168 04 01", "88 04 191633 06 6161 06 6162 07 6171"}, /* from the port on */
        {BASE, "86 01 6161 02 6168 04 01", BASE},
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes target_bytes = from_hex(rows[i].base);
        struct bytes base_bytes = from_hex(rows[i].href);
        cri_cori_t target = parse_cori(&target_bytes);
        cri_cori_t base = parse_cori(&base_bytes);
        cri_cori_t reference;
        if (row_err(cri_cori_relativize(&base, &target, &reference), CRI_OK, rows[i].resolved)) {
            row_cori(&reference, rows[i].resolved, rows[i].resolved);
        }
    }
    rows_end();
}

static void needs_an_absolute_one(void **state)
{
    (void)state;
    struct bytes base_bytes = from_hex(BASE);
    struct bytes path_bytes = from_hex("82 06 6161"); /* [6, "a"] */
    cri_cori_t base = parse_cori(&base_bytes);
    cri_cori_t path = parse_cori(&path_bytes);
    cri_cori_t out;
    uint8_t buf[64];
    size_t len = 4711;
    assert_int_equal(cri_cori_resolve(&path, &base, 0, &out), CRI_ERR_CORI_NOT_ABSOLUTE);
    assert_int_equal(cri_cori_relativize(&path, &base, &out), CRI_ERR_CORI_NOT_ABSOLUTE);
    assert_int_equal(cri_cori_relativize(&base, &path, &out), CRI_ERR_CORI_NOT_ABSOLUTE);
    assert_int_equal(cri_cori_recompose(&path, (char *)buf, sizeof buf, &len), CRI_ERR_CORI_NOT_ABSOLUTE);
    assert_int_equal(cri_cori_to_coap(&path, 0, buf, sizeof buf, &len), CRI_ERR_CORI_NOT_ABSOLUTE);
    assert_int_equal(cri_cori_decompose("a", 1, buf, sizeof buf, &len), CRI_ERR_CORI_NOT_ABSOLUTE);
    assert_int_equal(len, 4711);
}

/* A third piece is a limit; encoded and parsed it goes on. */
static void limits_the_pieces(void **state)
{
    (void)state;
    struct bytes base_bytes = from_hex(BASE);
    struct bytes append_bytes = from_hex("84 05 02 06 6163"); /* [5, 2, 6, "c"] */
    cri_cori_t base = parse_cori(&base_bytes);
    cri_cori_t append = parse_cori(&append_bytes);
    cri_cori_t two, three;
    struct bytes stored;
    memset(&three, FILL, sizeof three);
    assert_int_equal(cri_cori_resolve(&base, &append, 0, &two), CRI_OK);
    assert_int_equal(cri_cori_resolve(&two, &append, 0, &three), CRI_ERR_LIMIT);
    assert_true(is_filled(&three, sizeof three));
    assert_int_equal(cri_cori_encode(&two, stored.data, sizeof stored.data, &stored.len), CRI_OK);
    two = parse_cori(&stored);
    assert_int_equal(cri_cori_resolve(&two, &append, 0, &three), CRI_OK);
    row_cori(&three, "8e" ORIGIN "06 6161 06 6162 06 6163 06 6163", "three pieces");
    rows_end();
}

struct uri_row {
    const char *hex;
    const char *uri;   /* what it recomposes to, and decomposes from if not NULL */
    const char *other; /* another text it decomposes from, or NULL */
};

static const struct uri_row uri_rows[] = {
    {BASE, "coap://h:5683/a/b?q", "COAP://H/%61/./b?q"},
    {"86" ORIGIN, "coap://h:5683/", "coap://h"},
    {"88" ORIGIN "07 60", "coap://h:5683/?", "coap://h?"},
    {"88" ORIGIN "08 6123", "coap://h:5683/#%23", "coap://h#%23"},
    {"8a" ORIGIN "06 60 06 60", "coap://h:5683//", "coap://h//"},
    {"88 01 6161 03 50 20010db8000000000000000000000001 04 00 06 63613f62", "a://[2001:db8::1]:0/a%3Fb", NULL},
    {"86 01 6161 03 44 c6336401 04 01", "a://198.51.100.1:1/", NULL},
    {"86 01 6161 02 62c3bc 04 01", "a://%C3%BC:1/", NULL},
};

static void recomposes_and_decomposes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(uri_rows); i++) {
        const struct uri_row *row = &uri_rows[i];
        struct bytes bytes = from_hex(row->hex);
        cri_cori_t cori = parse_cori(&bytes);
        char text[BYTES_MAX];
        uint8_t buf[BYTES_MAX];
        size_t len = 0;
        memset(text, FILL, sizeof text);
        if (row_err(cri_cori_recompose(&cori, text, sizeof text, &len), CRI_OK, row->uri)) {
            row_text(text, len, row->uri, row->uri);
            row_ok(text[len] == '\0', row->uri, "NUL behind the text");
        }
        const char *from[] = {row->uri, row->other};
        for (size_t j = 0; j < COUNT(from) && from[j] != NULL; j++) {
            if (row_err(cri_cori_decompose(from[j], strlen(from[j]), buf, sizeof buf, &len), CRI_OK, from[j])) {
                row_bytes(buf, len, row->hex, from[j]);
            }
        }
    }
    rows_end();
}

static void refuses_uris(void **state)
{
    (void)state;
    static const struct {
        const char *uri;
        cri_err_t err;
    } rows[] = {
        {"", CRI_ERR_CORI_NOT_ABSOLUTE},     {"//h/a", CRI_ERR_CORI_NOT_ABSOLUTE},
        {"urn:a", CRI_ERR_NO_CORI},          {"a:/.//b", CRI_ERR_NO_CORI},
        {"x://h/a", CRI_ERR_NO_CORI}, /* no port */
        {"coap://u@h", CRI_ERR_NO_CORI},     {"coap://h/%ff", CRI_ERR_NO_CORI},
        {"coap://h/%3b", CRI_ERR_NO_CORI},   {"coap://[fe80::1%25e]", CRI_ERR_ZONE},
        {"coap://[v1.a]", CRI_ERR_URI_HOST}, {"coap://h:01", CRI_ERR_URI_PORT},
        {"coap://h/ ", CRI_ERR_URI_SYNTAX},  {"coap://h/\xc3\xbc", CRI_ERR_URI_NOT_ASCII},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t buf[64];
        size_t len = 4711;
        row_err(cri_cori_decompose(rows[i].uri, strlen(rows[i].uri), buf, sizeof buf, &len), rows[i].err, rows[i].uri);
        row_size(len, 4711, rows[i].uri);
    }
    rows_end();
}

static void makes_coap_options(void **state)
{
    (void)state;
    static const struct {
        const char *hex;
        uint8_t flags;
        cri_err_t err;
        const char *options;
    } rows[] = {
        {BASE, 0, CRI_OK, "31 68 42 1633 41 61 01 62 41 71"},
        {BASE, CRI_CORI_TO_PROXY, CRI_OK, "31 68 42 1633 41 61 01 62 41 71 d4 0b 636f6170"},
        {"86 01 64636f6170 02 6168 04 00", 0, CRI_OK, "31 68 40"},
        {"86 01 64636f6170 03 4401020304 04 01", 0, CRI_OK, "37 312e322e332e34 41 01"},
        {"86 01 64636f6170 03 50 00000000000000000000000000000001 04 01", 0, CRI_OK, "35 5b3a3a315d 41 01"},
        {"88" ORIGIN "06 60", 0, CRI_OK, "31 68 42 1633"},
        {"88" ORIGIN "08 6166", 0, CRI_ERR_COAP_FRAGMENT, NULL},
        {"88" ORIGIN "08 6166", CRI_CORI_SILENT, CRI_OK, "31 68 42 1633"},
        {"86 01 6161 02 6168 04 01", 0, CRI_ERR_COAP_SCHEME, NULL},
        {"86 01 6161 02 6168 04 01", CRI_CORI_SILENT, CRI_OK, "31 68 41 01"},
        {BASE, 4, CRI_ERR_ARGUMENT, NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes bytes = from_hex(rows[i].hex);
        cri_cori_t cori = parse_cori(&bytes);
        uint8_t buf[64];
        size_t len = 4711;
        row_err(cri_cori_to_coap(&cori, rows[i].flags, buf, sizeof buf, &len), rows[i].err, rows[i].hex);
        if (rows[i].options != NULL) {
            row_bytes(buf, len, rows[i].options, rows[i].hex);
        } else {
            row_size(len, 4711, rows[i].hex);
        }
    }
    rows_end();
}

/* R20: 65804 bytes are the most that a length can say. */
static void limits_option_lengths(void **state)
{
    (void)state;
    enum { MOST = 65804 };
    static uint8_t data[1 + 64 + MOST + 1];
    static uint8_t out[MOST + 64];
    for (size_t length = MOST; length <= MOST + 1; length++) {
        struct bytes origin = from_hex("88" ORIGIN "06 7a");
        memcpy(data, origin.data, origin.len);
        size_t at = origin.len;
        for (int shift = 24; shift >= 0; shift -= 8) {
            data[at++] = (uint8_t)(length >> shift);
        }
        memset(data + at, 'a', length);
        cri_cori_t cori;
        size_t len = 0;
        assert_int_equal(cri_cori_parse(data, at + length, &cori, &len), CRI_OK);
        cri_err_t err = cri_cori_to_coap(&cori, 0, out, sizeof out, &len);
        assert_int_equal(err, length > MOST ? CRI_ERR_COAP_LENGTH : CRI_OK);
        if (err == CRI_OK) {
            assert_int_equal(len, 2 + 3 + 3 + MOST);
            assert_string_equal(to_hex(out, 8), "3168421633"
                                                "4effff");
        }
    }
}

static void converts_to_and_from_cris(void **state)
{
    (void)state;
    static const struct {
        uint8_t rev;
        const char *cori;
        const char *cri;
    } rows[] = {
        {CRI_REV_27, BASE, "84 20 81 6168 82 6161 6162 81 6171"},       /* [-1, ["h"], ["a", "b"], ["q"]] */
        {CRI_REV_27, "86" ORIGIN, "83 20 81 6168 81 60"},               /* [-1, ["h"], [""]] */
        {CRI_REV_27, "88" ORIGIN "08 60", "85 20 81 6168 81 60 80 60"}, /* [-1, ["h"], [""], [], ""] */
        {CRI_REV_13, "88" ORIGIN "08 60", "85 20 81 6168 81 60 f6 60"}, /* [-1, ["h"], [""], null, ""] */
        {CRI_REV_13, "88 01 67636f61702b7773 02 6168 04 01 06 6161", "83 28 82 6168 01 81 6161"},   /* [-9, …] */
        {CRI_REV_27, "88 01 67636f61702b7773 02 6168 04 01 06 6161", "83 3818 82 6168 01 81 6161"}, /* [-25, …] */
        {CRI_REV_27, "80", "80"},
        {CRI_REV_27, "82 06 6161", "82 01 81 6161"},    /* [6, "a"]: [1, ["a"]] */
        {CRI_REV_27, "82 05 00", "82 f5 81 60"},        /* [5, 0]: [true, [""]] */
        {CRI_REV_27, "82 05 02", "82 00 80"},           /* [5, 2]: [0, []] */
        {CRI_REV_27, "82 08 6166", "84 00 f6 f6 6166"}, /* [8, "f"]: [0, null, null, "f"] */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes bytes = from_hex(rows[i].cori);
        cri_cori_t cori = parse_cori(&bytes);
        uint8_t buf[64];
        size_t len = 0;
        if (row_err(cri_cori_to_cri(&cori, rows[i].rev, buf, sizeof buf, &len), CRI_OK, rows[i].cori)) {
            row_bytes(buf, len, rows[i].cri, rows[i].cori);
        }
        cri_t cri = parse_hex(rows[i].rev, rows[i].cri);
        if (row_err(cri_cori_from_cri(&cri, buf, sizeof buf, &len), CRI_OK, rows[i].cri)) {
            row_bytes(buf, len, rows[i].cori, rows[i].cri);
        }
    }
    rows_end();
}

static void refuses_conversions(void **state)
{
    (void)state;
    static const char *const coris[] = {"82 04 01", "82 05 01"}; /* [4, 1], [5, 1] */
    static const struct {
        const char *hex;
        cri_err_t err;
    } cris[] = {
        {"82 39ea5f 82 6168 01", CRI_ERR_SCHEME_UNKNOWN}, /* [-60000, ["h", 1]] */
        {"82 6161 81 6168", CRI_ERR_NO_CORI},             /* ["a", ["h"]] */
        {"83 24 f5 81 6161", CRI_ERR_NO_CORI},            /* [-5, true, ["a"]] */
        {"82 20 83 f4 6175 6168", CRI_ERR_NO_CORI},       /* [-1, [false, "u", "h"]] */
        {"83 20 81 6168 81 81 41ff", CRI_ERR_NO_CORI},    /* [-1, ["h"], [[h'ff']]] */
        {"82 187e 81 6161", CRI_ERR_NO_CORI},             /* [126, ["a"]] */
        {"82 f6 81 6168", CRI_ERR_NO_CORI},               /* [null, ["h"]] */
    };
    uint8_t buf[64];
    size_t len = 4711;
    for (size_t i = 0; i < COUNT(coris); i++) {
        struct bytes bytes = from_hex(coris[i]);
        cri_cori_t cori = parse_cori(&bytes);
        row_err(cri_cori_to_cri(&cori, CRI_REV_27, buf, sizeof buf, &len), CRI_ERR_NO_CRI, coris[i]);
        row_err(cri_cori_to_cri(&cori, 14, buf, sizeof buf, &len), CRI_ERR_ARGUMENT, coris[i]);
    }
    for (size_t i = 0; i < COUNT(cris); i++) {
        cri_t cri = parse_hex(CRI_REV_27, cris[i].hex);
        row_err(cri_cori_from_cri(&cri, buf, sizeof buf, &len), cris[i].err, cris[i].hex);
    }
    row_size(len, 4711, "len");
    rows_end();
}

/* ---- the contract ------------------------------------------------------------------------------------------------ */

enum writer { ENCODE, RECOMPOSE, DECOMPOSE, TO_COAP, TO_CRI, FROM_CRI, WRITERS };

static const char uri[] = "coap://h/a/%62?q#f";

/* Each function that fills a buffer, of the same input. */
static cri_err_t run_writer(enum writer writer, const cri_cori_t *cori, const cri_t *cri, uint8_t *buf, size_t cap,
                            size_t *len)
{
    switch (writer) {
    case ENCODE:
        return cri_cori_encode(cori, buf, cap, len);
    case RECOMPOSE:
        return cri_cori_recompose(cori, (char *)buf, cap, len);
    case DECOMPOSE:
        return cri_cori_decompose(uri, strlen(uri), buf, cap, len);
    case TO_COAP:
        return cri_cori_to_coap(cori, CRI_CORI_TO_PROXY, buf, cap, len);
    case TO_CRI:
        return cri_cori_to_cri(cori, CRI_REV_27, buf, cap, len);
    default:
        return cri_cori_from_cri(cri, buf, cap, len);
    }
}

static void fills_buffers_of_every_size(void **state)
{
    (void)state;
    struct bytes bytes = from_hex(BASE);
    cri_cori_t cori = parse_cori(&bytes);
    cri_t cri = parse_hex(CRI_REV_27, "84 20 81 6168 82 6161 6162 81 6171");
    for (enum writer writer = ENCODE; writer < WRITERS; writer++) {
        uint8_t whole[64];
        uint8_t buf[64];
        size_t needed = 0;
        size_t len = 0;
        char row[32];
        snprintf(row, sizeof row, "writer %d", (int)writer);
        row_err(run_writer(writer, &cori, &cri, whole, sizeof whole, &needed), CRI_OK, row);
        row_err(run_writer(writer, &cori, &cri, NULL, 0, &len), CRI_ERR_BUFFER, row);
        row_size(len, needed, row);
        size_t nul = writer == RECOMPOSE ? 1 : 0; /* only that one writes a text (R23) */
        for (size_t cap = 0; cap <= needed + 2; cap++) {
            memset(buf, FILL, sizeof buf);
            len = 0;
            row_err(run_writer(writer, &cori, &cri, buf, cap, &len), cap < needed + nul ? CRI_ERR_BUFFER : CRI_OK, row);
            row_size(len, needed, row);
            row_ok(is_filled(buf + cap, sizeof buf - cap), row, "nothing past the capacity");
            row_ok(cap < needed + nul || memcmp(buf, whole, needed + nul) == 0, row, "the same bytes");
        }
        row_err(run_writer(writer, NULL, NULL, buf, sizeof buf, &len), writer == DECOMPOSE ? CRI_OK : CRI_ERR_ARGUMENT,
                row);
        row_err(run_writer(writer, &cori, &cri, NULL, 1, &len), CRI_ERR_ARGUMENT, row);
        row_err(run_writer(writer, &cori, &cri, buf, (size_t)-1, &len), CRI_ERR_ARGUMENT, row);
        row_err(run_writer(writer, &cori, &cri, buf, sizeof buf, NULL), CRI_ERR_ARGUMENT, row);
        row_err(run_writer(writer, &cori, &cri, (uint8_t *)&len, sizeof len, &len), CRI_ERR_OVERLAP, row);
    }
    rows_end();
}

/* All that a call may read or write, in one piece, so that a comparison shows whatever it changed. */
struct arena {
    cri_cori_t base;
    cri_cori_t href; /* these two are inputs, and have bytes between their fields that nobody wrote */
    struct bytes base_bytes;
    struct bytes href_bytes;
    cri_cori_t out;
    cri_cori_t zeros;
    size_t len;
    uint8_t kind;
    char text[16];
};

static struct arena a;
static struct arena before;

static void set_up(void)
{
    memset(&a, FILL, sizeof a);
    a.base_bytes = from_hex(BASE);
    a.href_bytes = from_hex("84 05 02 06 6163");
    a.base = parse_cori(&a.base_bytes);
    a.href = parse_cori(&a.href_bytes);
    memset(&a.zeros, 0, sizeof a.zeros);
    memcpy(a.text, "coap://h", 8);
    memcpy(&before, &a, sizeof before);
}

#define REFUSED(wanted, call)                                                                                          \
    do {                                                                                                               \
        set_up();                                                                                                      \
        row_err((call), (wanted), #call);                                                                              \
        row_ok(memcmp(&a.base_bytes, &before.base_bytes, sizeof a - offsetof(struct arena, base_bytes)) == 0, #call,   \
               "changed something");                                                                                   \
    } while (0)

#define ARGUMENT(call) REFUSED(CRI_ERR_ARGUMENT, call)
#define OVERLAP(call) REFUSED(CRI_ERR_OVERLAP, call)

static void bad_arguments_are_refused(void **state)
{
    (void)state;
    const uint8_t *data = a.base_bytes.data;
    ARGUMENT(cri_cori_parse(NULL, 1, &a.out, &a.len));
    ARGUMENT(cri_cori_parse(data, (size_t)-1, &a.out, &a.len));
    ARGUMENT(cri_cori_parse(data, a.base_bytes.len, NULL, &a.len));
    ARGUMENT(cri_cori_parse(data, a.base_bytes.len, &a.out, NULL));
    ARGUMENT(cri_cori_check(NULL, 1, &a.kind, &a.len));
    ARGUMENT(cri_cori_check(data, a.base_bytes.len, NULL, &a.len));
    ARGUMENT(cri_cori_check(data, a.base_bytes.len, &a.kind, NULL));
    ARGUMENT(cri_cori_resolve(NULL, &a.href, 0, &a.out));
    ARGUMENT(cri_cori_resolve(&a.base, NULL, 0, &a.out));
    ARGUMENT(cri_cori_resolve(&a.base, &a.href, 0, NULL));
    ARGUMENT(cri_cori_resolve(&a.zeros, &a.href, 0, &a.out));
    ARGUMENT(cri_cori_resolve(&a.base, &a.zeros, 0, &a.out));
    ARGUMENT(cri_cori_relativize(NULL, &a.base, &a.out));
    ARGUMENT(cri_cori_relativize(&a.base, NULL, &a.out));
    ARGUMENT(cri_cori_relativize(&a.base, &a.base, NULL));
    ARGUMENT(cri_cori_relativize(&a.zeros, &a.base, &a.out));
    ARGUMENT(cri_cori_encode(&a.zeros, a.base_bytes.data, 1, &a.len));
    ARGUMENT(cri_cori_decompose(NULL, 1, a.href_bytes.data, 4, &a.len));
    ARGUMENT(cri_cori_decompose(a.text, (size_t)-1, a.href_bytes.data, 4, &a.len));
    assert_int_equal(cri_cori_kind(NULL), CRI_CORI_RELATIVE);
    assert_int_equal(cri_cori_kind(&a.zeros), CRI_CORI_RELATIVE);
    rows_end();
}

static void overlaps_are_refused(void **state)
{
    (void)state;
    uint8_t *data = a.base_bytes.data;
    set_up();
    size_t len = a.base_bytes.len;
    OVERLAP(cri_cori_parse(data, len, (cri_cori_t *)(void *)data, &a.len));
    OVERLAP(cri_cori_parse(data, len, &a.out, (size_t *)(void *)data));
    OVERLAP(cri_cori_parse(data, len, &a.out, (size_t *)(void *)&a.out));
    OVERLAP(cri_cori_check(data, len, data, &a.len));
    OVERLAP(cri_cori_resolve(&a.base, &a.href, 0, &a.base));
    OVERLAP(cri_cori_resolve(&a.base, &a.href, 0, &a.href));
    OVERLAP(cri_cori_relativize(&a.base, &a.base, &a.base));
    OVERLAP(cri_cori_encode(&a.base, data, len, &a.len));
    OVERLAP(cri_cori_encode(&a.base, (uint8_t *)&a.base, 4, &a.len));
    OVERLAP(cri_cori_encode(&a.base, a.href_bytes.data, 4, (size_t *)(void *)&a.base));
    OVERLAP(cri_cori_recompose(&a.base, (char *)data + len - 1, 4, &a.len));
    OVERLAP(cri_cori_to_coap(&a.base, 0, data + 2, 4, &a.len));
    OVERLAP(cri_cori_to_cri(&a.base, CRI_REV_27, data + 2, 4, &a.len));
    OVERLAP(cri_cori_decompose(a.text, 8, (uint8_t *)a.text + 7, 4, &a.len));
    rows_end();
}

/* Both pieces of a resolved view are looked at. */
static void overlaps_with_pieces_are_refused(void **state)
{
    (void)state;
    set_up();
    cri_cori_t resolved;
    assert_int_equal(cri_cori_resolve(&a.base, &a.href, 0, &resolved), CRI_OK);
    OVERLAP(cri_cori_encode(&resolved, a.base_bytes.data + 3, 1, &a.len));
    OVERLAP(cri_cori_encode(&resolved, a.href_bytes.data + 3, 1, &a.len));
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_built_in),
        cmocka_unit_test(checks),
        cmocka_unit_test(every_truncation_is_an_error),
        cmocka_unit_test(resolves),
        cmocka_unit_test(makes_relative),
        cmocka_unit_test(needs_an_absolute_one),
        cmocka_unit_test(limits_the_pieces),
        cmocka_unit_test(recomposes_and_decomposes),
        cmocka_unit_test(refuses_uris),
        cmocka_unit_test(makes_coap_options),
        cmocka_unit_test(limits_option_lengths),
        cmocka_unit_test(converts_to_and_from_cris),
        cmocka_unit_test(refuses_conversions),
        cmocka_unit_test(fills_buffers_of_every_size),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(overlaps_are_refused),
        cmocka_unit_test(overlaps_with_pieces_are_refused),
    };
    return RUN(tests);
}
