/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Three operations as a program might write them by hand: the least work, for one class of input only. That is
 * coap://NAME:PORT/PATH?QUERY with a port above 255 other than 5683, a name of 13 bytes or more that begins with a
 * letter, and up to 12 texts of up to 12 lower-case letters, digits, `-` and `=` in each component. A function returns
 * the length that it writes, or 0 for any other input or if the buffer is smaller than twice the input. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ARRAY = 0x80, TEXT = 0x60, MOST = 12, COAP = 0x20, PORT = 0x19 };
static const bool plain[256] = {['0' ... '9'] = true, ['a' ... 'z'] = true, ['-'] = true, ['='] = true};

/* Returns the end of the texts in an array, which has `more` items after them, or NULL. */
static const uint8_t *texts(const uint8_t *at, const uint8_t *end, unsigned more)
{
    unsigned count = at < end ? *at++ - ARRAY - more : 0, are_plain = 1;
    if (count - 1 >= MOST)
        return NULL;
    for (; count > 0; count--) {
        const unsigned len = at < end ? *at++ - TEXT : 0;
        if (len - 1 >= MOST || len > (size_t)(end - at))
            return NULL;
        for (const uint8_t *text_end = at + len; at < text_end; at++)
            are_plain &= plain[*at];
    }
    return are_plain ? at : NULL;
}

/* Checks a CRI. */
size_t by_hand_parse(const uint8_t *cri, size_t len, uint8_t *to, size_t cap)
{
    const uint8_t *end = cri + len, *at = NULL;
    (void)to;
    (void)cap;
    if (len > 4 && cri[0] == ARRAY + 4 && cri[1] == COAP && cri[4] >= 'a')
        at = texts(cri + 2, end, 1);
    if (at == NULL || end - at < 3 || at[0] != PORT || at[1] == 0 || (at = texts(at + 3, end, 0)) == NULL)
        return 0;
    return texts(at, end, 0) == end ? len : 0;
}

/* Writes the options of a CRI that by_hand_parse() accepts. */
size_t by_hand_to_coap(const uint8_t *cri, size_t len, uint8_t *to, size_t cap)
{
    const uint8_t *at = cri + 3, *end = cri + len;
    uint8_t *out = to + 2;
    if (cap < 2 * len)
        return 0;
    for (; *at != PORT; *out++ = '.') {
        const size_t label = *at++ - TEXT;
        memcpy(out, at, label);
        out += label;
        at += label;
    }
    const size_t name = (size_t)(--out - to) - 2;
    if (name < 13 || name > 255)
        return 0;
    to[0] = 3 << 4 | 13;
    to[1] = (uint8_t)(name - 13);
    memcpy(out, (const uint8_t[]){4 << 4 | 2, at[1], at[2]}, 3);
    out += 3;
    at += 3;
    for (unsigned before = 7, number = 11; number <= 15; number += 4) {
        for (unsigned count = *at++ - ARRAY; count > 0; count--, before = number) {
            const size_t text = *at++ - TEXT;
            *out++ = (uint8_t)((number - before) << 4 | text);
            memcpy(out, at, text);
            out += text;
            at += text;
        }
    }
    return at == end ? (size_t)(out - to) : 0;
}

/* Writes an array of the texts that `by` separates up to another character, and returns the address of it, or NULL. */
static const uint8_t *list(const uint8_t *at, const uint8_t *end, uint8_t by, uint8_t **to)
{
    uint8_t *array = *to, *head = array + 1, *out = array + 2;
    for (*array = ARRAY + 1;; ++*array, head = out++, at++) {
        for (; at < end && plain[*at]; at++)
            *out++ = *at;
        *head = (uint8_t)(TEXT + (out - head) - 1);
        if (*head == TEXT || out - head > MOST + 1 || *array > ARRAY + MOST)
            return NULL;
        if (at == end || *at != by)
            break;
    }
    *to = out;
    return at;
}

/* Writes the CRI of a URI. */
size_t by_hand_from_uri(const uint8_t *uri, size_t len, uint8_t *to, size_t cap)
{
    const uint8_t *at = uri + 7, *end = uri + len;
    uint8_t *out = to + 2;
    unsigned port = 0;
    if (len < 8 || cap < 2 * len || memcmp(uri, "coap://", 7) != 0 || *at < 'a' ||
        (at = list(at, end, '.', &out)) == NULL || at == end || *at++ != ':' || at == end || *at == '0')
        return 0;
    for (; at < end && *at >= '0' && *at <= '9' && port <= 0xffff; at++)
        port = 10 * port + *at - '0';
    if (port < 256 || port > 0xffff || port == 5683 || at == end || *at++ != '/')
        return 0;
    to[0] = ARRAY + 4;
    to[1] = COAP;
    ++to[2];
    memcpy(out, (const uint8_t[]){PORT, (uint8_t)(port >> 8), (uint8_t)port}, 3);
    out += 3;
    if ((at = list(at, end, '/', &out)) == NULL || at == end || *at++ != '?')
        return 0;
    return list(at, end, '&', &out) == end ? (size_t)(out - to) : 0;
}
