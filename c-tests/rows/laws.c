/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "laws.h"

struct job job;

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

static const struct value no_value;

void drop(struct value *value)
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

/* True at the end of an expression, which may be the NUL at the end of the law. */
static bool at_end(const struct law *law) { return strchr(")=@", *law->at) != NULL; }

void skip_spaces(struct law *law) { law->at += strspn(law->at, " "); }

/* Reads the name of a field after its `$`. Returns the value of the field. */
static const char *field_named(struct law *law)
{
    const size_t len = strspn(++law->at, "abcdefghijklmnopqrstuvwxyz_.");
    for (size_t i = 0; law->row->group->names[i] != NULL; i++) {
        const char *name = law->row->group->names[i];
        if (strlen(name) == len && memcmp(name, law->at, len) == 0) {
            law->at += len - 1;
            law->letter = law->row->group->letters[i];
            return law->row->fields[i];
        }
    }
    fail_msg("%s: no field %.*s", row_at, (int)len, law->at);
    return NULL;
}

void word(struct law *law, struct value *value)
{
    for (; strchr(" )", *law->at) == NULL; law->at++) {
        const char *from = law->at;
        size_t len = 1;
        if (from[0] == '$') {
            from = field_named(law);
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

/* Reads an expression in parentheses. */
static bool nested(struct law *law, struct value *value)
{
    law->at++;
    bool answers = expression(law, false, value);
    law->at++;
    skip_spaces(law);
    return answers;
}

bool expression(struct law *law, bool is_first, struct value *value)
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

void wanted_of(struct law *law, struct value *wanted)
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
