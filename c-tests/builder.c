/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Building CRIs and references section by section. href 3 constraints, 3 lower-case, 3 labels, 3 port. */
#include "support.h"

/*
 * What to build as a little program, one call a word:
 *   id:-1 name:coap discard:2 rootless user:u host:a.b addr:hex zone:text port:80 path seg:a query par:a=b frag:f
 * "zone" goes with the "addr" before it. "-" as the argument is the empty text.
 */
static cri_err_t run_word(cri_builder_t *builder, const char *word, struct bytes *address, const char *next)
{
    const char *colon = strchr(word, ':');
    const char *text = colon != NULL ? colon + 1 : "";
    size_t verb = colon != NULL ? (size_t)(colon - word) : strlen(word);
    if (strcmp(text, "-") == 0) {
        text = "";
    }
#define IS(name) (verb == strlen(name) && strncmp(word, name, verb) == 0)
    if (IS("id")) {
        return cri_builder_scheme_id(builder, atoll(text));
    }
    if (IS("name")) {
        return cri_builder_scheme_name(builder, text, strlen(text));
    }
    if (IS("discard")) {
        return cri_builder_discard(builder, (uint8_t)atoi(text));
    }
    if (IS("rootless")) {
        return cri_builder_rootless(builder);
    }
    if (IS("user")) {
        return cri_builder_userinfo(builder, text, strlen(text));
    }
    if (IS("host")) {
        return cri_builder_host_name(builder, text, strlen(text));
    }
    if (IS("addr")) {
        bool zone = next != NULL && strncmp(next, "zone:", 5) == 0;
        *address = from_hex(text);
        return cri_builder_host_address(builder, address->data, address->len, zone ? next + 5 : NULL,
                                        zone ? strlen(next + 5) : 0);
    }
    if (IS("zone")) {
        return CRI_OK;
    }
    if (IS("port")) {
        return cri_builder_port(builder, (uint16_t)atoi(text));
    }
    if (IS("path")) {
        return cri_builder_path(builder);
    }
    if (IS("seg")) {
        return cri_builder_segment(builder, text, strlen(text));
    }
    if (IS("query")) {
        return cri_builder_query(builder);
    }
    if (IS("par")) {
        return cri_builder_parameter(builder, text, strlen(text));
    }
    if (IS("frag")) {
        return cri_builder_fragment(builder, text, strlen(text));
    }
#undef IS
    fail_msg("no such call: %s", word);
    return CRI_OK;
}

/* Runs a program. An error is kept until the end: then finishing must give the same one. */
static cri_err_t build(uint8_t rev, uint8_t flags, const char *program, uint8_t *buf, size_t cap, size_t *len)
{
    char copy[256];
    char *words[32];
    size_t count = 0;
    cri_builder_t builder;
    struct bytes address;
    cri_err_t first = CRI_OK;
    assert_true(strlen(program) < sizeof copy);
    strcpy(copy, program);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        assert_true(count < COUNT(words));
        words[count++] = word;
    }
    assert_int_equal(cri_builder_init(&builder, rev, flags, buf, cap), CRI_OK);
    for (size_t i = 0; i < count; i++) {
        cri_err_t err = run_word(&builder, words[i], &address, i + 1 < count ? words[i + 1] : NULL);
        if (first == CRI_OK) {
            first = err;
        } else if (strncmp(words[i], "zone:", 5) != 0) {
            row_err(err, first, program);
        }
    }
    cri_err_t err = cri_builder_finish(&builder, len);
    if (first != CRI_OK) {
        row_err(err, first, program);
    }
    return err;
}

struct build_row {
    uint8_t rev; /* 0: both */
    uint8_t flags;
    const char *program;
    const char *hex; /* NULL if there is an error */
    cri_err_t err;
};

#define N CRI_BUILD_NORMALIZE
#define P CRI_BUILD_PERCENT

static const struct build_row rows[] = {
    /* full CRIs */
    {0, 0, "id:-1 host:h", "82 20 81 6168", CRI_OK},
    {0, 0, "id:-1", "81 20", CRI_OK},
    {0, 0, "name:coap host:h", "82 20 81 6168", CRI_OK},
    {0, 0, "name:a", "81 6161", CRI_OK},
    {13, 0, "name:coap+ws host:h", "82 28 81 6168", CRI_OK},
    {27, 0, "name:coap+ws host:h", "82 3818 81 6168", CRI_OK},
    {0, 0, "id:-1 user:u host:a.b port:80 seg:s seg:- par:q=1 par:- frag:f",
     "85 20 85 f4 6175 6161 6162 1850 82 6173 60 82 63713d31 60 6166", CRI_OK},
    {0, 0, "id:-1 addr:01020304 port:0", "82 20 82 4401020304 00", CRI_OK},
    {0, 0, "id:-1 addr:fe800000000000000000000000000042", "82 20 81 50fe800000000000000000000000000042", CRI_OK},
    {0, 0, "id:-1 addr:fe800000000000000000000000000042 zone:en1",
     "82 20 82 50fe800000000000000000000000000042 63656e31", CRI_OK},
    {27, 0, "id:-1 addr:01020304 zone:en1", "82 20 82 4401020304 63656e31", CRI_OK},
    {0, 0, "name:a seg:b seg:c", "83 6161 f6 82 6162 6163", CRI_OK},
    {0, 0, "name:a rootless seg:b", "83 6161 f5 81 6162", CRI_OK},
    {0, 0, "name:a seg:-", "83 6161 f6 81 60", CRI_OK},
    {0, 0, "id:-3 host:- seg:x", "83 22 80 81 6178", CRI_OK},
    {0, 0, "id:-1 host:h path query", "82 20 81 6168", CRI_OK},
    {0, 0, "id:-1 host:h par:q", "84 20 81 6168 80 81 6171", CRI_OK},
    {13, 0, "id:-1 host:h frag:f", "85 20 81 6168 80 f6 6166", CRI_OK},
    {27, 0, "id:-1 host:h frag:f", "85 20 81 6168 80 80 6166", CRI_OK},
    {13, 0, "id:-1 frag:f", "85 20 f6 80 f6 6166", CRI_OK},
    {27, 0, "id:-1 frag:f", "85 20 f6 80 80 6166", CRI_OK},
    /* references */
    {0, 0, "", "80", CRI_OK},
    {0, 0, "discard:0", "80", CRI_OK},
    {0, 0, "discard:1", "81 01", CRI_OK},
    {0, 0, "discard:255", "81 f5", CRI_OK},
    {0, 0, "discard:127 seg:a", "82 187f 81 6161", CRI_OK},
    {0, 0, "discard:255 seg:a par:q", "83 f5 81 6161 81 6171", CRI_OK},
    {0, 0, "discard:0 path", "82 00 80", CRI_OK},
    {0, 0, "discard:0 query", "83 00 f6 80", CRI_OK},
    {0, 0, "discard:0 path query frag:f", "84 00 80 80 6166", CRI_OK},
    {0, 0, "discard:0 par:q", "83 00 f6 81 6171", CRI_OK},
    {0, 0, "discard:0 frag:f", "84 00 f6 f6 6166", CRI_OK},
    {0, 0, "host:h seg:a", "83 f6 81 6168 81 6161", CRI_OK},
    {0, 0, "host:h frag:f", "85 f6 81 6168 f6 f6 6166", CRI_OK},
    {0, 0, "rootless seg:a", "83 f6 f5 81 6161", CRI_OK},
    {0, 0, "discard:255 seg:- seg:a", "82 f5 82 60 6161", CRI_OK}, /* not valid only in a full CRI */
    /* what is taken as it is, without flags */
    {0, 0, "id:-1 host:h port:5683", "82 20 82 6168 191633", CRI_OK},
    {0, 0, "discard:0 seg:a%2Fb", "82 00 81 656125324662", CRI_OK},
    {0, 0, "discard:0 seg:%2e", "82 00 81 63253265", CRI_OK},
    {0, 0, "discard:0 seg:\xc3\xa9/?#", "82 00 81 65c3a92f3f23", CRI_OK},
    /* normalised */
    {0, N, "name:COAP host:Example.ORG port:5683 seg:A", "83 20 82 676578616d706c65 636f7267 81 6141", CRI_OK},
    {0, N, "name:X-y host:h port:5683", "82 63782d79 82 6168 191633", CRI_OK},
    {0, N, "id:-2 host:h port:5684", "82 21 81 6168", CRI_OK},
    {0, N, "id:-2 host:h port:5683", "82 21 82 6168 191633", CRI_OK},
    /* texts in URI form */
    {0, P, "discard:0 seg:a%2Fb%3Bc", "82 00 81 83 63612f62 413b 6163", CRI_OK},
    {0, P, "discard:0 par:a%26b", "83 00 f6 81 63612662", CRI_OK},
    {0, P, "discard:0 frag:%2F%C3%A9", "84 00 f6 f6 82 412f 62c3a9", CRI_OK},
    {0, P, "id:-1 host:a%2Eb", "82 20 82 6161 6162", CRI_OK},
    {0, P, "id:-1 user:a%40b host:h", "82 20 83 f4 63614062 6168", CRI_OK},
    {0, N | P, "id:-1 host:%41B", "82 20 81 626162", CRI_OK},
    /* refused */
    {0, 0, "name:Coap", NULL, CRI_ERR_UPPERCASE},
    {0, 0, "name:a_b", NULL, CRI_ERR_SCHEME_NAME},
    {0, 0, "name:-", NULL, CRI_ERR_SCHEME_NAME},
    {0, N, "name:1a", NULL, CRI_ERR_SCHEME_NAME},
    {0, N, "name:coap\vtcp", NULL, CRI_ERR_SCHEME_NAME}, /* differs from "coap+tcp" in the bit that case does */
    {0, 0, "id:0", NULL, CRI_ERR_ARGUMENT},
    {0, 0, "id:5", NULL, CRI_ERR_ARGUMENT},
    {0, 0, "id:-1 host:Example", NULL, CRI_ERR_UPPERCASE},
    {0, P, "id:-1 host:%41", NULL, CRI_ERR_UPPERCASE},
    {0, 0, "discard:128", NULL, CRI_ERR_DISCARD},
    {0, 0, "discard:254", NULL, CRI_ERR_DISCARD},
    {0, 0, "id:-1 addr:0102030405", NULL, CRI_ERR_ADDRESS},
    {13, 0, "id:-1 addr:01020304 zone:en1", NULL, CRI_ERR_ADDRESS},
    {0, 0, "id:-1 addr:fe800000000000000000000000000042 zone:\xff", NULL, CRI_ERR_UTF8},
    {0, 0, "discard:0 seg:.", NULL, CRI_ERR_DOT_SEGMENT},
    {0, 0, "discard:0 seg:..", NULL, CRI_ERR_DOT_SEGMENT},
    {0, P, "discard:0 seg:%2E.", NULL, CRI_ERR_DOT_SEGMENT},
    {0, 0, "discard:0 seg:\xff", NULL, CRI_ERR_UTF8},
    {0, 0, "discard:0 par:\xed\xa0\x80", NULL, CRI_ERR_UTF8},
    {0, 0, "discard:0 frag:\xc3", NULL, CRI_ERR_UTF8},
    {0, 0, "id:-1 host:\xff", NULL, CRI_ERR_UTF8},
    {0, 0, "id:-1 user:\xff host:h", NULL, CRI_ERR_UTF8},
    {0, P, "discard:0 seg:a%2", NULL, CRI_ERR_URI_SYNTAX},
    {0, P, "discard:0 seg:a/b", NULL, CRI_ERR_URI_SYNTAX},
    {0, P, "discard:0 par:a&b", NULL, CRI_ERR_URI_SYNTAX},
    {0, P, "discard:0 seg:\xc3\xa9", NULL, CRI_ERR_URI_SYNTAX},
    /* full CRIs that have no URI (R4) */
    {0, 0, "name:a rootless", NULL, CRI_ERR_NOT_VALID},
    {0, 0, "name:a rootless seg:-", NULL, CRI_ERR_NOT_VALID},
    {0, 0, "name:a rootless seg:- seg:b", NULL, CRI_ERR_NOT_VALID},
    {0, 0, "name:a seg:- seg:b", NULL, CRI_ERR_NOT_VALID},
    /* out of order */
    {0, 0, "seg:a", NULL, CRI_ERR_ORDER},
    {0, 0, "par:q", NULL, CRI_ERR_ORDER},
    {0, 0, "frag:f", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 id:-1", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 discard:1", NULL, CRI_ERR_ORDER},
    {0, 0, "discard:1 id:-1", NULL, CRI_ERR_ORDER},
    {0, 0, "discard:1 host:h", NULL, CRI_ERR_ORDER},
    {0, 0, "discard:1 rootless", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h host:i", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h user:u", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h rootless", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 rootless host:h", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 port:80", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h port:80 port:80", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h seg:a port:80", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h par:q seg:a", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h frag:f par:q", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 host:h frag:f frag:f", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 user:u", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 user:u port:80", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 user:u seg:a", NULL, CRI_ERR_ORDER},
    {0, 0, "user:u frag:f", NULL, CRI_ERR_ORDER},
    {0, 0, "id:-1 user:u rootless", NULL, CRI_ERR_ORDER},
};

static void builds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct build_row *row = &rows[i];
        for (uint8_t rev = CRI_REV_13; rev <= CRI_REV_27; rev = (uint8_t)(rev + (CRI_REV_27 - CRI_REV_13))) {
            uint8_t buf[BYTES_MAX];
            size_t len = 4711;
            if (row->rev != 0 && row->rev != rev) {
                continue;
            }
            cri_err_t err = build(rev, row->flags, row->program, buf, sizeof buf, &len);
            if (!row_err(err, row->err, row->program)) {
                continue;
            }
            if (row->hex == NULL) {
                row_size(len, 4711, row->program);
                continue;
            }
            row_bytes(buf, len, row->hex, row->program);
            /* What was built is a CRI in canonical form. */
            cri_t cri;
            size_t consumed = 0;
            if (row_err(cri_parse(rev, buf, len, &cri, &consumed), CRI_OK, row->program)) {
                row_size(consumed, len, row->program);
                row_encodes(&cri, row->hex, row->program);
            }
        }
    }
    rows_end();
}

/* Arrays that outgrow a head of one byte, two bytes, three bytes, in every section that has one. */
static void widens_heads(void **state)
{
    (void)state;
#ifdef CRI_TEST_SMALL /* a board that has no room for more */
    enum { MOST = 257 };
#else
    enum { MOST = 65536 };
#endif
    static const size_t counts[] = {0, 1, 22, 23, 24, 25, 255, 256, 257, MOST - 1, MOST};
    static uint8_t buf[3 * 2 * MOST + 64];
    for (size_t c = 0; c < COUNT(counts); c++) {
        size_t count = counts[c];
        cri_builder_t builder;
        size_t len = 0;
        size_t consumed = 0;
        cri_t cri;
        cri_text_t text;
        char row[32];
        snprintf(row, sizeof row, "%zu", count);
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
        assert_int_equal(cri_builder_scheme_id(&builder, -1), CRI_OK);
        static char name[2 * MOST];
        for (size_t i = 0; i < count; i++) {
            name[2 * i] = 'l';
            name[2 * i + 1] = '.';
        }
        assert_int_equal(cri_builder_host_name(&builder, name, count > 0 ? 2 * count - 1 : 0), CRI_OK);
        assert_int_equal(cri_builder_port(&builder, 80), CRI_OK);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(cri_builder_segment(&builder, "s", 1), CRI_OK);
        }
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(cri_builder_parameter(&builder, "p", 1), CRI_OK);
        }
        assert_int_equal(cri_builder_fragment(&builder, "f", 1), CRI_OK);
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        if (row_err(cri_parse(CRI_REV_27, buf, len, &cri, &consumed), CRI_OK, row)) {
            row_size(consumed, len, row);
            row_size(cri_host_count(&cri), count, row);
            row_size(cri_path_count(&cri), count, row);
            row_size(cri_query_count(&cri), count, row);
            row_ok(cri_fragment(&cri, &text) && text_is(&text, "f"), row, "fragment");
            row_ok(count == 0 || (cri_query_get(&cri, count - 1, &text) && text_is(&text, "p")), row, "last parameter");
        }
    }
    rows_end();
}

static void starts_anew(void **state)
{
    (void)state;
    cri_builder_t builder;
    uint8_t buf[16];
    size_t len = 0;
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_segment(&builder, "a", 1), CRI_ERR_ORDER);
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_discard(&builder, 1), CRI_OK);
    assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
    assert_string_equal(to_hex(buf, len), "8101");
    /* A builder that has finished is at its end. */
    assert_int_equal(cri_builder_segment(&builder, "a", 1), CRI_ERR_ORDER);
}

static void takes_null_for_empty(void **state)
{
    (void)state;
    cri_builder_t builder;
    uint8_t buf[16];
    size_t len = 0;
    assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_int_equal(cri_builder_discard(&builder, 0), CRI_OK);
    assert_int_equal(cri_builder_segment(&builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_parameter(&builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_fragment(&builder, NULL, 0), CRI_OK);
    assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
    assert_string_equal(to_hex(buf, len), "84008160816060");
}

/* Only NULL is no zone identifier: an empty one is a text. */
static void keeps_an_empty_zone(void **state)
{
    (void)state;
    static const uint8_t address[16] = {0xfe, 0x80};
    static const char *const zones[] = {NULL, ""};
    static const char *const built[] = {"822081"
                                        "50fe800000000000000000000000000000",
                                        "822082"
                                        "50fe800000000000000000000000000000"
                                        "60"};
    for (size_t i = 0; i < COUNT(zones); i++) {
        cri_builder_t builder;
        uint8_t buf[32];
        size_t len = 0;
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
        assert_int_equal(cri_builder_scheme_id(&builder, -1), CRI_OK);
        assert_int_equal(cri_builder_host_address(&builder, address, sizeof address, zones[i], 0), CRI_OK);
        assert_int_equal(cri_builder_finish(&builder, &len), CRI_OK);
        assert_string_equal(to_hex(buf, len), built[i]);
    }
}

static void refuses_unknown_flags(void **state)
{
    (void)state;
    cri_builder_t builder;
    uint8_t buf[16];
    for (unsigned flags = 0; flags <= UINT8_MAX; flags++) {
        cri_err_t wanted = flags <= (CRI_BUILD_NORMALIZE | CRI_BUILD_PERCENT) ? CRI_OK : CRI_ERR_ARGUMENT;
        assert_int_equal(cri_builder_init(&builder, CRI_REV_27, (uint8_t)flags, buf, sizeof buf), wanted);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds),
        cmocka_unit_test(widens_heads),
        cmocka_unit_test(starts_anew),
        cmocka_unit_test(takes_null_for_empty),
        cmocka_unit_test(keeps_an_empty_zone),
        cmocka_unit_test(refuses_unknown_flags),
    };
    return RUN(tests);
}
