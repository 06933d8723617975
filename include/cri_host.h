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
 */
typedef struct cri_endpoint_t {
  /**
   * The IP address, in network order.
   */
  const uint8_t *addr;
  /**
   * 4 or 16.
   */
  size_t addr_len;
  /**
   * The zone identifier of an IPv6 address; NULL for none.
   */
  const char *zone;
  /**
   * Length of `zone` in bytes.
   */
  size_t zone_len;
  /**
   * The port.
   */
  uint16_t port;
} cri_endpoint_t;

/** @} */

CRI_END_DECLS

#endif /* CRI_HOST_H */
