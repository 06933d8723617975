/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Resolving references: section 5.3 with R6 to R9, RFC 3986 section 5.4 through CRI, and what full CRIs must be (R4). */
#include "support.h"

/* A resolved view is a base like any other, however often that is done. */
static void resolves_against_what_was_resolved(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const steps[][2] = {
        /* [1, ["x", "y"]], [2, ["z"]], [0, ["w"]], [3], [0, null, ["q"]] on [-1, ["h"], ["a", "b"]] */
        {"82 01 82 6178 6179", "83 20 81 6168 83 6161 6178 6179"},
        {"82 02 81 617a", "83 20 81 6168 82 6161 617a"},
        {"82 00 81 6177", "83 20 81 6168 83 6161 617a 6177"},
        {"81 03", "82 20 81 6168"},
        {"83 00 f6 81 6171", "84 20 81 6168 80 81 6171"},
    };
    /* clang-format on */
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162");
    for (size_t i = 0; i < COUNT(steps); i++) {
        cri_t reference = parse_hex(CRI_REV_27, steps[i][0]);
        cri_t resolved;
        cri_err_t err = cri_resolve(&base, &reference, &resolved);
        struct bytes stored = {0, {0}};
        if (err == CRI_ERR_LIMIT) { /* a view has two pieces of path: a third needs storing in between */
            assert_int_equal(cri_encode(&base, stored.data, sizeof stored.data, &stored.len), CRI_OK);
            base = parse_hex(CRI_REV_27, to_hex(stored.data, stored.len));
            err = cri_resolve(&base, &reference, &resolved);
        }
        if (row_err(err, CRI_OK, steps[i][0])) {
            row_encodes(&resolved, steps[i][1], steps[i][0]);
        }
        base = resolved;
    }
    rows_end();
}

/* Chains of any length, in two buffers and two views that take turns. */
static void resolves_chains_into_two_buffers(void **state)
{
    (void)state;
    /* [1, ["x", "y"]], [0, ["z"]], [2, ["w"]], [0, null, ["q"]], [true, ["a"]], [0, []]: again and again */
    /* clang-format off */
    static const char *const references[] = {"82 01 82 6178 6179", "82 00 81 617a", "82 02 81 6177", "83 00 f6 81 6171",
                                             "82 00 82 6161 6162", "82 00 80"};
    /* clang-format on */
    uint8_t buffers[2][BYTES_MAX];
    cri_t views[2];
    views[0] = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162");
    struct bytes stored = {0, {0}};
    assert_int_equal(cri_encode(&views[0], stored.data, sizeof stored.data, &stored.len), CRI_OK);
    for (size_t i = 0; i < 300; i++) {
        const char *row = references[i * i % COUNT(references)];
        const cri_t *base = &views[i % 2];
        uint8_t *buf = buffers[(i + 1) % 2];
        cri_t reference = parse_hex(CRI_REV_27, row), whole, resolved;
        size_t len = 0, needed = 0, consumed = 0;
        memset(buf, FILL, BYTES_MAX);
        if (cri_path_count(base) > 60) {
            reference = parse_hex(CRI_REV_27, "82 f5 81 6161"); /* [true, ["a"]] */
        }
        memset(&views[(i + 1) % 2], FILL, sizeof views[0]);
        row_err(cri_resolve_to(base, &reference, NULL, 0, &needed, &views[(i + 1) % 2]), CRI_ERR_BUFFER, row);
        row_ok(is_filled(&views[(i + 1) % 2], sizeof views[0]), row, "no view is stored with the length needed");
        if (!row_err(cri_resolve_to(base, &reference, buf, needed, &len, &views[(i + 1) % 2]), CRI_OK, row)) {
            break;
        }
        row_size(len, needed, row);
        row_ok(is_filled(buf + needed, BYTES_MAX - needed), row, "nothing is written after the buffer");
        /* The same, with what is stored in between. */
        assert_int_equal(cri_parse(CRI_REV_27, stored.data, stored.len, &whole, &consumed), CRI_OK);
        assert_int_equal(cri_resolve(&whole, &reference, &resolved), CRI_OK);
        struct bytes next = {0, {0}};
        assert_int_equal(cri_encode(&resolved, next.data, sizeof next.data, &next.len), CRI_OK);
        stored = next;
        row_bytes(buf, len, to_hex(stored.data, stored.len), row);
        row_encodes(&views[(i + 1) % 2], to_hex(stored.data, stored.len), row);
    }
    rows_end();
}

/* A base and a reference that are both in two pieces: four pieces of a path. */
static void resolves_what_is_in_pieces(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162"); /* [-1, ["h"], ["a", "b"]] */
    cri_t other = parse_hex(CRI_REV_27, "83 20 81 6168 81 6163");     /* [-1, ["h"], ["c"]] */
    cri_t append = parse_hex(CRI_REV_27, "82 00 82 6178 6179");       /* [0, ["x", "y"]] */
    cri_t prepared = parse_hex(CRI_REV_27, "83 20 81 6168 81 617a");  /* [-1, ["h"], ["z"]] */
    cri_t in_two, reference_base, pieces, reference, resolved;
    uint8_t buf[64];
    size_t len = 0;
    assert_int_equal(cri_resolve(&base, &append, &in_two), CRI_OK);
    assert_int_equal(cri_resolve(&other, &append, &reference_base), CRI_OK);
    /* [1, ["c", "x", "y"]], whose path is in two pieces. */
    assert_int_equal(cri_relativize(&prepared, &reference_base, &reference), CRI_OK);
    row_encodes(&reference, "82 01 83 6163 6178 6179", "the reference");
    assert_int_equal(cri_resolve(&in_two, &reference, &pieces), CRI_ERR_LIMIT);
    assert_int_equal(cri_resolve_to(&in_two, &reference, buf, sizeof buf, &len, &resolved), CRI_OK);
    /* [-1, ["h"], ["a", "b", "x", "c", "x", "y"]] */
    row_bytes(buf, len, "83208161688661616162617861636178 6179", "four pieces");
    row_encodes(&resolved, "83208161688661616162617861636178 6179", "four pieces");
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resolves_against_what_was_resolved),
        cmocka_unit_test(resolves_chains_into_two_buffers),
        cmocka_unit_test(resolves_what_is_in_pieces),
    };
    return RUN(tests);
}
