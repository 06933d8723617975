/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Looks for the input on which an operation takes most instructions for each byte, on a Cortex-M3 under qemu: a hill-climb by
 * changes at random, over inputs of 64 to 128 bytes, valid or not. It begins at what an earlier search has found (worst.csv), then
 * at classes of input. Prints for each operation: OPERATION, BYTES, INSTRUCTIONS, RESULT and the input in hex, with tabs between
 * them.
 */
#include "worst.h"

#include "classes.h"
#include "cri_document.h"
#include "systick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTEST = 64, LONGEST = 128, PATIENCE = 400, OUT = 1024 };
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

/* ---- what is run ------------------------------------------------------------------------------ */

static uint8_t out[OUT];
static size_t out_len, offset;
static cri_t view, base_view;

static cri_err_t parse(const uint8_t *data, size_t len) { return cri_parse(REVISION, data, len, &view, &out_len); }

static cri_err_t skip(const uint8_t *data, size_t len) { return cri_skip(data, len, &out_len); }

static cri_err_t parse_where(const uint8_t *data, size_t len)
{
    uint8_t part;
    return cri_parse_where(REVISION, data, len, &offset, &part);
}

static cri_err_t find_tagged(const uint8_t *data, size_t len)
{
    cri_find_t find;
    cri_err_t err = cri_find_tagged(REVISION, data, len, &find);
    while (err == CRI_OK && cri_find_next(&find, &view)) {
    }
    return err;
}

/* Parsed, and then this. */
#define PARSED(name, expression)                                                                                       \
    static cri_err_t name(const uint8_t *data, size_t len)                                                             \
    {                                                                                                                  \
        cri_err_t err = parse(data, len);                                                                              \
        return err == CRI_OK ? (expression) : err;                                                                     \
    }

PARSED(encode, cri_encode(&view, out, OUT, &out_len))
PARSED(normalize, cri_normalize(&view, out, OUT, &out_len))
PARSED(to_uri, cri_to_uri(&view, (char *)out, OUT, &out_len))
PARSED(to_iri, cri_to_iri(&view, (char *)out, OUT, &out_len))
PARSED(to_coap, cri_to_coap(&view, NULL, 0, out, OUT, &out_len))
PARSED(to_edn, cri_to_edn(&view, (char *)out, OUT, &out_len))
PARSED(resolve_to, cri_resolve_to(&base_view, &view, out, OUT, &out_len, &view))
PARSED(relativize, cri_relativize(&base_view, &view, &view))

/* On text. */
#define TEXT(name, expression)                                                                                         \
    static cri_err_t name(const uint8_t *data, size_t len)                                                             \
    {                                                                                                                  \
        const char *text = (const char *)data;                                                                         \
        return (expression);                                                                                           \
    }

static cri_err_t split_text(const char *text, size_t len)
{
    cri_uri_t parts;
    return cri_uri_split(text, len, &parts, &offset);
}

static cri_err_t find_text(const char *text, size_t len)
{
    size_t start, found;
    for (size_t at = 0; cri_uri_find(text, len, at, &start, &found); at = start + found) {
    }
    return CRI_OK;
}

TEXT(from_uri, cri_from_uri(REVISION, text, len, out, OUT, &out_len))
TEXT(from_iri, cri_from_iri(REVISION, text, len, out, OUT, &out_len))
TEXT(from_edn, cri_from_edn(REVISION, text, len, out, OUT, &out_len, &offset))
TEXT(uri_split, split_text(text, len))
TEXT(uri_normalize, cri_uri_normalize(text, len, CRI_URI_SCHEME, (char *)out, OUT, &out_len))
TEXT(uri_resolve, cri_uri_resolve(BASE, sizeof BASE - 1, text, len, true, (char *)out, OUT, &out_len))
TEXT(uri_find, find_text(text, len))

static cri_err_t from_coap(const uint8_t *data, size_t len)
{
    return cri_from_coap(REVISION, -1, data, len, NULL, out, OUT, &out_len);
}

static cri_err_t cori_parse(const uint8_t *data, size_t len)
{
    cri_cori_t cori;
    return cri_cori_parse(data, len, &cori, &out_len);
}

/* An operation, and the format of its input. */
static const struct hunted {
    const char *name;
    enum class_form form;
    cri_err_t (*run)(const uint8_t *data, size_t len);
} hunted[] = {
    {"parse", FORM_CRI, parse},
    {"skip", FORM_CRI, skip},
    {"parse_where", FORM_CRI, parse_where},
    {"find_tagged", FORM_CRI, find_tagged},
    {"parse, encode", FORM_CRI, encode},
    {"parse, normalize", FORM_CRI, normalize},
    {"parse, to_uri", FORM_CRI, to_uri},
    {"parse, to_iri", FORM_CRI, to_iri},
    {"parse, to_coap", FORM_CRI, to_coap},
    {"parse, to_edn", FORM_CRI, to_edn},
    {"parse, resolve_to", FORM_CRI, resolve_to},
    {"parse, relativize", FORM_CRI, relativize},
    {"from_uri", FORM_TEXT, from_uri},
    {"from_iri", FORM_TEXT, from_iri},
    {"from_edn", FORM_TEXT, from_edn},
    {"uri_split", FORM_TEXT, uri_split},
    {"uri_normalize", FORM_TEXT, uri_normalize},
    {"uri_resolve", FORM_TEXT, uri_resolve},
    {"uri_find", FORM_TEXT, uri_find},
    {"from_coap", FORM_OPTIONS, from_coap},
    {"cori_parse", FORM_CORI, cori_parse},
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

static void measure(const struct hunted *op, struct candidate *of)
{
    enum { REPETITIONS = 4 };
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
static bool begin(const struct hunted *op, const struct input_class *from, struct candidate *start)
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
static void climb(const struct hunted *op, struct candidate *best, unsigned *steps)
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

static void search(const struct hunted *op)
{
    static struct candidate worst, next;
    unsigned steps = WORST_STEPS;
    worst.len = 0;
    for (const struct known *known = known_worst; known < known_worst + known_worst_count; known++) {
        if (strcmp(known->operation, op->name) == 0) {
            next.len = known->len;
            memcpy(next.bytes, known->bytes, known->len);
            climb(op, &next, &steps);
            worst = is_worse(&next, &worst) ? next : worst;
        }
    }
    while (steps > 0) {
        if (begin(op, input_classes + below(input_class_count), &next)) {
            climb(op, &next, &steps);
            worst = is_worse(&next, &worst) ? next : worst;
        }
    }
    printf("%s\t%lu\t%lu\t%s\t", op->name, (unsigned long)worst.len, worst.instructions,
           cri_err_name(op->run(worst.bytes, worst.len)));
    for (size_t i = 0; i < worst.len; i++) {
        printf("%02x", worst.bytes[i]);
    }
    printf("\n");
    fflush(stdout);
}

int main(void)
{
    static uint8_t base[LONGEST];
    systick_start();
    if (cri_from_uri(REVISION, BASE, sizeof BASE - 1, base, sizeof base, &out_len) != CRI_OK ||
        cri_parse_exact(REVISION, base, out_len, &base_view) != CRI_OK) {
        printf("FAILED: the benchmark's base\n");
        exit(1);
    }
    for (size_t i = 0; i < sizeof hunted / sizeof *hunted; i++) {
        search(hunted + i);
    }
    exit(0);
}
