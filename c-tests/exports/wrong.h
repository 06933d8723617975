/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A valid call with something wrong in it: an argument, or an overlap of two regions. */
#ifndef WRONG_H
#define WRONG_H

#include "call.h"

/* How many calls were made. */
extern unsigned long calls_made;
/* Makes a call, which is checked, and undoes it. */
void attempt(struct call *call);
/* Makes the call with each argument that no call may have. */
void wrong_arguments(const struct call *call);
/* Makes the call with each output over each region that it reads or writes. */
void outputs_over_regions(struct call *call);

#endif
