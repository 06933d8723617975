/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The bytes of a CRI, item by item, with what they mean. */
#include "explorer.h"

#include "../walk.h"
#include "cri_registry.h"
#include "json.h"

/* The most items that the page shows, the most bytes of each, and the longest note. */
#define ITEMS_MOST 240
#define BYTES_MOST 40
#define NOTE_MOST 240

struct sink {
    struct walk walk; /* first, so that a pointer to it is one to the sink */
    const struct subject *subject;
    uint8_t rev;
    size_t items;
    size_t sizes[CRI_PART_WHOLE + 1];
    char text[NOTE_MOST + 4];
    size_t text_len;
    bool is_cut;
};

static struct sink *sink_of(struct walk *walk) { return (struct sink *)walk; }

/* Whether the error is in the next `len` bytes. */
static bool is_wrong(const struct sink *sink, size_t len)
{
    return sink->subject->has_where && sink->subject->offset - sink->walk.at < len;
}

static void append(struct walk *walk, const uint8_t *text, size_t len)
{
    struct sink *sink = sink_of(walk);
    /* Not for items that are not shown, but for the one where the error is. */
    if (sink->items >= ITEMS_MOST && !is_wrong(sink, 1)) {
        return;
    }
    for (size_t i = 0; i < len && !sink->is_cut; i++) {
        /* A character of UTF-8 is kept whole: it may pass the limit by three bytes. */
        sink->is_cut = sink->text_len >= NOTE_MOST && (text[i] & 0xc0) != 0x80;
        sink->is_cut |= sink->text_len == sizeof sink->text;
        if (!sink->is_cut) {
            sink->text[sink->text_len++] = (char)text[i];
        }
    }
}

void note(struct walk *walk, const char *text)
{
    size_t len = 0;
    while (text[len] != '\0') {
        len++;
    }
    append(walk, (const uint8_t *)text, len);
}

/* What the library refused may be no UTF-8: JavaScript replaces such bytes as it decodes the JSON. */
void note_quoted(struct walk *walk, const uint8_t *text, size_t len)
{
    append(walk, (const uint8_t *)"\"", 1);
    append(walk, text, len);
    append(walk, (const uint8_t *)"\"", 1);
}

void note_scheme(struct walk *walk, int64_t id)
{
    const char *name;
    size_t len;
    if (cri_registry_name(sink_of(walk)->rev, id, &name, &len) == CRI_OK) {
        append(walk, (const uint8_t *)name, len);
    } else {
        note(walk, "not in the registry");
    }
}

void note_clear(struct walk *walk)
{
    sink_of(walk)->text_len = 0;
    sink_of(walk)->is_cut = false;
}

void line(struct walk *walk, size_t len)
{
    struct sink *sink = sink_of(walk);
    const struct subject *subject = sink->subject;
    /* Nothing after an error is shown. */
    walk->stop |= subject->has_where && walk->at > subject->offset;
    if (!walk->stop) {
        sink->sizes[walk->part] += len;
        sink->items++;
        if (sink->items <= ITEMS_MOST || is_wrong(sink, len)) {
            json_object(NULL);
            json_number("at", walk->at);
            json_number("len", len);
            json_number("depth", walk->depth);
            json_word("part", cri_part_name(walk->part));
            json_hex("hex", walk->data + walk->at, len, BYTES_MOST);
            json_text("note", sink->text, sink->text_len, NOTE_MOST + 4);
            json_bool("cut", sink->is_cut);
            json_bool("wrong", is_wrong(sink, len));
            json_end();
        }
    }
    note_clear(walk);
}

void answer_bytes(const struct subject *subject, uint8_t rev)
{
    static struct sink sink;
    sink = (struct sink){.subject = subject, .rev = rev};
    sink.walk.data = subject->cbor;
    sink.walk.len = subject->cbor_len;
    json_number("len", subject->cbor_len);
    json_array("items");
    walk(&sink.walk);
    json_end();
    json_number("itemCount", sink.items);
    json_object("sizes");
    for (uint8_t part = 0; part <= CRI_PART_WHOLE; part++) {
        if (sink.sizes[part] > 0) {
            json_number(cri_part_name(part), sink.sizes[part]);
        }
    }
    json_end();
}
