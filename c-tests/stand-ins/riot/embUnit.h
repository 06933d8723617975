/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stand-in for RIOT's tests: cmocka runs them, and the first failure ends the program. */
#ifndef STAND_IN_EMBUNIT_H
#define STAND_IN_EMBUNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct {
    const char *name;
    void (*function)(void);
} TestFixture;

typedef struct {
    const TestFixture *fixtures;
    size_t count;
} Test;

#define EMB_UNIT_TESTFIXTURES(name) static const TestFixture name[] =
#define new_TestFixture(test)                                                                                          \
    {                                                                                                                  \
#test, test                                                                                                    \
    }
#define EMB_UNIT_TESTCALLER(name, setup, teardown, tests)                                                              \
    static const Test name = {tests, sizeof tests / sizeof(TestFixture)}
#define TEST_ASSERT(condition) assert_true(condition)
#define TEST_ASSERT_EQUAL_INT(wanted, got) assert_int_equal(got, wanted)
#define TEST_ASSERT_EQUAL_STRING(wanted, got) assert_string_equal(got, wanted)

static inline void run_fixture(void **state) { ((const TestFixture *)*state)->function(); }

static inline void run_fixtures(const Test *test)
{
    struct CMUnitTest tests[32];
    for (size_t i = 0; i < test->count && i < 32; i++) {
        tests[i] = (struct CMUnitTest){test->fixtures[i].name, run_fixture, NULL, NULL, (void *)&test->fixtures[i]};
    }
    if (test->count > 32 || _cmocka_run_group_tests("embUnit", tests, test->count, NULL, NULL) != 0) {
        exit(1);
    }
}

#define TESTS_START() ((void)0)
#define TESTS_RUN(test) run_fixtures(test)
#define TESTS_END() ((void)0)

#endif
