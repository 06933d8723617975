/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The functions that depend on RIOT's CoAP implementation. */
#ifndef REQUEST_H
#define REQUEST_H

#include <cri_request.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Writes the message of a request. Returns its length, or a negative number on failure. */
ssize_t request_write(const cri_request_t *made, uint8_t *buf, size_t buf_len);

/* Parses a received request. Returns the bytes of its options, up to the payload marker, or NULL on failure. */
const uint8_t *request_options(uint8_t *buf, size_t buf_len, size_t *options_len);

#endif
