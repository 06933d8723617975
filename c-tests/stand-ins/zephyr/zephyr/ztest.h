/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stand-in for Zephyr's tests: cmocka runs them. */
#ifndef STAND_IN_ZTEST_H
#define STAND_IN_ZTEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

void ztest_add(const char *name, CMUnitTestFunction function);

#define ZTEST_SUITE(suite, ...) struct ztest_suite_##suite
#define ZTEST(suite, test)                                                                                             \
    static void test(void);                                                                                            \
    static void run_##test(void **state)                                                                               \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        test();                                                                                                        \
    }                                                                                                                  \
    __attribute__((constructor)) static void add_##test(void) { ztest_add(#suite "." #test, run_##test); }             \
    static void test(void)

/* The macros may have a format and its arguments, which are not printed. */
#define zassert_true(...) assert_true(ZTEST_FIRST(__VA_ARGS__, 0))
#define zassert_false(...) assert_false(ZTEST_FIRST(__VA_ARGS__, 0))
#define zassert_ok(...) assert_int_equal(ZTEST_FIRST(__VA_ARGS__, 0), 0)
#define zassert_equal(...) ZTEST_EQUAL(__VA_ARGS__, 0)
#define zassert_mem_equal(...) ZTEST_MEM_EQUAL(__VA_ARGS__, 0)
#define ZTEST_FIRST(first, ...) (first)
#define ZTEST_EQUAL(a, b, ...) assert_true((a) == (b))
#define ZTEST_MEM_EQUAL(a, b, len, ...) assert_memory_equal(a, b, len)

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
/* 1 if a symbol is defined as 1, else 0. */
#define IS_ENABLED(symbol) IS_ENABLED_1(symbol)
#define IS_ENABLED_1(value) IS_ENABLED_2(ONE_##value)
#define IS_ENABLED_2(one_or_name) IS_ENABLED_3(one_or_name 1, 0, 0)
#define IS_ENABLED_3(ignored, value, ...) value
#define ONE_1 ignored,

#endif
