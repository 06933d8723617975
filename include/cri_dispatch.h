/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_DISPATCH_H
#define CRI_DISPATCH_H

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

CRI_BEGIN_DECLS

/**
 * @defgroup cri_route Routes
 * @ingroup cri_dispatch_h
 * An array of routes, each with a pattern of paths.
 * @{
 */

/**
 * A route: a pattern and a number for the application. An array of routes may be in flash.
 */
typedef struct cri_route_t {
  /**
   * The pattern, such as "/dev/{}/led".
   */
  const char *pattern;
  /**
   * Length of `pattern` in bytes.
   */
  size_t pattern_len;
  /**
   * A number for the application. The library does not read it.
   */
  uint32_t id;
} cri_route_t;

/**
 * A table of routes, initialised by cri_routes_check(). It borrows an array of routes and their patterns.
 */
typedef struct cri_routes_t {
  const cri_route_t *_routes;
  size_t _size;
  const uint16_t *_index;
  size_t _index_size;
  size_t _sorted;
  size_t _captures;
  size_t _first;
  size_t _end;
} cri_routes_t;

/**
 * Checks an array of routes, and makes the table that cri_route() and cri_coap_route() use. Call it once, when the
 * program starts.
 *
 * The array and its patterns must not change while the table is in use. The table may be copied.
 *
 * Sorted routes are found faster, by a binary search. Sort the routes by their first segments, routes with the same
 * first segment by their second segments, and so on. Segments are ordered by their bytes, but `{}` comes after all
 * other segments, and `{*}` after `{}`: "/rd", "/rd/{}", "/rd-lookup/ep". Place patterns with triplets at the end of
 * the array. The first route that is out of order and all routes after it are tried one after another;
 * cri_routes_sorted() says which route that is. cri_routes_index() sorts routes in any order, and #CRI_ROUTES makes a
 * table without this function.
 *
 * @param[out] table the table, which borrows `routes` and their patterns
 * @param[in] routes the routes; if several patterns match, the first one wins
 * @param[in] routes_len length of `routes`
 * @param[out] index with #CRI_ERR_PATTERN, the index of the first route whose pattern is malformed. NULL if it is
 *   not wanted
 * @param[out] offset with #CRI_ERR_PATTERN, the offset in that pattern as in cri_pattern_check(). NULL if it is
 *   not wanted
 * @retval CRI_ERR_PATTERN a pattern is malformed
 *
 * Linear in the total length of the patterns. RFC 3986 3.3.
 */
CRI_MUST_CHECK
cri_err_t cri_routes_check(cri_routes_t *table,
                           const cri_route_t *CRI_NULLABLE routes,
                           size_t routes_len,
                           size_t *CRI_NULLABLE index,
                           size_t *CRI_NULLABLE offset);

/**
 * Returns the number of routes at the start of the array that are sorted, and found by a binary search. If it is less
 * than the number of routes, it is the index of the route that is out of order, or has a triplet in its pattern. After
 * cri_routes_index(), the number is that of the routes without triplets.
 *
 * @param[in] table the table from cri_routes_check()
 * @return the number of sorted routes; 0 for NULL and for a table of zeros
 *
 * Constant time.
 */
size_t cri_routes_sorted(const cri_routes_t *table);

/**
 * Sorts the indices of a table's routes in an array of the caller, so that a binary search finds routes in any order.
 * A table whose routes are sorted needs no index.
 *
 * The routes stay where they are, and if several patterns match, the first one of the array wins. The index must not
 * change while the table is in use. Routes with triplets in their patterns are tried one after another.
 *
 * @param[in,out] table the table from cri_routes_check(), which also borrows `index` from now on
 * @param[out] index memory for the index, one number for each route
 * @param[in] index_cap capacity of `index`
 * @retval CRI_ERR_BUFFER `index_cap` is less than the number of routes
 * @retval CRI_ERR_LIMIT the table has more than 65,536 routes
 *
 * For n routes, takes n log n comparisons of patterns. RFC 3986 3.3.
 */
CRI_MUST_CHECK
cri_err_t cri_routes_index(cri_routes_t *table,
                           uint16_t *CRI_NULLABLE index,
                           size_t index_cap);

/**
 * An iterator over the rest of a request's path, which cri_coap_route() and cri_coap_pattern_match()
 * store. It borrows the request's options.
 */
typedef struct cri_coap_path_t {
  const uint8_t *_rest;
  size_t _rest_len;
  uint16_t _number;
} cri_coap_path_t;

/**
 * Finds the first route whose pattern matches the path of a CRI.
 *
 * For a request that is meant for a proxy, the result has no meaning, as in cri_pattern_match().
 *
 * @param[in] table the table from cri_routes_check(). For a table of zeros, the result is #CRI_ERR_ARGUMENT
 * @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
 * @param[out] route the route, which points into the array that the table borrows; NULL if no route matches
 * @param[out] captures as in cri_pattern_match(), for the pattern of the route; `captures_cap` is at
 *   least the number of `{}` in any pattern of the table. Not stored if no route matches
 * @param[in] captures_cap capacity of `captures`
 * @param[out] rest as in cri_pattern_match(), for the pattern of the route; NULL if it is not wanted. Not stored
 *   if no route matches
 * @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. The
 *   number needed is not stored: cri_pattern_check() counts the `{}`
 * @retval CRI_ERR_NOT_FULL the path depends on a base
 *
 * Linear in the path and in the patterns up to the one that matches. For each pattern that is compared with a segment
 * in PET, also linear in this segment. For sorted routes, see cri_routes_check(). RFC 3986 3.3.
 */
CRI_MUST_CHECK
cri_err_t cri_route(const cri_routes_t *table,
                    const cri_t *cri,
                    const cri_route_t **route,
                    cri_text_t *CRI_NULLABLE captures,
                    size_t captures_cap,
                    cri_iter_t *CRI_NULLABLE rest);

/**
 * Finds the first route whose pattern matches the path of a CoAP request. The function reads the request's options and
 * needs no CRI.
 *
 * A request meant for a proxy never matches. Uri-Path-Abbrev is read as in cri_coap_pattern_match().
 *
 * @param[in] table as in cri_route()
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[out] route as in cri_route()
 * @param[out] captures as in cri_coap_pattern_match(), for the pattern of the route; `captures_cap` is
 *   at least the number of `{}` in any pattern of the table. Not stored if no route matches
 * @param[in] captures_cap capacity of `captures`
 * @param[out] rest as in cri_coap_pattern_match(), for the pattern of the route; NULL if it is not wanted. Not
 *   stored if no route matches
 * @retval CRI_ERR_BUFFER a pattern of the table has more `{}` than `captures_cap`, whichever route would match. The
 *   number needed is not stored: cri_pattern_check() counts the `{}`
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_COAP_LENGTH as in cri_coap_pattern_match()
 * @retval CRI_ERR_COAP_PATH_ABBREV as in cri_coap_pattern_match()
 * @retval CRI_ERR_UTF8 as in cri_coap_pattern_match()
 * @retval CRI_ERR_DOT_SEGMENT as in cri_coap_pattern_match()
 *
 * Linear in the options and in the patterns up to the one that matches. For sorted routes, see cri_routes_check(). RFC
 * 7252 6.5.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_route(const cri_routes_t *table,
                         const uint8_t *CRI_NULLABLE options,
                         size_t options_len,
                         const cri_route_t **route,
                         cri_text_t *CRI_NULLABLE captures,
                         size_t captures_cap,
                         cri_coap_path_t *CRI_NULLABLE rest);

/**
 * Advances to the next segment of the rest of a path, and stores it.
 *
 * @param[in,out] segments the iterator
 * @param[out] segment UTF-8, borrowed from the options, or a constant of the library; never NULL
 * @param[out] segment_len length of `segment`
 * @return false, with nothing stored, at the end
 *
 * Constant time.
 */
CRI_MUST_CHECK
bool cri_coap_path_next(cri_coap_path_t *segments,
                        const char **segment,
                        size_t *segment_len);

/**
 * @}
 * @defgroup cri_pattern Patterns
 * @ingroup cri_dispatch_h
 * A pattern is a path that begins with a slash. Slashes separate its segments:
 *
 * - `{}` matches one segment that is not empty, and captures it.
 * - `{*}`, as the last segment, matches the remaining segments, if any, and captures them as the rest.
 * - Any other segment is written as in a URI or IRI path. Its triplets are decoded, and it matches a segment of the
 *   same octets: `%2F` is a slash in a segment, `%7B` and `%7D` are braces. Case counts. A segment with percent-encoded
 *   chunks (PET) matches if its octets are the same.
 *
 * A trailing slash counts: `/a/` has an empty last segment, and matches only `/a/`. The root, `/`, matches the path
 * without segments and the path of one empty segment, which are the same in CoAP.
 *
 * Any other pattern is refused with #CRI_ERR_PATTERN, for every path: a pattern with a brace next to other characters,
 * as in `a{}` and `{id}`; with `{*}` before other segments; with a malformed triplet; with a character that is not
 * allowed in a path, such as a space; with a segment `.` or `..`; or without a slash at the start.
 * @{
 */

/**
 * Checks the syntax of a pattern, and counts the segments that it captures.
 *
 * @param[in] pattern the pattern, such as "/dev/{}/led"
 * @param[in] pattern_len length of `pattern`
 * @param[out] captures number of segments that `{}` captures
 * @param[out] offset with #CRI_ERR_PATTERN, the offset of the first invalid character, or of a segment "." or ".."
 * @retval CRI_ERR_PATTERN the pattern is malformed
 *
 * Linear. RFC 3986 3.3.
 */
CRI_MUST_CHECK
cri_err_t cri_pattern_check(const char *CRI_NULLABLE pattern,
                            size_t pattern_len,
                            size_t *captures,
                            size_t *offset);

/**
 * Matches a pattern against the path of a CRI.
 *
 * Only segments are compared. A path without an authority may be rootless, so "/led" matches `urn:led` and
 * `mailto:led`. If the origin matters, compare it first with cri_same_origin(). For a request that is meant for a
 * proxy, the result has no meaning, and the CRI does not show that the request is meant for a proxy. Call
 * cri_coap_is_for_proxy() or cri_coap_composer_is_for_proxy() first.
 *
 * @param[in] pattern the pattern, such as "/dev/{}/led"
 * @param[in] pattern_len length of `pattern`
 * @param[in] cri a full CRI or a reference that discards all segments of the base's path; only its path is read
 * @param[out] matches true if the pattern matches
 * @param[out] captures the segments that `{}` captures, in order, which borrow the bytes that `cri`
 *   borrows; not stored if the pattern does not match. NULL and 0 if the pattern has no `{}`
 * @param[in] captures_cap capacity of `captures`
 * @param[out] rest the segments that `{*}` captures, empty if the pattern has no `{*}`. Read it with cri_iter_next().
 *   Not stored if the pattern does not match. NULL if it is not wanted
 * @retval CRI_ERR_PATTERN the pattern is malformed, whether or not the path would match
 * @retval CRI_ERR_BUFFER the pattern has more `{}` than `captures_cap`, whether or not the path would match. The
 *   number needed is not stored: cri_pattern_check() counts the `{}`
 * @retval CRI_ERR_NOT_FULL the path depends on a base
 *
 * Linear. RFC 3986 3.3.
 */
CRI_MUST_CHECK
cri_err_t cri_pattern_match(const char *CRI_NULLABLE pattern,
                            size_t pattern_len,
                            const cri_t *cri,
                            bool *matches,
                            cri_text_t *CRI_NULLABLE captures,
                            size_t captures_cap,
                            cri_iter_t *CRI_NULLABLE rest);

/**
 * Matches a pattern against the path of a CoAP request. The function reads the request's options and needs no CRI.
 *
 * A request meant for a proxy (cri_coap_is_for_proxy()) never matches. Uri-Path-Abbrev is read as the Uri-Path options
 * that it stands for.
 *
 * @param[in] pattern the pattern, such as "/dev/{}/led"
 * @param[in] pattern_len length of `pattern`
 * @param[in] options all options of the request, delta-coded as in a message, without the payload marker
 * @param[in] options_len length of `options`
 * @param[out] matches true if the pattern matches
 * @param[out] captures the segments that `{}` captures, in order, which borrow `options` or are constants
 *   of the library; cri_text_plain() stores the characters of each. Not stored if the pattern does not match. NULL and
 *   0 if the pattern has no `{}`
 * @param[in] captures_cap capacity of `captures`
 * @param[out] rest the segments that `{*}` captures, empty if the pattern has no `{*}`. Read it with
 *   cri_coap_path_next(); it borrows `options`. Not stored if the pattern does not match. NULL if it is not
 *   wanted
 * @retval CRI_ERR_PATTERN the pattern is malformed, whether or not the path would match
 * @retval CRI_ERR_BUFFER the pattern has more `{}` than `captures_cap`, whether or not the path would match. The
 *   number needed is not stored: cri_pattern_check() counts the `{}`
 * @retval CRI_ERR_TRUNCATED the options are malformed
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_COAP_LENGTH a Uri-Path is longer than 255 bytes
 * @retval CRI_ERR_COAP_PATH_ABBREV a Uri-Path-Abbrev of unknown value, a second one, or one together with Uri-Path: a
 *   server answers 4.02
 * @retval CRI_ERR_UTF8 a Uri-Path is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path is "." or ".."
 *
 * Linear. RFC 7252 6.5.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_pattern_match(const char *CRI_NULLABLE pattern,
                                 size_t pattern_len,
                                 const uint8_t *CRI_NULLABLE options,
                                 size_t options_len,
                                 bool *matches,
                                 cri_text_t *CRI_NULLABLE captures,
                                 size_t captures_cap,
                                 cri_coap_path_t *CRI_NULLABLE rest);

/** @} */

CRI_END_DECLS

#endif /* CRI_DISPATCH_H */
