/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The parts of a firmware whose cost is measured (clients.c), and the input and output of each. */
#ifndef MEASURE_CLIENTS_H
#define MEASURE_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct io {
    /* A CRI, the same as a URI, and a link to resolve against it. */
    const uint8_t *base, *link;
    const char *uri;
    /* The options of a request, and the documents of a server: an array of links in CBOR, and link format. */
    const uint8_t *request, *links;
    const char *core;
    size_t base_len, link_len, uri_len, request_len, links_len, core_len;
    /* Buffers of `cap` bytes each, and the length of the result. */
    uint8_t *cri, *options;
    char *text;
    size_t cap, len;
};

#endif
