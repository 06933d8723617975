/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Diagnostic notation, both ways. RFC 8949 section 8; R25. tests/vectors/edn.txt has more rows. */
#include "vectors.h"

static bool row_edn(const cri_t *cri, const char *wanted, const char *row)
{
    char text[2 * BYTES_MAX];
    size_t len = 0;
    return row_err(cri_to_edn(cri, text, sizeof text, &len), CRI_OK, row) && row_text(text, len, wanted, row) &&
           row_ok(text[len] == '\0', row, "NUL behind the text");
}

static void writes_every_vector(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            row_edn(&cri, row->edn, row->name);
        }
    }
    rows_end();
}

struct edn_row {
    const char *hex;
    const char *edn;
};

static const struct edn_row rows[] = {
    {"81 3b 7fffffffffffffff", "[-9223372036854775808]"},
    {"82 187f 81 6161", "[127, [\"a\"]]"},
    {"8400f6f6 63 225c22", "[0, null, null, \"\\\"\\\\\\\"\"]"},
    {"8400f6f6 63 0a097f", "[0, null, null, \"\\u000a\\u0009\\u007f\"]"},
    {"8400f6f6 64 f09f9880", "[0, null, null, \"\xf0\x9f\x98\x80\"]"},
    {"82 f5 82 60 84 6161 413b 6162 42fffe", "[true, [\"\", [\"a\", h'3b', \"b\", h'fffe']]]"},
    {"82 20 81 50 00000000000000000000000000000001", "[-1, [h'00000000000000000000000000000001']]"},
};

static void writes_particular_items(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        cri_t cri = parse_hex(CRI_REV_27, rows[i].hex);
        row_edn(&cri, rows[i].edn, rows[i].hex);
    }
    rows_end();
}

static cri_err_t read_edn(uint8_t rev, const char *edn, size_t edn_len, uint8_t *cbor, size_t *len, size_t *offset)
{
    memset(cbor, FILL, BYTES_MAX);
    *len = *offset = 4711;
    return cri_from_edn(rev, edn, edn_len, cbor, BYTES_MAX, len, offset);
}

static void row_reads(uint8_t rev, const char *edn, const char *hex, const char *row)
{
    static uint8_t cbor[BYTES_MAX];
    size_t len, offset;
    struct guarded copy = guarded_copy(edn, strlen(edn));
    if (row_err(read_edn(rev, (const char *)copy.data, strlen(edn), cbor, &len, &offset), CRI_OK, row)) {
        row_bytes(cbor, len, hex, row);
        row_size(offset, 4711, row);
        row_ok(is_filled(cbor + len, BYTES_MAX - len), row, "wrote behind the CBOR");
    }
    guarded_free(&copy);
}

/* What is written in either form reads back; cut anywhere, it does not, and nothing behind the cut is read. */
static void reads_what_it_writes(void **state)
{
    (void)state;
    static char text[2 * BYTES_MAX];
    static uint8_t cbor[BYTES_MAX];
    size_t len = 0, cbor_len, offset;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            row_reads(rev, row->edn, canonical_hex(row), row->name);
            if (!row_err(cri_to_edn_literal(&cri, text, sizeof text, &len), CRI_OK, row->name)) {
                continue;
            }
            row_reads(rev, text, canonical_hex(row), text);
            for (size_t end = 0; end < len; end++) {
                struct guarded cut = guarded_copy(text, end);
                cri_err_t wanted = (text[end] & 0xc0) == 0x80 ? CRI_ERR_UTF8 : CRI_ERR_SYNTAX;
                row_err(read_edn(rev, (const char *)cut.data, end, cbor, &cbor_len, &offset), wanted, text);
                row_ok(offset <= end, text, "offset");
                row_size(cbor_len, 4711, text);
                guarded_free(&cut);
            }
        }
    }
    rows_end();
}

/* Notation of people. */
static void reads_particular_items(void **state)
{
    (void)state;
    row_reads(CRI_REV_27, "[-1, # coap\n [\"example\" \"com\",], /path/ [\"a\"]]",
              "8320 82676578616d706c6563636f6d 816161", "a comment");
    row_reads(CRI_REV_27, "99([-4, [b64'fwAAAQ', 0x1f90]])", "8223 82447f000001191f90", "tag 99");
    row_reads(CRI_REV_27, "CRI'coap://example.com/\303\274'", "8320 82676578616d706c6563636f6d 8162c3bc", "CRI");
    row_reads(CRI_REV_13, "cri'../a?b'", "8302 816161 816162", "a reference");
    rows_end();
}

/* R25: what may mislead a terminal or a reader, at the borders of its ranges; what is no UTF-8; all else is as it is. */
static const struct {
    const char *hex;
    const char *text;
} escaped[] = {
    {"", ""},
    {"22 27 5c 7e", "\"'\\\\~"},
    {"00 1f 20 7f", "\\u0000\\u001f \\u007f"},
    {"c280 c29b c29f c2a0", "\\u0080\\u009b\\u009f\302\240"},
    {"d89b d89c d89d", "\330\233\\u061c\330\235"},
    {"e2808d e2808e e2808f e28090", "\342\200\215\\u200e\\u200f\342\200\220"},
    {"e280a7 e280a8 e280a9 e280aa e280ae e280af", "\342\200\247\\u2028\\u2029\\u202a\\u202e\342\200\257"},
    {"e281a5 e281a6 e281a9 e281aa", "\342\201\245\\u2066\\u2069\342\201\252"},
    {"efbbbe efbbbf efbc80 f09f9880", "\357\273\276\\ufeff\357\274\200\360\237\230\200"},
    {"ff c3 eda080 f4908080 e280", "\\xff\\xc3\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xe2\\x80"},
};

static void escapes_what_misleads(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(escaped); i++) {
        char text[64];
        size_t len = 4711;
        struct bytes octets = from_hex(escaped[i].hex);
        if (row_err(cri_escape(octets.data, octets.len, text, sizeof text, &len), CRI_OK, escaped[i].hex)) {
            row_text(text, len, escaped[i].text, escaped[i].hex);
            row_ok(text[len] == '\0', escaped[i].hex, "NUL behind the text");
        }
    }
    rows_end();
}

struct edn_error {
    const char *edn;
    cri_err_t err;
    size_t offset;
};

static const struct edn_error edn_errors[] = {
    {"", CRI_ERR_SYNTAX, 0},
    {"[-1, [\"h\"] [\"a\" \"b\"], {}]", CRI_ERR_SYNTAX, 22},
    {"[-1, [\"h\", 65536]]", CRI_ERR_PORT, 11},
    {"[-1, [\"h\"], [\"..\"]]", CRI_ERR_DOT_SEGMENT, 13},
    {"[-1, [\"h\"], null]", CRI_ERR_TRAILING, 12},
    {"[\"a\", true]", CRI_ERR_NOT_VALID, 6},
    {"[0, [\"\377\"]]", CRI_ERR_UTF8, 6},
    {"cri'coap://h/ '", CRI_ERR_URI_SYNTAX, 13},
    {"cri'coap://h:99999'", CRI_ERR_URI_PORT, 13},
};

/* The error does not depend on the capacity; nothing but the offset is stored. */
static void tells_where_it_is_wrong(void **state)
{
    (void)state;
    uint8_t cbor[64];
    for (size_t i = 0; i < COUNT(edn_errors); i++) {
        const struct edn_error *row = &edn_errors[i];
        for (size_t cap = 0; cap <= sizeof cbor; cap++) {
            size_t len = 4711, offset = 4711;
            row_err(cri_from_edn(CRI_REV_27, row->edn, strlen(row->edn), cap > 0 ? cbor : NULL, cap, &len, &offset),
                    row->err, row->edn);
            row_size(offset, row->offset, row->edn);
            row_size(len, 4711, row->edn);
        }
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_every_vector),
        cmocka_unit_test(writes_particular_items),
        cmocka_unit_test(escapes_what_misleads),
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(reads_particular_items),
        cmocka_unit_test(tells_where_it_is_wrong),
    };
    /* clang-format on */
    return RUN(tests);
}
