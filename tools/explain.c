/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * explain: a dump of a CRI, one item a line, with what it means, and where an error is.
 *
 * The walk below follows the structure of a CRI (href 5.1) as far as the bytes do. It decides nothing: whether they are
 * a CRI, and where they are not, is what the library says.
 */
#if defined(__unix__) || defined(__APPLE__)
#define _POSIX_C_SOURCE 200112L
#include <unistd.h>
#endif

#include "dump.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UINT, NINT, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE };
enum { FALSE = 20, TRUE = 21, NIL = 22 };

/* The type of an item, by its first byte. */
static const char *type_name(uint8_t initial)
{
    /* clang-format off */
    static const char *const types[] = {"unsigned integer", "negative integer", "byte string", "text string",
                                        "array",            "map",              "tag",         "simple value"};
    /* clang-format on */
    static const char *const values[] = {"false", "true", "null", "undefined"};
    uint8_t value = (uint8_t)(initial - (SIMPLE << 5 | FALSE));
    return value < 4 ? values[value] : types[initial >> 5];
}

/* The head of an item. */
struct head {
    uint8_t major;
    uint64_t argument;
    size_t len;
};

/* ---- items ------------------------------------------------------------------------------------------------------ */

/* Reads the head of the next item. False if there is none that is well-formed. */
static bool read_head(const struct dump *dump, struct head *head)
{
    size_t left = dump->len - dump->at;
    if (dump->stop || left == 0) {
        return false;
    }
    const uint8_t *bytes = dump->data + dump->at;
    uint8_t info = bytes[0] & 0x1f;
    head->major = bytes[0] >> 5;
    head->argument = info;
    head->len = info < 24 ? 1 : 1 + ((size_t)1 << (info & 3));
    if (info > 27 || head->len > left) {
        return false;
    }
    if (info >= 24) {
        head->argument = 0;
        for (size_t i = 1; i < head->len; i++) {
            head->argument = head->argument << 8 | bytes[i];
        }
    }
    return true;
}

static bool is_next(const struct dump *dump, uint8_t major, uint64_t argument)
{
    struct head head;
    return read_head(dump, &head) && head.major == major && head.argument == argument;
}

/* The next item has no place here, or there is no end of it: the last line. */
static void unexpected(struct dump *dump)
{
    size_t left = dump->len - dump->at;
    if (!dump->stop && left > 0) {
        uint8_t initial = dump->data[dump->at];
        const char *length = (initial & 0x1f) == 0x1f ? "indefinite-length " : "";
        size_t len = left;
        cri_err_t err = cri_skip(dump->data + dump->at, left, &len);
        dump->job->scratch.len = 0;
        note(dump, err == CRI_OK ? "unexpected: " : "");
        if (err == CRI_OK || err == CRI_ERR_TRUNCATED) {
            note(dump, "%s%s%s", length, type_name(initial), err == CRI_OK ? "" : ", cut off");
        } else {
            note(dump, err == CRI_ERR_CBOR ? "not CBOR" : "too deep");
        }
        line(dump, len);
    }
    dump->stop = true;
}

/* A line for a text or byte string, after a note of what it is. False, and no line, for anything else. */
static bool string(struct dump *dump, uint8_t major, void (*say)(struct dump *dump, const uint8_t *bytes, size_t len))
{
    struct head head;
    if (!read_head(dump, &head) || head.major != major || head.argument > dump->len - dump->at - head.len) {
        return false;
    }
    say(dump, dump->data + dump->at + head.len, (size_t)head.argument);
    line(dump, head.len + (size_t)head.argument);
    return true;
}

static void say_percent(struct dump *dump, const uint8_t *bytes, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        note(dump, "%%%02X", bytes[i]);
    }
}

/* An array: its head. Returns the number of its items. */
static uint64_t array(struct dump *dump, const char *name, const char *items)
{
    struct head head;
    if (!read_head(dump, &head) || head.major != ARRAY) {
        unexpected(dump);
        return 0;
    }
    note(dump, "%s, %llu %s%s", name, (unsigned long long)head.argument, items, head.argument == 1 ? "" : "s");
    line(dump, head.len);
    return head.argument;
}

/* A text, or percent-encoded text: an array of texts and octets (href 7.1). */
static void text_or_pet(struct dump *dump, const char *name)
{
    struct head head;
    if (read_head(dump, &head) && head.major == ARRAY) {
        uint64_t parts = array(dump, name, "part");
        for (dump->depth++; parts > 0 && !dump->stop; parts--) {
            if (!string(dump, TEXT, note_quoted) && !string(dump, BYTES, say_percent)) {
                unexpected(dump);
            }
        }
        dump->depth--;
        return;
    }
    note(dump, "%s ", name);
    if (!string(dump, TEXT, note_quoted)) {
        unexpected(dump);
    }
}

/* An array of texts. */
static void texts(struct dump *dump, const char *name, const char *item)
{
    uint64_t count = array(dump, name, item);
    for (dump->depth++; count > 0 && !dump->stop; count--) {
        text_or_pet(dump, item);
    }
    dump->depth--;
}

/* ---- sections --------------------------------------------------------------------------------------------------- */

/* An address, as the library writes it in a URI. */
static void say_address(struct dump *dump, const uint8_t *address, size_t len)
{
    uint8_t cbor[4 + 16] = {0x82, 0x20, 0x81, (uint8_t)(BYTES << 5 | len)}; /* [-1, [address]] */
    char uri[64];
    cri_t cri;
    size_t uri_len = 0;
    if (len == 4 || len == 16) {
        memcpy(cbor + 4, address, len);
        if (cri_parse(CRI_REV_27, cbor, 4 + len, &cri, &uri_len) == CRI_OK &&
            cri_to_uri(&cri, uri, sizeof uri, &uri_len) == CRI_OK) {
            note(dump, "host address %s", uri + strlen("coap://"));
            return;
        }
    }
    note(dump, "host address of %zu bytes", len);
}

/* The next item of an authority; `place` is what came before. */
static void authority_item(struct dump *dump, uint8_t before)
{
    struct head head;
    if (!read_head(dump, &head)) {
        unexpected(dump);
    } else if (head.major == UINT) {
        note(dump, "port %llu", (unsigned long long)head.argument);
        line(dump, head.len);
    } else if (head.major == BYTES && before != BYTES) {
        if (!string(dump, BYTES, say_address)) {
            unexpected(dump);
        }
    } else if (head.major == SIMPLE && head.argument == FALSE && before == SIMPLE) {
        note(dump, "user information follows");
        line(dump, head.len);
        text_or_pet(dump, "user information");
    } else {
        text_or_pet(dump, before == BYTES ? "zone identifier" : "host label");
    }
}

static void authority(struct dump *dump)
{
    if (is_next(dump, SIMPLE, TRUE)) {
        note(dump, "no authority, a path without a root");
        line(dump, 1);
        return;
    }
    uint64_t left = array(dump, "authority", "item");
    uint8_t before = SIMPLE;
    for (dump->depth++; left > 0 && !dump->stop; left--) {
        struct head head = {0, 0, 0};
        read_head(dump, &head);
        left -= head.major == SIMPLE && left > 1; /* false, and the text after it */
        authority_item(dump, before);
        before = head.major == SIMPLE ? TEXT : head.major;
    }
    dump->depth--;
}

static void say_scheme(struct dump *dump, uint64_t argument)
{
    struct job *job = dump->job;
    const char *name = NULL;
    size_t len = 0;
    int64_t id = argument > INT64_MAX ? INT64_MIN : -1 - (int64_t)argument;
    note(dump, "scheme %s%lld: ", argument > INT64_MAX ? "below " : "", (long long)id);
    if (cri_registry_name_with(job->rev, SCHEMES, id, &name, &len) == CRI_OK) {
        job->out_of_memory |= !buffer_append_escaped(&job->scratch, name, len);
    } else {
        note(dump, "not in the registry");
    }
}

/* The first section. Returns whether an authority may follow. */
static bool first_section(struct dump *dump)
{
    struct head head;
    if (!read_head(dump, &head)) {
        unexpected(dump);
    } else if (head.major == NINT) {
        say_scheme(dump, head.argument);
        line(dump, head.len);
        return true;
    } else if (head.major == TEXT) {
        text_or_pet(dump, "scheme");
        return true;
    } else if (head.major == SIMPLE && head.argument == NIL) {
        note(dump, "no scheme");
        line(dump, head.len);
        return true;
    } else if (head.major == UINT) {
        note(dump, "discard %llu", (unsigned long long)head.argument);
        line(dump, head.len);
    } else if (head.major == SIMPLE && head.argument == TRUE) {
        note(dump, "discard all");
        line(dump, head.len);
    } else {
        unexpected(dump);
    }
    return false;
}

static void sections(struct dump *dump, uint64_t left)
{
    static const char *const names[] = {"authority", "path", "query", "fragment"};
    size_t section = first_section(dump) ? 0 : 1;
    for (left--; left > 0 && !dump->stop; left--, section++) {
        if (section > 3) {
            unexpected(dump);
        } else if (is_next(dump, SIMPLE, NIL)) {
            note(dump, section == 0 ? "no %s, a path with a root" : "no %s", names[section]);
            line(dump, 1);
        } else if (section == 0) {
            authority(dump);
        } else if (section == 3) {
            text_or_pet(dump, "fragment");
        } else {
            texts(dump, names[section], section == 1 ? "segment" : "parameter");
        }
    }
}

static void walk(struct dump *dump, enum mode mode)
{
    struct head head;
    dump->mode = mode;
    dump->at = 0;
    dump->depth = 0;
    dump->stop = false;
    dump->job->scratch.len = 0;
    if (is_next(dump, TAG, 99) && read_head(dump, &head)) {
        note(dump, "tag 99");
        line(dump, head.len);
    }
    size_t first = read_head(dump, &head) ? dump->at + head.len : dump->len;
    uint8_t major = first < dump->len ? dump->data[first] >> 5 : UINT;
    uint64_t count = array(dump, major == NINT || major == TEXT ? "CRI" : "CRI reference", "section");
    dump->depth = 1;
    if (count > 0) {
        sections(dump, count);
    }
    dump->depth = 0;
    if (!dump->stop && dump->at < dump->len) {
        note(dump, "bytes after the item");
        line(dump, dump->len - dump->at);
    }
}

/* ---- the operation ---------------------------------------------------------------------------------------------- */

/* Parses the operand, and finds where an error is. */
static err_name_t dump_init(struct dump *dump, struct job *job)
{
    memset(dump, 0, sizeof *dump);
    dump->job = job;
    dump->data = job->bytes[0].bytes;
    dump->len = job->bytes[0].len;
    err_name_t error = locate(job, &dump->fault);
    dump->failed = error != NULL;
    job->has_offset = dump->failed;
    job->offset = dump->fault.offset;
    return error;
}

/* explain in a batch: a field OFFSET:LENGTH MEANING for each item. */
err_name_t explain(struct job *job)
{
    struct dump dump;
    err_name_t error = dump_init(&dump, job);
    if (error == NULL) {
        walk(&dump, ANSWER);
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
    walk(&dump, MEASURE);
    walk(&dump, PRINT);
    if (error != NULL) {
        print_error(&dump, error);
    } else {
        print_forms(job);
    }
}
