/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Hosts, endpoints and origins, and views without user information, which every function treats as CRIs that have none.
 * tests/vectors/host.txt and origin.txt have the rows, which rows.c runs.
 */
#include "support.h"

/* A client gets everything that it needs to connect. */
static void connects(void **state)
{
    (void)state;
    /* [-2, [false, "u", h'fe80…42', "eth0", 61616]], [-2, ["example", "com"]] */
    cri_t address = parse_hex(CRI_REV_27, "82 21 85 f4 6175 50fe800000000000000000000000000042 6465746830 19f0b0");
    cri_t name = parse_hex(CRI_REV_27, "82 21 82 676578616d706c65 63636f6d");
    cri_endpoint_t endpoint;
    char text[64];
    size_t len = 0;
    uint16_t port = 0;
    assert_int_equal(cri_host_endpoint(&address, &endpoint), CRI_OK);
    assert_string_equal(to_hex(endpoint.addr, endpoint.addr_len), "fe800000000000000000000000000042");
    assert_int_equal(endpoint.zone_len, 4);
    assert_memory_equal(endpoint.zone, "eth0", 4);
    assert_int_equal(endpoint.port, 61616);
    assert_int_equal(cri_host_text(&address, text, sizeof text, &len), CRI_OK);
    assert_string_equal(text, "fe80::42%eth0");
    assert_int_equal(cri_host_endpoint(&name, &endpoint), CRI_ERR_HOST_NAME);
    assert_int_equal(cri_host_text(&name, text, sizeof text, &len), CRI_OK);
    assert_string_equal(text, "example.com");
    assert_int_equal(len, strlen(text));
    assert_int_equal(cri_effective_port(&name, &port), CRI_OK);
    assert_int_equal(port, 5684);
}

/* The endpoint of a CRI is the destination of a request for it: Uri-Host and Uri-Port are redundant. */
static void is_the_destination(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const hexes[] = {
        "83 20 81 44c0000201 81 6161",                                    /* [-1, [h'c0000201'], ["a"]] */
        "83 20 82 44c0000201 19f0b0 81 6161",                             /* with a port */
        "83 21 82 50fe800000000000000000000000000042 63656e31 81 6161",   /* with a zone identifier */
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(hexes); i++) {
        cri_t cri = parse_hex(CRI_REV_27, hexes[i]);
        cri_endpoint_t endpoint;
        uint8_t options[8];
        size_t len = 0;
        if (row_err(cri_host_endpoint(&cri, &endpoint), CRI_OK, hexes[i]) &&
            row_err(cri_to_coap(&cri, &endpoint, 0, options, sizeof options, &len), CRI_OK, hexes[i])) {
            row_bytes(options, len, "b161", hexes[i]); /* Uri-Path: a */
        }
    }
    rows_end();
}

struct userinfo_row {
    const char *hex;  /* with user information */
    const char *bare; /* without */
};

static const struct userinfo_row userinfo_rows[] = {
    /* [-1, [false, "u:p", "h", 80], ["a"], ["q"]] */
    {"84 20 84 f4 63753a70 6168 1850 81 6161 81 6171", "84 20 82 6168 1850 81 6161 81 6171"},
    /* empty, before a name of two labels */
    {"83 20 84 f4 60 6168 6169 81 6161", "83 20 82 6168 6169 81 6161"},
    /* PET */
    {"82 20 83 f4 82 6161 413a 6168", "82 20 81 6168"},
    /* before PET, an address, a zone identifier */
    {"82 20 83 f4 6175 81 413a", "82 20 81 81 413a"},
    {"82 20 83 f4 6175 44c0000201", "82 20 81 44c0000201"},
    {"82 20 85 f4 6175 50fe800000000000000000000000000042 63656e31 1850",
     "82 20 83 50fe800000000000000000000000000042 63656e31 1850"},
    /* the empty host, with and without a label and a port (R5) */
    {"82 22 82 f4 6175", "82 22 80"},
    {"82 22 83 f4 6175 60", "82 22 80"},
    {"82 22 84 f4 6175 60 1850", "82 22 81 1850"},
    {"82 22 83 f4 6175 1850", "82 22 81 1850"},
    /* a network path */
    {"83 f6 83 f4 6175 6168 81 6161", "83 f6 81 6168 81 6161"},
    /* long heads */
    {"9802 3800 990003 f4 780175 780168", "82 20 81 6168"},
    /* none */
    {"83 20 82 6168 1850 81 6161", "83 20 82 6168 1850 81 6161"},
    {"83 6161 f5 81 6162", "83 6161 f5 81 6162"},
    {"81 00", "80"},
};

static bool same_text(cri_err_t (*write)(const cri_t *, char *, size_t, size_t *), const cri_t *a, const cri_t *b)
{
    char x[128], y[128];
    size_t x_len = 0, y_len = 0;
    cri_err_t err = write(a, x, sizeof x, &x_len);
    return write(b, y, sizeof y, &y_len) == err && (err != CRI_OK || (x_len == y_len && strcmp(x, y) == 0));
}

static bool same_options(const cri_t *a, const cri_t *b)
{
    uint8_t x[128], y[128];
    size_t x_len = 0, y_len = 0;
    cri_err_t err = cri_to_coap(a, NULL, 0, x, sizeof x, &x_len);
    return cri_to_coap(b, NULL, 0, y, sizeof y, &y_len) == err &&
           (err != CRI_OK || (x_len == y_len && memcmp(x, y, x_len) == 0));
}

static bool same_bytes(cri_err_t (*write)(const cri_t *, uint8_t *, size_t, size_t *), const cri_t *a, const cri_t *b)
{
    uint8_t x[128], y[128];
    size_t x_len = 0, y_len = 0;
    cri_err_t err = write(a, x, sizeof x, &x_len);
    return write(b, y, sizeof y, &y_len) == err && (err != CRI_OK || (x_len == y_len && memcmp(x, y, x_len) == 0));
}

static bool are_equal(const cri_t *a, const cri_t *b)
{
    bool equal = false;
    return cri_equal(a, b, &equal) == CRI_OK && equal;
}

/* Everything that is made of the view is what is made of the CRI without user information. */
static void leaves_user_information_out(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "84 20 81 6168 82 6161 6162 81 6171"); /* [-1, ["h"], ["a", "b"], ["q"]] */
    for (size_t i = 0; i < COUNT(userinfo_rows); i++) {
        const struct userinfo_row *row = &userinfo_rows[i];
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        cri_t wanted = parse_hex(CRI_REV_27, row->bare);
        cri_t bare, again, x, y;
        cri_text_t text;
        int32_t order = 4711;
        uint8_t scratch[64];
        size_t needed = 0, used = 4711;
        cri_err_t err = cri_without_userinfo(&cri, NULL, 0, &needed, &bare);
        row_err(err, cri_userinfo(&cri, &text) ? CRI_ERR_BUFFER : CRI_OK, row->hex);
        row_err(cri_without_userinfo(&cri, scratch, needed, &used, &bare), CRI_OK, row->hex);
        row_ok(used == needed, row->hex, "the length needed is used");
        row_err(cri_without_userinfo(&bare, NULL, 0, &used, &again), CRI_OK, row->hex);
        row_ok(used == 0, row->hex, "no user information needs no scratch");
        row_encodes(&bare, row->bare, row->hex);
        row_encodes(&again, row->bare, row->hex);
        row_ok(!cri_userinfo(&bare, &text), row->hex, "the accessor");
        row_ok(cri_userinfo(&cri, &text) == !are_equal(&cri, &bare), row->hex, "differs if there was any");
        row_ok(same_text(cri_to_uri, &bare, &wanted), row->hex, "to URI");
        row_ok(same_text(cri_to_iri, &bare, &wanted), row->hex, "to IRI");
        row_ok(same_text(cri_to_edn, &bare, &wanted), row->hex, "to EDN");
        row_ok(same_text(cri_host_text, &bare, &wanted), row->hex, "the host");
        row_ok(same_options(&bare, &wanted), row->hex, "to CoAP");
        row_ok(same_text(cri_to_edn_literal, &bare, &wanted), row->hex, "to an EDN literal");
        row_ok(same_bytes(cri_cori_from_cri, &bare, &wanted), row->hex, "to CoRI");
        row_ok(same_bytes(cri_normalize, &bare, &wanted), row->hex, "normalised");
        row_ok(same_bytes(cri_encode_tagged, &bare, &wanted), row->hex, "tagged");
        row_ok(cri_uses(&bare) == cri_uses(&wanted), row->hex, "what it uses");
        row_ok(cri_host_kind(&bare) == cri_host_kind(&wanted), row->hex, "the kind of the host");
        row_ok(cri_host_count(&bare) == cri_host_count(&cri), row->hex, "the labels");
        row_ok(are_equal(&bare, &wanted) && are_equal(&wanted, &bare), row->hex, "is equal");
        row_ok(cri_compare(&bare, &wanted, &order) == CRI_OK && order == 0, row->hex, "is neither before nor after");
        row_ok(cri_hash(&bare) == cri_hash(&wanted), row->hex, "the hash");
        /* As a reference, as a base, as a target. */
        err = cri_resolve(&base, &wanted, &y);
        if (row_err(cri_resolve(&base, &bare, &x), err, row->hex) && err == CRI_OK) {
            row_ok(are_equal(&x, &y), row->hex, "as a reference");
        }
        err = cri_resolve(&wanted, &base, &y);
        if (row_err(cri_resolve(&bare, &base, &x), err, row->hex) && err == CRI_OK) {
            row_ok(are_equal(&x, &y), row->hex, "as a base");
        }
        err = cri_relativize(&base, &wanted, &y);
        if (row_err(cri_relativize(&base, &bare, &x), err, row->hex) && err == CRI_OK) {
            row_ok(are_equal(&x, &y), row->hex, "as a target");
        }
    }
    rows_end();
}

/* It borrows only what it needs, and no output may overlap that. */
static void borrows(void **state)
{
    (void)state;
    /* [-1, [false, "u", "h"]] */
    struct bytes cbor = from_hex("82 20 83 f4 6175 6168");
    cri_t cri = parse_bytes(CRI_REV_27, &cbor, "user information"), bare;
    size_t len = 0;
    uint8_t scratch[3];
    assert_int_equal(cri_without_userinfo(&cri, scratch, sizeof scratch, &len, &bare), CRI_OK);
    assert_int_equal(len, sizeof scratch);
    for (size_t i = 0; i < sizeof scratch; i++) {
        assert_int_equal(cri_encode(&bare, &scratch[i], 1, &len), CRI_ERR_OVERLAP);
    }
    assert_int_equal(cri_without_userinfo(&cri, scratch, sizeof scratch, &len, &cri), CRI_ERR_OVERLAP);
}

static void refuses_mixed_revisions(void **state)
{
    (void)state;
    cri_t one = parse_hex(CRI_REV_13, "82 20 81 6168"), other = parse_hex(CRI_REV_27, "82 20 81 6168");
    bool same = true;
    assert_int_equal(cri_same_origin(&one, &other, &same), CRI_ERR_REVISION);
    assert_true(same);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connects),
        cmocka_unit_test(is_the_destination),
        cmocka_unit_test(leaves_user_information_out),
        cmocka_unit_test(borrows),
        cmocka_unit_test(refuses_mixed_revisions),
    };
    return RUN(tests);
}
