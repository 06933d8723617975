/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The rows of tests/vectors, checked through the headers. Lines that begin with `#>` give the laws by which the rows of
 * a file are checked (tests/vectors/README.md). Laws use operations of cri-tool, and those of rows/, on the fields.
 * rows_table.py makes the tables. If a file of rows has changed since then, the test fails.
 *
 * Operations get their arguments in blocks of exactly the right length. The first operation of a law also gets every
 * prefix of every argument, which must be refused as truncated if it is CBOR. rows/operations.c tries every capacity of
 * the outputs.
 *
 * With CRI_ROW=TEXT in the environment, only the rows with TEXT in their names, or the row FILE:LINE, are checked, and
 * their values are printed. CRI_TEST_STEP=N checks only every Nth row of a file, for slow machines.
 */
#include "rows/laws.h"

#ifndef CRI_TEST_STEP
#define CRI_TEST_STEP 1
#endif

struct file {
    const char *name;
    uint32_t hash;
    const struct row *rows;
    size_t count;
};

#include "rows-table.h"

/* CRI_ROW or NULL, and the number of rows that it selected. */
static const char *chosen;
static size_t chosen_count;

/* ---- messages ---- */

/* Prints a value, and the notation of bytes in hex. */
static void print_value(const char *title, const char *text, size_t len, char letter)
{
    struct buffer notation = {NULL, 0, 0};
    const bool has_notation = letter != 't' && append_notation(&notation, text, len, letter);
    print_error("    %-12s %.*s%s%.*s\n", title, (int)len, text, has_notation ? " = " : "",
                has_notation ? (int)notation.len : 0, (const char *)notation.bytes);
    free(notation.bytes);
}

static void print_answer(const char *title, const struct value *value, char letter)
{
    if (value->error != NULL) {
        print_error("    %-12s !%s\n", title, value->error);
    } else {
        print_value(title, (const char *)value->text.bytes, value->text.len, letter);
    }
}

static void print_fields(const struct row *row)
{
    for (size_t i = 1; row->group->names[i] != NULL; i++) {
        const char *name = row->group->names[i], *text = row->fields[i] != NULL ? row->fields[i] : "-";
        if (text[0] == ERROR) {
            print_error("    %-12s !%s\n", name, text + 1);
        } else {
            print_value(name, text, strlen(text), row->group->letters[i]);
        }
    }
}

/* ---- rows ---- */

static bool equal(const struct value *a, const struct value *b)
{
    if (a->error != NULL || b->error != NULL) {
        return a->error != NULL && b->error != NULL && strcmp(a->error, b->error) == 0;
    }
    return a->text.len == b->text.len && (a->text.len == 0 || memcmp(a->text.bytes, b->text.bytes, a->text.len) == 0);
}

/* Compares an answer with the rest of a law: `= ANSWER @ OFFSET`. Prints both answers if they differ. */
static void compare(struct law *law, const struct value *got)
{
    struct value wanted = {{NULL, 0, 0}, NULL, false, 0}, place = wanted;
    law->at++;
    skip_spaces(law);
    wanted_of(law, &wanted);
    const char letter = law->letter;
    const bool same = equal(&wanted, got);
    held(same, "the answer differs");
    if (chosen != NULL || !same) {
        print_answer("wanted", &wanted, letter);
        print_answer("actual", got, letter);
    }
    if (same && got->error != NULL && *law->at == '@') {
        law->at += 2;
        word(law, &place);
        buffer_append_byte(&place.text, '\0');
        held(got->has_offset && strtoul((const char *)place.text.bytes, NULL, 10) == got->offset, "another offset");
    }
    drop(&place);
    drop(&wanted);
}

/* Checks a law. A law without `=` checks only memory accesses. */
static void check_law(const char *text, const struct row *row, uint8_t rev)
{
    struct law law = {text, row, 't'};
    struct value got = {{NULL, 0, 0}, NULL, false, 0};
    job.rev = rev;
    if (strncmp(text, "13 ", 3) == 0 || strncmp(text, "27 ", 3) == 0) {
        job.rev = text[0] == '1' ? CRI_REV_13 : CRI_REV_27;
        law.at += 3;
    }
    bool answers = expression(&law, true, &got) && (got.error == NULL || strcmp(got.error, ERR_SKIPPED) != 0);
    if (answers && *law.at == '=') {
        compare(&law, &got);
    }
    drop(&got);
}

static void check_row(const struct file *file, const struct row *row, uint8_t rev)
{
    if (chosen != NULL) {
        print_message("tests/vectors/%s:%u: %s, revision %u\n", file->name, row->line, row->fields[0], rev);
        print_fields(row);
    }
    for (const char *const *law = row->group->laws; *law != NULL; law++) {
        const int failed = rows_failed();
        snprintf(row_at, sizeof row_at, "tests/vectors/%s:%u: %s, revision %u: %s", file->name, row->line,
                 row->fields[0], rev, *law);
        if (chosen != NULL) {
            print_message("    %s\n", *law);
        }
        check_law(*law, row, rev);
        if (rows_failed() != failed) {
            print_fields(row);
            print_error("    %-12s CRI_ROW=%s:%u build/c-tests/test-rows\n", "again", file->name, row->line);
        }
    }
}

static bool is_chosen(const struct file *file, const struct row *row)
{
    char at[64];
    snprintf(at, sizeof at, "%s:%u", file->name, row->line);
    return chosen == NULL || strstr(row->fields[0], chosen) != NULL || strcmp(at, chosen) == 0;
}

/* Fails the test if a file is not the one from which the table was made. On boards there are no files. */
static void check_table(const struct file *file)
{
#if defined(__unix__) || defined(__APPLE__)
    char path[512];
    uint32_t hash = 0x811c9dc5;
    snprintf(path, sizeof path, "%s/%s", VECTORS, file->name);
    FILE *text = fopen(path, "rb");
    if (text == NULL) {
        return; /* the program runs elsewhere */
    }
    for (int octet = getc(text); octet != EOF; octet = getc(text)) {
        hash = (hash ^ (uint8_t)octet) * 0x01000193;
    }
    fclose(text);
    if (hash != file->hash) {
        fail_msg("tests/vectors/%s changed after this program was built. Run: cmake --build build", file->name);
    }
#else
    (void)file;
#endif
}

static void check_file(const struct file *file)
{
    check_table(file);
    for (size_t i = 0; i < file->count; i += CRI_TEST_STEP) {
        const struct row *row = &file->rows[i];
        if (!is_chosen(file, row)) {
            continue;
        }
        chosen_count++;
        for (size_t k = 0; k < COUNT(row->revs) && row->revs[k] != 0; k++) {
            check_row(file, row, row->revs[k]);
        }
    }
    if (chosen == NULL) {
        print_message("%s: %u rows\n", file->name, (unsigned)file->count);
    }
}

/* Returns how alike two names are: the share of their pairs of characters that both have. */
static size_t likeness(const char *one, const char *other)
{
    const size_t all = strlen(one) + strlen(other);
    size_t both = 0;
    for (; one[0] != '\0' && one[1] != '\0'; one++) {
        const char pair[] = {one[0], one[1], '\0'};
        both += strstr(other, pair) != NULL;
    }
    return both * 2000 / all;
}

static const char *nearest(const char *text)
{
    const char *found = "";
    for (size_t i = 0; i < COUNT(files); i++) {
        for (size_t k = 0; k < files[i].count; k++) {
            const char *name = files[i].rows[k].fields[0];
            found = likeness(text, name) > likeness(text, found) ? name : found;
        }
    }
    return found;
}

static void every_row(void **state)
{
    (void)state;
    chosen = getenv("CRI_ROW");
    for (size_t i = 0; i < COUNT(files); i++) {
#ifndef CRI_NFC
        if (strcmp(files[i].name, "nfc.txt") == 0) {
            print_message("skipped: nfc.txt, %u rows: the library is built without\n", (unsigned)files[i].count);
            continue;
        }
#endif
        check_file(&files[i]);
    }
    job_free(&job);
    if (chosen_count == 0) {
        fail_msg("CRI_ROW: no row is \"%s\", or has it in its name. Did you mean \"%s\"?", chosen, nearest(chosen));
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
