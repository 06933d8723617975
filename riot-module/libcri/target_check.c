/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The only file of the module that is compiled: cri.h checks that the archive fits. libcri.inc.mk adds the archive. */
#include <cri.h>
