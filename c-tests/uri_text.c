/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* URI text: split, resolve, normalize, equal. RFC 3986 3, 5.2 to 5.4, 6.2. */
#include "support.h"

static cri_uri_t split(const char *text)
{
    cri_uri_t uri;
    size_t offset = 4711;
    memset(&uri, FILL, sizeof uri);
    assert_int_equal(cri_uri_split(text, strlen(text), &uri, &offset), CRI_OK);
    assert_int_equal(offset, 4711);
    return uri;
}

/* Whether a component is this; NULL for undefined. */
static void part_is(const cri_uri_t *uri, uint8_t part, const char *wanted, const char *row)
{
    const char *chars = "untouched";
    size_t len = 9;
    if (row_ok(cri_uri_part(uri, part, &chars, &len) == (wanted != NULL), row, "defined or not")) {
        row_text(chars, len, wanted != NULL ? wanted : "untouched", row);
    }
}

struct split_row {
    const char *text;
    const char *parts[7]; /* scheme, userinfo, host, port, path, query, fragment */
    uint8_t kind;
};

static const struct split_row split_rows[] = {
    {"", {NULL, NULL, NULL, NULL, "", NULL, NULL}, CRI_HOST_NONE},
    {"a:", {"a", NULL, NULL, NULL, "", NULL, NULL}, CRI_HOST_NONE},
    {"?#", {NULL, NULL, NULL, NULL, "", "", ""}, CRI_HOST_NONE},
    {"//", {NULL, NULL, "", NULL, "", NULL, NULL}, CRI_HOST_NAME},
    {"//@:/", {NULL, "", "", "", "/", NULL, NULL}, CRI_HOST_NAME},
    {"CoAP://u:p@h.x:056/a//b?c?d#e/", {"CoAP", "u:p", "h.x", "056", "/a//b", "c?d", "e/"}, CRI_HOST_NAME},
    {"urn:a:b/c", {"urn", NULL, NULL, NULL, "a:b/c", NULL, NULL}, CRI_HOST_NONE},
    {"//1.2.3.4", {NULL, NULL, "1.2.3.4", NULL, "", NULL, NULL}, CRI_HOST_IPV4},
    {"//0x7f.1", {NULL, NULL, "0x7f.1", NULL, "", NULL, NULL}, CRI_HOST_NAME},
    {"//127.1", {NULL, NULL, "127.1", NULL, "", NULL, NULL}, CRI_HOST_NAME},
    {"//0177.0.0.1", {NULL, NULL, "0177.0.0.1", NULL, "", NULL, NULL}, CRI_HOST_NAME},
    {"//[::1]:1", {NULL, NULL, "[::1]", "1", "", NULL, NULL}, CRI_HOST_IPV6},
    {"//[fe80::1%25e0]", {NULL, NULL, "[fe80::1%25e0]", NULL, "", NULL, NULL}, CRI_HOST_IPV6_ZONE},
    {"//[v1.x]", {NULL, NULL, "[v1.x]", NULL, "", NULL, NULL}, CRI_HOST_FUTURE},
};

static void splits(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(split_rows); i++) {
        const struct split_row *row = &split_rows[i];
        cri_uri_t uri = split(row->text);
        cri_uri_t copy = uri;
        for (uint8_t part = 0; part < COUNT(row->parts); part++) {
            part_is(&copy, part, row->parts[part], row->text);
        }
        part_is(&uri, 7, NULL, row->text);
        part_is(&uri, 255, NULL, row->text);
        row_size(cri_uri_host_kind(&uri), row->kind, row->text);
    }
    rows_end();
}

struct error_row {
    const char *text;
    cri_err_t err;
    size_t offset;
};

/* clang-format off */
static const struct error_row error_rows[] = {
    {" ", CRI_ERR_URI_SYNTAX, 0},          {"1a:b", CRI_ERR_URI_SYNTAX, 2},
    {"/a%4g", CRI_ERR_URI_SYNTAX, 2},      {"/a%4", CRI_ERR_URI_SYNTAX, 2},
    {"//h:8a", CRI_ERR_URI_SYNTAX, 5},     {"//a@b@c", CRI_ERR_URI_SYNTAX, 5},
    {"//[::1", CRI_ERR_URI_SYNTAX, 2},     {"//[::g]", CRI_ERR_URI_HOST, 2},
    {"//[::1%e0]", CRI_ERR_URI_HOST, 2},   {"/\303\251", CRI_ERR_URI_NOT_ASCII, 1},
    {"a#b#", CRI_ERR_URI_SYNTAX, 3},       {"a?b[", CRI_ERR_URI_SYNTAX, 3},
};
/* clang-format on */

static void tells_where_the_error_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(error_rows); i++) {
        const struct error_row *row = &error_rows[i];
        size_t len = strlen(row->text);
        struct guarded text = guarded_copy(row->text, len);
        const char *chars = (const char *)text.data;
        cri_uri_t uri;
        size_t offset = 4711;
        char buf[16];
        size_t written = 4711;
        bool equal = true;
        memset(&uri, FILL, sizeof uri);
        row_err(cri_uri_split(chars, len, &uri, &offset), row->err, row->text);
        row_size(offset, row->offset, row->text);
        row_ok(is_filled(&uri, sizeof uri), row->text, "nothing is stored");
        row_err(cri_uri_resolve("a:b", 3, chars, len, true, buf, sizeof buf, &written), row->err, row->text);
        row_err(cri_uri_normalize(chars, len, CRI_URI_SYNTAX, buf, sizeof buf, &written), row->err, row->text);
        row_err(cri_uri_equal(chars, len, "a", 1, CRI_URI_SYNTAX, &equal), row->err, row->text);
        row_size(written, 4711, row->text);
        guarded_free(&text);
    }
    rows_end();
}

/* Every end of a text, right before memory that cannot be read. */
static void reads_no_further(void **state)
{
    (void)state;
    static const char text[] = "a+b://u%41:@[fe80::1:2.3.4.5%25e]:80/%2e%2e/b//?c%7e&d#%ff";
    for (size_t len = 0; len < sizeof text; len++) {
        struct guarded cut = guarded_copy(text, len);
        const char *chars = (const char *)cut.data;
        cri_uri_t uri;
        size_t offset = 0;
        char buf[128];
        size_t written;
        bool equal;
        cri_err_t err = cri_uri_split(chars, len, &uri, &offset);
        assert_true(err == CRI_OK || offset <= len);
        assert_int_equal(cri_uri_resolve("a://b/c", 7, chars, len, true, buf, sizeof buf, &written), err);
        assert_int_equal(cri_uri_normalize(chars, len, CRI_URI_SCHEME, buf, sizeof buf, &written), err);
        assert_int_equal(cri_uri_equal(chars, len, chars, len, CRI_URI_SCHEME, &equal), err);
        guarded_free(&cut);
    }
}

static void next_is(cri_uri_iter_t *iter, const char *wanted)
{
    const char *chars = NULL;
    size_t len = 0;
    assert_true(cri_uri_iter_next(iter, &chars, &len));
    row_text(chars, len, wanted, wanted);
}

static void goes_through_pieces(void **state)
{
    (void)state;
    cri_uri_t uri = split("/a/%2F/?b=c&&d%26");
    cri_uri_iter_t iter;
    const char *chars = "untouched";
    size_t len = 4711;
    cri_uri_path_iter(&uri, &iter);
    next_is(&iter, "a");
    next_is(&iter, "%2F");
    next_is(&iter, "");
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    cri_uri_query_iter(&uri, &iter);
    next_is(&iter, "b=c");
    next_is(&iter, "");
    next_is(&iter, "d%26");
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    uri = split("//h");
    cri_uri_path_iter(&uri, &iter);
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    cri_uri_query_iter(&uri, &iter);
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    assert_string_equal(chars, "untouched");
    assert_int_equal(len, 4711);
    rows_end();
}

/* What writes text, with all its inputs bound. */
struct writer {
    const char *a;
    const char *b;
    uint8_t level;
    bool strict;
    cri_err_t (*run)(const struct writer *writer, char *buf, size_t buf_cap, size_t *len);
};

static cri_err_t run_resolve(const struct writer *w, char *buf, size_t buf_cap, size_t *len)
{
    return cri_uri_resolve(w->a, strlen(w->a), w->b, strlen(w->b), w->strict, buf, buf_cap, len);
}

static cri_err_t run_normalize(const struct writer *w, char *buf, size_t buf_cap, size_t *len)
{
    return cri_uri_normalize(w->a, strlen(w->a), w->level, buf, buf_cap, len);
}

static cri_err_t run_decode(const struct writer *w, char *buf, size_t buf_cap, size_t *len)
{
    return cri_uri_decode(w->a, strlen(w->a), (uint8_t *)buf, buf_cap, len);
}

/* Writes with every capacity from 0 to one more than is needed. A text needs one for its NUL (R23); octets have none. */
static void writes(struct writer writer, const char *wanted)
{
    size_t length = strlen(wanted);
    size_t nul = writer.run == run_decode ? 0 : 1;
    size_t needed = length + nul;
    char buf[128];
    size_t len = 4711;
    row_err(writer.run(&writer, NULL, 0, &len), needed > 0 ? CRI_ERR_BUFFER : CRI_OK, wanted);
    row_size(len, length, wanted);
    for (size_t cap = 0; cap <= needed + 1; cap++) {
        memset(buf, FILL, sizeof buf);
        len = 4711;
        row_err(writer.run(&writer, buf, cap, &len), cap < needed ? CRI_ERR_BUFFER : CRI_OK, wanted);
        row_size(len, length, wanted);
        row_ok(is_filled(buf + cap, sizeof buf - cap), wanted, "nothing after the buffer");
        if (cap >= needed) {
            row_text(buf, len, wanted, wanted);
            row_ok(is_filled(buf + needed, sizeof buf - needed), wanted, "nothing after the output");
            row_ok(nul == 0 || buf[length] == '\0', wanted, "ends in NUL");
        }
    }
}

struct resolve_row {
    const char *base;
    const char *reference;
    const char *wanted;
};

#define BASE "http://a/b/c/d;p?q"

/* RFC 3986 5.4.1 and 5.4.2, and what differs where nothing is defined. */
static const struct resolve_row resolve_rows[] = {
    {BASE, "g:h", "g:h"},
    {BASE, "g", "http://a/b/c/g"},
    {BASE, "./g", "http://a/b/c/g"},
    {BASE, "g/", "http://a/b/c/g/"},
    {BASE, "/g", "http://a/g"},
    {BASE, "//g", "http://g"},
    {BASE, "?y", "http://a/b/c/d;p?y"},
    {BASE, "g?y", "http://a/b/c/g?y"},
    {BASE, "#s", "http://a/b/c/d;p?q#s"},
    {BASE, "g#s", "http://a/b/c/g#s"},
    {BASE, "g?y#s", "http://a/b/c/g?y#s"},
    {BASE, ";x", "http://a/b/c/;x"},
    {BASE, "g;x", "http://a/b/c/g;x"},
    {BASE, "g;x?y#s", "http://a/b/c/g;x?y#s"},
    {BASE, "", "http://a/b/c/d;p?q"},
    {BASE, ".", "http://a/b/c/"},
    {BASE, "./", "http://a/b/c/"},
    {BASE, "..", "http://a/b/"},
    {BASE, "../", "http://a/b/"},
    {BASE, "../g", "http://a/b/g"},
    {BASE, "../..", "http://a/"},
    {BASE, "../../", "http://a/"},
    {BASE, "../../g", "http://a/g"},
    {BASE, "../../../g", "http://a/g"},
    {BASE, "../../../../g", "http://a/g"},
    {BASE, "/./g", "http://a/g"},
    {BASE, "/../g", "http://a/g"},
    {BASE, "g.", "http://a/b/c/g."},
    {BASE, ".g", "http://a/b/c/.g"},
    {BASE, "g..", "http://a/b/c/g.."},
    {BASE, "..g", "http://a/b/c/..g"},
    {BASE, "./../g", "http://a/b/g"},
    {BASE, "./g/.", "http://a/b/c/g/"},
    {BASE, "g/./h", "http://a/b/c/g/h"},
    {BASE, "g/../h", "http://a/b/c/h"},
    {BASE, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {BASE, "g;x=1/../y", "http://a/b/c/y"},
    {BASE, "g?y/./x", "http://a/b/c/g?y/./x"},
    {BASE, "g?y/../x", "http://a/b/c/g?y/../x"},
    {BASE, "g#s/./x", "http://a/b/c/g#s/./x"},
    {BASE, "g#s/../x", "http://a/b/c/g#s/../x"},
    {"http://a", "g", "http://a/g"},
    {"http://a?", "", "http://a?"},
    {"http://a?q#f", "#", "http://a?q#"},
    {"a:b", "g", "a:g"},
    {"a:b/c", "../g", "a:/g"},
    {"a:/b", "/.//c", "a:/.//c"},
    {"a://h/b", "%2e%2E/c", "a://h/c"},
};

static void resolves(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(resolve_rows); i++) {
        const struct resolve_row *row = &resolve_rows[i];
        writes((struct writer){row->base, row->reference, 0, true, run_resolve}, row->wanted);
        if (strcmp(row->reference, "g:h") != 0) {
            writes((struct writer){row->base, row->reference, 0, false, run_resolve}, row->wanted);
        }
    }
    writes((struct writer){BASE, "http:g", 0, true, run_resolve}, "http:g");
    writes((struct writer){BASE, "http:g", 0, false, run_resolve}, "http://a/b/c/g");
    writes((struct writer){BASE, "HTTP:?y", 0, false, run_resolve}, "http://a/b/c/d;p?y");
    char buf[16];
    size_t len = 4711;
    assert_int_equal(cri_uri_resolve("//a", 3, "b", 1, true, buf, sizeof buf, &len), CRI_ERR_NOT_FULL);
    assert_int_equal(len, 4711);
    rows_end();
}

struct normalize_row {
    const char *text;
    const char *syntax;
    const char *scheme;
};

static const struct normalize_row normalize_rows[] = {
    {"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", "example://a/b/c/%7Bfoo%7D"},
    {"HTTP://EX%41mple.com:80", "http://example.com:80", "http://example.com/"},
    {"coap://H:5683?q", "coap://h:5683?q", "coap://h/?q"},
    {"ftp://h:", "ftp://h:", "ftp://h/"},
    {"FTP://h:21/a", "ftp://h:21/a", "ftp://h/a"},
    {"wss://h:443", "wss://h:443", "wss://h/"},
    {"ws://h:443", "ws://h:443", "ws://h:443/"},
    {"ldap://h:0389/", "ldap://h:0389/", "ldap://h:0389/"},
    {"rtsps://h:322/a", "rtsps://h:322/a", "rtsps://h/a"},
    {"mqtt://h:1883", "mqtt://h:1883", "mqtt://h:1883"},
    {"//[0:0::FFFF:1.2.3.4%25%41]", "//[::ffff:1.2.3.4%25A]", "//[::ffff:1.2.3.4%25A]"},
    {"//[2001:DB8:0:0:1:0:0:0]", "//[2001:db8:0:0:1::]", "//[2001:db8:0:0:1::]"},
    {"a/../b:c", "./b:c", "./b:c"},
    {"../%2e/%2E%2e/x", "../../x", "../../x"},
    {"b/../.%2E/x", "../x", "../x"},
    {"./x", "x", "x"},
    {"/../x", "/x", "/x"},
    {"a/..", "./", "./"},
    {"/.", "/", "/"},
    {"", "", ""},
};

static void normalizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(normalize_rows); i++) {
        const struct normalize_row *row = &normalize_rows[i];
        writes((struct writer){row->text, NULL, CRI_URI_SIMPLE, true, run_normalize}, row->text);
        writes((struct writer){row->text, NULL, CRI_URI_SYNTAX, true, run_normalize}, row->syntax);
        writes((struct writer){row->syntax, NULL, CRI_URI_SYNTAX, true, run_normalize}, row->syntax);
        writes((struct writer){row->text, NULL, CRI_URI_SCHEME, true, run_normalize}, row->scheme);
        writes((struct writer){row->scheme, NULL, CRI_URI_SCHEME, true, run_normalize}, row->scheme);
        const char *normal[] = {row->text, row->syntax, row->scheme};
        for (uint8_t level = CRI_URI_SIMPLE; level <= CRI_URI_SCHEME; level++) {
            for (size_t other = 0; other < COUNT(normal); other++) {
                bool equal = false;
                bool wanted = other <= level || strcmp(normal[other], normal[level]) == 0;
                const char *text = normal[other];
                row_err(cri_uri_equal(row->text, strlen(row->text), text, strlen(text), level, &equal), CRI_OK, text);
                row_ok(equal == wanted, row->text, "equal");
            }
        }
    }
    rows_end();
}

/* Two texts are equal where their normal forms are the same. */
static void compares_as_it_normalizes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(normalize_rows) * COUNT(normalize_rows); i++) {
        const struct normalize_row *one = &normalize_rows[i / COUNT(normalize_rows)];
        const struct normalize_row *two = &normalize_rows[i % COUNT(normalize_rows)];
        bool equal = false;
        row_err(cri_uri_equal(one->text, strlen(one->text), two->text, strlen(two->text), CRI_URI_SYNTAX, &equal),
                CRI_OK, one->text);
        row_ok(equal == (strcmp(one->syntax, two->syntax) == 0), one->text, two->text);
        row_err(cri_uri_equal(one->text, strlen(one->text), two->text, strlen(two->text), CRI_URI_SCHEME, &equal),
                CRI_OK, one->text);
        row_ok(equal == (strcmp(one->scheme, two->scheme) == 0), one->text, two->text);
    }
    rows_end();
}

static void decodes(void **state)
{
    (void)state;
    writes((struct writer){"a%2Fb%c3%a9%", NULL, 0, true, run_decode}, "a/b\303\251%");
    writes((struct writer){"", NULL, 0, true, run_decode}, "");
    uint8_t buf[4];
    size_t len = 0;
    assert_int_equal(cri_uri_decode("%00%ff", 6, buf, sizeof buf, &len), CRI_OK);
    assert_string_equal(to_hex(buf, len), "00ff");
    rows_end();
}

#define REFUSED(call) assert_int_equal((call), CRI_ERR_ARGUMENT)
#define OVERLAPS(call) assert_int_equal((call), CRI_ERR_OVERLAP)

static void keeps_the_contract(void **state)
{
    (void)state;
    union {
        char text[256];
        cri_uri_t uri;
        cri_uri_iter_t iter;
        size_t len;
        bool flag;
        const char *chars;
    } all;
    cri_uri_t uri, zeros;
    cri_uri_iter_t iter;
    size_t len = 0;
    char buf[8];
    bool flag;
    const char *chars = NULL;
    memset(&all, 'a', sizeof all);
    memset(&zeros, 0, sizeof zeros);
    REFUSED(cri_uri_split(NULL, 1, &uri, &len));
    REFUSED(cri_uri_split("a", SIZE_MAX, &uri, &len));
    REFUSED(cri_uri_split("a", 1, NULL, &len));
    REFUSED(cri_uri_split("a", 1, &uri, NULL));
    assert_int_equal(cri_uri_split(NULL, 0, &uri, &len), CRI_OK);
    /* Neither a buffer nor a text is there to overlap. */
    assert_int_equal(cri_uri_normalize("", 0, CRI_URI_SYNTAX, NULL, 0, &len), CRI_ERR_BUFFER);
    assert_int_equal(len, 0);
    assert_int_equal(cri_uri_resolve("a:", 2, "", 0, true, NULL, 0, &len), CRI_ERR_BUFFER);
    assert_int_equal(len, 2);
    OVERLAPS(cri_uri_split(all.text, 4, &all.uri, &len));
    OVERLAPS(cri_uri_split(all.text, 4, &uri, &all.len));
    OVERLAPS(cri_uri_split("a", 1, &all.uri, &all.len));
    REFUSED(cri_uri_resolve(NULL, 1, "a", 1, true, buf, sizeof buf, &len));
    REFUSED(cri_uri_resolve("a:", 2, NULL, 1, true, buf, sizeof buf, &len));
    REFUSED(cri_uri_resolve("a:", 2, "a", 1, true, NULL, 1, &len));
    REFUSED(cri_uri_resolve("a:", 2, "a", 1, true, buf, sizeof buf, NULL));
    OVERLAPS(cri_uri_resolve(all.text, 8, "a", 1, true, all.text + 7, 8, &len));
    OVERLAPS(cri_uri_resolve("a:", 2, all.text, 8, true, all.text + 7, 8, &len));
    OVERLAPS(cri_uri_resolve("a:", 2, "a", 1, true, all.text, 8, &all.len));
    OVERLAPS(cri_uri_resolve(all.text, 8, "a", 1, true, buf, sizeof buf, &all.len));
    REFUSED(cri_uri_normalize(NULL, 1, CRI_URI_SYNTAX, buf, sizeof buf, &len));
    REFUSED(cri_uri_normalize("a", 1, 3, buf, sizeof buf, &len));
    REFUSED(cri_uri_normalize("a", 1, CRI_URI_SYNTAX, NULL, 1, &len));
    REFUSED(cri_uri_normalize("a", 1, CRI_URI_SYNTAX, buf, sizeof buf, NULL));
    OVERLAPS(cri_uri_normalize(all.text, 8, CRI_URI_SYNTAX, all.text, 8, &len));
    REFUSED(cri_uri_equal(NULL, 1, "a", 1, CRI_URI_SYNTAX, &flag));
    REFUSED(cri_uri_equal("a", 1, NULL, 1, CRI_URI_SYNTAX, &flag));
    REFUSED(cri_uri_equal("a", 1, "a", 1, 3, &flag));
    REFUSED(cri_uri_equal("a", 1, "a", 1, CRI_URI_SYNTAX, NULL));
    OVERLAPS(cri_uri_equal(all.text, 8, "a", 1, CRI_URI_SYNTAX, &all.flag));
    OVERLAPS(cri_uri_equal("a", 1, all.text, 8, CRI_URI_SYNTAX, &all.flag));
    REFUSED(cri_uri_decode(NULL, 1, (uint8_t *)buf, sizeof buf, &len));
    REFUSED(cri_uri_decode("a", 1, NULL, 1, &len));
    REFUSED(cri_uri_decode("a", 1, (uint8_t *)buf, sizeof buf, NULL));
    OVERLAPS(cri_uri_decode(all.text, 8, (uint8_t *)all.text, 8, &len));

    uri = split("/a?b");
    assert_false(cri_uri_part(NULL, CRI_PART_PATH, &chars, &len));
    assert_false(cri_uri_part(&zeros, CRI_PART_PATH, &chars, &len));
    assert_false(cri_uri_part(&uri, CRI_PART_PATH, NULL, &len));
    assert_false(cri_uri_part(&uri, CRI_PART_PATH, &chars, NULL));
    assert_int_equal(cri_uri_host_kind(NULL), CRI_HOST_NONE);
    assert_int_equal(cri_uri_host_kind(&zeros), CRI_HOST_NONE);
    memset(&iter, 0, sizeof iter);
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    cri_uri_path_iter(NULL, &iter);
    cri_uri_path_iter(&zeros, &iter);
    cri_uri_path_iter(&uri, NULL);
    cri_uri_query_iter(NULL, NULL);
    assert_false(cri_uri_iter_next(&iter, &chars, &len));
    assert_false(cri_uri_iter_next(NULL, &chars, &len));
    cri_uri_path_iter(&uri, &iter);
    assert_false(cri_uri_iter_next(&iter, NULL, &len));
    assert_false(cri_uri_iter_next(&iter, &chars, NULL));
    assert_null(chars);
    next_is(&iter, "a");

    /* Outputs within what is read. */
    all.uri = split("/a?b");
    assert_false(cri_uri_part(&all.uri, CRI_PART_PATH, &all.chars, &len));
    assert_false(cri_uri_part(&all.uri, CRI_PART_PATH, &chars, &all.len));
    cri_uri_path_iter(&all.uri, &all.iter);
    part_is(&all.uri, CRI_PART_PATH, "/a", "path");
    memcpy(all.text, "/aaaaaaaaaaaaaaa", 16);
    assert_int_equal(cri_uri_split(all.text, 16, &uri, &len), CRI_OK);
    assert_false(cri_uri_part(&uri, CRI_PART_PATH, &all.chars, &len));
    cri_uri_path_iter(&uri, &iter);
    assert_false(cri_uri_iter_next(&iter, &chars, &all.len));
    assert_memory_equal(all.text, "/aaaaaaaaaaaaaaa", 16);
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits),
        cmocka_unit_test(tells_where_the_error_is),
        cmocka_unit_test(reads_no_further),
        cmocka_unit_test(goes_through_pieces),
        cmocka_unit_test(resolves),
        cmocka_unit_test(normalizes),
        cmocka_unit_test(compares_as_it_normalizes),
        cmocka_unit_test(decodes),
        cmocka_unit_test(keeps_the_contract),
    };
    /* clang-format on */
    return RUN(tests);
}
