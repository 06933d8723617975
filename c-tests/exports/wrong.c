/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "drivers.h"

#include "arguments.h"
#include "cri.h"
#include <string.h>

unsigned long calls_made;

/* ---- one call ---- */

void attempt(struct call *call)
{
    calls_made++;
    call_make(call);
    memory_restore();
}

static void attempt_with(const struct call *call, size_t at, struct argument argument)
{
    struct call other = *call;
    other.a[at] = argument;
    attempt(&other);
}

/* ---- arguments that no call may have ---- */

static void wrong_numbers(const struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    for (uint64_t number = 0; number < 256; number++) {
        struct argument argument = {.number = number};
        if (parameter->kind == REVISION && number != CRI_REV_13 && number != CRI_REV_27)
            attempt_with(call, at, argument);
        /* Each bit that is not a flag is added to the flags that are set. Each number that is not a choice is tried. */
        if (parameter->kind == FLAGS && number < 8)
            attempt_with(call, at, (struct argument){.number = call->a[at].number | UINT64_C(1) << number});
        if (parameter->kind == CHOICE)
            attempt_with(call, at, argument);
    }
}

/* A builder keeps its first error, which may be about an argument, whatever is wrong later. */
static void error_is_kept(const struct call *call, const struct call *wrong, size_t at)
{
    const int object = call_parameter(call, CHANGED);
    struct call first = *wrong, second = *call, next = *call;
    uint8_t before[PIECE_MAX];
    if (object < 0 || !type_writes(call->function->parameters[object].of))
        return;
    const size_t size = call->function->parameters[object].size;
    memcpy(before, call->a[object].pointer, size);
    second.a[at].pointer = NULL;
    second.a[at + 1].number = 1;
    call_make(&first);
    call_make(&second);
    call_make(&next);
    memory_restore(); /* restores the state before the call */
    memcpy(call->a[object].pointer, before, size);
    if (next.result != first.result)
        call_fail(&next, "forgets the error of the call before");
}

/* Tries lengths that no memory has. They are refused before a byte is read. */
static void wrong_lengths(const struct call *call, size_t at)
{
    const size_t size = call->function->parameters[at].size;
    const size_t lengths[] = {SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1 + size, SIZE_MAX - 1,
                              SIZE_MAX,         SIZE_MAX / size,         SIZE_MAX / 2 / size + 1};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        if (lengths[i] > SIZE_MAX / 2 / size)
            attempt_with(call, at + 1, (struct argument){.number = lengths[i]});
    }
    struct call other = *call;
    other.a[at].pointer = NULL;
    for (other.a[at + 1].number = 1; other.a[at + 1].number < 40; other.a[at + 1].number += 19)
        attempt(&other);
    error_is_kept(call, &other, at);
}

/* All-zero objects, and caller-filled structures with inconsistent fields. */
static void wrong_objects(const struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    const struct type *type = &types[parameter->of];
    uint8_t *copy = memory_place(&pieces[COPY_AT], type->size);
    const struct argument argument = {.pointer = copy};
    memset(copy, 0, type->size);
    if (!type->is_public) {
        attempt_with(call, at, argument);
        for (size_t i = 0; i < call->function->count; i++) {
            if (is_output(&call->function->parameters[i]) && output_size(call, i) > 0) {
                struct call other = *call;
                other.a[at] = argument;
                other.a[i].pointer = copy;
                attempt(&other);
            }
        }
    }
    for (size_t i = 0; type->is_public && call->a[at].pointer != NULL && i < type->slices_count; i++) {
        const size_t lengths[] = {0, 1, 3, 5, 15, 17, SIZE_MAX / 2 + 1, SIZE_MAX};
        for (size_t k = 0; k < 2 * sizeof lengths / sizeof *lengths; k++) {
            const size_t len = lengths[k / 2];
            struct call other = *call;
            memcpy(copy, call->a[at].pointer, type->size);
            memcpy(copy + type->slices[i].length, &len, sizeof len);
            if (k % 2 != 0)
                memset(copy + type->slices[i].pointer, 0, sizeof(void *));
            other.a[at] = argument;
            call_describe(&other);
            if (other.invalid)
                attempt(&other);
        }
    }
    memory_place(&pieces[COPY_AT], 0);
}

/* Omits a place that may be omitted. The result stays the same. */
static void without_place(const struct call *call, size_t at)
{
    struct call with = *call, without = *call;
    attempt(&with);
    without.a[at].pointer = NULL;
    attempt(&without);
    if (without.result != with.result)
        call_fail(&without, "needs a place that may be omitted");
}

/* CVE-2018-19200: NULL in place of an object. */
void wrong_arguments(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const bool counted = parameter->kind <= TABLE || parameter->kind == BUFFER || parameter->kind == TEXT ||
                             parameter->kind == OBJECTS;
        if (counted)
            wrong_lengths(call, i);
        else if (parameter->size > 0 && !parameter->nullable)
            attempt_with(call, i, (struct argument){.pointer = NULL});
        else if (parameter->kind == PLACE)
            without_place(call, i);
        if (parameter->kind == OBJECT || parameter->kind == CHANGED)
            wrong_objects(call, i);
        if (parameter->kind >= REVISION && parameter->kind <= CHOICE)
            wrong_numbers(call, i);
    }
}

/* ---- overlaps ---- */

/* Puts an output, of one byte at least, over the first and over the last byte of a region. */
static void put_over_region(const struct call *call, size_t at, struct region region)
{
    const struct parameter *parameter = &call->function->parameters[at];
    const bool is_object = parameter->of != NONE || parameter->size > sizeof(void *);
    const uintptr_t align = is_object ? sizeof(void *) : parameter->size;
    struct call other = *call;
    if (output_size(call, at) == 0)
        other.a[at + 1].number = 1;
    for (unsigned end = 0; end < 2; end++) {
        const uintptr_t place = (uintptr_t)region.start + (end == 0 ? 0 : region.len - 1);
        other.a[at].pointer = (void *)(place / align * align);
        attempt(&other);
    }
}

/* Puts an input at each end of every region that the call writes: outputs, changed objects, and their buffers. */
static void put_input_over_writes(const struct call *call, size_t at)
{
    for (size_t i = 0; i < call->writes_count; i++) {
        const struct region region = call->writes[i];
        for (unsigned end = 0; end < 2 && region.len > 0; end++) {
            struct call other = *call;
            other.a[at].pointer = (void *)((uintptr_t)region.start + (end == 0 ? 0 : region.len - 1));
            other.a[at + 1].number = 1;
            attempt(&other);
            error_is_kept(call, &other, at);
        }
    }
}

void outputs_over_regions(struct call *call)
{
    call_describe(call);
    const struct call described = *call;
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const struct region own = {call->a[i].pointer, is_output(parameter) ? output_size(call, i) : 0};
        if (parameter->kind == INPUT && call->a[i + 1].number > 0)
            put_input_over_writes(&described, i);
        if (!is_output(parameter))
            continue;
        for (size_t k = 0; k < described.reads_count + described.writes_count; k++) {
            const struct region region =
                k < described.reads_count ? described.reads[k] : described.writes[k - described.reads_count];
            if (region.len > 0 && !(own.start == region.start && own.len == region.len))
                put_over_region(call, i, region);
        }
    }
}
