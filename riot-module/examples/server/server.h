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
    const uint8_t *options; /* their bytes, up to the payload marker */
    size_t options_len;
    const uint8_t *payload;
    size_t payload_len;
    const sock_udp_ep_t *local; /* the endpoint at which it arrived */
};

/* A reply. Nothing of it is borrowed from the request, since some stacks write the one over the other. */
struct server_reply {
    unsigned code;
    bool has_location, has_block;
    int32_t format; /* negative if there is none */
    uint32_t block;  /* the value of Block2 */
    cri_t location;  /* in location_cbor */
    uint8_t location_cbor[48];
    uint8_t payload[COAP_CORE_BLOCK];
    size_t payload_len;
};

/* Checks the routes. Call it once, before the first request. Returns whether they are right. */
bool server_init(void);

/* Answers a request. */
void server_answer(const struct server_request *request, struct server_reply *reply);

/* Gives the options of a reply to the stack, in ascending order. Returns false if the stack has no room for them. */
bool server_add_options(const struct server_reply *reply, coap_add_fn add, void *message);

/*
 * Moves out the link that the last document of links had for the server, to a buffer. Returns whether there was one. A
 * handler may not wait for an answer of its own server, so another thread follows.
 */
bool server_take_link(uint8_t *buf, size_t buf_cap, cri_t *link);

#endif
