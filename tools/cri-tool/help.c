/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints --help, and messages about mistakes in a call, from the tables of options and operations. */
#include "help.h"

#include <string.h>

struct option {
    char letter; /* 0 if the option has only a long name */
    const char *name;
    const char *value; /* NULL if there is no value; in brackets if it may be omitted; | separates alternatives */
    const char *help;  /* one line */
};

struct op_group {
    const char *title;
    const struct op *ops;
};

/* Each table ends with a row of NULL. A line feed separates the lines of a paragraph. */
static const struct option options[] = {
    {'h', "help", "[OP]", "the operations; or an operation, its operands and an example"},
    {0, "version", NULL, "the version of the library"},
    {0, "batch", NULL, "reads OP<TAB>OPERAND... lines, prints an answer for each"},
    {0, "rev", "13|27", "the revision of CRIs, 27 by default"},
    {0, "scheme", "NAME=NUMBER[:PORT]",
     "a scheme that the registry lacks, up to 16 times; PORT is the default port of a CoAP scheme.\n"
     "                                For to-uri, from-uri, c-array and explain; other operations, such as to-iri,\n"
     "                                edn and those of proxies, use the registry alone"},
    {0, "list", "NAMES", "attributes that are lists, for links-filter, with spaces between their names, such as ep"},
    {0, "offsets", NULL,
     "ERR<TAB>NAME<TAB>OFFSET from check, from-uri, from-iri, from-edn, uri-split, places, pattern-check and\n"
     "                                template-expand and -check"},
    {0, NULL, NULL, NULL},
};

static const struct op_group groups[] = {
    {"CRIs", cri_ops},
    {"Checks", check_ops},
    {"Hosts and origins", host_ops},
    {"URIs, IRIs and diagnostic notation", text_ops},
    {"Documents", document_ops},
    {"Link format (RFC 6690)", link_ops},
    {"CoAP requests", request_ops},
    {"CoAP", coap_ops},
    {"URI text (RFC 3986)", uri_ops},
    {"URI templates (RFC 6570)", template_ops},
    {"CoRI, the older format", cori_ops},
    {NULL, NULL},
};

static const char *const synopsis[] = {
    "cri-tool [OPTION...] OP OPERAND...",
    "cri-tool [OPTION...] --batch",
    "cri-tool --help [OP]",
    NULL,
};

static const char *const paragraphs[] = {
    "An answer is OK<TAB>RESULT... or ERR<TAB>NAME. CBOR and options of CoAP are in hex. Text is escaped, so that it "
    "has\nno tabs and line feeds, and nothing that misleads: \\uHHHH for control characters and for invisible "
    "ones,\nsuch as bidirectional controls, \\\\ for a backslash, \\xHH for bytes that are not UTF-8. (edn has the "
    "escapes\nof the notation instead.)",
    "HEX, OPTIONS, A, B, BASE, REF and TARGET are operands in hex; TEXT, and names that end in -URI, are text.",
    "An operand - is the text of standard input, without a line feed at its end. In a batch it is the text itself.",
    NULL,
};

static const char *const statuses[] = {
    "The status is 0 after OK, 1 after ERR, 2 after a wrong call. In a batch it is 0 if all lines were read, whatever "
    "the\nanswers are. After ERR, a single call also prints the reason and where it is known the place, to standard "
    "error.\nErrors have the names of cri_err_name(), or\n"
    "unknown_op, usage, bad_hex, trailing_data (bytes after the item), bad_endpoint, no_match, out_of_memory.",
    NULL,
};

const struct op *find_op(const struct field *name)
{
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            if (field_is(name, op->name)) {
                return op;
            }
        }
    }
    return NULL;
}

char operand_kind(const struct op *op, size_t index)
{
    const char *kind = op->kinds;
    for (;; kind++) {
        if (*kind == '\0' || (*kind != '?' && index-- == 0)) {
            return *kind;
        }
    }
}

struct field operand_name(const struct op *op, size_t index)
{
    struct field name = {op->args, 0};
    for (size_t i = 0; i <= index; i++) {
        name.text += name.len;
        name.text += strspn(name.text, " []");
        name.len = strcspn(name.text, " []");
    }
    return name;
}

/* ---- --help ----------------------------------------------------------------------------------------------------- */

void print_synopsis(FILE *out)
{
    for (const char *const *line = synopsis; *line != NULL; line++) {
        fprintf(out, "%s %s\n", line == synopsis ? "usage:" : "      ", *line);
    }
}

static void print_texts(FILE *out, const char *const *texts)
{
    for (; *texts != NULL; texts++) {
        fprintf(out, "\n%s\n", *texts);
    }
}

/* Prints spaces up to a column, and at least two spaces. */
static void pad(FILE *out, int width, int column)
{
    fprintf(out, "%*s  ", width < column - 2 ? column - 2 - width : 0, "");
}

void print_help(FILE *out)
{
    print_synopsis(out);
    print_texts(out, paragraphs);
    fputc('\n', out);
    for (const struct option *option = options; option->name != NULL; option++) {
        int width = option->letter != 0 ? fprintf(out, "  -%c, ", option->letter) : fprintf(out, "  ");
        width += fprintf(out, "--%s", option->name);
        width += option->value != NULL ? fprintf(out, " %s", option->value) : 0;
        pad(out, width, 32);
        fprintf(out, "%s\n", option->help);
    }
    print_texts(out, statuses);
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        fprintf(out, "\n%s\n", group->title);
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            pad(out, fprintf(out, "  %s %s", op->name, op->args), 42);
            fprintf(out, "%s\n", op->help);
        }
    }
}

/* ---- wrong calls ------------------------------------------------------------------------------------------------ */

void print_operand(const struct field *operand)
{
    struct buffer escaped = {NULL, 0, 0};
    if (buffer_append_escaped(&escaped, operand->text, operand->len)) {
        fwrite(escaped.len > 0 ? (const char *)escaped.bytes : "", 1, escaped.len, stderr);
    }
    buffer_free(&escaped);
}

void print_reason(const struct job *job, err_name_t error)
{
    for (cri_err_t err = -1; err >= -255; err--) {
        if (strcmp(cri_err_name(err), error) == 0) {
            fprintf(stderr, "cri-tool: %s", cri_err_text(err));
            if (job->has_offset) {
                fprintf(stderr, ", at byte %zu", job->offset);
            }
            if (job->part != CRI_PART_WHOLE) {
                fprintf(stderr, ", %s", cri_part_name(job->part));
            }
            fputc('\n', stderr);
        }
    }
}

void print_misuse(const struct job *job, const struct op *op)
{
    size_t index = job->misused;
    struct field name = operand_name(op, index);
    const char *help = kind_help(operand_kind(op, index));
    fputs("cri-tool: ", stderr);
    if (job->misuse == OPERAND_MISSING) {
        fprintf(stderr, "%.*s is missing\n", (int)name.len, name.text);
    } else if (job->misuse == OPERANDS_TOO_MANY) {
        fprintf(stderr, index == 0 ? "%s has no operands\n" : "%s has up to %zu operand%s\n", op->name, index,
                index == 1 ? "" : "s");
    } else if (job->misuse == OPERAND_TWICE) {
        fprintf(stderr, "operand %zu, ", index + 1);
        print_operand(&job->args[index]);
        fputs(", is there twice\n", stderr);
    } else {
        fprintf(stderr, "operand %zu must be %.*s", index + 1, (int)name.len, name.text);
        if (help != NULL) {
            fprintf(stderr, " (%s)", help);
        }
        fputs(", not ", stderr);
        print_operand(&job->args[index]);
        fputc('\n', stderr);
    }
}
