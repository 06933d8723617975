/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* In old versions, the length of the options of a parsed packet includes the payload marker. */
#define STAND_IN_COUNTS_MARKER 1
#include "zephyr_coap.h"
