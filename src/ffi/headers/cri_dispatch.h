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
 * The initialiser of a table in flash, for an array of sorted routes. The program then links no cri_routes_check(), and
 * a test on the host makes sure that cri_routes_check() would make the same table:
 *
 * @code
 * static const cri_routes_t table = CRI_ROUTES(routes, 1);
 * @endcode
 *
 * @code
 * cri_routes_t checked;
 * const cri_route_t *route;
 * const size_t count = sizeof routes / sizeof *routes;
 *
 * assert(cri_routes_check(&checked, routes, count, NULL, NULL) == CRI_OK);
 * assert(cri_routes_sorted(&checked) == count);
 * assert(cri_coap_route(&checked, NULL, 0, &route, captures, 1, NULL) == CRI_OK);
 * @endcode
 *
 * `array` is an array of cri_route_t that is not empty, not a pointer. `captures` is at least the number of `{}` in any
 * of its patterns, and at most the capacity that the program passes to cri_route() and cri_coap_route(). With a table
 * that does not pass the test, requests find a wrong route or no route. The functions do not compare their outputs with
 * the patterns, which are constants.
 */
#define CRI_ROUTES(array, captures)                                                                                    \
    {                                                                                                                  \
        (array), sizeof(array), NULL, 0, sizeof(array) / sizeof *(array), (captures), SIZE_MAX, 0                      \
    }

/**
 * @defgroup cri_dispatch_h cri_dispatch.h: dispatch by path
 * Routes and patterns.
 */

@group cri_route Routes
An array of routes, each with a pattern of paths.
@include coap/routes.rs
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
