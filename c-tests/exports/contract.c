/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The contract of every export, checked by valid calls and by every mistake in one of their arguments. */
#include "exports.h"

#include "cri.h"
#include <stdio.h>
#include <string.h>

/* For each function: the number of calls that were examined, the number of these calls that found something, and the
 * number of refused calls. The test needs at least `wanted` of each. */
static unsigned taken[MOST_FUNCTIONS], found[MOST_FUNCTIONS], refused[MOST_FUNCTIONS], wanted;

/* Makes a call, checks it, and undoes it. */
static void attempt(struct call *call)
{
    call_make(call);
    memory_restore();
}

/* Passes a pointer, and a number that follows it or stands alone. */
static void attempt_with(const struct call *call, size_t at, uintptr_t pointer, uint64_t number)
{
    struct call other = *call;
    other.a[at].pointer = (void *)pointer;
    other.a[at + is_counted(&call->function->parameters[at])].number = number;
    attempt(&other);
}

/* ---- arguments that no call may have ---- */

static void wrong_numbers(const struct call *call, size_t at)
{
    const enum kind kind = call->function->parameters[at].kind;
    for (uint64_t number = 0; number < 256; number++) {
        if ((kind == REVISION && number != CRI_REV_13 && number != CRI_REV_27) || kind == CHOICE)
            attempt_with(call, at, 0, number);
        /* Each bit that is not a flag is added to the flags that are set. */
        if (kind == FLAGS && number < 8)
            attempt_with(call, at, 0, call->a[at].number | UINT64_C(1) << number);
    }
}

/* A builder keeps its first error, which may be about an argument, whatever is wrong later. */
static void error_is_kept(const struct call *call, size_t at, uintptr_t address)
{
    const int object = call_parameter(call, CHANGED);
    struct call first = *call, second = *call, next = *call;
    uint8_t before[PIECE_MAX];
    if (object < 0 || !type_writes(call->function->parameters[object].of))
        return;
    const size_t size = call->function->parameters[object].size;
    memcpy(before, call->a[object].pointer, size);
    first.a[at].pointer = (void *)address;
    second.a[at].pointer = NULL;
    first.a[at + 1].number = second.a[at + 1].number = 1;
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
            attempt_with(call, at, (uintptr_t)call->a[at].pointer, lengths[i]);
    }
    attempt_with(call, at, 0, 1);
    attempt_with(call, at, 0, 20);
    error_is_kept(call, at, 0);
}

/* Passes an object of zeros, which an output may also overlap. */
static void zeros(const struct call *call, size_t at)
{
    struct call other = *call;
    other.a[at].pointer = memset(memory_place(&pieces[COPY_AT], call->function->parameters[at].size), 0,
                                 call->function->parameters[at].size);
    attempt(&other);
    for (size_t i = 0; i < call->function->count; i++) {
        if (is_output(&call->function->parameters[i]) && output_size(call, i) > 0)
            attempt_with(&other, i, (uintptr_t)other.a[at].pointer, call->a[i + 1].number);
    }
}

/* Passes structures whose fields the caller fills, with lengths that do not go with their pointers. */
static void inconsistent_fields(const struct call *call, size_t at)
{
    static const size_t lengths[] = {0, 1, 3, 5, 15, 17, SIZE_MAX / 2 + 1, SIZE_MAX};
    const struct type *type = &types[call->function->parameters[at].of];
    struct call other = *call;
    uint8_t *copy = memory_place(&pieces[COPY_AT], type->size);
    other.a[at].pointer = copy;
    for (size_t i = 0; call->a[at].pointer != NULL && i < type->slices_count; i++) {
        for (size_t k = 0; k < 2 * sizeof lengths / sizeof *lengths; k++) {
            memcpy(copy, call->a[at].pointer, type->size);
            memcpy(copy + type->slices[i].length, &lengths[k / 2], sizeof *lengths);
            if (k % 2 != 0)
                memset(copy + type->slices[i].pointer, 0, sizeof(void *));
            call_describe(&other);
            if (other.invalid)
                attempt(&other);
        }
    }
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
static void wrong_arguments(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        if (is_counted(parameter))
            wrong_lengths(call, i);
        else if (parameter->size > 0 && !parameter->nullable)
            attempt_with(call, i, 0, 0);
        else if (parameter->kind == PLACE)
            without_place(call, i);
        if (parameter->kind == OBJECT || parameter->kind == CHANGED)
            (types[parameter->of].is_public ? inconsistent_fields : zeros)(call, i);
        if (parameter->kind >= REVISION && parameter->kind <= CHOICE)
            wrong_numbers(call, i);
    }
}

/* Puts each output, of one byte at least, and a byte of each input over the first and the last byte of every region:
 * outputs over all regions, inputs over the regions that the call writes. */
static void overlapping_arguments(const struct call *call)
{
    struct call described = *call;
    call_describe(&described);
    for (size_t k = 0; k < 2 * described.accesses_count * call->function->count; k++) {
        const size_t at = k / 2 / described.accesses_count;
        const struct access *access = &described.accesses[k / 2 % described.accesses_count];
        const struct region region = access->region;
        const struct parameter *parameter = &call->function->parameters[at];
        const bool is_object = parameter->of != NONE || parameter->size > sizeof(void *);
        const uintptr_t align = is_object ? sizeof(void *) : parameter->size;
        const uintptr_t place = (uintptr_t)region.start + (k % 2 == 0 ? 0 : region.len - 1);
        if (region.len == 0 || access->writer == parameter)
            continue;
        if (is_output(parameter)) {
            const size_t size = output_size(call, at);
            attempt_with(call, at, place / align * align, size > 0 ? call->a[at + 1].number : 1);
        } else if (parameter->kind == INPUT && access->writer != NULL && call->a[at + 1].number > 0) {
            attempt_with(call, at, place, 1);
            error_is_kept(call, at, place);
        }
    }
}

/* ---- equivalent calls ---- */

/* Tries every capacity from 0 to two more than needed, on the same objects. CVE-2026-27703: options of a peer are
 * written to a small buffer. CVE-2021-46141, CVE-2021-46142: objects are used again after a call lacked room. */
static void every_capacity(const struct call *call)
{
    static uint8_t first[PIECE_MAX];
    const int buffer = call_buffer(call);
    struct call other = *call;
    if (!stores_length(call, buffer))
        return;
    call_make(&other);
    const size_t len = stored_length(&other, buffer);
    const size_t needed = len + (call->function->parameters[buffer].kind == TEXT);
    if (len > 0)
        memcpy(first, call->a[buffer].pointer, len);
    memory_restore();
    /* A capacity of 0 asks for the length, with NULL or with any other address. */
    call_with_capacity(&other, buffer, NULL, 0, len);
    memory_restore();
    for (size_t cap = 0; cap <= needed + 2 && needed + 2 <= PIECE_MAX; cap++) {
        uint8_t *place = memory_place(&pieces[COPY_AT], cap);
        call_with_capacity(&other, buffer, place, cap, len);
        if (cap >= needed && len > 0 && memcmp(place, first, len) != 0)
            call_fail(&other, "writes something else with another capacity");
        memory_restore();
    }
}

/* A refusal has the same reason with every size of the buffer. */
static void refuse_with_any_capacity(const struct call *call)
{
    const int buffer = call_buffer(call);
    if (!stores_length(call, buffer) || call->result == CRI_ERR_BUFFER || call_is_of_result(call) ||
        refused[call->function - functions]++ >= 4 * wanted)
        return;
    struct call other = *call;
    for (size_t cap = 0; cap < 9; cap++) {
        other.a[buffer].pointer = memory_place(&pieces[COPY_AT], cap);
        other.a[buffer + 1].number = cap;
        attempt(&other);
        if (other.result != call->result)
            call_fail(&other, "returns another error with another capacity");
    }
}

/* Passes several numbers of places for objects. The call must store an object in each place, and must return an error
 * if there are fewer places than objects. */
static void every_number_of_places(const struct call *call)
{
    const int at = call_parameter(call, OBJECTS);
    const struct parameter *parameters = call->function->parameters;
    /* A table may have patterns with more captures than the pattern that matches. */
    if (at < 0 || parameters[0].of == type_named("cri_routes_t"))
        return;
    const size_t size = parameters[at].size;
    struct call other = *call;
    other.result = CRI_ERR_BUFFER;
    for (size_t count = 0; count <= 4 && other.result == CRI_ERR_BUFFER; count++) {
        other.a[at].pointer = memory_place(&pieces[COPY_AT], count * size);
        other.a[at + 1].number = count;
        call_make(&other);
        if (other.result != CRI_OK && other.result != CRI_ERR_BUFFER)
            call_fail(&other, "returns another error with other places");
        for (size_t i = 0; other.result == CRI_OK && i < count; i++) {
            if (!is_stored(pieces[COPY_AT].start + i * size))
                call_fail(&other, "stores fewer objects than it asks for");
        }
        memory_restore();
    }
}

/* The previous content of an output is never read. */
static void other_fillings(const struct call *call)
{
    static uint8_t seen[MOST_PARAMETERS][1024];
    struct call other = *call;
    for (unsigned fill = 0; fill < 2; fill++) {
        fill_outputs(call, fill == 0 ? 0x00 : 0xff);
        call_make(&other);
        if (other.result != call->result)
            call_fail(&other, "reads the previous content of an output");
        for (size_t i = 0; i < call->function->count; i++) {
            const struct parameter *parameter = &call->function->parameters[i];
            const size_t size = parameter->size < sizeof seen[i] ? parameter->size : sizeof seen[i];
            /* Objects are not compared, because they have padding. */
            if ((parameter->kind != PLACE && parameter->kind != SLICE) || parameter->of != NONE ||
                parameter->stored == STORED_WHERE || !(call_found(&other) || parameter->answers))
                continue;
            if (fill == 1 && memcmp(seen[i], call->a[i].pointer, size) != 0)
                call_fail(&other, "does not store all of an output, or stores its previous content");
            memcpy(seen[i], call->a[i].pointer, size);
        }
        memory_restore();
    }
    fill_outputs(call, FILL_BYTE);
}

/* ---- the driver ---- */

static void examine_call(struct call *call)
{
    const size_t at = (size_t)(call->function - functions);
    call_make(call);
    const bool succeeds = call_succeeded(call), finds = call_found(call);
    memory_restore();
    if (!succeeds)
        refuse_with_any_capacity(call);
    if (!succeeds || (taken[at] >= wanted && !(finds && found[at] < wanted)))
        return;
    /* Without parameters, one call is enough. */
    taken[at] += call->function->count > 0 ? 1 : wanted;
    found[at] += !finds ? 0 : call->function->count > 0 ? 1 : wanted;
    strict = true;
    wrong_arguments(call);
    overlapping_arguments(call);
    every_capacity(call);
    if (finds)
        every_number_of_places(call);
    other_fillings(call);
    memory_place(&pieces[COPY_AT], 0);
    strict = false;
}

void check_contract(unsigned calls, unsigned most_rounds)
{
    size_t left = functions_count;
    wanted = calls;
    examine = examine_call;
    for (unsigned round = 0; round < most_rounds && left > 0; round++) {
        begin_with_samples(round);
        for (unsigned step = 0; step < 300; step++) {
            size_t at = below(functions_count);
            /* Half of the calls choose a function that has not found enough yet. */
            for (size_t tries = 0; step % 2 == 0 && found[at] >= wanted && tries < functions_count; tries++)
                at = (at + 1) % functions_count;
            (void)make_call(at, 0);
        }
        left = 0;
        for (size_t i = 0; i < functions_count; i++)
            left += found[i] < wanted;
    }
    for (size_t i = 0; i < functions_count; i++) {
        const struct call never = {.function = &functions[i]};
        if (found[i] == 0)
            call_fail(&never, "is never called with success: c-tests/exports/samples.c needs an input for it");
    }
    printf("%u functions, %lu calls\n", (unsigned)functions_count, calls_made);
}

/* Changes bytes between calls (R22), as DMA, an erased page of flash, or a buffer that is used again would. The results
 * are then unspecified, but each function returns, accesses only its memory, and stores its outputs if it reports
 * success. CVE-2025-50518: an object is used after its memory was given to others. */
void check_changed(unsigned calls)
{
    examine = NULL;
    for (unsigned round = 0; round < 4 * samples_count; round++) {
        begin_with_samples(round);
        call_at_random(300);
        for (unsigned changes = 0; changes < 16; changes++) {
            change_memory();
            call_at_random(calls);
        }
    }
}
