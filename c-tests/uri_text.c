/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* URI text: split, resolve, normalize, equal. RFC 3986 3, 5.2 to 5.4, 6.2. */
#include "support.h"

/* Every end of a text, right before memory that cannot be read. */
static void reads_no_further(void **state)
{
    (void)state;
    static const char text[] = "a+b://u%41:@[fe80::1:2.3.4.5%25e]:80/%2e%2e/b//?c%7e&d#%ff";
    for (size_t len = 0; len < sizeof text; len++) {
        struct guarded cut = guarded_copy(text, len);
        const char *chars = (const char *)cut.data;
        cri_uri_t uri;
        size_t offset = 0;
        char buf[128];
        size_t written;
        bool equal;
        cri_err_t err = cri_uri_split(chars, len, &uri, &offset);
        assert_true(err == CRI_OK || offset <= len);
        assert_int_equal(cri_uri_resolve("a://b/c", 7, chars, len, true, buf, sizeof buf, &written), err);
        assert_int_equal(cri_uri_normalize(chars, len, CRI_URI_SCHEME, buf, sizeof buf, &written), err);
        assert_int_equal(cri_uri_equal(chars, len, chars, len, CRI_URI_SCHEME, &equal), err);
        guarded_free(&cut);
    }
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_no_further),
    };
    /* clang-format on */
    return RUN(tests);
}
