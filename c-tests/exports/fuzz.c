/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * A target for libFuzzer that calls all exports of the archive in any order, on values that earlier calls made.
 *
 * An input is a byte that chooses the revision, three blocks of bytes, each after its length, and a script: records of
 * RECORD bytes, each of which is a call or a change of bytes that may be borrowed (R22). call.c and check.c have the
 * checks.
 */
#include "arguments.h"
#include "cri.h"
#include "drivers.h"

#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void call_next(void)
{
    const unsigned chosen = (unsigned)byte() << 8 | byte();
    (void)make_call(chosen % functions_count, record.bytes[0], 0);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    memory_init();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct region blocks[BLOCKS] = {0};
    size_t at = 0, count = 0;
    /* libFuzzer gives up, and OSS-Fuzz refuses a target, if inputs without bytes and with one byte reach nothing in
     * the archive. */
    (void)cri_features();
    if (size == 0)
        return 0;
    const uint8_t chosen = data[at++] & 1 ? CRI_REV_13 : CRI_REV_27;
    for (; count < BLOCKS && at < size; count++) {
        const size_t rest = size - at - 1, len = data[at] < rest ? data[at] : rest;
        blocks[count] = (struct region){data + at + 1, len};
        at += 1 + len;
    }
    begin(chosen, blocks, count);
    for (; at < size; at += RECORD) {
        const size_t len = size - at < RECORD ? size - at : RECORD;
        memset(record.bytes, 0, RECORD);
        memcpy(record.bytes, data + at, len);
        record.at = 1;
        if (record.bytes[0] >= FIRST_CHANGE)
            change_memory();
        else
            call_next();
    }
    return 0;
}
