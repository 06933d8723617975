/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on CoAP options, one at a time and all at once. */
#include "operations.h"

/* Delta-coded options. */
struct coded {
    struct bytes bytes;
    uint16_t last;
};

static void code_byte(struct coded *coded, size_t byte)
{
    assert_true(coded->bytes.len < BYTES_MAX);
    coded->bytes.data[coded->bytes.len++] = (uint8_t)byte;
}

static void code(struct coded *coded, uint16_t number, const void *value, size_t len)
{
    assert_true(number >= coded->last);
    size_t parts[2] = {(size_t)(number - coded->last), len}, nibbles[2];
    for (int i = 0; i < 2; i++) {
        nibbles[i] = parts[i] < 13 ? parts[i] : parts[i] < 269 ? 13 : 14;
    }
    code_byte(coded, nibbles[0] << 4 | nibbles[1]);
    for (int i = 0; i < 2; i++) {
        if (nibbles[i] == 13) {
            code_byte(coded, parts[i] - 13);
        } else if (nibbles[i] == 14) {
            code_byte(coded, (parts[i] - 269) >> 8);
            code_byte(coded, (parts[i] - 269) & 255);
        }
    }
    for (size_t i = 0; i < len; i++) {
        code_byte(coded, ((const uint8_t *)value)[i]);
    }
    coded->last = number;
}

/* ---- to options ---- */

/* Writes the options that an iterator returns, delta-coded. */
static err_name_t iterate_options(struct job *job)
{
    static struct coded coded;
    static uint8_t scratch[CRI_COAP_SCRATCH];
    cri_coap_options_t options;
    uint16_t number = 0;
    const uint8_t *value = NULL;
    size_t len = 0;
    cri_err_t err = cri_coap_options_init(&options, CRI(0), job->dest, scratch, CRI_COAP_SCRATCH, &len);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    memset(&coded, 0, sizeof coded);
    while (cri_coap_options_next(&options, &number, &value, &len)) {
        code(&coded, number, value, len);
    }
    answer_hex(job, coded.bytes.data, coded.bytes.len);
    return NULL;
}

/* ---- from options, one by one ---- */

/* Passes options to a composer. Malformed options are skipped, since a CoAP stack would refuse them. */
static err_name_t compose(struct job *job, cri_coap_composer_t *composer, const struct buffer *bytes, cri_err_t err)
{
    cri_coap_raw_t options;
    uint16_t number = 0;
    const uint8_t *value = NULL;
    size_t len = 0;
    bool asks = false;
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    if (cri_coap_raw_init(&options, bytes->bytes, bytes->len) != CRI_OK) {
        return ERR_SKIPPED;
    }
    while (err == CRI_OK && cri_coap_raw_next(&options, &number, &value, &len)) {
        err = cri_coap_composer_option_proxy(composer, number, value, len);
    }
    if (err != CRI_OK) { /* the first error is kept */
        is_err(cri_coap_composer_option_proxy(composer, 2048, NULL, 0), err);
        is_err(cri_coap_composer_finish(composer, &len), err);
        return cri_err_name(err);
    }
    is_err(cri_coap_is_for_proxy(bytes->bytes, bytes->len, &asks), CRI_OK);
    held(cri_coap_composer_is_for_proxy(composer) == asks, "is for a proxy");
    err = cri_coap_composer_finish(composer, &len);
    if (err == CRI_OK) {
        is_err(cri_coap_composer_finish(composer, &len), CRI_ERR_ORDER);
        is_err(cri_coap_composer_option_proxy(composer, 2048, NULL, 0), CRI_ERR_ORDER);
        answer_hex(job, job->scratch.bytes, len);
    }
    return error_of(err);
}

/* Returns a buffer that is larger than necessary. */
static uint8_t *room(struct job *job)
{
    job->scratch.len = 0;
    buffer_reserve(&job->scratch, BYTES_MAX);
    return job->scratch.bytes;
}

/* Checks that the length is not stored in the address or the zone identifier, which a composer borrows, too. */
static void finish_apart(struct job *job)
{
    size_t address[16 / sizeof(size_t)] = {0}, zone[2] = {0};
    const cri_endpoint_t dest = {(const uint8_t *)address, sizeof address, (const char *)zone, sizeof zone, 1};
    cri_coap_composer_t composer;
    size_t len = 0;
    is_err(cri_coap_composer_init(&composer, job->rev, -1, &dest, room(job), BYTES_MAX), CRI_OK);
    is_err(cri_coap_composer_finish(&composer, &address[1]), CRI_ERR_OVERLAP);
    is_err(cri_coap_composer_finish(&composer, &zone[1]), CRI_ERR_OVERLAP);
    is_err(cri_coap_composer_finish(&composer, &len), CRI_OK);
}

static err_name_t compose_request(struct job *job)
{
    cri_coap_composer_t composer;
    finish_apart(job);
    uint8_t *buf = room(job);
    cri_err_t err = cri_coap_composer_init(&composer, job->rev, job->number, job->dest, buf, BYTES_MAX);
    return compose(job, &composer, &job->bytes[1], err);
}

static err_name_t compose_location(struct job *job)
{
    cri_coap_composer_t composer;
    uint8_t *buf = room(job);
    cri_err_t err = cri_coap_composer_init_location(&composer, job->rev, buf, BYTES_MAX);
    return compose(job, &composer, &job->bytes[0], err);
}

static err_name_t is_for_proxy(struct job *job)
{
    cri_coap_raw_t options;
    bool asks = false;
    cri_err_t err = cri_coap_is_for_proxy(BYTES(0), &asks);
    is_err(cri_coap_raw_init(&options, BYTES(0)), err);
    if (err == CRI_OK) {
        answer_bool(job, asks);
    }
    return error_of(err);
}

const struct op option_ops[] = {
    {"options", "c?e", .run = iterate_options},
    {"compose", "sh?e", .run = compose_request},
    {"compose-location", "h", .run = compose_location},
    {"is-for-proxy", "h", .run = is_for_proxy},
    END_OF_TABLE,
};
