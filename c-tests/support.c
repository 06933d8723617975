/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "support.h"

static int failed_rows;

struct bytes from_hex(const char *hex)
{
    struct bytes bytes = {0, {0}};
    for (hex += strspn(hex, " "); *hex != '\0'; hex += strspn(hex, " ")) {
        const char digits[] = {hex[0], hex[1], '\0'};
        if (strspn(digits, "0123456789abcdefABCDEF") != 2 || bytes.len == BYTES_MAX) {
            fail_msg("not hex or too long: %s", hex);
        }
        bytes.data[bytes.len++] = (uint8_t)strtoul(digits, NULL, 16);
        hex += 2;
    }
    return bytes;
}

const char *to_hex(const uint8_t *bytes, size_t len)
{
    static char texts[4][2 * BYTES_MAX + 1];
    static unsigned next;
    char *text = texts[next++ % 4];
    size_t shown = len < BYTES_MAX ? len : BYTES_MAX;
    for (size_t i = 0; i < shown; i++) {
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    }
    text[2 * shown] = '\0';
    return text;
}

/* The blocks of parse_hex, which stay reachable so that leak checkers do not report them. */
static struct kept {
    struct kept *next;
    struct bytes bytes;
} * kept_blocks;

cri_t parse_hex(uint8_t rev, const char *hex)
{
    struct kept *kept = malloc(sizeof *kept);
    cri_t cri;
    size_t consumed = 0;
    assert_non_null(kept);
    kept->bytes = from_hex(hex);
    kept->next = kept_blocks;
    kept_blocks = kept;
    cri_err_t err = cri_parse(rev, kept->bytes.data, kept->bytes.len, &cri, &consumed);
    if (err != CRI_OK || consumed != kept->bytes.len) {
        fail_msg("%s does not parse: %s", hex, cri_err_name(err));
    }
    return cri;
}

/* Checks a condition of a row. Counts and prints a failure. */
#define CHECK(held, ...) ((held) || (failed_rows++, print_error("FAILED: %s: ", row), print_error(__VA_ARGS__), false))

bool row_ok(bool held, const char *row, const char *what) { return CHECK(held, "%s\n", what); }

bool row_err(cri_err_t got, cri_err_t wanted, const char *row)
{
    return CHECK(got == wanted, "wanted %s, got %s\n", cri_err_name(wanted), cri_err_name(got));
}

bool row_bytes(const uint8_t *got, size_t got_len, const char *wanted_hex, const char *row)
{
    const struct bytes wanted = from_hex(wanted_hex);
    return CHECK(got_len == wanted.len && memcmp(got, wanted.data, got_len) == 0, "wanted %s, got %s\n",
                 to_hex(wanted.data, wanted.len), to_hex(got, got_len));
}

bool row_text(const char *got, size_t got_len, const char *wanted, const char *row)
{
    return CHECK(got_len == strlen(wanted) && (got_len == 0 || memcmp(got, wanted, got_len) == 0),
                 "wanted \"%s\", got \"%.*s\"\n", wanted, (int)got_len, got);
}

bool row_size(size_t got, size_t wanted, const char *row)
{
    return CHECK(got == wanted, "wanted %zu, got %zu\n", wanted, got);
}

int rows_failed(void) { return failed_rows; }

void rows_end(void)
{
    int failed = failed_rows;
    failed_rows = 0;
    if (failed > 0) {
        fail_msg("%d check(s) of rows failed", failed);
    }
}

size_t count_of(cri_iter_t iter)
{
    cri_text_t text;
    size_t count = 0;
    while (cri_iter_next(&iter, &text)) {
        count++;
    }
    return count;
}

bool is_filled(const void *bytes, size_t len)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < len; i++) {
        if (byte[i] != FILL) {
            return false;
        }
    }
    return true;
}
