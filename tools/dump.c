/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lines of a dump. */
#include "dump.h"

#include <stdio.h>
#include <string.h>

/* More bytes than this are cut in the column of hex. */
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
    if (cri_registry_name_with(job->rev, SCHEMES, id, &name, &len) == CRI_OK) {
        job->out_of_memory |= !buffer_append_escaped(&job->scratch, name, len);
    } else {
        note(walk, "not in the registry");
    }
}

const char *colour(const struct dump *dump, const char *escape) { return dump->colour ? escape : ""; }

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
    /* Nothing after an error is shown. */
    walk->stop |= dump->failed && walk->at > dump->fault.offset;
    if (!walk->stop && !job->out_of_memory) {
        bool wrong = dump->failed && dump->fault.offset - walk->at < len;
        if (dump->mode == PRINT) {
            print_line(dump, len, wrong);
        } else if (dump->mode == ANSWER) {
            char range[64];
            snprintf(range, sizeof range, "%zu:%zu ", walk->at, len);
            answer_text(job, range);
            job->out_of_memory |= !buffer_append(&job->answer, job->scratch.bytes, job->scratch.len);
        } else if (len > dump->hex_width) {
            dump->hex_width = len < HEX_MOST ? len : HEX_MOST;
        }
    }
    job->scratch.len = 0;
}
