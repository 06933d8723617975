/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations that examine a CRI, or a text that is to be converted to a CRI. */
#include "ops.h"

#include <string.h>

/* Adds the names whose bits are set, with a separator between them. */
static void answer_bits(struct job *job, uint32_t bits, const char *const *names, size_t count, char separator)
{
    answer_text(job, "");
    size_t start = job->answer.len;
    for (size_t i = 0; i < count; i++) {
        if ((bits >> i & 1) != 0) {
            job->out_of_memory |= (job->answer.len > start && !buffer_append_byte(&job->answer, (uint8_t)separator)) ||
                                  !buffer_append(&job->answer, names[i], strlen(names[i]));
        }
    }
}

ASKS(canonical, (yes = cri_is_canonical(CRI(0)), CRI_OK))

static err_name_t uses(struct job *job)
{
    static const char *const names[] = {"scheme-name", "no-authority", "userinfo", "pet", "zone"};
    answer_bits(job, cri_uses(CRI(0)), names, sizeof names / sizeof names[0], ',');
    return NULL;
}

static err_name_t ownership(struct job *job)
{
    static const char *const sections[] = {"2.1", "2.2", "2.3", "2.4", "2.5"};
    answer_bits(job, cri_ownership_check(CRI(0)), sections, sizeof sections / sizeof sections[0], ' ');
    return NULL;
}

err_name_t locate(struct job *job, struct fault *fault)
{
    size_t consumed = 0;
    fault->offset = 0;
    fault->part = CRI_PART_WHOLE;
    fault->err = cri_parse_where(job->rev, BYTES(0), &fault->offset, &fault->part);
    if (fault->err != CRI_OK) {
        return cri_err_name(fault->err);
    }
    cri_err_t err = cri_parse(job->rev, BYTES(0), CRI(0), &consumed);
    fault->offset = consumed;
    return consumed < job->bytes[0].len ? ERR_TRAILING_DATA : error_of(err);
}

/* Adds the position of an error as three fields: OFFSET, SECTION and NAME. Adds nothing if there is no error. */
static err_name_t answer_fault(struct job *job, const struct fault *fault, err_name_t error)
{
    job->failed = error != NULL;
    if (error != NULL) {
        answer_int(job, (long long)fault->offset);
        answer_text(job, cri_part_name(fault->part));
        answer_text(job, error);
    }
    return NULL;
}

static err_name_t where(struct job *job)
{
    struct fault fault;
    err_name_t error = locate(job, &fault);
    return answer_fault(job, &fault, error);
}

/* Defines an operation that locates the error in a text. */
#define LOCATES(name, function)                                                                                        \
    static err_name_t name(struct job *job)                                                                            \
    {                                                                                                                  \
        struct fault fault = {CRI_OK, 0, CRI_PART_WHOLE};                                                              \
        fault.err = function(job->rev, TEXT(0), &fault.offset, &fault.part);                                           \
        return answer_fault(job, &fault, error_of(fault.err));                                                         \
    }
LOCATES(uri_where, cri_from_uri_where)
LOCATES(iri_where, cri_from_iri_where)

/* clang-format off */
const struct op check_ops[] = {
    {"explain", "h", "CRI", "The meaning of the bytes, one line per item, and an error", EXAMPLE_AB, .run = explain,
     .print = explain_print, .fields = "offset length meaning..."},
    {"where", "h", "CRI", "Where an error is: OFFSET SECTION NAME; nothing if it is a CRI", "82f581612e",
     .run = where, .fields = "offset part error"},
    {"uri-where", "t", "TEXT", "The error of a URI or URI reference that has no CRI", "coap://h:070/",
     .run = uri_where, .fields = "offset part error"},
    {"iri-where", "t", "TEXT", "The error of an IRI or IRI reference that has no CRI", "coap://h:070/",
     .run = iri_where, .fields = "offset part error"},
    {"canonical", "c", "CRI", "Whether the bytes are the canonical form", "823800816168", .run = canonical},
    {"uses", "c", "CRI", "The features that it uses: scheme-name,no-authority,userinfo,pet,zone",
     "822283f461756168", .run = uses},
    {"ownership", "c", "CRI", "The sections of RFC 8820 that a specification strains by mandating it", EXAMPLE_AB,
     .run = ownership},
    END_OF_TABLE,
};
/* clang-format on */
