/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The rows of tests/vectors, checked through the headers. Lines that begin with `#>` give the laws by which the rows of
 * a file are checked (tests/vectors/README.md). Laws use operations of cri-tool, and those of rows/, on the fields.
 * rows.py makes the tables.
 *
 * Operations get their arguments in blocks of exactly the right length. The first operation of a law also gets every
 * prefix of every argument, which must be refused as truncated if it is CBOR. rows/operations.c tries every capacity of
 * the outputs.
 *
 * With CRI_ROW=TEXT in the environment, only the rows with TEXT in their names are checked, and their values are
 * printed. CRI_TEST_STEP=N checks only every Nth row of a file, for slow machines.
 */
#include "rows/operations.h"

#ifndef CRI_TEST_STEP
#define CRI_TEST_STEP 1
#endif

#define FIELDS 9 /* the name, then the texts that rows.py makes of the other fields */

struct row {
    uint8_t revs[2]; /* 13, 27 or both */
    const char *const *laws;
    const char *fields[FIELDS]; /* an error begins with ERROR; NULL is absent */
};

#define ERROR '\001'

struct file {
    const char *name;
    const struct row *rows;
    size_t count;
};

#include "rows-table.h"

static struct job job;
/* CRI_ROW or NULL, and the number of rows that it selected. */
static const char *chosen;
static size_t chosen_count;

/* ---- operations ---- */

static const struct op *find_op(const char *name, size_t len)
{
    for (size_t i = 0; op_tables[i] != NULL; i++) {
        for (const struct op *op = op_tables[i]; op->name != NULL; op++) {
            if (strlen(op->name) == len && memcmp(op->name, name, len) == 0) {
                return op;
            }
        }
    }
    fail_msg("%s: no operation %.*s", row_at, (int)len, name);
    return NULL;
}

struct value {
    struct buffer text;
    err_name_t error;
    bool has_offset;
    size_t offset;
};

static const struct value no_value;

static void drop(struct value *value)
{
    free(value->text.bytes);
    *value = no_value;
}

/* Runs an operation on arguments in blocks of exactly the right length. */
static err_name_t run(const struct op *op, const struct value *args, size_t count)
{
    job.arg_count = count;
    job.has_offset = false;
    op_at_work = op;
    for (size_t i = 0; i < count; i++) {
        job.args[i] = (struct field){(const char *)args[i].text.bytes, args[i].text.len};
    }
    return run_op(&job, op);
}

/* Checks that every prefix of every argument is read within its length. */
static void cut(const struct op *op, struct value *args, size_t count)
{
    const bool was_run = job.is_run;
    quick = true;
    for (size_t i = 0; i < count; i++) {
        const char kind = kind_of(op, i);
        const struct value whole = args[i];
        const size_t step = strchr("chior", kind) != NULL ? 2 : 1;
        for (size_t len = 0; strchr("chiort", kind) != NULL && len < whole.text.len; len += step) {
            args[i] = no_value;
            buffer_append(&args[i].text, whole.text.bytes, len);
            err_name_t error = run(op, args, count);
            held(!was_run || strchr("cio", kind) == NULL || (error != NULL && strcmp(error, "truncated") == 0),
                 "is truncated");
            drop(&args[i]);
        }
        args[i] = whole;
    }
    quick = false;
}

/* ---- laws ---- */

struct law {
    const char *at;
    const char *const *fields;
};

/* True at the end of an expression, which may be the NUL at the end of the law. */
static bool at_end(const struct law *law) { return strchr(")=@", *law->at) != NULL; }

static void skip_spaces(struct law *law) { law->at += strspn(law->at, " "); }

/* Reads a word, in which $0 is the name of the row and $1 its first field. */
static void word(struct law *law, struct value *value)
{
    for (; strchr(" )", *law->at) == NULL; law->at++) {
        const char *from = law->at;
        size_t len = 1;
        if (from[0] == '$') {
            from = law->fields[*++law->at - '0'];
            if (from == NULL || from[0] == ERROR) {
                value->error = from == NULL ? ERR_NO_MATCH : from + 1;
                continue;
            }
            len = strlen(from);
        }
        buffer_append(&value->text, from, len);
    }
    skip_spaces(law);
}

static void evaluate(const struct op *op, struct value *args, size_t count, bool is_first, struct value *value)
{
    value->error = run(op, args, count);
    const struct buffer *from = op->text != NULL || op->edn != NULL ? &job.scratch : &job.answer;
    const size_t tab = from == &job.answer && from->len > 0;
    if (value->error == NULL) {
        buffer_append(&value->text, from->bytes + tab, from->len - tab);
    }
    value->has_offset = job.has_offset;
    value->offset = job.offset;
    if (is_first) {
        cut(op, args, count);
    }
}

static bool expression(struct law *law, bool is_first, struct value *value);

/* Reads an expression in parentheses. */
static bool nested(struct law *law, struct value *value)
{
    law->at++;
    bool answers = expression(law, false, value);
    law->at++;
    skip_spaces(law);
    return answers;
}

/* Returns false if there is no answer, because an argument is absent or is an error. An endpoint may be absent. */
static bool expression(struct law *law, bool is_first, struct value *value)
{
    struct value args[MAX_ARGS] = {{{NULL, 0, 0}, NULL, false, 0}};
    size_t count = 0, len = strcspn(law->at, " )");
    const struct op *op = find_op(law->at, len);
    bool answers = true;
    law->at += len;
    skip_spaces(law);
    while (!at_end(law)) {
        assert_true(count < MAX_ARGS);
        struct value *arg = &args[count];
        const bool is_nested = *law->at == '(';
        if (is_nested) {
            answers &= nested(law, arg);
        } else {
            word(law, arg);
        }
        if (arg->error == NULL) {
            buffer_reserve(&arg->text, arg->text.len);
            count++;
            continue;
        }
        if (is_nested || kind_of(op, count) != 'e') {
            value->error = value->error == NULL ? arg->error : value->error;
            answers &= is_nested;
        }
        drop(arg);
    }
    if (answers && value->error == NULL) {
        evaluate(op, args, count, is_first, value);
    }
    for (size_t i = 0; i < MAX_ARGS; i++) {
        drop(&args[i]);
    }
    return answers;
}

/* Stores the expected answer: the values of the terms with tabs between them, or the error of a term. */
static void wanted_of(struct law *law, struct value *wanted)
{
    for (size_t i = 0; !at_end(law); i++) {
        struct value term = no_value;
        if (*law->at == '(') {
            nested(law, &term);
        } else {
            word(law, &term);
        }
        if (term.error != NULL && wanted->error == NULL) {
            wanted->error = term.error;
        }
        if (i > 0) {
            buffer_append_byte(&wanted->text, '\t');
        }
        buffer_append(&wanted->text, term.text.bytes, term.text.len);
        drop(&term);
    }
}

static void print_value(const char *title, const struct value *value)
{
    print_message("        %s %s%.*s\n", title, value->error != NULL ? "!" : "",
                  value->error != NULL ? (int)strlen(value->error) : (int)value->text.len,
                  value->error != NULL ? value->error : (const char *)value->text.bytes);
}

/* Checks a law. A law without `=` checks only memory accesses. */
static void check_law(const char *text, const struct row *row, uint8_t rev)
{
    struct law law = {text, row->fields};
    struct value got = no_value, wanted = no_value, place = no_value;
    job.rev = rev;
    if (strncmp(text, "13 ", 3) == 0 || strncmp(text, "27 ", 3) == 0) {
        job.rev = text[0] == '1' ? CRI_REV_13 : CRI_REV_27;
        law.at += 3;
    }
    bool answers = expression(&law, true, &got) && (got.error == NULL || strcmp(got.error, ERR_SKIPPED) != 0);
    if (answers && *law.at == '=') {
        law.at++;
        skip_spaces(&law);
        wanted_of(&law, &wanted);
        if (chosen != NULL) {
            print_value("wanted", &wanted);
            print_value("got   ", &got);
        }
        const char *error = wanted.error != NULL ? wanted.error : "ok", *found = got.error != NULL ? got.error : "ok";
        if (row_text(found, strlen(found), error, row_at) && got.error == NULL) {
            buffer_append_byte(&wanted.text, '\0');
            row_text((const char *)got.text.bytes, got.text.len, (const char *)wanted.text.bytes, row_at);
        } else if (*law.at == '@') {
            law.at += 2;
            word(&law, &place);
            buffer_append_byte(&place.text, '\0');
            held(got.has_offset && strtoul((const char *)place.text.bytes, NULL, 10) == got.offset, "the offset");
        }
    }
    drop(&place);
    drop(&got);
    drop(&wanted);
}

static void print_fields(const struct row *row)
{
    for (size_t i = 1; i < FIELDS && row->fields[i] != NULL; i++) {
        const bool is_error = row->fields[i][0] == ERROR;
        print_message("    $%u = %s%s\n", (unsigned)i, is_error ? "!" : "", row->fields[i] + is_error);
    }
}

static void check_row(const struct file *file, const struct row *row, uint8_t rev)
{
    if (chosen != NULL) {
        print_message("%s.txt: %s, revision %u\n", file->name, row->fields[0], rev);
        print_fields(row);
    }
    for (const char *const *law = row->laws; *law != NULL; law++) {
        snprintf(row_at, sizeof row_at, "%s.txt: %s, revision %u: %s", file->name, row->fields[0], rev, *law);
        if (chosen != NULL) {
            print_message("    %s\n", *law);
        }
        check_law(*law, row, rev);
    }
}

static void check_file(const struct file *file)
{
    for (size_t i = 0; i < file->count; i += CRI_TEST_STEP) {
        const struct row *row = &file->rows[i];
        if (chosen != NULL && strstr(row->fields[0], chosen) == NULL) {
            continue;
        }
        chosen_count++;
        for (size_t k = 0; k < COUNT(row->revs) && row->revs[k] != 0; k++) {
            check_row(file, row, row->revs[k]);
        }
    }
    if (chosen == NULL) {
        print_message("%s.txt: %u rows\n", file->name, (unsigned)file->count);
    }
}

static void every_row(void **state)
{
    (void)state;
    chosen = getenv("CRI_ROW");
    for (size_t i = 0; i < COUNT(files); i++) {
#ifndef CRI_NFC
        if (strcmp(files[i].name, "nfc") == 0) {
            print_message("skipped: nfc.txt, %u rows: the library is built without\n", (unsigned)files[i].count);
            continue;
        }
#endif
        check_file(&files[i]);
    }
    job_free(&job);
    if (chosen_count == 0) {
        fail_msg("CRI_ROW: no row has \"%s\" in its name", chosen);
    }
    rows_end();
}

/* Checks that every number with a name has a row. */
static void names_of_errors(void **state)
{
    static const cri_err_t far[] = {INT32_MIN, INT32_MAX};
    size_t named = 0, explained = 0;
    (void)state;
    snprintf(row_at, sizeof row_at, "names");
    for (cri_err_t err = -300; err <= 300; err++) {
        named += strcmp(cri_err_name(err), "unknown") != 0;
        explained += strcmp(cri_err_text(err), "unknown error") != 0;
        held(cri_err_is_unprocessable(err) == (err <= -50 && err > -75), "the group of unprocessable items");
    }
    for (size_t i = 0; i < COUNT(far); i++) {
        held(strcmp(cri_err_name(far[i]), "unknown") == 0 && !cri_err_is_unprocessable(far[i]), "far away");
    }
    row_size(named, COUNT(errors_rows), row_at);
    row_size(explained, COUNT(errors_rows), row_at);
    for (unsigned part = CRI_PART_WHOLE + 1; part <= UINT8_MAX; part++) {
        held(strcmp(cri_part_name((uint8_t)part), "unknown") == 0, "a name of no part");
    }
    rows_end();
}

TESTS(cmocka_unit_test(every_row), cmocka_unit_test(names_of_errors))
