/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls on values that earlier calls made. */
#include "exports.h"

#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_request.h"
#include <string.h>

struct record record;
void (*examine)(struct call *call);
/* The revision of most calls. */
static uint8_t revision;

/* ---- arguments ---- */

uint8_t byte(void)
{
    if (record.random == 0)
        return record.at < record.end ? *record.at++ : 0;
    record.random = record.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint8_t)(record.random >> 56);
}

size_t below(size_t limit)
{
    const size_t low = byte();
    return (low | (size_t)byte() << 8) % limit;
}

/* Texts and addresses that the inputs seldom have. */
static const struct region words[] = {
    BYTES(""),           BYTES("a"),      BYTES("coap"),         BYTES("example.com"),
    BYTES("."),          BYTES(".."),     BYTES("A.b"),          BYTES("%41%2f"),
    BYTES("\x7f"),       BYTES("en1"),    BYTES("\x7f\0\0\x01"), BYTES("\xc3\xa4"),
    BYTES("/{}/{}/{*}"), BYTES("/{}/{}"), BYTES("coap://h"),     BYTES("\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1"),
};

static void choose_input(struct call *call, size_t at)
{
    const unsigned choice = byte();
    /* A pattern is mostly taken from `words`, because few blocks are valid patterns. */
    const bool is_pattern = strcmp(call->function->parameters[at].name, "pattern") == 0 && choice < 192;
    struct piece *piece = used(0, BLOCKS + MADE, choice & 15);
    const bool is_word = choice >= 224 || is_pattern || piece == NULL;
    if (is_word) {
        const struct region word = words[is_pattern ? 12 + choice % 2 : choice % (sizeof words / sizeof *words)];
        piece = fresh(call, MADE_AT, MADE);
        memcpy(memory_place(piece, word.len), word.start, word.len);
    }
    const size_t start = is_word || choice < 128 ? 0 : byte() % (piece->len + 1);
    call->a[at].pointer = piece->start + start;
    call->a[at + 1].number = is_word || choice < 128 ? piece->len : byte() % (piece->len + 1 - start);
}

/* Chooses the numbers of options. */
static void choose_array(struct call *call, size_t at)
{
    static const uint16_t numbers[] = {11, 4, 15, 3, 65535};
    const unsigned choice = byte();
    const size_t count = choice & 3, size = count * call->function->parameters[at].size;
    const uint16_t *from = numbers + (choice >> 4) % 3;
    call->a[at].pointer = count > 0 ? memcpy(memory_place(&pieces[ARGUMENTS_AT + at], size), from, size) : NULL;
    call->a[at + 1].number = count;
}

/* Chooses rows that the caller fills: texts with their lengths, and a number. */
static void choose_table(struct call *call, size_t at)
{
    static const char *const texts[] = {"/{*}", "/{}/{}", "/a/{}/{*}", "/", "a", "coap+x", "zz", "zzz"};
    const size_t size = call->function->parameters[at].size;
    const struct type *type = &types[call->function->parameters[at].of];
    const size_t each = type->slices_count, room = ROW_TEXT_MAX / each;
    const unsigned choice = byte();
    const size_t count = choice & 3;
    /* The texts follow the rows in the same piece, because an object may borrow both. */
    uint8_t *row = memory_place(fresh(call, ROWS_AT, ROWS), count * (size + ROW_TEXT_MAX));
    uint8_t *place = row + count * size;
    call->a[at].pointer = count > 0 ? memset(row, 0, count * size) : NULL;
    call->a[at + 1].number = count;
    for (size_t i = 0; i < count * each; i++, place += room) {
        const struct slice *slice = &type->slices[i % each];
        const struct piece *from = choice >= 224 ? used(0, BLOCKS + MADE, choice + i) : NULL;
        const char *text = texts[(i + (choice >> 4)) % 4 + (choice & 4)];
        const size_t given = from != NULL ? from->len : strlen(text), len = given < room ? given : room;
        /* A row with several texts has a kind, and the others have a number. */
        const uint32_t number = each > 1 ? choice >> 4 & 3 : 9999 + (uint32_t)i * (choice >> 4);
        memcpy(place, from != NULL ? (const char *)from->start : text, len);
        memcpy(row + slice->pointer, &place, sizeof place);
        memcpy(row + slice->length, &len, sizeof len);
        if (i % each == each - 1) {
            memcpy(row + slice->length + sizeof len, &number, sizeof number);
            row += size;
        }
    }
}

/* Chooses the inputs of the call. Returns a type that is needed but has no object yet, or NONE. */
static int choose_inputs(struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        struct argument *argument = &call->a[i];
        const struct piece *object;
        size_t choice, count;
        switch (parameter->kind) {
        case INPUT:
            choose_input(call, i);
            break;
        case ARRAY:
            choose_array(call, i);
            break;
        case TABLE:
            choose_table(call, i);
            break;
        case OBJECT:
        case CHANGED:
            choice = byte();
            object = used(KEPT_AT + (size_t)parameter->of * KEPT, KEPT, choice);
            argument->pointer = object == NULL || (parameter->nullable && choice % 4 == 0) ? NULL : object->start;
            if (argument->pointer == NULL && !parameter->nullable)
                return parameter->of;
            break;
        case REVISION:
            argument->number = byte() < 240 ? revision : (uint8_t)(CRI_REV_13 + CRI_REV_27 - revision);
            break;
        case FLAGS:
        case CHOICE:
        case NUMBER:
            count = parameter->kind == NUMBER ? parameter->numbers_count : parameter->known + 1;
            choice = byte();
            argument->number = choice < 240 ? (uint64_t)parameter->numbers[choice % count] : choice;
            break;
        default:
            break;
        }
    }
    return NONE;
}

/* Chooses places for the outputs of the call: each at the end of a page, apart from all other memory. */
static void choose_outputs(struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const enum kind kind = call->function->parameters[i].kind;
        struct argument *argument = &call->a[i];
        if (kind == BUFFER || kind == TEXT) {
            const size_t choice = byte(), more = choice < 255 ? (choice - 239) * 64 : PIECE_MAX;
            const size_t cap = choice < 240 ? choice : more < PIECE_MAX ? more : PIECE_MAX;
            /* A buffer without a place for the length is borrowed. */
            const bool borrowed = !stores_length(call, (int)i);
            struct piece *piece = borrowed ? fresh(call, BUILDERS_AT, BUILDERS) : fresh(call, MADE_AT, MADE);
            argument->pointer = memory_place(piece, cap);
            argument[1].number = cap;
            if (borrowed && cap == 0)
                argument->pointer = NULL;
        } else if (is_output(&call->function->parameters[i])) {
            if (kind == OBJECTS)
                argument[1].number = byte() % 4;
            argument->pointer = memory_place(&pieces[ARGUMENTS_AT + i], output_size(call, i));
        }
    }
}

/* ---- outputs ---- */

/* Checks the values that were stored, and keeps them for later calls. */
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
            call_check_slice(call, region_at(place, call->a[i + 1].pointer));
        }
    }
}

/* Calls an iterator until it ends, and once more. */
static void drain(struct call *call)
{
    const int at = call_parameter(call, CHANGED);
    size_t most = 16;
    call_describe(call);
    for (size_t i = 0; i < call->accesses_count; i++)
        most += call->accesses[i].region.len;
    struct piece *copy = &pieces[COPY_AT];
    const size_t size = call->function->parameters[at].size;
    call->a[at].pointer = memcpy(memory_place(copy, size), call->a[at].pointer, size);
    do {
        fill_outputs(call, FILL_BYTE);
        call_make(call);
        if (most-- == 0)
            call_fail(call, "does not end");
        if (call_succeeded(call))
            keep_outputs(call);
    } while (call_found(call));
    const bool failed = !call_succeeded(call);
    call_make(call);
    if (failed && call_succeeded(call) && call->function->returns == RETURNS_FLAG)
        call_fail(call, "goes on after its end");
    memory_place(copy, 0);
}

/* Makes a call with an output buffer. The length that it stores is enough, and one byte less is not; a text ends in NUL
 * (R23). */
static void make_with_buffer(struct call *call, int buffer)
{
    const size_t cap = call->a[buffer + 1].number;
    const size_t nul = call->function->parameters[buffer].kind == TEXT;
    struct piece *piece = memory_of(call->a[buffer].pointer);
    call_make(call);
    if (call->result != CRI_OK && call->result != CRI_ERR_BUFFER)
        return;
    const size_t len = stored_length(call, buffer), needed = len + nul;
    if ((call->result == CRI_OK) != (needed <= cap))
        call_fail(call, "stores a wrong length");
    if (needed > PIECE_MAX)
        return;
    if (needed > 0 && call->result == CRI_OK)
        call_with_capacity(call, buffer, memory_place(piece, needed - 1), needed - 1, len);
    call_with_capacity(call, buffer, memory_place(piece, needed), needed, len);
    bool lends = false;
    for (size_t i = 0; i < call->function->count; i++)
        lends |= call->function->parameters[i].kind == PLACE && call->function->parameters[i].of != NONE;
    /* Even if bytes have changed, every stored view is a view of a CRI. */
    if (call->result == CRI_OK && (!changed || lends) && (call->function->flags & WRITES_CRI))
        call_check_cri(call, piece->start, stored_length(call, buffer));
}

/* Keeps the result of a builder or a composer as a block. */
static void keep_finished(struct call *call)
{
    const struct region buffer = slice_of(call->function->parameters[0].of, call->a[0].pointer, 0);
    size_t len;
    memcpy(&len, call->a[1].pointer, sizeof len);
    if (len > buffer.len)
        call_fail(call, "stores a length beyond its buffer");
    memcpy(memory_place(fresh(call, MADE_AT, MADE), len), buffer.start, len);
}

/* ---- calls ---- */

/* Calls a function that makes an object of a type. */
static bool make_object(int type, unsigned depth)
{
    /* They are found once, because the table is long. */
    static uint16_t makers[PIECES / KEPT][16];
    static uint8_t counts[PIECES / KEPT];
    uint8_t *count = &counts[type];
    const bool known = *count > 0;
    for (size_t i = 0; !known && i < functions_count && *count < 16; i++) {
        bool makes = false;
        for (size_t j = 0; j < functions[i].count; j++)
            makes |= functions[i].parameters[j].kind == PLACE && functions[i].parameters[j].of == type;
        makers[type][*count] = (uint16_t)i;
        *count += makes;
    }
    return *count > 0 && depth < 3 && make_call(makers[type][byte() % *count], depth + 1);
}

bool make_call(size_t function, unsigned depth)
{
    struct call call = {.function = &functions[function]};
    const int missing = choose_inputs(&call);
    if (missing != NONE && !(make_object(missing, depth) && choose_inputs(&call) == NONE))
        return false;
    choose_outputs(&call);
    if (examine != NULL)
        examine(&call);
    const int buffer = call_buffer(&call);
    if (stores_length(&call, buffer))
        make_with_buffer(&call, buffer);
    else
        call_make(&call);
    if (!call_succeeded(&call)) {
        /* A builder keeps its first error. In calls chosen at random, few builders would remain without an error. */
        if (record.random != 0 && !changed && call_parameter(&call, CHANGED) >= 0)
            memory_restore();
        if (buffer >= 0 && call.a[buffer].pointer != NULL)
            memory_place(memory_of(call.a[buffer].pointer), 0);
        return false;
    }
    keep_outputs(&call);
    if (call.function->flags & WRITES_CRI && buffer < 0)
        keep_finished(&call);
    if (call.function->flags & ITERATES && byte() % 4 == 0)
        drain(&call);
    return true;
}

void call_at_random(unsigned calls)
{
    while (calls-- > 0)
        (void)make_call(below(functions_count), 0);
}

void change_memory(void)
{
    /* Heads of other types and widths, a break, and characters. */
    static const uint8_t values[] = {0x9b, 0x5b, 0x7b, 0x99, 0x61, 0x82, 0x1f, 0x18, 0xf6, 0xff, 0x00, '/', '%', '{'};
    const unsigned choice = byte(), value = byte();
    struct piece *piece = choice % 8 == 7 ? &pieces[BUILDERS_AT + byte() % BUILDERS] : used(0, BLOCKS + MADE, byte());
    if (piece == NULL || piece->len == 0)
        return;
    const size_t at = (byte() | (size_t)byte() << 8) % piece->len;
    memset(piece->start + at, value < 128 ? values[value % sizeof values] : (uint8_t)value,
           choice < 128 ? 1 : piece->len - at);
    changed = true;
}

/* ---- the first values ---- */

/* Keeps structures that the caller fills. */
static void keep_filled(void)
{
    static const uint8_t ipv4[4] = {127, 0, 0, 1}, ipv6[16] = {0xfe, 0x80, [15] = 0x42};
    static const int64_t schemes[] = {CRI_SCHEME_COAP, CRI_SCHEME_COAPS};
    static const cri_endpoint_t endpoints[] = {
        {ipv4, 4, NULL, 0, 61616},
        {ipv6, 16, NULL, 0, 5683},
        {ipv6, 16, "en1", 3, 5683},
    };
    static const cri_request_settings_t settings[] = {
        {.schemes = schemes, .schemes_len = 2},
        {.zone = "en1", .zone_len = 3},
        {.flags = CRI_REQUEST_OMIT_HOST_NAME},
    };
    for (size_t i = 0; i < 3; i++)
        keep(type_named("cri_endpoint_t"), (const uint8_t *)&endpoints[i]);
    for (size_t i = 0; i < 3; i++)
        keep(type_named("cri_request_settings_t"), (const uint8_t *)&settings[i]);
}

/* Keeps the views of a block, so that a short script has objects to begin with. */
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

void begin(uint8_t of_revision, const struct region *blocks, size_t count)
{
    memory_clear();
    changed = strict = false;
    revision = of_revision;
    keep_filled();
    for (size_t i = 0; i < count; i++) {
        memcpy(memory_place(&pieces[i], blocks[i].len), blocks[i].start, blocks[i].len);
        keep_views(&pieces[i]);
    }
}
