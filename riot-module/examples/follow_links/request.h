/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The differences between RIOT's CoAP implementations. */
#ifndef REQUEST_H
#define REQUEST_H

#include <cri_coap.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Writes the request that gets what a link leads to, from `dest`. Returns its length; negative on failure. */
ssize_t request_write(const cri_t *target, const cri_endpoint_t *dest, uint8_t *buf, size_t buf_len);

/* Parses a received request. Returns the bytes of its options, up to the payload marker; NULL on failure. */
const uint8_t *request_options(uint8_t *buf, size_t buf_len, size_t *options_len);

#endif
