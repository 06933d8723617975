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
        cmocka_unit_test(borrows),
        cmocka_unit_test(refuses_mixed_revisions),
    };
    return RUN(tests);
}
