/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"
#include "cri_coap.h"

/**
 * @file
 * Dispatch of requests by patterns of their paths, such as "/dev/{}/led" and "/fw/{*}".
 *
 * A server has an array of routes in flash. It makes a table of the routes when it starts, and finds the route of a
 * request from the bytes of the request's options:
 *
 * @code
 * enum { LED, FIRMWARE };
 * static const cri_route_t routes[] = {
 *     {CRI_LIT("/dev/{}/led"), LED},
 *     {CRI_LIT("/fw/{*}"), FIRMWARE},
 * };
 * static cri_routes_t table;
 *
 * if (cri_routes_check(&table, routes, 2, NULL, NULL) != CRI_OK)
 *     abort();
 * @endcode
 *
 * @code
 * const cri_route_t *route;
 * cri_text_t captures[1];
 * cri_coap_path_t rest;
 * cri_err_t err = cri_coap_route(&table, options, options_len, &route, captures, 1, &rest);
 *
 * if (err != CRI_OK)
 *     return cri_coap_response_code(err);
 * if (route == NULL)
 *     return not_found();
 * if (route->id == LED)
 *     return led(&captures[0]);
 * @endcode
 *
 * cri_route() does the same for the CRI of a request, which a composer makes from options that arrive one by one.
 */

/**
 * @defgroup cri_dispatch_h cri_dispatch.h: dispatch by path
 * Routes and patterns.
 */

@group cri_route Routes
An array of routes, each with a pattern of paths.
@include coap/route.rs

@group cri_pattern Patterns
A pattern is a path that begins with a slash. Slashes separate its segments:

- `{}` matches one segment that is not empty, and captures it.
- `{*}`, as the last segment, matches the remaining segments, if any, and captures them as the rest.
- Any other segment is written as in a URI or IRI path. Its triplets are decoded, and it matches a segment of the
  same octets: `%2F` is a slash in a segment, `%7B` and `%7D` are braces. Case counts. A segment with percent-encoded
  chunks (PET) matches if its octets are the same.

A trailing slash counts: `/a/` has an empty last segment, and matches only `/a/`. The root, `/`, matches the path
without segments and the path of one empty segment, which are the same in CoAP.

Any other pattern is refused with #CRI_ERR_PATTERN, for every path: a pattern with a brace next to other characters,
as in `a{}` and `{id}`; with `{*}` before other segments; with a malformed triplet; with a character that is not
allowed in a path, such as a space; with a segment `.` or `..`; or without a slash at the start.
@include coap/pattern.rs
