/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call, and the contract of cri.h that is checked of it. */
#ifndef CALL_H
#define CALL_H

#include "memory.h"
#include "table.h"

enum { MOST_REGIONS = 128 };

struct call {
    const struct function *function;
    struct argument a[MOST_PARAMETERS];
    /* By call_describe(). */
    bool invalid;
    bool overlapping;
    struct region reads[MOST_REGIONS];
    size_t reads_count;
    struct region writes[MOST_REGIONS];
    size_t writes_count;
    int64_t result;
};

/* Whether bytes changed that something borrows: results are unspecified then (R22). */
extern bool changed;
/* Whether nothing else can be wrong with a call than what call_describe() finds: the error must be that of the
 * contract. */
extern bool strict;
/* Called after the message of a failure; does not return. */
extern void (*call_failed)(void);
/* If set, it sees every call that was made. */
extern void (*after_call)(struct call *call);

/* Prints a message with the name of the function, and ends. */
_Noreturn void call_fail(const struct call *call, const char *message);

/* Finds out of the arguments what the call reads and writes, and whether it must be refused. */
void call_describe(struct call *call);
/* Calls, and checks the result and what was written. */
void call_make(struct call *call);
/* Whether the call succeeded, so that its outputs are stored. */
bool call_succeeded(const struct call *call);
/* Whether the error is about what was written: the path that it resolves to. */
bool call_is_of_result(const struct call *call);
/* Whether it did, and does not say that there is nothing. */
bool call_found(const struct call *call);
/* The parameter of a kind, or -1. */
int call_parameter(const struct call *call, enum kind kind);
/* The output buffer, bytes or text, or -1. */
int call_buffer(const struct call *call);
/* The length that the call has stored for its buffer. */
size_t stored_length(const struct call *call, int buffer);
/* Whether the call stored something at a place, which is at least as long as a pointer. */
bool is_stored(const void *place);
/* Checks what an object borrows after a call. */
void call_check_object(const struct call *call, int type, const uint8_t *object);
/* Checks a pointer and a length that a call stored. */
void call_check_slice(const struct call *call, struct region slice);
/* Checks that what the call wrote is a CRI in canonical form, and that its view is written as the same bytes. */
void call_check_cri(const struct call *call, const uint8_t *data, size_t data_len, uint8_t revision);

/* An index of `types`. */
int type_named(const char *name);
/* Whether objects of a type borrow rows that the caller fills, which do not change as bytes do. */
bool type_has_rows(int type);
/* Whether calls on an object write to what it borrows first. */
bool type_writes(int type);
/* Whether a parameter is an output, and how many bytes it has. */
bool is_output(const struct parameter *parameter);
size_t output_size(const struct call *call, size_t at);
/* A slice of an object. */
struct region slice_of(int type, const uint8_t *object, size_t slice);

#endif
