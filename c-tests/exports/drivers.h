/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls on values that earlier calls made, the checks of their outputs, and the loops over the table of operations. */
#ifndef DRIVERS_H
#define DRIVERS_H

#include "world.h"

enum { MOST_FUNCTIONS = 512 };
/* The first byte of a record chooses what it does. From FIRST_CHANGE on, the record changes memory instead of making a
 * call. Changes are rare, because the laws of unchanged memory no longer apply after them. */
enum { FIRST_CHANGE = 248 };

/* If set, a call that succeeds is undone. Then this function is called, and the call is made again. */
extern void (*before_success)(struct call *call);
/* Set by a program that calls only some functions. */
extern bool (*may_call)(size_t function);
/* If both this and `before_success` are set, this is called after a call that fails. */
extern void (*after_failure)(const struct call *call);

/* Gets the memory, and ends what a driver began that a failure left: its hooks and modes would blame exports that keep
 * the contract. */
void begin_driver(void);
/* Begins a script with these blocks, their views, and endpoints. */
void begin(uint8_t of_revision, const struct region *blocks, size_t count);
/* Calls a function with arguments that arguments.c chooses. Returns true if it succeeded, and keeps its outputs. */
bool make_call(size_t at, unsigned verb, unsigned depth);
/* Changes a byte that objects may borrow, or all bytes from there on. */
void change_memory(void);

/* Begins a script with some of the samples, with a different first sample in each round, and seeds byte(). */
void begin_with_samples(unsigned round);
/* Calls exports chosen by byte(). */
void call_at_random(unsigned calls);
extern const unsigned samples_count;

/* The number of calls in wrong.c and contract.c. */
extern unsigned long calls_made;
/* Makes a call, checks it, and undoes it. */
void attempt(struct call *call);
/* Makes a valid call with each argument that no call may have, and with each output over each region that the call
 * reads or writes. */
void wrong_arguments(const struct call *call);
void outputs_over_regions(struct call *call);

/* Examines `calls` successful calls of each export. */
void check_contract(unsigned calls, unsigned most_rounds);
/* Calls exports on objects that borrow bytes, `calls` times for each of many changes of these bytes. */
void check_changed(unsigned calls);

#endif
