/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reading the sections of a view: accessors and iterators. */
#include "support.h"

/* coap://user@[fe80::42]:61616/floors/2?unit=celsius&x#top */
#define FULL                                                                                                           \
    "85 20 84 f4 6475736572 50fe800000000000000000000000000042 19f0b0 82 66666c6f6f7273 6132 "                         \
    "82 6c756e69743d63656c73697573 6178 63746f70"

static void reads_every_section_of_a_full_cri(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_27, FULL);
    cri_text_t text;
    int64_t id = 0;
    uint16_t port = 0;
    const char *chars = NULL;
    const uint8_t *address = NULL;
    size_t len = 0;

    assert_true(cri_is_full(&cri));
    assert_int_equal(cri_revision(&cri), CRI_REV_27);
    assert_true(cri_scheme(&cri, &id));
    assert_true(id == -1);
    assert_true(cri_scheme_text(&cri, &chars, &len));
    assert_int_equal(len, 4);
    assert_memory_equal(chars, "coap", 4);
    assert_int_equal(cri_authority_kind(&cri), CRI_AUTHORITY_HOST);
    assert_int_equal(cri_host_kind(&cri), CRI_HOST_IPV6);
    assert_true(cri_host_address(&cri, &address, &len));
    assert_int_equal(len, 16);
    assert_int_equal(address[0], 0xfe);
    assert_int_equal(address[15], 0x42);
    assert_false(cri_zone(&cri, &chars, &len));
    assert_int_equal(cri_host_count(&cri), 0);
    assert_true(cri_userinfo(&cri, &text));
    assert_true(text_is(&text, "user"));
    assert_true(cri_port(&cri, &port));
    assert_int_equal(port, 61616);
    assert_int_equal(cri_discard(&cri), CRI_DISCARD_ALL);
    assert_true(cri_path_is_set(&cri));
    assert_int_equal(cri_path_count(&cri), 2);
    assert_true(cri_path_get(&cri, 1, &text));
    assert_true(text_is(&text, "2"));
    assert_true(cri_query_is_set(&cri));
    assert_int_equal(cri_query_count(&cri), 2);
    assert_true(cri_query_get(&cri, 0, &text));
    assert_true(text_is(&text, "unit=celsius"));
    assert_true(cri_fragment(&cri, &text));
    assert_true(text_is(&text, "top"));
}

static void says_what_an_empty_reference_lacks(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_27, "80");
    cri_text_t text;
    int64_t id = 0;
    uint16_t port = 0;
    const char *chars = NULL;
    const uint8_t *address = NULL;
    size_t len = 0;

    assert_false(cri_is_full(&cri));
    assert_false(cri_scheme(&cri, &id));
    assert_false(cri_scheme_text(&cri, &chars, &len));
    assert_int_equal(cri_authority_kind(&cri), CRI_AUTHORITY_NOT_SET);
    assert_int_equal(cri_host_kind(&cri), CRI_HOST_NONE);
    assert_false(cri_host_address(&cri, &address, &len));
    assert_false(cri_zone(&cri, &chars, &len));
    assert_int_equal(cri_host_count(&cri), 0);
    assert_false(cri_userinfo(&cri, &text));
    assert_false(cri_port(&cri, &port));
    assert_int_equal(cri_discard(&cri), 0);
    assert_false(cri_path_is_set(&cri));
    assert_int_equal(cri_path_count(&cri), 0);
    assert_false(cri_path_get(&cri, 0, &text));
    assert_false(cri_query_is_set(&cri));
    assert_int_equal(cri_query_count(&cri), 0);
    assert_false(cri_query_get(&cri, 0, &text));
    assert_false(cri_fragment(&cri, &text));
}

struct scheme_row {
    const char *name;
    uint8_t rev;
    const char *hex;
    bool has_id;
    int64_t id;
    const char *text; /* NULL if there is none */
};

static const struct scheme_row schemes[] = {
    {"number", CRI_REV_27, "81 20", true, -1, "coap"},
    {"name that has a number", CRI_REV_27, "81 64636f6170", false, 0, "coap"},
    {"coap+ws in revision 13", CRI_REV_13, "81 28", true, -9, "coap+ws"},
    {"coap+ws in revision 27", CRI_REV_27, "81 38 18", true, -25, "coap+ws"},
    {"name that has none", CRI_REV_27, "81 6161", false, 0, "a"},
    {"number that has no name", CRI_REV_27, "81 3a 000f423f", true, -1000000, NULL},
    {"the largest number", CRI_REV_27, "81 3b 7fffffffffffffff", true, INT64_MIN, NULL},
};

static void reads_the_scheme(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(schemes); i++) {
        const struct scheme_row *row = &schemes[i];
        cri_t cri = parse_hex(row->rev, row->hex);
        int64_t id = 4711;
        const char *chars = NULL;
        size_t len = 0;
        row_ok(cri_scheme(&cri, &id) == row->has_id, row->name, "has an id");
        row_ok(id == (row->has_id ? row->id : 4711), row->name, "the id");
        if (row_ok(cri_scheme_text(&cri, &chars, &len) == (row->text != NULL), row->name, "has a name") &&
            row->text != NULL) {
            row_text(chars, len, row->text, row->name);
        }
    }
    rows_end();
}

struct kind_row {
    const char *name;
    const char *hex;
    uint8_t authority;
    uint8_t host;
    size_t labels;
    uint8_t discard;
    bool path_set;
    bool query_set;
};

static const struct kind_row kinds[] = {
    {"no authority", "81 20", CRI_AUTHORITY_ROOTED, CRI_HOST_NONE, 0, CRI_DISCARD_ALL, true, true},
    {"rootless", "83 20 f5 81 6161", CRI_AUTHORITY_ROOTLESS, CRI_HOST_NONE, 0, CRI_DISCARD_ALL, true, true},
    {"name", "82 20 83 6161 6162 6163", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 3, CRI_DISCARD_ALL, true, true},
    {"empty name", "82 20 80", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 0, CRI_DISCARD_ALL, true, true},
    {"R31 empty label", "82 20 81 60", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 0, CRI_DISCARD_ALL, true, true},
    {"R31 long head", "82 20 81 7a00000000", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 0, CRI_DISCARD_ALL, true, true},
    {"R31 between others", "82 20 84 f4 60 60 01", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 0, CRI_DISCARD_ALL, true, true},
    {"two empty labels", "82 20 82 60 60", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 2, CRI_DISCARD_ALL, true, true},
    {"IPv4", "82 20 81 4401020304", CRI_AUTHORITY_HOST, CRI_HOST_IPV4, 0, CRI_DISCARD_ALL, true, true},
    {"network path", "82 f6 81 6161", CRI_AUTHORITY_HOST, CRI_HOST_NAME, 1, CRI_DISCARD_ALL, false, false},
    {"rootless network path", "82 f6 f5", CRI_AUTHORITY_ROOTLESS, CRI_HOST_NONE, 0, CRI_DISCARD_ALL, false, false},
    {"discard", "82 03 80", CRI_AUTHORITY_NOT_SET, CRI_HOST_NONE, 0, 3, true, false},
    {"discard all", "83 f5 f6 80", CRI_AUTHORITY_NOT_SET, CRI_HOST_NONE, 0, CRI_DISCARD_ALL, false, true},
};

static void tells_the_kinds_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        const struct kind_row *row = &kinds[i];
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        row_size(cri_authority_kind(&cri), row->authority, row->name);
        row_size(cri_host_kind(&cri), row->host, row->name);
        row_size(cri_host_count(&cri), row->labels, row->name);
        row_size(cri_discard(&cri), row->discard, row->name);
        row_ok(cri_path_is_set(&cri) == row->path_set, row->name, "path set");
        row_ok(cri_query_is_set(&cri) == row->query_set, row->name, "query set");
    }
    rows_end();
}

/* An iterator over an object of zeros is over nothing, and not stored where it overlaps the object. */
static void leaves_an_object_of_zeros_alone(void **state)
{
    (void)state;
    union {
        uint8_t bytes[2 * sizeof(cri_t)];
        cri_t cri;
        cri_text_t text;
        cri_iter_t iter;
        cri_chunks_t chunks;
    } zeros, before;
    memset(&zeros, 0, sizeof zeros);
    before = zeros;
    const size_t last = sizeof(cri_t) - sizeof(void *), after = sizeof(cri_t),
                 last_of_text = sizeof(cri_text_t) - sizeof(void *);
    cri_path_iter(&zeros.cri, &zeros.iter);
    cri_query_iter(&zeros.cri, (cri_iter_t *)(void *)(zeros.bytes + last));
    cri_host_iter(&zeros.cri, (cri_iter_t *)(void *)(zeros.bytes + last));
    cri_text_chunks(&zeros.text, &zeros.chunks);
    cri_text_chunks(&zeros.text, (cri_chunks_t *)(void *)(zeros.bytes + last_of_text));
    assert_memory_equal(&zeros, &before, sizeof zeros);
    cri_path_iter(&zeros.cri, (cri_iter_t *)(void *)(zeros.bytes + after));
    assert_true(memcmp(&zeros, &before, sizeof zeros) != 0);
}

static void reads_a_zone(void **state)
{
    (void)state;
    cri_t cri = parse_hex(CRI_REV_13, "82 20 82 50fe80000000000000000000000000000a 63656e31");
    const char *zone = NULL;
    size_t len = 0;
    assert_true(cri_zone(&cri, &zone, &len));
    assert_int_equal(len, 3);
    assert_memory_equal(zone, "en1", 3);
}

/* One section of many texts, read by index and by iterator. */
struct section {
    const char *name;
    size_t (*count)(const cri_t *cri);
    bool (*get)(const cri_t *cri, size_t index, cri_text_t *text);
    void (*iter)(const cri_t *cri, cri_iter_t *iter);
};

static const struct section sections[] = {
    {"host", cri_host_count, cri_host_get, cri_host_iter},
    {"path", cri_path_count, cri_path_get, cri_path_iter},
    {"query", cri_query_count, cri_query_get, cri_query_iter},
};

/* Reads a section both ways and joins the texts with "|". */
static void check_section(const cri_t *cri, const struct section *section, const char *wanted, const char *row)
{
    char by_iter[128] = "";
    char by_index[128] = "";
    cri_iter_t iter;
    cri_text_t text;
    size_t count = 0;
    section->iter(cri, &iter);
    while (cri_iter_next(&iter, &text)) {
        uint8_t chars[64];
        size_t len = 0;
        assert_int_equal(cri_text_decode(&text, chars, sizeof chars, &len), CRI_OK);
        strcat(by_iter, "|");
        strncat(by_iter, (const char *)chars, len);
        count++;
    }
    row_ok(!cri_iter_next(&iter, &text), row, "an exhausted iterator stays so");
    row_size(section->count(cri), count, row);
    for (size_t i = 0; i < count; i++) {
        uint8_t chars[64];
        size_t len = 0;
        if (row_ok(section->get(cri, i, &text), row, "each index has a text")) {
            assert_int_equal(cri_text_decode(&text, chars, sizeof chars, &len), CRI_OK);
            strcat(by_index, "|");
            strncat(by_index, (const char *)chars, len);
        }
    }
    row_ok(!section->get(cri, count, &text), row, "no text past the last");
    row_ok(!section->get(cri, SIZE_MAX, &text), row, "no text at SIZE_MAX");
    row_text(by_iter, strlen(by_iter), wanted, row);
    row_text(by_index, strlen(by_index), wanted, row);
}

struct section_row {
    const char *hex;
    const char *wanted[3]; /* host, path, query */
};

static const struct section_row section_rows[] = {
    {"80", {"", "", ""}},
    {"82 20 83 6161 6162 6163", {"|a|b|c", "", ""}},
    {"82 20 85 f4 6175 6161 6162 1850", {"|a|b", "", ""}},
    {"82 20 82 81 413b 6162", {"|;|b", "", ""}},
    {"84 20 81 6161 83 60 6178 60 81 60", {"|a", "||x|", "|"}},
    {"83 f5 82 82 6161 413b 62c3a9 82 6171 6172", {"", "|a;|\xc3\xa9", "|q|r"}},
};

static void iterates_and_indexes_alike(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(section_rows); i++) {
        const struct section_row *row = &section_rows[i];
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        for (size_t s = 0; s < COUNT(sections); s++) {
            check_section(&cri, &sections[s], row->wanted[s], row->hex);
        }
    }
    rows_end();
}

/* A resolved view has a path of two pieces; readers see one. */
static void reads_a_resolved_path_as_one(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 83 6161 6162 6163");
    cri_t reference = parse_hex(CRI_REV_27, "82 01 82 6178 6179");
    cri_t resolved;
    assert_int_equal(cri_resolve(&base, &reference, &resolved), CRI_OK);
    check_section(&resolved, &sections[1], "|a|b|x|y", "resolved");
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_section_of_a_full_cri),
        cmocka_unit_test(says_what_an_empty_reference_lacks),
        cmocka_unit_test(reads_the_scheme),
        cmocka_unit_test(tells_the_kinds_apart),
        cmocka_unit_test(reads_a_zone),
        cmocka_unit_test(leaves_an_object_of_zeros_alone),
        cmocka_unit_test(iterates_and_indexes_alike),
        cmocka_unit_test(reads_a_resolved_path_as_one),
    };
    return RUN(tests);
}
