/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The contract that all functions keep, tested with NULL, huge lengths, uninitialised objects, overlapping memory,
 * buffers of every size, and bytes that change (R22). The functions come from the table of operations
 * (c-tests/exports), which is made from the headers.
 *
 * CRI_TEST_CALLS is the number of calls of each export that are examined.
 */
#include "support.h"

#include "exports.h"

#define ALL_CALLS 12

/* Returns the number of calls of each export that are examined. It is small on boards, which are slow. */
static unsigned calls(void)
{
    const char *wanted = HOSTED ? getenv("CRI_TEST_CALLS") : "1";
    return wanted != NULL ? (unsigned)strtoul(wanted, NULL, 10) : ALL_CALLS;
}

/* The driver has printed the reason of the failure. */
static void end_test(void) { fail_msg("%s", "the contract"); }

static void contract_of_every_export(void **state)
{
    (void)state;
    call_failed = end_test;
    check_contract(calls(), 4000);
}

static void bytes_that_change_between_calls(void **state)
{
    (void)state;
    call_failed = end_test;
    check_changed(10 * calls());
}

TESTS(cmocka_unit_test(contract_of_every_export), cmocka_unit_test(bytes_that_change_between_calls))
