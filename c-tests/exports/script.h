/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls on what earlier calls made, and what is checked of their outputs. */
#ifndef SCRIPT_H
#define SCRIPT_H

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

#endif
