/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* To URI and from URI. Section 6, R11 to R14. */
#include "vectors.h"

static void writes_uris(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            char text[BYTES_MAX];
            size_t len = 4711;
            memset(text, FILL, sizeof text);
            if (!row_err(cri_to_uri(&cri, text, sizeof text, &len), row->uri_err, row->name)) {
                continue;
            }
            if (row->uri == NULL) {
                row_size(len, 4711, row->name);
                continue;
            }
            row_text(text, len, row->uri, row->name);
            row_ok(text[len] == '\0', row->name, "NUL behind the text");
        }
    }
    rows_end();
}

/* What has a URI comes back from it in its normal form; a reference, in which empty sections may be unset then, as its URI. */
static void reads_back_what_it_writes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            uint8_t cbor[BYTES_MAX], normal[BYTES_MAX];
            size_t len = 0, normal_len = 0;
            if (row->uri == NULL ||
                !row_err(cri_from_uri(rev, row->uri, strlen(row->uri), cbor, sizeof cbor, &len), CRI_OK, row->name)) {
                continue;
            }
            cri_t cri = parse_hex(rev, row->full ? row->hex : to_hex(cbor, len));
            if (row->full) {
                row_err(cri_normalize(&cri, normal, sizeof normal, &normal_len), CRI_OK, row->name);
                row_bytes(cbor, len, to_hex(normal, normal_len), row->name);
            } else {
                char uri[BYTES_MAX];
                row_err(cri_to_uri(&cri, uri, sizeof uri, &len), CRI_OK, row->name);
                row_text(uri, len, row->uri, row->name);
            }
        }
    }
    rows_end();
}

struct from_row {
    uint8_t rev;
    const char *uri;
    const char *hex; /* NULL if there is an error */
    cri_err_t err;
};

/* clang-format off */
static const struct from_row from_rows[] = {
    /* scheme and host to lower case */
    /* [-1, ["example", "com"], ["Path"]] */
    {BOTH, "COAP://Example.COM/Path", "832082676578616d706c6563636f6d816450617468", CRI_OK},
    {BOTH, "X-Y.z+1://h", "8267782d792e7a2b31816168", CRI_OK}, /* ["x-y.z+1", ["h"]] */
    /* triplets: unreserved ones decoded, the others kept or not as to-URI would encode them again (R13) */
    {BOTH, "coap://h%41%2Dx/%7euser", "8320816468612d7881657e75736572", CRI_OK}, /* [-1, ["ha-x"], ["~user"]] */
    {BOTH, "coap://h%2Ei", "82208261686169", CRI_OK}, /* [-1, ["h", "i"]] */
    {BOTH, "coap://non%3aport.x", "822082686e6f6e3a706f72746178", CRI_OK}, /* [-1, ["non:port", "x"]] */
    {BOTH, "coap://h/a%2fb%3Bc", "8320816168818363612f62413b6163", CRI_OK}, /* [-1, ["h"], [["a/b", h'3b', "c"]]] */
    {BOTH, "coap://h/%c3%a9%ff", "8320816168818262c3a941ff", CRI_OK}, /* [-1, ["h"], [["é", h'ff']]] */
    /* [-1, ["h"], [], ["a&b", ["c", h'3d']]] */
    {BOTH, "coap://h?a%26b&c%3D", "8420816168808263612662826163413d", CRI_OK},
    {BOTH, "#%2f%23", "8400f6f682412f6123", CRI_OK}, /* [0, null, null, [h'2f', "#"]] */
    {BOTH, "coap://a%40b@h", "822083f4636140626168", CRI_OK}, /* [-1, [false, "a@b", "h"]] */
    /* dot segments, percent-encoded ones too */
    {BOTH, "coap://h/a/./b/../c", "83208161688261616163", CRI_OK}, /* [-1, ["h"], ["a", "c"]] */
    {BOTH, "coap://h/a/%2E/%2e%2E/c", "8320816168816163", CRI_OK}, /* [-1, ["h"], ["c"]] */
    {BOTH, "coap://h/a/..", "83208161688160", CRI_OK}, /* [-1, ["h"], [""]] */
    {BOTH, "coap://h/../../a/", "832081616882616160", CRI_OK}, /* [-1, ["h"], ["a", ""]] */
    {BOTH, "coap://h/.", "83208161688160", CRI_OK}, /* [-1, ["h"], [""]] */
    {BOTH, "a/..", "82018160", CRI_OK}, /* [1, [""]] */
    {BOTH, "a/../..", "82028160", CRI_OK}, /* [2, [""]] */
    {BOTH, "..", "82028160", CRI_OK}, /* [2, [""]] */
    {BOTH, "./", "82018160", CRI_OK}, /* [1, [""]] */
    {BOTH, "a/../../b", "8202816162", CRI_OK}, /* [2, ["b"]] */
    {BOTH, "../a/../b/./c", "82028261626163", CRI_OK}, /* [2, ["b", "c"]] */
    {BOTH, "/a/../../b", "82f5816162", CRI_OK}, /* [true, ["b"]] */
    {BOTH, "coap://h/...", "832081616881632e2e2e", CRI_OK}, /* [-1, ["h"], ["..."]] */
    /* ports */
    {BOTH, "coap://h:5683", "8220816168", CRI_OK}, /* [-1, ["h"]] */
    {BOTH, "coaps://h:5684", "8221816168", CRI_OK}, /* [-2, ["h"]] */
    {BOTH, "http://h:80", "8222816168", CRI_OK}, /* [-3, ["h"]] */
    {BOTH, "https://h:443", "8223816168", CRI_OK}, /* [-4, ["h"]] */
    {BOTH, "coap+tcp://h:5683", "8226816168", CRI_OK}, /* [-7, ["h"]] */
    {BOTH, "coaps+tcp://h:5684", "8227816168", CRI_OK}, /* [-8, ["h"]] */
    {CRI_REV_13, "coap+ws://h:80", "8228816168", CRI_OK}, /* [-9, ["h"]] */
    {CRI_REV_27, "coap+ws://h:80", "823818816168", CRI_OK}, /* [-25, ["h"]] */
    {CRI_REV_13, "coaps+ws://h:443", "8229816168", CRI_OK}, /* [-10, ["h"]] */
    {CRI_REV_27, "coaps+ws://h:443", "823819816168", CRI_OK}, /* [-26, ["h"]] */
    {BOTH, "coap://h:5684", "8220826168191634", CRI_OK}, /* [-1, ["h", 5684]] */
    {BOTH, "coap://h:", "8220816168", CRI_OK}, /* [-1, ["h"]] */
    {BOTH, "//h:5683", "82f6826168191633", CRI_OK}, /* [null, ["h", 5683]] */
    {BOTH, "x://h:0", "82617882616800", CRI_OK}, /* ["x", ["h", 0]] */
    {BOTH, "x://h:65535", "82617882616819ffff", CRI_OK}, /* ["x", ["h", 65535]] */
    {BOTH, "coap://h:080", NULL, CRI_ERR_URI_PORT},
    {BOTH, "coap://h:00", NULL, CRI_ERR_URI_PORT},
    {BOTH, "coap://h:65536", NULL, CRI_ERR_URI_PORT},
    {BOTH, "coap://h:4294967376", NULL, CRI_ERR_URI_PORT},
    {BOTH, "coap://h:18446744073709551696", NULL, CRI_ERR_URI_PORT},
    {BOTH, "coap://h:8a", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "coap://h:-1", NULL, CRI_ERR_URI_SYNTAX},
    /* addresses, and what only looks like one */
    {BOTH, "coap://1.2.3.4", "8220814401020304", CRI_OK}, /* [-1, [h'01020304']] */
    {BOTH, "coap://255.255.255.255", "82208144ffffffff", CRI_OK}, /* [-1, [h'ffffffff']] */
    {BOTH, "coap://256.1.1.1", "82208463323536613161316131", CRI_OK}, /* [-1, ["256", "1", "1", "1"]] */
    {BOTH, "coap://0x7f.1", "82208264307837666131", CRI_OK}, /* [-1, ["0x7f", "1"]] */
    {BOTH, "coap://127.1", "822082633132376131", CRI_OK}, /* [-1, ["127", "1"]] */
    {BOTH, "coap://010.0.0.1", "82208463303130613061306131", CRI_OK}, /* [-1, ["010", "0", "0", "1"]] */
    {BOTH, "coap://1.2.3.4.", "822085613161326133613460", CRI_OK}, /* [-1, ["1", "2", "3", "4", ""]] */
    /* [-1, [h'20010db8000000000000000000000001']] */
    {BOTH, "coap://[2001:DB8::1]", "8220815020010db8000000000000000000000001", CRI_OK},
    /* [-1, [h'20010db8000000000000000000000001']] */
    {BOTH, "coap://[2001:db8:0:0:0:0:0.0.0.1]", "8220815020010db8000000000000000000000001", CRI_OK},
    /* [-1, [h'00000000000000000000000000000000']] */
    {BOTH, "coap://[::]", "8220815000000000000000000000000000000000", CRI_OK},
    {BOTH, "coap://[::1", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "coap://[:::1]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[1:2:3:4:5:6:7]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[1:2:3:4:5:6:7:8:9]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[12345::]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[g::]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[::1::]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[1.2.3.4]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[::1.2.3]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[::01.2.3.4]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[v1.a]", NULL, CRI_ERR_URI_HOST},
    {BOTH, "coap://[::1]x", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "coap://h]", NULL, CRI_ERR_URI_SYNTAX},
    /* [-1, [h'fe80000000000000000000000000000a', "en1"]] */
    {CRI_REV_13, "coap://[fe80::a%25en1]", "82208250fe80000000000000000000000000000a63656e31", CRI_OK},
    {CRI_REV_27, "coap://[fe80::a%25en1]", NULL, CRI_ERR_ZONE},
    {BOTH, "coap://[fe80::a%en1]", NULL, CRI_ERR_URI_HOST},
    /* hosts: empty, of empty labels */
    {BOTH, "http:///x", "832280816178", CRI_OK}, /* [-3, [], ["x"]] */
    {BOTH, "http://", "822280", CRI_OK}, /* [-3, []] */
    {BOTH, "a://h.", "82616182616860", CRI_OK}, /* ["a", ["h", ""]] */
    {BOTH, "a://.h", "82616182606168", CRI_OK}, /* ["a", ["", "h"]] */
    {BOTH, "a://@h", "82616183f4606168", CRI_OK}, /* ["a", [false, "", "h"]] */
    /* userinfo */
    {CRI_REV_27, "a://u:p@h", "82616183f463753a706168", CRI_OK}, /* ["a", [false, "u:p", "h"]] */
    {CRI_REV_13, "a://u:p@h", NULL, CRI_ERR_NO_CRI},
    {BOTH, "a://u@v@h", NULL, CRI_ERR_URI_SYNTAX},
    /* scheme or first segment */
    {BOTH, "a:", "816161", CRI_OK}, /* ["a"] */
    {BOTH, "a:/", "836161f68160", CRI_OK}, /* ["a", null, [""]] */
    {BOTH, "a:b", "836161f5816162", CRI_OK}, /* ["a", true, ["b"]] */
    {BOTH, "a:?q", "846161f680816171", CRI_OK}, /* ["a", null, [], ["q"]] */
    {BOTH, "a:b:c", "836161f58163623a63", CRI_OK}, /* ["a", true, ["b:c"]] */
    {BOTH, "./a:b", "82018163613a62", CRI_OK}, /* [1, ["a:b"]] */
    {BOTH, "a/b:c", "820182616163623a63", CRI_OK}, /* [1, ["a", "b:c"]] */
    {BOTH, ":", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, ":a", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "1a:b", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a_b:c", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "%61:b", NULL, CRI_ERR_URI_SYNTAX},
    /* what no CRI corresponds to: two slashes that begin no authority (R4) */
    {BOTH, "a:/.//b", NULL, CRI_ERR_NO_CRI},
    {BOTH, "a:/b/..//c", NULL, CRI_ERR_NO_CRI},
    {BOTH, "/.//a", NULL, CRI_ERR_NO_CRI},
    /* what is no URI reference */
    {BOTH, " ", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a b", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "<a>", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a\\b", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a^b", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "`", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "{a}", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a|b", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "\"", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "%", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "%4", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "%4g", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a%zz", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "#a#b", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "?[", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "/[a]", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "a\x01", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "\x7f", NULL, CRI_ERR_URI_SYNTAX},
    {BOTH, "coap://h/\303\251", NULL, CRI_ERR_URI_NOT_ASCII},
    {BOTH, "\200", NULL, CRI_ERR_URI_NOT_ASCII},
};
/* clang-format on */

static void normalises(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(from_rows); i++) {
        const struct from_row *row = &from_rows[i];
        FOR_EACH_REVISION(rev, row) {
            uint8_t cbor[BYTES_MAX];
            size_t len = 4711;
            memset(cbor, FILL, sizeof cbor);
            cri_err_t err = cri_from_uri(rev, row->uri, strlen(row->uri), cbor, sizeof cbor, &len);
            if (!row_err(err, row->err, row->uri)) {
                continue;
            }
            if (row->hex != NULL) {
                row_bytes(cbor, len, row->hex, row->uri);
            } else {
                row_size(len, 4711, row->uri);
                row_ok(is_filled(cbor, sizeof cbor), row->uri, "the buffer is not written");
            }
        }
    }
    rows_end();
}

/* R12: what comes out is normalised, so it does not change any more. */
static void normalises_once_for_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(from_rows); i++) {
        const struct from_row *row = &from_rows[i];
        if (row->hex == NULL) {
            continue;
        }
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            char text[BYTES_MAX];
            uint8_t cbor[BYTES_MAX];
            size_t text_len = 0;
            size_t len = 0;
            if (row_err(cri_to_uri(&cri, text, sizeof text, &text_len), CRI_OK, row->uri) &&
                row_err(cri_from_uri(rev, text, text_len, cbor, sizeof cbor, &len), CRI_OK, text)) {
                row_bytes(cbor, len, row->hex, text);
            }
        }
    }
    rows_end();
}

/* R12: at most 126 levels up can be said. */
static void limits_the_levels_up(void **state)
{
    (void)state;
    char uri[3 * 127 + 1] = "";
    uint8_t cbor[16];
    size_t len = 0;
    for (size_t levels = 0; levels < 127; levels++) {
        strcat(uri, "../");
    }
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &len), CRI_ERR_NO_CRI);
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, 3 * 126, cbor, sizeof cbor, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "82187f8160"); /* [127, [""]] */
}

/* A name of 2^16 labels and a path of 2^16 segments: sizes and heads are right beyond 16 bits. */
static void takes_long_input(void **state)
{
    (void)state;
#ifdef CRI_TEST_SMALL /* a board that has no room for more */
    enum { PARTS = 300 };
#else
    enum { PARTS = 70000 };
#endif
    static char uri[4 + 4 * PARTS];
    static uint8_t cbor[6 * PARTS];
    static char back[sizeof uri];
    size_t uri_len = 0;
    size_t len = 0;
    memcpy(uri, "a://", 4);
    uri_len = 4;
    for (size_t i = 0; i < PARTS; i++) {
        uri[uri_len++] = 'h';
        uri[uri_len++] = i + 1 < PARTS ? '.' : '/';
    }
    for (size_t i = 0; i < PARTS; i++) {
        uri[uri_len++] = 's';
        uri[uri_len++] = i + 1 < PARTS ? '/' : '?';
    }
    uri_len--;
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, uri_len, cbor, sizeof cbor, &len), CRI_OK);
    cri_t cri;
    size_t consumed = 0;
    assert_int_equal(cri_parse(CRI_REV_27, cbor, len, &cri, &consumed), CRI_OK);
    assert_int_equal(consumed, len);
    assert_int_equal(cri_host_count(&cri), PARTS);
    assert_int_equal(cri_path_count(&cri), PARTS);
    assert_int_equal(cri_to_uri(&cri, back, sizeof back, &len), CRI_OK);
    assert_int_equal(len, uri_len);
    assert_memory_equal(back, uri, uri_len);
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_uris),
        cmocka_unit_test(reads_back_what_it_writes),
        cmocka_unit_test(normalises),
        cmocka_unit_test(normalises_once_for_all),
        cmocka_unit_test(limits_the_levels_up),
        cmocka_unit_test(takes_long_input),
    };
    /* clang-format on */
    return RUN(tests);
}
