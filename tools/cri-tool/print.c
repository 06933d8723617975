/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints an answer: in the stable form of batches, as text for people, or as JSON. */
#include "help.h"

#include <string.h>

enum { MAX_NAMES = 8 };

/* The fields of an answer, and their names. */
struct fields {
    const struct job *job;
    struct buffer list; /* an array of struct field */
    const struct field *at;
    size_t count;
    struct field names[MAX_NAMES]; /* op->fields */
    size_t name_count;
    bool is_repeated;        /* the names end in "..." */
    bool is_record, is_list; /* the names are fields, too: of one record, or of several */
};

static void split(struct fields *fields, const struct job *job, const struct op *op)
{
    const char *at = (const char *)job->answer.bytes, *end = at + job->answer.len;
    const char *names = op->fields == NULL ? "" : op->fields;
    *fields = (struct fields){.job = job, .is_record = names[0] == '=' || names[0] == '<', .is_list = names[0] == '<'};
    while (at < end) {
        at++;
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        const struct field field = {at, (size_t)((tab != NULL ? tab : end) - at)};
        if (!buffer_append(&fields->list, &field, sizeof field)) {
            break;
        }
        at += field.len;
    }
    fields->at = (const struct field *)(const void *)fields->list.bytes;
    fields->count = fields->list.len / sizeof *fields->at;
    do {
        size_t len = strcspn(names, " .");
        fields->names[fields->name_count++] = (struct field){names, len};
        names += len + (names[len] == ' ');
    } while (*names != '\0' && *names != '.');
    fields->is_repeated = *names == '.';
}

static void put(const char *text, size_t len) { fwrite(text, 1, len, stdout); }

static enum type type_of(const struct fields *fields, size_t index)
{
    return (enum type)fields->job->types.bytes[index];
}

static bool is_named(const struct fields *fields, size_t index, const char *name)
{
    return field_is(&fields->at[index], name);
}

/* Returns the end of the record that begins at a field: of a link, or of the whole answer. A record is names and
 * values in turn. */
static size_t record_end(const struct fields *fields, size_t start)
{
    size_t end = start + 2;
    while (end < fields->count &&
           !(fields->is_list && (is_named(fields, end, "href") || is_named(fields, end, "error")))) {
        end += 2;
    }
    return end < fields->count ? end : fields->count;
}

static void put_field(const struct fields *fields, size_t index) { put(fields->at[index].text, fields->at[index].len); }

/* ---- text ------------------------------------------------------------------------------------------------------- */

/* Prints a line for each link, and the errors of malformed links on standard error. */
static void print_links(const struct fields *fields)
{
    for (size_t i = 0, end; i < fields->count; i = end) {
        end = record_end(fields, i);
        if (is_named(fields, i, "error")) {
            char name[64];
            snprintf(name, sizeof name, "%.*s", (int)fields->at[i + 1].len, fields->at[i + 1].text);
            fprintf(stderr, "cri-tool: %s: %s, at byte %.*s\n", name, text_of(name), (int)fields->at[i + 3].len,
                    fields->at[i + 3].text);
            continue;
        }
        put_field(fields, i + 1);
        for (size_t k = i + 2; k < end; k += 2) {
            putchar('\t');
            put_field(fields, k);
            if (type_of(fields, k + 1) != VALUE) {
                putchar('=');
                put_field(fields, k + 1);
            }
        }
        putchar('\n');
    }
}

/* Prints a line for each field and its name, or for each group of fields that are repeated. */
static void print_text(const struct fields *fields)
{
    const bool has_names = !fields->is_repeated && fields->names[0].len > 0;
    for (size_t i = 0; i < fields->count; i++) {
        if (has_names && !fields->is_record) {
            put(fields->names[i].text, fields->names[i].len);
            putchar('=');
        }
        put_field(fields, i);
        const bool is_last = fields->is_record ? i % 2 == 1 : has_names || (i + 1) % fields->name_count == 0;
        putchar(is_last ? '\n' : fields->is_record ? '=' : '\t');
    }
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

/* Prints a value or, in quotes, a text. JSON has the escapes of cri_escape(), except \xHH, a byte that is not UTF-8. */
static void json_value(const struct fields *fields, size_t index)
{
    const char *text = fields->at[index].text;
    const size_t len = fields->at[index].len;
    const enum type type = type_of(fields, index);
    put("\"", type != VALUE);
    for (size_t i = 0; i < len; i++) {
        if (text[i] == '"' || (text[i] == '\\' && type == RAW)) {
            printf("\\%c", text[i]);
        } else if (text[i] == '\\' && text[i + 1] == 'x') {
            fputs("\\ufffd", stdout);
            i += 3;
        } else {
            put(text + i, 1 + (text[i] == '\\'));
            i += text[i] == '\\';
        }
    }
    put("\"", type != VALUE);
}

static void json_groups(const struct fields *fields)
{
    const bool is_object = fields->names[0].len > 0 && (!fields->is_repeated || fields->name_count > 1);
    put("[", fields->is_repeated);
    for (size_t i = 0; i < fields->count; i++) {
        const size_t at = i % fields->name_count;
        put(",", i > 0);
        put("{", is_object && at == 0);
        if (is_object) {
            printf("\"%.*s\":", (int)fields->names[at].len, fields->names[at].text);
        }
        json_value(fields, i);
        put("}", is_object && (at + 1 == fields->name_count || i + 1 == fields->count));
    }
    if (fields->count == 0 && !fields->is_repeated) {
        fputs(is_object ? "{}" : "null", stdout);
    }
    put("]", fields->is_repeated);
}

/* Returns the next field from `from` on with the same name as the field `index`, or the end of the record. */
static size_t next_same(const struct fields *fields, size_t from, size_t end, size_t index)
{
    const struct field *name = &fields->at[index];
    while (from < end &&
           (fields->at[from].len != name->len || memcmp(fields->at[from].text, name->text, name->len) != 0)) {
        from += 2;
    }
    return from;
}

/* Prints an object for each record. Several values of a name are an array. */
static void json_records(const struct fields *fields)
{
    put("[", fields->is_list);
    for (size_t start = 0, end; start < fields->count; start = end) {
        end = record_end(fields, start);
        put(start > 0 ? ",{" : "{", 1 + (start > 0));
        for (size_t i = start; i < end; i += 2) {
            size_t next = next_same(fields, i + 2, end, i);
            if (next_same(fields, start, end, i) < i) {
                continue;
            }
            put(",", i > start);
            json_value(fields, i);
            put(":[", 1 + (next < end));
            json_value(fields, i + 1);
            for (; next < end; next = next_same(fields, next + 2, end, i)) {
                putchar(',');
                json_value(fields, next + 1);
                put("]", next_same(fields, next + 2, end, i) == end);
            }
        }
        putchar('}');
    }
    put("]", fields->is_list);
}

static void json_error(const struct job *job, err_name_t error)
{
    printf("{\"error\":\"%s\",\"text\":\"%s\"", error, text_of(error));
    if (job->has_offset) {
        printf(",\"offset\":%zu", job->offset);
    }
    if (job->part != CRI_PART_WHOLE) {
        printf(",\"part\":\"%s\"", cri_part_name(job->part));
    }
    putchar('}');
}

/* ---- any form --------------------------------------------------------------------------------------------------- */

static void print_line(const struct job *job, err_name_t error)
{
    if (error == NULL) {
        fputs("OK", stdout);
        put(job->answer.len > 0 ? (const char *)job->answer.bytes : "", job->answer.len);
    } else {
        printf("ERR\t%s", error);
        if (job->offsets && job->has_offset) {
            printf("\t%zu", job->offset);
        }
    }
    putchar('\n');
}

void print_answer(const struct job *job, const struct op *op, err_name_t error)
{
    struct fields fields;
    if (job->form == FORM_BATCH) {
        print_line(job, error);
        return;
    }
    if (error != NULL) {
        if (job->form == FORM_JSON) {
            json_error(job, error);
            putchar('\n');
        }
        return;
    }
    split(&fields, job, op);
    if (job->form == FORM_PLAIN) {
        (fields.is_list ? print_links : print_text)(&fields);
    } else {
        (fields.is_record ? json_records : json_groups)(&fields);
        putchar('\n');
    }
    buffer_free(&fields.list);
}
