/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * malloc() for the C tests on bare metal: a ring. A block that is not freed lasts until the ring has come round, which
 * is long enough for the tests, since they use it within a row or two of a table, and needs no more memory than a small
 * board has.
 */
#include <stddef.h>
#include <stdint.h>

#ifndef CRI_TEST_HEAP
#define CRI_TEST_HEAP 65536
#endif

static union {
    uint8_t bytes[CRI_TEST_HEAP];
    uint64_t aligned;
} ring;
static size_t used;

/* The header of a block: the beginning of the block before it, so that blocks freed in turn give their room back. */
struct head {
    uint32_t before;
    uint32_t padding;
};
static uint32_t last;

void *test_malloc(size_t len);
void test_free(void *block);

void *test_malloc(size_t len)
{
    size_t rounded = sizeof(struct head) + (len + 7) / 8 * 8;
    if (rounded < len || rounded > sizeof ring) {
        return NULL;
    }
    if (rounded > sizeof ring - used) {
        used = 0;
    }
    struct head *head = (struct head *)(void *)(ring.bytes + used);
    head->before = last;
    last = (uint32_t)used;
    used += rounded;
    return head + 1;
}

void test_free(void *block)
{
    struct head *head = (struct head *)block - 1;
    if (block != NULL && (uint8_t *)head == ring.bytes + last && head->before < last) {
        used = last;
        last = head->before;
    }
}
