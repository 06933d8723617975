/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every operation on every class of input, every operation on what searches have found, and every growing operation on every
 * kind of input, small: what the tests do not have of deep ways through the library. */
#include "growth.h"

#include "raw.h"
#include "stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t options[3 * GROWTH_MAX + 64], out[3 * GROWTH_MAX + 64];

/* Writes an option as the first of a message, its number and length in the extended form; returns its length, or 0 if it has
 * no such form. */
static size_t encode_option(uint16_t number, const void *value, size_t len)
{
    size_t at = 2;
    if (number < 13 || number > 13 + 255 || len < 13) {
        return 0;
    }
    options[0] = len < 269 ? 0xdd : 0xde;
    options[1] = (uint8_t)(number - 13);
    if (len >= 269) {
        options[at++] = (uint8_t)((len - 269) >> 8);
    }
    options[at++] = (uint8_t)(len < 269 ? len - 13 : len - 269);
    memcpy(options + at, value, len);
    return at + len;
}

/* What a forward proxy is asked, and where a response says that something is: the options that hold a whole URI or CRI, and
 * some others, all at once and one by one. */
static void watch_options(uint8_t rev)
{
    /* clang-format off */
    static const uint16_t numbers[] = {CRI_COAP_PROXY_URI, CRI_COAP_PROXY_CRI, CRI_COAP_LOCATION_PATH, CRI_COAP_LOCATION_QUERY,
                                       CRI_COAP_URI_HOST, CRI_COAP_URI_PATH, CRI_COAP_URI_QUERY};
    /* clang-format on */
    static const uint8_t address[16] = {0xfe, 0x80, [15] = 1};
    static const cri_endpoint_t endpoint = {address, sizeof address, "eth0", 4, 5683};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        cri_composer_t composer;
        size_t len, value_len;
        const void *value = input_of_option(numbers[i], &value_len);
        cri_composer_init(&composer, rev, -1, &endpoint, out, sizeof out);
        cri_composer_option(&composer, numbers[i], value, value_len);
        cri_composer_finish(&composer, &len);
        cri_composer_init_location(&composer, rev, out, sizeof out);
        cri_composer_option(&composer, numbers[i], value, value_len);
        cri_composer_finish(&composer, &len);
        size_t options_len = encode_option(numbers[i], value, value_len);
        cri_from_coap(rev, -1, options, options_len, &endpoint, out, sizeof out, &len);
        cri_from_coap_location(rev, options, options_len, out, sizeof out, &len);
    }
}

static void watch_classes(void)
{
    for (const struct input_class *input = input_classes; input < input_classes + input_class_count; input++) {
        prepare_class(input);
        for (const struct class_operation *op = class_operations; op < class_operations + class_operation_count; op++) {
            op->run();
        }
    }
}

/* What searches have found, by whatever reads it. */
static void watch_found(void)
{
    if (!prepare_raw_operations()) {
        printf("FAILED: an operation on the benchmark's base\n");
        exit(1);
    }
    for (const struct raw_input *input = raw_inputs; input < raw_inputs + raw_input_count; input++) {
        for (const struct raw_operation *op = raw_operations; op < raw_operations + raw_operation_count; op++) {
            run_raw_operation(op, (const uint8_t *)input->bytes, input->len);
        }
    }
}

void watch_hostile_inputs(void)
{
    watch_classes();
    watch_found();
    static const uint8_t revisions[] = {CRI_REV_13, CRI_REV_27};
    for (size_t i = 0; i < sizeof revisions; i++) {
        for (const struct kind *kind = kinds; kind < kinds + kind_count; kind++) {
            for (size_t size = 16; size <= GROWTH_MAX; size *= 2) {
                make_input(revisions[i], kind, size);
                for (const struct growing *op = growing; op < growing + growing_count; op++) {
                    if (op->length() > 0) {
                        op->run();
                    }
                }
                watch_options(revisions[i]);
            }
        }
    }
}
