/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Where an error is. Offsets and parts by hand are in tests/vectors/where.txt, which rows.c runs. */
#include "vectors.h"

/* Checks that the place is stored with an error of the data, and only then. */
static void check_place(cri_err_t err, cri_err_t wanted, size_t len, size_t offset, uint8_t part, const char *row)
{
    row_err(err, wanted, row);
    if (err == CRI_OK) {
        row_ok(offset == 4711 && part == FILL, row, "no place is stored");
    } else {
        row_ok(offset <= len && part <= CRI_PART_WHOLE, row, "a place in the data is stored");
    }
}

/* Every beginning of every CRI, in memory that ends there. */
static void finds_the_errors_of_parsing(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors) + COUNT(unprocessable_vectors); i++) {
        const bool valid = i < COUNT(valid_vectors);
        const struct valid_vector *good = &valid_vectors[valid ? i : 0];
        const struct invalid_vector *bad = &unprocessable_vectors[valid ? 0 : i - COUNT(valid_vectors)];
        struct bytes bytes = from_hex(valid ? good->hex : bad->hex);
        const char *name = valid ? good->name : bad->name;
        for (size_t len = 0; len <= bytes.len; len++) {
            struct guarded exact = guarded_copy(bytes.data, len);
            static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};
            for (size_t k = 0; k < COUNT(revisions); k++) {
                cri_t cri;
                size_t consumed = 0, offset = 4711;
                uint8_t part = FILL;
                cri_err_t wanted = cri_parse(revisions[k], exact.data, len, &cri, &consumed);
                cri_err_t err = cri_parse_where(revisions[k], exact.data, len, &offset, &part);
                check_place(err, wanted, len, offset, part, name);
            }
            guarded_free(&exact);
        }
    }
    rows_end();
}

/* Texts with a byte of another kind at every place. */
static void finds_the_errors_of_text(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const texts[] = {
        "coap://user:p%20w@Example.com:5683/a/../b/%2e/c?d=e&%66#g", "http://[2001:db8::1]:80/", "//[fe80::1%25en0]/?#",
        "a:/.//b", "../../c;d", "x://h:65536",
    };
    /* clang-format on */
    static const char bytes[] = {'%', '[', ']', ' ', ':', '@', '/', '?', '#', '0', '\0', (char)0xc3, (char)0xff};
    for (size_t i = 0; i < COUNT(texts); i++) {
        const size_t len = strlen(texts[i]);
        for (size_t k = 0; k < len * COUNT(bytes); k++) {
            struct guarded exact = guarded_copy(texts[i], len);
            char *text = (char *)exact.data;
            text[k / COUNT(bytes)] = bytes[k % COUNT(bytes)];
            const uint8_t rev = k % 2 == 0 ? CRI_REV_13 : CRI_REV_27;
            uint8_t cbor[128], part = FILL;
            size_t cbor_len = 0, offset = 4711;
            cri_err_t wanted = cri_from_uri(rev, text, len, cbor, sizeof cbor, &cbor_len);
            cri_err_t err = cri_from_uri_where(rev, text, len, &offset, &part);
            check_place(err, wanted, len, offset, part, texts[i]);
            offset = 4711;
            part = FILL;
            wanted = cri_from_iri(rev, text, len, cbor, sizeof cbor, &cbor_len);
            err = cri_from_iri_where(rev, text, len, &offset, &part);
            check_place(err, wanted, len, offset, part, texts[i]);
            guarded_free(&exact);
        }
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_the_errors_of_parsing),
        cmocka_unit_test(finds_the_errors_of_text),
    };
    /* clang-format on */
    return RUN(tests);
}
