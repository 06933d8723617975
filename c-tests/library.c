/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The version and the features that the library reports, and the type of its errors. */
#include "support.h"

/* Errors are 32 bits wide and signed whatever the compiler does with enums; there are no enums. */
_Static_assert(sizeof(cri_err_t) == 4, "width of an error");
_Static_assert((cri_err_t)-1 < 0, "sign of an error");

static void tells_its_version(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CRI_VERSION_MAJOR, CRI_VERSION_MINOR, CRI_VERSION_PATCH);
    assert_string_equal(version, CRI_VERSION);
    assert_string_equal(cri_version(), CRI_VERSION);
    assert_string_equal(CRI_VERSION, CRI_VERSION_EXPECTED); /* from Cargo.toml, by CMake */
}

static void tells_its_features(void **state)
{
    (void)state;
    uint32_t wanted = CRI_FEATURE_CORI | (CRI_SCHEMES_FULL_EXPECTED ? CRI_FEATURE_SCHEMES_FULL : 0); /* from CMake */
    assert_int_equal(cri_features() & (CRI_FEATURE_CORI | CRI_FEATURE_SCHEMES_FULL), wanted);
}

TESTS(cmocka_unit_test(tells_its_version), cmocka_unit_test(tells_its_features))
