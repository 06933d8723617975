/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The requests that a link and a URI become. */
#include "ops.h"

#include "cri_request.h"

/* The operands as settings, the memory that they point to, and the request, which borrows job->scratch. */
static cri_request_settings_t settings;
static int64_t schemes[MAX_SCHEMES];
static cri_scheme_row_t table[MAX_SCHEMES];
static cri_request_t request;

WRITES(of_link, cri_request(CRI(0), CRI(1), &settings, OUT, &request))
WRITES(of_uri, cri_request_from_uri(job->rev, TEXT(0), &settings, OUT, &request))

/* Reads the operands from operand `at` on, and answers with the request that `write` writes. */
static err_name_t answer_request(struct job *job, size_t at, writer_t *write)
{
    const uint8_t *target;
    size_t target_len;
    settings = (cri_request_settings_t){.schemes = schemes, .table = table};
    if (at < job->arg_count &&
        !scheme_list(job->rev, job->args[at], schemes, &settings.schemes_len, table, &settings.table_len)) {
        return ERR_BAD_SCHEMES;
    }
    if (at + 1 < job->arg_count) {
        settings.zone = job->args[at + 1].text;
        settings.zone_len = job->args[at + 1].len;
    }
    settings.flags = has_word(job, "omit-host-name") ? CRI_REQUEST_OMIT_HOST_NAME : 0;
    err_name_t error = job_write(job, write);
    if (error == NULL && cri_encoding(&request.target, &target, &target_len)) {
        answer_hex(job, request.options, request.options_len);
        answer_hex(job, target, target_len);
        answer_octets(job, request.host, request.host_len);
        answer_hex(job, request.endpoint.addr, request.endpoint.addr_len);
        answer_octets(job, request.endpoint.zone, request.endpoint.zone_len);
        answer_int(job, request.endpoint.port);
    }
    return error;
}

static err_name_t request_of_link(struct job *job) { return answer_request(job, 2, of_link); }
static err_name_t request_of_uri(struct job *job) { return answer_request(job, 1, of_uri); }

const struct op request_ops[] = {
    {"request", "cc?ttw", "BASE REF [SCHEMES] [ZONE] [omit-host-name]",
     "The request for a link: OPTIONS TARGET NAME ADDRESS ZONE PORT. SCHEMES is a list such as coap,coaps",
     EXAMPLE_AB "\t" EXAMPLE_REF "\tcoap", .run = request_of_link, .fields = "options target name address zone port"},
    {"request-from-uri", "t?ttw", "TEXT [SCHEMES] [ZONE] [omit-host-name]", "request for the text of a URI",
     "coap://example.com/a/b\tcoap", .run = request_of_uri, .fields = "options target name address zone port"},
    END_OF_TABLE,
};
