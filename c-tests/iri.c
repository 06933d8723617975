/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* IRIs, URIs for logs. href 6, RFC 3987 3.1 and 3.2. */
#include "support.h"

struct iri_row {
    const char *iri;
    const char *back; /* what to-IRI writes; NULL for the same */
    const char *hex;  /* NULL if there is an error */
    cri_err_t err;
};

static const struct iri_row iri_rows[] = {
    /* [-1, ["é"], ["ü"]] */
    {"coap://\303\251/\303\274", NULL, "8320 8162c3a9 8162c3bc", CRI_OK},
    {"coap://%C3%A9/%c3%bc", "coap://\303\251/\303\274", "8320 8162c3a9 8162c3bc", CRI_OK},
    /* [1, ["\u202e"]]: shown by no IRI */
    {"\342\200\256", "%E2%80%AE", "8201 8163e280ae", CRI_OK},
    /* [0, null, ["\ue000"], "é"]: for private use, in the query only */
    {"?\356\200\200#\303\251", NULL, "8400f6 8163ee8080 62c3a9", CRI_OK},
    {"%ee%80%80", "%EE%80%80", "8201 8163ee8080", CRI_OK},
    {"/\356\200\200", NULL, NULL, CRI_ERR_URI_SYNTAX},
    {"/\302\200", NULL, NULL, CRI_ERR_URI_SYNTAX},
    {"/\303", NULL, NULL, CRI_ERR_UTF8},
    {"/\355\240\200", NULL, NULL, CRI_ERR_UTF8},
    {"//[\303\251]", NULL, NULL, CRI_ERR_URI_HOST},
    {"a b", NULL, NULL, CRI_ERR_URI_SYNTAX},
};

static void converts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(iri_rows); i++) {
        const struct iri_row *row = &iri_rows[i];
        size_t iri_len = strlen(row->iri);
        struct guarded iri = guarded_copy(row->iri, iri_len);
        uint8_t cbor[BYTES_MAX];
        size_t len = 4711;
        memset(cbor, FILL, sizeof cbor);
        row_err(cri_from_iri(CRI_REV_27, (const char *)iri.data, iri_len, cbor, sizeof cbor, &len), row->err, row->iri);
        guarded_free(&iri);
        if (row->hex == NULL) {
            row_size(len, 4711, row->iri);
            row_ok(is_filled(cbor, sizeof cbor), row->iri, "nothing is written");
            continue;
        }
        row_bytes(cbor, len, row->hex, row->iri);
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        const char *wanted = row->back != NULL ? row->back : row->iri;
        size_t needed = strlen(wanted);
        for (size_t cap = 0; cap <= needed + 1; cap++) {
            char text[BYTES_MAX];
            memset(text, FILL, sizeof text);
            row_err(cri_to_iri(&cri, text, cap, &len), cap <= needed ? CRI_ERR_BUFFER : CRI_OK, row->iri);
            row_size(len, needed, row->iri);
            row_ok(is_filled(text + cap, sizeof text - cap), row->iri, "nothing behind the buffer");
            if (cap > needed) {
                row_text(text, len, wanted, row->iri);
                row_ok(text[len] == '\0', row->iri, "NUL behind the text");
            }
        }
    }
    rows_end();
}

static void leaves_user_information_out(void **state)
{
    (void)state;
    /* [-3, [false, "u:p", "h", 8080], ["a"]] */
    cri_t cri = parse_hex(CRI_REV_27, "8322 84f4 63753a70 6168 191f90 816161");
    cri_t bare;
    char text[32];
    uint8_t scratch[8];
    size_t len = 0;
    assert_int_equal(cri_without_userinfo(&cri, scratch, sizeof scratch, &len, &bare), CRI_OK);
    assert_int_equal(cri_to_uri(&bare, text, 15, &len), CRI_ERR_BUFFER);
    assert_int_equal(len, 15);
    assert_int_equal(cri_to_uri(&bare, text, 16, &len), CRI_OK);
    assert_string_equal(text, "http://h:8080/a");
    assert_int_equal(cri_to_iri(&bare, text, sizeof text, &len), CRI_OK);
    assert_string_equal(text, "http://h:8080/a");
    assert_int_equal(len, strlen(text));
    assert_int_equal(cri_to_uri(&cri, text, sizeof text, &len), CRI_OK);
    assert_string_equal(text, "http://u:p@h:8080/a");
}

static void keeps_the_contract(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_27, "8220816168");
    union {
        char text[64];
        size_t len;
    } all;
    uint8_t buf[16];
    size_t len = 0;
    memset(&all, 'a', sizeof all);
    assert_int_equal(cri_from_iri(26, "a", 1, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_iri(CRI_REV_27, NULL, 1, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_iri(CRI_REV_27, "a", 1, NULL, 1, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_iri(CRI_REV_27, "a", 1, buf, sizeof buf, NULL), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_from_iri(CRI_REV_27, all.text, 8, (uint8_t *)all.text, 8, &len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_from_iri(CRI_REV_27, all.text, 8, buf, sizeof buf, &all.len), CRI_ERR_OVERLAP);
    assert_int_equal(cri_to_iri(NULL, (char *)buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_to_iri(&cri, NULL, 1, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_to_iri(&cri, (char *)buf, sizeof buf, NULL), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_to_iri(&cri, (char *)&cri, sizeof cri, &len), CRI_ERR_OVERLAP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converts),
        cmocka_unit_test(leaves_user_information_out),
        cmocka_unit_test(keeps_the_contract),
    };
    return RUN(tests);
}
