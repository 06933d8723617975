/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All of the module that is compiled here: cri.h checks that the archive fits. libcri.inc.mk adds the archive. */
#include <cri.h>
