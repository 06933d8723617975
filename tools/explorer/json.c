/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The answer to JavaScript. */
#include "json.h"

#define CAPACITY ((size_t)1 << 20)
#define DEPTH 16

static struct {
    char text[CAPACITY];
    size_t len;
    bool full;
    bool comma;
    unsigned depth;
    char ends[DEPTH];
} out;

static const char digits[] = "0123456789abcdef";

static void put(char c)
{
    if (out.len == CAPACITY) {
        out.full = true;
    } else {
        out.text[out.len++] = c;
    }
}

static void put_word(const char *word)
{
    while (*word != '\0') {
        put(*word++);
    }
}

static void put_byte(uint8_t byte)
{
    put(digits[byte >> 4]);
    put(digits[byte & 15]);
}

/* Characters of a string. Bytes above ASCII are UTF-8 already. */
static void put_escaped(const uint8_t *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"' || text[i] == '\\') {
            put('\\');
            put((char)text[i]);
        } else if (text[i] < 0x20) {
            put_word("\\u00");
            put_byte(text[i]);
        } else {
            put((char)text[i]);
        }
    }
}

static void put_number(uint64_t number)
{
    char reversed[20];
    size_t len = 0;
    do {
        reversed[len++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (len > 0) {
        put(reversed[--len]);
    }
}

/* What comes before a value. */
static void put_key(const char *key)
{
    if (out.comma) {
        put(',');
    }
    if (key != NULL) {
        put('"');
        put_word(key);
        put_word("\":");
    }
    out.comma = true;
}

static void open(const char *key, char begin, char end)
{
    put_key(key);
    put(begin);
    out.comma = false;
    if (out.depth == DEPTH) {
        out.full = true;
    } else {
        out.ends[out.depth++] = end;
    }
}

void json_begin(void)
{
    out.len = 0;
    out.full = false;
    out.comma = false;
    out.depth = 0;
}

void json_object(const char *key) { open(key, '{', '}'); }

void json_array(const char *key) { open(key, '[', ']'); }

void json_end(void)
{
    put(out.depth > 0 ? out.ends[--out.depth] : ' ');
    out.comma = true;
}

void json_null(const char *key)
{
    put_key(key);
    put_word("null");
}

void json_bool(const char *key, bool value)
{
    put_key(key);
    put_word(value ? "true" : "false");
}

void json_number(const char *key, uint64_t value)
{
    put_key(key);
    put_number(value);
}

void json_id(const char *key, int64_t id)
{
    put_key(key);
    put('"');
    put_word(id < 0 ? "-" : "");
    put_number(id < 0 ? (uint64_t) - (id + 1) + 1 : (uint64_t)id);
    put('"');
}

void json_word(const char *key, const char *word)
{
    size_t len = 0;
    while (word[len] != '\0') {
        len++;
    }
    json_text(key, word, len, len);
}

void json_text(const char *key, const void *text, size_t len, size_t most)
{
    const uint8_t *chars = text;
    size_t shown = len;
    if (len > most) {
        /* Not inside a character. */
        for (shown = most; shown > 0 && (chars[shown] & 0xc0) == 0x80; shown--) {
        }
        json_object(key);
        json_number("len", len);
        key = "cut";
    }
    put_key(key);
    put('"');
    put_escaped(chars, shown);
    put('"');
    if (len > most) {
        json_end();
    }
}

void json_hex(const char *key, const uint8_t *bytes, size_t len, size_t most)
{
    if (len > most) {
        json_object(key);
        json_number("len", len);
        key = "cut";
    }
    put_key(key);
    put('"');
    for (size_t i = 0; i < len && i < most; i++) {
        put_byte(bytes[i]);
    }
    put('"');
    if (len > most) {
        json_end();
    }
}

const char *json_done(size_t *len)
{
    *len = out.len;
    return out.full ? NULL : out.text;
}
