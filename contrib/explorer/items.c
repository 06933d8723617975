/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Walks over the items of a CRI. JavaScript cannot read struct walk, so line() passes its fields to items.js. The
 * functions of walk.h that make notes are in items.js, too.
 */
#include "../../tools/cri-tool/walk.h"

/* Ends an item of `len` bytes. Returns true if the walk has to stop. */
bool end_item(size_t at, size_t len, unsigned depth, uint8_t part);

void line(struct walk *walk, size_t len) { walk->stop |= end_item(walk->at, len, walk->depth, walk->part); }

/* Visits the items of a CRI. */
void walk_items(const uint8_t *data, size_t len)
{
    struct walk items = {.data = data, .len = len};
    walk(&items);
}
