/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call, and the check that it keeps the contract of cri.h. */
#ifndef CALL_H
#define CALL_H

#include "memory.h"
#include "table.h"

enum { MOST_REGIONS = 128 };

struct call {
    const struct function *function;
    struct argument a[MOST_PARAMETERS];
    /* Set by call_describe(). */
    bool invalid;
    bool overlapping;
    struct region reads[MOST_REGIONS];
    size_t reads_count;
    struct region writes[MOST_REGIONS];
    size_t writes_count;
    int64_t result;
};

/* True if bytes changed that an object borrows. Results are unspecified then (R22). */
extern bool changed;
/* True if nothing can be wrong with a call except the mistakes that call_describe() finds. The error must then be the
 * error of the contract. */
extern bool strict;
/* Called after the message of a failure; does not return. */
extern void (*call_failed)(void);
/* If set, these are called right before and right after every call, by the function that makes it. */
extern void (*before_call)(void);
extern void (*after_call)(struct call *call);

/* Prints a message with the name of the function, and ends. */
_Noreturn void call_fail(const struct call *call, const char *message);

/* Derives from the arguments the memory that the call reads and writes, and whether it must be refused. */
void call_describe(struct call *call);
/* Makes the call, and checks its result and its outputs. */
void call_make(struct call *call);
/* Returns true if the call succeeded, so that its outputs are stored. */
bool call_succeeded(const struct call *call);
/* Returns true if the error is about the result of resolving and not about an argument. */
bool call_is_of_result(const struct call *call);
/* Returns true if the call succeeded and found something. */
bool call_found(const struct call *call);
/* Returns the parameter of a kind, or -1. */
int call_parameter(const struct call *call, enum kind kind);
/* Returns the output buffer for bytes or text, or -1. */
int call_buffer(const struct call *call);
/* Returns the length that the call has stored for its buffer. */
size_t stored_length(const struct call *call, int buffer);
/* Returns true if the call stored something at a place, which is at least as long as a pointer. */
bool is_stored(const void *place);
/* Checks the pointers of an object after a call. */
void call_check_object(const struct call *call, int type, const uint8_t *object);
/* Checks a pointer and a length that a call stored. */
void call_check_slice(const struct call *call, struct region slice);
/* Checks that the call wrote a CRI in canonical form, and that its view is written as the same bytes. */
void call_check_cri(const struct call *call, const uint8_t *data, size_t data_len, uint8_t revision);

/* Returns an index of `types`. */
int type_named(const char *name);
/* Returns true if objects of a type borrow rows or lists that the caller fills. These, unlike bytes, must not change
 * between calls. */
bool type_has_rows(int type);
/* Returns true if calls on an object write to the first slice that it borrows. */
bool type_writes(int type);
/* Returns true if a parameter is an output, and stores its size in bytes. */
bool is_output(const struct parameter *parameter);
size_t output_size(const struct call *call, size_t at);
/* Returns a slice of an object. */
struct region slice_of(int type, const uint8_t *object, size_t slice);

#endif
