/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls of all exports by the table of operations, on values that earlier calls made, and the checks of each call. */
#ifndef EXPORTS_H
#define EXPORTS_H

#include "table.h"

#if defined(__unix__) || defined(__APPLE__)
#define HOSTED 1
#else
#define HOSTED 0
#endif
enum { PIECE_MAX = HOSTED ? 4096 : 640 };
enum { MOST_FUNCTIONS = 512, MOST_ACCESSES = 128, FILL_BYTE = 0xa5, ROW_TEXT_MAX = 64 };
/* The number of pieces of memory for each use, and the first of them: blocks of the input; blocks that calls wrote;
 * buffers that builders borrow; rows with their texts, which do not change; arguments of a call; a copy of one of them;
 * objects, KEPT of each type. */
enum { BLOCKS = 3, MADE = 12, BUILDERS = 4, ROWS = 4, KEPT = 4, PIECES = 172 };
enum { MADE_AT = BLOCKS, BUILDERS_AT = MADE_AT + MADE, ROWS_AT = BUILDERS_AT + BUILDERS };
enum { ARGUMENTS_AT = ROWS_AT + ROWS, COPY_AT = ARGUMENTS_AT + MOST_PARAMETERS, KEPT_AT = COPY_AT + 1 };

/* A region of memory. A region of length 0 overlaps nothing. BYTES() is the region of a literal. */
struct region {
    const uint8_t *start;
    size_t len;
};
/* clang-format off */
#define BYTES(text) {(const uint8_t *)("" text ""), sizeof(text) - 1}
/* clang-format on */

/* ---- memory.c: memory that is lent to the library. With an operating system, each piece ends at a page that cannot be
 * accessed. On a board the bytes around a piece must stay unchanged. ---- */

struct call;
struct piece {
    uint8_t *start;
    size_t len;
    uint8_t *end;   /* the end of the memory reserved for the piece, which never moves */
    uint8_t *saved; /* the content at the last memory_save() */
};

extern struct piece pieces[PIECES];

/* Makes all pieces empty. */
void memory_clear(void);
/* Gives a piece a length, so that it ends where the memory reserved for it ends, and fills it with FILL_BYTE. */
uint8_t *memory_place(struct piece *piece, size_t len);
void memory_save(void);
void memory_restore(void);
/* Returns true if something was written right before or after a piece. */
bool memory_overrun(const struct piece *piece);
/* Returns the piece whose reserved memory contains an address, or NULL. */
struct piece *memory_of(const void *address);
/* Returns true if all bytes are FILL_BYTE. */
bool is_fill(const void *start, size_t len);
/* Keeps a copy of an object. */
void keep(int type, const uint8_t *object);
/* Returns one of `count` pieces that is not empty, or NULL. */
struct piece *used(size_t first, size_t count, size_t choice);
/* Returns one of `count` pieces that the call does not access. Objects that borrowed from it are dropped. */
struct piece *fresh(struct call *call, size_t first, size_t count);

/* ---- call.c: a call, the memory that it accesses, and whether it must be refused ---- */

/* Memory that a call reads or, if `writer` is the parameter for it and not NULL, writes. */
struct access {
    struct region region;
    const struct parameter *writer;
};

struct call {
    const struct function *function;
    struct argument a[MOST_PARAMETERS + 1];
    /* Set by call_describe(). */
    bool invalid;
    bool overlapping;
    struct access accesses[MOST_ACCESSES];
    size_t accesses_count;
    int64_t result;
};

/* Called after the message of a failure; does not return. */
extern void (*call_failed)(void);

/* Prints a message with the name of the function, and ends. */
_Noreturn void call_fail(const struct call *call, const char *message);
/* Derives from the arguments the memory that the call accesses, and whether it must be refused. */
void call_describe(struct call *call);
bool is_refused(const struct call *call);
/* Returns true if the call succeeded, so that its outputs are stored; and if it also found something. */
bool call_succeeded(const struct call *call);
bool call_found(const struct call *call);
/* Returns true if the error is about the result of resolving and not about an argument. */
bool call_is_of_result(const struct call *call);
/* Returns the parameter of a kind, or -1; the output buffer for bytes or text, or -1. */
int call_parameter(const struct call *call, enum kind kind);
int call_buffer(const struct call *call);
/* Returns true if a place for the length follows an output buffer. Otherwise the new object borrows the buffer. */
bool stores_length(const struct call *call, int buffer);
/* Returns the length that the call has stored for its buffer. */
size_t stored_length(const struct call *call, int buffer);
/* Returns true if the call stored something at a place, which is at least as long as a pointer. */
bool is_stored(const void *place);
/* Returns an index of `types`. */
int type_named(const char *name);
/* Returns true if calls on an object write to the first slice that it borrows. */
bool type_writes(int type);
/* Returns true if a number follows a parameter: a length, a capacity. */
bool is_counted(const struct parameter *parameter);
/* Returns true if a parameter is an output, and its size in bytes. */
bool is_output(const struct parameter *parameter);
size_t output_size(const struct call *call, size_t at);
void fill_outputs(const struct call *call, int with);
/* Returns the region whose start and length are stored at two places, and a slice of an object. */
struct region region_at(const void *start, const void *len);
struct region slice_of(int type, const uint8_t *object, size_t slice);

/* ---- check.c: the contract of cri.h ---- */

/* True if bytes changed that an object borrows. Results are unspecified then (R22). */
extern bool changed;
/* True if nothing can be wrong with a call except the mistakes that call_describe() finds. The error must then be the
 * error of the contract. */
extern bool strict;
/* If set, this is called right before every call, by the function that makes the call. */
extern void (*before_call)(void);
/* This is called right after every call. It checks what the call returned and wrote, unless a program sets another
 * function. */
extern void (*after_call)(struct call *call);
extern unsigned long calls_made;

/* Makes the call, between before_call() and after_call(). */
void call_make(struct call *call);
/* Makes the call with another output buffer. `len` is the length that the call needs. */
void call_with_capacity(struct call *call, int buffer, uint8_t *place, size_t cap, size_t len);
/* Checks a pointer and a length that the call stored, and the pointers of an object after the call. */
void call_check_slice(const struct call *call, struct region slice);
void call_check_object(const struct call *call, int type, const uint8_t *object);
/* Checks that the call wrote a CRI in canonical form, and that its view is written as the same bytes. */
void call_check_cri(const struct call *call, const uint8_t *data, size_t data_len);

/* ---- script.c: calls on values that earlier calls made ---- */

/* The rest of the bytes that choose arguments, followed by zeros. If `random` is not 0, random bytes take their place,
 * without end. */
extern struct record {
    const uint8_t *at;
    const uint8_t *end;
    uint64_t random;
} record;

/* Returns the next byte of the record; and a number below a limit, made of the next two bytes. */
uint8_t byte(void);
size_t below(size_t limit);
/* Begins a script in a revision with these blocks, their views, and endpoints. */
void begin(uint8_t of_revision, const struct region *blocks, size_t count);
/* Begins a script with some of the samples, with a different first sample in each round, and seeds byte(). */
void begin_with_samples(unsigned round);
extern const unsigned samples_count;
/* If set, this is called before each call is made. It undoes what it does. */
extern void (*examine)(struct call *call);
/* Calls a function with arguments that byte() chooses, and keeps its outputs. `depth` is that of calls that make an
 * object for another call. Returns true if the call succeeded. */
bool make_call(size_t function, unsigned depth);
/* Calls exports chosen by byte(). */
void call_at_random(unsigned calls);
/* Changes a byte that objects may borrow, or all bytes from there on. */
void change_memory(void);

/* ---- contract.c ---- */

/* Examines `calls` successful calls of each export. */
void check_contract(unsigned calls, unsigned most_rounds);
/* Calls exports on objects that borrow bytes, `calls` times for each of many changes of these bytes. */
void check_changed(unsigned calls);

#endif
