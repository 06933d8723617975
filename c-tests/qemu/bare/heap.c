/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * malloc() for the C tests on bare metal, as a ring. A block that is not freed is overwritten after one round. The
 * tests use a block only within a row or two of a table, so this is long enough, and it needs no more memory than a
 * small board has.
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

/* The header of a block has the beginning of the previous block, so that blocks freed in turn return their memory. */
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
