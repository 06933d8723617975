/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations that rows can name. */
#include "rows.h"

const struct op *const op_tables[] = {cri_ops,    check_ops,   host_ops,  text_ops, document_ops, link_ops,
                                      coap_ops,   uri_ops,     cori_ops,  view_ops, item_ops,     part_ops,
                                      option_ops, pattern_ops, build_ops, NULL};

char kind_of(const struct op *op, size_t index)
{
    size_t least = strcspn(op->kinds, "?");
    return op->kinds[index + (index >= least && op->kinds[least] == '?')];
}
