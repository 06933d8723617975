/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_DISPATCH_H
#define CRI_DISPATCH_H

#include "cri.h"
#include "cri_coap.h"

/**
 * @file
 * Dispatch of requests by patterns of paths, such as "/dev/{}/led" and "/fw/{*}".
 *
 * A server has a table of routes in flash, and finds the one for a request by the bytes of its options:
 *
 * @code
 * enum { LED, FIRMWARE };
 * static const cri_route_t routes[] = {
 *     {CRI_LIT("/dev/{}/led"), LED},
 *     {CRI_LIT("/fw/{*}"), FIRMWARE},
 * };
 * const cri_route_t *route;
 * cri_text_t captures[1];
 * cri_coap_path_t rest;
 *
 * if (cri_coap_route(routes, 2, options, options_len, captures, 1, &rest, &route) != CRI_OK)
 *     return bad_option();
 * if (route == NULL)
 *     return not_found();
 * if (route->id == LED)
 *     return led(&captures[0]);
 * @endcode
 *
 * cri_route() is the same for the CRI of a request, which a composer made of options that came one by one.
 *
 * For a path under a given one, without captures, there are cri_path_match() and cri_coap_path_match().
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_dispatch Patterns of paths
 *
 * A pattern is a path that begins with a slash. Slashes separate its segments:
 *
 * - `{}` matches one segment that is not empty, and captures it.
 * - `{*}`, the last segment, matches all segments that are left, or none, and captures them as the rest.
 * - Any other segment is one of a URI or IRI path. It matches a segment with the same octets, once its triplets are decoded:
 *   `%2F` is a slash in a segment, `%7B` and `%7D` are braces. Case counts. A segment with percent-encoded parts (PET)
 *   matches if its octets are the same.
 *
 * A trailing slash counts: `/a/` has an empty last segment, and matches `/a/` alone. The root, `/`, matches the path without
 * segments and that of one empty segment, which CoAP does not tell apart.
 *
 * Anything else is #CRI_ERR_SYNTAX, whatever the path is: a brace beside other characters, as in `a{}` and `{id}`; `{*}` before
 * other segments; a malformed triplet; a character that no path has, such as a space; a segment `.` or `..`; no slash at the
 * start.
 * @{
 */

@include dispatch.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_DISPATCH_H */
