/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Shared by all C tests: cmocka, conversion from and to hex, and checks of rows whose failures name the row.
 *
 * A failing row does not end its test. The rest of the table is checked, too, and rows_end() then fails the test.
 */
#ifndef CRI_TEST_SUPPORT_H
#define CRI_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "headers.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* The byte that buffers are filled with before the library sees them. */
#define FILL 0xa5

#ifdef CRI_TEST_SMALL /* for boards with little memory */
#define BYTES_MAX 400
#else
#define BYTES_MAX 1024
#endif

struct bytes {
    size_t len;
    uint8_t data[BYTES_MAX];
};

/* Converts hex, with optional spaces between bytes, to bytes. Invalid hex ends the test. */
struct bytes from_hex(const char *hex);

/* Converts bytes to lower-case hex, for messages. The text is valid until the fourth call after this one. */
const char *to_hex(const uint8_t *bytes, size_t len);

/* Parses bytes that must be a single CRI. They are in a block of the heap that lives until the end of the program. */
cri_t parse_hex(uint8_t rev, const char *hex);

/* Checks of one row. They return true if the check passed, and otherwise count a failure. */
bool row_ok(bool held, const char *row, const char *what);
bool row_err(cri_err_t got, cri_err_t wanted, const char *row);
bool row_bytes(const uint8_t *got, size_t got_len, const char *wanted_hex, const char *row);
bool row_text(const char *got, size_t got_len, const char *wanted, const char *row);
bool row_size(size_t got, size_t wanted, const char *row);

/* Returns the number of checks that have failed since the last rows_end(). */
int rows_failed(void);
/* Fails the test if one of its rows failed. */
void rows_end(void);

/* Returns the number of texts that an iterator has left. */
size_t count_of(cri_iter_t iter);

/* Returns true if `len` bytes still have the value with which they were filled. */
bool is_filled(const void *bytes, size_t len);

/* Defines the program that runs tests of cmocka, without set-up functions. */
#define TESTS(...)                                                                                                     \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                               \
        return cmocka_run_group_tests(tests, NULL, NULL);                                                              \
    }

#endif
