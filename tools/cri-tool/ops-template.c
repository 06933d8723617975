/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on URI templates (RFC 6570). */
#include "ops.h"

#include <string.h>

#define MAX_VARIABLES 32

/* Decodes the triplets of a text, appends the octets to `decoded`, and stores where they are. The caller has reserved
 * enough memory. */
static void decode(struct buffer *decoded, const char *text, const char *end, const char **start, size_t *len)
{
    *start = (const char *)decoded->bytes + decoded->len;
    *len = 0;
    if (cri_uri_decode(text, (size_t)(end - text), decoded->bytes + decoded->len, decoded->cap - decoded->len, len) ==
        CRI_OK) {
        decoded->len += *len;
    }
}

/* Reads NAME=VALUE, NAME[]=ITEM, NAME[KEY]=VALUE, or NAME for a variable without value. */
static cri_template_variable_t read_variable(const char *text, const char *end, struct buffer *decoded)
{
    cri_template_variable_t variable = {.name = text, .name_len = (size_t)(end - text)};
    const char *equals = memchr(text, '=', (size_t)(end - text));
    variable.kind = CRI_TEMPLATE_UNDEFINED;
    if (equals == NULL) {
        return variable;
    }
    const char *bracket = memchr(text, '[', (size_t)(equals - text));
    variable.name_len = (size_t)((bracket == NULL ? equals : bracket) - text);
    variable.kind = CRI_TEMPLATE_TEXT;
    decode(decoded, equals + 1, end, &variable.value, &variable.value_len);
    if (bracket != NULL) {
        const char *close = equals[-1] == ']' ? equals - 1 : equals;
        variable.kind = bracket + 1 == close ? CRI_TEMPLATE_ITEM : CRI_TEMPLATE_PAIR;
        decode(decoded, bracket + 1, close, &variable.key, &variable.key_len);
    }
    return variable;
}

static cri_err_t expand(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    cri_template_variable_t variables[MAX_VARIABLES];
    size_t count = 0;
    struct buffer *decoded = &job->bytes[1];
    const char *text = job->args[1].text;
    const char *end = text + job->args[1].len;
    decoded->len = 0;
    if (!buffer_reserve(decoded, job->args[1].len + 1)) {
        job->out_of_memory = true;
        return CRI_ERR_ARGUMENT;
    }
    for (; job->args[1].len > 0 && text <= end && count < MAX_VARIABLES; count++) {
        const char *stop = memchr(text, '&', (size_t)(end - text));
        stop = stop == NULL ? end : stop;
        variables[count] = read_variable(text, stop, decoded);
        text = stop + 1;
    }
    cri_err_t err = cri_template_expand(TEXT(0), variables, count, OUT_TEXT, &job->offset);
    job->has_offset = err == CRI_ERR_SYNTAX;
    return err;
}

static err_name_t check(struct job *job)
{
    cri_err_t err = cri_template_check(TEXT(0), &job->offset);
    job->has_offset = err == CRI_ERR_SYNTAX;
    return error_of(err);
}

static err_name_t names(struct job *job)
{
    size_t start = 0;
    size_t len = 0;
    for (size_t from = 0; cri_template_name(TEXT(0), from, &start, &len); from = start + len) {
        answer_octets(job, job->args[0].text + start, len);
    }
    return NULL;
}

/* clang-format off */
const struct op template_ops[] = {
    {"template-expand", "tt", "TEMPLATE VARIABLES",
     "A URI reference, with variables NAME=VALUE&NAME[]=ITEM&NAME[KEY]=VALUE",
     "/rd{/id}{?tag*}\tid=7&tag[]=a%26b&tag[]=c", .text = expand},
    {"template-check", "t", "TEMPLATE", "Whether a text is a template: no fields", "/rd{/id}{?tag*}", .run = check},
    {"template-names", "t", "TEMPLATE", "The names of the variables of a template", "/rd{/id}{?tag*}", .run = names,
     .fields = "name..."},
    END_OF_TABLE,
};
/* clang-format on */
