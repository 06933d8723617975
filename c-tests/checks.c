/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Checks before a CRI is accepted: canonical form, features, where an error is, URI ownership. R2, R21; href-27 5.1, 7
 * and 7.2; RFC 8820 2. Offsets and parts by hand are in tests/vectors/where.txt, which rows.c runs.
 */
#include "vectors.h"

/* ---- cri_is_canonical() ------------------------------------------------------------------------------------------ */

static void tells_canonical_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        struct bytes bytes = from_hex(row->hex), canonical = from_hex(canonical_hex(row));
        bool same = bytes.len == canonical.len && memcmp(bytes.data, canonical.data, bytes.len) == 0;
        FOR_EACH_REVISION(rev, row) {
            cri_t cri = parse_bytes(rev, &bytes, row->name), written = parse_bytes(rev, &canonical, row->name);
            row_ok(cri_is_canonical(&cri) == same, row->name, "canonical or not");
            row_ok(cri_is_canonical(&written), row->name, "what is written is canonical");
        }
    }
    rows_end();
}

static void a_view_without_bytes_is_not_canonical(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "85 20 81 6168 81 6161 81 6171 6166"),
          reference = parse_hex(CRI_REV_27, "82 01 81 6162");
    cri_t made;
    assert_true(cri_is_canonical(&base) && cri_is_canonical(&reference));
    assert_int_equal(cri_resolve(&base, &reference, &made), CRI_OK);
    assert_false(cri_is_canonical(&made));
    assert_int_equal(cri_without_fragment(&base, &made), CRI_OK);
    assert_false(cri_is_canonical(&made));
    assert_int_equal(cri_without_fragment(&reference, &made), CRI_OK); /* has none: the same view */
    assert_true(cri_is_canonical(&made));
    assert_int_equal(cri_relativize(&base, &base, &made), CRI_OK);
    assert_false(cri_is_canonical(&made));
    /* A full reference is the result as it is. */
    assert_int_equal(cri_resolve(&base, &base, &made), CRI_OK);
    assert_true(cri_is_canonical(&made));
}

/* ---- cri_uses() -------------------------------------------------------------------------------------------------- */

#define NAME CRI_USES_SCHEME_NAME
#define NONE CRI_USES_NO_AUTHORITY
#define USER CRI_USES_USERINFO
#define PET CRI_USES_PET
#define ZONE CRI_USES_ZONE

static const struct uses_row {
    const char *what, *hex;
    uint32_t uses;
} uses_rows[] = {
    {"[]", "80", 0},
    {"[0, [a]]", "82 00 81 6161", 0},
    {"[null, [h]]", "82 f6 81 6168", 0},
    {"a Basic CRI", "85 20 82 6168 01 81 6161 81 6171 6166", 0},
    {"an empty host", "82 20 80", 0},
    {"the scheme by name", "82 64636f6170 81 6168", NAME},
    {"a name alone", "81 6161", NAME | NONE},
    {"a number alone", "81 20", NONE},
    {"rooted", "83 20 f6 81 6161", NONE},
    {"rootless", "83 20 f5 81 6161", NONE},
    {"a rootless network path", "83 f6 f5 81 6161", NONE},
    {"empty user information", "82 20 83 f4 60 6168", USER},
    {"PET in user information", "82 20 83 f4 81 413a 6168", USER | PET},
    {"PET in the second label", "82 20 83 6161 81 412c 01", PET},
    {"PET in the second segment", "82 00 82 6161 82 6162 413a", PET},
    {"PET in a parameter", "83 00 f6 82 6161 81 413a", PET},
    {"PET in the fragment", "84 00 f6 f6 82 413a 6162", PET},
    {"an empty zone", "82 20 82 50 00000000000000000000000000000001 60", ZONE},
    {"an address", "82 20 82 50 00000000000000000000000000000001 01", 0},
    {"everything", "83 6161 85 f4 6175 50 00000000000000000000000000000001 6165 01 81 81 413a",
     NAME | USER | PET | ZONE},
};

static void tells_what_is_used(void **state)
{
    (void)state;
    static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};
    for (size_t i = 0; i < COUNT(uses_rows) * COUNT(revisions); i++) {
        const struct uses_row *row = &uses_rows[i / COUNT(revisions)];
        cri_t cri = parse_hex(revisions[i % COUNT(revisions)], row->hex);
        row_size(cri_uses(&cri), row->uses, row->what);
    }
    /* Of a path in two pieces both count. */
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 81 413a 60"), plain = parse_hex(CRI_REV_27, "82 01 81 6162");
    cri_t pet = parse_hex(CRI_REV_27, "82 01 81 81 413a"), made;
    assert_int_equal(cri_resolve(&base, &plain, &made), CRI_OK);
    assert_int_equal(cri_uses(&made), PET);
    base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 60");
    assert_int_equal(cri_resolve(&base, &pet, &made), CRI_OK);
    assert_int_equal(cri_uses(&made), PET);
    rows_end();
}

/* ---- where an error is ------------------------------------------------------------------------------------------- */

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

/* ---- cri_ownership_check() --------------------------------------------------------------------------------------- */

struct ownership_row {
    const char *hex;
    uint8_t wanted;
};

/* clang-format off */
static const struct ownership_row ownership_rows[] = {
    {"80", 0},                                              /* [] */
    {"82018161 61", 0},                                     /* [1, ["a"]] */
    {"82f58161 61", CRI_OWNERSHIP_PATH},                    /* [true, ["a"]] */
    {"82f5826b2e77656c6c2d6b6e6f776e64636f7265", 0},        /* [true, [".well-known", "core"]] */
    {"82f5816b2e77656c6c2d6b6e6f776e", CRI_OWNERSHIP_PATH}, /* [true, [".well-known"]] */
    {"82f6816168", CRI_OWNERSHIP_AUTHORITY},                /* [null, ["h"]] */
    {"8300f68161 71", CRI_OWNERSHIP_QUERY},                 /* [0, null, ["q"]] */
    {"8400f6f66166", CRI_OWNERSHIP_FRAGMENT},               /* [0, null, null, "f"] */
    /* [-1, ["h"], ["a"], ["q"], "f"] */
    {"8520816168816161 81617161 66",
     CRI_OWNERSHIP_SCHEME | CRI_OWNERSHIP_AUTHORITY | CRI_OWNERSHIP_PATH | CRI_OWNERSHIP_QUERY |
         CRI_OWNERSHIP_FRAGMENT},
};
/* clang-format on */

static void tells_what_would_be_strained(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(ownership_rows); i++) {
        const struct ownership_row *row = &ownership_rows[i];
        cri_t cri = parse_hex(CRI_REV_27, row->hex);
        row_size(cri_ownership_check(&cri), row->wanted, row->hex);
    }
    cri_t zeros;
    memset(&zeros, 0, sizeof zeros);
    assert_int_equal(cri_ownership_check(NULL), 0);
    assert_int_equal(cri_ownership_check(&zeros), 0);
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_canonical_bytes),
        cmocka_unit_test(a_view_without_bytes_is_not_canonical),
        cmocka_unit_test(tells_what_is_used),
        cmocka_unit_test(finds_the_errors_of_parsing),
        cmocka_unit_test(finds_the_errors_of_text),
        cmocka_unit_test(tells_what_would_be_strained),
    };
    /* clang-format on */
    return RUN(tests);
}
