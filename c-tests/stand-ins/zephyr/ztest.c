/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <zephyr/ztest.h>

static struct CMUnitTest tests[64];
static size_t tests_len;

void ztest_add(const char *name, CMUnitTestFunction function)
{
    if (tests_len < ARRAY_SIZE(tests)) {
        tests[tests_len++] = (struct CMUnitTest){.name = name, .test_func = function};
    }
}

int main(void)
{
    const bool has_room = tests_len < ARRAY_SIZE(tests);
    return has_room ? _cmocka_run_group_tests("ztest", tests, tests_len, NULL, NULL) : 1;
}
