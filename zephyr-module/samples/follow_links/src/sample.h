/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <cri_zephyr.h>
#include <zephyr/kernel.h>

#define REVISION CRI_REV_27
#define READING_PATTERN "/floors/{}/{}"

/* Writes a request for a target at a server. Percent-encoded text is decoded, since options have no such text.
 * Returns 0 or a negative errno. */
static inline int make_request(uint8_t method, const cri_t *target, const cri_endpoint_t *dest,
                               struct coap_packet *request,
                               uint8_t *buf, uint16_t buf_len)
{
    static const uint8_t token[] = {0x2a};
    uint8_t cbor[192];
    cri_t decoded;
    int err = coap_packet_init(request, buf, buf_len, COAP_VERSION_1, COAP_TYPE_CON, sizeof token, token, method,
                               coap_next_id());
    if (err == 0) {
        err = cri_errno(cri_decode_pet_view(target, cbor, sizeof cbor, &decoded));
    }
    return err != 0 ? err : cri_packet_append_options(request, &decoded, dest);
}

/* The server gives this semaphore when it has followed a link. */
extern struct k_sem server_followed;

/* Answers requests that arrive at the socket `sock`, which is bound to an address. Follows links through the socket
 * `out`. Does not return. */
void server_run(int sock, int out);

#endif
