/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Inputs so long that a function which calls itself once per level or segment has no stack left, and that a quadratic step shows, to
 * every operation that reads such: docs/hostile-peers.md.
 */
#include "rows/rows.h"

#include <time.h>

#if defined(__unix__) || defined(__APPLE__)
enum { DEEP = 1 << 17 };
#else
enum { DEEP = 1 << 12 };
#endif

/* A prefix, a piece as often as fits, and a suffix: hex, or text. */
static const struct input {
    const char *name;
    bool is_text;
    const char *prefix, *piece, *suffix;
} inputs[] = {
    {"arrays", false, "", "81", "00"},
    {"arrays that end too early", false, "", "82", "00"},
    {"maps of maps", false, "", "a100", "00"},
    {"maps in keys", false, "", "a1", "00"},
    {"tags", false, "", "c1", "00"},
    {"tags before a CRI", false, "", "d863", "8220816168"},
    {"tagged CRIs in each other", false, "", "d863832081616881", ""},
    {"tagged CRIs that are cut short", false, "", "d86382f59b000000007fffffff", ""},
    {"arrays and tags in a path", false, "8320816168", "81d863", "00"},
    {"arrays in user information", false, "822083f4", "81", "006168"},
    {"open arrays", false, "", "9f", "00"},
    {"open arrays that end", false, "9f", "9fff", "ff"},
    {"open maps", false, "", "bf00", "00"},
    {"open strings", false, "", "5f", "4100"},
    {"entries", false, "9a00ffffff", "828181616101", ""},
    {"options of a CoRI", false, "9a00fffffe", "066161", ""},
    {"parts", false, "8320816168819a00ffffff", "6161413a", ""},
    {"empty options", false, "b0", "00", ""},
    {"options", false, "b161", "0161", ""},
    {"options of any number", false, "", "00", "d1d702"},
    {"a path", true, "coap://h/", "a/", ""},
    {"parents", true, "coap://h/", "../", ""},
    {"down and up", true, "coap://h/", "a/../", ""},
    {"encoded parents", true, "coap://h/", "a/%2e%2E/", ""},
    {"slashes", true, "a:b", "/", ""},
    {"a first segment", true, "", "a", ""},
    {"triplets", true, "coap://h/", "%3A%41", ""},
    {"triplets in a host", true, "coap://", "%41", ""},
    {"octets", true, "coap://h/", "%f0%9f%98", ""},
    {"labels", true, "coap://", "a.", ""},
    {"dots", true, "coap://", ".", ""},
    {"user information", true, "coap://", "u%40", "@h"},
    {"at signs", true, "coap://", "a@", ""},
    {"a port", true, "coap://h:", "0", "80@evil/"},
    {"a query", true, "?", "a&", ""},
    {"a fragment", true, "#", "a%20", ""},
    {"colons", true, "", "a:", ""},
    {"a future address", true, "coap://[v1.", "a", "]"},
    {"groups", true, "coap://[", "1:", "]"},
    {"a zone", true, "//[fe80::1%25", "a", "]"},
    {"brackets", true, "", "[", ""},
    {"angle brackets", true, "", "<a:b ", ""},
    {"parentheses", true, "aa:b", "((", ")"},
    {"notation of arrays", true, "", "[", ""},
    {"notation of tags", true, "", "99(", ""},
    {"comments", true, "", "/a/", "[]"},
    {"open comments", true, "", "/*", ""},
    {"a literal", true, "cri'", "a/", "'"},
};

static struct job job;

/* What the other arguments are, by their letters. */
static const char *other_argument(const struct op *op, char kind)
{
    switch (kind) {
    case 's':
        return "coap";
    case 'w':
        return op->args[0] == 's' ? "scheme" : op->args[0] == 'c' ? "cri" : "array";
    case 't':
        return "coap://h/a/b";
    case 'c':
    case 'o':
    case 'i':
    case 'r':
        return "80";
    default:
        return "1";
    }
}

/* The argument that the input is for: the last that reads such bytes, or none. */
static size_t argument_for(const struct op *op, const struct input *input, size_t count)
{
    for (size_t i = count; i > 0; i--) {
        if (strchr(input->is_text ? "t" : "chior", kind_of(op, i - 1)) != NULL) {
            return i - 1;
        }
    }
    return MAX_ARGS;
}

static void run(const struct op *op, const struct input *input, const struct field *text)
{
    size_t count = strcspn(op->kinds, "?"), at = argument_for(op, input, count);
    for (size_t i = 0; i < count; i++) {
        const char *other = other_argument(op, kind_of(op, i));
        job.args[i] = i == at ? *text : (struct field){other, strlen(other)};
    }
    job.rev = CRI_REV_27;
    job.arg_count = count;
    op_at_work = op;
    (void)run_op(&job, op);
}

static struct field repeated(const struct input *input, size_t size)
{
    const size_t piece = strlen(input->piece), count = size / piece;
    const size_t prefix = strlen(input->prefix), suffix = strlen(input->suffix);
    char *text = malloc(prefix + count * piece + suffix);
    assert_non_null(text);
    memcpy(text, input->prefix, prefix);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + prefix + i * piece, input->piece, piece);
    }
    memcpy(text + prefix + count * piece, input->suffix, suffix);
    return (struct field){text, prefix + count * piece + suffix};
}

static void deep(const struct op *op, const struct input *input)
{
    struct field text = repeated(input, DEEP);
    run(op, input, &text);
    free((void *)(uintptr_t)text.text);
}

#if defined(__unix__) || defined(__APPLE__)
enum { SHORT = 4096, FACTOR = 16, TOLERANCE = 4 };

static clock_t time_of(const struct op *op, const struct input *input, const struct field *text, size_t calls)
{
    clock_t start = clock();
    for (size_t i = 0; i < calls; i++) {
        run(op, input, text);
    }
    return clock() - start;
}

/* Sixteen times the input takes no longer than 64 calls: a quadratic step takes 256. */
static void linear(const struct op *op, const struct input *input)
{
    struct field text = repeated(input, SHORT), longer = repeated(input, SHORT * FACTOR);
    bool is_linear = false;
    for (size_t attempt = 0; attempt < 6 && !is_linear; attempt++) {
        clock_t many = time_of(op, input, &text, FACTOR * TOLERANCE);
        is_linear = time_of(op, input, &longer, 1) <= many + CLOCKS_PER_SEC / 2000;
    }
    held(is_linear, "takes more than linear time");
    free((void *)(uintptr_t)longer.text);
    free((void *)(uintptr_t)text.text);
    if (!is_linear) {
        rows_end(); /* as the others may take long, too */
    }
}
#else
static void linear(const struct op *op, const struct input *input) { deep(op, input); }
#endif

/* Every operation of cri-tool that reads such, but for what a terminal shows of it. */
static void with_every_operation(void (*check)(const struct op *, const struct input *))
{
    quick = growing = true;
    for (const struct input *input = inputs; input < inputs + COUNT(inputs); input++) {
        for (size_t i = 0; op_tables[i] != view_ops; i++) {
            for (const struct op *op = op_tables[i]; op->name != NULL; op++) {
                if (op->print == NULL && argument_for(op, input, strcspn(op->kinds, "?")) < MAX_ARGS) {
                    snprintf(row_at, sizeof row_at, "%s: %s", op->name, input->name);
                    check(op, input);
                }
            }
        }
    }
    quick = growing = false;
    rows_end();
}

static void needs_no_stack(void **state)
{
    (void)state;
    with_every_operation(deep);
}

static void takes_linear_time(void **state)
{
    (void)state;
    with_every_operation(linear);
    job_free(&job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needs_no_stack),
        cmocka_unit_test(takes_linear_time),
    };
    return RUN(tests);
}
