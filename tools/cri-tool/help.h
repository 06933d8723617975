/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The tables that help, the manual page and the completions are made from. */
#ifndef CRI_TOOL_HELP_H
#define CRI_TOOL_HELP_H

#include "tool.h"

#include <stdio.h>

struct option {
    char letter; /* or 0 */
    const char *name;
    const char *value; /* NULL: none; in brackets if it may be left out; with | between words */
    const char *help;  /* one line */
};

struct op_group {
    const char *title;
    const struct op *ops;
};

/* These end with a row of NULL. Lines of paragraphs are separated by line feeds. */
extern const struct option options[];
extern const struct op_group groups[];
extern const char *const synopsis[], *const paragraphs[], *const statuses[];

/* An operation by its name, or NULL. */
const struct op *find_op(const struct field *name);
/* Returns the letter of an operand's kind; 0 if the operation has fewer operands. */
char operand_kind(const struct op *op, size_t index);
/* The name of an operand, from op->args. */
struct field operand_name(const struct op *op, size_t index);

void print_synopsis(FILE *out);
void print_help(FILE *out);
/* Prints an operand on standard error, escaped: it may come from a peer. */
void print_operand(const struct field *operand);
/* Says on standard error which operand is wrong, after read_arguments() has failed. */
void print_misuse(const struct job *job, const struct op *op);

void print_manual(void);
/* The completions of bash, zsh or fish. False for another shell. */
bool print_completions(const char *shell);

#endif
