/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Dispatch by the options of a request, as bytes and one by one, without a CRI of it. */
#include "support.h"

/* A view of a URI reference, whose bytes are in cbor. */
static cri_t of_uri(const char *uri, uint8_t *cbor, size_t cbor_cap)
{
    cri_t cri;
    size_t len = 0;
    assert_int_equal(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, cbor_cap, &len), CRI_OK);
    assert_int_equal(cri_parse(CRI_REV_27, cbor, len, &cri, &len), CRI_OK);
    return cri;
}

static void append(char *text, const uint8_t *segment, size_t segment_len)
{
    size_t used = strlen(text);
    text[used] = '/';
    memcpy(text + used + 1, segment, segment_len);
    text[used + 1 + segment_len] = '\0';
}

struct row {
    const char *options; /* of the request, delta-coded */
    const char *prefix;
    const char *rest; /* segments behind slashes, NULL for no match */
};

/* 3 is Uri-Host, 7 Uri-Port, 11 Uri-Path, 12 Content-Format, 15 Uri-Query. */
/* clang-format off */
static const struct row rows[] = {
    {"b161 0162 0163", "/a", "/b/c"},
    {"b161 0162 0163", "/a/", "/b/c"},
    {"b161 0162 0163", "/a/b/c", ""},
    {"b161 0162 0163", "coaps://other/a/b", "/c"},
    {"b161 0162 0163", "/a/b/c/", NULL},
    {"b161 0162 0163", "/a/b/c/d", NULL},
    {"b161 0162 0163", "/b", NULL},
    {"b161 0162 0163", "/b/b/c", NULL},
    {"b161 0162 0163", "/a/b/d", NULL},
    {"b161 0162 0163", "/", "/a/b/c"},
    {"b161 0162 0163", "coap://h", "/a/b/c"},
    {"b161 00", "/a", "/"},
    {"b161 00", "/a/", ""},
    {"b161 00 00", "/a/", "//"},
    {"b161 00 0162", "/a/", "//b"},
    {"b161", "/a/", NULL},
    {"b161", "/a", ""},
    {"b26162", "/a", NULL},
    {"", "/", ""},
    {"", "coap://h", ""},
    {"", "/a", NULL},
    {"b0", "/", ""},
    {"b0", "coap://h", ""},
    {"b0", "//h/a", NULL},
    {"b0 0161", "/", "//a"},
    {"3168 421633 4161 10 3178 20", "/a", ""},       /* host, port, content format, query, another */
    {"3168 8161 0162 4163", "/a", "/b"},             /* the query is not of the path */
    {"b3612f62", "/a%2Fb", ""},                      /* a slash in a segment */
    {"b3612f62", "/a/b", NULL},
    {"b3612562", "/a%25b", ""},
    {"b3613b62", "/a%3Bb", NULL},                    /* PET is not what an option says */
    {"b5636166c3a9", "/caf%C3%A9", ""},
};
/* clang-format on */

static void matches(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[64];
        struct bytes options = from_hex(rows[i].options);
        cri_t prefix = of_uri(rows[i].prefix, cbor, sizeof cbor);
        cri_coap_path_t rest;
        const uint8_t *segment = NULL;
        size_t segment_len = 0;
        char text[64] = "";
        bool under = false;
        row_err(cri_coap_path_match(options.data, options.len, &prefix, &under, &rest), CRI_OK, rows[i].options);
        if (!row_ok(under == (rows[i].rest != NULL), rows[i].options, rows[i].prefix) || !under) {
            continue;
        }
        while (cri_coap_path_next(&rest, &segment, &segment_len)) {
            assert_non_null(segment);
            append(text, segment, segment_len);
        }
        row_text(text, strlen(text), rows[i].rest, rows[i].options);
    }
    rows_end();
}

/* A stack's own way through the options of a message. */
struct option {
    uint16_t number;
    const uint8_t *value;
    size_t len;
};

static size_t options_of(const struct bytes *bytes, struct option *options)
{
    size_t count = 0, at = 0;
    uint16_t number = 0;
    while (at < bytes->len) {
        number = (uint16_t)(number + (bytes->data[at] >> 4));
        options[count].number = number;
        options[count].value = bytes->data + at + 1;
        options[count].len = bytes->data[at] & 15;
        at += 1 + options[count].len;
        count++;
    }
    return count;
}

static void matches_one_by_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[64];
        struct bytes bytes = from_hex(rows[i].options);
        struct option options[8];
        size_t count = options_of(&bytes, options);
        cri_t prefix = of_uri(rows[i].prefix, cbor, sizeof cbor);
        cri_path_matcher_t matcher;
        char text[64] = "";
        bool under = false;
        size_t matched = 99;
        assert_int_equal(cri_path_matcher_init(&matcher, &prefix), CRI_OK);
        for (size_t k = 0; k < count; k++) {
            row_err(cri_path_matcher_option(&matcher, options[k].number, options[k].value, options[k].len), CRI_OK,
                    rows[i].options);
        }
        assert_int_equal(cri_path_matcher_finish(&matcher, &under, &matched), CRI_OK);
        if (!row_ok(under == (rows[i].rest != NULL), rows[i].options, rows[i].prefix) || !under) {
            assert_int_equal(matched, 99);
            continue;
        }
        for (size_t k = 0; k < count; k++) {
            if (options[k].number == CRI_COAP_URI_PATH && matched-- == 0) {
                append(text, options[k].value, options[k].len);
                matched = 0;
            }
        }
        row_text(text, strlen(text), rows[i].rest, rows[i].options);
    }
    rows_end();
}

/* A prefix may be a view that was resolved and not stored. */
static void takes_resolved_views(void **state)
{
    (void)state;
    uint8_t cbor[2][64];
    cri_t base = of_uri("coap://h/a/b/c", cbor[0], 64), reference = of_uri("../d/", cbor[1], 64), prefix;
    struct bytes options = from_hex("b161 0164 0165 0166");
    cri_coap_path_t rest;
    const uint8_t *segment = NULL;
    size_t len = 0;
    bool under = false;
    assert_int_equal(cri_resolve(&base, &reference, &prefix), CRI_OK); /* /a/d/ */
    assert_int_equal(cri_coap_path_match(options.data, options.len, &prefix, &under, &rest), CRI_OK);
    assert_true(under);
    assert_true(cri_coap_path_next(&rest, &segment, &len));
    assert_memory_equal(segment, "e", len);
    assert_true(cri_coap_path_next(&rest, &segment, &len));
    assert_ptr_equal(segment, options.data + 7); /* borrowed, not copied */
    assert_false(cri_coap_path_next(&rest, &segment, &len));
    assert_false(cri_coap_path_next(&rest, &segment, &len));
}

/* R17: whatever its Uri-Path options are, in whichever of the four ways it asks a proxy. */
static void nothing_matches_what_asks_a_proxy(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        uint16_t number;
        bool asks;
    } requests[] = {
        {"b161", 0, false},
        {"b161 d10b61", CRI_COAP_PROXY_URI, true},
        {"b161 d10f61", CRI_COAP_PROXY_SCHEME, true},
        {"b161 d1d361", CRI_COAP_PROXY_CRI, true},
        {"b161 d1d701", CRI_COAP_PROXY_SCHEME_NUMBER, true},
        {"d116 61", CRI_COAP_PROXY_URI, true}, /* without a path */
        {"b161 d10c61", 36, false},
        {"b161 d1d261", 234, false},
    };
    static const char *const paths[] = {"/a", "/"};
    for (size_t i = 0; i < COUNT(requests); i++) {
        struct bytes options = from_hex(requests[i].options);
        bool asks = !requests[i].asks;
        row_err(cri_coap_asks_proxy(options.data, options.len, &asks), CRI_OK, requests[i].options);
        row_ok(asks == requests[i].asks, requests[i].options, "asks a proxy");
        for (size_t j = 0; j < COUNT(paths); j++) {
            uint8_t cbor[64];
            cri_t prefix = of_uri(paths[j], cbor, sizeof cbor);
            cri_coap_path_t rest;
            cri_path_matcher_t matcher;
            size_t matched = 0;
            bool under = asks;
            row_err(cri_coap_path_match(options.data, options.len, &prefix, &under, &rest), CRI_OK, paths[j]);
            row_ok(under == !asks, requests[i].options, "option bytes");
            under = asks;
            assert_int_equal(cri_path_matcher_init(&matcher, &prefix), CRI_OK);
            row_err(cri_path_matcher_option(&matcher, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK, paths[j]);
            if (requests[i].number != 0) {
                row_err(cri_path_matcher_option(&matcher, requests[i].number, (const uint8_t *)"a", 1), CRI_OK,
                        paths[j]);
            }
            assert_int_equal(cri_path_matcher_finish(&matcher, &under, &matched), CRI_OK);
            row_ok(under == !asks, requests[i].options, "matcher");
        }
    }
    bool asks = false;
    assert_int_equal(cri_coap_asks_proxy(NULL, 0, &asks), CRI_OK);
    assert_int_equal(cri_coap_asks_proxy((const uint8_t *)"\xff", 1, &asks), CRI_ERR_COAP_OPTION);
    assert_int_equal(cri_coap_asks_proxy((const uint8_t *)"\xb1", 1, &asks), CRI_ERR_TRUNCATED);
    assert_int_equal(cri_coap_asks_proxy(NULL, 1, &asks), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_coap_asks_proxy(NULL, 0, NULL), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_coap_asks_proxy((const uint8_t *)&asks, 1, &asks), CRI_ERR_OVERLAP);
    rows_end();
}

static void refuses_what_is_no_request(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        cri_err_t err;
    } wrong[] = {
        {"b161 b2", CRI_ERR_TRUNCATED},       {"b161 0d", CRI_ERR_TRUNCATED},   {"b161 0e00", CRI_ERR_TRUNCATED},
        {"b161 ff", CRI_ERR_COAP_OPTION},     {"b161 f0", CRI_ERR_COAP_OPTION}, {"b161 0f", CRI_ERR_COAP_OPTION},
        {"b161 e0fffe", CRI_ERR_COAP_OPTION}, {"b161 01ff", CRI_ERR_UTF8},      {"b161 012e", CRI_ERR_DOT_SEGMENT},
        {"b161 022e2e", CRI_ERR_DOT_SEGMENT},
    };
    cri_coap_path_t rest;
    bool under = false;
    uint8_t cbor[64];
    cri_t prefix = of_uri("/a", cbor, sizeof cbor);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct bytes options = from_hex(wrong[i].options);
        row_err(cri_coap_path_match(options.data, options.len, &prefix, &under, &rest), wrong[i].err, wrong[i].options);
    }
    rows_end();
    /* 255 bytes are a segment, 256 are none. */
    static uint8_t long_segment[259] = {0xbd, 255 - 13};
    memset(long_segment + 2, 'a', 257);
    assert_int_equal(cri_coap_path_match(long_segment, 2 + 255, &prefix, &under, &rest), CRI_OK);
    long_segment[1] = 256 - 13;
    assert_int_equal(cri_coap_path_match(long_segment, 2 + 256, &prefix, &under, &rest), CRI_ERR_COAP_LENGTH);
    /* One by one: after an error nothing is under the prefix. */
    cri_path_matcher_t matcher;
    size_t matched = 0;
    assert_int_equal(cri_path_matcher_init(&matcher, &prefix), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, 11, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, 7, NULL, 0), CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_path_matcher_finish(&matcher, &under, &matched), CRI_OK);
    assert_false(under);
    /* A prefix whose path is not whole. */
    cri_t relative = of_uri("a", cbor, sizeof cbor);
    assert_int_equal(cri_path_matcher_init(&matcher, &relative), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_coap_path_match(NULL, 0, &relative, &under, &rest), CRI_ERR_NOT_FULL);
}

static void refuses_bad_calls(void **state)
{
    (void)state;
    uint8_t cbor[64];
    cri_t prefix = of_uri("/a", cbor, sizeof cbor), zeros;
    struct bytes options = from_hex("b161 0162");
    cri_coap_path_t rest;
    cri_path_matcher_t matcher, matcher_of_zeros;
    bool under = false;
    size_t matched = 0, len = 0;
    const uint8_t *segment = NULL;
    const cri_err_t argument = CRI_ERR_ARGUMENT, overlap = CRI_ERR_OVERLAP;
    memset(&zeros, 0, sizeof zeros);
    memset(&matcher_of_zeros, 0, sizeof matcher_of_zeros);
    assert_int_equal(cri_coap_path_match(NULL, 1, &prefix, &under, &rest), argument);
    assert_int_equal(cri_coap_path_match(options.data, SIZE_MAX, &prefix, &under, &rest), argument);
    assert_int_equal(cri_coap_path_match(options.data, 4, NULL, &under, &rest), argument);
    assert_int_equal(cri_coap_path_match(options.data, 4, &zeros, &under, &rest), argument);
    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, NULL, &rest), argument);
    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, &under, NULL), argument);
    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, (bool *)options.data, &rest), overlap);
    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, (bool *)&rest, &rest), overlap);
    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, (bool *)cbor, &rest), overlap);
    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, &under, (cri_coap_path_t *)(void *)&prefix),
                     overlap);

    assert_int_equal(cri_coap_path_match(options.data, 4, &prefix, &under, &rest), CRI_OK);
    assert_false(cri_coap_path_next(NULL, &segment, &len));
    assert_false(cri_coap_path_next(&rest, NULL, &len));
    assert_false(cri_coap_path_next(&rest, &segment, NULL));
    assert_false(cri_coap_path_next(&rest, &segment, (size_t *)(void *)&rest));
    assert_false(cri_coap_path_next(&rest, (const uint8_t **)(void *)&len, &len));
    assert_true(cri_coap_path_next(&rest, &segment, &len)); /* it has not moved */
    assert_memory_equal(segment, "b", len);

    assert_int_equal(cri_path_matcher_init(NULL, &prefix), argument);
    assert_int_equal(cri_path_matcher_init(&matcher, NULL), argument);
    assert_int_equal(cri_path_matcher_init(&matcher, &zeros), argument);
    assert_int_equal(cri_path_matcher_init((cri_path_matcher_t *)(void *)&prefix, &prefix), overlap);
    assert_int_equal(cri_path_matcher_option(NULL, 11, NULL, 0), argument);
    assert_int_equal(cri_path_matcher_option(&matcher_of_zeros, 11, NULL, 0), argument);
    assert_int_equal(cri_path_matcher_finish(&matcher_of_zeros, &under, &matched), argument);
    assert_int_equal(cri_path_matcher_init(&matcher, &prefix), CRI_OK);
    assert_int_equal(cri_path_matcher_option(&matcher, 11, NULL, 1), argument);
    assert_int_equal(cri_path_matcher_option(&matcher, 11, (uint8_t *)&matcher, 1), overlap);
    assert_int_equal(cri_path_matcher_finish(NULL, &under, &matched), argument);
    assert_int_equal(cri_path_matcher_finish(&matcher, NULL, &matched), argument);
    assert_int_equal(cri_path_matcher_finish(&matcher, &under, NULL), argument);
    assert_int_equal(cri_path_matcher_finish(&matcher, (bool *)&matcher, &matched), overlap);
    assert_int_equal(cri_path_matcher_finish(&matcher, &under, (size_t *)(void *)&matcher), overlap);
    assert_int_equal(cri_path_matcher_finish(&matcher, (bool *)&matched, &matched), overlap);
}

/* Which paths have an abbreviation (R29). The rows of tests/vectors have the other direction. */
static void finds_abbreviations(void **state)
{
    (void)state;
    static const struct {
        const char *hex;
        uint32_t value; /* UINT32_MAX for none */
    } rows[] = {
        {"83 20 81 6168 82 6b2e77656c6c2d6b6e6f776e 64636f7265", 0},
        {"82 f5 82 6b2e77656c6c2d6b6e6f776e 627264", 1},
        {"84 20 81 6168 83 6b2e77656c6c2d6b6e6f776e 656272736b69 627673 81 6171", 403},
        {"82 01 82 6b2e77656c6c2d6b6e6f776e 64636f7265", UINT32_MAX}, /* depends on a base */
        {"83 20 81 6168 83 6b2e77656c6c2d6b6e6f776e 64636f7265 60", UINT32_MAX},
        {"83 20 81 6168 81 6b2e77656c6c2d6b6e6f776e", UINT32_MAX},
        {"82 20 81 6168", UINT32_MAX},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cri_t cri = parse_hex(CRI_REV_27, rows[i].hex);
        uint32_t value = UINT32_MAX;
        row_ok(cri_coap_path_abbrev(&cri, &value) == (rows[i].value != UINT32_MAX), rows[i].hex, "has one");
        row_size(value, rows[i].value, rows[i].hex);
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),
        cmocka_unit_test(matches_one_by_one),
        cmocka_unit_test(takes_resolved_views),
        cmocka_unit_test(nothing_matches_what_asks_a_proxy),
        cmocka_unit_test(refuses_what_is_no_request),
        cmocka_unit_test(refuses_bad_calls),
        cmocka_unit_test(finds_abbreviations),
    };
    return RUN(tests);
}
