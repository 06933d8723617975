/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Unicode normalization form C, in libraries that have it (CRI_NFC). href 2, RFC 3987 3.1 and 5.3.2, UAX #15. The rows
 * are in tests/vectors/nfc.txt.
 */
#include "support.h"

static cri_err_t typed_to_cri(const char *iri, size_t iri_len, uint8_t *buf, size_t buf_cap, size_t *len)
{
    uint8_t plain[128];
    cri_t cri;
    cri_err_t err = cri_from_iri_view(CRI_REV_27, iri, iri_len, plain, sizeof plain, &cri);

    return err == CRI_OK ? cri_encode_nfc(&cri, buf, buf_cap, len) : err;
}

/* The function that the guide shows. */
static void normalises_a_uri_that_a_person_typed(void **state)
{
    (void)state;
    static const char *const typed[] = {"coap://h/\303\251", "coap://h/e\314\201"};
    for (size_t i = 0; i < COUNT(typed); i++) {
        uint8_t cbor[32];
        size_t len = 0;
        assert_int_equal(typed_to_cri(typed[i], strlen(typed[i]), cbor, sizeof cbor, &len), CRI_OK);
        row_bytes(cbor, len, "8320 816168 8162c3a9", typed[i]);
    }
    rows_end();
}

TESTS(cmocka_unit_test(normalises_a_uri_that_a_person_typed))
