/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lines of a dump. */
#include "dump.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* More bytes than this are cut in the column of hex. */
#define HEX_MOST 17

void note(struct dump *dump, const char *format, ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    size_t fits = len < (int)sizeof text ? (size_t)len : sizeof text - 1;
    dump->job->out_of_memory |= len < 0 || !buffer_append(&dump->job->scratch, text, fits);
}

void note_quoted(struct dump *dump, const uint8_t *text, size_t len)
{
    struct buffer *out = &dump->job->scratch;
    bool fits = buffer_append_byte(out, '"');
    while (fits && len > 0) {
        const uint8_t *quote = memchr(text, '"', len);
        size_t run = quote != NULL ? (size_t)(quote - text) : len;
        fits = buffer_append_escaped(out, text, run) && (quote == NULL || buffer_append(out, "\\\"", 2));
        run += quote != NULL;
        text += run;
        len -= run;
    }
    dump->job->out_of_memory |= !fits || !buffer_append_byte(out, '"');
}

const char *colour(const struct dump *dump, const char *escape) { return dump->colour ? escape : ""; }

static void print_line(const struct dump *dump, size_t len, bool wrong)
{
    const struct buffer *text = &dump->job->scratch;
    int digits = snprintf(NULL, 0, "%zu", dump->len);
    char range[64];
    snprintf(range, sizeof range, len > 1 ? "%*zu-%zu" : "%*zu", digits, dump->at, dump->at + len - 1);
    printf("%s%-*s  ", colour(dump, wrong ? "\033[31m" : "\033[2m"), 2 * digits + 1, range);
    fputs(colour(dump, wrong ? "\033[31m" : "\033[0;36m"), stdout);
    for (size_t i = 0; i < dump->hex_width; i++) {
        if (i < len && (i < HEX_MOST - 1 || len <= HEX_MOST)) {
            printf("%02x", dump->data[dump->at + i]);
        } else {
            fputs(i < len ? ".." : "  ", stdout);
        }
    }
    printf("%s  %*s", colour(dump, wrong ? "\033[31m" : "\033[0m"), 2 * (int)dump->depth, "");
    fwrite(text->bytes, 1, text->len, stdout);
    printf("%s\n", colour(dump, wrong ? "\033[0m" : ""));
}

void line(struct dump *dump, size_t len)
{
    struct job *job = dump->job;
    dump->stop |= dump->failed && dump->at > dump->fault.offset;
    if (!dump->stop && !job->out_of_memory) {
        bool wrong = dump->failed && dump->fault.offset - dump->at < len;
        if (dump->mode == PRINT) {
            print_line(dump, len, wrong);
        } else if (dump->mode == ANSWER) {
            char range[64];
            snprintf(range, sizeof range, "%zu:%zu ", dump->at, len);
            answer_text(job, range);
            job->out_of_memory |= !buffer_append(&job->answer, job->scratch.bytes, job->scratch.len);
        } else if (len > dump->hex_width) {
            dump->hex_width = len < HEX_MOST ? len : HEX_MOST;
        }
    }
    job->scratch.len = 0;
    dump->at += len;
}
