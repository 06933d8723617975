/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Attacks on objects that other libraries fell for, carried over to what this library stores: a test for each class.
 * docs/hostile-peers.md says what went wrong there.
 */
#include "hostile_readers.h"

/* ---- uninitialised memory: CVE-2020-24753 ---------------------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *name, *hex;
    cri_err_t err;
} malformed[] = {
    {"text that is not UTF-8, last", "83 20 81 6168 81 61 ff", CRI_ERR_UTF8},
    {"text that is cut short", "83 20 81 6168 81 62 61", CRI_ERR_TRUNCATED},
    {"an open text", "83 20 81 6168 81 7f 6161 ff", CRI_ERR_INDEFINITE},
    {"a reserved head", "83 20 81 6168 81 7c", CRI_ERR_CBOR},
    {"no item", "83 20 81 6168 81", CRI_ERR_TRUNCATED},
    {"a dot segment", "83 20 81 6168 81 622e2e", CRI_ERR_DOT_SEGMENT},
    {"a port that is none", "82 20 82 6168 1a 00010000", CRI_ERR_PORT},
    {"a map", "a0", CRI_ERR_STRUCTURE},
    {"a break", "ff", CRI_ERR_CBOR},
    {"nothing", "", CRI_ERR_TRUNCATED},
};
/* clang-format on */

static void uninitialised_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(malformed); i++) {
        const char *row = malformed[i].name;
        const struct bytes bytes = from_hex(malformed[i].hex);
        uint8_t *data = exact(bytes.data, bytes.len);
        cri_t cri, zeros = {0};
        size_t consumed = 4711;
        bool equal = true;
        memset(&cri, FILL, sizeof cri);
        row_err(cri_parse(CRI_REV_27, data, bytes.len, &cri, &consumed), malformed[i].err, row);
        bool known = cri_err_is_unprocessable(malformed[i].err);
        row_size(consumed, known ? bytes.len : 4711, row);
        row_err(cri_parse_exact(CRI_REV_27, data, bytes.len, &cri), malformed[i].err, row);
        /* What is unprocessable equals what has the same bytes. */
        row_err(cri_equal_encoded(CRI_REV_27, data, bytes.len, data, bytes.len, &equal),
                known ? CRI_OK : malformed[i].err, row);
        cri_items_t items;
        assert_int_equal(cri_items_sequence(CRI_REV_27, data, bytes.len, &items), CRI_OK);
        row_ok(!cri_items_next(&items, &cri), row, "no item");
        row_ok(equal && is_filled(&cri, sizeof cri), row, "nothing is stored");
        /* An object that was never stored is an error, if it is zeros. */
        uint8_t buf[8];
        size_t len = 4711;
        row_err(cri_encode(&zeros, buf, sizeof buf, &len), CRI_ERR_ARGUMENT, row);
        row_err(cri_resolve(&zeros, &zeros, &cri), CRI_ERR_ARGUMENT, row);
        row_ok(len == 4711 && is_filled(&cri, sizeof cri), row, "nothing is stored");
        free(data);
    }
    rows_end();
}

/* ---- null dereference: CVE-2018-19200, CVE-2024-40493 -------------------------------------------------- */

/* What a peer leaves out, or sends empty. */
static void read_what_is_not_there(const cri_t *cri, const char *row)
{
    cri_text_t text;
    const char *chars = NULL;
    const uint8_t *bytes = NULL;
    size_t len = 0;
    uint16_t port;
    int64_t id;
    cri_iter_t iters[3];
    row_ok(!cri_scheme_text(cri, &chars, &len) || chars != NULL, row, "the scheme");
    row_ok(!cri_host_address(cri, &bytes, &len) || bytes != NULL, row, "the address");
    row_ok(!cri_zone(cri, &chars, &len) || chars != NULL, row, "the zone");
    cri_scheme(cri, &id);
    cri_port(cri, &port);
    cri_host_iter(cri, &iters[0]);
    cri_path_iter(cri, &iters[1]);
    cri_query_iter(cri, &iters[2]);
    for (size_t i = 0; i < COUNT(iters); i++) {
        while (cri_iter_next(&iters[i], &text)) {
            chars = NULL;
            row_ok(cri_text_plain(&text, &chars, &len) && chars != NULL, row, "a text");
        }
        row_ok(!cri_iter_next(&iters[i], &text), row, "the end stays the end");
    }
    row_ok(!cri_userinfo(cri, &text) || (cri_text_plain(&text, &chars, &len) && chars != NULL), row,
           "user information");
    row_ok(!cri_fragment(cri, &text) || (cri_text_plain(&text, &chars, &len) && chars != NULL), row, "the fragment");
    row_ok(!cri_path_get(cri, SIZE_MAX, &text) && !cri_query_get(cri, SIZE_MAX, &text), row, "no such segment");
}

static void null_dereference(void **state)
{
    /* clang-format off */
    static const char *const sparse[] = {
        "80", "8100", "8118 7f", "81f5", "81f6", "82f6f5", "8120", "8220f6", "8220f5", "822080", "8161 61", "8300f680", "8300 8080", "840080 8060",
        "8420 80 80 80", "8520 80 80 80 60", "832081 60 81 60", "84 20 83 f4 60 60 81 60 81 60", "85 20 83 f4 60 00 81 60 81 60 60",
    };
    /* clang-format on */
    (void)state;
    for (size_t i = 0; i < COUNT(sparse); i++) {
        const struct bytes bytes = from_hex(sparse[i]);
        uint8_t *data = exact(bytes.data, bytes.len);
        cri_t cri;
        size_t consumed;
        if (cri_parse(CRI_REV_27, data, bytes.len, &cri, &consumed) == CRI_OK) {
            read_what_is_not_there(&cri, sparse[i]);
        }
        free(data);
    }
    /* NULL is empty; NULL with a length is an error. */
    const struct reader *readers[] = {cbor_readers, text_readers, option_readers};
    const size_t counts[] = {COUNT(cbor_readers), COUNT(text_readers), COUNT(option_readers)};
    for (size_t kind = 0; kind < COUNT(readers); kind++) {
        for (const struct reader *reader = readers[kind]; reader < readers[kind] + counts[kind]; reader++) {
            row_err(reader->read(NULL, 0), read_exact(reader->read, "", 0), reader->name);
            if (reader->read != uri_find) {
                row_err(reader->read(NULL, 1), CRI_ERR_ARGUMENT, reader->name);
            }
        }
    }
    rows_end();
}

/* ---- objects used after an error: CVE-2021-46141, CVE-2021-46142, CVE-2025-50518 ------------------------------------- */

static void use_after_an_error(void **state)
{
    (void)state;
    uint8_t buf[64];
    size_t len = 4711;
    cri_builder_t builder;
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_scheme_id(&builder, CRI_SCHEME_COAP), CRI_OK);
    assert_int_equal(cri_builder_host_name(&builder, CRI_LIT("h\xff")), CRI_ERR_UTF8);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(cri_builder_segment(&builder, CRI_LIT("a")), CRI_ERR_UTF8);
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_ERR_UTF8);
    }
    assert_int_equal(len, 4711);

    const cri_endpoint_t endpoint = endpoint_of_test();
    cri_composer_t composer;
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, CRI_SCHEME_COAP, &endpoint, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"..", 2), CRI_ERR_DOT_SEGMENT);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1),
                         CRI_ERR_DOT_SEGMENT);
        assert_int_equal(cri_composer_option(&composer, UINT16_MAX, NULL, 0), CRI_ERR_DOT_SEGMENT);
        assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_DOT_SEGMENT);
    }
    /* A second end. */
    assert_int_equal(cri_composer_init(&composer, CRI_REV_27, CRI_SCHEME_COAP, &endpoint, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_OK);
    assert_int_equal(cri_composer_finish(&composer, &len), CRI_ERR_ORDER);
    assert_int_equal(cri_composer_option(&composer, CRI_COAP_URI_PATH, (const uint8_t *)"a", 1), CRI_ERR_ORDER);

    /* Iterators that ended with an error stay there, though their bytes are gone. */
    uint8_t *data = exact("\x82\x20\x81\x61h\xff", 6);
    cri_items_t items;
    cri_find_t find;
    cri_t cri;
    assert_int_equal(cri_items_sequence(CRI_REV_27, data, 6, &items), CRI_OK);
    assert_int_equal(cri_find_tagged(CRI_REV_27, data, 6, &find), CRI_OK);
    assert_true(cri_items_next(&items, &cri) && !cri_items_next(&items, &cri) && !cri_find_next(&find, &cri));
    free(data);
    assert_true(!cri_items_next(&items, &cri) && !cri_find_next(&find, &cri));
    assert_int_equal(cri_items_error(&items), CRI_ERR_CBOR);
}

/* ---- state of an earlier message: CVE-2025-68131 ---------------------------------------------------------------------- */

static void state_of_an_earlier_message(void **state)
{
    static const char *const messages[] = {"35 7365637265 74", "b6 736563726574", "39 6578616d706c652e6f ",
                                           "d8 16 6578616d706c652e", ""};
    const cri_endpoint_t endpoint = endpoint_of_test();
    (void)state;
    /* What becomes of a message does not depend on the one before, be it good or bad, nor on what the buffer held. */
    for (size_t first = 0; first < COUNT(messages); first++) {
        for (size_t second = 0; second < COUNT(messages); second++) {
            const struct bytes one = from_hex(messages[first]), two = from_hex(messages[second]);
            uint8_t fresh[64], used[64];
            size_t fresh_len = 0, used_len = 0;
            cri_composer_t composer;
            memset(fresh, 0, sizeof fresh);
            cri_err_t alone = cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, two.data, two.len, &endpoint, fresh,
                                            sizeof fresh, &fresh_len);
            of_input(
                cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, one.data, one.len, &endpoint, used, sizeof used, &used_len));
            assert_int_equal(cri_composer_init(&composer, CRI_REV_27, CRI_SCHEME_COAP, &endpoint, used, sizeof used),
                             CRI_OK);
            cri_composer_option(&composer, CRI_COAP_URI_HOST, (const uint8_t *)"secret", 6);
            used_len = 0;
            row_err(
                cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, two.data, two.len, &endpoint, used, sizeof used, &used_len),
                alone, messages[second]);
            row_ok(used_len == fresh_len && memcmp(used, fresh, fresh_len) == 0, messages[second], "the same result");
        }
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uninitialised_memory),
        cmocka_unit_test(null_dereference),
        cmocka_unit_test(use_after_an_error),
        cmocka_unit_test(state_of_an_earlier_message),
    };
    /* clang-format on */
    return RUN(tests);
}
