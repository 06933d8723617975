/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All of the module that is compiled here; Makefile.include adds the archive. */
#include "../../zephyr-module/target_check.c"
