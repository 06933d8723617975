/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The contract of cri.h, which holds for every call. */
#include "call.h"

#include "cri_check.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool changed, strict;
void (*call_failed)(void) = abort;
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

/* ---- what a call reads and writes ---- */

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

/* Whether a slice of an object that the caller fills may be passed. */
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
    if (first == NULL && !parameter->nullable) {
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

/* A pointer with a number of things of a size. */
static void describe_counted(struct call *call, const struct parameter *parameter, const uint8_t *start, size_t count)
{
    if (count > SIZE_MAX / 2 / parameter->size || (start == NULL && count > 0)) {
        call->invalid = true;
    } else if (parameter->kind == INPUT) {
        reads(call, start, count);
    } else if (parameter->kind == TABLE) {
        reads(call, start, count * parameter->size);
        for (size_t i = 0; i < count; i++) {
            const struct region text = slice_of(parameter->of, start + i * parameter->size, 0);
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
    return call->result == CRI_ERR_NOT_NFC || (strcmp(call->function->name, "cri_link_resolve") == 0 &&
                                               (call->result == CRI_ERR_NOT_VALID || call->result == CRI_ERR_LIMIT));
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

/* Whether there are arguments that may be wrong in ways that call_describe() does not know. */
static bool may_refuse(const struct call *call)
{
    return !strict && (call_parameter(call, NUMBER) >= 0 || call_parameter(call, TABLE) >= 0);
}

static bool is_documented(const struct call *call, int64_t err)
{
    if (err == CRI_ERR_BUFFER && call_buffer(call) >= 0)
        return true;
    if (err == CRI_ERR_ARGUMENT)
        return may_refuse(call);
    for (const int16_t *error = call->function->errors; *error != 0; error++) {
        if (*error == err)
            return true;
    }
    return false;
}

static void check_error(const struct call *call)
{
    const int64_t err = call->result;
    const int changed_at = call_parameter(call, CHANGED), object = call_parameter(call, OBJECT);
    const int at = changed_at >= 0 ? changed_at : object;
    /* A builder keeps its first error. */
    const bool keeps = at >= 0 && type_writes(call->function->parameters[at].of);
    if (err > 0 || strcmp(cri_err_name((cri_err_t)err), "unknown") == 0)
        call_fail(call, "returns what is not an error");
    if (keeps) {
        if (err == CRI_OK && (call->invalid || call->overlapping))
            call_fail(call, "accepts arguments that no call may have");
    } else if (call->invalid || call->overlapping) {
        /* Where two things are wrong, either may be told. */
        const bool other = may_refuse(call) && err != CRI_OK && is_documented(call, err);
        if (!(call->invalid && err == CRI_ERR_ARGUMENT) && !(call->overlapping && err == CRI_ERR_OVERLAP) && !other)
            call_fail(call, "is not refused as the contract says");
    } else if (err == CRI_ERR_OVERLAP) {
        call_fail(call, "returns CRI_ERR_OVERLAP, but nothing overlaps");
    } else if (err != CRI_OK && !changed && !is_documented(call, err)) {
        call_fail(call, "returns an error that its comment does not name");
    }
}

static void check_result(const struct call *call)
{
    const bool refused = call->invalid || call->overlapping;
    switch (call->function->returns) {
    case RETURNS_ERROR:
        check_error(call);
        break;
    case RETURNS_TEXT_OF_LIBRARY:
        if (strlen((const char *)(uintptr_t)call->result) > 200)
            call_fail(call, "returns a text without an end");
        break;
    default:
        if (refused && call->result != 0)
            call_fail(call, "accepts arguments that no call may have");
    }
}

/* ---- what was written ---- */

static bool may_store(const struct call *call, const struct parameter *parameter)
{
    /* Without an object an iterator goes through nothing. */
    if (call_succeeded(call) || (call->function->returns == RETURNS_NOTHING && !call->overlapping))
        return true;
    if (call->invalid || call->overlapping)
        return false;
    if (changed)
        return true;
    if (call->function->returns != RETURNS_ERROR)
        return false;
    switch (parameter->stored) {
    case STORED_NEEDED:
        return call->result == CRI_ERR_BUFFER;
    case STORED_SKIPPED:
        return cri_err_is_unprocessable((cri_err_t)call->result);
    case STORED_WHERE:
        return true;
    default:
        return false;
    }
}

/* Finds what the call may have written, now that its result is known. */
static size_t written(const struct call *call, struct region *regions)
{
    size_t count = 0;
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const uint8_t *start = call->a[i].pointer;
        if (parameter->kind == CHANGED && start != NULL) {
            /* A call that is refused changes no object, but a builder keeps the error. */
            if (type_writes(parameter->of) || !(call->invalid || call->overlapping)) {
                regions[count++] = (struct region){start, parameter->size};
                if (type_writes(parameter->of))
                    regions[count++] = slice_of(parameter->of, start, 0);
            }
        } else if (parameter->kind == BUFFER || parameter->kind == TEXT) {
            if (!call->invalid && !call->overlapping)
                regions[count++] = (struct region){start, call->a[i + 1].number};
        } else if (parameter->kind == OBJECTS && call_succeeded(call)) {
            regions[count++] = (struct region){start, call->a[i + 1].number * parameter->size};
        } else if ((parameter->kind == PLACE || parameter->kind == SLICE) && start != NULL &&
                   may_store(call, parameter)) {
            regions[count++] = (struct region){start, parameter->size};
        }
    }
    return count;
}

static void check_written(const struct call *call)
{
    struct region regions[2 * MOST_PARAMETERS];
    const size_t count = written(call, regions);
    for (size_t i = 0; i < PIECES; i++) {
        const struct piece *piece = &pieces[i];
        if (piece->len > 0 && memory_overrun(piece))
            call_fail(call, "writes outside of what it was lent");
        if (piece->len == 0 || memcmp(piece->start, piece->saved, piece->len) == 0)
            continue;
        for (size_t at = 0; at < piece->len; at++) {
            bool allowed = piece->start[at] == piece->saved[at];
            for (size_t j = 0; j < count && !allowed; j++)
                allowed = contains(regions[j], (struct region){piece->start + at, 1});
            if (!allowed)
                call_fail(call, "writes what is none of its outputs");
        }
    }
}

void call_make(struct call *call)
{
    call_describe(call);
    memory_save();
    for (size_t i = 0; i < call->function->count; i++) {
        if (is_output(&call->function->parameters[i]) && call->a[i].pointer != NULL && !call->invalid &&
            !call->overlapping)
            memory_undefined(call->a[i].pointer, output_size(call, i));
    }
    call->result = call->function->call(call->a);
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        /* The padding of an object stays undefined. */
        if (call->a[i].pointer != NULL && !call->invalid && !call->overlapping &&
            (is_output(parameter) || parameter->kind == CHANGED))
            memory_defined(call->a[i].pointer, output_size(call, i));
    }
    if (after_call != NULL)
        after_call(call);
    check_result(call);
    check_written(call);
}

/* ---- what is handed out ---- */

#if defined(__linux__)
/* Where the linker put the program with its constants. */
extern const uint8_t __executable_start[], end[];
#define IS_CONSTANT(slice)                                                                                             \
    contains((struct region){__executable_start, (size_t)((uintptr_t)end - (uintptr_t)__executable_start)}, slice)
#else
#define IS_CONSTANT(slice) (memory_of((slice).start) == NULL)
#endif

void call_check_slice(const struct call *call, struct region slice)
{
    bool found = IS_CONSTANT(slice);
    if (slice.len == 0)
        return;
    for (size_t i = 0; i < call->reads_count && !found; i++)
        found = contains(call->reads[i], slice);
    for (size_t i = 0; i < call->writes_count && !found; i++)
        found = contains(call->writes[i], slice);
    if (!found)
        call_fail(call, "hands out what it was not lent, and is not a constant");
    for (size_t i = 0; i < slice.len; i++)
        (void)*(const volatile uint8_t *)(slice.start + i);
}

void call_check_object(const struct call *call, int type, const uint8_t *object)
{
    for (size_t i = 0; i < types[type].slices_count; i++)
        call_check_slice(call, slice_of(type, object, i));
}

/* ---- laws ---- */

void call_check_cri(const struct call *call, const uint8_t *data, size_t data_len, uint8_t revision)
{
    uint8_t again[PIECE_MAX];
    cri_t cri, view;
    size_t len;
    if (changed) {
        if (cri_parse(revision, data, data_len, &cri, &len) != CRI_OK)
            call_fail(call, "stores a view of what is not a CRI");
        return;
    }
    if (cri_parse_exact(revision, data, data_len, &cri) != CRI_OK || !cri_is_canonical(&cri))
        call_fail(call, "writes what is not a CRI in canonical form");
    if (cri_encode(&cri, again, sizeof again, &len) != CRI_OK || len != data_len || memcmp(again, data, len) != 0)
        call_fail(call, "writes what is read as something else");
    if (call->function->view != NULL &&
        (call->function->view(call->a, &view) != CRI_OK || memcmp(&view, &cri, sizeof cri) != 0))
        call_fail(call, "has a companion that stores another view");
}
