/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A heap for the peers: a pointer that moves, and back to the start where all has been freed. */
#ifndef MEASURE_BOARD_HEAP_H
#define MEASURE_BOARD_HEAP_H

#include <stddef.h>

/* The most bytes that were allocated at a time, each block with a word before it for its length. */
size_t client_heap(void);

#endif
