/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Stops the build where libcri's archive is for another CPU, even if no source of the firmware includes cri.h. All of the
 * module that is compiled here; Makefile.include adds the archive. */
#include "../../include/cri_target.h"

/* A file of C has at least one declaration. */
typedef char cri_target_check_t;
