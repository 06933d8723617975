/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks by size and depth that other libraries fell for, carried over to what this library reads: a test for each class.
 * docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

#include <time.h>

/* ---- recursion: CVE-2019-25001, CVE-2025-67899, CVE-2026-26209 -------------------------------------------------------- */

struct deep_row {
    const char *name;
    const char *prefix, *piece, *suffix; /* hex, or text */
    cri_err_t err;                       /* of cri_skip(), cri_uri_split() or cri_from_edn() */
};

/* clang-format off */
static const struct deep_row deep_cbor[] = {
    {"arrays", "", "81", "00", CRI_OK},
    {"arrays that end too early", "", "82", "00", CRI_ERR_TRUNCATED},
    {"maps of maps", "", "a100", "00", CRI_OK},
    {"maps in keys", "", "a1", "00", CRI_ERR_TRUNCATED},
    {"tags", "", "c1", "00", CRI_OK},
    {"tags before a CRI", "", "d863", "8220816168", CRI_OK},
    {"arrays and tags in a path", "83208161 68", "81d863", "00", CRI_OK},
    {"arrays in user information", "822083f4", "81", "00 6168", CRI_OK},
    {"open arrays", "", "9f", "00", CRI_ERR_LIMIT},
    {"open maps", "", "bf00", "00", CRI_ERR_LIMIT},
    {"open strings", "", "5f", "4100", CRI_ERR_CBOR},
};
static const struct deep_row deep_text[] = {
    {"a path", "coap://h/", "a/", "", CRI_OK},
    {"parents", "coap://h/", "../", "", CRI_OK},
    {"down and up", "coap://h/", "a/../", "", CRI_OK},
    {"a first segment", "", "a", "", CRI_OK},
    {"triplets", "coap://h/", "%41", "", CRI_OK},
    {"triplets in a host", "coap://", "%41", "", CRI_OK},
    {"labels", "coap://", "a.", "", CRI_OK},
    {"user information", "coap://", "u%40", "@h", CRI_OK},
    {"a port", "coap://h:", "0", "", CRI_OK},
    {"a query", "?", "a&", "", CRI_OK},
    {"a fragment", "#", "a%20", "", CRI_OK},
    {"a future address", "coap://[v1.", "a", "]", CRI_OK},
    {"groups", "coap://[", "1:", "]", CRI_ERR_URI_HOST},
    {"brackets", "", "[", "", CRI_ERR_URI_SYNTAX},
    {"angle brackets", "", "<a:b ", "", CRI_ERR_URI_SYNTAX},
    {"parentheses", "aa:", "(", "", CRI_OK},
};
static const struct deep_row deep_notation[] = {
    {"arrays", "", "[", "", CRI_ERR_STRUCTURE},
    {"tags", "", "99(", "", CRI_ERR_FEATURE},
    {"comments", "", "/a/", "[]", CRI_OK},
    {"open comments", "", "/*", "", CRI_ERR_SYNTAX},
    {"a literal", "cri'", "a/", "'", CRI_OK},
};
/* clang-format on */

static void recursion(void **state)
{
    (void)state;
    for (const struct deep_row *row = deep_cbor; row < deep_cbor + COUNT(deep_cbor); row++) {
        size_t len;
        uint8_t *data = repeated(from_hex, row->prefix, row->piece, row->suffix, DEEP, &len);
        row_err(skip_item(data, len), row->err, row->name);
        for (size_t i = 0; i < COUNT(cbor_readers); i++) {
            cbor_readers[i].read(data, len);
        }
        free(data);
    }
    for (const struct deep_row *row = deep_text; row < deep_text + COUNT(deep_text); row++) {
        size_t len;
        uint8_t *data = repeated(from_text, row->prefix, row->piece, row->suffix, DEEP, &len);
        row_err(uri_split(data, len), row->err, row->name);
        for (size_t i = 0; i < COUNT(text_readers); i++) {
            text_readers[i].read(data, len);
        }
        free(data);
    }
    for (const struct deep_row *row = deep_notation; row < deep_notation + COUNT(deep_notation); row++) {
        size_t len;
        uint8_t *data = repeated(from_text, row->prefix, row->piece, row->suffix, DEEP, &len);
        row_err(from_edn(data, len), row->err, row->name);
        free(data);
    }
    rows_end();
}

/* ---- truncation: CVE-2021-41040, CVE-2023-35862, CVE-2025-59391, CVE-2026-29013 -------------------------------------- */

struct truncated_row {
    const char *name;
    read_fn read;
    const char *hex; /* one whole item, from which each byte is missed */
};

/* clang-format off */
#define FULL_CRI "85 20 85 f4 6175 6168 6178 191633 82 6161 83 6162 413b 7818 616161616161616161616161616161616161616161616161 81 6171 6166"
static const struct truncated_row truncated_items[] = {
    {"a CRI", parse_27, FULL_CRI},
    {"a CRI in 13", parse_13, "84 20 83 50 fe800000000000000000000000000001 6465746830 1950ff 81 6161 82 6171 79000161"},
    {"a CRI in a tag", parse_27, "d863" FULL_CRI},
    {"a CRI in a long tag", parse_27, "db0000000000000063" FULL_CRI},
    {"heads of every width", parse_27, "82 20 84 790001 61 7a00000001 62 7b0000000000000001 63 1b0000000000001633"},
    {"a scheme by its name", parse_27, "82 7802 6162 81 6168"},
    {"a discard value", parse_27, "82 187f 81 6161"},
    {"an item of any kind", skip_item, "84 5f 4101 ff bf 00 c1 f90000 ff d8 63 a1 fb0000000000000000 80 7f 6161 60 ff"},
    {"what is skipped", parse_27, "82 20 a1 00 9f 01 ff"},
    {"an array", items_array, "82" FULL_CRI "a1 00 7802 6161"},
    {"an open array", items_array, "9f" FULL_CRI "00 ff"},
    {"authorization", aif, "82 82 82 82 6161 6162 81 6171 01 82 81 80 1b0000000100000001"},
    {"a CoRI", cori, "8e 01 64636f6170 03 447f000001 04 191633 05 187f 06 6161 07 6171 08 6166"},
    {"Proxy-Cri", proxy_cri, "83 20 81 6168 82 6161 7802 6162"},
};
/* clang-format on */

static void truncation(void **state)
{
    (void)state;
    for (const struct truncated_row *row = truncated_items; row < truncated_items + COUNT(truncated_items); row++) {
        const struct bytes bytes = from_hex(row->hex);
        for (size_t len = 0; len < bytes.len; len++) {
            /* Proxy-Cri has a shortest length. */
            bool empty = row->read == proxy_cri && len == 0;
            row_err(read_exact(row->read, bytes.data, len), empty ? CRI_ERR_COAP_LENGTH : CRI_ERR_TRUNCATED, row->name);
        }
        for (size_t i = 0; i < COUNT(cbor_readers); i++) {
            read_beginnings(&cbor_readers[i], bytes.data, bytes.len);
        }
    }
    rows_end();
}

/* ---- huge counts: CVE-2020-28491 ------------------------------------------------------------------------------------- */

static void huge_counts(void **state)
{
    /* clang-format off */
    static const char *const counts[] = {
        "1b ffffffffffffffff", "1b 8000000000000000", "1b 7fffffffffffffff", "1b 4000000000000000", "1b 0000000100000000",
        "1a ffffffff", "1a 80000000", "1a 7fffffff", "19 ffff",
    };
    static const char *const places[] = {
        "", "82", "8220", "822082", "822081", "82 20 82 6168", "83208161 68", "83208161 6881", "84208161 6880", "d863", "82 f5", "82 f5 82",
        "82 f5 81 81", "8400", "84 01", "8a 01 64636f6170 02 6168 04 01 06", "81 82 81", "81 82 81 81", "81 82 81 80", "9f",
    };
    /* clang-format on */
    (void)state;
    for (size_t place = 0; place < COUNT(places); place++) {
        for (size_t count = 0; count < COUNT(counts); count++) {
            for (uint8_t major = 2; major < 7; major++) {
                struct bytes bytes = from_hex(places[place]);
                const struct bytes head = from_hex(counts[count]);
                memcpy(bytes.data + bytes.len, head.data, head.len);
                bytes.data[bytes.len] = (uint8_t)(bytes.data[bytes.len] | major << 5);
                bytes.len += head.len;
                /* Some items follow, so that the first of them are there. */
                memset(bytes.data + bytes.len, 0x60, 7);
                bytes.len += 7;
                const char *row = to_hex(bytes.data, bytes.len);
                if (major < 6) {
                    row_err(read_exact(skip_item, bytes.data, bytes.len), CRI_ERR_TRUNCATED, row);
                }
                row_ok(read_exact(parse_27, bytes.data, bytes.len) != CRI_OK, row, "no CRI");
                row_ok(read_exact(parse_13, bytes.data, bytes.len) != CRI_OK, row, "no CRI in revision 13");
                row_ok(read_exact(cori, bytes.data, bytes.len) != CRI_OK, row, "no CoRI");
                row_ok(read_exact(aif, bytes.data, bytes.len) != CRI_OK, row, "no authorization");
                row_ok(read_exact(proxy_cri, bytes.data, bytes.len) != CRI_OK, row, "no Proxy-Cri");
                for (size_t i = 0; i < COUNT(cbor_readers); i++) {
                    read_exact(cbor_readers[i].read, bytes.data, bytes.len);
                }
            }
        }
    }
    /* Items that are there are found, whatever number is announced. */
    const struct bytes array = from_hex("9b ffffffffffffffff 8220816168 8220816169");
    cri_items_t items;
    cri_t cri;
    assert_int_equal(cri_items_array(CRI_REV_27, array.data, array.len, &items), CRI_OK);
    assert_true(cri_items_next(&items, &cri) && cri_items_next(&items, &cri) && !cri_items_next(&items, &cri));
    assert_int_equal(cri_items_error(&items), CRI_ERR_TRUNCATED);
    rows_end();
}

/*
 * ---- integer overflow: CVE-2016-7167, CVE-2018-19199, CVE-2019-17211, CVE-2024-31031, CVE-2024-34402, CVE-2024-34403,
 *      CVE-2025-64076, CVE-2026-42371, CVE-2026-44927 ----
 */

/* clang-format off */
static const struct {
    const char *name;
    read_fn read;
    const char *hex;
    cri_err_t err;
} overflowing[] = {
    {"pairs that double to 0", skip_item, "bb 8000000000000000", CRI_ERR_TRUNCATED},
    {"pairs that double to 2", skip_item, "bb 8000000000000001 00 00", CRI_ERR_TRUNCATED},
    {"pairs that double to 0 in 32 bits", skip_item, "ba 80000000", CRI_ERR_TRUNCATED},
    {"items that add up to 0", skip_item, "82 9b ffffffffffffffff 00", CRI_ERR_TRUNCATED},
    {"items that add up to 0 in 32 bits", skip_item, "82 9a ffffffff 00", CRI_ERR_TRUNCATED},
    {"pairs that add up to 0", skip_item, "82 bb 7fffffffffffffff 00 00", CRI_ERR_TRUNCATED},
    {"a text that ends where it begins", skip_item, "7b fffffffffffffff7", CRI_ERR_TRUNCATED},
    {"a text that ends at its head", skip_item, "7b ffffffffffffffff 61", CRI_ERR_TRUNCATED},
    {"a text that ends at its head in 32 bits", skip_item, "7a fffffffb", CRI_ERR_TRUNCATED},
    {"a length of more than 32 bits", skip_item, "7b 0000000100000001 61", CRI_ERR_TRUNCATED},
    {"a count of more than 32 bits", skip_item, "9b 0000000100000000", CRI_ERR_TRUNCATED},
    {"a scheme's length of more than 32 bits", parse_27, "82 7b 0000000100000001 61 81 6168", CRI_ERR_TRUNCATED},
    {"labels by more than 32 bits", parse_27, "82 20 9b 0000000100000001 6168", CRI_ERR_TRUNCATED},
    {"a label's length of more than 32 bits", parse_27, "82 20 81 7b 0000000100000001 61", CRI_ERR_TRUNCATED},
    {"an address's length of more than 32 bits", parse_27, "82 20 81 5b 0000000100000004 7f000001", CRI_ERR_TRUNCATED},
    {"segments by more than 32 bits", parse_27, "83 20 81 6168 9b 0000000100000000", CRI_ERR_TRUNCATED},
    {"segments by 2^64 - 1", parse_27, "83 20 81 6168 9b ffffffffffffffff 6161", CRI_ERR_TRUNCATED},
    {"sections by more than 32 bits", parse_27, "9b 0000000100000000", CRI_ERR_TRUNCATED},
    {"parts by more than 32 bits", parse_27, "83 20 81 6168 81 9b 0000000100000001 413a", CRI_ERR_TRUNCATED},
    {"a discard value of more than 8 bits", parse_27, "81 19 0100", CRI_ERR_DISCARD},
    {"a discard value of more than 32 bits", parse_27, "81 1b 0000000100000000", CRI_ERR_DISCARD},
    {"a tag of more than 8 bits", parse_27, "d9 0163 8220816168", CRI_ERR_FEATURE},
    {"a tag of more than 32 bits", parse_27, "db 0000000100000063 8220816168", CRI_ERR_FEATURE},
    {"options by more than 32 bits", cori, "9b 0000000100000000", CRI_ERR_TRUNCATED},
    {"options by 2^64 - 2", cori, "9b fffffffffffffffe 06 6161", CRI_ERR_TRUNCATED},
    {"an option's number of more than 8 bits", cori, "82 19 0106 6161", CRI_ERR_CORI_OPTION},
    {"an option's number of more than 32 bits", cori, "82 1b 0000000100000006 6161", CRI_ERR_CORI_OPTION},
    {"a path type of more than 8 bits", cori, "82 05 19 0100", CRI_ERR_CORI_PATH_TYPE},
    {"entries by 2^64 - 1", aif, "9b ffffffffffffffff", CRI_ERR_TRUNCATED},
    {"an entry by more than 32 bits", aif, "81 9b 0000000100000002 8180 01", CRI_ERR_STRUCTURE},
};
/* clang-format on */

/* A segment whose length has more than 16 bits comes back as it was. */
static void keep_a_long_segment(void)
{
    size_t uri_len, cbor_len = 0, text_len = 0;
    uint8_t *uri = repeated(from_text, "coap://h/", "a", "", LONG, &uri_len);
    uint8_t *cbor = malloc(uri_len + 8);
    char *text = malloc(uri_len + 1);
    cri_t cri;
    assert_int_equal(cri_from_uri(CRI_REV_27, TEXT_OF(uri, uri_len), cbor, uri_len + 8, &cbor_len), CRI_OK);
    assert_int_equal(cri_parse_exact(CRI_REV_27, cbor, cbor_len, &cri), CRI_OK);
    assert_int_equal(cri_to_uri(&cri, text, uri_len + 1, &text_len), CRI_OK);
    assert_int_equal(text_len, uri_len);
    assert_memory_equal(text, uri, uri_len);
    free(text);
    free(cbor);
    free(uri);
}

static void integer_overflow(void **state)
{
    static const size_t lens[] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2 + 1};
    (void)state;
    for (size_t i = 0; i < COUNT(overflowing); i++) {
        row_err(read_hex(overflowing[i].read, overflowing[i].hex), overflowing[i].err, overflowing[i].name);
    }
    /* The largest scheme is no small one. */
    cri_t cri = parse_hex(CRI_REV_27, "82 3b ffffffffffffffff 81 6168");
    int64_t id = 0;
    row_ok(cri_scheme(&cri, &id) && id == INT64_MIN, "the largest scheme", "INT64_MIN");
    row_err(cri_to_coap(&cri, NULL, 0, NULL, 0, &(size_t){0}), CRI_ERR_COAP_SCHEME, "the largest scheme");
    cri = parse_hex(CRI_REV_27, "82 3b 0000000100000000 81 6168");
    row_err(cri_to_coap(&cri, NULL, 0, NULL, 0, &(size_t){0}), CRI_ERR_COAP_SCHEME, "a scheme of 33 bits");

    /* Lengths that no memory has are refused before a byte is read. */
    for (size_t i = 0; i < COUNT(lens); i++) {
        const struct reader *readers[] = {cbor_readers, text_readers, option_readers};
        const size_t counts[] = {COUNT(cbor_readers), COUNT(text_readers), COUNT(option_readers)};
        uint8_t *byte = exact("a", 1);
        for (size_t kind = 0; kind < COUNT(readers); kind++) {
            for (const struct reader *reader = readers[kind]; reader < readers[kind] + counts[kind]; reader++) {
                if (reader->read != skip_item && reader->read != uri_find) {
                    row_err(reader->read(byte, lens[i]), CRI_ERR_ARGUMENT, reader->name);
                }
            }
        }
        size_t len = 4711;
        row_err(cri_skip(byte, lens[i], &len), CRI_ERR_ARGUMENT, "skip");
        row_err(cri_to_uri(&cri, (char *)byte, lens[i], &len), CRI_ERR_ARGUMENT, "the capacity of a text");
        row_err(cri_encode(&cri, byte, lens[i], &len), CRI_ERR_ARGUMENT, "the capacity of a buffer");
        row_err(cri_from_uri_with(CRI_REV_27, (const cri_scheme_row_t *)(const void *)endpoint_address, lens[i] / 2,
                                  "a:b", 3, NULL, 0, &len),
                CRI_ERR_ARGUMENT, "a table of schemes");
        row_size(len, 4711, "lengths that no memory has");
        free(byte);
    }
    keep_a_long_segment();
    rows_end();
}

/* ---- algorithmic complexity: CVE-2024-21909, CVE-2026-45822 ------------------------------------------------------------ */

/* clang-format off */
static const struct {
    const char *name;
    bool text;
    const char *prefix, *piece, *suffix;
} lengthy[] = {
    {"arrays", false, "", "81", "00"},
    {"tags", false, "", "d863", "00"},
    {"tagged CRIs in each other", false, "", "d8638320816168 81", ""},
    {"tagged CRIs that are cut short", false, "", "d86382f59b000000007fffffff", ""},
    {"open arrays", false, "9f", "9fff", "ff"},
    {"entries", false, "9a 00ffffff", "82 81 81 6161 01", ""},
    {"options of a CoRI", false, "9a 00fffffe", "06 6161", ""},
    {"parts", false, "83 20 81 6168 81 9a 00ffffff", "6161 413a", ""},
    {"parents", true, "coap://h/", "a/../", ""},
    {"parents only", true, "coap://h/", "../", ""},
    {"encoded parents", true, "coap://h/", "a/%2e%2E/", ""},
    {"slashes", true, "a:b", "/", ""},
    {"PET", true, "coap://h/", "%3A%41", ""},
    {"octets", true, "coap://h/", "%f0%9f%98", ""},
    {"dots", true, "coap://", ".", ""},
    {"at signs", true, "coap://", "a@", ""},
    {"colons", true, "", "a:", ""},
    {"brackets", true, "", "<a:b ", ""},
    {"parentheses", true, "aa:b", "((", ")"},
    {"empty options", false, "b0", "00", ""},
    {"options", false, "b161", "0161", ""},
    {"options of any number", false, "", "00", "d1 d7 02"},
};
/* clang-format on */

#if (defined(__unix__) || defined(__APPLE__)) && !defined(CRI_TEST_SMALL)
#define SMALL 2048
#define FACTOR 16
#define TOLERANCE 4

static clock_t time_of(read_fn read, const uint8_t *data, size_t len, size_t calls)
{
    clock_t start = clock();
    for (size_t i = 0; i < calls; i++) {
        read(data, len);
    }
    return clock() - start;
}

/* Sixteen times the input takes no longer than 64 calls: a quadratic step takes 256. */
static bool is_linear(read_fn read, const uint8_t *data, size_t len, const uint8_t *longer, size_t longer_len)
{
    for (size_t attempt = 0; attempt < 6; attempt++) {
        clock_t many = time_of(read, data, len, FACTOR * TOLERANCE);
        if (time_of(read, longer, longer_len, 1) <= many + CLOCKS_PER_SEC / 2000) {
            return true;
        }
    }
    return false;
}
#else
#define SMALL 128
#define FACTOR 4
static bool is_linear(read_fn read, const uint8_t *data, size_t len, const uint8_t *longer, size_t longer_len)
{
    read(data, len);
    read(longer, longer_len);
    return true;
}
#endif

static void algorithmic_complexity(void **state)
{
    (void)state;
    const struct reader *readers[] = {cbor_readers, text_readers, option_readers};
    const size_t counts[] = {COUNT(cbor_readers), COUNT(text_readers), COUNT(option_readers)};
    for (size_t i = 0; i < COUNT(lengthy); i++) {
        struct bytes (*of)(const char *) = lengthy[i].text ? from_text : from_hex;
        const char *prefix = lengthy[i].prefix, *piece = lengthy[i].piece, *suffix = lengthy[i].suffix;
        size_t len, longer_len;
        uint8_t *data = repeated(of, prefix, piece, suffix, SMALL, &len);
        uint8_t *longer = repeated(of, prefix, piece, suffix, SMALL * FACTOR, &longer_len);
        for (size_t kind = 0; kind < COUNT(readers); kind++) {
            for (const struct reader *reader = readers[kind]; reader < readers[kind] + counts[kind]; reader++) {
                if (!row_ok(is_linear(reader->read, data, len, longer, longer_len), lengthy[i].name, reader->name)) {
                    rows_end(); /* as the others may take long, too */
                }
            }
        }
        row_ok(is_linear(from_edn, data, len, longer, longer_len), lengthy[i].name, "notation");
        free(longer);
        free(data);
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursion),
        cmocka_unit_test(truncation),
        cmocka_unit_test(huge_counts),
        cmocka_unit_test(integer_overflow),
        cmocka_unit_test(algorithmic_complexity),
    };
    /* clang-format on */
    return RUN(tests);
}
