/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The length of the options of a packet that was parsed includes the payload marker, as in old versions. */
#define STAND_IN_COUNTS_MARKER 1
#include "zephyr_coap.h"
