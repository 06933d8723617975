/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Looks for the input on which an operation takes most instructions for each byte, on a Cortex-M3 under qemu: a hill-climb by
 * changes at random, over inputs of 64 to 128 bytes, valid or not. It begins at the worst of what earlier searches have found
 * for any operation (worst.csv), then at classes of input. Prints for each operation: OPERATION, BYTES, INSTRUCTIONS, RESULT and
 * the input in hex, with tabs between them.
 */
#include "raw.h"
#include "systick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 64, LONGEST = 128, PATIENCE = 400 };
#ifndef WORST_STEPS
#define WORST_STEPS 30000
#endif
#ifndef WORST_SEED
#define WORST_SEED 1
#endif

struct candidate {
    uint8_t bytes[LONGEST];
    size_t len;
    unsigned long instructions;
};

/* ---- changes at random ------------------------------------------------------------------------ */

static uint32_t state = WORST_SEED;

static size_t below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

/* What matters to one reader or another. */
static uint8_t interesting(void)
{
    static const uint8_t bytes[] = "/:?#[]@&=.%2eE~aAz0-_!\"'(,\\\xc3\xa9\xe6\x9d\xb1\xf0\x90\x8d\x88\x20\x40\x60\x61"
                                   "\x78\x58\x80\x81\x98\x9f\x5f\x7f\xff\xf4\xf5\xf6\xd8\x63\x1b\x18\xb0\xd0\xdd";
    return below(8) == 0 ? (uint8_t)below(256) : bytes[below(sizeof bytes - 1)];
}

/* Puts `count` bytes that stand at `from` also at `to`. */
static void repeat(struct candidate *in, size_t from, size_t to, size_t count)
{
    uint8_t piece[LONGEST];
    memcpy(piece, in->bytes + from, count);
    memmove(in->bytes + to + count, in->bytes + to, in->len - to);
    memcpy(in->bytes + to, piece, count);
    in->len += count;
}

static void change(struct candidate *from)
{
    size_t at = below(from->len), count = 1 + below(8);
    bool is_inside = at + count < from->len;
    switch (below(5)) {
    case 0:
        from->bytes[at] = interesting();
        break;
    case 1:
        from->bytes[at] = (uint8_t)(from->bytes[at] + (below(2) == 0 ? 1 : -1));
        break;
    case 2:
        if (is_inside && from->len - count >= SHORTEST) {
            memmove(from->bytes + at, from->bytes + at + count, from->len - at - count);
            from->len -= count;
        }
        break;
    case 3:
        if (from->len < LONGEST) {
            repeat(from, at, at, 1);
            from->bytes[at] = interesting();
        }
        break;
    default:
        /* What is bad comes often. */
        if (is_inside && from->len + count <= LONGEST) {
            repeat(from, at, below(2) == 0 ? at : below(from->len), count);
        }
        break;
    }
}

/* ---- the climb -------------------------------------------------------------------------------- */

/* What is refused before the operation costs it nothing. */
static void measure(const struct raw_operation *op, struct candidate *of)
{
    enum { REPETITIONS = 4 };
    if (op->prepare != NULL && op->prepare(of->bytes, of->len) != CRI_OK) {
        of->instructions = 0;
        return;
    }
    uint32_t since = systick_now();
    for (int i = 0; i < REPETITIONS; i++) {
        op->run(of->bytes, of->len);
    }
    of->instructions = (unsigned long)(systick_ticks(since) * SYSTICK_TICK / REPETITIONS);
}

static bool is_worse(const struct candidate *a, const struct candidate *b)
{
    return b->len == 0 || (unsigned long long)a->instructions * b->len > (unsigned long long)b->instructions * a->len;
}

/* What a class of input is in the format of an operation, repeated until it is long enough. Returns false if it has no such
 * form, or one that is too long. */
static bool begin(const struct raw_operation *op, const struct input_class *from, struct candidate *start)
{
    size_t len;
    const void *bytes = prepare_class(from) ? class_form(op->form, &len) : NULL;
    if (bytes == NULL || len == 0 || len > LONGEST) {
        return false;
    }
    for (start->len = 0; start->len < SHORTEST; start->len += len) {
        if (start->len + len > LONGEST) {
            memset(start->bytes + start->len, 'a', SHORTEST - start->len);
            start->len = SHORTEST;
            return true;
        }
        memcpy(start->bytes + start->len, bytes, len);
    }
    return true;
}

/* Climbs until there are no steps left, or none has been up for a while. */
static void climb(const struct raw_operation *op, struct candidate *best, unsigned *steps)
{
    measure(op, best);
    for (unsigned since = 0; *steps > 0 && since < PATIENCE; since++, --*steps) {
        struct candidate next = *best;
        for (size_t changes = 1 + below(3); changes > 0; changes--) {
            change(&next);
        }
        measure(op, &next);
        if (is_worse(&next, best)) {
            *best = next;
            since = 0;
        }
    }
}

static void search(const struct raw_operation *op)
{
    static struct candidate worst, next;
    unsigned steps = WORST_STEPS;
    worst.len = 0;
    for (const struct raw_input *known = raw_inputs; known < raw_inputs + raw_input_count; known++) {
        if (known->len >= SHORTEST) {
            next.len = known->len;
            memcpy(next.bytes, known->bytes, known->len);
            measure(op, &next);
            worst = is_worse(&next, &worst) ? next : worst;
        }
    }
    if (worst.len > 0) {
        climb(op, &worst, &steps);
    }
    while (steps > 0) {
        if (begin(op, input_classes + below(input_class_count), &next)) {
            climb(op, &next, &steps);
            worst = is_worse(&next, &worst) ? next : worst;
        }
    }
    printf("%s\t%lu\t%lu\t%s\t", op->name, (unsigned long)worst.len, worst.instructions,
           cri_err_name(run_raw_operation(op, worst.bytes, worst.len)));
    for (size_t i = 0; i < worst.len; i++) {
        printf("%02x", worst.bytes[i]);
    }
    printf("\n");
    fflush(stdout);
}

int main(void)
{
    systick_start();
    if (!prepare_raw_operations()) {
        printf("FAILED: an operation on the benchmark's base\n");
        exit(1);
    }
    for (size_t i = 0; i < raw_operation_count; i++) {
        search(raw_operations + i);
    }
    exit(0);
}
