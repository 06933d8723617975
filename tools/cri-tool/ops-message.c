/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations that show the parts of a CoAP message (RFC 7252 3). */
#include "ops.h"

#include <stdio.h>
#include <string.h>

struct option_name {
    uint16_t number;
    char format; /* the first letter of opaque, string, uint or empty */
    const char *name;
};

static const struct option_name option_names[] = {
#include "coap-options.inc"
};

/* Returns the name and the format of an option. An unknown option is opaque and has no name. */
static struct option_name option_name(uint16_t number)
{
    for (size_t i = 0; i < sizeof option_names / sizeof option_names[0]; i++) {
        if (option_names[i].number == number) {
            return option_names[i];
        }
    }
    return (struct option_name){number, 'o', ""};
}

static void answer_value(struct job *job, char format, const uint8_t *value, size_t len)
{
    if (format == 's') {
        answer_octets(job, value, len);
    } else if (format == 'o' || len > 4) {
        answer_hex(job, value, len);
    } else {
        uint32_t integer = 0;
        for (size_t i = 0; i < len; i++) {
            integer = integer << 8 | value[i];
        }
        answer_int(job, integer);
    }
}

static err_name_t raw(struct job *job)
{
    cri_coap_raw_t rest;
    uint16_t number;
    const uint8_t *value;
    size_t len;
    cri_err_t err = cri_coap_raw_init(&rest, BYTES(0));
    while (err == CRI_OK && cri_coap_raw_next(&rest, &number, &value, &len)) {
        const struct option_name option = option_name(number);
        answer_int(job, number);
        if (job->form == FORM_BATCH) {
            answer_hex(job, value, len);
        } else {
            answer_text(job, option.name);
            answer_value(job, option.format, value, len);
        }
    }
    return error_of(err);
}

static err_name_t split(struct job *job)
{
    size_t options_len = 0;
    const uint8_t *payload = NULL;
    size_t payload_len = 0;
    cri_err_t err = cri_coap_split(BYTES(0), &options_len, &payload, &payload_len);
    if (err == CRI_OK) {
        answer_hex(job, job->bytes[0].bytes, options_len);
        answer_hex(job, payload, payload_len);
    }
    return error_of(err);
}

/* Adds a code, such as "2.05 Content". */
static void answer_code(struct job *job, uint8_t code)
{
    static const char *const codes[] = {
        "0.00 Empty",
        "0.01 GET",
        "0.02 POST",
        "0.03 PUT",
        "0.04 DELETE",
        "0.05 FETCH",
        "0.06 PATCH",
        "0.07 iPATCH",
        "2.01 Created",
        "2.02 Deleted",
        "2.03 Valid",
        "2.04 Changed",
        "2.05 Content",
        "2.31 Continue",
        "4.00 Bad Request",
        "4.01 Unauthorized",
        "4.02 Bad Option",
        "4.03 Forbidden",
        "4.04 Not Found",
        "4.05 Method Not Allowed",
        "4.06 Not Acceptable",
        "4.08 Request Entity Incomplete",
        "4.09 Conflict",
        "4.12 Precondition Failed",
        "4.13 Request Entity Too Large",
        "4.15 Unsupported Content-Format",
        "4.22 Unprocessable Entity",
        "4.29 Too Many Requests",
        "5.00 Internal Server Error",
        "5.01 Not Implemented",
        "5.02 Bad Gateway",
        "5.03 Service Unavailable",
        "5.04 Gateway Timeout",
        "5.05 Proxying Not Supported",
        "5.08 Hop Limit Reached",
    };
    char text[8];
    const int len = snprintf(text, sizeof text, "%d.%02d", code >> 5, code & 31);
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (memcmp(codes[i], text, (size_t)len) == 0) {
            answer_text(job, codes[i]);
            return;
        }
    }
    answer_text(job, text);
}

/* Adds the name and the value of each option. The options are well-formed. */
static void answer_options(struct job *job, const uint8_t *bytes, size_t bytes_len)
{
    cri_coap_raw_t rest;
    uint16_t number;
    const uint8_t *value;
    size_t len;
    cri_err_t err = cri_coap_raw_init(&rest, bytes, bytes_len);
    while (err == CRI_OK && cri_coap_raw_next(&rest, &number, &value, &len)) {
        const struct option_name option = option_name(number);
        char text[16];
        snprintf(text, sizeof text, "%u", (unsigned)number);
        answer_text(job, option.name[0] != '\0' ? option.name : text);
        answer_value(job, option.format, value, len);
    }
}

/* The options of the message that decode() reads, for write_target(). */
static struct field options;

WRITES(write_target, cri_coap_to_uri_proxy(job->rev, CRI_SCHEME_COAP, (const uint8_t *)options.text, options.len,
                                           job->dest, OUT_TEXT))

/* Adds NAME VALUE for each part of a message over UDP or DTLS, and the URI of a request if it is known. */
static err_name_t decode(struct job *job)
{
    static const char *const types[] = {"CON", "NON", "ACK", "RST"};
    const uint8_t *data = job->bytes[0].bytes, *payload = NULL;
    const size_t len = job->bytes[0].len, token = len == 0 ? 0 : data[0] & 15;
    size_t payload_len = 0;
    if (len < 4 + token || data[0] >> 6 != 1 || token > 8) {
        return ERR_BAD_MESSAGE;
    }
    options.text = (const char *)data + 4 + token;
    cri_err_t err = cri_coap_split(data + 4 + token, len - 4 - token, &options.len, &payload, &payload_len);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_text(job, "type");
    answer_text(job, types[data[0] >> 4 & 3]);
    answer_text(job, "code");
    answer_code(job, data[1]);
    answer_text(job, "message-id");
    answer_int(job, data[2] << 8 | data[3]);
    answer_text(job, "token");
    answer_hex(job, data + 4, token);
    answer_options(job, data + 4 + token, options.len);
    if (data[1] > 0 && data[1] < 32 && job_write(job, write_target) == NULL) {
        answer_text(job, "uri");
        answer_octets(job, job->scratch.bytes, job->scratch.len);
    }
    if (payload_len > 0) {
        const struct field text = {(const char *)payload, payload_len};
        const bool is_plain = is_text(&text);
        answer_text(job, is_plain ? "payload" : "payload-hex");
        (is_plain ? answer_octets : answer_hex)(job, payload, payload_len);
    }
    return NULL;
}

/* clang-format off */
const struct op message_ops[] = {
    {"decode", "h?e", "MESSAGE [ADDR:PORT]",
     "NAME VALUE of each part of a CoAP message over UDP, and the URI of a request that arrived at that endpoint",
     "40017d34b474656d70ff6f6b\t192.0.2.1:5683", .run = decode, .fields = "="},
    {"coap-split", "h", "DATA", "The options and the payload of a message, from the bytes after its token",
     "b161ff6869", .run = split, .fields = "options payload"},
    {"raw", "h", "OPTIONS", "Any options, one by one: NUMBER NAME VALUE; in a batch, NUMBER HEX", "8161c171",
     .run = raw, .fields = "number name value..."},
    END_OF_TABLE,
};
/* clang-format on */
