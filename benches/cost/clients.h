/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Client programs: the parts of a firmware whose cost is measured. */
#ifndef MEASURE_CLIENTS_H
#define MEASURE_CLIENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Follows a link. */
bool client_coap(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, uint8_t *options,
                 size_t cap, size_t *len);

/* Stores a link, unless it is the one that is known. */
bool client_store(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, uint8_t *buf, size_t cap,
                  size_t *len, const void *known);

/* The CRI that client_store() gets as the one it knows. */
const void *client_known(const uint8_t *cri, size_t cri_len);

/* Follows a link from a base that is a URI, and shows it. The three buffers have `cap` bytes each. */
bool client_gateway(const char *uri, size_t uri_len, const uint8_t *link, size_t link_len, uint8_t *cri,
                    uint8_t *options, char *text, size_t cap, size_t *len);

/* Makes the options of a request from a URI. */
bool client_request(const char *uri, size_t uri_len, uint8_t *options, size_t cap, size_t *len);

/* Makes the options of a request for a link of a document that a request asked for, if one leads to the server
 * itself. Both buffers have `cap` bytes. */
bool client_server(const uint8_t *request, size_t request_len, const uint8_t *links, size_t links_len, uint8_t *cri,
                   uint8_t *options, size_t cap, size_t *len);

/* Shows what a request asks for. */
bool client_log(const uint8_t *request, size_t request_len, char *text, size_t cap, size_t *len);

/* Makes the options of a request for the first link of a document whose resource type is `temperature`. Both buffers
 * have `cap` bytes. */
bool client_discover(const uint8_t *base, size_t base_len, const char *links, size_t links_len, uint8_t *cri,
                     uint8_t *options, size_t cap, size_t *len);

/* Answers a request for links with those that pass its filter: a block of them. Returns whether there are more. */
bool client_core(const char *query, size_t query_len, size_t offset, uint8_t *block, size_t cap, size_t *len);

/* Takes the host out of a URI. */
bool client_split(const char *uri, size_t uri_len, const char **host, size_t *host_len);

/* Resolves a URI reference, if the result has a host. */
bool client_resolve(const char *base, size_t base_len, const char *uri, size_t uri_len, char *buf, size_t cap,
                    size_t *len);

#endif
