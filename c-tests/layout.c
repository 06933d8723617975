/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The binary interface as C compilers see it: sizes, alignment, numbers. Most of it is checked while compiling. */
#include "support.h"

/* Pointers and lengths are all a view is made of: at most 96 bytes where they have four each. */
#define IN_WORDS(type) ((sizeof(type) + sizeof(void *) - 1) / sizeof(void *))
_Static_assert(IN_WORDS(cri_t) <= 24, "a view is at most 96 bytes on 32-bit targets");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_t) <= 96, "a view is at most 96 bytes on 32-bit targets");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_iter_t) <= 32, "an iterator is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_text_t) <= 16, "a text is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_chunks_t) <= 24, "a chunk iterator is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_builder_t) <= 64, "a builder is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_coap_options_t) <= 44, "an iterator is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_coap_path_t) <= 12, "an iterator is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_path_matcher_t) <= 36, "a matcher is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_endpoint_t) <= 20, "an endpoint is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_composer_t) <= 112, "a composer is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_aif_t) <= 16, "an iterator is small");
_Static_assert(sizeof(void *) != 4 || sizeof(cri_cori_t) <= 36, "a view is small");

/* No type wants more alignment than a pointer has: any static, stack or pool memory will do. */
_Static_assert(_Alignof(cri_t) <= _Alignof(void *), "alignment of a view");
_Static_assert(_Alignof(cri_iter_t) <= _Alignof(void *), "alignment of an iterator");
_Static_assert(_Alignof(cri_text_t) <= _Alignof(void *), "alignment of a text");
_Static_assert(_Alignof(cri_chunks_t) <= _Alignof(void *), "alignment of a chunk iterator");
_Static_assert(_Alignof(cri_builder_t) <= _Alignof(void *), "alignment of a builder");

_Static_assert(_Alignof(cri_endpoint_t) <= _Alignof(void *), "alignment of an endpoint");
_Static_assert(_Alignof(cri_coap_options_t) <= _Alignof(void *), "alignment of an iterator over options");
_Static_assert(_Alignof(cri_coap_path_t) <= _Alignof(void *), "alignment of an iterator over segments");
_Static_assert(_Alignof(cri_path_matcher_t) <= _Alignof(void *), "alignment of a matcher");
_Static_assert(_Alignof(cri_composer_t) <= _Alignof(void *), "alignment of a composer");
_Static_assert(_Alignof(cri_aif_t) <= _Alignof(void *), "alignment of an iterator over entries");
_Static_assert(_Alignof(cri_cori_t) <= _Alignof(void *), "alignment of a CoRI");

/* Errors are 32 bits wide and signed whatever the compiler does with enums; there are no enums. */
_Static_assert(sizeof(cri_err_t) == 4, "width of an error");
_Static_assert((cri_err_t)-1 < 0, "sign of an error");
_Static_assert(CRI_OK == 0, "success");

/* Numbers of the interface never change: a program may have been compiled long ago. */
#define SAME(name, number) _Static_assert((name) == (number), "the number of " #name)
SAME(CRI_ERR_ARGUMENT, -1);
SAME(CRI_ERR_BUFFER, -2);
SAME(CRI_ERR_TRUNCATED, -3);
SAME(CRI_ERR_CBOR, -4);
SAME(CRI_ERR_OVERLAP, -5);
SAME(CRI_ERR_LIMIT, -6);
SAME(CRI_ERR_REVISION, -7);
SAME(CRI_ERR_NOT_FULL, -8);
SAME(CRI_ERR_ORDER, -9);
SAME(CRI_ERR_STRUCTURE, -16);
SAME(CRI_ERR_INDEFINITE, -17);
SAME(CRI_ERR_TRAILING, -18);
SAME(CRI_ERR_SCHEME_NAME, -19);
SAME(CRI_ERR_DISCARD, -20);
SAME(CRI_ERR_PORT, -21);
SAME(CRI_ERR_ADDRESS, -22);
SAME(CRI_ERR_UTF8, -23);
SAME(CRI_ERR_DOT_SEGMENT, -24);
SAME(CRI_ERR_DOT_IN_LABEL, -25);
SAME(CRI_ERR_PET, -26);
SAME(CRI_ERR_NOT_VALID, -27);
SAME(CRI_ERR_FEATURE, -28);
SAME(CRI_ERR_UPPERCASE, -29);
SAME(CRI_ERR_NO_URI, -48);
SAME(CRI_ERR_SCHEME_UNKNOWN, -49);
SAME(CRI_ERR_ZONE, -50);
SAME(CRI_ERR_URI_SYNTAX, -64);
SAME(CRI_ERR_URI_NOT_ASCII, -65);
SAME(CRI_ERR_URI_PORT, -66);
SAME(CRI_ERR_URI_HOST, -67);
SAME(CRI_ERR_NO_CRI, -68);
SAME(CRI_ERR_NOT_NFC, -69);
SAME(CRI_REV_13, 13);
SAME(CRI_REV_27, 27);
SAME(CRI_DISCARD_ALL, 255);
SAME(CRI_AUTHORITY_NOT_SET, 0);
SAME(CRI_AUTHORITY_ROOTED, 1);
SAME(CRI_AUTHORITY_ROOTLESS, 2);
SAME(CRI_AUTHORITY_HOST, 3);
SAME(CRI_HOST_NONE, 0);
SAME(CRI_HOST_NAME, 1);
SAME(CRI_HOST_IPV4, 2);
SAME(CRI_HOST_IPV6, 3);
SAME(CRI_BUILD_NORMALIZE, 1);
SAME(CRI_BUILD_PERCENT, 2);
SAME(CRI_FEATURE_SCHEMES_FULL, 1);

/* Views are plain data: a copy is as good as the original, wherever it lies. */
static void a_copied_view_works(void **state)
{
    (void)state;
    cri_t original = parse_hex(CRI_REV_27, "84 20 81 6168 82 6161 6162 81 6171");
    cri_t *copy = malloc(sizeof *copy);
    bool equal = false;
    assert_non_null(copy);
    memcpy(copy, &original, sizeof *copy);
    memset(&original, FILL, sizeof original);
    original = parse_hex(CRI_REV_27, "84 20 81 6168 82 6161 6162 81 6171");
    assert_int_equal(cri_equal(&original, copy, &equal), CRI_OK);
    assert_true(equal);
    free(copy);
}

/* What is written is the object and nothing behind it: both sides agree about its size. */
static void writes_no_more_than_the_object(void **state)
{
    (void)state;
    struct {
        cri_t cri;
        uint8_t guard[32];
    } view;
    struct {
        cri_iter_t iter;
        uint8_t guard[32];
    } iter;
    struct {
        cri_text_t text;
        uint8_t guard[32];
    } text;
    struct {
        cri_chunks_t chunks;
        uint8_t guard[32];
    } chunks;
    struct {
        cri_builder_t builder;
        uint8_t guard[32];
    } builder;
    struct bytes bytes = from_hex("84 20 81 6168 82 6161 6162 81 6171");
    uint8_t buf[16];
    size_t consumed = 0;
    memset(&view, FILL, sizeof view);
    memset(&iter, FILL, sizeof iter);
    memset(&text, FILL, sizeof text);
    memset(&chunks, FILL, sizeof chunks);
    memset(&builder, FILL, sizeof builder);
    assert_int_equal(cri_parse(CRI_REV_27, bytes.data, bytes.len, &view.cri, &consumed), CRI_OK);
    cri_path_iter(&view.cri, &iter.iter);
    assert_true(cri_iter_next(&iter.iter, &text.text));
    cri_text_chunks(&text.text, &chunks.chunks);
    assert_int_equal(cri_builder_init(&builder.builder, CRI_REV_27, 0, buf, sizeof buf), CRI_OK);
    assert_true(is_filled(view.guard, sizeof view.guard));
    assert_true(is_filled(iter.guard, sizeof iter.guard));
    assert_true(is_filled(text.guard, sizeof text.guard));
    assert_true(is_filled(chunks.guard, sizeof chunks.guard));
    assert_true(is_filled(builder.guard, sizeof builder.guard));
}

static void tells_its_version(void **state)
{
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", CRI_VERSION_MAJOR, CRI_VERSION_MINOR, CRI_VERSION_PATCH);
    assert_string_equal(version, CRI_VERSION);
    assert_string_equal(cri_version(), CRI_VERSION);
    assert_string_equal(CRI_VERSION, CRI_VERSION_EXPECTED); /* from Cargo.toml, by CMake */
}

static void tells_its_features(void **state)
{
    (void)state;
    uint32_t wanted = CRI_SCHEMES_FULL_EXPECTED ? CRI_FEATURE_SCHEMES_FULL : 0; /* from CMake */
    assert_int_equal(cri_features() & CRI_FEATURE_SCHEMES_FULL, wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copied_view_works),
        cmocka_unit_test(writes_no_more_than_the_object),
        cmocka_unit_test(tells_its_version),
        cmocka_unit_test(tells_its_features),
    };
    return RUN(tests);
}
