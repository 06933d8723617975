/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tables from which --help is made. */
#ifndef CRI_TOOL_HELP_H
#define CRI_TOOL_HELP_H

#include "tool.h"

#include <stdio.h>

/* Returns the operation that has a name, or NULL if there is no such operation. */
const struct op *find_op(const struct field *name);
/* Returns the name of the operation that is most similar to a name; NULL if none is similar. */
const char *similar_op(const struct field *name);
/* Returns the letter of an operand's kind, or 0 if the operation has fewer operands. */
char operand_kind(const struct op *op, size_t index);
/* Returns the name of an operand, which is a part of op->args. */
struct field operand_name(const struct op *op, size_t index);

void print_synopsis(FILE *out);
void print_help(FILE *out);
/* Prints an operand on standard error, with escapes, because the operand may come from a peer. */
void print_operand(const struct field *operand);
/* Prints on standard error what an error means, where it is, and the number of the operand, unless it is 0. */
void print_reason(const struct job *job, err_name_t error, size_t operand);
/* Returns the sentence for an error of the library or of the tool. */
const char *text_of(err_name_t error);
/* Prints the answer of an operation, or its error, in the form of the job. An error in text is print_reason()'s. */
void print_answer(const struct job *job, const struct op *op, err_name_t error);
/* Prints on standard error which operand is wrong. Call it after read_arguments() has failed. */
void print_misuse(const struct job *job, const struct op *op);

#endif
