/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Functions for Zephyr: the errors of libcri as errno values and, with CONFIG_COAP, the options of CoAP packets and
 * clients. It also includes cri_log.h, for LOG_* and printk(), and with CONFIG_NETWORKING cri_socket.h, for struct
 * sockaddr.
 *
 * The structures and functions of Zephyr that are used here are the same from 3.4 to the coming 4.5, which has moved
 * the headers. struct coap_client_request differs between versions, so the caller fills it in.
 */
#ifndef CRI_ZEPHYR_H
#define CRI_ZEPHYR_H

#include <cri_coap.h>
#include <cri_log.h>
#include <cri_request.h>
#include <errno.h>
#include <string.h>

/* From Zephyr 4.4 on, the POSIX names of its socket structures may be absent. */
#if defined(CONFIG_NETWORKING) && \
    (!__has_include(<zephyr/net/net_compat.h>) || defined(CONFIG_NET_NAMESPACE_COMPAT_MODE))
#define CRI_SOCKET_HEADER <zephyr/net/net_ip.h>
#include <cri_socket.h>
#endif

#if defined(CONFIG_COAP)
#if __has_include(<zephyr/net/coap/coap.h>)
#include <zephyr/net/coap/coap.h>
#else
#include <zephyr/net/coap.h>
#endif
#endif

#if defined(CONFIG_COAP_CLIENT)
#include <zephyr/kernel.h> /* the header of 3.4 needs it, but does not include it */
#if __has_include(<zephyr/net/coap/coap_client.h>)
#include <zephyr/net/coap/coap_client.h>
#else
#include <zephyr/net/coap_client.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Turns a cri_err_t into 0 or the negative errno that Zephyr's functions return.
 *
 * -EINVAL: a wrong call, never due to a peer. -EBADMSG: malformed CBOR, URI or CoAP options. -EPROTONOSUPPORT: a CRI
 * that has no CoAP form, such as one of scheme http. -ENOTSUP: any other CRI that cannot be processed or converted.
 * -ENOMEM: an output does not fit. -E2BIG: a limit of the library is exceeded.
 */
static inline int cri_errno(cri_err_t err)
{
    switch (err) {
    case CRI_OK:
        return 0;
    case CRI_ERR_BUFFER:
        return -ENOMEM;
    case CRI_ERR_LIMIT:
        return -E2BIG;
    case CRI_ERR_URI_HOST:
    case CRI_ERR_COAP_PROXY:
        return -ENOTSUP;
    case CRI_ERR_COAP_LENGTH:
    case CRI_ERR_COAP_HOST:
        return -EPROTONOSUPPORT;
    default:
        break;
    }
    switch (err / -25) { /* errors have groups of 25 numbers */
    case 0:
        return -EINVAL;
    case 1: /* CBOR */
    case 4: /* text of URIs */
    case 6: /* received CoAP options */
    case 8: /* notation and links */
        return -EBADMSG;
    case 7: /* CRIs without CoAP options */
        return -EPROTONOSUPPORT;
    default:
        return -ENOTSUP;
    }
}

#if defined(CONFIG_COAP)

/**
 * Returns the bytes of a packet's options, for cri_from_coap(), cri_coap_route() and others.
 *
 * @param[in] packet a packet from coap_packet_parse(), or the request that a handler of a coap_service gets
 * @param[out] len length in bytes
 */
static inline const uint8_t *cri_packet_options(const struct coap_packet *packet, size_t *len)
{
    /* In some versions of Zephyr, opt_len includes the payload marker. */
    uint16_t payload_len;
    const uint8_t *payload = coap_packet_get_payload(packet, &payload_len);
    const uint8_t *start = packet->data + packet->hdr_len;
    *len = payload != NULL ? (size_t)(payload - start) - 1 : packet->opt_len;
    return start;
}

/**
 * Appends the options of a request for a CRI to a packet: Uri-Host, Uri-Port, Uri-Path and Uri-Query. They do not
 * contain the scheme: the caller chooses the transport, as cri_coap_options_init() says.
 *
 * @param[in,out] packet the packet, without a payload; after an error it may have some of the options
 * @param[in] target,dest as in cri_coap_options_init(); a fragment of `target` is omitted. Call cri_decode_pet() first
 *   if `target` may have percent-encoded text
 * @return 0; -ENOMEM if the packet has no room; an error of cri_coap_options_init(), converted by cri_errno()
 */
static inline int cri_packet_append_options(struct coap_packet *packet, const cri_t *target, const cri_endpoint_t *dest)
{
    uint8_t scratch[CRI_COAP_SCRATCH];
    size_t scratch_len;
    cri_coap_options_t iter;
    uint16_t number;
    const uint8_t *value;
    size_t value_len;
    cri_t resource;
    cri_err_t err = cri_without_fragment(target, &resource);
    if (err == CRI_OK) {
        err = cri_coap_options_init(&iter, &resource, dest, scratch, sizeof(scratch), &scratch_len);
    }
    if (err != CRI_OK) {
        return cri_errno(err);
    }
    while (cri_coap_options_next(&iter, &number, &value, &value_len)) {
        if (coap_packet_append_option(packet, number, value, (uint16_t)value_len) < 0) {
            return -ENOMEM;
        }
    }
    return 0;
}

/**
 * Appends the options of a request from cri_request() to a packet.
 *
 * @param[in,out] packet the packet, without a payload; after an error it may have some of the options
 * @param[in] request the request
 * @return 0, or -ENOMEM if the packet has no room
 */
static inline int cri_packet_append_request(struct coap_packet *packet, const cri_request_t *request)
{
    cri_coap_raw_t iter;
    uint16_t number;
    const uint8_t *value;
    size_t value_len;
    cri_err_t err = cri_coap_raw_init(&iter, request->options, request->options_len);

    while (err == CRI_OK && cri_coap_raw_next(&iter, &number, &value, &value_len)) {
        if (coap_packet_append_option(packet, number, value, (uint16_t)value_len) < 0) {
            return -ENOMEM;
        }
    }
    return cri_errno(err);
}

/**
 * Appends the Location-Path and Location-Query options of a response for a CRI reference to a packet.
 *
 * @param[in,out] packet the packet, without a payload; after an error it may have some of the options
 * @param[in] location as in cri_to_coap_location()
 * @return 0; -ENOMEM if the packet has no room; an error of cri_to_coap_location(), converted by cri_errno()
 */
static inline int cri_packet_append_location(struct coap_packet *packet, const cri_t *location)
{
    static const uint16_t numbers[] = {CRI_COAP_LOCATION_PATH, CRI_COAP_LOCATION_QUERY};
    cri_iter_t iters[2];
    cri_text_t text;
    const char *chars;
    size_t len;
    cri_err_t err = cri_to_coap_location(location, 0, NULL, 0, &len); /* fails if the reference has no options */
    if (err != CRI_OK && err != CRI_ERR_BUFFER) {
        return cri_errno(err);
    }
    cri_iter_init_path(&iters[0], location);
    cri_iter_init_query(&iters[1], location);
    for (size_t i = 0; i < 2; i++) {
        while (cri_iter_next(&iters[i], &text)) {
            if (!cri_text_plain(&text, &chars, &len)) {
                return cri_errno(CRI_ERR_COAP_PET); /* cannot happen: cri_to_coap_location() refuses it */
            }
            if (coap_packet_append_option(packet, numbers[i], (const uint8_t *)chars, (uint16_t)len) < 0) {
                return -ENOMEM;
            }
        }
    }
    return 0;
}

#endif

#if defined(CONFIG_COAP_CLIENT)

/**
 * Stores the options of a request for a CRI, for coap_client_req(): `options` and `num_options` of a
 * coap_client_request, whose `path` is empty. They do not contain the scheme: the caller chooses the transport, as
 * cri_coap_options_init() says.
 *
 * @param[in] target,dest as in cri_coap_options_init(); a fragment of `target` is omitted
 * @param[out] options,options_cap the options
 * @return the number of options; -ENOMEM if the array has no room for all options, or if an option is longer than
 *   CONFIG_COAP_EXTENDED_OPTIONS_LEN allows; an error of cri_coap_options_init(), converted by cri_errno()
 */
static inline int cri_client_options(const cri_t *target, const cri_endpoint_t *dest,
                                     struct coap_client_option *options, size_t options_cap)
{
    uint8_t scratch[CRI_COAP_SCRATCH];
    size_t scratch_len;
    cri_coap_options_t iter;
    uint16_t number;
    const uint8_t *value;
    size_t value_len;
    size_t count = 0;
    cri_t resource;
    cri_err_t err = cri_without_fragment(target, &resource);
    if (err == CRI_OK) {
        err = cri_coap_options_init(&iter, &resource, dest, scratch, sizeof(scratch), &scratch_len);
    }
    if (err != CRI_OK) {
        return cri_errno(err);
    }
    for (; cri_coap_options_next(&iter, &number, &value, &value_len); count++) {
        if (count == options_cap || value_len > sizeof(options[count].value)) {
            return -ENOMEM;
        }
        options[count].code = number;
        options[count].len = value_len;
        memcpy(options[count].value, value, value_len);
    }
    return (int)count;
}

#endif

#ifdef __cplusplus
}
#endif

#endif
