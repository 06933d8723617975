/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * The registries of schemes, and schemes that were registered after the library was built.
 *
 * IANA assigns a number to each scheme that is registered, and firmware may live for ten years. A CRI with an unknown
 * scheme number can still be parsed, resolved, compared, encoded and written in EDN; only its URI or IRI needs the
 * name of the scheme. A program can keep such names in its own table in flash, and update the table:
 *
 * @code
 * static const cri_scheme_row_t schemes[] = {
 *     {CRI_LIT("newer"), 1045, 0},
 *     {CRI_LIT("coap+gatt"), 65000, 5683},
 * };
 *
 * err = cri_to_uri_with(&cri, schemes, sizeof schemes / sizeof schemes[0], uri, sizeof uri, &len);
 * @endcode
 */

/**
 * @defgroup cri_registry_h cri_registry.h: schemes
 * Names, numbers and ports of schemes.
 */

@group cri_registry The registries
The registries of scheme numbers that the library contains, one per revision. A scheme id is -1 minus the scheme's
number.
@include registry.rs

@group cri_scheme_table A table of further schemes
The registry of the library is searched before the table. Rows may be in any order. A row may repeat a number or a
name that is in the registry or in an earlier row. Such rows are ignored without an error, so that a number keeps its
meaning.

Every function of this group returns #CRI_ERR_ARGUMENT for a row without a name, with a name that is not a scheme
name in lower case (`[a-z][a-z0-9+.-]*`), or with a name of more than 64 bytes.

Only the functions of this group use the table. All others know the registry alone, among them cri_registry_name(),
cri_scheme_text(), cri_normalize(), cri_same_origin(), cri_builder_scheme_name(), cri_from_edn(),
cri_to_coap_proxy() and cri_from_coap_proxy().

A row can say that its scheme is a CoAP scheme, such as coap+gatt, and give its default port. cri_from_uri_with()
omits this port. cri_request() and cri_request_from_uri() then send requests over the scheme. The other functions for
CoAP have no table, and accept the CoAP schemes of the library only: cri_to_coap() and cri_from_coap(), for example.
@include uri/with_table.rs
