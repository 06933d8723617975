/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Borrowed bytes that change after they were parsed (R22): by DMA, by an erased page of flash, by a buffer that is used
 * again. What functions answer then is unspecified; that they return, and stay inside their memory, is not.
 *
 * A case parses bytes and keeps everything that borrows them: views, texts, iterators at several places. Then every byte is
 * given other values, one at a time and with all that follow it, and every function is called on what was kept. Checked are:
 * each call returns (a watchdog counts the time that one call takes), no iterator gives more items than there are borrowed
 * bytes, what points anywhere points into borrowed bytes, outputs stay inside their capacity, and inputs are not written. The
 * blocks that hold the bytes are exactly as long as these, so that AddressSanitizer or a page that cannot be read stops what
 * reads past them.
 *
 * CRI_TEST_CHANGES=all gives each byte all 256 values; without it, as on emulators, each is given another one.
 */
#define _DEFAULT_SOURCE /* setitimer */

#include "support.h"

/* What functions answer is unspecified here. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-result"
#endif

#if defined(__unix__) || defined(__APPLE__)
#define HOSTED 1
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>
#else
#define HOSTED 0
#endif

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* ---- which functions were called --------------------------------------------------------------------------------- */

/* All that take an object that borrows. Each must be called here on changed bytes. */
/* clang-format off */
#define BORROWING(X)                                                                                                   \
    X(cri_revision) X(cri_is_full) X(cri_discard) X(cri_scheme) X(cri_scheme_text) X(cri_authority_kind)               \
    X(cri_host_kind) X(cri_host_address) X(cri_zone) X(cri_userinfo) X(cri_port) X(cri_host_count)                     \
    X(cri_host_get) X(cri_host_iter) X(cri_path_is_set) X(cri_path_count) X(cri_path_get) X(cri_path_iter)             \
    X(cri_query_is_set) X(cri_query_count) X(cri_query_get) X(cri_query_iter) X(cri_iter_next) X(cri_fragment)         \
    X(cri_text_plain) X(cri_text_chunks) X(cri_chunks_next) X(cri_text_decode) X(cri_text_equal) X(cri_resolve)        \
    X(cri_relativize) X(cri_without_fragment) X(cri_equal) X(cri_equal_ignoring_fragment) X(cri_compare)               \
    X(cri_hash) X(cri_encode) X(cri_to_uri) X(cri_to_edn) X(cri_to_iri) X(cri_ownership_check)                         \
    X(cri_is_canonical) X(cri_uses) X(cri_normalize) X(cri_to_edn_literal) X(cri_builder_scheme_id)                    \
    X(cri_builder_scheme_name) X(cri_builder_discard) X(cri_builder_rootless) X(cri_builder_userinfo)                  \
    X(cri_builder_host_name) X(cri_builder_host_address) X(cri_builder_port) X(cri_builder_path)                       \
    X(cri_builder_segment) X(cri_builder_query) X(cri_builder_parameter) X(cri_builder_fragment)                       \
    X(cri_builder_finish) X(cri_coap_options) X(cri_coap_proxy_options) X(cri_coap_options_next) X(cri_to_coap)        \
    X(cri_to_coap_proxy) X(cri_composer_option) X(cri_composer_asks_proxy) X(cri_composer_finish)                      \
    X(cri_path_match) X(cri_coap_path_match) X(cri_coap_path_next) X(cri_path_matcher_init)                            \
    X(cri_path_matcher_option) X(cri_path_matcher_finish) X(cri_aif_next) X(cri_aif_allows) X(cri_items_next)          \
    X(cri_items_next_item)                                                                                             \
    X(cri_items_error) X(cri_find_next) X(cri_find_error) X(cri_encoding) X(cri_encode_tagged)                         \
    X(cri_coap_path_abbrev) X(cri_to_coap_location) X(cri_pattern_match) X(cri_cori_kind) X(cri_cori_resolve) X(cri_cori_relativize)           \
    X(cri_cori_encode) X(cri_cori_recompose) X(cri_cori_to_coap) X(cri_cori_to_cri) X(cri_cori_from_cri)               \
    X(cri_uri_part) X(cri_uri_host_kind) X(cri_uri_path_iter) X(cri_uri_query_iter) X(cri_uri_iter_next)               \
    X(cri_uri_decode) X(cri_resolve_to) X(cri_without_userinfo) X(cri_host_text) X(cri_effective_port)                 \
    X(cri_host_endpoint) X(cri_same_origin) X(cri_to_uri_with) X(cri_to_iri_with) X(cri_to_edn_literal_with)           \
    X(cri_route)
/* clang-format on */

#ifdef CRI_NFC
#define BORROWING_NFC(X) X(cri_is_nfc) X(cri_encode_nfc)
#else
#define BORROWING_NFC(X)
#endif

/* All that take none: bytes are checked in the same call, if there are any. */
/* clang-format off */
#define OTHERS(X)                                                                                                      \
    X(cri_version) X(cri_features) X(cri_err_name) X(cri_err_text) X(cri_part_name) X(cri_err_is_unprocessable)        \
    X(cri_parse) X(cri_parse_exact) X(cri_parse_where) X(cri_skip) X(cri_equal_encoded) X(cri_from_uri)                \
    X(cri_from_iri) X(cri_from_uri_where) X(cri_from_iri_where) X(cri_from_uri_nfc) X(cri_from_iri_nfc)                \
    X(cri_builder_init) X(cri_registry_name) X(cri_registry_id) X(cri_registry_default_port) X(cri_from_coap)          \
    X(cri_coap_asks_proxy) X(cri_items_array) X(cri_items_sequence) X(cri_find_tagged) X(cri_coap_pattern_match)       \
    X(cri_coap_route) X(cri_from_coap_location) X(cri_composer_init) X(cri_composer_init_location)                     \
    X(cri_aif_entries) X(cri_cori_parse) X(cri_cori_check) X(cri_cori_decompose) X(cri_uri_split)                      \
    X(cri_uri_resolve) X(cri_uri_normalize) X(cri_uri_equal) X(cri_from_edn) X(cri_uri_find) X(cri_uri_unwrap)         \
    X(cri_uri_same_document) X(cri_uri_split_lenient) X(cri_registry_name_with) X(cri_registry_id_with)                \
    X(cri_from_uri_with) X(cri_from_iri_with) X(cri_from_edn_with) X(cri_escape)
/* clang-format on */

enum function {
#define X(function) OF_##function,
    BORROWING(X) BORROWING_NFC(X) BORROWING_COUNT,
    OTHERS(X)
#undef X
};

/* clang-format off */
static const char *const names[] = {
#define X(function) #function,
    BORROWING(X) BORROWING_NFC(X) "",
    OTHERS(X)
#undef X
};
/* clang-format on */

/* What is going on, for the watchdog and for messages. */
static struct {
    const char *name; /* of the case */
    size_t block, at; /* what was changed */
    unsigned value;
    bool changed;
    volatile unsigned calls;
    volatile unsigned function;
    bool seen[BORROWING_COUNT];
} now;

static void note(enum function function)
{
    now.function = function;
    now.calls++;
    if (now.changed && function < BORROWING_COUNT) {
        now.seen[function] = true;
    }
}

#define C(function) (note(OF_##function), function)

/* Ends the test; says what was changed and which function was called last. */
static void stop(const char *what)
{
    fail_msg("%s: block %u, byte %u, value %02x: %s: %s", now.name, (unsigned)now.block, (unsigned)now.at, now.value,
             names[now.function], what);
}

#define HOLDS(condition, what) ((condition) ? (void)0 : stop(what))

#if HOSTED
/* Ends the program where the same call runs for the fourth second of CPU time; the inputs are less than 200 bytes. */
static void watch(int signal_number)
{
    static unsigned calls, times;
    static char text[160];
    (void)signal_number;
    times = calls == now.calls ? times + 1 : 0;
    calls = now.calls;
    if (times < 3) {
        return;
    }
    int len = snprintf(text, sizeof text, "[  FAILED  ] %s: block %u, byte %u, value %02x: %s does not return\n",
                       now.name, (unsigned)now.block, (unsigned)now.at, now.value, names[now.function]);
    if (len < 0 || write(STDERR_FILENO, text, (size_t)len) < 0) {
        _exit(3);
    }
    _exit(1);
}

static void start_watchdog(void)
{
    const struct itimerval every_second = {{1, 0}, {1, 0}};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = watch;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGVTALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_VIRTUAL, &every_second, NULL), 0);
}

/* Other tests may run in the same program after these. */
static void stop_watchdog(void)
{
    const struct itimerval never = {{0, 0}, {0, 0}};
    assert_int_equal(setitimer(ITIMER_VIRTUAL, &never, NULL), 0);
}
#else
/* Whoever emulates the board limits its time. */
static void start_watchdog(void) {}
static void stop_watchdog(void) {}
#endif

/* ---- borrowed bytes ---------------------------------------------------------------------------------------------- */

#ifdef CRI_TEST_SMALL
#define BLOCK_MAX 96
#define OUT_MAX 300
#else
#define BLOCK_MAX 160
#define OUT_MAX 600
#endif

static bool all_values(void)
{
#if HOSTED
    static int all = -1;
    if (all < 0) {
        const char *wanted = getenv("CRI_TEST_CHANGES");
        all = wanted != NULL && strcmp(wanted, "all") == 0;
    }
    return all != 0;
#else
    return false;
#endif
}

/* What is tried of so many: all, or one, each place the next. */
static size_t tried_of(size_t count) { return all_values() ? count : 1; }

static size_t tried(size_t i, size_t count) { return all_values() ? i : now.at % count; }

/* A value for the byte at now.at. If one only, a head of several types and widths, a character, or a break. */
static unsigned value_of(unsigned i)
{
    static const uint8_t values[] = {0x9b, 0x61, 0x00, 0xff, 0x82, 0x1f, 0x5b, 0x41, 0xf6, 0x18};
    return all_values() ? i : values[tried(i, COUNT(values))];
}

#define FOR_EACH_VALUE(value)                                                                                          \
    for (unsigned value##_i = 0, value = value_of(0); value##_i < tried_of(256); value = value_of(++value##_i))

struct block {
    size_t len;
    uint8_t *data;
    struct guarded guarded;
    uint8_t original[BLOCK_MAX];
    uint8_t expected[BLOCK_MAX];
};

static struct block blocks[3];
static size_t block_count;

/* Where checkers see every read outside, a block of the heap; else the end of a page. */
static bool in_heap(void) { return SANITIZED || !all_values(); }

static uint8_t *block_new(const void *bytes, size_t len)
{
    assert_true(block_count < COUNT(blocks) && len <= BLOCK_MAX);
    struct block *block = &blocks[block_count++];
    block->len = len;
    if (in_heap()) {
        block->data = malloc(len);
        assert_non_null(block->data);
        memcpy(block->data, bytes, len);
    } else {
        block->guarded = guarded_copy(bytes, len);
        block->data = block->guarded.data;
    }
    memcpy(block->original, bytes, len);
    return block->data;
}

static uint8_t *block_hex(const char *hex, size_t *len)
{
    struct bytes bytes = from_hex(hex);
    *len = bytes.len;
    return block_new(bytes.data, bytes.len);
}

static void blocks_free(void)
{
    now.changed = false;
    while (block_count > 0) {
        struct block *block = &blocks[--block_count];
        if (in_heap()) {
            free(block->data);
        } else {
            guarded_free(&block->guarded);
        }
    }
}

/* How many items may come of an iterator at most. */
static size_t most_items(void)
{
    size_t sum = 1;
    for (size_t i = 0; i < block_count; i++) {
        sum += blocks[i].len;
    }
    return sum;
}

static volatile uint8_t read_sink;

static bool borrows(const void *pointer, size_t len)
{
    bool inside = len == 0;
    for (size_t i = 0; i < block_count; i++) {
        uintptr_t from = (uintptr_t)blocks[i].data, at = (uintptr_t)pointer;
        inside |= at >= from && at - from <= blocks[i].len && len <= blocks[i].len - (at - from);
    }
    return inside;
}

/* Reads what a function handed out, which must be borrowed. */
static void is_borrowed(const void *pointer, size_t len)
{
    const uint8_t *bytes = pointer;
    HOLDS(bytes != NULL, "hands out NULL");
    HOLDS(borrows(pointer, len), "hands out what it does not borrow");
    for (size_t i = 0; i < len; i++) {
        read_sink = bytes[i];
    }
}

typedef void (*use_fn)(void);

/* Calls everything on what was kept, with the bytes as they are now. */
static void use_changed(use_fn use)
{
    for (size_t i = 0; i < block_count; i++) {
        memcpy(blocks[i].expected, blocks[i].data, blocks[i].len);
    }
    use();
    for (size_t i = 0; i < block_count; i++) {
        HOLDS(memcmp(blocks[i].expected, blocks[i].data, blocks[i].len) == 0, "some call since wrote to its input");
        memcpy(blocks[i].data, blocks[i].original, blocks[i].len);
    }
}

/* What a byte and all that follow it become: a value, and a head that promises much with what follows it. */
static const uint8_t fills[] = {0x9f, 0xff, 0x00, 0x1f, 0x80, 0x61};
static const uint8_t long_heads[][2] = {{0x9b, 0xff}, {0x5b, 0xff}, {0x9b, 0x00},
                                        {0x7b, 0x00}, {0x9a, 0x7f}, {0x99, 0x00}};

static void every_change(const char *name, use_fn use)
{
    now.name = name;
    now.changed = true;
    for (size_t i = 0; i < block_count; i++) {
        struct block *block = &blocks[i];
        now.block = i;
        for (now.at = 0; now.at < block->len; now.at++) {
            FOR_EACH_VALUE(value) {
                now.value = value;
                block->data[now.at] = (uint8_t)value;
                use_changed(use);
            }
            for (size_t k = 0; k < tried_of(COUNT(fills)); k++) {
                uint8_t fill = fills[tried(k, COUNT(fills))];
                now.value = fill;
                memset(block->data + now.at, fill, block->len - now.at);
                use_changed(use);
            }
            for (size_t k = 0; k < tried_of(COUNT(long_heads)); k++) {
                const uint8_t *head = long_heads[tried(k, COUNT(long_heads))];
                now.value = head[0];
                memset(block->data + now.at, head[1], block->len - now.at);
                block->data[now.at] = head[0];
                use_changed(use);
            }
        }
    }
    now.block = now.at = 0;
    FOR_EACH_VALUE(value) {
        now.value = value;
        for (size_t i = 0; i < block_count; i++) {
            memset(blocks[i].data, (int)value, blocks[i].len);
        }
        use_changed(use);
    }
    now.changed = false;
}

/* ---- outputs ----------------------------------------------------------------------------------------------------- */

#define GUARD 16

static struct {
    uint8_t before[GUARD];
    uint8_t data[OUT_MAX + GUARD];
} out;

static const uint8_t guard[GUARD] = {FILL, FILL, FILL, FILL, FILL, FILL, FILL, FILL,
                                     FILL, FILL, FILL, FILL, FILL, FILL, FILL, FILL};

static uint8_t *out_begin(size_t cap)
{
    memcpy(out.before, guard, GUARD);
    memcpy(out.data + cap, guard, GUARD);
    return cap > 0 ? out.data : NULL;
}

/* How much room the output of a call has: enough, or now and then too little or none. */
static size_t out_cap(void) { return now.calls % 4 == 0 ? now.calls / 4 % 20 : OUT_MAX; }

static void out_end(cri_err_t err, size_t cap, size_t len, bool text)
{
    HOLDS(memcmp(out.before, guard, GUARD) == 0 && memcmp(out.data + cap, guard, GUARD) == 0,
          "writes outside of its output");
    HOLDS(err != CRI_OK || len + text <= cap, "succeeds without room");
    HOLDS(err != CRI_OK || !text || out.data[len] == '\0', "no NUL");
    HOLDS(err <= CRI_OK, "no error number");
}

/* Calls what writes to `buf`. */
#define WRITES(text, call)                                                                                             \
    do {                                                                                                               \
        size_t cap = out_cap(), len = 0;                                                                               \
        uint8_t *buf = out_begin(cap);                                                                                 \
        cri_err_t err = (call);                                                                                        \
        out_end(err, cap, len, (text));                                                                                \
    } while (0)

/* ---- texts, iterators, views ------------------------------------------------------------------------------------- */

static void use_chunks(cri_chunks_t chunks)
{
    const uint8_t *bytes = NULL;
    size_t len = 0, steps = 0;
    bool encoded = false;
    while (C(cri_chunks_next)(&chunks, &bytes, &len, &encoded)) {
        HOLDS(++steps <= most_items(), "gives more parts than there are bytes");
        is_borrowed(bytes, len);
    }
    HOLDS(!C(cri_chunks_next)(&chunks, &bytes, &len, &encoded), "goes on behind its end");
}

static void read_text(const cri_text_t *text)
{
    const char *chars = NULL;
    size_t len = 0;
    cri_chunks_t chunks;
    if (C(cri_text_plain)(text, &chars, &len)) {
        is_borrowed(chars, len);
        HOLDS(C(cri_text_equal)(text, chars, len), "not itself");
    }
    C(cri_text_chunks)(text, &chunks);
    use_chunks(chunks);
}

static void use_text(const cri_text_t *text)
{
    read_text(text);
    (void)C(cri_text_equal)(text, "a", 1);
    WRITES(false, C(cri_text_decode)(text, buf, cap, &len));
}

static void use_iter(cri_iter_t iter)
{
    cri_text_t text;
    size_t steps = 0;
    while (C(cri_iter_next)(&iter, &text)) {
        HOLDS(++steps <= most_items(), "gives more items than there are bytes");
        read_text(&text);
    }
    HOLDS(!C(cri_iter_next)(&iter, &text), "goes on behind its end");
}

static const cri_scheme_row_t schemes[] = {{CRI_LIT("uuaid"), 1015}, {CRI_LIT("tii"), 1027}};

/* The name of a scheme that is given by its id is the library's own. */
static void is_registered_name(const uint8_t *name, size_t name_len)
{
    const char *own = NULL;
    size_t own_len = 0;
    int64_t id = 0;
    bool known = false;
    for (uint8_t revision = CRI_REV_13; revision <= CRI_REV_27; revision = (uint8_t)(revision + 14)) {
        known |= C(cri_registry_id)(revision, (const char *)name, name_len, &id) == CRI_OK &&
                 C(cri_registry_name)(revision, id, &own, &own_len) == CRI_OK && (const uint8_t *)own == name &&
                 own_len == name_len;
    }
    HOLDS(known, "hands out what it does not borrow, and no name of a scheme");
}

static void use_coap_options(cri_coap_options_t options)
{
    uint16_t number = 0;
    const uint8_t *value = NULL;
    size_t len = 0, steps = 0;
    while (C(cri_coap_options_next)(&options, &number, &value, &len)) {
        HOLDS(++steps <= most_items(), "gives more options than there are bytes");
        if (number == CRI_COAP_PROXY_SCHEME && !borrows(value, len)) {
            is_registered_name(value, len);
        } else {
            is_borrowed(value, len);
        }
    }
    HOLDS(!C(cri_coap_options_next)(&options, &number, &value, &len), "goes on behind its end");
}

static const uint8_t address[16] = {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x42};
static const cri_endpoint_t destinations[] = {{address, 4, NULL, 0, 61616}, {address, 16, "en1", 3, 5683}};
static const uint16_t proxies[] = {0, CRI_COAP_PROXY_URI, CRI_COAP_PROXY_SCHEME, CRI_COAP_PROXY_CRI,
                                   CRI_COAP_PROXY_SCHEME_NUMBER};

static cri_err_t begin_options(const cri_t *cri, uint16_t proxy, const cri_endpoint_t *dest, uint8_t *scratch,
                               size_t cap, size_t *len, cri_coap_options_t *options)
{
    return proxy == 0 ? C(cri_coap_options)(cri, dest, scratch, cap, len, options)
                      : C(cri_coap_proxy_options)(cri, proxy, dest, scratch, cap, len, options);
}

static void use_coap(const cri_t *cri)
{
    for (size_t i = 0; i < COUNT(proxies); i++) {
        const cri_endpoint_t *dest = i == 0 ? NULL : &destinations[i % 2];
        cri_coap_options_t options;
        if (proxies[i] == 0) {
            WRITES(false, C(cri_to_coap)(cri, &destinations[0], 0, buf, cap, &len));
            WRITES(false, C(cri_to_coap)(cri, &destinations[1], 0, buf, cap, &len));
            WRITES(false, C(cri_to_coap)(cri, NULL, 3, buf, cap, &len));
        } else {
            WRITES(false, C(cri_to_coap_proxy)(cri, proxies[i], dest, 0, buf, cap, &len));
        }
        size_t len = 0;
        const size_t cap = out_cap();
        uint8_t *scratch = out_begin(cap);
        cri_err_t err = begin_options(cri, proxies[i], dest, scratch, cap, &len, &options);
        out_end(err, cap, len, false);
        if (err == CRI_OK) {
            /* The scratch is borrowed too. */
            assert_true(block_count < COUNT(blocks));
            blocks[block_count].data = scratch;
            blocks[block_count++].len = len;
            use_coap_options(options);
            block_count--;
        }
    }
}

static void use_path_matcher(cri_path_matcher_t matcher, size_t options_before)
{
    static const uint8_t segment[] = {'a', 'b'};
    bool under = false;
    size_t matched = 0;
    for (size_t i = options_before; i < 4; i++) {
        (void)C(cri_path_matcher_option)(&matcher, CRI_COAP_URI_PATH, segment, i % 2 + 1);
    }
    if (C(cri_path_matcher_finish)(&matcher, &under, &matched) == CRI_OK && under) {
        HOLDS(matched <= most_items(), "matches more than there are bytes");
    }
}

static void use_scheme(const cri_t *cri)
{
    int64_t id = 0;
    const char *name = NULL, *own = NULL;
    size_t len = 0, own_len = 0;
    if (!C(cri_scheme_text)(cri, &name, &len)) {
        return;
    }
    if (C(cri_scheme)(cri, &id)) {
        HOLDS(C(cri_registry_name)(C(cri_revision)(cri), id, &own, &own_len) == CRI_OK && own == name && own_len == len,
              "no name of the registry's");
    } else {
        is_borrowed(name, len);
    }
}

/* clang-format off */
static const cri_route_t patterns[] = {{CRI_LIT("/a/{}/b%20"), 1}, {CRI_LIT("/a/{*}"), 2}, {CRI_LIT("/{}/{}/{*}"), 3},
                                       {CRI_LIT("/{*}"), 4}};
/* clang-format on */

static void use_patterns(const cri_t *cri)
{
    for (size_t i = 0; i < COUNT(patterns); i++) {
        cri_text_t captures[2] = {0};
        cri_iter_t rest;
        bool matches = false;
        if (C(cri_pattern_match)(patterns[i].pattern, patterns[i].pattern_len, cri, captures, 2, &rest, &matches) ==
                CRI_OK &&
            matches) {
            for (size_t k = 0; k < (patterns[i].id == 3 ? 2 : patterns[i].id == 1); k++) {
                use_text(&captures[k]);
            }
            use_iter(rest);
        }
        const cri_route_t *route = NULL;
        if (C(cri_route)(patterns + i, COUNT(patterns) - i, cri, captures, 2, &rest, &route) == CRI_OK &&
            route != NULL) {
            for (size_t k = 0; k < (route->id == 3 ? 2 : route->id == 1); k++) {
                use_text(&captures[k]);
            }
            use_iter(rest);
        }
    }
}

static void use_view(const cri_t *cri)
{
    const uint8_t *data = NULL;
    cri_text_t text;
    cri_iter_t iter;
    cri_t bare;
    cri_path_matcher_t matcher;
    cri_endpoint_t endpoint;
    uint16_t port = 0;
    uint32_t abbrev = 0;
    const uint8_t *host = NULL;
    const char *zone = NULL;
    size_t len = 0;
    uint8_t revision = C(cri_revision)(cri);
    HOLDS(revision == CRI_REV_13 || revision == CRI_REV_27, "no revision");
    (void)C(cri_is_full)(cri);
    (void)C(cri_discard)(cri);
    use_scheme(cri);
    (void)C(cri_authority_kind)(cri);
    (void)C(cri_host_kind)(cri);
    if (C(cri_host_address)(cri, &host, &len)) {
        HOLDS(len == 4 || len == 16, "no address"); /* callers copy it */
        is_borrowed(host, len);
    }
    if (C(cri_zone)(cri, &zone, &len)) {
        is_borrowed(zone, len);
    }
    if (C(cri_userinfo)(cri, &text)) {
        use_text(&text);
    }
    (void)C(cri_port)(cri, &port);
    (void)C(cri_coap_path_abbrev)(cri, &abbrev);
    (void)C(cri_effective_port)(cri, &port);
    if (C(cri_host_endpoint)(cri, &endpoint) == CRI_OK) {
        HOLDS(endpoint.addr_len == 4 || endpoint.addr_len == 16, "no address"); /* callers copy it */
        is_borrowed(endpoint.addr, endpoint.addr_len);
        HOLDS((endpoint.zone == NULL) == (endpoint.zone_len == 0), "no zone identifier, or one");
        if (endpoint.zone != NULL) {
            is_borrowed(endpoint.zone, endpoint.zone_len);
        }
    }
    const size_t hosts = C(cri_host_count)(cri), segments = C(cri_path_count)(cri),
                 parameters = C(cri_query_count)(cri);
    const size_t places[] = {0, 1, hosts - 1, segments - 1, parameters - 1, SIZE_MAX};
    for (size_t i = 0; i < COUNT(places); i++) {
        if (C(cri_host_get)(cri, places[i], &text)) {
            use_text(&text);
        }
        if (C(cri_path_get)(cri, places[i], &text)) {
            use_text(&text);
        }
        if (C(cri_query_get)(cri, places[i], &text)) {
            use_text(&text);
        }
    }
    C(cri_host_iter)(cri, &iter);
    use_iter(iter);
    (void)C(cri_path_is_set)(cri);
    C(cri_path_iter)(cri, &iter);
    use_iter(iter);
    (void)C(cri_query_is_set)(cri);
    C(cri_query_iter)(cri, &iter);
    use_iter(iter);
    if (C(cri_fragment)(cri, &text)) {
        use_text(&text);
    }
    (void)C(cri_hash)(cri);
    (void)C(cri_ownership_check)(cri);
    (void)C(cri_is_canonical)(cri);
    (void)C(cri_uses)(cri);
    (void)C(cri_without_fragment)(cri, &bare);
    WRITES(false, C(cri_without_userinfo)(cri, buf, cap, &len, &bare));
    WRITES(false, C(cri_encode)(cri, buf, cap, &len));
    WRITES(false, C(cri_encode_tagged)(cri, buf, cap, &len));
    WRITES(false, C(cri_normalize)(cri, buf, cap, &len));
    WRITES(true, C(cri_to_uri)(cri, (char *)buf, cap, &len));
    WRITES(true, C(cri_to_iri)(cri, (char *)buf, cap, &len));
    WRITES(true, C(cri_host_text)(cri, (char *)buf, cap, &len));
    WRITES(true, C(cri_to_uri_with)(cri, schemes, COUNT(schemes), (char *)buf, cap, &len));
    WRITES(true, C(cri_to_iri_with)(cri, schemes, COUNT(schemes), (char *)buf, cap, &len));
    WRITES(true, C(cri_to_edn_literal_with)(cri, schemes, COUNT(schemes), (char *)buf, cap, &len));
    WRITES(true, C(cri_to_edn)(cri, (char *)buf, cap, &len));
    WRITES(true, C(cri_to_edn_literal)(cri, (char *)buf, cap, &len));
    WRITES(false, C(cri_cori_from_cri)(cri, buf, cap, &len));
#ifdef CRI_NFC
    (void)C(cri_is_nfc)(cri);
    WRITES(false, C(cri_encode_nfc)(cri, buf, cap, &len));
#endif
    WRITES(false, C(cri_to_coap_location)(cri, 0, buf, cap, &len));
    use_coap(cri);
    use_patterns(cri);
    if (C(cri_encoding)(cri, &data, &len)) {
        is_borrowed(data, len);
    }
    if (C(cri_path_matcher_init)(&matcher, cri) == CRI_OK) {
        use_path_matcher(matcher, 0);
    }
}

/* What a reference resolves to, written: a view of what was written. */
static void use_written(const cri_t *base, const cri_t *reference)
{
    cri_t resolved;
    cri_iter_t iter;
    size_t len = 0;
    const size_t cap = out_cap();
    uint8_t *buf = out_begin(cap);
    memset(&resolved, FILL, sizeof resolved);
    cri_err_t err = C(cri_resolve_to)(base, reference, buf, cap, &len, &resolved);
    out_end(err, cap, len, false);
    if (err != CRI_OK) {
        HOLDS(is_filled(&resolved, sizeof resolved), "stores a view with an error");
        return;
    }
    assert_true(block_count < COUNT(blocks));
    blocks[block_count].data = buf;
    blocks[block_count++].len = len;
    C(cri_host_iter)(&resolved, &iter);
    use_iter(iter);
    C(cri_path_iter)(&resolved, &iter);
    use_iter(iter);
    C(cri_query_iter)(&resolved, &iter);
    use_iter(iter);
    block_count--;
}

static void use_pair(const cri_t *a, const cri_t *b)
{
    cri_iter_t rest;
    bool equal = false;
    int32_t order = 0;
    (void)C(cri_equal)(a, b, &equal);
    (void)C(cri_equal_ignoring_fragment)(a, b, &equal);
    (void)C(cri_same_origin)(a, b, &equal);
    if (C(cri_compare)(a, b, &order) == CRI_OK) {
        HOLDS(order >= -1 && order <= 1, "no order");
    }
    use_written(a, b);
    equal = false;
    if (C(cri_path_match)(a, b, &equal, &rest) == CRI_OK && equal) {
        use_iter(rest);
    }
}

/* ---- CRIs -------------------------------------------------------------------------------------------------------- */

/* What is kept of two CRIs, or of a CRI and a reference. */
#define TEXTS 8
#define ITERS 36
static struct {
    uint8_t revision;
    cri_t a, b, resolved, relative, to_b, bare;
    bool has_resolved, has_relative, has_to_b;
    size_t text_count, iter_count;
    cri_text_t texts[TEXTS];
    cri_iter_t iters[ITERS];
    cri_path_matcher_t matchers[3];
    bool has_matchers;
} kept;

static void keep_iter(cri_iter_t iter)
{
    /* From the start, and after some items. */
    for (size_t step = 0; step < 4 && kept.iter_count < ITERS; step++) {
        cri_text_t text;
        kept.iters[kept.iter_count++] = iter;
        if (!cri_iter_next(&iter, &text)) {
            return;
        }
        if (kept.text_count < TEXTS && (step == 0 || kept.text_count % 2 == 0)) {
            kept.texts[kept.text_count++] = text;
        }
    }
}

static void keep_view(const cri_t *cri)
{
    cri_iter_t iter;
    cri_text_t text;
    cri_host_iter(cri, &iter);
    keep_iter(iter);
    cri_path_iter(cri, &iter);
    keep_iter(iter);
    cri_query_iter(cri, &iter);
    keep_iter(iter);
    if (kept.text_count < TEXTS && cri_userinfo(cri, &text)) {
        kept.texts[kept.text_count++] = text;
    }
    if (kept.text_count < TEXTS && cri_fragment(cri, &text)) {
        kept.texts[kept.text_count++] = text;
    }
}

static void use_kept(void)
{
    cri_t made;
    /* What only the other one borrows did not change. */
    if (now.block == 0) {
        use_view(&kept.a);
        use_view(&kept.bare);
    } else {
        use_view(&kept.b);
    }
    use_pair(&kept.a, &kept.b);
    use_pair(&kept.b, &kept.a);
    use_pair(&kept.a, &kept.bare);
    if (kept.has_resolved) {
        use_view(&kept.resolved);
        use_pair(&kept.resolved, &kept.a);
        use_pair(&kept.a, &kept.resolved);
        use_written(&kept.resolved, &kept.b);
        (void)C(cri_resolve)(&kept.resolved, &kept.b, &made);
        (void)C(cri_relativize)(&kept.resolved, &kept.a, &made);
    }
    if (kept.has_relative) {
        use_view(&kept.relative);
        (void)C(cri_resolve)(&kept.a, &kept.relative, &made);
    }
    if (kept.has_to_b) {
        use_view(&kept.to_b);
    }
    /* What is made of changed bytes can be used as well; it need not be what it was. */
    if (C(cri_resolve)(&kept.a, &kept.b, &made) == CRI_OK && memcmp(&made, &kept.resolved, sizeof made) != 0) {
        use_view(&made);
    }
    if (C(cri_relativize)(&kept.a, kept.has_resolved ? &kept.resolved : &kept.b, &made) == CRI_OK &&
        memcmp(&made, &kept.relative, sizeof made) != 0) {
        use_view(&made);
        use_pair(&made, &kept.relative);
    }
    for (size_t i = 0; i < kept.text_count; i++) {
        use_text(&kept.texts[i]);
        cri_chunks_t chunks;
        const uint8_t *bytes = NULL;
        size_t len = 0;
        bool encoded = false;
        C(cri_text_chunks)(&kept.texts[i], &chunks);
        while (C(cri_chunks_next)(&chunks, &bytes, &len, &encoded)) {
            use_chunks(chunks);
        }
    }
    for (size_t i = 0; i < kept.iter_count; i++) {
        use_iter(kept.iters[i]);
    }
    for (size_t i = 0; kept.has_matchers && i < COUNT(kept.matchers); i++) {
        use_path_matcher(kept.matchers[i], i);
    }
    /* What the bytes are now, if anything. */
    bool equal = false;
    (void)C(cri_equal_encoded)(kept.revision, blocks[0].data, blocks[0].len, blocks[1].data, blocks[1].len, &equal);
    for (size_t i = 0; i < 2; i++) {
        size_t offset = 0;
        uint8_t part = 0;
        (void)C(cri_parse_exact)(kept.revision, blocks[i].data, blocks[i].len, &made);
        (void)C(cri_parse_where)(kept.revision, blocks[i].data, blocks[i].len, &offset, &part);
        HOLDS(offset <= blocks[i].len && part <= CRI_PART_WHOLE, "not in the CRI");
    }
}

static cri_t view_of(uint8_t revision, const char *hex)
{
    size_t len = 0;
    const uint8_t *data = block_hex(hex, &len);
    cri_t cri;
    cri_err_t err = cri_parse(revision, data, len, &cri, &len);
    if (err != CRI_OK) {
        fail_msg("%s: %s", hex, cri_err_name(err));
    }
    return cri;
}

static void with_cris(const char *name, uint8_t revision, const char *a, const char *b)
{
    memset(&kept, 0, sizeof kept);
    kept.revision = revision;
    kept.a = view_of(revision, a);
    kept.b = view_of(revision, b);
    kept.has_resolved = cri_resolve(&kept.a, &kept.b, &kept.resolved) == CRI_OK;
    kept.has_relative = kept.has_resolved && cri_relativize(&kept.a, &kept.resolved, &kept.relative) == CRI_OK;
    kept.has_to_b = cri_relativize(&kept.a, &kept.b, &kept.to_b) == CRI_OK;
    if (!kept.has_relative) {
        kept.relative = kept.b;
    }
    assert_int_equal(cri_without_fragment(&kept.a, &kept.bare), CRI_OK);
    keep_view(&kept.a);
    if (kept.has_resolved) {
        keep_view(&kept.resolved);
    }
    keep_view(&kept.b);
    kept.has_matchers =
        cri_path_matcher_init(&kept.matchers[0], kept.has_resolved ? &kept.resolved : &kept.a) == CRI_OK;
    for (size_t i = 1; kept.has_matchers && i < COUNT(kept.matchers); i++) {
        cri_text_t segment;
        const char *chars = "a";
        size_t len = 1;
        if (cri_path_get(kept.has_resolved ? &kept.resolved : &kept.a, i - 1, &segment)) {
            (void)cri_text_plain(&segment, &chars, &len);
        }
        kept.matchers[i] = kept.matchers[i - 1];
        (void)cri_path_matcher_option(&kept.matchers[i], CRI_COAP_URI_PATH, (const uint8_t *)chars, len);
    }
    every_change(name, use_kept);
    blocks_free();
}

/* [-1, ["h"], ["a", "b", "c", "d"], ["q"], "f"] */
#define BASE "85 20 81 6168 84 6161 6162 6163 6164 81 6171 6166"
#define IPV6 "50 fe80000000000000 0000000000000042"

static const struct cri_case {
    const char *name;
    uint8_t revision; /* 0: both */
    const char *a, *b;
} cri_cases[] = {
    {"labels, append", 0, "85 20 84 63777777 626578 636f7267 19f0b0 82 6161 60 82 6171 63723d31 6166",
     "83 00 81 6178 81 6179"},
    {"IPv4, empty reference", 0, "83 20 82 44c6336401 19f0b0 81 6161", "80"},
    {"IPv6 and zone, discard", 0, "84 20 83" IPV6 "63656e31 1850 82 6161 6162 81 6171", "84 01 81 6178 81 6179 617a"},
    {"IPv4 and zone, query", CRI_REV_27, "82 20 82 44c6336401 63656e31", "83 00 f6 81 6171"},
    {"user information, network path", 0, "83 23 84 f4 6475736572 6161 6162 81 6161", "83 f6 82 6169 1850 81 6170"},
    {"user information, IPv6 and zone", 0, "82 20 85 f4 82 6161 413a" IPV6 "63656e31 1850",
     "82 f6 84 f4 6175 60 191633"},
    {"PET, discard all", 0,
     "85 23 84 f4 82 62632b 412b 82 6168 412f 1850 82 82 6161 413b 6162 81 83 6161 4126 6162 82 4123 6166",
     "84 f5 82 82 413b 6161 6162 81 82 6171 4126 82 6166 4123"},
    {"long heads", 0,
     "9805 3800 9b0000000000000003 7801 61 790001 62 1a00000050 990002 7b0000000000000001 63 7801 64 9a00000001 7801 71 790001 66",
     "9804 190001 9a00000001 7801 78 9801 9802 7801 79 5801 26 79 0001 7a"},
    {"two in common, by long heads", 0, BASE, "9804 3800 9801 7801 68 83 7801 61 6162 6178 81 6171"},
    {"many segments", 0,
     "83 20 81 6168 981a 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161"
     "6161 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161 6161",
     "82 02 82 6178 6179"},
    {"rootless", 0, "84 25 f5 82 83 6161 413a 6162 6163 81 6171", "82 01 81 6178"},
    {"rootless, rooted reference", 0, "83 25 f5 82 6161 6162", "83 f6 f5 81 6178"},
    {"scheme by name", 0, "83 63736368 81 6168 82 6161 6162", "82 f5 82 6178 60"},
    {"coap by name, discard all at once", 0, "83 64636f6170 81 6168 81 6161", "82 187f 81 6178"},
    {"number without a name", 0, "83 3b0102030405060708 81 6168 81 6161", "84 00 f6 f6 6166"},
    {"registered by a long number", 0, "82 3903e7 81 6168", "81 20"},
    {"no authority", 0, "84 6161 f6 82 6162 6163 81 6171", "83 01 80 81 6171"},
    {"empty host", 0, "83 22 80 81 6178", "82 f5 80"},
    {"tag 99", CRI_REV_27, "d863 83 20 81 6168 82 6161 6162", "d863 82 01 81 6178"},
    {"dot in a label", CRI_REV_13, "82 20 81 63612e62", "82 01 81 6178"},
    {"two alike", 0, BASE, BASE},
    {"parent and child", 0, BASE, "83 20 81 6168 85 6161 6162 6163 6164 82 6165 412f"},
    {"child and parent", 0, BASE, "84 20 81 6168 82 6161 60 81 6171"},
    {"another query", 0, BASE, "84 20 81 6168 84 6161 6162 6163 6164 82 6171 6172"},
    {"another host", 0, BASE, "83 20 82 6168 6169 81 6161"},
    {"the well-known place", 0, "83 20 81 6168 81 60", "82 f5 82 6b2e77656c6c2d6b6e6f776e 64636f7265"},
};

static void cris(void **state)
{
    (void)state;
    blocks_free();
    for (size_t i = 0; i < COUNT(cri_cases); i++) {
        const struct cri_case *row = &cri_cases[i];
        /* Where both revisions have it, they take turns: they do the same with it. */
        const uint8_t revisions[] = {CRI_REV_27, CRI_REV_13};
        with_cris(row->name, row->revision != 0 ? row->revision : revisions[i % 2], row->a, row->b);
    }
}

/* ---- CoAP options of a view -------------------------------------------------------------------------------------- */

static struct {
    cri_t cri;
    size_t count;
    cri_coap_options_t options[8];
} kept_options;

static void use_kept_options(void)
{
    for (size_t i = 0; i < kept_options.count; i++) {
        use_coap_options(kept_options.options[i]);
    }
}

/* The scratch changes as well as what the view borrows. */
static void options_of_views(void **state)
{
    (void)state;
    blocks_free();
    static const char *const rows[] = {
        "84 20 84 63777777 626578 636f7267 19f0b0 83 6161 60 6162 82 6171 63723d31",
        "84 20 82" IPV6 "1850 82 6161 60 81 6171",
        "84 22 82 44c6336401 1850 82 6161 60 81 6171",
        "9804 3800 9802 7801 68 1a00000050 990002 7801 63 7801 64 9801 7801 71",
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t k = 0; k < 2 * COUNT(proxies); k++) {
            uint8_t scratch[BLOCK_MAX];
            size_t len = 0, again = 0;
            cri_coap_options_t options;
            const cri_endpoint_t *dest = k < COUNT(proxies) ? NULL : &destinations[0];
            memset(&kept_options, 0, sizeof kept_options);
            kept_options.cri = view_of(CRI_REV_27, rows[i]);
            cri_t cri = kept_options.cri;
            if (k % 2 == 1) {
                /* in pieces */
                cri_t reference = view_of(CRI_REV_27, "83 01 81 6178 81 6179");
                assert_int_equal(cri_resolve(&kept_options.cri, &reference, &cri), CRI_OK);
            }
            uint16_t proxy = proxies[k % COUNT(proxies)];
            if (begin_options(&cri, proxy, dest, scratch, sizeof scratch, &len, &options) == CRI_OK) {
                /* The same in a block that is as long as it must be. */
                uint8_t *exact = block_new(scratch, len);
                assert_int_equal(begin_options(&cri, proxy, dest, exact, len, &again, &options), CRI_OK);
                assert_int_equal(again, len);
                bool more = true;
                while (more && kept_options.count < COUNT(kept_options.options)) {
                    uint16_t number = 0;
                    const uint8_t *value = NULL;
                    kept_options.options[kept_options.count++] = options;
                    more = cri_coap_options_next(&options, &number, &value, &again);
                }
                every_change(rows[i], use_kept_options);
            }
            blocks_free();
        }
    }
}

/* ---- CoAP options of a request ----------------------------------------------------------------------------------- */

static struct {
    cri_t prefix;
    size_t count;
    cri_coap_path_t rests[6];
} kept_request;

/* Borrowed, or a segment that Uri-Path-Abbrev stands for: a constant of the library. */
static void is_of_request(const uint8_t *segment, size_t len)
{
    static const char *const constants[] = {".well-known", "core", "rd",  "edhoc", "est", "crts", "sen", "sren",
                                            "skg",         "skc",  "att", "brski", "es",  "rv",   "vs"};
    bool constant = borrows(segment, len);
    for (size_t i = 0; i < COUNT(constants) && !constant; i++) {
        constant = len == strlen(constants[i]) && memcmp(segment, constants[i], len) == 0;
    }
    HOLDS(constant, "hands out what is neither borrowed nor a constant");
}

static void use_rest(cri_coap_path_t rest)
{
    const uint8_t *segment = NULL;
    size_t len = 0, steps = 0;
    while (C(cri_coap_path_next)(&rest, &segment, &len)) {
        HOLDS(++steps <= most_items(), "gives more segments than there are bytes");
        is_of_request(segment, len);
    }
    HOLDS(!C(cri_coap_path_next)(&rest, &segment, &len), "goes on behind its end");
}

/* What a pattern captured of a request. */
static void use_captures(const cri_text_t *captures, uint32_t id)
{
    const char *chars = NULL;
    size_t len = 0;
    for (size_t k = 0; k < (id == 3 ? 2 : id == 1); k++) {
        HOLDS(C(cri_text_plain)(&captures[k], &chars, &len), "no plain text");
        is_of_request((const uint8_t *)chars, len);
        WRITES(false, C(cri_text_decode)(&captures[k], buf, cap, &len));
    }
}

static void use_request(void)
{
    cri_coap_path_t rest;
    bool answer = false;
    for (size_t i = 0; i < kept_request.count; i++) {
        use_rest(kept_request.rests[i]);
    }
    if (C(cri_coap_path_match)(blocks[0].data, blocks[0].len, &kept_request.prefix, &answer, &rest) == CRI_OK &&
        answer) {
        use_rest(rest);
    }
    for (size_t i = 0; i < COUNT(patterns); i++) {
        cri_text_t captures[2] = {0};
        const cri_route_t *route = NULL;
        answer = false;
        if (C(cri_coap_pattern_match)(patterns[i].pattern, patterns[i].pattern_len, blocks[0].data, blocks[0].len,
                                      captures, 2, &rest, &answer) == CRI_OK &&
            answer) {
            use_captures(captures, patterns[i].id);
            use_rest(rest);
        }
        if (C(cri_coap_route)(patterns + i, COUNT(patterns) - i, blocks[0].data, blocks[0].len, captures, 2, &rest,
                              &route) == CRI_OK &&
            route != NULL) {
            use_captures(captures, route->id);
            use_rest(rest);
        }
    }
    (void)C(cri_coap_asks_proxy)(blocks[0].data, blocks[0].len, &answer);
    WRITES(false, C(cri_from_coap)(CRI_REV_27, -1, blocks[0].data, blocks[0].len, &destinations[1], buf, cap, &len));
    WRITES(false, C(cri_from_coap_location)(CRI_REV_13, blocks[0].data, blocks[0].len, buf, cap, &len));
}

static void requests(void **state)
{
    (void)state;
    blocks_free();
    static const struct {
        const char *options, *prefix;
    } rows[] = {
        {"3168 421633 4161 0162 00 0163 10 3178 20", "83 20 81 6168 81 6161"},
        {"bd 02 616161616161616161616161616161 0162 0163", "82 f5 80"},
        {"b161 0162 0163 0164 41 71", "9803 3800 9801 7801 68 9a00000002 7801 61 7801 62"},
        {"b161 0162 41 71 d1 0b 61", "82 f5 81 6161"},
        {"b161 0162 e1 0001 61", "82 f5 82 6161 60"},
        {"3168 a2 012d 2171", "82 f5 80"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t len = 0;
        cri_coap_path_t rest;
        bool under = false, more = true;
        const uint8_t *options = block_hex(rows[i].options, &len), *segment = NULL;
        memset(&kept_request, 0, sizeof kept_request);
        kept_request.prefix = view_of(CRI_REV_27, rows[i].prefix);
        assert_int_equal(cri_coap_path_match(options, len, &kept_request.prefix, &under, &rest), CRI_OK);
        while (under && more && kept_request.count < COUNT(kept_request.rests)) {
            kept_request.rests[kept_request.count++] = rest;
            more = cri_coap_path_next(&rest, &segment, &len);
        }
        every_change(rows[i].options, use_request);
        blocks_free();
    }
}

/* ---- authorization information ----------------------------------------------------------------------------------- */

static struct {
    uint8_t revision;
    cri_t request;
    size_t count;
    cri_aif_t entries[4];
    cri_t targets[4];
} kept_aif;

static void use_entries(cri_aif_t entries)
{
    bool more = true;
    cri_t target;
    uint64_t permissions = 0;
    size_t steps = 0;
    while (C(cri_aif_next)(&entries, &more, &target, &permissions) == CRI_OK && more) {
        HOLDS(++steps <= most_items(), "gives more entries than there are bytes");
        cri_iter_t iter;
        C(cri_path_iter)(&target, &iter);
        use_iter(iter);
    }
    HOLDS(C(cri_aif_next)(&entries, &more, &target, &permissions) == CRI_OK && !more, "goes on behind its end");
}

static void use_aif(void)
{
    cri_aif_t entries;
    bool allowed = false;
    for (size_t i = 0; i < kept_aif.count; i++) {
        use_entries(kept_aif.entries[i]);
        use_view(&kept_aif.targets[i]);
        use_pair(&kept_aif.targets[i], &kept_aif.request);
    }
    (void)C(cri_aif_allows)(blocks[0].data, blocks[0].len, &kept_aif.request, 1, &allowed);
    if (C(cri_aif_entries)(kept_aif.revision, blocks[0].data, blocks[0].len, &entries) == CRI_OK) {
        use_entries(entries);
    }
}

static void authorization(void **state)
{
    (void)state;
    blocks_free();
    static const struct {
        uint8_t revision;
        const char *aif, *request;
    } rows[] = {
        {CRI_REV_27, "83 82 81 81 6161 05 82 82 82 6161 6162 81 6171 01 82 81 81 82 6161 413b 1b0000000100000001",
         "83 20 81 6168 81 6161"},
        {CRI_REV_13, "9802 9802 9801 9801 7801 61 1801 82 81 80 02", "84 f5 82 6161 6162 81 6171 6166"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t len = 0;
        bool more = true;
        uint64_t permissions = 0;
        cri_aif_t entries;
        const uint8_t *data = block_hex(rows[i].aif, &len);
        memset(&kept_aif, 0, sizeof kept_aif);
        kept_aif.revision = rows[i].revision;
        kept_aif.request = view_of(rows[i].revision, rows[i].request);
        assert_int_equal(cri_aif_entries(rows[i].revision, data, len, &entries), CRI_OK);
        while (kept_aif.count < COUNT(kept_aif.entries)) {
            kept_aif.entries[kept_aif.count] = entries;
            assert_int_equal(cri_aif_next(&entries, &more, &kept_aif.targets[kept_aif.count], &permissions), CRI_OK);
            if (!more) {
                break;
            }
            kept_aif.count++;
        }
        assert_true(kept_aif.count >= 2);
        every_change(rows[i].aif, use_aif);
        blocks_free();
    }
}

/* ---- documents --------------------------------------------------------------------------------------------------- */

static struct {
    uint8_t revision;
    size_t items_count, find_count, cri_count;
    cri_items_t items[6];
    cri_find_t find[6];
    cri_t cris[6];
} kept_document;

static void use_items(cri_items_t items)
{
    cri_items_t all = items;
    cri_err_t err;
    const uint8_t *data;
    size_t len;
    cri_t cri;
    size_t steps = 0;
    while (C(cri_items_next_item)(&all, &cri, &err, &data, &len)) {
        HOLDS(++steps <= most_items(), "gives more items than there are bytes");
        HOLDS(err == CRI_OK || cri_err_is_unprocessable(err), "no error of an item");
        if (err == CRI_OK) {
            use_view(&cri);
        }
    }
    steps = 0;
    while (C(cri_items_next)(&items, &cri)) {
        HOLDS(++steps <= most_items(), "gives more CRIs than there are bytes");
        use_view(&cri);
    }
    HOLDS(!C(cri_items_next)(&items, &cri), "goes on behind its end");
    HOLDS(C(cri_items_error)(&items) <= CRI_OK, "no error number");
}

static void use_find(cri_find_t find)
{
    cri_t cri;
    size_t steps = 0;
    while (C(cri_find_next)(&find, &cri)) {
        HOLDS(++steps <= most_items(), "gives more CRIs than there are bytes");
        use_view(&cri);
    }
    HOLDS(!C(cri_find_next)(&find, &cri), "goes on behind its end");
    HOLDS(C(cri_find_error)(&find) <= CRI_OK, "no error number");
}

static void use_document(void)
{
    cri_items_t items;
    cri_find_t find;
    for (size_t i = 0; i < kept_document.items_count; i++) {
        use_items(kept_document.items[i]);
    }
    for (size_t i = 0; i < kept_document.find_count; i++) {
        use_find(kept_document.find[i]);
    }
    for (size_t i = 0; i < kept_document.cri_count; i++) {
        use_view(&kept_document.cris[i]);
    }
    if (C(cri_items_array)(kept_document.revision, blocks[0].data, blocks[0].len, &items) == CRI_OK) {
        use_items(items);
    }
    if (C(cri_items_sequence)(kept_document.revision, blocks[0].data, blocks[0].len, &items) == CRI_OK) {
        use_items(items);
    }
    if (C(cri_find_tagged)(kept_document.revision, blocks[0].data, blocks[0].len, &find) == CRI_OK) {
        use_find(find);
    }
}

static void keep_items(cri_items_t items)
{
    do {
        assert_true(kept_document.items_count < COUNT(kept_document.items));
        kept_document.items[kept_document.items_count++] = items;
    } while (cri_items_next(&items, &kept_document.cris[kept_document.cri_count++ % COUNT(kept_document.cris)]));
    kept_document.cri_count--;
}

static void documents(void **state)
{
    (void)state;
    blocks_free();
    static const struct {
        uint8_t revision;
        const char *data;
    } rows[] = {
        {CRI_REV_27, "84 d863 83 20 81 6168 81 6161 bf 01 d863 81 01 ff 5f 42 d863 ff 82 f5 82 6161 81 413b"},
        {CRI_REV_27, "9f 9f9f ff ff 82 f5 81 6161 d863 82 18 80 d863 80 81 01 ff"},
        {CRI_REV_13, "9803 8101 7801 61 9802 f5 9801 7801 61"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t len = 0;
        cri_items_t items;
        cri_find_t find;
        cri_t cri;
        const uint8_t *data = block_hex(rows[i].data, &len);
        memset(&kept_document, 0, sizeof kept_document);
        kept_document.revision = rows[i].revision;
        assert_int_equal(cri_items_array(rows[i].revision, data, len, &items), CRI_OK);
        keep_items(items);
        if (cri_find_tagged(rows[i].revision, data, len, &find) == CRI_OK) {
            do {
                assert_true(kept_document.find_count < COUNT(kept_document.find));
                kept_document.find[kept_document.find_count++] = find;
            } while (cri_find_next(&find, &cri));
        }
        assert_true(kept_document.cri_count >= 2);
        every_change(rows[i].data, use_document);
        blocks_free();
    }
}

/* ---- CoRI -------------------------------------------------------------------------------------------------------- */

static struct {
    cri_cori_t base, href, resolved, relative;
    bool has_resolved, has_relative;
} kept_coris;

static void use_cori(const cri_cori_t *cori)
{
    HOLDS(C(cri_cori_kind)(cori) <= CRI_CORI_NORMALIZED, "no kind");
    WRITES(false, C(cri_cori_encode)(cori, buf, cap, &len));
    WRITES(true, C(cri_cori_recompose)(cori, (char *)buf, cap, &len));
    for (uint8_t flags = 0; flags < 4; flags++) {
        WRITES(false, C(cri_cori_to_coap)(cori, flags, buf, cap, &len));
    }
    WRITES(false, C(cri_cori_to_cri)(cori, CRI_REV_13, buf, cap, &len));
    WRITES(false, C(cri_cori_to_cri)(cori, CRI_REV_27, buf, cap, &len));
}

static void use_coris(void)
{
    cri_cori_t made, again;
    use_cori(&kept_coris.base);
    use_cori(&kept_coris.href);
    if (kept_coris.has_resolved) {
        use_cori(&kept_coris.resolved);
        if (C(cri_cori_resolve)(&kept_coris.resolved, &kept_coris.href, 1, &made) == CRI_OK) {
            use_cori(&made);
        }
    }
    if (kept_coris.has_relative) {
        use_cori(&kept_coris.relative);
    }
    if (C(cri_cori_resolve)(&kept_coris.base, &kept_coris.href, 4294967295U, &made) == CRI_OK) {
        use_cori(&made);
        if (C(cri_cori_relativize)(&kept_coris.base, &made, &again) == CRI_OK) {
            use_cori(&again);
        }
    }
    if (C(cri_cori_relativize)(&kept_coris.base, &kept_coris.href, &made) == CRI_OK) {
        use_cori(&made);
    }
}

static cri_cori_t cori_of(const char *hex)
{
    size_t len = 0;
    const uint8_t *data = block_hex(hex, &len);
    cri_cori_t cori;
    assert_int_equal(cri_cori_parse(data, len, &cori, &len), CRI_OK);
    return cori;
}

#define ORIGIN "01 64636f6170 02 6168 04 191633"

static void coris(void **state)
{
    (void)state;
    blocks_free();
    static const struct {
        const char *base, *href;
    } rows[] = {
        {"8c" ORIGIN "06 6161 06 6162 07 6171", "80"},
        {"8c" ORIGIN "06 6161 06 6162 07 6171", "86 05 02 06 6163 08 6166"}, /* append-path */
        {"8c" ORIGIN "06 6161 06 6162 07 6171", "82 05 01"},                 /* append-relation */
        {"8c" ORIGIN "06 6161 06 6162 07 6171", "84 05 05 06 6163"},
        {"8c" ORIGIN "06 6161 06 6162 07 6171", "84 05 187f 06 6163"},
        {"8c" ORIGIN "06 6161 06 6162 07 6171", "88" ORIGIN "06 6161"},
        {"88" ORIGIN "06 60", "84 02 6169 04 01"},
        {"88 01 6161 03" IPV6 "04 01 06 60", "82 04 01"},
        {"9808 1801 790004 636f6170 1802 7801 68 190004 1a00001633 1b0000000000000006 7801 61", "9802 1807 7801 71"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        kept_coris.base = cori_of(rows[i].base);
        kept_coris.href = cori_of(rows[i].href);
        kept_coris.has_resolved =
            cri_cori_resolve(&kept_coris.base, &kept_coris.href, 9000, &kept_coris.resolved) == CRI_OK;
        kept_coris.has_relative = kept_coris.has_resolved && cri_cori_relativize(&kept_coris.base, &kept_coris.resolved,
                                                                                 &kept_coris.relative) == CRI_OK;
        every_change(rows[i].base, use_coris);
        blocks_free();
    }
}

/* ---- URI text ---------------------------------------------------------------------------------------------------- */

static struct {
    cri_uri_t uri;
    size_t count;
    cri_uri_iter_t iters[8];
} kept_text;

/* A table with a name that changes. */
static void use_schemes(const char *name, size_t name_len)
{
    const cri_scheme_row_t rows[] = {{name, name_len, 1015}, {CRI_LIT("tii"), 1027}};
    const char *chars = NULL;
    size_t chars_len = 0, offset = 0;
    int64_t id = 0;
    if (C(cri_registry_name_with)(CRI_REV_27, rows, COUNT(rows), -1016, &chars, &chars_len) == CRI_OK) {
        is_borrowed(chars, chars_len);
        HOLDS(C(cri_registry_id_with)(CRI_REV_27, rows, COUNT(rows), chars, chars_len, &id) == CRI_OK && id == -1016,
              "not the id of its name");
    }
    WRITES(false, C(cri_from_uri_with)(CRI_REV_27, rows, COUNT(rows), name, name_len, buf, cap, &len));
    WRITES(false, C(cri_from_iri_with)(CRI_REV_27, rows, COUNT(rows), name, name_len, buf, cap, &len));
    WRITES(false, C(cri_from_edn_with)(CRI_REV_27, rows, COUNT(rows), name, name_len, buf, cap, &len, &offset));
}

/* What is found in a text. */
static void find_uris(const char *text, size_t text_len)
{
    size_t start = 0, found = 0;
    for (size_t at = 0; C(cri_uri_find)(text, text_len, at, &start, &found); at = start + found) {
        HOLDS(start >= at && found > 0 && start <= text_len && found <= text_len - start, "no range of the text");
        WRITES(true, C(cri_uri_unwrap)(text + start, found, (char *)buf, cap, &len));
        use_schemes(text + start, found > 5 ? 5 : found);
    }
}

static void use_uri_iter(cri_uri_iter_t iter)
{
    const char *chars = NULL;
    size_t chars_len = 0, steps = 0;
    while (C(cri_uri_iter_next)(&iter, &chars, &chars_len)) {
        HOLDS(++steps <= most_items(), "gives more parts than there are bytes");
        is_borrowed(chars, chars_len);
        WRITES(false, C(cri_uri_decode)(chars, chars_len, buf, cap, &len));
    }
    HOLDS(!C(cri_uri_iter_next)(&iter, &chars, &chars_len), "goes on behind its end");
}

static void use_uri(void)
{
    const char *a = (const char *)blocks[0].data, *b = (const char *)blocks[1].data, *chars = NULL;
    const size_t a_len = blocks[0].len, b_len = blocks[1].len;
    cri_uri_iter_t iter;
    cri_uri_t lenient;
    uint32_t invalid = 0;
    bool equal = false;
    size_t chars_len = 0, offset = 0;
    uint8_t where = 0;
    WRITES(true, C(cri_escape)(blocks[0].data, a_len, (char *)buf, cap, &len));
    (void)C(cri_uri_host_kind)(&kept_text.uri);
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT + 1; part++) {
        if (C(cri_uri_part)(&kept_text.uri, part, &chars, &chars_len)) {
            is_borrowed(chars, chars_len);
            WRITES(false, C(cri_uri_decode)(chars, chars_len, buf, cap, &len));
        }
    }
    C(cri_uri_path_iter)(&kept_text.uri, &iter);
    use_uri_iter(iter);
    C(cri_uri_query_iter)(&kept_text.uri, &iter);
    use_uri_iter(iter);
    for (size_t i = 0; i < kept_text.count; i++) {
        use_uri_iter(kept_text.iters[i]);
    }
    WRITES(true, C(cri_uri_resolve)(a, a_len, b, b_len, true, (char *)buf, cap, &len));
    WRITES(true, C(cri_uri_normalize)(a, a_len, CRI_URI_SCHEME, (char *)buf, cap, &len));
    (void)C(cri_uri_equal)(a, a_len, b, b_len, CRI_URI_SCHEME, &equal);
    (void)C(cri_uri_same_document)(a, a_len, b, b_len, &equal);
    HOLDS(C(cri_uri_split_lenient)(a, a_len, &lenient, &invalid) == CRI_OK && invalid < 1u << (CRI_PART_FRAGMENT + 1),
          "refuses a text");
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        if (C(cri_uri_part)(&lenient, part, &chars, &chars_len)) {
            is_borrowed(chars, chars_len);
        }
    }
    find_uris(a, a_len);
    WRITES(true, C(cri_uri_unwrap)(a, a_len, (char *)buf, cap, &len));
    use_schemes(a, a_len > 5 ? 5 : a_len);
    WRITES(false, C(cri_from_uri)(CRI_REV_27, a, a_len, buf, cap, &len));
    WRITES(false, C(cri_from_iri)(CRI_REV_13, a, a_len, buf, cap, &len));
    (void)C(cri_from_uri_where)(CRI_REV_27, a, a_len, &offset, &where);
    (void)C(cri_from_iri_where)(CRI_REV_13, a, a_len, &offset, &where);
    HOLDS(offset <= a_len && where <= CRI_PART_WHOLE, "not in the text");
    WRITES(false, C(cri_cori_decompose)(a, a_len, buf, cap, &len));
}

static void keep_uri_iter(cri_uri_iter_t iter)
{
    const char *chars = NULL;
    size_t len = 0;
    for (size_t step = 0; step < 4; step++) {
        kept_text.iters[kept_text.count++] = iter;
        (void)cri_uri_iter_next(&iter, &chars, &len);
    }
}

static void uri_texts(void **state)
{
    (void)state;
    blocks_free();
    static const char *const rows[][2] = {
        {"coap://u%40@[fe80::1.2.3.4]:61616/a/%2e%2E/b?q&r=%26#f", "../c/./d?e#f"},
        {"HTTP://ex.org:080//a//b/?&", "//%41.b/.."},
        {"a:b/../c", "?q"},
        {"../a/./b%C3%A9", "#"},
        {"urn:a", "urn:b"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cri_uri_iter_t iter;
        size_t offset = 0;
        const char *text = (const char *)block_new(rows[i][0], strlen(rows[i][0]));
        (void)block_new(rows[i][1], strlen(rows[i][1]));
        memset(&kept_text, 0, sizeof kept_text);
        assert_int_equal(cri_uri_split(text, strlen(rows[i][0]), &kept_text.uri, &offset), CRI_OK);
        cri_uri_path_iter(&kept_text.uri, &iter);
        keep_uri_iter(iter);
        cri_uri_query_iter(&kept_text.uri, &iter);
        keep_uri_iter(iter);
        every_change(rows[i][0], use_uri);
        blocks_free();
    }
}

/* ---- what is written piece by piece ------------------------------------------------------------------------------ */

/* A buffer that changes between calls, with all that a caller lent to it. */
#define WRITER_CAP 112

static struct {
    uint8_t cap_is_small;
    cri_builder_t builder;
    cri_composer_t composer;
    cri_endpoint_t dest;
} writer, snapshot;

static uint8_t written[WRITER_CAP + GUARD];
static uint8_t written_then[WRITER_CAP];

static size_t writer_cap(void) { return writer.cap_is_small ? 11 : WRITER_CAP; }

static cri_err_t build(unsigned script, unsigned step, size_t *len)
{
    cri_builder_t *b = &writer.builder;
    static const char pct[] = "a%3bb";
    if (step >= 8 && step < 36) { /* more than a head of one byte can count */
        return script == 3 ? C(cri_builder_segment)(b, "s", 1) : CRI_OK;
    }
    switch (script << 8 | step) {
    /* clang-format off */
    case 0x000: return C(cri_builder_scheme_id)(b, -1);
    case 0x001: return C(cri_builder_userinfo)(b, "u", 1);
    case 0x002: return C(cri_builder_host_name)(b, "www.example.org", 15);
    case 0x003: return C(cri_builder_port)(b, 5683);
    case 0x004: return C(cri_builder_segment)(b, "a", 1);
    case 0x005: return C(cri_builder_parameter)(b, "q", 1);
    case 0x006: return C(cri_builder_fragment)(b, "f", 1);
    case 0x100: return C(cri_builder_scheme_name)(b, "HTTP", 4);
    case 0x101: return C(cri_builder_host_address)(b, address, 16, "en1", 3);
    case 0x102: return C(cri_builder_port)(b, 80);
    case 0x103: return C(cri_builder_segment)(b, pct, 5);
    case 0x104: return C(cri_builder_segment)(b, pct, 5);
    case 0x105: return C(cri_builder_parameter)(b, pct, 5);
    case 0x106: return C(cri_builder_fragment)(b, pct, 5);
    case 0x200: return C(cri_builder_discard)(b, 1);
    case 0x201: return C(cri_builder_path)(b);
    case 0x202: return C(cri_builder_query)(b);
    case 0x203: return C(cri_builder_parameter)(b, "q", 1);
    case 0x300: return C(cri_builder_scheme_name)(b, "unknown", 7);
    case 0x301: return C(cri_builder_rootless)(b);
    case 0x302: return C(cri_builder_segment)(b, "a", 1);
    case 0x400: return C(cri_builder_host_name)(b, "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z", 51);
    case 0x401: return C(cri_builder_port)(b, 1);
    case 0x402: return C(cri_builder_path)(b);
    /* clang-format on */
    default:
        break;
    }
    return step == 36 ? C(cri_builder_finish)(b, len) : CRI_OK;
}

static const uint8_t proxy_cri[] = {0x82, 0x20, 0x81, 0x61, 0x69};

static cri_err_t compose(unsigned script, unsigned step, size_t *len)
{
    static const struct {
        uint16_t number;
        const char *value;
        uint8_t len;
    } options[][6] = {
        {{CRI_COAP_URI_HOST, "www.example.org", 15},
         {CRI_COAP_URI_PORT, "\x01\x02", 2},
         {CRI_COAP_URI_PATH, "a", 1},
         {CRI_COAP_URI_PATH, "b", 1},
         {CRI_COAP_URI_QUERY, "q", 1},
         {CRI_COAP_PROXY_SCHEME, "http", 4}},
        {{CRI_COAP_URI_PATH, "a", 1},
         {CRI_COAP_URI_PATH, "", 0},
         {CRI_COAP_URI_QUERY, "q", 1},
         {CRI_COAP_URI_QUERY, "r", 1},
         {60, "", 0},
         {CRI_COAP_PROXY_SCHEME_NUMBER, "\x01", 1}},
        {{CRI_COAP_URI_HOST, "[fe80::1]", 9},
         {CRI_COAP_URI_PATH, "a", 1},
         {CRI_COAP_URI_PATH, "b", 1},
         {CRI_COAP_URI_QUERY, "q", 1},
         {CRI_COAP_PROXY_URI, "coap://h/%3b?q", 14},
         {60, "", 0}},
        {{60, "", 0},
         {60, "", 0},
         {60, "", 0},
         {60, "", 0},
         {60, "", 0},
         {CRI_COAP_PROXY_CRI, (const char *)proxy_cri, 5}},
        {{CRI_COAP_LOCATION_PATH, "a", 1},
         {CRI_COAP_LOCATION_PATH, "b", 1},
         {CRI_COAP_LOCATION_PATH, "", 0},
         {CRI_COAP_LOCATION_QUERY, "q", 1},
         {CRI_COAP_LOCATION_QUERY, "r", 1},
         {60, "", 0}},
        {{CRI_COAP_URI_HOST, "h", 1},
         {CRI_COAP_URI_PATH, "a", 1},
         {CRI_COAP_URI_PATH, "b", 1},
         {CRI_COAP_URI_QUERY, "q", 1},
         {CRI_COAP_URI_QUERY, "r", 1},
         {CRI_COAP_PROXY_SCHEME, "unknown", 7}},
    };
    if (step < 6) {
        cri_err_t err = C(cri_composer_option)(&writer.composer, options[script][step].number,
                                               (const uint8_t *)options[script][step].value, options[script][step].len);
        (void)C(cri_composer_asks_proxy)(&writer.composer);
        return err;
    }
    return C(cri_composer_finish)(&writer.composer, len);
}

typedef cri_err_t (*step_fn)(unsigned script, unsigned step, size_t *len);

/* The other steps of a script after something changed. Whatever they answer, they stay in the buffer. */
static void finish_script(step_fn next, unsigned script, unsigned step, unsigned steps)
{
    size_t len = 0;
    cri_err_t err = CRI_OK;
    for (; step < steps; step++) {
        err = next(script, step, &len);
        HOLDS(err <= CRI_OK, "no error number");
    }
    HOLDS(is_filled(written + writer_cap(), GUARD), "writes outside of its buffer");
    HOLDS(err != CRI_OK || len <= writer_cap(), "succeeds without room");
}

/* Changes the buffer, and what the destination points to, before each step. */
static void every_change_between(step_fn next, unsigned script, unsigned steps)
{
    size_t len = 0;
    const size_t cap = writer_cap();
    for (unsigned step = 0; step < steps; step++) {
        if (step > 9 && step < 34) {
            (void)next(script, step, &len); /* as the one before */
            continue;
        }
        memcpy(&snapshot, &writer, sizeof snapshot);
        memcpy(written_then, written, cap);
        now.changed = true;
        now.block = step;
        for (now.at = 0; now.at < cap; now.at++) {
            if (written[now.at] == FILL && now.at % 16 != 0) {
                continue; /* not written yet */
            }
            FOR_EACH_VALUE(value) {
                now.value = value;
                written[now.at] = (uint8_t)value;
                finish_script(next, script, step, steps);
                memset(written + now.at, (int)value, cap - now.at);
                memcpy(&writer, &snapshot, sizeof snapshot);
                finish_script(next, script, step, steps);
                memcpy(&writer, &snapshot, sizeof snapshot);
                memcpy(written, written_then, cap);
            }
        }
        for (size_t i = 0; i < block_count; i++) {
            for (now.at = 0; now.at < blocks[i].len; now.at++) {
                FOR_EACH_VALUE(value) {
                    now.value = value;
                    blocks[i].data[now.at] = (uint8_t)value;
                    finish_script(next, script, step, steps);
                    memcpy(&writer, &snapshot, sizeof snapshot);
                    memcpy(written, written_then, cap);
                }
                blocks[i].data[now.at] = blocks[i].original[now.at];
            }
        }
        now.changed = false;
        (void)next(script, step, &len);
    }
}

static void builders(void **state)
{
    (void)state;
    blocks_free();
    now.name = "builder";
    for (unsigned script = 0; script < 10; script++) {
        memset(&writer, 0, sizeof writer);
        memset(written, FILL, sizeof written);
        writer.cap_is_small = script >= 5;
        uint8_t flags = script % 5 == 1 ? CRI_BUILD_NORMALIZE | CRI_BUILD_PERCENT : 0;
        uint8_t revision = script % 2 == 0 ? CRI_REV_13 : CRI_REV_27;
        assert_int_equal(cri_builder_init(&writer.builder, revision, flags, written, writer_cap()), CRI_OK);
        every_change_between(build, script % 5, 37);
    }
}

static void composers(void **state)
{
    (void)state;
    blocks_free();
    now.name = "composer";
    for (unsigned script = 0; script < 12; script++) {
        memset(&writer, 0, sizeof writer);
        memset(written, FILL, sizeof written);
        writer.cap_is_small = script >= 6;
        writer.dest = destinations[1];
        writer.dest.addr = block_new(address, 16);
        writer.dest.zone = (const char *)block_new("en1", 3);
        cri_err_t err = script % 6 == 4
                            ? cri_composer_init_location(&writer.composer, CRI_REV_27, written, writer_cap())
                            : cri_composer_init(&writer.composer, CRI_REV_27, -1, &writer.dest, written, writer_cap());
        assert_int_equal(err, CRI_OK);
        every_change_between(compose, script % 6, 7);
        blocks_free();
    }
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static void every_function_met_changed_bytes(void **state)
{
    (void)state;
    stop_watchdog();
    for (size_t i = 0; i < BORROWING_COUNT; i++) {
        row_ok(now.seen[i], names[i], "called on changed bytes");
    }
    rows_end();
}

int main(void)
{
    /* clang-format off */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cris),
        cmocka_unit_test(options_of_views),
        cmocka_unit_test(requests),
        cmocka_unit_test(authorization),
        cmocka_unit_test(documents),
        cmocka_unit_test(coris),
        cmocka_unit_test(uri_texts),
        cmocka_unit_test(builders),
        cmocka_unit_test(composers),
        cmocka_unit_test(every_function_met_changed_bytes),
    };
    /* clang-format on */
    start_watchdog();
    return RUN(tests);
}
