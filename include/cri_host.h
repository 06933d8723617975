/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_HOST_H
#define CRI_HOST_H

#include "cri.h"

/**
 * @file
 * Hosts and ports: what an application needs to reach a resource.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_host Hosts and endpoints
 * @{
 */

/**
 * The destination of a CoAP request, or the endpoint at which it arrived: the defaults of Uri-Host and
 * Uri-Port.
 *
 * addr, addr_len: the IP address, 4 or 16 bytes in network order. zone, zone_len: the zone identifier of
 * an IPv6 address; NULL and 0 for none. port: the port.
 */
typedef struct cri_endpoint_t {
  const uint8_t *addr;
  size_t addr_len;
  const char *zone;
  size_t zone_len;
  uint16_t port;
} cri_endpoint_t;

/** @} */

CRI_END_DECLS

#endif /* CRI_HOST_H */
