/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The CoAP options of a request, as they are in the message. */
#include "explorer.h"

#include "cri_coap.h"
#include "cri_host.h"
#include "json.h"
#include "memory.h"

#define OPTIONS_MOST 32
#define VALUE_MOST 256

static const char *option_name(uint16_t number)
{
    switch (number) {
    case CRI_COAP_URI_HOST:
        return "Uri-Host";
    case CRI_COAP_URI_PORT:
        return "Uri-Port";
    case CRI_COAP_URI_PATH:
        return "Uri-Path";
    case CRI_COAP_URI_QUERY:
        return "Uri-Query";
    default:
        return "";
    }
}

/* The endpoint that the CRI names, stored in `endpoint`; NULL if its host is a name. */
static const cri_endpoint_t *destination(const cri_t *cri, cri_endpoint_t *endpoint)
{
    return cri_host_endpoint(cri, endpoint) == CRI_OK ? endpoint : NULL;
}

static cri_err_t write_options(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    cri_endpoint_t endpoint;
    return cri_to_coap(cri, destination(cri, &endpoint), 0, buf, cap, len);
}

/* How many bytes of an option precede its value (RFC 7252 3.1): a nibble of 13 has one more byte, one of 14 two. */
static size_t option_head(uint8_t first)
{
    size_t delta = first >> 4, length = first & 15;
    return 1 + (delta > 12 ? delta - 12 : 0) + (length > 12 ? length - 12 : 0);
}

static void answer_option(uint16_t number, const uint8_t *value, size_t len, const uint8_t *wire, size_t head)
{
    json_object(NULL);
    json_number("number", number);
    json_word("name", option_name(number));
    if (number == CRI_COAP_URI_PORT) {
        uint64_t port = 0;
        for (size_t i = 0; i < len; i++) {
            port = port << 8 | value[i];
        }
        json_number("port", port);
    } else {
        json_text("text", value, len, VALUE_MOST);
    }
    json_hex("head", wire, head, head);
    json_hex("value", value, len, VALUE_MOST);
    json_end();
}

/* The iterator gives the values, the written options what is on the wire. */
static void answer_options(const cri_t *cri, const struct written *wire)
{
    uint8_t *scratch = memory_take(CRI_COAP_SCRATCH);
    cri_endpoint_t endpoint;
    const cri_endpoint_t *dest = destination(cri, &endpoint);
    cri_coap_options_t options;
    const uint8_t *value;
    size_t len, at = 0, count = 0, scratch_len;
    uint16_t number;
    json_bool("toAddress", dest != NULL);
    json_number("len", wire->len);
    json_array("options");
    if (scratch != NULL && cri_coap_options(cri, dest, scratch, CRI_COAP_SCRATCH, &scratch_len, &options) == CRI_OK) {
        for (; at < wire->len && cri_coap_options_next(&options, &number, &value, &len); count++) {
            size_t head = option_head(wire->bytes[at]);
            if (count < OPTIONS_MOST) {
                answer_option(number, value, len, wire->bytes + at, head);
            }
            at += head + len;
        }
    }
    json_end();
    json_number("count", count);
}

static void answer_proxy(const cri_t *cri)
{
    static const struct {
        uint16_t number;
        const char *name;
    } ways[] = {
        {CRI_COAP_PROXY_URI, "Proxy-Uri"},
        {CRI_COAP_PROXY_SCHEME, "Proxy-Scheme"},
        {CRI_COAP_PROXY_SCHEME_NUMBER, "Proxy-Scheme-Number"},
        {CRI_COAP_PROXY_CRI, "Proxy-Cri"},
    };
    json_array("proxy");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        size_t len;
        cri_err_t err = cri_to_coap_proxy(cri, ways[i].number, NULL, 0, NULL, 0, &len);
        json_object(NULL);
        json_number("number", ways[i].number);
        json_word("name", ways[i].name);
        if (err == CRI_ERR_BUFFER) {
            json_number("len", len);
        } else {
            answer_error("error", err);
        }
        json_end();
    }
    json_end();
}

void answer_coap(const cri_t *whole)
{
    cri_text_t fragment;
    cri_t request, *cri = &request;
    /* A fragment is no part of a request (RFC 7252 6.4). */
    if (cri_without_fragment(whole, cri) != CRI_OK) {
        return;
    }
    struct written wire = write_form(write_options, cri);
    json_object("coap");
    json_bool("hadFragment", cri_fragment(whole, &fragment));
    if (wire.out_of_memory) {
        json_null("error");
    } else if (wire.err != CRI_OK) {
        answer_error("error", wire.err);
    } else {
        answer_options(cri, &wire);
    }
    answer_proxy(cri);
    json_end();
}
