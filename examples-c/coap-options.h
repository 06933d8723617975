/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The loop that gives the options of a request to a CoAP stack, whichever it is.
 *
 * `add` wraps the stack's own function, which takes options in ascending order, as they come here:
 *
 *   libcoap   coap_add_option(pdu, number, value_len, value)            0 on failure
 *   Zephyr    coap_packet_append_option(packet, number, value, value_len)   negative on failure
 *   RIOT      coap_opt_add_opaque(pkt, number, value, value_len)        negative on failure
 *
 * A stack that writes options itself, into a buffer, needs no loop: cri_to_coap() gives it the bytes.
 */
#ifndef COAP_OPTIONS_H
#define COAP_OPTIONS_H

#include "cri.h"

/* Adds an option to a message. Returns whether there was room. */
typedef bool (*coap_add_fn)(void *message, uint16_t number, const uint8_t *value, size_t value_len);

/*
 * Adds the options of a request for `cri` that is sent to `dest`. CRI_ERR_BUFFER if the message has no room for them;
 * otherwise as cri_coap_options().
 */
static inline cri_err_t coap_add_cri(const cri_t *cri, const cri_endpoint_t *dest, coap_add_fn add, void *message)
{
    uint8_t scratch[CRI_COAP_SCRATCH]; /* for a host name; path and query are not copied */
    size_t scratch_len;
    cri_coap_options_t options;
    uint16_t number;
    const uint8_t *value;
    size_t value_len;
    cri_err_t err = cri_coap_options(cri, dest, scratch, sizeof scratch, &scratch_len, &options);
    if (err != CRI_OK) {
        return err;
    }
    while (cri_coap_options_next(&options, &number, &value, &value_len)) {
        if (!add(message, number, value, value_len)) {
            return CRI_ERR_BUFFER;
        }
    }
    return CRI_OK;
}

#endif
