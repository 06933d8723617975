/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations are the same on the host and on a Cortex-M3. harness.c runs the operations of libcri (operations.c,
 * jobs.c) on each class of input (inputs.c). */
#ifndef MEASURE_HARNESS_H
#define MEASURE_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cri.h"

/* An input that is a reference is resolved against BASE. REFERENCE is resolved against an input that is a full CRI. */
#define BASE "coap://sensor-7.building4.example.com:61616/floors/2/rooms/kitchen/sensors/temp?unit=celsius"
#define REFERENCE "../humidity?unit=percent"

enum { REV = CRI_REV_27, FORM = 16 * 1024, BUFFER = 2 * FORM };
#ifdef __x86_64__
/* The C library copies differently if the bytes cross a page. */
#define ALIGNED __attribute__((aligned(4096)))
#else
#define ALIGNED __attribute__((aligned(64)))
#endif

/* The forms in which an operation uses an input: as bytes, or as a view of a CRI (V_). */
/* clang-format off */
enum form {
    TEXT, IRI, EDN, CRI, BASE_TEXT, REFERENCE_TEXT, OPTIONS, LOCATION, AIF, ITEMS, TAGGED,
    V_CRI, V_BASE, V_REFERENCE,
    /* The length of a form from here on is not counted: SAME equals the input and is stored elsewhere, LATE differs
     * only in the last byte, and an operation made RESOLVED and V_TARGET. */
    SAME, V_SAME, V_LATE, V_RESOLVED, V_TARGET, FORMS,
};
/* clang-format on */
#define BIT(form) (UINT32_C(1) << (form))

/* The bytes of each form, with a NUL after them. */
extern struct bytes {
    uint8_t *bytes;
    size_t len;
} forms[FORMS];
extern cri_t views[FORMS];
/* True for each form that the input has. */
extern bool valid[FORMS];

struct operation {
    const char *name;
    cri_err_t (*run)(void);
    uint32_t uses; /* a bit for each form; 0 if the operation does not depend on the input */
};

/* Defines an operation: its name, the forms that it uses, and an expression for its error. The linker collects the
 * addresses of all operations. */
#define OPERATION(name, uses, ...)                                                                                     \
    cri_err_t run_##name(void);                                                                                        \
    cri_err_t run_##name(void) { return __VA_ARGS__; }                                                                 \
    static const struct operation operation_##name = {#name, run_##name, uses};                                        \
    static const struct operation *const address_##name __attribute__((section("operations"), used)) =                 \
        &operation_##name;

/* Makes all forms of an input: CBOR, or a URI or URI reference. */
void make_inputs(bool is_cbor, const uint8_t *bytes, size_t len);

#endif
