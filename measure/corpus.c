/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Measures the wall time of libcri and its peers on a corpus, which corpus.py prints:
 *
 *   corpus FILE
 *
 * Prints a line for each operation: OPERATION, WHO, how many of the corpus it refuses, and the nanoseconds for each URI, with
 * tabs between them. All take turns at a block of the corpus; the time of a block is the least of several rounds, so that a busy
 * machine shows little.
 */
#include "class-peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINKS_MAX = 20000, JOBS_MAX = 64, BLOCK = 250, BLOCKS_MAX = LINKS_MAX / BLOCK, ROUNDS = 12 };

/* texts.text is the URI, and texts.base the same without its fragment. */
struct link {
    struct class_texts texts;
    uint8_t *cri, *reference;
    size_t cri_len, reference_len;
    cri_t view, base;
};

static struct link links[LINKS_MAX];
static size_t link_count;
static uint8_t out[4 * CLASS_MAX];
static size_t out_len;

static void fail(const char *what, const char *text)
{
    fprintf(stderr, "FAILED: %s: %s\n", what, text);
    exit(1);
}

/* Encodes and parses; returns the bytes, which are never freed. */
static uint8_t *parsed(const char *text, size_t len, size_t *cri_len, cri_t *view)
{
    size_t consumed;
    if (cri_from_uri(REVISION, text, len, out, sizeof out, cri_len) != CRI_OK) {
        fail("no CRI", text);
    }
    uint8_t *bytes = malloc(*cri_len);
    if (bytes == NULL) {
        fail("no memory", text);
    }
    memcpy(bytes, out, *cri_len);
    if (cri_parse(REVISION, bytes, *cri_len, view, &consumed) != CRI_OK) {
        fail("no view", text);
    }
    return bytes;
}

static void add(char *line)
{
    char *tab = strchr(line, '\t');
    if (tab == NULL || link_count == LINKS_MAX) {
        fail("no line of a corpus", line);
    }
    line[strcspn(line, "\n")] = '\0';
    *tab = '\0';
    struct link *to = &links[link_count++];
    cri_t view;
    size_t len;
    to->texts = (struct class_texts){line, line, tab + 1, strlen(line), strcspn(line, "#"), strlen(tab + 1)};
    to->cri = parsed(line, to->texts.text_len, &to->cri_len, &to->view);
    parsed(line, to->texts.base_len, &len, &to->base);
    to->reference = parsed(tab + 1, to->texts.reference_len, &to->reference_len, &view);
}

static void read_corpus(const char *name)
{
    FILE *file = fopen(name, "r");
    char *line = NULL;
    size_t cap = 0;
    if (file == NULL) {
        fail("no corpus", name);
    }
    while (getline(&line, &cap, file) > 0) {
        add(line);
        line = NULL;
        cap = 0;
    }
    free(line);
    fclose(file);
}

#define ON(name, call)                                                                                                 \
    static bool name(const struct link *l) { return (call) == CRI_OK; }

static cri_uri_t parts;
static cri_t view;

ON(uri_split, cri_uri_split(l->texts.text, l->texts.text_len, &parts, &out_len))
ON(uri_resolve, cri_uri_resolve(l->texts.base, l->texts.base_len, l->texts.reference, l->texts.reference_len, true,
                                (char *)out, sizeof out, &out_len))
ON(uri_normalize,
   cri_uri_normalize(l->texts.text, l->texts.text_len, CRI_URI_SYNTAX, (char *)out, sizeof out, &out_len))
ON(from_uri, cri_from_uri(REVISION, l->texts.text, l->texts.text_len, out, sizeof out, &out_len))
ON(to_uri, cri_to_uri(&l->view, (char *)out, sizeof out, &out_len))

/* What a client does with a link that it receives. */
static bool follow(const struct link *l)
{
    cri_t target;
    return cri_parse(REVISION, l->reference, l->reference_len, &view, &out_len) == CRI_OK &&
           cri_resolve(&l->base, &view, &target) == CRI_OK &&
           cri_to_coap(&target, NULL, 0, out, sizeof out, &out_len) == CRI_OK;
}

struct job {
    const char *operation;
    const char *who;
    bool (*run)(const struct link *link);
    bool (*run_peer)(const struct class_texts *texts);
    double best[BLOCKS_MAX];
    size_t refused;
};

/* clang-format off */
static struct job jobs[JOBS_MAX] = {
    {"uri_split", "libcri", uri_split, NULL, {0}, 0},
    {"uri_normalize", "libcri", uri_normalize, NULL, {0}, 0},
    {"uri_resolve", "libcri", uri_resolve, NULL, {0}, 0},
    {"from_uri", "libcri", from_uri, NULL, {0}, 0},
    {"to_uri", "libcri", to_uri, NULL, {0}, 0},
    {"follow", "libcri", follow, NULL, {0}, 0},
};
/* clang-format on */
static size_t job_count = 6;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

/* Returns how many it refuses. */
static size_t run_block(const struct job *job, size_t block)
{
    size_t past = (block + 1) * BLOCK < link_count ? (block + 1) * BLOCK : link_count;
    size_t refused = 0;
    for (const struct link *link = links + block * BLOCK; link < links + past; link++) {
        refused += !(job->run != NULL ? job->run(link) : job->run_peer(&link->texts));
    }
    return refused;
}

static void run(struct job *job, size_t block, bool first)
{
    /* None finds the caches as another left them. */
    size_t refused = run_block(job, block);
    double start = now();
    run_block(job, block);
    double spent = now() - start;
    job->refused += first ? refused : 0;
    job->best[block] = first || spent < job->best[block] ? spent : job->best[block];
}

static double sum(const double *figures, size_t count)
{
    double all = 0;
    for (size_t i = 0; i < count; i++) {
        all += figures[i];
    }
    return all;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        return 2;
    }
    read_corpus(argv[1]);
    for (size_t i = 1; i < class_peer_count; i++) {
        jobs[job_count++] =
            (struct job){class_peers[i].operation, class_peers[i].who, NULL, class_peers[i].run, {0}, 0};
    }
    size_t blocks = (link_count + BLOCK - 1) / BLOCK;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t block = 0; block < blocks; block++) {
            for (struct job *job = jobs; job < jobs + job_count; job++) {
                run(job, block, round == 0);
            }
        }
    }
    for (const struct job *job = jobs; job < jobs + job_count; job++) {
        printf("%s\t%s\t%zu\t%.1f\n", job->operation, job->who, job->refused,
               sum(job->best, blocks) / (double)link_count);
    }
    return 0;
}
