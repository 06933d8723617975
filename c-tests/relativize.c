/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Making relative: resolving gives the target back, and no reference that does is shorter. R10. */
#include "vectors.h"

/* The law: resolve(base, relative(base, target)) equals target. Returns the size of the reference. */
static size_t check_law(const cri_t *base, const cri_t *target, const char *row)
{
    cri_t reference, resolved;
    size_t len = 0;
    bool equal = false;
    if (!row_err(cri_relativize(base, target, &reference), CRI_OK, row)) {
        return 0;
    }
    if (row_err(cri_resolve(base, &reference, &resolved), CRI_OK, row) &&
        row_err(cri_equal(&resolved, target, &equal), CRI_OK, row)) {
        row_ok(equal, row, "resolves to the target");
    }
    row_err(cri_encode(&reference, NULL, 0, &len), CRI_ERR_BUFFER, row);
    return len;
}

static void keeps_the_law_for_every_pair(void **state)
{
    (void)state;
    size_t pairs = 0;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        for (size_t j = 0; j < COUNT(valid_vectors); j++) {
            const struct valid_vector *a = &valid_vectors[i];
            const struct valid_vector *b = &valid_vectors[j];
            if (!a->full || !b->full) {
                continue;
            }
            FOR_EACH_REVISION(rev, a) {
                if (b->rev == BOTH || b->rev == rev) {
                    char names[160];
                    struct bytes base_bytes = from_hex(a->hex);
                    struct bytes target_bytes = from_hex(b->hex);
                    struct bytes canonical = from_hex(canonical_hex(b));
                    cri_t base = parse_bytes(rev, &base_bytes, a->name);
                    cri_t target = parse_bytes(rev, &target_bytes, b->name);
                    snprintf(names, sizeof names, "%s / %s", a->name, b->name);
                    row_ok(check_law(&base, &target, names) <= canonical.len, names, "not longer than the target");
                    pairs++;
                }
            }
        }
    }
    rows_end();
    assert_true(pairs > 1000);
}

/* A CRI with the segment `first`, then `count` times "s", then `last` if it is not NULL. */
static size_t long_path(uint8_t *buf, size_t cap, const char *first, size_t count, const char *last)
{
    cri_builder_t builder;
    size_t len = 0;
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, cap), CRI_OK);
    assert_int_equal(cri_builder_scheme_id(&builder, -1), CRI_OK);
    assert_int_equal(cri_builder_host_name(&builder, "h", 1), CRI_OK);
    assert_int_equal(cri_builder_segment(&builder, first, strlen(first)), CRI_OK);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(cri_builder_segment(&builder, "s", 1), CRI_OK);
    }
    if (last != NULL) {
        assert_int_equal(cri_builder_segment(&builder, last, strlen(last)), CRI_OK);
    }
    assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
    return len;
}

struct long_row {
    const char *name;
    const char *base_first;
    size_t base_count;
    const char *target_first;
    size_t target_count;
    const char *target_last;
    size_t size;
};

static const struct long_row long_rows[] = {
    {"23 up: [23]", "x", 23, "x", 0, NULL, 2},
    {"24 up: [24]", "x", 24, "x", 0, NULL, 3},
    {"26 up, nothing in common: [true, [y]]", "x", 25, "y", 0, NULL, 5},
    {"127 up: [127]", "x", 127, "x", 0, NULL, 3},
    {"128 up: [true, [x]]", "x", 128, "x", 0, NULL, 5},
    {"200 in common: [0, [t]]", "x", 200, "x", 200, "t", 5},
};

static void handles_more_segments_than_discard_can_say(void **state)
{
    (void)state;
    static uint8_t base_cbor[1024], target_cbor[1024];
    for (size_t i = 0; i < COUNT(long_rows); i++) {
        const struct long_row *row = &long_rows[i];
        size_t base_len = long_path(base_cbor, sizeof base_cbor, row->base_first, row->base_count, NULL);
        size_t target_len =
            long_path(target_cbor, sizeof target_cbor, row->target_first, row->target_count, row->target_last);
        size_t consumed = 0;
        cri_t base, target;
        assert_int_equal(cri_parse(CRI_REV_27, base_cbor, base_len, &base, &consumed), CRI_OK);
        assert_int_equal(cri_parse(CRI_REV_27, target_cbor, target_len, &target, &consumed), CRI_OK);
        row_size(check_law(&base, &target, row->name), row->size, row->name);
    }
    rows_end();
}

static void needs_two_full_cris(void **state)
{
    (void)state;
    cri_t full = parse_hex(CRI_REV_27, "81 20");
    cri_t relative = parse_hex(CRI_REV_27, "80");
    cri_t old = parse_hex(CRI_REV_13, "81 20");
    cri_t reference;
    memset(&reference, FILL, sizeof reference);
    assert_int_equal(cri_relativize(&full, &relative, &reference), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_relativize(&relative, &full, &reference), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_relativize(&full, &old, &reference), CRI_ERR_REVISION);
    assert_true(is_filled(&reference, sizeof reference));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_law_for_every_pair),
        cmocka_unit_test(handles_more_segments_than_discard_can_say),
        cmocka_unit_test(needs_two_full_cris),
    };
    return RUN(tests);
}
