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

@include check.rs

/** @} */

CRI_END_DECLS

#endif /* CRI_CHECK_H */
