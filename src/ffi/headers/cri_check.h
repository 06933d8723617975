/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * Checks: what an application may want to know before it accepts a CRI. Is it in the one canonical encoding? Which
 * features does it use? Where is the error in data or text that was refused? And for specifications: which freedoms of
 * a URI's owner would a specification take by fixing this reference?
 */

@group cri_check cri_check.h: checks
@include check.rs
