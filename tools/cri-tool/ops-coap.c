/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations for CoAP and for authorization information (AIF). */
#include "ops.h"

#include <stdio.h>

WRITES(to_coap, cri_to_coap(CRI(0), job->dest, 0, OUT))
WRITES(to_coap_proxy, cri_to_coap_proxy(CRI(0), (uint16_t)job->number, job->dest, 0, OUT))
WRITES(from_coap, cri_from_coap(job->rev, job->number, BYTES(1), job->dest, OUT))
WRITES(from_coap_proxy, cri_from_coap_proxy(job->rev, job->number, BYTES(1), job->dest, OUT))
WRITES(uri_to_coap, cri_uri_to_coap(job->rev, TEXT(0), job->dest, 0, OUT))
WRITES(uri_reference_to_coap, cri_uri_reference_to_coap(CRI(0), TEXT(1), job->dest, 0, OUT))
WRITES(coap_to_uri, cri_coap_to_uri(job->rev, job->number, BYTES(1), job->dest, OUT_TEXT))
WRITES(coap_to_uri_proxy, cri_coap_to_uri_proxy(job->rev, job->number, BYTES(1), job->dest, OUT_TEXT))
WRITES(location, cri_to_coap_location(CRI(0), 0, OUT))
WRITES(from_coap_location, cri_from_coap_location(job->rev, BYTES(0), OUT))
ASKS(aif_allows, cri_aif_allows(CRI(1), BYTES(0), (uint8_t)job->number, &yes, NULL))
ASKS(coap_aif_allows, cri_coap_aif_allows(job->rev, BYTES(1), BYTES(0), (uint8_t)job->number, &yes, NULL))

/* Adds a set of methods, which may have 64 bits. */
static void answer_methods(struct job *job, uint64_t methods)
{
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)methods);
    answer_text(job, text);
}

/* The methods that are allowed do not depend on the method of the request, which is 1 (GET) here. */
#define METHODS(name, call) ANSWERS(name, uint64_t, methods, answer_methods, call)
METHODS(aif_methods, cri_aif_allows(CRI(1), BYTES(0), 1, &(bool){false}, &methods))
METHODS(coap_aif_methods, cri_coap_aif_allows(job->rev, BYTES(1), BYTES(0), 1, &(bool){false}, &methods))

WRITES(decode, cri_text_decode(&job->decoding, OUT))

static err_name_t answer_decoded(struct job *job, const cri_text_t *text)
{
    job->decoding = *text;
    err_name_t error = job_write(job, decode);
    if (error == NULL) {
        answer_octets(job, job->scratch.bytes, job->scratch.len);
    }
    return error;
}

/* Adds the remaining segments of a path. answer_coap_rest() does the same for the path of a request. */
static err_name_t answer_rest(struct job *job, cri_iter_t *rest)
{
    err_name_t error = NULL;
    cri_text_t segment;
    while (error == NULL && cri_iter_next(rest, &segment)) {
        error = answer_decoded(job, &segment);
    }
    return error;
}

static err_name_t answer_coap_rest(struct job *job, cri_coap_path_t *rest)
{
    const char *segment;
    size_t segment_len;
    while (cri_coap_path_next(rest, &segment, &segment_len)) {
        answer_octets(job, segment, segment_len);
    }
    return NULL;
}

/* The largest number of `{}` in a pattern. */
#define MAX_CAPTURES 32

/* Adds the segment that each `{}` of the pattern captured. The pattern is operand 1. */
static err_name_t answer_captures(struct job *job, const cri_text_t *captures)
{
    const struct field *pattern = &job->args[1];
    err_name_t error = NULL;
    for (size_t i = 1; i < pattern->len && error == NULL; i++) {
        if (pattern->text[i - 1] == '{' && pattern->text[i] == '}') {
            error = answer_decoded(job, captures++);
        }
    }
    return error;
}

#define ROUTES(name, type, answer, call)                                                                               \
    static err_name_t name(struct job *job)                                                                            \
    {                                                                                                                  \
        cri_text_t captures[MAX_CAPTURES];                                                                             \
        type rest;                                                                                                     \
        bool matches = false;                                                                                          \
        cri_err_t err = call;                                                                                          \
        if (err != CRI_OK || !matches) {                                                                               \
            return err != CRI_OK ? cri_err_name(err) : ERR_NO_MATCH;                                                   \
        }                                                                                                              \
        err_name_t error = answer_captures(job, captures);                                                             \
        return error != NULL ? error : answer(job, &rest);                                                             \
    }
ROUTES(route, cri_iter_t, answer_rest, cri_pattern_match(TEXT(1), CRI(0), &matches, captures, MAX_CAPTURES, &rest))
ROUTES(coap_route, cri_coap_path_t, answer_coap_rest,
       cri_coap_pattern_match(TEXT(1), BYTES(0), &matches, captures, MAX_CAPTURES, &rest))

static err_name_t path_abbrev(struct job *job)
{
    uint32_t value = 0;
    if (!cri_coap_path_abbrev(CRI(0), &value)) {
        return ERR_NO_MATCH;
    }
    answer_int(job, value);
    return NULL;
}

WRITES(encode, cri_encode(CRI(0), OUT))

static err_name_t aif_entries(struct job *job)
{
    cri_aif_t entries;
    uint64_t methods;
    cri_err_t err = cri_aif_init(&entries, job->rev, BYTES(0));
    while (err == CRI_OK && cri_aif_next(&entries, CRI(0), &methods)) {
        err_name_t error = job_write(job, encode);
        if (error != NULL) {
            return error;
        }
        answer_hex(job, job->scratch.bytes, job->scratch.len);
        answer_methods(job, methods);
    }
    return error_of(err);
}

static err_name_t pattern_check(struct job *job)
{
    size_t captures = 0;
    cri_err_t err = cri_pattern_check(TEXT(0), &captures, &job->offset);
    job->has_offset = err == CRI_ERR_PATTERN;
    if (err == CRI_OK) {
        answer_int(job, (long long)captures);
    }
    return error_of(err);
}

WRITES(merge, cri_coap_merge(BYTES(0), BYTES(1), OUT))
WRITES(replace_prefix, job->number > UINT16_MAX
                           ? CRI_ERR_ARGUMENT
                           : cri_coap_replace_prefix(BYTES(0), (uint16_t)job->number, CRI(2), CRI(3), OUT))
WRITES(insert,
       job->number > UINT16_MAX ? CRI_ERR_ARGUMENT : cri_coap_insert(BYTES(0), (uint16_t)job->number, BYTES(2), OUT))
static cri_err_t insert_uint(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    int64_t integer;
    if (job->number > UINT16_MAX || !field_number(&job->args[2], UINT32_MAX, &integer)) {
        return CRI_ERR_ARGUMENT;
    }
    return cri_coap_insert_uint(BYTES(0), (uint16_t)job->number, (uint32_t)integer, OUT);
}

static err_name_t find_uint(struct job *job)
{
    uint32_t number = 0;
    bool present = false;
    cri_err_t err = job->number > UINT16_MAX ? CRI_ERR_ARGUMENT
                                             : cri_coap_find_uint(BYTES(0), (uint16_t)job->number, &number, &present);
    if (err != CRI_OK || !present) {
        return err != CRI_OK ? cri_err_name(err) : ERR_NO_MATCH;
    }
    answer_int(job, number);
    return NULL;
}

static err_name_t coap_query_find(struct job *job)
{
    const uint8_t *value = NULL;
    size_t value_len = 0;
    size_t count = 0;
    bool has_value = false;
    cri_err_t err = cri_coap_query_find(BYTES(0), TEXT(1), &value, &value_len, &count, &has_value);
    if (err == CRI_OK) {
        job->failed = count == 0;
        answer_int(job, (long long)count);
        answer_bool(job, has_value);
        answer_octets(job, value, value_len);
    }
    return error_of(err);
}

/* The option numbers in an operand such as 4,23. */
#define MAX_NUMBERS 16
struct numbers {
    uint16_t numbers[MAX_NUMBERS];
    size_t count;
};

static bool read_numbers(const struct job *job, size_t index, struct numbers *list)
{
    struct field text = index < job->arg_count ? job->args[index] : (struct field){"", 0};
    bool has_comma = false;
    for (list->count = 0; text.len > 0 || has_comma; list->count++) {
        const size_t len = text.len;
        const struct field digits = before(&text, ',');
        int64_t number = 0;
        if (list->count == MAX_NUMBERS || !field_number(&digits, UINT16_MAX, &number)) {
            return false;
        }
        list->numbers[list->count] = (uint16_t)number;
        has_comma = digits.len < len;
    }
    return true;
}

enum { MAX_ROUTES = 32 };

/* Makes a table of the patterns in operand 0. */
static cri_err_t read_routes(struct job *job, cri_route_t routes[MAX_ROUTES], size_t *count, cri_routes_t *table)
{
    struct field text = job->args[0];
    *count = 0;
    do {
        const struct field pattern = before(&text, ' ');
        if (*count == MAX_ROUTES) {
            return CRI_ERR_LIMIT;
        }
        routes[(*count)++] = (cri_route_t){pattern.text, pattern.len, 0};
    } while (text.len > 0);
    return cri_routes_check(table, routes, *count, NULL, NULL);
}

/* Answers with the patterns in sorted order. */
static err_name_t routes_index(struct job *job)
{
    cri_route_t routes[MAX_ROUTES];
    cri_routes_t table;
    uint16_t index[MAX_ROUTES];
    size_t count;
    cri_err_t err = read_routes(job, routes, &count, &table);
    if (err == CRI_OK) {
        err = cri_routes_index(&table, index, MAX_ROUTES);
    }
    for (size_t at = 0; err == CRI_OK && at < count; at++) {
        answer_octets(job, routes[index[at]].pattern, routes[index[at]].pattern_len);
    }
    return error_of(err);
}

/* Answers with the number of sorted patterns, and the first pattern that is out of order. */
static err_name_t routes_sorted(struct job *job)
{
    cri_route_t routes[MAX_ROUTES];
    cri_routes_t table;
    size_t count;
    const cri_err_t err = read_routes(job, routes, &count, &table);
    if (err == CRI_OK) {
        const size_t sorted = cri_routes_sorted(&table);
        answer_int(job, (long long)sorted);
        if (sorted < count) {
            answer_octets(job, routes[sorted].pattern, routes[sorted].pattern_len);
        }
    }
    return error_of(err);
}

/* Defines an operation with the options of operand 0 and the numbers of operand 1. */
#define WRITES_WITHOUT(name, call)                                                                                     \
    static cri_err_t name(struct job *job, uint8_t *buf, size_t cap, size_t *len)                                      \
    {                                                                                                                  \
        struct numbers list;                                                                                           \
        return read_numbers(job, 1, &list) ? call(BYTES(0), list.numbers, list.count, OUT) : CRI_ERR_ARGUMENT;         \
    }
WRITES_WITHOUT(cache_key, cri_coap_cache_key)
WRITES_WITHOUT(remove_options, cri_coap_remove)
WRITES_WITHOUT(forward_request, cri_coap_forward_request)
WRITES_WITHOUT(forward_response, cri_coap_forward_response)

static err_name_t cache_key_equal(struct job *job)
{
    struct numbers ignored;
    bool equal = false;
    cri_err_t err = read_numbers(job, 2, &ignored)
                        ? cri_coap_cache_key_equal(BYTES(0), BYTES(1), ignored.numbers, ignored.count, &equal)
                        : CRI_ERR_ARGUMENT;
    if (err == CRI_OK) {
        answer_bool(job, equal);
    }
    return error_of(err);
}

/* Adds the number and the error of each option that a server must refuse. */
static err_name_t coap_critical(struct job *job)
{
    struct numbers known;
    uint16_t number = 0, after;
    if (!read_numbers(job, 1, &known)) {
        return cri_err_name(CRI_ERR_ARGUMENT);
    }
    for (;;) {
        after = number;
        cri_err_t err = cri_coap_critical_check(BYTES(0), known.numbers, known.count, after, &number);
        if ((err != CRI_ERR_COAP_CRITICAL && err != CRI_ERR_COAP_PROXY) || number <= after) {
            return error_of(err);
        }
        answer_int(job, number);
        answer_text(job, cri_err_name(err));
        job->failed = true;
    }
}

/* Adds the response code for an error in the usual notation, such as 4.02. */
static err_name_t response_code(struct job *job)
{
    for (cri_err_t err = CRI_OK; err > -256; err--) {
        const uint8_t code = cri_coap_response_code(err);
        char text[8];
        if ((code != 0 || err == CRI_OK) && field_is(&job->args[0], cri_err_name(err))) {
            snprintf(text, sizeof text, "%d.%02d", code >> 5, code & 31);
            answer_text(job, text);
            return NULL;
        }
    }
    return ERR_NO_MATCH;
}

const struct op coap_ops[] = {
    {"to-coap", "c?e", "CRI [ADDR:PORT]", "The options of a request to that destination, delta-coded",
     EXAMPLE_AB "\t192.0.2.1:5683", .hex = to_coap},
    {"to-coap-proxy", "cp?e", "CRI 35|39|235|239 [ADDR:PORT]", "The options of a request to a forward proxy",
     EXAMPLE_AB "\t35", .hex = to_coap_proxy},
    {"from-coap", "sh?e", "SCHEME OPTIONS [ADDR:PORT]", "The CRI of a request that arrived at that endpoint",
     "coap\tb16101620163\t192.0.2.1:5683", .hex = from_coap},
    {"from-coap-proxy", "sh?e", "SCHEME OPTIONS [ADDR:PORT]", "The CRI of a request to a proxy, by Proxy-* options too",
     "coap\tb16101620163\t192.0.2.1:5683", .hex = from_coap_proxy},
    {"uri-to-coap", "t?e", "TEXT [ADDR:PORT]", "The options of a request for a URI, without a CRI",
     "coap://example.com/a/b\t192.0.2.1:5683", .hex = uri_to_coap},
    {"uri-reference-to-coap", "ct?e", "BASE TEXT [ADDR:PORT]", "The options of a URI reference and a base",
     EXAMPLE_AB "\tc?q", .hex = uri_reference_to_coap},
    {"coap-to-uri", "sh?e", "SCHEME OPTIONS [ADDR:PORT]", "The URI of a request, without a CRI",
     "coap\tb16101620163\t192.0.2.1:5683", .text = coap_to_uri},
    {"coap-to-uri-proxy", "sh?e", "SCHEME OPTIONS [ADDR:PORT]",
     "The URI of a request to a proxy, by Proxy-* options too", "coap\tb16101620163\t192.0.2.1:5683",
     .text = coap_to_uri_proxy},
    {"path-abbrev", "c", "CRI", "The value of Uri-Path-Abbrev for its path, or ERR no_match",
     "8320816168826b2e77656c6c2d6b6e6f776e64636f7265", .run = path_abbrev},
    {"location", "c", "CRI", "Location-Path and Location-Query of a CRI reference, delta-coded", "83f5816161816171",
     .hex = location},
    {"from-coap-location", "h", "OPTIONS", "The CRI reference of Location-Path and Location-Query", "8161c171",
     .hex = from_coap_location},
    {"merge", "hh", "OPTIONS OPTIONS", "The options of both in ascending order", "b161\t6103", .hex = merge},
    {"coap-insert", "hnh", "OPTIONS NUMBER VALUE", "The options with one more, at its place", "b161\t17\t32",
     .hex = insert},
    {"coap-insert-uint", "hnt", "OPTIONS NUMBER INTEGER", "coap-insert for an integer", "b161\t16\t15",
     .hex = insert_uint},
    {"coap-find-uint", "hn", "OPTIONS NUMBER", "The integer in the first option with that number, or ERR no_match",
     "b161113c\t12", .run = find_uint},
    {"coap-remove", "ht", "OPTIONS NUMBERS", "The options except those with NUMBERS, such as 12,17", "b161113c\t12",
     .hex = remove_options},
    {"coap-forward-request", "h?t", "OPTIONS [NUMBERS]",
     "The options of a request that a proxy forwards, if it processes NUMBERS, such as 6,23", "91008110\t6,23",
     .hex = forward_request},
    {"coap-forward-response", "h?t", "OPTIONS [NUMBERS]", "The same for a response", "4165213c\t6,14",
     .hex = forward_response},
    {"coap-replace-prefix", "hncc", "OPTIONS 11|8 PREFIX REPLACEMENT",
     "The options with another prefix of Uri-Path or Location-Path", "b16101620163\t11\t82f5816161\t82f5816178",
     .hex = replace_prefix},
    {"coap-query-find", "ht", "OPTIONS NAME", "COUNT HAS-VALUE VALUE of the parameter, for the options of a request",
     "d50265703d6431046c743d31\tep", .run = coap_query_find, .fields = "count has-value value"},
    {"cache-key", "h?t", "OPTIONS [NUMBERS]", "The options that belong to the cache key, except NUMBERS, such as 4,23",
     "41787161\t4", .hex = cache_key},
    {"cache-key-equal", "hh?t", "OPTIONS OPTIONS [NUMBERS]", "Whether two requests have the same cache key",
     "41787161\t605161\t4", .run = cache_key_equal},
    {"coap-critical", "h?t", "OPTIONS [NUMBERS]",
     "The critical options that a server does not know, NUMBER ERROR ..., if it knows NUMBERS, such as 17,23",
     "b161e2fcd10178\t17,23", .run = coap_critical, .fields = "number error..."},
    {"response-code", "t", "ERROR", "The code of the response to a request with that error, or ERR no_match",
     "coap_option", .run = response_code},
    {"route", "ct", "CRI PATTERN", "The captures of {} and {*} in its path, up to 32 {}, or ERR no_match",
     EXAMPLE_AB "\t/a/{}", .run = route, .fields = "capture..."},
    {"coap-route", "ht", "OPTIONS PATTERN", "route for the path of a request", "b16101620163\t/a/{*}",
     .run = coap_route, .fields = "capture..."},
    {"pattern-check", "t", "PATTERN", "The number of {} in a pattern", "/a/{}/{*}", .run = pattern_check},
    {"routes-sorted", "t", "PATTERNS",
     "How many of up to 32 PATTERNS, with spaces between them, are sorted, and the first that is out of order",
     "/rd /rd-lookup/ep /rd/{}", .run = routes_sorted, .fields = "sorted unsorted"},
    {"routes-index", "t", "PATTERNS", "Up to 32 PATTERNS, with spaces between them, sorted for a table of routes",
     "/rd /rd-lookup/ep /rd/{}", .run = routes_index, .fields = "pattern..."},
    {"aif-allows", "icm", "AIF CRI METHOD", "Whether authorization information allows a request",
     "81828181616101\t8320816168816161\tGET", .run = aif_allows},
    {"coap-aif-allows", "ihm", "AIF OPTIONS METHOD", "aif-allows for the options of a request",
     "81828181616101\tb161\tGET", .run = coap_aif_allows},
    {"aif-methods", "ic", "AIF CRI", "The methods that it allows on a resource, as in aif-entries",
     "81828181616101\t8320816168816161", .run = aif_methods},
    {"coap-aif-methods", "ih", "AIF OPTIONS", "aif-methods for the options of a request", "81828181616101\tb161",
     .run = coap_aif_methods},
    {"aif-entries", "i", "AIF", "Its entries: CRI METHODS CRI METHODS ...", "81828181616101", .run = aif_entries,
     .fields = "cri methods..."},
    END_OF_TABLE,
};
