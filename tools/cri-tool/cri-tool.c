/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * cri-tool calls functions of the library from a shell. A call runs one operation, or one operation for each line of a
 * batch. `cri-tool --help` describes the interface.
 *
 * The tool uses only the public headers. Each operation is a row of a table in ops-*.c.
 */
#include "help.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_ERR = 1, EXIT_USAGE = 2 };

/* Flushes the output. Returns false, after a message, if any of the output could not be written. */
static bool flush_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "cri-tool: cannot write: %s\n", strerror(errno));
        return false;
    }
    return true;
}

/* Prints the mistake in a call, and the synopsis. */
static int usage(const char *what, const char *why)
{
    fprintf(stderr, "cri-tool: %s%s\n", what, why);
    print_synopsis(stderr);
    return EXIT_USAGE;
}

/* ---- batches: one operation per line ---------------------------------------------------------------------------- */

/* Reads a line, and drops the line end, which is LF or CR LF. Lines may contain any other bytes. Returns false at the
 * end of the input. */
static bool read_line(FILE *input, struct buffer *line, bool *fits)
{
    int c = getc(input);
    const bool is_line = c != EOF;
    *fits = true;
    for (line->len = 0; c != EOF && c != '\n'; c = getc(input)) {
        *fits = *fits && buffer_append_byte(line, (uint8_t)c);
    }
    line->len -= line->len > 0 && line->bytes[line->len - 1] == '\r';
    return is_line;
}

/* Splits text at its tabs into fields. Returns the number of fields, or most + 1 if there are more than `most`. */
static size_t split_fields(const char *text, size_t len, struct field *fields, size_t most)
{
    struct field rest = {text, len};
    for (size_t count = 0; count < most; count++) {
        const size_t left = rest.len;
        fields[count] = before(&rest, '\t');
        if (fields[count].len == left) {
            return count + 1;
        }
    }
    return most + 1;
}

static int run_batch(struct job *job)
{
    struct buffer line = {NULL, 0, 0};
    struct field fields[1 + MAX_ARGS] = {{NULL, 0}};
    bool fits;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a program that waits for each answer gets it */
    while (read_line(stdin, &line, &fits)) {
        const struct op *op = NULL;
        err_name_t error = ERR_OUT_OF_MEMORY;
        if (fits) {
            size_t count = split_fields(line.len > 0 ? (const char *)line.bytes : "", line.len, fields, 1 + MAX_ARGS);
            job->arg_count = count - 1;
            memcpy(job->args, fields + 1, sizeof job->args);
            op = find_op(&fields[0]);
            error = job->arg_count > MAX_ARGS ? ERR_USAGE : run_op(job, op);
        }
        print_answer(job, op, error);
    }
    free(line.bytes);
    return flush_output() && !ferror(stdin) ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- help of an operation --------------------------------------------------------------------------------------- */

/* Prints the answer of an operation. Returns true if the library gave an answer. */
static bool print_result(struct job *job, const struct op *op, err_name_t error)
{
    if (job->is_run && op->print != NULL && job->form == FORM_PLAIN) {
        op->print(job);
    } else {
        print_answer(job, op, error);
    }
    return error == NULL;
}

/* Runs the example of an operation, and prints the call and its answer. */
static void print_example(struct job *job, const struct op *op)
{
    job->arg_count = 0;
    printf("\n  $ cri-tool %s", op->name);
    if (op->example != NULL) {
        job->arg_count = split_fields(op->example, strlen(op->example), job->args, MAX_ARGS);
    }
    for (size_t i = 0; i < job->arg_count; i++) {
        const struct field *arg = &job->args[i];
        bool plain = strcspn(arg->text, " ?*[](){}<>'\"\\&;|#~$!") >= arg->len;
        const char *quote = plain ? "" : memchr(arg->text, '\'', arg->len) != NULL ? "\"" : "'";
        printf(" %s%.*s%s", quote, (int)arg->len, arg->text, quote);
    }
    putchar('\n');
    job->form = FORM_PLAIN;
    (void)print_result(job, op, run_op(job, op));
}

/* Prints that there is no operation `name`, and a similar one. */
static int unknown_op(const struct field *name)
{
    const char *similar = similar_op(name);
    fputs("cri-tool: there is no operation ", stderr);
    print_operand(name);
    fprintf(stderr, similar != NULL ? "; did you mean %s?\n" : "; cri-tool --help lists them\n", similar);
    return EXIT_USAGE;
}

static int print_op_help(struct job *job, const struct field *name)
{
    const struct op *op = find_op(name);
    if (op == NULL) {
        return unknown_op(name);
    }
    printf("cri-tool %s %s\n\n%s.\n", op->name, op->args, op->help);
    for (size_t i = 0; operand_kind(op, i) != 0; i++) {
        const struct field operand = operand_name(op, i);
        const char *help = kind_help(operand_kind(op, i));
        if (help != NULL) {
            printf("%s  %.*s: %s\n", i == 0 ? "\n" : "", (int)operand.len, operand.text, help);
        }
    }
    if (op->example != NULL) {
        print_example(job, op);
    }
    return EXIT_SUCCESS;
}

/* ---- operands from files ---------------------------------------------------------------------------------------- */

static bool read_all(FILE *file, struct buffer *input)
{
    uint8_t block[4096];
    size_t len;
    while ((len = fread(block, 1, sizeof block, file)) > 0) {
        if (!buffer_append(input, block, len)) {
            return false;
        }
    }
    return !ferror(file);
}

/* Replaces operand `index` by the content of a file: - is standard input and @NAME is a file. The name of a file alone
 * is enough for bytes that are not in hex. Returns false, after a message, if the file cannot be read. */
static bool take_content(struct job *job, const struct op *op, size_t index, struct buffer *input)
{
    struct field *operand = &job->args[index];
    const char kind = operand_kind(op, index);
    const bool is_input = field_is(operand, "-"), is_named = operand->text[0] == '@';
    if (kind == 'w' || !(is_input || is_named || (strchr("hio", kind) != NULL && !is_hex(operand)))) {
        return true;
    }
    FILE *file = is_input ? stdin : fopen(operand->text + is_named, "rb");
    bool is_read = file != NULL && read_all(file, input);
    if (!is_read && (is_input || is_named)) {
        fprintf(stderr, "cri-tool: cannot read %s: %s\n", is_input ? "standard input" : operand->text + 1,
                strerror(errno));
    } else if (is_read) {
        *operand = (struct field){input->len > 0 ? (const char *)input->bytes : "", input->len};
        job->is_content[index] = true;
    }
    if (file != NULL && !is_input) {
        (void)fclose(file);
    }
    return is_read || !(is_input || is_named);
}

/* ---- a single call ---------------------------------------------------------------------------------------------- */

/* The arguments of a call, without the options. */
struct call {
    const char *words[2 + MAX_ARGS]; /* the operation and its operands */
    size_t count;
    bool is_help, is_version, is_batch;
};

/* Prints what is wrong with operands that cannot be used. Returns the exit status. */
static int misused(const struct job *job, const struct op *op, err_name_t error)
{
    bool is_usage = strcmp(error, ERR_USAGE) == 0;
    if (is_usage || strcmp(error, ERR_BAD_HEX) == 0 || strcmp(error, ERR_BAD_ENDPOINT) == 0) {
        print_misuse(job, op);
    } else if (job->form == FORM_PLAIN) {
        print_reason(job, error, op->kinds[1] != '\0' ? job->misused + 1 : 0);
    }
    if (is_usage) {
        fprintf(stderr, "usage: cri-tool %s%s%s\n", op->name, op->args[0] != '\0' ? " " : "", op->args);
    }
    return is_usage ? EXIT_USAGE : EXIT_ERR;
}

static int run_single(struct job *job, const struct call *call, struct buffer *inputs)
{
    const struct field name = {call->words[0], strlen(call->words[0])};
    const struct op *op = find_op(&name);
    bool has_input = false;
    if (op == NULL) {
        return unknown_op(&name);
    }
    job->arg_count = call->count - 1;
    for (size_t i = 0; i < job->arg_count && i < MAX_ARGS; i++) {
        job->args[i] = (struct field){call->words[1 + i], strlen(call->words[1 + i])};
        bool is_input = field_is(&job->args[i], "-");
        if (is_input && has_input) {
            return usage("only one operand may be -", "");
        }
        has_input |= is_input;
        if (!take_content(job, op, i, &inputs[i])) {
            return EXIT_ERR;
        }
    }
    err_name_t error = run_op(job, op);
    bool is_answered = print_result(job, op, error);
    if (!flush_output()) {
        return EXIT_ERR;
    }
    if (!job->is_run) {
        return misused(job, op, error);
    }
    if (!is_answered && job->form == FORM_PLAIN && op->print != explain_print) {
        print_reason(job, error, 0);
    }
    return is_answered && !job->failed ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- the command line ------------------------------------------------------------------------------------------- */

/* Reads an option without a value. Returns false if there is no such option. */
static bool read_flag(struct job *job, struct call *call, const char *name)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--help", &call->is_help},   {"-h", &call->is_help},       {"--version", &call->is_version},
                 {"--batch", &call->is_batch}, {"--offsets", &job->offsets}, {"--json", &job->json}};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = true;
            return true;
        }
    }
    return false;
}

/* Reads an option and its value. Returns the exit status, after a message if it is not 0. */
static int read_option(struct job *job, const char *name, const char *value)
{
    const char *text = value == NULL ? "" : value;
    if (strcmp(name, "--list") == 0) {
        job->lists = (struct field){text, strlen(text)};
    } else if (strcmp(name, "--rev") == 0) {
        if (strcmp(text, "13") != 0 && strcmp(text, "27") != 0) {
            return usage(name, " must be 13 or 27");
        }
        job->rev = text[0] == '1' ? CRI_REV_13 : CRI_REV_27;
    } else if (strcmp(name, "--scheme") != 0) {
        return usage("there is no option ", name);
    } else if (!read_scheme(job, text)) {
        return usage(name, " must be NAME=NUMBER, and is there up to 16 times");
    }
    return EXIT_SUCCESS;
}

/* Separates the options from the other arguments. After -- there are no options. */
static int read_call(struct job *job, struct call *call, int argc, char **argv)
{
    bool has_options = true;
    for (int next = 1; next < argc; next++) {
        const char *word = argv[next];
        bool is_long = word[0] == '-' && (word[1] == '-' || (word[1] != '\0' && call->count == 0));
        if (has_options && strcmp(word, "--") == 0) {
            has_options = false;
        } else if (!has_options || !(is_long || strcmp(word, "-h") == 0)) {
            /* More operands than any operation has are counted, but not stored. */
            call->words[call->count < MAX_ARGS + 1 ? call->count : MAX_ARGS + 1] = word;
            call->count++;
        } else if (!read_flag(job, call, word)) {
            int status = read_option(job, word, next + 1 < argc ? argv[next + 1] : NULL);
            if (status != EXIT_SUCCESS) {
                return status;
            }
            next++;
        }
    }
    return EXIT_SUCCESS;
}

static int run(struct job *job, struct call *call)
{
    if (call->is_version) {
        printf("cri-tool %s\n", cri_version());
        return EXIT_SUCCESS;
    }
    job->form = job->json ? FORM_JSON : call->is_batch ? FORM_BATCH : FORM_PLAIN;
    if (call->count > 0 && strcmp(call->words[0], "help") == 0) {
        call->is_help = true;
        memmove(call->words, call->words + 1, sizeof call->words - sizeof call->words[0]);
        call->count--;
    }
    if (call->is_help && call->count == 0) {
        print_help(stdout);
        return EXIT_SUCCESS;
    }
    if (call->is_help) {
        const struct field name = {call->words[0], strlen(call->words[0])};
        return print_op_help(job, &name);
    }
    if (call->is_batch) {
        return call->count > 0 ? usage("--batch has no operands", "") : run_batch(job);
    }
    if (call->count == 0) {
        return usage("an operation is missing", "");
    }
    struct buffer inputs[MAX_ARGS] = {{NULL, 0, 0}};
    job->reads_any_form = true;
    int status = run_single(job, call, inputs);
    for (size_t i = 0; i < MAX_ARGS; i++) {
        buffer_free(&inputs[i]);
    }
    return status;
}

int main(int argc, char **argv)
{
    struct job job;
    struct call call = {.count = 0};
    memset(&job, 0, sizeof job);
    job.rev = CRI_REV_27;

    int status = read_call(&job, &call, argc, argv);
    if (status == EXIT_SUCCESS) {
        status = run(&job, &call);
        status = flush_output() ? status : EXIT_ERR;
    }
    job_free(&job);
    return status;
}
