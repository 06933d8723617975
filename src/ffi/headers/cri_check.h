/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#include "cri.h"

/**
 * @file
 * Checks that an application may make before it accepts a CRI. Is the CRI in canonical encoding? Which optional
 * features does it use? Where is the error in data or text that was refused? For authors of specifications: which
 * choices would a specification take from the owner of a URI if it fixed this reference?
 */

@group cri_check cri_check.h: checks
@include cri/check.rs
