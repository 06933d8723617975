/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on link format (RFC 6690). */
#include "ops.h"

#include <stdio.h>
#include <string.h>

/* Adds the error of a malformed link, or of a target that cannot be converted to a CRI, in a batch as !ERROR@OFFSET. */
static void answer_fault(struct job *job, err_name_t error, size_t offset)
{
    char text[64];
    job->failed = true;
    if (job->form == FORM_BATCH) {
        snprintf(text, sizeof text, "!%s@%lu", error, (unsigned long)offset);
        answer_text(job, text);
        return;
    }
    answer_member(job, "error", 5, error, strlen(error));
    answer_text(job, "offset");
    answer_int(job, (long long)offset);
}

WRITES(decode, cri_link_value_decode(&job->value, OUT_TEXT))

static void answer_attributes(struct job *job, const cri_link_t *link)
{
    cri_link_attributes_t attributes;
    const char *name;
    size_t len;
    cri_link_attributes_init(&attributes, link);
    while (cri_link_attributes_next(&attributes, &name, &len, &job->value)) {
        const bool is_set = cri_link_value_is_set(&job->value);
        job->out_of_memory |= is_set && job_write(job, decode) != NULL;
        answer_member(job, name, len, is_set ? job->scratch.bytes : NULL, job->scratch.len);
    }
}

WRITES(resolve_target, cri_link_resolve(CRI(1), job->operand.text, job->operand.len, OUT, CRI(2)))
WRITES(target_to_uri, cri_to_uri(CRI(2), OUT_TEXT))

/* Adds a field <TARGET, resolved if `has_base`, and a field for each attribute of a link. If the target cannot be
 * written as a URI, the error is added in place of the link. */
static void answer_link(struct job *job, bool has_base, const cri_link_t *link)
{
    struct field target = {"", 0};
    if (cri_link_target(link, &target.text, &target.len) && has_base) {
        job->operand = target;
        err_name_t error = write_made(job, resolve_target, target_to_uri);
        if (error != NULL) {
            size_t offset = 0;
            uint8_t part;
            if (cri_from_iri_where(job->rev, target.text, target.len, &offset, &part) == CRI_OK) {
                offset = 0;
            }
            answer_fault(job, error, (size_t)(target.text - job->args[0].text) + offset);
            return;
        }
        target = (struct field){(const char *)job->scratch.bytes, job->scratch.len};
    }
    answer_text(job, job->form == FORM_BATCH ? "<" : "href");
    if (job->form != FORM_BATCH) {
        answer_text(job, "");
    }
    job->out_of_memory |= !buffer_append_escaped(&job->answer, target.text, target.len);
    answer_attributes(job, link);
}

static err_name_t links(struct job *job)
{
    const bool has_base = job->arg_count > 1;
    cri_links_t links;
    cri_link_t link;
    cri_err_t err = CRI_OK;
    size_t offset = 0;
    err_name_t error =
        error_of(has_base && !cri_is_full(CRI(1)) ? CRI_ERR_BASE : cri_links_init(&links, TEXT(0), true));
    while (error == NULL && cri_links_next_item(&links, &link, &err, &offset)) {
        if (err == CRI_OK) {
            answer_link(job, has_base, &link);
        } else {
            answer_fault(job, cri_err_name(err), offset);
        }
    }
    return error;
}

static err_name_t links_filter(struct job *job)
{
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
            answer_link(job, false, &link);
        }
    }
    return error_of(err);
}

static err_name_t links_lookup(struct job *job)
{
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
            answer_link(job, false, &link);
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
    {"links", "t?b", "TEXT [BASE]",
     "<TARGET of each link, resolved if there is a base, and NAME=VALUE or NAME of each attribute; !ERROR@OFFSET for "
     "what is not a link, after which it goes on",
     "</a>;rt=\"x y\";obs,b,<c>\tcoap://h/", .run = links, .fields = "<"},
    {"links-filter", "tt", "TEXT QUERY",
     "As links, of those that pass a filter, one decoded Uri-Query value such as rt=temp*; with --list ep, a "
     "token of ep suffices",
     "</a>;rt=\"x y\",</b>;rt=z\trt=y*", .run = links_filter, .fields = "<"},
    {"links-lookup", "th?tt", "TEXT OPTIONS [OTHERS] [LISTS]",
     "As links, of those on the page that a request asks for by its Uri-Query options: count, page and filters; OTHERS "
     "names parameters that are no filters, LISTS attributes with lists",
     "</a>;rt=x,</b>;rt=x,</c>;rt=x\td40272743d7807636f756e743d31", .run = links_lookup, .fields = "<"},
    {"links-write", "t", "TEXT", "The links of a document, as the library writes them, without malformed links",
     "</a>; rt=\"x y\",b,</c>", .run = links_write},
    END_OF_TABLE,
};
/* clang-format on */
