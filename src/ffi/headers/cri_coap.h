/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"
#include "cri_host.h"

/**
 * @file
 * CoAP: from a CRI to the options of a request and back, proxies, dispatch by path, authorization information.
 *
 * A client resolves a link and writes its options with cri_to_coap(), as the bytes of a message, or iterates over them with
 * cri_coap_options() and passes them to its CoAP stack one by one. A server dispatches a request with cri_coap_route()
 * (cri_dispatch.h) or, for one prefix, cri_coap_path_match(), from the bytes of its options, or with a matcher, option by option;
 * it does not need the CRI of the request. Where it needs it, as the base of the links in what it received, it makes it with
 * cri_from_coap_direct(), which refuses requests that ask a proxy. A proxy makes the CRI of a request with cri_from_coap(), or with a
 * composer, option by option. cri_uri_to_coap() and cri_coap_to_uri() are for who has or wants the text of a URI and no CRI.
 */

/**
 * @defgroup cri_coap_h cri_coap.h: CoAP
 * Options of requests and responses, proxies, dispatch, authorization information.
 */

@group cri_coap_out From a CRI to options
@include to_coap.rs

@group cri_coap_in From options to a CRI
@include from_coap.rs

@group cri_coap_text URI text and options, without a CRI
@include coap_text.rs

@group cri_coap_path Dispatch by path
@include dispatch_path.rs

@group cri_coap_message Messages
The options of a message as they are, and the code of a response.
@include coap_message.rs

@group cri_aif Authorization information
The Authorization Information Format (AIF) of RFC 9237, with CRIs for resources.
@include aif.rs
