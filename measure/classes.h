/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every operation on every class of input (classes.txt): the same on the host and on the Cortex-M3. */
#ifndef MEASURE_CLASSES_H
#define MEASURE_CLASSES_H

#include "ops.h"

/* The longest input, in bytes. */
#define CLASS_MAX 4160

/* A class of input; classes.py makes the table from classes.txt. */
struct input_class {
    const char *name;
    bool is_cbor; /* else a URI or a URI reference */
    size_t len;
    const char *bytes;
};

extern const struct input_class input_classes[];
extern const size_t input_class_count;

/* An operation, and the number of bytes its cost is divided by. */
struct class_operation {
    const char *name;
    cri_err_t (*run)(void);
    size_t (*bytes)(void);
};

extern const struct class_operation class_operations[];
extern const size_t class_operation_count;

/* Makes the operands of all operations from an input. Returns false if the benchmark's own base or reference fail. */
bool prepare_class(const struct input_class *input);

/* What the input that was prepared last is in one format; NULL where it has no such form. */
enum class_form { FORM_TEXT, FORM_CRI, FORM_OPTIONS, FORM_CORI };
const void *class_form(enum class_form form, size_t *len);

/* The operands on URI text, for the peers: the input, and the base and the reference that are resolved. The length of the
 * input is 0 and text NULL where it has no URI. */
struct class_texts {
    const char *text, *base, *reference;
    size_t text_len, base_len, reference_len;
};
struct class_texts class_texts(void);

#endif
