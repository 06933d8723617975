/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Following links over CoAP, whatever the CoAP stack: the loop over a document's links, and the loop that gives a
 * request's options to the stack. What is left to the stack is `add`, which wraps its own function for an option:
 *
 *   libcoap   coap_add_option(pdu, number, value_len, value)                  0 on failure
 *   Zephyr    coap_packet_append_option(packet, number, value, value_len)     negative on failure
 *   RIOT      coap_opt_add_opaque(pkt, number, value, value_len)              negative on failure
 *             unicoap_options_add(options, number, value, value_len)          negative on failure
 *
 * They take options in ascending order, as they come here. A stack that writes options itself, into a buffer, needs no
 * loop: cri_to_coap() gives it the bytes.
 */
#ifndef COAP_LINKS_H
#define COAP_LINKS_H

#include "cri_coap.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds an option to a message. Returns whether there was room. */
typedef bool (*coap_add_fn)(void *message, uint16_t number, const uint8_t *value, size_t value_len);

/* Receives a link: where it leads to; or, if `err` is not CRI_OK, why it is skipped, and `target` is NULL. */
typedef void (*coap_link_fn)(void *context, cri_err_t err, const cri_t *target);

/*
 * Adds the options of a request for `cri` that is sent to `dest`. A fragment is left out: it is never sent.
 * CRI_ERR_BUFFER if the message has no room for them; otherwise as cri_coap_options().
 */
static inline cri_err_t coap_add_cri(const cri_t *cri, const cri_endpoint_t *dest, coap_add_fn add, void *message)
{
    uint8_t scratch[CRI_COAP_SCRATCH]; /* for a host name; path and query are not copied */
    size_t scratch_len;
    cri_coap_options_t options;
    uint16_t number;
    const uint8_t *value;
    size_t value_len;
    cri_t resource;
    cri_err_t err = cri_without_fragment(cri, &resource);
    if (err == CRI_OK) {
        err = cri_coap_options(&resource, dest, scratch, sizeof scratch, &scratch_len, &options);
    }
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

/*
 * Calls `each` for each link of a document, a CBOR array of up to 23 CRI references, resolved against `base`. An item
 * that is no CRI is skipped. Returns CRI_OK; CRI_ERR_CBOR, before any call, for anything but such an array, also one of
 * 24 or more items; or the error after which no further link can be found, such as CRI_ERR_TRUNCATED.
 *
 * `each` is called 23 times at most, whatever the document. Bytes after the array are ignored. Each link is passed on as
 * it comes: a document may link to itself, to one that links back, and twice to the same resource. A caller that
 * follows links of links must itself bound the depth, and the number of requests.
 */
static inline cri_err_t coap_each_link(const cri_t *base, uint8_t rev, const uint8_t *document, size_t document_len,
                                       coap_link_fn each, void *context)
{
    size_t offset = 1;
    if (document_len == 0 || document[0] < 0x80 || document[0] > 0x97) {
        return CRI_ERR_CBOR;
    }
    for (uint8_t left = (uint8_t)(document[0] - 0x80); left > 0; left--) {
        cri_t link, target;
        size_t consumed = 0;
        cri_err_t err = cri_parse(rev, document + offset, document_len - offset, &link, &consumed);
        if (err == CRI_OK) {
            err = cri_resolve(base, &link, &target);
        } else if (consumed == 0) {
            return err;
        }
        each(context, err, err == CRI_OK ? &target : NULL);
        offset += consumed;
    }
    return CRI_OK;
}

#endif
