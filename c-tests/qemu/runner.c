/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs all groups of tests, one after the other, and prints their count, which the host compares. */
#include "cmocka.h"

#include <stdlib.h>

static jmp_buf after_failure;
static unsigned tests_run;
static unsigned tests_failed;

void test_fail(const char *file, int line, const char *what)
{
    printf("FAILED: %s:%d: %s\n", file, line, what);
    longjmp(after_failure, 1);
}

int test_run_group(const char *file, const struct CMUnitTest *tests, size_t count)
{
    unsigned failed_before = tests_failed;
    for (volatile size_t i = 0; i < count; i++) {
        void *state = NULL;
        if (setjmp(after_failure) == 0) {
            tests[i].test(&state);
        } else {
            printf("FAILED: %s: %s\n", file, tests[i].name);
            tests_failed++;
        }
        tests_run++;
    }
    return (int)(tests_failed - failed_before);
}

/* CRI_TEST_GROUPS is GROUP(name) for each file, in which a macro renames main() to test_name(). */
#define GROUP(name) int test_##name(void);
CRI_TEST_GROUPS
#undef GROUP

#ifdef CRI_TEST_OTHER_RUST
/* A function of a static library in Rust that is independent of this one. */
uint64_t other_checksum(const uint8_t *data, size_t len);

static void links_with_another_rust_library(void **state)
{
    static const uint8_t data[] = {1, 2, 3, 4};
    (void)state;
    assert_true(other_checksum(data, sizeof data) == 30);
}
#endif

int main(void)
{
#define GROUP(name) test_##name();
    CRI_TEST_GROUPS
#undef GROUP
#ifdef CRI_TEST_OTHER_RUST
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_with_another_rust_library)};
    cmocka_run_group_tests(tests, NULL, NULL);
#endif
    printf("%u tests run, %u failed\n", tests_run, tests_failed);
    fflush(stdout);
    exit(tests_failed == 0 ? 0 : 1);
}
