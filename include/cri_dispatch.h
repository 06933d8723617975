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

/**
 * A pattern and what it is for. Tables of these may be in flash.
 */
typedef struct cri_route_t {
  /**
   * The pattern, such as "/dev/{}/led".
   */
  const char *pattern;
  /**
   * Its length in bytes.
   */
  size_t pattern_len;
  /**
   * A number for the application: the library ignores it.
   */
  uint32_t id;
} cri_route_t;

/**
 * Matches a pattern with the path of a CRI.
 *
 * The answer is meaningless for a CRI of a request that asked a proxy, which a CRI does not show: call cri_coap_asks_proxy()
 * or cri_composer_asks_proxy() first.
 *
 * @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
 * @param[in] cri a full CRI or a reference that discards all; only its path counts
 * @param[out] captures,captures_cap places for the segments that `{}` captures, stored in order if it matches, as many as
 *   the pattern has, and no place after those; they borrow the bytes that `cri` borrows. NULL and 0 for a pattern without
 * @param[out] rest if it matches, an iterator over the segments that `{*}` captured, none for a pattern without, for
 *   cri_iter_next()
 * @param[out] matches whether it matches
 * @retval CRI_OK
 * @retval CRI_ERR_SYNTAX the pattern is malformed, whether the path would match or not
 * @retval CRI_ERR_LIMIT the pattern has more `{}` than `captures_cap`, whether the path would match or not
 * @retval CRI_ERR_NOT_FULL the path depends on a base
 *
 * Linear. RFC 3986 3.3; R15, R17.
 */
CRI_MUST_CHECK
cri_err_t cri_pattern_match(const char *CRI_NULLABLE pattern,
                            size_t pattern_len,
                            const cri_t *cri,
                            cri_text_t *CRI_NULLABLE captures,
                            size_t captures_cap,
                            cri_iter_t *rest,
                            bool *matches);

/**
 * Matches a pattern with the path of a CoAP request, by the request's options, without a CRI.
 *
 * A request that asks a proxy (cri_coap_asks_proxy()) never matches.
 *
 * @param[in] pattern,pattern_len the pattern, such as "/dev/{}/led"
 * @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
 * @param[out] captures,captures_cap places for the segments that `{}` captures, stored in order if it matches, as many as
 *   the pattern has, and no place after those; they borrow `options`, and cri_text_plain() has the characters of each. NULL
 *   and 0 for a pattern without
 * @param[out] rest if it matches, an iterator over the segments that `{*}` captured, none for a pattern without, for
 *   cri_coap_path_next(); it borrows `options`
 * @param[out] matches whether it matches
 * @retval CRI_OK
 * @retval CRI_ERR_SYNTAX the pattern is malformed, whether the path would match or not
 * @retval CRI_ERR_LIMIT the pattern has more `{}` than `captures_cap`, whether the path would match or not
 * @retval CRI_ERR_TRUNCATED malformed options
 * @retval CRI_ERR_COAP_OPTION malformed options
 * @retval CRI_ERR_COAP_LENGTH a Uri-Path of more than 255 bytes
 * @retval CRI_ERR_UTF8 a Uri-Path that is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path "." or ".."
 *
 * Linear. RFC 7252 6.5; R17.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_pattern_match(const char *CRI_NULLABLE pattern,
                                 size_t pattern_len,
                                 const uint8_t *CRI_NULLABLE options,
                                 size_t options_len,
                                 cri_text_t *CRI_NULLABLE captures,
                                 size_t captures_cap,
                                 cri_coap_path_t *rest,
                                 bool *matches);

/**
 * Finds the first route whose pattern matches the path of a CRI.
 *
 * Every pattern of the table is checked, also those after the one that matches. As for cri_pattern_match(), the answer is
 * meaningless for a CRI of a request that asked a proxy.
 *
 * @param[in] routes,routes_len the table; of patterns that match the same path, the first counts
 * @param[in] cri a full CRI or a reference that discards all; only its path counts
 * @param[out] captures,captures_cap as in cri_pattern_match(), for the pattern of the route; at least as many places as any
 *   pattern of the table has `{}`
 * @param[out] rest as in cri_pattern_match(), for the pattern of the route
 * @param[out] route the route, which points into `routes`; NULL if none matches
 * @retval CRI_OK
 * @retval CRI_ERR_SYNTAX a pattern of the table is malformed, whichever route would match
 * @retval CRI_ERR_LIMIT a pattern of the table has more `{}` than `captures_cap`, whichever route would match
 * @retval CRI_ERR_NOT_FULL the path depends on a base
 *
 * Linear in the path and all patterns together. RFC 3986 3.3; R15, R17.
 */
CRI_MUST_CHECK
cri_err_t cri_route(const cri_route_t *CRI_NULLABLE routes,
                    size_t routes_len,
                    const cri_t *cri,
                    cri_text_t *CRI_NULLABLE captures,
                    size_t captures_cap,
                    cri_iter_t *rest,
                    const cri_route_t **route);

/**
 * Finds the first route whose pattern matches the path of a CoAP request, by the request's options.
 *
 * Every pattern of the table is checked, also those after the one that matches. A request that asks a proxy never matches.
 *
 * @param[in] routes,routes_len the table; of patterns that match the same path, the first counts
 * @param[in] options,options_len all options of the request, delta-coded as in a message, without the payload marker
 * @param[out] captures,captures_cap as in cri_coap_pattern_match(), for the pattern of the route; at least as many places as
 *   any pattern of the table has `{}`
 * @param[out] rest as in cri_coap_pattern_match(), for the pattern of the route
 * @param[out] route the route, which points into `routes`; NULL if none matches
 * @retval CRI_OK
 * @retval CRI_ERR_SYNTAX a pattern of the table is malformed, whichever route would match
 * @retval CRI_ERR_LIMIT a pattern of the table has more `{}` than `captures_cap`, whichever route would match
 * @retval CRI_ERR_TRUNCATED malformed options
 * @retval CRI_ERR_COAP_OPTION malformed options
 * @retval CRI_ERR_COAP_LENGTH a Uri-Path of more than 255 bytes
 * @retval CRI_ERR_UTF8 a Uri-Path that is not UTF-8
 * @retval CRI_ERR_DOT_SEGMENT a Uri-Path "." or ".."
 *
 * Linear in the options and all patterns together. RFC 7252 6.5; R17.
 */
CRI_MUST_CHECK
cri_err_t cri_coap_route(const cri_route_t *CRI_NULLABLE routes,
                         size_t routes_len,
                         const uint8_t *CRI_NULLABLE options,
                         size_t options_len,
                         cri_text_t *CRI_NULLABLE captures,
                         size_t captures_cap,
                         cri_coap_path_t *rest,
                         const cri_route_t **route);

/** @} */

CRI_END_DECLS

#endif /* CRI_DISPATCH_H */
