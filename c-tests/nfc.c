/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Unicode normalization form C, in libraries that have it (CRI_NFC). href 2, RFC 3987 3.1 and 5.3.2, UAX #15. */
#include "support.h"

struct nfc_row {
    const char *uri;
    const char *iri;
    const char *hex;    /* what cri_from_uri() and cri_from_iri() make of it */
    const char *normal; /* the same normalised; NULL if it is already */
};

static const struct nfc_row rows[] = {
    {"", "", "80", NULL},
    {"coap://h/a?b#c", "coap://h/a?b#c", "85 20 816168 816161 816162 6163", NULL},
    /* [1, ["é"]] */
    {"%C3%A9", "\303\251", "8201 8162c3a9", NULL},
    /* [1, ["e", U+0301]] */
    {"e%CC%81", "e\314\201", "8201 816365cc81", "8201 8162c3a9"},
    /* [null, ["é"]], and with the letter in upper case: a host name, but no path */
    {"//%C3%A9", "//\303\251", "82f6 8162c3a9", NULL},
    {"//%C3%89", "//\303\211", "82f6 8162c389", "82f6 8162c3a9"},
    {"/%C3%89", "/\303\211", "82f5 8162c389", NULL},
    /* U+0130 becomes "i", U+0307: the text grows */
    {"//%C4%B0", "//\304\260", "82f6 8162c4b0", "82f6 816369cc87"},
    /* U+0958 is composed to nothing in form C: three bytes become six */
    {"%E0%A5%98", "\340\245\230", "8201 8163e0a598", "8201 8166e0a495e0a4bc"},
    /* "a", U+0301, U+0323: the lower class comes first, and is what composes */
    {"a%CC%81%CC%A3", "a\314\201\314\243", "8201 816561cc81cca3", "8201 8165e1baa1cc81"},
    /* "a", U+0305, U+0301, "b": the first blocks the second, which is of its class */
    {"a%CC%85%CC%81b", "a\314\205\314\201b", "8201 816661cc85cc8162", NULL},
    /* U+40000: four bytes */
    {"%F1%80%80%80", "\361\200\200\200", "8201 8164f1808080", NULL},
    /* Query and fragment */
    {"?e%CC%81", "?e\314\201", "8300f6 816365cc81", "8300f6 8162c3a9"},
    {"#e%CC%81", "#e\314\201", "8400f6f6 6365cc81", "8400f6f6 62c3a9"},
    /* Percent-encoded text: ["é", 'ff'] */
    {"e%CC%81%FF", "e\314\201%ff", "8201 81 82 6365cc81 41ff", "8201 81 82 62c3a9 41ff"},
};

typedef cri_err_t (*text_reader)(uint8_t rev, const char *text, size_t text_len, uint8_t *buf, size_t buf_cap,
                                 size_t *len);

/* A conversion that checks, with each capacity up to one more than needed. */
static void row_reads(text_reader read, const char *text, const struct nfc_row *row)
{
    size_t text_len = strlen(text);
    struct guarded copy = guarded_copy(text, text_len);
    size_t needed = from_hex(row->hex).len;
    for (size_t cap = 0; cap <= needed + 1; cap++) {
        uint8_t cbor[BYTES_MAX];
        size_t len = 4711;
        memset(cbor, FILL, sizeof cbor);
        cri_err_t wanted = cap < needed ? CRI_ERR_BUFFER : row->normal != NULL ? CRI_ERR_NOT_NFC : CRI_OK;
        row_err(read(CRI_REV_27, (const char *)copy.data, text_len, cbor, cap, &len), wanted, text);
        row_size(len, wanted == CRI_ERR_NOT_NFC ? 4711 : needed, text);
        row_ok(is_filled(cbor + cap, sizeof cbor - cap), text, "nothing behind the buffer");
        if (wanted == CRI_OK) {
            row_bytes(cbor, len, row->hex, text);
        }
    }
    guarded_free(&copy);
}

static void converts_what_is_normal_and_refuses_what_is_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        row_reads(cri_from_uri_nfc, rows[i].uri, &rows[i]);
        row_reads(cri_from_iri_nfc, rows[i].iri, &rows[i]);
    }
    rows_end();
}

static void refuses_what_the_conversion_refuses(void **state)
{
    (void)state;
    uint8_t cbor[16];
    size_t len = 4711;
    assert_int_equal(cri_from_uri_nfc(CRI_REV_27, "\303\251", 2, cbor, sizeof cbor, &len), CRI_ERR_URI_NOT_ASCII);
    assert_int_equal(cri_from_uri_nfc(CRI_REV_27, "a b", 3, cbor, sizeof cbor, &len), CRI_ERR_URI_SYNTAX);
    assert_int_equal(cri_from_iri_nfc(CRI_REV_27, "\303", 1, cbor, sizeof cbor, &len), CRI_ERR_UTF8);
    assert_int_equal(cri_from_iri_nfc(CRI_REV_27, "a:/.//b", 7, cbor, sizeof cbor, &len), CRI_ERR_NO_CRI);
    assert_int_equal(len, 4711);
}

static void tells_and_normalises(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct nfc_row *row = &rows[i];
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        row_ok(cri_is_nfc(&cri) == (row->normal == NULL), row->uri, "is normal or not");
        const char *wanted = row->normal != NULL ? row->normal : row->hex;
        size_t needed = from_hex(wanted).len;
        for (size_t cap = 0; cap <= needed + 1; cap++) {
            uint8_t cbor[BYTES_MAX];
            size_t len = 4711;
            memset(cbor, FILL, sizeof cbor);
            row_err(cri_encode_nfc(&cri, cbor, cap, &len), cap < needed ? CRI_ERR_BUFFER : CRI_OK, row->uri);
            row_size(len, needed, row->uri);
            row_ok(is_filled(cbor + cap, sizeof cbor - cap), row->uri, "nothing behind the buffer");
            if (cap >= needed) {
                row_bytes(cbor, len, wanted, row->uri);
            }
        }
        cri_t normal = parse_hex(CRI_REV_27, wanted);
        row_ok(cri_is_nfc(&normal), row->uri, "the result is normal");
    }
    rows_end();
}

/* As in the README. */
static cri_err_t typed_to_cri(const char *iri, size_t iri_len, uint8_t *buf, size_t buf_cap, size_t *len)
{
    uint8_t plain[128];
    cri_t cri;
    cri_err_t err = cri_from_iri_nfc(CRI_REV_27, iri, iri_len, buf, buf_cap, len); /* nearly always this is all */

    if (err == CRI_ERR_NOT_NFC && (err = cri_from_iri(CRI_REV_27, iri, iri_len, plain, sizeof plain, len)) == CRI_OK &&
        (err = cri_parse(CRI_REV_27, plain, *len, &cri, len)) == CRI_OK) {
        err = cri_encode_nfc(&cri, buf, buf_cap, len);
    }
    return err;
}

static void normalises_what_was_typed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct nfc_row *row = &rows[i];
        uint8_t cbor[BYTES_MAX];
        size_t len = 0;
        row_err(typed_to_cri(row->iri, strlen(row->iri), cbor, sizeof cbor, &len), CRI_OK, row->iri);
        row_bytes(cbor, len, row->normal != NULL ? row->normal : row->hex, row->iri);
    }
    rows_end();
}

/* What the README says of builders. */
static void checks_what_was_built(void **state)
{
    (void)state;
    static const struct {
        const char *segment;
        bool normal;
    } segments[] = {{"\303\251", true}, {"e\314\201", false}};
    for (size_t i = 0; i < COUNT(segments); i++) {
        cri_builder_t builder;
        cri_t cri;
        uint8_t built[32], normal[32];
        size_t len = 0;
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, built, sizeof built), CRI_OK);
        cri_builder_scheme_id(&builder, -1);
        cri_builder_host_name(&builder, "h", 1);
        cri_builder_segment(&builder, segments[i].segment, strlen(segments[i].segment));
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        assert_int_equal(cri_parse(CRI_REV_27, built, len, &cri, &len), CRI_OK);
        assert_int_equal(cri_is_nfc(&cri), segments[i].normal);
        assert_int_equal(cri_encode_nfc(&cri, normal, sizeof normal, &len), CRI_OK);
        row_bytes(normal, len, "8320 816168 8162c3a9", segments[i].segment);
    }
    rows_end();
}

static void keeps_the_contract(void **state)
{
    (void)state;
    static const text_reader readers[] = {cri_from_uri_nfc, cri_from_iri_nfc};
    cri_t cri = parse_hex(CRI_REV_27, "8220816168"), zeros;
    union {
        char text[64];
        size_t len;
    } all;
    uint8_t buf[16];
    size_t len = 0;
    memset(&all, 'a', sizeof all);
    memset(&zeros, 0, sizeof zeros);
    for (size_t i = 0; i < COUNT(readers); i++) {
        assert_int_equal(readers[i](26, "a", 1, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
        assert_int_equal(readers[i](CRI_REV_27, NULL, 1, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
        assert_int_equal(readers[i](CRI_REV_27, "a", SIZE_MAX, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
        assert_int_equal(readers[i](CRI_REV_27, "a", 1, NULL, 1, &len), CRI_ERR_ARGUMENT);
        assert_int_equal(readers[i](CRI_REV_27, "a", 1, buf, sizeof buf, NULL), CRI_ERR_ARGUMENT);
        assert_int_equal(readers[i](CRI_REV_27, all.text, 8, (uint8_t *)all.text, 8, &len), CRI_ERR_OVERLAP);
        assert_int_equal(readers[i](CRI_REV_27, all.text, 8, buf, sizeof buf, &all.len), CRI_ERR_OVERLAP);
        assert_int_equal(readers[i](CRI_REV_27, "a", 1, NULL, 0, &len), CRI_ERR_BUFFER);
        assert_int_equal(len, 5); /* [1, ["a"]] */
    }
    assert_true((cri_features() & CRI_FEATURE_NFC) != 0);
    assert_false(cri_is_nfc(NULL));
    assert_false(cri_is_nfc(&zeros));
    assert_int_equal(cri_encode_nfc(NULL, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_encode_nfc(&zeros, buf, sizeof buf, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_encode_nfc(&cri, NULL, 1, &len), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_encode_nfc(&cri, (uint8_t *)&cri, sizeof cri, &len), CRI_ERR_OVERLAP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(converts_what_is_normal_and_refuses_what_is_not),
        cmocka_unit_test(refuses_what_the_conversion_refuses),
        cmocka_unit_test(tells_and_normalises),
        cmocka_unit_test(normalises_what_was_typed),
        cmocka_unit_test(checks_what_was_built),
        cmocka_unit_test(keeps_the_contract),
    };
    return RUN(tests);
}
