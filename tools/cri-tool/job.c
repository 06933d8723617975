/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Functions that append to a buffer, and functions that add a field to an answer. */
#include "ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_free(struct buffer *buffer) { free(buffer->bytes); }

bool buffer_append(struct buffer *buffer, const void *bytes, size_t len)
{
    if (len > SIZE_MAX - buffer->len || !buffer_reserve(buffer, buffer->len + len)) {
        return false;
    }
    if (len > 0) {
        memcpy(buffer->bytes + buffer->len, bytes, len);
        buffer->len += len;
    }
    return true;
}

bool buffer_append_byte(struct buffer *buffer, uint8_t byte) { return buffer_append(buffer, &byte, 1); }

bool buffer_append_hex(struct buffer *buffer, const uint8_t *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    if (len > (SIZE_MAX - buffer->len) / 2 || !buffer_reserve(buffer, buffer->len + 2 * len)) {
        return false;
    }
    for (size_t i = 0; i < len; i++) {
        buffer->bytes[buffer->len++] = (uint8_t)digits[bytes[i] >> 4];
        buffer->bytes[buffer->len++] = (uint8_t)digits[bytes[i] & 0x0f];
    }
    return true;
}

bool buffer_append_escaped(struct buffer *buffer, const void *octets, size_t len)
{
    size_t text_len = 0;
    cri_err_t err = cri_escape(octets, len, NULL, 0, &text_len);
    if (err == CRI_ERR_BUFFER && text_len < SIZE_MAX - buffer->len &&
        buffer_reserve(buffer, buffer->len + text_len + 1)) {
        err = cri_escape(octets, len, (char *)buffer->bytes + buffer->len, buffer->cap - buffer->len, &text_len);
        buffer->len += text_len;
    }
    return err == CRI_OK;
}

bool field_is(const struct field *field, const char *text)
{
    return strlen(text) == field->len && (field->len == 0 || memcmp(text, field->text, field->len) == 0);
}

void job_free(struct job *job)
{
    for (size_t i = 0; i < MAX_ARGS; i++) {
        free(job->bytes[i].bytes);
    }
    free(job->scratch.bytes);
    free(job->types.bytes);
    free(job->answer.bytes);
}

/* Begins a field. */
static void begin(struct job *job, enum type type)
{
    job->out_of_memory |= !buffer_append_byte(&job->answer, '\t') || !buffer_append_byte(&job->types, (uint8_t)type);
}

void answer_raw(struct job *job, const void *text, size_t len)
{
    begin(job, RAW);
    job->out_of_memory |= !buffer_append(&job->answer, text, len);
}

void answer_octets(struct job *job, const void *octets, size_t len)
{
    begin(job, ESCAPED);
    job->out_of_memory |= !buffer_append_escaped(&job->answer, octets, len);
}

void answer_text(struct job *job, const char *text) { answer_octets(job, text, strlen(text)); }

void answer_bool(struct job *job, bool value)
{
    begin(job, VALUE);
    job->out_of_memory |= !buffer_append(&job->answer, value ? "true" : "false", value ? 4 : 5);
}

void answer_yes(struct job *job, bool value)
{
    answer_bool(job, value);
    job->failed = !value;
}

void answer_int(struct job *job, long long value)
{
    char text[32];
    const int len = snprintf(text, sizeof text, "%lld", value);
    begin(job, VALUE);
    job->out_of_memory |= !buffer_append(&job->answer, text, (size_t)len);
}

void answer_hex(struct job *job, const void *bytes, size_t len)
{
    begin(job, ESCAPED);
    job->out_of_memory |= !buffer_append_hex(&job->answer, bytes, len);
}

void answer_member(struct job *job, const char *name, size_t name_len, const void *value, size_t len)
{
    answer_octets(job, name, name_len);
    if (job->form != FORM_BATCH) {
        begin(job, value == NULL ? VALUE : ESCAPED);
    }
    if (value != NULL) {
        job->out_of_memory |= (job->form == FORM_BATCH && !buffer_append_byte(&job->answer, '=')) ||
                              !buffer_append_escaped(&job->answer, value, len);
    } else if (job->form != FORM_BATCH) {
        job->out_of_memory |= !buffer_append(&job->answer, "true", 4);
    }
}

WRITES(shown_as_uri, cri_to_uri(job->shown, OUT_TEXT))
WRITES(shown_as_notation, cri_to_edn(job->shown, OUT_TEXT))

void answer_cri(struct job *job, const cri_t *cri)
{
    job->shown = cri;
    const bool has_uri = job_write(job, shown_as_uri) == NULL && job->scratch.len > 0;
    if (has_uri || job_write(job, shown_as_notation) == NULL) {
        (has_uri ? answer_octets : answer_raw)(job, job->scratch.bytes, job->scratch.len);
    } else {
        answer_text(job, "");
    }
}

err_name_t error_of(cri_err_t err) { return err == CRI_OK ? NULL : cri_err_name(err); }
