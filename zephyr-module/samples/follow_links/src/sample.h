/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <cri_zephyr.h>
#include <zephyr/kernel.h>

#define REVISION CRI_REV_27
#define READING_PATTERN "/floors/{}/{}"

/* Makes a request for a target in the packet `packet`. Returns 0 or a negative errno. */
static inline int make_request(uint8_t method, const cri_t *target, struct coap_packet *packet, uint8_t *buf,
                               uint16_t buf_len)
{
    static const uint8_t token[] = {0x2a};
    uint8_t made[192];
    size_t len;
    cri_request_t request;
    int err = cri_errno(cri_request(NULL, target, NULL, made, sizeof made, &len, &request));
    if (err == 0) {
        err = coap_packet_init(packet, buf, buf_len, COAP_VERSION_1, COAP_TYPE_CON, sizeof token, token, method,
                               coap_next_id());
    }
    return err != 0 ? err : cri_packet_append_request(packet, &request);
}

/* The server gives this semaphore when it has followed a link. */
extern struct k_sem server_followed;

/* Answers requests that arrive at the socket `sock`, which is bound to an address. Follows links through the socket
 * `out`. Does not return. */
void server_run(int sock, int out);

#endif
