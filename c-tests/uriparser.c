/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Splitting and resolving as liburiparser does it, over generated references. Known differences:
 *
 * - Zone identifiers are in this library only, so none are generated.
 * - liburiparser takes percent-encoded dots for ordinary segments, so none are generated.
 * - Where a base without authority has a path without a root (opaque) or none, the results are not compared:
 *   liburiparser keeps no root that dot segments leave (RFC 3986 5.2.4), nor "/." before two slashes.
 * - liburiparser puts "/." before two slashes also behind an authority, where they mean nothing else.
 * - liburiparser removes dot segments from the base's path also where the reference's is empty.
 */
#include "support.h"

#include <uriparser/Uri.h>

static uint64_t seed = 42;

static size_t below(size_t end)
{
    seed = seed * 6364136223846793005U + 1442695040888963407U;
    return (size_t)(seed >> 33) % end;
}

#define PICK(table) (table)[below(COUNT(table))]

static const char *const schemes[] = {"a:", "http:", "coap+tcp:"};
/* IPv6 addresses last, since liburiparser writes these in another form. */
/* clang-format off */
static const char *const hosts[] = {"h",    "H.x", "",   "1.2.3.4", "01.2.3.4", "127.1",           "[v1.x]", "u@h", "u:p@h:1",
                                    "h:",   "%41", "@",  "[::1]",   "[1:2::]",  "[::1.2.3.4]:80",  "a@[::]"};
/* clang-format on */
#define HOSTS_WITHOUT_IPV6 12
static const char *const segments[] = {"",   "a",   "b",   ".",      "..",          "...",
                                       ".a", "a:b", "%2F", "%c3%bc", "!$&'()*+,;=", "@"};
static const char *const tails[] = {"", "", "?", "?q", "#", "#f", "?q/../x#f/../y", "?#"};
static const char *const breakers[] = {" ", "%", "%4", "[", "]", "\\", "#", "@", ":", "^", "\303\251", "|"};

/* A text that is a reference most of the time. */
static void generate(char *text, size_t cap, bool full, size_t host_count)
{
    text[0] = '\0';
    bool authority = below(2) == 0;
    if (full || below(4) == 0) {
        strcat(text, PICK(schemes));
    }
    if (authority) {
        strcat(text, "//");
        strcat(text, hosts[below(host_count)]);
    }
    size_t count = below(6);
    for (size_t i = 0; i < count; i++) {
        if (i > 0 || authority || below(3) == 0) {
            strcat(text, "/");
        }
        strcat(text, PICK(segments));
    }
    strcat(text, PICK(tails));
    if (!full && below(10) == 0) {
        const char *breaker = PICK(breakers);
        size_t at = below(strlen(text) + 1);
        size_t len = strlen(breaker);
        assert_true(strlen(text) + len < cap);
        memmove(text + at + len, text + at, strlen(text + at) + 1);
        memcpy(text + at, breaker, len);
    }
}

static bool range_is(const UriTextRangeA *range, bool defined, const char *chars, size_t len)
{
    if (range->first == NULL) {
        return !defined || len == 0;
    }
    return defined && (size_t)(range->afterLast - range->first) == len && memcmp(range->first, chars, len) == 0;
}

static void compare_part(const cri_uri_t *ours, uint8_t part, const UriTextRangeA *theirs, const char *text)
{
    const char *chars = "";
    size_t len = 0;
    bool defined = cri_uri_part(ours, part, &chars, &len);
    if (part == CRI_PART_HOST && len > 0 && chars[0] == '[') {
        chars++; /* liburiparser leaves the brackets out */
        len -= 2;
    }
    row_ok(range_is(theirs, defined, chars, len), text, "the component");
}

static void splits_alike(void **state)
{
    (void)state;
    size_t accepted = 0;
    for (size_t round = 0; round < 100000; round++) {
        char text[256];
        generate(text, sizeof text, false, COUNT(hosts));
        cri_uri_t ours;
        size_t offset = 0;
        UriUriA theirs;
        const char *error = NULL;
        bool valid = cri_uri_split(text, strlen(text), &ours, &offset) == CRI_OK;
        bool parsed = uriParseSingleUriA(&theirs, text, &error) == URI_SUCCESS;
        if (row_ok(valid == parsed, text, "a reference or not") && valid) {
            accepted++;
            compare_part(&ours, CRI_PART_SCHEME, &theirs.scheme, text);
            compare_part(&ours, CRI_PART_USERINFO, &theirs.userInfo, text);
            compare_part(&ours, CRI_PART_HOST, &theirs.hostText, text);
            compare_part(&ours, CRI_PART_PORT, &theirs.portText, text);
            compare_part(&ours, CRI_PART_QUERY, &theirs.query, text);
            compare_part(&ours, CRI_PART_FRAGMENT, &theirs.fragment, text);
            uint8_t kind = cri_uri_host_kind(&ours);
            row_ok((kind == CRI_HOST_IPV4) == (theirs.hostData.ip4 != NULL), text, "IPv4");
            row_ok((kind == CRI_HOST_IPV6) == (theirs.hostData.ip6 != NULL), text, "IPv6");
            row_ok((kind == CRI_HOST_FUTURE) == (theirs.hostData.ipFuture.first != NULL), text, "IPvFuture");
        }
        if (parsed) {
            uriFreeUriMembersA(&theirs);
        }
    }
    assert_true(accepted > 50000);
    rows_end();
}

/* Whether a path has dot segments. */
static bool has_dots(const char *chars, size_t len)
{
    size_t start = 0;
    for (size_t at = 0; at <= len; at++) {
        if (at == len || chars[at] == '/') {
            size_t size = at - start;
            if ((size == 1 && chars[start] == '.') || (size == 2 && memcmp(chars + start, "..", 2) == 0)) {
                return true;
            }
            start = at + 1;
        }
    }
    return false;
}

/* Whether the known differences leave the pair out. */
static bool comparable(const cri_uri_t *base, const cri_uri_t *reference)
{
    const char *path = "";
    const char *own_path = "";
    const char *chars;
    size_t path_len = 0;
    size_t own_path_len = 0;
    size_t len;
    bool own_scheme = cri_uri_part(reference, CRI_PART_SCHEME, &chars, &len);
    bool own_authority = cri_uri_part(reference, CRI_PART_HOST, &chars, &len);
    cri_uri_part(base, CRI_PART_PATH, &path, &path_len);
    cri_uri_part(reference, CRI_PART_PATH, &own_path, &own_path_len);
    if (own_scheme || own_authority) {
        return own_authority;
    }
    if (!cri_uri_part(base, CRI_PART_HOST, &chars, &len)) {
        return false;
    }
    return own_path_len > 0 || !has_dots(path, path_len);
}

static void resolves_alike(void **state)
{
    (void)state;
    size_t compared = 0;
    for (size_t round = 0; round < 200000; round++) {
        char base[256];
        char reference[256];
        generate(base, sizeof base, true, HOSTS_WITHOUT_IPV6);
        generate(reference, sizeof reference, false, HOSTS_WITHOUT_IPV6);
        cri_uri_t base_uri, reference_uri;
        size_t offset;
        if (cri_uri_split(base, strlen(base), &base_uri, &offset) != CRI_OK ||
            cri_uri_split(reference, strlen(reference), &reference_uri, &offset) != CRI_OK ||
            !comparable(&base_uri, &reference_uri)) {
            continue;
        }
        UriUriA a, b, resolved;
        const char *error = NULL;
        assert_int_equal(uriParseSingleUriA(&a, base, &error), URI_SUCCESS);
        assert_int_equal(uriParseSingleUriA(&b, reference, &error), URI_SUCCESS);
        assert_int_equal(uriAddBaseUriA(&resolved, &b, &a), URI_SUCCESS);
        char wanted[512];
        assert_int_equal(uriToStringA(wanted, &resolved, sizeof wanted, NULL), URI_SUCCESS);
        char got[512];
        size_t len = 0;
        row_err(cri_uri_resolve(base, strlen(base), reference, strlen(reference), true, got, sizeof got, &len), CRI_OK,
                base);
        char *dot = strstr(wanted, "/.//");
        if (dot != NULL && strcmp(got, wanted) != 0) {
            memmove(dot, dot + 2, strlen(dot + 2) + 1);
        }
        if (!row_text(got, len, wanted, base)) {
            printf("  reference %s\n", reference);
        }
        compared++;
        uriFreeUriMembersA(&resolved);
        uriFreeUriMembersA(&b);
        uriFreeUriMembersA(&a);
    }
    printf("%zu compared\n", compared);
    assert_true(compared > 50000);
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_alike),
        cmocka_unit_test(resolves_alike),
    };
    return RUN(tests);
}
