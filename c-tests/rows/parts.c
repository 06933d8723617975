/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on the parts of texts. */
#include "operations.h"

/* clang-format off */
static const char *const part_names[] = {"scheme", "userinfo", "host", "port", "path", "query",
                                         "fragment", "discard", "zone", "authority", "whole"};
static const char *const host_kinds[] = {"none", "name", "ipv4", "ipv6", "ipv6-zone", "future"};
/* clang-format on */

/* Checks that the parts between separators are the texts that an iterator returns. */
static void iterates(const cri_uri_t *uri, uint8_t part)
{
    bool path = part == CRI_PART_PATH;
    const char *text = NULL, *piece = NULL;
    size_t len = 0, piece_len = 0;
    cri_uri_iter_t iter;
    (path ? cri_uri_iter_init_path : cri_uri_iter_init_query)(&iter, uri);
    if (cri_uri_part(uri, part, &text, &len) && (!path || len > 0)) {
        const char *from = path && text[0] == '/' ? text + 1 : text, *end = text + len;
        for (bool more = true; more;) {
            const char *next = memchr(from, path ? '/' : '&', (size_t)(end - from));
            more = next != NULL;
            next = more ? next : end;
            if (held(cri_uri_iter_next(&iter, &piece, &piece_len), "as many pieces")) {
                held(piece == from && piece + piece_len == next, "the piece");
            }
            from = next + 1;
        }
    }
    held(!cri_uri_iter_next(&iter, &piece, &piece_len), "the end");
}

/* Writes the kind of the host. A text that is not a URI reference has the same error when it is converted. */
static err_name_t split(struct job *job)
{
    cri_uri_t uri;
    size_t where = 0;
    uint8_t part;
    job->offset = UNTOUCHED;
    cri_err_t err = cri_uri_split(TEXT(0), &uri, &job->offset);
    if (err != CRI_OK) {
        job->has_offset = true;
        is_err(cri_from_uri_where(job->rev, TEXT(0), &where, &part), err);
        row_size(where, job->offset, row_at);
        return cri_err_name(err);
    }
    row_size(job->offset, UNTOUCHED, row_at);
    iterates(&uri, CRI_PART_PATH);
    iterates(&uri, CRI_PART_QUERY);
    answer_text(job, host_kinds[cri_uri_host_kind(&uri)]);
    return NULL;
}

/* Writes the parts, with "-" for an undefined part and "!" before an invalid part. */
static err_name_t split_lenient(struct job *job)
{
    cri_uri_t uri;
    uint32_t invalid = 0;
    is_err(cri_uri_split_lenient(TEXT(0), &uri, &invalid), CRI_OK);
    held(invalid >> (CRI_PART_FRAGMENT + 1) == 0, "a bit of no part");
    held((invalid >> CRI_PART_HOST & 1) == 0 || cri_uri_host_kind(&uri) == CRI_HOST_NAME, "an invalid host is a name");
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        const char *chars;
        size_t len;
        if (!cri_uri_part(&uri, part, &chars, &len)) {
            chars = "-";
            len = 1;
        }
        answer_raw(job, "!", invalid >> part & 1);
        buffer_append(&job->answer, chars, len);
    }
    return NULL;
}

/* Writes the error with its offset and part. */
static err_name_t answer_where(struct job *job, cri_err_t err, size_t offset, uint8_t part)
{
    held(err == CRI_OK ? offset == UNTOUCHED : part < COUNT(part_names), "a part, or nothing is stored");
    answer_text(job, cri_err_name(err));
    if (err == CRI_OK) {
        answer_text(job, "-");
        answer_text(job, "-");
    } else {
        answer_int(job, (long long)offset);
        answer_text(job, part_names[part]);
        held(strcmp(cri_part_name(part), part_names[part]) == 0, "the name of the part");
    }
    return NULL;
}

/* Writes the place of the error in a CRI, a URI or an IRI, given in hex. */
static err_name_t where_in(struct job *job)
{
    const char *chars = (const char *)job->bytes[1].bytes;
    size_t len = job->bytes[1].len, offset = UNTOUCHED, split_offset = 0;
    uint8_t part = 0;
    cri_uri_t uri;
    if (has_word(job, "cri")) {
        cri_err_t err = cri_parse_where(job->rev, BYTES(1), &offset, &part);
        return answer_where(job, err, offset, part);
    }
    const bool iri = has_word(job, "iri");
    cri_err_t err = (iri ? cri_from_iri_where : cri_from_uri_where)(job->rev, chars, len, &offset, &part);
    cri_err_t split = iri ? CRI_OK : cri_uri_split(chars, len, &uri, &split_offset);
    held(split == CRI_OK || (split == err && split_offset == offset), "where splitting finds the error");
    return answer_where(job, err, offset, part);
}

WRITES(from_iri, cri_from_iri(job->rev, (const char *)job->bytes[0].bytes, job->bytes[0].len, OUT))
WRITES(decode, cri_uri_decode(TEXT(0), OUT))
WRITES(escape, cri_escape(BYTES(0), OUT_TEXT))

static cri_err_t from_edn(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    job->offset = UNTOUCHED;
    cri_err_t err = cri_from_edn(job->rev, (const char *)job->bytes[0].bytes, job->bytes[0].len, OUT, &job->offset);
    job->has_offset = job->offset != UNTOUCHED;
    held(job->has_offset == (err != CRI_OK && err != CRI_ERR_BUFFER),
         "the offset is stored with an error of the input");
    return err;
}

/* Reads a CRI in hex after 0x, or converts a URI. */
static cri_err_t cri_of(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    const struct field *text = &job->args[0];
    if (text->len < 2 || memcmp(text->text, "0x", 2) != 0) {
        return cri_from_uri(job->rev, TEXT(0), OUT);
    }
    char hex[2 * BYTES_MAX];
    memcpy(hex, text->text + 2, text->len - 2);
    hex[text->len - 2] = '\0';
    const struct bytes bytes = from_hex(hex);
    *len = bytes.len;
    if (cap >= bytes.len) {
        memcpy(buf, bytes.data, bytes.len);
    }
    return cap < bytes.len ? CRI_ERR_BUFFER : CRI_OK;
}

/* Writes bits as words with spaces between them, or "-". */
static err_name_t answer_bits(struct job *job, uint32_t bits, const char *const *words, size_t count)
{
    char text[80] = "-";
    size_t used = 0;
    held(bits >> count == 0, "a bit without a word");
    for (size_t bit = 0; bit < count; bit++) {
        if (bits >> bit & 1) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used > 0 ? " " : "", words[bit]);
        }
    }
    answer_text(job, text);
    return NULL;
}

static err_name_t features(struct job *job)
{
    static const char *const words[] = {"scheme-name", "no-authority", "userinfo", "pet", "zone"};
    return answer_bits(job, cri_uses(CRI(0)), words, COUNT(words));
}

static err_name_t claims(struct job *job)
{
    static const char *const words[] = {"scheme", "authority", "path", "query", "fragment"};
    return answer_bits(job, cri_ownership_check(CRI(0)), words, COUNT(words));
}

static err_name_t cori_kind(struct job *job)
{
    static const char *const kinds[] = {"relative", "absolute", "normalized"};
    struct bytes more = {job->bytes[0].len + 1, {0}};
    size_t consumed = 0;
    cri_cori_t cori;
    cri_err_t err = cri_cori_parse(BYTES(0), &cori, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    row_size(consumed, job->bytes[0].len, row_at);
    memcpy(more.data, job->bytes[0].bytes, job->bytes[0].len);
    is_err(cri_cori_parse(more.data, more.len, &cori, &consumed), CRI_OK);
    row_size(consumed, job->bytes[0].len, row_at);
    answer_text(job, kinds[cri_cori_kind(&cori)]);
    return NULL;
}

/* Checks that the endpoint agrees with the accessors. Writes its port, or an error of the endpoint itself. */
static err_name_t endpoint_port(struct job *job)
{
    cri_endpoint_t endpoint;
    const uint8_t *address = NULL;
    const char *zone = NULL;
    size_t len = 0, zone_len = 0;
    cri_err_t err = cri_host_endpoint(CRI(0), &endpoint);
    if (!cri_host_address(CRI(0), &address, &len)) {
        is_err(err, cri_host_kind(CRI(0)) == CRI_HOST_NONE ? CRI_ERR_NO_HOST : CRI_ERR_HOST_NAME);
        return ERR_SKIPPED;
    }
    if (err == CRI_OK) {
        bool has_zone = cri_zone(CRI(0), &zone, &zone_len) && zone_len > 0;
        held(endpoint.addr == address && endpoint.addr_len == len, "the address");
        held(endpoint.zone == (has_zone ? zone : NULL) && endpoint.zone_len == zone_len, "the zone identifier");
        answer_int(job, endpoint.port);
    }
    return error_of(err);
}

static err_name_t length(struct job *job)
{
    answer_int(job, (long long)job->bytes[0].len);
    return NULL;
}

static bool same_fields(const struct job *job)
{
    const size_t len = job->args[0].len;
    return len == job->args[1].len && (len == 0 || memcmp(job->args[0].text, job->args[1].text, len) == 0);
}

static err_name_t same_text(struct job *job)
{
    answer_bool(job, same_fields(job));
    return NULL;
}

/* Writes the CRI in tag 99, which revision 13 does not have. */
static err_name_t tagged(struct job *job)
{
    answer_text(job, "d863");
    buffer_append(&job->answer, job->args[0].text, job->args[0].len);
    return job->rev == CRI_REV_27 ? NULL : cri_err_name(CRI_ERR_REVISION);
}

static err_name_t scheme_of(struct job *job)
{
    const char *name;
    size_t len;
    if (!cri_scheme_text(CRI(0), &name, &len)) {
        return ERR_SKIPPED;
    }
    answer_octets(job, name, len);
    return NULL;
}

/* Checks that a document in windows has the links of the whole document. Dropped links are missing. */
static err_name_t link_windows(struct job *job)
{
    const size_t all = job->args[0].len;
    const char *text = job->args[0].text, *name;
    char chars[512] = "";
    cri_links_t whole, windows;
    cri_link_t link, other;
    cri_link_attributes_t attributes;
    cri_link_value_t value;
    cri_err_t err[2];
    size_t at[2] = {UNTOUCHED, UNTOUCHED}, len;
    for (size_t step = 1; step <= all; step += 1 + step / 2) {
        is_err(cri_links_init(&whole, text, all, true), CRI_OK);
        is_err(cri_links_init(&windows, text, 0, false), CRI_OK);
        for (size_t end = 0; end < all;) {
            size_t start = end - cri_links_left(&windows);
            end = end + step < all ? end + step : all;
            is_err(cri_links_more(&windows, text + start, end - start, end == all), CRI_OK);
            while (cri_links_next_item(&windows, &link, &err[0], &at[0])) {
                held(cri_links_next_item(&whole, &other, &err[1], &at[1]) && err[0] == err[1], "the link");
                held(err[0] != CRI_OK || at[0] == 0, "a link has no offset");
                at[0] = UNTOUCHED;
                cri_link_attributes_init(&attributes, err[0] == CRI_OK ? &link : NULL);
                while (cri_link_attributes_next(&attributes, &name, &len, &value)) {
                    is_err(cri_link_value_decode(&value, chars, sizeof chars, &len), CRI_OK);
                    held(cri_link_value_equal(&value, chars, len), "the value");
                }
            }
        }
        held(!cri_links_next(&whole, &link), "all links");
    }
    is_err(cri_links_init(&windows, text, all, false), CRI_OK);
    while (cri_links_next(&windows, &link)) {
    }
    cri_links_drop(&windows);
    held(cri_links_left(&windows) == 0, "it is dropped");
    return NULL;
}

/* Runs links-filter with the names of --list. */
static err_name_t links_filter(struct job *job)
{
    const struct op *op = link_ops;
    while (strcmp(op->name, "links-filter") != 0) {
        op++;
    }
    job->lists = job->args[2];
    return op->run(job);
}

const struct op part_ops[] = {
    {"split", "t", .run = split},
    {"split-lenient", "t", .run = split_lenient},
    {"where-in", "wh", "cri|uri|iri", .run = where_in},
    {"from-iri-hex", "h", .hex = from_iri},
    {"from-edn-hex", "h", .hex = from_edn},
    {"uri-decode", "t", .hex = decode},
    {"escape", "h", .text = escape},
    {"cri-of", "x", .hex = cri_of},
    {"features", "c", .run = features},
    {"claims", "c", .run = claims},
    {"link-windows", "t", .run = link_windows},
    {"links-filter-lists", "ttt", .run = links_filter},
    {"length", "h", .run = length},
    {"same-text", "xx", .run = same_text},
    {"tagged", "x", .run = tagged},
    {"scheme-of", "c", .run = scheme_of},
    {"cori-kind", "h", .run = cori_kind},
    {"endpoint-port", "c", .run = endpoint_port},
    END_OF_TABLE,
};
