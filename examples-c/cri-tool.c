/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * cri-tool: the library from a shell, one operation per call or one per line.
 *
 *   cri-tool [--rev 13|27] OP ARG...     prints one answer, exits with 0 (OK), 1 (ERR) or 2 (usage)
 *   cri-tool [--rev 13|27] --batch       reads OP<TAB>ARG... lines, prints one answer for each
 *
 * An answer is OK<TAB>RESULT... or ERR<TAB>NAME. CBOR is hex: upper or lower case in, lower case out.
 * Besides the names of cri_err_name() there are the tool's own: unknown_op, usage (wrong number of
 * arguments), bad_hex, trailing_data (bytes after the CRI), out_of_memory.
 *
 * It uses cri.h only. The buffers grow because a host has a heap; the library itself allocates nothing.
 */
#include "cri.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of the tool's own errors. */
#define ERR_UNKNOWN_OP "unknown_op"
#define ERR_USAGE "usage"
#define ERR_BAD_HEX "bad_hex"
#define ERR_TRAILING_DATA "trailing_data"
#define ERR_OUT_OF_MEMORY "out_of_memory"

#define MAX_ARGS 4
#define DEFAULT_REVISION CRI_REV_27
/* Scheme ids of both registries lie between -1 and this. */
#define LAST_SCHEME_ID (-70000)

enum { EXIT_ERR = 1, EXIT_USAGE = 2 };

/* ---- a byte buffer that grows ---------------------------------------------------------------- */

struct buffer {
    uint8_t *bytes;
    size_t len;
    size_t cap;
};

/* Makes room for at least `cap` bytes in all; what is there stays. */
static bool buffer_reserve(struct buffer *buffer, size_t cap)
{
    if (cap <= buffer->cap) {
        return true;
    }
    size_t wanted = buffer->cap < 64 ? 64 : buffer->cap;
    while (wanted < cap) {
        wanted = wanted > SIZE_MAX / 2 ? cap : wanted * 2;
    }
    uint8_t *bytes = realloc(buffer->bytes, wanted);
    if (bytes == NULL) {
        return false;
    }
    buffer->bytes = bytes;
    buffer->cap = wanted;
    return true;
}

static bool buffer_append(struct buffer *buffer, const void *bytes, size_t len)
{
    if (len > SIZE_MAX - buffer->len || !buffer_reserve(buffer, buffer->len + len)) {
        return false;
    }
    if (len > 0) {
        memcpy(buffer->bytes + buffer->len, bytes, len);
        buffer->len += len;
    }
    return true;
}

static bool buffer_append_byte(struct buffer *buffer, uint8_t byte)
{
    return buffer_append(buffer, &byte, 1);
}

/* ---- one operation at work ------------------------------------------------------------------- */

struct field {
    const char *text;
    size_t len;
};

/* Everything one operation reads and writes. The buffers live on from line to line. */
struct job {
    uint8_t rev;
    struct field args[MAX_ARGS];
    size_t arg_count;
    struct buffer operands[2]; /* CBOR of the operands, which the views borrow */
    struct buffer scratch;     /* output of the library before it becomes a field */
    struct buffer answer;      /* <TAB>field<TAB>field... */
    bool out_of_memory;
};

static void answer_field(struct job *job, const void *text, size_t len)
{
    if (!buffer_append_byte(&job->answer, '\t') || !buffer_append(&job->answer, text, len)) {
        job->out_of_memory = true;
    }
}

static void answer_text(struct job *job, const char *text)
{
    answer_field(job, text, strlen(text));
}

static void answer_bool(struct job *job, bool value)
{
    answer_text(job, value ? "true" : "false");
}

static void answer_int(struct job *job, long long value)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    answer_text(job, text);
}

static void answer_hex(struct job *job, const uint8_t *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    struct buffer *answer = &job->answer;
    answer_field(job, NULL, 0);
    if (len > (SIZE_MAX - answer->len) / 2 || !buffer_reserve(answer, answer->len + 2 * len)) {
        job->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < len; i++) {
        answer->bytes[answer->len++] = (uint8_t)digits[bytes[i] >> 4];
        answer->bytes[answer->len++] = (uint8_t)digits[bytes[i] & 0x0f];
    }
}

/* ---- operands -------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

/* Turns hex into the bytes of operand `index`. Returns NULL or the name of an error. */
static const char *read_hex(struct job *job, size_t index)
{
    const struct field *hex = &job->args[index];
    struct buffer *bytes = &job->operands[index];
    bytes->len = 0;
    if (hex->len % 2 != 0) {
        return ERR_BAD_HEX;
    }
    if (!buffer_reserve(bytes, hex->len / 2)) {
        return ERR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < hex->len; i += 2) {
        int high = hex_digit(hex->text[i]);
        int low = hex_digit(hex->text[i + 1]);
        if (high < 0 || low < 0) {
            return ERR_BAD_HEX;
        }
        bytes->bytes[bytes->len++] = (uint8_t)(high * 16 + low);
    }
    return NULL;
}

/* Parses operand `index`, which must be one CRI reference and nothing else. */
static const char *read_cri(struct job *job, size_t index, cri_t *cri)
{
    const char *error = read_hex(job, index);
    if (error != NULL) {
        return error;
    }
    const struct buffer *bytes = &job->operands[index];
    size_t consumed = 0;
    cri_err_t err = cri_parse(job->rev, bytes->bytes, bytes->len, cri, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* The two operands of resolve, relativize and compare. */
static const char *read_two_cris(struct job *job, cri_t *first, cri_t *second)
{
    const char *error = read_cri(job, 0, first);
    return error != NULL ? error : read_cri(job, 1, second);
}

/* ---- results: ask for the size by trying, grow, try again ------------------------------------ */

static const char *answer_encoded(struct job *job, const cri_t *cri)
{
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = cri_encode(cri, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

typedef cri_err_t (*text_writer)(const cri_t *cri, char *buf, size_t buf_cap, size_t *len);

static const char *answer_written(struct job *job, const cri_t *cri, text_writer write)
{
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = write(cri, (char *)out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (len == SIZE_MAX || !buffer_reserve(out, len + 1)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_field(job, out->bytes, len);
    return NULL;
}

/* ---- the operations: each returns NULL or the name of an error -------------------------------- */

/* check HEX -> full|relative BYTES: the only one that takes bytes after the CRI. */
static const char *op_check(struct job *job)
{
    cri_t cri;
    size_t consumed = 0;
    const char *error = read_hex(job, 0);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_parse(job->rev, job->operands[0].bytes, job->operands[0].len, &cri, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_text(job, cri_is_full(&cri) ? "full" : "relative");
    answer_int(job, (long long)consumed);
    return NULL;
}

/* encode HEX -> canonical HEX */
static const char *op_encode(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_encoded(job, &cri);
}

/* edn HEX -> diagnostic notation */
static const char *op_edn(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_written(job, &cri, cri_to_edn);
}

/* to-uri HEX -> URI or URI reference */
static const char *op_to_uri(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_written(job, &cri, cri_to_uri);
}

/* from-uri TEXT -> HEX */
static const char *op_from_uri(struct job *job)
{
    const struct field *uri = &job->args[0];
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = cri_from_uri(job->rev, uri->text, uri->len, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

/* resolve BASE REF -> HEX */
static const char *op_resolve(struct job *job)
{
    cri_t base, reference, resolved;
    const char *error = read_two_cris(job, &base, &reference);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_resolve(&base, &reference, &resolved);
    return err != CRI_OK ? cri_err_name(err) : answer_encoded(job, &resolved);
}

/* relativize BASE TARGET -> HEX */
static const char *op_relativize(struct job *job)
{
    cri_t base, target, reference;
    const char *error = read_two_cris(job, &base, &target);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_relativize(&base, &target, &reference);
    return err != CRI_OK ? cri_err_name(err) : answer_encoded(job, &reference);
}

/* compare A B -> -1|0|1 */
static const char *op_compare(struct job *job)
{
    cri_t a, b;
    int32_t order = 0;
    const char *error = read_two_cris(job, &a, &b);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_compare(&a, &b, &order);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_int(job, order);
    return NULL;
}

/* An operand of `equal`: one item, which may be unprocessable as long as its end is known. */
static const char *read_item(struct job *job, size_t index)
{
    cri_t cri;
    size_t consumed = 0;
    const char *error = read_hex(job, index);
    if (error != NULL) {
        return error;
    }
    const struct buffer *bytes = &job->operands[index];
    cri_err_t err = cri_parse(job->rev, bytes->bytes, bytes->len, &cri, &consumed);
    if (err != CRI_OK && !cri_err_is_unprocessable(err)) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* equal A B -> true|false: unprocessable items equal byte-identical ones only */
static const char *op_equal(struct job *job)
{
    bool equal = false;
    const char *error = read_item(job, 0);
    if (error == NULL) {
        error = read_item(job, 1);
    }
    if (error != NULL) {
        return error;
    }
    const struct buffer *a = &job->operands[0];
    const struct buffer *b = &job->operands[1];
    cri_err_t err = cri_equal_encoded(job->rev, a->bytes, a->len, b->bytes, b->len, &equal);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_bool(job, equal);
    return NULL;
}

/* schemes -> ID NAME ID NAME ... */
static const char *op_schemes(struct job *job)
{
    for (int64_t id = -1; id >= LAST_SCHEME_ID; id--) {
        const char *name = NULL;
        size_t name_len = 0;
        if (cri_scheme_name(job->rev, id, &name, &name_len) == CRI_OK) {
            answer_int(job, id);
            answer_field(job, name, name_len);
        }
    }
    return NULL;
}

struct op {
    const char *name;
    size_t min_args;
    size_t max_args;
    const char *(*run)(struct job *job);
    const char *args; /* for the usage text */
};

static const struct op ops[] = {
    {"check", 1, 1, op_check, "HEX"},
    {"encode", 1, 1, op_encode, "HEX"},
    {"edn", 1, 1, op_edn, "HEX"},
    {"to-uri", 1, 1, op_to_uri, "HEX"},
    {"from-uri", 1, 1, op_from_uri, "TEXT"},
    {"resolve", 2, 2, op_resolve, "BASE REF"},
    {"relativize", 2, 2, op_relativize, "BASE TARGET"},
    {"equal", 2, 2, op_equal, "A B"},
    {"compare", 2, 2, op_compare, "A B"},
    {"schemes", 0, 0, op_schemes, ""},
};

#define OP_COUNT (sizeof ops / sizeof ops[0])

/* ---- running and printing -------------------------------------------------------------------- */

/* Runs one operation: NULL and job->answer filled, or the name of an error. */
static const char *run_op(struct job *job, const struct field *name)
{
    job->answer.len = 0;
    job->out_of_memory = false;
    for (size_t i = 0; i < OP_COUNT; i++) {
        const struct op *op = &ops[i];
        if (strlen(op->name) == name->len && memcmp(op->name, name->text, name->len) == 0) {
            if (job->arg_count < op->min_args || job->arg_count > op->max_args) {
                return ERR_USAGE;
            }
            const char *error = op->run(job);
            return error == NULL && job->out_of_memory ? ERR_OUT_OF_MEMORY : error;
        }
    }
    return ERR_UNKNOWN_OP;
}

static void print_answer(const struct job *job, const char *error)
{
    if (error != NULL) {
        printf("ERR\t%s\n", error);
        return;
    }
    fputs("OK", stdout);
    if (job->answer.len > 0) {
        fwrite(job->answer.bytes, 1, job->answer.len, stdout);
    }
    putchar('\n');
}

static void job_free(struct job *job)
{
    free(job->operands[0].bytes);
    free(job->operands[1].bytes);
    free(job->scratch.bytes);
    free(job->answer.bytes);
}

/* Output that could not be written is an error, however it came about. */
static bool flush_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "cri-tool: cannot write: %s\n", strerror(errno));
        return false;
    }
    return true;
}

/* ---- one line after the other ---------------------------------------------------------------- */

/* What read_line() found. */
enum line { LINE_READ, LINE_END, LINE_TOO_BIG };

/* Reads up to a line feed or the end of input, without the line feed. Lines may hold any bytes. */
static enum line read_line(FILE *input, struct buffer *line)
{
    bool fits = true;
    line->len = 0;
    int c = getc(input);
    if (c == EOF) {
        return LINE_END;
    }
    for (; c != EOF && c != '\n'; c = getc(input)) {
        fits = fits && buffer_append_byte(line, (uint8_t)c);
    }
    return fits ? LINE_READ : LINE_TOO_BIG;
}

/* Splits a line at its tabs: the name of the operation, and the job's arguments. */
static bool split_line(struct job *job, const struct buffer *line, struct field *name)
{
    const char *text = line->len > 0 ? (const char *)line->bytes : "";
    const char *end = text + line->len;
    struct field *field = name;
    job->arg_count = 0;
    for (;;) {
        const char *tab = memchr(text, '\t', (size_t)(end - text));
        field->text = text;
        field->len = (size_t)((tab != NULL ? tab : end) - text);
        if (tab == NULL) {
            return true;
        }
        if (job->arg_count == MAX_ARGS) {
            return false;
        }
        field = &job->args[job->arg_count++];
        text = tab + 1;
    }
}

static int run_batch(struct job *job)
{
    struct buffer line = {NULL, 0, 0};
    enum line found;
    while ((found = read_line(stdin, &line)) != LINE_END) {
        struct field name;
        const char *error = ERR_OUT_OF_MEMORY;
        if (found == LINE_READ) {
            error = split_line(job, &line, &name) ? run_op(job, &name) : ERR_USAGE;
        }
        print_answer(job, error);
    }
    free(line.bytes);
    return flush_output() && !ferror(stdin) ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- the command line ------------------------------------------------------------------------ */

static void print_usage(void)
{
    fputs("usage: cri-tool [--rev 13|27] OP ARG...\n"
          "       cri-tool [--rev 13|27] --batch     reads OP<TAB>ARG... lines\n"
          "answers OK<TAB>RESULT... or ERR<TAB>NAME; CBOR is hex; the default revision is 27\n"
          "operations:\n",
          stderr);
    for (size_t i = 0; i < OP_COUNT; i++) {
        fprintf(stderr, "  %s %s\n", ops[i].name, ops[i].args);
    }
}

static int usage(void)
{
    print_usage();
    return EXIT_USAGE;
}

static int run_single(struct job *job, int argc, char **argv)
{
    struct field name = {argv[0], strlen(argv[0])};
    const char *error = ERR_USAGE;
    if (argc - 1 <= MAX_ARGS) {
        for (int i = 1; i < argc; i++) {
            job->args[job->arg_count++] = (struct field){argv[i], strlen(argv[i])};
        }
        error = run_op(job, &name);
    }
    print_answer(job, error);
    if (!flush_output()) {
        return EXIT_ERR;
    }
    if (error == NULL) {
        return EXIT_SUCCESS;
    }
    bool misused = strcmp(error, ERR_USAGE) == 0 || strcmp(error, ERR_UNKNOWN_OP) == 0;
    return misused ? usage() : EXIT_ERR;
}

int main(int argc, char **argv)
{
    struct job job;
    memset(&job, 0, sizeof job);
    job.rev = DEFAULT_REVISION;

    int next = 1;
    if (argc - next >= 2 && strcmp(argv[next], "--rev") == 0) {
        if (strcmp(argv[next + 1], "13") == 0) {
            job.rev = CRI_REV_13;
        } else if (strcmp(argv[next + 1], "27") != 0) {
            return usage();
        }
        next += 2;
    }
    if (next >= argc) {
        return usage();
    }
    int status;
    if (strcmp(argv[next], "--batch") == 0) {
        status = next + 1 == argc ? run_batch(&job) : usage();
    } else {
        status = run_single(&job, argc - next, argv + next);
    }
    job_free(&job);
    return status;
}
