/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The arguments of a call, chosen by a record of the script. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include "call.h"

enum { RECORD = 10 };

/* What is left of the record, which ends with zeros; or random bytes without end, from a state that is not 0. */
extern struct record {
    uint8_t bytes[RECORD];
    size_t at;
    uint64_t random;
} record;

/* The revision of most calls. */
extern uint8_t revision;

uint8_t byte(void);
/* Chooses what the call reads. Returns a type of which there is no object yet, or NONE. */
int choose_inputs(struct call *call);
/* Chooses places for what the call writes: at the end of a page each, apart from all else. */
bool choose_outputs(struct call *call);
/* Whether a place for the length needed follows an output buffer; else what is made borrows the buffer. */
bool stores_length(const struct call *call, size_t buffer);

#endif
