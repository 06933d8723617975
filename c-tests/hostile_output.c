/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks on output buffers that other libraries fell for, carried over to what this library writes: a test for each class.
 * docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

/* ---- buffers of a fixed size: CVE-2016-10196, CVE-2024-0962, CVE-2024-26134, CVE-2024-32017, CVE-2024-40494, CVE-2025-34468 ---- */

/* clang-format off */
static const struct {
    const char *name;
    uint16_t number;
    size_t longest;
    const char *prefix; /* what the value begins with */
} limits[] = {
    {"Uri-Host", CRI_COAP_URI_HOST, 255, ""},
    {"Uri-Port", CRI_COAP_URI_PORT, 2, ""},
    {"Uri-Path", CRI_COAP_URI_PATH, 255, ""},
    {"Uri-Query", CRI_COAP_URI_QUERY, 255, ""},
    {"Proxy-Uri", CRI_COAP_PROXY_URI, 1034, "coap://h/"},
    {"Proxy-Scheme", CRI_COAP_PROXY_SCHEME, 255, ""},
    {"Proxy-Scheme-Number", CRI_COAP_PROXY_SCHEME_NUMBER, 3, ""},
    {"ETag, which is not read", 4, 1100, ""},
};
/* clang-format on */

/* A text of any length is decoded into as many bytes. */
static void decode_a_long_text(void)
{
    size_t len, needed = 4711, size = 2 * LONG;
    uint8_t *data = repeated(from_hex, "83 20 81 6168 81 7a 00000000", "78", "", size, &len);
    uint8_t *out = malloc(size);
    cri_t cri;
    cri_text_t segment;
    assert_non_null(out);
    for (size_t i = 0; i < 4; i++) {
        data[7 + i] = (uint8_t)(size >> (24 - 8 * i));
    }
    assert_int_equal(cri_parse_exact(CRI_REV_27, data, len, &cri), CRI_OK);
    assert_true(cri_path_get(&cri, 0, &segment));
    assert_int_equal(cri_text_decode(&segment, out, size - 1, &needed), CRI_ERR_BUFFER);
    assert_int_equal(needed, size);
    assert_int_equal(cri_text_decode(&segment, out, size, &needed), CRI_OK);
    assert_memory_equal(out, data + len - size, size);
    free(out);
    free(data);
}

static void fixed_buffers(void **state)
{
    static const size_t lens[] = {0,   1,   2,   3,   4,   12,  13,   14,   63,   64,   254,  255,  256,
                                  257, 268, 269, 270, 300, 512, 1023, 1024, 1033, 1034, 1035, 1036, 1100};
    static uint8_t options[1200], cbor[600], scratch[CRI_COAP_SCRATCH];
    (void)state;
    for (size_t i = 0; i < COUNT(limits); i++) {
        for (size_t at = 0; at < COUNT(lens); at++) {
            size_t prefix_len = strlen(limits[i].prefix);
            size_t len = put_option(options, limits[i].number, lens[at], 'a');
            if (lens[at] >= prefix_len) {
                memcpy(options + len - lens[at], limits[i].prefix, prefix_len);
            }
            cri_err_t err = read_exact(from_coap, options, len);
            row_ok((err == CRI_ERR_COAP_LENGTH) ==
                       (lens[at] > limits[i].longest ||
                        (lens[at] == 0 && limits[i].number != CRI_COAP_URI_PORT &&
                         limits[i].number != CRI_COAP_URI_PATH && limits[i].number != CRI_COAP_URI_QUERY &&
                         limits[i].number != CRI_COAP_PROXY_SCHEME_NUMBER && limits[i].number != 4)),
                   limits[i].name, "refused if and only if it is too long");
            for (size_t reader = 0; reader < COUNT(option_readers); reader++) {
                read_exact(option_readers[reader].read, options, len);
            }
        }
    }
    /* A host name of labels of four bytes that is as long as Uri-Host, or longer. */
    for (size_t labels = 49; labels < 56; labels++) {
        size_t at = 0, len = 4711, name = labels * 5 - 1;
        cri_t cri;
        cri_coap_options_t iter;
        char host[300];
        const uint8_t head[] = {0x82, 0x20, 0x98, (uint8_t)labels};
        memcpy(cbor, head, sizeof head);
        for (at = sizeof head; at < sizeof head + labels * 5; at += 5) {
            memcpy(cbor + at, "\x64host", 5);
        }
        assert_int_equal(cri_parse_exact(CRI_REV_27, cbor, at, &cri), CRI_OK);
        cri_err_t wanted = name > 255 ? CRI_ERR_COAP_LENGTH : CRI_OK;
        row_err(cri_coap_options(&cri, NULL, scratch, sizeof scratch, &len, &iter), wanted, "a host name in scratch");
        row_err(cri_to_coap(&cri, NULL, 0, options, sizeof options, &len), wanted, "a host name in Uri-Host");
        row_err(cri_host_text(&cri, host, sizeof host, &len), CRI_OK, "a host name as text");
        row_size(len, name, "a host name as text");
    }
    /* A literal with an escape, and triplets of an address, are decoded into buffers of 1024 and 15 bytes. */
    for (size_t chars = 1020; chars < 1030; chars++) {
        memcpy(options, "cri'", 4);
        memset(options + 4, 'a', chars - 1);
        memcpy(options + 3 + chars, "\\''", 3);
        row_err(read_exact(from_edn, options, 6 + chars), chars > 1024 ? CRI_ERR_LIMIT : CRI_OK,
                "a literal with an escape");
    }
    for (size_t digits = 1; digits < 40; digits++) {
        memcpy(options, "coap://", 7);
        for (size_t i = 0; i < digits; i++) {
            memcpy(options + 7 + 3 * i, i % 4 == 3 ? "%2e" : "%31", 3);
        }
        size_t len = 4711;
        cri_t cri;
        row_err(cri_from_uri(CRI_REV_27, TEXT_OF(options, 7 + 3 * digits), cbor, sizeof cbor, &len), CRI_OK,
                "triplets");
        row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, "triplets");
        /* 111.111.111.1 to 111.111.111.111 */
        bool address = digits >= 13 && digits <= 15;
        row_size(cri_host_kind(&cri), address ? CRI_HOST_IPV4 : CRI_HOST_NAME, "an address of triplets");
    }
    decode_a_long_text();
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_buffers),
    };
    /* clang-format on */
    return RUN(tests);
}
