/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SERVER_H
#define SERVER_H

#include <coap-core.h>
#include <coap-loops.h>

#include "net/sock/udp.h"

#define CORE_PATH "/.well-known/core"
#define SERVER_NAME_MAX 16 /* bytes of the longest name of a device or an entry */

/* A request as a CoAP stack has parsed it. */
struct server_request {
    unsigned method;
    const uint8_t *options; /* the bytes of the options, up to the payload marker */
    size_t options_len;
    const uint8_t *payload;
    size_t payload_len;
    const sock_udp_ep_t *local; /* the endpoint at which the request arrived */
};

/* A reply. It borrows nothing from the request, because some stacks write the reply over the request. */
struct server_reply {
    unsigned code;
    bool has_location, has_block;
    int32_t format; /* Content-Format; negative if the reply has no format */
    uint32_t block;  /* the value of Block2 */
    cri_t location;  /* in location_cbor */
    uint8_t location_cbor[48];
    uint8_t payload[COAP_CORE_BLOCK];
    size_t payload_len;
};

/* Checks the routes. Call it once, before the first request. Returns false if a route is malformed. */
bool server_init(void);

/* Answers a request. */
void server_answer(const struct server_request *request, struct server_reply *reply);

/* Passes the options of a reply to the stack, in ascending order. Returns false if the stack has no room for them. */
bool server_add_options(const struct server_reply *reply, coap_add_fn add, void *message);

/*
 * Moves the link to follow of the last document of links to a buffer. Returns false if there is no such link. A handler
 * must not wait for an answer of its own server, so another thread follows the link.
 */
bool server_take_link(uint8_t *buf, size_t buf_cap, cri_t *link);

#endif
