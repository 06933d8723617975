/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The code for nanocoap, and for gcoap, whose packets are the same. */
#include "request.h"

#include <coap-loops.h>
#include <cri_riot.h>

#include "modules.h"
#include "net/nanocoap.h"
#if IS_USED(MODULE_GCOAP)
#include "net/gcoap.h"
#endif

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return coap_opt_add_opaque(message, number, value, value_len) >= 0;
}

/* Begins a request without options. */
static int init_request(coap_pkt_t *request, uint8_t *buf, size_t buf_len)
{
#if IS_USED(MODULE_GCOAP)
    return gcoap_req_init(request, buf, buf_len, COAP_METHOD_GET, NULL);
#else
    static const uint8_t token[] = {0x2a};
    ssize_t head = coap_build_udp_hdr(buf, buf_len, COAP_TYPE_CON, token, sizeof(token), COAP_METHOD_GET, 1);

    if (head < 0) {
        return (int)head;
    }
    coap_pkt_init(request, buf, buf_len, (size_t)head);
    return 0;
#endif
}

ssize_t request_write(const cri_request_t *made, uint8_t *buf, size_t buf_len)
{
    coap_pkt_t request;
    int err = init_request(&request, buf, buf_len);

    if (err < 0) {
        return err;
    }
    if (coap_add_request(made, add_option, &request) != CRI_OK) {
        return -1;
    }
    return coap_opt_finish(&request, COAP_OPT_FINISH_NONE);
}

const uint8_t *request_options(uint8_t *buf, size_t buf_len, size_t *options_len)
{
    coap_pkt_t pkt;

    return coap_parse_udp(&pkt, buf, buf_len) < 0 ? NULL : cri_packet_options(&pkt, options_len);
}
