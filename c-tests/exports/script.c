/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls on values that earlier calls made, and the checks of their outputs. */
#include "drivers.h"

#include "arguments.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_request.h"
#include <string.h>

void (*before_success)(struct call *call);
bool (*may_call)(size_t function);
void (*after_failure)(const struct call *call);

void begin_driver(void)
{
    memory_init();
    before_success = NULL;
    after_failure = NULL;
    changed = strict = false;
}

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
            struct region slice;
            memcpy(&slice.start, place, sizeof slice.start);
            memcpy(&slice.len, call->a[i + 1].pointer, sizeof slice.len);
            call_check_slice(call, slice);
        }
    }
}

/* Calls an iterator until it ends, and once more. */
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

static void make_with(struct call *call, int buffer, struct piece *piece, size_t cap)
{
    memory_place(piece, cap);
    call->a[buffer].pointer = piece->start;
    call->a[buffer + 1].number = cap;
    call_make(call);
}

/* Makes a call with an output buffer. The length that it stores is enough, and one byte less is not; a text ends in NUL
 * (R23). */
static void make_with_buffer(struct call *call, int buffer)
{
    const size_t cap = call->a[buffer + 1].number;
    const size_t nul = call->function->parameters[buffer].kind == TEXT;
    struct piece *piece = cap > 0 ? memory_of(call->a[buffer].pointer) : fresh_block(call);
    call_make(call);
    if (call->result != CRI_OK && call->result != CRI_ERR_BUFFER)
        return;
    const size_t len = stored_length(call, buffer), needed = len + nul;
    if ((call->result == CRI_OK) != (needed <= cap))
        call_fail(call, "stores a wrong length");
    if (piece == NULL || needed > PIECE_MAX)
        return;
    if (needed > 0 && call->result == CRI_OK) {
        make_with(call, buffer, piece, needed - 1);
        if (!changed && (call->result != CRI_ERR_BUFFER || stored_length(call, buffer) != len))
            call_fail(call, "succeeds with less than the length that it stored");
    }
    make_with(call, buffer, piece, needed);
    if (call_is_of_result(call) && needed > cap)
        return;
    if (!changed && (call->result != CRI_OK || stored_length(call, buffer) != len))
        call_fail(call, "needs more than the length that it stored");
    if (call->result == CRI_OK && nul && piece->start[stored_length(call, buffer)] != 0)
        call_fail(call, "does not end its text");
    bool lends = false;
    for (size_t i = 0; i < call->function->count; i++)
        lends |= call->function->parameters[i].kind == PLACE && call->function->parameters[i].of != NONE;
    /* Even if bytes have changed, every stored view is a view of a CRI. */
    if (call->result == CRI_OK && (!changed || lends) && (call->function->flags & WRITES_CRI)) {
        const int rev = call_parameter(call, REVISION);
        call_check_cri(call, piece->start, stored_length(call, buffer),
                       rev >= 0 ? (uint8_t)call->a[rev].number : cri_revision(call->a[0].pointer));
    }
}

/* Keeps the result of a builder or a composer as a block. */
static void keep_finished(struct call *call)
{
    const struct region buffer = slice_of(call->function->parameters[0].of, call->a[0].pointer, 0);
    size_t len;
    memcpy(&len, call->a[1].pointer, sizeof len);
    if (len > buffer.len)
        call_fail(call, "stores a length beyond its buffer");
    struct piece *piece = fresh_block(call);
    if (piece != NULL)
        memcpy(memory_place(piece, len), buffer.start, len);
}

bool make_object(int type, unsigned depth)
{
    size_t makers[16], count = 0;
    for (size_t i = 0; i < functions_count; i++) {
        if (may_call != NULL && !may_call(i))
            continue;
        for (size_t j = 0; j < functions[i].count && count < sizeof makers / sizeof *makers; j++) {
            if (functions[i].parameters[j].kind == PLACE && functions[i].parameters[j].of == type)
                makers[count++] = i;
        }
    }
    return count > 0 && depth < 3 && make_call(makers[byte() % count], 0, depth + 1);
}

bool make_call(size_t at, unsigned verb, unsigned depth)
{
    struct call call = {.function = &functions[at]};
    const int missing = choose_inputs(&call);
    if (missing != NONE && !(make_object(missing, depth) && choose_inputs(&call) == NONE))
        return false;
    if (!choose_outputs(&call))
        return false;
    const int buffer = call_buffer(&call);
    if (before_success != NULL) {
        call_make(&call);
        const bool succeeded = call_succeeded(&call);
        memory_restore();
        if (!succeeded) {
            if (after_failure != NULL)
                after_failure(&call);
            return false;
        }
        before_success(&call);
    }
    if (buffer >= 0 && stores_length(&call, (size_t)buffer))
        make_with_buffer(&call, buffer);
    else
        call_make(&call);
    if (!call_succeeded(&call)) {
        /* A builder keeps its first error. In calls chosen at random, few builders would remain without an error. */
        if (record.random != 0 && !changed)
            memory_restore();
        if (buffer >= 0 && memory_of(call.a[buffer].pointer) != NULL)
            memory_place(memory_of(call.a[buffer].pointer), 0);
        return false;
    }
    keep_outputs(&call);
    if (call.function->flags & WRITES_CRI && buffer < 0)
        keep_finished(&call);
    if (call.function->flags & ITERATES && verb % 4 == 0)
        drain(&call);
    return true;
}

void change_memory(void)
{
    /* Heads of other types and widths, a break, and characters. */
    static const uint8_t values[] = {0x9b, 0x5b, 0x7b, 0x99, 0x61, 0x82, 0x1f, 0x18, 0xf6, 0xff, 0x00, '/', '%', '{'};
    const unsigned choice = byte(), value = byte();
    struct piece *piece = choice % 8 == 7 ? &pieces[BUILDERS_AT + byte() % BUILDERS] : block(byte());
    if (piece == NULL || piece->len == 0)
        return;
    const size_t at = (byte() | (size_t)byte() << 8) % piece->len;
    memset(piece->start + at, value < 128 ? values[value % sizeof values] : (uint8_t)value,
           choice < 128 ? 1 : piece->len - at);
    changed = true;
}

/* ---- the first values ---- */

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

static void keep_settings(void)
{
    static const int64_t schemes[] = {CRI_SCHEME_COAP, CRI_SCHEME_COAPS};
    static const cri_request_settings_t settings[] = {
        {.schemes = schemes, .schemes_len = 2},
        {.zone = "en1", .zone_len = 3},
        {.flags = CRI_REQUEST_OMIT_HOST_NAME},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
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
    world_clear();
    changed = false;
    revision = of_revision;
    keep_endpoints();
    keep_settings();
    for (size_t i = 0; i < count; i++) {
        memcpy(memory_place(&pieces[i], blocks[i].len), blocks[i].start, blocks[i].len);
        keep_views(&pieces[i]);
    }
}
