/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_ERROR_H
#define CRI_ERROR_H

/* Checks the CPU and the calling convention, if the build names the target of the archive. */
#include "cri_target.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** @cond */
/*
 * Attributes for the compilers that know them. CRI_MUST_CHECK: the caller must check the result. CRI_NULLABLE: the
 * pointer may be NULL; a pointer without this mark may not.
 */
#if defined(__GNUC__) || defined(__clang__)
#define CRI_MUST_CHECK __attribute__((warn_unused_result))
#else
#define CRI_MUST_CHECK
#endif
#if defined(__clang__)
#define CRI_NULLABLE _Nullable
#define CRI_BEGIN_NULLABILITY                                                                                          \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wnullability-extension\"")                   \
        _Pragma("clang diagnostic ignored \"-Wnullability-completeness\"") _Pragma("clang assume_nonnull begin")
#define CRI_END_NULLABILITY _Pragma("clang assume_nonnull end") _Pragma("clang diagnostic pop")
#else
#define CRI_NULLABLE
#define CRI_BEGIN_NULLABILITY
#define CRI_END_NULLABILITY
#endif
#if defined(__cplusplus)
#define CRI_BEGIN_DECLS CRI_BEGIN_NULLABILITY extern "C" {
#define CRI_END_DECLS                                                                                                  \
    }                                                                                                                  \
    CRI_END_NULLABILITY
#else
#define CRI_BEGIN_DECLS CRI_BEGIN_NULLABILITY
#define CRI_END_DECLS CRI_END_NULLABILITY
#endif
/** @endcond */

/**
 * @file
 * The results of calls: success and the errors, with their names and texts. cri.h includes this header.
 */

/**
 * @defgroup cri_error_h cri_error.h: results of calls
 * Success and errors.
 */

/** The result of a call: #CRI_OK, or a negative number, one of the `CRI_ERR_…` of this header. */
typedef int32_t cri_err_t;

CRI_BEGIN_DECLS

/**
 * @defgroup cri_errors Errors
 * @ingroup cri_error_h
 * An error number keeps its meaning in later versions. The number of a retired error is not used again.
 * @{
 */

enum {
  /** Success. */
  CRI_OK = 0,

  /**
   * An argument is invalid. A pointer to a required object is NULL, a pointer is NULL though its length is not 0, a
   * length is above `SIZE_MAX / 2`, an object is all zeros, or the revision is unknown.
   */
  CRI_ERR_ARGUMENT = -1,

  /** The output buffer is too small. The function reports the length that it needs. */
  CRI_ERR_BUFFER = -2,

  /** The input ends inside an item. More bytes may complete the item. */
  CRI_ERR_TRUNCATED = -3,

  /** The input is not well-formed CBOR. RFC 8949 appendix C defines which items are well-formed. */
  CRI_ERR_CBOR = -4,

  /** An output overlaps an input or another output. */
  CRI_ERR_OVERLAP = -5,

  /**
   * A limit of this library is exceeded. The library limits nested indefinite-length items, the pieces of a path, and
   * counts.
   */
  CRI_ERR_LIMIT = -6,

  /** The operands are of different revisions. */
  CRI_ERR_REVISION = -7,

  /** The operation needs a CRI or URI with a scheme. A full CRI has a scheme. */
  CRI_ERR_NOT_FULL = -8,

  /** The call is out of order. A builder, a composer and a link writer need their calls in a certain order. */
  CRI_ERR_ORDER = -9,

  /** Bytes follow the item. */
  CRI_ERR_EXTRA = -10,

  /** The operation needs a host. */
  CRI_ERR_NO_HOST = -11,

  /** The text has a syntax error. The text is, for example, EDN or a filter of links. */
  CRI_ERR_SYNTAX = -12,

  /** The host is a name, not an address. */
  CRI_ERR_HOST_NAME = -13,

  /** The pattern of paths is malformed. A pattern is a path with `{}` and `{*}` in place of segments (RFC 3986 3.3). */
  CRI_ERR_PATTERN = -14,

  /** The type or value of an item is not allowed in its place. The item is unprocessable. */
  CRI_ERR_STRUCTURE = -16,

  /** An item of the CRI is of indefinite length. The item is unprocessable (href 5.1 indefinite, href 7 indefinite). */
  CRI_ERR_INDEFINITE = -17,

  /** The last section is null. The item is unprocessable (href 5.1 rule 1). */
  CRI_ERR_TRAILING = -18,

  /** The scheme name is invalid. The item is unprocessable: a name is `[a-z][a-z0-9+.-]*` (C1). */
  CRI_ERR_SCHEME_NAME = -19,

  /** The discard value is above 127. The item is unprocessable. */
  CRI_ERR_DISCARD = -20,

  /** The port is above 65535. The item is unprocessable (C6). */
  CRI_ERR_PORT = -21,

  /**
   * The host address is invalid. The item is unprocessable: its address has neither 4 nor 16 bytes, it has a zone
   * identifier where C4 does not allow one, or its host name reads as an IPv4 address (R4).
   */
  CRI_ERR_ADDRESS = -22,

  /** The text is not valid UTF-8. The item is unprocessable. */
  CRI_ERR_UTF8 = -23,

  /** The path has a dot segment (. or ..). The item is unprocessable (C9). */
  CRI_ERR_DOT_SEGMENT = -24,

  /** A label of the host name has a dot. The item is unprocessable in revision 27 (C5). */
  CRI_ERR_DOT_IN_LABEL = -25,

  /**
   * Percent-encoded text is invalid. The item is unprocessable: its PET is empty, not alternating or not minimal
   * (href 7.1).
   */
  CRI_ERR_PET = -26,

  /** The full CRI corresponds to no valid URI. The item is unprocessable (href 2.1, R4). */
  CRI_ERR_NOT_VALID = -27,

  /** A tag or simple value is in place of an item. The item is unprocessable. An extension may define its meaning. */
  CRI_ERR_FEATURE = -28,

  /**
   * The scheme or host name has an upper-case letter. The builder refuses upper-case letters unless it normalises
   * (C1, C5).
   */
  CRI_ERR_UPPERCASE = -29,

  /** The reference has no form as a URI reference. R11 says which references have such a form. */
  CRI_ERR_NO_URI = -48,

  /** The scheme is not in the registry. The registry of the revision does not list the scheme's number or name. */
  CRI_ERR_SCHEME_UNKNOWN = -49,

  /**
   * The zone identifier cannot be converted. In revision 27, zone identifiers have no URI form. The zone identifier
   * of a 4-byte address has no URI form in any revision.
   */
  CRI_ERR_ZONE = -50,

  /** The text is not a URI reference. RFC 3986 defines the syntax. */
  CRI_ERR_URI_SYNTAX = -64,

  /** The URI has a byte outside ASCII. */
  CRI_ERR_URI_NOT_ASCII = -65,

  /** The port has a leading zero or is above 65535. A CRI cannot contain such a port (C6). */
  CRI_ERR_URI_PORT = -66,

  /**
   * A CRI cannot contain the IP literal. The literal is an IPvFuture, is an invalid IPv6 address, or has a zone
   * identifier that is not text.
   */
  CRI_ERR_URI_HOST = -67,

  /**
   * The URI reference has no form as a CRI reference. R4 and R12 describe these references. A reference with more
   * than 126 leading `../` also has no form.
   */
  CRI_ERR_NO_CRI = -68,

  /** The scheme is not a CoAP scheme. The conversion to options refuses the CRI (R16). */
  CRI_ERR_COAP_SCHEME = -80,

  /** A fragment has no CoAP option. The conversion to options refuses the CRI (R16). */
  CRI_ERR_COAP_FRAGMENT = -81,

  /** Percent-encoded text has no CoAP option. The conversion to options refuses the CRI (R16). */
  CRI_ERR_COAP_PET = -82,

  /** User information has no CoAP option. The conversion to options refuses the CRI (R16). */
  CRI_ERR_COAP_USERINFO = -83,

  /**
   * There is no host: no authority, or neither Uri-Host nor a known endpoint. Without a host, there are no options
   * for a CRI (R16), and no CRI for options (R17).
   */
  CRI_ERR_COAP_AUTHORITY = -84,

  /** An empty host has no CoAP option. The conversion to options refuses the CRI (R16). */
  CRI_ERR_COAP_EMPTY_HOST = -85,

  /**
   * Uri-Host cannot carry the host. A received Uri-Host is not a name, an IPv4 address or a bracketed IPv6 address
   * (R16, R17).
   */
  CRI_ERR_COAP_HOST = -86,

  /** A value is too long or too short for its option. RFC 7252 5.10 limits the length of each option (R16). */
  CRI_ERR_COAP_LENGTH = -87,

  /**
   * The CoAP options are malformed. A nibble of an option's first byte is 15, an option number is above 65535, or a
   * value is not allowed for its option.
   */
  CRI_ERR_COAP_OPTION = -88,

  /**
   * A CoAP option that may occur only once is repeated. The conversion to a CRI refuses options of which one is
   * repeated (R17).
   */
  CRI_ERR_COAP_REPEATED = -89,

  /** The CoAP options exclude each other. The options are, for example, Proxy-Cri and Uri-Path (R17). */
  CRI_ERR_COAP_CONFLICT = -90,

  /**
   * The reference has no form as Location-* options. The reference must be an absolute path, or empty (RFC 7252
   * 5.10.7).
   */
  CRI_ERR_COAP_LOCATION = -91,

  /**
   * The abbreviated path cannot be expanded; a server answers 4.02. The value of Uri-Path-Abbrev is unknown to the
   * library, the option is repeated, or it comes with a path. A proxy forwards the option (R29).
   */
  CRI_ERR_COAP_PATH_ABBREV = -92,

  /**
   * Uri-Path cannot carry the lone empty path segment. If the scheme is neither a CoAP nor an HTTP scheme, only
   * Proxy-Uri and Proxy-Cri can carry this path (R30).
   */
  CRI_ERR_COAP_EMPTY_PATH = -93,

  /**
   * The CoAP options are not in ascending order. The error can also mean that the argument `after` is above the
   * number of the first option that is written (RFC 7252 3.1).
   */
  CRI_ERR_COAP_ORDER = -94,

  /**
   * The request is meant for a proxy; a server that is not a proxy answers 5.05. The request has Proxy-Uri,
   * Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number, and the function is not for proxies (RFC 7252 5.10.2).
   */
  CRI_ERR_COAP_PROXY = -95,

  /** A CoRI option is unknown or out of place. The CoRI is not well-formed (cori 2.2). */
  CRI_ERR_CORI_OPTION = -96,

  /** The CoRI path type is above 127. The CoRI is not well-formed (R18). */
  CRI_ERR_CORI_PATH_TYPE = -97,

  /** The operation needs an absolute CoRI. An absolute CoRI has a scheme. */
  CRI_ERR_CORI_NOT_ABSOLUTE = -98,

  /** The reference has no form as a CoRI. */
  CRI_ERR_NO_CORI = -99,

  /**
   * A critical CoAP option is unknown; a server answers 4.02. The number of the option is odd, and neither the
   * library nor the program knows the option (RFC 7252 5.4.1).
   */
  CRI_ERR_COAP_CRITICAL = -112,
};


/**
 * Returns the name of an error number for logs, such as "ok", "truncated" or "dot_segment".
 *
 * @param[in] err an error number, such as `CRI_ERR_…`, or #CRI_OK
 * @return a constant string of the library, which ends in NUL; "unknown" for a number that is not an error of this
 *   version
 *
 * Linear in the length of the list of names.
 */
const char *cri_err_name(cri_err_t err);

/**
 * Returns the meaning of an error number in English, without a full stop, such as "the output buffer is too small".
 *
 * @param[in] err an error number, such as `CRI_ERR_…`, or #CRI_OK
 * @return a constant string of the library, which ends in NUL; "unknown error" for a number that is not an error of
 *   this version
 *
 * Linear in the length of the list of texts, which are linked only if this function is called.
 */
const char *cri_err_text(cri_err_t err);

/**
 * Returns true if an error means that an item is well-formed CBOR but not a processable CRI or CoRI. cri_parse() and
 * cri_cori_parse() store the number of bytes to skip only with these errors.
 *
 * @param[in] err an error number, such as `CRI_ERR_…`, or #CRI_OK
 * @return true for these errors
 *
 * Constant time. href 5.2.1.
 */
bool cri_err_is_unprocessable(cri_err_t err);

/** @} */

CRI_END_DECLS

#endif /* CRI_ERROR_H */
