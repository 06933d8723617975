/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CORI_H
#define CRI_CORI_H

#include "cri.h"

/**
 * @file
 * CoRI, the older serialization of draft-ietf-core-href-02 ("cori"): a CBOR sequence of options.
 *
 * The library has these functions if cri_features() has #CRI_FEATURE_CORI.
 */

/**
 * @defgroup cri_cori_h cri_cori.h: CoRI
 * The older serialization of draft-ietf-core-href-02.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_cori CoRI
 * @ingroup cri_cori_h
 * @{
 */

enum {
  /** The CoRI is relative. */
  CRI_CORI_RELATIVE = 0,

  /** The CoRI is absolute, but not normalised: it has a lone empty path segment. */
  CRI_CORI_ABSOLUTE = 1,

  /** The CoRI is absolute and normalised. */
  CRI_CORI_NORMALIZED = 2,
};

/**
 * A view of a CoRI. It borrows the caller's bytes, which must outlive it and stay unchanged.
 *
 * cri_cori_parse(), cri_cori_resolve() and cri_cori_relativize() make views. A view may be copied by assignment.
 */
typedef struct cri_cori_t {
  const uint8_t *_head;
  size_t _head_len;
  const uint8_t *_tail;
  size_t _tail_len;
  uint8_t _own[18];
} cri_cori_t;

/**
 * Parses and checks the CoRI at the start of `data`, and stores a view of it, which borrows `data`.
 *
 * @param[in] data CBOR, an array of alternating option numbers and values; bytes after the item are ignored
 * @param[in] data_len length of `data`
 * @param[out] cori the view
 * @param[out] consumed length of the item in bytes
 * @retval CRI_ERR_CORI_OPTION an option is unknown or not allowed there, or another option is required at the end
 * @retval CRI_ERR_CORI_PATH_TYPE the path type is above 127
 * @retval CRI_ERR_STRUCTURE a value has another type, the number of items is odd, or the item is not an array
 * @retval CRI_ERR_FEATURE there is a tag or simple value instead of a value
 * @retval CRI_ERR_INDEFINITE an item is of indefinite length
 * @retval CRI_ERR_SCHEME_NAME the name is not a scheme name
 * @retval CRI_ERR_ADDRESS a host.ip has neither 4 nor 16 bytes
 * @retval CRI_ERR_PORT the port is above 65535
 * @retval CRI_ERR_DOT_SEGMENT a path segment is "." or ".."
 * @retval CRI_ERR_UTF8 a text is not UTF-8
 * @retval CRI_ERR_TRUNCATED `data` ends inside the item
 * @retval CRI_ERR_CBOR the item is not well-formed
 * @retval CRI_ERR_LIMIT the item nests more than 16 levels deep. A level is an item of indefinite length, or an array,
 *   a map or a tag directly in such an item
 * @retval other an error for which cri_err_is_unprocessable() is true: `consumed` is the number of bytes to skip, and
 *   `cori` is not stored
 *
 * Linear in the length of the item. cori 2, 3.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_parse(const uint8_t *CRI_NULLABLE data,
                         size_t data_len,
                         cri_cori_t *cori,
                         size_t *consumed);

/**
 * Returns whether a CoRI is relative, absolute, or absolute and normalised. A normalised CoRI resolves to itself.
 * Results of cri_cori_resolve() are normalised.
 *
 * @param[in] cori a CoRI
 * @return #CRI_CORI_RELATIVE, #CRI_CORI_ABSOLUTE or #CRI_CORI_NORMALIZED; #CRI_CORI_RELATIVE for NULL
 *
 * Constant time. cori 2.2.
 */
uint8_t cri_cori_kind(const cri_cori_t *cori);

/**
 * Resolves a CoRI against an absolute CoRI, without a buffer. The result is a view that borrows the bytes of both.
 *
 * @param[in] base an absolute CoRI; it is normalised first
 * @param[in] reference any CoRI; an absolute one resolves to itself, normalised
 * @param[in] relation the number that the path type append-relation appends to the path, written in decimal
 * @param[out] resolved the result, an absolute CoRI
 * @retval CRI_ERR_BASE `base` is relative
 * @retval CRI_ERR_PIECES the result would consist of more than two pieces. This can happen if `base` is itself a
 *   resolved view: encode and parse `base` first
 *
 * Linear in the number of options of `base`. cori 4.1.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_resolve(const cri_cori_t *base,
                           const cri_cori_t *reference,
                           uint32_t relation,
                           cri_cori_t *resolved);

/**
 * Makes an absolute CoRI relative to a base, without a buffer. Stores a reference that resolves against `base` to the
 * normalised form of `target`. The reference is a view that borrows the bytes of `target`. The arguments are in the
 * order of cri_relativize(), not in the order of the draft.
 *
 * @param[in] base an absolute CoRI
 * @param[in] target an absolute CoRI
 * @param[out] reference the reference; `target` itself if the two have different schemes
 * @retval CRI_ERR_BASE `base` is relative
 * @retval CRI_ERR_CORI_NOT_ABSOLUTE `target` is relative
 *
 * Linear in the number of options of both. cori 2.2.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_relativize(const cri_cori_t *base,
                              const cri_cori_t *target,
                              cri_cori_t *reference);

/**
 * @}
 * @defgroup cri_cori_convert Conversions of CoRIs
 * @ingroup cri_cori_h
 * @{
 */

enum {
  /** A flag: cri_cori_to_coap() adds Proxy-Scheme. */
  CRI_CORI_TO_PROXY = 1,

  /** A flag: cri_cori_to_coap() ignores a fragment and accepts any scheme, as the draft's code does. */
  CRI_CORI_SILENT = 2,
};

/**
 * Encodes a CoRI with the shortest heads, normalised if it is absolute.
 *
 * @param[in] cori a CoRI
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_OK
 *
 * Linear. cori 3.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_encode(const cri_cori_t *cori,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Recomposes the URI of an absolute CoRI. The URI always has a port, and at least "/" as its path.
 *
 * For CoAP and HTTP schemes, a URI without a path is equivalent to a URI with the path "/". For other schemes they may
 * identify two resources, but a CoRI cannot distinguish them.
 *
 * @param[in] cori an absolute CoRI
 * @param[out] buf ASCII; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_CORI_NOT_ABSOLUTE `cori` is relative
 *
 * Linear. cori 4.2; IPv6 addresses as in RFC 5952.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_recompose(const cri_cori_t *cori,
                             char *CRI_NULLABLE buf,
                             size_t buf_cap,
                             size_t *len);

/**
 * Decomposes a URI into a CoRI that is absolute and normalised. The text is normalised as cri_from_uri() does, and the
 * scheme's default port is added. cri_cori_recompose() converts the result to the normalised URI, with a port and with
 * at least "/" as its path.
 *
 * @param[in] uri ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_CORI_NOT_ABSOLUTE `uri` is a relative reference
 * @retval CRI_ERR_NO_CORI no CoRI corresponds to the URI, because it has user information, or no authority, or no port
 *   and a scheme whose default port the library does not know, or percent-encoded octets that are not UTF-8 or that
 *   cri_cori_recompose() would not percent-encode again
 * @retval other the errors of cri_from_uri() in revision 27
 *
 * Linear, for every text. cori 2.2.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_decompose(const char *CRI_NULLABLE uri,
                             size_t uri_len,
                             uint8_t *CRI_NULLABLE buf,
                             size_t buf_cap,
                             size_t *len);

/**
 * Writes the options of a CoAP request for an absolute CoRI, delta-coded from number 0: Uri-Host, Uri-Port, Uri-Path,
 * Uri-Query, and Proxy-Scheme if `flags` requests it. Default values are not omitted.
 *
 * @param[in] cori an absolute CoRI
 * @param[in] flags a sum of #CRI_CORI_TO_PROXY and #CRI_CORI_SILENT
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_CORI_NOT_ABSOLUTE `cori` is relative
 * @retval CRI_ERR_COAP_SCHEME without #CRI_CORI_SILENT: the scheme is not a CoAP scheme
 * @retval CRI_ERR_COAP_FRAGMENT without #CRI_CORI_SILENT: there is a fragment
 * @retval CRI_ERR_COAP_LENGTH a value is longer than 65804 bytes
 *
 * Linear. cori 4.3.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_to_coap(const cri_cori_t *cori,
                           uint8_t flags,
                           uint8_t *CRI_NULLABLE buf,
                           size_t buf_cap,
                           size_t *len);

/**
 * Converts an absolute CoRI to the CRI of the URI that it recomposes to, or a relative CoRI to the CRI reference that
 * resolves in the same way. The result is in canonical form. The host name becomes lower case, and the scheme's
 * default port is omitted.
 *
 * The empty CoRI becomes the empty reference. Unlike the empty CoRI, that reference keeps the fragment of a base.
 * If a reference appends segments (path type 2) to a base with the path "/", the CRI that results keeps the empty
 * segment of the base, and the CoRI does not. If the path of the result is empty, the URI of the CRI has no path, but
 * the URI of the CoRI has the path "/", which is another resource unless the scheme is a CoAP or an HTTP scheme.
 *
 * @param[in] cori a CoRI
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_NO_CRI the CoRI begins with a port, or with the path type append-relation
 *
 * Linear, except for the look-up of a scheme's number. cori 2; href 5.1.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_to_cri(const cri_cori_t *cori,
                          uint8_t rev,
                          uint8_t *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/**
 * Converts a full CRI to the absolute CoRI of its URI, or a CRI reference to a relative CoRI that resolves in the same
 * way. The scheme's default port is added. A lone empty segment after an authority or a root is omitted, so the path
 * "/" and the empty path become the same, even for schemes in which they differ.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval CRI_ERR_SCHEME_UNKNOWN the registry has no name for the scheme's id
 * @retval CRI_ERR_NO_CORI no CoRI corresponds to the CRI, because it has user information, a zone identifier,
 *   percent-encoded text, a dot in a label, a discard value of 126 or 127, or no authority; or because it has no port
 *   and its default port is not known, since the library does not know the default of the scheme or the scheme comes
 *   from the base
 *
 * Linear, except for the look-up of a scheme's name. cori 2; href 5.2.
 */
CRI_MUST_CHECK
cri_err_t cri_cori_from_cri(const cri_t *cri,
                            uint8_t *CRI_NULLABLE buf,
                            size_t buf_cap,
                            size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_CORI_H */
