/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on link format (RFC 6690). */
#include "ops.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The base against which links are resolved. */
struct base {
    struct buffer cbor;
    cri_t cri;
    bool is_given;
};

/* Adds a field !ERROR@OFFSET for a malformed link, or for a target that cannot be converted to a CRI. */
static void answer_fault(struct job *job, cri_err_t err, size_t offset)
{
    char text[64];
    snprintf(text, sizeof text, "!%s@%lu", cri_err_name(err), (unsigned long)offset);
    answer_text(job, text);
}

static cri_err_t value_decode(const cri_link_value_t *value, struct buffer *out)
{
    size_t len = 0;
    cri_err_t err = cri_link_value_decode(value, NULL, 0, &len);
    if (err != CRI_ERR_BUFFER || !buffer_reserve(out, len + 1)) {
        return err;
    }
    return cri_link_value_decode(value, (char *)out->bytes, out->cap, &out->len);
}

static void answer_attributes(struct job *job, const cri_link_t *link)
{
    cri_link_attributes_t attributes;
    cri_link_value_t value;
    const char *name;
    size_t len;
    cri_link_attributes_init(&attributes, link);
    while (cri_link_attributes_next(&attributes, &name, &len, &value)) {
        answer_octets(job, name, len);
        if (cri_link_value_is_set(&value)) {
            job->scratch.len = 0;
            job->out_of_memory |= value_decode(&value, &job->scratch) != CRI_OK ||
                                  !buffer_append_byte(&job->answer, '=') ||
                                  !buffer_append_escaped(&job->answer, job->scratch.bytes, job->scratch.len);
        }
    }
}

/* Resolves a target against the base, and writes the result as a URI to job->scratch. */
static cri_err_t resolve(struct job *job, const struct base *base, const char *target, size_t len)
{
    struct buffer cbor = {NULL, 0, 0};
    cri_t resolved;
    size_t needed = 0;
    job->scratch.len = 0;
    cri_err_t err = cri_link_resolve(&base->cri, target, len, NULL, 0, &needed, &resolved);
    if (err == CRI_ERR_BUFFER && buffer_reserve(&cbor, needed)) {
        err = cri_link_resolve(&base->cri, target, len, cbor.bytes, cbor.cap, &needed, &resolved);
    }
    if (err == CRI_OK) {
        err = cri_to_uri(&resolved, NULL, 0, &needed);
    }
    if (err == CRI_ERR_BUFFER && buffer_reserve(&job->scratch, needed + 1)) {
        err = cri_to_uri(&resolved, (char *)job->scratch.bytes, job->scratch.cap, &job->scratch.len);
    }
    buffer_free(&cbor);
    return err;
}

/* Adds a field <TARGET and a field for each attribute of a link. If the target cannot be written as a URI, the error
 * is added in place of the target. */
static void answer_link(struct job *job, const struct base *base, const cri_link_t *link)
{
    const char *target = "";
    size_t len = 0;
    bool is_known = cri_link_target(link, &target, &len);
    if (is_known && base->is_given) {
        cri_err_t err = resolve(job, base, target, len);
        if (err != CRI_OK) {
            size_t offset = 0;
            uint8_t part;
            if (cri_from_iri_where(job->rev, target, len, &offset, &part) == CRI_OK) {
                offset = 0;
            }
            answer_fault(job, err, (size_t)(target - job->args[0].text) + offset);
            return;
        }
        target = (const char *)job->scratch.bytes;
        len = job->scratch.len;
    }
    answer_text(job, "<");
    job->out_of_memory |= !buffer_append_escaped(&job->answer, target, len);
    answer_attributes(job, link);
}

static bool is_hex(const struct field *text)
{
    for (size_t i = 0; i < text->len; i++) {
        if (!isxdigit((unsigned char)text->text[i])) {
            return false;
        }
    }
    return text->len > 0;
}

/* Reads the base in operand 1, which is a URI, or a CRI in hex. */
static err_name_t read_base(struct job *job, struct base *base)
{
    const struct field *text = &job->args[1];
    size_t len = 0;
    if (job->arg_count < 2) {
        return NULL;
    }
    base->is_given = true;
    if (is_hex(text)) {
        err_name_t error = read_hex(job, 1);
        return error != NULL ? error : error_of(cri_parse_exact(job->rev, BYTES(1), &base->cri));
    }
    cri_err_t err = cri_from_iri(job->rev, TEXT(1), NULL, 0, &len);
    if (err != CRI_ERR_BUFFER || !buffer_reserve(&base->cbor, len)) {
        return err == CRI_ERR_BUFFER ? ERR_OUT_OF_MEMORY : cri_err_name(err);
    }
    err = cri_from_iri(job->rev, TEXT(1), base->cbor.bytes, base->cbor.cap, &len);
    return error_of(err == CRI_OK ? cri_parse_exact(job->rev, base->cbor.bytes, len, &base->cri) : err);
}

static err_name_t links(struct job *job)
{
    struct base base = {.is_given = false};
    cri_links_t links;
    cri_link_t link;
    cri_err_t err = CRI_OK;
    size_t offset = 0;
    err_name_t error = read_base(job, &base);
    if (error == NULL && base.is_given && !cri_is_full(&base.cri)) {
        error = cri_err_name(CRI_ERR_BASE);
    }
    if (error == NULL) {
        error = error_of(cri_links_init(&links, TEXT(0), true));
    }
    while (error == NULL && cri_links_next_item(&links, &link, &err, &offset)) {
        if (err == CRI_OK) {
            answer_link(job, &base, &link);
        } else {
            answer_fault(job, err, offset);
        }
    }
    buffer_free(&base.cbor);
    return error;
}

static err_name_t links_filter(struct job *job)
{
    const struct base none = {.is_given = false};
    cri_links_t links;
    cri_link_t link;
    const struct field *lists = &job->lists;
    cri_err_t err = cri_link_init_parts(&link, "", 0, "", 0);
    bool passes = false;
    if (err == CRI_OK) {
        /* An empty link is matched first, so that an invalid filter is an error even if there are no links. */
        err = cri_link_matches(&link, TEXT(1), lists->text, lists->len, &passes);
    }
    if (err == CRI_OK) {
        err = cri_links_init(&links, TEXT(0), true);
    }
    while (err == CRI_OK && cri_links_next(&links, &link)) {
        err = cri_link_matches(&link, TEXT(1), lists->text, lists->len, &passes);
        if (err == CRI_OK && passes) {
            answer_link(job, &none, &link);
        }
    }
    return error_of(err);
}

static err_name_t links_lookup(struct job *job)
{
    const struct base none = {.is_given = false};
    const char *others = job->arg_count > 2 ? job->args[2].text : NULL;
    const char *lists = job->arg_count > 3 ? job->args[3].text : NULL;
    cri_link_lookup_t lookup;
    cri_links_t links;
    cri_link_t link;
    cri_err_t err = cri_link_lookup_init(&lookup, BYTES(1), lists, lists == NULL ? 0 : job->args[3].len, others,
                                         others == NULL ? 0 : job->args[2].len);
    if (err == CRI_OK) {
        err = cri_links_init(&links, TEXT(0), true);
    }
    while (err == CRI_OK && cri_links_next(&links, &link)) {
        if (cri_link_lookup_match(&lookup, &link, &link)) {
            answer_link(job, &none, &link);
        }
    }
    return error_of(err);
}

static cri_err_t rewritten(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    cri_link_writer_t writer;
    cri_links_t links;
    cri_link_t link;
    size_t written = 0;
    cri_err_t err = cri_link_writer_init(&writer, 0, buf, cap);
    if (err == CRI_OK) {
        err = cri_links_init(&links, TEXT(0), true);
    }
    while (err == CRI_OK && cri_links_next(&links, &link)) {
        err = cri_link_writer_link(&writer, &link);
    }
    return err == CRI_OK ? cri_link_writer_finish(&writer, &written, len) : err;
}

/* The output has no NUL at its end, so it is not an operation of the kind op->text. */
static err_name_t links_write(struct job *job)
{
    err_name_t error = job_write(job, rewritten);
    if (error == NULL) {
        answer_octets(job, job->scratch.bytes, job->scratch.len);
    }
    return error;
}

/* clang-format off */
const struct op link_ops[] = {
    {"links", "t?t", "TEXT [BASE-URI]",
     "<TARGET of each link, resolved if there is a base, and NAME=VALUE or NAME of each attribute; !ERROR@OFFSET for "
     "what is not a link, after which it goes on",
     "</a>;rt=\"x y\";obs,b,<c>\tcoap://h/", .run = links},
    {"links-filter", "tt", "TEXT QUERY",
     "As links, of those that pass a filter, one decoded Uri-Query value such as rt=temp*; with --list ep, a "
     "token of ep suffices",
     "</a>;rt=\"x y\",</b>;rt=z\trt=y*", .run = links_filter},
    {"links-lookup", "th?tt", "TEXT OPTIONS [OTHERS] [LISTS]",
     "As links, of those on the page that a request asks for by its Uri-Query options: count, page and filters; OTHERS "
     "names parameters that are no filters, LISTS attributes with lists",
     "</a>;rt=x,</b>;rt=x,</c>;rt=x\td40272743d7807636f756e743d31", .run = links_lookup},
    {"links-write", "t", "TEXT", "The links of a document, as the library writes them, without malformed links",
     "</a>; rt=\"x y\",b,</c>", .run = links_write},
    END_OF_TABLE,
};
/* clang-format on */
