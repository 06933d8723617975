/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of other libraries. A function returns true if the library succeeded. */
#ifndef PEERS_H
#define PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Parses a URI reference. Also finds the segments of its path. */
bool uriparser_split(const char *text, size_t len);
/* Parses, normalises and writes a URI. */
bool uriparser_normalize(const char *text, size_t len);
/* Parses a base and a reference, and writes the target. */
bool uriparser_resolve(const char *base, size_t base_len, const char *reference, size_t reference_len);
/* Returns a parsed URI, or NULL. It borrows the text, and is not freed. */
void *uriparser_open(const char *text, size_t len);
bool uriparser_write(const void *uri);
bool uriparser_equal(const void *a, const void *b);

/* Makes the options of path and query, but no Uri-Host and Uri-Port, and checks no characters. */
bool libcoap_options(const char *text, size_t len);
/* Returns a request, or NULL. It is not freed. */
void *libcoap_request(const uint8_t *message, size_t len);
/* Writes the path and the query of a request as texts on the heap. */
bool libcoap_path_and_query(const void *request);
/* Returns a server with `count` resources, of which one has the path of the request. It is not freed. */
void *libcoap_server(const void *request, unsigned count);
/* Finds the resource whose path is that of the request. */
bool libcoap_find(void *server, const void *request);

#endif
