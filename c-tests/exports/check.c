/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes a call, and checks that it keeps the contract of cri.h. */
#include "call.h"

#include "cri_check.h"
#include <string.h>

/* ---- the result ---- */

/* Returns true if arguments may be wrong in ways that call_describe() does not know. */
static bool may_refuse(const struct call *call)
{
    return !strict && (call_parameter(call, NUMBER) >= 0 || call_parameter(call, TABLE) >= 0);
}

static bool is_documented(const struct call *call, int64_t err)
{
    if (err == CRI_ERR_BUFFER && call_buffer(call) >= 0)
        return true;
    if (err == CRI_ERR_ARGUMENT && may_refuse(call))
        return true;
    for (const int16_t *error = call->function->errors; *error != 0; error++) {
        if (*error == err)
            return true;
    }
    return false;
}

/* Returns true if the length needed is stored. Functions that capture segments store no length. */
static bool stores_needed(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        if (parameter->kind == OBJECTS ||
            (parameter->stored == STORED_NEEDED && !is_fill(call->a[i].pointer, parameter->size)))
            return true;
    }
    return false;
}

static void check_error(const struct call *call)
{
    const int64_t err = call->result;
    const int changed_at = call_parameter(call, CHANGED), object = call_parameter(call, OBJECT);
    const int at = changed_at >= 0 ? changed_at : object;
    /* A builder returns its first error again. */
    const bool keeps = at >= 0 && type_writes(call->function->parameters[at].of);
    if (err > 0 || strcmp(cri_err_name((cri_err_t)err), "unknown") == 0)
        call_fail(call, "returns what is not an error");
    if (keeps) {
        if (err == CRI_OK && (call->invalid || call->overlapping))
            call_fail(call, "accepts arguments that no call may have");
    } else if (call->invalid || call->overlapping) {
        /* If two things are wrong, either error may be returned. */
        const bool other = may_refuse(call) && err != CRI_OK && is_documented(call, err);
        if (!(call->invalid && err == CRI_ERR_ARGUMENT) && !(call->overlapping && err == CRI_ERR_OVERLAP) && !other)
            call_fail(call, "is not refused with the error of the contract");
    } else if (err == CRI_ERR_OVERLAP) {
        call_fail(call, "returns CRI_ERR_OVERLAP, but nothing overlaps");
    } else if (err != CRI_OK && !changed && !is_documented(call, err)) {
        call_fail(call, "returns an error that its comment does not name");
    } else if (err == CRI_ERR_BUFFER && !stores_needed(call)) {
        call_fail(call, "returns CRI_ERR_BUFFER and stores no length");
    }
}

/* An iterator without an object has no items, but it is stored. */
static void check_iterator(const struct call *call)
{
    const int at = call_parameter(call, PLACE);
    if (at >= 0 && call->a[at].pointer != NULL && !call->overlapping && !is_stored(call->a[at].pointer))
        call_fail(call, "leaves an iterator without a value");
}

static void check_result(const struct call *call)
{
    const bool refused = call->invalid || call->overlapping;
    switch (call->function->returns) {
    case RETURNS_ERROR:
        check_error(call);
        break;
    case RETURNS_NOTHING:
        check_iterator(call);
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
    /* Without an object, an iterator has no items. */
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

/* Finds the memory that the call may have written, now that its result is known. */
static size_t written(const struct call *call, struct region *regions)
{
    size_t count = 0;
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const uint8_t *start = call->a[i].pointer;
        if (parameter->kind == CHANGED && start != NULL) {
            /* A refused call changes no object, but a builder keeps the error. */
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
            call_fail(call, "writes outside of the memory that it was lent");
        if (piece->len == 0 || memcmp(piece->start, piece->saved, piece->len) == 0)
            continue;
        for (size_t at = 0; at < piece->len; at++) {
            bool allowed = piece->start[at] == piece->saved[at];
            for (size_t j = 0; j < count && !allowed; j++)
                allowed = contains(regions[j], (struct region){piece->start + at, 1});
            if (!allowed)
                call_fail(call, "writes to memory that is not an output");
        }
    }
}

void call_make(struct call *call)
{
    call_describe(call);
    memory_save();
    if (before_call != NULL)
        before_call();
    call->result = call->function->call(call->a);
    if (after_call != NULL)
        after_call(call);
    check_result(call);
    check_written(call);
}

/* ---- pointers that are returned ---- */

#if defined(__linux__)
/* The addresses between which the linker put the program with its constants. */
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
        call_fail(call, "returns a pointer neither into borrowed memory nor to a constant");
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
            call_fail(call, "stores a view of bytes that are not a CRI");
        return;
    }
    /* Tag 99, which cri_encode_tagged() writes, is no part of the canonical form. */
    const size_t tag = data_len > 2 && data[0] == 0xd8 && data[1] == 0x63 ? 2 : 0;
    if (cri_parse_exact(revision, data, data_len, &cri) != CRI_OK ||
        cri_parse_exact(revision, data + tag, data_len - tag, &view) != CRI_OK || !cri_is_canonical(&view))
        call_fail(call, "writes bytes that are not a CRI in canonical form");
    if (cri_encode(&view, again, sizeof again, &len) != CRI_OK || len != data_len - tag ||
        memcmp(again, data + tag, len) != 0)
        call_fail(call, "writes bytes that are read as another CRI");
    if (call->function->view != NULL &&
        (call->function->view(call->a, &view) != CRI_OK || memcmp(&view, &cri, sizeof cri) != 0))
        call_fail(call, "has a companion that stores another view");
}
