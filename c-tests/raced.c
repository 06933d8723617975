/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Bytes that change while a function reads them (R22): what it answers is unspecified, but what it reports is stored. A match
 * without its captures would be a crash later.
 *
 * Every function is here that reads bytes and stores more than one thing. The bytes change in two ways: a second thread changes
 * them; and, the same each time, the library does so itself. Then an output is where the input is, in memory that is mapped at
 * two addresses, so that the library cannot see the overlap: what it stores first changes what it reads next.
 */
#define _DEFAULT_SOURCE /* mmap, ftruncate */

#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#define OUTPUTS 4
#define PAGE 8192

/* What a function stores to a place: so many objects of a size. */
struct output {
    size_t size, count;
};

struct call {
    const char *name, *input; /* hex */
    /* Returns whether the function reports that it stored all. */
    bool (*run)(const uint8_t *data, size_t len, void *const *out);
    struct output outputs[OUTPUTS];
};

/* ---- what borrows the bytes, made while they are as they should be ------------------------------------------------ */

static struct {
    cri_t cri;
    cri_text_t text;
    cri_chunks_t chunks;
    cri_coap_path_t path;
    cri_coap_options_t options;
    cri_aif_t aif;
    cri_items_t items;
    cri_uri_t uri;
    cri_uri_iter_t segments;
} kept;

static cri_t prefix, braces;
static uint8_t scratch[CRI_COAP_SCRATCH], text_scratch[64];

/* All that can be made of them: a function uses what its input is for. */
static void keep(const uint8_t *data, size_t len)
{
    size_t used = 0;
    bool under = false;
    memset(&kept, 0, sizeof kept);
    if (cri_parse(CRI_REV_27, data, len, &kept.cri, &used) == CRI_OK) {
        (void)cri_path_get(&kept.cri, 0, &kept.text);
        cri_text_chunks(&kept.text, &kept.chunks);
        cri_err_t err = cri_coap_options(&kept.cri, NULL, scratch, sizeof scratch, &used, &kept.options);
        row_ok(err == CRI_OK || err == CRI_ERR_COAP_PET || err == CRI_ERR_COAP_USERINFO || err == CRI_ERR_NOT_FULL ||
                   err == CRI_ERR_COAP_SCHEME,
               "options", "are made where they can be");
    }
    if (cri_coap_path_match(data, len, &prefix, &under, &kept.path) != CRI_OK) {
        memset(&kept.path, 0, sizeof kept.path);
    }
    (void)!cri_aif_entries(CRI_REV_27, data, len, &kept.aif);
    (void)!cri_items_array(CRI_REV_27, data, len, &kept.items);
    if (cri_uri_split((const char *)data, len, &kept.uri, &used) == CRI_OK) {
        cri_uri_path_iter(&kept.uri, &kept.segments);
    }
}

/* ---- the functions ------------------------------------------------------------------------------------------------ */

static const cri_route_t routes[] = {{CRI_LIT("/no/{}"), 1}, {CRI_LIT("/{}/b/{}/{*}"), 2}};

#define FUNCTION(name) static bool name(const uint8_t *data, size_t len, void *const *out)
#define UNUSED (void)data, (void)len

FUNCTION(coap_pattern_match)
{
    bool *matches = out[2];
    return cri_coap_pattern_match(CRI_LIT("/{}/b/{}/{*}"), data, len, out[0], 2, out[1], matches) == CRI_OK && *matches;
}

FUNCTION(coap_route)
{
    const cri_route_t **route = out[2];
    return cri_coap_route(routes, COUNT(routes), data, len, out[0], 2, out[1], route) == CRI_OK && *route != NULL;
}

FUNCTION(pattern_match)
{
    bool *matches = out[2];
    UNUSED;
    return cri_pattern_match(CRI_LIT("/{}/b/{}/{*}"), &kept.cri, out[0], 2, out[1], matches) == CRI_OK && *matches;
}

FUNCTION(route)
{
    const cri_route_t **found = out[2];
    UNUSED;
    return cri_route(routes, COUNT(routes), &kept.cri, out[0], 2, out[1], found) == CRI_OK && *found != NULL;
}

/* The pattern changes, to one that captures less and matches, too. */
FUNCTION(changed_pattern)
{
    bool *matches = out[2];
    return cri_pattern_match((const char *)data, len, &braces, out[0], 2, out[1], matches) == CRI_OK && *matches;
}

FUNCTION(changed_route)
{
    const cri_route_t changed = {(const char *)data, len, 1}, **found = out[2];
    return cri_route(&changed, 1, &braces, out[0], 2, out[1], found) == CRI_OK && *found != NULL;
}

FUNCTION(coap_path_match)
{
    bool *under = out[1];
    return cri_coap_path_match(data, len, &prefix, under, out[0]) == CRI_OK && *under;
}

FUNCTION(path_match)
{
    bool *under = out[1];
    UNUSED;
    return cri_path_match(&kept.cri, &prefix, under, out[0]) == CRI_OK && *under;
}

FUNCTION(coap_path_next)
{
    cri_coap_path_t path = kept.path;
    UNUSED;
    return cri_coap_path_next(&path, out[0], out[1]);
}

FUNCTION(coap_options_next)
{
    cri_coap_options_t options = kept.options;
    UNUSED;
    return cri_coap_options_next(&options, out[0], out[1], out[2]);
}

FUNCTION(coap_options)
{
    UNUSED;
    return cri_coap_options(&kept.cri, NULL, scratch, sizeof scratch, out[0], out[1]) == CRI_OK;
}

FUNCTION(aif_next)
{
    cri_aif_t aif = kept.aif;
    bool *more = out[0];
    UNUSED;
    return cri_aif_next(&aif, more, out[1], out[2]) == CRI_OK && *more;
}

FUNCTION(items_next_item)
{
    cri_items_t items = kept.items;
    cri_err_t *err = out[1];
    UNUSED;
    return cri_items_next_item(&items, out[0], err, out[2], out[3]) && *err == CRI_OK;
}

FUNCTION(parse) { return cri_parse(CRI_REV_27, data, len, out[0], out[1]) == CRI_OK; }

FUNCTION(cori_parse) { return cri_cori_parse(data, len, out[0], out[1]) == CRI_OK; }

FUNCTION(resolve_to)
{
    UNUSED;
    return cri_resolve_to(&prefix, &kept.cri, text_scratch, sizeof text_scratch, out[0], out[1]) == CRI_OK;
}

FUNCTION(without_userinfo)
{
    UNUSED;
    return cri_without_userinfo(&kept.cri, text_scratch, sizeof text_scratch, out[0], out[1]) == CRI_OK;
}

#define OF_KEPT(name, call)                                                                                            \
    FUNCTION(name)                                                                                                     \
    {                                                                                                                  \
        UNUSED;                                                                                                        \
        return call;                                                                                                   \
    }

OF_KEPT(encoding, cri_encoding(&kept.cri, out[0], out[1]))
OF_KEPT(scheme_text, cri_scheme_text(&kept.cri, out[0], out[1]))
OF_KEPT(host_address, cri_host_address(&kept.cri, out[0], out[1]))
OF_KEPT(zone, cri_zone(&kept.cri, out[0], out[1]))
OF_KEPT(text_plain, cri_text_plain(&kept.text, out[0], out[1]))
OF_KEPT(uri_part, cri_uri_part(&kept.uri, CRI_PART_HOST, out[0], out[1]))

FUNCTION(chunks_next)
{
    cri_chunks_t chunks = kept.chunks;
    UNUSED;
    return cri_chunks_next(&chunks, out[0], out[1], out[2]);
}

FUNCTION(uri_iter_next)
{
    cri_uri_iter_t segments = kept.segments;
    UNUSED;
    return cri_uri_iter_next(&segments, out[0], out[1]);
}

FUNCTION(uri_find) { return cri_uri_find((const char *)data, len, 0, out[0], out[1]); }

FUNCTION(uri_split_lenient) { return cri_uri_split_lenient((const char *)data, len, out[0], out[1]) == CRI_OK; }

#define CAPTURES                                                                                                       \
    {                                                                                                                  \
        sizeof(cri_text_t), 2                                                                                          \
    }
#define ONE(type)                                                                                                      \
    {                                                                                                                  \
        sizeof(type), 1                                                                                                \
    }
#define SLICE ONE(void *), ONE(size_t)

#define URI "636f61703a2f2f682f612f623f71" /* coap://h/a/b?q */
#define REQUEST "3168 8161 0162 0163 0164 4171"
#define LONG_REQUEST "d003 b161 00 0162 00 0163 0164 4171"
#define CRI_OF_REQUEST "84 20 81 6168 84 6161 6162 6163 6164 81 6171"
#define CRI_WITH_PET "83 20 81 6168 84 8361614161 6162 6162 6163 6164"

/* clang-format off */
static const struct call calls[] = {
    {"cri_coap_pattern_match", REQUEST, coap_pattern_match, {CAPTURES, ONE(cri_coap_path_t), ONE(bool)}},
    {"cri_coap_route", REQUEST, coap_route, {CAPTURES, ONE(cri_coap_path_t), ONE(void *)}},
    {"cri_pattern_match", CRI_OF_REQUEST, pattern_match, {CAPTURES, ONE(cri_iter_t), ONE(bool)}},
    {"cri_pattern_match", "83 20 81 6168 83 82 6161 41 3b 6162 82 41 2f 6163", pattern_match, {CAPTURES, ONE(cri_iter_t), ONE(bool)}},
    {"cri_route", CRI_OF_REQUEST, route, {CAPTURES, ONE(cri_iter_t), ONE(void *)}},
    {"cri_pattern_match, the pattern", "2f7b7d2f7b7d2f7b2a7d", changed_pattern, {CAPTURES, ONE(cri_iter_t), ONE(bool)}},
    {"cri_route, the pattern", "2f7b7d2f7b7d2f7b2a7d", changed_route, {CAPTURES, ONE(cri_iter_t), ONE(void *)}},
    {"cri_coap_path_match", REQUEST, coap_path_match, {ONE(cri_coap_path_t), ONE(bool)}},
    {"cri_path_match", CRI_OF_REQUEST, path_match, {ONE(cri_iter_t), ONE(bool)}},
    {"cri_coap_path_next", REQUEST, coap_path_next, {SLICE}},
    {"cri_coap_options_next", CRI_OF_REQUEST, coap_options_next, {ONE(uint16_t), SLICE}},
    {"cri_coap_options", CRI_OF_REQUEST, coap_options, {ONE(size_t), ONE(cri_coap_options_t)}},
    {"cri_aif_next", "81 82 82 82 6161 6162 81 6171 03", aif_next, {ONE(bool), ONE(cri_t), ONE(uint64_t)}},
    {"cri_items_next_item", "82 83 20 81 6168 81 6161 80", items_next_item, {ONE(cri_t), ONE(cri_err_t), SLICE}},
    {"cri_parse", CRI_OF_REQUEST, parse, {ONE(cri_t), ONE(size_t)}},
    {"cri_cori_parse", "88 01 64636f6170 02 6168 04 18 50 06 6161", cori_parse, {ONE(cri_cori_t), ONE(size_t)}},
    {"cri_resolve_to", "82 01 81 6163", resolve_to, {ONE(size_t), ONE(cri_t)}},
    {"cri_without_userinfo", "83 20 84 f4 6175 6168 1850 81 6161", without_userinfo, {ONE(size_t), ONE(cri_t)}},
    {"cri_encoding", CRI_OF_REQUEST, encoding, {SLICE}},
    {"cri_scheme_text", "83 6178 81 6168 81 6161", scheme_text, {SLICE}},
    {"cri_host_address", "82 20 82 50fe800000000000000000000000000042 63656e31", host_address, {SLICE}},
    {"cri_zone", "82 20 82 50fe800000000000000000000000000042 63656e31", zone, {SLICE}},
    {"cri_text_plain", CRI_OF_REQUEST, text_plain, {SLICE}},
    {"cri_chunks_next", "82 f5 81 82 6161 41 3b", chunks_next, {SLICE, ONE(bool)}},
    {"cri_uri_part", URI, uri_part, {SLICE}},
    {"cri_uri_iter_next", URI, uri_iter_next, {SLICE}},
    {"cri_uri_find", URI, uri_find, {ONE(size_t), ONE(size_t)}},
    {"cri_uri_split_lenient", URI, uri_split_lenient, {ONE(cri_uri_t), ONE(uint32_t)}},
};
/* clang-format on */

/* ---- outputs ------------------------------------------------------------------------------------------------------ */

/* Calls with outputs that are filled, but for one that is `elsewhere`; returns whether all others were stored, if so reported. */
static bool stores_all(const struct call *call, const uint8_t *data, size_t len, size_t moved, void *elsewhere,
                       size_t *reported)
{
    static _Alignas(max_align_t) uint8_t places[OUTPUTS][sizeof(cri_t) * 2];
    void *out[OUTPUTS];
    for (size_t i = 0; i < OUTPUTS; i++) {
        row_ok(call->outputs[i].size * call->outputs[i].count <= sizeof places[i], call->name, "room");
        memset(places[i], FILL, sizeof places[i]);
        out[i] = i == moved ? elsewhere : places[i];
    }
    if (!call->run(data, len, out)) {
        return true;
    }
    ++*reported;
    for (size_t i = 0; i < OUTPUTS; i++) {
        const struct output *output = &call->outputs[i];
        for (size_t k = 0; i != moved && k < output->count; k++) {
            if (is_filled(places[i] + k * output->size, output->size)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- the library changes the bytes itself ------------------------------------------------------------------------- */

static void outputs_over_inputs(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(ftruncate(fileno(file), PAGE), 0);
    uint8_t *maps[2];
    for (size_t i = 0; i < 2; i++) {
        maps[i] = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
        assert_ptr_not_equal(maps[i], MAP_FAILED);
    }
    for (size_t i = 0; i < COUNT(calls); i++) {
        const struct bytes input = from_hex(calls[i].input);
        size_t reported = 0;
        /* At every place of the output that it may have: it is aligned, the bytes are not. */
        for (size_t moved = 0; moved < OUTPUTS; moved++) {
            size_t size = calls[i].outputs[moved].size * calls[i].outputs[moved].count;
            for (size_t shift = 0; size > 0 && shift < 16; shift++) {
                uint8_t *data = maps[0] + PAGE / 2 + shift;
                for (size_t at = PAGE / 2 - (size + 15) / 16 * 16; at < PAGE / 2 + shift + input.len; at += 16) {
                    memcpy(data, input.data, input.len);
                    keep(data, input.len);
                    row_ok(stores_all(&calls[i], data, input.len, moved, maps[1] + at, &reported), calls[i].name,
                           "reports what it has not stored");
                }
            }
        }
        row_ok(reported > 0, calls[i].name, "something is reported");
    }
    for (size_t i = 0; i < 2; i++) {
        munmap(maps[i], PAGE);
    }
    fclose(file);
    rows_end();
}

/* ---- a second thread changes them --------------------------------------------------------------------------------- */

static struct {
    volatile uint8_t *data;
    struct bytes original;
    volatile bool ends;
} raced;

static void *change(void *unused)
{
    static const uint8_t values[] = {0x00, 0x01, 0x0f, 0x41, 0x60, 0x61, 0x7f, 0x82, 0xb1, 0xd0, 0xff};
    for (size_t i = 0; !raced.ends; i++) {
        size_t at = i % raced.original.len;
        raced.data[at] = values[i / raced.original.len % COUNT(values)];
        for (volatile unsigned wait = 0; wait < i % 64; wait++) {
        }
        raced.data[at] = raced.original.data[at];
    }
    return unused;
}

static void a_second_thread(void **state)
{
    const char *wanted = getenv("CRI_TEST_CHANGES");
    const size_t rounds = wanted != NULL && strcmp(wanted, "all") == 0 ? 400000 : 40000;
    (void)state;
    for (size_t i = 0; i < COUNT(calls); i++) {
        pthread_t thread;
        size_t reported = 0;
        raced.original = from_hex(calls[i].input);
        uint8_t *data = malloc(raced.original.len);
        assert_non_null(data);
        memcpy(data, raced.original.data, raced.original.len);
        keep(data, raced.original.len);
        raced.data = data;
        raced.ends = false;
        assert_int_equal(pthread_create(&thread, NULL, change, NULL), 0);
        bool held = true;
        /* The other thread may be stopped after it has changed a byte. */
        for (size_t round = 0; held && (round < rounds || reported < 100) && round < 100 * rounds; round++) {
            if (round % 256 == 0) {
                sched_yield();
            }
            held = stores_all(&calls[i], data, raced.original.len, OUTPUTS, NULL, &reported);
        }
        raced.ends = true;
        pthread_join(thread, NULL);
        row_ok(held, calls[i].name, "reports what it has not stored");
        row_ok(reported > 0, calls[i].name, "something is reported");
        free(data);
    }
    rows_end();
}

int main(void)
{
    prefix = parse_hex(CRI_REV_27, "83 20 81 6168 81 6161");
    braces = parse_hex(CRI_REV_27, "82 f5 83 6178 627b61 6163"); /* "x", "{a", "c" */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outputs_over_inputs),
        cmocka_unit_test(a_second_thread),
    };
    return RUN(tests);
}
