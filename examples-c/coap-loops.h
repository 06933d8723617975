/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Loops for following links over CoAP with any CoAP stack: the first goes through the links of a document, and the
 * second passes the options of a request to the stack. The program supplies `add`, which wraps the stack's own function
 * for an option:
 *
 *   libcoap   coap_add_option(pdu, number, value_len, value)                  0 on failure
 *   Zephyr    coap_packet_append_option(packet, number, value, value_len)     negative on failure
 *   RIOT      coap_opt_add_opaque(pkt, number, value, value_len)              negative on failure
 *             unicoap_options_add(options, number, value, value_len)          negative on failure
 *
 * These functions need options in ascending order, and the loop passes them in this order. A program that writes
 * options into a buffer itself needs no loop, because a request has the bytes.
 */
#ifndef COAP_LOOPS_H
#define COAP_LOOPS_H

#include "cri_document.h"
#include "cri_request.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Adds an option to a message. Returns false if there is no room. */
typedef bool (*coap_add_fn)(void *message, uint16_t number, const uint8_t *value, size_t value_len);

/* Receives the target of a link. If the link is skipped, `err` is the reason, and `target` is NULL. */
typedef void (*coap_link_fn)(void *context, cri_err_t err, const cri_t *target);

/* Adds the options of a request to a message. Fails with CRI_ERR_BUFFER if the message has no room for them. */
static inline cri_err_t coap_add_request(const cri_request_t *request, coap_add_fn add, void *message)
{
    cri_coap_raw_t options;
    uint16_t number;
    const uint8_t *value;
    size_t value_len;
    cri_err_t err = cri_coap_raw_init(&options, request->options, request->options_len);
    if (err != CRI_OK) {
        return err;
    }
    while (cri_coap_raw_next(&options, &number, &value, &value_len)) {
        if (!add(message, number, value, value_len)) {
            return CRI_ERR_BUFFER;
        }
    }
    return CRI_OK;
}

/*
 * Calls `each` for each link of a document, which is a CBOR array of CRI references, resolved against `base`. Skips
 * items that are not CRIs. Fails before the first call with CRI_ERR_STRUCTURE or another error if the document is not
 * an array. Later, fails with the error after which no further link can be found, such as CRI_ERR_TRUNCATED.
 *
 * `each` is called once for each item, so at most as often as the document has bytes. Bytes after the array are
 * ignored. Cycles of links are not detected: a document may link to itself, to a document that links back, and twice to
 * the same resource. The caller must bound the number of requests and, if it follows links of links, the depth.
 */
static inline cri_err_t coap_each_link(const cri_t *base, uint8_t rev, const uint8_t *document, size_t document_len,
                                       coap_link_fn each, void *context)
{
    cri_items_t items;
    cri_t link, target;
    const uint8_t *item;
    size_t item_len;
    cri_err_t err = cri_items_init_array(&items, rev, document, document_len);
    if (err != CRI_OK) {
        return err;
    }
    while (cri_items_next_item(&items, &link, &err, &item, &item_len)) {
        if (err == CRI_OK) {
            err = cri_resolve(base, &link, &target);
        }
        each(context, err, err == CRI_OK ? &target : NULL);
    }
    return cri_items_error(&items);
}

#endif
