/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks by the options of a CoAP message that other libraries fell for, carried over to the functions that read options: a
 * test for each class. docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

/* ---- extended deltas and lengths: CVE-2018-12679, CVE-2018-12680, CVE-2019-17212, CVE-2020-12883 ----------------------- */

/* What RFC 7252 3.1 says of options, written once more: a nibble of 15 and a number above 65535 are malformed. */
static cri_err_t options_by_the_book(const uint8_t *data, size_t len)
{
    uint32_t number = 0;
    for (size_t at = 0; at < len;) {
        uint32_t fields[] = {data[at] >> 4U, data[at] & 15U};
        at++;
        if (fields[0] == 15 || fields[1] == 15) {
            return CRI_ERR_COAP_OPTION;
        }
        for (size_t i = 0; i < 2; i++) {
            size_t width = fields[i] < 13 ? 0 : fields[i] - 12;
            if (width > len - at) {
                return CRI_ERR_TRUNCATED;
            }
            if (width > 0) {
                fields[i] = width == 1 ? data[at] + 13U : (uint32_t)data[at] * 256 + data[at + 1] + 269;
                at += width;
            }
        }
        number += fields[0];
        if (number > 65535) {
            return CRI_ERR_COAP_OPTION;
        }
        if (fields[1] > len - at) {
            return CRI_ERR_TRUNCATED;
        }
        at += fields[1];
    }
    return CRI_OK;
}

/* All readers on these options: none goes past the end, and none accepts what is malformed. */
static void read_options(const uint8_t *data, size_t len)
{
    const char *row = to_hex(data, len);
    cri_err_t wanted = options_by_the_book(data, len);
    row_err(read_exact(asks_proxy, data, len), wanted, row);
    for (size_t i = 1; i < COUNT(option_readers); i++) {
        cri_err_t err = read_exact(option_readers[i].read, data, len);
        row_ok(wanted == CRI_OK || err != CRI_OK, row, option_readers[i].name);
    }
}

static void option_heads(void **state)
{
    static const uint8_t extensions[] = {0x00, 0x01, 0x0d, 0x7f, 0xfe, 0xff};
    uint8_t data[8];
    (void)state;
    for (unsigned initial = 0; initial < 256; initial++) {
        for (size_t first = 0; first < COUNT(extensions); first++) {
            for (size_t second = 0; second < COUNT(extensions); second++) {
                const uint8_t pattern[] = {(uint8_t)initial,
                                           extensions[first],
                                           extensions[second],
                                           extensions[first],
                                           extensions[second],
                                           extensions[second],
                                           0x61};
                memcpy(data, pattern, sizeof pattern);
                for (size_t len = 1; len <= sizeof pattern; len++) {
                    read_options(data, len);
                }
            }
        }
        /* After another option: the first of a row of Uri-Path, and one that is the largest there is. */
        for (size_t len = 1; len <= 3; len++) {
            const uint8_t after_path[] = {0xb1, 'a', (uint8_t)initial, 0xff, 0xff};
            const uint8_t after_all[] = {0xe0, 0xfe, 0xf2, (uint8_t)initial, 0x00, 0x00};
            read_options(after_path, 2 + len);
            read_options(after_all, 3 + len);
        }
    }
    rows_end();
}

/* ---- values past the end: CVE-2020-12884 -------------------------------------------------------------------------------- */

/* Values of every length around those where the head changes: every byte is there, or it is not read. */
static void option_lengths(void **state)
{
    /* clang-format off */
    static const size_t lens[] = {
        0, 1, 12, 13, 14, 255, 256, 268, 269, 270, 500,
#if LONG > 65535
        65535, 65536, 65537, 65544, 65803, 65804,
#endif
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(lens); i++) {
        uint8_t *data = malloc(lens[i] + 3);
        assert_non_null(data);
        size_t len = put_option(data, CRI_COAP_URI_PATH, lens[i], 'a');
        for (size_t reader = 0; reader < COUNT(option_readers); reader++) {
            read_fn read = option_readers[reader].read;
            bool ignored = read == asks_proxy || read == from_coap_location;
            row_err(read_exact(read, data, len), lens[i] > 255 && !ignored ? CRI_ERR_COAP_LENGTH : CRI_OK,
                    option_readers[reader].name);
            /* One byte is missing. */
            if (lens[i] > 0) {
                row_err(read_exact(read, data, len - 1), CRI_ERR_TRUNCATED, option_readers[reader].name);
            }
        }
        free(data);
    }
    rows_end();
}

/* ---- numbers that wrap around: CVE-2020-10063, CVE-2020-12887 ----------------------------------------------------------- */

static void option_number_overflow(void **state)
{
    /* clang-format off */
    static const struct {
        const char *name, *hex;
        cri_err_t err;
    } rows[] = {
        {"the largest number", "e0 fef2", CRI_OK},
        {"the largest number, twice", "e0 fef2 00", CRI_OK},
        {"one more", "e0 fef3", CRI_ERR_COAP_OPTION},
        {"the largest delta", "e0 ffff", CRI_ERR_COAP_OPTION},
        {"wraps to Uri-Host", "e0 fef2 41 68", CRI_ERR_COAP_OPTION},
        {"wraps to Uri-Path", "b1 61 e0 fee7 c1 62", CRI_ERR_COAP_OPTION},
        {"wraps to Proxy-Uri", "e0 fef2 d4 17 613a2f62", CRI_ERR_COAP_OPTION},
        {"wraps to 0", "e0 7ef3 e0 7ef3", CRI_ERR_COAP_OPTION},
        {"wraps to Uri-Path in one step", "61 62 e1 fef8 61", CRI_ERR_COAP_OPTION},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t reader = 0; reader < COUNT(option_readers); reader++) {
            row_err(read_hex(option_readers[reader].read, rows[i].hex), rows[i].err, rows[i].name);
        }
    }
    /* 257 steps of 255 reach the largest number; one more step is one too many. */
    static uint8_t steps[2 * 258];
    for (size_t i = 0; i < sizeof steps; i += 2) {
        steps[i] = 0xd0;
        steps[i + 1] = 255 - 13;
    }
    for (size_t reader = 0; reader < COUNT(option_readers); reader++) {
        row_err(read_exact(option_readers[reader].read, steps, sizeof steps - 2), CRI_OK, "257 steps");
        row_err(read_exact(option_readers[reader].read, steps, sizeof steps), CRI_ERR_COAP_OPTION, "258 steps");
    }
    /* Option by option, numbers only grow. */
    cri_composer_t composer;
    const cri_endpoint_t endpoint = endpoint_of_test();
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, CRI_SCHEME_COAP, &endpoint, TO_DISCARDED), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, UINT16_MAX, endpoint_address, 4), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, endpoint_address, 0), CRI_ERR_COAP_ORDER);
    cri_path_matcher_t matcher;
    cri_t prefix = parse_hex(CRI_REV_27, "82 f5 81 6161");
    bool under = true;
    assert_int_equal(cri_path_matcher_init(&matcher, &prefix), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, UINT16_MAX, endpoint_address, 0), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_path_matcher_finish(&matcher, &under, &(size_t){0}), CRI_OK);
    assert_false(under);
    rows_end();
}

/* ---- empty options: CVE-2020-12885 -------------------------------------------------------------------------------------- */

/* As many empty options as fit: each is a step, so that no walk stands still, and each is one segment or parameter. */
static void empty_options(void **state)
{
    static uint8_t options[301], cbor[400];
    const cri_endpoint_t endpoint = endpoint_of_test();
    (void)state;
    for (size_t count = 2; count <= sizeof options; count++) {
        size_t len = 0, under_root = 0, segment_len;
        cri_t cri, root = parse_hex(CRI_REV_27, "82 f5 80");
        bool under = false;
        cri_coap_path_t rest;
        const uint8_t *segment;
        memset(options, 0, count);
        options[0] = CRI_COAP_URI_PATH << 4;
        row_err(cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, options, count, &endpoint, cbor, sizeof cbor, &len), CRI_OK,
                "segments");
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, "segments");
        row_size(cri_path_count(&cri), count, "segments");
        row_err(cri_coap_path_match(options, count, &root, &under, &rest), CRI_OK, "segments");
        while (under && cri_coap_path_next(&rest, &segment, &segment_len)) {
            row_ok(segment != NULL && segment_len == 0, "segments", "an empty segment");
            under_root++;
        }
        row_size(under_root, count, "segments");
        options[0] = 0xd0;
        options[1] = CRI_COAP_URI_QUERY - 13;
        row_err(cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, options, count, &endpoint, cbor, sizeof cbor, &len), CRI_OK,
                "parameters");
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, "parameters");
        row_size(cri_query_count(&cri), count - 1, "parameters");
        /* Out again, with an iterator that ends. */
        cri_coap_options_t iter;
        uint8_t scratch[CRI_COAP_SCRATCH];
        uint16_t number;
        size_t steps = 0;
        row_err(cri_coap_options(&cri, &endpoint, scratch, sizeof scratch, &len, &iter), CRI_OK, "parameters");
        while (steps <= count && cri_coap_options_next(&iter, &number, &segment, &segment_len)) {
            row_ok(segment != NULL && segment_len == 0, "parameters", "an empty parameter");
            steps++;
        }
        row_size(steps, count - 1, "parameters");
    }
    rows_end();
}

/* ---- repeated options, and more than a table holds: CVE-2019-9004, CVE-2020-12887 --------------------------------------- */

static void repeated_options(void **state)
{
    /* clang-format off */
    static const struct {
        const char *name, *hex;
        cri_err_t err;
    } rows[] = {
        {"Uri-Host", "3168 01 69", CRI_ERR_COAP_REPEATED},
        {"Uri-Port", "71 01 01 02", CRI_ERR_COAP_REPEATED},
        {"Proxy-Uri", "d4 16 613a2f62 04 613a2f62", CRI_ERR_COAP_REPEATED},
        {"Proxy-Scheme", "d4 1a 636f6170 04 636f6170", CRI_ERR_COAP_REPEATED},
        {"Proxy-Scheme-Number", "d1 e2 01 01 02", CRI_ERR_COAP_REPEATED},
        {"Proxy-Cri", "d5 de 8220816168 05 8220816169", CRI_ERR_COAP_REPEATED},
        {"Proxy-Cri and Uri-Path", "b161 d5 d3 8220816168", CRI_ERR_COAP_CONFLICT},
        {"Proxy-Scheme and its number", "d4 1a 636f6170 d1 bb 01", CRI_ERR_COAP_CONFLICT},
        {"Uri-Path-Abbrev", "d0 00 00", CRI_ERR_COAP_PATH_ABBREV},
        {"Uri-Path-Abbrev of another value", "d0 00 01 01", CRI_ERR_COAP_PATH_ABBREV},
        {"Uri-Path and Uri-Path-Abbrev", "b161 20", CRI_ERR_COAP_PATH_ABBREV},
        {"others may be repeated", "00 00 00 00 40 00 00 10 00 00 b161 01 62 4171 01 72", CRI_OK},
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        row_err(read_hex(from_coap, rows[i].hex), rows[i].err, rows[i].name);
        for (size_t reader = 0; reader < COUNT(option_readers); reader++) {
            const struct bytes bytes = from_hex(rows[i].hex);
            read_beginnings(&option_readers[reader], bytes.data, bytes.len);
        }
    }
    /* One option of each number, and as many of one number as there is room for: there is no table of them. */
    static uint8_t options[500];
    static const uint8_t fills[] = {0x10, 0x00};
    for (size_t fill = 0; fill < COUNT(fills); fill++) {
        for (size_t len = 1; len < sizeof options; len++) {
            memset(options, fills[fill], len);
            bool whole = fill == 0 && len >= CRI_COAP_URI_HOST;       /* Uri-Host is never empty */
            bool both = fill == 0 && len >= CRI_COAP_URI_PATH_ABBREV; /* with Uri-Path */
            const cri_err_t of_path = both ? CRI_ERR_COAP_PATH_ABBREV : CRI_OK;
            row_err(read_exact(asks_proxy, options, len), CRI_OK, "many options");
            row_err(read_exact(from_coap, options, len), whole ? CRI_ERR_COAP_LENGTH : CRI_OK, "many options");
            row_err(read_exact(coap_path_match, options, len), of_path, "many options");
            row_err(read_exact(coap_route, options, len), of_path, "many options");
        }
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(option_heads),
        cmocka_unit_test(option_lengths),
        cmocka_unit_test(option_number_overflow),
        cmocka_unit_test(empty_options),
        cmocka_unit_test(repeated_options),
    };
    /* clang-format on */
    return RUN(tests);
}
