/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The part of cmocka's interface that the C tests use, small enough for a microcontroller with 16 KiB of memory, so
 * that the same test files run there. A failing assertion prints its place and ends its test.
 */
#ifndef CRI_TEST_CMOCKA_H
#define CRI_TEST_CMOCKA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
};

#define cmocka_unit_test(function)                                                                                     \
    {                                                                                                                  \
#function, function                                                                                            \
    }
#define cmocka_run_group_tests(tests, setup, teardown)                                                                 \
    test_run_group(__FILE__, tests, sizeof(tests) / sizeof((tests)[0]))

int test_run_group(const char *file, const struct CMUnitTest *tests, size_t count);

/* Prints the place where a test failed, and leaves the test. */
void test_fail(const char *file, int line, const char *what);

#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) printf(__VA_ARGS__)

#define test_check(held, what) ((held) ? (void)0 : test_fail(__FILE__, __LINE__, what))
#define assert_true(c) test_check(c, "assert_true(" #c ")")
#define assert_false(c) test_check(!(c), "assert_false(" #c ")")
#define assert_non_null(p) test_check((p) != NULL, "assert_non_null(" #p ")")
#define assert_int_equal(a, b) test_check((a) == (b), "assert_int_equal(" #a ", " #b ")")
#define assert_ptr_equal(a, b) test_check((const void *)(a) == (const void *)(b), "assert_ptr_equal(" #a ", " #b ")")
#define assert_string_equal(a, b) test_check(strcmp(a, b) == 0, "assert_string_equal(" #a ", " #b ")")
#define assert_memory_equal(a, b, len) test_check(memcmp(a, b, len) == 0, "assert_memory_equal(" #a ", " #b ")")
#define fail_msg(...) (printf(__VA_ARGS__), printf("\n"), test_fail(__FILE__, __LINE__, "fail_msg()"))

#endif
