/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Unicode normalization form C, in libraries that have it (CRI_NFC). href 2, RFC 3987 3.1 and 5.3.2, UAX #15. The rows
 * are in tests/vectors/nfc.txt.
 */
#include "support.h"

/* What the README says of builders. */
static void checks_what_was_built(void **state)
{
    (void)state;
    static const struct {
        const char *segment;
        bool normal;
    } segments[] = {{"\303\251", true}, {"e\314\201", false}};
    for (size_t i = 0; i < COUNT(segments); i++) {
        cri_builder_t builder;
        cri_t cri;
        uint8_t built[32], normal[32];
        size_t len = 0;
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, built, sizeof built), CRI_OK);
        cri_builder_scheme_id(&builder, -1);
        cri_builder_host_name(&builder, "h", 1);
        cri_builder_segment(&builder, segments[i].segment, strlen(segments[i].segment));
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        assert_int_equal(cri_parse(CRI_REV_27, built, len, &cri, &len), CRI_OK);
        assert_int_equal(cri_is_nfc(&cri), segments[i].normal);
        assert_int_equal(cri_encode_nfc(&cri, normal, sizeof normal, &len), CRI_OK);
        row_bytes(normal, len, "8320 816168 8162c3a9", segments[i].segment);
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_what_was_built),
    };
    return RUN(tests);
}
