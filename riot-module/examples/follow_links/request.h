/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The functions that depend on RIOT's CoAP implementation. */
#ifndef REQUEST_H
#define REQUEST_H

#include <cri_coap.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Writes the request for the target of a link at the server `dest`. Returns its length, or a negative number on
 * failure. */
ssize_t request_write(const cri_t *target, const cri_endpoint_t *dest, uint8_t *buf, size_t buf_len);

/* Parses a received request. Returns the bytes of its options, up to the payload marker, or NULL on failure. */
const uint8_t *request_options(uint8_t *buf, size_t buf_len, size_t *options_len);

#endif
