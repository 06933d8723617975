/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The loops over the table of operations. */
#ifndef DRIVERS_H
#define DRIVERS_H

#include "script.h"

/* Begins with some of the samples, the first of them in turn, and seeds byte(). */
void begin_with_samples(unsigned round);
/* Calls exports, with what byte() gives. */
void call_at_random(unsigned calls);
extern const unsigned samples_count;

/* How many calls were made, in wrong.c and contract.c. */
extern unsigned long calls_made;
/* Makes a call, which is checked, and undoes it. */
void attempt(struct call *call);
/* Makes a valid call with each argument that no call may have, and with each output over each region that it reads or
 * writes. */
void wrong_arguments(const struct call *call);
void outputs_over_regions(struct call *call);

/* Takes so many calls of each export apart that succeed. */
void check_contract(unsigned calls, unsigned most_rounds);
/* Changes one of `step` bytes that are borrowed, one at a time and with all that follow, and calls all functions;
 * `all`: to all values. */
void check_changed(unsigned rounds, unsigned step, bool all);
/* Has bytes change during so many calls of each export, by what the call itself stores. */
void check_changed_during(unsigned calls, unsigned rounds);

#endif
