/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Implements the operation explain, which dumps a CRI with one line per item, and marks an error. */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200112L
#include <unistd.h>
#endif

#include "ops.h"
#include "walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The purpose of a walk: to measure the longest line, to print the lines, or to add each line to the answer. */
enum mode { MEASURE, PRINT, ANSWER };

struct dump {
    struct walk walk; /* the first member, so that its address is the address of the dump */
    struct job *job;
    bool failed; /* true if the CRI has an error, which `fault` describes */
    struct fault fault;
    enum mode mode;
    bool colour;
    size_t hex_width; /* the number of bytes in the longest line, at most HEX_MOST */
};

/* ---- lines: a range of bytes, the bytes in hex, and a note of their meaning -------------------------------------- */

/* The width of the column of hex, in bytes. At the end of an item that is longer, two dots replace the other bytes. */
#define HEX_MOST 17

static struct dump *dump_of(struct walk *walk) { return (struct dump *)walk; }

void note(struct walk *walk, const char *text)
{
    struct job *job = dump_of(walk)->job;
    job->out_of_memory |= !buffer_append(&job->scratch, text, strlen(text));
}

void note_clear(struct walk *walk) { dump_of(walk)->job->scratch.len = 0; }

void note_quoted(struct walk *walk, const uint8_t *text, size_t len)
{
    struct job *job = dump_of(walk)->job;
    struct buffer *out = &job->scratch;
    bool fits = buffer_append_byte(out, '"');
    while (fits && len > 0) {
        const uint8_t *quote = memchr(text, '"', len);
        size_t run = quote != NULL ? (size_t)(quote - text) : len;
        fits = buffer_append_escaped(out, text, run) && (quote == NULL || buffer_append(out, "\\\"", 2));
        run += quote != NULL;
        text += run;
        len -= run;
    }
    job->out_of_memory |= !fits || !buffer_append_byte(out, '"');
}

void note_scheme(struct walk *walk, int64_t id)
{
    struct job *job = dump_of(walk)->job;
    const char *name = NULL;
    size_t len = 0;
    cri_err_t err = cri_registry_name(job->rev, id, &name, &len);
    for (size_t i = 0; err == CRI_ERR_SCHEME_UNKNOWN && i < job->scheme_count; i++) {
        if (CRI_SCHEME_ID(job->schemes[i].number) == id) {
            name = job->schemes[i].name;
            len = job->schemes[i].name_len;
            err = CRI_OK;
        }
    }
    if (err == CRI_OK) {
        job->out_of_memory |= !buffer_append_escaped(&job->scratch, name, len);
    } else {
        note(walk, "not in the registry");
    }
}

/* Returns an escape sequence, or an empty text if the output has no colour. */
static const char *colour(const struct dump *dump, const char *escape) { return dump->colour ? escape : ""; }

static void print_line(const struct dump *dump, size_t len, bool wrong)
{
    const struct buffer *text = &dump->job->scratch;
    int digits = snprintf(NULL, 0, "%zu", dump->walk.len);
    char range[64];
    snprintf(range, sizeof range, len > 1 ? "%*zu-%zu" : "%*zu", digits, dump->walk.at, dump->walk.at + len - 1);
    printf("%s%-*s  ", colour(dump, wrong ? "\033[31m" : "\033[2m"), 2 * digits + 1, range);
    fputs(colour(dump, wrong ? "\033[31m" : "\033[0;36m"), stdout);
    for (size_t i = 0; i < dump->hex_width; i++) {
        if (i < len && (i < HEX_MOST - 1 || len <= HEX_MOST)) {
            printf("%02x", dump->walk.data[dump->walk.at + i]);
        } else {
            fputs(i < len ? ".." : "  ", stdout);
        }
    }
    printf("%s  %*s", colour(dump, wrong ? "\033[31m" : "\033[0m"), 2 * (int)dump->walk.depth, "");
    fwrite(text->bytes, 1, text->len, stdout);
    printf("%s\n", colour(dump, wrong ? "\033[0m" : ""));
}

void line(struct walk *walk, size_t len)
{
    struct dump *dump = dump_of(walk);
    struct job *job = dump->job;
    /* Items after an error are not shown. */
    walk->stop |= dump->failed && walk->at > dump->fault.offset;
    if (!walk->stop && !job->out_of_memory) {
        bool wrong = dump->failed && dump->fault.offset - walk->at < len;
        if (dump->mode == PRINT) {
            print_line(dump, len, wrong);
        } else if (dump->mode == ANSWER) {
            char range[64];
            snprintf(range, sizeof range, "%zu:%zu ", walk->at, len);
            if (job->form == FORM_BATCH) {
                answer_text(job, range);
            } else {
                answer_int(job, (long long)walk->at);
                answer_int(job, (long long)len);
                answer_text(job, "");
            }
            job->out_of_memory |= !buffer_append(&job->answer, job->scratch.bytes, job->scratch.len);
        } else if (len > dump->hex_width) {
            dump->hex_width = len < HEX_MOST ? len : HEX_MOST;
        }
    }
    job->scratch.len = 0;
}

/* ---- the operation ---------------------------------------------------------------------------------------------- */

/* Parses the operand, and finds the position of its error. */
static err_name_t dump_init(struct dump *dump, struct job *job)
{
    memset(dump, 0, sizeof *dump);
    dump->job = job;
    dump->walk.data = job->bytes[0].bytes;
    dump->walk.len = job->bytes[0].len;
    err_name_t error = locate(job, &dump->fault);
    dump->failed = error != NULL;
    job->has_offset = dump->failed;
    job->offset = dump->fault.offset;
    return error;
}

/* Runs explain in a batch. Adds a field OFFSET:LENGTH MEANING for each item. */
err_name_t explain(struct job *job)
{
    struct dump dump;
    err_name_t error = dump_init(&dump, job);
    if (error == NULL) {
        dump.mode = ANSWER;
        walk(&dump.walk);
    }
    return error;
}

WRITES(write_uri, cri_to_uri_with(CRI(0), SCHEMES, OUT_TEXT))
WRITES(write_canonical, cri_encode(CRI(0), OUT))

/* Prints the URI and, if the bytes are not the canonical form, the canonical form. */
static void print_forms(struct job *job)
{
    err_name_t error = job_write(job, write_uri);
    printf("\n%s", error != NULL ? "no URI: " : "URI: ");
    puts(error != NULL ? error : (const char *)job->scratch.bytes);
    if (!cri_is_canonical(&job->cri[0]) && job_write(job, write_canonical) == NULL) {
        fputs("canonical form: ", stdout);
        for (size_t i = 0; i < job->scratch.len; i++) {
            printf("%02x", job->scratch.bytes[i]);
        }
        putchar('\n');
    }
}

static bool is_colour_wanted(void)
{
#ifdef _POSIX_C_SOURCE
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    return (no_color == NULL || no_color[0] == '\0') && (term == NULL || strcmp(term, "dumb") != 0) &&
           isatty(STDOUT_FILENO);
#else
    return false;
#endif
}

/* Prints a line of the form "error: ERROR at OFFSET, PART: SENTENCE". */
static void print_error(const struct dump *dump, err_name_t error)
{
    const struct fault *fault = &dump->fault;
    printf("\n%serror: %s at %zu", colour(dump, "\033[31m"), error, fault->offset);
    if (fault->part != CRI_PART_WHOLE) {
        printf(", %s", cri_part_name(fault->part));
    }
    printf(": %s", fault->err != CRI_OK ? cri_err_text(fault->err) : "bytes follow the item");
    puts(colour(dump, "\033[0m"));
}

/* Runs explain in a single call. Prints the items as a table. */
void explain_print(struct job *job)
{
    struct dump dump;
    err_name_t error = dump_init(&dump, job);
    dump.colour = is_colour_wanted();
    walk(&dump.walk);
    dump.mode = PRINT;
    walk(&dump.walk);
    if (error != NULL) {
        print_error(&dump, error);
    } else {
        print_forms(job);
    }
}
