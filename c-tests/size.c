/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Runs every operation with very long inputs of its kind. A function that calls itself for each level or segment would
 * run out of stack, and a quadratic step would take too much time: docs/hostile-peers.md.
 */
#include "rows/operations.h"

#include <time.h>

#if defined(__unix__) || defined(__APPLE__)
enum { DEEP = 1 << 17 };
#else
enum { DEEP = 1 << 12 };
#endif

/* An input: a prefix, a piece as often as it fits, and a suffix. The # in a prefix becomes the number of items or
 * bytes: `per` for each piece, and `more`. */
struct input {
    const char *prefix, *piece, *suffix;
    size_t per, more;
};
#define TIMES(prefix, piece, suffix)                                                                                   \
    {                                                                                                                  \
        prefix, piece, suffix, 0, 0                                                                                    \
    }

/* clang-format off */
static const struct input in_hex[] = {
    /* CBOR of any kind, and options. CVE-2019-25001, CVE-2026-26209: nested tags and arrays. CVE-2024-21909: maps. */
    TIMES("", "81", "00"), TIMES("", "82", "00"), TIMES("", "a100", "00"), TIMES("", "a1", "00"),
    TIMES("", "c1", "00"), TIMES("", "d863", "8220816168"), TIMES("", "d863832081616881", ""),
    TIMES("", "d86382f59b000000007fffffff", ""), TIMES("8320816168", "81d863", "00"),
    TIMES("822083f4", "81", "006168"), TIMES("", "9f", "00"), TIMES("9f", "9fff", "ff"), TIMES("", "bf00", "00"),
    TIMES("", "5f", "4100"), TIMES("b0", "00", ""), TIMES("b161", "0161", ""), TIMES("", "00", "d1d702"),
    TIMES("8220", "81", "00"), TIMES("", "d863", ""), TIMES("", "d86381", ""),
    TIMES("", "d86382f598ff61616162616361646165", ""), TIMES("", "d863822083f4", ""),
    TIMES("9f", "d8638220816168", "ff"), TIMES("9f", "8220816168", "ff"), TIMES("9f", "82f5826161612e", "ff"),
    TIMES("", "5f42d863ff", ""), TIMES("", "ff", ""), TIMES("d10261", "0161", ""), TIMES("1161", "0161", ""),
    TIMES("8161", "0161", ""), TIMES("b161", "0161", "d90f756e6b6e6f776e2b78"),
    /* CRIs, CoRIs and authorization information. */
    {"83208161689a#", "6161", "", 1, 0}, {"83208161689a#", "60", "", 1, 0},
    {"83208161689a#", "61616d30313233343536373839303132", "", 2, 0}, {"8320816168817a#", "61", "", 1, 0},
    {"8320816168817a#", "c3bce282ac", "", 5, 0}, {"8420816168809a#", "6126", "", 1, 0},
    {"8320816168819a#", "6161413a", "", 2, 0}, {"83208161689a#", "81413a", "", 1, 0},
    {"832081616881815a#", "e2", "", 1, 0}, {"82209a#", "6161", "", 1, 0}, {"82209a#", "6131", "", 1, 0},
    {"82209a#", "60", "", 1, 0}, {"82209a#f46175", "62c39c", "", 1, 2}, {"822083f47a#", "75", "6168", 1, 0},
    {"82208250010101010101010101010101010101017a#", "25c3bc", "", 3, 0}, {"82019a#", "6161", "", 1, 0},
    {"82209a#", "6161", "1a00010000", 1, 1}, {"83208161689a#", "6161", "612e", 1, 1},
    {"83208161689a#", "6161", "62c328", 1, 1}, {"83208161689a#", "79000161", "", 1, 0}, {"9a#", "00", "", 1, 0},
    {"9a#", "828181616101", "", 1, 0}, {"8182819a#", "6161", "01", 1, 0},
    {"9a#0164636f61700261680407", "066161", "", 2, 6}, {"9a#0164636f61700261680407", "0660", "", 2, 6},
    {"9a#0164636f61700261680407", "076161", "", 2, 6}, {"9a#0164636f61700261680407", "0760", "", 2, 6},
};

static const struct input as_text[] = {
    /* URI references. */
    TIMES("coap://h/", "a/", ""), TIMES("coap://h/", "../", ""), TIMES("coap://h/", "a/../", ""),
    TIMES("coap://h/", "a/%2e%2E/", ""), TIMES("a:b", "/", ""), TIMES("", "a", ""), TIMES("coap://h/", "%3A%41", ""),
    TIMES("coap://", "%41", ""), TIMES("coap://h/", "%f0%9f%98", ""), TIMES("coap://", "a.", ""),
    TIMES("coap://", ".", ""), TIMES("coap://", "u%40", "@h"), TIMES("coap://", "a@", ""),
    TIMES("coap://h:", "0", "80@evil/"), TIMES("?", "a&", ""), TIMES("#", "a%20", ""), TIMES("", "a:", ""),
    TIMES("coap://[v1.", "a", "]"), TIMES("coap://[", "1:", "]"), TIMES("//[fe80::1%25", "a", "]"),
    TIMES("", "../", "a"),
    /* CVE-2025-67899: commas. CVE-2026-45822: triplets that are not UTF-8. */
    TIMES("a", ",", ""), TIMES("a:", ",", ""), TIMES("", "%ab", ""), TIMES("coap://h?", "%ab", ""),
    TIMES("a:b/", "../", ""), TIMES("", "a/../", "b"), TIMES("a:", "a/../", "b"), TIMES("/", "%41/%2e%2E/", ""),
    TIMES("http://h", "/./", ""), TIMES("", "./", "a"), TIMES("http://h", "/", ""), TIMES("/", "%41", ""),
    TIMES("/", "%41%2e", ""), TIMES("/", "%3A%41", ""), TIMES("/", "%3A/%41/", ""), TIMES("/", "%3A%41/./", ""),
    TIMES("/", "%ff", ""), TIMES("/", "%f0%9f%98", ""), TIMES("//", "%21%41", ""), TIMES("//", "a%2E", "a"),
    TIMES("//", "A.", "A"), TIMES("//", "1.", "1"), TIMES("//", "a%40", "@h"), TIMES("//", "a:", "@h"),
    TIMES("?", "&", ""), TIMES("?", "a=%26&", ""), TIMES("?", "%3A%41&", ""), TIMES("#", "%3A%41", ""),
    TIMES("a", "b", ":c"), TIMES("//[::1%25", "a", "]"), TIMES("http://h", "?", ""), TIMES("a", "#", ""),
    TIMES("", ":", ""), TIMES("http://h:", ":", ""), TIMES("//[", "[", ""), TIMES("/", "%", ""),
    TIMES("/", "\303\251", ""), TIMES("/", "\303\251/../", ""), TIMES("?", "%C3%A9", ""),
    TIMES("/", "%C3\303\251", ""), TIMES("/", "\342\200\256", ""),
    /* Diagnostic notation. */
    TIMES("", "[", ""), TIMES("", "99(", ""), TIMES("", "/a/", "[]"), TIMES("", "/*", ""), TIMES("cri'", "a/", "'"),
    TIMES("", " ", "[]"), TIMES("[/", "a", "/]"), TIMES("[/*", "*", "/]"), TIMES("", "#\n", "[]"),
    TIMES("", "/*/", ""), TIMES("[-", "0", "1]"), TIMES("[-1", "9", "]"), TIMES("[-1, ", "null ", "]"),
    TIMES("[0, [", "\"a\",", "]]"), TIMES("[0, [", "\"\" ", "]]"), TIMES("[-1, [", "\"1\" ", "]]"),
    TIMES("[0, [\"", "a", "\"]]"), TIMES("[0, [\"", "\303\274\342\202\254", "\"]]"), TIMES("[0, [\"", "\\n", "\"]]"),
    TIMES("[0, [\"", "\\ud83d\\ude00", "\"]]"), TIMES("[0, [\"", "\\ud83d", "\"]]"), TIMES("[0, [\"", "\r", "\"]]"),
    TIMES("[\"a", "a", "\"]"), TIMES("[0, [[h'", "e2", "']]]"),
    TIMES("[0, [[h'", "e/aaaaaaaaaaaaaaaaaaaaaaaaaaaa/2", "']]]"),
    TIMES("[0, [[h'", "e2                              ", "']]]"), TIMES("[0, [[b64'", "////", "']]]"),
    TIMES("[0, [[b64'//", "=", "']]]"), TIMES("[0, [[b32'", "77777777", "']]]"), TIMES("[0, [\"\\u{", "0", "}\"]]"),
    TIMES("[0_", "0", ", [\"a\"]]"), TIMES("[0, [\"\"", "+\"a\"", "]]"), TIMES("[0, [\"\"", " + h'61'", "]]"),
    TIMES("[0, [\"\"", " /aaaaaaaaaaaaaaaaaaaaaaaaaaa/ + \"\"", "]]"),
    TIMES("[0, [", "\"a\" /aaaaaaaaaaaaaaaaaaaaaaaaaaa/ ", "]]"), TIMES("[0, [(_ ", "\"a\" ", ")]]"),
    TIMES("[0, [(_ ", "(_ ", ""), TIMES("[0, [`", "a", "`]]"), TIMES("[0, [", "`", "a"), TIMES("[0, [`a", "`", "]]"),
    TIMES("[0, [```a", "``a", "```]]"), TIMES("[0, [[h<<\"\"", "+\"e2\"", ">>]]]"), TIMES("[-1, [ip'", "1", "']]"),
    TIMES("cri<<", "\"a\" + ", "\"\">>"), TIMES("[0, [[", "\"a\",h'3b',", "]]]"), TIMES("[0, [", "[h'3b'],", "]]"),
    TIMES("cri'/", "a/", "'"), TIMES("cri'", "../", "'"), TIMES("cri'/", "\\'", "'"), TIMES("cri'", "a", ""),
    TIMES("cri'", "a", " '"),
    /* Prose. */
    TIMES("", "<a:b ", ""), TIMES("aa:b", "((", ")"), TIMES("", "a", ":b"),
    TIMES("", "word ", ""), TIMES("", "aa: ", ""), TIMES("", "http://h/a ", ""), TIMES("", "http://h/a|", ""),
    TIMES("", "aa:b... ", ""), TIMES("aa:b", ".", ""), TIMES("aa:", ".", ""), TIMES("aa:b", ")", ""),
    TIMES("aa:b", "(", "))"), TIMES("", "<", ""), TIMES("", "<aa:b ", ""), TIMES("", "<aa:b>", ""),
    TIMES("<", "aa:b ", ""), TIMES("<aa:b", " ", ""), TIMES("<", "   aa:", ""), TIMES("<", "URL:", ">"),
    TIMES("", "<aa:b|>", ""), TIMES("<aa:%4", " ", "1>"), TIMES("<aa://", "b @", ">"), TIMES("", "\"", ""),
    TIMES("", "\"aa:b \"", ""), TIMES("\"", "aa:b ", ""), TIMES("", "\"aa:b", ""), TIMES("", "aa://[", ""),
    TIMES("", "aa://[ ", ""), TIMES("", "aa://[aa://]", ""), TIMES("", "aa://[v1.aa:", ""),
    TIMES("aa://[v1.", "a", ""), TIMES("", "aa://[::1%25aa:", ""), TIMES("", "aa://h:8a", ""),
    TIMES("", "aa://b:", ""), TIMES("", "aa://b:@", ""), TIMES("aa://", "@", ""), TIMES("", "aa://h%", ""),
    TIMES("", "aa://h% ", ""), TIMES("", "aa:b%", ""), TIMES("", "aa:b#", ""), TIMES("aa:", "%41", ""),
    TIMES("", "aa://h\342\200\231", ""), TIMES("", "aa://", ""),
    /* Link format, and patterns of paths. */
    TIMES("", "</a>;rt=x,", "</b>"), TIMES("</a>", ";x=1", ""), TIMES("</a>", ";x", ""),
    TIMES("</a>;rt=\"", "ab ", "\""), TIMES("</a>;x=\"", "\\a", "\""), TIMES("</a>;x=\"", "\303\251", "\""),
    TIMES("</a>;x=\"", "a", ""), TIMES("", ",", ""), TIMES("", ";", ""), TIMES("</a>;", " ", ""),
    TIMES("", "<,", ">"), TIMES("<", "a", ">"), TIMES("", "<a b>,", ""), TIMES("", "</a>;=<,", ""),
    TIMES("\"", "\\", ""), TIMES("", "/{}", "/{*}"), TIMES("", "/%61b%63", "/{*}"),
};
/* clang-format on */

static struct job job;

/* Returns the other arguments. A prefix of paths and a base are full CRIs. */
static const char *other_argument(const struct op *op, size_t at)
{
    switch (kind_of(op, at)) {
    case 's':
        return "coap";
    case 'p':
        return "39";
    case 'w':
        return op->args[0] == 's' ? "scheme" : op->args[0] == 'c' ? "cri" : "array";
    case 't':
        return at == 0 ? "coap://h/a/b" : "../c";
    case 'c':
        return at == 0 || strstr(op->name, "match") != NULL ? EXAMPLE_AB : "8201816178"; /* [1, ["x"]] */
    case 'h':
    case 'o':
    case 'i':
    case 'r':
        return "80";
    default:
        return "1";
    }
}

/* Runs an operation with the input as those arguments that are in a mask. */
static void run(const struct op *op, const struct field *text, unsigned mask)
{
    size_t count = strcspn(op->kinds, "?");
    for (size_t i = 0; i < count; i++) {
        const char *other = other_argument(op, i);
        job.args[i] = mask >> i & 1 ? *text : (struct field){other, strlen(other)};
    }
    job.rev = CRI_REV_27;
    job.arg_count = count;
    op_at_work = op;
    (void)run_op(&job, op);
}

static struct field repeated(const struct input *input, size_t size)
{
    const size_t piece = strlen(input->piece), count = size / piece;
    const size_t whole = strlen(input->prefix) + 8 + count * piece + strlen(input->suffix);
    const char *mark = strchr(input->prefix, '#');
    char *text = malloc(whole + 1);
    assert_non_null(text);
    const size_t before = mark != NULL && input->per > 0 ? (size_t)(mark - input->prefix) : strlen(input->prefix);
    size_t len = (size_t)sprintf(text, "%.*s", (int)before, input->prefix);
    if (input->prefix[before] != '\0') {
        len += (size_t)sprintf(text + len, "%08lx%s", (unsigned long)(count * input->per + input->more), mark + 1);
    }
    for (size_t i = 0; i < count; i++, len += piece) {
        memcpy(text + len, input->piece, piece);
    }
    len += (size_t)sprintf(text + len, "%s", input->suffix);
    return (struct field){text, len};
}

static void deep(const struct op *op, const struct input *input, unsigned mask)
{
    struct field text = repeated(input, DEEP);
    run(op, &text, mask);
    free((void *)(uintptr_t)text.text);
}

#if (defined(__unix__) || defined(__APPLE__)) && !defined(__SANITIZE_ADDRESS__)
enum { SHORT = 2048, FACTOR = 16, TOLERANCE = 4 };

static clock_t time_of(const struct op *op, const struct field *text, unsigned mask, size_t calls)
{
    clock_t start = clock();
    for (size_t i = 0; i < calls; i++) {
        run(op, text, mask);
    }
    return clock() - start;
}

/* An input that is 16 times as long may take as long as 64 calls with the shorter input, of which one may end early
 * with an error. With a quadratic step, it takes as long as 256 calls. */
static void linear(const struct op *op, const struct input *input, unsigned mask)
{
    struct field text = repeated(input, SHORT), longer = repeated(input, SHORT * FACTOR);
    bool is_linear = false;
    for (size_t attempt = 0; attempt < 6 && !is_linear; attempt++) {
        clock_t many = time_of(op, &text, mask, FACTOR * TOLERANCE);
        is_linear = time_of(op, &longer, mask, 1) <= many + CLOCKS_PER_SEC / 2000;
    }
    held(is_linear, "takes more than linear time");
    free((void *)(uintptr_t)longer.text);
    free((void *)(uintptr_t)text.text);
    if (!is_linear) {
        rows_end(); /* because other inputs may take long, too */
    }
}
#else /* an emulator or a sanitizer changes the time */
static void linear(const struct op *op, const struct input *input, unsigned mask) { (void)op, (void)input, (void)mask; }
#endif

typedef void check_input(const struct op *, const struct input *, unsigned);

/* Passes the input as each argument that it fits, and as all of them at once, since the time may depend on two
 * arguments. */
static void as_arguments(check_input *check, const struct op *op, const struct input *input, const char *kinds)
{
    unsigned all = 0;
    for (size_t i = 0; i < strcspn(op->kinds, "?"); i++) {
        if (strchr(kinds, kind_of(op, i)) != NULL) {
            check(op, input, 1U << i);
            all |= 1U << i;
        }
    }
    if (check == linear && (all & (all - 1)) != 0) {
        check(op, input, all);
    }
}

/* Passes each input to every operation of cri-tool that reads its kind, except operations that print for a terminal. */
static void with_operations(check_input *check, const struct input *inputs, size_t count, const char *kinds)
{
    quick = growing = true;
    for (const struct input *input = inputs; input < inputs + count; input++) {
        for (size_t i = 0; op_tables[i] != view_ops; i++) {
            /* Operations on options cannot take this input if it has a length, because a CRI of another length has
             * other options. */
            const bool is_coap = op_tables[i] == coap_ops || op_tables[i] == message_ops;
            const char *of_table = is_coap && input->per > 0 ? "cior" : kinds;
            for (const struct op *op = op_tables[i]; op->name != NULL; op++) {
                snprintf(row_at, sizeof row_at, "%s: %s, %s, %s", op->name, input->prefix, input->piece, input->suffix);
                if (op->print == NULL) {
                    as_arguments(check, op, input, of_table);
                }
            }
        }
    }
    quick = growing = false;
    rows_end();
}

static void with_every_operation(check_input *check)
{
    with_operations(check, in_hex, COUNT(in_hex), "chior");
    with_operations(check, as_text, COUNT(as_text), "t");
}

static void needs_a_bounded_stack(void **state)
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

TESTS(cmocka_unit_test(needs_a_bounded_stack), cmocka_unit_test(takes_linear_time))
