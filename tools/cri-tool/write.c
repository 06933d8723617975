/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes buffers grow, and repeats calls until one is large enough. c-tests/rows/operations.c replaces it in tests. */
#include "tool.h"

#include <stdlib.h>

bool buffer_reserve(struct buffer *buffer, size_t cap)
{
    if (cap <= buffer->cap) {
        return true;
    }
    size_t wanted = buffer->cap < 64 ? 64 : buffer->cap;
    while (wanted < cap) {
        wanted = wanted > SIZE_MAX / 2 ? cap : wanted * 2;
    }
    uint8_t *bytes = realloc(buffer->bytes, wanted);
    if (bytes == NULL) {
        return false;
    }
    buffer->bytes = bytes;
    buffer->cap = wanted;
    return true;
}

err_name_t job_write(struct job *job, writer_t *write)
{
    struct buffer *out = &job->scratch;
    cri_err_t err;
    out->len = 0;
    while ((err = write(job, out->bytes, out->cap, &out->len)) == CRI_ERR_BUFFER) {
        /* One more byte, because the length of a text does not include the NUL after it. */
        if (out->len == SIZE_MAX || !buffer_reserve(out, out->len + 1)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    return error_of(err);
}
