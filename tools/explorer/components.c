/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The components of a CRI. */
#include "explorer.h"

#include "cri_host.h"
#include "json.h"

/* The most that the page shows of a text, in bytes and parts, and of a list, at either end. */
#define TEXT_MOST 200
#define PARTS_MOST 8
#define HEAD_MOST 24
#define TAIL_MOST 24

void answer_text(const char *key, const cri_text_t *text)
{
    cri_chunks_t chunks;
    const uint8_t *bytes;
    size_t len, shown = 0;
    bool encoded;
    json_array(key);
    cri_text_chunks(text, &chunks);
    while (cri_chunks_next(&chunks, &bytes, &len, &encoded)) {
        if (shown++ == PARTS_MOST) {
            json_object(NULL);
            json_bool("more", true);
            json_end();
            break;
        }
        if (encoded) {
            json_object(NULL);
            json_hex("octets", bytes, len, TEXT_MOST);
            json_end();
        } else {
            json_text(NULL, bytes, len, TEXT_MOST);
        }
    }
    json_end();
}

void answer_texts(const char *key, cri_iter_t iter, size_t count)
{
    cri_text_t text;
    json_array(key);
    for (size_t i = 0; cri_iter_next(&iter, &text); i++) {
        if (i < HEAD_MOST || count - i <= TAIL_MOST) {
            json_object(NULL);
            json_number("index", i);
            answer_text("text", &text);
            json_end();
        }
    }
    json_end();
}

static void answer_list(const char *key, bool is_set, cri_iter_t iter, size_t count)
{
    if (!is_set) {
        json_null(key);
        return;
    }
    json_object(key);
    json_number("count", count);
    answer_texts("items", iter, count);
    json_end();
}

static void answer_scheme(const cri_t *cri)
{
    int64_t id;
    const char *name;
    size_t len;
    if (!cri_is_full(cri)) {
        json_null("scheme");
        return;
    }
    json_object("scheme");
    if (cri_scheme(cri, &id)) {
        json_id("id", id);
    }
    if (cri_scheme_text(cri, &name, &len)) {
        json_text("name", name, len, TEXT_MOST);
    }
    json_end();
}

static cri_err_t write_host(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_host_text(cri, buf, cap, len);
}

static void answer_authority(const cri_t *cri)
{
    cri_iter_t labels;
    cri_text_t userinfo;
    const char *zone;
    size_t len;
    uint16_t port;
    struct written host = write_form(write_host, cri);
    json_number("authority", cri_authority_kind(cri));
    json_number("hostKind", cri_host_kind(cri));
    if (host.err == CRI_OK) {
        json_text("host", host.bytes, host.len, TEXT_MOST);
    }
    cri_host_iter(cri, &labels);
    answer_texts("labels", labels, cri_host_count(cri));
    if (cri_userinfo(cri, &userinfo)) {
        answer_text("userinfo", &userinfo);
    }
    if (cri_zone(cri, &zone, &len)) {
        json_text("zone", zone, len, TEXT_MOST);
    }
    if (cri_port(cri, &port)) {
        json_number("port", port);
    }
    if (cri_effective_port(cri, &port) == CRI_OK) {
        json_number("effectivePort", port);
    }
}

void answer_components(const cri_t *cri)
{
    cri_iter_t path, query;
    cri_text_t fragment;
    json_object("components");
    answer_scheme(cri);
    json_number("discard", cri_discard(cri));
    answer_authority(cri);
    cri_path_iter(cri, &path);
    answer_list("path", cri_path_is_set(cri), path, cri_path_count(cri));
    cri_query_iter(cri, &query);
    answer_list("query", cri_query_is_set(cri), query, cri_query_count(cri));
    if (cri_fragment(cri, &fragment)) {
        answer_text("fragment", &fragment);
    } else {
        json_null("fragment");
    }
    json_end();
}
