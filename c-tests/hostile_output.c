/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks on output buffers that other libraries fell for, carried over to what this library writes: a test for each class.
 * docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

/* ---- writing one byte too far: CVE-2018-19198, CVE-2023-30362, CVE-2024-31225, CVE-2026-27703 ---------------------------- */

#define TEXT_BUF (char *)buf, cap, needed
#define BYTES_BUF (uint8_t *)buf, cap, needed

static cri_err_t put_from_uri(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_from_uri(CRI_REV_27, TEXT_OF(data, len), BYTES_BUF);
}

static cri_err_t put_from_iri(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_from_iri(CRI_REV_13, TEXT_OF(data, len), BYTES_BUF);
}

static cri_err_t put_normalized(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_uri_normalize(TEXT_OF(data, len), CRI_URI_SCHEME, TEXT_BUF);
}

static cri_err_t put_resolved(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_uri_resolve(CRI_LIT("a:/b/c/d"), TEXT_OF(data, len), true, TEXT_BUF);
}

static cri_err_t put_decoded(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_uri_decode(TEXT_OF(data, len), BYTES_BUF);
}

static cri_err_t put_escaped(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_escape(data, len, TEXT_BUF);
}

static cri_err_t put_unwrapped(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_uri_unwrap(TEXT_OF(data, len), TEXT_BUF);
}

static cri_err_t put_decomposed(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_cori_decompose(TEXT_OF(data, len), BYTES_BUF);
}

static cri_err_t put_from_edn(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    size_t offset;
    return cri_from_edn(CRI_REV_27, TEXT_OF(data, len), BYTES_BUF, &offset);
}

/* What is made of a CRI begins with the CRI of a URI, and ends with it. */
#define OF_CRI(name, call)                                                                                             \
    static cri_err_t name(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)                      \
    {                                                                                                                  \
        cri_t cri;                                                                                                     \
        cri_err_t err = cri_parse_exact(CRI_REV_27, data, len, &cri);                                                  \
        return err != CRI_OK ? err : call;                                                                             \
    }
OF_CRI(put_uri, cri_to_uri(&cri, TEXT_BUF))
OF_CRI(put_iri, cri_to_iri(&cri, TEXT_BUF))
OF_CRI(put_edn, cri_to_edn(&cri, TEXT_BUF))
OF_CRI(put_literal, cri_to_edn_literal(&cri, TEXT_BUF))
OF_CRI(put_host, cri_host_text(&cri, TEXT_BUF))
OF_CRI(put_encoded, cri_encode(&cri, BYTES_BUF))
OF_CRI(put_tagged, cri_encode_tagged(&cri, BYTES_BUF))
OF_CRI(put_normal, cri_normalize(&cri, BYTES_BUF))
OF_CRI(put_cori, cri_cori_from_cri(&cri, BYTES_BUF))
OF_CRI(put_options, cri_to_coap(&cri, NULL, 0, BYTES_BUF))
OF_CRI(put_proxy_uri, cri_to_coap_proxy(&cri, CRI_COAP_PROXY_URI, NULL, 0, BYTES_BUF))
OF_CRI(put_proxy_cri, cri_to_coap_proxy(&cri, CRI_COAP_PROXY_CRI, NULL, 0, BYTES_BUF))
OF_CRI(put_proxy_scheme, cri_to_coap_proxy(&cri, CRI_COAP_PROXY_SCHEME, NULL, 0, BYTES_BUF))
OF_CRI(put_location, cri_to_coap_location(&cri, 0, BYTES_BUF))

static cri_err_t put_resolved_cri(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    static const uint8_t base_cbor[] = {0x83, 0x20, 0x81, 0x61, 'h', 0x82, 0x61, 'a', 0x61, 'b'};
    cri_t base, reference, resolved;
    assert_int_equal(cri_parse_exact(CRI_REV_27, CRI_BYTES(base_cbor), &base), CRI_OK);
    cri_err_t err = cri_parse_exact(CRI_REV_27, data, len, &reference);
    return err != CRI_OK ? err : cri_resolve_to(&base, &reference, BYTES_BUF, &resolved);
}

static cri_err_t put_scratch(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    cri_t cri;
    cri_coap_options_t options;
    cri_err_t err = cri_parse_exact(CRI_REV_27, data, len, &cri);
    return err != CRI_OK ? err : cri_coap_options(&cri, NULL, BYTES_BUF, &options);
}

static cri_err_t put_from_coap(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    const cri_endpoint_t endpoint = endpoint_of_test();
    return cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, data, len, &endpoint, BYTES_BUF);
}

static cri_err_t put_from_location(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    return cri_from_coap_location(CRI_REV_27, data, len, BYTES_BUF);
}

static cri_err_t put_recomposed(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    cri_cori_t cori;
    size_t consumed;
    cri_err_t err = cri_cori_parse(data, len, &cori, &consumed);
    return err != CRI_OK ? err : cri_cori_recompose(&cori, TEXT_BUF);
}

static cri_err_t put_cori_options(const uint8_t *data, size_t len, void *buf, size_t cap, size_t *needed)
{
    cri_cori_t cori;
    size_t consumed;
    cri_err_t err = cri_cori_parse(data, len, &cori, &consumed);
    return err != CRI_OK ? err : cri_cori_to_coap(&cori, CRI_CORI_TO_PROXY | CRI_CORI_SILENT, BYTES_BUF);
}

static const struct {
    const char *name;
    write_fn write;
    size_t extra;
} writers_of_cris[] =
    {
        {"to-URI", put_uri, 1},           {"to-IRI", put_iri, 1},          {"to-EDN", put_edn, 1},
        {"literal", put_literal, 1},      {"host", put_host, 1},           {"encode", put_encoded, 0},
        {"tagged", put_tagged, 0},        {"normalize", put_normal, 0},    {"to-CoRI", put_cori, 0},
        {"to-CoAP", put_options, 0},      {"Proxy-Uri", put_proxy_uri, 0}, {"Proxy-Cri", put_proxy_cri, 0},
        {"location", put_location, 0},    {"scratch", put_scratch, 0},     {"Proxy-Scheme", put_proxy_scheme, 0},
        {"resolve", put_resolved_cri, 0},
},
  writers_of_texts[] =
      {
          {"from-URI", put_from_uri, 0},    {"from-IRI", put_from_iri, 0},    {"URI normalize", put_normalized, 1},
          {"URI resolve", put_resolved, 1}, {"decode", put_decoded, 0},       {"unwrap", put_unwrapped, 1},
          {"from-EDN", put_from_edn, 0},    {"decompose", put_decomposed, 0}, {"escape", put_escaped, 1},
},
  writers_of_options[] =
      {
          {"from-CoAP", put_from_coap, 0},
          {"from location", put_from_location, 0},
},
  writers_of_coris[] = {
      {"recompose", put_recomposed, 1},
      {"CoRI to-CoAP", put_cori_options, 0},
};

/* Every writer on every input that it may meet: those that it refuses it refuses with any capacity. */
#define WITH_EACH(writers, data, len, row)                                                                             \
    do {                                                                                                               \
        for (size_t with = 0; with < COUNT(writers); with++) {                                                         \
            written += every_size(writers[with].write, data, len, writers[with].extra, row) == CRI_OK;                 \
        }                                                                                                              \
    } while (0)

static void output_off_by_one(void **state)
{
    /* clang-format off */
    static const char *const cris[] = {
        "80", "8220816168", "83 20 82 6168 191633 82 6161 60", "85 20 85 f4 6175 6168 c0 6178 01 81 6161 81 6171 6166",
        "84 20 82 50 20010db8000000000000ffff00000001 19ffff 82 6161 78 18 616161616161616161616161616161616161616161616161 81 6171",
        "82 20 82 447f000001 00", "84 20 81 6168 81 83 6161 42 3aff 6162 82 6171 78 1a 6162636465666768696a6b6c6d6e6f707172737475767778797a",
        "83 6161 f5 82 6162 62c3bc", "82 f5 81 6161", "83 00 f6 81 6171", "82 01 81 6161", "8301 80 80", "84 02 81 6161 80 6166",
        "83 20 81 6168 98 19 60606060606060606060606060606060606060606060606060",
    };
    static const char *const texts[] = {
        "", "coap://h/a", "coap://[::1]:61616/%41%2f%c3%bc?a&b=%26#%ff", "../../a/./b/../c", "//H%2e:/%", "?", "a:/.//b", "cri'coap://h/\\u00fc'",
        "[-1, [\"h\", 5], [\"a\", [\"b\", h'3a']]]", "<URL:coap://h\r\n/a>", "coap://u%40@1.2.3.4:65535/0123456789012345678901234567890?%%30", "%4", "%zz%41",
    };
    static const char *const options[] = {
        "", "b161", "3168 4216 33 4161 01 62 4171", "31 68 d4 0a 61623a2f", "d1 1a 61", "d6 1a 613a2f2f68 2f", "8161 c171", "3f", "b0 00 00",
        "bd 0b 616161616161616161616161616161616161616161616161", "b161 dc 0f 666f6f2b6261722e62617a78", "d9 de 83 20 81 6168 81 6161 60",
    };
    static const char *const coris[] = {
        "86 01 64636f6170 02 6168 04 05", "8e 01 6161 03 50 20010db8000000000000000000000001 04 19ffff 06 62c3bc 06 60 07 6126 08 6166", "82 06 6161",
    };
    /* clang-format on */
    size_t written = 0;
    (void)state;
    for (size_t i = 0; i < COUNT(cris); i++) {
        const struct bytes bytes = from_hex(cris[i]);
        WITH_EACH(writers_of_cris, bytes.data, bytes.len, cris[i]);
    }
    for (size_t i = 0; i < COUNT(texts); i++) {
        WITH_EACH(writers_of_texts, texts[i], strlen(texts[i]), texts[i]);
    }
    for (size_t i = 0; i < COUNT(options); i++) {
        const struct bytes bytes = from_hex(options[i]);
        WITH_EACH(writers_of_options, bytes.data, bytes.len, options[i]);
    }
    for (size_t i = 0; i < COUNT(coris); i++) {
        const struct bytes bytes = from_hex(coris[i]);
        WITH_EACH(writers_of_coris, bytes.data, bytes.len, coris[i]);
    }
    print_message("%u results of every size\n", (unsigned)written);
    assert_true(written > 150);
    rows_end();
}

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
        row_err(every_size(put_host, cbor, at, 1, "a host name as text"), CRI_OK, "a host name as text");
        row_err(every_size(put_scratch, cbor, at, 0, "a host name in scratch"), wanted, "a host name in scratch");
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
        cmocka_unit_test(output_off_by_one),
        cmocka_unit_test(fixed_buffers),
    };
    /* clang-format on */
    return RUN(tests);
}
