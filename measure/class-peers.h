/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What peers do with a class of input, on the host only. */
#ifndef MEASURE_CLASS_PEERS_H
#define MEASURE_CLASS_PEERS_H

#include "classes.h"

/* What a peer does instead of an operation; false if it refuses the input. */
struct class_peer {
    const char *operation;
    const char *who;
    bool (*run)(const struct class_texts *texts);
};

extern const struct class_peer class_peers[];
extern const size_t class_peer_count;

#endif
