/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Texts for logs. */
#include "support.h"

static void shows_no_secrets(void **state)
{
    (void)state;
    static const struct {
        const char *uri, *wanted;
    } rows[] = {
        {"coap://h/a/b", "coap://h/a/b"},
        {"coap://h/a#part", "coap://h/a"},
        {"https://alice:secret@h/a?token=0123&unit=K#part", "https://h/a?token=&unit="},
        {"coap://h/a=1&b?4711", "coap://h/a=1&b?"},
        {"coap://h?4711&b=1=2&c&d=", "coap://h?&b=&&d="},
        {"coap://h?a?b=c?d", "coap://h?a?b="},
        {"coap://h/?", "coap://h/?"},
        {"../a?b=c", "../a?b="},
        {"coap://h/%0A%1B%5B2J%E2%80%AE", "coap://h/%0A%1B%5B2J%E2%80%AE"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[96];
        char buf[64];
        cri_t cri;
        assert_int_equal(cri_from_uri_view(CRI_REV_27, rows[i].uri, strlen(rows[i].uri), cbor, sizeof cbor, &cri),
                         CRI_OK);
        memset(buf, FILL, sizeof buf);
        const char *text = cri_log_uri(&cri, buf, sizeof buf);
        row_text(text, strlen(text), rows[i].wanted, rows[i].uri);
        row_ok(text == buf, rows[i].uri, "in the buffer");
        text = CRI_LOG_URI(&cri);
        row_text(text, strlen(text), rows[i].wanted, rows[i].uri);
    }
    rows_end();
}

static void shows_the_names_of_parameters_or_the_start_of_the_query(void **state)
{
    (void)state;
    static const uint8_t revs[] = {CRI_REV_13, CRI_REV_27};
    static const uint8_t payload[] = {'a', 0, '\n', 0x1b, 0xff};
    char buf[CRI_LOG_SIZE];
    cri_t cri;
    for (size_t i = 0; i < COUNT(revs); i++) {
        cri = parse_hex(revs[i], "8300f680"); /* a reference that removes the query of the base */
        assert_string_equal(cri_log_uri(&cri, buf, sizeof buf), cri_err_text(CRI_ERR_NO_URI));
        cri = parse_hex(revs[i], "8420816168816161816e623d636363636363636363636363"); /* coap://h/a?b=cccccccccccc */
        assert_string_equal(cri_log_uri(&cri, buf, 26), "coap://h/a?b=");
        assert_string_equal(cri_log_uri(&cri, buf, 25), "coap://h/a?...");
        assert_string_equal(cri_log_uri(&cri, buf, 15), "coap://h/a?...");
        assert_string_equal(cri_log_uri(&cri, buf, 14), "coap://h/...");
    }
    cri = parse_hex(CRI_REV_27, "8301816161816e623d636363636363636363636363"); /* a?b=cccccccccccc */
    assert_string_equal(cri_log_uri(&cri, buf, 17), "a?b=");
    assert_string_equal(cri_log_uri(&cri, buf, 16), "a?...");
    assert_string_equal(cri_log_uri(&cri, buf, 6), "a?...");
    assert_string_equal(cri_log_uri(&cri, buf, 5), "...");
    cri = parse_hex(CRI_REV_27, "82208250fe80000000000000000000000000000060");
    assert_string_equal(CRI_LOG_URI(&cri), cri_err_text(CRI_ERR_ZONE));
    assert_string_equal(CRI_LOG_TEXT(payload, sizeof payload), "a\\u0000\\u000a\\u001b\\xff");
    assert_string_equal(cri_log_text(payload, sizeof payload, buf, 24), "a\\u0000\\u000a\\u001b\\xff");
    assert_string_equal(CRI_LOG_TEXT("kitchen", 7), "kitchen");
    assert_string_equal(CRI_LOG_TEXT(NULL, 0), "");
}

/* A URI that does not fit is shortened to its start and `...`, with every size of the buffer, and is never blank. */
static void shortens_uris(void **state)
{
    (void)state;
    static const struct {
        const char *uri;
        size_t cap;
        const char *wanted;
    } rows[] = {
        {"coap://h/fw/aaaaaaaaaaaa", 25, "coap://h/fw/aaaaaaaaaaaa"},
        {"coap://h/fw/aaaaaaaaaaaa", 24, "coap://h/fw/..."},
        {"coap://h/fw/aaaaaaaaaaaa", 16, "coap://h/fw/..."},
        {"coap://h/fw/aaaaaaaaaaaa", 15, "coap://h/..."},
        {"coap://h/fw/aaaaaaaaaaaa", 12, "..."},
        {"coap://h/fw/aaaaaaaaaaaa", 4, "..."},
        {"coap://h/fw/aaaaaaaaaaaa", 3, "..."},
        {"coap://h/fw/aaaaaaaaaaaa", 0, "..."},
        {"coap://u:p@h.example:61616/aaaaaaaaaaaa#f", 35, "coap://h.example:61616/..."},
        {"coap://u:p@h.example:61616/aaaaaaaaaaaa#f", 24, "..."},
        {"coap://aaaaaaaaaaaaaaaaaaaaaaaa.example/", 20, "..."},
        {"coap://[2001:db8::1]:1/aaaaaaaaaaaaaaaa", 36, "coap://[2001:db8::1]:1/..."},
        {"coap://[2001:db8::1]:1/aaaaaaaaaaaaaaaa", 20, "..."},
        {"coap://192.0.2.1/aaaaaaaaaaaa?b=c", 24, "coap://192.0.2.1/..."},
        {"../../aaaaaaaaaaaa", 9, "..."},
        {"/aaaaaaaaaaaa", 9, "..."},
        {"//h/aaaaaaaaaaaa", 12, "..."},
        {"mailto:aaaaaaaa@h", 16, "..."},
        {"coap://h/%0Aaaaaaaaaaaaaaa", 24, "coap://h/..."},
        {"coap://h/a%2Fb/aaaaaaaaaaaa", 24, "coap://h/a%2Fb/..."},
        {"coap://h/a/b/c/d/e/f/g/h?b=c", 20, "coap://h/a/b/c/..."},
        {"coap://h/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24", 15, "coap://h/1/..."},
        {"coap://h/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20/21/22/23/24/25", 15, "coap://h/..."},
        {"coap://h//bbbbbbbbbbbb/", 24, "coap://h//bbbbbbbbbbbb/"},
        {"coap://h//bbbbbbbbbbbb/", 23, "coap://h//..."},
        {"http://h/aaaaaaaaaaaa/?b=c", 19, "http://h/..."},
        {"urn:aaaaaaaa/b", 13, "..."},
        {"coap:/a/bbbbbbbbbb", 13, "..."},
        {"coap://h%3A80/aaaaaaaaaaaaaa", 24, "coap://h%3A80/..."},
        {"coap://h/kkkkkkkkkkk\u00fc", 24, "coap://h/..."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[96];
        char buf[64];
        cri_t cri;
        assert_int_equal(cri_from_iri_view(CRI_REV_27, rows[i].uri, strlen(rows[i].uri), cbor, sizeof cbor, &cri),
                         CRI_OK);
        memset(buf, FILL, sizeof buf);
        const char *text = cri_log_uri(&cri, buf, rows[i].cap);
        row_text(text, strlen(text), rows[i].wanted, rows[i].uri);
        row_ok(buf[rows[i].cap] == (char)FILL, rows[i].uri, "and not behind it");
        const char *whole = CRI_LOG_URI(&cri);
        for (size_t cap = 0; cap < sizeof buf; cap++) {
            memset(buf, FILL, sizeof buf);
            text = cri_log_uri(&cri, buf, cap);
            const size_t len = strlen(text);
            const bool is_cut = len >= 3 && strcmp(text + len - 3, "...") == 0;
            const bool is_whole = strcmp(text, whole) == 0;
            row_ok(len > 0 && (text != buf || len < cap) && buf[cap] == (char)FILL, rows[i].uri, "with any capacity");
            row_ok(text == buf ? is_whole || is_cut : is_cut, rows[i].uri, "visibly");
            row_ok(is_whole || (is_cut && memcmp(text, whole, len - 3) == 0), rows[i].uri, "with its start");
        }
    }
    rows_end();
}

/* The path of a resolved view consists of two pieces, which a reference can cut in either. */
static void shortens_resolved_views(void **state)
{
    (void)state;
    static const uint8_t revs[] = {CRI_REV_13, CRI_REV_27};
    static const char *const wanted[] = {"...", "coap://h/...", "coap://h/a/...", "coap://h/a/c/...",
                                         "coap://h/a/c/d/..."};
    for (size_t i = 0; i < COUNT(revs); i++) {
        char buf[24];
        cri_t target;
        const cri_t base = parse_hex(revs[i], "83208161688261616162");                 /* coap://h/a/b */
        const cri_t link = parse_hex(revs[i], "820183616361646a65656565656565656565"); /* c/d/eeeeeeeeee */
        assert_int_equal(cri_resolve(&base, &link, &target), CRI_OK);
        for (size_t k = 0; k < COUNT(wanted); k++) {
            assert_string_equal(cri_log_uri(&target, buf, 11 + 2 * k), wanted[k]);
            assert_string_equal(cri_log_uri(&target, buf, 12 + 2 * k), wanted[k]);
        }
    }
}

/* With user information, host and port are copied to a separate buffer. Here they are an array of two labels of at
 * least 24 characters and a port, which is 7 bytes longer than the name. */
static void shows_long_hosts(void **state)
{
    (void)state;
    static const size_t most = CRI_LOG_SIZE - 7;
    for (size_t len = 49; len <= most + 1; len++) {
        char name[CRI_LOG_SIZE + 1] = {0}, uri[2 * CRI_LOG_SIZE], wanted[2 * CRI_LOG_SIZE], buf[2 * CRI_LOG_SIZE];
        uint8_t cbor[2 * CRI_LOG_SIZE];
        cri_t cri;
        memset(name, 'a', len);
        name[len / 2] = '.';
        snprintf(uri, sizeof uri, "coap://alice:secret@%s:61616/a?token=1", name);
        snprintf(wanted, sizeof wanted, "coap://%s:61616/a?token=", name);
        assert_int_equal(cri_from_uri_view(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &cri), CRI_OK);
        const char *text = cri_log_uri(&cri, buf, sizeof buf);
        if (len > most) {
            snprintf(wanted, sizeof wanted, "...");
        }
        row_text(text, strlen(text), wanted, uri);
    }
    rows_end();
}

/* Formats a line of a log that is written later. The line has a copy of the texts, in a block of its own. */
static char *line_of(const char *format, ...)
{
    char line[256];
    va_list texts;
    va_start(texts, format);
    vsnprintf(line, sizeof line, format, texts);
    va_end(texts);
    char *kept = malloc(strlen(line) + 1);
    assert_non_null(kept);
    return strcpy(kept, line);
}

static void keeps_texts_for_a_whole_line(void **state)
{
    (void)state;
    const cri_t target = parse_hex(CRI_REV_27, "832081616881616b"); /* coap://h/k */
    const cri_t other = parse_hex(CRI_REV_27, "8201816161");        /* a */
    static const uint8_t payload[] = {'o', 'n', '\n'};
    char *line = line_of("%s -> %s: %s, %s", CRI_LOG_URI(&target), CRI_LOG_URI(&other),
                         CRI_LOG_TEXT(payload, sizeof payload), CRI_LOG_TEXT("off", 3));
    assert_string_equal(line, "coap://h/k -> a: on\\u000a, off");
    free(line);
}

static void shortens_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t cap;
        const char *wanted;
    } rows[] = {
        {"kitchen", 8, "kitchen"},
        {"kitchen", 7, "kit..."},
        {"kitchen", 5, "k..."},
        {"kitchen", 4, "..."},
        {"kitchen", 3, "..."},
        {"kitchen", 0, "..."},
        {"a\nb", 9, "a\\u000ab"},
        {"a\nbcdefg", 11, "a\\u000a..."},
        {"a\nbcdefg", 10, "a..."},
        {"\n\n\n", 18, "\\u000a\\u000a..."},
        {"k\u00fcche und bad", 7, "k\u00fc..."},
        {"k\u00fcche und bad", 6, "k..."},
        {"\U0001f600\U0001f600\U0001f600", 12, "\U0001f600\U0001f600..."},
        {"\U0001f600\U0001f600\U0001f600", 11, "\U0001f600..."},
        {"\U000e0001\U000e0001", 16, "\\udb40\\udc01..."},
        {"\U000e0001\U000e0001", 15, "..."},
        {"\x80\x80\x80\x80\x80", 16, "\\x80\\x80\\x80..."},
        {"buffer too small", 0, "..."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char buf[32];
        memset(buf, FILL, sizeof buf);
        const char *text = cri_log_text((const uint8_t *)rows[i].text, strlen(rows[i].text), buf, rows[i].cap);
        row_text(text, strlen(text), rows[i].wanted, rows[i].text);
        row_ok((text == buf) == (rows[i].cap >= 4), rows[i].text, "in the buffer");
        row_ok(buf[rows[i].cap] == (char)FILL, rows[i].text, "and not behind it");
    }
    rows_end();
    char longest[CRI_LOG_SIZE + 1] = {0};
    memset(longest, 'x', CRI_LOG_SIZE);
    assert_int_equal(strlen(CRI_LOG_TEXT(longest, CRI_LOG_SIZE - 1)), CRI_LOG_SIZE - 1);
    assert_string_equal(CRI_LOG_TEXT(longest, CRI_LOG_SIZE) + CRI_LOG_SIZE - 4, "...");
}

TESTS(cmocka_unit_test(shows_no_secrets), cmocka_unit_test(shows_the_names_of_parameters_or_the_start_of_the_query),
      cmocka_unit_test(shortens_uris), cmocka_unit_test(shortens_resolved_views), cmocka_unit_test(shows_long_hosts),
      cmocka_unit_test(keeps_texts_for_a_whole_line), cmocka_unit_test(shortens_texts))
