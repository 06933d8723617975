/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A target for libFuzzer that calls all exports of the archive in any order, on values that earlier calls made.
 *
 * An input is a byte that chooses the revision, three blocks of bytes, each after its length, and a script: records of
 * RECORD bytes, each of which is a call or a change of bytes that may be borrowed (R22). check.c has the checks.
 */
#include "exports.h"

#include "cri.h"

/* The first byte of a record chooses what it does. From FIRST_CHANGE on, the record changes memory instead of making a
 * call. Changes are rare, because the laws of unchanged memory no longer apply after them. */
enum { RECORD = 10, FIRST_CHANGE = 248 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct region blocks[BLOCKS] = {0};
    size_t at = 1, count = 0;
    /* libFuzzer gives up, and OSS-Fuzz refuses a target, if inputs without bytes and with one byte reach nothing in
     * the archive. */
    (void)cri_features();
    if (size == 0)
        return 0;
    for (; count < BLOCKS && at < size; count++) {
        const size_t rest = size - at - 1, len = data[at] < rest ? data[at] : rest;
        blocks[count] = (struct region){data + at + 1, len};
        at += 1 + len;
    }
    begin(data[0] & 1 ? CRI_REV_13 : CRI_REV_27, blocks, count);
    for (; at < size; at += RECORD) {
        record = (struct record){data + at + 1, data + (size - at < RECORD ? size : at + RECORD), 0};
        if (data[at] >= FIRST_CHANGE)
            change_memory();
        else
            (void)make_call(below(functions_count), 0);
    }
    return 0;
}
