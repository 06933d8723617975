/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Helpers for /.well-known/core over any CoAP stack: a server answers block by block, a client finds a link in the
 * answer, and a filter decides which links of a stranger may be followed.
 */
#ifndef COAP_CORE_H
#define COAP_CORE_H

#include "cri_dispatch.h"
#include "cri_host.h"
#include "cri_link.h"

#include <string.h>

/* ---- a server -------------------------------------------------------------------------------- */

/*
 * Stores whether a link has the attributes that each Uri-Query of a request asks for. Fails with CRI_ERR_SYNTAX if a
 * Uri-Query is not a filter. A server whose own attributes contain lists passes their names in place of NULL, 0.
 */
static inline cri_err_t coap_core_has(const cri_link_t *link, const cri_t *request, bool *has)
{
    cri_iter_t parameters;
    cri_text_t parameter;
    const char *query;
    size_t query_len;
    cri_err_t err = CRI_OK;
    *has = true;
    cri_iter_init_query(&parameters, request);
    while (err == CRI_OK && *has && cri_iter_next(&parameters, &parameter)) {
        err = cri_text_plain(&parameter, &query, &query_len) ? cri_link_matches(link, query, query_len, NULL, 0, has)
                                                             : CRI_ERR_SYNTAX;
    }
    return err;
}

/* Writes the block at an offset of the links that the request asks for. Stores whether more blocks follow. */
static inline cri_err_t coap_core_block(const char *core, size_t core_len, const cri_t *request, size_t offset,
                                        uint8_t *block, size_t block_cap, size_t *block_len, bool *more)
{
    cri_link_writer_t writer;
    cri_links_t links;
    cri_link_t link;
    size_t total;
    bool has = false;
    cri_err_t err = cri_link_writer_init(&writer, offset, block, block_cap);
    if (err == CRI_OK) {
        err = cri_links_init(&links, core, core_len, true);
    }
    while (err == CRI_OK && cri_links_next(&links, &link)) {
        err = coap_core_has(&link, request, &has);
        if (err == CRI_OK && has) {
            cri_link_writer_link(&writer, &link); /* finish() returns its error */
        }
    }
    if (err == CRI_OK) {
        err = cri_link_writer_finish(&writer, block_len, &total);
        *more = err == CRI_ERR_BUFFER;
    }
    return err == CRI_ERR_BUFFER ? CRI_OK : err;
}

/* True if a link of a stranger may be followed: it is at the origin of `base`, and its path matches `pattern`, which
 * has at most four {}. */
static inline bool coap_may_follow(const cri_t *base, const cri_t *target, const char *pattern, size_t pattern_len)
{
    cri_text_t captures[4];
    bool same = false, matches = false;
    return cri_same_origin(base, target, &same) == CRI_OK && same &&
           cri_pattern_match(pattern, pattern_len, target, &matches, captures, 4, NULL) == CRI_OK && matches;
}

/* ---- a client -------------------------------------------------------------------------------- */

#define COAP_CORE_BLOCK 64
#define COAP_CORE_LINK 192 /* bytes of the longest link that is read */

/* The state of a client between the blocks of a document. */
struct coap_core {
    cri_links_t links;
    size_t kept;
    char window[COAP_CORE_LINK + COAP_CORE_BLOCK];
};

static inline cri_err_t coap_core_begin(struct coap_core *core)
{
    core->kept = 0;
    return cri_links_init(&core->links, core->window, 0, false);
}

/*
 * Reads a block of at most COAP_CORE_BLOCK bytes of a document. Returns true if it completes a link that passes the
 * filter. The target of the link, resolved against `base`, is stored in `buf`.
 */
static inline bool coap_core_find(struct coap_core *core, const uint8_t *block, size_t block_len, bool last,
                                  const char *filter, size_t filter_len, const cri_t *base, uint8_t *buf,
                                  size_t buf_cap, cri_t *target)
{
    cri_link_t link;
    const char *text;
    size_t text_len, len;
    bool has;
    if (block_len > COAP_CORE_BLOCK) {
        return false;
    }
    memcpy(core->window + core->kept, block, block_len);
    len = core->kept + block_len;
    if (cri_links_more(&core->links, core->window, len, last) != CRI_OK) {
        return false;
    }
    while (cri_links_next(&core->links, &link)) {
        if (cri_link_matches(&link, filter, filter_len, NULL, 0, &has) == CRI_OK && has &&
            cri_link_target(&link, &text, &text_len) &&
            cri_link_resolve(base, text, text_len, buf, buf_cap, &len, target) == CRI_OK) {
            return true;
        }
    }
    core->kept = cri_links_left(&core->links);
    if (core->kept > COAP_CORE_LINK) {
        cri_links_drop(&core->links);
        core->kept = 0;
    }
    memmove(core->window, core->window + len - core->kept, core->kept);
    return false;
}

#endif
