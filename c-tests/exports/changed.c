/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls functions whose borrowed bytes change (R22), as DMA, an erased page of flash, or a buffer that is used again
 * would change them. The results are then unspecified, but each function returns, accesses only its memory, and stores
 * its outputs if it reports success. */
#define _DEFAULT_SOURCE
#include "drivers.h"

#include "arguments.h"
#include "cri.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if HOSTED
#include <signal.h>
#include <unistd.h>

/* Ends the program if a call does not return. */
static void watch(unsigned seconds) { alarm(seconds); }
#else
/* The emulator of a board limits its time. */
static void watch(unsigned seconds) { (void)seconds; }
#endif

static unsigned long made;
static bool called[MOST_FUNCTIONS];

/* ---- bytes that change between calls ---- */

static struct {
    size_t len;
    uint8_t bytes[PIECE_MAX];
} world[PIECES];

static void keep_world(void)
{
    for (size_t i = 0; i < PIECES; i++) {
        world[i].len = pieces[i].len;
        if (pieces[i].len > 0)
            memcpy(world[i].bytes, pieces[i].start, pieces[i].len);
    }
}

static void restore_world(void)
{
    for (size_t i = 0; i < PIECES; i++) {
        if (world[i].len != pieces[i].len)
            memory_place(&pieces[i], world[i].len);
        if (world[i].len > 0)
            memcpy(pieces[i].start, world[i].bytes, world[i].len);
    }
}

/* Calls every function that takes an object on the objects that borrow from the focus. */
static void call_all(void)
{
    for (size_t i = 0; i < functions_count; i++) {
        bool takes = false;
        for (size_t k = 0; k < functions[i].count; k++) {
            const struct parameter *parameter = &functions[i].parameters[k];
            takes |= (parameter->kind == OBJECT || parameter->kind == CHANGED) && borrower(parameter->of, 0) != NULL;
        }
        if (takes) {
            made++;
            called[i] = true;
            (void)make_call(i, 0, 3);
        }
    }
}

static void change_at(struct piece *piece, size_t at, bool all)
{
    /* Changes one byte to the head of another type or width, to a character or to a break. Otherwise, changes all bytes
     * from there on to this value, or writes a head with a large argument, followed by other bytes. */
    static const uint8_t values[] = {0x9b, 0x61, 0x00, 0xff, 0x82, 0x1f, 0x5b, 0x41, 0xf6, 0x18, '/', '%', '{'};
    static const uint8_t fills[] = {0x9f, 0xff, 0x00, 0x1f, 0x80, 0x61};
    static const uint8_t heads[][2] = {{0x9b, 0xff}, {0x5b, 0xff}, {0x9b, 0x00},
                                       {0x7b, 0x00}, {0x9a, 0x7f}, {0x99, 0x00}};
    const struct {
        unsigned count, kinds;
    } tried[] = {
        {all ? 256 : 1, sizeof values}, {all ? 6 : 1, sizeof fills}, {all ? 6 : 1, sizeof heads / sizeof *heads}};
    for (unsigned kind = 0; kind < 3; kind++) {
        for (unsigned i = 0; i < tried[kind].count; i++) {
            const unsigned which = (unsigned)(at + i) % tried[kind].kinds;
            if (kind > 0)
                memset(piece->start + at, kind == 1 ? fills[which] : heads[which][1], piece->len - at);
            if (kind != 1)
                piece->start[at] = kind == 2 ? heads[which][0] : all ? (uint8_t)i : values[which];
            watch(60);
            call_all();
            restore_world();
        }
    }
}

/* Makes an object of each type that can borrow from the focus. */
static void make_borrowers(void)
{
    for (int type = 0; type < (int)types_count; type++) {
        for (unsigned tries = 0; tries < 16 && !type_writes(type) && borrower(type, 0) == NULL; tries++)
            (void)make_object(type, 0);
    }
}

void check_changed(unsigned rounds, unsigned step, bool all)
{
    begin_driver();
    made = 0;
    for (unsigned round = 0; round < rounds * samples_count; round++) {
        begin_with_samples(round);
        focus = &pieces[0];
        call_at_random(500);
        make_borrowers();
        keep_world();
        changed = true;
        for (size_t at = round % step; at < pieces[0].len; at += step)
            change_at(&pieces[0], at, all);
        /* A builder also reads the bytes that are already in its buffer. */
        struct piece *buffer = &pieces[BUILDERS_AT + round % BUILDERS];
        focus = buffer;
        for (size_t at = round % step; at < buffer->len && at < 32; at += step)
            change_at(buffer, at, all);
        changed = false;
        watch(0);
    }
    focus = NULL;
    size_t borrowing = 0;
    for (size_t i = 0; i < functions_count; i++) {
        bool takes = false;
        for (size_t k = 0; k < functions[i].count; k++)
            takes |= functions[i].parameters[k].of != NONE && functions[i].parameters[k].kind >= OBJECT &&
                     functions[i].parameters[k].kind <= CHANGED && !type_has_rows(functions[i].parameters[k].of);
        const struct call never = {.function = &functions[i]};
        if (takes && !called[i])
            call_fail(&never, "is never called on changed bytes");
        borrowing += takes;
    }
    printf("%u functions, %lu calls on changed bytes\n", (unsigned)borrowing, made);
}

/* ---- bytes that change during a call ---- */

/* The outputs that a call stores while nothing changes. It must store them whenever it reports success. */
static bool stored[MOST_PARAMETERS][16];
static uint8_t answered[MOST_PARAMETERS][8];
static unsigned done[MOST_FUNCTIONS], wanted;
static unsigned long reported;

static size_t places_of(const struct call *call, size_t at)
{
    const size_t count = call->function->parameters[at].kind == OBJECTS ? (size_t)call->a[at + 1].number : 1;
    return count < 16 ? count : 16;
}

static bool is_place(const struct parameter *parameter)
{
    return parameter->kind >= PLACE && parameter->kind <= OBJECTS;
}

static bool is_answer(const struct parameter *parameter)
{
    return parameter->kind == PLACE && parameter->size <= sizeof answered[0];
}

static void fill_outputs(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        if (is_place(&call->function->parameters[i]))
            memset(call->a[i].pointer, FILL_BYTE, output_size(call, i));
    }
}

static void note_stored(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const size_t size = call->function->parameters[i].size;
        for (size_t k = 0; is_place(&call->function->parameters[i]) && k < places_of(call, i); k++)
            stored[i][k] = !is_fill((const uint8_t *)call->a[i].pointer + k * size, size);
        if (is_answer(&call->function->parameters[i]))
            memcpy(answered[i], call->a[i].pointer, size);
    }
}

/* Returns true if the call finds the same as before its bytes changed, or another route with other captures. */
static bool answers_alike(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        if (is_answer(&call->function->parameters[i]) &&
            memcmp(answered[i], call->a[i].pointer, call->function->parameters[i].size) != 0)
            return false;
    }
    return true;
}

/* Returns true if the call stores why an item cannot be processed, and therefore no view. */
static bool stores_error(const struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        if (call->function->parameters[i].kind == PLACE && strcmp(call->function->parameters[i].name, "err") == 0)
            return true;
    }
    return false;
}

/* Makes a call that changes its own bytes, and checks that all outputs are stored, except the one that was moved over
 * the bytes. */
static void call_changing(struct call *call, size_t moved)
{
    static uint8_t before[PIECE_MAX];
    const size_t moved_size = moved < call->function->count ? output_size(call, moved) : 0;
    made++;
    if (moved_size > 0) {
        memory_defined(call->a[moved].pointer, moved_size); /* its content does not matter */
        memcpy(before, call->a[moved].pointer, moved_size);
    }
    call->result = call->function->call(call->a);
    if (!call_found(call))
        return;
    reported++;
    const bool alike = answers_alike(call);
    for (size_t i = 0; i < call->function->count; i++) {
        const size_t size = call->function->parameters[i].size;
        if ((i == moved && call->function->parameters[i].kind != OBJECTS) ||
            (call->function->parameters[i].kind == OBJECTS && !alike))
            continue;
        if (!alike && stores_error(call) && call->function->parameters[i].of != NONE)
            continue;
        for (size_t k = 0; is_place(&call->function->parameters[i]) && k < places_of(call, i); k++) {
            uint8_t *object = (uint8_t *)call->a[i].pointer + k * size;
            memory_defined(object, size); /* Padding is undefined. */
            const bool is_stored = i == moved ? memcmp(object, before + k * size, size) != 0 : !is_fill(object, size);
            if (stored[i][k] && !is_stored)
                call_fail(call, "reports what it has not stored");
        }
    }
}

/* Moves an output over the input, at an address by which the library cannot detect it: the first values that are stored
 * change the values that are read next. */
static void move_outputs(const struct call *call, const struct region *regions, size_t count)
{
    if (memory_alias(pieces[0].end) == NULL)
        return;
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        const size_t size = is_output(parameter) ? output_size(call, i) : 0;
        const size_t step = parameter->size == 1 ? 1 : parameter->size < 8 ? parameter->size : 8;
        for (size_t k = 0; size > 0 && k < count; k++) {
            /* If a {} of the pattern is overwritten, the call captures segments by the new text of the pattern. */
            if (parameter->kind == OBJECTS && memchr(regions[k].start, '{', regions[k].len) != NULL)
                continue;
            const uint8_t *first = regions[k].start - (uintptr_t)regions[k].start % step;
            for (size_t at = 0; at < size + regions[k].len; at += step) {
                struct call other = *call;
                if (first + at < memory_of(first)->end - PIECE_MAX + size + step ||
                    first + at >= memory_of(first)->end + PIECE_MAX)
                    continue;
                fill_outputs(&other);
                other.a[i].pointer = memory_alias(first + at) - (size + step - 1) / step * step;
                call_changing(&other, i);
                memory_restore();
                memory_mend(memory_of(first));
            }
        }
    }
}

static void change_during(struct call *call)
{
    struct region regions[MOST_REGIONS];
    size_t count = 0, outputs = 0;
    struct call other = *call;
    call_describe(call);
    for (size_t i = 0; i < call->function->count; i++)
        outputs += is_output(&call->function->parameters[i]);
    /* Objects and rows themselves belong to the caller and do not change. */
    for (size_t i = 0; i < call->reads_count; i++) {
        const struct piece *piece = memory_of(call->reads[i].start);
        if (call->reads[i].len > 0 && piece != NULL && piece < &pieces[ARGUMENTS_AT])
            regions[count++] = call->reads[i];
    }
    if (done[call->function - functions] >= wanted || outputs < 2 || count == 0)
        return;
    fill_outputs(&other);
    call_make(&other);
    note_stored(&other);
    if (call_found(&other)) {
        done[call->function - functions]++;
        memory_restore();
        watch(300);
        move_outputs(call, regions, count);
        watch(0);
    }
    memory_restore();
}

void check_changed_during(unsigned calls, unsigned rounds)
{
    unsigned functions_changed = 0;
    begin_driver();
    memset(done, 0, sizeof done);
    made = reported = 0;
    wanted = calls;
    before_success = change_during;
    for (unsigned round = 0; round < rounds; round++) {
        begin_with_samples(round);
        call_at_random(300);
    }
    before_success = NULL;
    for (size_t i = 0; i < functions_count; i++)
        functions_changed += done[i] > 0;
    printf("%u functions, %lu calls whose bytes change, %lu of them with success\n", functions_changed, made, reported);
}
