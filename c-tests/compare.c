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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_every_pair_by_its_canonical_form),
        cmocka_unit_test(hashes_differ),
    };
    return RUN(tests);
}
