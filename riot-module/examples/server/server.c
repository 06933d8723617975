/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A server with nanocoap or gcoap: POST to /dev/{}/log makes an entry, which Location-Path names; GET of /dev/{}/log/{} answers
 * with its name. GET of CORE_PATH answers with links, block by block, filtered by Uri-Query. POST to /links brings a
 * document of links, which is not trusted. libcri matches the paths, so one resource receives every request.
 */
#include "server.h"

#include <coap-core.h>
#include <coap-links.h>
#include <cri_coap.h>
#include <cri_dispatch.h>
#include <cri_riot.h>
#include <string.h>

#include "log.h"
#include "mutex.h"
#include "net/nanocoap.h"

enum { LOG, ENTRY, CORE, LINKS };

static const cri_route_t routes[] = {
    {CRI_LIT("/dev/{}/log"), LOG},
    {CRI_LIT("/dev/{}/log/{}"), ENTRY},
    {CRI_LIT(CORE_PATH), CORE},
    {CRI_LIT("/links"), LINKS},
};

static const char core[] = "</dev/kitchen-7/log>;rt=log;ct=0,</dev/kitchen-7/log/0>;rt=\"entry core.s\";ct=0,</links>;rt=links;ct=60";

/* A captured segment. The request itself does not last: gcoap writes the reply over it. */
struct name {
    char chars[16];
    size_t len;
};

/*
 * The bytes of a parsed packet's options, up to the payload marker. Call it first in a handler: once the reply is begun,
 * pkt->hdr points to the reply, pkt->payload still into the request.
 */
static const uint8_t *option_bytes(const coap_pkt_t *pkt, size_t *len)
{
    const uint8_t *start = (const uint8_t *)coap_get_token(pkt) + coap_get_token_len(pkt);

    *len = (size_t)(pkt->payload - start) - (pkt->payload_len > 0 ? 1 : 0);
    return start;
}

/* Finds the route of a request and copies its captures. Returns 0, or the code of the refusal. */
static unsigned dispatch(const uint8_t *options, size_t options_len, unsigned *id, struct name names[2])
{
    const cri_route_t *route;
    cri_text_t captures[2];
    const char *chars;
    bool asks;

    if (cri_coap_asks_proxy(options, options_len, &asks) == CRI_OK && asks) {
        return COAP_CODE_PROXYING_NOT_SUPPORTED;
    }
    if (cri_coap_route(routes, ARRAY_SIZE(routes), options, options_len, &route, captures, 2, NULL) != CRI_OK) {
        return COAP_CODE_BAD_OPTION;
    }
    if (route == NULL) {
        return COAP_CODE_PATH_NOT_FOUND;
    }
    *id = route->id;
    for (unsigned i = 0; i < (route->id == ENTRY ? 2u : route->id == LOG ? 1u : 0u); i++) {
        if (!cri_text_plain(&captures[i], &chars, &names[i].len) || names[i].len > sizeof(names[i].chars)) {
            return COAP_CODE_PATH_NOT_FOUND; /* longer than any name here */
        }
        memcpy(names[i].chars, chars, names[i].len);
    }
    return 0;
}

/* Builds the reference to an entry: [true, ["dev", name, "log", number]]. */
static cri_err_t entry_location(const struct name *dev, char number, uint8_t *cbor, size_t cbor_cap, cri_t *location)
{
    cri_builder_t builder;
    cri_err_t err = cri_builder_init(&builder, CRI_REV_27, 0, cbor, cbor_cap);

    if (err == CRI_OK) {
        cri_builder_discard(&builder, CRI_DISCARD_ALL);
        cri_builder_segment(&builder, CRI_LIT("dev"));
        cri_builder_segment(&builder, dev->chars, dev->len);
        cri_builder_segment(&builder, CRI_LIT("log"));
        cri_builder_segment(&builder, &number, 1);
        err = cri_builder_finish_view(&builder, location); /* an error of any call above is kept */
    }
    return err;
}

/* Adds the path of a reference [true, [segment...]] as Location-Path options. Returns a negative number on failure. */
static int put_location(coap_builder_t *reply, const cri_t *location)
{
    cri_iter_t segments;
    cri_text_t segment;
    const char *chars;
    size_t len;
    int res = 0;

    cri_path_iter(location, &segments);
    while (res >= 0 && cri_iter_next(&segments, &segment)) {
        res = cri_text_plain(&segment, &chars, &len) ? coap_opt_put(reply, COAP_OPT_LOCATION_PATH, chars, len) : -EINVAL;
    }
    return res;
}

static ssize_t reply_created(coap_pkt_t *pkt, uint8_t *buf, size_t len, const struct name *dev)
{
    static unsigned entries;
    uint8_t cbor[48];
    cri_t location;
    coap_builder_t reply;

    if (entry_location(dev, (char)('0' + entries++ % 10), cbor, sizeof(cbor), &location) != CRI_OK) {
        return coap_reply_simple(pkt, COAP_CODE_INTERNAL_SERVER_ERROR, buf, len, COAP_FORMAT_NONE, NULL, 0);
    }
    int res = coap_builder_init_reply(&reply, buf, len, pkt, COAP_CODE_CREATED);
    if (res >= 0) {
        res = put_location(&reply, &location);
    }
    return res < 0 ? res : coap_builder_msg_size(&reply);
}

/* Stores the CRI of a request, in `cbor`: the base of links. */
static cri_err_t base_of(const coap_request_ctx_t *ctx, const uint8_t *options, size_t options_len, uint8_t *cbor, size_t cbor_cap,
                         cri_t *base)
{
    cri_endpoint_t here;
    cri_err_t err = cri_endpoint_from_sock(coap_request_ctx_get_local_udp(ctx), &here);

    if (err != CRI_OK) {
        return err;
    }
    return cri_from_coap_direct_view(CRI_REV_27, CRI_SCHEME_COAP, options, options_len, &here, cbor, cbor_cap, base);
}

static ssize_t reply_core(coap_pkt_t *pkt, uint8_t *buf, size_t len, const cri_t *base)
{
    uint8_t block[COAP_CORE_BLOCK];
    coap_block1_t asked;
    coap_builder_t reply;
    size_t block_len;
    bool more, sized = coap_get_block2(pkt, &asked) != 0;
    unsigned szx = sized && asked.szx < 2 ? asked.szx : 2;
    size_t offset = sized ? asked.offset : 0;

    if (coap_core_block(core, sizeof(core) - 1, base, offset, block, 16u << szx, &block_len, &more) != CRI_OK) {
        return coap_reply_simple(pkt, COAP_CODE_BAD_REQUEST, buf, len, COAP_FORMAT_NONE, NULL, 0);
    }
    int res = coap_builder_init_reply(&reply, buf, len, pkt, COAP_CODE_CONTENT);
    if (res >= 0) {
        res = coap_opt_put_uint(&reply, COAP_OPT_CONTENT_FORMAT, COAP_FORMAT_LINK);
    }
    if (res >= 0) {
        res = coap_opt_put_uint(&reply, COAP_OPT_BLOCK2, (uint32_t)(offset >> (szx + 4)) << 4 | (more ? 8 : 0) | szx);
    }
    if (res >= 0) {
        res = coap_builder_add_payload(&reply, block, block_len);
    }
    return res < 0 ? res : coap_builder_msg_size(&reply);
}

static mutex_t link_lock = MUTEX_INIT;
static uint8_t link_cbor[64];
static size_t link_len; /* 0 if there is none */

bool server_take_link(uint8_t *buf, size_t buf_cap, cri_t *link)
{
    mutex_lock(&link_lock);
    size_t len = link_len <= buf_cap ? link_len : 0;
    memcpy(buf, link_cbor, len);
    link_len = 0;
    mutex_unlock(&link_lock);
    return len > 0 && cri_parse_exact(CRI_REV_27, buf, len, link) == CRI_OK;
}

/* Keeps the first link that may be followed. */
static void consider(void *context, cri_err_t err, const cri_t *target)
{
    const cri_t *base = context;

    if (err != CRI_OK) {
        LOG_WARNING("no link: %s\n", cri_err_name(err));
    } else if (!coap_may_follow(base, target, CRI_LIT("/dev/{}/log/{}"))) {
        LOG_WARNING("not followed: %s\n", CRI_LOG_URI(target));
    } else if (link_len == 0 && cri_encode(target, link_cbor, sizeof(link_cbor), &link_len) != CRI_OK) {
        LOG_WARNING("too long: %s\n", CRI_LOG_URI(target));
        link_len = 0;
    }
}

static ssize_t reply_links(coap_pkt_t *pkt, uint8_t *buf, size_t len, cri_t *base)
{
    mutex_lock(&link_lock);
    cri_err_t err = coap_each_link(base, CRI_REV_27, pkt->payload, pkt->payload_len, consider, base);
    mutex_unlock(&link_lock);
    return coap_reply_simple(pkt, err == CRI_OK ? COAP_CODE_CHANGED : COAP_CODE_BAD_REQUEST, buf, len, COAP_FORMAT_NONE, NULL, 0);
}

static ssize_t handle(coap_pkt_t *pkt, uint8_t *buf, size_t len, coap_request_ctx_t *ctx)
{
    struct name names[2];
    unsigned id;
    size_t options_len;
    const uint8_t *options = option_bytes(pkt, &options_len);
    unsigned refusal = dispatch(options, options_len, &id, names);
    bool post = coap_get_code_raw(pkt) == COAP_METHOD_POST;

    uint8_t cbor[64];
    cri_t base;

    if (refusal == 0 && post != (id == LOG || id == LINKS)) {
        refusal = COAP_CODE_METHOD_NOT_ALLOWED;
    }
    if (refusal == 0 && (id == CORE || id == LINKS) &&
        base_of(ctx, options, options_len, cbor, sizeof(cbor), &base) != CRI_OK) {
        refusal = COAP_CODE_BAD_OPTION;
    }
    if (refusal != 0) {
        return coap_reply_simple(pkt, refusal, buf, len, COAP_FORMAT_NONE, NULL, 0);
    }
    switch (id) {
    case LOG:
        return reply_created(pkt, buf, len, &names[0]);
    case CORE:
        return reply_core(pkt, buf, len, &base);
    case LINKS:
        return reply_links(pkt, buf, len, &base);
    }
    return coap_reply_simple(pkt, COAP_CODE_CONTENT, buf, len, COAP_FORMAT_TEXT, names[1].chars, names[1].len);
}

/* Every path and method: what libcri does not match is answered by handle(). */
NANOCOAP_RESOURCE(everything) {
    .path = "/",
    .methods = COAP_GET | COAP_POST | COAP_PUT | COAP_DELETE | COAP_FETCH | COAP_PATCH | COAP_IPATCH | COAP_MATCH_SUBTREE,
    .handler = handle,
};
