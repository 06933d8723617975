/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes a call, and checks that it keeps the contract of cri.h. */
#include "exports.h"

#include "cri_check.h"
#include <string.h>

bool changed, strict;
unsigned long calls_made;
void (*before_call)(void);

/* ---- the result ---- */

/* Returns true if arguments may be wrong in ways that call_describe() does not know. */
static bool may_refuse(const struct call *call)
{
    return !strict && (call_parameter(call, NUMBER) >= 0 || call_parameter(call, TABLE) >= 0);
}

static bool is_documented(const struct call *call, int64_t err)
{
    if ((err == CRI_ERR_BUFFER && call_buffer(call) >= 0) || (err == CRI_ERR_ARGUMENT && may_refuse(call)))
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
        if (err == CRI_OK && is_refused(call))
            call_fail(call, "accepts arguments that no call may have");
    } else if (is_refused(call)) {
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

static void check_result(const struct call *call)
{
    const enum returns returns = call->function->returns;
    const int at = call_parameter(call, PLACE);
    /* An iterator without an object has no items, but it is stored. */
    const bool stores = at >= 0 && returns == RETURNS_NOTHING && call->a[at].pointer != NULL && !call->overlapping;
    if (returns == RETURNS_ERROR)
        check_error(call);
    else if (stores && !is_stored(call->a[at].pointer))
        call_fail(call, "leaves an iterator without a value");
    else if (returns == RETURNS_TEXT_OF_LIBRARY && strlen((const char *)(uintptr_t)call->result) > 200)
        call_fail(call, "returns a text without an end");
    else if (returns != RETURNS_TEXT_OF_LIBRARY && is_refused(call) && call->result != 0)
        call_fail(call, "accepts arguments that no call may have");
}

/* ---- what was written ---- */

static bool contains(struct region outer, struct region inner)
{
    return (uintptr_t)inner.start >= (uintptr_t)outer.start &&
           (uintptr_t)inner.start + inner.len <= (uintptr_t)outer.start + outer.len;
}

/* Returns true if the call, now that its result is known, may have written what a parameter lets it write. */
static bool may_write(const struct call *call, const struct parameter *parameter)
{
    switch (parameter->kind) {
    case CHANGED:
        /* A refused call changes no object, but a builder keeps the error. */
        return type_writes(parameter->of) || !is_refused(call);
    case BUFFER:
    case TEXT:
        return !is_refused(call);
    case OBJECTS:
        return call_succeeded(call);
    default:
        /* Without an object, an iterator has no items, but it is stored. */
        if (call_succeeded(call) || (call->function->returns == RETURNS_NOTHING && !call->overlapping))
            return true;
        return !is_refused(call) &&
               (changed || (parameter->stored == STORED_WHERE && call->function->returns == RETURNS_ERROR) ||
                (parameter->stored == STORED_NEEDED && call->result == CRI_ERR_BUFFER) ||
                (parameter->stored == STORED_SKIPPED && cri_err_is_unprocessable((cri_err_t)call->result)));
    }
}

/* Checks what the call returned and wrote. */
static void check_call(struct call *call)
{
    check_result(call);
    for (size_t i = 0; i < PIECES; i++) {
        const struct piece *piece = &pieces[i];
        if (piece->len > 0 && memory_overrun(piece))
            call_fail(call, "writes outside of the memory that it was lent");
        if (piece->len == 0 || memcmp(piece->start, piece->saved, piece->len) == 0)
            continue;
        for (size_t at = 0; at < piece->len; at++) {
            bool allowed = piece->start[at] == piece->saved[at];
            for (size_t j = 0; j < call->accesses_count && !allowed; j++) {
                const struct access *access = &call->accesses[j];
                allowed = access->writer != NULL && may_write(call, access->writer) &&
                          contains(access->region, (struct region){piece->start + at, 1});
            }
            if (!allowed)
                call_fail(call, "writes to memory that is not an output");
        }
    }
}

void (*after_call)(struct call *call) = check_call;

void call_make(struct call *call)
{
    call_describe(call);
    if (after_call == check_call || call_parameter(call, CHANGED) >= 0)
        memory_save();
    calls_made++;
    if (before_call != NULL)
        before_call();
    call->result = call->function->call(call->a);
    after_call(call);
}

void call_with_capacity(struct call *call, int buffer, uint8_t *place, size_t cap, size_t len)
{
    const size_t nul = call->function->parameters[buffer].kind == TEXT;
    call->a[buffer].pointer = place;
    call->a[buffer + 1].number = cap;
    call_make(call);
    if (call->result == CRI_OK && nul && place[stored_length(call, buffer)] != '\0')
        call_fail(call, "does not end its text");
    if (call->result == CRI_ERR_BUFFER && cap > 0 && nul && place[0] != '\0')
        call_fail(call, "does not empty a text that has no room");
    if (changed || (!strict && call_is_of_result(call)))
        return;
    if (call->result != (cap < len + nul ? CRI_ERR_BUFFER : CRI_OK))
        call_fail(call, "needs another capacity than the length that it stored");
    if (stored_length(call, buffer) != len)
        call_fail(call, "stores another length with another capacity");
}

/* ---- pointers that are returned ---- */

static bool is_constant(struct region slice)
{
    bool is_in_program = true;
#if defined(__linux__)
    /* The addresses between which the linker put the program with its constants. */
    extern const uint8_t __executable_start[], end[];
    const size_t len = (size_t)((uintptr_t)end - (uintptr_t)__executable_start);
    is_in_program = contains((struct region){__executable_start, len}, slice);
#endif
    return is_in_program && memory_of(slice.start) == NULL;
}

void call_check_slice(const struct call *call, struct region slice)
{
    bool found = is_constant(slice);
    if (slice.len == 0)
        return;
    for (size_t i = 0; i < call->accesses_count && !found; i++)
        found = contains(call->accesses[i].region, slice);
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

void call_check_cri(const struct call *call, const uint8_t *data, size_t data_len)
{
    const int rev = call_parameter(call, REVISION);
    const uint8_t revision = rev >= 0 ? (uint8_t)call->a[rev].number : cri_revision(call->a[0].pointer);
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
