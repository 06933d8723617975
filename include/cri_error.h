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

  /* -1 to -24: mistakes of the program. No bytes of a peer cause them, except that they may need a larger buffer. */

  /**
   * An argument is invalid. A pointer to a required object is NULL, a pointer is NULL though its length is not 0, a
   * length is above `SIZE_MAX / 2`, an object is all zeros, a revision or a scheme is unknown, or a value is out of
   * range.
   */
  CRI_ERR_ARGUMENT = -1,

  /** The output buffer is too small. The function reports the length that it needs. */
  CRI_ERR_BUFFER = -2,

  /** An output overlaps an input or another output. */
  CRI_ERR_OVERLAP = -3,

  /** The operands are of different revisions. */
  CRI_ERR_REVISION = -4,

  /** The call is out of order. A builder, a composer and a link writer need their calls in a certain order. */
  CRI_ERR_ORDER = -5,

  /**
   * The base or the prefix is a reference that needs a base. A base is a CRI, a CoRI or a URI with a scheme. A prefix
   * has a path that depends on no base.
   */
  CRI_ERR_BASE = -6,

  /** The result would be a view of more than two pieces. Encode the base first, or resolve to a buffer. */
  CRI_ERR_PIECES = -7,

  /** The pattern of paths is malformed. A pattern is a path with `{}` and `{*}` instead of segments (RFC 3986 3.3). */
  CRI_ERR_PATTERN = -8,

  /**
   * The scheme or host name has an upper-case letter. The builder refuses upper-case letters unless it normalises (C1,
   * C5).
   */
  CRI_ERR_UPPERCASE = -9,

  /** The request needs a destination. A request without Uri-Host is for the address at which it arrived. */
  CRI_ERR_COAP_DESTINATION = -10,

  /**
   * The CoAP options are not in ascending order. The error can also mean that the argument `after` is above the number
   * of the first option that is written (RFC 7252 3.1).
   */
  CRI_ERR_COAP_ORDER = -11,

  /**
   * The reference has no form as Location-* options. The reference must be an absolute path, or empty (RFC 7252
   * 5.10.7).
   */
  CRI_ERR_COAP_LOCATION = -12,

  /* -25 to -49: bytes that are not exactly one well-formed item of CBOR. */

  /** The input ends inside an item. More bytes may complete the item. */
  CRI_ERR_TRUNCATED = -25,

  /** The input is not well-formed CBOR. RFC 8949 appendix C defines which items are well-formed. */
  CRI_ERR_CBOR = -26,

  /** Bytes follow the item. */
  CRI_ERR_EXTRA = -27,

  /* -50 to -74: well-formed items that are neither a processable CRI nor a CoRI (href 5.2.1). They can be skipped. */

  /** The type or value of an item is not allowed in its place. */
  CRI_ERR_STRUCTURE = -50,

  /** An item of the CRI is of indefinite length. (href 5.1 indefinite, href 7 indefinite) */
  CRI_ERR_INDEFINITE = -51,

  /** The last section is null. (href 5.1 rule 1) */
  CRI_ERR_TRAILING = -52,

  /** The scheme name is invalid. A name is `[a-z][a-z0-9+.-]*` (C1). */
  CRI_ERR_SCHEME_NAME = -53,

  /** The discard value is above 127. */
  CRI_ERR_DISCARD = -54,

  /** The port is above 65535. (C6) */
  CRI_ERR_PORT = -55,

  /**
   * The host address is invalid. The address has neither 4 nor 16 bytes, it has a zone identifier where C4 does not
   * allow one, or the host name reads as an IPv4 address.
   */
  CRI_ERR_ADDRESS = -56,

  /** The text is not valid UTF-8. */
  CRI_ERR_UTF8 = -57,

  /** The path has a dot segment (. or ..). (C9) */
  CRI_ERR_DOT_SEGMENT = -58,

  /** A label of the host name has a dot. Revision 27 does not allow it (C5). */
  CRI_ERR_DOT_IN_LABEL = -59,

  /** Percent-encoded text is invalid. The PET is empty, not alternating or not minimal (href 7.1). */
  CRI_ERR_PET = -60,

  /** The full CRI corresponds to no valid URI. (href 2.1) */
  CRI_ERR_NOT_VALID = -61,

  /** A tag or simple value is in place of an item. An extension may define its meaning. */
  CRI_ERR_FEATURE = -62,

  /** A CoRI option is unknown or out of place. The CoRI is not well-formed (cori 2.2). */
  CRI_ERR_CORI_OPTION = -63,

  /** The CoRI path type is above 127. The CoRI is not well-formed. */
  CRI_ERR_CORI_PATH_TYPE = -64,

  /* -75 to -99: CRIs and CoRIs that lack a component that the operation needs, or that are not under its prefix. */

  /** The operation needs a CRI or URI with a scheme. A full CRI has a scheme. A complete path depends on no base. */
  CRI_ERR_NOT_FULL = -75,

  /** The operation needs a host. */
  CRI_ERR_NO_HOST = -76,

  /** The host is a name, not an address. */
  CRI_ERR_HOST_NAME = -77,

  /** The operation needs an absolute CoRI. An absolute CoRI has a scheme. */
  CRI_ERR_CORI_NOT_ABSOLUTE = -78,

  /**
   * The resource is not under the prefix. The origin is another one, or the path does not begin with the segments of
   * the prefix. A reverse proxy has no such resource.
   */
  CRI_ERR_PREFIX = -79,

  /* -100 to -124: text that is not a URI reference, or not one that a CRI can contain. */

  /** The text is not a URI reference. RFC 3986 defines the syntax. */
  CRI_ERR_URI_SYNTAX = -100,

  /** The URI has a byte outside ASCII. */
  CRI_ERR_URI_NOT_ASCII = -101,

  /** The port has a leading zero or is above 65535. A CRI cannot contain such a port (C6). */
  CRI_ERR_URI_PORT = -102,

  /**
   * The IP literal is not an IPv6 address that a CRI can contain. The literal is an IPvFuture, is an invalid IPv6
   * address, or has a zone identifier that is not text.
   */
  CRI_ERR_URI_HOST = -103,

  /* -125 to -149: CRIs, CoRIs and URIs that have no form as one another. */

  /**
   * A CRI cannot have a path like /..//a, over 126 ../, or a:b@ in revision 13. Without its dot segments, the path
   * begins with `//`, as an authority does; the reference begins with more than 126 `../`; or the user information has
   * a `:`. A CoRI that begins with a port or with append-relation also has no form.
   */
  CRI_ERR_NO_CRI = -125,

  /** The reference has no form as a URI reference. docs/rulings.md says which references have such a form. */
  CRI_ERR_NO_URI = -126,

  /**
   * The zone identifier cannot be converted. In revision 27, zone identifiers have no URI form. The zone identifier of
   * a 4-byte address has no URI form in any revision.
   */
  CRI_ERR_ZONE = -127,

  /**
   * The scheme is not in the registry. The registry of the revision does not list the scheme's number or name. A proxy
   * that does not know the scheme of a request cannot forward it.
   */
  CRI_ERR_SCHEME_UNKNOWN = -128,

  /** The reference has no form as a CoRI. */
  CRI_ERR_NO_CORI = -129,

  /* -150 to -174: CoAP options that a recipient refuses (RFC 7252 5.4), or a proxy cannot forward (RFC 7252 5.7). */

  /**
   * The CoAP options are malformed. A nibble of an option's first byte is 15, an option number is above 65535, or a
   * value is not allowed for its option.
   */
  CRI_ERR_COAP_OPTION = -150,

  /**
   * A value is too long or too short for its option. RFC 7252 5.10 limits the length of each option. The error also
   * means that a component of a CRI or a URI is too long for its option.
   */
  CRI_ERR_COAP_LENGTH = -151,

  /**
   * A CoAP option that may occur only once is repeated. The conversion to a CRI refuses options of which one is
   * repeated.
   */
  CRI_ERR_COAP_REPEATED = -152,

  /** The CoAP options exclude each other. The options are, for example, Proxy-Cri and Uri-Path. */
  CRI_ERR_COAP_CONFLICT = -153,

  /**
   * Uri-Host cannot carry the host. A received Uri-Host is not a name, an IPv4 address or a bracketed IPv6 address, or
   * a host name has no form as a Uri-Host.
   */
  CRI_ERR_COAP_HOST = -154,

  /**
   * The abbreviated path cannot be expanded. The value of Uri-Path-Abbrev is unknown to the library, the option is
   * repeated, or it comes with a path. A proxy forwards the option.
   */
  CRI_ERR_COAP_PATH_ABBREV = -155,

  /**
   * A critical CoAP option is unknown. The number of the option is odd, and neither the library nor the program knows
   * the option (RFC 7252 5.4.1).
   */
  CRI_ERR_COAP_CRITICAL = -156,

  /**
   * The options of a request to a proxy give no host. Proxy-Scheme or Proxy-Scheme-Number comes without Uri-Host, or
   * Uri-Path-Abbrev with a URI or a CRI without authority.
   */
  CRI_ERR_COAP_PROXY_HOST = -157,

  /**
   * The request is meant for a proxy. The request has Proxy-Uri, Proxy-Cri, Proxy-Scheme or Proxy-Scheme-Number, and
   * the function is not for proxies (RFC 7252 5.10.2).
   */
  CRI_ERR_COAP_PROXY = -158,

  /**
   * A CoAP option is unknown and unsafe to forward. Bit 1 of the option's number is set, and neither the library nor
   * the proxy processes the option (RFC 7252 5.7.1).
   */
  CRI_ERR_COAP_UNSAFE = -159,

  /** Hop-Limit is not a number from 1 to 255. (RFC 8768 3) */
  CRI_ERR_COAP_HOP_LIMIT = -160,

  /** The request passed too many proxies. Hop-Limit arrived as 1, so the next proxy would get 0 (RFC 8768 3). */
  CRI_ERR_COAP_HOP_LIMIT_REACHED = -161,

  /**
   * The received CoAP response cannot be forwarded. The response that a proxy received has malformed options, or an
   * option that is unknown and unsafe to forward (RFC 7252 5.7.1).
   */
  CRI_ERR_COAP_RESPONSE = -162,

  /* -175 to -199: CRIs and URIs that have no form as CoAP options. */

  /**
   * The scheme is not a CoAP scheme. A forward proxy for CoAP does not forward requests for other schemes (RFC 7252
   * 5.10.2).
   */
  CRI_ERR_COAP_SCHEME = -175,

  /** A fragment has no CoAP option. */
  CRI_ERR_COAP_FRAGMENT = -176,

  /** Percent-encoded text has no CoAP option. */
  CRI_ERR_COAP_PET = -177,

  /** User information has no CoAP option. */
  CRI_ERR_COAP_USERINFO = -178,

  /** Without an authority there are no CoAP options. */
  CRI_ERR_COAP_AUTHORITY = -179,

  /** An empty host has no CoAP option. */
  CRI_ERR_COAP_EMPTY_HOST = -180,

  /**
   * Uri-Path cannot carry the lone empty path segment. If the scheme is neither a CoAP nor an HTTP scheme, only
   * Proxy-Uri and Proxy-Cri can carry this path.
   */
  CRI_ERR_COAP_EMPTY_PATH = -181,

  /**
   * The program sends no requests over the scheme. The list of schemes over which the program sends requests does not
   * contain the scheme. A request for a coaps URI never leaves without DTLS.
   */
  CRI_ERR_COAP_TRANSPORT = -182,

  /** A request cannot be sent to port 0. */
  CRI_ERR_COAP_PORT = -183,

  /**
   * The zone identifier is not that of the program's interface. A zone identifier has a meaning only on the host that
   * wrote it. The program gives the one of its interface.
   */
  CRI_ERR_COAP_ZONE = -184,

  /* -200 to -224: notation, link format, and limits of the library. */

  /** The text has a syntax error. The text is, for example, EDN or a filter of links. */
  CRI_ERR_SYNTAX = -200,

  /**
   * A limit of this library is exceeded. The library limits how deep items nest, and the length of a `cri''` literal
   * with escapes.
   */
  CRI_ERR_LIMIT = -201,
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
