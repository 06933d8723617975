/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * CRIs in larger CBOR documents.
 *
 * If the CRIs are the items of an array or a sequence, cri_items_next() advances from one to the next. If they are in tag 99
 * (revision 27), cri_find_next() finds them at any depth:
 *
 * @code
 * cri_find_t find;
 * cri_t link, target;
 *
 * if (cri_find_tagged(CRI_REV_27, document, document_len, &find) != CRI_OK)
 *     return;
 * while (cri_find_next(&find, &link)) {
 *     if (cri_resolve(&base, &link, &target) == CRI_OK)
 *         follow(&target);
 * }
 * if (cri_find_error(&find) != CRI_OK)
 *     warn("the document is malformed or truncated");
 * @endcode
 */

@group cri_document cri_document.h: CRIs in documents
@include document.rs
