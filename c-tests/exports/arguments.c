/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "arguments.h"

#include "cri.h"
#include "world.h"
#include <string.h>

struct record record;
uint8_t revision;

uint8_t byte(void)
{
    if (record.random != 0) {
        record.random ^= record.random << 13;
        record.random ^= record.random >> 7;
        record.random ^= record.random << 17;
        return (uint8_t)(record.random >> 24);
    }
    return record.at < RECORD ? record.bytes[record.at++] : 0;
}

/* Texts and addresses that the inputs seldom have. */
/* clang-format off */
static const struct {
    const char *text;
    size_t len;
} words[] = {
    {CRI_LIT("")}, {CRI_LIT("a")}, {CRI_LIT("coap")}, {CRI_LIT("example.com")}, {CRI_LIT(".")}, {CRI_LIT("..")},
    {CRI_LIT("A.b")}, {CRI_LIT("%41%2f")}, {CRI_LIT("\x7f")}, {CRI_LIT("en1")}, {CRI_LIT("\x7f\0\0\x01")},
    {CRI_LIT("\xc3\xa4")}, {CRI_LIT("/{}/{}/{*}")}, {CRI_LIT("/{}/{}")}, {CRI_LIT("coap://h")},
    {CRI_LIT("\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1")},
};
/* clang-format on */

static void choose_input(struct call *call, size_t at)
{
    const unsigned choice = byte();
    const struct piece *from = block(choice & 15);
    /* A pattern is mostly taken from `words`, because few blocks are valid patterns. */
    const bool is_pattern = strcmp(call->function->parameters[at].name, "pattern") == 0 && choice < 192;
    struct piece *piece = choice >= 224 || from == NULL || is_pattern ? fresh_block(call) : NULL;
    if (piece != NULL) {
        const size_t word = is_pattern ? 12 + choice % 2 : choice % (sizeof words / sizeof *words);
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
    const struct parameter *parameter = &call->function->parameters[at];
    const struct slice *slices = types[parameter->of].slices;
    const size_t texts_count = types[parameter->of].slices_count, room = ROW_TEXT_MAX / texts_count;
    const unsigned choice = byte();
    const size_t count = choice & 3;
    struct piece *piece = count > 0 ? fresh_rows(call) : NULL;
    if (piece == NULL) {
        call->a[at].pointer = NULL;
        call->a[at + 1].number = 0;
        return;
    }
    /* The texts follow the rows in the same piece, because an object may borrow both. */
    uint8_t *rows = memory_place(piece, count * (parameter->size + ROW_TEXT_MAX));
    memset(rows, 0, count * parameter->size);
    for (size_t i = 0; i < count * texts_count; i++) {
        const size_t at_row = i / texts_count;
        const struct slice *slice = &slices[i % texts_count];
        const char *text = texts[(i + (choice >> 4)) % 4 + (choice & 4)];
        size_t len = strlen(text);
        /* A row with several texts has a kind, and the others have a number. */
        const uint32_t number = texts_count > 1 ? choice >> 4 & 3 : 9999 + (uint32_t)at_row * (choice >> 4);
        const struct piece *from = choice >= 224 ? block(choice + (unsigned)i) : NULL;
        uint8_t *row = rows + at_row * parameter->size;
        if (from != NULL) {
            text = (const char *)from->start;
            len = from->len < room ? from->len : room;
        }
        text = memcpy(rows + count * parameter->size + i * room, text, len);
        memcpy(row + slice->pointer, &text, sizeof text);
        memcpy(row + slice->length, &len, sizeof len);
        if (slice == &slices[texts_count - 1])
            memcpy(row + slice->length + sizeof len, &number, sizeof number);
    }
    call->a[at].pointer = rows;
    call->a[at + 1].number = count;
}

int choose_inputs(struct call *call)
{
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        struct argument *argument = &call->a[i];
        unsigned choice;
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
            argument->pointer = parameter->nullable && choice % 4 == 0 ? NULL : kept(parameter->of, choice);
            if (argument->pointer == NULL && !parameter->nullable)
                return parameter->of;
            break;
        case REVISION:
            argument->number = byte() < 240 ? revision : (uint8_t)(CRI_REV_13 + CRI_REV_27 - revision);
            break;
        case FLAGS:
        case CHOICE:
            choice = byte();
            argument->number = choice < 240 ? (uint64_t)parameter->numbers[choice % (parameter->known + 1)] : choice;
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

bool stores_length(const struct call *call, size_t buffer)
{
    return buffer + 2 < call->function->count && call->function->parameters[buffer + 2].stored == STORED_NEEDED;
}

bool choose_outputs(struct call *call)
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
            size_t cap = choice < 240 ? choice : choice < 255 ? (choice - 239) * 64 : PIECE_MAX;
            if (cap > PIECE_MAX)
                cap = PIECE_MAX;
            piece = !stores_length(call, i) ? fresh_buffer(call) : fresh_block(call);
            if (piece == NULL)
                return false;
            memory_place(piece, cap);
            argument->pointer = cap > 0 ? piece->start : NULL;
            argument[1].number = cap;
        }
    }
    return true;
}
