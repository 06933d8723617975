/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Made by script/header from src/ffi: do not edit. */

#ifndef CRI_CHECK_H
#define CRI_CHECK_H

#include "cri.h"

/**
 * @file
 * Checks: what an application or a specification may want to know of a CRI before it accepts it.
 */

CRI_BEGIN_DECLS

/**
 * @defgroup cri_check Checks
 * @{
 */

/** A fixed scheme. RFC 8820 2.1. */
#define CRI_OWNERSHIP_SCHEME 1
/** A fixed authority. RFC 8820 2.2. */
#define CRI_OWNERSHIP_AUTHORITY 2
/** A fixed path, or the beginning of one. RFC 8820 2.3. */
#define CRI_OWNERSHIP_PATH 4
/** Fixed query parameters. RFC 8820 2.4. */
#define CRI_OWNERSHIP_QUERY 8
/** A fixed fragment. RFC 8820 2.5. */
#define CRI_OWNERSHIP_FRAGMENT 16
/**
 * Returns which sections of RFC 8820 (BCP 190) a specification would violate by mandating a reference,
 * instead of leaving the URI space to its owner.
 *
 * This is about a specification for any URI, an "Extension" in RFC 8820. An "Application" may require
 * schemes (2.1) and define the queries of its own resources (2.4): mask those bits.
 *
 * A path counts as fixed if it does not start from the base's path, unless it is the root itself or
 * below "/.well-known/". Links relative to a path that the deployment chooses violate nothing.
 *
 * Returns a sum of CRI_OWNERSHIP_… bits; 0 for none, and for NULL. Constant time. RFC 8820 2; R21.
 */
uint8_t cri_ownership_check(const cri_t *cri);

/** @} */

CRI_END_DECLS

#endif /* CRI_CHECK_H */
