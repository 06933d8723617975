/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The code for unicoap, which stores the options of a message separately from its header. */
#include "request.h"

#include <coap-loops.h>

#include "net/unicoap.h"

static bool add_option(void *message, uint16_t number, const uint8_t *value, size_t value_len)
{
    return unicoap_options_add(message, number, value, value_len) >= 0;
}

ssize_t request_write(const cri_request_t *made, uint8_t *buf, size_t buf_len)
{
    static uint8_t token[] = {0x2a};
    const unicoap_message_properties_t properties = {
        .token = token,
        .token_length = sizeof(token),
        .rfc7252 = {.type = UNICOAP_TYPE_CON, .id = 1},
    };
    unicoap_message_t request;

    UNICOAP_OPTIONS_ALLOC(options, 96);
    unicoap_request_init_with_options(&request, UNICOAP_METHOD_GET, NULL, 0, &options);
    if (coap_add_request(made, add_option, &options) != CRI_OK) {
        return -1;
    }
    return unicoap_pdu_build_rfc7252(buf, buf_len, &request, &properties);
}

const uint8_t *request_options(uint8_t *buf, size_t buf_len, size_t *options_len)
{
    unicoap_parser_result_t parsed = {0};

    if (unicoap_pdu_parse_rfc7252_result(buf, buf_len, &parsed) < 0) {
        return NULL;
    }
    *options_len = unicoap_message_options_size(&parsed.message);
    return unicoap_message_options_data(&parsed.message);
}
