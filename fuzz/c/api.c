/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* All exports of the archive, in any order, on what earlier calls made: a target for libFuzzer.
 *
 * An input is a byte that chooses the revision, three blocks of bytes, each behind its length, and a script: records of
 * RECORD bytes, each of which is a call, or a change of bytes that may be borrowed (R22). contract.c says what is
 * checked. CRI_FUZZ_TALLY=1 prints at the end how often each export was called, and how often it succeeded.
 */
#include "call.h"

#include "cri_coap.h"
#include "cri_cori.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    RECORD = 10,
    /* The first byte of a record: below it a change of memory, above the other a call with a fault. */
    FIRST_CALL = 32,
    FIRST_FAULT = 208,
    BLOCKS = 3,
    MADE = 12,
    BUILDERS = 4,
    KEPT = 4,
    /* Which pieces of memory are what. */
    MADE_AT = BLOCKS,
    BUILDERS_AT = MADE_AT + MADE,
    ARGUMENTS_AT = BUILDERS_AT + BUILDERS,
    COPY_AT = ARGUMENTS_AT + MOST_PARAMETERS,
    KEPT_AT = COPY_AT + 1,
};

/* What is left of the record. It ends with zeros. */
static struct {
    uint8_t bytes[RECORD];
    size_t at;
} record;

static uint8_t revision;
static unsigned made_next, builders_next, kept_next[32];
static struct {
    unsigned long calls, successes;
} tally[512];

static uint8_t byte(void) { return record.at < RECORD ? record.bytes[record.at++] : 0; }

/* ---- what is kept ---- */

static struct piece *kept_piece(int type, unsigned at) { return &pieces[KEPT_AT + (unsigned)type * KEPT + at % KEPT]; }

/* Drops the objects that borrow from a piece of memory. */
static void forget(const struct piece *piece)
{
    for (int type = 0; type < (int)types_count; type++) {
        for (unsigned at = 0; at < KEPT; at++) {
            struct piece *object = kept_piece(type, at);
            for (size_t i = 0; object->len > 0 && i < types[type].slices_count; i++) {
                const struct region slice = slice_of(type, object->start, i);
                if (slice.len > 0 && memory_of(slice.start) == piece)
                    memory_place(object, 0);
            }
        }
    }
}

static void keep(int type, const uint8_t *object)
{
    struct piece *piece = kept_piece(type, kept_next[type]++);
    memcpy(memory_place(piece, types[type].size), object, types[type].size);
}

static uint8_t *kept(int type, unsigned at)
{
    for (unsigned i = 0; i < KEPT; i++) {
        const struct piece *piece = kept_piece(type, at + i);
        if (piece->len > 0)
            return piece->start;
    }
    return NULL;
}

/* A block that holds bytes, or NULL where there is none. */
static struct piece *block(unsigned at)
{
    struct piece *blocks[BLOCKS + MADE];
    unsigned count = 0;
    for (unsigned i = 0; i < BLOCKS + MADE; i++) {
        if (pieces[i].len > 0)
            blocks[count++] = &pieces[i];
    }
    return count > 0 ? blocks[at % count] : NULL;
}

/* A piece for an output buffer, from which no argument of the call borrows. */
static struct piece *fresh(struct call *call, unsigned first, unsigned count, unsigned *next)
{
    call_describe(call);
    for (unsigned tries = 0; tries < count; tries++) {
        struct piece *piece = &pieces[first + (*next)++ % count];
        bool used = false;
        for (size_t i = 0; i < call->reads_count; i++)
            used |= call->reads[i].len > 0 && memory_of(call->reads[i].start) == piece;
        if (!used) {
            forget(piece);
            return piece;
        }
    }
    return NULL;
}

/* ---- arguments ---- */

/* Texts and addresses that few inputs have. */
static const struct {
    const char *text;
    size_t len;
} words[] = {
    {CRI_LIT("")},        {CRI_LIT("a")},      {CRI_LIT("coap")},    {CRI_LIT("example.com")},
    {CRI_LIT(".")},       {CRI_LIT("..")},     {CRI_LIT("A.b")},     {CRI_LIT("%41%2f")},
    {CRI_LIT("\x7f")},    {CRI_LIT("en1")},    {CRI_LIT("/{*}")},    {CRI_LIT("\x7f\0\0\x01")},
    {CRI_LIT("\xc3\xa4")}, {CRI_LIT("/{}/a")}, {CRI_LIT("coap://h")}, {CRI_LIT("\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1")},
};

static void choose_input(struct call *call, size_t at)
{
    const unsigned choice = byte();
    const struct piece *from = block(choice & 15);
    struct piece *piece = choice >= 224 || from == NULL ? fresh(call, MADE_AT, MADE, &made_next) : NULL;
    if (piece != NULL) {
        const size_t word = choice % (sizeof words / sizeof *words);
        call->a[at].pointer = memcpy(memory_place(piece, words[word].len), words[word].text, words[word].len);
        call->a[at + 1].number = words[word].len;
        return;
    }
    if (from == NULL)
        return;
    size_t start = 0, len = from->len;
    if (choice >= 128) {
        start = byte() % (from->len + 1);
        len = byte() % (from->len + 1 - start);
    }
    call->a[at].pointer = from->start + start;
    call->a[at + 1].number = len;
}

/* Routes and schemes: a text, its length, a number. */
static void choose_table(struct call *call, size_t at)
{
    static const char *const routes[] = {"/{*}", "/{}/a", "/a/{}/{*}", "/"};
    static const char *const schemes[] = {"a", "coap+x", "zz", "zzz"};
    const struct parameter *parameter = &call->function->parameters[at];
    const char *const *texts = parameter->of == type_named("cri_scheme_row_t") ? schemes : routes;
    const unsigned choice = byte();
    const size_t count = choice & 3;
    uint8_t *rows = memory_place(&pieces[ARGUMENTS_AT + at], count * parameter->size);
    memset(rows, 0, count * parameter->size);
    for (size_t i = 0; i < count; i++) {
        const char *text = texts[(i + (choice >> 2)) % 4];
        size_t len = strlen(text);
        const uint32_t number = 9999 + (uint32_t)i * (choice >> 4);
        const struct piece *from = choice >= 192 ? block(choice + (unsigned)i) : NULL;
        uint8_t *row = rows + i * parameter->size;
        if (from != NULL) {
            text = (const char *)from->start;
            len = from->len;
        }
        memcpy(row, &text, sizeof text);
        memcpy(row + sizeof text, &len, sizeof len);
        memcpy(row + sizeof text + sizeof len, &number, sizeof number);
    }
    call->a[at].pointer = count > 0 ? rows : NULL;
    call->a[at + 1].number = count;
}

/* Chooses what the call reads. Returns a type of which there is no object yet, or NONE. */
static int choose_inputs(struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        struct argument *argument = &call->a[i];
        unsigned choice;
        switch (parameter->kind) {
        case INPUT:
            choose_input(call, i);
            break;
        case TABLE:
            choose_table(call, i);
            break;
        case OBJECT:
        case CHANGED:
            choice = byte();
            argument->pointer = kept(parameter->of, choice);
            if (argument->pointer == NULL || (parameter->nullable && choice % 4 == 0))
                argument->pointer = NULL;
            if (argument->pointer == NULL && !parameter->nullable)
                return parameter->of;
            break;
        case REVISION:
            argument->number = byte() < 240 ? revision : (uint8_t)(CRI_REV_13 + CRI_REV_27 - revision);
            break;
        case NUMBER:
            choice = byte();
            argument->number = choice < 224 ? (uint64_t)parameter->numbers[choice % parameter->numbers_count] : choice;
            break;
        default:
            break;
        }
    }
    return NONE;
}

/* Whether a place for the length needed follows an output buffer; else what is made borrows the buffer. */
static bool stores_length(const struct call *call, size_t buffer)
{
    return buffer + 2 < call->function->count && call->function->parameters[buffer + 2].stored == STORED_BUFFER;
}

/* Chooses places for what the call writes: at the end of a page each, apart from all else. */
static bool choose_outputs(struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        struct argument *argument = &call->a[i];
        struct piece *piece = &pieces[ARGUMENTS_AT + i];
        if (parameter->kind == PLACE || parameter->kind == SLICE) {
            argument->pointer = memory_place(piece, parameter->size);
        } else if (parameter->kind == OBJECTS) {
            argument[1].number = byte() % 4;
            argument->pointer = memory_place(piece, argument[1].number * parameter->size);
        } else if (parameter->kind == BUFFER || parameter->kind == TEXT) {
            const unsigned choice = byte();
            const size_t cap = choice < 240 ? choice : choice < 255 ? (choice - 239) * 64 : PIECE_MAX;
            piece = !stores_length(call, i) ? fresh(call, BUILDERS_AT, BUILDERS, &builders_next)
                             : fresh(call, MADE_AT, MADE, &made_next);
            if (piece == NULL)
                return false;
            memory_place(piece, cap);
            argument->pointer = cap > 0 ? piece->start : NULL;
            argument[1].number = cap;
        }
    }
    return true;
}

/* ---- faults ---- */

/* Puts an output where it may overlap what the call reads, or another output. */
static void put_over(struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    struct argument *argument = &call->a[at];
    const bool counted = parameter->kind == BUFFER || parameter->kind == TEXT || parameter->kind == OBJECTS;
    size_t size = parameter->size * (counted ? argument[1].number : 1);
    call_describe(call);
    const unsigned choice = byte() % (call->reads_count + call->writes_count);
    const struct region region =
        choice < call->reads_count ? call->reads[choice] : call->writes[choice - call->reads_count];
    const struct piece *piece = memory_of(region.start);
    if (piece == NULL || region.len == 0)
        return;
    uintptr_t start = (uintptr_t)region.start + region.len / 2 + byte() - 128;
    if (start < (uintptr_t)piece->start)
        start = (uintptr_t)piece->start;
    if (parameter->size > 1) {
        const uintptr_t align = parameter->size < 8 ? parameter->size : 8;
        start = (start + align - 1) / align * align;
    }
    const uintptr_t end = (uintptr_t)piece->start + piece->len;
    if (start > end)
        return;
    if (counted && size > end - start) {
        argument[1].number = (end - start) / parameter->size;
        size = argument[1].number * parameter->size;
    }
    if (size <= end - start)
        argument->pointer = (void *)start;
}

/* Makes one of the arguments one that no call may have, or an output overlap. */
static void make_fault(struct call *call)
{
    const unsigned choice = byte();
    const size_t at = choice % call->function->count;
    const struct parameter *parameter = &call->function->parameters[at];
    struct argument *argument = &call->a[at];
    const unsigned how = choice / call->function->count % 4;
    switch (parameter->kind) {
    case REVISION:
        argument->number = (uint8_t[]){0, 14, 26, 255}[how];
        break;
    case OBJECT:
    case CHANGED:
        argument->pointer = NULL;
        if (how > 1 && !parameter->nullable)
            argument->pointer = memset(memory_place(&pieces[ARGUMENTS_AT + at], parameter->size), 0, parameter->size);
        break;
    case INPUT:
    case TABLE:
    case BUFFER:
    case TEXT:
    case OBJECTS:
        if (how == 0)
            argument->pointer = NULL;
        else if (how == 1)
            argument[1].number = SIZE_MAX / 2 + 1 + byte();
        else if (parameter->kind > CHANGED)
            put_over(call, at);
        break;
    case PLACE:
    case SLICE:
        if (how == 0)
            argument->pointer = NULL;
        else
            put_over(call, at);
        break;
    default:
        break;
    }
}

/* ---- calls ---- */

/* What was stored is checked, and kept for later calls. */
static void keep_outputs(struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        uint8_t *place = call->a[i].pointer;
        const size_t count = parameter->kind == OBJECTS ? call->a[i + 1].number : 1;
        if (parameter->kind == CHANGED) {
            call_check_object(call, parameter->of, place);
        } else if ((parameter->kind == PLACE || parameter->kind == OBJECTS) && parameter->of != NONE) {
            for (size_t j = 0; j < count && is_stored(place + j * parameter->size); j++) {
                call_check_object(call, parameter->of, place + j * parameter->size);
                keep(parameter->of, place + j * parameter->size);
            }
        } else if (parameter->kind == SLICE && is_stored(place)) {
            struct region slice;
            memcpy(&slice.start, place, sizeof slice.start);
            memcpy(&slice.len, call->a[i + 1].pointer, sizeof slice.len);
            call_check_slice(call, slice);
        }
    }
}

/* Calls an iterator until it ends, which is soon, and once more. */
static void drain(struct call *call)
{
    const int at = call_parameter(call, CHANGED);
    size_t most = 16;
    call_describe(call);
    for (size_t i = 0; i < call->reads_count; i++)
        most += call->reads[i].len;
    struct piece *copy = &pieces[COPY_AT];
    const size_t size = call->function->parameters[at].size;
    call->a[at].pointer = memcpy(memory_place(copy, size), call->a[at].pointer, size);
    do {
        for (size_t i = 0; i < call->function->count; i++) {
            if (call->function->parameters[i].kind == PLACE || call->function->parameters[i].kind == SLICE)
                memset(call->a[i].pointer, 0xa5, call->function->parameters[i].size);
        }
        call_make(call);
        if (most-- == 0)
            fail(call, "does not end");
        if (call_succeeded(call))
            keep_outputs(call);
        /* cri_aif_next() tells the end by a flag, all others by their result. */
    } while (call_succeeded(call) && (call->function->returns != RETURNS_ERROR || *(bool *)call->a[1].pointer));
    const bool failed = !call_succeeded(call);
    call_make(call);
    if (failed && call_succeeded(call) && call->function->returns == RETURNS_FLAG)
        fail(call, "goes on after its end");
    memory_place(copy, 0);
}

static size_t length(const struct call *call, int buffer)
{
    size_t len;
    memcpy(&len, call->a[buffer + 2].pointer, sizeof len);
    return len;
}

static void make_with(struct call *call, int buffer, struct piece *piece, size_t cap)
{
    memory_place(piece, cap);
    call->a[buffer].pointer = piece->start;
    call->a[buffer + 1].number = cap;
    call_make(call);
}

/* A call with an output buffer: its length is true, is enough, and one less is not. */
static void make_with_buffer(struct call *call, int buffer)
{
    const size_t cap = call->a[buffer + 1].number;
    const size_t nul = call->function->parameters[buffer].kind == TEXT;
    struct piece *piece = cap > 0 ? memory_of(call->a[buffer].pointer) : &pieces[MADE_AT + (made_next - 1) % MADE];
    call_make(call);
    if (call->result != CRI_OK && call->result != CRI_ERR_BUFFER)
        return;
    const size_t len = length(call, buffer), needed = len + nul;
    if ((call->result == CRI_OK) != (needed <= cap))
        fail(call, "does not say truly how much it needs");
    if (needed > PIECE_MAX)
        return;
    if (needed > 0 && call->result == CRI_OK) {
        make_with(call, buffer, piece, needed - 1);
        if (!changed && (call->result != CRI_ERR_BUFFER || length(call, buffer) != len))
            fail(call, "does with less than it needs");
    }
    make_with(call, buffer, piece, needed);
    if (!changed && (call->result != CRI_OK || length(call, buffer) != len))
        fail(call, "wants more than it said");
    if (call->result == CRI_OK && nul && piece->start[length(call, buffer)] != 0)
        fail(call, "does not end its text");
    if (call->result == CRI_OK && !changed && (call->function->flags & WRITES_CRI)) {
        const int rev = call_parameter(call, REVISION);
        call_check_cri(call, piece->start, len, rev >= 0 ? (uint8_t)call->a[rev].number : cri_revision(call->a[0].pointer));
    }
}

/* What a builder or a composer has finished becomes a block. */
static void keep_finished(struct call *call)
{
    const struct region buffer = slice_of(call->function->parameters[0].of, call->a[0].pointer, 0);
    size_t len;
    memcpy(&len, call->a[1].pointer, sizeof len);
    if (len > buffer.len)
        fail(call, "says that it wrote more than there is");
    struct piece *piece = fresh(call, MADE_AT, MADE, &made_next);
    if (piece != NULL)
        memcpy(memory_place(piece, len), buffer.start, len);
}

static bool make_call(size_t at, unsigned verb, unsigned depth);

/* Makes an object of a type, by one of the exports that do. */
static bool make_object(int type, unsigned depth)
{
    size_t makers[16], count = 0;
    for (size_t i = 0; i < functions_count; i++) {
        for (size_t j = 0; j < functions[i].count && count < sizeof makers / sizeof *makers; j++) {
            if (functions[i].parameters[j].kind == PLACE && functions[i].parameters[j].of == type)
                makers[count++] = i;
        }
    }
    return count > 0 && depth < 3 && make_call(makers[byte() % count], FIRST_CALL, depth + 1);
}

/* A call of an export. Returns whether it succeeded. */
static bool make_call(size_t at, unsigned verb, unsigned depth)
{
    struct call call = {.function = &functions[at]};
    const int missing = choose_inputs(&call);
    if (missing != NONE && !(make_object(missing, depth) && choose_inputs(&call) == NONE))
        return false;
    if (!choose_outputs(&call))
        return false;
    const int buffer = call_buffer(&call);
    tally[at].calls++;
    if (verb >= FIRST_FAULT && call.function->count > 0) {
        make_fault(&call);
        call_make(&call);
        memory_restore();
        return false;
    }
    if (buffer >= 0 && stores_length(&call, (size_t)buffer))
        make_with_buffer(&call, buffer);
    else
        call_make(&call);
    if (!call_succeeded(&call)) {
        if (buffer >= 0 && memory_of(call.a[buffer].pointer) != NULL)
            memory_place(memory_of(call.a[buffer].pointer), 0);
        return false;
    }
    tally[at].successes++;
    keep_outputs(&call);
    if (call.function->flags & WRITES_CRI && buffer < 0)
        keep_finished(&call);
    if (call.function->flags & ITERATES && verb % 4 == 0)
        drain(&call);
    return true;
}

static void call_next(void)
{
    const unsigned chosen = (unsigned)byte() << 8 | byte();
    size_t point = points_count - 1;
    while (point > 0 && points[point].at > chosen)
        point--;
    (void)make_call(points[point].function, record.bytes[0], 0);
}

/* Changes a byte, or all from one on. */
static void change(void)
{
    struct piece *piece = record.bytes[0] % 8 == 7 ? &pieces[BUILDERS_AT + byte() % BUILDERS] : block(byte());
    if (piece == NULL || piece->len == 0)
        return;
    const size_t at = (byte() | (size_t)byte() << 8) % piece->len;
    memset(piece->start + at, byte(), record.bytes[0] < FIRST_CALL - 4 ? 1 : piece->len - at);
    changed = true;
}

/* ---- an input ---- */

static void keep_endpoints(void)
{
    static const uint8_t addresses[2][16] = {{127, 0, 0, 1}, {0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x42}};
    const cri_endpoint_t endpoints[] = {
        {addresses[0], 4, NULL, 0, 61616},
        {addresses[1], 16, NULL, 0, 5683},
        {addresses[1], 16, "en1", 3, 5683},
    };
    for (size_t i = 0; i < sizeof endpoints / sizeof *endpoints; i++)
        keep(type_named("cri_endpoint_t"), (const uint8_t *)&endpoints[i]);
}

/* The views of a block, so that a short script has something to begin with. */
static void keep_views(const struct piece *piece)
{
    cri_t cri;
    cri_cori_t cori;
    size_t consumed;
    if (cri_parse(revision, piece->start, piece->len, &cri, &consumed) == CRI_OK)
        keep(type_named("cri_t"), (const uint8_t *)&cri);
    if (cri_cori_parse(piece->start, piece->len, &cori, &consumed) == CRI_OK)
        keep(type_named("cri_cori_t"), (const uint8_t *)&cori);
}

static void print_tally(void)
{
    for (size_t i = 0; i < functions_count; i++)
        printf("tally %s %lu %lu\n", functions[i].name, tally[i].calls, tally[i].successes);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    if (functions_count > sizeof tally / sizeof *tally || types_count > sizeof kept_next / sizeof *kept_next ||
        KEPT_AT + types_count * KEPT > PIECES)
        abort();
    memory_init();
    if (getenv("CRI_FUZZ_TALLY") != NULL)
        atexit(print_tally);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t at = 0;
    memory_clear();
    memset(kept_next, 0, sizeof kept_next);
    made_next = builders_next = 0;
    changed = false;
    if (size == 0)
        return 0;
    revision = data[at++] & 1 ? CRI_REV_13 : CRI_REV_27;
    keep_endpoints();
    for (unsigned i = 0; i < BLOCKS && at < size; i++) {
        const size_t rest = size - at - 1, len = data[at] < rest ? data[at] : rest;
        memcpy(memory_place(&pieces[i], len), data + at + 1, len);
        at += 1 + len;
        keep_views(&pieces[i]);
    }
    for (; at < size; at += RECORD) {
        const size_t len = size - at < RECORD ? size - at : RECORD;
        memset(record.bytes, 0, RECORD);
        memcpy(record.bytes, data + at, len);
        record.at = 1;
        if (record.bytes[0] < FIRST_CALL)
            change();
        else
            call_next();
    }
    return 0;
}
