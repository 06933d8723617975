/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CoAP options out and in. RFC 7252 sections 3.1, 5.10, 6.4, 6.5 and appendix B; href-27 section 8; R16, R17. */
#include "support.h"

#define BOTH 0
#define FOR_EACH_REVISION(rev, row)                                                                                    \
    for (uint8_t rev = CRI_REV_13; rev <= CRI_REV_27; rev = (uint8_t)(rev + CRI_REV_27 - CRI_REV_13))                  \
        if ((row)->rev == BOTH || (row)->rev == rev)

#define SAME(name, number) _Static_assert((name) == (number), "the number of " #name)
SAME(CRI_ERR_COAP_SCHEME, -80);
SAME(CRI_ERR_COAP_FRAGMENT, -81);
SAME(CRI_ERR_COAP_PET, -82);
SAME(CRI_ERR_COAP_USERINFO, -83);
SAME(CRI_ERR_COAP_AUTHORITY, -84);
SAME(CRI_ERR_COAP_EMPTY_HOST, -85);
SAME(CRI_ERR_COAP_HOST, -86);
SAME(CRI_ERR_COAP_LENGTH, -87);
SAME(CRI_ERR_COAP_OPTION, -88);
SAME(CRI_ERR_COAP_REPEATED, -89);
SAME(CRI_ERR_COAP_CONFLICT, -90);
SAME(CRI_ERR_COAP_LOCATION, -91);
SAME(CRI_ERR_COAP_PATH_ABBREV, -92);
SAME(CRI_ERR_COAP_EMPTY_PATH, -93);
SAME(CRI_ERR_COAP_ORDER, -94);
SAME(CRI_COAP_URI_HOST, 3);
SAME(CRI_COAP_URI_PORT, 7);
SAME(CRI_COAP_LOCATION_PATH, 8);
SAME(CRI_COAP_URI_PATH, 11);
SAME(CRI_COAP_URI_PATH_ABBREV, 13);
SAME(CRI_COAP_URI_QUERY, 15);
SAME(CRI_COAP_LOCATION_QUERY, 20);
SAME(CRI_COAP_PROXY_URI, 35);
SAME(CRI_COAP_PROXY_SCHEME, 39);
SAME(CRI_COAP_PROXY_CRI, 235);
SAME(CRI_COAP_PROXY_SCHEME_NUMBER, 239);

static const uint8_t ipv4[4] = {198, 51, 100, 1};
static const uint8_t ipv6[16] = {0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1};

static const cri_endpoint_t at_ipv4 = {ipv4, sizeof ipv4, NULL, 0, 5683};
static const cri_endpoint_t at_ipv4_61616 = {ipv4, sizeof ipv4, NULL, 0, 61616};
static const cri_endpoint_t at_ipv6 = {ipv6, sizeof ipv6, NULL, 0, 5683};

/* ---- out --------------------------------------------------------------------------------------- */

struct out_row {
    const char *name;
    uint8_t rev;
    const char *hex;
    const cri_endpoint_t *dest;
    const char *options; /* NULL if there is an error */
    cri_err_t err;
    const char *back; /* what the options give back; NULL for hex */
};

static const struct out_row out_rows[] = {
    /* appendix B */
    {"coap://[2001:db8::2:1]/", BOTH, "8320815020010db80000000000000000000200018160", &at_ipv6, "", CRI_OK,
     "8220815020010db8000000000000000000020001"},
    {"coap://example.net/", BOTH, "832082676578616d706c65636e65748160", &at_ipv6, "3b6578616d706c652e6e6574", CRI_OK,
     "822082676578616d706c65636e6574"},
    {"coap://example.net/.well-known/core", BOTH, "832082676578616d706c65636e6574826b2e77656c6c2d6b6e6f776e64636f7265",
     &at_ipv6, "3b6578616d706c652e6e65748b2e77656c6c2d6b6e6f776e04636f7265", CRI_OK, NULL},
    {"coap://xn--18j4d.example/%E3%81%93%E3%82%93%E3%81%AB%E3%81%A1%E3%81%AF", BOTH,
     "83208269786e2d2d31386a3464676578616d706c65816fe38193e38293e381abe381a1e381af", &at_ipv6,
     "3d04786e2d2d31386a34642e6578616d706c65 8d02e38193e38293e381abe381a1e381af", CRI_OK, NULL},
    {"coap://198.51.100.1:61616//%2F//?%2F%2F&?%26", BOTH, "84208244c633640119f0b08460612f6060 82622f2f623f26",
     &at_ipv4_61616, "b0012f0000422f2f023f26", CRI_OK, NULL},
    /* heads */
    {"lengths 12, 13 and 24", BOTH,
     "8320816168836c3132333435363738393031326d31323334353637383930313233"
     "7818313233343536373839303132333435363738393031323334",
     NULL,
     "3168 8c313233343536373839303132 0d0031323334353637383930313233"
     "0d0b313233343536373839303132333435363738393031323334",
     CRI_OK, NULL},
    {"delta 15", BOTH, "84208144c633640180816171", &at_ipv4, "d10271", CRI_OK, NULL},
    /* ports */
    {"port 0", BOTH, "822082616800", NULL, "316840", CRI_OK, NULL},
    {"port 255", BOTH, "822082616818ff", NULL, "316841ff", CRI_OK, NULL},
    {"port 256", BOTH, "8220826168190100", NULL, "3168420100", CRI_OK, NULL},
    {"default port", BOTH, "8220826168191633", NULL, "3168", CRI_OK, "8220816168"},
    {"default port of coaps", BOTH, "8221816168", NULL, "3168", CRI_OK, NULL},
    {"another address", BOTH, "82208144c6336402", &at_ipv4, "3c3139382e35312e3130302e32", CRI_OK, NULL},
    {"IPv6 in brackets", BOTH, "8220815020010db8000000000000000000020001", &at_ipv4,
     "3d025b323030313a6462383a3a323a315d", CRI_OK, NULL},
    {"coap+ws", CRI_REV_13, "8228816168", NULL, "3168", CRI_OK, NULL},
    {"coap+ws", CRI_REV_27, "823818816168", NULL, "3168", CRI_OK, NULL},
    {"scheme by name", BOTH, "8264636f6170816168", NULL, NULL, CRI_ERR_COAP_SCHEME, NULL},
    {"upper case", BOTH, "8220816148", NULL, "3148", CRI_OK, NULL},
    {"name with an at sign", BOTH, "8220816375 4068", NULL, NULL, CRI_ERR_COAP_HOST, NULL},
    {"name with NUL", BOTH, "8220816361007a", NULL, NULL, CRI_ERR_COAP_HOST, NULL},
    /* R16 */
    {"reference", BOTH, "82f5816161", NULL, NULL, CRI_ERR_NOT_FULL, NULL},
    {"http", BOTH, "8222816168", NULL, NULL, CRI_ERR_COAP_SCHEME, NULL},
    {"unknown scheme", BOTH, "826161816168", NULL, NULL, CRI_ERR_COAP_SCHEME, NULL},
    {"fragment", BOTH, "8520816168808060", NULL, NULL, CRI_ERR_COAP_FRAGMENT, NULL},
    {"PET in the host", BOTH, "8220818261 61412f", NULL, NULL, CRI_ERR_COAP_PET, NULL},
    {"PET in the path", BOTH, "83208161688182 6161412f", NULL, NULL, CRI_ERR_COAP_PET, NULL},
    {"PET in the query", BOTH, "842081616880 8182 61614126", NULL, NULL, CRI_ERR_COAP_PET, NULL},
    {"userinfo", BOTH, "822083f4606168", NULL, NULL, CRI_ERR_COAP_USERINFO, NULL},
    {"no authority", BOTH, "8320f6816161", NULL, NULL, CRI_ERR_COAP_AUTHORITY, NULL},
    {"rootless", BOTH, "8320f5816161", NULL, NULL, CRI_ERR_COAP_AUTHORITY, NULL},
    {"empty host", BOTH, "822080", NULL, NULL, CRI_ERR_COAP_EMPTY_HOST, NULL},
    {"a label that is an address", CRI_REV_13, "82208167312e322e332e34", NULL, NULL, CRI_ERR_COAP_HOST, NULL},
    {"dot in a label", CRI_REV_13, "82208163612e62", NULL, NULL, CRI_ERR_COAP_HOST, NULL},
};

/* What an iterator gives, delta-coded by hand. */
static size_t delta_code(cri_coap_options_t *options, uint8_t *out)
{
    uint16_t last = 0;
    uint16_t number = 0;
    const uint8_t *value = NULL;
    size_t value_len = 0;
    size_t len = 0;
    while (cri_coap_options_next(options, &number, &value, &value_len)) {
        unsigned delta = (unsigned)(number - last);
        size_t head = len++;
        assert_true(number >= last);
        assert_non_null(value);
        out[head] = 0;
        for (int i = 0; i < 2; i++) {
            size_t part = i == 0 ? delta : value_len;
            size_t nibble = part < 13 ? part : part < 269 ? 13U : 14U;
            out[head] = (uint8_t)(out[head] * 16U + nibble);
            if (part >= 269) {
                out[len++] = (uint8_t)((part - 269) >> 8);
            }
            if (part >= 13) {
                out[len++] = (uint8_t)(part < 269 ? part - 13 : part - 269);
            }
        }
        memcpy(out + len, value, value_len);
        len += value_len;
        last = number;
    }
    return len;
}

static void writes_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(out_rows); i++) {
        const struct out_row *row = &out_rows[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_hex(rev, row->hex);
            uint8_t out[BYTES_MAX];
            uint8_t one_by_one[BYTES_MAX];
            uint8_t scratch[CRI_COAP_SCRATCH];
            size_t len = 4711;
            size_t scratch_len = 4711;
            cri_coap_options_t options;
            row_err(cri_coap_options(&cri, row->dest, scratch, sizeof scratch, &scratch_len, &options), row->err,
                    row->name);
            if (!row_err(cri_to_coap(&cri, row->dest, 0, out, sizeof out, &len), row->err, row->name)) {
                continue;
            }
            if (row->err != CRI_OK) {
                row_size(len, 4711, row->name);
                row_size(scratch_len, 4711, row->name);
                continue;
            }
            row_bytes(out, len, row->options, row->name);
            row_bytes(one_by_one, delta_code(&options, one_by_one), row->options, row->name);
            row_ok(!cri_coap_options_next(&options, &(uint16_t){0}, &(const uint8_t *){NULL}, &(size_t){0}), row->name,
                   "nothing comes after the end");
            /* and back */
            int64_t scheme = 0;
            uint8_t cbor[BYTES_MAX];
            size_t cbor_len = 0;
            assert_true(cri_scheme(&cri, &scheme));
            cri_err_t err = cri_from_coap(rev, scheme, out, len, row->dest, cbor, sizeof cbor, &cbor_len);
            if (row_err(err, CRI_OK, row->name)) {
                struct bytes back = from_hex(row->back != NULL ? row->back : row->hex);
                cri_t wanted = parse_bytes(rev, &back, row->name);
                uint8_t canonical[BYTES_MAX];
                size_t canonical_len = 0;
                assert_int_equal(cri_encode(&wanted, canonical, sizeof canonical, &canonical_len), CRI_OK);
                row_bytes(cbor, cbor_len, to_hex(canonical, canonical_len), row->name);
            }
        }
    }
    rows_end();
}

/* A view that was resolved and not stored, in two pieces, has the options of the same stored. */
static void takes_resolved_views(void **state)
{
    (void)state;
    struct bytes base_cbor = from_hex("84 20 82 6168 19f0b0 83 6161 6162 6163 81 6171");
    struct bytes reference_cbor = from_hex("83 01 82 6178 60 81 6179"); /* [1, ["x", ""], ["y"]] */
    cri_t base = parse_bytes(CRI_REV_27, &base_cbor, "base");
    cri_t reference = parse_bytes(CRI_REV_27, &reference_cbor, "reference");
    cri_t resolved;
    uint8_t out[64];
    uint8_t scratch[8];
    size_t len = 0;
    size_t scratch_len = 0;
    cri_coap_options_t options;
    assert_int_equal(cri_resolve(&base, &reference, &resolved), CRI_OK);
    assert_int_equal(cri_to_coap(&resolved, NULL, 0, out, sizeof out, &len), CRI_OK);
    assert_string_equal(to_hex(out, len), "316842f0b04161016201780"
                                          "04179");
    assert_int_equal(cri_coap_options(&resolved, NULL, scratch, sizeof scratch, &scratch_len, &options), CRI_OK);
    assert_int_equal(scratch_len, 5); /* a host of one byte, a port of two, and their heads */
    /* Path and query values point into the CRIs. */
    uint16_t number = 0;
    const uint8_t *value = NULL;
    size_t value_len = 0;
    while (cri_coap_options_next(&options, &number, &value, &value_len)) {
        bool in_base = value >= base_cbor.data && value < base_cbor.data + base_cbor.len;
        bool in_reference = value >= reference_cbor.data && value < reference_cbor.data + reference_cbor.len;
        assert_true(number < CRI_COAP_URI_PATH ? value >= scratch && value <= scratch + 5 : in_base || in_reference);
    }
}

static void starts_after_an_option(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_27, "83208161688161 61");
    cri_t implied = parse_hex(CRI_REV_27, "83208144c6336401816161");
    uint8_t out[16];
    size_t len = 4711;
    assert_int_equal(cri_to_coap(&cri, NULL, 3, out, sizeof out, &len), CRI_OK);
    assert_string_equal(to_hex(out, len), "01688161");
    len = 4711;
    assert_int_equal(cri_to_coap(&cri, NULL, 4, out, sizeof out, &len), CRI_ERR_COAP_ORDER);
    assert_int_equal(len, 4711);
    assert_int_equal(cri_to_coap(&implied, &at_ipv4, 11, out, sizeof out, &len), CRI_OK);
    assert_string_equal(to_hex(out, len), "0161");
    assert_int_equal(cri_to_coap(&implied, &at_ipv4, 12, out, sizeof out, &len), CRI_ERR_COAP_ORDER);
}

/* Every size of buffer and scratch, each ending where memory ends. */
static void fits_every_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(out_rows); i++) {
        const struct out_row *row = &out_rows[i];
        if (row->options == NULL) {
            continue;
        }
        uint8_t rev = row->rev == BOTH ? CRI_REV_27 : row->rev;
        cri_t cri = parse_hex(rev, row->hex);
        struct bytes wanted = from_hex(row->options);
        size_t needed = 0;
        cri_coap_options_t options;
        cri_err_t err = cri_coap_options(&cri, row->dest, NULL, 0, &needed, &options);
        row_err(err, needed == 0 ? CRI_OK : CRI_ERR_BUFFER, row->name);
        for (size_t cap = 0; cap <= wanted.len + 1 || cap <= needed + 1; cap++) {
            uint8_t blank[BYTES_MAX];
            memset(blank, FILL, sizeof blank);
            struct guarded out = guarded_copy(blank, cap);
            size_t len = 4711;
            row_err(cri_to_coap(&cri, row->dest, 0, out.data, cap, &len), cap < wanted.len ? CRI_ERR_BUFFER : CRI_OK,
                    row->name);
            row_size(len, wanted.len, row->name);
            memset(out.data, FILL, cap);
            row_err(cri_coap_options(&cri, row->dest, out.data, cap, &len, &options),
                    cap < needed ? CRI_ERR_BUFFER : CRI_OK, row->name);
            row_size(len, needed, row->name);
            guarded_free(&out);
        }
    }
    rows_end();
}

/* ---- in ---------------------------------------------------------------------------------------- */

struct in_row {
    const char *name;
    const char *options;
    const char *hex; /* NULL if there is an error */
    cri_err_t err;
};

/* clang-format off */
static const struct in_row in_rows[] = {
    {"nothing", "", "82208144c6336401", CRI_OK},
    {"host in upper case", "3148", "8220816148", CRI_OK},
    {"at sign in a host", "33754068", NULL, CRI_ERR_COAP_HOST},
    {"percent sign in a host", "33612561", NULL, CRI_ERR_COAP_HOST},
    {"NUL in a host", "336100 7a", NULL, CRI_ERR_COAP_HOST},
    {"space in a host", "33612062", NULL, CRI_ERR_COAP_HOST},
    {"host beyond ASCII", "32c3a9", "82208162c3a9", CRI_OK},
    {"host, port, path, query", "316842f0b0416101624171", "8420826168 19f0b0 82 6161 6162 81 6171", CRI_OK},
    {"IPv4 host", "37312e322e332e34", "8220814401020304", CRI_OK},
    {"IPv6 host", "355b3a3a315d", "8220815000000000000000000000000000000001", CRI_OK},
    {"others in between", "1178 2168 30 5161 117f 3171 d500 0000000000", "8420816168816161816171", CRI_OK},
    /* R17 */
    {"IPv6 host without brackets", "333a3a31", NULL, CRI_ERR_COAP_HOST},
    {"open bracket", "345b3a3a31", NULL, CRI_ERR_COAP_HOST},
    {"empty host", "30", NULL, CRI_ERR_COAP_LENGTH},
    {"host, no UTF-8", "31ff", NULL, CRI_ERR_UTF8},
    {"path, no UTF-8", "b1c3", NULL, CRI_ERR_UTF8},
    {"query, no UTF-8", "d10280", NULL, CRI_ERR_UTF8},
    {"dot", "b12e", NULL, CRI_ERR_DOT_SEGMENT},
    {"two dots", "b161022e2e", NULL, CRI_ERR_DOT_SEGMENT},
    {"host twice", "31680168", NULL, CRI_ERR_COAP_REPEATED},
    {"port twice", "71500150", NULL, CRI_ERR_COAP_REPEATED},
    {"port of three bytes", "73000050", NULL, CRI_ERR_COAP_LENGTH},
    /* proxies */
    {"Proxy-Scheme", "3168d117 00", NULL, CRI_ERR_SCHEME_NAME},
    {"Proxy-Scheme", "3168d817 636f61700b746370", NULL, CRI_ERR_SCHEME_NAME}, /* differs from "coap+tcp" in the bit that case does */
    {"Proxy-Scheme, number", "3168d51763 6f617073", "8221816168", CRI_OK},
    {"Proxy-Scheme, no number", "3168417f4161d30f782d79", "8363782d798261 68187f816161", CRI_OK},
    {"Proxy-Scheme-Number", "3168d1df 03", "8223816168", CRI_OK},
    {"Proxy-Scheme-Number, nothing", "d0e2", "82208144c6336401", CRI_OK},
    {"Proxy-Scheme and Proxy-Scheme-Number", "d41a636f6170d0bb", NULL, CRI_ERR_COAP_CONFLICT},
    {"Proxy-Uri", "dd1601636f61703a2f2f682f612e2e2f62", "832081616882 63612e2e 6162", CRI_OK},
    {"Proxy-Uri, fragment", "da16636f61703a2f2f682366", NULL, CRI_ERR_COAP_FRAGMENT},
    {"Proxy-Uri, reference", "d3162f2f68", NULL, CRI_ERR_NOT_FULL},
    {"Proxy-Uri, bad", "d816636f61703a2f2f5b", NULL, CRI_ERR_URI_SYNTAX},
    {"Proxy-Cri", "d5de8220816168", "8220816168", CRI_OK},
    {"Proxy-Cri, reference", "d1de80", NULL, CRI_ERR_NOT_FULL},
    {"Proxy-Cri, bad", "d1dea0", NULL, CRI_ERR_STRUCTURE},
    {"Proxy-Cri, cut", "d4de82208161", NULL, CRI_ERR_TRUNCATED},
    {"Proxy-Cri, more behind", "d6de822081616800", NULL, CRI_ERR_COAP_OPTION},
    {"Proxy-Cri and Uri-Path", "b161d5d38220816168", NULL, CRI_ERR_COAP_CONFLICT},
    {"Proxy-Cri and Proxy-Uri", "d816636f61703a2f2f68d5bb8220816168", NULL, CRI_ERR_COAP_CONFLICT},
    {"Proxy-Cri twice", "d5de8220816168 058220816168", NULL, CRI_ERR_COAP_REPEATED},
    /* malformed */
    {"delta nibble 15", "f0", NULL, CRI_ERR_COAP_OPTION},
    {"delta nibble 15 behind an option", "b161f100", NULL, CRI_ERR_COAP_OPTION},
    {"length nibble 15", "bf00", NULL, CRI_ERR_COAP_OPTION},
    {"payload marker", "b161ff00", NULL, CRI_ERR_COAP_OPTION},
    {"no extended delta", "d0", NULL, CRI_ERR_TRUNCATED},
    {"half an extended delta", "e000", NULL, CRI_ERR_TRUNCATED},
    {"no extended length", "bd", NULL, CRI_ERR_TRUNCATED},
    {"half an extended length", "be00", NULL, CRI_ERR_TRUNCATED},
    {"no value", "b1", NULL, CRI_ERR_TRUNCATED},
    {"value cut", "b26100"
              "b261", NULL, CRI_ERR_TRUNCATED},
    {"longer than any message", "beffff61", NULL, CRI_ERR_TRUNCATED},
    {"number 65535", "e0fef2", "82208144c6336401", CRI_OK},
    {"number 65536", "e0fef3", NULL, CRI_ERR_COAP_OPTION},
    {"numbers that add up to 65536", "e0fef210", NULL, CRI_ERR_COAP_OPTION},
    {"largest delta", "e0ffff", NULL, CRI_ERR_COAP_OPTION},
};
/* clang-format on */

static void reads_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(in_rows); i++) {
        const struct in_row *row = &in_rows[i];
        for (int revision = 0; revision < 2; revision++) {
            uint8_t rev = revision == 0 ? CRI_REV_13 : CRI_REV_27;
            struct bytes bytes = from_hex(row->options);
            struct guarded options = guarded_copy(bytes.data, bytes.len);
            uint8_t cbor[BYTES_MAX];
            size_t len = 4711;
            memset(cbor, FILL, sizeof cbor);
            cri_err_t err = cri_from_coap(rev, -1, options.data, bytes.len, &at_ipv4, cbor, sizeof cbor, &len);
            if (row_err(err, row->err, row->name)) {
                if (row->hex != NULL) {
                    row_bytes(cbor, len, row->hex, row->name);
                } else {
                    row_size(len, 4711, row->name);
                }
            }
            if (row->hex != NULL) {
                struct bytes wanted = from_hex(row->hex);
                for (size_t cap = 0; cap <= wanted.len + 1; cap++) {
                    struct guarded out = guarded_copy(cbor, cap);
                    len = 4711;
                    err = cri_from_coap(rev, -1, options.data, bytes.len, &at_ipv4, out.data, cap, &len);
                    row_err(err, cap < wanted.len ? CRI_ERR_BUFFER : CRI_OK, row->name);
                    row_size(len, wanted.len, row->name);
                    row_ok(cap < wanted.len || memcmp(out.data, wanted.data, wanted.len) == 0, row->name, "the bytes");
                    guarded_free(&out);
                }
            }
            guarded_free(&options);
        }
    }
    rows_end();
}

/* The bytes of all rows, cut anywhere: as good as the whole, or truncated, or refused as the whole is. */
static void reads_every_truncation(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(in_rows); i++) {
        const struct in_row *row = &in_rows[i];
        struct bytes bytes = from_hex(row->options);
        for (size_t cut = 0; cut < bytes.len; cut++) {
            struct guarded options = guarded_copy(bytes.data, cut);
            uint8_t cbor[BYTES_MAX];
            size_t len = 0;
            cri_err_t err = cri_from_coap(CRI_REV_27, -1, options.data, cut, &at_ipv4, cbor, sizeof cbor, &len);
            row_ok(err == CRI_OK || err == CRI_ERR_TRUNCATED || err == row->err, row->name, cri_err_name(err));
            guarded_free(&options);
        }
    }
    rows_end();
}

static void limits_lengths(void **state)
{
    (void)state;
    static uint8_t value[1100];
    static const struct {
        uint16_t number;
        size_t most;
        cri_err_t err; /* of a value of that length */
    } rows[] = {
        {CRI_COAP_URI_HOST, 255, CRI_OK},     {CRI_COAP_URI_PATH, 255, CRI_OK},
        {CRI_COAP_URI_QUERY, 255, CRI_OK},    {CRI_COAP_PROXY_URI, 1034, CRI_ERR_NOT_FULL},
        {CRI_COAP_PROXY_SCHEME, 255, CRI_OK}, {CRI_COAP_PROXY_CRI, 1023, CRI_ERR_STRUCTURE},
    };
    memset(value, 'x', sizeof value);
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[BYTES_MAX];
        cri_composer_t composer;
        assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &at_ipv4, cbor, sizeof cbor), CRI_OK);
        assert_int_equal(cri_composer_option(&composer, rows[i].number, value, rows[i].most), rows[i].err);
        assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &at_ipv4, cbor, sizeof cbor), CRI_OK);
        assert_int_equal(cri_composer_option(&composer, rows[i].number, value, rows[i].most + 1), CRI_ERR_COAP_LENGTH);
    }
}

/* Options one by one, as a stack gives them. */
static void composes(void **state)
{
    (void)state;
    uint8_t cbor[32];
    uint8_t address[4] = {192, 0, 2, 1};
    cri_endpoint_t dest = {address, sizeof address, NULL, 0, 61616};
    cri_composer_t composer;
    size_t len = 4711;
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, cbor, sizeof cbor), CRI_OK);
    memset(&dest, 0, sizeof dest); /* only what it points to is borrowed */
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, NULL, 0), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_QUERY, (const uint8_t *)"q", 1), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "84208244c000020119f0b0826161608161"
                                           "71");
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_ORDER);
    assert_int_equal(cri_composer_option(&composer, 60, NULL, 0), CRI_ERR_ORDER);
    /* the first error decides */
    assert_int_equal(cri_composer_init(&composer, CRI_REV_13, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)".", 1), CRI_ERR_DOT_SEGMENT);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_QUERY, (const uint8_t *)"a", 1), CRI_ERR_DOT_SEGMENT);
    len = 4711;
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_DOT_SEGMENT);
    assert_int_equal(len, 4711);
    /* a host that nothing tells may still come with Proxy-Uri, which takes precedence (R17) */
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_COAP_AUTHORITY);
    assert_int_equal(len, 4711);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_false(cri_composer_asks_proxy(&composer));
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_PROXY_URI, (const uint8_t *)"coap://i", 8), CRI_OK);
    assert_true(cri_composer_asks_proxy(&composer));
    assert_false(cri_composer_asks_proxy(NULL));
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "8220816169");
    /* ascending order */
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PORT, NULL, 0), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_HOST, (const uint8_t *)"h", 1), CRI_ERR_COAP_ORDER);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -3, NULL, cbor, sizeof cbor), CRI_ERR_COAP_SCHEME);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, 0, NULL, cbor, sizeof cbor), CRI_ERR_COAP_SCHEME);
    /* every capacity */
    for (size_t cap = 0; cap < 9; cap++) {
        uint8_t small[16];
        memset(small, FILL, sizeof small);
        assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, small, cap), CRI_OK);
        assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_HOST, (const uint8_t *)"h", 1), CRI_OK);
        assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_OK);
        assert_int_equal(cri_composer_finish(&composer, &len), cap < 8 ? CRI_ERR_BUFFER : CRI_OK);
        assert_int_equal(len, 8);
        assert_true(is_filled(small + cap, sizeof small - cap));
    }
}

static void reads_locations(void **state)
{
    (void)state;
    static const struct in_row rows[] = {
        {"nothing", "c0", "80", CRI_OK},
        {"path", "81610162", "82f58261616162", CRI_OK},
        {"path and query", "8161c171", "83f5816161816171", CRI_OK},
        {"query", "d10771", "83f58160816171", CRI_OK},
        {"dots", "822e2e", NULL, CRI_ERR_DOT_SEGMENT},
        {"reserved", "d073", NULL, CRI_ERR_COAP_OPTION},
        {"malformed", "8161f0", NULL, CRI_ERR_COAP_OPTION},
        {"cut", "82 61", NULL, CRI_ERR_TRUNCATED},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes options = from_hex(rows[i].options);
        uint8_t cbor[BYTES_MAX];
        size_t len = 4711;
        cri_err_t err = cri_from_coap_location(CRI_REV_27, options.data, options.len, cbor, sizeof cbor, &len);
        if (row_err(err, rows[i].err, rows[i].name) && rows[i].hex != NULL) {
            row_bytes(cbor, len, rows[i].hex, rows[i].name);
        }
    }
    rows_end();
    cri_composer_t composer;
    uint8_t cbor[16];
    size_t len = 0;
    assert_int_equal(cri_composer_init_location(&composer, CRI_REV_27, cbor, sizeof cbor), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_LOCATION_PATH, (const uint8_t *)"a", 1), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    assert_string_equal(to_hex(cbor, len), "82f5816161");
}

/* ---- proxies ----------------------------------------------------------------------------------- */

static void asks_proxies(void **state)
{
    (void)state;
    static const struct {
        uint16_t proxy;
        const char *hex;
        const char *options;
        cri_err_t err;
    } rows[] = {
        /* [-3, ["h"], ["a"]], of whose port nothing is implied */
        {CRI_COAP_PROXY_URI, "8322816168816161", "da16687474703a2f2f682f61", CRI_OK},
        {CRI_COAP_PROXY_CRI, "8322816168816161", "d8de8322816168816161", CRI_OK},
        {CRI_COAP_PROXY_SCHEME, "8322816168816161", "316841504161d40f68747470", CRI_OK},
        {CRI_COAP_PROXY_SCHEME_NUMBER, "8322816168816161", "316841504161d1d702", CRI_OK},
        {CRI_COAP_PROXY_SCHEME, "82208144c6336401", "3c3139382e35312e3130302e31d417636f6170", CRI_OK},
        {CRI_COAP_PROXY_URI, "82f5816161", NULL, CRI_ERR_NOT_FULL},
        {CRI_COAP_PROXY_CRI, "852081616880806166", NULL, CRI_ERR_COAP_FRAGMENT},
        {CRI_COAP_PROXY_URI, "8239ea5f816168", NULL, CRI_ERR_SCHEME_UNKNOWN},
        {CRI_COAP_PROXY_SCHEME_NUMBER, "826161816168", NULL, CRI_ERR_SCHEME_UNKNOWN},
        {CRI_COAP_PROXY_SCHEME_NUMBER, "823a01000000826168 00", NULL, CRI_ERR_COAP_LENGTH},
        {CRI_COAP_PROXY_SCHEME, "826161816168", NULL, CRI_ERR_COAP_SCHEME},
        {CRI_COAP_PROXY_SCHEME, "822083f4606168", NULL, CRI_ERR_COAP_USERINFO},
        {CRI_COAP_URI_PATH, "8220816168", NULL, CRI_ERR_ARGUMENT},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cri_t cri = parse_hex(CRI_REV_27, rows[i].hex);
        uint8_t out[64];
        uint8_t scratch[CRI_COAP_PROXY_SCRATCH];
        size_t len = 4711;
        cri_coap_options_t options;
        cri_err_t err = cri_to_coap_proxy(&cri, rows[i].proxy, &at_ipv4, 0, out, sizeof out, &len);
        if (row_err(err, rows[i].err, rows[i].hex) && rows[i].options != NULL) {
            row_bytes(out, len, rows[i].options, rows[i].hex);
        }
        err = cri_coap_proxy_options(&cri, rows[i].proxy, &at_ipv4, scratch, sizeof scratch, &len, &options);
        if (row_err(err, rows[i].err, rows[i].hex) && rows[i].options != NULL) {
            row_bytes(out, delta_code(&options, out), rows[i].options, rows[i].hex);
        }
    }
    rows_end();
}

/* ---- dispatch ---------------------------------------------------------------------------------- */

static void matches_paths(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        const char *prefix;
        const char *rest; /* segments behind slashes, NULL for no match */
    } rows[] = {
        {"coap://h/a/b/c", "/a", "/b/c"},
        {"coap://h/a/b/c", "/a/", "/b/c"},
        {"coap://h/a/b/c", "/a/b/c", ""},
        {"coap://h/a/b/c", "coaps://other/a/b", "/c"},
        {"coap://h/a/b/c", "/a/b/c/", NULL},
        {"coap://h/a/b/c", "/a/b/c/d", NULL},
        {"coap://h/a/b/c", "/b", NULL},
        {"coap://h/a/b/c", "/", "/a/b/c"},
        {"coap://h/a/b/c", "coap://h", "/a/b/c"},
        {"coap://h/a/", "/a", "/"},
        {"coap://h/a/", "/a/", ""},
        {"coap://h/a", "/a/", NULL},
        {"coap://h", "/", ""},
        {"coap://h/", "coap://h", ""},
        {"coap://h", "coap://h", ""},
        {"coap://h", "/a", NULL},
        {"coap://h//a", "/", "//a"},
        {"coap://h/a//b", "/a/", "//b"},
        {"coap://h/ab", "/a", NULL},
        {"coap://h/a?b", "/a?c", ""},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t cbor[2][64];
        cri_t cri[2];
        const char *uris[2] = {rows[i].request, rows[i].prefix};
        for (int k = 0; k < 2; k++) {
            size_t len = 0;
            assert_int_equal(cri_from_uri(CRI_REV_27, uris[k], strlen(uris[k]), cbor[k], 64, &len), CRI_OK);
            assert_int_equal(cri_parse(CRI_REV_27, cbor[k], len, &cri[k], &len), CRI_OK);
        }
        bool under = false;
        cri_iter_t rest;
        cri_text_t segment;
        char text[64] = "";
        row_err(cri_path_match(&cri[0], &cri[1], &under, &rest), CRI_OK, rows[i].request);
        if (!row_ok(under == (rows[i].rest != NULL), rows[i].request, rows[i].prefix) || !under) {
            continue;
        }
        while (cri_iter_next(&rest, &segment)) {
            size_t len = 0;
            size_t used = strlen(text);
            text[used] = '/';
            assert_int_equal(cri_text_decode(&segment, (uint8_t *)text + used + 1, 32, &len), CRI_OK);
        }
        row_text(text, strlen(text), rows[i].rest, rows[i].request);
    }
    rows_end();
    cri_t full = parse_hex(CRI_REV_27, "8220816168");
    cri_t other = parse_hex(CRI_REV_13, "8220816168");
    cri_t relative = parse_hex(CRI_REV_27, "8201816161");
    cri_iter_t rest;
    bool under = false;
    assert_int_equal(cri_path_match(&full, &relative, &under, &rest), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_path_match(&relative, &full, &under, &rest), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_path_match(&full, &other, &under, &rest), CRI_ERR_REVISION);
}

/* ---- the contract ------------------------------------------------------------------------------ */

static void refuses_bad_calls(void **state)
{
    (void)state;
    struct bytes cbor = from_hex("8320816168816161");
    cri_t cri = parse_bytes(CRI_REV_27, &cbor, "cri");
    cri_t zeros;
    uint8_t buf[64];
    uint8_t address[5] = {192, 0, 2, 1, 0};
    cri_endpoint_t dest = {address, 4, NULL, 0, 5683};
    cri_endpoint_t odd = {address, 5, NULL, 0, 5683};
    cri_endpoint_t null = {NULL, 4, NULL, 0, 5683};
    cri_endpoint_t zone = {address, 4, NULL, 1, 5683};
    cri_coap_options_t options;
    cri_composer_t composer, composer_of_zeros;
    cri_iter_t rest;
    bool flag = false;
    size_t len = 0;
    uint16_t number = 0;
    const uint8_t *value = NULL;
    memset(&zeros, 0, sizeof zeros);
    memset(&composer_of_zeros, 0, sizeof composer_of_zeros);

    const cri_err_t argument = CRI_ERR_ARGUMENT;
    assert_int_equal(cri_to_coap(NULL, NULL, 0, buf, 64, &len), argument);
    assert_int_equal(cri_to_coap(&zeros, NULL, 0, buf, 64, &len), argument);
    assert_int_equal(cri_to_coap(&cri, &odd, 0, buf, 64, &len), argument);
    assert_int_equal(cri_to_coap(&cri, &null, 0, buf, 64, &len), argument);
    assert_int_equal(cri_to_coap(&cri, &zone, 0, buf, 64, &len), argument);
    assert_int_equal(cri_to_coap(&cri, NULL, 0, NULL, 64, &len), argument);
    assert_int_equal(cri_to_coap(&cri, NULL, 0, buf, SIZE_MAX, &len), argument);
    assert_int_equal(cri_to_coap(&cri, NULL, 0, buf, 64, NULL), argument);
    assert_int_equal(cri_coap_options(NULL, NULL, buf, 64, &len, &options), argument);
    assert_int_equal(cri_coap_options(&cri, NULL, buf, 64, NULL, &options), argument);
    assert_int_equal(cri_coap_options(&cri, NULL, buf, 64, &len, NULL), argument);
    assert_int_equal(cri_from_coap(1, -1, buf, 0, &dest, buf, 64, &len), argument);
    assert_int_equal(cri_from_coap(CRI_REV_27, -1, NULL, 1, &dest, buf, 64, &len), argument);
    assert_int_equal(cri_from_coap(CRI_REV_27, -1, NULL, 0, &odd, buf, 64, &len), argument);
    assert_int_equal(cri_from_coap_location(1, NULL, 0, buf, 64, &len), argument);
    assert_int_equal(cri_composer_init(NULL, CRI_REV_27, -1, NULL, buf, 64), argument);
    assert_int_equal(cri_composer_init(&composer, 0, -1, NULL, buf, 64), argument);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, NULL, 64), argument);
    assert_int_equal(cri_composer_init_location(&composer, 0, buf, 64), argument);
    assert_int_equal(cri_composer_option(NULL, 3, NULL, 0), argument);
    assert_int_equal(cri_composer_option(&composer_of_zeros, 3, NULL, 0), argument);
    assert_int_equal(cri_composer_finish(&composer_of_zeros, &len), argument);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, buf, 64), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, 3, NULL, 1), argument);
    assert_int_equal(cri_composer_finish(&composer, NULL), argument);
    assert_int_equal(cri_path_match(&cri, &cri, NULL, &rest), argument);
    assert_int_equal(cri_path_match(&cri, &cri, &flag, NULL), argument);
    assert_int_equal(cri_path_match(&cri, NULL, &flag, &rest), argument);
    assert_false(cri_coap_options_next(NULL, &number, &value, &len));
    assert_int_equal(cri_coap_options(&cri, &dest, buf, 64, &len, &options), CRI_OK);
    assert_false(cri_coap_options_next(&options, NULL, &value, &len));
    assert_false(cri_coap_options_next(&options, &number, NULL, &len));
    assert_false(cri_coap_options_next(&options, &number, &value, NULL));
    assert_true(cri_coap_options_next(&options, &number, &value, &len)); /* it has not moved */
    assert_int_equal(number, CRI_COAP_URI_HOST);

    const cri_err_t overlap = CRI_ERR_OVERLAP;
    assert_int_equal(cri_to_coap(&cri, NULL, 0, cbor.data, 4, &len), overlap);
    assert_int_equal(cri_to_coap(&cri, NULL, 0, (uint8_t *)&cri, 4, &len), overlap);
    assert_int_equal(cri_to_coap(&cri, NULL, 0, (uint8_t *)&len, 4, &len), overlap);
    assert_int_equal(cri_to_coap(&cri, &dest, 0, address, 4, &len), overlap);
    assert_int_equal(cri_to_coap(&cri, &dest, 0, (uint8_t *)&dest, 4, &len), overlap);
    assert_int_equal(cri_coap_options(&cri, NULL, cbor.data, 4, &len, &options), overlap);
    assert_int_equal(cri_coap_options(&cri, NULL, (uint8_t *)&options, 4, &len, &options), overlap);
    assert_int_equal(cri_coap_options(&cri, &dest, address, 4, &len, &options), overlap);
    assert_int_equal(cri_from_coap(CRI_REV_27, -1, buf, 8, &dest, buf, 64, &len), overlap);
    assert_int_equal(cri_from_coap(CRI_REV_27, -1, NULL, 0, &dest, address, 4, &len), overlap);
    assert_int_equal(cri_from_coap_location(CRI_REV_27, buf, 8, buf, 64, &len), overlap);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, NULL, (uint8_t *)&composer, 4), overlap);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, address, 4), overlap);
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, buf, 64), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, 3, buf, 1), overlap);
    assert_int_equal(cri_composer_option(&composer, 3, (uint8_t *)&composer, 1), overlap);
    assert_int_equal(cri_composer_finish(&composer, (size_t *)(void *)buf), overlap);
    assert_int_equal(cri_path_match(&cri, &cri, &flag, (cri_iter_t *)(void *)&cri), overlap);
}

/* An address has 4 or 16 bytes, and the length of the result is not stored over what the endpoint borrows. */
static void checks_the_endpoint(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 3, 5, 15, 17};
    union {
        uint8_t bytes[24];
        size_t len;
    } address = {{0xfe, 0x80}}, zone = {"eth0eth"};
    cri_endpoint_t dest = {address.bytes, 16, (const char *)zone.bytes, 8, 5683};
    cri_composer_t composer;
    cri_t cri = parse_hex(CRI_REV_27, "8220816168");
    uint8_t buf[64];
    size_t len = 4711;
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &address.len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_composer_finish(&composer, &zone.len), CRI_ERR_OVERLAP);
    assert_memory_equal(zone.bytes, "eth0eth", 8);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    for (size_t i = 0; i < COUNT(lengths); i++) {
        dest.addr_len = lengths[i];
        assert_int_equal(cri_to_coap(&cri, &dest, 0, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
        assert_int_equal(cri_composer_init(&composer, CRI_REV_27, -1, &dest, buf, sizeof buf), CRI_ERR_ARGUMENT);
    }
    dest.addr = NULL;
    dest.addr_len = 0;
    assert_int_equal(cri_to_coap(&cri, &dest, 0, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_options),
        cmocka_unit_test(takes_resolved_views),
        cmocka_unit_test(starts_after_an_option),
        cmocka_unit_test(fits_every_buffer),
        cmocka_unit_test(reads_options),
        cmocka_unit_test(reads_every_truncation),
        cmocka_unit_test(limits_lengths),
        cmocka_unit_test(composes),
        cmocka_unit_test(reads_locations),
        cmocka_unit_test(asks_proxies),
        cmocka_unit_test(matches_paths),
        cmocka_unit_test(refuses_bad_calls),
        cmocka_unit_test(checks_the_endpoint),
    };
    /* clang-format on */
    return RUN(tests);
}
