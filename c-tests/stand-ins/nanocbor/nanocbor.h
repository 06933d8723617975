/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A stand-in for NanoCBOR: the parts that docs/guide/cbor-libraries.md uses, for script/check/guides. */
#ifndef NANOCBOR_NANOCBOR_H
#define NANOCBOR_NANOCBOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nanocbor_value {
    const uint8_t *cur;
    const uint8_t *end;
    uint64_t remaining;
    uint8_t flags;
} nanocbor_value_t;

bool nanocbor_at_end(const nanocbor_value_t *it);

#endif
