/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CoRI, the older serialization: draft-ietf-core-href-02, R18 to R20. */
#include "support.h"

#define SAME(name, number) _Static_assert((name) == (number), "the number of " #name)
SAME(CRI_FEATURE_CORI, 2);
SAME(CRI_CORI_RELATIVE, 0);
SAME(CRI_CORI_ABSOLUTE, 1);
SAME(CRI_CORI_NORMALIZED, 2);
SAME(CRI_CORI_TO_PROXY, 1);
SAME(CRI_CORI_SILENT, 2);
_Static_assert(sizeof(cri_cori_t) <= 4 * sizeof(void *) + 24, "a view is small");

/* [1, "coap", 2, "h", 4, 5683, 6, "a", 6, "b", 7, "q"] and its beginning */
#define ORIGIN "01 64636f6170 02 6168 04 191633"
#define BASE "8c" ORIGIN "06 6161 06 6162 07 6171"

/* Parses what the test needs to be a CoRI that takes all its bytes. */
static cri_cori_t parse_cori(const struct bytes *bytes)
{
    cri_cori_t cori;
    size_t consumed = 0;
    memset(&cori, FILL, sizeof cori);
    cri_err_t err = cri_cori_parse(bytes->data, bytes->len, &cori, &consumed);
    if (err != CRI_OK || consumed != bytes->len) {
        fail_msg("%s does not parse: %s", to_hex(bytes->data, bytes->len), cri_err_name(err));
    }
    return cori;
}

static void row_cori(const cri_cori_t *cori, const char *wanted_hex, const char *row)
{
    uint8_t out[BYTES_MAX];
    size_t len = 0;
    if (row_err(cri_cori_encode(cori, out, sizeof out, &len), CRI_OK, row)) {
        row_bytes(out, len, wanted_hex, row);
    }
}

static void is_built_in(void **state)
{
    (void)state;
    assert_true(cri_features() & CRI_FEATURE_CORI);
}

/* A third piece is a limit; encoded and parsed it goes on. */
static void limits_the_pieces(void **state)
{
    (void)state;
    struct bytes base_bytes = from_hex(BASE);
    struct bytes append_bytes = from_hex("84 05 02 06 6163"); /* [5, 2, 6, "c"] */
    cri_cori_t base = parse_cori(&base_bytes);
    cri_cori_t append = parse_cori(&append_bytes);
    cri_cori_t two, three;
    struct bytes stored;
    memset(&three, FILL, sizeof three);
    assert_int_equal(cri_cori_resolve(&base, &append, 0, &two), CRI_OK);
    assert_int_equal(cri_cori_resolve(&two, &append, 0, &three), CRI_ERR_LIMIT);
    assert_true(is_filled(&three, sizeof three));
    assert_int_equal(cri_cori_encode(&two, stored.data, sizeof stored.data, &stored.len), CRI_OK);
    two = parse_cori(&stored);
    assert_int_equal(cri_cori_resolve(&two, &append, 0, &three), CRI_OK);
    row_cori(&three, "8e" ORIGIN "06 6161 06 6162 06 6163 06 6163", "three pieces");
    rows_end();
}

/* R20: 65804 bytes are the most that a length can say. */
static void limits_option_lengths(void **state)
{
    (void)state;
    enum { MOST = 65804 };
    static uint8_t data[1 + 64 + MOST + 1];
    static uint8_t out[MOST + 64];
    for (size_t length = MOST; length <= MOST + 1; length++) {
        struct bytes origin = from_hex("88" ORIGIN "06 7a");
        memcpy(data, origin.data, origin.len);
        size_t at = origin.len;
        for (int shift = 24; shift >= 0; shift -= 8) {
            data[at++] = (uint8_t)(length >> shift);
        }
        memset(data + at, 'a', length);
        cri_cori_t cori;
        size_t len = 0;
        assert_int_equal(cri_cori_parse(data, at + length, &cori, &len), CRI_OK);
        cri_err_t err = cri_cori_to_coap(&cori, 0, out, sizeof out, &len);
        assert_int_equal(err, length > MOST ? CRI_ERR_COAP_LENGTH : CRI_OK);
        if (err == CRI_OK) {
            assert_int_equal(len, 2 + 3 + 3 + MOST);
            assert_string_equal(to_hex(out, 8), "3168421633"
                                                "4effff");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_built_in),
        cmocka_unit_test(limits_the_pieces),
        cmocka_unit_test(limits_option_lengths),
    };
    return RUN(tests);
}
