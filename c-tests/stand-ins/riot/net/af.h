/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include <sys/socket.h>
