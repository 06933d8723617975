/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Writing the canonical form. R2. */
#include "vectors.h"

static void writes_the_canonical_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            row_encodes(&cri, canonical_hex(row), row->name);
        }
    }
    rows_end();
}

static void the_canonical_form_is_equal_and_stays_as_it_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t received = parse_hex(rev, row->hex);
            cri_t canonical = parse_hex(rev, canonical_hex(row));
            bool equal = false;
            row_err(cri_equal(&received, &canonical, &equal), CRI_OK, row->name);
            row_ok(equal, row->name, "equal");
            row_encodes(&canonical, canonical_hex(row), row->name);
        }
    }
    rows_end();
}

struct encode_row {
    const char *name;
    uint8_t rev;
    const char *hex;
    const char *canonical;
};

/* clang-format off */
static const struct encode_row rows[] = {
    {"[0, null, []] does not shrink", BOTH, "83 00 f6 80", "83 00 f6 80"},
    {"[0, []] does not shrink", BOTH, "82 00 80", "82 00 80"},
    {"[true, []] does not shrink", BOTH, "82 f5 80", "82 f5 80"},
    {"[1, [], []] keeps both", BOTH, "83 01 80 80", "83 01 80 80"},
    {"[null, [h], []] keeps the path that is set", BOTH, "83 f6 81 6168 80", "83 f6 81 6168 80"},
    {"[null, true]", BOTH, "82 f6 f5", "82 f6 f5"},
    {"coap+ws by name (R2)", CRI_REV_13, "82 67636f61702b7773 81 6168", "82 67636f61702b7773 81 6168"},
    {"coap+ws by name (R2)", CRI_REV_27, "82 67636f61702b7773 81 6168", "82 67636f61702b7773 81 6168"},
    {"a name that is not registered", BOTH, "82 666e6f6e616d65 81 6168", "82 666e6f6e616d65 81 6168"},
    {"[\"\"] as host, port kept", BOTH, "82 20 82 60 1850", "82 20 81 1850"},
    {"[\"\"] as host, userinfo kept", BOTH, "82 20 84 f4 6175 60 1850", "82 20 83 f4 6175 1850"},
    {"two empty labels stay", BOTH, "82 20 82 60 60", "82 20 82 60 60"},
    {"every head too long",
     BOTH,
     "9a00000005 3b0000000000000000 990002 7a0000000168 190050 9801 980279000161 590001 3b 9801 780171 7b000000000000000166",
     "85 20 82 6168 1850 81 82 6161 413b 81 6171 6166"},
};
/* clang-format on */

static void writes_particular_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct encode_row *row = &rows[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            row_encodes(&cri, row->canonical, row->name);
        }
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_the_canonical_form),
        cmocka_unit_test(the_canonical_form_is_equal_and_stays_as_it_is),
        cmocka_unit_test(writes_particular_forms),
    };
    return RUN(tests);
}
