/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A server with nanocoap or gcoap: POST to /dev/{}/log makes an entry, which Location-Path names; GET of /dev/{}/log/{} answers
 * with its name. libcri matches the paths, so one resource receives every request.
 */
#include <cri_coap.h>
#include <cri_dispatch.h>
#include <string.h>

#include "net/nanocoap.h"

enum { LOG, ENTRY };

static const cri_route_t routes[] = {
    {CRI_LIT("/dev/{}/log"), LOG},
    {CRI_LIT("/dev/{}/log/{}"), ENTRY},
};

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
    for (unsigned i = 0; i < (route->id == ENTRY ? 2u : 1u); i++) {
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

static ssize_t handle(coap_pkt_t *pkt, uint8_t *buf, size_t len, coap_request_ctx_t *ctx)
{
    struct name names[2];
    unsigned id;
    size_t options_len;
    const uint8_t *options = option_bytes(pkt, &options_len);
    unsigned refusal = dispatch(options, options_len, &id, names);
    bool post = coap_get_code_raw(pkt) == COAP_METHOD_POST;

    (void)ctx;
    if (refusal == 0 && post != (id == LOG)) {
        refusal = COAP_CODE_METHOD_NOT_ALLOWED;
    }
    if (refusal != 0) {
        return coap_reply_simple(pkt, refusal, buf, len, COAP_FORMAT_NONE, NULL, 0);
    }
    if (id == LOG) {
        return reply_created(pkt, buf, len, &names[0]);
    }
    return coap_reply_simple(pkt, COAP_CODE_CONTENT, buf, len, COAP_FORMAT_TEXT, names[1].chars, names[1].len);
}

/* Every path and method: what libcri does not match is answered by handle(). */
NANOCOAP_RESOURCE(everything) {
    .path = "/",
    .methods = COAP_GET | COAP_POST | COAP_PUT | COAP_DELETE | COAP_FETCH | COAP_PATCH | COAP_IPATCH | COAP_MATCH_SUBTREE,
    .handler = handle,
};
