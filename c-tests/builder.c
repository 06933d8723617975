/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Building CRIs and references section by section. href 3 constraints, 3 lower-case, 3 labels, 3 port. */
#include "support.h"

static void takes_null_for_empty(void **state)
{
    (void)state;
    cri_builder_t builder;
    uint8_t buf[16];
    size_t len = 0;
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_discard(&builder, 0), CRI_OK);
    assert_int_equal(cri_builder_segment(&builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_parameter(&builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_fragment(&builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
    assert_string_equal(to_hex(buf, len), "84008160816060");
}

/* Only NULL is no zone identifier: an empty one is a text. */
static void keeps_an_empty_zone(void **state)
{
    (void)state;
    static const uint8_t address[16] = {0xfe, 0x80};
    static const char *const zones[] = {NULL, ""};
    static const char *const built[] = {"822081"
                                        "50fe800000000000000000000000000000",
                                        "822082"
                                        "50fe800000000000000000000000000000"
                                        "60"};
    for (size_t i = 0; i < COUNT(zones); i++) {
        cri_builder_t builder;
        uint8_t buf[32];
        size_t len = 0;
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
        assert_int_equal(cri_builder_scheme_id(&builder, -1), CRI_OK);
        assert_int_equal(cri_builder_host_address(&builder, address, sizeof address, zones[i], 0), CRI_OK);
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        assert_string_equal(to_hex(buf, len), built[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_null_for_empty),
        cmocka_unit_test(keeps_an_empty_zone),
    };
    return RUN(tests);
}
