/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef STAND_IN_KERNEL_H
#error "zephyr/kernel.h has to be included before"
#endif
#include "zephyr_coap.h"
