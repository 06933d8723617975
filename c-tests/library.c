/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The library's information about itself, the type of its errors, and the lengths that an error does not change. */
#include "support.h"

/* Errors are 32 bits wide and signed, whatever a compiler does with enums, because there are no enums. */
_Static_assert(sizeof(cri_err_t) == 4, "width of an error");
_Static_assert((cri_err_t)-1 < 0, "sign of an error");

static void tells_its_version(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CRI_VERSION_MAJOR, CRI_VERSION_MINOR, CRI_VERSION_PATCH);
    assert_string_equal(version, CRI_VERSION);
    assert_string_equal(cri_version(), CRI_VERSION);
    assert_string_equal(CRI_VERSION, CRI_VERSION_EXPECTED); /* CMake takes it from Cargo.toml */
}

static void tells_its_features(void **state)
{
    (void)state;
    uint32_t wanted =
        CRI_FEATURE_CORI | (CRI_SCHEMES_FULL_EXPECTED ? CRI_FEATURE_SCHEMES_FULL : 0); /* CMake defines it */
    assert_int_equal(cri_features() & (CRI_FEATURE_CORI | CRI_FEATURE_SCHEMES_FULL), wanted);
}

/* A link writer that fails stores its lengths only if the buffer was too small. */
static void stores_no_length_after_other_errors(void **state)
{
    uint8_t buf[8];
    size_t len = SIZE_MAX, total_len = SIZE_MAX;
    cri_link_writer_t writer;
    (void)state;
    assert_int_equal(cri_link_writer_init(&writer, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_link_writer_target(&writer, "/long/path", 10), CRI_OK);
    assert_int_equal(cri_link_writer_finish(&writer, &len, &total_len), CRI_ERR_BUFFER);
    assert_int_equal(len, sizeof buf);
    assert_int_equal(total_len, 12);
    assert_int_equal(cri_link_writer_flag(&writer, "=", 1), CRI_ERR_SYNTAX);
    len = total_len = SIZE_MAX;
    assert_int_equal(cri_link_writer_finish(&writer, &len, &total_len), CRI_ERR_SYNTAX);
    assert_true(len == SIZE_MAX && total_len == SIZE_MAX);
}

TESTS(cmocka_unit_test(tells_its_version), cmocka_unit_test(tells_its_features),
      cmocka_unit_test(stores_no_length_after_other_errors))
