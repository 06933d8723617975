/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef SERVER_H
#define SERVER_H

#include <cri.h>

#include "modules.h"

/* gcoap answers /.well-known/core itself, with paths alone, before any resource is asked. */
#if IS_USED(MODULE_GCOAP)
#define CORE_PATH "/core"
#else
#define CORE_PATH "/.well-known/core"
#endif

/*
 * Moves out the link that the last document of links had for the server, to a buffer. Returns whether there was one. A handler may
 * not wait for an answer of its own server, so another thread follows.
 */
bool server_take_link(uint8_t *buf, size_t buf_cap, cri_t *link);

#endif
