/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Resolving references: section 5.3 with R6 to R9, RFC 3986 section 5.4 through CRI, and what full CRIs must be (R4). */
#include "vectors.h"

struct resolve_row {
    const char *name;
    uint8_t rev;
    const char *base;
    const char *reference;
    const char *resolved; /* NULL if there is an error */
    cri_err_t err;
};

/* clang-format off */
static const struct resolve_row resolve_rows[] = {
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [] -> [-1, ["h"], ["a", "b"], ["q"], "f"] */
    {"R7: empty reference keeps all", BOTH, "852081616882616161628161716166", "80",
     "852081616882616161628161716166", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0] -> [-1, ["h"], ["a", "b"], ["q"], "f"] */
    {"R7: discard 0 keeps all", BOTH, "852081616882616161628161716166", "8100",
     "852081616882616161628161716166", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [1, ["x"]] -> [-1, ["h"], ["a", "x"]] */
    {"segment replaces the last", BOTH, "852081616882616161628161716166", "8201816178",
     "83208161688261616178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [2, ["x"]] -> [-1, ["h"], ["x"]] */
    {"up a level", BOTH, "852081616882616161628161716166", "8202816178",
     "8320816168816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, ["x"]] -> [-1, ["h"], ["a", "b", "x"]] */
    {"append", BOTH, "852081616882616161628161716166", "8200816178",
     "832081616883616161626178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [1] -> [-1, ["h"], ["a"]] */
    {"discard 1, path not set", BOTH, "852081616882616161628161716166", "8101",
     "8320816168816161", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [1, []] -> [-1, ["h"], ["a"]] */
    {"discard 1, empty path", BOTH, "852081616882616161628161716166", "820180",
     "8320816168816161", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [true] -> [-1, ["h"]] */
    {"discard all", BOTH, "852081616882616161628161716166", "81f5",
     "8220816168", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [true, ["x"]] -> [-1, ["h"], ["x"]] */
    {"absolute path", BOTH, "852081616882616161628161716166", "82f5816178",
     "8320816168816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [127, ["x"]] -> [-1, ["h"], ["x"]] */
    {"R8: more discarded than there are", BOTH, "852081616882616161628161716166", "82187f816178",
     "8320816168816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, []] -> [-1, ["h"], ["a", "b"]] */
    {"discard 0, empty path unsets the query", BOTH, "852081616882616161628161716166", "820080",
     "83208161688261616162", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, ["p"]] -> [-1, ["h"], ["a", "b"], ["p"]] */
    {"query replaces query and fragment", BOTH, "852081616882616161628161716166", "8300f6816170",
     "84208161688261616162816170", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, ["p"], "g"] -> [-1, ["h"], ["a", "b"], ["p"], "g"] */
    {"R6: query and fragment", BOTH, "852081616882616161628161716166", "8400f68161706167",
     "852081616882616161628161706167", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, []] -> [-1, ["h"], ["a", "b"]] */
    {"query unset", BOTH, "852081616882616161628161716166", "8300f680",
     "83208161688261616162", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, [], "g"] -> [-1, ["h"], ["a", "b"], null, "g"] */
    {"query unset, fragment", CRI_REV_13, "852081616882616161628161716166", "8400f6806167",
     "85208161688261616162f66167", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, [], "g"] -> [-1, ["h"], ["a", "b"], [], "g"] */
    {"query unset, fragment", CRI_REV_27, "852081616882616161628161716166", "8400f6806167",
     "85208161688261616162806167", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, [""]] -> [-1, ["h"], ["a", "b"], [""]] */
    {"bare question mark", BOTH, "852081616882616161628161716166", "8300f68160",
     "842081616882616161628160", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [0, null, null, "g"] -> [-1, ["h"], ["a", "b"], ["q"], "g"] */
    {"fragment keeps the query", BOTH, "852081616882616161628161716166", "8400f6f66167",
     "852081616882616161628161716167", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [1, null, ["p"]] -> [-1, ["h"], ["a"], ["p"]] */
    {"discard and query, no path", BOTH, "852081616882616161628161716166", "8301f6816170",
     "8420816168816161816170", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [null, ["i"], ["x"]] -> [-1, ["i"], ["x"]] */
    {"network path", BOTH, "852081616882616161628161716166", "83f6816169816178",
     "8320816169816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [null, ["i"]] -> [-1, ["i"]] */
    {"network path drops path, query, fragment", BOTH, "852081616882616161628161716166", "82f6816169",
     "8220816169", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + ["s", ["i"], ["x"]] -> ["s", ["i"], ["x"]] */
    {"full", BOTH, "852081616882616161628161716166", "836173816169816178",
     "836173816169816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + ["s", null, ["x"]] -> ["s", null, ["x"]] */
    {"R6: full without authority does not inherit the host", BOTH, "852081616882616161628161716166", "836173f6816178",
     "836173f6816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + ["s"] -> ["s"] */
    {"full without authority", BOTH, "852081616882616161628161716166", "816173",
     "816173", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + ["s", true, ["x"]] -> ["s", true, ["x"]] */
    {"full, rootless", BOTH, "852081616882616161628161716166", "836173f5816178",
     "836173f5816178", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [null, true, ["x"]] -> [-1, true, ["x"]] */
    {"R9: rootless network path takes the scheme", BOTH, "852081616882616161628161716166", "83f6f5816178",
     "8320f5816178", CRI_OK},
    /* ["u", true, ["a", "b"]] + [1, ["x"]] -> ["u", true, ["a", "x"]] */
    {"rootless base, segment", BOTH, "836175f58261616162", "8201816178",
     "836175f58261616178", CRI_OK},
    /* ["u", true, ["a", "b"]] + [0, null, ["q"]] -> ["u", true, ["a", "b"], ["q"]] */
    {"rootless base, query", BOTH, "836175f58261616162", "8300f6816171",
     "846175f58261616162816171", CRI_OK},
    /* ["u", true, ["a", "b"]] + [true, ["x"]] -> ["u", null, ["x"]] */
    {"rootless base, absolute path makes it rooted", BOTH, "836175f58261616162", "82f5816178",
     "836175f6816178", CRI_OK},
    /* ["u", true, ["a", "b"]] + [2] -> error */
    {"R4: rootless base, all segments discarded", BOTH, "836175f58261616162", "8102",
     NULL, CRI_ERR_NOT_VALID},
    /* ["u", true, ["a", "b"]] + [2, ["", "x"]] -> error */
    {"R4: rootless base, empty first segment", BOTH, "836175f58261616162", "820282606178",
     NULL, CRI_ERR_NOT_VALID},
    /* ["u", null, ["a"]] + [true, ["", "x"]] -> error */
    {"R4: no authority, two slashes", BOTH, "836175f6816161", "82f582606178",
     NULL, CRI_ERR_NOT_VALID},
    /* ["u", null, ["a"]] + [true, [""]] -> ["u", null, [""]] */
    {"no authority, lone empty segment", BOTH, "836175f6816161", "82f58160",
     "836175f68160", CRI_OK},
    /* [-1, ["h"], ["a", "b"], ["q"], "f"] + [null, true] -> error */
    {"R4: rootless network path without a path", BOTH, "852081616882616161628161716166", "82f6f5",
     NULL, CRI_ERR_NOT_VALID},
    /* [true, ["a"]] + [1, ["x"]] -> error */
    {"base is a reference", BOTH, "82f5816161", "8201816178",
     NULL, CRI_ERR_NOT_FULL},
    /* [] + ["s"] -> error */
    {"base is the empty reference", BOTH, "80", "816173",
     NULL, CRI_ERR_NOT_FULL},
};
/* clang-format on */

static void resolves(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(resolve_rows); i++) {
        const struct resolve_row *row = &resolve_rows[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t base = parse_hex(rev, row->base);
            cri_t reference = parse_hex(rev, row->reference);
            cri_t resolved;
            memset(&resolved, FILL, sizeof resolved);
            if (!row_err(cri_resolve(&base, &reference, &resolved), row->err, row->name)) {
                continue;
            }
            if (row->resolved == NULL) {
                row_ok(is_filled(&resolved, sizeof resolved), row->name, "the view is not written");
                continue;
            }
            row_encodes(&resolved, row->resolved, row->name);
            row_ok(cri_is_full(&resolved), row->name, "is full");
            row_ok(cri_revision(&resolved) == rev, row->name, "the revision");
        }
    }
    rows_end();
}

/* RFC 3986 section 5.4, base http://a/b/c/d;p?q: the normal examples, then the abnormal ones, read strictly. */
static const char *const rfc3986_5_4[][2] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g"},
};

static cri_t cri_of(uint8_t rev, const char *uri, uint8_t *buf, size_t cap)
{
    cri_t cri;
    size_t len = 0;
    cri_err_t err = cri_from_uri(rev, uri, strlen(uri), buf, cap, &len);
    if (err != CRI_OK || cri_parse(rev, buf, len, &cri, &len) != CRI_OK) {
        fail_msg("<%s>: %s", uri, cri_err_name(err));
    }
    return cri;
}

static void resolves_as_rfc_3986_does(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * COUNT(rfc3986_5_4); i++) {
        uint8_t rev = i % 2 == 0 ? CRI_REV_13 : CRI_REV_27;
        const char *uri = rfc3986_5_4[i / 2][0];
        uint8_t base_cbor[64], reference_cbor[64];
        char text[64];
        size_t len = 0;
        cri_t base = cri_of(rev, "http://a/b/c/d;p?q", base_cbor, sizeof base_cbor);
        cri_t reference = cri_of(rev, uri, reference_cbor, sizeof reference_cbor);
        cri_t resolved;
        if (row_err(cri_resolve(&base, &reference, &resolved), CRI_OK, uri) &&
            row_err(cri_to_uri(&resolved, text, sizeof text, &len), CRI_OK, uri)) {
            row_text(text, len, rfc3986_5_4[i / 2][1], uri);
        }
    }
    rows_end();
}

/* A resolved view is a base like any other, however often that is done. */
static void resolves_against_what_was_resolved(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const steps[][2] = {
        /* [1, ["x", "y"]], [2, ["z"]], [0, ["w"]], [3], [0, null, ["q"]] on [-1, ["h"], ["a", "b"]] */
        {"82 01 82 6178 6179", "83 20 81 6168 83 6161 6178 6179"},
        {"82 02 81 617a", "83 20 81 6168 82 6161 617a"},
        {"82 00 81 6177", "83 20 81 6168 83 6161 617a 6177"},
        {"81 03", "82 20 81 6168"},
        {"83 00 f6 81 6171", "84 20 81 6168 80 81 6171"},
    };
    /* clang-format on */
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162");
    for (size_t i = 0; i < COUNT(steps); i++) {
        cri_t reference = parse_hex(CRI_REV_27, steps[i][0]);
        cri_t resolved;
        cri_err_t err = cri_resolve(&base, &reference, &resolved);
        struct bytes stored = {0, {0}};
        if (err == CRI_ERR_LIMIT) { /* a view has two pieces of path: a third needs storing in between */
            assert_int_equal(cri_encode(&base, stored.data, sizeof stored.data, &stored.len), CRI_OK);
            base = parse_hex(CRI_REV_27, to_hex(stored.data, stored.len));
            err = cri_resolve(&base, &reference, &resolved);
        }
        if (row_err(err, CRI_OK, steps[i][0])) {
            row_encodes(&resolved, steps[i][1], steps[i][0]);
        }
        base = resolved;
    }
    rows_end();
}

/* Chains of any length, in two buffers and two views that take turns. */
static void resolves_chains_into_two_buffers(void **state)
{
    (void)state;
    /* [1, ["x", "y"]], [0, ["z"]], [2, ["w"]], [0, null, ["q"]], [true, ["a"]], [0, []]: again and again */
    /* clang-format off */
    static const char *const references[] = {"82 01 82 6178 6179", "82 00 81 617a", "82 02 81 6177", "83 00 f6 81 6171",
                                             "82 00 82 6161 6162", "82 00 80"};
    /* clang-format on */
    uint8_t buffers[2][BYTES_MAX];
    cri_t views[2];
    views[0] = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162");
    struct bytes stored = {0, {0}};
    assert_int_equal(cri_encode(&views[0], stored.data, sizeof stored.data, &stored.len), CRI_OK);
    for (size_t i = 0; i < 300; i++) {
        const char *row = references[i * i % COUNT(references)];
        const cri_t *base = &views[i % 2];
        uint8_t *buf = buffers[(i + 1) % 2];
        cri_t reference = parse_hex(CRI_REV_27, row), whole, resolved;
        size_t len = 0, needed = 0, consumed = 0;
        memset(buf, FILL, BYTES_MAX);
        if (cri_path_count(base) > 60) {
            reference = parse_hex(CRI_REV_27, "82 f5 81 6161"); /* [true, ["a"]] */
        }
        memset(&views[(i + 1) % 2], FILL, sizeof views[0]);
        row_err(cri_resolve_to(base, &reference, NULL, 0, &needed, &views[(i + 1) % 2]), CRI_ERR_BUFFER, row);
        row_ok(is_filled(&views[(i + 1) % 2], sizeof views[0]), row, "no view is stored with the length needed");
        if (!row_err(cri_resolve_to(base, &reference, buf, needed, &len, &views[(i + 1) % 2]), CRI_OK, row)) {
            break;
        }
        row_size(len, needed, row);
        row_ok(is_filled(buf + needed, BYTES_MAX - needed), row, "nothing is written after the buffer");
        /* The same, with what is stored in between. */
        assert_int_equal(cri_parse(CRI_REV_27, stored.data, stored.len, &whole, &consumed), CRI_OK);
        assert_int_equal(cri_resolve(&whole, &reference, &resolved), CRI_OK);
        struct bytes next = {0, {0}};
        assert_int_equal(cri_encode(&resolved, next.data, sizeof next.data, &next.len), CRI_OK);
        stored = next;
        row_bytes(buf, len, to_hex(stored.data, stored.len), row);
        row_encodes(&views[(i + 1) % 2], to_hex(stored.data, stored.len), row);
    }
    rows_end();
}

/* A base and a reference that are both in two pieces: four pieces of a path. */
static void resolves_what_is_in_pieces(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 82 6161 6162"); /* [-1, ["h"], ["a", "b"]] */
    cri_t other = parse_hex(CRI_REV_27, "83 20 81 6168 81 6163");     /* [-1, ["h"], ["c"]] */
    cri_t append = parse_hex(CRI_REV_27, "82 00 82 6178 6179");       /* [0, ["x", "y"]] */
    cri_t prepared = parse_hex(CRI_REV_27, "83 20 81 6168 81 617a");  /* [-1, ["h"], ["z"]] */
    cri_t in_two, reference_base, pieces, reference, resolved;
    uint8_t buf[64];
    size_t len = 0;
    assert_int_equal(cri_resolve(&base, &append, &in_two), CRI_OK);
    assert_int_equal(cri_resolve(&other, &append, &reference_base), CRI_OK);
    /* [1, ["c", "x", "y"]], whose path is in two pieces. */
    assert_int_equal(cri_relativize(&prepared, &reference_base, &reference), CRI_OK);
    row_encodes(&reference, "82 01 83 6163 6178 6179", "the reference");
    assert_int_equal(cri_resolve(&in_two, &reference, &pieces), CRI_ERR_LIMIT);
    assert_int_equal(cri_resolve_to(&in_two, &reference, buf, sizeof buf, &len, &resolved), CRI_OK);
    /* [-1, ["h"], ["a", "b", "x", "c", "x", "y"]] */
    row_bytes(buf, len, "83208161688661616162617861636178 6179", "four pieces");
    row_encodes(&resolved, "83208161688661616162617861636178 6179", "four pieces");
    rows_end();
}

/* The result is read once more, so that no view is stored of what is no CRI since operands changed (R22). */
static void stores_no_view_of_changed_bytes(void **state)
{
    (void)state;
    struct bytes base_bytes = from_hex("83 20 81 6168 82 6161 6162"); /* [-1, ["h"], ["a", "b"]] */
    cri_t base, resolved, reference = parse_hex(CRI_REV_27, "82 00 81 6178");
    uint8_t buf[64];
    size_t len = 0;
    assert_int_equal(cri_parse_exact(CRI_REV_27, base_bytes.data, base_bytes.len, &base), CRI_OK);
    memset(&resolved, FILL, sizeof resolved);
    base_bytes.data[base_bytes.len - 1] = 0xff; /* no UTF-8 */
    assert_int_equal(cri_resolve_to(&base, &reference, buf, sizeof buf, &len, &resolved), CRI_ERR_UTF8);
    assert_true(is_filled(&resolved, sizeof resolved));
}

static void refuses_mixed_revisions(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "81 20");
    cri_t reference = parse_hex(CRI_REV_13, "80");
    cri_t resolved;
    assert_int_equal(cri_resolve(&base, &reference, &resolved), CRI_ERR_REVISION);
    assert_int_equal(cri_resolve(&reference, &base, &resolved), CRI_ERR_REVISION);
    uint8_t buf[8];
    size_t len = 0;
    assert_int_equal(cri_resolve_to(&base, &reference, buf, sizeof buf, &len, &resolved), CRI_ERR_REVISION);
}

/* Every valid vector, resolved against a base, gives a full CRI or the error of a full one that is not valid. */
static void resolves_every_vector(void **state)
{
    (void)state;
    size_t resolved_rows = 0;
    for (size_t i = 0; i < COUNT(valid_vectors); i++) {
        const struct valid_vector *row = &valid_vectors[i];
        FOR_EACH_REVISION(rev, row) {
            cri_t base = parse_hex(rev, "84 20 81 6168 82 6161 6162 81 6171");
            cri_t reference = parse_hex(rev, row->hex);
            cri_t resolved;
            cri_err_t err = cri_resolve(&base, &reference, &resolved);
            if (!row->full && err == CRI_ERR_NOT_VALID) {
                continue; /* a path without a root has no place after an authority (R4, R9) */
            }
            if (row_err(err, CRI_OK, row->name)) {
                row_ok(cri_is_full(&resolved), row->name, "is full");
                resolved_rows++;
                if (row->full) {
                    row_encodes(&resolved, canonical_hex(row), row->name);
                }
            }
        }
    }
    rows_end();
    assert_true(resolved_rows >= COUNT(valid_vectors));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resolves),
        cmocka_unit_test(resolves_as_rfc_3986_does),
        cmocka_unit_test(resolves_against_what_was_resolved),
        cmocka_unit_test(resolves_chains_into_two_buffers),
        cmocka_unit_test(resolves_what_is_in_pieces),
        cmocka_unit_test(stores_no_view_of_changed_bytes),
        cmocka_unit_test(refuses_mixed_revisions),
        cmocka_unit_test(resolves_every_vector),
    };
    return RUN(tests);
}
