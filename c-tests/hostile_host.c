/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks by the authority of a URI that other libraries fell for, carried over to the functions that read URIs, and to the CRIs
 * and options in which the same can be said: a test for each class. docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

/* ---- ports: CVE-2019-14809, CVE-2024-21631 -------------------------------------------------------------------------------- */

static void port_overflow(void **state)
{
    /* clang-format off */
    static const char *const ports[] = {
        "65536", "65537", "99999", "131152", "4294967296", "4294967376", "18446744073709551616", "18446744073709551696", "00", "080", "0000000080",
        "340282366920938463463374607431768211536",
    };
    static const char *const no_ports[] = {"-1", "+80", "0x50", "8 0", "80a", "a", "80:80", "%38%30", "80\\", "80@@h"};
    static const struct {
        const char *name;
        read_fn read;
        const char *hex;
        cri_err_t err;
    } numbers[] = {
        {"a CRI: 65535", parse_27, "82 20 82 6168 19 ffff", CRI_OK},
        {"a CRI: 65536", parse_27, "82 20 82 6168 1a 00010000", CRI_ERR_PORT},
        {"a CRI: 80 and 2^16", parse_27, "82 20 82 6168 1a 00010050", CRI_ERR_PORT},
        {"a CRI: 80 and 2^32", parse_27, "82 20 82 6168 1b 0000000100000050", CRI_ERR_PORT},
        {"a CRI: 2^64 - 1", parse_27, "82 20 82 6168 1b ffffffffffffffff", CRI_ERR_PORT},
        {"a CRI: -1", parse_27, "82 20 82 6168 20", CRI_ERR_STRUCTURE},
        {"a CoRI: 65536", cori, "86 01 6161 02 6168 04 1a 00010000", CRI_ERR_PORT},
        {"a CoRI: 80 and 2^32", cori, "86 01 6161 02 6168 04 1b 0000000100000050", CRI_ERR_PORT},
        {"Uri-Port: 65535", from_coap, "72 ffff", CRI_OK},
        {"Uri-Port: 80 and 2^16", from_coap, "73 010050", CRI_ERR_COAP_LENGTH},
        {"Uri-Port: 0", from_coap, "70", CRI_OK},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(ports); i++) {
        char text[80];
        int len = snprintf(text, sizeof text, "coap://h:%s/", ports[i]);
        refuse_or_accept(text, (size_t)len, CRI_ERR_URI_PORT, true, text);
        /* It is not the default port, however many zeros. */
        bool equal = true;
        len = snprintf(text, sizeof text, "http://h:%s/", ports[i]);
        row_err(cri_uri_equal(text, (size_t)len, CRI_LIT("http://h/"), CRI_URI_SCHEME, &equal), CRI_OK, text);
        row_ok(!equal, text, "another port");
    }
    for (size_t i = 0; i < COUNT(no_ports); i++) {
        char text[80];
        int len = snprintf(text, sizeof text, "coap://h:%s/", no_ports[i]);
        refuse_or_accept(text, (size_t)len, CRI_ERR_URI_SYNTAX, false, text);
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        row_err(read_hex(numbers[i].read, numbers[i].hex), numbers[i].err, numbers[i].name);
    }
    /* More zeros than 16 bits count, and what would follow if they were not counted. */
    size_t len, host_len = 0, offset;
    uint8_t *text = repeated(from_text, "http://good:", "0", "80@evil/", LONG, &len);
    cri_uri_t parts;
    const char *host = "";
    row_err(cri_uri_split(TEXT_OF(text, len), &parts, &offset), CRI_OK, "zeros");
    row_ok(cri_uri_part(&parts, CRI_PART_HOST, &host, &host_len), "zeros", "a host");
    row_text(host, host_len, "evil", "zeros");
    free(text);
    rows_end();
}

/* ---- IP literals: CVE-2016-10196, CVE-2018-20721, CVE-2023-31130, CVE-2025-47912 ----------------------------------------- */

static void ip_literal(void **state)
{
    /* clang-format off */
    static const struct {
        const char *literal;
        bool valid;
    } rows[] = {
        {"[::]", true}, {"[::1]", true}, {"[1::]", true}, {"[1:2:3:4:5:6:7:8]", true}, {"[1:2:3:4:5:6:7::]", true}, {"[::2:3:4:5:6:7:8]", true},
        {"[::1.2.3.4]", true}, {"[1:2:3:4:5:6:1.2.3.4]", true}, {"[1:2:3:4:5::1.2.3.4]", true},
        {"[", false}, {"[]", false}, {"[:]", false}, {"[::", false}, {"[:::]", false}, {"[::::]", false}, {"[1", false}, {"[1:", false}, {"[1:]", false},
        {"[::44.1", false}, {"[::44.1]", false}, {"[::1.2.3.4", false}, {"[::1.2.3.]", false}, {"[::1.2.3.4.5]", false}, {"[::1.2.3.256]", false},
        {"[::01.2.3.4]", false}, {"[1.2.3.4]", false}, {"[1.2.3.4::]", false}, {"[::1.2.3.4:5]", false}, {"[1:2:3:4:5:6:7:1.2.3.4]", false},
        {"[1:2:3:4:5:6:7]", false}, {"[1:2:3:4:5:6:7:8:9]", false}, {"[1:2:3:4:5:6:7:8:9:a:b:c:d:e:f:0]", false}, {"[1:2:3:4:5:6:7:8::]", false},
        {"[::1:2:3:4:5:6:7:8]", false}, {"[::1::]", false}, {"[0::00:00:00/2]", false}, {"[12345::]", false}, {"[g::]", false}, {"[example.com]", false},
        {"[fe80::1]]", false}, {"[[fe80::1]", false}, {"[::1]a", false}, {"a[::1]", false}, {"[::1%]", false}, {"[::1%2]", false}, {"[::1%25]", false},
        {"[v]", false}, {"[v1]", false}, {"[v1.]", false}, {"[v.a]", false}, {"[vA.123456", false}, {"[vg.a]", false}, {"[::ffff:1.2.3.4", false},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        static const char *const places[] = {"//%s", "//%s/", "//u@%s:1", "coap://%s?q"};
        for (size_t place = 0; place < COUNT(places); place++) {
            char text[80];
            int len = snprintf(text, sizeof text, places[place], rows[i].literal);
            for (size_t reader = 0; reader < COUNT(text_readers); reader++) {
                read_beginnings(&text_readers[reader], text, (size_t)len);
                cri_err_t err = read_exact(text_readers[reader].read, text, (size_t)len);
                row_ok(reader >= STRICT_READERS || (err == CRI_OK) == rows[i].valid, text, text_readers[reader].name);
            }
        }
        /* The same in Uri-Host. */
        uint8_t option[80];
        size_t len = strlen(rows[i].literal), at = len < 13 ? 1 : 2;
        option[0] = (uint8_t)(CRI_COAP_URI_HOST << 4 | (len < 13 ? len : 13));
        option[1] = (uint8_t)(len - 13);
        memcpy(option + at, rows[i].literal, len);
        row_err(read_exact(from_coap, option, at + len), rows[i].valid ? CRI_OK : CRI_ERR_COAP_HOST, rows[i].literal);
    }
    /* As long as no buffer on a stack. */
    static const char *const pieces[] = {"1:", ":", "0", "1.", "a", "v"};
    for (size_t i = 0; i < COUNT(pieces); i++) {
        for (size_t size = 16; size <= LONG; size = size * 3 + 1) {
            size_t len;
            uint8_t *text = repeated(from_text, "//[", pieces[i], "]", size, &len);
            for (size_t reader = 0; reader < COUNT(text_readers); reader++) {
                cri_err_t err = text_readers[reader].read(text, len);
                row_ok(reader >= STRICT_READERS || err != CRI_OK, pieces[i], text_readers[reader].name);
            }
            free(text);
        }
    }
    rows_end();
}

/* ---- zone identifiers: CVE-2025-22870 --------------------------------------------------------------------------------------- */

static void zone_identifier(void **state)
{
    (void)state;
    /* A zone is no part of a name, and never makes an address another host's. */
    static const char *const zones[] = {".example.com", "eth0", "%2eexample.com", "a%00b", "%5d", "%40evil"};
    for (size_t i = 0; i < COUNT(zones); i++) {
        char text[80];
        int len = snprintf(text, sizeof text, "coap://[::1%%25%s]/", zones[i]);
        row_err(read_exact(from_uri_27, text, (size_t)len), CRI_ERR_ZONE, text);
        cri_uri_t parts;
        size_t offset, needed = 0;
        row_err(cri_uri_split(text, (size_t)len, &parts, &offset), CRI_OK, text);
        row_size(cri_uri_host_kind(&parts), CRI_HOST_IPV6_ZONE, text);
        uint8_t cbor[64];
        cri_t cri, same = parse_hex(CRI_REV_13, "82 20 81 50 00000000000000000000000000000001");
        row_err(cri_from_uri(CRI_REV_13, text, (size_t)len, cbor, sizeof cbor, &needed), CRI_OK, text);
        row_err(cri_parse_exact(CRI_REV_13, cbor, needed, &cri), CRI_OK, text);
        row_size(cri_host_kind(&cri), CRI_HOST_IPV6, text);
        row_size(cri_host_count(&cri), 0, text);
        bool is_same = true;
        row_err(cri_same_origin(&cri, &same, &is_same), CRI_OK, text);
        row_ok(!is_same, text, "another zone is another origin");
        /* Uri-Host has the address only. */
        uint8_t options[64];
        row_err(cri_to_coap(&cri, NULL, 0, options, sizeof options, &needed), CRI_OK, text);
        row_bytes(options, needed, "35 5b3a3a315d", text);
        /* As text nothing of it ends the literal, or is a NUL. */
        char host[80];
        row_err(cri_host_text(&cri, host, sizeof host, &needed), CRI_OK, text);
        row_ok(strlen(host) == needed && strpbrk(host, "]@/:") == strchr(host, ':') && strchr(host, ']') == NULL, text,
               host);
    }
    /* Of any length, in any place; an empty one is none. */
    for (size_t size = 0; size <= LONG; size = size * 2 + 1) {
        size_t len;
        uint8_t *text = repeated(from_text, "//[fe80::1%25", "a", "]", size, &len);
        row_err(from_uri_13(text, len), size == 0 ? CRI_ERR_URI_HOST : CRI_OK, "a long zone");
        row_err(from_uri_27(text, len), size == 0 ? CRI_ERR_URI_HOST : CRI_ERR_ZONE, "a long zone");
        row_err(uri_normalize(text, len), size == 0 ? CRI_ERR_URI_HOST : CRI_OK, "a long zone");
        free(text);
    }
    row_err(read_hex(parse_13, "82 20 82 447f000001 6161"), CRI_ERR_ADDRESS, "a zone after an IPv4 address");
    row_err(read_hex(parse_27, "82 20 82 6168 50 00000000000000000000000000000001"), CRI_ERR_STRUCTURE,
            "an address after a name");
    row_err(read_hex(parse_27, "82 20 83 50 00000000000000000000000000000001 6161 6162"), CRI_ERR_STRUCTURE,
            "two zones");
    row_err(read_hex(parse_27, "82 20 82 50 00000000000000000000000000000001 61ff"), CRI_ERR_UTF8,
            "a zone that is not UTF-8");
    rows_end();
}

/* ---- who is asked: CVE-2016-8624, CVE-2019-14809, CVE-2022-27780, CVE-2026-6322 --------------------------------------------------------------- */

static void scheme_and_userinfo_confusion(void **state)
{
    /* clang-format off */
    static const struct {
        const char *uri, *split_host, *host;
    } hosts[] = {
        {"http://good#@evil/", "good", "good"},
        {"http://good?@evil/", "good", "good"},
        {"http://good/@evil/", "good", "good"},
        {"http://good@evil/", "evil", "evil"},
        {"http://good:80@evil/", "evil", "evil"},
        {"http://good:80%2f@evil/", "evil", "evil"},
        {"http://good%40evil/", "good%40evil", "good%40evil"},
        {"http://good%2Fevil/", "good%2Fevil", "good%2Fevil"},
        {"http://good%3A80/", "good%3A80", "good%3A80"},
        {"http://good%23@evil/", "evil", "evil"},
        {"http://good;evil/", "good;evil", "good;evil"},
        {"http://@evil/", "evil", "evil"},
        {"http://GOOD./", "GOOD.", "good."},
        {"javascript://good/%0aalert(1)", "good", "good"},
        {"http://[::1]:80/@good", "[::1]", "::1"},
    };
    static const char *const refused[] = {
        "http://good\\@evil/", "http://good@@evil/", "http://a@good@evil/", "http://good @evil/", "http://good\t.evil/", "http://good\n/", "http://[::1]evil/",
        "http://[::1]:80evil/", "http://good:80:80/", "http://good:evil/", "http://good^evil/", "http://good|evil/", "http://good`evil/", "http://<good>/",
        "1http://good/", "+http://good/", "ht tp://good/", "ht%74p://good/", ":good", "://good/", "http:[good]", "ht\\tp:a",
    };
    /* clang-format on */
    static const char *const half[] = {
        "http://good\\@evil/",  "http://good@@evil/", "http://a@good@evil/", "http://[::1]evil/",
        "http://[::1]:80evil/", "http://good^evil/",  "http://good:evil/",   "http://good:80:80/",
    };
    (void)state;
    for (size_t i = 0; i < COUNT(hosts); i++) {
        has_host(hosts[i].uri, hosts[i].split_host, hosts[i].host, hosts[i].uri);
        /* What is found in prose has the same host; so has the text that comes back. */
        uint8_t cbor[128];
        char text[128];
        size_t len = 0, start = 1, found = 0;
        cri_t cri;
        row_err(cri_from_uri(CRI_REV_27, hosts[i].uri, strlen(hosts[i].uri), cbor, sizeof cbor, &len), CRI_OK,
                hosts[i].uri);
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, hosts[i].uri);
        row_err(cri_to_uri(&cri, text, sizeof text, &len), CRI_OK, hosts[i].uri);
        const char *same_host = hosts[i].split_host;
        char folded[32];
        for (size_t at = 0; at <= strlen(same_host); at++) {
            folded[at] = (char)(same_host[at] >= 'A' && same_host[at] <= 'Z' && strchr(same_host, '%') == NULL
                                    ? same_host[at] + 32
                                    : same_host[at]);
        }
        has_host(text, folded, hosts[i].host, hosts[i].uri);
        row_ok(cri_uri_find(hosts[i].uri, strlen(hosts[i].uri), 0, &start, &found) && start == 0 &&
                   found == strlen(hosts[i].uri),
               hosts[i].uri, "found");
    }
    for (size_t i = 0; i < COUNT(refused); i++) {
        refuse_or_accept(refused[i], strlen(refused[i]), CRI_ERR_URI_SYNTAX, false, refused[i]);
    }
    /* Nor does prose have a link to what is before the bad character. */
    for (size_t i = 0; i < COUNT(half); i++) {
        size_t start = 4711, found;
        row_ok(!cri_uri_find(half[i], strlen(half[i]), 0, &start, &found), half[i], "no link to half a host");
    }
    /* A segment is no scheme, and a path no authority. */
    static const char *const references[] = {"./a:b", "/a:b", "?a:b", "#a:b", "a/b:c", "/.//h", "//h"};
    for (size_t i = 0; i < COUNT(references); i++) {
        char text[64];
        size_t len = 0;
        row_err(cri_uri_resolve(CRI_LIT("http://good/x"), references[i], strlen(references[i]), true, text, sizeof text,
                                &len),
                CRI_OK, references[i]);
        row_ok(strncmp(text, i == 6 ? "http://h" : "http://good/", i == 6 ? 8 : 12) == 0, references[i], text);
    }
    rows_end();
}

/* ---- spellings of addresses: CVE-2021-29921 ---------------------------------------------------------------------------------------- */

static void address_spellings(void **state)
{
    /* clang-format off */
    static const char *const names[] = {
        "010.0.0.1", "127.1", "0x7f.0.0.1", "0177.0.0.1", "2130706433", "127.0.0.01", "127.0.0.256", "127.0.0.1.", "127.0.0", "127.0.0.0.1", "00.0.0.0",
        "127.0.0.1a", "1.2.3.4294967297",
    };
    static const char *const disguised[] = {
        "82 20 84 63313237 6130 6130 6131", "82 20 84 7803313237 6130 6130 6131", "82 20 85 63313237 6130 6130 6131 191633",
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        char uri[64];
        uint8_t cbor[64];
        size_t len = 0, offset;
        cri_uri_t parts;
        cri_t cri;
        snprintf(uri, sizeof uri, "coap://%s/", names[i]);
        has_host(uri, names[i], names[i], uri);
        row_err(cri_uri_split(uri, strlen(uri), &parts, &offset), CRI_OK, uri);
        row_size(cri_uri_host_kind(&parts), CRI_HOST_NAME, uri);
        row_err(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &len), CRI_OK, uri);
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, uri);
        row_size(cri_host_kind(&cri), CRI_HOST_NAME, uri);
    }
    /* Every spelling of an address that is one is that address, encoded or not, in a URI and in Uri-Host. */
    has_host("coap://127.0.0.1/", "127.0.0.1", "127.0.0.1", "an address");
    has_host("coap://%31%32%37.0.0.1/", "%31%32%37.0.0.1", "127.0.0.1", "an encoded address");
    has_host("coap://127%2e0%2e0%2e1/", "127%2e0%2e0%2e1", "127.0.0.1", "an address with encoded dots");
    for (size_t i = 0; i < COUNT(disguised); i++) {
        row_ok(read_hex(parse_27, disguised[i]) != CRI_OK, disguised[i], "refused");
    }
    row_err(read_hex(parse_27, "82 20 84 63323536 6130 6130 6131"), CRI_OK, "256.0.0.1 is a name");
    row_err(read_hex(parse_27, "82 20 84 623031 6130 6130 6131"), CRI_OK, "01.0.0.1 is a name");
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(port_overflow),
        cmocka_unit_test(ip_literal),
        cmocka_unit_test(zone_identifier),
        cmocka_unit_test(scheme_and_userinfo_confusion),
        cmocka_unit_test(address_spellings),
    };
    /* clang-format on */
    return RUN(tests);
}
