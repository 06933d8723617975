/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * Hosts and ports. An application needs them to reach a resource, and to decide whether it may access the resource.
 *
 * If the host is an address, cri_host_endpoint() stores the address and the port for a socket or a CoAP stack. If the
 * host is a name, look up the text that cri_host_text() writes, and use the port that cri_effective_port() stores.
 */

/** Enough bytes for the scratch of cri_with_endpoint(), for an endpoint with a zone identifier of this length. */
#define CRI_WITH_ENDPOINT_MAX(zone_len) ((zone_len) + 26)

@group cri_host cri_host.h: hosts and endpoints
@include coap/endpoint.rs
@include cri/host.rs
