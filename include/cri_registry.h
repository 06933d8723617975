/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_REGISTRY_H
#define CRI_REGISTRY_H

#include "cri.h"

/**
 * @file
 * The registries of schemes, and schemes that were registered after the library was built.
 *
 * IANA assigns a number to each scheme that is registered, and firmware may live for ten years. A CRI with an unknown
 * scheme number can still be parsed, resolved, compared, encoded and written in EDN; only its URI or IRI needs the
 * name of the scheme. A program can keep such names in its own table in flash, and update the table:
 *
 * @code
 * static const cri_scheme_row_t schemes[] = {
 *     {CRI_LIT("newer"), 1045, 0},
 *     {CRI_LIT("coap+gatt"), 65000, 5683},
 * };
 *
 * err = cri_to_uri_with(&cri, schemes, sizeof schemes / sizeof schemes[0], uri, sizeof uri, &len);
 * @endcode
 */

/**
 * @defgroup cri_registry_h cri_registry.h: schemes
 * Names, numbers and ports of schemes.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_registry The registries
 * @ingroup cri_registry_h
 * The registries of scheme numbers that the library contains, one per revision. A scheme id is -1 minus the scheme's
 * number.
 * @{
 */

/**
 * Stores the name of the scheme that the registry of a revision lists for a scheme id.
 *
 * @param[in] rev revision whose registry is read: #CRI_REV_13 or #CRI_REV_27
 * @param[in] id the scheme id, a negative number such as `CRI_SCHEME_…`
 * @param[out] name the name, in lower case; a constant of the library, without a NUL
 * @param[out] name_len length of `name`
 * @retval CRI_ERR_SCHEME_UNKNOWN the registry has no such id
 *
 * Constant time for the ten short-numbered schemes, else linear in the size of the registry. href 10.1.
 */
CRI_MUST_CHECK
cri_err_t cri_registry_name(uint8_t rev,
                            int64_t id,
                            const char **name,
                            size_t *name_len);

/**
 * Stores the scheme id that the registry of a revision lists for the name of a scheme.
 *
 * @param[in] rev revision whose registry is read: #CRI_REV_13 or #CRI_REV_27
 * @param[in] name the name, in lower case
 * @param[in] name_len length of `name`
 * @param[out] id the scheme id, a negative number
 * @retval CRI_ERR_SCHEME_UNKNOWN the registry has no such name
 *
 * Constant time for the ten short-numbered schemes, else logarithmic in the size of the registry. href 10.1.
 */
CRI_MUST_CHECK
cri_err_t cri_registry_id(uint8_t rev,
                          const char *CRI_NULLABLE name,
                          size_t name_len,
                          int64_t *id);

/**
 * Stores the default port of a scheme. The library knows the ports of the schemes in iana/ports.csv: CoAP, HTTP,
 * WebSocket, ftp and others.
 *
 * @param[in] rev revision whose registry is read: #CRI_REV_13 or #CRI_REV_27
 * @param[in] id the scheme id, a negative number such as `CRI_SCHEME_…`
 * @param[out] port the port
 * @retval CRI_ERR_SCHEME_UNKNOWN the scheme has no default port, or the library does not know it
 *
 * Constant time. href 2 (C7).
 */
CRI_MUST_CHECK
cri_err_t cri_registry_default_port(uint8_t rev,
                                    int64_t id,
                                    uint16_t *port);

/**
 * @}
 * @defgroup cri_scheme_table A table of further schemes
 * @ingroup cri_registry_h
 * The registry of the library is searched before the table. Rows may be in any order. A row may repeat a number or a
 * name that is in the registry or in an earlier row. Such rows are ignored without an error, so that a number keeps its
 * meaning.
 *
 * Every function of this group returns #CRI_ERR_ARGUMENT for a row without a name, with a name that is not a scheme
 * name in lower case (`[a-z][a-z0-9+.-]*`), or with a name of more than 64 bytes.
 *
 * Only the functions of this group use the table. All others know the registry alone, among them cri_registry_name(),
 * cri_scheme_text(), cri_normalize(), cri_same_origin(), cri_builder_scheme_name(), cri_from_edn(),
 * cri_to_coap_proxy() and cri_from_coap_proxy().
 *
 * A row can say that its scheme is a CoAP scheme, such as coap+gatt, and give its default port. cri_from_uri_with()
 * omits this port. cri_request() and cri_request_from_uri() then send requests over the scheme. The other functions for
 * CoAP have no table, and accept the CoAP schemes of the library only: cri_to_coap() and cri_from_coap(), for example.
 * @{
 */

/**
 * A row of a table of schemes: `{CRI_LIT("newer"), 1045, 0}`, or `{CRI_LIT("coap+gatt"), 65000, 5683}`.
 */
typedef struct cri_scheme_row_t {
  /**
   * The name of the scheme, in lower case, at most 64 bytes.
   */
  const char *name;
  /**
   * Length of `name` in bytes.
   */
  size_t name_len;
  /**
   * The scheme number that IANA lists. The scheme id is -1 minus this number.
   */
  uint32_t number;
  /**
   * The default port if the scheme is a CoAP scheme, such as 5683; otherwise 0.
   */
  uint16_t coap_port;
} cri_scheme_row_t;

/**
 * Converts a URI to a CRI, or a URI reference to a CRI reference, like cri_from_uri(), but also recognises the schemes
 * of a table.
 *
 * @param[in] rev revision to write: #CRI_REV_13 or #CRI_REV_27
 * @param[in] schemes the table; NULL and 0 for an empty table
 * @param[in] schemes_len length of `schemes`
 * @param[in] uri the URI or URI reference, ASCII
 * @param[in] uri_len length of `uri`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes
 * @retval other the errors of cri_from_uri()
 *
 * Linear, for every text. href 6.
 */
CRI_MUST_CHECK
cri_err_t cri_from_uri_with(uint8_t rev,
                            const cri_scheme_row_t *CRI_NULLABLE schemes,
                            size_t schemes_len,
                            const char *CRI_NULLABLE uri,
                            size_t uri_len,
                            uint8_t *CRI_NULLABLE buf,
                            size_t buf_cap,
                            size_t *len);

/**
 * Converts a CRI to a URI, or a CRI reference to a URI reference, like cri_to_uri(), but also recognises the schemes
 * of a table.
 *
 * @param[in] cri the CRI or CRI reference
 * @param[in] schemes the table, of the revision of `cri`; NULL and 0 for an empty table
 * @param[in] schemes_len length of `schemes`
 * @param[out] buf the buffer; NULL and 0 to ask for the length
 * @param[in] buf_cap capacity of `buf`
 * @param[out] len length in bytes, without the final NUL
 * @retval CRI_ERR_SCHEME_UNKNOWN neither the registry nor the table has the scheme's number
 * @retval other the errors of cri_to_uri()
 *
 * Linear. href 6.1.
 */
CRI_MUST_CHECK
cri_err_t cri_to_uri_with(const cri_t *cri,
                          const cri_scheme_row_t *CRI_NULLABLE schemes,
                          size_t schemes_len,
                          char *CRI_NULLABLE buf,
                          size_t buf_cap,
                          size_t *len);

/** @} */

CRI_END_DECLS

#endif /* CRI_REGISTRY_H */
