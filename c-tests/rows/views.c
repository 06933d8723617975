/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on views: the accessors of a view agree with its encoding, however the view was made. */
#include "operations.h"

/* ---- reading: the canonical form, assembled from the results of the accessors ---- */

/* Writes sections. Trailing sections that are defaults are omitted. */
static struct writer {
    struct bytes bytes;
    size_t sections, kept, kept_len;
} writer;

static void put(const void *bytes, size_t len)
{
    assert_true(len <= BYTES_MAX - writer.bytes.len);
    if (len > 0) {
        memcpy(writer.bytes.data + writer.bytes.len, bytes, len);
    }
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

/* Writes a text or PET: as a whole, in chunks, decoded, and compared. */
static void put_text(const cri_text_t *text)
{
    static uint8_t decoded[BYTES_MAX];
    const char *chars = NULL;
    const uint8_t *bytes = NULL;
    size_t len = 0, decoded_len = 0, count = 0, used = 0;
    bool octets = false, plain = cri_text_plain(text, &chars, &len);
    cri_chunks_t chunks;
    is_err(cri_text_decode(text, decoded, sizeof decoded, &decoded_len), CRI_OK);
    held(cri_text_equal(text, (const char *)decoded, decoded_len) == plain, "a text equals itself, PET nothing");
    held(!cri_text_equal(text, (const char *)decoded, decoded_len + 1), "equals a longer text");
    held(decoded_len == 0 || !cri_text_equal(text, (const char *)decoded, decoded_len - 1), "or a shorter one");
    cri_chunks_init(&chunks, text);
    while (cri_chunks_next(&chunks, &bytes, &len, &octets)) {
        held(len <= decoded_len - used && memcmp(decoded + used, bytes, len) == 0, "what is decoded");
        used += len;
        count++;
    }
    row_size(used, decoded_len, row_at);
    if (plain) {
        held(count == (decoded_len > 0) && !octets, "one chunk");
        held(cri_text_plain(text, &chars, &len), "a plain text");
        put_string(3, chars, len);
        return;
    }
    put_head(4, count);
    cri_chunks_init(&chunks, text);
    while (cri_chunks_next(&chunks, &bytes, &len, &octets)) {
        put_string(octets ? 2 : 3, bytes, len);
    }
}

static void put_texts(cri_iter_t iter)
{
    cri_text_t text;
    while (cri_iter_next(&iter, &text)) {
        put_text(&text);
    }
    held(!cri_iter_next(&iter, &text), "it stays at its end");
}

static void end_section(bool says_something)
{
    writer.sections++;
    if (says_something) {
        writer.kept = writer.sections;
        writer.kept_len = writer.bytes.len;
    }
}

static void put_authority(const cri_t *cri)
{
    const uint8_t *address = NULL;
    const char *zone = NULL;
    size_t len = 0, zone_len = 0, labels = 0;
    uint16_t port = 0;
    cri_text_t userinfo;
    cri_iter_t iter;
    bool has_userinfo = cri_userinfo(cri, &userinfo), has_address = cri_host_address(cri, &address, &len);
    bool has_zone = cri_zone(cri, &zone, &zone_len), has_port = cri_port(cri, &port);
    cri_iter_init_labels(&iter, cri);
    labels = count_of(iter);
    uint8_t host = !has_address ? CRI_HOST_NAME : len == 4 ? CRI_HOST_IPV4 : CRI_HOST_IPV6;
    if (cri_authority_kind(cri) != CRI_AUTHORITY_HOST) {
        held(!has_userinfo && !has_address && !has_zone && !has_port && labels == 0, "a host");
        row_size(cri_host_kind(cri), CRI_HOST_NONE, row_at);
        put(cri_authority_kind(cri) == CRI_AUTHORITY_ROOTLESS ? "\xf5" : "\xf6", 1);
        end_section(cri_authority_kind(cri) == CRI_AUTHORITY_ROOTLESS);
        return;
    }
    row_size(cri_host_kind(cri), host, row_at);
    put_head(4, 2U * has_userinfo + has_address + has_zone + labels + has_port);
    if (has_userinfo) {
        put("\xf4", 1);
        put_text(&userinfo);
    }
    if (has_address) {
        put_string(2, address, len);
    }
    if (has_zone) {
        put_string(3, zone, zone_len);
    }
    put_texts(iter);
    if (has_port) {
        put_head(0, port);
    }
    end_section(true);
}

/* Writes a section of texts, which may be unset. In a full CRI an unset section is empty, and revision 13 writes an
 * empty query as null. */
static void put_section(const cri_t *cri, bool query)
{
    bool full = cri_is_full(cri), set = query ? cri_query_is_set(cri) : cri_path_is_set(cri);
    cri_iter_t iter;
    (query ? cri_iter_init_query : cri_iter_init_path)(&iter, cri);
    size_t count = count_of(iter);
    held(set || (!full && count == 0), "is set");
    if (set && !(full && query && count == 0 && cri_revision(cri) == CRI_REV_13)) {
        put_head(4, count);
    } else {
        put("\xf6", 1);
    }
    put_texts(iter);
    end_section(full ? count > 0 : set);
}

/* Assembles the canonical form of a view, and compares it with the encoding of the view. */
static void read_view(const cri_t *cri)
{
    static struct bytes encoded;
    const char *chars = NULL;
    size_t len = 0;
    int64_t number = 0;
    cri_text_t fragment;
    bool has_number = cri_scheme(cri, &number), has_name = cri_scheme_text(cri, &chars, &len), full = cri_is_full(cri);
    memset(&writer, 0, sizeof writer);
    is_err(cri_encode(cri, encoded.data, BYTES_MAX, &encoded.len), CRI_OK);
    held(full == (has_number || has_name), "the scheme");
    if (has_number) {
        const char *name = NULL;
        size_t name_len = 0;
        bool known = cri_registry_name(cri_revision(cri), number, &name, &name_len) == CRI_OK;
        held(has_name == known && (!known || (name == chars && name_len == len)), "the registry's name");
    }
    if (number == INT64_MIN) { /* or a greater number, which is written as it is encoded */
        put(encoded.data + 1, 9);
    } else if (has_number) {
        put_head(1, (uint64_t)(-1 - number));
    } else if (has_name) {
        put_string(3, chars, len);
    }
    if (full) {
        row_size(cri_discard(cri), CRI_DISCARD_ALL, row_at);
        end_section(true);
        put_authority(cri);
    } else if (cri_authority_kind(cri) != CRI_AUTHORITY_NOT_SET) {
        put("\xf6", 1);
        end_section(true);
        put_authority(cri);
    } else {
        if (cri_discard(cri) == CRI_DISCARD_ALL) {
            put("\xf5", 1);
        } else {
            put_head(0, cri_discard(cri));
        }
        end_section(cri_discard(cri) != 0);
        row_size(cri_host_kind(cri), CRI_HOST_NONE, row_at);
    }
    put_section(cri, false);
    put_section(cri, true);
    if (cri_fragment(cri, &fragment)) {
        put_text(&fragment);
        end_section(true);
    }
    uint8_t array = (uint8_t)(0x80 | writer.kept);
    memmove(writer.bytes.data + 1, writer.bytes.data, writer.kept_len);
    writer.bytes.data[0] = array;
    row_bytes(writer.bytes.data, writer.kept_len + 1, to_hex(encoded.data, encoded.len), row_at);
}

/* ---- views that operations made ---- */

static void is_same(const cri_t *a, const cri_t *b)
{
    bool equal = false;
    int32_t order = UNTOUCHED;
    held(cri_equal(a, b, &equal) == CRI_OK && equal, "is equal");
    held(cri_compare(a, b, &order) == CRI_OK && order == 0, "is neither before nor after");
    held(cri_hash(a) == cri_hash(b) && cri_uses(a) == cri_uses(b), "has the same hash");
}

/* Writes the canonical form of a view that an operation made. Tests of other operations on such views are in
 * tests/laws/derived.rs and pieces.rs. */
static err_name_t answer_view(struct job *job, const cri_t *view)
{
    static struct bytes encoded;
    const uint8_t *bytes = NULL;
    size_t len = 0;
    cri_t parsed;
    is_err(cri_encode(view, encoded.data, BYTES_MAX, &encoded.len), CRI_OK);
    if (cri_encoding(view, &bytes, &len)) {
        is_err(cri_parse_exact(job->rev, bytes, len, &parsed), CRI_OK);
        is_same(view, &parsed);
    } else {
        held(!cri_is_canonical(view), "has bytes nowhere");
    }
    is_err(cri_parse_exact(job->rev, encoded.data, encoded.len, &parsed), CRI_OK);
    read_view(view);
    is_same(view, &parsed);
    answer_hex(job, encoded.data, encoded.len);
    return NULL;
}

static err_name_t view_of(struct job *job)
{
    const cri_t view = job->cri[0];
    return answer_view(job, &view);
}

static err_name_t view_made(struct job *job, cri_err_t (*make)(const cri_t *, const cri_t *, cri_t *))
{
    cri_t view, again;
    cri_err_t err = make(CRI(0), CRI(1), &view);
    if (err == CRI_OK && make == cri_resolve) {
        job->scratch.len = 0;
        buffer_reserve(&job->scratch, BYTES_MAX);
        is_err(cri_resolve_to_view(CRI(0), CRI(1), job->scratch.bytes, BYTES_MAX, &again), CRI_OK);
        is_same(&view, &again);
        read_view(&again);
    }
    return err != CRI_OK ? cri_err_name(err) : answer_view(job, &view);
}

static err_name_t view_resolved(struct job *job) { return view_made(job, cri_resolve); }

static err_name_t view_relativized(struct job *job) { return view_made(job, cri_relativize); }

static err_name_t view_without_userinfo(struct job *job)
{
    uint8_t scratch[64];
    size_t used = 0;
    cri_t bare, again;
    cri_text_t text;
    is_err(cri_without_userinfo(CRI(0), scratch, sizeof scratch, &used, &bare), CRI_OK);
    is_err(cri_without_userinfo(&bare, NULL, 0, &used, &again), CRI_OK);
    held(!cri_userinfo(&bare, &text) && !cri_userinfo(&again, &text), "has no user information");
    is_same(&bare, &again);
    return answer_view(job, &bare);
}

/* Writes whether two views are equal, and whether they are equal without their fragments. Both directions, the order
 * and the hashes must agree. */
static err_name_t equal_views(struct job *job)
{
    bool equal[2] = {false, true}, ignoring[2] = {false, true};
    int32_t order = UNTOUCHED;
    cri_t bare[2];
    for (size_t i = 0; i < 2; i++) {
        is_err(cri_equal(CRI(i), CRI(1 - i), &equal[i]), CRI_OK);
        is_err(cri_without_fragment(CRI(i), &bare[i]), CRI_OK);
    }
    for (size_t i = 0; i < 2; i++) {
        is_err(cri_equal(&bare[i], &bare[1 - i], &ignoring[i]), CRI_OK);
    }
    is_err(cri_compare(CRI(0), CRI(1), &order), CRI_OK);
    held(equal[0] == equal[1] && ignoring[0] == ignoring[1], "the other way round");
    held(order != UNTOUCHED && (order == 0) == equal[0], "the order");
    held(!equal[0] || cri_hash(CRI(0)) == cri_hash(CRI(1)), "the hash");
    answer_bool(job, equal[0]);
    answer_bool(job, ignoring[0]);
    return NULL;
}

/* Writes an array of the allowed resources with their methods. */
static err_name_t aif_array(struct job *job)
{
    cri_aif_t entries;
    cri_t target;
    uint64_t permissions = 0;
    uint8_t count = 0;
    cri_err_t err = cri_aif_init(&entries, job->rev, BYTES(0));
    memset(&writer, 0, sizeof writer);
    put("", 1);
    for (; err == CRI_OK && cri_aif_next(&entries, &target, &permissions); count++) {
        size_t len = 0;
        is_err(cri_encode(&target, writer.bytes.data + writer.bytes.len, BYTES_MAX - writer.bytes.len, &len), CRI_OK);
        writer.bytes.len += len;
        put_head(0, permissions);
    }
    writer.bytes.data[0] = (uint8_t)(0x80 | 2 * count);
    answer_hex(job, writer.bytes.data, writer.bytes.len);
    return error_of(err);
}

const struct op view_ops[] = {
    {"view", "c", .run = view_of},
    {"view-resolved", "cc", .run = view_resolved},
    {"view-relativized", "cc", .run = view_relativized},
    {"view-bare", "c", .run = view_without_userinfo},
    {"equal-views", "cc", .run = equal_views},
    {"aif-array", "h", .run = aif_array},
    END_OF_TABLE,
};
