/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_LINK_H
#define CRI_LINK_H

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

CRI_BEGIN_DECLS

/**
 * @defgroup cri_links Documents
 * @ingroup cri_link_h
 * The links of a document, which may arrive in blocks.
 * @{
 */

/**
 * An iterator over the links of a document, initialised by cri_links_init(). It borrows the text.
 */
typedef struct cri_links_t {
  const char *_rest;
  size_t _rest_len;
  size_t _offset;
  size_t _searched;
  uint8_t _context;
  uint8_t _state;
  bool _is_last;
} cri_links_t;

/**
 * A link, stored by cri_links_next() or cri_link_init_parts(). It borrows the text.
 */
typedef struct cri_link_t {
  const char *_target;
  size_t _target_len;
  const char *_attributes;
  size_t _attributes_len;
} cri_link_t;

/**
 * Initialises an iterator over the links of a document.
 *
 * A document may arrive in windows, such as the blocks of a block-wise transfer. When cri_links_next() returns false
 * in a window, cri_links_left() is the number of bytes at the end of the window that belong to an incomplete link.
 * Move these bytes to the start of the buffer, append the next block, and call cri_links_more(). The iterator then
 * stores the same links and the same offsets of errors as an iterator over the whole document.
 *
 * @param[out] links the iterator, which borrows `text`
 * @param[in] text UTF-8, the document or its first window
 * @param[in] text_len length of `text`
 * @param[in] is_last true if the document ends with `text`
 * @retval CRI_OK
 *
 * Constant time. RFC 6690 2.
 */
cri_err_t cri_links_init(cri_links_t *links,
                         const char *CRI_NULLABLE text,
                         size_t text_len,
                         bool is_last);

/**
 * Continues an iterator with the next window of its document.
 *
 * @param[in,out] links the iterator, which from here on borrows `text` instead of its former text
 * @param[in] text the window: the last cri_links_left() bytes of the previous window, followed by the next
 *   bytes of the document
 * @param[in] text_len length of `text`
 * @param[in] is_last true if the document ends with `text`
 * @retval CRI_OK
 *
 * Constant time. RFC 7959 2.
 */
cri_err_t cri_links_more(cri_links_t *links,
                         const char *CRI_NULLABLE text,
                         size_t text_len,
                         bool is_last);

/**
 * Advances to the next link, and stores it. Text that is not a link is skipped, up to and including the next comma
 * outside of quotes and of the angle brackets of a target. cri_links_next_item() stores the offset of this text.
 *
 * @param[in,out] links the iterator
 * @param[out] link the link, which borrows the text
 * @return false, with nothing stored, if the window has no other link that is complete
 *
 * Linear in the bytes consumed or, if there is no further link, in the rest of the window. All calls for a document
 * together are linear in the document, however small the windows are. RFC 6690 2.
 */
CRI_MUST_CHECK
bool cri_links_next(cri_links_t *links,
                    cri_link_t *link);

/**
 * Advances to the next link or malformed link. Stores the link, or the error and its offset.
 *
 * The errors are #CRI_ERR_SYNTAX for a character that is not allowed there; #CRI_ERR_UTF8 for invalid UTF-8 in
 * a quoted string; #CRI_ERR_TRUNCATED for a document that ends in a link, in a character or after a comma; and the
 * errors of cri_from_iri() for a target that is not an IRI reference. The next call continues after the next comma
 * outside of quotes; if the error is in a target, the comma must also be outside of the angle brackets. A `<` after
 * the error is not the start of a target.
 *
 * @param[in,out] links the iterator
 * @param[out] link the link, which borrows the text; stored only if `err` is #CRI_OK
 * @param[out] err #CRI_OK, or the error of the malformed link
 * @param[out] offset offset in the document of the first invalid character, or the length of the document; 0 if `err`
 *   is #CRI_OK
 * @return false, with nothing stored, if the window has no other link that is complete
 *
 * Linear in the bytes consumed or, if there is no further link, in the rest of the window. All calls for a document
 * together are linear in the document, however small the windows are. RFC 6690 2.
 */
CRI_MUST_CHECK
bool cri_links_next_item(cri_links_t *links,
                         cri_link_t *link,
                         cri_err_t *err,
                         size_t *offset);

/**
 * Returns the number of bytes at the end of the window that were not read. The next window must begin with these
 * bytes.
 *
 * If these bytes fill the buffer, the link is too long for the buffer: cri_links_drop() skips the link.
 *
 * @param[in] links the iterator
 * @return the number of bytes; 0 for NULL
 *
 * Constant time.
 */
size_t cri_links_left(const cri_links_t *links);

/**
 * Skips the link at the end of the window, which is not complete. Call it after cri_links_next() has returned false.
 * The iterator skips the rest of the link in the following windows, up to the next comma outside of quotes and of the
 * angle brackets of a target, and cri_links_left() is 0. Does nothing after the last window.
 *
 * @param[in,out] links the iterator
 *
 * Linear in the bytes that it skips.
 */
void cri_links_drop(cri_links_t *links);

/**
 * @}
 * @defgroup cri_link Links
 * @ingroup cri_link_h
 * The target and the attributes of a link, filtering, and resolving.
 * @{
 */

/**
 * An iterator over the attributes of a link, initialised by cri_link_attributes_init(). It borrows the text.
 */
typedef struct cri_link_attributes_t {
  const char *_rest;
  size_t _rest_len;
} cri_link_attributes_t;

/**
 * The value of an attribute. It borrows the text.
 */
typedef struct cri_link_value_t {
  const char *_raw;
  size_t _raw_len;
} cri_link_value_t;

/**
 * Makes a link from a target and its attributes. Use it for links that do not come from a document, such as the rows
 * of a server's table.
 *
 * @param[out] link the link, which borrows both texts
 * @param[in] target the target, an IRI reference such as `/temp`
 * @param[in] target_len length of `target`
 * @param[in] attributes attributes as in a document, such as `rt="temperature";ct="40 60"`. Empty
 *   parameters, as before and after a semicolon, are skipped. The text may be empty
 * @param[in] attributes_len length of `attributes`
 * @retval CRI_ERR_UTF8 `target` or `attributes` is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX `target` is not an IRI reference
 * @retval CRI_ERR_URI_HOST `target` has a host in brackets that is neither an IPv6 address, with or without a zone
 *   identifier, nor an IPvFuture
 * @retval CRI_ERR_SYNTAX `attributes` has a character that is not allowed there
 * @retval CRI_ERR_TRUNCATED `attributes` ends in an attribute
 *
 * Linear. RFC 6690 2.
 */
CRI_MUST_CHECK
cri_err_t cri_link_init_parts(cri_link_t *link,
                              const char *CRI_NULLABLE target,
                              size_t target_len,
                              const char *CRI_NULLABLE attributes,
                              size_t attributes_len);

/**
 * Stores the target of a link in the form in which it is written, for cri_link_resolve().
 *
 * @param[in] link the link
 * @param[out] target an IRI reference, borrowed from the text
 * @param[out] target_len length of `target`
 * @return false, with nothing stored, for NULL
 *
 * Constant time.
 */
CRI_MUST_CHECK
bool cri_link_target(const cri_link_t *link,
                     const char **target,
                     size_t *target_len);

/**
 * Initialises an iterator over the attributes of a link.
 *
 * @param[out] attributes the iterator
 * @param[in] link the link
 *
 * Constant time.
 */
void cri_link_attributes_init(cri_link_attributes_t *attributes,
                              const cri_link_t *link);

/**
 * Stores the value of the first attribute with a given name, such as `rt`, `if`, `ct`, `sz`, `rel`, `anchor` or
 * `title*`. Later attributes with the same name are ignored (RFC 8288 3.3).
 *
 * @param[in] link the link
 * @param[in] name the name; the case of ASCII letters is ignored
 * @param[in] name_len length of `name`
 * @param[out] value the value, which is empty for an attribute without a value
 * @return false, with nothing stored, if the link has no attribute with the name
 *
 * Linear in the attributes. RFC 8288 3.
 */
CRI_MUST_CHECK
bool cri_link_attribute(const cri_link_t *link,
                        const char *CRI_NULLABLE name,
                        size_t name_len,
                        cri_link_value_t *value);

/**
 * Stores true if a link passes a filter. A filter is one Uri-Query option of a request for links, such as `rt=temp*`.
 * If a request has several Uri-Query options, a link passes if it passes the filter of each option.
 *
 * The text before `=` is the name of an attribute, or `href` for the target. The text after `=` must equal the value.
 * If it ends in `*`, the value must begin with the characters before the `*`. Case is ignored
 * in names, including `href`.
 *
 * The values of `rel`, `rev`, `rt`, `if` and `ct` are lists: the filter is compared with each token, and not with the
 * whole value. If `rel`, `rt`, `if`, `sz`, `ct`, `anchor`, `media`, `title`, `title*` or `type` is repeated, only its
 * first value counts. For any other name that is repeated, a match with any of its values suffices. An attribute
 * without a value is compared like an attribute with an empty value. A link without the attribute does not pass.
 *
 * An empty query is not a filter: a server does not call this function for a request without Uri-Query.
 *
 * Values are decoded and compared byte by byte. The target is compared as it is written.
 *
 * A request to a directory may have parameters that are no filters, such as `count`: see cri_link_lookup_init().
 *
 * @param[in] link the link
 * @param[in] query the value of the option, or a constant of the program
 * @param[in] query_len length of `query`
 * @param[in] lists names of further attributes whose values are lists, with a space between two names, such
 *   as `ep d`. Each token of each of their values counts
 * @param[in] lists_len length of `lists`
 * @param[out] matches true if the link passes
 * @retval CRI_ERR_SYNTAX `query` is not a filter: it is empty, has no `=`, or has no name of an attribute before the
 *   `=`
 *
 * Linear in the link, `query` and `lists`. RFC 6690 4.1.
 */
CRI_MUST_CHECK
cri_err_t cri_link_matches(const cri_link_t *link,
                           const char *CRI_NULLABLE query,
                           size_t query_len,
                           const char *CRI_NULLABLE lists,
                           size_t lists_len,
                           bool *matches);

/**
 * Resolves an IRI reference against a base. The reference is the target of a link or the value of its attribute
 * `anchor`. Targets and anchors are both resolved against the base of the document, never against each other.
 *
 * The base is the CRI that the document was requested from. Pass the result, a view of the bytes of the base and of
 * `buf`, to cri_to_coap() or cri_coap_options_init(). A text with quoted pairs must be decoded first: see
 * cri_link_value_plain().
 *
 * @param[in] base a full CRI
 * @param[in] iri UTF-8, an IRI reference
 * @param[in] iri_len length of `iri`
 * @param[out] buf a buffer for the reference, which `resolved` borrows; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes of the reference in the buffer
 * @param[out] resolved the result, a full CRI, which borrows the buffer and the bytes that `base` borrows
 * @retval CRI_ERR_BASE `base` is a reference
 * @retval CRI_ERR_NOT_VALID as in cri_resolve(), but only if the buffer is large enough
 * @retval CRI_ERR_PIECES as in cri_resolve(), but only if the buffer is large enough
 * @retval other the errors of cri_from_iri(); cri_from_iri_where() locates an error
 *
 * Linear. RFC 8288 3.1, 3.2; RFC 9176 C.
 */
CRI_MUST_CHECK
cri_err_t cri_link_resolve(const cri_t *base,
                           const char *CRI_NULLABLE iri,
                           size_t iri_len,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len,
                           cri_t *resolved);

/**
 * @}
 * @defgroup cri_link_lookup Directories
 * @ingroup cri_link_h
 * A lookup in a resource directory: filters, counting and paging.
 * @{
 */

/**
 * A lookup in a directory, initialised by cri_link_lookup_init(). It borrows the options and the names.
 *
 * A program may change `first` and `count`, for example if it has other names for the parameters of a page.
 */
typedef struct cri_link_lookup_t {
  const uint8_t *_options;
  size_t _options_len;
  const char *_lists;
  size_t _lists_len;
  const char *_others;
  size_t _others_len;
  /**
   * The number of passing links before the page: `page` times `count`.
   */
  size_t first;
  /**
   * The greatest number of links on the page: SIZE_MAX if the request has no `count`.
   */
  size_t count;
  /**
   * The number of links so far that passed, on any page.
   */
  size_t matched;
} cri_link_lookup_t;

/**
 * Initialises a lookup with the parameters of a request, such as `?rt=temp*&page=1&count=10`.
 *
 * Each Uri-Query option is a filter as in cri_link_matches(), except `count` and `page` and the parameters that the
 * program names. A link is on the page if it passes all filters, and if it is one of the `count` links after `page`
 * times `count` others that pass. Without `count`, every passing link is on the page. Answer CRI_ERR_SYNTAX with 4.00.
 *
 * For an answer in blocks, initialise the lookup and a cri_link_writer_t again for each block.
 *
 * @param[out] lookup the lookup, which borrows the options and the names
 * @param[in] options the options of the request, delta-coded
 * @param[in] options_len length of `options`
 * @param[in] lists names of further attributes whose values are lists, as in cri_link_matches()
 * @param[in] lists_len length of `lists`
 * @param[in] others names of parameters that are no filters, with a space between two names; they may
 *   include `count` and `page`
 * @param[in] others_len length of `others`
 * @retval CRI_ERR_SYNTAX a parameter is neither named nor a filter; `count` or `page` is not a number or is repeated;
 *   `page` comes without `count`
 * @retval CRI_ERR_COAP_LENGTH a Uri-Query has more than 255 bytes
 * @retval CRI_ERR_UTF8 a Uri-Query is not UTF-8
 * @retval CRI_ERR_COAP_OPTION the options are malformed
 * @retval CRI_ERR_TRUNCATED the options end inside an option
 *
 * Linear in `options` times `others`. RFC 9176 6.1; RFC 6690 4.1.
 */
CRI_MUST_CHECK
cri_err_t cri_link_lookup_init(cri_link_lookup_t *lookup,
                               const uint8_t *CRI_NULLABLE options,
                               size_t options_len,
                               const char *CRI_NULLABLE lists,
                               size_t lists_len,
                               const char *CRI_NULLABLE others,
                               size_t others_len);

/**
 * Returns true if a link is on the page. Counts it in `matched` if it passes all filters.
 *
 * Each filter must pass for the link or for the other link, which belongs to the same registration: a resource passes
 * a filter that its endpoint passes, and an endpoint one that its resource passes.
 *
 * The filter `href` compares the targets as they are written. A directory resolves the targets when it stores them,
 * with cri_uri_resolve() or cri_link_resolve(), because it also answers with resolved targets.
 *
 * @param[in,out] lookup the lookup
 * @param[in] link the link
 * @param[in] other the link of its endpoint or of its resource; if there is none, `link` again
 * @return true if `link` is on the page; false for invalid arguments
 *
 * Linear in the links times the parameters. RFC 9176 6.1, 6.2.
 */
bool cri_link_lookup_match(cri_link_lookup_t *lookup,
                           const cri_link_t *link,
                           const cri_link_t *other);

/**
 * @}
 * @defgroup cri_link_value Attributes
 * @ingroup cri_link_h
 * @{
 */

/**
 * Advances to the next attribute, and stores its name and its value.
 *
 * @param[in,out] attributes the iterator
 * @param[out] name the name, borrowed from the text
 * @param[out] name_len length of `name`
 * @param[out] value the value, which is empty for an attribute without a value
 * @return false, with nothing stored, at the end
 *
 * Linear in the attribute. RFC 6690 2.
 */
CRI_MUST_CHECK
bool cri_link_attributes_next(cri_link_attributes_t *attributes,
                              const char **name,
                              size_t *name_len,
                              cri_link_value_t *value);

/**
 * Returns true if an attribute has a value, which may be empty: true for `a=""`, false for `a`.
 *
 * @param[in] value the value
 * @return true if it has a value; false for NULL
 *
 * Constant time. RFC 6690 2.
 */
bool cri_link_value_is_set(const cri_link_value_t *value);

/**
 * Stores the characters of a value, without quotes, if the value has no quoted pair such as `\"`.
 *
 * @param[in] value the value
 * @param[out] chars UTF-8, borrowed from the text
 * @param[out] chars_len length of `chars`
 * @return false, with nothing stored, for a value with quoted pairs: use cri_link_value_decode()
 *
 * Linear. RFC 9110 5.6.4.
 */
CRI_MUST_CHECK
bool cri_link_value_plain(const cri_link_value_t *value,
                          const char **chars,
                          size_t *chars_len);

/**
 * Decodes a value: removes the quotes, and the backslashes of quoted pairs.
 *
 * @param[in] value the value
 * @param[out] buf UTF-8; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_OK
 *
 * Linear. RFC 9110 5.6.4.
 */
CRI_MUST_CHECK
cri_err_t cri_link_value_decode(const cri_link_value_t *value,
                                char *CRI_NULLABLE buf,
                                size_t buf_cap,
                                size_t *len);

/**
 * Returns true if a value, after decoding, consists of exactly the given characters.
 *
 * @param[in] value the value
 * @param[in] chars UTF-8
 * @param[in] chars_len length of `chars`
 * @return true if they are the same
 *
 * Linear.
 */
bool cri_link_value_equal(const cri_link_value_t *value,
                          const char *CRI_NULLABLE chars,
                          size_t chars_len);

/**
 * Returns true if a value, after decoding, is a list that contains a given token. Spaces separate the tokens of a
 * list, as in `rt`, `if`, `rel` and `ct`.
 *
 * @param[in] value the value
 * @param[in] token the token
 * @param[in] token_len length of `token`
 * @return true if one of the tokens has the same bytes
 *
 * Linear. RFC 6690 2, 4.1.
 */
bool cri_link_value_has_token(const cri_link_value_t *value,
                              const char *CRI_NULLABLE token,
                              size_t token_len);

/**
 * @}
 * @defgroup cri_link_writer Writing
 * @ingroup cri_link_h
 * A writer stores one window of a document, such as a block of a block-wise transfer (RFC 7959). It keeps its first
 * error, and cri_link_writer_finish() returns that error, so the results of the calls before it need not be checked.
 * @{
 */

/**
 * A writer of a document, initialised by cri_link_writer_init().
 */
typedef struct cri_link_writer_t {
  uint8_t *_buf;
  size_t _buf_cap;
  size_t _len;
  size_t _offset;
  int32_t _error;
} cri_link_writer_t;

/**
 * Initialises a writer of a document. The writer stores a window of the document: the window begins at `offset`, and
 * has at most as many bytes as the buffer.
 *
 * For a block-wise transfer, write the whole document for each block, with the offset of the block. Call
 * cri_link_writer_target() or cri_link_writer_link() for each link. Call cri_link_writer_attribute() or
 * cri_link_writer_flag() for attributes of the last link. After a call that fails, all later calls return the same
 * error.
 *
 * @param[out] writer the writer
 * @param[in] offset offset in the document of the first byte that is stored; 0 for the whole document
 * @param[out] buf the buffer, which the writer borrows; NULL and 0 to ask for the length of the document
 * @param[in] buf_cap capacity of `buf`
 * @retval CRI_OK
 *
 * Constant time. RFC 7959 2.
 */
CRI_MUST_CHECK
cri_err_t cri_link_writer_init(cri_link_writer_t *writer,
                               size_t offset,
                               uint8_t *CRI_NULLABLE buf,
                               size_t buf_cap);

/**
 * Begins a link.
 *
 * As the target, use the text that cri_to_uri() writes for a CRI, or for a reference that cri_relativize_for_uri()
 * made.
 *
 * @param[in,out] writer the writer
 * @param[in] target the target, an IRI reference, which is not borrowed
 * @param[in] target_len length of `target`
 * @retval CRI_ERR_UTF8 `target` is not UTF-8
 * @retval CRI_ERR_URI_SYNTAX `target` is not an IRI reference
 * @retval CRI_ERR_URI_HOST `target` has a host in brackets that is neither an IPv6 address, with or without a zone
 *   identifier, nor an IPvFuture
 *
 * Linear. RFC 6690 2.
 */
cri_err_t cri_link_writer_target(cri_link_writer_t *writer,
                                 const char *CRI_NULLABLE target,
                                 size_t target_len);

/**
 * Adds an attribute with a value to the last link.
 *
 * The value is written in quotes, as readers in the field expect, with two exceptions: a value of digits, such as that
 * of `ct=40`, and a ptoken as the value of a name that ends in `*`. cri_link_writer_flag() writes a value as it is.
 *
 * @param[in,out] writer the writer
 * @param[in] name the name, such as `rt`
 * @param[in] name_len length of `name`
 * @param[in] value the value, UTF-8
 * @param[in] value_len length of `value`
 * @retval CRI_ERR_SYNTAX `name` is not the name of an attribute, or `value` has a control character other than a tab
 * @retval CRI_ERR_UTF8 `value` is not UTF-8
 * @retval CRI_ERR_ORDER the writer has no link yet
 *
 * Linear. RFC 6690 2; RFC 8187 3.2.
 */
cri_err_t cri_link_writer_attribute(cri_link_writer_t *writer,
                                    const char *CRI_NULLABLE name,
                                    size_t name_len,
                                    const char *CRI_NULLABLE value,
                                    size_t value_len);

/**
 * Adds an attribute as it is written to the last link: a name, such as `obs`, or a name, `=` and a ptoken, such as
 * `ver=1.1`.
 *
 * @param[in,out] writer the writer
 * @param[in] attribute the attribute, without blanks and quotes
 * @param[in] attribute_len length of `attribute`
 * @retval CRI_ERR_SYNTAX `attribute` is neither a name nor a name, `=` and a ptoken
 * @retval CRI_ERR_ORDER the writer has no link yet
 *
 * Linear. RFC 6690 2.
 */
cri_err_t cri_link_writer_flag(cri_link_writer_t *writer,
                               const char *CRI_NULLABLE attribute,
                               size_t attribute_len);

/**
 * Adds a copy of a link. Blanks are omitted, and values keep the form in which they were written.
 *
 * @param[in,out] writer the writer
 * @param[in] link the link, from cri_links_next() or cri_link_init_parts(), which is not borrowed
 * @retval CRI_OK
 *
 * Linear. RFC 6690 2.
 */
cri_err_t cri_link_writer_link(cri_link_writer_t *writer,
                               const cri_link_t *link);

/**
 * Stores the number of bytes in the buffer, and the length of the document. Returns the first error of the writer.
 *
 * With #CRI_ERR_BUFFER, both lengths are also stored, and the buffer is full: it contains a block that is not the last
 * block. A program that writes the whole document needs a buffer of `total_len` bytes.
 *
 * @param[in] writer the writer
 * @param[out] len number of bytes in the buffer: less than `buf_cap` if the document ends in the window, 0 if the
 *   document ends before the window
 * @param[out] total_len length of the document
 * @retval CRI_ERR_BUFFER the document continues after the end of the buffer
 * @retval other the errors of cri_link_writer_attribute() and cri_link_writer_target()
 *
 * Constant time. RFC 7959 2.
 */
CRI_MUST_CHECK
cri_err_t cri_link_writer_finish(const cri_link_writer_t *writer,
                                 size_t *len,
                                 size_t *total_len);

/** @} */

CRI_END_DECLS

#endif /* CRI_LINK_H */
