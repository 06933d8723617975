/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Diagnostic notation of the canonical form. RFC 8949 section 8. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_every_vector),
        cmocka_unit_test(writes_particular_items),
    };
    return RUN(tests);
}
