/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Shared by all C tests: cmocka, hex in and out, and checks of table rows that name the row.
 *
 * A failing row does not end its test: the rest of the table is checked too, and rows_end() fails the test then.
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

#ifdef CRI_TEST_SMALL /* a board that has no room for more */
#define BYTES_MAX 400
#else
#define BYTES_MAX 1024
#endif

struct bytes {
    size_t len;
    uint8_t data[BYTES_MAX];
};

/* Hex, with spaces between bytes, to bytes. Bad hex ends the test. */
struct bytes from_hex(const char *hex);

/* Bytes to lower-case hex, for messages; holds until the fourth next call. */
const char *to_hex(const uint8_t *bytes, size_t len);

/* Parses what the test needs to be a CRI that takes all its bytes, in a block of the heap that lives until the end
 * of the program. */
cri_t parse_hex(uint8_t rev, const char *hex);

/* Checks of one row. They return whether it held, and count it if not. */
bool row_ok(bool held, const char *row, const char *what);
bool row_err(cri_err_t got, cri_err_t wanted, const char *row);
bool row_bytes(const uint8_t *got, size_t got_len, const char *wanted_hex, const char *row);
bool row_text(const char *got, size_t got_len, const char *wanted, const char *row);
bool row_size(size_t got, size_t wanted, const char *row);

/* Fails the test if one of its rows failed. */
void rows_end(void);

/* Returns how many texts an iterator has left. */
size_t count_of(cri_iter_t iter);

/* Whether `len` bytes are still as they were filled. */
bool is_filled(const void *bytes, size_t len);

/* The program that runs tests of cmocka, with no set-up. */
#define TESTS(...)                                                                                                     \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                               \
        return cmocka_run_group_tests(tests, NULL, NULL);                                                              \
    }

#endif
