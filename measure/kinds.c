/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The kinds of input. */
#include "growth.h"

#include <string.h>

#define LITERAL(text) (text), sizeof(text) - 1
#define AT_HOST sizeof "coap:" - 1
#define AT_PATH sizeof "coap://h/" - 1

static size_t append(uint8_t *to, size_t at, const void *bytes, size_t len)
{
    memcpy(to + at, bytes, len);
    return at + len;
}

static size_t append_count(uint8_t *to, size_t at, size_t count)
{
    const uint8_t head[] = {0x9a, (uint8_t)(count >> 24), (uint8_t)(count >> 16), (uint8_t)(count >> 8),
                            (uint8_t)count};
    return append(to, at, head, sizeof head);
}

/* [-1, ["h"], path], the path with a segment as often as fits, and another segment at its end. */
static size_t full_cri(uint8_t *to, size_t size, const void *segment, size_t len, const void *last, size_t last_len)
{
    size_t at = append(to, 0, LITERAL("\x83\x20\x81\x61h"));
    size_t count = size > at + 5 + last_len + len ? (size - at - 5 - last_len) / len : 1;
    at = append_count(to, at, count + 1);
    for (size_t i = 0; i < count; i++) {
        at = append(to, at, segment, len);
    }
    return append(to, at, last, last_len);
}

static size_t repeated_byte(uint8_t *to, size_t size, uint8_t byte)
{
    memset(to, byte, size - 1);
    to[size - 1] = 0;
    return size;
}

/* clang-format off */
static size_t long_heads(uint8_t *to, size_t size)
{
    return full_cri(to, size, LITERAL("\x79\x00\x01" "a"), LITERAL("\x78\x01" "b"));
}
static size_t empty_segments(uint8_t *to, size_t size) { return full_cri(to, size, LITERAL("\x60"), LITERAL("\x61" "b")); }
static size_t dot_at_end(uint8_t *to, size_t size) { return full_cri(to, size, LITERAL("\x61" "a"), LITERAL("\x61.")); }
static size_t bad_utf8_at_end(uint8_t *to, size_t size)
{
    return full_cri(to, size, LITERAL("\x61" "a"), LITERAL("\x62\xc3("));
}
static size_t pet_parts(uint8_t *to, size_t size)
{
    return full_cri(to, size, LITERAL("\x83\x61" "a\x41/\x61" "b"), LITERAL("\x81\x41/"));
}
/* clang-format on */
static size_t nested_arrays(uint8_t *to, size_t size) { return repeated_byte(to, size, 0x81); }
static size_t nested_tags(uint8_t *to, size_t size) { return repeated_byte(to, size, 0xc1); }

static size_t nested_open_arrays(uint8_t *to, size_t size)
{
    to[0] = 0x9f;
    for (size_t at = 1; at + 2 < size; at += 2) {
        to[at] = 0x9f;
        to[at + 1] = 0xff;
    }
    to[size / 2 * 2 - 1] = 0xff;
    return size / 2 * 2;
}

static size_t integers(uint8_t *to, size_t size)
{
    size_t at = append_count(to, 0, size - 5);
    memset(to + at, 0, size - 5);
    return size;
}

/* clang-format off */
#define URI(name, prefix, piece, suffix, begins) {name, prefix, piece, suffix, NULL, begins, NULL}
#define CBOR(name, make) {name, "", "", "", NULL, 0, make}
/* clang-format on */

const struct kind kinds[] = {
    URI("ordinary", "coap://sensor.example/", "segment-7/", "x?q=1", sizeof "coap://sensor.example/" - 1),
    URI("one long segment", "coap://h/", "a", "", AT_PATH),
    URI("one-byte segments", "coap://h/", "a/", "a", AT_PATH),
    URI("`../`", "coap://h/", "../", "", AT_PATH),
    URI("`a/../`", "coap://h/", "a/../", "a", AT_PATH),
    URI("`%2e%2e/`", "coap://h/", "%2e%2e/", "", AT_PATH),
    URI("`%`", "coap://h/", "%", "", AT_PATH),
    URI("`%41`", "coap://h/", "%41", "", AT_PATH),
    URI("`:`", "coap://h/", ":", "", AT_PATH),
    URI("`a:` in userinfo", "coap://", "a:", "@h/", AT_HOST),
    URI("`@`", "coap://h/", "@", "", AT_PATH),
    URI("`[`", "coap://", "[", "", AT_HOST),
    URI("labels", "coap://", "a.", "a/", AT_HOST),
    URI("parameters", "coap://h/?", "a=1&", "a", AT_PATH),
    {"non-ASCII", "coap://h/", "%c3%bc", "", "\303\274\303\274\303\274", AT_PATH, NULL},
    URI("PET, one segment", "coap://h/", "a%2f", "", AT_PATH),
    URI("PET, many segments", "coap://h/", "%2f/", "a", AT_PATH),
    CBOR("CBOR: heads that are too long", long_heads),
    CBOR("CBOR: empty segments", empty_segments),
    CBOR("CBOR: PET in many segments", pet_parts),
    CBOR("CBOR: a dot at the end", dot_at_end),
    CBOR("CBOR: no UTF-8 at the end", bad_utf8_at_end),
    CBOR("CBOR: nested arrays", nested_arrays),
    CBOR("CBOR: nested tags", nested_tags),
    CBOR("CBOR: open arrays", nested_open_arrays),
    CBOR("CBOR: integers", integers),
};
const size_t kind_count = sizeof kinds / sizeof *kinds;
