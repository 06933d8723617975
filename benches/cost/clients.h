/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Client programs: the parts of a firmware whose cost is measured. */
#ifndef MEASURE_CLIENTS_H
#define MEASURE_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Resolves a link, and makes the options of a request for its target. */
bool client_coap(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, uint8_t *options,
                 size_t cap, size_t *len);

/* Resolves a link, and stores its target. Returns false if the target equals `known`. */
bool client_store(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, uint8_t *buf, size_t cap,
                  size_t *len, const void *known);

/* Returns a CRI that client_store() gets as `known`. */
const void *client_known(const uint8_t *cri, size_t cri_len);

/* Resolves a link with a base that is a URI. Writes the target as a URI, and makes the options of a request for it. The
 * three buffers have `cap` bytes each. */
bool client_gateway(const char *uri, size_t uri_len, const uint8_t *link, size_t link_len, uint8_t *cri,
                    uint8_t *options, char *text, size_t cap, size_t *len);

/* Makes the options of a request from a URI. */
bool client_request(const char *uri, size_t uri_len, uint8_t *options, size_t cap, size_t *len);

/* Makes the options of a request for the first link of a document that leads to this server. The base of the links is
 * the CRI of the request for the document. Both buffers have `cap` bytes. */
bool client_server(const uint8_t *request, size_t request_len, const uint8_t *links, size_t links_len, uint8_t *cri,
                   uint8_t *options, size_t cap, size_t *len);

/* Writes the URI of the resource that a request identifies. */
bool client_log(const uint8_t *request, size_t request_len, char *text, size_t cap, size_t *len);

/* Makes the options of a request for the first link of a document whose resource type is `temperature`. Both buffers
 * have `cap` bytes. */
bool client_discover(const uint8_t *base, size_t base_len, const char *links, size_t links_len, uint8_t *cri,
                     uint8_t *options, size_t cap, size_t *len);

/* Writes a block of the links that match the filter of a request. Returns true if there are more blocks. */
bool client_core(const char *query, size_t query_len, size_t offset, uint8_t *block, size_t cap, size_t *len);

/* Finds the host of a URI. Returns false if it is not a host name. */
bool client_split(const char *uri, size_t uri_len, const char **host, size_t *host_len);

/* Resolves a URI reference, and finds the host of the result. */
bool client_resolve(const char *base, size_t base_len, const char *uri, size_t uri_len, char *buf, size_t cap,
                    size_t *len);

#endif
