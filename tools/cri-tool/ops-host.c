/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations on hosts and origins, and operations that remove user information. */
#include "ops.h"

WRITES(host_text, cri_host_text(CRI(0), OUT_TEXT))
ASKS(same_origin, cri_same_origin(CRI(0), CRI(1), &yes))

COUNTS(effective_port, uint16_t, cri_effective_port(CRI(0), &number))

static err_name_t effective_scheme(struct job *job)
{
    int64_t id = 0;
    cri_err_t err = cri_effective_scheme(CRI(0), &id);
    if (err == CRI_OK) {
        answer_int(job, id);
    }
    return error_of(err);
}

static err_name_t endpoint(struct job *job)
{
    cri_endpoint_t value;
    cri_err_t err = cri_host_endpoint(CRI(0), &value);
    if (err == CRI_OK) {
        answer_hex(job, value.addr, value.addr_len);
        answer_octets(job, value.zone, value.zone_len);
        answer_int(job, value.port);
    }
    return error_of(err);
}

WRITES(write_bare, cri_without_userinfo(CRI(0), OUT, CRI(1)))
WRITES(encode_bare, cri_encode(CRI(1), OUT))
WRITES(bare_to_uri, cri_to_uri(CRI(1), OUT_TEXT))

WRITES(write_endpoint, cri_with_endpoint(CRI(0), job->dest, OUT, CRI(1)))

err_name_t write_made(struct job *job, writer_t *make, writer_t *write)
{
    err_name_t error = job_write(job, make);
    if (error != NULL) {
        return error;
    }
    /* The CRI borrows the bytes in job->scratch, so the two buffers are exchanged before the next call writes to it. */
    struct buffer borrowed = job->scratch;
    job->scratch = job->bytes[MAX_ARGS - 1];
    job->bytes[MAX_ARGS - 1] = borrowed;
    return job_write(job, write);
}

/* Defines an operation that makes a CRI and writes it. */
#define MAKES(name, make, write, answer)                                                                               \
    static err_name_t name(struct job *job)                                                                            \
    {                                                                                                                  \
        err_name_t error = write_made(job, make, write);                                                               \
        if (error == NULL) {                                                                                           \
            answer(job, job->scratch.bytes, job->scratch.len);                                                         \
        }                                                                                                              \
        return error;                                                                                                  \
    }
MAKES(without_userinfo, write_bare, encode_bare, answer_hex)
MAKES(with_endpoint, write_endpoint, encode_bare, answer_hex)
MAKES(to_uri_redacted, write_bare, bare_to_uri, answer_octets)

/* http://u@h/a?b; coap://[2001:db8::1]:61616 */
#define EXAMPLE_USERINFO "842283f461756168816161816162"
#define EXAMPLE_ADDRESS "8220825020010db800000000000000000000000119f0b0"

const struct op host_ops[] = {
    {"host-text", "c", "CRI", "The host as text, for resolvers and logs", EXAMPLE_AB, .text = host_text},
    {"effective-scheme", "c", "CRI", "The scheme's id, or the id of its name", EXAMPLE_AB, .run = effective_scheme},
    {"port", "c", "CRI", "The port, or the default port of the scheme", EXAMPLE_AB, .run = effective_port},
    {"endpoint", "c", "CRI", "If the host is an address: address in hex, zone identifier, port", EXAMPLE_ADDRESS,
     .run = endpoint, .fields = "address zone port"},
    {"same-origin", "cc", "A B", "Whether two CRIs have the same scheme, host and effective port",
     EXAMPLE_AB "\t" EXAMPLE_AC, .run = same_origin},
    {"without-userinfo", "c", "CRI", "The same CRI without user information", EXAMPLE_USERINFO,
     .run = without_userinfo},
    {"with-endpoint", "ce", "CRI ADDR:PORT", "The same with that address and port, such as those of a responder",
     EXAMPLE_AB "\t192.0.2.1:61616", .run = with_endpoint},
    {"to-uri-redacted", "c", "CRI", "The URI without user information; with query and fragment", EXAMPLE_USERINFO,
     .run = to_uri_redacted},
    END_OF_TABLE,
};
