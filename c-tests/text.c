/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Text-or-pet: plain text, chunks of percent-encoded text (PET), and decoding into a buffer. Section 7.1. */
#include "support.h"

struct chunk {
    const char *bytes; /* NULL ends the list */
    bool percent_encoded;
};

struct text_row {
    const char *name;
    const char *hex;   /* a reference with this fragment: [0, null, null, fragment] */
    const char *plain; /* NULL for PET */
    struct chunk chunks[5];
    const char *decoded;
};

/* clang-format off */
static const struct text_row rows[] = {
    {"plain", "8400f6f6 63616263", "abc", {{"abc", false}}, "abc"},
    {"empty", "8400f6f6 60", "", {{NULL, false}}, ""},
    {"plain, not ASCII", "8400f6f6 62c3a9", "\xc3\xa9", {{"\xc3\xa9", false}}, "\xc3\xa9"},
    {"PET alone", "8400f6f6 81 412f", NULL, {{"/", true}}, "/"},
    {"PET first", "8400f6f6 82 413b 6161", NULL, {{";", true}, {"a", false}}, ";a"},
    {"PET last", "8400f6f6 82 6161 423b3d", NULL, {{"a", false}, {";=", true}}, "a;="},
    {"PET in between",
     "8400f6f6 84 6161 413b 6162 41ff",
     NULL,
     {{"a", false}, {";", true}, {"b", false}, {"\xff", true}},
     "a;b\xff"},
    {"PET, long heads",
     "8400f6f6 9802 780161 590001 3b",
     NULL,
     {{"a", false}, {";", true}},
     "a;"},
};
/* clang-format on */

static cri_text_t fragment_of(const struct text_row *row)
{
    cri_t cri = parse_hex(CRI_REV_27, row->hex);
    cri_text_t text;
    assert_true(cri_fragment(&cri, &text));
    return text;
}

static void reads_plain_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct text_row *row = &rows[i];
        cri_text_t text = fragment_of(row);
        const char *chars = "untouched";
        size_t len = 4711;
        bool plain = cri_text_plain(&text, &chars, &len);
        row_ok(plain == (row->plain != NULL), row->name, "plain or not");
        if (plain && row->plain != NULL) {
            row_text(chars, len, row->plain, row->name);
        } else {
            row_size(len, 4711, row->name);
            row_text(chars, strlen(chars), "untouched", row->name);
        }
    }
    rows_end();
}

static void compares_with_plain_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct text_row *row = &rows[i];
        cri_text_t text = fragment_of(row);
        const char *wanted = row->decoded;
        bool plain = row->plain != NULL;
        row_ok(cri_text_equal(&text, wanted, strlen(wanted)) == plain, row->name, "equals itself, unless PET");
        row_ok(!cri_text_equal(&text, "other", 5), row->name, "differs from another");
        row_ok(!cri_text_equal(&text, "abcd", 4), row->name, "differs from a longer one");
        row_ok(!cri_text_equal(&text, "ab", 2), row->name, "differs from a shorter one");
    }
    rows_end();
}

static void gives_chunk_by_chunk(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct text_row *row = &rows[i];
        cri_text_t text = fragment_of(row);
        cri_chunks_t chunks;
        const uint8_t *bytes = NULL;
        size_t len = 0;
        bool percent_encoded = false;
        size_t n = 0;
        cri_text_chunks(&text, &chunks);
        while (cri_chunks_next(&chunks, &bytes, &len, &percent_encoded)) {
            const struct chunk *wanted = &row->chunks[n++];
            if (!row_ok(wanted->bytes != NULL, row->name, "no chunk too many")) {
                break;
            }
            row_text((const char *)bytes, len, wanted->bytes, row->name);
            row_ok(percent_encoded == wanted->percent_encoded, row->name, "percent-encoded or not");
        }
        row_ok(row->chunks[n].bytes == NULL, row->name, "no chunk too few");
        row_ok(!cri_chunks_next(&chunks, &bytes, &len, &percent_encoded), row->name, "stays at the end");
    }
    rows_end();
}

static void decodes_into_a_buffer(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct text_row *row = &rows[i];
        cri_text_t text = fragment_of(row);
        uint8_t decoded[16];
        size_t len = 0;
        if (row_err(cri_text_decode(&text, decoded, sizeof decoded, &len), CRI_OK, row->name)) {
            row_text((const char *)decoded, len, row->decoded, row->name);
        }
    }
    rows_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_plain_text),
        cmocka_unit_test(compares_with_plain_text),
        cmocka_unit_test(gives_chunk_by_chunk),
        cmocka_unit_test(decodes_into_a_buffer),
    };
    return RUN(tests);
}
