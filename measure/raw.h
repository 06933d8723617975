/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a peer can make the library do: the operations on bytes as they arrive, valid or not. */
#ifndef MEASURE_RAW_H
#define MEASURE_RAW_H

#include "classes.h"

/* An operation, the format of its input, and what must have succeeded on it before, if anything. */
struct raw_operation {
    const char *name;
    enum class_form form;
    cri_err_t (*prepare)(const uint8_t *data, size_t len);
    cri_err_t (*run)(const uint8_t *data, size_t len);
};

extern const struct raw_operation raw_operations[];
extern const size_t raw_operation_count;

/* Both; returns the first error. */
cri_err_t run_raw_operation(const struct raw_operation *op, const uint8_t *data, size_t len);

/* Makes the base that they resolve against. Returns false if one on CRIs fails with it. */
bool prepare_raw_operations(void);

/* Inputs that searches have found (inputs.py). */
struct raw_input {
    size_t len;
    const char *bytes;
};

extern const struct raw_input raw_inputs[];
extern const size_t raw_input_count;

#endif
