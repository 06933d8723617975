/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * Link format (RFC 6690): reading and writing the documents that /.well-known/core returns.
 *
 * @code
 * </temp>;rt="temperature core.s";ct=40,</led>;if=actuator;obs
 * @endcode
 *
 * A client looks for a link by its attributes, and resolves its target against the CRI that the document was requested
 * from. The result is the CRI of the next request, for cri_to_coap():
 *
 * @code
 * cri_links_t links;
 * cri_link_t link;
 * cri_t sensor;
 * const char *target;
 * size_t target_len, len;
 * uint8_t buf[64];
 * bool matches;
 *
 * if (cri_links_init(&links, text, text_len, true) != CRI_OK)
 *     return;
 * while (cri_links_next(&links, &link)) {
 *     if (cri_link_matches(&link, CRI_LIT("rt=temperature"), NULL, 0, &matches) == CRI_OK && matches &&
 *         cri_link_target(&link, &target, &target_len) &&
 *         cri_link_resolve(&base, target, target_len, buf, sizeof buf, &len, &sensor) == CRI_OK)
 *         ask(&sensor);
 * }
 * @endcode
 *
 * A server has its links as text. It filters them by the query of the request, if there is a query, and writes the
 * block that the request asks for:
 *
 * @code
 * static const char all[] = "</temp>;rt=temperature,</led>;if=actuator";
 * cri_link_writer_t writer;
 * size_t total;
 * cri_err_t err;
 *
 * if (cri_link_writer_init(&writer, block * 64, payload, 64) != CRI_OK ||
 *     cri_links_init(&links, all, sizeof all - 1, true) != CRI_OK)
 *     return;
 * while (cri_links_next(&links, &link)) {
 *     matches = true;
 *     if (query_len > 0 && cri_link_matches(&link, query, query_len, NULL, 0, &matches) != CRI_OK)
 *         return; // the query is not a filter
 *     if (matches)
 *         cri_link_writer_link(&writer, &link);
 * }
 * err = cri_link_writer_finish(&writer, &len, &total);
 * if (err == CRI_OK || err == CRI_ERR_BUFFER)
 *     answer(payload, len, err == CRI_ERR_BUFFER); // true: more blocks follow
 * @endcode
 *
 * The value of any attribute is a ptoken or a quoted string. Blanks and line ends are accepted at both ends of a
 * document and around commas, semicolons and equals signs, but never written. Empty parameters are skipped. Targets are
 * IRI references. No function interprets the meaning of an attribute.
 */

/**
 * @defgroup cri_link_h cri_link.h: link format
 * The links of a document, their attributes, a filter and a writer.
 */

@group cri_links Documents
The links of a document, which may arrive in blocks.
@include link/document.rs

@group cri_link Links
The target and the attributes of a link, filtering, and resolving.
@include link/mod.rs

@group cri_link_lookup Directories
A lookup in a resource directory: filters, counting and paging.
@include link/lookup.rs

@group cri_link_value Attributes
@include link/attribute.rs

@group cri_link_writer Writing
A writer stores one window of a document, such as a block of a block-wise transfer (RFC 7959). It keeps its first
error, and cri_link_writer_finish() returns that error, so the results of the calls before it need not be checked.
@include link/writer.rs
