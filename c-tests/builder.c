/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Building CRIs and references section by section. href 3 constraints, 3 lower-case, 3 labels, 3 port. */
#include "support.h"

/* Arrays that outgrow a head of one byte, two bytes, three bytes, in every section that has one. */
static void widens_heads(void **state)
{
    (void)state;
#ifdef CRI_TEST_SMALL /* a board that has no room for more */
    enum { MOST = 257 };
#else
    enum { MOST = 65536 };
#endif
    static const size_t counts[] = {0, 1, 22, 23, 24, 25, 255, 256, 257, MOST - 1, MOST};
    static uint8_t buf[3 * 2 * MOST + 64];
    for (size_t c = 0; c < COUNT(counts); c++) {
        size_t count = counts[c];
        cri_builder_t builder;
        size_t len = 0;
        size_t consumed = 0;
        cri_t cri;
        cri_text_t text;
        char row[32];
        snprintf(row, sizeof row, "%zu", count);
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
        assert_int_equal(cri_builder_scheme_id(&builder, -1), CRI_OK);
        static char name[2 * MOST];
        for (size_t i = 0; i < count; i++) {
            name[2 * i] = 'l';
            name[2 * i + 1] = '.';
        }
        assert_int_equal(cri_builder_host_name(&builder, name, count > 0 ? 2 * count - 1 : 0), CRI_OK);
        assert_int_equal(cri_builder_port(&builder, 80), CRI_OK);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(cri_builder_segment(&builder, "s", 1), CRI_OK);
        }
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(cri_builder_parameter(&builder, "p", 1), CRI_OK);
        }
        assert_int_equal(cri_builder_fragment(&builder, "f", 1), CRI_OK);
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        if (row_err(cri_parse(CRI_REV_27, buf, len, &cri, &consumed), CRI_OK, row)) {
            row_size(consumed, len, row);
            row_size(cri_host_count(&cri), count, row);
            row_size(cri_path_count(&cri), count, row);
            row_size(cri_query_count(&cri), count, row);
            row_ok(cri_fragment(&cri, &text) && text_is(&text, "f"), row, "fragment");
            row_ok(count == 0 || (cri_query_get(&cri, count - 1, &text) && text_is(&text, "p")), row, "last parameter");
        }
    }
    rows_end();
}

static void starts_anew(void **state)
{
    (void)state;
    cri_builder_t builder;
    uint8_t buf[16];
    size_t len = 0;
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_segment(&builder, "a", 1), CRI_ERR_ORDER);
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_discard(&builder, 1), CRI_OK);
    assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
    assert_string_equal(to_hex(buf, len), "8101");
    /* A builder that has finished is at its end. */
    assert_int_equal(cri_builder_segment(&builder, "a", 1), CRI_ERR_ORDER);
}

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

static void refuses_unknown_flags(void **state)
{
    (void)state;
    cri_builder_t builder;
    uint8_t buf[16];
    for (unsigned flags = 0; flags <= UINT8_MAX; flags++) {
        cri_err_t wanted = flags <= (CRI_BUILD_NORMALIZE | CRI_BUILD_PERCENT) ? CRI_OK : CRI_ERR_ARGUMENT;
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, (uint8_t)flags, buf, sizeof buf), wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widens_heads),          cmocka_unit_test(starts_anew),
        cmocka_unit_test(takes_null_for_empty),  cmocka_unit_test(keeps_an_empty_zone),
        cmocka_unit_test(refuses_unknown_flags),
    };
    return RUN(tests);
}
