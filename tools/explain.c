/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* explain: a dump of a CRI, one item a line, with what it means, and where an error is. */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200112L
#include <unistd.h>
#endif

#include "dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses the operand, and finds where an error is. */
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

static void dump_lines(struct dump *dump, enum mode mode)
{
    dump->mode = mode;
    walk(&dump->walk);
}

/* explain in a batch: a field OFFSET:LENGTH MEANING for each item. */
err_name_t explain(struct job *job)
{
    struct dump dump;
    err_name_t error = dump_init(&dump, job);
    if (error == NULL) {
        dump_lines(&dump, ANSWER);
    }
    return error;
}

static cri_err_t write_uri(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    return cri_to_uri_with(&job->cri[0], SCHEMES, (char *)buf, cap, len);
}

static cri_err_t write_canonical(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    return cri_encode(&job->cri[0], buf, cap, len);
}

/* The URI, and the canonical form if the bytes are not in it. */
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
    const char *no_color = getenv("NO_COLOR");
#ifdef _POSIX_C_SOURCE
    return (no_color == NULL || no_color[0] == '\0') && isatty(STDOUT_FILENO);
#else
    return no_color != NULL && false;
#endif
}

/* ERROR at OFFSET, PART: SENTENCE. */
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

/* explain, called alone: a table. */
void explain_print(struct job *job)
{
    struct dump dump;
    err_name_t error = dump_init(&dump, job);
    dump.colour = is_colour_wanted();
    dump_lines(&dump, MEASURE);
    dump_lines(&dump, PRINT);
    if (error != NULL) {
        print_error(&dump, error);
    } else {
        print_forms(job);
    }
}
