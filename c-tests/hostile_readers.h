/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All functions that read what a peer sends, by one signature: each goes through all that follows from the bytes. */
#ifndef CRI_TEST_HOSTILE_READERS_H
#define CRI_TEST_HOSTILE_READERS_H

#include "hostile.h"

/* ---- readers of CBOR --------------------------------------------------------------------------------------------- */

/* Reads a peer's bytes, and all that follows from them; results are not stored anywhere. */
typedef cri_err_t (*read_fn)(const uint8_t *data, size_t len);

struct reader {
    const char *name;
    read_fn read;
};

/* The error of a reader on a copy of the bytes in a block of that length. */
static inline cri_err_t read_exact(read_fn read, const void *data, size_t len)
{
    uint8_t *block = exact(data, len);
    cri_err_t err = read(block, len);
    free(block);
    return err;
}

static inline cri_err_t read_hex(read_fn read, const char *hex)
{
    struct bytes bytes = from_hex(hex);
    return read_exact(read, bytes.data, bytes.len);
}

static inline cri_err_t read_text(read_fn read, const char *text) { return read_exact(read, text, strlen(text)); }

static inline cri_err_t parse_27(const uint8_t *data, size_t len)
{
    cri_t cri;
    size_t consumed;
    return cri_parse(CRI_REV_27, data, len, &cri, &consumed);
}

static inline cri_err_t parse_13(const uint8_t *data, size_t len)
{
    cri_t cri;
    size_t consumed;
    return cri_parse(CRI_REV_13, data, len, &cri, &consumed);
}

static inline cri_err_t parse_where(const uint8_t *data, size_t len)
{
    size_t offset = 0;
    uint8_t part;
    cri_err_t err = cri_parse_where(CRI_REV_27, data, len, &offset, &part);
    assert_true(offset <= len);
    return err;
}

static inline cri_err_t skip_item(const uint8_t *data, size_t len)
{
    size_t consumed = len;
    cri_err_t err = cri_skip(data, len, &consumed);
    assert_true(consumed <= len);
    return err;
}

/* Every item takes a byte at least, so there are no more items than bytes. */
static inline cri_err_t all_items(cri_items_t *items, size_t len)
{
    cri_t cri;
    size_t count = 0;
    while (cri_items_next(items, &cri)) {
        assert_true(++count <= len);
    }
    return cri_items_error(items);
}

static inline cri_err_t items_array(const uint8_t *data, size_t len)
{
    cri_items_t items;
    cri_err_t err = cri_items_array(CRI_REV_27, data, len, &items);
    return err != CRI_OK ? err : all_items(&items, len);
}

static inline cri_err_t items_sequence(const uint8_t *data, size_t len)
{
    cri_items_t items;
    cri_err_t err = cri_items_sequence(CRI_REV_27, data, len, &items);
    return err != CRI_OK ? err : all_items(&items, len);
}

static inline cri_err_t find_tagged(const uint8_t *data, size_t len)
{
    cri_find_t find;
    cri_t cri;
    size_t count = 0;
    cri_err_t err = cri_find_tagged(CRI_REV_27, data, len, &find);
    while (err == CRI_OK && cri_find_next(&find, &cri)) {
        assert_true(++count <= len);
    }
    return err != CRI_OK ? err : cri_find_error(&find);
}

static inline cri_err_t aif(const uint8_t *data, size_t len)
{
    cri_aif_t aif;
    cri_t target;
    uint64_t permissions;
    size_t count = 0;
    cri_err_t err = cri_aif_entries(CRI_REV_27, data, len, &aif);
    while (err == CRI_OK && cri_aif_next(&aif, &target, &permissions)) {
        assert_true(count++ <= len);
    }
    return err;
}

static inline cri_err_t cori(const uint8_t *data, size_t len)
{
    cri_cori_t cori;
    size_t consumed;
    return cri_cori_parse(data, len, &cori, &consumed);
}

static inline cri_err_t proxy_cri(const uint8_t *data, size_t len)
{
    static const uint8_t address[] = {192, 0, 2, 1};
    const cri_endpoint_t endpoint = {address, sizeof address, NULL, 0, 5683};
    cri_composer_t composer;
    cri_err_t err = cri_composer_init(&composer, CRI_REV_27, CRI_SCHEME_COAP, &endpoint, NULL, 0);
    return err != CRI_OK ? err : cri_composer_option(&composer, CRI_COAP_PROXY_CRI, data, len);
}

static const struct reader cbor_readers[] = {
    {"parse, 27", parse_27},
    {"parse, 13", parse_13},
    {"where parsing fails", parse_where},
    {"skip", skip_item},
    {"array", items_array},
    {"sequence", items_sequence},
    {"tags", find_tagged},
    {"AIF", aif},
    {"CoRI", cori},
    {"Proxy-Cri", proxy_cri},
};

/* ---- readers of text -------------------------------------------------------------------------------------------- */

/* Where results go that nobody looks at: what is longer is counted only. */
static uint8_t discarded[OUT_MAX];

/* Whether the input was good, whatever the room. */
static inline cri_err_t of_input(cri_err_t err) { return err == CRI_ERR_BUFFER ? CRI_OK : err; }

#define TO_DISCARDED (uint8_t *)discarded, sizeof discarded
#define TO_DISCARDED_TEXT (char *)discarded, sizeof discarded
#define TEXT_OF(data, len) (const char *)(data), (len)

static inline cri_err_t from_uri_27(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_from_uri(CRI_REV_27, TEXT_OF(data, len), TO_DISCARDED, &needed));
}

static inline cri_err_t from_uri_13(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_from_uri(CRI_REV_13, TEXT_OF(data, len), TO_DISCARDED, &needed));
}

static inline cri_err_t from_iri(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_from_iri(CRI_REV_27, TEXT_OF(data, len), TO_DISCARDED, &needed));
}

static inline cri_err_t from_uri_where(const uint8_t *data, size_t len)
{
    size_t offset = 0;
    uint8_t part;
    cri_err_t err = cri_from_uri_where(CRI_REV_27, TEXT_OF(data, len), &offset, &part);
    assert_true(offset <= len);
    return err;
}

static inline cri_err_t uri_split(const uint8_t *data, size_t len)
{
    cri_uri_t parts;
    size_t offset = 0;
    cri_err_t err = cri_uri_split(TEXT_OF(data, len), &parts, &offset);
    assert_true(offset <= len);
    return err;
}

static inline cri_err_t uri_split_lenient(const uint8_t *data, size_t len)
{
    cri_uri_t parts;
    uint32_t invalid;
    return cri_uri_split_lenient(TEXT_OF(data, len), &parts, &invalid);
}

static inline cri_err_t uri_normalize(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_uri_normalize(TEXT_OF(data, len), CRI_URI_SCHEME, TO_DISCARDED_TEXT, &needed));
}

static inline cri_err_t uri_resolve(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_uri_resolve(CRI_LIT("coap://h/a/b"), TEXT_OF(data, len), true, TO_DISCARDED_TEXT, &needed));
}

static inline cri_err_t uri_equal(const uint8_t *data, size_t len)
{
    bool equal;
    return cri_uri_equal(TEXT_OF(data, len), TEXT_OF(data, len), CRI_URI_SCHEME, &equal);
}

static inline cri_err_t uri_same_document(const uint8_t *data, size_t len)
{
    bool same;
    return cri_uri_same_document(CRI_LIT("coap://h/a/b"), TEXT_OF(data, len), &same);
}

static inline cri_err_t uri_decode(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_uri_decode(TEXT_OF(data, len), TO_DISCARDED, &needed));
}

static inline cri_err_t uri_unwrap(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_uri_unwrap(TEXT_OF(data, len), TO_DISCARDED_TEXT, &needed));
}

static inline cri_err_t uri_find(const uint8_t *data, size_t len)
{
    size_t start, found;
    for (size_t at = 0; cri_uri_find(TEXT_OF(data, len), at, &start, &found); at = start + found) {
        assert_true(start >= at && found > 0 && found <= len - start);
    }
    return CRI_OK;
}

static inline cri_err_t cori_decompose(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_cori_decompose(TEXT_OF(data, len), TO_DISCARDED, &needed));
}

static inline cri_err_t from_edn(const uint8_t *data, size_t len)
{
    size_t needed, offset = 0;
    cri_err_t err = of_input(cri_from_edn(CRI_REV_27, TEXT_OF(data, len), TO_DISCARDED, &needed, &offset));
    assert_true(offset <= len);
    return err;
}

static inline cri_err_t proxy_uri(const uint8_t *data, size_t len)
{
    cri_composer_t composer;
    cri_err_t err = cri_composer_init(&composer, CRI_REV_27, CRI_SCHEME_COAP, NULL, TO_DISCARDED);
    return err != CRI_OK ? err : cri_composer_option(&composer, CRI_COAP_PROXY_URI, data, len);
}

/* All texts but notation. The first eight refuse what is no URI reference. */
static const struct reader text_readers[] = {
    {"from-URI, 27", from_uri_27},
    {"from-URI, 13", from_uri_13},
    {"where from-URI fails", from_uri_where},
    {"split", uri_split},
    {"normalize", uri_normalize},
    {"resolve", uri_resolve},
    {"equal", uri_equal},
    {"same document", uri_same_document},
    {"from-IRI", from_iri},
    {"lenient split", uri_split_lenient},
    {"decode", uri_decode},
    {"unwrap", uri_unwrap},
    {"find", uri_find},
    {"decompose", cori_decompose},
    {"Proxy-Uri", proxy_uri},
};
#define STRICT_READERS 8

/* The error of from-URI in revision 27, and of all others that read URI references: all of them, or none, are an error. */
static inline void refuse_or_accept(const char *text, size_t len, cri_err_t err, bool is_uri, const char *row)
{
    row_err(read_exact(from_uri_27, text, len), err, row);
    for (size_t i = 0; i < COUNT(text_readers); i++) {
        cri_err_t got = read_exact(text_readers[i].read, text, len);
        if (i >= 3 && i < STRICT_READERS) {
            row_ok((got == CRI_OK) == is_uri, row, text_readers[i].name);
        }
    }
}

/* Whether a URI converts to a CRI with this host, as the text of cri_host_text(), and split finds the same in the text. */
static inline void has_host(const char *uri, const char *split_host, const char *host, const char *row)
{
    uint8_t cbor[128];
    char text[128];
    size_t len = 0, offset;
    cri_uri_t parts;
    cri_t cri;
    const char *chars = "";
    row_err(cri_uri_split(uri, strlen(uri), &parts, &offset), CRI_OK, row);
    row_ok(cri_uri_part(&parts, CRI_PART_HOST, &chars, &len), row, "a host");
    row_text(chars, len, split_host, row);
    row_err(cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &len), CRI_OK, row);
    row_err(cri_parse_exact(CRI_REV_27, cbor, len, &cri), CRI_OK, row);
    row_err(cri_host_text(&cri, text, sizeof text, &len), CRI_OK, row);
    row_text(text, len, host, row);
}

/* ---- readers of options ------------------------------------------------------------------------------------------ */

static const uint8_t endpoint_address[] = {192, 0, 2, 1};

static inline cri_endpoint_t endpoint_of_test(void)
{
    cri_endpoint_t endpoint = {endpoint_address, sizeof endpoint_address, NULL, 0, 5683};
    return endpoint;
}

static inline cri_err_t from_coap(const uint8_t *data, size_t len)
{
    size_t needed;
    const cri_endpoint_t endpoint = endpoint_of_test();
    return of_input(cri_from_coap(CRI_REV_27, CRI_SCHEME_COAP, data, len, &endpoint, TO_DISCARDED, &needed));
}

static inline cri_err_t from_coap_location(const uint8_t *data, size_t len)
{
    size_t needed;
    return of_input(cri_from_coap_location(CRI_REV_27, data, len, TO_DISCARDED, &needed));
}

static inline cri_err_t asks_proxy(const uint8_t *data, size_t len)
{
    bool asks;
    return cri_coap_asks_proxy(data, len, &asks);
}

/* Goes through all segments after "/a". */
static inline cri_err_t coap_path_match(const uint8_t *data, size_t len)
{
    static const uint8_t prefix_cbor[] = {0x82, 0xf5, 0x81, 0x61, 'a'};
    cri_t prefix;
    bool under = false;
    cri_coap_path_t rest;
    assert_int_equal(cri_parse_exact(CRI_REV_27, CRI_BYTES(prefix_cbor), &prefix), CRI_OK);
    cri_err_t err = cri_coap_path_match(data, len, &prefix, &under, &rest);
    const uint8_t *segment;
    size_t segment_len, count = 0;
    while (err == CRI_OK && under && cri_coap_path_next(&rest, &segment, &segment_len)) {
        assert_true(++count <= len && segment >= data && segment_len <= (size_t)(data + len - segment));
    }
    return err;
}

static inline cri_err_t coap_route(const uint8_t *data, size_t len)
{
    static const cri_route_t routes[] = {{CRI_LIT("/a/{}/b"), 1}, {CRI_LIT("/{*}"), 2}};
    const cri_route_t *route;
    cri_text_t captures[1];
    cri_coap_path_t rest;
    return cri_coap_route(routes, COUNT(routes), data, len, captures, 1, &rest, &route);
}

static const struct reader option_readers[] = {
    {"asks proxy", asks_proxy},      {"from-CoAP", from_coap}, {"from-CoAP, location", from_coap_location},
    {"path match", coap_path_match}, {"route", coap_route},
};

/* No byte is read that was not there: every beginning, and the whole. */
static inline void read_beginnings(const struct reader *reader, const void *data, size_t len)
{
    for (size_t cut = 0; cut <= len; cut++) {
        read_exact(reader->read, data, cut);
    }
}

#endif
