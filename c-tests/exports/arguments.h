/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The arguments of a call, chosen by a record of the script. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "call.h"

enum { RECORD = 10 };

/* The rest of the record, followed by zeros. If `random` is not 0, random bytes take its place, without end. */
extern struct record {
    uint8_t bytes[RECORD];
    size_t at;
    uint64_t random;
} record;

/* The revision of most calls. */
extern uint8_t revision;

uint8_t byte(void);
/* Chooses the inputs of the call. Returns a type that is needed but has no object yet, or NONE. */
int choose_inputs(struct call *call);
/* Chooses places for the outputs of the call: each at the end of a page, apart from all other memory. */
bool choose_outputs(struct call *call);
/* Returns true if a place for the length follows an output buffer. Otherwise the new object borrows the buffer. */
bool stores_length(const struct call *call, size_t buffer);

#endif
