/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The CoRE working group's test vectors (tests.csv of core-wg/href), where they are at hand: the environment variable
 * CRI_SHARED_VECTORS names the folder that holds href-wg/tests.csv. Without it the test says so and is skipped.
 *
 * Every row that is not marked broken is parsed, converted to and from its URI and resolved, under both revisions
 * unless the list of exceptions says otherwise.
 */
#include "support.h"

#define SKIPPED 77 /* what ctest takes for "not run" */
#define MAX_FIELDS 10
#define MAX_LINE 1024

/* Columns of the file. */
enum column { TYPE, URI, CRI, RED, RESOLVED_URI, RESOLVED_CRI, CRI_HEX, RESOLVED_CRI_HEX, COMMENT, FEATURES };

struct csv_row {
    unsigned number;
    char line[MAX_LINE];
    const char *fields[MAX_FIELDS];
    char name[MAX_LINE + 16];
};

/* What a row is not used for, and why. */
#define LEFT_OUT 1      /* the whole row */
#define ONLY_13 2       /* under revision 13 alone */
#define NOT_FROM_URI 4  /* from-URI gives something else */
#define UNPROCESSABLE 8 /* does not parse */

struct exception {
    const char *uri;
    unsigned kinds;
    const char *reason;
};

static const struct exception exceptions[] = {
    {"//[fe80::a%en1]", LEFT_OUT, "zone identifiers as in the expired 6874bis draft"},
    {"//[fe80::a%25en1]", ONLY_13, "revision 27 has no zone identifiers in URIs"},
    {"//a%3Aa", NOT_FROM_URI, "R13: a colon in a host needs no PET, to-URI encodes it anyway"},
    {"/?a%23a", NOT_FROM_URI, "R13: nor does a number sign in a query"},
    {"../a/b/../c/.", NOT_FROM_URI, "RFC 3986 section 5.2.4: \"c/.\" is \"c/\", so an empty segment stays"},
    {"math://equation=E%3Dmc%C2%B2/", NOT_FROM_URI, "R12: a host becomes lower case"},
    {"//non!port.x", UNPROCESSABLE, "R1: PET without percent-encoded octets is not minimal"},
};

static char path[1024];
static FILE *file;

static bool is(const struct csv_row *row, enum column column, const char *wanted)
{
    return strcmp(row->fields[column], wanted) == 0;
}

static unsigned exceptions_of(const struct csv_row *row)
{
    for (size_t i = 0; i < COUNT(exceptions); i++) {
        if (is(row, URI, exceptions[i].uri)) {
            return exceptions[i].kinds;
        }
    }
    return 0;
}

/* Reads one line of fields between semicolons, a field with semicolons in it between bars. */
static bool read_row(struct csv_row *row)
{
    if (fgets(row->line, sizeof row->line, file) == NULL) {
        return false;
    }
    row->number++;
    row->line[strcspn(row->line, "\r\n")] = '\0';
    snprintf(row->name, sizeof row->name, "line %u: %s", row->number, row->line);
    char *at = row->line;
    for (size_t i = 0; i < MAX_FIELDS; i++) {
        char end = ';';
        if (*at == '|') {
            at++;
            end = '|';
        }
        row->fields[i] = at;
        at += strcspn(at, end == '|' ? "|" : ";");
        if (*at != '\0') {
            *at++ = '\0';
        }
        if (end == '|' && *at == ';') {
            at++;
        }
    }
    return true;
}

static void check_to_uri(const cri_t *cri, const char *wanted, const char *row)
{
    char text[256];
    size_t len = 0;
    if (row_err(cri_to_uri(cri, text, sizeof text, &len), CRI_OK, row)) {
        row_text(text, len, wanted, row);
    }
}

static void check_from_uri(uint8_t rev, const char *uri, const cri_t *wanted, const char *row)
{
    uint8_t cbor[256];
    size_t len = 0;
    cri_t cri;
    bool equal = false;
    if (row_err(cri_from_uri(rev, uri, strlen(uri), cbor, sizeof cbor, &len), CRI_OK, row) &&
        row_err(cri_parse(rev, cbor, len, &cri, &len), CRI_OK, row) &&
        row_err(cri_equal(&cri, wanted, &equal), CRI_OK, row)) {
        row_ok(equal, row, "from-URI gives the CRI");
    }
}

static void check_resolved(uint8_t rev, const cri_t *base, const cri_t *cri, const struct csv_row *row)
{
    struct bytes wanted_bytes = from_hex(row->fields[RESOLVED_CRI_HEX]);
    cri_t wanted = parse_bytes(rev, &wanted_bytes, row->name);
    cri_t resolved;
    bool equal = false;
    if (row_err(cri_resolve(base, cri, &resolved), CRI_OK, row->name) &&
        row_err(cri_equal(&resolved, &wanted, &equal), CRI_OK, row->name)) {
        row_ok(equal, row->name, "resolves to the CRI");
        check_to_uri(&resolved, row->fields[RESOLVED_URI], row->name);
    }
}

static void check_row(uint8_t rev, const cri_t *base, const struct csv_row *row, unsigned kinds)
{
    struct bytes bytes = from_hex(row->fields[CRI_HEX]);
    cri_t cri;
    size_t consumed = 0;
    cri_err_t err = cri_parse(rev, bytes.data, bytes.len, &cri, &consumed);
    if (kinds & UNPROCESSABLE) {
        row_ok(cri_err_is_unprocessable(err), row->name, "is unprocessable");
        return;
    }
    if (!row_err(err, CRI_OK, row->name)) {
        return;
    }
    row_size(consumed, bytes.len, row->name);
    if (is(row, TYPE, "only-cri-ref")) {
        char text[256];
        size_t len = 0;
        row_err(cri_to_uri(&cri, text, sizeof text, &len), CRI_ERR_NO_URI, row->name);
    } else {
        check_to_uri(&cri, is(row, TYPE, "red") ? row->fields[RED] : row->fields[URI], row->name);
        if (!(kinds & NOT_FROM_URI)) {
            check_from_uri(rev, row->fields[URI], &cri, row->name);
        }
    }
    check_resolved(rev, base, &cri, row);
}

static void working_group_vectors(void **state)
{
    (void)state;
    struct csv_row row = {0, "", {NULL}, ""};
    struct bytes base_bytes = {0, {0}};
    size_t rows = 0;
    size_t broken = 0;
    size_t excepted = 0;
    assert_true(read_row(&row)); /* the header */
    while (read_row(&row)) {
        unsigned kinds = exceptions_of(&row);
        if (is(&row, TYPE, "base")) {
            base_bytes = from_hex(row.fields[CRI_HEX]);
            continue;
        }
        if (is(&row, TYPE, "")) {
            continue;
        }
        if (is(&row, FEATURES, "broken")) {
            broken++;
            continue;
        }
        row_ok(is(&row, TYPE, "rt") || is(&row, TYPE, "red") || is(&row, TYPE, "only-cri-ref"), row.name, "known type");
        rows++;
        excepted += kinds != 0;
        if (kinds & LEFT_OUT) {
            continue;
        }
        for (unsigned i = 0; i < (kinds & ONLY_13 ? 1u : 2u); i++) {
            uint8_t rev = i == 0 ? CRI_REV_13 : CRI_REV_27;
            cri_t base = parse_bytes(rev, &base_bytes, "base");
            check_row(rev, &base, &row, kinds);
        }
    }
    print_message("%s: %zu rows, %zu of them with exceptions, %zu broken ones left out\n", path, rows, excepted,
                  broken);
    for (size_t i = 0; i < COUNT(exceptions); i++) {
        print_message("exception: %s: %s\n", exceptions[i].uri, exceptions[i].reason);
    }
    rows_end();
    assert_true(rows > 100);
    assert_int_equal(excepted, COUNT(exceptions));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(working_group_vectors),
    };
    const char *folder = getenv("CRI_SHARED_VECTORS");
    if (folder != NULL) {
        snprintf(path, sizeof path, "%s/href-wg/tests.csv", folder);
        file = fopen(path, "r");
    }
    if (file == NULL) {
        print_message("skipped: CRI_SHARED_VECTORS names no folder with href-wg/tests.csv\n");
        return SKIPPED;
    }
    int failed = RUN(tests);
    fclose(file);
    return failed;
}
