/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks by the text of a URI that other libraries fell for, carried over to the functions that read URIs, and to the CRIs and
 * options in which the same can be said: a test for each class. docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

/* ---- percent-encoding at the end: CVE-2013-2174, CVE-2016-8622 ---------------------------------------------------------- */

static void percent_at_the_end(void **state)
{
    static const char *const prefixes[] = {"",  "/",     "coap://", "coap://u",           "coap://h/", "coap://h/%41",
                                           "?", "a:b?c", "#",       "coap://[fe80::1%25", "%",         "%4"};
    static const char *const ends[] = {"%", "%4", "%g", "%4g", "%%", "%%4", "%00%", "%C3%", "%c3%a", "%c3%a9%"};
    (void)state;
    for (size_t prefix = 0; prefix < COUNT(prefixes); prefix++) {
        for (size_t end = 0; end < COUNT(ends); end++) {
            char text[64];
            int len = snprintf(text, sizeof text, "%s%s", prefixes[prefix], ends[end]);
            for (size_t i = 0; i < COUNT(text_readers); i++) {
                cri_err_t err = read_exact(text_readers[i].read, text, (size_t)len);
                row_ok(i >= STRICT_READERS || err != CRI_OK, text, text_readers[i].name);
            }
        }
    }
    /* What is no triplet is kept by the decoder, and nothing follows it. */
    static const char *const kept[] = {"%", "%4", "a%", "a%4", "%%", "%%%"};
    for (size_t i = 0; i < COUNT(kept); i++) {
        uint8_t out[8];
        size_t len = 0;
        uint8_t *text = exact(kept[i], strlen(kept[i]));
        row_err(cri_uri_decode(TEXT_OF(text, strlen(kept[i])), out, sizeof out, &len), CRI_OK, kept[i]);
        row_text((const char *)out, len, kept[i], kept[i]);
        free(text);
    }
    rows_end();
}

/* ---- NUL: CVE-2006-7243, CVE-2013-4547 ---------------------------------------------------------------------------------------- */

static void nul_truncation(void **state)
{
    static const char raw[] = "coap://h/a\0b";
    (void)state;
    refuse_or_accept(raw, sizeof raw - 1, CRI_ERR_URI_SYNTAX, false, "NUL in a path");
    refuse_or_accept("coap://good\0.evil/", 18, CRI_ERR_URI_SYNTAX, false, "NUL in a host");
    refuse_or_accept("coap://h/a \0.b", 14, CRI_ERR_URI_SYNTAX, false, "a space and NUL");
    row_err(read_exact(from_edn, "[-1, [\"h\"]]\0", 12), CRI_ERR_SYNTAX, "NUL after notation");
    row_err(read_hex(from_coap, "3c 676f6f64002e6578616d706c"), CRI_ERR_COAP_HOST, "NUL in Uri-Host");

    /* An encoded one is an octet as any other: it stays where it is, and what follows it counts. */
    has_host("coap://good%00.evil/", "good%00.evil", "good%00.evil", "NUL in a host, encoded");
    uint8_t cbor[64];
    char text[64];
    size_t len = 0;
    cri_t cri, a = parse_hex(CRI_REV_27, "83 20 81 6168 81 6161"),
               rest = parse_hex(CRI_REV_27, "83 20 81 6168 81 63 610062");
    bool answer = true;
    int32_t order = 0;
    row_err(cri_from_uri(CRI_REV_27, CRI_LIT("coap://h/a%00b"), cbor, sizeof cbor, &len), CRI_OK, "NUL");
    row_bytes(cbor, len, "83 20 81 6168 81 63 610062", "NUL");
    row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, "NUL");
    row_err(cri_to_uri(&cri, text, sizeof text, &len), CRI_OK, "NUL");
    row_text(text, len, "coap://h/a%00b", "NUL");
    row_err(cri_equal(&cri, &a, &answer), CRI_OK, "NUL");
    row_ok(!answer, "NUL", "not equal to what is before it");
    row_err(cri_compare(&a, &cri, &order), CRI_OK, "NUL");
    row_ok(order < 0 && cri_hash(&a) != cri_hash(&cri), "NUL", "ordered after what is before it");
    cri_text_t segment;
    row_ok(cri_path_get(&cri, 0, &segment) && !cri_text_equal(&segment, CRI_LIT("a")) &&
               cri_text_equal(&segment, "a\0b", 3),
           "NUL", "a segment");
    cri_iter_t iter;
    answer = true;
    row_err(cri_path_match(&rest, &a, &answer, &iter), CRI_OK, "NUL");
    row_ok(!answer, "NUL", "not under what is before it");
    /* In Uri-Path too, for paths, patterns and authorization. */
    static const uint8_t option[] = {0xb3, 'a', 0, 'b'};
    cri_coap_path_t path;
    row_err(cri_coap_path_match(option, sizeof option, &a, &answer, &path), CRI_OK, "NUL");
    row_ok(!answer, "NUL", "options not under what is before it");
    answer = true;
    row_err(cri_coap_pattern_match(CRI_LIT("/a"), option, sizeof option, NULL, 0, &path, &answer), CRI_OK, "NUL");
    row_ok(!answer, "NUL", "options do not match what is before it");
    const struct bytes allowed = from_hex("81 82 81 81 6161 01");
    answer = true;
    row_err(cri_aif_allows(allowed.data, allowed.len, &cri, 1, &answer), CRI_OK, "NUL");
    row_ok(!answer, "NUL", "not allowed by what is before it");
    row_err(cri_uri_equal(CRI_LIT("a:b%00c"), CRI_LIT("a:b%00d"), CRI_URI_SCHEME, &answer), CRI_OK, "NUL");
    row_ok(!answer, "NUL", "texts that differ after it");
    rows_end();
}

/* ---- dot segments: CVE-2008-2938, CVE-2021-42013 --------------------------------------------------------------------------------- */

static void dot_segments(void **state)
{
    /* clang-format off */
    static const struct {
        const char *uri, *normal; /* from-URI and back again */
    } rows[] = {
        {"coap://h/a/../b", "coap://h/b"},
        {"coap://h/a/%2e%2e/b", "coap://h/b"},
        {"coap://h/a/.%2E/b", "coap://h/b"},
        {"coap://h/../../b", "coap://h/b"},
        {"coap://h/%2e%2e/%2e%2e/%2e%2e/b", "coap://h/b"},
        {"coap://h/a/%252e%252e/b", "coap://h/a/%252e%252e/b"},
        {"coap://h/a/..%2fb", "coap://h/a/..%2Fb"},
        {"coap://h/a/..%00/b", "coap://h/a/..%00/b"},
        {"coap://h/a/%c0%ae%c0%ae/b", "coap://h/a/%C0%AE%C0%AE/b"},
        {"coap://h/a/%e0%80%ae%e0%80%ae/b", "coap://h/a/%E0%80%AE%E0%80%AE/b"},
        {"coap://h/a/.../b", "coap://h/a/.../b"},
        {"coap://h/a/..;/b", "coap://h/a/..;/b"},
        {"coap://h/a//../b", "coap://h/a/b"},
    };
    static const struct {
        const char *name;
        read_fn read;
        const char *hex;
    } raw[] = {
        {"a CRI: ..", parse_27, "83 20 81 6168 82 622e2e 6162"},
        {"a CRI: .", parse_27, "83 20 81 6168 81 612e"},
        {"a CRI: .. with a long head", parse_27, "83 20 81 6168 81 78022e2e"},
        {"a reference: ..", parse_13, "82 00 81 622e2e"},
        {"authorization: ..", aif, "81 82 81 81 622e2e 01"},
        {"a CoRI: ..", cori, "82 06 622e2e"},
        {"Uri-Path: ..", from_coap, "b2 2e2e"},
        {"Uri-Path: .. after others", coap_path_match, "b1 61 02 2e2e"},
        {"Uri-Path: . for a route", coap_route, "b1 61 01 2e"},
        {"Location-Path: ..", from_coap_location, "82 2e2e"},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[64];
        char text[64];
        size_t len = 0;
        cri_t cri;
        row_err(cri_from_uri(CRI_REV_27, rows[i].uri, strlen(rows[i].uri), cbor, sizeof cbor, &len), CRI_OK,
                rows[i].uri);
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, rows[i].uri);
        row_err(cri_to_uri(&cri, text, sizeof text, &len), CRI_OK, rows[i].uri);
        row_text(text, len, rows[i].normal, rows[i].uri);
        row_err(cri_uri_normalize(rows[i].uri, strlen(rows[i].uri), CRI_URI_SYNTAX, text, sizeof text, &len), CRI_OK,
                rows[i].uri);
        row_text(text, len, rows[i].normal, rows[i].uri);
    }
    for (size_t i = 0; i < COUNT(raw); i++) {
        row_err(read_hex(raw[i].read, raw[i].hex), CRI_ERR_DOT_SEGMENT, raw[i].name);
    }
    /* What is left of a path begins no authority. */
    static const char *const lone[] = {"a:/.//evil/b", "/.//evil",    ".//evil",
                                       "a:x/..//evil", "/x/..//evil", "/%2e//evil"};
    for (size_t i = 0; i < COUNT(lone); i++) {
        char text[64];
        size_t len = 0, offset;
        cri_uri_t parts;
        row_err(cri_uri_normalize(lone[i], strlen(lone[i]), CRI_URI_SCHEME, text, sizeof text, &len), CRI_OK, lone[i]);
        row_err(cri_uri_split(text, len, &parts, &offset), CRI_OK, lone[i]);
        row_size(cri_uri_host_kind(&parts), CRI_HOST_NONE, text);
        row_err(cri_uri_resolve(CRI_LIT("b:/c"), lone[i], strlen(lone[i]), true, text, sizeof text, &len), CRI_OK,
                lone[i]);
        row_err(cri_uri_split(text, len, &parts, &offset), CRI_OK, lone[i]);
        row_size(cri_uri_host_kind(&parts), CRI_HOST_NONE, text);
        row_ok(read_text(from_uri_27, lone[i]) != CRI_OK || strncmp(lone[i], ".//", 3) == 0, lone[i], "no CRI");
    }
    rows_end();
}

/* ---- comparisons: CVE-2026-42371, CVE-2026-44927, CVE-2026-44928 ------------------------------------------------------------------- */

static void comparison(void **state)
{
    /* clang-format off */
    static const char *const different[][2] = {
        {"a:/b", "a:b"}, {"a:/", "a:"}, {"a://h", "a:h"}, {"a://h", "a:///h"}, {"a:?", "a:"}, {"a:#", "a:"}, {"a:b", "a:b/"}, {"a://h/b", "a://h/bc"},
        {"a://hh/", "a://h/"}, {"a://h:1/", "a://h:10/"}, {"a://u@h/", "a://h/"}, {"a://@h/", "a://h/"}, {"a:b?c", "a:b?cd"}, {"a:b#c", "a:b#cd"}, {"a:b", "aa:b"},
        {"a:/b/c", "a:/b%2fc"}, {"a://h:/", "a://h:0/"}, {"a://[::1]/", "a://[::2]/"}, {"a://1.2.3.4/", "a://1.2.3.40/"}, {"a:b//c", "a:b/c"}, {"a:", "b:"},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(different); i++) {
        for (uint8_t level = CRI_URI_SIMPLE; level <= CRI_URI_SCHEME; level++) {
            bool equal = true, back = true;
            const char *a = different[i][0], *b = different[i][1];
            row_err(cri_uri_equal(a, strlen(a), b, strlen(b), level, &equal), CRI_OK, a);
            row_err(cri_uri_equal(b, strlen(b), a, strlen(a), level, &back), CRI_OK, b);
            row_ok(!equal && !back, a, b);
        }
        uint8_t cbor[2][64];
        cri_t cris[2];
        bool made = true;
        for (size_t j = 0; j < 2; j++) {
            size_t len = 0;
            made = made &&
                   cri_from_uri(CRI_REV_27, different[i][j], strlen(different[i][j]), cbor[j], sizeof cbor[j], &len) ==
                       CRI_OK &&
                   cri_parse_exact(CRI_REV_27, cbor[j], len, &cris[j]) == CRI_OK;
        }
        bool equal = true;
        int32_t order = 0;
        if (made) {
            /* "//h:" is "//h" in a CRI. */
            row_err(cri_equal(&cris[0], &cris[1], &equal), CRI_OK, different[i][0]);
            row_err(cri_compare(&cris[0], &cris[1], &order), CRI_OK, different[i][0]);
            row_ok(!equal && order != 0, different[i][0], different[i][1]);
        }
    }
    /* Differences that 8 or 16 bits of a length do not show. */
    /* clang-format off */
    static const size_t lens[][2] = {
        {1, 257}, {255, 511}, {256, 512},
#if LONG > 65536
        {LONG - 65536, LONG},
#endif
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(lens); i++) {
        size_t a_len, b_len;
        uint8_t *a = repeated(from_text, "a:", "b", "", lens[i][0], &a_len);
        uint8_t *b = repeated(from_text, "a:", "b", "", lens[i][1], &b_len);
        for (uint8_t level = CRI_URI_SIMPLE; level <= CRI_URI_SCHEME; level++) {
            bool equal = true;
            row_err(cri_uri_equal(TEXT_OF(a, a_len), TEXT_OF(b, b_len), level, &equal), CRI_OK, "lengths");
            row_ok(!equal, "lengths", "not equal");
        }
        free(b);
        free(a);
    }
    rows_end();
}

/* ---- UTF-8: CVE-2008-2938, CVE-2025-64076 --------------------------------------------------------------------------------------------- */

static void malformed_utf8(void **state)
{
    /* clang-format off */
    static const char *const wrong[] = {
        "80", "bf", "c0 80", "c0 ae", "c1 bf", "c2", "c3 28", "e0 80 80", "e0 9f bf", "e2 82", "e2 28 a1", "ed a0 80", "ed bf bf", "f0 80 80 80", "f0 8f bf bf",
        "f0 9f 98", "f4 90 80 80", "f5 80 80 80", "f8 88 80 80 80", "fe", "ff",
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const struct bytes octets = from_hex(wrong[i]);
        /* In every place of a text that is checked a word at a time, at its end too, and before an item that would complete it. */
        for (size_t before = 0; before < 20; before++) {
            for (size_t after = 0; after < 10; after += 9) {
                uint8_t data[64] = {0x83, 0x20, 0x81, 0x61, 'h', 0x82, 0x78, (uint8_t)(before + octets.len + after)};
                size_t len = 8;
                memset(data + len, 'a', before);
                memcpy(data + len + before, octets.data, octets.len);
                memset(data + len + before + octets.len, 'a', after);
                len += before + octets.len + after;
                data[len++] = 0x60;
                row_err(read_exact(parse_27, data, len), CRI_ERR_UTF8, wrong[i]);
                row_err(read_exact(parse_13, data, len), CRI_ERR_UTF8, wrong[i]);
                /* In Uri-Path. */
                uint8_t option[64] = {0xbd, (uint8_t)(before + octets.len + after - 13)};
                size_t value_len = before + octets.len + after;
                memcpy(option + 2, data + 8, value_len);
                if (value_len >= 13) {
                    row_err(read_exact(from_coap, option, 2 + value_len), CRI_ERR_UTF8, wrong[i]);
                    row_err(read_exact(coap_path_match, option, 2 + value_len), CRI_ERR_UTF8, wrong[i]);
                }
                /* In an IRI and in notation; as triplets they are octets, not characters. */
                row_ok(read_exact(from_iri, data + 8, value_len) != CRI_OK, wrong[i], "refused in an IRI");
            }
        }
        char uri[64] = "coap://h/";
        uint8_t cbor[64];
        size_t len = 0;
        cri_t cri;
        cri_text_t segment;
        const char *chars;
        for (size_t at = 0; at < octets.len; at++) {
            snprintf(uri + 9 + 3 * at, 4, "%%%02X", octets.data[at]);
        }
        row_err(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &len), CRI_OK, uri);
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, uri);
        row_ok(cri_path_get(&cri, 0, &segment) && !cri_text_plain(&segment, &chars, &len), uri, "no plain text");
        char back[64];
        row_err(cri_to_uri(&cri, back, sizeof back, &len), CRI_OK, uri);
        if (strchr(uri, '%') != NULL && octets.data[octets.len - 1] >= 0x80) {
            row_text(back, len, uri, uri);
        }
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(percent_at_the_end),
        cmocka_unit_test(nul_truncation),
        cmocka_unit_test(dot_segments),
        cmocka_unit_test(comparison),
        cmocka_unit_test(malformed_utf8),
    };
    /* clang-format on */
    return RUN(tests);
}
