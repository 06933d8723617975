/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The memory of one run: blocks are taken one after the other and given back all at once. */
#ifndef CRI_EXPLORER_MEMORY_H
#define CRI_EXPLORER_MEMORY_H

#include <stddef.h>

void memory_reset(void);
/* Returns a block, or NULL if the browser gives no more memory. */
void *memory_take(size_t len);
/* Returns all that is free: what is written there stays if memory_take() takes it next. */
void *memory_rest(size_t *len);

#endif
