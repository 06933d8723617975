/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_TEMPLATE_H
#define CRI_TEMPLATE_H

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

CRI_BEGIN_DECLS

/**
 * @defgroup cri_template URI templates
 * @{
 */

enum {
  /** A kind of a variable: its value is a text. */
  CRI_TEMPLATE_TEXT = 0,

  /** A kind of a variable: its value is an item of a list. The list is all items of the same name, in their order. */
  CRI_TEMPLATE_ITEM = 1,

  /**
   * A kind of a variable: its value is a value of an associative array, and its key is the name of this value in the
   * array. The array is all pairs of the same name, in their order.
   */
  CRI_TEMPLATE_PAIR = 2,

  /** A kind of a variable: it is skipped. A program sets this kind to leave out a variable of its array. */
  CRI_TEMPLATE_UNDEFINED = 3,
};

/**
 * A variable for cri_template_expand(), such as `{CRI_LIT("unit"), CRI_LIT("C"), NULL, 0, CRI_TEMPLATE_TEXT}`. Its
 * texts are UTF-8.
 */
typedef struct cri_template_variable_t {
  /**
   * The name, as the template writes it: triplets in it are not decoded.
   */
  const char *name;
  /**
   * Length of `name` in bytes.
   */
  size_t name_len;
  /**
   * The text, the item, or the value of the pair. It is not percent-encoded.
   */
  const char *value;
  /**
   * Length of `value` in bytes.
   */
  size_t value_len;
  /**
   * The key of the pair; NULL and 0 for other kinds.
   */
  const char *key;
  /**
   * Length of `key` in bytes.
   */
  size_t key_len;
  /**
   * #CRI_TEMPLATE_TEXT, #CRI_TEMPLATE_ITEM, #CRI_TEMPLATE_PAIR or #CRI_TEMPLATE_UNDEFINED.
   */
  uint8_t kind;
} cri_template_variable_t;

/**
 * Expands a template to a URI reference. To make a CRI or the options of a request, pass the text to cri_from_uri() or
 * cri_uri_to_coap().
 *
 * A variable that is not in the array is undefined, and expands to nothing. Names are compared byte by byte. Values
 * are percent-encoded, except that `{+name}` and `{#name}` copy reserved characters and triplets. A prefix such as
 * `{name:3}` counts characters; for `{+name:3}`, the triplets of one character are one character.
 *
 * @param[in] text the template, UTF-8
 * @param[in] text_len length of `text`
 * @param[in] variables the variables; NULL and 0 for no variables
 * @param[in] variables_len length of `variables`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @param[out] offset with #CRI_ERR_SYNTAX, the offset in bytes as in cri_template_check(), or that of the colon of a
 *   prefix that cannot be applied. NULL if it is not wanted
 * @retval CRI_ERR_ARGUMENT the kind of a variable is unknown; or for a name that the template uses, variables have
 *   different kinds, or a text occurs twice
 * @retval CRI_ERR_UTF8 a text of a variable is not UTF-8
 * @retval CRI_ERR_SYNTAX the text is not a template, or a prefix is applied to a list or an associative array
 *
 * Linear in the number of names in the template times the number of variables, and in all texts. RFC 6570 3.
 */
CRI_MUST_CHECK
cri_err_t cri_template_expand(const char *CRI_NULLABLE text,
                              size_t text_len,
                              const cri_template_variable_t *CRI_NULLABLE variables,
                              size_t variables_len,
                              char *CRI_NULLABLE buf,
                              size_t buf_cap,
                              size_t *len,
                              size_t *CRI_NULLABLE offset);

/**
 * Checks that a text is a template.
 *
 * @param[in] text the text
 * @param[in] text_len length of `text`
 * @param[out] offset with #CRI_ERR_SYNTAX, the offset in bytes of the first character that a template does not allow
 *   there, or `text_len` if an expression is not closed. NULL if it is not wanted
 * @retval CRI_ERR_SYNTAX the text is not a template
 *
 * Linear. RFC 6570 2.
 */
CRI_MUST_CHECK
cri_err_t cri_template_check(const char *CRI_NULLABLE text,
                             size_t text_len,
                             size_t *CRI_NULLABLE offset);

/**
 * Finds the next name of a variable in a template, at or after the offset `from`. A name that occurs twice is found
 * twice. The names end at the first fault of the template: check it with cri_template_check().
 *
 * @param[in] text the template
 * @param[in] text_len length of `text`
 * @param[in] from 0 for the first name; for the next name, the end of the last one, `start + len`
 * @param[out] start offset in bytes of the name
 * @param[out] len length of the name in bytes
 * @return false, with nothing stored, if there is no further name
 *
 * Linear in the bytes up to the end of the name. RFC 6570 2.3.
 */
CRI_MUST_CHECK
bool cri_template_name(const char *CRI_NULLABLE text,
                       size_t text_len,
                       size_t from,
                       size_t *start,
                       size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_TEMPLATE_H */
