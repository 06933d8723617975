/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The walk over the items of a CRI, for JavaScript, which knows no struct. The notes of walk.h are functions of
 * items.js.
 */
#include "../cri-tool/walk.h"

/* Ends an item of `len` bytes, as line() does. Returns whether to stop. */
bool end_item(size_t at, size_t len, unsigned depth, uint8_t part);

void line(struct walk *walk, size_t len) { walk->stop |= end_item(walk->at, len, walk->depth, walk->part); }

/* Goes through the items of a CRI. */
void walk_items(const uint8_t *data, size_t len)
{
    struct walk items = {.data = data, .len = len};
    walk(&items);
}
