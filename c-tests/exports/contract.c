/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The contract of every export, checked by valid calls and by every mistake in one of their arguments. */
#include "drivers.h"

#include "arguments.h"
#include "cri.h"
#include "samples.h"
#include <stdio.h>
#include <string.h>

/* For each function: the number of calls that were examined, the number of these calls that found something, and the
 * number of refused calls. The test needs at least `wanted` of each. */
static unsigned taken[MOST_FUNCTIONS], found[MOST_FUNCTIONS], refused[MOST_FUNCTIONS], wanted;

/* ---- capacities ---- */

/* Tries every capacity from 0 to two more than needed, on the same objects. CVE-2026-27703: options of a peer are
 * written to a small buffer. CVE-2021-46141, CVE-2021-46142: objects are used again after a call lacked room. */
static void every_capacity(const struct call *call)
{
    static uint8_t first[PIECE_MAX];
    const int buffer = call_buffer(call);
    struct piece *copy = &pieces[COPY_AT];
    if (buffer < 0 || !stores_length(call, (size_t)buffer))
        return;
    struct call other = *call;
    call_make(&other);
    const size_t len = stored_length(&other, buffer);
    const size_t nul = call->function->parameters[buffer].kind == TEXT, needed = len + nul;
    if (len > 0)
        memcpy(first, call->a[buffer].pointer, len);
    memory_restore();
    for (size_t cap = 0; cap <= needed + 2 && needed + 2 <= PIECE_MAX; cap++) {
        other.a[buffer].pointer = memory_place(copy, cap);
        other.a[buffer + 1].number = cap;
        for (unsigned asks = 0; asks < 2; asks++) {
            /* A capacity of 0 asks for the length, with NULL or with any other address. */
            if (asks == 1)
                other.a[buffer].pointer = NULL;
            calls_made++;
            call_make(&other);
            if (other.result != (cap < needed ? CRI_ERR_BUFFER : CRI_OK))
                call_fail(&other, "stores a wrong length");
            if (stored_length(&other, buffer) != len)
                call_fail(&other, "stores another length with another capacity");
            if (cap >= needed && len > 0 && memcmp(copy->start, first, len) != 0)
                call_fail(&other, "writes something else with another capacity");
            if (cap >= needed && nul && copy->start[len] != '\0')
                call_fail(&other, "does not end its text");
            if (cap < needed && cap > 0 && nul && copy->start[0] != '\0')
                call_fail(&other, "does not empty a text that has no room");
            memory_restore();
            if (cap > 0)
                break;
        }
    }
    memory_place(copy, 0);
}

/* A refusal has the same reason with every size of the buffer. */
static void refuse_with_any_capacity(const struct call *call)
{
    const int buffer = call_buffer(call);
    const size_t at = (size_t)(call->function - functions);
    if (buffer < 0 || !stores_length(call, (size_t)buffer) || call->result == CRI_ERR_BUFFER ||
        call_is_of_result(call) || refused[at] >= 4 * wanted)
        return;
    refused[at]++;
    for (size_t cap = 0; cap < 9; cap++) {
        struct call other = *call;
        other.a[buffer].pointer = memory_place(&pieces[COPY_AT], cap);
        other.a[buffer + 1].number = cap;
        attempt(&other);
        if (other.result != call->result)
            call_fail(&other, "returns another error with another capacity");
    }
    memory_place(&pieces[COPY_AT], 0);
}

/* Passes several numbers of places for objects. The call must store an object in each place, and must return an error
 * if there are fewer places than objects. */
static void every_number_of_places(const struct call *call)
{
    const int at = call_parameter(call, OBJECTS);
    struct call other = *call;
    call_make(&other);
    const bool found = call_found(&other);
    memory_restore();
    const struct parameter *first = &call->function->parameters[0];
    /* A table may have patterns with more captures than the pattern that matches. */
    if (at < 0 || (first->of != NONE && type_has_rows(first->of)) || !found)
        return;
    const size_t size = call->function->parameters[at].size;
    for (size_t count = 0; count <= 4; count++) {
        other.a[at].pointer = memory_place(&pieces[COPY_AT], count * size);
        other.a[at + 1].number = count;
        calls_made++;
        call_make(&other);
        if (other.result != CRI_OK && other.result != CRI_ERR_BUFFER)
            call_fail(&other, "returns another error with other places");
        for (size_t i = 0; other.result == CRI_OK && i < count; i++) {
            if (!is_stored(pieces[COPY_AT].start + i * size))
                call_fail(&other, "stores fewer objects than it asks for");
        }
        memory_restore();
        if (other.result == CRI_OK)
            break;
    }
    memory_place(&pieces[COPY_AT], 0);
}

/* ---- equivalent calls ---- */

/* The previous content of an output is never read. */
static void other_fillings(const struct call *call)
{
    static uint8_t seen[MOST_PARAMETERS][1024];
    for (unsigned fill = 0; fill < 2; fill++) {
        struct call other = *call;
        for (size_t i = 0; i < call->function->count; i++) {
            if (is_output(&call->function->parameters[i]) && call->a[i].pointer != NULL)
                memset(call->a[i].pointer, fill == 0 ? 0x00 : 0xff, output_size(call, i));
        }
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
    for (size_t i = 0; i < call->function->count; i++) {
        if (is_output(&call->function->parameters[i]) && call->a[i].pointer != NULL)
            memset(call->a[i].pointer, FILL_BYTE, output_size(call, i));
    }
}

static void take_apart(struct call *call)
{
    const size_t at = (size_t)(call->function - functions);
    struct call other = *call;
    call_make(&other);
    const bool finds = call_found(&other);
    memory_restore();
    if (taken[at] >= wanted && !(finds && found[at] < wanted))
        return;
    taken[at]++;
    found[at] += finds;
    strict = true;
    wrong_arguments(call);
    outputs_over_regions(call);
    every_capacity(call);
    every_number_of_places(call);
    other_fillings(call);
    strict = false;
}

/* ---- the driver ---- */

const unsigned samples_count = sizeof samples / sizeof *samples;

void begin_with_samples(unsigned round)
{
    struct region blocks[BLOCKS];
    record.random = UINT64_C(0x9e3779b97f4a7c15) * (round + 1);
    for (unsigned i = 0; i < BLOCKS; i++)
        blocks[i] = samples[(i == 0 ? round : (unsigned)byte()) % samples_count];
    begin(round / samples_count % 2 == 0 ? CRI_REV_27 : CRI_REV_13, blocks, BLOCKS);
}

void call_at_random(unsigned calls)
{
    while (calls-- > 0)
        (void)make_call(((size_t)byte() | (size_t)byte() << 8) % functions_count, 1, 0);
}

void check_contract(unsigned calls, unsigned most_rounds)
{
    size_t left = functions_count;
    begin_driver();
    memset(taken, 0, sizeof taken);
    memset(found, 0, sizeof found);
    memset(refused, 0, sizeof refused);
    calls_made = 0;
    wanted = calls;
    before_success = take_apart;
    after_failure = refuse_with_any_capacity;
    for (unsigned round = 0; round < most_rounds && left > 0; round++) {
        begin_with_samples(round);
        for (unsigned step = 0; step < 300; step++) {
            size_t at = ((size_t)byte() | (size_t)byte() << 8) % functions_count;
            /* Half of the calls choose a function that has not found enough yet. */
            for (size_t tries = 0; step % 2 == 0 && found[at] >= wanted && tries < functions_count; tries++)
                at = (at + 1) % functions_count;
            if (make_call(at, 1, 0) && functions[at].count == 0)
                taken[at] = found[at] = wanted;
        }
        left = 0;
        for (size_t i = 0; i < functions_count; i++)
            left += found[i] < wanted;
    }
    before_success = NULL;
    after_failure = NULL;
    for (size_t i = 0; i < functions_count; i++) {
        const struct call never = {.function = &functions[i]};
        if (found[i] == 0)
            call_fail(&never, "is never called with success: c-tests/exports/samples.h needs an input for it");
        if (found[i] < wanted)
            printf("%s: %u calls only\n", functions[i].name, found[i]);
    }
    printf("%u functions, %lu calls\n", (unsigned)functions_count, calls_made);
}

/* ---- bytes that change ---- */

/* Changes bytes between calls (R22), as DMA, an erased page of flash, or a buffer that is used again would. The results
 * are then unspecified, but each function returns, accesses only its memory, and stores its outputs if it reports
 * success. CVE-2025-50518: an object is used after its memory was given to others. */
void check_changed(unsigned calls)
{
    begin_driver();
    for (unsigned round = 0; round < 4 * samples_count; round++) {
        begin_with_samples(round);
        call_at_random(300);
        for (unsigned changes = 0; changes < 16; changes++) {
            change_memory();
            call_at_random(calls);
        }
    }
}
