/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * cri-tool: the library from a shell, one operation per call or one per line. `cri-tool --help` has the interface.
 *
 * It uses the public headers only. An operation is a row of a table in ops-*.c.
 */
#include "tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXIT_ERR = 1, EXIT_USAGE = 2 };

/* ---- running and printing --------------------------------------------------------------------------------------- */

static const struct {
    const char *title;
    const struct op *ops;
} groups[] = {
    {"CRIs", cri_ops},
    {"Checks", check_ops},
    {"Hosts and origins", host_ops},
    {"URIs, IRIs and diagnostic notation", text_ops},
    {"Documents", document_ops},
    {"Link format (RFC 6690)", link_ops},
    {"CoAP", coap_ops},
    {"URI text (RFC 3986)", uri_ops},
    {"CoRI, the older format", cori_ops},
};

#define GROUP_COUNT (sizeof groups / sizeof groups[0])

static const struct op *find_op(const struct field *name)
{
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        for (const struct op *op = groups[i].ops; op->name != NULL; op++) {
            if (field_is(name, op->name)) {
                return op;
            }
        }
    }
    return NULL;
}

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

/* Output that could not be written is an error, however it came about. */
static bool flush_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "cri-tool: cannot write: %s\n", strerror(errno));
        return false;
    }
    return true;
}

/* ---- one line after the other ----------------------------------------------------------------------------------- */

/* What read_line() found. */
enum line { LINE_READ, LINE_END, LINE_TOO_BIG };

/* Reads up to a line feed or the end of input, without the line feed. Lines may contain any bytes. */
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

/* Splits text at its tabs into fields. Returns their number; most + 1 if there are more. */
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
        job->has_offset = false;
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

/* ---- help ------------------------------------------------------------------------------------------------------- */

static const char help_text[] =
    "usage: cri-tool [OPTION...] OP ARG...     prints one answer\n"
    "       cri-tool [OPTION...] --batch       reads OP<TAB>ARG... lines, prints an answer for each\n"
    "       cri-tool --help [OP]\n"
    "\n"
    "An answer is OK<TAB>RESULT... or ERR<TAB>NAME. CBOR and options of CoAP are in hex.\n"
    "Text is escaped, so that it has no tabs and line feeds, and nothing that misleads: \\uHHHH for control characters,\n"
    "bidirectional controls, U+2028, U+2029 and U+FEFF, \\\\ for a backslash, \\xHH for bytes that are not UTF-8.\n"
    "(edn has the escapes of the notation instead.)\n"
    "\n"
    "  --rev 13|27              the revision of CRIs, 27 by default\n"
    "  --scheme NAME=NUMBER     a scheme that the registry lacks; up to 16; for URIs, IRIs, diagnostic notation,\n"
    "                           from-coap and explain\n"
    "  --offsets                ERR<TAB>NAME<TAB>OFFSET where the place of the error is known\n"
    "\n"
    "The status is 0 after OK, 1 after ERR, 2 after a wrong call. Errors have the names of cri_err_name(), or\n"
    "unknown_op, usage, bad_hex, trailing_data (bytes after the item), bad_endpoint, no_match, out_of_memory.\n";

static void print_help(FILE *out)
{
    fputs(help_text, out);
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        fprintf(out, "\n%s\n", groups[i].title);
        for (const struct op *op = groups[i].ops; op->name != NULL; op++) {
            int width = fprintf(out, "  %s %s", op->name, op->args);
            fprintf(out, "%*s  %s\n", width < 40 ? 40 - width : 0, "", op->help);
        }
    }
}

static int usage(void)
{
    print_help(stderr);
    return EXIT_USAGE;
}

/* Runs the example of an operation, and prints both. */
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
        return usage();
    }
    printf("cri-tool %s %s\n\n%s.\n", op->name, op->args, op->help);
    const char *word = op->args;
    for (const char *kind = op->kinds; *kind != '\0'; kind++) {
        if (*kind != '?') {
            word += strspn(word, " []");
            size_t len = strcspn(word, " []");
            const char *help = kind_help(*kind);
            if (help != NULL) {
                printf("%s  %.*s: %s\n", kind == op->kinds ? "\n" : "", (int)len, word, help);
            }
            word += len;
        }
    }
    if (op->example != NULL) {
        print_example(job, op);
    }
    return flush_output() ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- the command line ------------------------------------------------------------------------------------------- */

static int run_single(struct job *job, int argc, char **argv)
{
    const struct field name = {argv[0], strlen(argv[0])};
    const struct op *op = find_op(&name);
    err_name_t error = ERR_USAGE;
    if (argc - 1 <= MAX_ARGS) {
        for (int i = 1; i < argc; i++) {
            job->args[job->arg_count++] = (struct field){argv[i], strlen(argv[i])};
        }
        error = run_op(job, op);
    }
    bool misused = error != NULL && (strcmp(error, ERR_USAGE) == 0 || strcmp(error, ERR_UNKNOWN_OP) == 0);
    if (job->is_run && op->print != NULL) {
        op->print(job);
    } else {
        print_answer(job, error);
    }
    if (!flush_output()) {
        return EXIT_ERR;
    }
    if (misused && op != NULL) {
        fprintf(stderr, "usage: cri-tool %s %s\n", op->name, op->args);
    } else if (misused) {
        fputs("cri-tool --help lists the operations\n", stderr);
    }
    return misused ? EXIT_USAGE : error != NULL ? EXIT_ERR : EXIT_SUCCESS;
}

/* Reads the options. Returns the index of what follows them; 0 for a wrong one. */
static int read_options(struct job *job, int argc, char **argv)
{
    for (int next = 1;; next++) {
        if (next < argc && strcmp(argv[next], "--offsets") == 0) {
            job->offsets = true;
        } else if (argc - next >= 2 && strcmp(argv[next], "--rev") == 0) {
            next++;
            if (strcmp(argv[next], "13") != 0 && strcmp(argv[next], "27") != 0) {
                return 0;
            }
            job->rev = argv[next][0] == '1' ? CRI_REV_13 : CRI_REV_27;
        } else if (argc - next >= 2 && strcmp(argv[next], "--scheme") == 0) {
            next++;
            if (!read_scheme(job, argv[next])) {
                return 0;
            }
        } else {
            return next;
        }
    }
}

/* Runs what follows the options. */
static int run(struct job *job, int argc, char **argv)
{
    if (strcmp(argv[0], "--help") == 0 && argc <= 2) {
        if (argc == 2) {
            return print_op_help(job, argv[1]);
        }
        print_help(stdout);
        return flush_output() ? EXIT_SUCCESS : EXIT_ERR;
    }
    if (strcmp(argv[0], "--batch") == 0) {
        return argc == 1 ? run_batch(job) : usage();
    }
    return strncmp(argv[0], "--", 2) == 0 ? usage() : run_single(job, argc, argv);
}

int main(int argc, char **argv)
{
    struct job job;
    memset(&job, 0, sizeof job);
    job.rev = CRI_REV_27;

    int next = read_options(&job, argc, argv);
    if (next == 0 || next >= argc) {
        return usage();
    }
    int status = run(&job, argc - next, argv + next);
    job_free(&job);
    return status;
}
