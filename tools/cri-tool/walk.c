/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Walks over the items of a CRI. */
#include "walk.h"

#include "cri.h"

enum { UINT, NINT, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE };
enum { FALSE = 20, TRUE = 21, NIL = 22 };

/* Returns the name of the type of an item from its initial byte. */
static const char *type_name(uint8_t initial)
{
    /* clang-format off */
    static const char *const types[] = {"unsigned integer", "negative integer", "byte string", "text string",
                                        "array",            "map",              "tag",         "simple value"};
    /* clang-format on */
    static const char *const values[] = {"false", "true", "null", "undefined"};
    uint8_t value = (uint8_t)(initial - (SIMPLE << 5 | FALSE));
    return value < 4 ? values[value] : types[initial >> 5];
}

/* The head of an item. */
struct head {
    uint8_t major;
    uint64_t argument;
    size_t len;
};

static void note_number(struct walk *walk, uint64_t number)
{
    char digits[21];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    note(walk, digits + at);
}

/* ---- items ------------------------------------------------------------------------------------------------------ */

/* Reads the head of the next item. Returns false if there is no well-formed head. */
static bool read_head(const struct walk *walk, struct head *head)
{
    size_t left = walk->len - walk->at;
    if (walk->stop || left == 0) {
        return false;
    }
    const uint8_t *bytes = walk->data + walk->at;
    uint8_t info = bytes[0] & 0x1f;
    head->major = bytes[0] >> 5;
    head->argument = info;
    head->len = info < 24 ? 1 : 1 + ((size_t)1 << (info & 3));
    if (info > 27 || head->len > left) {
        return false;
    }
    if (info >= 24) {
        head->argument = 0;
        for (size_t i = 1; i < head->len; i++) {
            head->argument = head->argument << 8 | bytes[i];
        }
    }
    return true;
}

static bool is_next(const struct walk *walk, uint8_t major, uint64_t argument)
{
    struct head head;
    return read_head(walk, &head) && head.major == major && head.argument == argument;
}

/* Ends the line of an item of `len` bytes, and moves to the next item. */
static void end_line(struct walk *walk, size_t len)
{
    line(walk, len);
    walk->at += len;
}

/* Adds the last line, for an item that is not allowed here or is incomplete, and stops the walk. */
static void unexpected(struct walk *walk)
{
    size_t left = walk->len - walk->at;
    if (!walk->stop && left > 0) {
        uint8_t initial = walk->data[walk->at];
        size_t len = left;
        cri_err_t err = cri_skip(walk->data + walk->at, left, &len);
        note_clear(walk);
        if (err == CRI_OK || err == CRI_ERR_TRUNCATED) {
            note(walk, err == CRI_OK ? "unexpected: " : "");
            note(walk, (initial & 0x1f) == 0x1f ? "indefinite-length " : "");
            note(walk, type_name(initial));
            note(walk, err == CRI_OK ? "" : ", cut off");
        } else {
            note(walk, err == CRI_ERR_CBOR ? "not CBOR" : "too deep");
        }
        end_line(walk, len);
    }
    walk->stop = true;
}

/* Adds a line for a text or byte string whose role is noted already. Returns false, without a line, for other items. */
static bool string(struct walk *walk, uint8_t major, void (*say)(struct walk *walk, const uint8_t *bytes, size_t len))
{
    struct head head;
    if (!read_head(walk, &head) || head.major != major || head.argument > walk->len - walk->at - head.len) {
        return false;
    }
    say(walk, walk->data + walk->at + head.len, (size_t)head.argument);
    end_line(walk, head.len + (size_t)head.argument);
    return true;
}

static void say_percent(struct walk *walk, const uint8_t *bytes, size_t len)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < len; i++) {
        const char triplet[] = {'%', digits[bytes[i] >> 4], digits[bytes[i] & 15], '\0'};
        note(walk, triplet);
    }
}

/* Adds a line for the head of an array. Returns the number of its items. */
static uint64_t array(struct walk *walk, const char *name, const char *items)
{
    struct head head;
    if (!read_head(walk, &head) || head.major != ARRAY) {
        unexpected(walk);
        return 0;
    }
    note(walk, name);
    note(walk, ", ");
    note_number(walk, head.argument);
    note(walk, " ");
    note(walk, items);
    note(walk, head.argument == 1 ? "" : "s");
    end_line(walk, head.len);
    return head.argument;
}

/* Adds the lines of a text-or-pet item: a text, or an array of texts and octets (href 7.1). */
static void text_or_pet(struct walk *walk, const char *name)
{
    struct head head;
    if (read_head(walk, &head) && head.major == ARRAY) {
        uint64_t parts = array(walk, name, "part");
        for (walk->depth++; parts > 0 && !walk->stop; parts--) {
            if (!string(walk, TEXT, note_quoted) && !string(walk, BYTES, say_percent)) {
                unexpected(walk);
            }
        }
        walk->depth--;
        return;
    }
    note(walk, name);
    note(walk, " ");
    if (!string(walk, TEXT, note_quoted)) {
        unexpected(walk);
    }
}

/* Adds the lines of an array of texts. */
static void texts(struct walk *walk, const char *name, const char *item)
{
    uint64_t count = array(walk, name, item);
    for (walk->depth++; count > 0 && !walk->stop; count--) {
        text_or_pet(walk, item);
    }
    walk->depth--;
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

/* Notes an address in the form that the library writes in a URI. */
static void say_address(struct walk *walk, const uint8_t *address, size_t len)
{
    static const char scheme[] = "coap://";
    uint8_t cbor[4 + 16] = {0x82, 0x20, 0x81, (uint8_t)(BYTES << 5 | len)}; /* [-1, [address]] */
    char uri[64];
    cri_t cri;
    size_t uri_len = 0;
    if (len == 4 || len == 16) {
        for (size_t i = 0; i < len; i++) {
            cbor[4 + i] = address[i];
        }
        if (cri_parse(CRI_REV_27, cbor, 4 + len, &cri, &uri_len) == CRI_OK &&
            cri_to_uri(&cri, uri, sizeof uri, &uri_len) == CRI_OK) {
            note(walk, "host address ");
            note(walk, uri + sizeof scheme - 1);
            return;
        }
    }
    note(walk, "host address of ");
    note_number(walk, len);
    note(walk, " bytes");
}

/* Adds the line of the next item of an authority. `before` is the type of the previous item. */
static void authority_item(struct walk *walk, uint8_t before)
{
    struct head head;
    walk->part = CRI_PART_HOST;
    if (!read_head(walk, &head)) {
        unexpected(walk);
    } else if (head.major == UINT) {
        walk->part = CRI_PART_PORT;
        note(walk, "port ");
        note_number(walk, head.argument);
        end_line(walk, head.len);
    } else if (head.major == BYTES && before != BYTES) {
        if (!string(walk, BYTES, say_address)) {
            unexpected(walk);
        }
    } else if (head.major == SIMPLE && head.argument == FALSE && before == SIMPLE) {
        walk->part = CRI_PART_USERINFO;
        note(walk, "user information follows");
        end_line(walk, head.len);
        text_or_pet(walk, "user information");
    } else if (before == BYTES) {
        walk->part = CRI_PART_ZONE;
        text_or_pet(walk, "zone identifier");
    } else {
        text_or_pet(walk, "host label");
    }
}

static void authority(struct walk *walk)
{
    if (is_next(walk, SIMPLE, TRUE)) {
        note(walk, "no authority, a path without a root");
        end_line(walk, 1);
        return;
    }
    uint64_t left = array(walk, "authority", "item");
    uint8_t before = SIMPLE;
    for (walk->depth++; left > 0 && !walk->stop; left--) {
        struct head head = {0, 0, 0};
        read_head(walk, &head);
        left -= head.major == SIMPLE && left > 1; /* `false` and the user information after it are read together */
        authority_item(walk, before);
        before = head.major == SIMPLE ? TEXT : head.major;
    }
    walk->depth--;
}

static void scheme_number(struct walk *walk, const struct head *head)
{
    bool fits = head->argument <= INT64_MAX;
    note(walk, fits ? "scheme -" : "scheme below -");
    note_number(walk, fits ? head->argument + 1 : (uint64_t)INT64_MAX + 1);
    note(walk, ": ");
    note_scheme(walk, fits ? -1 - (int64_t)head->argument : INT64_MIN);
    end_line(walk, head->len);
}

/* Adds the lines of the first section. Returns true if an authority may follow. */
static bool first_section(struct walk *walk)
{
    struct head head;
    walk->part = CRI_PART_SCHEME;
    if (!read_head(walk, &head)) {
        unexpected(walk);
    } else if (head.major == NINT) {
        scheme_number(walk, &head);
        return true;
    } else if (head.major == TEXT) {
        text_or_pet(walk, "scheme");
        return true;
    } else if (head.major == SIMPLE && head.argument == NIL) {
        note(walk, "no scheme");
        end_line(walk, head.len);
        return true;
    } else if (head.major == UINT) {
        walk->part = CRI_PART_DISCARD;
        note(walk, "discard ");
        note_number(walk, head.argument);
        end_line(walk, head.len);
    } else if (head.major == SIMPLE && head.argument == TRUE) {
        walk->part = CRI_PART_DISCARD;
        note(walk, "discard all");
        end_line(walk, head.len);
    } else {
        unexpected(walk);
    }
    return false;
}

static void sections(struct walk *walk, uint64_t left)
{
    static const char *const names[] = {"authority", "path", "query", "fragment"};
    static const uint8_t parts[] = {CRI_PART_AUTHORITY, CRI_PART_PATH, CRI_PART_QUERY, CRI_PART_FRAGMENT};
    size_t section = first_section(walk) ? 0 : 1;
    for (left--; left > 0 && !walk->stop; left--, section++) {
        walk->part = section > 3 ? CRI_PART_WHOLE : parts[section];
        if (section > 3) {
            unexpected(walk);
        } else if (is_next(walk, SIMPLE, NIL)) {
            note(walk, "no ");
            note(walk, names[section]);
            note(walk, section == 0 ? ", a path with a root" : "");
            end_line(walk, 1);
        } else if (section == 0) {
            authority(walk);
        } else if (section == 3) {
            text_or_pet(walk, "fragment");
        } else {
            texts(walk, names[section], section == 1 ? "segment" : "parameter");
        }
    }
}

void walk(struct walk *walk)
{
    struct head head;
    walk->at = 0;
    walk->depth = 0;
    walk->part = CRI_PART_WHOLE;
    walk->stop = false;
    note_clear(walk);
    if (is_next(walk, TAG, 99) && read_head(walk, &head)) {
        note(walk, "tag 99");
        end_line(walk, head.len);
    }
    size_t first = read_head(walk, &head) ? walk->at + head.len : walk->len;
    uint8_t major = first < walk->len ? walk->data[first] >> 5 : UINT;
    uint64_t count = array(walk, major == NINT || major == TEXT ? "CRI" : "CRI reference", "section");
    walk->depth = 1;
    if (count > 0) {
        sections(walk, count);
    }
    walk->depth = 0;
    walk->part = CRI_PART_WHOLE;
    if (!walk->stop && walk->at < walk->len) {
        note(walk, "bytes after the item");
        end_line(walk, walk->len - walk->at);
    }
}
