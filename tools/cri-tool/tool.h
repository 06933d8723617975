/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Declarations for all files of cri-tool: buffers that grow, the job, which is one running operation, and the tables of
 * operations.
 *
 * The library itself does not allocate memory. The tool does, because it runs on hosts.
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
#include "cri_template.h"
#include "cri_uri.h"
#ifdef CRI_NFC
#include "cri_nfc.h"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names of errors of the tool itself. The names of the library's errors come from cri_err_name(). */
#define ERR_UNKNOWN_OP "unknown_op"
#define ERR_USAGE "usage"
#define ERR_BAD_HEX "bad_hex"
#define ERR_TRAILING_DATA "trailing_data"
#define ERR_NO_MATCH "no_match"
#define ERR_OUT_OF_MEMORY "out_of_memory"
#define ERR_BAD_SCHEMES "bad_schemes"
#define ERR_BAD_ENDPOINT "bad_endpoint"
#define ERR_BAD_MESSAGE "bad_message"

#define MAX_ARGS 4
#define MAX_SCHEMES 16

/* The result of a function that can fail: the name of an error, or NULL for success. */
typedef const char *err_name_t;

struct buffer {
    uint8_t *bytes;
    size_t len;
    size_t cap;
};

/* Makes room for `cap` bytes in total, and keeps the contents. Returns false if there is not enough memory. */
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
/* Returns the text before the first `mark`, and removes it and the mark from `text`. */
struct field before(struct field *text, char mark);
/* Reads a decimal number up to `most`. Returns false for any other text. */
bool field_number(const struct field *text, int64_t most, int64_t *number);

/* The form of an answer: the stable form of a batch, text for people, or JSON. */
enum form { FORM_BATCH, FORM_PLAIN, FORM_JSON };

/* A running operation, with its operands and its answer. The lines of a batch share the buffers. */
struct job {
    uint8_t rev;
    enum form form;
    bool offsets;                          /* print the offset of an error, if it is known, in a batch */
    bool json;                             /* print JSON */
    bool reads_any_form;                   /* read operands in any form, and not in hex only */
    cri_scheme_row_t schemes[MAX_SCHEMES]; /* the schemes of the command line */
    size_t scheme_count;
    struct field lists; /* the names of --list */
    size_t arg_count;
    struct field args[MAX_ARGS];   /* the arguments as they were given */
    bool is_content[MAX_ARGS];     /* true for arguments that are the content of a file */
    bool is_word[MAX_ARGS];        /* true for arguments that are words of the operation */
    struct buffer bytes[MAX_ARGS]; /* the bytes of arguments in hex */
    cri_t cri[MAX_ARGS];           /* the views of arguments that are CRIs */
    cri_cori_t cori[MAX_ARGS];     /* the views of arguments that are CoRIs */
    int64_t number;                /* the argument that is a scheme, a method or a number */
    struct {
        uint8_t cbor[64]; /* a CRI whose parts `value` borrows */
        cri_t cri;
        cri_endpoint_t value;
    } endpoint;
    const cri_endpoint_t *dest; /* the argument ADDR:PORT, or NULL if it was omitted */
    cri_text_t decoding;        /* the text that is being decoded */
    struct field operand;       /* the text of the operand that is being converted */
    cri_link_value_t value;     /* the value of an attribute that is being decoded */
    const cri_t *shown;         /* the CRI that answer_cri() adds */
    struct field zone;          /* the zone identifier that was found */
    struct buffer scratch;      /* output of the library before it becomes a field */
    struct buffer answer;       /* <TAB>field<TAB>field... */
    struct buffer types;        /* the type of each field, see enum type */
    bool out_of_memory;
    bool failed;     /* true if the answer is "no", or has an error in it */
    bool is_run;     /* true if the arguments could be read */
    size_t misused;  /* the index of the argument that could not be read */
    bool has_offset; /* true if the offset of the error in the operand is known */
    size_t offset;
    uint8_t part; /* the component at that offset, or CRI_PART_WHOLE */
};

/* Expands to the two parameters that functions of the library have for the schemes of the command line. */
#define SCHEMES job->schemes, job->scheme_count

void job_free(struct job *job);

/* The types of fields, for JSON. The text of an escaped field has the escapes of cri_escape(). */
enum type { ESCAPED, RAW, VALUE };

/* Each of these functions adds a field to the answer. All except answer_raw() escape the text. */
void answer_raw(struct job *job, const void *text, size_t len);
void answer_octets(struct job *job, const void *octets, size_t len);
void answer_text(struct job *job, const char *text);
void answer_bool(struct job *job, bool value);
void answer_int(struct job *job, long long value);
void answer_hex(struct job *job, const void *bytes, size_t len);
/* Adds the answer to a question. The exit status after "no" is that of an error. */
void answer_yes(struct job *job, bool value);
/* Adds NAME=VALUE, or NAME alone if the value is NULL: a field in a batch, and otherwise two fields. */
void answer_member(struct job *job, const char *name, size_t name_len, const void *value, size_t len);
/* Adds the URI of a CRI, or its notation if it has no URI or an empty one. */
void answer_cri(struct job *job, const cri_t *cri);

/* A call of the library that fills a buffer. After CRI_ERR_BUFFER the call is repeated with a larger buffer. */
typedef cri_err_t writer_t(struct job *job, uint8_t *buf, size_t cap, size_t *len);

/* Calls `write` until its output fits into job->scratch. */
err_name_t job_write(struct job *job, writer_t *write);

/* Returns the name of an error, or NULL for CRI_OK. */
err_name_t error_of(cri_err_t err);

struct op {
    const char *name;
    const char *kinds;   /* a letter per argument, see arguments.c; arguments after "?" may be omitted */
    const char *args;    /* the arguments for --help; an argument of the kind `w` is one of the lower-case words */
    const char *help;    /* one line */
    const char *example; /* arguments, with tabs between them */
    /* The fields of the answer. NULL: there is one. "NAME NAME": they have these names. "NAME NAME...": so, and
     * repeated. "=": they are added by answer_member(). "<": so, and each link begins with the member href or error. */
    const char *fields;
    /* Exactly one of the next four members is set. */
    writer_t *hex;                      /* writes bytes */
    writer_t *text;                     /* writes text */
    writer_t *edn;                      /* writes text that is already escaped */
    err_name_t (*run)(struct job *job); /* fills the answer */
    /* Prints the plain form of the answer, if it is not made of its fields. Otherwise NULL. */
    void (*print)(struct job *job);
};

/* The tables of operations. Each table ends with END_OF_TABLE. */
extern const struct op cri_ops[], check_ops[], host_ops[], text_ops[], document_ops[], link_ops[], coap_ops[],
    message_ops[], request_ops[], uri_ops[], template_ops[], cori_ops[];

/* Reads an argument of a kind that has bytes into job->bytes: from hex or, if it may have any form, from that form. A
 * URI is read only if it `may_be_uri`. */
err_name_t read_bytes(struct job *job, size_t index, char kind, bool may_be_uri);
/* True if a text is pairs of hexadecimal digits, which may be separated and begin with 0x. */
bool is_hex(const struct field *text);
/* True if a text is UTF-8 without control characters other than white space. */
bool is_text(const struct field *text);
/* Each of these functions writes the CRI of a text, and stores the position of its error in the job. */
cri_err_t uri_to_cri(struct job *job, const struct field *text, uint8_t *buf, size_t cap, size_t *len);
cri_err_t iri_to_cri(struct job *job, const struct field *text, uint8_t *buf, size_t cap, size_t *len);
cri_err_t notation_to_cri(struct job *job, const struct field *text, uint8_t *buf, size_t cap, size_t *len);
/* Runs an operation. Fills job->answer and returns NULL, or returns the name of an error. */
err_name_t run_op(struct job *job, const struct op *op);
/* Reads a scheme, NAME=NUMBER, or NAME=NUMBER:PORT for a CoAP scheme. Returns false if it is invalid. */
bool scheme_row(struct field text, cri_scheme_row_t *row);
/* Reads schemes with commas between them, each as its name or as in scheme_row(). Stores the ids, and the rows. Both
 * arrays have MAX_SCHEMES elements. Returns false if the list is invalid or too long. */
bool scheme_list(uint8_t rev, struct field list, int64_t *ids, size_t *ids_len, cri_scheme_row_t *rows,
                 size_t *rows_len);
/* Reads a scheme of the command line, NAME=NUMBER. Returns false if it is invalid or job->schemes is full. */
bool read_scheme(struct job *job, const char *text);
/* True if one of the arguments is the word. */
bool has_word(const struct job *job, const char *word);
/* Returns the description of a kind of argument for --help, or NULL for a word. */
const char *kind_help(char kind);

struct fault {
    cri_err_t err; /* CRI_OK if the error is an error of the tool */
    size_t offset;
    uint8_t part;
};

/* Parses operand 0, which must be exactly one CRI, and finds the position of its error. */
err_name_t locate(struct job *job, struct fault *fault);

err_name_t explain(struct job *job);
void explain_print(struct job *job);

#endif
