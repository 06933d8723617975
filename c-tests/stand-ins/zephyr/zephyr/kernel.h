/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#define STAND_IN_KERNEL_H
