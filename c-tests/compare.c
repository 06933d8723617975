/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Equality, equality but for the fragment, order and hash. Section 4, R15. */
#include "vectors.h"

/* What the order is by: the canonical encodings, byte by byte, a beginning before what it begins. */
static int canonical_order(const struct valid_vector *a, const struct valid_vector *b)
{
    struct bytes x = from_hex(canonical_hex(a));
    struct bytes y = from_hex(canonical_hex(b));
    int order = memcmp(x.data, y.data, x.len < y.len ? x.len : y.len);
    if (order == 0) {
        order = (x.len > y.len) - (x.len < y.len);
    }
    return (order > 0) - (order < 0);
}

static void orders_every_pair_by_its_canonical_form(void **state)
{
    (void)state;
    size_t pairs = 0;
    size_t equal_pairs = 0;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        for (size_t j = 0; j < COUNT(valid_vectors); j++) {
            const struct valid_vector *a = &valid_vectors[i];
            const struct valid_vector *b = &valid_vectors[j];
            FOR_EACH_REVISION(rev, a) {
                if (b->rev != BOTH && b->rev != rev) {
                    continue;
                }
                struct bytes x = from_hex(a->hex);
                struct bytes y = from_hex(b->hex);
                cri_t left = parse_bytes(rev, &x, a->name);
                cri_t right = parse_bytes(rev, &y, b->name);
                int wanted = canonical_order(a, b);
                int32_t order = 4711;
                bool equal = false;
                char names[160];
                snprintf(names, sizeof names, "%s / %s", a->name, b->name);
                if (row_err(cri_compare(&left, &right, &order), CRI_OK, names)) {
                    row_ok(order == wanted, names, "order");
                }
                if (row_err(cri_equal(&left, &right, &equal), CRI_OK, names)) {
                    row_ok(equal == (wanted == 0), names, "equality");
                }
                if (row_err(cri_equal_encoded(rev, x.data, x.len, y.data, y.len, &equal), CRI_OK, names)) {
                    row_ok(equal == (wanted == 0), names, "equality of encoded forms");
                }
                row_ok(wanted != 0 || cri_hash(&left) == cri_hash(&right), names, "equal hashes");
                pairs++;
                equal_pairs += wanted == 0;
            }
        }
    }
    rows_end();
    assert_true(pairs > 5000);
    assert_true(equal_pairs > 2 * COUNT(valid_vectors));
}

/* Not a promise for every pair, but a hash that hardly tells anything apart would be of no use. */
static void hashes_differ(void **state)
{
    (void)state;
    size_t collisions = 0;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        for (size_t j = 0; j < i; j++) {
            const struct valid_vector *a = &valid_vectors[i];
            const struct valid_vector *b = &valid_vectors[j];
            if (a->rev == BOTH && b->rev == BOTH && canonical_order(a, b) != 0) {
                struct bytes x = from_hex(a->hex);
                struct bytes y = from_hex(b->hex);
                cri_t left = parse_bytes(CRI_REV_27, &x, a->name);
                cri_t right = parse_bytes(CRI_REV_27, &y, b->name);
                collisions += cri_hash(&left) == cri_hash(&right);
            }
        }
    }
    assert_int_equal(collisions, 0);
}

struct pair {
    const char *name;
    const char *a;
    const char *b;
    bool equal;
    bool but_for_fragment;
};

static const struct pair pairs[] = {
    {"same fragment", "85 20 81 6168 80 80 6166", "85 20 81 6168 80 80 6166", true, true},
    {"another fragment", "85 20 81 6168 80 80 6166", "85 20 81 6168 80 80 6167", false, true},
    {"no fragment", "85 20 81 6168 80 80 6166", "82 20 81 6168", false, true},
    {"empty fragment", "85 20 81 6168 80 80 60", "82 20 81 6168", false, true},
    {"query and another fragment", "85 20 81 6168 80 81 6171 6166", "84 20 81 6168 80 81 6171", false, true},
    {"another query", "84 20 81 6168 80 81 6171", "84 20 81 6168 80 81 6170", false, false},
    {"empty query item", "84 20 81 6168 80 81 60", "82 20 81 6168", false, false},
    {"no segment and an empty one", "83 20 81 6168 81 60", "82 20 81 6168", false, false},
    {"rooted and rootless", "83 6161 f6 81 6162", "83 6161 f5 81 6162", false, false},
    {"text and PET", "82 f5 81 62613b", "82 f5 81 82 6161 413b", false, false},
    {"where PET begins", "82 f5 81 82 6161 413b", "82 f5 81 82 413b 6161", false, false},
    {"one segment or two", "82 f5 81 626162", "82 f5 82 6161 6162", false, false},
    {"port and default port", "82 20 82 6168 191633", "82 20 81 6168", false, false},
    {"references: fragment alone", "84 00 f6 f6 6166", "80", false, true},
    {"references: path not set and empty", "82 00 80", "80", false, false},
    {"references: query not set and empty", "83 00 f6 80", "80", false, false},
    {"references: discards", "82 01 81 6161", "82 02 81 6161", false, false},
};

static void compares_with_and_without_fragment(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(pairs); i++) {
        const struct pair *row = &pairs[i];
        cri_t a = parse_hex(CRI_REV_27, row->a);
        cri_t b = parse_hex(CRI_REV_27, row->b);
        bool equal = false;
        row_err(cri_equal(&a, &b, &equal), CRI_OK, row->name);
        row_ok(equal == row->equal, row->name, "equal");
        row_err(cri_equal(&b, &a, &equal), CRI_OK, row->name);
        row_ok(equal == row->equal, row->name, "equal, the other way round");
        row_err(cri_equal_ignoring_fragment(&a, &b, &equal), CRI_OK, row->name);
        row_ok(equal == row->but_for_fragment, row->name, "equal but for the fragment");
    }
    rows_end();
}

/* A view in two pieces equals one in one piece. */
static void compares_resolved_views(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162");
    cri_t reference = parse_hex(CRI_REV_27, "82 01 82 6163 6164");
    cri_t one_piece = parse_hex(CRI_REV_27, "83 20 81 6168 83 6161 6163 6164");
    cri_t other = parse_hex(CRI_REV_27, "83 20 81 6168 83 6161 6163 6165");
    cri_t resolved;
    bool equal = false;
    int32_t order = 0;
    assert_int_equal(cri_resolve(&base, &reference, &resolved), CRI_OK);
    assert_int_equal(cri_equal(&resolved, &one_piece, &equal), CRI_OK);
    assert_true(equal);
    assert_int_equal(cri_hash(&resolved), cri_hash(&one_piece));
    assert_int_equal(cri_compare(&resolved, &one_piece, &order), CRI_OK);
    assert_int_equal(order, 0);
    assert_int_equal(cri_equal(&other, &resolved, &equal), CRI_OK);
    assert_false(equal);
    assert_int_equal(cri_compare(&resolved, &other, &order), CRI_OK);
    assert_int_equal(order, -1);
    assert_int_equal(cri_compare(&other, &resolved, &order), CRI_OK);
    assert_int_equal(order, 1);
}

struct encoded_pair {
    const char *name;
    const char *a;
    const char *b;
    cri_err_t err;
    bool equal;
};

static const struct encoded_pair encoded_pairs[] = {
    {"processable, other heads", "82 3800 81 6168", "82 20 81 6168", CRI_OK, true},
    {"unprocessable, same bytes", "82 f5 81 d836 6161", "82 f5 81 d836 6161", CRI_OK, true},
    {"unprocessable, other heads", "82 f5 81 d836 6161", "82 f5 81 d836 780161", CRI_OK, false},
    {"unprocessable and processable", "82 f5 81 d836 6161", "82 f5 81 6161", CRI_OK, false},
    {"truncated", "82 f5 81", "82 f5 81", CRI_ERR_TRUNCATED, false},
    {"the second truncated", "82 f5 81 6161", "82 f5 81", CRI_ERR_TRUNCATED, false},
    {"not CBOR", "82 f5 81 6161", "82 f5 1c", CRI_ERR_CBOR, false},
};

static void compares_what_is_unprocessable_by_its_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(encoded_pairs); i++) {
        const struct encoded_pair *row = &encoded_pairs[i];
        struct bytes a = from_hex(row->a);
        struct bytes b = from_hex(row->b);
        bool equal = !row->equal;
        if (row_err(cri_equal_encoded(CRI_REV_27, a.data, a.len, b.data, b.len, &equal), row->err, row->name)) {
            row_ok(equal == (row->err == CRI_OK ? row->equal : true), row->name, "verdict, or untouched");
        }
    }
    rows_end();
}

static void refuses_mixed_revisions(void **state)
{
    (void)state;
    cri_t a = parse_hex(CRI_REV_13, "81 20");
    cri_t b = parse_hex(CRI_REV_27, "81 20");
    bool equal = true;
    int32_t order = 4711;
    assert_int_equal(cri_equal(&a, &b, &equal), CRI_ERR_REVISION);
    assert_int_equal(cri_equal_ignoring_fragment(&a, &b, &equal), CRI_ERR_REVISION);
    assert_true(equal);
    assert_int_equal(cri_compare(&a, &b, &order), CRI_ERR_REVISION);
    assert_int_equal(order, 4711);
}

/* The same but for its fragment, and nothing else. */
static void leaves_the_fragment_out(void **state)
{
    (void)state;
    struct bytes bytes = from_hex("85 20 816168 8161 61 816171 6166");
    struct bytes wanted = from_hex("84 20 816168 8161 61 816171");
    cri_t cri, without, other;
    cri_text_t fragment;
    size_t used;
    bool equal = false;
    assert_int_equal(cri_parse(CRI_REV_27, bytes.data, bytes.len, &cri, &used), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, wanted.data, wanted.len, &other, &used), CRI_OK);
    assert_true(cri_fragment(&cri, &fragment));
    assert_int_equal(cri_without_fragment(&cri, &without), CRI_OK);
    assert_false(cri_fragment(&without, &fragment));
    assert_int_equal(cri_equal(&without, &other, &equal), CRI_OK);
    assert_true(equal);
    assert_int_equal(cri_equal(&without, &cri, &equal), CRI_OK);
    assert_false(equal);
    assert_int_equal(cri_without_fragment(NULL, &without), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_without_fragment(&cri, NULL), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_without_fragment(&cri, &cri), CRI_ERR_OVERLAP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_every_pair_by_its_canonical_form),
        cmocka_unit_test(hashes_differ),
        cmocka_unit_test(compares_with_and_without_fragment),
        cmocka_unit_test(compares_resolved_views),
        cmocka_unit_test(compares_what_is_unprocessable_by_its_bytes),
        cmocka_unit_test(leaves_the_fragment_out),
        cmocka_unit_test(refuses_mixed_revisions),
    };
    return RUN(tests);
}
