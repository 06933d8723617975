/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Making relative: resolving gives the target back, and no reference that does is shorter. R10. */
#include "vectors.h"

struct relativize_row {
    const char *name;
    const char *base;
    const char *target;
    const char *reference; /* NULL where several are equally short */
    size_t size;
};

/* clang-format off */
static const struct relativize_row rows[] = {
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b"], ["q"], "f"]: [] */
    {"the same", "852081616882616161628161716166", "852081616882616161628161716166", "80", 1},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b"], ["q"], "g"]: [0, null, null, "g"] */
    {"another fragment", "852081616882616161628161716166", "852081616882616161628161716167", "8400f6f66167", 6},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b"], ["q"]]: 6 bytes */
    {"no fragment", "852081616882616161628161716166", "84208161688261616162816171", NULL, 6},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b"], ["p"]]: 6 bytes */
    {"another query", "852081616882616161628161716166", "84208161688261616162816170", NULL, 6},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b"]]: [0, []] */
    {"no query", "852081616882616161628161716166", "83208161688261616162", "820080", 3},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "c"]]: [1, ["c"]] */
    {"sibling", "852081616882616161628161716166", "83208161688261616163", "8201816163", 5},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b", "c"]]: [0, ["c"]] */
    {"child", "852081616882616161628161716166", "832081616883616161626163", "8200816163", 5},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a"]]: [1] */
    {"parent", "852081616882616161628161716166", "8320816168816161", "8101", 2},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"]]: 2 bytes */
    {"no path", "852081616882616161628161716166", "8220816168", NULL, 2},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "c"], ["p"], "g"]: [1, ["c"], ["p"], "g"] */
    {"sibling with query and fragment", "852081616882616161628161716166",
     "852081616882616161638161706167", "84018161638161706167", 10},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a"], ["p"]]: [1, null, ["p"]] */
    {"parent with query", "852081616882616161628161716166", "8420816168816161816170", "8301f6816170", 6},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["i"], ["a", "b"]]: 10 bytes */
    {"another host", "852081616882616161628161716166", "83208161698261616162", NULL, 10},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h", 80], ["a", "b"]]: 12 bytes */
    {"another port", "852081616882616161628161716166", "832082616818508261616162", NULL, 12},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> ["x", ["h"], ["a", "b"]]: ["x", ["h"], ["a", "b"]] */
    {"another scheme", "852081616882616161628161716166", "8361788161688261616162", "8361788161688261616162", 11},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> ["coap", ["h"], ["a", "c"]]: [1, ["c"]] */
    {"registered scheme by name", "852081616882616161628161716166", "8364636f61708161688261616163",
     "8364636f61708161688261616163", 14},
    /* ["coap", ["h"], ["a", "b"]] -> ["coap", ["h"], ["a", "c"]]: [1, ["c"]] */
    {"scheme by the same name", "8364636f61708161688261616162", "8364636f61708161688261616163", "8201816163", 5},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] -> [-1, ["h"], ["a", "b", ""]]: [0, [""]] */
    {"empty segment added", "852081616882616161628161716166", "8320816168836161616260", "82008160", 4},
    /* [-1, ["h"], [], [], "f"] -> [-1, ["h"]]: [1] */
    {"no path on either side, fragment dropped", "852081616880806166", "8220816168", "8101", 2},
    /* ["u", true, ["a", "b"]] -> ["u", true, ["a", "c"]]: [1, ["c"]] */
    {"rootless sibling", "836175f58261616162", "836175f58261616163", "8201816163", 5},
    /* ["u", true, ["a", "b"]] -> ["u", true, ["x"]]: [2, ["x"]] */
    {"rootless, nothing in common", "836175f58261616162", "836175f5816178", "8202816178", 5},
    /* ["u", true, ["a", "b"]] -> ["u", null, ["a"]]: [true, ["a"]] */
    {"rootless to rooted", "836175f58261616162", "836175f6816161", "82f5816161", 5},
    /* ["u", null, ["a"]] -> ["u", true, ["a"]]: 6 bytes */
    {"rooted to rootless", "836175f6816161", "836175f5816161", NULL, 6},
    /* ["u", ["h"], ["a"]] -> ["u", null, ["a"]]: ["u", null, ["a"]] */
    {"host to none", "836175816168816161", "836175f6816161", "836175f6816161", 7},
};
/* clang-format on */

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

static void gives_the_shortest_reference(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rows); i++) {
        const struct relativize_row *row = &rows[i / 2];
        uint8_t rev = i % 2 == 0 ? CRI_REV_13 : CRI_REV_27;
        cri_t base = parse_hex(rev, row->base);
        cri_t target = parse_hex(rev, row->target);
        cri_t reference;
        row_size(check_law(&base, &target, row->name), row->size, row->name);
        if (row->reference != NULL && row_err(cri_relativize(&base, &target, &reference), CRI_OK, row->name)) {
            row_encodes(&reference, row->reference, row->name);
        }
    }
    rows_end();
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
        cmocka_unit_test(gives_the_shortest_reference),
        cmocka_unit_test(keeps_the_law_for_every_pair),
        cmocka_unit_test(handles_more_segments_than_discard_can_say),
        cmocka_unit_test(needs_two_full_cris),
    };
    return RUN(tests);
}
