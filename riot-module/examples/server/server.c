/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A server for any CoAP stack. POST to /dev/{}/log makes an entry, which Location-Path names, and GET of /dev/{}/log/{}
 * returns the name of the entry. GET of CORE_PATH returns links, block by block, filtered by Uri-Query. POST to /links
 * sends a document of links, which is not trusted. libcri matches the paths, so one resource receives every request.
 * nanocoap.c and unicoap.c contain the code that depends on RIOT's CoAP implementation.
 */
#include "server.h"

#include <coap-loops.h>
#include <cri_dispatch.h>
#include <cri_riot.h>
#include <string.h>

#include "log.h"
#include "mutex.h"
#include "net/coap.h"

enum { LOG, ENTRY, CORE, LINKS };

static const cri_route_t routes[] = {
    {CRI_LIT("/dev/{}/log"), LOG},
    {CRI_LIT("/dev/{}/log/{}"), ENTRY},
    {CRI_LIT(CORE_PATH), CORE},
    {CRI_LIT("/links"), LINKS},
};
static cri_routes_t table;

bool server_init(void)
{
    return cri_routes_check(&table, routes, ARRAY_SIZE(routes), NULL, NULL) == CRI_OK;
}

static const char core[] =
    "</dev/kitchen-7/log>;rt=log;ct=0,</dev/kitchen-7/log/0>;rt=\"entry core.s\";ct=0,</links>;rt=links;ct=60";

/* Finds the route of a request. Returns 0, or the code of the refusal. */
static unsigned dispatch(const struct server_request *request, unsigned *id, cri_text_t captures[2])
{
    static const uint16_t known[] = {COAP_OPT_BLOCK2}; /* read_core() reads it */
    const cri_route_t *route;
    cri_err_t err = cri_coap_critical_check(request->options, request->options_len, known, ARRAY_SIZE(known), 0, NULL);

    if (err == CRI_OK) {
        err = cri_coap_route(&table, request->options, request->options_len, &route, captures, 2, NULL);
    }
    if (err != CRI_OK) {
        return cri_coap_response_code(err);
    }
    if (route == NULL) {
        return COAP_CODE_PATH_NOT_FOUND;
    }
    *id = route->id;
    const uint8_t allowed = *id == LOG || *id == LINKS ? COAP_METHOD_POST : COAP_METHOD_GET;
    return request->method == allowed ? 0 : COAP_CODE_METHOD_NOT_ALLOWED;
}

/* Builds the reference to an entry: [true, ["dev", name, "log", number]]. */
static cri_err_t entry_location(const char *dev, size_t dev_len, char number, uint8_t *cbor, size_t cbor_cap,
                                cri_t *location)
{
    cri_builder_t builder;
    cri_err_t err = cri_builder_init(&builder, CRI_REV_27, 0, cbor, cbor_cap);

    if (err == CRI_OK) {
        cri_builder_discard(&builder, CRI_DISCARD_ALL);
        cri_builder_segment(&builder, CRI_LIT("dev"));
        cri_builder_segment(&builder, dev, dev_len);
        cri_builder_segment(&builder, CRI_LIT("log"));
        cri_builder_segment(&builder, &number, 1);
        err = cri_builder_finish_view(&builder, location); /* returns the first error of the calls above */
    }
    return err;
}

static unsigned create(const cri_text_t *dev, struct server_reply *reply)
{
    static unsigned entries;
    const char *chars;
    size_t len;

    if (!cri_text_plain(dev, &chars, &len) || len > SERVER_NAME_MAX) {
        return COAP_CODE_PATH_NOT_FOUND; /* longer than any name of this server */
    }
    if (entry_location(chars, len, (char)('0' + entries++ % 10), reply->location_cbor, sizeof(reply->location_cbor),
                       &reply->location) != CRI_OK) {
        return COAP_CODE_INTERNAL_SERVER_ERROR;
    }
    reply->has_location = true;
    return COAP_CODE_CREATED;
}

static unsigned read_entry(const cri_text_t *entry, struct server_reply *reply)
{
    const char *chars;
    size_t len;

    if (!cri_text_plain(entry, &chars, &len) || len > SERVER_NAME_MAX) {
        return COAP_CODE_PATH_NOT_FOUND;
    }
    memcpy(reply->payload, chars, len);
    reply->payload_len = len;
    reply->format = COAP_FORMAT_TEXT;
    return COAP_CODE_CONTENT;
}

/* Writes the CRI of a request, which is the base of its links, to `cbor`. */
static cri_err_t base_of(const struct server_request *request, uint8_t *cbor, size_t cbor_cap, cri_t *base)
{
    cri_endpoint_t here;
    cri_err_t err = cri_endpoint_from_sock(request->local, &here);

    if (err != CRI_OK) {
        return err;
    }
    return cri_from_coap_view(CRI_REV_27, CRI_SCHEME_COAP, request->options, request->options_len, &here, cbor,
                              cbor_cap, base);
}

/* Returns the value of Block2 in the request or, without Block2, the value for block 0 of COAP_CORE_BLOCK bytes. */
static uint32_t asked_block(const struct server_request *request)
{
    cri_coap_raw_t options;
    const uint8_t *value;
    uint16_t number;
    size_t len;
    uint32_t block = COAP_BLOCKSIZE_64;

    if (cri_coap_raw_init(&options, request->options, request->options_len) != CRI_OK) {
        return block; /* never happens, because the options were parsed before */
    }
    while (cri_coap_raw_next(&options, &number, &value, &len)) {
        if (number == COAP_OPT_BLOCK2 && len <= 3) {
            for (block = 0; len > 0; len--) {
                block = block << 8 | *value++;
            }
            break;
        }
    }
    return block;
}

static unsigned read_core(const struct server_request *request, const cri_t *base, struct server_reply *reply)
{
    uint32_t asked = asked_block(request);
    unsigned szx = asked & 7;
    uint32_t offset = (asked >> 4) << (szx + 4);
    bool more;

    if (szx > COAP_BLOCKSIZE_64) {
        szx = COAP_BLOCKSIZE_64;
    }
    if (coap_core_block(core, sizeof(core) - 1, base, offset, reply->payload, 16u << szx, &reply->payload_len, &more) !=
        CRI_OK) {
        return COAP_CODE_BAD_REQUEST;
    }
    reply->format = COAP_FORMAT_LINK;
    reply->has_block = true;
    reply->block = (offset >> (szx + 4)) << 4 | (more ? 8 : 0) | szx;
    return COAP_CODE_CONTENT;
}

static mutex_t link_lock = MUTEX_INIT;
static uint8_t link_cbor[64];
static size_t link_len; /* 0 if there is no link to follow */

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

static unsigned take_links(const struct server_request *request, cri_t *base)
{
    mutex_lock(&link_lock);
    cri_err_t err = coap_each_link(base, CRI_REV_27, request->payload, request->payload_len, consider, base);
    mutex_unlock(&link_lock);
    return err == CRI_OK ? COAP_CODE_CHANGED : COAP_CODE_BAD_REQUEST;
}

static unsigned answer(const struct server_request *request, struct server_reply *reply)
{
    cri_text_t captures[2];
    uint8_t cbor[64];
    cri_t base;
    unsigned id = 0;
    unsigned refusal = dispatch(request, &id, captures);

    if (refusal != 0) {
        return refusal;
    }
    if (id == LOG) {
        return create(&captures[0], reply);
    }
    if (id == ENTRY) {
        return read_entry(&captures[1], reply);
    }
    if (base_of(request, cbor, sizeof(cbor), &base) != CRI_OK) {
        return COAP_CODE_BAD_OPTION;
    }
    return id == CORE ? read_core(request, &base, reply) : take_links(request, &base);
}

void server_answer(const struct server_request *request, struct server_reply *reply)
{
    reply->has_location = reply->has_block = false;
    reply->format = -1;
    reply->payload_len = 0;
    reply->code = answer(request, reply);
}

/* Adds an option whose value is a number, without leading zeros. */
static bool add_uint(coap_add_fn add, void *message, uint16_t option, uint32_t number)
{
    uint8_t bytes[] = {number >> 24, number >> 16, number >> 8, number};
    size_t skipped = 0;

    while (skipped < sizeof(bytes) && bytes[skipped] == 0) {
        skipped++;
    }
    return add(message, option, bytes + skipped, sizeof(bytes) - skipped);
}

bool server_add_options(const struct server_reply *reply, coap_add_fn add, void *message)
{
    uint8_t location[64];
    cri_coap_raw_t raw;
    const uint8_t *value;
    uint16_t number;
    size_t len;

    if (reply->has_location) {
        if (cri_to_coap_location(&reply->location, 0, location, sizeof(location), &len) != CRI_OK ||
            cri_coap_raw_init(&raw, location, len) != CRI_OK) {
            return false;
        }
        while (cri_coap_raw_next(&raw, &number, &value, &len)) {
            if (!add(message, number, value, len)) {
                return false;
            }
        }
    }
    return (reply->format < 0 || add_uint(add, message, COAP_OPT_CONTENT_FORMAT, (uint32_t)reply->format)) &&
           (!reply->has_block || add_uint(add, message, COAP_OPT_BLOCK2, reply->block));
}
