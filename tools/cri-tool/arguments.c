/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Reads the arguments of an operation, and runs it. A letter of op->kinds gives the kind of each argument. */
#include "tool.h"

#include <string.h>

static const struct {
    char kind;
    const char *help;
} kinds[] = {
    {'b', "URI or CRI"},
    {'c', "CRI or CRI reference"},
    {'i', "one CBOR item"},
    {'r', "CRI or CRI reference; may be unprocessable"},
    {'o', "CoRI"},
    {'h', "bytes"},
    {'t', "text"},
    {'d', "identifier of C"},
    {'s', "name of a scheme"},
    {'m', "GET, POST, PUT, DELETE, FETCH, PATCH, iPATCH, or the number of a method"},
    {'n', "number"},
    {'p', "number of a proxy option: Proxy-Uri, -Scheme, -Cri, -Scheme-Number"},
    {'e', "IPv4 address, or IPv6 address in brackets, and port"},
};

const char *kind_help(char kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (kinds[i].kind == kind) {
            return kinds[i].help;
        }
    }
    return NULL;
}

/* Reads bytes that must be exactly one item. The kind 'r' accepts an unprocessable CRI, too: its end is known. */
static err_name_t read_item(struct job *job, size_t index, char kind)
{
    const struct buffer *bytes = &job->bytes[index];
    size_t consumed = 0;
    cri_err_t err;
    err_name_t error = read_bytes(job, index, kind, true);
    if (error != NULL) {
        return error;
    }
    if (kind == 'i') {
        err = cri_skip(bytes->bytes, bytes->len, &consumed);
    } else if (kind == 'o') {
        err = cri_cori_parse(bytes->bytes, bytes->len, &job->cori[index], &consumed);
    } else {
        err = cri_parse(job->rev, bytes->bytes, bytes->len, &job->cri[index], &consumed);
    }
    if (err != CRI_OK && !(kind == 'r' && cri_err_is_unprocessable(err))) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* Reads ADDR:PORT. Converts it as the authority of a URI. */
static err_name_t read_endpoint(struct job *job, size_t index)
{
    static const char prefix[] = "x://"; /* a scheme without a default port */
    struct buffer *uri = &job->scratch;
    cri_endpoint_t *value = &job->endpoint.value;
    uint8_t *cbor = job->endpoint.cbor;
    size_t len = 0;
    uri->len = 0;
    if (!buffer_append(uri, prefix, sizeof prefix - 1) ||
        !buffer_append(uri, job->args[index].text, job->args[index].len)) {
        return ERR_OUT_OF_MEMORY;
    }
    /* Revision 13, because URIs of revision 27 cannot have a zone identifier. */
    if (cri_from_uri(CRI_REV_13, (const char *)uri->bytes, uri->len, cbor, sizeof job->endpoint.cbor, &len) != CRI_OK ||
        cri_parse(CRI_REV_13, cbor, len, &job->endpoint.cri, &len) != CRI_OK ||
        cri_host_endpoint(&job->endpoint.cri, value) != CRI_OK) {
        return ERR_BAD_ENDPOINT;
    }
    job->dest = value;
    return NULL;
}

bool field_number(const struct field *text, int64_t most, int64_t *number)
{
    *number = 0;
    for (size_t i = 0; i < text->len; i++) {
        if (text->text[i] < '0' || text->text[i] > '9' || *number > most) {
            return false;
        }
        *number = *number * 10 + (text->text[i] - '0');
    }
    return text->len > 0 && *number <= most;
}

struct field before(struct field *text, char mark)
{
    const char *found = text->len == 0 ? NULL : memchr(text->text, mark, text->len);
    const struct field part = {text->text, found == NULL ? text->len : (size_t)(found - text->text)};
    const size_t taken = part.len + (found != NULL);
    *text = (struct field){text->text + taken, text->len - taken};
    return part;
}

bool scheme_row(struct field text, cri_scheme_row_t *row)
{
    const struct field name = before(&text, '=');
    const struct field digits = before(&text, ':');
    int64_t number = 0, port = 0;
    const bool valid =
        field_number(&digits, UINT32_MAX, &number) && (text.len == 0 || field_number(&text, UINT16_MAX, &port));
    *row = (cri_scheme_row_t){name.text, name.len, (uint32_t)number, (uint16_t)port};
    return valid;
}

bool read_scheme(struct job *job, const char *text)
{
    const struct field field = {text, strlen(text)};
    return job->scheme_count < MAX_SCHEMES && scheme_row(field, &job->schemes[job->scheme_count++]);
}

bool scheme_list(uint8_t rev, struct field list, int64_t *ids, size_t *ids_len, cri_scheme_row_t *rows,
                 size_t *rows_len)
{
    *ids_len = *rows_len = 0;
    while (list.len > 0) {
        const struct field one = before(&list, ',');
        if (*ids_len == MAX_SCHEMES) {
            return false;
        }
        if (cri_registry_id(rev, one.text, one.len, &ids[*ids_len]) != CRI_OK) {
            if (!scheme_row(one, &rows[*rows_len])) {
                return false;
            }
            ids[*ids_len] = CRI_SCHEME_ID(rows[(*rows_len)++].number);
        }
        ++*ids_len;
    }
    return true;
}

/* Stores the id of the scheme that has a name in the registry or on the command line. */
static cri_err_t read_scheme_id(struct job *job, const struct field *name)
{
    cri_err_t err = cri_registry_id(job->rev, name->text, name->len, &job->number);
    for (size_t i = 0; err == CRI_ERR_SCHEME_UNKNOWN && i < job->scheme_count; i++) {
        const cri_scheme_row_t *row = &job->schemes[i];
        if (row->name_len == name->len && memcmp(row->name, name->text, name->len) == 0) {
            job->number = CRI_SCHEME_ID(row->number);
            err = CRI_OK;
        }
    }
    return err;
}

/* Returns the code of a method, which is given by its name or its number. Returns 0 for any other text: the library
 * refuses the code 0. */
static int64_t read_method(const struct field *text)
{
    static const char *const names[] = {"GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"};
    int64_t code = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (field_is(text, names[i])) {
            return (int64_t)i + 1;
        }
    }
    return field_number(text, UINT8_MAX, &code) ? code : 0;
}

bool has_word(const struct job *job, const char *word)
{
    for (size_t i = 0; i < job->arg_count; i++) {
        if (job->is_word[i] && field_is(&job->args[i], word)) {
            return true;
        }
    }
    return false;
}

/* True if a text is an identifier in C. */
static bool is_identifier(const struct field *text)
{
    bool is = text->len > 0 && !(text->text[0] >= '0' && text->text[0] <= '9');
    for (size_t i = 0; i < text->len; i++) {
        const char c = text->text[i];
        is = is && (c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
    }
    return is;
}

/* True if argument `index` is one of the lower-case words in op->args. */
static bool read_word(struct job *job, const struct op *op, size_t index)
{
    const struct field *arg = &job->args[index];
    for (const char *word = op->args; *word != '\0';) {
        size_t len = strcspn(word, " []|");
        if (len == arg->len && len > 0 && memcmp(word, arg->text, len) == 0) {
            job->is_word[index] = word[0] >= 'a' && word[0] <= 'z';
            return job->is_word[index];
        }
        word += len + (word[len] != '\0');
    }
    return false;
}

/* Reads an argument. The operand CRI may be a URI even if it may also be malformed bytes. */
static err_name_t read_argument(struct job *job, const struct op *op, char kind, size_t index)
{
    const struct field *arg = &job->args[index];
    bool is_usable = true;
    job->is_word[index] = false;
    switch (kind) {
    case 'n':
        is_usable = field_number(arg, UINT32_MAX, &job->number);
        break;
    case 'p':
        is_usable = field_number(arg, UINT16_MAX, &job->number) && job->number != 0;
        break;
    case 'd':
        is_usable = is_identifier(arg);
        break;
    case 'w':
        is_usable = read_word(job, op, index);
        break;
    case 'h':
        return read_bytes(job, index, kind, job->reads_any_form && strncmp(op->args, "CRI", 3) == 0);
    case 'b':
    case 'c':
    case 'i':
    case 'o':
    case 'r':
        return read_item(job, index, kind);
    case 'e':
        return read_endpoint(job, index);
    case 's':
        return error_of(read_scheme_id(job, arg));
    case 'm':
        job->number = read_method(arg);
        break;
    }
    return is_usable ? NULL : ERR_USAGE;
}

/* Drops the LF or CR LF at the end of a text from a file. Lines that a shell reads keep the CR. */
static void drop_line_end(struct field *text)
{
    text->len -= text->len > 0 && text->text[text->len - 1] == '\n';
    text->len -= text->len > 0 && text->text[text->len - 1] == '\r';
}

err_name_t read_arguments(struct job *job, const struct op *op)
{
    char letters[MAX_ARGS + 1] = "";
    size_t most = 0;
    const size_t least = strcspn(op->kinds, "?");
    for (const char *kind = op->kinds; *kind != '\0'; kind++) {
        if (*kind != '?') {
            letters[most++] = *kind;
        }
    }
    job->number = 0;
    job->dest = NULL;
    job->misused = job->arg_count < least ? job->arg_count : most;
    if (job->arg_count < least || job->arg_count > most) {
        return ERR_USAGE;
    }
    err_name_t error = NULL;
    for (size_t i = 0; i < job->arg_count && error == NULL; i++) {
        if (job->reads_any_form && strchr("bchior", letters[i]) == NULL) {
            drop_line_end(&job->args[i]);
        }
        job->misused = i;
        error = read_argument(job, op, letters[i], i);
    }
    return error;
}

err_name_t run_op(struct job *job, const struct op *op)
{
    job->answer.len = job->types.len = 0;
    job->failed = false;
    job->out_of_memory = false;
    job->is_run = false;
    job->has_offset = false;
    job->part = CRI_PART_WHOLE;
    if (op == NULL) {
        return ERR_UNKNOWN_OP;
    }
    err_name_t error = read_arguments(job, op);
    job->is_run = error == NULL;
    if (error == NULL && op->run != NULL) {
        error = op->run(job);
    } else if (error == NULL) {
        error = job_write(job, op->hex != NULL ? op->hex : op->text != NULL ? op->text : op->edn);
        if (error == NULL) {
            (op->hex != NULL    ? answer_hex
             : op->text != NULL ? answer_octets
                                : answer_raw)(job, job->scratch.bytes, job->scratch.len);
        }
    }
    return job->out_of_memory ? ERR_OUT_OF_MEMORY : error;
}
