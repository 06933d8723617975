/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Sends one request for a CRI, and receives its answer, with libcoap 3.
 *
 * The server is not trusted:
 *
 * - Requests go over UDP without DTLS, so only coap links are followed. Links of coaps and other schemes are skipped.
 * - A resolver gets only names of letters, digits, '-' and '_', and no name that it may read as an address, such as
 *   127.1.
 * - A body of more than PAYLOAD_SIZE bytes is not fetched to its end. All exchanges together take at most TOTAL_MS. The
 * resolver of
 *   the system has limits of its own.
 */
#ifndef COAP_EXCHANGE_H
#define COAP_EXCHANGE_H

#include "cri_coap.h"

#include <coap3/coap.h>

#include <stdbool.h>

#define REVISION CRI_REV_27
#define CRI_SIZE 512
#define PAYLOAD_SIZE 4096
#define TIMEOUT_MS 5000
#define TOTAL_MS 20000

struct client {
    coap_context_t *context;
    int left_ms;    /* the rest of TOTAL_MS */
    unsigned links; /* the number of links that were followed so far */
};

struct answer {
    const coap_session_t *session; /* the session over which the answer must arrive */
    uint8_t token[8];              /* the token of the answer */
    size_t token_len;
    bool done;
    const char *problem; /* the reason why there is no whole answer, or NULL */
    coap_pdu_code_t code;
    bool is_cbor;
    uint8_t payload[PAYLOAD_SIZE];
    size_t payload_len;
    cri_err_t location_err;
    cri_t location; /* the reference in the Location-* options */
    uint8_t location_cbor[CRI_SIZE];
};

/* Makes the context of a client. Returns false if there is no memory. */
bool client_init(struct client *client);

/* Sends a request for a CRI, and waits for its answer. Returns NULL, or the reason why there is no answer. */
const char *exchange(struct client *client, coap_pdu_code_t method, const cri_t *cri, struct answer *answer);

#endif
