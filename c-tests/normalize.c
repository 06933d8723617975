/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Normalising: what differs in spelling becomes equal. R24. Normal forms by hand are in tests/vectors/normalize.txt, which rows.c runs. */
#include "vectors.h"

/* Normalises into `out`, whose bytes the result borrows. */
static cri_t normal_form(const cri_t *cri, struct bytes *out, const char *row)
{
    cri_t normal = *cri;
    if (row_err(cri_normalize(cri, out->data, sizeof out->data, &out->len), CRI_OK, row)) {
        row_err(cri_parse_exact(cri_revision(cri), out->data, out->len, &normal), CRI_OK, row);
    }
    return normal;
}

static void stays_normal(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            static struct bytes once, twice;
            cri_t cri = parse_hex(rev, row->hex);
            cri_t normal = normal_form(&cri, &once, row->name);
            (void)normal_form(&normal, &twice, row->name);
            row_bytes(twice.data, twice.len, to_hex(once.data, once.len), row->name);
            row_ok(cri_is_canonical(&normal), row->name, "canonical");
        }
    }
    rows_end();
}

/* A full CRI's URI is read back as its normal form. These have no path of one empty segment. */
/* clang-format off */
static const char *const full[] = {
    "82 64636f6170 82 6148 191633",                         /* ["coap", ["H", 5683]] */
    "85 22 85 f4 82 6155 4140 6141 626243 1850 81 82 6178 422f3a 81 81 4126 81 4123", /* [-3, [false, ["U", '@'], "A", "bC", 80], …] */
    "82 20 83 60 60 191633",                                /* [-1, ["", "", 5683]] */
    "84 25 f5 82 81 412c 60 81 60",                         /* [-6, true, [[','], ""], [""]] */
    "83 6161 82 82 41ff 6141 19162f 80",                    /* ["a", [[h'ff', "A"], 5679], []] */
};
/* clang-format on */

static void is_what_conversion_makes(void **state)
{
    (void)state;
    static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};
    for (size_t i = 0; i < COUNT(full) * COUNT(revisions); i++) {
        const char *hex = full[i / COUNT(revisions)];
        const uint8_t rev = revisions[i % COUNT(revisions)];
        static struct bytes normal;
        cri_t cri = parse_hex(rev, hex);
        char uri[128];
        uint8_t cbor[128];
        size_t len = 0;
        (void)normal_form(&cri, &normal, hex);
        if (row_err(cri_to_uri(&cri, uri, sizeof uri, &len), CRI_OK, hex) &&
            row_err(cri_from_uri(rev, uri, len, cbor, sizeof cbor, &len), CRI_OK, hex)) {
            row_bytes(cbor, len, to_hex(normal.data, normal.len), uri);
        }
    }
    rows_end();
}

/* A view that an operation made, its path in two pieces. */
static void normalizes_resolved_views(void **state)
{
    (void)state;
    static struct bytes out;
    cri_t base =
        parse_hex(CRI_REV_27, "83 64636f6170 82 6148 191633 82 81 412f 6178"); /* ["coap", ["H", 5683], [['/'], "x"]] */
    cri_t reference = parse_hex(CRI_REV_27, "82 01 81 81 4120"), made;         /* [1, [[' ']]] */
    assert_int_equal(cri_resolve(&base, &reference, &made), CRI_OK);
    (void)normal_form(&made, &out, "resolved");
    row_bytes(out.data, out.len, "83 20 81 6168 82 612f 6120", "resolved");
    /* What is left of both pieces is one empty segment. */
    base = parse_hex(CRI_REV_27, "83 20 81 6168 81 6161");
    reference = parse_hex(CRI_REV_27, "82 01 81 60");
    assert_int_equal(cri_resolve(&base, &reference, &made), CRI_OK);
    (void)normal_form(&made, &out, "resolved to the root");
    row_bytes(out.data, out.len, "82 20 81 6168", "resolved to the root");
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_normal),
        cmocka_unit_test(is_what_conversion_makes),
        cmocka_unit_test(normalizes_resolved_views),
    };
    return RUN(tests);
}
