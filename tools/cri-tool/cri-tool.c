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

/* ---- running and printing --------------------------------------------------------------------------------------- */

static void print_answer(const struct job *job, err_name_t error)
{
    if (error == NULL) {
        fputs("OK", stdout);
        fwrite(job->answer.len > 0 ? job->answer.bytes : (const uint8_t *)"", 1, job->answer.len, stdout);
    } else {
        printf("ERR\t%s", error);
        if (job->offsets && job->has_offset) {
            printf("\t%llu", (unsigned long long)job->offset);
        }
    }
    putchar('\n');
}

/* Flushes the output. Returns false, after a message, if any of the output could not be written. */
static bool flush_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "cri-tool: cannot write: %s\n", strerror(errno));
        return false;
    }
    return true;
}

/* ---- batches: one operation per line ---------------------------------------------------------------------------- */

/* The result of read_line(). */
enum line { LINE_READ, LINE_END, LINE_TOO_BIG };

/* Reads a line, and drops the line feed at its end. Lines may contain any bytes. */
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

/* Splits text at its tabs into fields. Returns the number of fields, or most + 1 if there are more than `most`. */
static size_t split_fields(const char *text, size_t len, struct field *fields, size_t most)
{
    const char *end = text + len;
    for (size_t count = 0; count < most; count++) {
        const char *tab = memchr(text, '\t', (size_t)(end - text));
        fields[count] = (struct field){text, (size_t)((tab != NULL ? tab : end) - text)};
        if (tab == NULL) {
            return count + 1;
        }
        text = tab + 1;
    }
    return most + 1;
}

static int run_batch(struct job *job)
{
    struct buffer line = {NULL, 0, 0};
    struct field fields[1 + MAX_ARGS] = {{NULL, 0}};
    enum line found;
    while ((found = read_line(stdin, &line)) != LINE_END) {
        err_name_t error = ERR_OUT_OF_MEMORY;
        if (found == LINE_READ) {
            size_t count = split_fields(line.len > 0 ? (const char *)line.bytes : "", line.len, fields, 1 + MAX_ARGS);
            job->arg_count = count - 1;
            memcpy(job->args, fields + 1, sizeof job->args);
            error = job->arg_count > MAX_ARGS ? ERR_USAGE : run_op(job, find_op(&fields[0]));
        }
        print_answer(job, error);
    }
    free(line.bytes);
    return flush_output() && !ferror(stdin) ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- help of an operation --------------------------------------------------------------------------------------- */

/* Prints the mistake in a call, and the synopsis. */
static int usage(const char *what, const char *why)
{
    fprintf(stderr, "cri-tool: %s%s\n", what, why);
    print_synopsis(stderr);
    return EXIT_USAGE;
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
    err_name_t error = run_op(job, op);
    if (op->print != NULL) {
        op->print(job);
    } else {
        fputs("  ", stdout);
        print_answer(job, error);
    }
}

static int print_op_help(struct job *job, const char *name)
{
    const struct field field = {name, strlen(name)};
    const struct op *op = find_op(&field);
    if (op == NULL) {
        return usage("there is no operation ", name);
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
    return flush_output() ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- the command line ------------------------------------------------------------------------------------------- */

/* Reads standard input to its end, and drops a line feed at the end. */
static bool read_input(struct buffer *input)
{
    uint8_t block[4096];
    size_t len;
    while ((len = fread(block, 1, sizeof block, stdin)) > 0) {
        if (!buffer_append(input, block, len)) {
            return false;
        }
    }
    if (input->len > 0 && input->bytes[input->len - 1] == '\n') {
        input->len--;
    }
    return !ferror(stdin);
}

/* Stores the operands in job->args. One operand may be -, which means standard input. Returns the exit status, after a
 * message if it is not 0. */
static int take_operands(struct job *job, int argc, char **argv, struct buffer *input)
{
    bool is_read = false;
    for (int i = 1; i < argc; i++) {
        struct field *operand = &job->args[job->arg_count++];
        *operand = (struct field){argv[i], strlen(argv[i])};
        if (field_is(operand, "-")) {
            if (is_read) {
                return usage("more than one operand is -", "");
            }
            if (!read_input(input)) {
                fputs("cri-tool: cannot read standard input\n", stderr);
                return EXIT_ERR;
            }
            is_read = true;
            *operand = (struct field){input->len > 0 ? (const char *)input->bytes : "", input->len};
        }
    }
    return EXIT_SUCCESS;
}

/* True if an operand looks like an option. */
static bool has_option(const struct job *job)
{
    bool has = false;
    for (size_t i = 0; i < job->arg_count && i < MAX_ARGS; i++) {
        has = has || (job->args[i].len > 2 && memcmp(job->args[i].text, "--", 2) == 0);
    }
    return has;
}

/* Prints what is wrong with a call that has no such operation or has unusable operands. Returns the exit status. */
static int misused(const struct job *job, const struct field *name, const struct op *op, err_name_t error)
{
    if (op == NULL) {
        fputs("cri-tool: there is no operation ", stderr);
        print_operand(name);
        fputs("; cri-tool --help lists them\n", stderr);
        return EXIT_USAGE;
    }
    bool is_usage = strcmp(error, ERR_USAGE) == 0;
    if (is_usage || strcmp(error, ERR_BAD_HEX) == 0 || strcmp(error, ERR_BAD_ENDPOINT) == 0) {
        if (has_option(job)) {
            fputs("cri-tool: options come before the operation\n", stderr);
        } else {
            print_misuse(job, op);
        }
    }
    if (is_usage) {
        fprintf(stderr, "usage: cri-tool %s%s%s\n", op->name, op->args[0] != '\0' ? " " : "", op->args);
    }
    return is_usage ? EXIT_USAGE : EXIT_ERR;
}

static int run_op_of(struct job *job, int argc, char **argv, struct buffer *input)
{
    const struct field name = {argv[0], strlen(argv[0])};
    const struct op *op = find_op(&name);
    /* Operands after MAX_ARGS + 1 operands are not stored, because job->args has no room. run_op() refuses the call. */
    int most = MAX_ARGS + 1;
    int status = take_operands(job, argc < most ? argc : most, argv, input);
    if (status != EXIT_SUCCESS) {
        return status;
    }
    job->arg_count = (size_t)argc - 1;
    err_name_t error = run_op(job, op);
    if (job->is_run && op->print != NULL) {
        op->print(job);
    } else {
        print_answer(job, error);
    }
    if (!flush_output()) {
        return EXIT_ERR;
    }
    if (job->is_run && error != NULL && op->print != explain_print) {
        print_reason(job, error);
    }
    return error == NULL ? EXIT_SUCCESS : job->is_run ? EXIT_ERR : misused(job, &name, op, error);
}

static int run_single(struct job *job, int argc, char **argv)
{
    struct buffer input = {NULL, 0, 0};
    if (argc > 2 && strcmp(argv[1], "--list") == 0) {
        /* --list may also follow the operation. The name of the operation is then moved behind the value. */
        job->lists = (struct field){argv[2], strlen(argv[2])};
        argv[2] = argv[0];
        argv += 2;
        argc -= 2;
    }
    int status = run_op_of(job, argc, argv, &input);
    buffer_free(&input);
    return status;
}

/* Reads the options before the operation. Returns the index of the next argument, or 0 after an error message. */
static int read_options(struct job *job, int argc, char **argv)
{
    for (int next = 1; next < argc; next++) {
        const char *name = argv[next];
        bool is_rev = strcmp(name, "--rev") == 0;
        if (strcmp(name, "--offsets") == 0) {
            job->offsets = true;
        } else if (strcmp(name, "--list") == 0) {
            const char *names = ++next < argc ? argv[next] : "";
            job->lists = (struct field){names, strlen(names)};
        } else if (is_rev || strcmp(name, "--scheme") == 0) {
            const char *value = ++next < argc ? argv[next] : "";
            bool is_valid = is_rev ? strcmp(value, "13") == 0 || strcmp(value, "27") == 0 : read_scheme(job, value);
            if (!is_valid) {
                (void)usage(name, is_rev ? " must be 13 or 27" : " must be NAME=NUMBER, and is there up to 16 times");
                return 0;
            }
            job->rev = !is_rev ? job->rev : value[0] == '1' ? CRI_REV_13 : CRI_REV_27;
        } else {
            return next;
        }
    }
    (void)usage("an operation is missing", "");
    return 0;
}

/* Functions for calls that have no operation, such as --version. */
static int print_version(struct job *job, const char *value)
{
    (void)job, (void)value;
    printf("cri-tool %s\n", cri_version());
    return EXIT_SUCCESS;
}

static int print_all_help(struct job *job, const char *value)
{
    if (value != NULL) {
        return print_op_help(job, value);
    }
    print_help(stdout);
    return EXIT_SUCCESS;
}

static int run_lines(struct job *job, const char *value)
{
    (void)value;
    return run_batch(job);
}

static const struct {
    const char *name;
    int least, most; /* the least and the largest number of values */
    int (*run)(struct job *job, const char *value);
} calls[] = {
    {"-h", 0, 1, print_all_help},
    {"--help", 0, 1, print_all_help},
    {"--version", 0, 0, print_version},
    {"--batch", 0, 0, run_lines},
};

/* Runs the call that follows the options: an operation, or one of `calls`. */
static int run(struct job *job, int argc, char **argv)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(argv[0], calls[i].name) == 0) {
            if (argc - 1 < calls[i].least || argc - 1 > calls[i].most) {
                return usage(argv[0], argc - 1 > calls[i].most ? " has too many operands" : " has an operand");
            }
            int status = calls[i].run(job, argc > 1 ? argv[1] : NULL);
            return flush_output() ? status : EXIT_ERR;
        }
    }
    return argv[0][0] == '-' ? usage("there is no option ", argv[0]) : run_single(job, argc, argv);
}

int main(int argc, char **argv)
{
    struct job job;
    memset(&job, 0, sizeof job);
    job.rev = CRI_REV_27;

    int next = read_options(&job, argc, argv);
    int status = next == 0 ? EXIT_USAGE : run(&job, argc - next, argv + next);
    job_free(&job);
    return status;
}
