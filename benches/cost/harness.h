/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations whose instructions are counted, on the host and on a Cortex-M3, and their inputs. */
#ifndef MEASURE_HARNESS_H
#define MEASURE_HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cri.h"

/* An input that is a reference is resolved against BASE. REFERENCE is resolved against an input that is a full CRI. */
#define DEVICE "coap://sensor-7.building4.example.com"
#define TEMPERATURE "/floors/2/rooms/kitchen/sensors/temp?unit=celsius"
#define BASE DEVICE ":61616" TEMPERATURE
#define REFERENCE "../humidity?unit=percent"

enum { REV = CRI_REV_27, FORM = 16 * 1024 };
#ifdef __x86_64__
/* The C library copies differently if the bytes cross a page. */
#define ALIGNED __attribute__((aligned(4096)))
#else
#define ALIGNED __attribute__((aligned(64)))
#endif

/* A class of input: the greatest cost of a conversion, in tenths of the cost of the base (0: no limit), its name, and a
 * URI, a URI reference, or a CRI in CBOR. The first class is the base, and the last one has no name. */
extern const struct input {
    unsigned limit;
    const char *name, *bytes;
    size_t len;
} inputs[];

/* The forms in which an operation uses an input: as bytes, or as a view of a CRI (V_). The length of a form from SAME
 * on does not count as input: SAME equals the input and is stored elsewhere, V_RESOLVED is a view that cri_resolve()
 * made, and V_TARGET is a view of the same CRI in one buffer. */
/* clang-format off */
enum form {
    URI, IRI, EDN, CRI, BASE_URI, BASE_CRI, REFERENCE_URI, REFERENCE_CRI, OPTIONS, LOCATION, ITEMS, TAGGED,
    V_CRI, V_BASE, V_REFERENCE,
    SAME, V_SAME, TARGET, V_TARGET, V_RESOLVED, FORMS,
};
/* clang-format on */
#define BIT(form) (UINT32_C(1) << (form))

/* Each form of the input: its bytes, with a NUL after them, or its view, and true if the input has it. */
extern struct value {
    uint8_t *bytes;
    size_t len;
    cri_t view;
    bool valid;
} forms[FORMS];

/* Makes all forms of an input. */
void make_forms(const struct input *input);

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
extern const struct operation *const __start_operations[], *const __stop_operations[];

#endif
