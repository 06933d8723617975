/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Shared by the files of cri-tool: growing buffers, a job (one operation at work), the table of operations.
 *
 * The buffers grow because a host has a heap; the library itself allocates nothing.
 */
#ifndef CRI_TOOL_H
#define CRI_TOOL_H

#include "cri.h"
#include "cri_check.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_dispatch.h"
#include "cri_document.h"
#include "cri_edn.h"
#include "cri_host.h"
#include "cri_link.h"
#include "cri_registry.h"
#include "cri_uri.h"
#ifdef CRI_NFC
#include "cri_nfc.h"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Errors of the tool, in addition to the names of cri_err_name(). */
#define ERR_UNKNOWN_OP "unknown_op"
#define ERR_USAGE "usage"
#define ERR_BAD_HEX "bad_hex"
#define ERR_TRAILING_DATA "trailing_data"
#define ERR_NO_MATCH "no_match"
#define ERR_OUT_OF_MEMORY "out_of_memory"
#define ERR_BAD_ENDPOINT "bad_endpoint"

#define MAX_ARGS 4
#define MAX_SCHEMES 16

/* A function that can fail returns one of these names; NULL is success. */
typedef const char *err_name_t;

struct buffer {
    uint8_t *bytes;
    size_t len;
    size_t cap;
};

/* Makes room for `cap` bytes in all, and keeps the contents. False: out of memory. */
bool buffer_reserve(struct buffer *buffer, size_t cap);
void buffer_free(struct buffer *buffer);
bool buffer_append(struct buffer *buffer, const void *bytes, size_t len);
bool buffer_append_byte(struct buffer *buffer, uint8_t byte);

/* Appends octets with the escapes of cri_escape(). */
bool buffer_append_escaped(struct buffer *buffer, const void *octets, size_t len);
bool buffer_append_hex(struct buffer *buffer, const uint8_t *bytes, size_t len);

struct field {
    const char *text;
    size_t len;
};

bool field_is(const struct field *field, const char *text);

/* The mistakes in the operands of a call. */
enum misuse { OPERAND_MISSING, OPERANDS_TOO_MANY, OPERAND_TWICE, OPERAND_WRONG };

/* An operation that runs: its operands and its answer. The buffers are kept from line to line of a batch. */
struct job {
    uint8_t rev;
    bool offsets;                          /* print where an error is, if that is known */
    cri_scheme_row_t schemes[MAX_SCHEMES]; /* those of the command line */
    size_t scheme_count;
    struct field lists; /* the names of --list */
    size_t arg_count;
    struct field args[MAX_ARGS];   /* the arguments as they were given */
    bool is_word[MAX_ARGS];        /* those that are words of the operation */
    struct buffer bytes[MAX_ARGS]; /* those in hex, decoded */
    cri_t cri[MAX_ARGS];           /* those that are CRIs */
    cri_cori_t cori[MAX_ARGS];     /* those that are CoRIs */
    int64_t number;                /* the argument that is a scheme, a method or a number */
    struct {
        uint8_t cbor[64]; /* a CRI, whose parts the value borrows */
        cri_t cri;
        cri_endpoint_t value;
    } endpoint;
    const cri_endpoint_t *dest; /* the argument ADDR:PORT; NULL without one */
    cri_text_t decoding;        /* the text that is being decoded */
    struct field zone;          /* the zone identifier that was found */
    struct buffer scratch;      /* output of the library before it becomes a field */
    struct buffer answer;       /* <TAB>field<TAB>field... */
    bool out_of_memory;
    bool is_run;        /* the arguments could be read; if not: */
    enum misuse misuse; /* what is wrong, */
    size_t misused;     /* and the argument that it is about, or the most that there may be */
    bool has_offset;
    size_t offset;
};

/* The schemes of the command line, as the two parameters that functions have for them. */
#define SCHEMES job->schemes, job->scheme_count

void job_free(struct job *job);

/* These add a field to the answer. Only the first one does not escape. */
void answer_raw(struct job *job, const void *text, size_t len);
void answer_octets(struct job *job, const void *octets, size_t len);
void answer_text(struct job *job, const char *text);
void answer_bool(struct job *job, bool value);
void answer_int(struct job *job, long long value);
void answer_hex(struct job *job, const void *bytes, size_t len);

/* A call of the library that fills a buffer. It is repeated with a larger one after CRI_ERR_BUFFER. */
typedef cri_err_t writer_t(struct job *job, uint8_t *buf, size_t cap, size_t *len);

/* Has the library write into job->scratch. */
err_name_t job_write(struct job *job, writer_t *write);

/* The name of an error, NULL for CRI_OK. */
err_name_t error_of(cri_err_t err);

struct op {
    const char *name;
    const char *kinds;   /* a letter per argument, see arguments.c; those after "?" may be omitted */
    const char *args;    /* the same for people; the lower-case words are those that a `w` may be */
    const char *help;    /* one line */
    const char *example; /* arguments, with tabs between them */
    /* Exactly one of these is set. */
    writer_t *hex;                      /* writes bytes */
    writer_t *text;                     /* writes text */
    writer_t *edn;                      /* writes text with escapes of its own */
    err_name_t (*run)(struct job *job); /* fills the answer */
    /* Prints the answer of a single call in a form of its own. */
    void (*print)(struct job *job);
};

/* The tables, which end with a row without a name. */
extern const struct op cri_ops[], check_ops[], host_ops[], text_ops[], document_ops[], link_ops[], coap_ops[],
    uri_ops[], cori_ops[];

/* Decodes an argument in hex into job->bytes. */
err_name_t read_hex(struct job *job, size_t index);
/* Runs an operation: NULL and job->answer, or an error. */
err_name_t run_op(struct job *job, const struct op *op);
/* Reads the arguments, as op->kinds says. */
err_name_t read_arguments(struct job *job, const struct op *op);
/* Reads NAME=NUMBER, a scheme of the command line. */
bool read_scheme(struct job *job, const char *text);
/* Whether one of the arguments is that word. */
bool has_word(const struct job *job, const char *word);
/* Returns the description of a kind of argument for --help; NULL for a word. */
const char *kind_help(char kind);

struct fault {
    cri_err_t err; /* CRI_OK if the error is one of the tool */
    size_t offset;
    uint8_t part;
};

/* Parses operand 0, which must be one CRI and nothing else, and finds out where an error is. */
err_name_t locate(struct job *job, struct fault *fault);

err_name_t explain(struct job *job);
void explain_print(struct job *job);

#endif
