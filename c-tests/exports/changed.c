/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls functions whose borrowed bytes change (R22), as DMA, an erased page of flash, or a buffer that is used again
 * would change them. The results are then unspecified, but each function returns, accesses only its memory, and stores
 * its outputs if it reports success. CVE-2025-50518: an object is used after its memory was given to others. */
#define _DEFAULT_SOURCE
#include "drivers.h"

#include "arguments.h"
#include "cri.h"
#include <stdio.h>
#include <string.h>

#if HOSTED
#include <unistd.h>

/* Ends the program if a call does not return. */
static void watch(unsigned seconds) { alarm(seconds); }
#else
/* The emulator of a board limits its time. */
static void watch(unsigned seconds) { (void)seconds; }
#endif

static unsigned long made;
static bool called[MOST_FUNCTIONS];

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
        for (unsigned tries = 0; tries < 400 && !type_writes(type) && borrower(type, 0) == NULL; tries++)
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
