/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on CoRI, the predecessor of CRI. */
#include "ops.h"

/* coap://h */
#define EXAMPLE_CORI "860164636f617002616804191633"

WRITES(cori_recompose, cri_cori_recompose(CORI(0), OUT_TEXT))
WRITES(cori_decompose, cri_cori_decompose(TEXT(0), OUT))
WRITES(cori_to_coap, cri_cori_to_coap(CORI(0),
                                      (uint8_t)((has_word(job, "proxy") ? CRI_CORI_TO_PROXY : 0) |
                                                (has_word(job, "strict") ? 0 : CRI_CORI_SILENT)),
                                      OUT))
WRITES(cori_to_cri, cri_cori_to_cri(CORI(0), job->rev, OUT))
WRITES(cori_from_cri, cri_cori_from_cri(CRI(0), OUT))
ENCODES(cori_resolve, cri_cori_t, cri_cori_encode, cri_cori_resolve(CORI(0), CORI(1), (uint32_t)job->number, &made))
ENCODES(cori_relative, cri_cori_t, cri_cori_encode, cri_cori_relativize(CORI(1), CORI(0), &made))

static err_name_t cori_check(struct job *job)
{
    size_t consumed = 0;
    cri_err_t err = cri_cori_parse(BYTES(0), CORI(0), &consumed);
    if (err == CRI_OK) {
        answer_text(job, cri_cori_kind(CORI(0)) == CRI_CORI_RELATIVE ? "relative" : "absolute");
        answer_int(job, (long long)consumed);
    }
    return error_of(err);
}

/* clang-format off */
const struct op cori_ops[] = {
    {"cori-check", "h", "CORI", "Whether it is absolute or relative, and its length; more bytes may follow",
     EXAMPLE_CORI, .run = cori_check, .fields = "kind length"},
    {"cori-resolve", "oo?n", "BASE REF [RELATION]",
     "The reference, resolved against the base; the relation is 0 by default",
     EXAMPLE_CORI "\t82066161", .hex = cori_resolve},
    {"cori-relative", "oo", "TARGET BASE", "The reference from the base to the target",
     EXAMPLE_CORI "\t" EXAMPLE_CORI, .hex = cori_relative},
    {"cori-recompose", "o", "CORI", "The URI", EXAMPLE_CORI, .text = cori_recompose},
    {"cori-decompose", "t", "TEXT", "The CoRI of a URI", "coap://h", .hex = cori_decompose},
    {"cori-to-coap", "o?ww", "CORI [proxy] [strict]",
     "The options of a request; with `strict` other schemes and fragments are refused", EXAMPLE_CORI "\tproxy",
     .hex = cori_to_coap},
    {"cori-to-cri", "o", "CORI", "The CRI", EXAMPLE_CORI, .hex = cori_to_cri},
    {"cori-from-cri", "c", "CRI", "The CoRI of a CRI", "8220816168", .hex = cori_from_cri},
    END_OF_TABLE,
};
/* clang-format on */
