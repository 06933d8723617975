/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The rows of tests/vectors through cri.h. rows.py makes the tables of them, in which CBOR and options are hex; each
 * function here checks a row of the file with its name, as the Rust test of that file does: tests/vectors.rs,
 * tests/coap.rs and so on.
 */
#include "support.h"

struct row {
    const char *name;
    uint8_t revs[2]; /* 13, 27 or both */
    const char *fields[8];
};

struct file {
    const char *name;
    const struct row *rows;
    size_t count;
};

#include "rows-table.h"

/* What outputs are before the call. */
#define UNTOUCHED 4711

/* For what is made on the way. Small boards have no room for it on their stacks. */
static uint8_t buf[BYTES_MAX];

/* What the rows of cori.txt assume. */
#define RELATION 9000

static bool is_error(const char *field) { return field[0] == '!'; }

/* Whether the call succeeded as it should; its error must be the one that the field names. */
static bool row_outcome(cri_err_t err, const char *field, const char *at)
{
    const char *name = cri_err_name(err);
    return row_text(name, strlen(name), is_error(field) ? field + 1 : "ok", at) && err == CRI_OK;
}

/* ---- inputs: in blocks of exactly their length, until the end of the row ---- */

struct input {
    const uint8_t *data;
    size_t len;
};

static void *blocks[24];
static size_t block_count;

static struct input input(const void *data, size_t len)
{
    struct input copy = {NULL, len};
    if (len > 0) {
        uint8_t *block = malloc(len);
        assert_non_null(block);
        assert_true(block_count < COUNT(blocks));
        copy.data = memcpy(block, data, len);
        blocks[block_count++] = block;
    }
    return copy;
}

static struct input input_hex(const char *hex)
{
    struct bytes bytes = from_hex(hex);
    return input(bytes.data, bytes.len);
}

static void free_inputs(void)
{
    while (block_count > 0) {
        free(blocks[--block_count]);
    }
}

/* Parses what the row needs to be a CRI. */
static bool row_parses(uint8_t rev, struct input in, cri_t *cri, const char *at)
{
    size_t consumed = UNTOUCHED;
    return row_err(cri_parse(rev, in.data, in.len, cri, &consumed), CRI_OK, at) && row_size(consumed, in.len, at);
}

static bool row_parses_hex(uint8_t rev, const char *hex, cri_t *cri, const char *at)
{
    return row_parses(rev, input_hex(hex), cri, at);
}

/* Parses the CRI of what the row needs to be a URI. */
static bool row_parses_uri(uint8_t rev, const char *uri, cri_t *cri, const char *at)
{
    size_t len = 0;
    return row_err(cri_from_uri(rev, uri, strlen(uri), buf, sizeof buf, &len), CRI_OK, at) &&
           row_parses(rev, input(buf, len), cri, at);
}

/* ---- outputs ---- */

#define GUARD 4

/* An output: a value is written with every capacity up to one more than it needs, an error with none and with plenty. */
struct output {
    const char *at, *error;
    const uint8_t *wanted;
    size_t wanted_len, room;
    bool begun;
    /* What a call is given, and gives. */
    uint8_t *buf;
    size_t cap, len;
    cri_err_t err;
};

static uint8_t out[BYTES_MAX + GUARD];

static struct output output(const char *field, struct input wanted, size_t room, const char *at)
{
    struct output output = {
        at, is_error(field) ? field + 1 : NULL, wanted.data, wanted.len, room, false, out, 0, UNTOUCHED, CRI_OK,
    };
    assert_true(room < BYTES_MAX);
    return output;
}

/* Bytes, in hex. */
static struct output bytes_output(const char *field, const char *at)
{
    struct input wanted = is_error(field) ? (struct input){NULL, 0} : input_hex(field);
    return output(field, wanted, wanted.len, at);
}

/* A text, which ends in a NUL that its length does not count (R23). */
static struct output text_output(const char *field, const char *at)
{
    return output(field, (struct input){(const uint8_t *)field, strlen(field)}, strlen(field) + 1, at);
}

/* Whether the last call did what it should. */
static bool holds(const struct output *o)
{
    const char *name = cri_err_name(o->err);
    const char *wanted = o->error != NULL ? o->error : o->cap < o->room ? "buffer" : "ok";
    bool held = row_text(name, strlen(name), wanted, o->at) &&
                row_size(o->len, o->error != NULL ? UNTOUCHED : o->wanted_len, o->at) &&
                row_ok(is_filled(o->buf + o->cap, GUARD), o->at, "wrote after the buffer");
    if (!held || o->err != CRI_OK) {
        return held;
    }
    if (o->room > o->wanted_len ? !row_text((const char *)o->buf, o->len, (const char *)o->wanted, o->at)
                                : !row_bytes(o->buf, o->len, to_hex(o->wanted, o->wanted_len), o->at)) {
        return false;
    }
    return row_ok(o->room == o->len || o->buf[o->len] == '\0', o->at, "ends in NUL");
}

/* Checks the last call, and prepares the next. */
static bool again(struct output *o)
{
    if (o->begun) {
        if (!holds(o) || o->cap == (o->error != NULL ? BYTES_MAX : o->room + 1)) {
            return false;
        }
        o->cap = o->error != NULL ? BYTES_MAX : o->cap + 1;
    }
    o->begun = true;
    o->len = UNTOUCHED;
    memset(out, FILL, o->cap + GUARD);
    return true;
}

/* Runs a statement that calls the library for `o`. */
#define BYTES_ARE(field, at) for (struct output o = bytes_output(field, at); again(&o);)
#define TEXT_IS(field, at) for (struct output o = text_output(field, at); again(&o);)

/* ---- reading: the canonical form, put together of what the accessors say ---- */

/* In sections, of which those at the end that say nothing are left out. */
static struct writer {
    struct bytes bytes;
    size_t sections, kept, kept_len;
} writer;

static void put(const void *bytes, size_t len)
{
    assert_true(len <= BYTES_MAX - writer.bytes.len);
    memcpy(writer.bytes.data + writer.bytes.len, bytes, len);
    writer.bytes.len += len;
}

static void put_head(uint8_t major, uint64_t argument)
{
    static const uint8_t sizes[] = {1, 2, 4, 8};
    uint8_t head[9] = {(uint8_t)(major << 5 | argument)};
    size_t len = 1;
    if (argument > 23) {
        size_t info = argument < 0x100 ? 0 : argument < 0x10000 ? 1 : argument >> 32 == 0 ? 2 : 3;
        head[0] = (uint8_t)(major << 5 | (24 + info));
        for (size_t size = sizes[info]; size > 0; size--) {
            head[len++] = (uint8_t)(argument >> 8 * (size - 1));
        }
    }
    put(head, len);
}

static void put_string(uint8_t major, const void *bytes, size_t len)
{
    put_head(major, len);
    put(bytes, len);
}

/* A text or PET: as a whole, in chunks, decoded, and compared. */
static void put_text(const cri_text_t *text, const char *at)
{
    static uint8_t decoded[BYTES_MAX];
    const char *chars = "untouched";
    const uint8_t *bytes = NULL;
    size_t len = UNTOUCHED, decoded_len = 0, count = 0, used = 0;
    bool octets = false, plain = cri_text_plain(text, &chars, &len);
    cri_chunks_t chunks;
    row_err(cri_text_decode(text, decoded, sizeof decoded, &decoded_len), CRI_OK, at);
    row_ok(cri_text_equal(text, (const char *)decoded, decoded_len) == plain, at, "a text equals itself, PET nothing");
    row_ok(!cri_text_equal(text, (const char *)decoded, decoded_len + 1), at, "equals a longer text");
    row_ok(decoded_len == 0 || !cri_text_equal(text, (const char *)decoded, decoded_len - 1), at, "or a shorter one");
    cri_text_chunks(text, &chunks);
    while (cri_chunks_next(&chunks, &bytes, &len, &octets)) {
        row_ok(len <= decoded_len - used && memcmp(decoded + used, bytes, len) == 0, at, "what is decoded");
        used += len;
        count++;
    }
    row_ok(!cri_chunks_next(&chunks, &bytes, &len, &octets), at, "chunks end");
    row_size(used, decoded_len, at);
    if (plain) {
        row_ok(count == (decoded_len > 0) && !octets, at, "one chunk");
        cri_text_plain(text, &chars, &len);
        put_string(3, chars, len);
        return;
    }
    row_ok(strcmp(chars, "untouched") == 0, at, "nothing is stored of PET");
    put_head(4, count);
    cri_text_chunks(text, &chunks);
    while (cri_chunks_next(&chunks, &bytes, &len, &octets)) {
        put_string(octets ? 2 : 3, bytes, len);
    }
}

/* Texts by iterator; by number they are the same. */
static void put_texts(const cri_t *cri, cri_iter_t iter, size_t count, bool (*get)(const cri_t *, size_t, cri_text_t *),
                      const char *at)
{
    cri_text_t text, same;
    for (size_t i = 0; i < count && row_ok(cri_iter_next(&iter, &text), at, "as many texts as are counted"); i++) {
        memset(&same, FILL, sizeof same);
        row_ok(get(cri, i, &same), at, "a text for each number");
        size_t len = writer.bytes.len;
        put_text(&same, at);
        size_t again = writer.bytes.len - len;
        put_text(&text, at);
        row_bytes(writer.bytes.data + len, again, to_hex(writer.bytes.data + len + again, again), at);
        writer.bytes.len -= again;
    }
    row_ok(!cri_iter_next(&iter, &text) && !cri_iter_next(&iter, &text), at, "an iterator ends");
    row_ok(!get(cri, count, &text) && !get(cri, SIZE_MAX, &text), at, "no text after the last");
}

static void end_section(bool says_something)
{
    writer.sections++;
    if (says_something) {
        writer.kept = writer.sections;
        writer.kept_len = writer.bytes.len;
    }
}

static void put_authority(const cri_t *cri, const char *at)
{
    const uint8_t *address = NULL;
    const char *zone = NULL;
    size_t len = 0, zone_len = 0, labels = cri_host_count(cri);
    uint16_t port = 0;
    cri_text_t userinfo;
    cri_iter_t iter;
    bool has_userinfo = cri_userinfo(cri, &userinfo), has_address = cri_host_address(cri, &address, &len);
    bool has_zone = cri_zone(cri, &zone, &zone_len), has_port = cri_port(cri, &port);
    uint8_t host = !has_address ? CRI_HOST_NAME : len == 4 ? CRI_HOST_IPV4 : CRI_HOST_IPV6;
    if (cri_authority_kind(cri) != CRI_AUTHORITY_HOST) {
        row_ok(!has_userinfo && !has_address && !has_zone && !has_port && labels == 0, at, "a host");
        row_size(cri_host_kind(cri), CRI_HOST_NONE, at);
        put(cri_authority_kind(cri) == CRI_AUTHORITY_ROOTLESS ? "\xf5" : "\xf6", 1);
        end_section(cri_authority_kind(cri) == CRI_AUTHORITY_ROOTLESS);
        return;
    }
    row_size(cri_host_kind(cri), host, at);
    put_head(4, 2U * has_userinfo + has_address + has_zone + labels + has_port);
    if (has_userinfo) {
        put("\xf4", 1);
        put_text(&userinfo, at);
    }
    if (has_address) {
        put_string(2, address, len);
    }
    if (has_zone) {
        put_string(3, zone, zone_len);
    }
    cri_host_iter(cri, &iter);
    put_texts(cri, iter, labels, cri_host_get, at);
    if (has_port) {
        put_head(0, port);
    }
    end_section(true);
}

/* A section of texts, which may be unset; a full CRI has an empty one then, of which revision 13 writes the query as null. */
static void put_section(const cri_t *cri, bool query, const char *at)
{
    bool full = cri_is_full(cri), set = query ? cri_query_is_set(cri) : cri_path_is_set(cri);
    size_t count = query ? cri_query_count(cri) : cri_path_count(cri);
    cri_iter_t iter;
    (query ? cri_query_iter : cri_path_iter)(cri, &iter);
    row_ok(set || (!full && count == 0), at, "is set");
    if (set && !(full && query && count == 0 && cri_revision(cri) == CRI_REV_13)) {
        put_head(4, count);
    } else {
        put("\xf6", 1);
    }
    put_texts(cri, iter, count, query ? cri_query_get : cri_path_get, at);
    end_section(full ? count > 0 : set);
}

static void row_reads(const cri_t *cri, const char *wanted_hex, const char *at)
{
    const char *chars = NULL;
    size_t len = 0;
    int64_t number = UNTOUCHED;
    cri_text_t fragment;
    bool has_number = cri_scheme(cri, &number), has_name = cri_scheme_text(cri, &chars, &len), full = cri_is_full(cri);
    memset(&writer, 0, sizeof writer);
    row_ok(full == (has_number || has_name) && (has_number || number == UNTOUCHED), at, "the scheme");
    if (has_number) {
        const char *name = NULL;
        size_t name_len = 0;
        bool known = cri_registry_name(cri_revision(cri), number, &name, &name_len) == CRI_OK;
        row_ok(has_name == known && (!known || (name == chars && name_len == len)), at, "the registry's name");
    }
    if (number == INT64_MIN) { /* or a greater one: it is what is encoded */
        put(from_hex(wanted_hex).data + 1, 9);
    } else if (has_number) {
        put_head(1, (uint64_t)(-1 - number));
    } else if (has_name) {
        put_string(3, chars, len);
    }
    if (full) {
        row_size(cri_discard(cri), CRI_DISCARD_ALL, at);
        end_section(true);
        put_authority(cri, at);
    } else if (cri_authority_kind(cri) != CRI_AUTHORITY_NOT_SET) {
        put("\xf6", 1);
        end_section(true);
        put_authority(cri, at);
    } else {
        if (cri_discard(cri) == CRI_DISCARD_ALL) {
            put("\xf5", 1);
        } else {
            put_head(0, cri_discard(cri));
        }
        end_section(cri_discard(cri) != 0);
        row_size(cri_host_kind(cri), CRI_HOST_NONE, at);
    }
    put_section(cri, false, at);
    put_section(cri, true, at);
    if (cri_fragment(cri, &fragment)) {
        put_text(&fragment, at);
        end_section(true);
    }
    uint8_t array = (uint8_t)(0x80 | writer.kept);
    memmove(writer.bytes.data + 1, writer.bytes.data, writer.kept_len);
    writer.bytes.data[0] = array;
    row_bytes(writer.bytes.data, writer.kept_len + 1, wanted_hex, at);
}

static void row_encodes_to(const cri_t *cri, const char *hex, const char *at)
{
    BYTES_ARE(hex, at) { o.err = cri_encode(cri, o.buf, o.cap, &o.len); }
    row_reads(cri, hex, at);
}

static void row_to_uri(const cri_t *cri, const char *field, const char *at)
{
    TEXT_IS(field, at) { o.err = cri_to_uri(cri, (char *)o.buf, o.cap, &o.len); }
}

static void row_to_edn(const cri_t *cri, const char *notation, const char *at)
{
    TEXT_IS(notation, at) { o.err = cri_to_edn(cri, (char *)o.buf, o.cap, &o.len); }
}

static void row_equal(const cri_t *a, const cri_t *b, bool wanted, const char *at)
{
    bool equal = !wanted;
    if (row_err(cri_equal(a, b, &equal), CRI_OK, at)) {
        row_ok(equal == wanted, at, "equal");
    }
}

/* ---- tests/vectors.rs ---- */

/* One item and nothing else, then other bytes: what follows an item need not even be CBOR. */
static void row_ends(uint8_t rev, struct input in, cri_err_t wanted, const char *at)
{
    static struct bytes more;
    cri_t cri, exact;
    size_t consumed = UNTOUCHED;
    memset(&cri, FILL, sizeof cri);
    cri_err_t parsed = cri_parse(rev, in.data, in.len, &cri, &consumed);
    bool known = wanted == CRI_OK || cri_err_is_unprocessable(wanted);
    memset(&exact, FILL, sizeof exact);
    row_err(parsed, wanted, at);
    row_err(cri_parse_exact(rev, in.data, in.len, &exact), wanted, at);
    row_ok(wanted != CRI_OK || memcmp(&cri, &exact, sizeof cri) == 0, at, "the same view");
    assert_true(in.len + 9 <= BYTES_MAX);
    if (in.len > 0) {
        memcpy(more.data, in.data, in.len);
    }
    memset(more.data + in.len, 0xff, 9);
    size_t offset = UNTOUCHED;
    uint8_t part = FILL;
    row_err(cri_parse_where(rev, in.data, in.len, &offset, &part), wanted, at);
    row_ok(wanted == CRI_OK ? offset == UNTOUCHED && part == FILL : offset <= in.len && part <= CRI_PART_WHOLE, at,
           "where");
    row_err(cri_skip(in.data, in.len, &consumed), known ? CRI_OK : wanted, at);
    if (known) {
        row_size(consumed, in.len, at);
        memset(&exact, FILL, sizeof exact);
        row_err(cri_parse(rev, more.data, in.len + 9, &cri, &consumed), wanted, at);
        row_size(consumed, in.len, at);
        row_err(cri_parse_exact(rev, more.data, in.len + 1, &exact), wanted == CRI_OK ? CRI_ERR_EXTRA : wanted, at);
        row_ok(is_filled(&exact, sizeof exact), at, "no view is stored");
    }
    for (size_t end = 0; wanted == CRI_OK && end < in.len; end++) {
        consumed = UNTOUCHED;
        row_err(cri_parse(rev, in.data, end, &exact, &consumed), CRI_ERR_TRUNCATED, at);
        row_err(cri_parse_exact(rev, in.data, end, &exact), CRI_ERR_TRUNCATED, at);
        row_ok(consumed == UNTOUCHED && is_filled(&exact, sizeof exact), at, "nothing is stored");
    }
}

/* What is written as a literal is read; cut anywhere, it is not, and nothing after the cut is read. */
static void row_literal(uint8_t rev, const cri_t *cri, const char *canonical, const char *at)
{
    static char text[2 * BYTES_MAX];
    size_t text_len = 0, offset = UNTOUCHED;
    if (!row_err(cri_to_edn_literal(cri, text, sizeof text, &text_len), CRI_OK, at)) {
        return;
    }
    BYTES_ARE(canonical, at) { o.err = cri_from_edn(rev, text, text_len, o.buf, o.cap, &o.len, &offset); }
    row_size(offset, UNTOUCHED, at);
    for (size_t end = 0; end < text_len; end++) {
        struct input cut = input(text, end);
        size_t len = UNTOUCHED;
        cri_err_t wanted = (text[end] & 0xc0) == 0x80 ? CRI_ERR_UTF8 : CRI_ERR_SYNTAX;
        row_err(cri_from_edn(rev, (const char *)cut.data, end, buf, sizeof buf, &len, &offset), wanted, at);
        row_ok(offset <= end && len == UNTOUCHED, at, "the offset alone is stored");
        if (end > 0) {
            free(blocks[--block_count]);
        }
    }
}

/* What has a URI comes back from it in its normal form; a reference, in which empty sections may be unset then, as its URI. */
static void row_comes_back(uint8_t rev, const cri_t *cri, const char *uri, const char *at)
{
    static struct bytes normal, back;
    cri_t normal_view, back_view;
    if (!row_err(cri_normalize(cri, normal.data, BYTES_MAX, &normal.len), CRI_OK, at) ||
        !row_err(cri_parse_exact(rev, normal.data, normal.len, &normal_view), CRI_OK, at)) {
        return;
    }
    row_ok(cri_is_canonical(&normal_view), at, "the normal form is canonical");
    BYTES_ARE(to_hex(normal.data, normal.len), at) { o.err = cri_normalize(&normal_view, o.buf, o.cap, &o.len); }
    if (is_error(uri) || !row_err(cri_from_uri(rev, uri, strlen(uri), back.data, BYTES_MAX, &back.len), CRI_OK, at) ||
        !row_err(cri_parse_exact(rev, back.data, back.len, &back_view), CRI_OK, at)) {
        return;
    }
    if (cri_is_full(cri)) {
        row_err(cri_normalize(&back_view, back.data, 0, &back.len), CRI_ERR_BUFFER, at);
        row_err(cri_normalize(&back_view, buf, sizeof buf, &back.len), CRI_OK, at);
        row_bytes(buf, back.len, to_hex(normal.data, normal.len), at);
    } else {
        row_to_uri(&back_view, uri, at);
    }
}

static void check_valid(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[0]), canonical = input_hex(fields[1]);
    cri_t cri, again_parsed;
    if (!row_parses(rev, in, &cri, at) || !row_parses(rev, canonical, &again_parsed, at)) {
        return;
    }
    uint8_t first = canonical.len > 1 ? canonical.data[1] : 0;
    row_encodes_to(&cri, fields[1], at);
    row_to_edn(&cri, fields[2], at);
    row_to_uri(&cri, fields[3], at);
    row_ok(cri_revision(&cri) == rev, at, "the revision");
    row_ok(cri_is_full(&cri) == ((first >= 0x20 && first < 0x3c) || (first >= 0x60 && first < 0x7c)), at, "is full");
    row_ok(cri_is_canonical(&cri) == (strcmp(fields[0], fields[1]) == 0), at, "is canonical");
    row_ok(cri_is_canonical(&again_parsed), at, "what is written is canonical");
    row_equal(&cri, &again_parsed, true, at);
    row_ok(cri_hash(&cri) == cri_hash(&again_parsed), at, "hash");
    row_ends(rev, in, CRI_OK, at);
    row_literal(rev, &cri, fields[1], at);
    row_comes_back(rev, &cri, fields[3], at);
}

static void check_invalid(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[0]);
    bool skippable = strcmp(fields[2], "-") != 0;
    cri_t cri;
    size_t consumed = UNTOUCHED;
    memset(&cri, FILL, sizeof cri);
    cri_err_t err = cri_parse(rev, in.data, in.len, &cri, &consumed);
    row_text(cri_err_name(err), strlen(cri_err_name(err)), fields[1], at);
    row_size(consumed, skippable ? strtoul(fields[2], NULL, 10) : UNTOUCHED, at);
    row_ok(cri_err_is_unprocessable(err) == skippable, at, "is unprocessable");
    row_ok(is_filled(&cri, sizeof cri), at, "no view is stored");
    row_ends(rev, (struct input){in.data, skippable ? strtoul(fields[2], NULL, 10) : in.len}, err, at);
}

static void check_normalize(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t cri;
    for (size_t i = 0; i < 2; i++) {
        /* The normal form is its own. */
        if (row_parses_hex(rev, fields[i], &cri, at)) {
            BYTES_ARE(fields[1], at) { o.err = cri_normalize(&cri, o.buf, o.cap, &o.len); }
        }
    }
}

/* In the order of their numbers. */
/* clang-format off */
static const char *const parts[] = {"scheme", "userinfo", "host",    "port", "path",      "query",
                                    "fragment", "discard",  "zone", "authority", "whole"};
/* clang-format on */

static void check_where(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[1]);
    const char *chars = (const char *)in.data;
    bool ok = strcmp(fields[2], "ok") == 0;
    size_t offset = UNTOUCHED;
    uint8_t part = FILL;
    cri_err_t err = strcmp(fields[0], "cri") == 0   ? cri_parse_where(rev, in.data, in.len, &offset, &part)
                    : strcmp(fields[0], "uri") == 0 ? cri_from_uri_where(rev, chars, in.len, &offset, &part)
                                                    : cri_from_iri_where(rev, chars, in.len, &offset, &part);
    row_text(cri_err_name(err), strlen(cri_err_name(err)), fields[2], at);
    row_size(offset, ok ? UNTOUCHED : strtoul(fields[3], NULL, 10), at);
    const char *found = part < COUNT(parts) ? parts[part] : "-";
    row_ok(part == FILL || strcmp(cri_part_name(part), found) == 0, at, "the name of the part");
    row_text(found, strlen(found), fields[4], at);
    row_ok(!ok || part == FILL, at, "no part is stored");
    cri_uri_t uri;
    size_t split_offset = UNTOUCHED;
    cri_err_t split = strcmp(fields[0], "uri") == 0 ? cri_uri_split(chars, in.len, &uri, &split_offset) : CRI_OK;
    row_ok(split == CRI_OK || (split == err && split_offset == offset), at, "where splitting finds the error");
}

static void check_from_uri(uint8_t rev, const char *const *fields, const char *at)
{
    struct input uri = input(fields[0], strlen(fields[0]));
    cri_t cri;
    BYTES_ARE(fields[1], at) { o.err = cri_from_uri(rev, (const char *)uri.data, uri.len, o.buf, o.cap, &o.len); }
    if (!is_error(fields[1]) && row_parses_hex(rev, fields[1], &cri, at)) {
        row_encodes_to(&cri, fields[1], at);
        row_to_uri(&cri, fields[2], at);
    }
}

static void row_resolves_text(const char *base, const char *reference, bool strict, const char *wanted, const char *at)
{
    struct input a = input(base, strlen(base)), b = input(reference, strlen(reference));
    TEXT_IS(wanted, at)
    {
        o.err = cri_uri_resolve((const char *)a.data, a.len, (const char *)b.data, b.len, strict, (char *)o.buf, o.cap,
                                &o.len);
    }
}

static void check_resolve_uri(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t base, reference, resolved;
    if (row_parses_uri(rev, fields[0], &base, at) && row_parses_uri(rev, fields[1], &reference, at) &&
        row_err(cri_resolve(&base, &reference, &resolved), CRI_OK, at)) {
        row_to_uri(&resolved, fields[2], at);
    }
    /* RFC 3986 section 5.4, which resolves text; not all that differs for CRIs (R7, R8). */
    if (strstr(at, ": 5.4.") != NULL) {
        row_resolves_text(fields[0], fields[1], true, fields[2], at);
        row_resolves_text(fields[0], fields[1], false, strcmp(fields[1], "http:g") == 0 ? "http://a/b/c/g" : fields[2],
                          at);
    }
}

static void check_resolve(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t base, reference, resolved;
    memset(&resolved, FILL, sizeof resolved);
    if (!row_parses_hex(rev, fields[0], &base, at) || !row_parses_hex(rev, fields[1], &reference, at)) {
        return;
    }
    cri_err_t err = cri_resolve(&base, &reference, &resolved);
    if (row_outcome(err, fields[2], at)) {
        row_encodes_to(&resolved, fields[2], at);
    } else if (err != CRI_OK) {
        row_ok(is_filled(&resolved, sizeof resolved), at, "no view is stored");
    }
    BYTES_ARE(fields[2], at)
    {
        memset(&resolved, FILL, sizeof resolved);
        o.err = cri_resolve_to(&base, &reference, o.buf, o.cap, &o.len, &resolved);
        if (o.err == CRI_OK) {
            row_encodes(&resolved, fields[2], at);
        } else {
            row_ok(is_filled(&resolved, sizeof resolved), at, "no view is stored");
        }
    }
}

static void check_relativize(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t base, target, reference, resolved, stored;
    size_t len = 0;
    if (!row_parses_hex(rev, fields[0], &base, at) || !row_parses_hex(rev, fields[1], &target, at) ||
        !row_err(cri_relativize(&base, &target, &reference), CRI_OK, at)) {
        return;
    }
    row_encodes_to(&reference, fields[2], at);
    row_to_edn(&reference, fields[3], at);
    if (row_err(cri_resolve(&base, &reference, &resolved), CRI_OK, at)) {
        row_equal(&resolved, &target, true, at);
    }
    /* The view is what it says, whatever it was made of. */
    if (row_parses_hex(rev, fields[2], &stored, at)) {
        row_equal(&reference, &stored, true, at);
    }
    if (row_err(cri_encode(&target, buf, sizeof buf, &len), CRI_OK, at)) {
        row_equal(&reference, &target, strcmp(to_hex(buf, len), fields[2]) == 0, at);
    }
}

static void check_equal(uint8_t rev, const char *const *fields, const char *at)
{
    struct input one_bytes = input_hex(fields[0]), other_bytes = input_hex(fields[1]);
    bool wanted = strcmp(fields[2], "true") == 0, wanted_ignoring = strcmp(fields[3], "true") == 0;
    bool equal = !wanted;
    int32_t order = UNTOUCHED;
    cri_t one, other;
    if (!row_parses(rev, one_bytes, &one, at) || !row_parses(rev, other_bytes, &other, at)) {
        return;
    }
    row_equal(&one, &other, wanted, at);
    row_equal(&other, &one, wanted, at);
    row_err(cri_equal_encoded(rev, one_bytes.data, one_bytes.len, other_bytes.data, other_bytes.len, &equal), CRI_OK,
            at);
    row_ok(equal == wanted, at, "equal as bytes");
    row_err(cri_compare(&one, &other, &order), CRI_OK, at);
    row_ok(order != UNTOUCHED && (order == 0) == wanted, at, "order");
    equal = !wanted_ignoring;
    row_err(cri_equal_ignoring_fragment(&one, &other, &equal), CRI_OK, at);
    row_ok(equal == wanted_ignoring, at, "equal without fragments");
    equal = !wanted_ignoring;
    row_err(cri_equal_ignoring_fragment(&other, &one, &equal), CRI_OK, at);
    row_ok(equal == wanted_ignoring, at, "equal without fragments, the other way round");
    row_ok(!wanted || cri_hash(&one) == cri_hash(&other), at, "hash");
}

static unsigned build_flags(const char *field)
{
    return (strstr(field, "normalize") != NULL ? CRI_BUILD_NORMALIZE : 0U) |
           (strstr(field, "percent") != NULL ? CRI_BUILD_PERCENT : 0U);
}

static cri_err_t build_host_name(uint8_t rev, uint8_t flags, struct input name, struct output *o)
{
    cri_builder_t builder;
    cri_err_t err = cri_builder_init(&builder, rev, flags, o->buf, o->cap);
    if (err == CRI_OK) {
        err = cri_builder_scheme_id(&builder, -1);
    }
    if (err == CRI_OK) {
        err = cri_builder_host_name(&builder, (const char *)name.data, name.len);
    }
    /* The first error decides. */
    cri_err_t last = cri_builder_finish(&builder, &o->len);
    row_ok(err == CRI_OK || err == last, o->at, "the error again");
    return err != CRI_OK ? err : last;
}

static void check_host_names(uint8_t rev, const char *const *fields, const char *at)
{
    struct input name = input(fields[1], strlen(fields[1]));
    BYTES_ARE(fields[2], at) { o.err = build_host_name(rev, (uint8_t)build_flags(fields[0]), name, &o); }
}

/* ---- tests/edn.rs ---- */

static void check_edn(uint8_t rev, const char *const *fields, const char *at)
{
    struct input notation = input_hex(fields[0]);
    size_t offset;
    BYTES_ARE(fields[1], at)
    {
        offset = UNTOUCHED;
        o.err = cri_from_edn(rev, (const char *)notation.data, notation.len, o.buf, o.cap, &o.len, &offset);
        row_size(offset, is_error(fields[1]) ? strtoul(fields[2], NULL, 10) : UNTOUCHED, at);
    }
    cri_t cri;
    if (!is_error(fields[1]) && row_parses_hex(rev, fields[1], &cri, at)) {
        row_encodes_to(&cri, fields[1], at);
        TEXT_IS(fields[2], at) { o.err = cri_to_edn_literal(&cri, (char *)o.buf, o.cap, &o.len); }
        struct input literal = input(fields[2], strlen(fields[2]));
        BYTES_ARE(fields[1], at)
        {
            o.err = cri_from_edn(rev, (const char *)literal.data, literal.len, o.buf, o.cap, &o.len, &offset);
        }
    }
}

/* ---- tests/coap.rs ---- */

/* A destination, whose port is behind its address; NULL for "-". */
static const cri_endpoint_t *endpoint(const char *field, cri_endpoint_t *dest)
{
    if (strcmp(field, "-") == 0) {
        return NULL;
    }
    struct input in = input_hex(field);
    dest->addr = in.data;
    dest->addr_len = in.len - 2;
    dest->zone = NULL;
    dest->zone_len = 0;
    dest->port = (uint16_t)(in.data[in.len - 2] << 8 | in.data[in.len - 1]);
    return dest;
}

/* Options, delta-coded here. */
static struct coded {
    struct bytes bytes;
    uint16_t last;
} coded;

static void code_byte(size_t byte)
{
    assert_true(coded.bytes.len < BYTES_MAX);
    coded.bytes.data[coded.bytes.len++] = (uint8_t)byte;
}

static void code(uint16_t number, const uint8_t *value, size_t len)
{
    assert_true(number >= coded.last);
    size_t parts[2] = {(size_t)(number - coded.last), len}, nibbles[2];
    for (int i = 0; i < 2; i++) {
        nibbles[i] = parts[i] < 13 ? parts[i] : parts[i] < 269 ? 13 : 14;
    }
    code_byte(nibbles[0] << 4 | nibbles[1]);
    for (int i = 0; i < 2; i++) {
        if (nibbles[i] == 13) {
            code_byte(parts[i] - 13);
        } else if (nibbles[i] == 14) {
            code_byte((parts[i] - 269) >> 8);
            code_byte((parts[i] - 269) & 255);
        }
    }
    for (size_t i = 0; i < len; i++) {
        code_byte(value[i]);
    }
    coded.last = number;
}

/* What an iterator gives. */
static void row_iterates(cri_coap_options_t *options, const char *wanted_hex, const char *at)
{
    uint16_t number = 0;
    const uint8_t *value = NULL;
    size_t len = 0;
    memset(&coded, 0, sizeof coded);
    while (cri_coap_options_next(options, &number, &value, &len)) {
        row_ok(value != NULL, at, "value");
        code(number, value, len);
    }
    row_bytes(coded.bytes.data, coded.bytes.len, wanted_hex, at);
}

/* A stack's own way through the options of a message. */
struct option {
    uint16_t number;
    const uint8_t *value;
    size_t len;
};

/* False at the end, and at a malformed option: then something is left. */
static bool read_option(struct input *left, struct option *option)
{
    if (left->len == 0) {
        return false;
    }
    size_t parts[2] = {left->data[0] >> 4, left->data[0] & 15}, at = 1;
    for (int i = 0; i < 2; i++) {
        size_t more = parts[i] < 13 ? 0 : parts[i] - 12;
        if (more == 3 || left->len - at < more) {
            return false;
        }
        if (more == 1) {
            parts[i] = 13U + left->data[at];
        } else if (more == 2) {
            parts[i] = 269U + (size_t)(left->data[at] << 8 | left->data[at + 1]);
        }
        at += more;
    }
    if (parts[0] > 65535U - option->number || left->len - at < parts[1]) {
        return false;
    }
    option->number = (uint16_t)(option->number + parts[0]);
    option->value = left->data + at;
    option->len = parts[1];
    left->data += at + parts[1];
    left->len -= at + parts[1];
    return true;
}

/* Feeds a composer option by option. What is malformed is for a stack to refuse. */
static void row_composes(cri_composer_t *composer, struct input left, const char *field, const char *at)
{
    struct option option = {0, NULL, 0};
    struct input all = left;
    cri_err_t err = CRI_OK;
    size_t len = UNTOUCHED;
    while (err == CRI_OK && read_option(&left, &option)) {
        err = cri_composer_option(composer, option.number, option.value, option.len);
    }
    if (err != CRI_OK) {
        /* The first error decides. */
        row_outcome(err, field, at);
        row_err(cri_composer_option(composer, 2048, NULL, 0), err, at);
        row_err(cri_composer_finish(composer, &len), err, at);
        row_size(len, UNTOUCHED, at);
    } else if (left.len == 0) {
        bool asks = false;
        row_err(cri_coap_asks_proxy(all.data, all.len, &asks), CRI_OK, at);
        row_ok(cri_composer_asks_proxy(composer) == asks, at, "asks a proxy");
        if (row_outcome(cri_composer_finish(composer, &len), field, at)) {
            row_bytes(buf, len, field, at);
            row_err(cri_composer_finish(composer, &len), CRI_ERR_ORDER, at);
            row_err(cri_composer_option(composer, 2048, NULL, 0), CRI_ERR_ORDER, at);
        }
    }
}

static void row_is_canonical(uint8_t rev, const char *field, const char *at)
{
    cri_t cri;
    if (!is_error(field) && row_parses_hex(rev, field, &cri, at)) {
        row_encodes_to(&cri, field, at);
    }
}

static void check_coap(uint8_t rev, const char *const *fields, const char *at)
{
    uint8_t scratch[CRI_COAP_SCRATCH];
    size_t scratch_len = UNTOUCHED;
    cri_coap_options_t options;
    cri_endpoint_t endpoint_of_row;
    const cri_endpoint_t *dest = endpoint(fields[1], &endpoint_of_row);
    cri_t cri;
    if (!row_parses_hex(rev, fields[0], &cri, at)) {
        return;
    }
    BYTES_ARE(fields[2], at) { o.err = cri_to_coap(&cri, dest, 0, o.buf, o.cap, &o.len); }
    if (!row_outcome(cri_coap_options(&cri, dest, scratch, sizeof scratch, &scratch_len, &options), fields[2], at)) {
        row_size(scratch_len, UNTOUCHED, at);
        return;
    }
    row_iterates(&options, fields[2], at);
    /* The scratch, which has the options that are in no CRI, and every other size of it. */
    size_t needed = scratch_len;
    for (size_t cap = 0; cap <= needed + 1; cap++) {
        memset(out, FILL, sizeof out);
        row_err(cri_coap_options(&cri, dest, out, cap, &scratch_len, &options), cap < needed ? CRI_ERR_BUFFER : CRI_OK,
                at);
        row_size(scratch_len, needed, at);
        row_ok(is_filled(out + cap, sizeof out - cap), at, "wrote after the scratch");
    }
    int64_t scheme = 0;
    struct input in = input_hex(fields[2]);
    row_ok(cri_scheme(&cri, &scheme), at, "scheme");
    cri_t back;
    size_t len = 0;
    if (row_parses_hex(rev, fields[3], &back, at) && row_err(cri_encode(&back, buf, sizeof buf, &len), CRI_OK, at)) {
        BYTES_ARE(to_hex(buf, len), at)
        {
            o.err = cri_from_coap(rev, scheme, in.data, in.len, dest, o.buf, o.cap, &o.len);
        }
    }
}

static void check_coap_in(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[1]);
    cri_endpoint_t endpoint_of_row;
    const cri_endpoint_t *dest = endpoint(fields[2], &endpoint_of_row);
    cri_composer_t composer;
    int64_t scheme = 0;
    if (!row_err(cri_registry_id(rev, fields[0], strlen(fields[0]), &scheme), CRI_OK, at)) {
        return;
    }
    BYTES_ARE(fields[3], at) { o.err = cri_from_coap(rev, scheme, in.data, in.len, dest, o.buf, o.cap, &o.len); }
    for (size_t end = 0; end < in.len; end++) {
        struct input cut = input(in.data, end);
        size_t len = UNTOUCHED;
        cri_err_t err = cri_from_coap(rev, scheme, cut.data, end, dest, buf, sizeof buf, &len);
        /* A shorter request, whose host or a proxy's scheme may be missing, or one that is cut. */
        row_ok(err != CRI_OK || len != UNTOUCHED, at, "the length is stored");
        if (end > 0) {
            free(blocks[--block_count]);
        }
    }
    cri_err_t err = cri_composer_init(&composer, rev, scheme, dest, buf, sizeof buf);
    if (err == CRI_OK || row_outcome(err, fields[3], at)) {
        row_composes(&composer, in, fields[3], at);
    }
    row_is_canonical(rev, fields[3], at);
}

static void check_uri_to_coap(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input(fields[0], strlen(fields[0]));
    cri_endpoint_t endpoint_of_row;
    const cri_endpoint_t *dest = endpoint(fields[1], &endpoint_of_row);
    BYTES_ARE(fields[2], at)
    {
        o.err = cri_uri_to_coap(rev, (const char *)in.data, in.len, dest, 0, o.buf, o.cap, &o.len);
    }
}

static void check_uri_reference_to_coap(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input(fields[1], strlen(fields[1]));
    cri_endpoint_t endpoint_of_row;
    const cri_endpoint_t *dest = endpoint(fields[2], &endpoint_of_row);
    cri_t base;
    if (row_parses_uri(rev, fields[0], &base, at)) {
        BYTES_ARE(fields[3], at)
        {
            o.err = cri_uri_reference_to_coap(&base, (const char *)in.data, in.len, dest, 0, o.buf, o.cap, &o.len);
        }
    }
}

/* What a server that is no proxy makes of a request: the CRI of the URI, also option by option. */
static void row_is_direct(uint8_t rev, int64_t scheme, struct input in, const cri_endpoint_t *dest, const char *field,
                          const char *at)
{
    cri_composer_t composer;
    struct option option = {0, NULL, 0};
    size_t len = UNTOUCHED, composed = UNTOUCHED;
    cri_t cri;
    cri_err_t err = cri_from_coap_direct(rev, scheme, in.data, in.len, dest, buf, sizeof buf, &len);
    if (row_outcome(err, field, at) && row_parses(rev, input(buf, len), &cri, at)) {
        TEXT_IS(field, at) { o.err = cri_to_uri(&cri, (char *)o.buf, o.cap, &o.len); }
    }
    if (err == CRI_ERR_COAP_SCHEME || err == CRI_ERR_TRUNCATED || err == CRI_ERR_COAP_OPTION ||
        !row_err(cri_composer_init(&composer, rev, scheme, dest, out, sizeof out), CRI_OK, at)) {
        return;
    }
    cri_err_t result = CRI_OK;
    while (result == CRI_OK && read_option(&in, &option)) {
        result = cri_composer_option_direct(&composer, option.number, option.value, option.len);
    }
    row_err(result == CRI_OK ? cri_composer_finish(&composer, &composed) : result, err, at);
    row_ok(err != CRI_OK || (composed == len && memcmp(out, buf, len) == 0), at, "the same CRI");
}

static void check_coap_to_uri(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[1]);
    cri_endpoint_t endpoint_of_row;
    const cri_endpoint_t *dest = endpoint(fields[2], &endpoint_of_row);
    int64_t scheme = 0;
    if (!row_err(cri_registry_id(rev, fields[0], strlen(fields[0]), &scheme), CRI_OK, at)) {
        return;
    }
    TEXT_IS(fields[3], at)
    {
        o.err = cri_coap_to_uri(rev, scheme, in.data, in.len, dest, (char *)o.buf, o.cap, &o.len);
    }
    TEXT_IS(fields[4], at)
    {
        o.err = cri_coap_to_uri_direct(rev, scheme, in.data, in.len, dest, (char *)o.buf, o.cap, &o.len);
    }
    row_is_direct(rev, scheme, in, dest, fields[4], at);
}

static void check_coap_location(uint8_t rev, const char *const *fields, const char *at)
{
    cri_composer_t composer;
    cri_t reference;
    if (strcmp(fields[2], "-") != 0 && row_parses_hex(rev, fields[1], &reference, at)) {
        BYTES_ARE(fields[2], at) { o.err = cri_to_coap_location(&reference, 0, o.buf, o.cap, &o.len); }
    }
    if (strcmp(fields[0], "-") == 0) {
        return;
    }
    struct input in = input_hex(fields[0]);
    BYTES_ARE(fields[1], at) { o.err = cri_from_coap_location(rev, in.data, in.len, o.buf, o.cap, &o.len); }
    if (row_err(cri_composer_init_location(&composer, rev, buf, sizeof buf), CRI_OK, at)) {
        row_composes(&composer, in, fields[1], at);
    }
    row_is_canonical(rev, fields[1], at);
}

static void check_coap_proxy(uint8_t rev, const char *const *fields, const char *at)
{
    uint16_t proxy = (uint16_t)strtoul(fields[0], NULL, 10);
    size_t len = UNTOUCHED;
    cri_coap_options_t options;
    cri_endpoint_t endpoint_of_row;
    const cri_endpoint_t *dest = endpoint(fields[2], &endpoint_of_row);
    cri_t cri, back;
    if (!row_parses_hex(rev, fields[1], &cri, at)) {
        return;
    }
    BYTES_ARE(fields[3], at) { o.err = cri_to_coap_proxy(&cri, proxy, dest, 0, o.buf, o.cap, &o.len); }
    if (!row_outcome(cri_coap_proxy_options(&cri, proxy, dest, buf, sizeof buf, &len, &options), fields[3], at)) {
        row_size(len, UNTOUCHED, at);
        return;
    }
    row_iterates(&options, fields[3], at);
    /* It comes back, and has the same options again. */
    struct input in = input_hex(fields[3]);
    if (row_err(cri_from_coap(rev, -1, in.data, in.len, dest, buf, sizeof buf, &len), CRI_OK, at) &&
        row_parses(rev, input(buf, len), &back, at)) {
        BYTES_ARE(fields[3], at) { o.err = cri_to_coap_proxy(&back, proxy, dest, 0, o.buf, o.cap, &o.len); }
        if (proxy == CRI_COAP_PROXY_CRI) {
            row_equal(&cri, &back, true, at);
        }
    }
}

/* What is under a prefix: the rest as Uri-Path options, or "-". */
static void row_rest(bool under, const char *field, const char *at)
{
    if (row_ok(under == (strcmp(field, "-") != 0), at, "is under the prefix") && under) {
        row_bytes(coded.bytes.data, coded.bytes.len, field, at);
    }
}

static void row_matches_bytes(const cri_t *prefix, struct input in, const char *field, const char *at)
{
    cri_coap_path_t rest;
    const uint8_t *segment = NULL;
    size_t len = 0;
    bool under = false;
    memset(&coded, 0, sizeof coded);
    memset(&rest, FILL, sizeof rest);
    if (row_outcome(cri_coap_path_match(in.data, in.len, prefix, &under, &rest), field, at)) {
        while (under && cri_coap_path_next(&rest, &segment, &len)) {
            code(CRI_COAP_URI_PATH, segment, len);
        }
        row_rest(under, field, at);
    }
    row_ok(under || is_filled(&rest, sizeof rest), at, "no iterator is stored");
}

/* Puts the segments out that the value of Uri-Path-Abbrev stands for, after those that matched. */
static void code_abbreviated(const struct option *option, size_t matched, const char *at)
{
    uint8_t alone[2 + 4] = {(uint8_t)(0xd0 | option->len), CRI_COAP_URI_PATH_ABBREV - 13};
    cri_t root = parse_hex(CRI_REV_27, "82 f5 80");
    cri_coap_path_t path;
    const uint8_t *segment = NULL;
    size_t len = 0;
    bool under = false;
    memcpy(alone + 2, option->value, option->len);
    row_err(cri_coap_path_match(alone, 2 + option->len, &root, &under, &path), CRI_OK, at);
    while (under && cri_coap_path_next(&path, &segment, &len)) {
        if (matched > 0) {
            matched--;
        } else {
            code(CRI_COAP_URI_PATH, segment, len);
        }
    }
}

static void row_matches_one_by_one(const cri_t *prefix, struct input in, const char *field, const char *at)
{
    struct option option = {0, NULL, 0};
    struct input left = in;
    cri_path_matcher_t matcher;
    bool under = true;
    size_t matched = UNTOUCHED;
    cri_err_t err = cri_path_matcher_init(&matcher, prefix);
    if (err != CRI_OK) {
        row_outcome(err, field, at);
        return;
    }
    while (err == CRI_OK && read_option(&left, &option)) {
        err = cri_path_matcher_option(&matcher, option.number, option.value, option.len);
    }
    if (err == CRI_OK && left.len > 0) {
        return; /* malformed, which is for a stack to refuse */
    }
    row_err(cri_path_matcher_finish(&matcher, &under, &matched), CRI_OK, at);
    row_ok(under || matched == UNTOUCHED, at, "no number is stored");
    if (!row_outcome(err, field, at)) {
        row_ok(!under, at, "nothing is under the prefix after an error");
        return;
    }
    memset(&coded, 0, sizeof coded);
    option.number = 0;
    while (under && read_option(&in, &option)) {
        if (option.number == CRI_COAP_URI_PATH && matched > 0) {
            matched--;
        } else if (option.number == CRI_COAP_URI_PATH) {
            code(option.number, option.value, option.len);
        } else if (option.number == CRI_COAP_URI_PATH_ABBREV) {
            code_abbreviated(&option, matched, at);
        }
    }
    row_rest(under, field, at);
}

/* As the CRI of the request. */
static void row_matches_cri(const cri_t *prefix, struct input in, const char *field, const char *at)
{
    static const uint8_t address[] = {192, 0, 2, 1};
    const cri_endpoint_t dest = {address, sizeof address, NULL, 0, 5683};
    size_t len = 0;
    uint8_t rev = cri_revision(prefix);
    cri_t cri;
    cri_iter_t rest;
    cri_text_t text;
    const char *chars = NULL;
    bool under = false;
    memset(&coded, 0, sizeof coded);
    cri_err_t err = cri_from_coap(rev, -1, in.data, in.len, &dest, buf, sizeof buf, &len);
    if (err == CRI_OK && row_parses(rev, input(buf, len), &cri, at)) {
        err = cri_path_match(&cri, prefix, &under, &rest);
    }
    if (row_outcome(err, field, at)) {
        while (under && cri_iter_next(&rest, &text)) {
            row_ok(cri_text_plain(&text, &chars, &len), at, "plain");
            code(CRI_COAP_URI_PATH, (const uint8_t *)chars, len);
        }
        row_rest(under, field, at);
    }
}

static void check_coap_path(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[0]);
    bool wanted_asks = strcmp(fields[3], "true") == 0, asks = !wanted_asks;
    cri_t prefix;
    if (row_outcome(cri_coap_asks_proxy(in.data, in.len, &asks), fields[3], at)) {
        row_ok(asks == wanted_asks, at, "asks a proxy");
    } else {
        row_ok(asks, at, "no answer is stored");
    }
    if (row_parses_uri(rev, fields[1], &prefix, at)) {
        row_matches_bytes(&prefix, in, fields[2], at);
        row_matches_one_by_one(&prefix, in, fields[2], at);
        if (!wanted_asks) {
            row_matches_cri(&prefix, in, fields[2], at);
        }
    }
}

/* ---- tests/document.rs ---- */

/* Appends the canonical form of what was found. */
static void append(const cri_t *cri, size_t *found, const char *at)
{
    size_t len = 0;
    if (row_err(cri_encode(cri, buf + *found, sizeof buf - *found, &len), CRI_OK, at)) {
        *found += len;
    }
}

/* Every item, CRI or not, is where the one before it ends, and begins with what cri_parse() says of it. */
static void every_item(cri_items_t items, const char *error, const char *at)
{
    cri_items_t cris = items;
    const uint8_t *data = NULL, *end = NULL;
    size_t len = 0, consumed = 0, cri_len = 0;
    cri_err_t err = CRI_OK;
    cri_t cri, same;
    memset(&cri, FILL, sizeof cri);
    while (cri_items_next_item(&items, &cri, &err, &data, &len)) {
        const uint8_t *cri_data = NULL;
        row_ok(end == NULL || data == end, at, "items lie apart");
        end = data + len;
        row_ok(cri_skip(data, len, &consumed) == CRI_OK && consumed == len, at, "the bytes are not one item");
        if (err == CRI_OK) {
            row_ok(cri_items_next(&cris, &same) && memcmp(&cri, &same, sizeof cri) == 0, at, "another view");
            row_ok(cri_encoding(&cri, &cri_data, &cri_len) && cri_data == data && cri_len == len, at, "its bytes");
            memset(&cri, FILL, sizeof cri);
        } else {
            row_ok(cri_err_is_unprocessable(err) && is_filled(&cri, sizeof cri), at, "no view is stored");
        }
    }
    row_ok(!cri_items_next(&cris, &same), at, "a CRI was left out");
    const char *name = cri_err_name(cri_items_error(&items));
    row_text(name, strlen(name), error, at);
}

static void check_documents(uint8_t rev, const char *const *fields, const char *at)
{
    struct input in = input_hex(fields[1]);
    cri_items_t items;
    cri_find_t find;
    cri_t cri, untouched;
    cri_err_t err;
    size_t found = 1, count = 0;
    bool tagged = strcmp(fields[0], "tagged") == 0;
    if (tagged) {
        err = cri_find_tagged(rev, in.data, in.len, &find);
    } else if (strcmp(fields[0], "array") == 0) {
        err = cri_items_array(rev, in.data, in.len, &items);
    } else {
        err = cri_items_sequence(rev, in.data, in.len, &items);
    }
    if (!row_outcome(err, fields[2], at)) {
        return;
    }
    row_err(tagged ? cri_find_error(&find) : cri_items_error(&items), CRI_OK, at);
    if (!tagged) {
        every_item(items, strcmp(fields[3], "-") == 0 ? "ok" : fields[3], at);
    }
    while (tagged ? cri_find_next(&find, &cri) : cri_items_next(&items, &cri)) {
        const uint8_t *data = NULL;
        size_t len = 0;
        row_ok(cri_encoding(&cri, &data, &len) && data >= in.data && len <= in.len - (size_t)(data - in.data), at,
               "its bytes");
        append(&cri, &found, at);
        count++;
    }
    buf[0] = (uint8_t)(0x80 | count);
    row_bytes(buf, found, fields[2], at);
    const char *name = cri_err_name(tagged ? cri_find_error(&find) : cri_items_error(&items));
    row_text(name, strlen(name), strcmp(fields[3], "-") == 0 ? "ok" : fields[3], at);
    /* It has ended. */
    memset(&untouched, FILL, sizeof untouched);
    row_ok(!(tagged ? cri_find_next(&find, &untouched) : cri_items_next(&items, &untouched)), at,
           "goes on after its end");
    row_ok(is_filled(&untouched, sizeof untouched), at, "no view is stored");
}

/* ---- tests/links.rs ---- */

/* An answer as cri-tool has it. */
static struct {
    char text[BYTES_MAX];
    size_t len;
} answer;

static void answer_field(const char *before, const char *chars, size_t len)
{
    size_t escaped = 0;
    const char *tab = answer.len > 0 && before[0] != '=' ? "\t" : "";
    answer.len += (size_t)snprintf(answer.text + answer.len, sizeof answer.text - answer.len, "%s%s", tab, before);
    assert_int_equal(
        cri_escape((const uint8_t *)chars, len, answer.text + answer.len, sizeof answer.text - answer.len, &escaped),
        CRI_OK);
    answer.len += escaped;
}

/* A value: plain, decoded into every capacity, and compared. */
static void answer_value(const cri_link_value_t *value, const char *at)
{
    static char decoded[BYTES_MAX];
    const char *chars = NULL;
    size_t len = UNTOUCHED, plain_len = 0;
    row_err(cri_link_value_decode(value, decoded, sizeof decoded, &len), CRI_OK, at);
    row_ok(decoded[len] == '\0', at, "ends in NUL");
    row_err(cri_link_value_decode(value, decoded, len, &plain_len), CRI_ERR_BUFFER, at);
    row_size(plain_len, len, at);
    row_err(cri_link_value_decode(value, decoded, len + 1, &len), CRI_OK, at);
    row_ok(cri_link_value_equal(value, decoded, len), at, "equal");
    row_ok(len == 0 || !cri_link_value_equal(value, decoded, len - 1), at, "equal to less");
    row_ok(len == 0 || memchr(decoded, ' ', len) != NULL || cri_link_value_has_token(value, decoded, len), at, "token");
    if (cri_link_value_plain(value, &chars, &plain_len)) {
        row_ok(plain_len == len && memcmp(chars, decoded, len) == 0, at, "plain");
    }
    answer_field("=", decoded, len);
}

static void answer_link(const cri_link_t *link, const char *at)
{
    cri_link_attributes_t attributes;
    cri_link_value_t value, first;
    const char *chars = NULL, *name = NULL;
    size_t len = 0, name_len = 0;
    row_ok(cri_link_target(link, &chars, &len), at, "target");
    answer_field("<", chars, len);
    cri_link_attributes(link, &attributes);
    while (cri_link_attributes_next(&attributes, &name, &name_len, &value)) {
        answer_field("", name, name_len);
        row_ok(cri_link_attribute(link, name, name_len, &first), at, "the first of the name");
        if (cri_link_value_is_set(&value)) {
            answer_value(&value, at);
        }
    }
    row_ok(is_filled(memset(&value, FILL, sizeof value), sizeof value) &&
               !cri_link_attributes_next(&attributes, &name, &name_len, &value) && is_filled(&value, sizeof value),
           at, "the last attribute");
}

/* Adds what is left in a window; whether links_next() finds the same links in it. */
static void answer_window(cri_links_t *links, const char *at)
{
    cri_links_t others = *links;
    cri_link_t link, other;
    cri_err_t err = UNTOUCHED;
    size_t offset = UNTOUCHED;
    while (cri_links_next_item(links, &link, &err, &offset)) {
        if (err == CRI_OK) {
            row_ok(offset == 0 && cri_links_next(&others, &other) && memcmp(&link, &other, sizeof link) == 0, at,
                   "next");
            answer_link(&link, at);
        } else {
            char fault[64];
            snprintf(fault, sizeof fault, "!%s@%zu", cri_err_name(err), offset);
            answer_field(fault, "", 0);
        }
    }
    row_ok(!cri_links_next(&others, &other), at, "no other");
}

static void check_links(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0]));
    static char window[BYTES_MAX];
    cri_links_t links;
    answer.len = 0;
    row_err(cri_links_init((const char *)text.data, text.len, true, &links), CRI_OK, at);
    answer_window(&links, at);
    row_size(cri_links_left(&links), 0, at);
    row_text(answer.text, answer.len, fields[1], at);
    /* In windows that grow by so many bytes. */
    for (size_t step = 1; step <= text.len; step++) {
        size_t kept = 0, from = 0;
        answer.len = 0;
        row_err(cri_links_init(window, 0, false, &links), CRI_OK, at);
        while (from < text.len) {
            const size_t more = step < text.len - from ? step : text.len - from;
            memcpy(window + kept, text.data + from, more);
            from += more;
            row_err(cri_links_more(&links, window, kept + more, from == text.len), CRI_OK, at);
            answer_window(&links, at);
            const size_t left = cri_links_left(&links);
            memmove(window, window + kept + more - left, left);
            kept = left;
        }
        row_text(answer.text, answer.len, fields[1], at);
    }
}

static void check_links_filter(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0])), query = input(fields[1], strlen(fields[1]));
    cri_links_t links;
    cri_link_t link;
    bool passes = false;
    answer.len = 0;
    row_err(cri_link_init(NULL, 0, NULL, 0, &link), CRI_OK, at);
    if (!row_outcome(cri_link_matches(&link, (const char *)query.data, query.len, &passes), fields[2], at)) {
        return;
    }
    row_err(cri_links_init((const char *)text.data, text.len, true, &links), CRI_OK, at);
    while (cri_links_next(&links, &link)) {
        row_err(cri_link_matches(&link, (const char *)query.data, query.len, &passes), CRI_OK, at);
        if (passes) {
            answer_link(&link, at);
        }
    }
    row_text(answer.text, answer.len, fields[2], at);
}

static void check_links_resolve(uint8_t rev, const char *const *fields, const char *at)
{
    struct input iri = input(fields[1], strlen(fields[1]));
    static uint8_t reference[BYTES_MAX];
    static char uri[BYTES_MAX];
    cri_t base, resolved;
    size_t len = UNTOUCHED, uri_len = 0;
    if (!row_parses_uri(rev, fields[0], &base, at)) {
        return;
    }
    memset(&resolved, FILL, sizeof resolved);
    if (!row_outcome(
            cri_link_resolve(&base, (const char *)iri.data, iri.len, reference, sizeof reference, &len, &resolved),
            fields[2], at)) {
        row_ok(len == UNTOUCHED && is_filled(&resolved, sizeof resolved), at, "no view is stored");
        return;
    }
    row_err(cri_to_uri(&resolved, uri, sizeof uri, &uri_len), CRI_OK, at);
    row_text(uri, uri_len, fields[2], at);
    for (size_t cap = 0; cap < len; cap++) {
        size_t needed = UNTOUCHED;
        memset(&resolved, FILL, sizeof resolved);
        row_err(cri_link_resolve(&base, (const char *)iri.data, iri.len, reference, cap, &needed, &resolved),
                CRI_ERR_BUFFER, at);
        row_ok(needed == len && is_filled(&resolved, sizeof resolved), at, "the length needed");
    }
}

static void check_links_write(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input name = input(fields[0], strlen(fields[0])), value = input(fields[1], strlen(fields[1]));
    static uint8_t window[BYTES_MAX];
    cri_link_writer_t links;
    size_t len = UNTOUCHED, total = UNTOUCHED;
    row_err(cri_link_writer_init(&links, 4, window, sizeof window), CRI_OK, at);
    row_err(cri_link_writer_target(&links, CRI_LIT("/a")), CRI_OK, at);
    cri_err_t err =
        cri_link_writer_attribute(&links, (const char *)name.data, name.len, (const char *)value.data, value.len);
    if (!row_outcome(err, fields[2], at)) {
        row_err(cri_link_writer_flag(&links, CRI_LIT("b")), err, at);
        row_err(cri_link_writer_finish(&links, &len, &total), err, at);
        row_ok(len == UNTOUCHED && total == UNTOUCHED, at, "no length is stored");
        return;
    }
    row_err(cri_link_writer_finish(&links, &len, &total), CRI_OK, at);
    row_size(total, len + 4, at);
    row_ok(len > 0 && window[0] == ';', at, "a semicolon");
    row_text((const char *)window + 1, len - 1, fields[2], at);
}

/* ---- tests/dispatch.rs ---- */

/* Whether two texts are the same characters and octets. */
static bool same_text(const cri_text_t *a, const cri_text_t *b)
{
    uint8_t decoded[2][64];
    size_t lens[2] = {0, 0}, len = 0;
    const char *chars = NULL;
    return cri_text_decode(a, decoded[0], sizeof decoded[0], &lens[0]) == CRI_OK &&
           cri_text_decode(b, decoded[1], sizeof decoded[1], &lens[1]) == CRI_OK && lens[0] == lens[1] &&
           memcmp(decoded[0], decoded[1], lens[0]) == 0 &&
           cri_text_plain(a, &chars, &len) == cri_text_plain(b, &chars, &len);
}

#define CAPTURES 4

/* What a pattern captured, or that it does not match. */
struct match {
    cri_text_t captures[CAPTURES];
    cri_iter_t rest;
    cri_coap_path_t coap_rest;
    bool matches, coap;
};

static bool next_of_rest(struct match *match, cri_text_t *segment)
{
    uint8_t cbor[64];
    const uint8_t *chars = NULL;
    size_t len = 0;
    if (!match->coap) {
        return cri_iter_next(&match->rest, segment);
    }
    if (!cri_coap_path_next(&match->coap_rest, &chars, &len) || len > 20) {
        return false;
    }
    /* The text as that of a reference. */
    memcpy(cbor, "\x82\xf5\x81", 3);
    cbor[3] = (uint8_t)(0x60 | len);
    memcpy(cbor + 4, chars, len);
    cri_t reference;
    struct input in = input(cbor, 4 + len);
    return cri_parse(CRI_REV_27, in.data, in.len, &reference, &len) == CRI_OK && cri_path_get(&reference, 0, segment);
}

/* The segments of an array, as those of a reference that discards all. */
static void segments(uint8_t rev, const char *array, cri_iter_t *iter, const char *at)
{
    struct bytes bytes = {2, {0x82, 0xf5}}, array_bytes = from_hex(array);
    cri_t reference;
    memcpy(bytes.data + 2, array_bytes.data, array_bytes.len);
    if (row_parses(rev, input(bytes.data, 2 + array_bytes.len), &reference, at)) {
        cri_path_iter(&reference, iter);
    }
}

static void row_captures(uint8_t rev, struct match *match, const char *const *fields, const char *at)
{
    cri_iter_t wanted = {0};
    cri_text_t segment, rest;
    size_t count = 0;
    if (!row_ok(match->matches == (strcmp(fields[2], "-") != 0), at, "matches")) {
        return;
    }
    if (match->matches) {
        segments(rev, fields[2], &wanted, at);
        while (cri_iter_next(&wanted, &segment)) {
            row_ok(same_text(&segment, &match->captures[count]), at, "captured segment");
            count++;
        }
        segments(rev, fields[3], &wanted, at);
        while (cri_iter_next(&wanted, &segment)) {
            row_ok(next_of_rest(match, &rest) && same_text(&segment, &rest), at, "segment of the rest");
        }
        row_ok(!next_of_rest(match, &rest), at, "more segments");
    } else {
        row_ok(is_filled(&match->rest, sizeof match->rest) && is_filled(&match->coap_rest, sizeof match->coap_rest), at,
               "an iterator is stored");
    }
    row_ok(is_filled(&match->captures[count], (CAPTURES - count) * sizeof segment), at, "other places are stored to");
}

static void check_patterns(uint8_t rev, const char *const *fields, const char *at)
{
    struct input pattern = input(fields[0], strlen(fields[0]));
    const char *chars = (const char *)pattern.data;
    struct bytes full = {5, {0x83, 0x20, 0x81, 0x61, 0x68}}, path = from_hex(fields[1]);
    struct match match;
    cri_t cri;
    size_t len = 0;
    memcpy(full.data + 5, path.data, path.len);
    if (!row_parses(rev, input(full.data, 5 + path.len), &cri, at)) {
        return;
    }
    memset(&match, FILL, sizeof match);
    match.coap = match.matches = false;
    if (row_outcome(cri_pattern_match(chars, pattern.len, &cri, match.captures, CAPTURES, &match.rest, &match.matches),
                    fields[2], at)) {
        row_captures(rev, &match, fields, at);
    }
    const cri_route_t routes[] = {{CRI_LIT("/no/{}/such"), 1}, {chars, pattern.len, 2}};
    const cri_route_t *route = &routes[0];
    memset(&match, FILL, sizeof match);
    match.coap = match.matches = false;
    if (row_outcome(cri_route(routes, COUNT(routes), &cri, match.captures, CAPTURES, &match.rest, &route), fields[2],
                    at)) {
        match.matches = route == &routes[1];
        row_ok(match.matches || route == NULL, at, "the route of the CRI");
        row_captures(rev, &match, fields, at);
    } else {
        row_ok(route == &routes[0], at, "no route of the CRI is stored");
    }
    cri_err_t err = cri_to_coap(&cri, NULL, 0, buf, sizeof buf, &len);
    if (err == CRI_ERR_COAP_PET || !row_err(err, CRI_OK, at)) {
        return;
    }
    struct input options = input(buf, len);
    memset(&match, FILL, sizeof match);
    match.coap = true;
    match.matches = false;
    if (row_outcome(cri_coap_pattern_match(chars, pattern.len, options.data, options.len, match.captures, CAPTURES,
                                           &match.coap_rest, &match.matches),
                    fields[2], at)) {
        row_captures(rev, &match, fields, at);
    }
    route = &routes[0];
    memset(&match, FILL, sizeof match);
    match.coap = true;
    match.matches = false;
    if (row_outcome(cri_coap_route(routes, COUNT(routes), options.data, options.len, match.captures, CAPTURES,
                                   &match.coap_rest, &route),
                    fields[2], at)) {
        match.matches = route == &routes[1];
        row_ok(match.matches || route == NULL, at, "the route");
        row_captures(rev, &match, fields, at);
    } else {
        row_ok(route == &routes[0], at, "no route is stored");
    }
}

/* ---- tests/cori.rs ---- */

static bool row_parses_cori(const char *hex, cri_cori_t *cori, const char *at)
{
    struct input in = input_hex(hex);
    size_t consumed = UNTOUCHED;
    return row_err(cri_cori_parse(in.data, in.len, cori, &consumed), CRI_OK, at) && row_size(consumed, in.len, at);
}

static void row_checks_cori(const char *hex, const char *field, const char *at)
{
    static const char *const kinds[] = {"relative", "absolute", "normalized"};
    struct input in = input_hex(hex);
    uint8_t kind = FILL;
    size_t consumed = UNTOUCHED;
    cri_cori_t cori;
    memset(&cori, FILL, sizeof cori);
    cri_err_t err = cri_cori_check(in.data, in.len, &kind, &consumed);
    row_err(cri_cori_parse(in.data, in.len, &cori, &consumed), err, at);
    if (row_outcome(err, field, at)) {
        row_ok(kind < COUNT(kinds) && strcmp(kinds[kind], field) == 0, at, "kind");
        row_ok(cri_cori_kind(&cori) == kind, at, "kind of the view");
        row_size(consumed, in.len, at);
    } else {
        row_ok(kind == FILL && is_filled(&cori, sizeof cori), at, "no view is stored");
        row_ok((consumed != UNTOUCHED) == cri_err_is_unprocessable(err), at, "bytes to skip");
    }
}

static void row_encodes_cori(cri_err_t err, const cri_cori_t *cori, const char *field, const char *at)
{
    if (row_outcome(err, field, at)) {
        BYTES_ARE(field, at) { o.err = cri_cori_encode(cori, o.buf, o.cap, &o.len); }
    }
}

static void check_cori(uint8_t unused, const char *const *fields, const char *at)
{
    (void)unused;
    const char *operation = fields[0], *first = fields[1], *second = fields[2], *field = fields[3];
    uint8_t rev = strstr(operation, "13") != NULL ? CRI_REV_13 : CRI_REV_27;
    cri_cori_t cori, other, result;
    cri_t cri;
    if (strcmp(operation, "check") == 0) {
        row_checks_cori(first, field, at);
    } else if (strcmp(operation, "decompose") == 0) {
        struct input uri = input(first, strlen(first));
        BYTES_ARE(field, at) { o.err = cri_cori_decompose((const char *)uri.data, uri.len, o.buf, o.cap, &o.len); }
    } else if (strncmp(operation, "from-cri-", 9) == 0) {
        if (row_parses_hex(rev, first, &cri, at)) {
            BYTES_ARE(field, at) { o.err = cri_cori_from_cri(&cri, o.buf, o.cap, &o.len); }
        }
    } else if (!row_parses_cori(first, &cori, at)) {
        return;
    } else if (strcmp(operation, "resolve") == 0) {
        if (row_parses_cori(second, &other, at)) {
            row_encodes_cori(cri_cori_resolve(&cori, &other, RELATION, &result), &result, field, at);
        }
    } else if (strcmp(operation, "relative") == 0) {
        if (row_parses_cori(second, &other, at)) {
            row_encodes_cori(cri_cori_relativize(&other, &cori, &result), &result, field, at);
        }
    } else if (strcmp(operation, "recompose") == 0) {
        TEXT_IS(field, at) { o.err = cri_cori_recompose(&cori, (char *)o.buf, o.cap, &o.len); }
    } else if (strncmp(operation, "to-cri-", 7) == 0) {
        BYTES_ARE(field, at) { o.err = cri_cori_to_cri(&cori, rev, o.buf, o.cap, &o.len); }
    } else {
        uint8_t flags = strcmp(operation, "coap-proxy") == 0    ? CRI_CORI_TO_PROXY
                        : strcmp(operation, "coap-silent") == 0 ? CRI_CORI_SILENT
                                                                : 0;
        BYTES_ARE(field, at) { o.err = cri_cori_to_coap(&cori, flags, o.buf, o.cap, &o.len); }
    }
}

/* ---- hosts ---- */

/* The endpoint is what the accessors store. */
static void row_endpoint(const cri_t *cri, const char *port_field, const char *at)
{
    cri_endpoint_t endpoint;
    const uint8_t *address = NULL;
    const char *zone = NULL;
    size_t len = 0, zone_len = 0;
    uint16_t port = 0;
    memset(&endpoint, FILL, sizeof endpoint);
    cri_err_t err = cri_host_endpoint(cri, &endpoint);
    if (cri_host_kind(cri) == CRI_HOST_NONE) {
        row_err(err, CRI_ERR_NO_HOST, at);
    } else if (!cri_host_address(cri, &address, &len)) {
        row_err(err, CRI_ERR_HOST_NAME, at);
    } else if (row_outcome(err, port_field, at)) {
        bool has_zone = cri_zone(cri, &zone, &zone_len) && zone_len > 0;
        row_ok(endpoint.addr == address && endpoint.addr_len == len, at, "the address");
        row_ok(endpoint.zone == (has_zone ? zone : NULL) && endpoint.zone_len == zone_len, at, "the zone identifier");
        row_ok(cri_effective_port(cri, &port) == CRI_OK && endpoint.port == port, at, "the port");
    }
    row_ok(err == CRI_OK || is_filled(&endpoint, sizeof endpoint), at, "no endpoint is stored");
}

static void check_host(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t cri;
    uint16_t port = UNTOUCHED;
    if (!row_parses_hex(rev, fields[0], &cri, at)) {
        return;
    }
    TEXT_IS(fields[1], at) { o.err = cri_host_text(&cri, (char *)o.buf, o.cap, &o.len); }
    if (row_outcome(cri_effective_port(&cri, &port), fields[2], at)) {
        row_size(port, strtoul(fields[2], NULL, 10), at);
    } else {
        row_size(port, UNTOUCHED, at);
    }
    row_endpoint(&cri, fields[2], at);
}

static void check_origin(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t one, other;
    bool wanted = strcmp(fields[2], "true") == 0;
    if (!row_parses_hex(rev, fields[0], &one, at) || !row_parses_hex(rev, fields[1], &other, at)) {
        return;
    }
    bool same = !wanted, back = !wanted;
    if (row_outcome(cri_same_origin(&one, &other, &same), fields[2], at)) {
        row_ok(same == wanted, at, "the same origin");
    } else {
        row_ok(same == !wanted, at, "nothing is stored");
    }
    if (row_outcome(cri_same_origin(&other, &one, &back), fields[2], at)) {
        row_ok(back == wanted, at, "the same origin, the other way round");
    }
}

/* ---- URI text ---- */

static void check_uri_find(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0]));
    char ranges[BYTES_MAX] = "";
    size_t from = 0, start, len, written = 0;
    while (cri_uri_find((const char *)text.data, text.len, from, &start, &len)) {
        if (!row_ok(start >= from && len > 0 && len <= text.len - start, at, "a range of the text")) {
            return;
        }
        written += (size_t)snprintf(ranges + written, sizeof ranges - written, "%s%u:%u", written > 0 ? " " : "",
                                    (unsigned)start, (unsigned)len);
        assert_true(written < sizeof ranges);
        from = start + len;
    }
    row_text(ranges, written, fields[1], at);
}

static void check_uri_unwrap(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0]));
    TEXT_IS(fields[1], at) { o.err = cri_uri_unwrap((const char *)text.data, text.len, (char *)o.buf, o.cap, &o.len); }
}

static void check_same_document(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input base = input(fields[0], strlen(fields[0])), reference = input(fields[1], strlen(fields[1]));
    bool wanted = strcmp(fields[2], "true") == 0, same = !wanted;
    cri_err_t err =
        cri_uri_same_document((const char *)base.data, base.len, (const char *)reference.data, reference.len, &same);
    if (row_outcome(err, fields[2], at)) {
        row_ok(same == (is_error(fields[2]) ? !wanted : wanted), at, "the same document");
    }
}

static void check_uri_lenient(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0]));
    cri_uri_t uri;
    uint32_t invalid = UINT32_MAX, wanted = 0;
    memset(&uri, FILL, sizeof uri);
    row_err(cri_uri_split_lenient((const char *)text.data, text.len, &uri, &invalid), CRI_OK, at);
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        const char *field = fields[1 + part], *chars = NULL;
        size_t len = 0;
        bool defined = strcmp(field, "-") != 0;
        wanted |= (uint32_t)is_error(field) << part;
        if (row_ok(cri_uri_part(&uri, part, &chars, &len) == defined, at, "defined or not") && defined) {
            row_text(chars, len, is_error(field) ? field + 1 : field, at);
        }
    }
    row_size(invalid, wanted, at);
    /* Nothing is invalid exactly where the strict split finds nothing. */
    cri_uri_t strict;
    size_t offset;
    cri_err_t err = cri_uri_split((const char *)text.data, text.len, &strict, &offset);
    row_ok((err == CRI_OK) == (invalid == 0), at, "as the strict split");
    row_ok(err != CRI_OK || cri_uri_host_kind(&strict) == cri_uri_host_kind(&uri), at, "the kind of the host");
    for (uint8_t part = CRI_PART_SCHEME; err == CRI_OK && part <= CRI_PART_FRAGMENT; part++) {
        const char *chars = NULL, *same = NULL;
        size_t len = 0, same_len = 0;
        bool defined = cri_uri_part(&uri, part, &chars, &len);
        row_ok(cri_uri_part(&strict, part, &same, &same_len) == defined && same == chars && same_len == len, at,
               "the part");
    }
}

/* ---- URIs and IRIs ---- */

static void check_from_iri(uint8_t rev, const char *const *fields, const char *at)
{
    struct input iri = input_hex(fields[0]);
    const char *chars = (const char *)iri.data;
    cri_t cri;
    BYTES_ARE(fields[1], at) { o.err = cri_from_iri(rev, chars, iri.len, o.buf, o.cap, &o.len); }
    if (!is_error(fields[1]) && row_parses_hex(rev, fields[1], &cri, at)) {
        row_encodes_to(&cri, fields[1], at);
        TEXT_IS(fields[2], at) { o.err = cri_to_iri(&cri, (char *)o.buf, o.cap, &o.len); }
    }
}

static void check_escape(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input octets = input_hex(fields[0]);
    TEXT_IS(fields[1], at) { o.err = cri_escape(octets.data, octets.len, (char *)o.buf, o.cap, &o.len); }
}

/* One host is of this kind in the rows. */
static const char *const host_kinds[] = {"none", "name", "ipv4", "ipv6", "ipv6-zone", "future"};

/* The parts, put together as RFC 3986 section 5.3 does. */
static void row_recomposes(const cri_uri_t *uri, const char *text, const char *at)
{
    static const char *const before[] = {"", "", "", ":", "", "?", "#"}, *const after[] = {":", "@", "", "",
                                                                                           "",  "",  ""};
    char whole[BYTES_MAX];
    size_t used = 0;
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        const char *chars = "untouched";
        size_t len = UNTOUCHED, path_len = 0;
        if (part == CRI_PART_USERINFO && cri_uri_part(uri, CRI_PART_HOST, &chars, &path_len)) {
            used += (size_t)snprintf(whole + used, sizeof whole - used, "//");
        }
        if (cri_uri_part(uri, part, &chars, &len)) {
            used += (size_t)snprintf(whole + used, sizeof whole - used, "%s%.*s%s", before[part], (int)len, chars,
                                     after[part]);
        } else {
            row_ok(len == UNTOUCHED, at, "no part is stored");
        }
        assert_true(used < sizeof whole);
    }
    row_text(whole, used, text, at);
    row_ok(!cri_uri_part(uri, CRI_PART_FRAGMENT + 1, &(const char *){NULL}, &used), at, "a part after the last");
}

/* The pieces between separators are those that an iterator gives. */
static void row_pieces(const cri_uri_t *uri, uint8_t part, const char *at)
{
    bool path = part == CRI_PART_PATH;
    const char *text = NULL, *piece = NULL;
    size_t len = 0, piece_len = 0;
    cri_uri_iter_t iter;
    (path ? cri_uri_path_iter : cri_uri_query_iter)(uri, &iter);
    if (cri_uri_part(uri, part, &text, &len) && (!path || len > 0)) {
        const char *from = path && text[0] == '/' ? text + 1 : text, *end = text + len;
        for (bool more = true; more;) {
            const char *next = memchr(from, path ? '/' : '&', (size_t)(end - from));
            more = next != NULL;
            next = more ? next : end;
            if (row_ok(cri_uri_iter_next(&iter, &piece, &piece_len), at, "as many pieces")) {
                row_ok(piece == from && piece + piece_len == next, at, "the piece");
            }
            from = next + 1;
        }
    }
    row_ok(!cri_uri_iter_next(&iter, &piece, &piece_len) && !cri_uri_iter_next(&iter, &piece, &piece_len), at,
           "the end");
}

static void row_refuses_text(struct input text, cri_err_t err, const char *at)
{
    const char *chars = (const char *)text.data;
    size_t len = UNTOUCHED;
    bool equal = true;
    row_err(cri_uri_resolve("a:b", 3, chars, text.len, true, (char *)buf, sizeof buf, &len), err, at);
    row_err(cri_uri_normalize(chars, text.len, CRI_URI_SYNTAX, (char *)buf, sizeof buf, &len), err, at);
    row_err(cri_uri_equal(chars, text.len, "a", 1, CRI_URI_SYNTAX, &equal), err, at);
    row_err(cri_uri_equal("a", 1, chars, text.len, CRI_URI_SIMPLE, &equal), err, at);
    row_ok(len == UNTOUCHED && equal, at, "nothing is stored");
}

static void check_uri_split(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0]));
    cri_uri_t uri;
    size_t offset = UNTOUCHED;
    memset(&uri, FILL, sizeof uri);
    cri_err_t err = cri_uri_split((const char *)text.data, text.len, &uri, &offset);
    if (is_error(fields[1])) {
        row_outcome(err, fields[1], at);
        row_size(offset, strtoul(fields[2], NULL, 10), at);
        row_ok(is_filled(&uri, sizeof uri), at, "nothing is stored");
        row_refuses_text(text, err, at);
    } else if (row_err(err, CRI_OK, at)) {
        size_t kind = cri_uri_host_kind(&uri);
        row_ok(kind < COUNT(host_kinds) && strcmp(host_kinds[kind], fields[1]) == 0, at, "the kind of the host");
        row_size(offset, UNTOUCHED, at);
        cri_uri_t copy = uri;
        row_recomposes(&copy, fields[0], at);
        row_pieces(&copy, CRI_PART_PATH, at);
        row_pieces(&copy, CRI_PART_QUERY, at);
    }
}

static void check_uri_resolve(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    row_resolves_text(fields[0], fields[1], true, fields[2], at);
    row_resolves_text(fields[0], fields[1], false, fields[3], at);
}

/* The normal form by each level, which is its own, and equality by them. */
static void check_uri_normalize(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    for (size_t i = 0; i < 9; i++) {
        const char *text = fields[i % 3];
        uint8_t level = (uint8_t)(i / 3);
        struct input in = input(text, strlen(text)), whole = input(fields[0], strlen(fields[0]));
        const char *chars = (const char *)in.data, *wanted = fields[level];
        if (is_error(fields[1])) {
            row_refuses_text(whole, cri_uri_split((const char *)whole.data, whole.len, &(cri_uri_t){0}, &(size_t){0}),
                             at);
            wanted = fields[1];
        } else {
            bool same = i % 3 <= level || strcmp(text, wanted) == 0, equal = !same;
            row_err(cri_uri_equal((const char *)whole.data, whole.len, chars, in.len, level, &equal), CRI_OK, at);
            row_ok(equal == same, at, "equal");
        }
        if (i % 3 == 0 || (!is_error(wanted) && i % 3 == level)) {
            TEXT_IS(wanted, at) { o.err = cri_uri_normalize(chars, in.len, level, (char *)o.buf, o.cap, &o.len); }
        }
    }
}

static void check_uri_decode(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct input text = input(fields[0], strlen(fields[0]));
    BYTES_ARE(fields[1], at) { o.err = cri_uri_decode((const char *)text.data, text.len, o.buf, o.cap, &o.len); }
}

static void check_path_abbrev(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t cri;
    uint32_t value = UNTOUCHED;
    bool has = strcmp(fields[1], "-") != 0;
    if (row_parses_hex(rev, fields[0], &cri, at)) {
        row_ok(cri_coap_path_abbrev(&cri, &value) == has, at, "has one");
        row_size(value, has ? strtoul(fields[1], NULL, 10) : UNTOUCHED, at);
    }
}

/* ---- checks ---- */

static void check_equal_encoded(uint8_t rev, const char *const *fields, const char *at)
{
    struct input one = input_hex(fields[0]), other = input_hex(fields[1]);
    bool wanted = strcmp(fields[2], "true") == 0, equal = !wanted;
    if (row_outcome(cri_equal_encoded(rev, one.data, one.len, other.data, other.len, &equal), fields[2], at)) {
        row_ok(equal == wanted, at, "equal as bytes");
    } else {
        row_ok(equal == !wanted, at, "nothing is stored");
    }
}

static void check_skip(uint8_t rev, const char *const *fields, const char *at)
{
    (void)rev;
    struct bytes more = from_hex(fields[0]);
    struct input item = input_hex(fields[0]);
    size_t consumed = UNTOUCHED, wanted = is_error(fields[1]) ? UNTOUCHED : strtoul(fields[1], NULL, 10);
    cri_err_t err = cri_skip(item.data, item.len, &consumed);
    row_outcome(err, fields[1], at);
    row_size(consumed, wanted, at);
    if (err == CRI_OK) { /* what follows need not even be CBOR */
        memset(more.data + more.len, 0xff, 9);
        row_err(cri_skip(more.data, more.len + 9, &consumed), CRI_OK, at);
        row_size(consumed, wanted, at);
    }
}

/* Bits as words, which come in the order of their bits. */
static void row_bits(uint32_t bits, const char *const *words, size_t count, const char *wanted, const char *at)
{
    char text[80] = "-";
    size_t used = 0;
    row_ok(bits >> count == 0, at, "a bit without a word");
    for (size_t bit = 0; bit < count; bit++) {
        if (bits >> bit & 1) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? " " : "", words[bit]);
        }
    }
    row_text(text, strlen(text), wanted, at);
}

static void check_uses(uint8_t rev, const char *const *fields, const char *at)
{
    static const char *const words[] = {"scheme-name", "no-authority", "userinfo", "pet", "zone"};
    cri_t cri;
    if (row_parses_hex(rev, fields[0], &cri, at)) {
        row_bits(cri_uses(&cri), words, COUNT(words), fields[1], at);
    }
}

static void check_ownership(uint8_t rev, const char *const *fields, const char *at)
{
    static const char *const words[] = {"scheme", "authority", "path", "query", "fragment"};
    cri_t cri;
    if (strncmp(fields[0], "0x", 2) == 0 ? row_parses_hex(rev, fields[0] + 2, &cri, at)
                                         : row_parses_uri(rev, fields[0], &cri, at)) {
        row_bits(cri_ownership_check(&cri), words, COUNT(words), fields[1], at);
    }
}

static void check_schemes(uint8_t rev, const char *const *fields, const char *at)
{
    bool full = (cri_features() & CRI_FEATURE_SCHEMES_FULL) != 0;
    bool known = strcmp(fields[3], "always") == 0 || (full && strcmp(fields[3], "full") == 0);
    cri_err_t wanted = known ? CRI_OK : CRI_ERR_SCHEME_UNKNOWN;
    int64_t id = strtoll(fields[0], NULL, 10), found = UNTOUCHED;
    const char *name = "untouched";
    size_t len = strlen(name);
    uint16_t port = UNTOUCHED;
    bool has_port = strcmp(fields[2], "-") != 0; /* which does not depend on the registry */
    row_err(cri_registry_name(rev, id, &name, &len), wanted, at);
    row_text(name, len, known ? fields[1] : "untouched", at);
    row_err(cri_registry_id(rev, fields[1], strlen(fields[1]), &found), wanted, at);
    row_ok(found == (known ? id : UNTOUCHED), at, "the id");
    row_err(cri_registry_default_port(rev, id, &port), has_port ? CRI_OK : CRI_ERR_SCHEME_UNKNOWN, at);
    row_size(port, has_port ? strtoul(fields[2], NULL, 10) : UNTOUCHED, at);
}

/* Whether a row has the error: as !error, or as one of a file that has nothing but errors. */
static bool some_row_has(const char *error)
{
    for (size_t i = 0; i < COUNT(files); i++) {
        bool bare = strcmp(files[i].name, "invalid") == 0 || strcmp(files[i].name, "where") == 0;
        for (size_t k = 0; k < files[i].count; k++) {
            for (size_t f = 0; f < 8 && files[i].rows[k].fields[f] != NULL; f++) {
                const char *field = files[i].rows[k].fields[f];
                if ((is_error(field) && strcmp(field + 1, error) == 0) || (bare && strcmp(field, error) == 0)) {
                    return true;
                }
            }
        }
    }
    return false;
}

/* Whatever number has a name has a row; and parts have no more names than are known here. */
static void row_names(const char *at)
{
    size_t named = 0, explained = 0;
    for (cri_err_t err = -300; err <= 300; err++) {
        named += strcmp(cri_err_name(err), "unknown") != 0;
        explained += strcmp(cri_err_text(err), "unknown error") != 0;
        row_ok(!cri_err_is_unprocessable(err) || strcmp(cri_err_name(err), "unknown") != 0, at, "no error");
    }
    row_size(named, COUNT(errors_rows), at);
    row_size(explained, COUNT(errors_rows), at);
    row_ok(strcmp(cri_err_name(INT32_MIN), "unknown") == 0 && !cri_err_is_unprocessable(INT32_MIN), at, "far away");
    row_ok(strcmp(cri_err_name(INT32_MAX), "unknown") == 0 && !cri_err_is_unprocessable(INT32_MAX), at, "far away");
    for (unsigned part = 0; part <= UINT8_MAX; part++) {
        const char *name = part < COUNT(parts) ? parts[part] : "unknown";
        row_ok(strcmp(cri_part_name((uint8_t)part), name) == 0, at, name);
    }
}

static void check_errors(uint8_t rev, const char *const *fields, const char *at)
{
    static const char *const of_calls[] = {"buffer", "overlap", "extra", "coap_order", "not_nfc", "host_name"};
    cri_err_t err = (cri_err_t)strtol(fields[0], NULL, 10);
    const char *name = cri_err_name(err);
    (void)rev;
    row_ok(strstr(at, name) == at + strlen("errors.txt: "), at, name);
    row_ok(strcmp(cri_err_text(err), "unknown error") != 0, at, "has a text");
    row_ok(cri_err_is_unprocessable(err) == (strcmp(fields[1], "true") == 0), at, "unprocessable");
    bool of_call = false;
    for (size_t i = 0; i < COUNT(of_calls); i++) {
        of_call = of_call || strcmp(of_calls[i], name) == 0;
    }
    row_ok(of_call != some_row_has(name), at, "is the error of a row, or one that only a call has");
    row_names(at);
}

/* ---- building ---- */

/* Calls the builder as a word says: its name and, after a colon, its argument, which "zone" adds to the word before. */
static cri_err_t build_word(cri_builder_t *builder, const char *word, const char *next)
{
    static struct bytes argument, zone;
    char verb[16] = "";
    size_t len = strcspn(word, ":");
    const char *text = word[len] == ':' ? word + len + 1 : "-";
    long long number = strtoll(text, NULL, 10);
    memcpy(verb, word, len);
    argument = from_hex(strncmp(text, "0x", 2) == 0 ? text + 2
                        : strcmp(verb, "addr") == 0 ? text
                        : strcmp(text, "-") == 0    ? ""
                                                    : to_hex((const uint8_t *)text, strlen(text)));
    const char *chars = (const char *)argument.data;
    bool zoned = next != NULL && strncmp(next, "zone:", 5) == 0;
    zone.len = 0;
    if (zoned) {
        zone = from_hex(strncmp(next + 5, "0x", 2) == 0 ? next + 7
                        : strcmp(next + 5, "-") == 0    ? ""
                                                        : to_hex((const uint8_t *)next + 5, strlen(next + 5)));
    }
    return strcmp(verb, "id") == 0         ? cri_builder_scheme_id(builder, number)
           : strcmp(verb, "name") == 0     ? cri_builder_scheme_name(builder, chars, argument.len)
           : strcmp(verb, "discard") == 0  ? cri_builder_discard(builder, (uint8_t)number)
           : strcmp(verb, "rootless") == 0 ? cri_builder_rootless(builder)
           : strcmp(verb, "user") == 0     ? cri_builder_userinfo(builder, chars, argument.len)
           : strcmp(verb, "host") == 0     ? cri_builder_host_name(builder, chars, argument.len)
           : strcmp(verb, "addr") == 0     ? cri_builder_host_address(builder, argument.data, argument.len,
                                                                  zoned ? (const char *)zone.data : NULL, zone.len)
           : strcmp(verb, "zone") == 0     ? CRI_OK
           : strcmp(verb, "port") == 0     ? cri_builder_port(builder, (uint16_t)number)
           : strcmp(verb, "path") == 0     ? cri_builder_path(builder)
           : strcmp(verb, "seg") == 0      ? cri_builder_segment(builder, chars, argument.len)
           : strcmp(verb, "query") == 0    ? cri_builder_query(builder)
           : strcmp(verb, "par") == 0      ? cri_builder_parameter(builder, chars, argument.len)
           : strcmp(verb, "frag") == 0     ? cri_builder_fragment(builder, chars, argument.len)
                                           : (cri_err_t)1; /* no error of the library: no such call */
}

/* Each call after the first error has that error, finishing too. */
static void build(uint8_t rev, uint8_t flags, const char *program, struct output *o)
{
    char words[256], *next;
    cri_builder_t builder;
    cri_err_t first = cri_builder_init(&builder, rev, flags, o->buf, o->cap);
    assert_true(strlen(program) < sizeof words);
    strcpy(words, program);
    for (char *word = words; *word != '\0'; word = next) {
        next = word + strcspn(word, " ");
        if (*next != '\0') {
            *next++ = '\0';
        }
        char *end = next + strcspn(next, " "), space = *end;
        *end = '\0';
        cri_err_t err = build_word(&builder, word, next);
        *end = space;
        if (first == CRI_OK) {
            first = err;
        } else if (strncmp(word, "zone:", 5) != 0) {
            row_err(err, first, o->at);
        }
    }
    o->err = cri_builder_finish(&builder, &o->len);
    row_ok(first == CRI_OK || first == o->err, o->at, "the first error decides");
    bool ended = o->err == CRI_OK || o->err == CRI_ERR_BUFFER;
    row_err(cri_builder_fragment(&builder, NULL, 0), ended ? CRI_ERR_ORDER : o->err, o->at);
}

static void check_builder(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t cri;
    BYTES_ARE(fields[2], at) { build(rev, (uint8_t)build_flags(fields[0]), fields[1], &o); }
    if (!is_error(fields[2]) && row_parses_hex(rev, fields[2], &cri, at)) {
        row_encodes_to(&cri, fields[2], at);
    }
}

/* ---- user information ---- */

typedef cri_err_t (*writes)(const cri_t *cri, uint8_t *buf, size_t cap, size_t *len);

static cri_err_t write_uri(const cri_t *cri, uint8_t *to, size_t cap, size_t *len)
{
    return cri_to_uri(cri, (char *)to, cap, len);
}

static cri_err_t write_iri(const cri_t *cri, uint8_t *to, size_t cap, size_t *len)
{
    return cri_to_iri(cri, (char *)to, cap, len);
}

static cri_err_t write_edn(const cri_t *cri, uint8_t *to, size_t cap, size_t *len)
{
    return cri_to_edn(cri, (char *)to, cap, len);
}

static cri_err_t write_literal(const cri_t *cri, uint8_t *to, size_t cap, size_t *len)
{
    return cri_to_edn_literal(cri, (char *)to, cap, len);
}

static cri_err_t write_host(const cri_t *cri, uint8_t *to, size_t cap, size_t *len)
{
    return cri_host_text(cri, (char *)to, cap, len);
}

static cri_err_t write_options(const cri_t *cri, uint8_t *to, size_t cap, size_t *len)
{
    return cri_to_coap(cri, NULL, 0, to, cap, len);
}

/* Two views of the same are the same to all that reads a view. */
static void row_same_views(const cri_t *view, const cri_t *wanted, const char *at)
{
    static const writes writers[] = {write_uri,     write_iri,  write_edn,     write_literal,     write_host,
                                     write_options, cri_encode, cri_normalize, cri_encode_tagged, cri_cori_from_cri};
    static uint8_t other[BYTES_MAX];
    int32_t order = UNTOUCHED;
    for (size_t i = 0; i < COUNT(writers); i++) {
        size_t len = 0, other_len = 0;
        cri_err_t err = writers[i](wanted, buf, sizeof buf, &len);
        row_err(writers[i](view, other, sizeof other, &other_len), err, at);
        row_ok(err != CRI_OK || (len == other_len && memcmp(buf, other, len) == 0), at, "writes the same");
    }
    row_equal(view, wanted, true, at);
    row_equal(wanted, view, true, at);
    row_ok(cri_compare(view, wanted, &order) == CRI_OK && order == 0, at, "is neither before nor after");
    row_ok(cri_hash(view) == cri_hash(wanted), at, "the hash");
    row_ok(cri_uses(view) == cri_uses(wanted), at, "what it uses");
}

/* What operations make of two views is the same; at most one limit of pieces apart. */
static void row_same_operations(const cri_t *base, const cri_t *view, const cri_t *wanted, const char *at)
{
    cri_t made, other;
    cri_err_t err = cri_resolve(base, wanted, &made);
    if (row_err(cri_resolve(base, view, &other), err, at) && err == CRI_OK) {
        row_equal(&other, &made, true, at);
    }
    err = cri_resolve(wanted, base, &made);
    if (row_err(cri_resolve(view, base, &other), err, at) && err == CRI_OK) {
        row_equal(&other, &made, true, at);
    }
    err = cri_relativize(base, wanted, &made);
    if (row_err(cri_relativize(base, view, &other), err, at) && err == CRI_OK) {
        row_equal(&other, &made, true, at);
    }
}

static void check_without_userinfo(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t base = parse_hex(rev, "84 20 81 6168 82 6161 6162 81 6171"), cri, wanted, bare, again_bare;
    cri_text_t text;
    uint8_t scratch[64];
    size_t needed = 0, used = UNTOUCHED;
    if (!row_parses_hex(rev, fields[0], &cri, at) || !row_parses_hex(rev, fields[1], &wanted, at)) {
        return;
    }
    bool had = cri_userinfo(&cri, &text);
    row_err(cri_without_userinfo(&cri, NULL, 0, &needed, &bare), had ? CRI_ERR_BUFFER : CRI_OK, at);
    row_err(cri_without_userinfo(&cri, scratch, needed, &used, &bare), CRI_OK, at);
    row_size(used, needed, at);
    row_err(cri_without_userinfo(&bare, NULL, 0, &used, &again_bare), CRI_OK, at);
    row_size(used, 0, at);
    row_encodes_to(&bare, fields[1], at);
    row_encodes_to(&again_bare, fields[1], at);
    row_ok(!cri_userinfo(&bare, &text), at, "no user information");
    row_equal(&cri, &bare, !had, at);
    row_same_views(&bare, &wanted, at);
    row_same_operations(&base, &bare, &wanted, at);
}

/* ---- AIF ---- */

static void check_aif(uint8_t rev, const char *const *fields, const char *at)
{
    struct input aif = input_hex(fields[0]);
    bool wanted = strcmp(fields[3], "true") == 0, allowed = !wanted;
    cri_t cri;
    if (!row_parses_hex(rev, fields[1], &cri, at)) {
        return;
    }
    uint8_t method = (uint8_t)strtoul(fields[2], NULL, 10);
    if (row_outcome(cri_aif_allows(aif.data, aif.len, &cri, method, &allowed), fields[3], at)) {
        row_ok(allowed == wanted, at, "is allowed");
        for (size_t cut = 0; cut < aif.len; cut++) {
            struct input cut_off = input(aif.data, cut);
            row_err(cri_aif_allows(cut_off.data, cut, &cri, method, &allowed), CRI_ERR_TRUNCATED, at);
            if (cut > 0) {
                free(blocks[--block_count]);
            }
        }
    }
    row_ok(is_error(fields[3]) ? allowed : allowed == wanted, at, "nothing is stored");
}

static void check_aif_entries(uint8_t rev, const char *const *fields, const char *at)
{
    struct input aif = input_hex(fields[0]);
    cri_aif_t entries;
    cri_t target;
    uint64_t permissions = 0;
    size_t count = 0, len = 0;
    memset(&writer, 0, sizeof writer);
    put("", 1);
    if (!row_outcome(cri_aif_entries(rev, aif.data, aif.len, &entries), fields[1], at)) {
        return;
    }
    while (cri_aif_next(&entries, &target, &permissions)) {
        row_err(cri_encode(&target, buf, sizeof buf, &len), CRI_OK, at);
        put(buf, len);
        put_head(0, permissions);
        count += 2;
    }
    writer.bytes.data[0] = (uint8_t)(0x80 | count);
    row_bytes(writer.bytes.data, writer.bytes.len, fields[1], at);
    row_ok(!cri_aif_next(&entries, &target, &permissions), at, "nothing comes after the end");
}

#ifdef CRI_NFC
typedef cri_err_t (*text_reader)(uint8_t rev, const char *text, size_t text_len, uint8_t *buf, size_t cap, size_t *len);

/* Text that is not normal is refused; too little room, even for what is refused, is found first. */
static void row_reads_nfc(uint8_t rev, text_reader read, const char *text, const char *const *fields, const char *at)
{
    struct input in = input(text, strlen(text));
    bool normal = strcmp(fields[2], fields[3]) == 0;
    const char *chars = (const char *)in.data;
    size_t len = UNTOUCHED;
    if (!normal) {
        row_err(read(rev, chars, in.len, buf, from_hex(fields[2]).len, &len), CRI_ERR_NOT_NFC, at);
        row_size(len, UNTOUCHED, at);
        row_err(read(rev, chars, in.len, NULL, 0, &len), CRI_ERR_BUFFER, at);
        row_size(len, from_hex(fields[2]).len, at);
        return;
    }
    BYTES_ARE(fields[2], at) { o.err = read(rev, chars, in.len, o.buf, o.cap, &o.len); }
}

static void check_nfc(uint8_t rev, const char *const *fields, const char *at)
{
    cri_t cri, normal;
    row_reads_nfc(rev, cri_from_uri_nfc, fields[0], fields, at);
    row_reads_nfc(rev, cri_from_iri_nfc, fields[1], fields, at);
    if (row_parses_hex(rev, fields[2], &cri, at) && row_parses_hex(rev, fields[3], &normal, at)) {
        row_ok(cri_is_nfc(&cri) == (strcmp(fields[2], fields[3]) == 0), at, "is normal");
        row_ok(cri_is_nfc(&normal), at, "the result is normal");
        BYTES_ARE(fields[3], at) { o.err = cri_encode_nfc(&cri, o.buf, o.cap, &o.len); }
    }
}
#endif

/* ---- the files ---- */

static const struct operation {
    const char *name; /* of the file */
    void (*check)(uint8_t rev, const char *const *fields, const char *at);
} operations[] = {
    {"valid", check_valid},
    {"invalid", check_invalid},
    {"from-uri", check_from_uri},
    {"resolve-uri", check_resolve_uri},
    {"resolve", check_resolve},
    {"relativize", check_relativize},
    {"equal", check_equal},
    {"host-names", check_host_names},
    {"normalize", check_normalize},
    {"where", check_where},
    {"host", check_host},
    {"origin", check_origin},
    {"coap", check_coap},
    {"coap-in", check_coap_in},
    {"uri-to-coap", check_uri_to_coap},
    {"uri-reference-to-coap", check_uri_reference_to_coap},
    {"coap-to-uri", check_coap_to_uri},
    {"coap-location", check_coap_location},
    {"coap-proxy", check_coap_proxy},
    {"coap-path", check_coap_path},
    {"documents", check_documents},
    {"patterns", check_patterns},
    {"links", check_links},
    {"links-filter", check_links_filter},
    {"links-resolve", check_links_resolve},
    {"links-write", check_links_write},
    {"edn", check_edn},
    {"cori", check_cori},
    {"uri-find", check_uri_find},
    {"uri-unwrap", check_uri_unwrap},
    {"same-document", check_same_document},
    {"uri-lenient", check_uri_lenient},
    {"uri-split", check_uri_split},
    {"uri-resolve", check_uri_resolve},
    {"uri-normalize", check_uri_normalize},
    {"uri-decode", check_uri_decode},
    {"path-abbrev", check_path_abbrev},
    {"from-iri", check_from_iri},
    {"escape", check_escape},
    {"equal-encoded", check_equal_encoded},
    {"skip", check_skip},
    {"uses", check_uses},
    {"ownership", check_ownership},
    {"schemes", check_schemes},
    {"errors", check_errors},
    {"builder", check_builder},
    {"without-userinfo", check_without_userinfo},
    {"aif", check_aif},
    {"aif-entries", check_aif_entries},
#ifdef CRI_NFC
    {"nfc", check_nfc},
#endif
};

static void run(const struct file *file, const struct operation *operation)
{
    for (size_t i = 0; i < file->count; i++) {
        const struct row *row = &file->rows[i];
        for (size_t k = 0; k < COUNT(row->revs) && row->revs[k] != 0; k++) {
            char at[160];
            snprintf(at, sizeof at, "%s.txt: %s, revision %u", file->name, row->name, row->revs[k]);
            operation->check(row->revs[k], row->fields, at);
            free_inputs();
        }
    }
    print_message("%s.txt: %u rows\n", file->name, (unsigned)file->count);
}

/* A file of which nothing is known here is named, and skipped; an operation without a file is an error. */
static void every_row(void **state)
{
    (void)state;
    size_t files_run = 0;
    for (size_t i = 0; i < COUNT(files); i++) {
        size_t k = 0;
        while (k < COUNT(operations) && strcmp(operations[k].name, files[i].name) != 0) {
            k++;
        }
        if (k < COUNT(operations)) {
            run(&files[i], &operations[k]);
            files_run++;
        } else {
            print_message("skipped: %s.txt, %u rows: rows.c has no operation of that name\n", files[i].name,
                          (unsigned)files[i].count);
        }
    }
    rows_end();
    assert_int_equal(files_run, COUNT(operations));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row),
    };
    return RUN(tests);
}
