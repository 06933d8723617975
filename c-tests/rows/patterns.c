/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on patterns, which write the captures and the rest as segments. */
#include "operations.h"

/* Writes a segment: its octets in hex, and whether some of them were percent-encoded. */
static void answer_segment(struct job *job, const cri_text_t *text)
{
    static uint8_t decoded[BYTES_MAX];
    size_t len = 0;
    const char *chars;
    is_err(cri_text_decode(text, decoded, sizeof decoded, &len), CRI_OK);
    answer_text(job, cri_text_plain(text, &chars, &len) ? "plain" : "encoded");
    answer_hex(job, decoded, len);
}

#define CAPTURES 4

/* The outputs of a call. */
struct match {
    cri_text_t captures[CAPTURES];
    cri_iter_t rest;
    cri_coap_path_t coap_rest;
};

/* Writes the captures that are stored, and checks that nothing is stored after them. */
static void answer_match(struct job *job, struct match *match, bool coap)
{
    const char *chars = NULL;
    size_t len = 0, count = 0;
    cri_text_t segment;
    while (count < CAPTURES && !is_filled(&match->captures[count], sizeof match->captures[count])) {
        answer_segment(job, &match->captures[count++]);
    }
    held(is_filled(match->captures + count, (CAPTURES - count) * sizeof segment), "captures are the first");
    answer_text(job, "rest");
    while (coap && cri_coap_path_next(&match->coap_rest, &chars, &len)) {
        answer_text(job, "plain");
        answer_hex(job, chars, len);
    }
    while (!coap && cri_iter_next(&match->rest, &segment)) {
        answer_segment(job, &segment);
    }
}

/* Matches a pattern alone, and as the second route of a table. */
static err_name_t pattern(struct job *job, bool coap)
{
    const cri_route_t routes[] = {{CRI_LIT("/no/{}/such"), 1}, {TEXT(1), 2}}, *route = &routes[0];
    cri_routes_t table;
    size_t index = 0;
    struct match one, other;
    bool matches = false;
    memset(&one, FILL, sizeof one);
    memset(&other, FILL, sizeof other);
    cri_err_t err = coap ? cri_coap_pattern_match(TEXT(1), BYTES(0), &matches, one.captures, CAPTURES, &one.coap_rest)
                         : cri_pattern_match(TEXT(1), CRI(0), &matches, one.captures, CAPTURES, &one.rest);
    const cri_err_t checked = cri_routes_check(&table, routes, 2, &index, NULL);
    is_err(checked, err == CRI_ERR_PATTERN ? err : CRI_OK);
    held(checked == CRI_OK || index == 1, "the index of the route");
    if (checked == CRI_OK) {
        is_err(coap ? cri_coap_route(&table, BYTES(0), &route, other.captures, CAPTURES, &other.coap_rest)
                    : cri_route(&table, CRI(0), &route, other.captures, CAPTURES, &other.rest),
               err);
    }
    held(route == (err != CRI_OK ? &routes[0] : matches ? &routes[1] : NULL), "the route");
    if (err != CRI_OK || !matches) {
        return err != CRI_OK ? cri_err_name(err) : ERR_NO_MATCH;
    }
    answer_match(job, &one, coap);
    size_t len = job->answer.len;
    answer_match(job, &other, coap);
    held(job->answer.len == 2 * len && memcmp(job->answer.bytes, job->answer.bytes + len, len) == 0, "the same");
    job->answer.len = len;
    return NULL;
}

static err_name_t pattern_of_cri(struct job *job) { return pattern(job, false); }

static err_name_t pattern_of_options(struct job *job) { return pattern(job, true); }

/* Writes the expected captures: the segments of one path, then the rest, which are the segments of another path. */
static err_name_t captured(struct job *job)
{
    cri_iter_t iter;
    cri_text_t segment;
    for (size_t i = 0; i < 2; i++) {
        cri_iter_init_path(&iter, CRI(i));
        while (cri_iter_next(&iter, &segment)) {
            answer_segment(job, &segment);
        }
        if (i == 0) {
            answer_text(job, "rest");
        }
    }
    return NULL;
}

WRITES(to_coap, cri_to_coap(CRI(0), NULL, 0, OUT))

/* Writes the options of a CRI. A CRI with percent-encoded octets has no options, so there is nothing to compare. */
static err_name_t options_if_any(struct job *job)
{
    err_name_t error = job_write(job, to_coap);
    if (error == NULL) {
        answer_hex(job, job->scratch.bytes, job->scratch.len);
    }
    return error != NULL && strcmp(error, "coap_pet") == 0 ? ERR_SKIPPED : error;
}

const struct op pattern_ops[] = {
    {"pattern", "ct", .run = pattern_of_cri},
    {"coap-pattern", "ht", .run = pattern_of_options},
    {"captured", "cc", .run = captured},
    {"options-if-any", "c", .run = options_if_any},
    END_OF_TABLE,
};
