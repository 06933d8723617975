/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every error of the contract, provoked by a named case, with its number and its name. */
#include "support.h"

/* ---- ways to provoke an error: each takes hex, a URI or nothing ------------------------------------------------ */

static cri_err_t parse_rev(uint8_t rev, const char *hex)
{
    struct bytes bytes = from_hex(hex);
    cri_t cri;
    size_t consumed = 0;
    return cri_parse(rev, bytes.data, bytes.len, &cri, &consumed);
}

static cri_err_t parse_27(const char *hex) { return parse_rev(CRI_REV_27, hex); }

static cri_err_t parse_13(const char *hex) { return parse_rev(CRI_REV_13, hex); }

static cri_err_t to_uri(const char *hex)
{
    cri_t cri = parse_hex(CRI_REV_27, hex);
    char text[64];
    size_t len = 0;
    return cri_to_uri(&cri, text, sizeof text, &len);
}

static cri_err_t to_uri_13(const char *hex)
{
    cri_t cri = parse_hex(CRI_REV_13, hex);
    char text[64];
    size_t len = 0;
    return cri_to_uri(&cri, text, sizeof text, &len);
}

static cri_err_t encode_to_nothing(const char *hex)
{
    cri_t cri = parse_hex(CRI_REV_27, hex);
    size_t len = 0;
    return cri_encode(&cri, NULL, 0, &len);
}

static cri_err_t from_uri(const char *uri)
{
    uint8_t cbor[64];
    size_t len = 0;
    return cri_from_uri(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &len);
}

#ifdef CRI_NFC
static cri_err_t from_uri_nfc(const char *uri)
{
    uint8_t cbor[64];
    size_t len = 0;
    return cri_from_uri_nfc(CRI_REV_27, uri, strlen(uri), cbor, sizeof cbor, &len);
}
#define FROM_URI_NFC from_uri_nfc
#else
#define FROM_URI_NFC NULL /* the library has nothing that gives that error */
#endif

static cri_err_t from_uri_13(const char *uri)
{
    uint8_t cbor[64];
    size_t len = 0;
    return cri_from_uri(CRI_REV_13, uri, strlen(uri), cbor, sizeof cbor, &len);
}

static cri_err_t parse_unknown_revision(const char *hex) { return parse_rev(14, hex); }

static cri_err_t parse_null(const char *hex)
{
    (void)hex;
    cri_t cri;
    size_t consumed = 0;
    return cri_parse(CRI_REV_27, NULL, 1, &cri, &consumed);
}

static cri_err_t parse_exactly(const char *hex)
{
    struct bytes bytes = from_hex(hex);
    cri_t cri;
    return cri_parse_exact(CRI_REV_27, bytes.data, bytes.len, &cri);
}

static cri_err_t encode_into_its_own_bytes(const char *hex)
{
    struct bytes bytes = from_hex(hex);
    cri_t cri = parse_bytes(CRI_REV_27, &bytes, hex);
    size_t len = 0;
    return cri_encode(&cri, bytes.data, bytes.len, &len);
}

static cri_err_t resolve_against_reference(const char *hex)
{
    cri_t base = parse_hex(CRI_REV_27, hex);
    cri_t resolved;
    return cri_resolve(&base, &base, &resolved);
}

static cri_err_t resolve_against_itself_in_13(const char *hex)
{
    cri_t base = parse_hex(CRI_REV_27, hex);
    cri_t reference = parse_hex(CRI_REV_13, hex);
    cri_t resolved;
    return cri_resolve(&base, &reference, &resolved);
}

/* [-1, ["h"], ["a", "b"]] + [1, ["x", "y"]] has a path of two pieces; + [0, [hex]] wants a third. */
static cri_err_t resolve_into_three_pieces(const char *hex)
{
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162");
    cri_t first = parse_hex(CRI_REV_27, "82 01 82 6178 6179");
    cri_t second = parse_hex(CRI_REV_27, hex);
    cri_t one, two;
    cri_err_t err = cri_resolve(&base, &first, &one);
    return err != CRI_OK ? err : cri_resolve(&one, &second, &two);
}

static cri_err_t resolve_rootless_away(const char *hex)
{
    cri_t base = parse_hex(CRI_REV_27, "83 6161 f5 81 6162"); /* ["a", true, ["b"]] */
    cri_t reference = parse_hex(CRI_REV_27, hex);
    cri_t resolved;
    return cri_resolve(&base, &reference, &resolved);
}

static cri_err_t build_port_without_host(const char *unused)
{
    (void)unused;
    cri_builder_t builder;
    uint8_t buf[16];
    cri_err_t err = cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf);
    return err != CRI_OK ? err : cri_builder_port(&builder, 80);
}

static cri_err_t build_scheme(const char *name)
{
    cri_builder_t builder;
    uint8_t buf[16];
    cri_err_t err = cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf);
    return err != CRI_OK ? err : cri_builder_scheme_name(&builder, name, strlen(name));
}

static cri_err_t build_host(const char *name)
{
    cri_builder_t builder;
    uint8_t buf[16];
    cri_err_t err = cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf);
    return err != CRI_OK ? err : cri_builder_host_name(&builder, name, strlen(name));
}

static cri_err_t to_coap(const char *hex)
{
    cri_t cri = parse_hex(CRI_REV_27, hex);
    uint8_t buf[64];
    size_t len = 0;
    return cri_to_coap(&cri, NULL, 0, buf, sizeof buf, &len);
}

static cri_err_t to_coap_after_a_query(const char *hex)
{
    cri_t cri = parse_hex(CRI_REV_27, hex);
    uint8_t buf[64];
    size_t len = 0;
    return cri_to_coap(&cri, NULL, CRI_COAP_URI_QUERY, buf, sizeof buf, &len);
}

static cri_err_t to_coap_proxy_scheme(const char *hex)
{
    cri_t cri = parse_hex(CRI_REV_27, hex);
    uint8_t buf[64];
    size_t len = 0;
    return cri_to_coap_proxy(&cri, CRI_COAP_PROXY_SCHEME, NULL, 0, buf, sizeof buf, &len);
}

static cri_err_t to_coap_location(const char *hex)
{
    uint8_t buf[64];
    size_t len = 0;
    cri_t cri = parse_hex(CRI_REV_27, hex);
    return cri_to_coap_location(&cri, 0, buf, sizeof buf, &len);
}

static cri_err_t from_coap(const char *hex)
{
    struct bytes options = from_hex(hex);
    uint8_t buf[64];
    size_t len = 0;
    return cri_from_coap(CRI_REV_27, -1, options.data, options.len, NULL, buf, sizeof buf, &len);
}

static cri_err_t name_of_scheme(const char *name)
{
    int64_t id = 0;
    return cri_registry_id(CRI_REV_27, name, strlen(name), &id);
}

/* ---- the table ------------------------------------------------------------------------------------------------- */

static cri_err_t parse_cori(const char *hex)
{
    struct bytes bytes = from_hex(hex);
    cri_cori_t cori;
    size_t consumed = 0;
    return cri_cori_parse(bytes.data, bytes.len, &cori, &consumed);
}

static cri_err_t recompose_cori(const char *hex)
{
    struct bytes bytes = from_hex(hex);
    cri_cori_t cori;
    char text[64];
    size_t len = 0;
    cri_err_t err = cri_cori_parse(bytes.data, bytes.len, &cori, &len);
    return err != CRI_OK ? err : cri_cori_recompose(&cori, text, sizeof text, &len);
}

static cri_err_t decompose_to_cori(const char *uri)
{
    uint8_t cbor[64];
    size_t len = 0;
    return cri_cori_decompose(uri, strlen(uri), cbor, sizeof cbor, &len);
}

struct error_row {
    cri_err_t err;
    const char *name;
    bool unprocessable;
    const char *what;
    cri_err_t (*provoke)(const char *input); /* NULL if this build cannot */
    const char *input;
};

/* clang-format off */
static const struct error_row rows[] = {
    {CRI_OK, "ok", false, "nothing wrong", parse_27, "80"},
    {CRI_ERR_ARGUMENT, "argument", false, "NULL with a length", parse_null, NULL},
    {CRI_ERR_ARGUMENT, "argument", false, "unknown revision", parse_unknown_revision, "80"},
    {CRI_ERR_BUFFER, "buffer", false, "no room", encode_to_nothing, "81 20"},
    {CRI_ERR_TRUNCATED, "truncated", false, "no byte", parse_27, ""},
    {CRI_ERR_TRUNCATED, "truncated", false, "a section missing", parse_27, "82 20"},
    {CRI_ERR_CBOR, "cbor", false, "reserved head", parse_27, "82 20 1c"},
    {CRI_ERR_CBOR, "cbor", false, "break alone", parse_27, "ff"},
    {CRI_ERR_OVERLAP, "overlap", false, "output into the input", encode_into_its_own_bytes, "82 20 81 6168"},
    {CRI_ERR_LIMIT, "limit", false, "17 indefinite arrays in each other", parse_27,
     "9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9f ffffffffffffffffffffffffffffffffff"},
    {CRI_ERR_LIMIT, "limit", false, "a path in three pieces", resolve_into_three_pieces, "82 00 81 617a"},
    {CRI_ERR_REVISION, "revision", false, "base of 27, reference of 13", resolve_against_itself_in_13, "81 20"},
    {CRI_ERR_NOT_FULL, "not_full", false, "base is a reference", resolve_against_reference, "82 01 81 6161"},
    {CRI_ERR_ORDER, "order", false, "port without a host", build_port_without_host, NULL},
    {CRI_ERR_EXTRA, "extra", false, "a byte follows", parse_exactly, "80 00"},
    {CRI_ERR_NO_HOST, "no_host", false, "no authority", NULL, NULL},
    {CRI_ERR_SYNTAX, "syntax", false, "not EDN", NULL, NULL},
    {CRI_ERR_HOST_NAME, "host_name", false, "an endpoint of a name", NULL, NULL},
    {CRI_ERR_STRUCTURE, "structure", true, "no array", parse_27, "01"},
    {CRI_ERR_STRUCTURE, "structure", true, "two leading nulls", parse_27, "83 f6 f6 81 6161"},
    {CRI_ERR_STRUCTURE, "structure", true, "six sections", parse_27, "86 20 f6 80 80 60 60"},
    {CRI_ERR_INDEFINITE, "indefinite", true, "indefinite array", parse_27, "9f 20 ff"},
    {CRI_ERR_TRAILING, "trailing", true, "authority null, then nothing", parse_27, "82 20 f6"},
    {CRI_ERR_SCHEME_NAME, "scheme_name", true, "a space", parse_27, "81 63 612062"},
    {CRI_ERR_SCHEME_NAME, "scheme_name", true, "a space in the builder", build_scheme, "a b"},
    {CRI_ERR_DISCARD, "discard", true, "128", parse_27, "81 1880"},
    {CRI_ERR_PORT, "port", true, "65536", parse_27, "82 20 82 6168 1a00010000"},
    {CRI_ERR_ADDRESS, "address", true, "8 bytes", parse_27, "82 20 81 48 0000000000000000"},
    {CRI_ERR_ADDRESS, "address", true, "a zone after IPv4 in 13", parse_13, "82 20 82 4401020304 6178"},
    {CRI_ERR_UTF8, "utf8", true, "octet ff", parse_27, "82 f5 81 61ff"},
    {CRI_ERR_DOT_SEGMENT, "dot_segment", true, "..", parse_27, "82 f5 81 622e2e"},
    {CRI_ERR_DOT_IN_LABEL, "dot_in_label", true, "a.b in 27", parse_27, "82 20 81 63612e62"},
    {CRI_ERR_PET, "pet", true, "no octets", parse_27, "82 f5 81 81 6161"},
    {CRI_ERR_NOT_VALID, "not_valid", true, "rootless without a path", parse_27, "82 6161 f5"},
    {CRI_ERR_NOT_VALID, "not_valid", true, "rootless, resolved to none", resolve_rootless_away, "81 01"},
    {CRI_ERR_FEATURE, "feature", true, "a tagged segment", parse_27, "82 f5 81 d836 6161"},
    {CRI_ERR_FEATURE, "feature", true, "tag 99 in 13", parse_13, "d863 80"},
    {CRI_ERR_UPPERCASE, "uppercase", false, "scheme COAP", build_scheme, "COAP"},
    {CRI_ERR_UPPERCASE, "uppercase", false, "host Example", build_host, "Example"},
    {CRI_ERR_NO_URI, "no_uri", false, "append", to_uri, "82 00 81 6161"},
    {CRI_ERR_NO_URI, "no_uri", false, "a dot in a label in 13", to_uri_13, "82 20 81 63612e62"},
    {CRI_ERR_SCHEME_UNKNOWN, "scheme_unknown", false, "id -1000000", to_uri, "82 3a000f423f 81 6168"},
    {CRI_ERR_SCHEME_UNKNOWN, "scheme_unknown", false, "name", name_of_scheme, "nonesuch"},
    {CRI_ERR_ZONE, "zone", false, "zone of a CRI in 27", to_uri, "82 20 82 50fe800000000000000000000000000042 63656e31"},
    {CRI_ERR_URI_SYNTAX, "uri_syntax", false, "space", from_uri, "coap://a b"},
    {CRI_ERR_URI_NOT_ASCII, "uri_not_ascii", false, "e acute", from_uri, "coap://h/\xc3\xa9"},
    {CRI_ERR_URI_PORT, "uri_port", false, "leading zero", from_uri, "coap://h:080"},
    {CRI_ERR_URI_HOST, "uri_host", false, "IPvFuture", from_uri, "coap://[v1.a]"},
    {CRI_ERR_NO_CRI, "no_cri", false, "a path of two slashes", from_uri, "a:/.//b"},
    {CRI_ERR_NO_CRI, "no_cri", false, "a colon in userinfo in 13", from_uri_13, "a://u:p@h"},
    {CRI_ERR_NOT_NFC, "not_nfc", false, "a letter and its accent", FROM_URI_NFC, "e%CC%81"},
    {CRI_ERR_COAP_SCHEME, "coap_scheme", false, "http", to_coap, "8222816168"},
    {CRI_ERR_COAP_FRAGMENT, "coap_fragment", false, "a fragment", to_coap, "8520816168808060"},
    {CRI_ERR_COAP_PET, "coap_pet", false, "PET in the path", to_coap, "8320816168818141 2f"},
    {CRI_ERR_COAP_USERINFO, "coap_userinfo", false, "empty userinfo", to_coap, "822083f4606168"},
    {CRI_ERR_COAP_AUTHORITY, "coap_authority", false, "no authority", to_coap, "8320f6816161"},
    {CRI_ERR_COAP_AUTHORITY, "coap_authority", false, "no host and no destination", from_coap, "b161"},
    {CRI_ERR_COAP_EMPTY_HOST, "coap_empty_host", false, "no label", to_coap, "822080"},
    {CRI_ERR_COAP_HOST, "coap_host", false, "an IPv6 address without brackets", from_coap, "333a3a31"},
    {CRI_ERR_COAP_LENGTH, "coap_length", false, "an empty Uri-Host", from_coap, "30"},
    {CRI_ERR_COAP_OPTION, "coap_option", false, "the payload marker", from_coap, "ff"},
    {CRI_ERR_COAP_REPEATED, "coap_repeated", false, "two hosts", from_coap, "31680168"},
    {CRI_ERR_COAP_CONFLICT, "coap_conflict", false, "Uri-Host and Proxy-Cri", from_coap, "3168d5db8220816168"},
    {CRI_ERR_COAP_LOCATION, "coap_location", false, "a relative path", to_coap_location, "82 01 81 6161"},
    {CRI_ERR_COAP_PATH_ABBREV, "coap_path_abbrev", false, "an unknown value", from_coap, "3168a103"},
    {CRI_ERR_COAP_EMPTY_PATH, "coap_empty_path", false, "ftp and a slash", to_coap_proxy_scheme, "83 63667470 82616800 8160"},
    {CRI_ERR_COAP_ORDER, "coap_order", false, "Uri-Host after Uri-Query", to_coap_after_a_query, "8220816168"},
    {CRI_ERR_CORI_OPTION, "cori_option", true, "a path behind a query", parse_cori, "84 07 6171 06 6161"},
    {CRI_ERR_CORI_PATH_TYPE, "cori_path_type", true, "128", parse_cori, "82 05 1880"},
    {CRI_ERR_CORI_NOT_ABSOLUTE, "cori_not_absolute", false, "a path alone", recompose_cori, "82 06 6161"},
    {CRI_ERR_NO_CORI, "no_cori", false, "no authority", decompose_to_cori, "urn:a"},
};
/* clang-format on */

static void each_error_is_provoked(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct error_row *row = &rows[i];
        char name[96];
        snprintf(name, sizeof name, "%s: %s", row->name, row->what);
        if (row->provoke != NULL) {
            row_err(row->provoke(row->input), row->err, name);
        }
    }
    rows_end();
}

static void each_error_has_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct error_row *row = &rows[i];
        const char *name = cri_err_name(row->err);
        row_text(name, strlen(name), row->name, row->name);
        row_ok(cri_err_is_unprocessable(row->err) == row->unprocessable, row->name, "unprocessable or not");
    }
    rows_end();
}

/* No error goes without a row: whatever number has a name is in the table. */
static void the_table_is_complete(void **state)
{
    (void)state;
    for (cri_err_t err = -300; err <= 300; err++) {
        bool listed = false;
        char number[16];
        snprintf(number, sizeof number, "%d", (int)err);
        for (size_t i = 0; i < COUNT(rows); i++) {
            listed = listed || rows[i].err == err;
        }
        bool named = strcmp(cri_err_name(err), "unknown") != 0;
        bool explained = strcmp(cri_err_text(err), "unknown error") != 0;
        row_ok(named == listed, number, "has a name if it has a row");
        row_ok(explained == listed, number, "has a text if it has a row");
        row_ok(listed || !cri_err_is_unprocessable(err), number, "no number without a name is unprocessable");
    }
    static const cri_err_t far[] = {INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < COUNT(far); i++) {
        row_text(cri_err_name(far[i]), strlen(cri_err_name(far[i])), "unknown", "far away");
        row_ok(!cri_err_is_unprocessable(far[i]), "far away", "not unprocessable");
    }
    rows_end();
}

static void each_component_has_its_name(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const names[] = {
        [CRI_PART_SCHEME] = "scheme", [CRI_PART_USERINFO] = "userinfo",   [CRI_PART_HOST] = "host",
        [CRI_PART_PORT] = "port",     [CRI_PART_PATH] = "path",           [CRI_PART_QUERY] = "query",
        [CRI_PART_FRAGMENT] = "fragment", [CRI_PART_DISCARD] = "discard", [CRI_PART_ZONE] = "zone",
        [CRI_PART_AUTHORITY] = "authority", [CRI_PART_WHOLE] = "whole",
    };
    /* clang-format on */
    for (unsigned part = 0; part <= UINT8_MAX; part++) {
        const char *name = part < COUNT(names) ? names[part] : "unknown";
        row_text(cri_part_name((uint8_t)part), strlen(cri_part_name((uint8_t)part)), name, name);
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_error_is_provoked),
        cmocka_unit_test(each_error_has_its_name),
        cmocka_unit_test(each_component_has_its_name),
        cmocka_unit_test(the_table_is_complete),
    };
    return RUN(tests);
}
