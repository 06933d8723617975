/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The operations that rows can name. In place of tools/cri-tool/write.c, this file has buffers of exactly the necessary
 * length, for sanitizers and valgrind, and makes calls with every capacity up to one more than needed.
 */
#include "operations.h"

char row_at[512];
bool quick;
bool growing;
const struct op *op_at_work;

const struct op *const op_tables[] = {cri_ops,      check_ops,   host_ops,    text_ops,    document_ops,
                                      link_ops,     coap_ops,    message_ops, request_ops, uri_ops,
                                      template_ops, cori_ops,    view_ops,    item_ops,    part_ops,
                                      option_ops,   pattern_ops, build_ops,   NULL};

char kind_of(const struct op *op, size_t index)
{
    size_t least = strcspn(op->kinds, "?");
    return op->kinds[index + (index >= least && op->kinds[least] == '?')];
}

bool buffer_reserve(struct buffer *buffer, size_t cap)
{
    if (cap == buffer->cap || (growing && cap < buffer->cap)) {
        return true;
    }
    cap += growing ? cap : 0;
    uint8_t *bytes = malloc(cap > 0 ? cap : 1);
    assert_true(bytes != NULL && buffer->len <= cap);
    if (buffer->len > 0) {
        memcpy(bytes, buffer->bytes, buffer->len);
    }
    free(buffer->bytes);
    buffer->bytes = bytes;
    buffer->cap = cap;
    return true;
}

#define GUARD 4

/* Makes a call with a capacity. Nothing may be written past it, and no length may be stored with an error other than
 * CRI_ERR_BUFFER. */
static cri_err_t call(struct job *job, writer_t *write, size_t cap, size_t *len)
{
    uint8_t *block = malloc(cap + GUARD);
    assert_non_null(block);
    memset(block, FILL, cap + GUARD);
    *len = UNTOUCHED;
    cri_err_t err = write(job, block, cap, len);
    held(is_filled(block + cap, GUARD), "writes after the buffer");
    held(err == CRI_OK || err == CRI_ERR_BUFFER || *len == UNTOUCHED, "stores a length with its error");
    free(block);
    return err;
}

err_name_t job_write(struct job *job, writer_t *write)
{
    struct buffer *out = &job->scratch;
    size_t needed, len, cap = 0;
    cri_err_t err = call(job, write, 0, &needed);
    while (err == CRI_ERR_BUFFER && cap <= needed) {
        cap = quick && cap < needed ? needed : cap + 1;
        err = call(job, write, cap, &len);
        held(len == needed || (err != CRI_OK && err != CRI_ERR_BUFFER), "needs as much whatever the room");
    }
    if (err != CRI_OK) {
        held(err != CRI_ERR_BUFFER, "needs more than it says");
        held(call(job, write, BYTES_MAX, &len) == err, "has another error with more room");
        return error_of(err);
    }
    /* A text needs room for its NUL, which its length does not count (R23). */
    bool is_text = op_at_work->text != NULL || op_at_work->edn != NULL || (op_at_work->hex == NULL && cap > needed);
    held(cap == needed + is_text, "needs less than it says");
    held(call(job, write, cap + 1, &len) == CRI_OK && len == needed, "more room than is needed");
    out->len = 0;
    buffer_reserve(out, cap);
    memset(out->bytes, FILL, cap);
    held(write(job, out->bytes, cap, &out->len) == CRI_OK && out->len == needed, "the same again");
    held(!is_text || out->bytes[needed] == '\0', "ends in NUL");
    return NULL;
}
