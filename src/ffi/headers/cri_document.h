/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * CRIs in larger CBOR documents.
 *
 * If the CRIs are the items of an array or a sequence, cri_items_next() advances from one to the next. If they are in
 * tag 99 (revision 27), cri_find_next() finds them at any depth:
 *
 * @code
 * cri_find_t find;
 * cri_t link, target;
 *
 * if (cri_find_init(&find, CRI_REV_27, document, document_len) != CRI_OK)
 *     return;
 * while (cri_find_next(&find, &link)) {
 *     if (cri_resolve(&base, &link, &target) == CRI_OK)
 *         follow(&target);
 * }
 * if (cri_find_error(&find) != CRI_OK)
 *     warn("the document is malformed or truncated");
 * @endcode
 *
 * If the meaning of a CRI depends on its place, use cri_walk_next(): it stores each item with its map key, array index
 * and depth:
 *
 * @code
 * cri_walk_t walk;
 * cri_place_t at;
 *
 * if (cri_walk_init(&walk, CRI_REV_27, document, document_len) != CRI_OK)
 *     return;
 * while (cri_walk_next(&walk, &at)) {
 *     if (cri_item_is(at.key, at.key_len, CRI_LIT("href")) && cri_walk_parse(&walk, &link) == CRI_OK)
 *         add(&link, at.map);
 * }
 * @endcode
 */

/**
 * @defgroup cri_document_h cri_document.h: CRIs in documents
 * Iterators over items that are CRIs and over CRIs in tag 99, and a walk with the place of every item.
 */

@group cri_document Items and tags
Iterators over the items of an array or a sequence that are CRIs, and over CRIs in tag 99 at any depth.
@include document/items.rs

@group cri_walk Places
A walk over all items of a document, with the place of each item. From the places, a program knows which relation
belongs to which link.
@include document/walk.rs
