/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Views of zeros, views that operations made, in chains too, and what endpoints are of them. R2, R6 to R9, R15, R24. */
#include "support.h"

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

/* The endpoint of a CRI is the destination of a request for it: Uri-Host and Uri-Port are redundant. */
static void is_the_destination(void **state)
{
    (void)state;
    /* clang-format off */
    static const char *const hexes[] = {
        "83 20 81 44c0000201 81 6161",                                    /* [-1, [h'c0000201'], ["a"]] */
        "83 20 82 44c0000201 19f0b0 81 6161",                             /* with a port */
        "83 21 82 50fe800000000000000000000000000042 63656e31 81 6161",   /* with a zone identifier */
    };
    /* clang-format on */
    for (size_t i = 0; i < COUNT(hexes); i++) {
        cri_t cri = parse_hex(CRI_REV_27, hexes[i]);
        cri_endpoint_t endpoint;
        uint8_t options[8];
        size_t len = 0;
        if (row_err(cri_host_endpoint(&cri, &endpoint), CRI_OK, hexes[i]) &&
            row_err(cri_to_coap(&cri, &endpoint, 0, options, sizeof options, &len), CRI_OK, hexes[i])) {
            row_bytes(options, len, "b161", hexes[i]); /* Uri-Path: a */
        }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_the_destination),
        cmocka_unit_test(resolves_chains_into_two_buffers),
        cmocka_unit_test(leaves_an_object_of_zeros_alone),
        cmocka_unit_test(a_view_without_bytes_is_not_canonical),
    };
    return RUN(tests);
}
