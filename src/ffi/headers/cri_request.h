/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"
#include "cri_coap.h"
#include "cri_registry.h"

/**
 * @file
 * A CoAP request from a link, in one call: the task of every client.
 *
 * @code
 * uint8_t buffer[256];
 * size_t len;
 * cri_request_t request;
 * cri_err_t err = cri_request(&base, &link, NULL, buffer, sizeof buffer, &len, &request);
 *
 * if (err != CRI_OK)
 *     return err;
 * if (request.host != NULL)
 *     look_up(request.host, &request.endpoint);
 * send_get(&request.endpoint, request.options, request.options_len);
 * @endcode
 *
 * A stack that takes options one by one gets them from cri_coap_raw_next().
 *
 * The call resolves the link, omits the fragment, decodes percent-encoded text, and writes the options. It refuses a
 * target to which the program cannot send: by default, each scheme but coap, so that a request for a coaps URI never
 * goes out in clear. The functions that it consists of are in cri.h and cri_coap.h, for programs that need another
 * order.
 */

/**
 * @defgroup cri_request_h cri_request.h: a request from a link
 * All that a client needs to send a request.
 */

@group cri_request A request from a link
A program that sends over further CoAP schemes lists them:

@code
static const int64_t schemes[] = {CRI_SCHEME_COAP, CRI_SCHEME_COAPS};
static const cri_request_settings_t settings = {.schemes = schemes, .schemes_len = 2};
@endcode

A host name is not checked. docs/guide/hosts.md says which names to refuse before they are looked up.
@include coap/request.rs
