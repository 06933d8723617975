/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * How deep the stack of each function of libcri.a gets below its caller's. wrap.py makes a way in for each exported
 * function (the linker's --wrap), which paints what is below the stack pointer, calls the function, and looks how far the
 * paint is gone. Nothing of the way in itself is on the stack, so that arguments on the stack are where they belong.
 */
#ifndef MEASURE_STACK_H
#define MEASURE_STACK_H

#include <stddef.h>
#include <stdint.h>

/* For each function its name, how often it was called, and its deepest stack in bytes; on the host, what it allocated. */
extern const char *const wrap_names[];
extern const size_t wrap_count;
extern uint32_t wrap_calls[];
extern uint32_t wrap_figures[];

/* Calls all functions that take input with hostile ones. */
void watch_hostile_inputs(void);

/* Of all functions, since it was forgotten last. */
void stack_forget(void);
uint32_t stack_deepest(void);

#endif
