/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of all exports, which script/abi --table makes from the headers and the markup in src/ffi.
 * script/headers/reader.py explains the kinds. */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cri_t;

/* An argument of an export: a pointer or a number. */
struct argument {
    void *pointer;
    uint64_t number;
};

enum { NONE = -1 };

enum kind {
    INPUT,    /* bytes or characters; LENGTH follows */
    ARRAY,    /* numbers that are read; COUNT follows */
    TABLE,    /* rows that the caller fills; COUNT follows */
    BUFFER,   /* an output of bytes; CAPACITY follows */
    TEXT,     /* an output that ends in NUL; CAPACITY follows */
    OBJECTS,  /* places for objects; PLACES follows */
    PLACE,    /* a place for an object or a number */
    SLICE,    /* a place for a pointer, followed by one for a length */
    OBJECT,   /* an object that is read */
    CHANGED,  /* an object that is changed: an iterator, a builder */
    REVISION, /* a number, like the following kinds */
    FLAGS,    /* a sum of known numbers */
    CHOICE,   /* one of the known numbers */
    NUMBER,
    LENGTH,
    COUNT,
    CAPACITY,
    PLACES,
};

/* The errors with which a function stores a value in a place. */
enum stored { STORED_NEVER, STORED_NEEDED, STORED_SKIPPED, STORED_WHERE };

struct parameter {
    const char *name;
    enum kind kind;
    int of; /* the type of the object, or NONE */
    size_t size;
    bool nullable;
    enum stored stored;
    bool answers;           /* if this value is false or NULL, nothing is stored in other places */
    const int64_t *numbers; /* values to choose from; the first `known` are those of FLAGS and CHOICE */
    size_t numbers_count;
    size_t known;
};

enum { MOST_PARAMETERS = 10 };
enum returns { RETURNS_ERROR, RETURNS_FLAG, RETURNS_VALUE, RETURNS_TEXT_OF_LIBRARY, RETURNS_NOTHING };
/* Flags of a function. WRITES_CRI: it makes a CRI in canonical form. ITERATES: it advances an iterator. STEP: its error
 * need not be checked, because a later call returns it. */
enum { WRITES_CRI = 1, ITERATES = 2, STEP = 4 };

struct function {
    const char *name;
    int64_t (*call)(const struct argument *);
    int32_t (*view)(const struct argument *,
                    struct cri_t *); /* the companion that stores a view of the result, or NULL */
    enum returns returns;
    const struct parameter *parameters;
    size_t count;
    const int16_t *errors; /* the errors that its comment names; 0 ends them */
    int flags;
};

/* A pointer in an object to borrowed bytes: the place of their length, and whether calls write to them. */
struct slice {
    size_t pointer;
    size_t length;
    bool written;
    uint8_t lengths[2]; /* the only allowed lengths, or 0 */
};

struct type {
    const char *name;
    size_t size;
    const struct slice *slices;
    size_t slices_count;
    bool is_public; /* the caller may fill it */
};

extern const struct function functions[];
extern const size_t functions_count;
extern const struct type types[];
extern const size_t types_count;

#endif
