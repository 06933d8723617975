/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The peers' operations, on the host only. */
#ifndef MEASURE_PEERS_H
#define MEASURE_PEERS_H

#include "ops.h"

extern const struct op peer_operations[];
extern const size_t peer_operation_count;

bool prepare_peers(void);

const char *uriparser_version(void);
const char *libcoap_version(void);

#endif
