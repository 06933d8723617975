/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Writes the results of calls of an archive's exports as a stream: eight bytes for each call, made of all its answers,
 * and at last, for each export, the number of calls that succeeded. Two archives that behave the same have the same
 * stream (script/differential).
 *
 *   differ FIELDS COUNT SEED CALL CHOSEN
 *
 * FIELDS is a file of inputs: records of a length and 255 bytes. COUNT is the number of calls of each of the first
 * CHOSEN functions of the table; the others make objects. If CALL is not -1, only that call is shown, in words.
 */
#include "exports.h"

#include "cri.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS_EACH = 64 };

static struct {
    uint8_t len;
    uint8_t bytes[255];
} fields[1 << 16];
static size_t chosen, missing;
static unsigned long long calls, shown, count, made[MOST_FUNCTIONS];
static uint64_t answer, succeeded[MOST_FUNCTIONS];

static void add(const char *what, const void *start, size_t len)
{
    const uint8_t *bytes = start;
    for (size_t i = 0; i < len; i++)
        answer = (answer ^ bytes[i]) * UINT64_C(0x100000001b3);
    answer = (answer ^ len) * UINT64_C(0x100000001b3);
    if (calls != shown)
        return;
    printf("  %s:", what);
    for (size_t i = 0; i < len; i++)
        printf(bytes[i] >= 0x20 && bytes[i] < 0x7f ? "%c" : "\\x%02x", bytes[i]);
    printf("\n");
}

static void add_output(const struct call *call, size_t at)
{
    const struct parameter *parameter = &call->function->parameters[at];
    const uint8_t *place = call->a[at].pointer;
    if (parameter->kind == BUFFER || parameter->kind == TEXT) {
        /* If an object borrows the buffer, the object shows its content. */
        if (stores_length(call, (int)at) && call->result == CRI_OK)
            add(parameter->name, place, stored_length(call, (int)at) + (parameter->kind == TEXT));
    } else if (parameter->kind == SLICE && is_stored(place)) {
        const struct region slice = region_at(place, call->a[at + 1].pointer);
        add(parameter->name, slice.start, slice.len);
    } else if (parameter->kind == PLACE && parameter->of == NONE) {
        /* A place of the size of a pointer may contain a pointer to a row. */
        uintptr_t value = 0;
        if (parameter->size == sizeof value)
            memcpy(&value, place, sizeof value);
        const struct piece *row = memory_of((const void *)value);
        value -= row != NULL ? (uintptr_t)row->start : 0;
        add(parameter->name, parameter->size == sizeof value ? (const void *)&value : place, parameter->size);
    }
}

/* Prints the function, its inputs and its numbers. */
static void show(const struct call *call)
{
    printf("%s\n", call->function->name);
    for (size_t i = 0; i < call->function->count; i++) {
        const struct parameter *parameter = &call->function->parameters[i];
        if (parameter->kind == INPUT)
            add(parameter->name, call->a[i].pointer, (size_t)call->a[i + 1].number);
        else if (parameter->kind >= REVISION)
            printf("  %s: %lld\n", parameter->name, (long long)call->a[i].number);
    }
    printf("  returns %lld\n", (long long)call->result);
}

/* Adds every call to the stream, also calls that fail. */
static void compare_call(struct call *call)
{
    if (calls == shown)
        show(call);
    answer = UINT64_C(0xcbf29ce484222325);
    if (call->function->returns == RETURNS_TEXT_OF_LIBRARY) {
        const char *text = (const char *)(uintptr_t)call->result;
        add("text", text, strlen(text));
    } else {
        add("result", &call->result, sizeof call->result);
    }
    for (size_t i = 0; i < call->function->count; i++)
        add_output(call, i);
    if (shown == ~0ULL)
        fwrite(&answer, sizeof answer, 1, stdout);
    if (calls++ == shown)
        exit(0);
    const size_t function = (size_t)(call->function - functions);
    if (function < chosen && made[function] < count) {
        succeeded[function] += call_succeeded(call);
        missing -= ++made[function] == count;
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc == 6 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL || fread(fields, sizeof fields, 1, file) != 1)
        return 2;
    count = strtoull(argv[2], NULL, 10);
    record.random = (strtoull(argv[3], NULL, 10) + 1) * UINT64_C(0x9e3779b97f4a7c15);
    shown = strtoull(argv[4], NULL, 10);
    chosen = missing = strtoull(argv[5], NULL, 10);
    after_call = compare_call;
    while (missing > 0) {
        struct region blocks[BLOCKS];
        for (unsigned i = 0; i < BLOCKS; i++) {
            const size_t at = below(sizeof fields / sizeof *fields);
            blocks[i] = (struct region){fields[at].bytes, fields[at].len};
        }
        begin(byte() & 1 ? CRI_REV_13 : CRI_REV_27, blocks, BLOCKS);
        for (unsigned step = 0; step < CALLS_EACH && missing > 0; step++) {
            size_t function = below(chosen);
            while (made[function] == count)
                function = below(chosen);
            (void)make_call(function, 0);
        }
    }
    fwrite(succeeded, sizeof *succeeded, chosen, stdout);
    return 0;
}
