/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bytes as diagnostic notation, for the messages of rows that fail. */
#include "operations.h"

#include <inttypes.h>

#define DEPTH 16

/* An array or a tag that is being written. */
struct open {
    uint64_t left; /* the number of items that follow */
    bool started;
    char end;
};

static void append_text(struct buffer *out, const char *text) { buffer_append(out, text, strlen(text)); }

static void append_number(struct buffer *out, bool negative, uint64_t argument)
{
    char text[32];
    /* No row has the lowest number, -2^64. */
    snprintf(text, sizeof text, "%s%" PRIu64, negative ? "-" : "", argument + negative);
    append_text(out, text);
}

static void append_octets(struct buffer *out, const uint8_t *octets, size_t len)
{
    append_text(out, "h'");
    buffer_append_hex(out, octets, len);
    append_text(out, "'");
}

/* Reads a head. Returns false if it is cut, or has an indefinite length. */
static bool read_head(const uint8_t *data, size_t len, size_t *at, uint64_t *argument)
{
    const unsigned info = data[(*at)++] & 31;
    const size_t size = info < 24 ? 0 : (size_t)1 << (info - 24);
    *argument = info < 24 ? info : 0;
    if (info > 27 || size > len - *at) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        *argument = *argument << 8 | data[(*at)++];
    }
    return true;
}

/* Appends an item without the items that it contains. `inside` is set if it contains items. Returns false if it has no
 * notation here, like maps and floats. */
static bool append_item(struct buffer *out, unsigned major, uint64_t argument, const uint8_t *content,
                        struct open *inside)
{
    static const char *const words[] = {"false", "true", "null"};
    switch (major) {
    case 0:
    case 1:
        append_number(out, major == 1, argument);
        return true;
    case 2:
        append_octets(out, content, (size_t)argument);
        return true;
    case 3:
        append_text(out, "\"");
        buffer_append(out, content, (size_t)argument);
        append_text(out, "\"");
        return true;
    case 4:
        append_text(out, "[");
        *inside = (struct open){argument, false, ']'};
        return true;
    case 6:
        append_number(out, false, argument);
        append_text(out, "(");
        *inside = (struct open){1, false, ')'};
        return true;
    case 7:
        append_text(out, argument >= 20 && argument <= 22 ? words[argument - 20] : "");
        return argument >= 20 && argument <= 22;
    default:
        return false;
    }
}

static bool cbor_notation(struct buffer *out, const uint8_t *data, size_t len)
{
    struct open open[DEPTH] = {{1, false, '\0'}};
    size_t depth = 0, at = 0;
    while (true) {
        while (open[depth].left == 0) {
            if (depth == 0) {
                return at == len;
            }
            buffer_append_byte(out, (uint8_t)open[depth--].end);
        }
        uint64_t argument;
        const unsigned major = at < len ? data[at] >> 5 : 0;
        if (at == len || !read_head(data, len, &at, &argument) || ((major == 2 || major == 3) && argument > len - at)) {
            return false;
        }
        append_text(out, open[depth].started ? ", " : "");
        open[depth].started = true;
        open[depth].left--;
        struct open inside = {0, false, '\0'};
        if (!append_item(out, major, argument, data + at, &inside)) {
            return false;
        }
        at += major == 2 || major == 3 ? (size_t)argument : 0;
        if (inside.end != '\0') {
            if (++depth == DEPTH) {
                return false;
            }
            open[depth] = inside;
        }
    }
}

/* Reads a delta or a length of an option, given its four bits. Returns false if it is cut or reserved. */
static bool read_part(const uint8_t *data, size_t len, size_t *at, unsigned bits, size_t *part)
{
    const size_t size = bits == 13 ? 1 : bits == 14 ? 2 : 0;
    *part = bits == 13 ? 13 : bits == 14 ? 269 : bits;
    if (bits == 15 || size > len - *at) {
        return false;
    }
    *part += size == 1 ? data[*at] : size == 2 ? (size_t)data[*at] << 8 | data[*at + 1] : 0;
    *at += size;
    return true;
}

static bool options_notation(struct buffer *out, const uint8_t *data, size_t len)
{
    size_t number = 0, delta, value_len;
    append_text(out, "[");
    for (size_t at = 0; at < len; at += value_len) {
        const uint8_t first = data[at];
        append_text(out, at++ == 0 ? "" : ", ");
        if (!read_part(data, len, &at, first >> 4, &delta) || !read_part(data, len, &at, first & 15, &value_len) ||
            value_len > len - at) {
            return false;
        }
        append_number(out, false, number += delta);
        append_text(out, ", ");
        append_octets(out, data + at, value_len);
    }
    append_text(out, "]");
    return true;
}

static bool octets_as_text(struct buffer *out, const uint8_t *octets, size_t len)
{
    append_text(out, "\"");
    buffer_append_escaped(out, octets, len);
    append_text(out, "\"");
    return true;
}

bool append_notation(struct buffer *out, const char *hex, size_t len, char letter)
{
    struct buffer octets = {NULL, 0, 0};
    for (size_t i = 0; i + 1 < len; i += 2) {
        const char digits[] = {hex[i], hex[i + 1], '\0'};
        buffer_append_byte(&octets, (uint8_t)strtoul(digits, NULL, 16));
    }
    const bool is_hex = len > 0 && len % 2 == 0 && strspn(hex, "0123456789abcdef") >= len;
    const bool is_written = is_hex && (letter == 'h'   ? octets_as_text
                                       : letter == 'o' ? options_notation
                                                       : cbor_notation)(out, octets.bytes, octets.len);
    free(octets.bytes);
    return is_written;
}
