/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prints --help, and messages about mistakes in a call, from the tables of options and operations. */
#include "help.h"

#include <string.h>

struct op_group {
    const char *title;
    const struct op *ops;
};

static const struct op_group groups[] = {
    {"CRIs", cri_ops},
    {"Checks", check_ops},
    {"Hosts and origins", host_ops},
    {"URIs, IRIs and diagnostic notation", text_ops},
    {"Documents", document_ops},
    {"Link format (RFC 6690)", link_ops},
    {"CoAP requests", request_ops},
    {"CoAP messages", message_ops},
    {"CoAP", coap_ops},
    {"URI text (RFC 3986)", uri_ops},
    {"URI templates (RFC 6570)", template_ops},
    {"CoRI, the older format", cori_ops},
    {NULL, NULL},
};

static const char synopsis[] = "usage: cri-tool [OPTION...] OP OPERAND...\n"
                               "       cri-tool [OPTION...] --batch\n"
                               "       cri-tool help [OP]\n";

/* clang-format off */
static const char introduction[] =
    "\n"
    "Operands for CRIs and other bytes (CRI, BASE, REF, OPTIONS, MESSAGE and so on) may be hex, such as 8220816168,\n"
    "82 20 or 0x82,0x20; notation such as [-1, [\"h\"]]; base64; and for a CRI a URI or IRI. TEXT, and names that end\n"
    "in -URI, are text. An operand - is standard input and @FILE is a file, with any of these or with raw bytes.\n"
    "\n"
    "Text in answers is escaped, so that it has no tabs and line feeds, and nothing that misleads: \\uHHHH for\n"
    "control characters and for invisible ones, such as bidirectional controls, \\\\ for a backslash, \\xHH for bytes\n"
    "that are not UTF-8. (edn has the escapes of the notation instead.)\n"
    "\n"
    "Options may be anywhere; after -- there are none.\n"
    "\n"
    "  -h, --help [OP]               the operations; or an operation, its operands and an example\n"
    "  --version                     the version of the library\n"
    "  --json                        prints JSON; an error is {\"error\": NAME, ...}\n"
    "  --rev 13|27                   the revision of CRIs, 27 by default\n"
    "  --scheme NAME=NUMBER[:PORT]   a scheme that the registry lacks, up to 16 times; PORT is the default port of a\n"
    "                                CoAP scheme. For to-uri, from-uri, operands that are URIs, c-array and explain;\n"
    "                                other operations, such as edn and those of proxies, use the registry alone\n"
    "  --list NAMES                  attributes that are lists, for links-filter, with spaces between their names\n"
    "  --batch                       reads OP<TAB>OPERAND... lines, prints the answer to each at once\n"
    "  --offsets                     ERR<TAB>NAME<TAB>OFFSET in a batch, if the place of the error is known\n"
    "\n"
    "The status is 1 after an error, which is printed on standard error with its place, and after the answer false;\n"
    "it is 2 after a wrong call. Errors have the names of cri_err_name(), or unknown_op, usage, bad_hex,\n"
    "trailing_data (bytes after the item), bad_endpoint, bad_message, bad_schemes, no_match, out_of_memory.\n"
    "\n"
    "In a batch, each line has an answer, OK<TAB>FIELD... or ERR<TAB>NAME. Operands are in hex or text, and - is a\n"
    "text. The status is 0 if all lines were read.\n";
/* clang-format on */

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

/* Returns the number of insertions, deletions and replacements that turn one name into the other. */
static size_t distance(const struct field *name, const char *other)
{
    size_t row[64];
    const size_t len = strlen(other);
    for (size_t j = 0; j <= len; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= name->len; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= len; j++) {
            const size_t replaced = diagonal + (name->text[i - 1] != other[j - 1]);
            const size_t changed = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
            diagonal = row[j];
            row[j] = replaced < changed ? replaced : changed;
        }
    }
    return row[len];
}

const char *similar_op(const struct field *name)
{
    const char *best = NULL;
    size_t least = name->len / 3 + 1;
    for (const struct op_group *group = groups; group->title != NULL && name->len < 32; group++) {
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            const size_t steps = distance(name, op->name);
            if (steps <= least && (best == NULL || steps < least)) {
                least = steps;
                best = op->name;
            }
        }
    }
    return best;
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

void print_synopsis(FILE *out) { fputs(synopsis, out); }

void print_help(FILE *out)
{
    fprintf(out, "%s%s", synopsis, introduction);
    for (const struct op_group *group = groups; group->title != NULL; group++) {
        fprintf(out, "\n%s\n", group->title);
        for (const struct op *op = group->ops; op->name != NULL; op++) {
            const int width = fprintf(out, "  %s %s", op->name, op->args);
            fprintf(out, "%*s  %s\n", width < 40 ? 40 - width : 0, "", op->help);
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

const char *text_of(err_name_t error)
{
    static const struct {
        err_name_t name;
        const char *text;
    } own[] = {
        {ERR_UNKNOWN_OP, "there is no such operation"},
        {ERR_USAGE, "the operands do not fit the operation"},
        {ERR_BAD_HEX, "the operand is not bytes in hex or in another form that is read"},
        {ERR_TRAILING_DATA, "bytes follow the item"},
        {ERR_NO_MATCH, "nothing matches"},
        {ERR_OUT_OF_MEMORY, "there is not enough memory"},
        {ERR_BAD_SCHEMES, "the list of schemes is malformed or too long"},
        {ERR_BAD_ENDPOINT, "the operand is not an address and a port"},
        {ERR_BAD_MESSAGE, "the bytes do not begin with the header and the token of a CoAP message over UDP"},
    };
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strcmp(own[i].name, error) == 0) {
            return own[i].text;
        }
    }
    cri_err_t err = -1;
    while (err > -255 && strcmp(cri_err_name(err), error) != 0) {
        err--;
    }
    return cri_err_text(err);
}

void print_reason(const struct job *job, err_name_t error, size_t operand)
{
    fprintf(stderr, "cri-tool: %s: %s", error, text_of(error));
    if (operand > 0) {
        fprintf(stderr, ", in operand %zu", operand);
    }
    if (job->has_offset) {
        fprintf(stderr, ", at byte %zu", job->offset);
    }
    if (job->part != CRI_PART_WHOLE) {
        fprintf(stderr, ", %s", cri_part_name(job->part));
    }
    fputc('\n', stderr);
}

void print_misuse(const struct job *job, const struct op *op)
{
    const size_t index = job->misused;
    const struct field name = operand_name(op, index);
    const char *help = kind_help(operand_kind(op, index));
    if (index >= job->arg_count) {
        fprintf(stderr, "cri-tool: %.*s is missing\n", (int)name.len, name.text);
    } else if (operand_kind(op, index) == 0) {
        fprintf(stderr, "cri-tool: %s has no operand %zu\n", op->name, index + 1);
    } else {
        fprintf(stderr, "cri-tool: operand %zu must be %.*s%s%s%s, not ", index + 1, (int)name.len, name.text,
                help != NULL ? " (" : "", help != NULL ? help : "", help != NULL ? ")" : "");
        print_operand(&job->args[index]);
        fputc('\n', stderr);
    }
}
