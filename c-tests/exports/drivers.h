/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls on what earlier calls made, what is checked of their outputs, and the loops over the table of operations. */
#ifndef DRIVERS_H
#define DRIVERS_H

#include "world.h"

enum { MOST_FUNCTIONS = 512 };
/* The verb of a call: from FIRST_CHANGE on it is none, but a change of memory. Changes are few, since the laws of
 * unchanged memory no longer hold after them. */
enum { FIRST_CHANGE = 248 };

extern struct tally {
    unsigned long calls, successes;
} tally[MOST_FUNCTIONS];

/* If set, a call that succeeds is tried first and undone, and this is called before it is made. */
extern void (*before_success)(struct call *call);
/* Set by a program that calls some functions only. */
extern bool (*may_call)(size_t function);
/* If both are set, this is called after a call that fails. */
extern void (*after_failure)(const struct call *call);

/* Begins with blocks, the views of them, and endpoints. */
void begin(uint8_t of_revision, const struct region *blocks, size_t count);
/* Calls a function, with arguments that arguments.c chooses. Returns whether it succeeded; what it made is kept. */
bool make_call(size_t at, unsigned verb, unsigned depth);
/* Makes an object of a type, by one of the exports that do. */
bool make_object(int type, unsigned depth);

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
