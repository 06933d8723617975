/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The memory that a call reads and writes, whether it may succeed, and whether it did. */
#include "call.h"

#include "cri.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool changed, strict;
void (*call_failed)(void) = abort;
void (*before_call)(void);
void (*after_call)(struct call *call);

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

int type_named(const char *name)
{
    for (size_t i = 0; i < types_count; i++) {
        if (strcmp(types[i].name, name) == 0)
            return (int)i;
    }
    abort();
}

bool type_writes(int type) { return types[type].slices[0].written; }

bool type_has_rows(int type)
{
    return strcmp(types[type].name, "cri_routes_t") == 0 || strcmp(types[type].name, "cri_request_settings_t") == 0;
}

bool is_output(const struct parameter *parameter) { return parameter->kind >= BUFFER && parameter->kind <= OBJECTS; }

size_t output_size(const struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    const bool counted = parameter->kind == BUFFER || parameter->kind == TEXT || parameter->kind == OBJECTS;
    return parameter->size * (counted ? (size_t)call->a[at + 1].number : 1);
}

struct region slice_of(int type, const uint8_t *object, size_t slice)
{
    struct region region;
    memcpy(&region.start, object + types[type].slices[slice].pointer, sizeof region.start);
    memcpy(&region.len, object + types[type].slices[slice].length, sizeof region.len);
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

size_t stored_length(const struct call *call, int buffer)
{
    size_t len;
    memcpy(&len, call->a[buffer + 2].pointer, sizeof len);
    return len;
}

bool is_stored(const void *place)
{
    static const uint8_t untouched[8] = {0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5};
    return memcmp(place, untouched, sizeof(void *)) != 0;
}

/* ---- the memory that a call reads and writes ---- */

static void reads(struct call *call, const uint8_t *start, size_t len)
{
    if (call->reads_count == MOST_REGIONS)
        abort();
    call->reads[call->reads_count++] = (struct region){start, len};
}

static void writes(struct call *call, const uint8_t *start, size_t len)
{
    if (call->writes_count == MOST_REGIONS)
        abort();
    call->writes[call->writes_count++] = (struct region){start, len};
}

/* Returns true if a slice of an object that the caller fills may be passed. */
static bool is_slice_valid(const struct slice *slice, const uint8_t *object)
{
    const uint8_t *start;
    size_t len;
    memcpy(&start, object + slice->pointer, sizeof start);
    memcpy(&len, object + slice->length, sizeof len);
    return len <= SIZE_MAX / 2 && (start != NULL || len == 0) &&
           (slice->lengths[0] == 0 || len == slice->lengths[0] || len == slice->lengths[1]);
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
    const bool is_changed = parameter->kind == CHANGED;
    const uint8_t *first = NULL;
    if (object == NULL) {
        call->invalid |= !parameter->nullable;
        return;
    }
    (is_changed ? writes : reads)(call, object, parameter->size);
    memcpy(&first, object, sizeof first);
    if (first == NULL && !(parameter->nullable && types[parameter->of].is_public)) {
        call->invalid = true;
        return;
    }
    for (size_t i = 0; i < types[parameter->of].slices_count; i++) {
        const struct region slice = slice_of(parameter->of, object, i);
        if (types[parameter->of].is_public && !is_slice_valid(&types[parameter->of].slices[i], object)) {
            call->invalid = true;
            return;
        }
        (is_changed && i == 0 && type_writes(parameter->of) ? writes : reads)(call, slice.start, slice.len);
    }
}

/* Describes a pointer to a number of elements of the same size. */
static void describe_counted(struct call *call, const struct parameter *parameter, const uint8_t *start, size_t count)
{
    if (count > SIZE_MAX / 2 / parameter->size || (start == NULL && count > 0)) {
        call->invalid = true;
    } else if (parameter->kind == INPUT || parameter->kind == ARRAY) {
        reads(call, start, count * parameter->size);
    } else if (parameter->kind == TABLE) {
        reads(call, start, count * parameter->size);
        const size_t texts = types[parameter->of].slices_count;
        for (size_t i = 0; i < count * texts; i++) {
            const struct region text = slice_of(parameter->of, start + i / texts * parameter->size, i % texts);
            reads(call, text.start, text.len);
        }
    } else {
        writes(call, start, count * parameter->size);
    }
}

void call_describe(struct call *call)
{
    call->invalid = call->overlapping = false;
    call->reads_count = call->writes_count = 0;
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const struct argument *argument = &call->a[i];
        if (parameter->kind <= TABLE || parameter->kind == BUFFER || parameter->kind == TEXT ||
            parameter->kind == OBJECTS) {
            describe_counted(call, parameter, argument->pointer, argument[1].number);
        } else if (parameter->kind == OBJECT || parameter->kind == CHANGED) {
            describe_object(call, parameter, argument->pointer);
        } else if (parameter->kind == PLACE || parameter->kind == SLICE) {
            call->invalid |= argument->pointer == NULL && !parameter->nullable;
            if (argument->pointer != NULL)
                writes(call, argument->pointer, parameter->size);
        } else if (parameter->kind == REVISION) {
            call->invalid |= argument->number != CRI_REV_13 && argument->number != CRI_REV_27;
        } else if (parameter->kind == FLAGS ||
                   (parameter->kind == CHOICE && call->function->returns == RETURNS_ERROR)) {
            call->invalid |= !is_known(parameter, argument->number);
        }
    }
    for (size_t i = 0; i < call->writes_count; i++) {
        for (size_t j = 0; j < call->reads_count; j++)
            call->overlapping |= overlaps(call->writes[i], call->reads[j]);
        for (size_t j = 0; j < i; j++)
            call->overlapping |= overlaps(call->writes[i], call->writes[j]);
    }
}

/* ---- the result ---- */

bool call_succeeded(const struct call *call)
{
    switch (call->function->returns) {
    case RETURNS_ERROR:
        return call->result == CRI_OK;
    case RETURNS_FLAG:
        /* If a function stores nothing, false is an answer and not a failure. */
        for (size_t i = 0; i < call->function->count; i++) {
            if (is_output(&call->function->parameters[i]))
                return call->result != 0;
        }
        return !call->invalid && !call->overlapping;
    default:
        return !call->invalid && !call->overlapping;
    }
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
