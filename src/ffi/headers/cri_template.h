/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * URI templates (RFC 6570), levels 1 to 4: texts such as "/rd-lookup/ep{?ep,page,count}", which are expanded to URI
 * references with variables that the program lists.
 *
 * @code
 * const cri_template_variable_t variables[] = {
 *     {CRI_LIT("ep"), name, name_len, NULL, 0, CRI_TEMPLATE_TEXT},
 *     {CRI_LIT("page"), CRI_LIT("0"), NULL, 0, CRI_TEMPLATE_TEXT},
 * };
 * char uri[64];
 * size_t uri_len;
 * cri_err_t err = cri_template_expand(CRI_LIT("/rd-lookup/ep{?ep,page,count}"), variables, 2,
 *                                     uri, sizeof uri, &uri_len, NULL);
 *
 * if (err == CRI_OK)
 *     err = cri_from_uri(CRI_REV_27, uri, uri_len, cri, sizeof cri, &cri_len);
 * @endcode
 *
 * The expansion is text, which cri_from_uri(), cri_uri_to_coap() and cri_uri_reference_to_coap() read like any other
 * text. They refuse an expansion that is no URI reference, such as that of `{+name}` with the value "a b:".
 */

@group cri_template URI templates
@include template.rs
