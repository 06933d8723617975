/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"
#include "cri_host.h"

/**
 * @file
 * CoAP: conversion between a CRI and the options of a request, proxies, authorization information.
 *
 * A client calls cri_request() of cri_request.h, which makes a request from a link. It consists of functions that
 * resolve the link and convert the result to options: cri_to_coap() writes them as the bytes of a message;
 * cri_coap_options_init() starts an iterator, for a CoAP stack that takes options one by one. cri_uri_to_coap() and
 * cri_coap_to_uri() are for programs that have or want URI text and need no CRI.
 *
 * A server can dispatch a request without its CRI; it needs the CRI only as the base of links in the payload:
 *
 * | The server wants             | the stack has the options' bytes | the stack passes them one by one  | there is a CRI      |
 * |------------------------------|----------------------------------|-----------------------------------|---------------------|
 * | the handler, by patterns     | cri_coap_route()                 | a composer, then cri_route()      | cri_route()         |
 * | whether one pattern matches  | cri_coap_pattern_match()         | a composer, cri_pattern_match()   | cri_pattern_match() |
 * | the CRI of its own request   | cri_from_coap()                  | cri_coap_composer_option()        |                     |
 * | the CRI of a proxy's request | cri_from_coap_proxy()            | cri_coap_composer_option_proxy()  |                     |
 *
 * For the other options of a request and of its response, a proxy calls cri_coap_forward_request() and
 * cri_coap_forward_response(). Routes and patterns are in cri_dispatch.h.
 */

/**
 * @defgroup cri_coap_h cri_coap.h: CoAP
 * Options of requests and responses, proxies, authorization information.
 */

/** Enough bytes for the options of the request for a CRI of this length, from cri_to_coap(). */
#define CRI_TO_COAP_MAX(cri_len) ((cri_len) + (cri_len) / 14 + 32)

/**
 * Enough bytes for the CRI of a request with options of this length, from cri_from_coap(). The endpoint at which the
 * request arrived has a zone identifier of length `zone_len`, usually 0.
 */
#define CRI_FROM_COAP_MAX(options_len, zone_len) ((options_len) + (zone_len) + 50)

/** Enough bytes for the options of the request for a URI of this length, from cri_uri_to_coap(). */
#define CRI_URI_TO_COAP_MAX(uri_len) ((uri_len) + (uri_len) / 14)

/**
 * Enough bytes for the URI of a request with options of this length, and its NUL, from cri_coap_to_uri(). The endpoint
 * at which the request arrived has no zone identifier.
 */
#define CRI_COAP_TO_URI_MAX(options_len) ((options_len) * 3 + 80)

@group cri_coap_out From a CRI to options
@include coap/write.rs

@group cri_coap_in From options to a CRI
@include coap/read.rs

@group cri_coap_text URI text and options, without a CRI
@include coap/uri.rs

@group cri_coap_message Messages
Functions for the options of a message without conversion to a CRI, and for the code of a response.
@include coap/message.rs
@include coap/prefix.rs

@group cri_coap_forward Forwarding
The options that a proxy forwards, of requests and of responses.
@include coap/forward.rs

@group cri_coap_edit Editing options
Functions that read an option, or write a list of options with a change.
@include coap/option.rs

@group cri_aif Authorization information
The Authorization Information Format (AIF) of RFC 9237, with CRIs for resources.
@include coap/aif.rs

@group cri_coap_options Numbers of options
Options of requests and responses. `iana/coap-options.csv` also has their classes and formats.
@options
