/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Runs every export on every input. The operations (operations.py) and the inputs (classes.txt) are the same on the
 * host and on a Cortex-M3. */
#ifndef MEASURE_HARNESS_H
#define MEASURE_HARNESS_H

#include "cri_cori.h"
#include "cri_dispatch.h"

/* An input that is a reference is resolved against BASE. REFERENCE is resolved against an input that is a full CRI. */
#define BASE "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius"
#define REFERENCE "../humidity?unit=percent"

enum { FORM = 16 * 1024 };
#ifdef __x86_64__
/* The C library copies differently if the bytes cross a page. The alignment makes its cost the same in every
 * build. */
#define ALIGNED __attribute__((aligned(4096)))
#else
#define ALIGNED __attribute__((aligned(64)))
#endif
enum { BUFFER = 2 * FORM };

/* The forms in which an operation uses an input: as bytes (F_), as a view of a CRI (V_), or as a view of a CoRI (C_).
 * SAME equals the input, and is stored elsewhere. */
/* clang-format off */
enum use {
    F_TEXT, F_IRI, F_EDN, F_CRI, F_SAME, F_BASE_TEXT, F_REFERENCE_TEXT,
    F_OPTIONS, F_LOCATION, F_CORI, F_AIF, F_ITEMS, F_TAGGED,
    V_CRI, V_SAME, V_BASE, V_REFERENCE, V_TARGET, V_LINK, V_LATE, V_RESOLVED, C_CORI, C_CORI_LINK, C_CORI_TARGET, USES,
};
/* clang-format on */
#define BIT(use) (UINT32_C(1) << (use))

struct form {
    uint8_t *bytes;
    size_t len;
};

extern struct form forms[USES];
extern cri_t views[USES];
extern cri_cori_t coris[USES];
/* Returns true if the input has this form. */
bool uses(enum use use);

/* A call of an export. `uses` has the forms that it uses, and `counted` the forms whose lengths count as its bytes.
 * `has` is true if the first object that it needs was made. */
struct operation {
    const char *name;
    cri_err_t (*run)(void);
    uint32_t uses;
    uint32_t counted;
    const bool *has;
};

extern const struct operation operations[];
extern const size_t operation_count;

/* Makes the objects that operations need at their start. */
void make_objects(void);

/* A request and a table of routes. The first segments of the routes are sorted or unsorted, or all routes are below one
 * segment. */
enum { MOST_ROUTES = 2000 };
enum route_order { SORTED, UNSORTED, BELOW, ROUTE_ORDERS };
struct lookup {
    size_t count;
    enum route_order order;
    enum { FIRST_ROUTE, LAST_ROUTE, NO_ROUTE } wanted;
    /* find_route() makes this table. */
    cri_routes_t table;
    char options[sizeof "\xb5rooms\x05r0000\x01x"];
    size_t options_len;
};
cri_err_t find_route(struct lookup *lookup);

/* A class of input (classes.txt). */
struct input {
    const char *name;
    bool is_cbor; /* otherwise it is a URI or a URI reference */
    const uint8_t *bytes;
    size_t len;
};

/* Makes the forms of an input. Returns false if the base or the reference cannot be made. */
bool make_inputs(const struct input *input);
/* Returns true if the input has all of these forms. */
bool has_all(uint32_t wanted);
/* Returns the sum of the lengths of these forms. */
size_t counted_bytes(uint32_t counted);

#endif
