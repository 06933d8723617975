/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Operations that build a CRI by words, and operations on errors and schemes. */
#include "operations.h"

/* Returns the bytes of a text, of hex after 0x, or no bytes for "-". */
static struct bytes octets_of(const char *text)
{
    return from_hex(strncmp(text, "0x", 2) == 0 ? text + 2
                    : strcmp(text, "-") == 0    ? ""
                                                : to_hex((const uint8_t *)text, strlen(text)));
}

/* Makes the builder call that a word describes: its name and, after a colon, its argument. The argument of "zone"
 * belongs to the word before it. */
static cri_err_t build_word(cri_builder_t *builder, const char *word, const char *next)
{
    static struct bytes argument, zone;
    char verb[16] = "";
    size_t len = strcspn(word, ":");
    const char *text = word[len] == ':' ? word + len + 1 : "-";
    long long number = strtoll(text, NULL, 10);
    memcpy(verb, word, len);
    argument = strcmp(verb, "addr") == 0 ? from_hex(text) : octets_of(text);
    const char *chars = (const char *)argument.data;
    bool zoned = next != NULL && strncmp(next, "zone:", 5) == 0;
    zone = octets_of(zoned ? next + 5 : "-");
    return strcmp(verb, "id") == 0         ? cri_builder_scheme_id(builder, number)
           : strcmp(verb, "name") == 0     ? cri_builder_scheme_name(builder, chars, argument.len)
           : strcmp(verb, "discard") == 0  ? cri_builder_discard(builder, (uint8_t)number)
           : strcmp(verb, "rootless") == 0 ? cri_builder_rootless(builder)
           : strcmp(verb, "user") == 0     ? cri_builder_userinfo(builder, chars, argument.len)
           : strcmp(verb, "host") == 0     ? cri_builder_host_name(builder, chars, argument.len)
           : strcmp(verb, "addr") == 0     ? cri_builder_host_address(builder, argument.data, argument.len,
                                                                  zoned ? (const char *)zone.data : NULL, zone.len)
           : strcmp(verb, "zone") == 0     ? CRI_OK
           : strcmp(verb, "port") == 0     ? cri_builder_port(builder, (uint16_t)number)
           : strcmp(verb, "path") == 0     ? cri_builder_path(builder)
           : strcmp(verb, "seg") == 0      ? cri_builder_segment(builder, chars, argument.len)
           : strcmp(verb, "query") == 0    ? cri_builder_query(builder)
           : strcmp(verb, "par") == 0      ? cri_builder_parameter(builder, chars, argument.len)
           : strcmp(verb, "frag") == 0     ? cri_builder_fragment(builder, chars, argument.len)
                                           : (cri_err_t)1; /* not an error of the library: there is no such call */
}

/* Adds the texts of a CRI. */
static cri_err_t build_texts(cri_builder_t *builder, const char *word, const cri_t *cri)
{
    cri_iter_t iter;
    cri_text_t text;
    cri_err_t err = CRI_OK;
    if (strcmp(word, "fragof") == 0) {
        return cri_fragment(cri, &text) ? cri_builder_text(builder, CRI_PART_FRAGMENT, &text) : CRI_OK;
    }
    bool path = strcmp(word, "pathof") == 0;
    (path ? cri_iter_init_path : cri_iter_init_query)(&iter, cri);
    while (err == CRI_OK && cri_iter_next(&iter, &text)) {
        err = cri_builder_text(builder, path ? CRI_PART_PATH : CRI_PART_QUERY, &text);
    }
    return err;
}

/* Makes the calls, after the sections of `cri` if it is not NULL. After the first error, every later call returns this
 * error, and so does finishing. */
static cri_err_t run_words(struct job *job, const cri_t *cri, char *words, uint8_t *buf, size_t cap, size_t *len)
{
    uint8_t flags = (uint8_t)((strstr(words, "normalize ") == words ? CRI_BUILD_NORMALIZE : 0) |
                              (strstr(words, "percent ") != NULL ? CRI_BUILD_PERCENT : 0));
    char *next;
    cri_builder_t builder;
    cri_err_t first = cri == NULL ? cri_builder_init(&builder, job->rev, flags, buf, cap)
                                  : cri_builder_init_from(&builder, cri, flags, buf, cap);
    for (char *word = words; *word != '\0'; word = next) {
        next = word + strcspn(word, " ");
        if (*next != '\0') {
            *next++ = '\0';
        }
        if (strcmp(word, "normalize") == 0 || strcmp(word, "percent") == 0 || strcmp(word, "-") == 0) {
            continue;
        }
        char *end = next + strcspn(next, " "), space = *end;
        *end = '\0';
        cri_err_t err = strstr(word, "of") == NULL || cri == NULL ? build_word(&builder, word, next)
                                                                  : build_texts(&builder, word, cri);
        *end = space;
        if (first == CRI_OK) {
            first = err;
        } else if (strncmp(word, "zone:", 5) != 0) {
            is_err(err, first);
        }
    }
    cri_err_t err = cri_builder_finish(&builder, len);
    held(first == CRI_OK || first == err, "the first error decides");
    is_err(cri_builder_fragment(&builder, NULL, 0), err == CRI_OK || err == CRI_ERR_BUFFER ? CRI_ERR_ORDER : err);
    return err;
}

/* Builds a CRI from flags and words. */
static cri_err_t build(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    char words[BYTES_MAX];
    snprintf(words, sizeof words, "%.*s %.*s", (int)job->args[0].len, job->args[0].text, (int)job->args[1].len,
             job->args[1].text);
    return run_words(job, NULL, words, buf, cap, len);
}

/* Builds a CRI that continues another one, from flags and words. */
static cri_err_t build_from(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    char words[BYTES_MAX];
    snprintf(words, sizeof words, "%.*s %.*s", (int)job->args[1].len, job->args[1].text, (int)job->args[2].len,
             job->args[2].text);
    return run_words(job, CRI(0), words, buf, cap, len);
}

/* Builds a CRI of coap from flags and the name of its host. */
static cri_err_t build_host(struct job *job, uint8_t *buf, size_t cap, size_t *len)
{
    char words[3 * BYTES_MAX];
    snprintf(words, sizeof words, "%.*s id:-1 host:0x%s", (int)job->args[0].len, job->args[0].text,
             to_hex((const uint8_t *)job->args[1].text, job->args[1].len));
    return run_words(job, NULL, words, buf, cap, len);
}

/* Returns a number that may be negative. */
static int64_t number_of(const struct job *job)
{
    char text[32] = "";
    memcpy(text, job->args[0].text, job->args[0].len < 31 ? job->args[0].len : 31);
    return strtoll(text, NULL, 10);
}

/* Writes the name of an error, and whether it is an error of an unprocessable item. */
static err_name_t error_name(struct job *job)
{
    cri_err_t err = (cri_err_t)number_of(job);
    held(strcmp(cri_err_text(err), "unknown error") != 0, "has a text");
    answer_text(job, cri_err_name(err));
    answer_bool(job, cri_err_is_unprocessable(err));
    return NULL;
}

/* Writes whether a scheme is known to this build: "always", "full" or "never". */
static err_name_t scheme(struct job *job)
{
    const bool full = (cri_features() & CRI_FEATURE_SCHEMES_FULL) != 0;
    const bool known = field_is(&job->args[2], "always") || (full && field_is(&job->args[2], "full"));
    const cri_err_t wanted = known ? CRI_OK : CRI_ERR_SCHEME_UNKNOWN;
    const char *name = NULL;
    size_t len = 0;
    int64_t found = 0;
    is_err(cri_registry_name(job->rev, number_of(job), &name, &len), wanted);
    is_err(cri_registry_id(job->rev, TEXT(1), &found), wanted);
    held(!known || found == number_of(job), "the number");
    held(!known || (len == job->args[1].len && memcmp(name, job->args[1].text, len) == 0), "the name");
    return NULL;
}

/* Writes the default port, which does not depend on the registry. */
static err_name_t scheme_port(struct job *job)
{
    uint16_t port = 0;
    cri_err_t err = cri_registry_default_port(job->rev, number_of(job), &port);
    if (err != CRI_OK) {
        is_err(err, CRI_ERR_SCHEME_UNKNOWN);
        return ERR_NO_MATCH;
    }
    answer_int(job, port);
    return NULL;
}

const struct op build_ops[] = {
    {"build", "xx", .hex = build},
    {"build-host", "xx", .hex = build_host},
    {"error", "x", .run = error_name},
    {"build-from", "cxx", .hex = build_from},
    {"scheme", "xxx", .run = scheme},
    {"scheme-port", "x", .run = scheme_port},
    END_OF_TABLE,
};
