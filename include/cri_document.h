/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_DOCUMENT_H
#define CRI_DOCUMENT_H

#include "cri.h"

/**
 * @file
 * CRIs in larger CBOR documents.
 *
 * If the CRIs are the items of an array or a sequence, cri_items_next() advances from one to the next. If they are in
 * tag 99 (revision 27), cri_find_next() finds them at any depth:
 *
 * @code
 * cri_find_t find;
 * cri_t link, target;
 *
 * if (cri_find_init(&find, CRI_REV_27, document, document_len) != CRI_OK)
 *     return;
 * while (cri_find_next(&find, &link)) {
 *     if (cri_resolve(&base, &link, &target) == CRI_OK)
 *         follow(&target);
 * }
 * if (cri_find_error(&find) != CRI_OK)
 *     warn("the document is malformed or truncated");
 * @endcode
 *
 * If the meaning of a CRI depends on its place, use cri_walk_next(): it stores each item with its map key, array index
 * and depth:
 *
 * @code
 * cri_walk_t walk;
 * cri_place_t at;
 *
 * if (cri_walk_init(&walk, CRI_REV_27, document, document_len) != CRI_OK)
 *     return;
 * while (cri_walk_next(&walk, &at)) {
 *     if (cri_item_is(at.key, at.key_len, CRI_LIT("href")) && cri_walk_parse(&walk, &link) == CRI_OK)
 *         add(&link, at.map);
 * }
 * @endcode
 */

/**
 * @defgroup cri_document_h cri_document.h: CRIs in documents
 * Iterators over items that are CRIs and over CRIs in tag 99, and a walk with the place of every item.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_document Items and tags
 * @ingroup cri_document_h
 * Iterators over the items of an array or a sequence that are CRIs, and over CRIs in tag 99 at any depth.
 * @{
 */

/**
 * An iterator over the items of a CBOR array or sequence that are CRIs, initialised by cri_items_init_array() or
 * cri_items_init_sequence(). It borrows the bytes.
 */
typedef struct cri_items_t {
  const uint8_t *_rest;
  size_t _rest_len;
  size_t _left;
  int32_t _error;
  uint8_t _revision;
  uint8_t _end;
} cri_items_t;

/**
 * An iterator over the CRIs in tag 99 in a CBOR item or sequence, initialised by cri_find_init(). It borrows the
 * bytes.
 */
typedef struct cri_find_t {
  const uint8_t *_rest;
  size_t _rest_len;
  int32_t _error;
  uint8_t _revision;
} cri_find_t;

/**
 * Initialises an iterator over the items of a CBOR array that are CRIs or CRI references.
 *
 * The array may be of definite or indefinite length. Bytes after it are ignored. If the item is not an array,
 * cri_err_is_unprocessable() is true for the error. Call cri_skip() then to find the end of the item, and to check
 * that the item is well-formed.
 *
 * @param[out] items the iterator, which borrows `data`
 * @param[in] rev revision of the CRIs: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR, which begins with the array
 * @param[in] data_len length of `data`
 * @retval CRI_ERR_STRUCTURE the item is not an array
 * @retval CRI_ERR_FEATURE the item is a tag, a float, or a simple value other than false, true and null
 * @retval CRI_ERR_INDEFINITE the item is of indefinite length, but not an array
 * @retval CRI_ERR_TRUNCATED `data` ends inside the head of the array
 * @retval CRI_ERR_CBOR the head is not well-formed
 *
 * Constant time. RFC 8949 3.2.2.
 */
CRI_MUST_CHECK
cri_err_t cri_items_init_array(cri_items_t *items,
                               uint8_t rev,
                               const uint8_t *CRI_NULLABLE data,
                               size_t data_len);

/**
 * Initialises an iterator over the items of a CBOR sequence that are CRIs or CRI references.
 *
 * @param[out] items the iterator, which borrows `data`
 * @param[in] rev revision of the CRIs: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data the sequence: items one after another, up to the end
 * @param[in] data_len length of `data`
 * @retval CRI_OK
 *
 * Constant time. RFC 8742.
 */
cri_err_t cri_items_init_sequence(cri_items_t *items,
                                  uint8_t rev,
                                  const uint8_t *CRI_NULLABLE data,
                                  size_t data_len);

/**
 * Advances to the next item that is a CRI or CRI reference, and stores it.
 *
 * All other items are skipped, including unprocessable CRIs. CRIs nested in other items are not found.
 *
 * @param[in,out] items the iterator
 * @param[out] cri the CRI or CRI reference, which borrows the bytes that the iterator borrows
 * @return false, with nothing stored, after the last item, and at an item that is malformed or truncated: call
 *   cri_items_error()
 *
 * Linear in the items that it steps over. href 5.2.1.
 */
CRI_MUST_CHECK
bool cri_items_next(cri_items_t *items,
                    cri_t *cri);

/**
 * Advances to the next item, even if it is not a CRI, and stores its bytes. Stores an error if the item is not a
 * processable CRI. Use this function to log unprocessable items, or for a document in which every item must be a CRI.
 *
 * cri_parse_where() locates an error in `data`. The next call continues after the item.
 *
 * @param[in,out] items the iterator
 * @param[out] cri the CRI or CRI reference, stored only if `err` is #CRI_OK
 * @param[out] err #CRI_OK, or the reason why the item cannot be processed: an error for which
 *   cri_err_is_unprocessable() is true
 * @param[out] data bytes of the item, which the iterator borrows
 * @param[out] data_len length of `data`
 * @return false, with nothing stored, after the last item, and at an item that is malformed or truncated: call
 *   cri_items_error()
 *
 * Linear in the item. href 5.2.1.
 */
CRI_MUST_CHECK
bool cri_items_next_item(cri_items_t *items,
                         cri_t *cri,
                         cri_err_t *err,
                         const uint8_t **data,
                         size_t *data_len);

/**
 * Returns the error at which cri_items_next() or cri_items_next_item() stopped, or #CRI_OK.
 *
 * @param[in] items the iterator
 * @retval CRI_OK there is no error so far
 * @retval CRI_ERR_TRUNCATED the bytes end inside an item, or before the end of the array
 * @retval CRI_ERR_CBOR an item is not well-formed
 * @retval CRI_ERR_LIMIT an item that is not a CRI nests more than 16 levels deep. A level is an item of indefinite
 *   length, or an array, a map or a tag directly in such an item
 *
 * Constant time.
 */
CRI_MUST_CHECK
cri_err_t cri_items_error(const cri_items_t *items);

/**
 * Initialises an iterator over the CRIs and CRI references in tag 99 in a CBOR item, at any depth.
 *
 * The function searches all of `data`, which may be a sequence of items. It goes from head to head and skips the
 * content of strings, which is never read as CBOR. The depth is unlimited. The function does not check that the items
 * are well-formed as a whole: arrays and maps may lack items, and breaks may be anywhere. If that matters, call
 * cri_skip() first.
 *
 * @param[out] find the iterator, which borrows `data`
 * @param[in] rev revision of the CRIs: #CRI_REV_27
 * @param[in] data CBOR
 * @param[in] data_len length of `data`
 * @retval CRI_ERR_REVISION `rev` is #CRI_REV_13, which has no tag for CRIs
 *
 * Constant time. href-27 tag 99; RFC 8949 3.4.
 */
CRI_MUST_CHECK
cri_err_t cri_find_init(cri_find_t *find,
                        uint8_t rev,
                        const uint8_t *CRI_NULLABLE data,
                        size_t data_len);

/**
 * Advances to the next CRI or CRI reference in tag 99, and stores it.
 *
 * The next call continues the search after the CRI. If tag 99 encloses anything except a processable CRI, nothing is
 * stored for this tag, and the search continues inside it.
 *
 * @param[in,out] find the iterator
 * @param[out] cri the CRI or CRI reference, which borrows the bytes that the iterator borrows
 * @return false, with nothing stored, at the end, and if the bytes are malformed or truncated: call cri_find_error()
 *
 * Linear in the bytes for all calls together, whatever the nesting of tags. href-27 tag 99.
 */
CRI_MUST_CHECK
bool cri_find_next(cri_find_t *find,
                   cri_t *cri);

/**
 * Advances to the next CRI in tag 99 or text in tag 32, which is the tag of URIs, and stores it.
 *
 * If `uri` is NULL afterwards, the item is a CRI. Otherwise it is a URI or a URI reference. cri_from_uri() converts it
 * to a CRI, and cri_link_resolve() resolves it. A text that is not a URI reference is an error of this item. The next
 * call continues after the item. A tag 99 or 32 that encloses anything else is ignored, as by cri_find_next().
 *
 * @param[in,out] find the iterator
 * @param[out] cri the CRI or CRI reference, which borrows the bytes that the iterator borrows; stored only if `uri` is
 *   NULL and `err` is #CRI_OK
 * @param[out] uri the text in tag 32, borrowed from the bytes; NULL and 0 for a CRI, and with
 *   #CRI_ERR_INDEFINITE
 * @param[out] uri_len length of `uri`
 * @param[out] err #CRI_OK, or the reason why the text is not a URI reference: an error of cri_from_uri(), or
 *   #CRI_ERR_INDEFINITE for a text of indefinite length
 * @return false, with nothing stored, at the end, and if the bytes are malformed or truncated: call cri_find_error()
 *
 * Linear in the bytes for all calls together, whatever the nesting of tags. href-27 tag 99; RFC 8949 3.4.5.3.
 */
CRI_MUST_CHECK
bool cri_find_next_item(cri_find_t *find,
                        cri_t *cri,
                        const char **uri,
                        size_t *uri_len,
                        cri_err_t *err);

/**
 * Returns the error at which cri_find_next() or cri_find_next_item() stopped, or #CRI_OK.
 *
 * @param[in] find the iterator
 * @retval CRI_OK there is no error so far
 * @retval CRI_ERR_TRUNCATED the bytes end inside a head, a string or a CRI in tag 99
 * @retval CRI_ERR_CBOR a head is malformed
 *
 * Constant time.
 */
CRI_MUST_CHECK
cri_err_t cri_find_error(const cri_find_t *find);

/**
 * Encodes a CRI or CRI reference in tag 99: the bytes `d8 63`, followed by the output of cri_encode().
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_REVISION `cri` is of revision 13, which has no tag for CRIs
 *
 * Linear. href-27 tag 99.
 */
CRI_MUST_CHECK
cri_err_t cri_encode_tagged(const cri_t *cri,
                            uint8_t *CRI_NULLABLE buf,
                            size_t buf_cap,
                            size_t *len);

/**
 * @}
 * @defgroup cri_walk Places
 * @ingroup cri_document_h
 * A walk over all items of a document, with the place of each item. From the places, a program knows which relation
 * belongs to which link.
 * @{
 */

enum {
  /** An unsigned integer. */
  CRI_TYPE_UINT = 0,

  /** A negative integer. */
  CRI_TYPE_NINT = 1,

  /** A byte string. */
  CRI_TYPE_BYTES = 2,

  /** A text string. */
  CRI_TYPE_TEXT = 3,

  /** An array. */
  CRI_TYPE_ARRAY = 4,

  /** A map. */
  CRI_TYPE_MAP = 5,

  /** A tag. The next item is the content of the tag. */
  CRI_TYPE_TAG = 6,

  /** A simple value or a floating-point number. */
  CRI_TYPE_SIMPLE = 7,
};

/**
 * A walk over the items of a CBOR document, initialised by cri_walk_init(). It borrows the bytes.
 */
typedef struct cri_walk_t {
  const uint8_t *_data;
  size_t _data_len;
  size_t _levels[68];
  size_t _at;
  size_t _item;
  int32_t _error;
  uint8_t _kinds[17];
  uint8_t _depth;
  uint8_t _revision;
  uint8_t _map;
} cri_walk_t;

/**
 * An item of a document, and its place. It borrows the bytes of the document.
 */
typedef struct cri_place_t {
  /**
   * The bytes of the item. For an array, a map or a tag, these are all bytes from its first byte to the end of the
   * document.
   */
  const uint8_t *data;
  /**
   * Length of `data` in bytes.
   */
  size_t data_len;
  /**
   * The content of a string of definite length, which is not checked to be UTF-8; NULL for any other item.
   */
  const uint8_t *content;
  /**
   * Length of `content` in bytes.
   */
  size_t content_len;
  /**
   * The key that the item belongs to in the innermost map around it, as CBOR. NULL outside of maps, for a key, and
   * for the items in a key.
   */
  const uint8_t *key;
  /**
   * Length of `key` in bytes.
   */
  size_t key_len;
  /**
   * Offset of the innermost map that the item is in, which identifies the map; 0 outside of maps.
   */
  size_t map;
  /**
   * The index, from 0, in the innermost array that the item is in. Outside of arrays, the index in the sequence of
   * top-level items.
   */
  size_t index;
  /**
   * The argument of the item's head: n for an integer n or -1-n, the length of a string, the number of elements of
   * an array or pairs of a map, or the number of a tag. SIZE_MAX for an argument that does not fit and for
   * indefinite lengths.
   */
  size_t argument;
  /**
   * The major type: CRI_TYPE_….
   */
  uint8_t major_type;
  /**
   * The number of arrays, maps and tags that the item is in.
   */
  uint8_t depth;
} cri_place_t;

/**
 * Initialises a walk over the items of a CBOR document, including the items in arrays, maps and tags.
 *
 * The items come in the order of the bytes: a key before its value, and an array, a map or a tag before its content.
 * The walk checks that all of `data` is well-formed. It borrows `data`.
 *
 * @param[out] walk the walk
 * @param[in] rev revision of the CRIs: #CRI_REV_13 or #CRI_REV_27
 * @param[in] data CBOR: an item or a sequence of items
 * @param[in] data_len length of `data`
 * @retval CRI_OK
 *
 * Constant time. RFC 8949 3.1, RFC 8742.
 */
cri_err_t cri_walk_init(cri_walk_t *walk,
                        uint8_t rev,
                        const uint8_t *CRI_NULLABLE data,
                        size_t data_len);

/**
 * Advances to the next item, and stores the item and its place.
 *
 * Values of one map, such as a link and its relation, have the same `map`.
 *
 * @param[in,out] walk the walk
 * @param[out] at the item and its place, which borrows the bytes that the walk borrows
 * @return false, with nothing stored, after the last item, and at an item that is malformed or truncated or nests too
 *   deep: call cri_walk_error()
 *
 * Linear in the head of the item, and in the chunks of a string of indefinite length. RFC 8949 3.1.
 */
CRI_MUST_CHECK
bool cri_walk_next(cri_walk_t *walk,
                   cri_place_t *at);

/**
 * Parses the item that cri_walk_next() stored last as a CRI or CRI reference, and continues after it.
 *
 * In revision 27, the item may be a tag 99, for which cri_walk_next() stores the type #CRI_TYPE_TAG and the argument
 * 99. The function stops at the first error in the item, and the next calls of cri_walk_next() find malformed or
 * missing items after it. If the data has an error for which cri_err_is_unprocessable() is false, the walk will end
 * inside the item.
 *
 * @param[in,out] walk the walk
 * @param[out] cri the CRI or CRI reference, which borrows the bytes that the walk borrows
 * @retval CRI_ERR_TRUNCATED the bytes end inside the item
 * @retval CRI_ERR_CBOR the item is not well-formed
 * @retval CRI_ERR_ORDER there is no item, or it was parsed already without an error
 * @retval other an error for which cri_err_is_unprocessable() is true: the walk continues with the content of the item
 *
 * Linear in the item; one call for each item is linear in the document. href 5.1, 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_walk_parse(cri_walk_t *walk,
                         cri_t *cri);

/**
 * Returns the error at which a walk stopped, or #CRI_OK, and stores its offset.
 *
 * @param[in] walk the walk
 * @param[out] offset offset in bytes of the item or break at fault; `data_len` if an item is missing at the end; with
 *   #CRI_OK, the offset of the item or break that is read next
 * @retval CRI_OK there is no error so far
 * @retval CRI_ERR_TRUNCATED the bytes end inside an item
 * @retval CRI_ERR_CBOR the document is not well-formed
 * @retval CRI_ERR_LIMIT arrays, maps and tags nest more than 16 levels deep
 *
 * Constant time.
 */
CRI_MUST_CHECK
cri_err_t cri_walk_error(const cri_walk_t *walk,
                         size_t *offset);

/**
 * Returns true if a CBOR item, such as a key or a value of a map, is a given text.
 *
 * @param[in] data the item
 * @param[in] data_len length of `data`
 * @param[in] text the text
 * @param[in] text_len length of `text`
 * @return true if the item is this text; false for any other item, for a text of indefinite length, and for invalid
 *   arguments
 *
 * Linear in the text.
 */
bool cri_item_is(const uint8_t *CRI_NULLABLE data,
                 size_t data_len,
                 const char *CRI_NULLABLE text,
                 size_t text_len);

/** @} */

CRI_END_DECLS

#endif /* CRI_DOCUMENT_H */
