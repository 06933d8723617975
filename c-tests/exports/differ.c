/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Writes the results of calls of an archive's exports as a stream: eight bytes for each call, made of all its answers.
 * Two archives that behave the same have the same stream (script/differential).
 *
 *   differ FIELDS COUNT SEED CALL NAME... [-- NAME...]
 *
 * FIELDS is a file of inputs, each after its length in two bytes. The NAMEs before "--" are the exports that may be
 * called, and the NAMEs after it the exports to compare; by default both are all exports. COUNT is the number of calls.
 * If CALL is not -1, only that call is shown, in words.
 */
#include "drivers.h"

#include "arguments.h"
#include "cri.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 1 << 16, CALLS_EACH = 64 };

static struct region fields[MOST_FIELDS];
static size_t fields_count;
static size_t chosen[MOST_FUNCTIONS], chosen_count;
static bool in_both[MOST_FUNCTIONS];
static unsigned long long count, calls, shown;
static uint64_t answer;

/* ---- inputs: fields of the rows of tests/vectors, and changed fields ---- */

static void read_fields(const char *path)
{
    uint8_t head[2];
    FILE *file = fopen(path, "rb");
    while (file != NULL && fields_count < MOST_FIELDS && fread(head, 1, sizeof head, file) == sizeof head) {
        const size_t len = head[0] | (size_t)head[1] << 8;
        uint8_t *bytes = malloc(len + 1);
        if (bytes == NULL || fread(bytes, 1, len, file) != len)
            abort();
        fields[fields_count++] = (struct region){bytes, len};
    }
}

static bool is_in_both(size_t function) { return in_both[function]; }

static unsigned below(unsigned limit) { return (byte() | (unsigned)byte() << 8) % limit; }

/* Changes, inserts or removes bytes. The new bytes are often separators of texts, or heads. */
static size_t mutate(uint8_t *bytes, size_t len, size_t room)
{
    static const char parts[] = "%./:@?#[]&2eE\303\274 `ax\x19\x18\x80\x81\x40\xf4\xf5\xf6\x01\x0d\xd0\xff";
    for (unsigned changes = below(4); changes > 0; changes--) {
        const size_t at = below((unsigned)len + 1);
        const uint8_t value = below(3) == 0 ? byte() : (uint8_t)parts[below(sizeof parts - 1)];
        const unsigned how = below(3);
        if (how == 0 && at < len) {
            bytes[at] = value;
        } else if (how == 1 && at < len) {
            memmove(bytes + at, bytes + at + 1, --len - at);
        } else if (len < room) {
            memmove(bytes + at + 1, bytes + at, len++ - at);
            bytes[at] = value;
        }
    }
    return len;
}

static void begin_mutated(void)
{
    static uint8_t bytes[BLOCKS][320];
    struct region blocks[BLOCKS];
    for (unsigned i = 0; i < BLOCKS; i++) {
        const struct region field = fields[below((unsigned)fields_count)];
        if (field.len > 0)
            memcpy(bytes[i], field.start, field.len < 256 ? field.len : 256);
        blocks[i] = (struct region){bytes[i], mutate(bytes[i], field.len < 256 ? field.len : 256, 320)};
    }
    begin(byte() & 1 ? CRI_REV_13 : CRI_REV_27, blocks, BLOCKS);
}

/* ---- answers ---- */

static void add(const char *what, const void *start, size_t len)
{
    const uint8_t *bytes = start;
    for (size_t i = 0; i < len; i++)
        answer = (answer ^ bytes[i]) * UINT64_C(0x100000001b3);
    answer = (answer ^ len) * UINT64_C(0x100000001b3);
    if (calls == shown) {
        printf("  %s:", what);
        for (size_t i = 0; i < len; i++)
            printf(bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c" : "\\x%02x", bytes[i]);
        printf("\n");
    }
}

static void add_output(const struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    const uint8_t *place = call->a[at].pointer;
    size_t len = 0;
    if (parameter->kind == BUFFER || parameter->kind == TEXT) {
        /* If an object borrows the buffer, the object shows its content. */
        if (stores_length(call, at) && call->result == CRI_OK) {
            memcpy(&len, call->a[at + 2].pointer, sizeof len);
            add(parameter->name, place, len + (parameter->kind == TEXT));
        }
    } else if (parameter->kind == SLICE && is_stored(place)) {
        memcpy(&len, call->a[at + 1].pointer, sizeof len);
        memcpy(&place, place, sizeof(const uint8_t *));
        add(parameter->name, place, len);
    } else if (parameter->kind == PLACE && parameter->of == NONE && parameter->size != sizeof(void *)) {
        add(parameter->name, place, parameter->size);
    } else if (parameter->kind == PLACE && parameter->of == NONE) {
        /* The place contains a pointer to a row, or a number that has the size of a pointer. */
        memcpy(&place, place, sizeof(const uint8_t *));
        const bool points = memory_of(place) != NULL;
        if (points)
            place = (const uint8_t *)(place - memory_of(place)->start);
        add(parameter->name, &place, sizeof place);
    }
}

/* Adds every call to the stream, also calls that fail. */
static void compare_call(struct call *call)
{
    if (calls == shown) {
        printf("%s, revision %u\n", call->function->name, revision);
        for (size_t i = 0; i < call->function->count; i++) {
            if (call->function->parameters[i].kind == INPUT)
                add(call->function->parameters[i].name, call->a[i].pointer, (size_t)call->a[i + 1].number);
            else if (call->function->parameters[i].kind >= REVISION)
                printf("  %s: %lld\n", call->function->parameters[i].name, (long long)call->a[i].number);
        }
    }
    answer = UINT64_C(0xcbf29ce484222325);
    if (call->function->returns == RETURNS_TEXT_OF_LIBRARY) {
        const char *text = (const char *)(uintptr_t)call->result;
        add("returns", text, strlen(text));
    } else {
        add("returns", &call->result, sizeof call->result);
        if (calls == shown)
            printf("  that is %lld\n", (long long)call->result);
    }
    for (size_t i = 0; i < call->function->count; i++)
        add_output(call, i);
    if (shown == ~0ULL)
        fwrite(&answer, sizeof answer, 1, stdout);
    if (calls++ == shown)
        exit(0);
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    memory_init();
    read_fields(argv[1]);
    count = strtoull(argv[2], NULL, 10);
    record.random = (strtoull(argv[3], NULL, 10) + 1) * UINT64_C(0x9e3779b97f4a7c15);
    shown = strtoull(argv[4], NULL, 10);
    for (char **name = argv + 5; *name != NULL; name++) {
        if (strcmp(*name, "--") == 0)
            chosen_count = 0;
        for (size_t i = 0; i < functions_count; i++) {
            if (strcmp(*name, functions[i].name) == 0) {
                chosen[chosen_count++] = i;
                in_both[i] = true;
            }
        }
    }
    after_call = compare_call;
    may_call = is_in_both;
    while (calls < count) {
        begin_mutated();
        for (unsigned step = 0; step < CALLS_EACH; step++)
            (void)make_call(chosen[below((unsigned)chosen_count)], 0, 0);
    }
    return 0;
}
