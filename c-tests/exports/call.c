/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The memory that a call accesses, whether it may succeed, and whether it did. */
#include "exports.h"

#include "cri.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*call_failed)(void) = abort;

void call_fail(const struct call *call, const char *message)
{
    printf("FAILED: %s: %s (%lld);", call->function->name, message, (long long)call->result);
    for (size_t i = 0; i < call->function->count; i++)
        printf(" %s %p %llx", call->function->parameters[i].name, call->a[i].pointer,
               (unsigned long long)call->a[i].number);
    printf("\n");
    fflush(stdout);
    call_failed();
    abort();
}

/* ---- parameters and types ---- */

int type_named(const char *name)
{
    for (size_t i = 0; i < types_count; i++) {
        if (strcmp(types[i].name, name) == 0)
            return (int)i;
    }
    abort();
}

bool type_writes(int type) { return types[type].slices[0].written; }

bool is_counted(const struct parameter *parameter) { return parameter->kind <= OBJECTS; }

bool is_output(const struct parameter *parameter) { return parameter->kind >= BUFFER && parameter->kind <= SLICE; }

size_t output_size(const struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    return parameter->size * (is_counted(parameter) ? (size_t)call->a[at + 1].number : 1);
}

void fill_outputs(const struct call *call, int with)
{
    for (size_t i = 0; i < call->function->count; i++) {
        if (is_output(&call->function->parameters[i]) && call->a[i].pointer != NULL)
            memset(call->a[i].pointer, with, output_size(call, i));
    }
}

struct region region_at(const void *start, const void *len)
{
    struct region region;
    memcpy(&region.start, start, sizeof region.start);
    memcpy(&region.len, len, sizeof region.len);
    return region;
}

struct region slice_of(int type, const uint8_t *object, size_t slice)
{
    const struct slice *offsets = &types[type].slices[slice];
    struct region region = region_at(object + offsets->pointer, object + offsets->length);
    if (region.start == NULL)
        region.len = 0;
    return region;
}

int call_parameter(const struct call *call, enum kind kind)
{
    for (size_t i = 0; i < call->function->count; i++) {
        if (call->function->parameters[i].kind == kind)
            return (int)i;
    }
    return -1;
}

int call_buffer(const struct call *call)
{
    const int bytes = call_parameter(call, BUFFER);
    return bytes >= 0 ? bytes : call_parameter(call, TEXT);
}

bool stores_length(const struct call *call, int buffer)
{
    const size_t place = (size_t)buffer + 2;
    return buffer >= 0 && place < call->function->count && call->function->parameters[place].stored == STORED_NEEDED;
}

size_t stored_length(const struct call *call, int buffer)
{
    size_t len;
    memcpy(&len, call->a[buffer + 2].pointer, sizeof len);
    return len;
}

bool is_stored(const void *place) { return !is_fill(place, sizeof(void *)); }

/* ---- the memory that a call accesses ---- */

static void add(struct call *call, const void *start, size_t len, const struct parameter *writer)
{
    if (call->accesses_count == MOST_ACCESSES)
        abort();
    call->accesses[call->accesses_count++] = (struct access){{start, len}, writer};
}

static bool overlaps(struct region a, struct region b)
{
    return a.len > 0 && b.len > 0 && (uintptr_t)a.start < (uintptr_t)b.start + b.len &&
           (uintptr_t)b.start < (uintptr_t)a.start + a.len;
}

/* Returns true if a slice of an object that the caller fills may be passed. */
static bool is_slice_valid(const struct slice *slice, const uint8_t *object)
{
    const struct region region = region_at(object + slice->pointer, object + slice->length);
    return region.len <= SIZE_MAX / 2 && (region.start != NULL || region.len == 0) &&
           (slice->lengths[0] == 0 || region.len == slice->lengths[0] || region.len == slice->lengths[1]);
}

static bool is_known(const struct parameter *parameter, uint64_t number)
{
    uint64_t sum = 0;
    bool known = false;
    for (size_t i = 0; i < parameter->known; i++) {
        sum |= (uint64_t)parameter->numbers[i];
        known |= (uint64_t)parameter->numbers[i] == number;
    }
    return parameter->kind == FLAGS ? (number & ~sum) == 0 : known;
}

static void describe_object(struct call *call, const struct parameter *parameter, const uint8_t *object)
{
    const struct type *type = &types[parameter->of];
    const struct parameter *writer = parameter->kind == CHANGED ? parameter : NULL;
    const uint8_t *first = NULL;
    call->invalid |= object == NULL && !parameter->nullable;
    if (object == NULL)
        return;
    add(call, object, parameter->size, writer);
    memcpy(&first, object, sizeof first);
    bool valid = first != NULL || (parameter->nullable && type->is_public);
    for (size_t i = 0; valid && i < type->slices_count; i++) {
        const struct region slice = slice_of(parameter->of, object, i);
        valid = !type->is_public || is_slice_valid(&type->slices[i], object);
        if (valid)
            add(call, slice.start, slice.len, i == 0 && type_writes(parameter->of) ? writer : NULL);
    }
    call->invalid |= !valid;
}

/* Describes a pointer to a number of elements of the same size. */
static void describe_counted(struct call *call, const struct parameter *parameter, const uint8_t *start, size_t count)
{
    if (count > SIZE_MAX / 2 / parameter->size || (start == NULL && count > 0)) {
        call->invalid = true;
        return;
    }
    add(call, start, count * parameter->size, is_output(parameter) ? parameter : NULL);
    const size_t texts = parameter->kind == TABLE ? types[parameter->of].slices_count : 0;
    for (size_t i = 0; i < count * texts; i++) {
        const struct region text = slice_of(parameter->of, start + i / texts * parameter->size, i % texts);
        add(call, text.start, text.len, NULL);
    }
}

void call_describe(struct call *call)
{
    call->invalid = call->overlapping = false;
    call->accesses_count = 0;
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const struct argument *argument = &call->a[i];
        if (is_counted(parameter)) {
            describe_counted(call, parameter, argument->pointer, argument[1].number);
        } else if (parameter->kind == OBJECT || parameter->kind == CHANGED) {
            describe_object(call, parameter, argument->pointer);
        } else if (is_output(parameter)) {
            call->invalid |= argument->pointer == NULL && !parameter->nullable;
            if (argument->pointer != NULL)
                add(call, argument->pointer, parameter->size, parameter);
        } else if (parameter->kind == REVISION) {
            call->invalid |= argument->number != CRI_REV_13 && argument->number != CRI_REV_27;
        } else if (parameter->kind == FLAGS ||
                   (parameter->kind == CHOICE && call->function->returns == RETURNS_ERROR)) {
            call->invalid |= !is_known(parameter, argument->number);
        }
    }
    for (size_t i = 0; i < call->accesses_count; i++) {
        for (size_t j = 0; j < i; j++)
            call->overlapping |= (call->accesses[i].writer != NULL || call->accesses[j].writer != NULL) &&
                                 overlaps(call->accesses[i].region, call->accesses[j].region);
    }
}

/* ---- the result ---- */

bool is_refused(const struct call *call) { return call->invalid || call->overlapping; }

bool call_succeeded(const struct call *call)
{
    bool stores = false;
    for (size_t i = 0; i < call->function->count; i++)
        stores |= is_output(&call->function->parameters[i]);
    if (call->function->returns == RETURNS_ERROR)
        return call->result == CRI_OK;
    /* If a function stores nothing, false is an answer and not a failure. */
    return call->function->returns == RETURNS_FLAG && stores ? call->result != 0 : !is_refused(call);
}

bool call_is_of_result(const struct call *call)
{
    return strcmp(call->function->name, "cri_link_resolve") == 0 &&
           (call->result == CRI_ERR_NOT_VALID || call->result == CRI_ERR_PIECES);
}

bool call_found(const struct call *call)
{
    static const uint8_t none[sizeof(void *)];
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        if (parameter->answers && memcmp(call->a[i].pointer, none, parameter->size) == 0)
            return false;
    }
    return call_succeeded(call);
}
