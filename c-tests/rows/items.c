/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on items of CBOR, and on documents. */
#include "operations.h"

/* Checks a single item: the place of its error, and that its prefixes are not items. */
static void item_ends(uint8_t rev, const uint8_t *item, size_t len, cri_err_t wanted)
{
    cri_t cri, exact;
    size_t consumed = 0, offset = 0;
    uint8_t part = 0;
    is_err(cri_parse(rev, item, len, &cri, &consumed), wanted);
    is_err(cri_parse_exact(rev, item, len, &exact), wanted);
    held(wanted != CRI_OK || memcmp(&cri, &exact, sizeof cri) == 0, "the same view");
    is_err(cri_parse_where(rev, item, len, &offset, &part), wanted);
    held(offset <= len && part <= CRI_PART_WHOLE, "where");
    is_err(cri_skip(item, len, &consumed), wanted == CRI_OK || cri_err_is_unprocessable(wanted) ? CRI_OK : wanted);
    for (size_t end = 0; wanted == CRI_OK && end < len; end++) {
        is_err(cri_parse(rev, item, end, &exact, &consumed), CRI_ERR_TRUNCATED);
        is_err(cri_parse_exact(rev, item, end, &exact), CRI_ERR_TRUNCATED);
    }
}

/* Checks an item that other bytes follow, which need not be CBOR. */
static void before_other_bytes(uint8_t rev, const uint8_t *item, size_t len, cri_err_t wanted)
{
    struct bytes more = {len + 9, {0}};
    cri_t cri;
    size_t consumed = 0;
    memcpy(more.data, item, len);
    memset(more.data + len, 0xff, 9);
    is_err(cri_skip(more.data, more.len, &consumed), CRI_OK);
    row_size(consumed, len, row_at);
    is_err(cri_parse(rev, more.data, more.len, &cri, &consumed), wanted);
    row_size(consumed, len, row_at);
    is_err(cri_parse_exact(rev, more.data, more.len, &cri), wanted == CRI_OK ? CRI_ERR_EXTRA : wanted);
}

/* Writes the error of the first item, or ok, and its length if it is known. All functions that read an item agree. */
static err_name_t parse(struct job *job)
{
    cri_t cri;
    size_t consumed = 0;
    cri_err_t err = cri_parse(job->rev, BYTES(0), &cri, &consumed);
    bool known = err == CRI_OK || cri_err_is_unprocessable(err);
    item_ends(job->rev, job->bytes[0].bytes, known ? consumed : job->bytes[0].len, err);
    answer_text(job, cri_err_name(err));
    if (known) {
        before_other_bytes(job->rev, job->bytes[0].bytes, consumed, err);
        answer_int(job, (long long)consumed);
    } else {
        answer_text(job, "-");
    }
    return NULL;
}

static err_name_t skip_item(struct job *job)
{
    size_t consumed = 0;
    cri_err_t err = cri_skip(BYTES(0), &consumed);
    if (err == CRI_OK) {
        answer_int(job, (long long)consumed);
    }
    return error_of(err);
}

/* ---- documents ---- */

/* Checks that every item, CRI or not, begins at the end of the previous item, and that cri_parse() agrees. */
static void every_item(cri_items_t items)
{
    cri_items_t cris = items;
    const uint8_t *data = NULL, *end = NULL;
    size_t len = 0, consumed = 0, cri_len = 0;
    cri_err_t err = CRI_OK;
    cri_t cri, same;
    while (cri_items_next_item(&items, &cri, &err, &data, &len)) {
        const uint8_t *cri_data = NULL;
        held(end == NULL || data == end, "items lie apart");
        end = data + len;
        held(cri_skip(data, len, &consumed) == CRI_OK && consumed == len, "the bytes are not one item");
        if (err == CRI_OK) {
            held(cri_items_next(&cris, &same) && memcmp(&cri, &same, sizeof cri) == 0, "another view");
            held(cri_encoding(&cri, &cri_data, &cri_len) && cri_data == data && cri_len == len, "its bytes");
        } else {
            held(cri_err_is_unprocessable(err), "its error");
        }
    }
    held(!cri_items_next(&cris, &same), "a CRI was left out");
    is_err(cri_items_error(&items), cri_items_error(&cris));
}

/* Checks that before each step, a walk is at the next item or at a break before it. */
static void every_place(const struct job *job)
{
    const uint8_t *data = job->bytes[1].bytes;
    size_t offset = UNTOUCHED;
    cri_walk_t walk;
    cri_place_t at;
    cri_t cri;
    is_err(cri_walk_init(&walk, job->rev, BYTES(1)), CRI_OK);
    is_err(cri_walk_parse(&walk, &cri), CRI_ERR_ORDER);
    while (cri_walk_error(&walk, &offset) == CRI_OK && cri_walk_next(&walk, &at)) {
        for (; offset < job->bytes[1].len && data + offset < at.data; offset++) {
            row_size(data[offset], 0xff, row_at);
        }
        row_size(offset, (size_t)(at.data - data), row_at);
        offset = UNTOUCHED;
    }
}

/* Writes an array of the canonical forms of the CRIs that are found, and the error at the end. */
static err_name_t documents(struct job *job)
{
    static struct bytes found;
    const bool tagged = has_word(job, "tagged");
    cri_items_t items;
    cri_find_t find;
    cri_t cri;
    uint8_t count = 0;
    every_place(job);
    cri_err_t err = tagged                   ? cri_find_init(&find, job->rev, BYTES(1))
                    : has_word(job, "array") ? cri_items_init_array(&items, job->rev, BYTES(1))
                                             : cri_items_init_sequence(&items, job->rev, BYTES(1));
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    found.len = 1;
    is_err(tagged ? cri_find_error(&find) : cri_items_error(&items), CRI_OK);
    if (!tagged) {
        every_item(items);
    }
    for (; tagged ? cri_find_next(&find, &cri) : cri_items_next(&items, &cri); count++) {
        size_t len = 0;
        is_err(cri_encode(&cri, found.data + found.len, BYTES_MAX - found.len, &len), CRI_OK);
        found.len += len;
    }
    found.data[0] = (uint8_t)(0x80 | count);
    err = tagged ? cri_find_error(&find) : cri_items_error(&items);
    answer_hex(job, found.data, found.len);
    answer_text(job, err == CRI_OK ? "-" : cri_err_name(err));
    return NULL;
}

const struct op item_ops[] = {
    {"parse", "h", .run = parse},
    {"skip", "h", .run = skip_item},
    {"documents", "wh", "array|sequence|tagged", .run = documents},
    END_OF_TABLE,
};
