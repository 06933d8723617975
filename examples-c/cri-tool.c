/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * cri-tool: the library from a shell, one operation per call or one per line.
 *
 *   cri-tool [--rev 13|27] [--offsets] OP ARG...     prints one answer, exits with 0 (OK), 1 (ERR) or 2 (usage)
 *   cri-tool [--rev 13|27] [--offsets] --batch       reads OP<TAB>ARG... lines, prints one answer for each
 *
 * An answer is OK<TAB>RESULT... or ERR<TAB>NAME. CBOR is hex: upper or lower case in, lower case out.
 * With --offsets it is ERR<TAB>NAME<TAB>OFFSET where the library tells at which byte of the text the error is:
 * for uri-split.
 * Besides the names of cri_err_name() there are the tool's own: unknown_op, usage (wrong number of
 * arguments), bad_hex, trailing_data (bytes after the CRI), bad_endpoint (no ADDR:PORT), out_of_memory.
 *
 * It uses cri.h only. The buffers grow because a host has a heap; the library itself allocates nothing.
 */
#include "cri.h"
#include "cri_check.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_edn.h"
#include "cri_uri.h"
#ifdef CRI_NFC
#include "cri_nfc.h"
#endif

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of the tool's own errors. */
#define ERR_UNKNOWN_OP "unknown_op"
#define ERR_USAGE "usage"
#define ERR_BAD_HEX "bad_hex"
#define ERR_TRAILING_DATA "trailing_data"
#define ERR_OUT_OF_MEMORY "out_of_memory"
#define ERR_BAD_ENDPOINT "bad_endpoint"

#define MAX_ARGS 4
#define DEFAULT_REVISION CRI_REV_27
/* Scheme ids of both registries lie between -1 and this. */
#define LAST_SCHEME_ID (-70000)

enum { EXIT_ERR = 1, EXIT_USAGE = 2 };

/* ---- a byte buffer that grows ---------------------------------------------------------------- */

struct buffer {
    uint8_t *bytes;
    size_t len;
    size_t cap;
};

/* Makes room for at least `cap` bytes in all; what is there stays. */
static bool buffer_reserve(struct buffer *buffer, size_t cap)
{
    if (cap <= buffer->cap) {
        return true;
    }
    size_t wanted = buffer->cap < 64 ? 64 : buffer->cap;
    while (wanted < cap) {
        wanted = wanted > SIZE_MAX / 2 ? cap : wanted * 2;
    }
    uint8_t *bytes = realloc(buffer->bytes, wanted);
    if (bytes == NULL) {
        return false;
    }
    buffer->bytes = bytes;
    buffer->cap = wanted;
    return true;
}

static bool buffer_append(struct buffer *buffer, const void *bytes, size_t len)
{
    if (len > SIZE_MAX - buffer->len || !buffer_reserve(buffer, buffer->len + len)) {
        return false;
    }
    if (len > 0) {
        memcpy(buffer->bytes + buffer->len, bytes, len);
        buffer->len += len;
    }
    return true;
}

static bool buffer_append_byte(struct buffer *buffer, uint8_t byte)
{
    return buffer_append(buffer, &byte, 1);
}

/* ---- one operation at work ------------------------------------------------------------------- */

struct field {
    const char *text;
    size_t len;
};

/* Everything one operation reads and writes. The buffers live on from line to line. */
struct job {
    uint8_t rev;
    struct field args[MAX_ARGS];
    size_t arg_count;
    struct buffer operands[2]; /* CBOR of the operands, which the views borrow */
    struct buffer scratch;     /* output of the library before it becomes a field */
    struct buffer answer;      /* <TAB>field<TAB>field... */
    bool out_of_memory;
    bool has_offset; /* whether the library told where the error is */
    size_t offset;
    bool offsets; /* whether that is to be printed */
};

static bool field_is(const struct field *field, const char *text)
{
    return strlen(text) == field->len && memcmp(text, field->text, field->len) == 0;
}

static void answer_field(struct job *job, const void *text, size_t len)
{
    if (!buffer_append_byte(&job->answer, '\t') || !buffer_append(&job->answer, text, len)) {
        job->out_of_memory = true;
    }
}

static void answer_text(struct job *job, const char *text)
{
    answer_field(job, text, strlen(text));
}

static void answer_bool(struct job *job, bool value)
{
    answer_text(job, value ? "true" : "false");
}

static void answer_int(struct job *job, long long value)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", value);
    answer_text(job, text);
}

static void answer_hex(struct job *job, const uint8_t *bytes, size_t len)
{
    static const char digits[] = "0123456789abcdef";
    struct buffer *answer = &job->answer;
    answer_field(job, NULL, 0);
    if (len > (SIZE_MAX - answer->len) / 2 || !buffer_reserve(answer, answer->len + 2 * len)) {
        job->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < len; i++) {
        answer->bytes[answer->len++] = (uint8_t)digits[bytes[i] >> 4];
        answer->bytes[answer->len++] = (uint8_t)digits[bytes[i] & 0x0f];
    }
}

/* ---- operands -------------------------------------------------------------------------------- */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

/* Turns hex into the bytes of operand `index`. Returns NULL or the name of an error. */
static const char *read_hex(struct job *job, size_t index)
{
    const struct field *hex = &job->args[index];
    struct buffer *bytes = &job->operands[index];
    bytes->len = 0;
    if (hex->len % 2 != 0) {
        return ERR_BAD_HEX;
    }
    if (!buffer_reserve(bytes, hex->len / 2)) {
        return ERR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < hex->len; i += 2) {
        int high = hex_digit(hex->text[i]);
        int low = hex_digit(hex->text[i + 1]);
        if (high < 0 || low < 0) {
            return ERR_BAD_HEX;
        }
        bytes->bytes[bytes->len++] = (uint8_t)(high * 16 + low);
    }
    return NULL;
}

/* Parses operand `index`, which must be one CRI reference and nothing else. */
static const char *read_cri(struct job *job, size_t index, cri_t *cri)
{
    const char *error = read_hex(job, index);
    if (error != NULL) {
        return error;
    }
    const struct buffer *bytes = &job->operands[index];
    size_t consumed = 0;
    cri_err_t err = cri_parse(job->rev, bytes->bytes, bytes->len, cri, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* The two operands of resolve, relativize and compare. */
static const char *read_two_cris(struct job *job, cri_t *first, cri_t *second)
{
    const char *error = read_cri(job, 0, first);
    return error != NULL ? error : read_cri(job, 1, second);
}

/* ---- results: ask for the size by trying, grow, try again ------------------------------------ */

typedef cri_err_t (*cbor_writer)(const cri_t *cri, uint8_t *buf, size_t buf_cap, size_t *len);

static const char *answer_cbor(struct job *job, const cri_t *cri, cbor_writer write)
{
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = write(cri, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

static const char *answer_encoded(struct job *job, const cri_t *cri)
{
    return answer_cbor(job, cri, cri_encode);
}

typedef cri_err_t (*text_writer)(const cri_t *cri, char *buf, size_t buf_cap, size_t *len);

static const char *answer_written(struct job *job, const cri_t *cri, text_writer write)
{
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = write(cri, (char *)out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (len == SIZE_MAX || !buffer_reserve(out, len + 1)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_field(job, out->bytes, len);
    return NULL;
}

/* ---- the operations: each returns NULL or the name of an error -------------------------------- */

/* check HEX -> full|relative BYTES: the only one that takes bytes after the CRI. */
static const char *op_check(struct job *job)
{
    cri_t cri;
    size_t consumed = 0;
    const char *error = read_hex(job, 0);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_parse(job->rev, job->operands[0].bytes, job->operands[0].len, &cri, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_text(job, cri_is_full(&cri) ? "full" : "relative");
    answer_int(job, (long long)consumed);
    return NULL;
}

/* encode HEX -> canonical HEX */
static const char *op_encode(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_encoded(job, &cri);
}

/* edn HEX -> diagnostic notation */
static const char *op_edn(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_written(job, &cri, cri_to_edn);
}

/* to-uri HEX -> URI or URI reference */
static const char *op_to_uri(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_written(job, &cri, cri_to_uri);
}

typedef cri_err_t (*text_reader)(uint8_t rev, const char *text, size_t text_len, uint8_t *buf, size_t buf_cap,
                                 size_t *len);

static const char *answer_read(struct job *job, text_reader read)
{
    const struct field *text = &job->args[0];
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = read(job->rev, text->text, text->len, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

/* from-uri TEXT -> HEX */
static const char *op_from_uri(struct job *job)
{
    return answer_read(job, cri_from_uri);
}

/* from-iri TEXT -> HEX */
static const char *op_from_iri(struct job *job)
{
    return answer_read(job, cri_from_iri);
}

#ifdef CRI_NFC
/* is-nfc HEX -> true|false */
static const char *op_is_nfc(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    if (error == NULL) {
        answer_bool(job, cri_is_nfc(&cri));
    }
    return error;
}

/* encode-nfc HEX -> canonical HEX in normalization form C */
static const char *op_encode_nfc(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_cbor(job, &cri, cri_encode_nfc);
}

/* from-uri-nfc TEXT -> HEX */
static const char *op_from_uri_nfc(struct job *job)
{
    return answer_read(job, cri_from_uri_nfc);
}

/* from-iri-nfc TEXT -> HEX */
static const char *op_from_iri_nfc(struct job *job)
{
    return answer_read(job, cri_from_iri_nfc);
}
#endif

/* to-iri HEX -> IRI or IRI reference */
static const char *op_to_iri(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    return error != NULL ? error : answer_written(job, &cri, cri_to_iri);
}

/* to-uri-redacted HEX -> URI or URI reference without user information */
static const char *op_to_uri_redacted(struct job *job)
{
    cri_t cri;
    cri_t bare;
    const char *error = read_cri(job, 0, &cri);
    if (error != NULL) {
        return error;
    }
    uint8_t *scratch = malloc(job->args[0].len + 1);
    size_t scratch_len;
    cri_err_t err = cri_without_userinfo(&cri, scratch, job->args[0].len + 1, &scratch_len, &bare);
    error = err != CRI_OK ? cri_err_name(err) : answer_written(job, &bare, cri_to_uri);
    free(scratch);
    return error;
}

/* ownership HEX -> the sections of RFC 8820 that mandating it would strain, such as "2.1 2.2"; empty if none */
static const char *op_ownership(struct job *job)
{
    cri_t cri;
    const char *error = read_cri(job, 0, &cri);
    if (error != NULL) {
        return error;
    }
    uint8_t strained = cri_ownership_check(&cri);
    char sections[sizeof "2.1 2.2 2.3 2.4 2.5"];
    size_t len = 0;
    for (unsigned section = 1; section <= 5; section++) {
        if ((strained >> (section - 1) & 1) != 0) {
            len += (size_t)snprintf(sections + len, sizeof sections - len, len > 0 ? " 2.%u" : "2.%u", section);
        }
    }
    answer_field(job, sections, len);
    return NULL;
}

/* resolve BASE REF -> HEX */
static const char *op_resolve(struct job *job)
{
    cri_t base, reference, resolved;
    const char *error = read_two_cris(job, &base, &reference);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_resolve(&base, &reference, &resolved);
    return err != CRI_OK ? cri_err_name(err) : answer_encoded(job, &resolved);
}

/* relativize BASE TARGET -> HEX */
static const char *op_relativize(struct job *job)
{
    cri_t base, target, reference;
    const char *error = read_two_cris(job, &base, &target);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_relativize(&base, &target, &reference);
    return err != CRI_OK ? cri_err_name(err) : answer_encoded(job, &reference);
}

/* compare A B -> -1|0|1 */
static const char *op_compare(struct job *job)
{
    cri_t a, b;
    int32_t order = 0;
    const char *error = read_two_cris(job, &a, &b);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_compare(&a, &b, &order);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_int(job, order);
    return NULL;
}

/* An operand of `equal`: one item, which may be unprocessable as long as its end is known. */
static const char *read_item(struct job *job, size_t index)
{
    cri_t cri;
    size_t consumed = 0;
    const char *error = read_hex(job, index);
    if (error != NULL) {
        return error;
    }
    const struct buffer *bytes = &job->operands[index];
    cri_err_t err = cri_parse(job->rev, bytes->bytes, bytes->len, &cri, &consumed);
    if (err != CRI_OK && !cri_err_is_unprocessable(err)) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* equal A B -> true|false: unprocessable items equal byte-identical ones only */
static const char *op_equal(struct job *job)
{
    bool equal = false;
    const char *error = read_item(job, 0);
    if (error == NULL) {
        error = read_item(job, 1);
    }
    if (error != NULL) {
        return error;
    }
    const struct buffer *a = &job->operands[0];
    const struct buffer *b = &job->operands[1];
    cri_err_t err = cri_equal_encoded(job->rev, a->bytes, a->len, b->bytes, b->len, &equal);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_bool(job, equal);
    return NULL;
}

/* schemes -> ID NAME ID NAME ... */
static const char *op_schemes(struct job *job)
{
    for (int64_t id = -1; id >= LAST_SCHEME_ID; id--) {
        const char *name = NULL;
        size_t name_len = 0;
        if (cri_registry_name(job->rev, id, &name, &name_len) == CRI_OK) {
            answer_int(job, id);
            answer_field(job, name, name_len);
        }
    }
    return NULL;
}

/* ---- URI text -------------------------------------------------------------------------------- */

typedef cri_err_t (*text_converter)(const struct job *job, char *buf, size_t buf_cap, size_t *len);

static const char *answer_converted(struct job *job, text_converter convert)
{
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = convert(job, (char *)out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (len == SIZE_MAX || !buffer_reserve(out, len + 1)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_field(job, out->bytes, len);
    return NULL;
}

/* A field NAME=VALUE. */
static void answer_named(struct job *job, const char *name, const char *value, size_t len)
{
    answer_text(job, name);
    if (!buffer_append_byte(&job->answer, '=') || !buffer_append(&job->answer, value, len)) {
        job->out_of_memory = true;
    }
}

/*
 * uri-split TEXT -> a field NAME=VALUE for each component that is defined, in the order of the text: scheme,
 * userinfo, host, host-kind (name, ipv4, ipv6, ipv6-zone, future), port, path, query, fragment.
 */
static const char *op_uri_split(struct job *job)
{
    static const char *const names[] = {"scheme", "userinfo", "host", "port", "path", "query", "fragment"};
    static const char *const kinds[] = {"none", "name", "ipv4", "ipv6", "ipv6-zone", "future"};
    const struct field *text = &job->args[0];
    cri_uri_t uri;
    cri_err_t err = cri_uri_split(text->text, text->len, &uri, &job->offset);
    if (err != CRI_OK) {
        job->has_offset = err != CRI_ERR_ARGUMENT && err != CRI_ERR_OVERLAP;
        return cri_err_name(err);
    }
    for (uint8_t part = CRI_PART_SCHEME; part <= CRI_PART_FRAGMENT; part++) {
        const char *chars = NULL;
        size_t len = 0;
        if (cri_uri_part(&uri, part, &chars, &len)) {
            answer_named(job, names[part], chars, len);
            if (part == CRI_PART_HOST) {
                const char *kind = kinds[cri_uri_host_kind(&uri)];
                answer_named(job, "host-kind", kind, strlen(kind));
            }
        }
    }
    return NULL;
}

static cri_err_t resolve_text(const struct job *job, char *buf, size_t buf_cap, size_t *len)
{
    const struct field *base = &job->args[0];
    const struct field *reference = &job->args[1];
    bool strict = job->arg_count < 3;
    return cri_uri_resolve(base->text, base->len, reference->text, reference->len, strict, buf, buf_cap, len);
}

/* uri-resolve BASE REF [non-strict] -> URI */
static const char *op_uri_resolve(struct job *job)
{
    if (job->arg_count == 3 && !field_is(&job->args[2], "non-strict")) {
        return ERR_USAGE;
    }
    return answer_converted(job, resolve_text);
}

static cri_err_t normalize_syntax(const struct job *job, char *buf, size_t buf_cap, size_t *len)
{
    return cri_uri_normalize(job->args[0].text, job->args[0].len, CRI_URI_SYNTAX, buf, buf_cap, len);
}

static cri_err_t normalize_scheme(const struct job *job, char *buf, size_t buf_cap, size_t *len)
{
    return cri_uri_normalize(job->args[0].text, job->args[0].len, CRI_URI_SCHEME, buf, buf_cap, len);
}

/* uri-normalize TEXT [syntax|scheme] -> URI reference */
static const char *op_uri_normalize(struct job *job)
{
    if (job->arg_count == 1 || field_is(&job->args[1], "syntax")) {
        return answer_converted(job, normalize_syntax);
    }
    return field_is(&job->args[1], "scheme") ? answer_converted(job, normalize_scheme) : ERR_USAGE;
}

/* uri-equal simple|syntax|scheme A B -> true|false */
static const char *op_uri_equal(struct job *job)
{
    static const char *const levels[] = {"simple", "syntax", "scheme"};
    const struct field *a = &job->args[1];
    const struct field *b = &job->args[2];
    for (uint8_t level = CRI_URI_SIMPLE; level <= CRI_URI_SCHEME; level++) {
        if (field_is(&job->args[0], levels[level])) {
            bool equal = false;
            cri_err_t err = cri_uri_equal(a->text, a->len, b->text, b->len, level, &equal);
            if (err != CRI_OK) {
                return cri_err_name(err);
            }
            answer_bool(job, equal);
            return NULL;
        }
    }
    return ERR_USAGE;
}

/* ---- CoRI, the older serialization ------------------------------------------------------------ */

/* Parses operand `index`, which must be one CoRI and nothing else. */
static const char *read_cori(struct job *job, size_t index, cri_cori_t *cori)
{
    const char *error = read_hex(job, index);
    if (error != NULL) {
        return error;
    }
    const struct buffer *bytes = &job->operands[index];
    size_t consumed = 0;
    cri_err_t err = cri_cori_parse(bytes->bytes, bytes->len, cori, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* What writes bytes: of a view that was read, or of the job's first argument if cori is NULL. */
typedef cri_err_t (*cori_writer)(const struct job *job, const cri_cori_t *cori, uint8_t *buf, size_t buf_cap,
                                 size_t *len);

static const char *answer_cori_bytes(struct job *job, const cri_cori_t *cori, cori_writer write)
{
    struct buffer *out = &job->scratch;
    size_t len = 0;
    cri_err_t err;
    while ((err = write(job, cori, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

/* cori-check HEX -> absolute|relative BYTES: takes bytes after the CoRI, as check does. */
static const char *op_cori_check(struct job *job)
{
    uint8_t kind = CRI_CORI_RELATIVE;
    size_t consumed = 0;
    const char *error = read_hex(job, 0);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_cori_check(job->operands[0].bytes, job->operands[0].len, &kind, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_text(job, kind == CRI_CORI_RELATIVE ? "relative" : "absolute");
    answer_int(job, (long long)consumed);
    return NULL;
}

static cri_err_t write_cori(const struct job *job, const cri_cori_t *cori, uint8_t *buf, size_t buf_cap, size_t *len)
{
    (void)job;
    return cri_cori_encode(cori, buf, buf_cap, len);
}

/* Reads a decimal number of up to 32 bits. */
static bool read_relation(const struct field *text, uint32_t *relation)
{
    uint64_t number = 0;
    for (size_t i = 0; i < text->len; i++) {
        if (text->text[i] < '0' || text->text[i] > '9') {
            return false;
        }
        number = number * 10 + (uint64_t)(text->text[i] - '0');
        if (number > UINT32_MAX) {
            return false;
        }
    }
    *relation = (uint32_t)number;
    return text->len > 0;
}

/* cori-resolve BASE REF [RELATION] -> HEX; the relation number is 0 unless given */
static const char *op_cori_resolve(struct job *job)
{
    cri_cori_t base, href, resolved;
    uint32_t relation = 0;
    if (job->arg_count == 3 && !read_relation(&job->args[2], &relation)) {
        return ERR_USAGE;
    }
    const char *error = read_cori(job, 0, &base);
    if (error == NULL) {
        error = read_cori(job, 1, &href);
    }
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_cori_resolve(&base, &href, relation, &resolved);
    return err != CRI_OK ? cri_err_name(err) : answer_cori_bytes(job, &resolved, write_cori);
}

/* cori-relative TARGET BASE -> HEX */
static const char *op_cori_relative(struct job *job)
{
    cri_cori_t target, base, reference;
    const char *error = read_cori(job, 0, &target);
    if (error == NULL) {
        error = read_cori(job, 1, &base);
    }
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_cori_relativize(&base, &target, &reference);
    return err != CRI_OK ? cri_err_name(err) : answer_cori_bytes(job, &reference, write_cori);
}

/* cori-recompose HEX -> URI */
static const char *op_cori_recompose(struct job *job)
{
    cri_cori_t cori;
    struct buffer *out = &job->scratch;
    size_t len = 0;
    const char *error = read_cori(job, 0, &cori);
    if (error != NULL) {
        return error;
    }
    cri_err_t err;
    while ((err = cri_cori_recompose(&cori, (char *)out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (len == SIZE_MAX || !buffer_reserve(out, len + 1)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_field(job, out->bytes, len);
    return NULL;
}

static cri_err_t write_decomposed(const struct job *job, const cri_cori_t *cori, uint8_t *buf, size_t buf_cap,
                                  size_t *len)
{
    (void)cori;
    return cri_cori_decompose(job->args[0].text, job->args[0].len, buf, buf_cap, len);
}

/* cori-decompose TEXT -> HEX */
static const char *op_cori_decompose(struct job *job)
{
    return answer_cori_bytes(job, NULL, write_decomposed);
}

static bool has_word(const struct job *job, const char *word)
{
    for (size_t i = 1; i < job->arg_count; i++) {
        if (field_is(&job->args[i], word)) {
            return true;
        }
    }
    return false;
}

static cri_err_t write_cori_options(const struct job *job, const cri_cori_t *cori, uint8_t *buf, size_t buf_cap,
                                    size_t *len)
{
    unsigned flags = has_word(job, "proxy") ? CRI_CORI_TO_PROXY : 0;
    flags |= has_word(job, "strict") ? 0 : CRI_CORI_SILENT;
    return cri_cori_to_coap(cori, (uint8_t)flags, buf, buf_cap, len);
}

/* cori-to-coap HEX [proxy] [strict] -> hex of delta-coded options; strict refuses what the draft's code lets pass */
static const char *op_cori_to_coap(struct job *job)
{
    cri_cori_t cori;
    size_t words = (size_t)has_word(job, "proxy") + (size_t)has_word(job, "strict");
    if (words != job->arg_count - 1) {
        return ERR_USAGE;
    }
    const char *error = read_cori(job, 0, &cori);
    return error != NULL ? error : answer_cori_bytes(job, &cori, write_cori_options);
}

static cri_err_t write_cri_of_cori(const struct job *job, const cri_cori_t *cori, uint8_t *buf, size_t buf_cap,
                                   size_t *len)
{
    return cri_cori_to_cri(cori, job->rev, buf, buf_cap, len);
}

/* cori-to-cri HEX -> HEX */
static const char *op_cori_to_cri(struct job *job)
{
    cri_cori_t cori;
    const char *error = read_cori(job, 0, &cori);
    return error != NULL ? error : answer_cori_bytes(job, &cori, write_cri_of_cori);
}

/* cori-from-cri HEX -> HEX */
static const char *op_cori_from_cri(struct job *job)
{
    cri_t cri;
    struct buffer *out = &job->scratch;
    size_t len = 0;
    const char *error = read_cri(job, 0, &cri);
    if (error != NULL) {
        return error;
    }
    cri_err_t err;
    while ((err = cri_cori_from_cri(&cri, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

/* ---- CoAP ------------------------------------------------------------------------------------- */

/* An endpoint as a CRI, which lends its parts. */
struct endpoint {
    uint8_t cbor[64];
    cri_t cri;
    cri_endpoint_t value;
};

/* Reads ADDR:PORT, where ADDR is an IPv4 or [IPv6] address: the library knows how to, as part of a URI. */
static const char *read_endpoint(struct job *job, size_t index, struct endpoint *endpoint)
{
    static const char prefix[] = "x://"; /* a scheme without a default port */
    const struct field *text = &job->args[index];
    struct buffer *uri = &job->scratch;
    cri_endpoint_t *value = &endpoint->value;
    size_t len = 0;
    uri->len = 0;
    if (!buffer_append(uri, prefix, sizeof prefix - 1) || !buffer_append(uri, text->text, text->len)) {
        return ERR_OUT_OF_MEMORY;
    }
    memset(value, 0, sizeof *value);
    cri_err_t err =
        cri_from_uri(job->rev, (const char *)uri->bytes, uri->len, endpoint->cbor, sizeof endpoint->cbor, &len);
    if (err != CRI_OK || cri_parse(job->rev, endpoint->cbor, len, &endpoint->cri, &len) != CRI_OK ||
        !cri_host_address(&endpoint->cri, &value->addr, &value->addr_len) ||
        !cri_port(&endpoint->cri, &value->port)) {
        return ERR_BAD_ENDPOINT;
    }
    return NULL;
}

/* Reads the endpoint that argument `index` is, if it is there; else *dest is NULL. */
static const char *read_optional_endpoint(struct job *job, size_t index, struct endpoint *endpoint,
                                          const cri_endpoint_t **dest)
{
    *dest = NULL;
    if (index >= job->arg_count) {
        return NULL;
    }
    const char *error = read_endpoint(job, index, endpoint);
    *dest = &endpoint->value;
    return error;
}

/* Reads a decimal number up to `most`. */
static bool read_number(const struct field *text, long most, long *number)
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

/* The options of a request for the CRI, and of one to a proxy if `proxy` is not 0. */
static const char *answer_options(struct job *job, uint16_t proxy, size_t endpoint_index)
{
    cri_t cri;
    struct endpoint endpoint;
    const cri_endpoint_t *dest;
    struct buffer *out = &job->scratch;
    size_t len = 0;
    const char *error = read_cri(job, 0, &cri);
    if (error == NULL) {
        error = read_optional_endpoint(job, endpoint_index, &endpoint, &dest);
    }
    if (error != NULL) {
        return error;
    }
    for (;;) {
        cri_err_t err = proxy == 0 ? cri_to_coap(&cri, dest, 0, out->bytes, out->cap, &len)
                                   : cri_to_coap_proxy(&cri, proxy, dest, 0, out->bytes, out->cap, &len);
        if (err == CRI_OK) {
            answer_hex(job, out->bytes, len);
            return NULL;
        }
        if (err != CRI_ERR_BUFFER) {
            return cri_err_name(err);
        }
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
}

/* to-coap HEX [ADDR:PORT] -> hex of the delta-coded options */
static const char *op_to_coap(struct job *job)
{
    return answer_options(job, 0, 1);
}

/* to-coap-proxy HEX 35|39|235|239 [ADDR:PORT] -> hex of the delta-coded options */
static const char *op_to_coap_proxy(struct job *job)
{
    long proxy = 0;
    if (!read_number(&job->args[1], UINT16_MAX, &proxy) || proxy == 0) {
        return ERR_USAGE;
    }
    return answer_options(job, (uint16_t)proxy, 2);
}

/* from-coap SCHEME OPTIONS [ADDR:PORT] -> HEX */
static const char *op_from_coap(struct job *job)
{
    int64_t scheme = 0;
    struct endpoint endpoint;
    const cri_endpoint_t *dest;
    struct buffer *out = &job->scratch;
    const struct buffer *options = &job->operands[1];
    size_t len = 0;
    cri_err_t err = cri_registry_id(job->rev, job->args[0].text, job->args[0].len, &scheme);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    const char *error = read_hex(job, 1);
    if (error == NULL) {
        error = read_optional_endpoint(job, 2, &endpoint, &dest);
    }
    if (error != NULL) {
        return error;
    }
    while ((err = cri_from_coap(job->rev, scheme, options->bytes, options->len, dest, out->bytes, out->cap, &len)) ==
           CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

/* from-coap-location OPTIONS -> HEX */
static const char *op_from_coap_location(struct job *job)
{
    struct buffer *out = &job->scratch;
    const struct buffer *options = &job->operands[0];
    size_t len = 0;
    cri_err_t err;
    const char *error = read_hex(job, 0);
    if (error != NULL) {
        return error;
    }
    while ((err = cri_from_coap_location(job->rev, options->bytes, options->len, out->bytes, out->cap, &len)) ==
           CRI_ERR_BUFFER) {
        if (!buffer_reserve(out, len)) {
            return ERR_OUT_OF_MEMORY;
        }
    }
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_hex(job, out->bytes, len);
    return NULL;
}

/* path-match HEX PREFIX -> false, or true and the rest of the path */
static const char *op_path_match(struct job *job)
{
    cri_t cri, prefix;
    cri_iter_t rest;
    cri_text_t segment;
    bool under = false;
    const char *error = read_two_cris(job, &cri, &prefix);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_path_match(&cri, &prefix, &under, &rest);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_bool(job, under);
    while (under && cri_iter_next(&rest, &segment)) {
        struct buffer *out = &job->scratch;
        size_t len = 0;
        while ((err = cri_text_decode(&segment, out->bytes, out->cap, &len)) == CRI_ERR_BUFFER) {
            if (!buffer_reserve(out, len)) {
                return ERR_OUT_OF_MEMORY;
            }
        }
        if (err != CRI_OK) {
            return cri_err_name(err);
        }
        answer_field(job, out->bytes, len);
    }
    return NULL;
}

/* coap-path-match OPTIONS PREFIX -> false, or true and the rest of the path */
static const char *op_coap_path_match(struct job *job)
{
    cri_t prefix;
    cri_coap_path_t rest;
    const uint8_t *segment;
    size_t segment_len;
    bool under = false;
    const char *error = read_hex(job, 0);
    if (error == NULL) {
        error = read_cri(job, 1, &prefix);
    }
    if (error != NULL) {
        return error;
    }
    const struct buffer *options = &job->operands[0];
    cri_err_t err = cri_coap_path_match(options->bytes, options->len, &prefix, &under, &rest);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_bool(job, under);
    while (under && cri_coap_path_next(&rest, &segment, &segment_len)) {
        answer_field(job, segment, segment_len);
    }
    return NULL;
}

/* ---- authorization information ----------------------------------------------------------------- */

/* Reads operand 0, which must be one CBOR item and nothing else. */
static const char *read_aif(struct job *job)
{
    size_t consumed = 0;
    const char *error = read_hex(job, 0);
    if (error != NULL) {
        return error;
    }
    const struct buffer *bytes = &job->operands[0];
    cri_err_t err = cri_skip(bytes->bytes, bytes->len, &consumed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    return consumed == bytes->len ? NULL : ERR_TRAILING_DATA;
}

/* The code of a method, given by its name or as a number; 0 if it is none. */
static uint8_t read_method(const struct field *text)
{
    static const char *const names[] = {"GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"};
    long code = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) == text->len && memcmp(names[i], text->text, text->len) == 0) {
            return (uint8_t)(i + 1);
        }
    }
    return read_number(text, UINT8_MAX, &code) ? (uint8_t)code : 0;
}

/* aif-allows AIF CRI METHOD -> true|false */
static const char *op_aif_allows(struct job *job)
{
    cri_t cri;
    bool allowed = false;
    const char *error = read_aif(job);
    if (error == NULL) {
        error = read_cri(job, 1, &cri);
    }
    if (error != NULL) {
        return error;
    }
    const struct buffer *aif = &job->operands[0];
    cri_err_t err = cri_aif_allows(aif->bytes, aif->len, &cri, read_method(&job->args[2]), &allowed);
    if (err != CRI_OK) {
        return cri_err_name(err);
    }
    answer_bool(job, allowed);
    return NULL;
}

/* aif-entries AIF -> CRI METHODS CRI METHODS ..., the methods as a number */
static const char *op_aif_entries(struct job *job)
{
    cri_aif_t entries;
    cri_t target;
    uint64_t methods;
    bool more = false;
    const char *error = read_aif(job);
    if (error != NULL) {
        return error;
    }
    cri_err_t err = cri_aif_entries(job->rev, job->operands[0].bytes, job->operands[0].len, &entries);
    while (err == CRI_OK && (err = cri_aif_next(&entries, &more, &target, &methods)) == CRI_OK && more) {
        error = answer_encoded(job, &target);
        if (error != NULL) {
            return error;
        }
        char text[32];
        snprintf(text, sizeof text, "%llu", (unsigned long long)methods);
        answer_text(job, text);
    }
    return err == CRI_OK ? NULL : cri_err_name(err);
}

struct op {
    const char *name;
    size_t min_args;
    size_t max_args;
    const char *(*run)(struct job *job);
    const char *args; /* for the usage text */
};

static const struct op ops[] = {
    {"check", 1, 1, op_check, "HEX"},
    {"encode", 1, 1, op_encode, "HEX"},
    {"edn", 1, 1, op_edn, "HEX"},
    {"to-uri", 1, 1, op_to_uri, "HEX"},
    {"from-uri", 1, 1, op_from_uri, "TEXT"},
    {"resolve", 2, 2, op_resolve, "BASE REF"},
    {"relativize", 2, 2, op_relativize, "BASE TARGET"},
    {"equal", 2, 2, op_equal, "A B"},
    {"compare", 2, 2, op_compare, "A B"},
    {"to-coap", 1, 2, op_to_coap, "HEX [ADDR:PORT]"},
    {"to-coap-proxy", 2, 3, op_to_coap_proxy, "HEX 35|39|235|239 [ADDR:PORT]"},
    {"from-coap", 2, 3, op_from_coap, "SCHEME OPTIONS [ADDR:PORT]"},
    {"from-coap-location", 1, 1, op_from_coap_location, "OPTIONS"},
    {"path-match", 2, 2, op_path_match, "HEX PREFIX"},
    {"coap-path-match", 2, 2, op_coap_path_match, "OPTIONS PREFIX"},
    {"aif-allows", 3, 3, op_aif_allows, "AIF CRI METHOD"},
    {"aif-entries", 1, 1, op_aif_entries, "AIF"},
    {"schemes", 0, 0, op_schemes, ""},
    {"from-iri", 1, 1, op_from_iri, "TEXT"},
    {"to-iri", 1, 1, op_to_iri, "HEX"},
#ifdef CRI_NFC
    {"is-nfc", 1, 1, op_is_nfc, "HEX"},
    {"encode-nfc", 1, 1, op_encode_nfc, "HEX"},
    {"from-uri-nfc", 1, 1, op_from_uri_nfc, "TEXT"},
    {"from-iri-nfc", 1, 1, op_from_iri_nfc, "TEXT"},
#endif
    {"to-uri-redacted", 1, 1, op_to_uri_redacted, "HEX"},
    {"ownership", 1, 1, op_ownership, "HEX"},
    {"uri-split", 1, 1, op_uri_split, "TEXT"},
    {"uri-resolve", 2, 3, op_uri_resolve, "BASE REF [non-strict]"},
    {"uri-normalize", 1, 2, op_uri_normalize, "TEXT [syntax|scheme]"},
    {"uri-equal", 3, 3, op_uri_equal, "simple|syntax|scheme A B"},
    {"cori-check", 1, 1, op_cori_check, "HEX"},
    {"cori-resolve", 2, 3, op_cori_resolve, "BASE REF [RELATION]"},
    {"cori-relative", 2, 2, op_cori_relative, "TARGET BASE"},
    {"cori-recompose", 1, 1, op_cori_recompose, "HEX"},
    {"cori-decompose", 1, 1, op_cori_decompose, "TEXT"},
    {"cori-to-coap", 1, 3, op_cori_to_coap, "HEX [proxy] [strict]"},
    {"cori-to-cri", 1, 1, op_cori_to_cri, "HEX"},
    {"cori-from-cri", 1, 1, op_cori_from_cri, "HEX"},
};

#define OP_COUNT (sizeof ops / sizeof ops[0])

/* ---- running and printing -------------------------------------------------------------------- */

/* Runs one operation: NULL and job->answer filled, or the name of an error. */
static const char *run_op(struct job *job, const struct field *name)
{
    job->answer.len = 0;
    job->out_of_memory = false;
    for (size_t i = 0; i < OP_COUNT; i++) {
        const struct op *op = &ops[i];
        if (field_is(name, op->name)) {
            if (job->arg_count < op->min_args || job->arg_count > op->max_args) {
                return ERR_USAGE;
            }
            const char *error = op->run(job);
            return error == NULL && job->out_of_memory ? ERR_OUT_OF_MEMORY : error;
        }
    }
    return ERR_UNKNOWN_OP;
}

static void print_answer(const struct job *job, const char *error)
{
    if (error != NULL) {
        printf("ERR\t%s", error);
        if (job->offsets && job->has_offset) {
            printf("\t%llu", (unsigned long long)job->offset);
        }
        putchar('\n');
        return;
    }
    fputs("OK", stdout);
    if (job->answer.len > 0) {
        fwrite(job->answer.bytes, 1, job->answer.len, stdout);
    }
    putchar('\n');
}

static void job_free(struct job *job)
{
    free(job->operands[0].bytes);
    free(job->operands[1].bytes);
    free(job->scratch.bytes);
    free(job->answer.bytes);
}

/* Output that could not be written is an error, however it came about. */
static bool flush_output(void)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "cri-tool: cannot write: %s\n", strerror(errno));
        return false;
    }
    return true;
}

/* ---- one line after the other ---------------------------------------------------------------- */

/* What read_line() found. */
enum line { LINE_READ, LINE_END, LINE_TOO_BIG };

/* Reads up to a line feed or the end of input, without the line feed. Lines may hold any bytes. */
static enum line read_line(FILE *input, struct buffer *line)
{
    bool fits = true;
    line->len = 0;
    int c = getc(input);
    if (c == EOF) {
        return LINE_END;
    }
    for (; c != EOF && c != '\n'; c = getc(input)) {
        fits = fits && buffer_append_byte(line, (uint8_t)c);
    }
    return fits ? LINE_READ : LINE_TOO_BIG;
}

/* Splits a line at its tabs: the name of the operation, and the job's arguments. */
static bool split_line(struct job *job, const struct buffer *line, struct field *name)
{
    const char *text = line->len > 0 ? (const char *)line->bytes : "";
    const char *end = text + line->len;
    struct field *field = name;
    job->arg_count = 0;
    for (;;) {
        const char *tab = memchr(text, '\t', (size_t)(end - text));
        field->text = text;
        field->len = (size_t)((tab != NULL ? tab : end) - text);
        if (tab == NULL) {
            return true;
        }
        if (job->arg_count == MAX_ARGS) {
            return false;
        }
        field = &job->args[job->arg_count++];
        text = tab + 1;
    }
}

static int run_batch(struct job *job)
{
    struct buffer line = {NULL, 0, 0};
    enum line found;
    while ((found = read_line(stdin, &line)) != LINE_END) {
        struct field name;
        const char *error = ERR_OUT_OF_MEMORY;
        job->has_offset = false;
        if (found == LINE_READ) {
            error = split_line(job, &line, &name) ? run_op(job, &name) : ERR_USAGE;
        }
        print_answer(job, error);
    }
    free(line.bytes);
    return flush_output() && !ferror(stdin) ? EXIT_SUCCESS : EXIT_ERR;
}

/* ---- the command line ------------------------------------------------------------------------ */

static void print_usage(void)
{
    fputs("usage: cri-tool [--rev 13|27] [--offsets] OP ARG...\n"
          "       cri-tool [--rev 13|27] [--offsets] --batch     reads OP<TAB>ARG... lines\n"
          "answers OK<TAB>RESULT... or ERR<TAB>NAME; CBOR is hex; the default revision is 27\n"
          "--offsets: ERR<TAB>NAME<TAB>OFFSET where the place of the error is known (uri-split)\n"
          "operations:\n",
          stderr);
    for (size_t i = 0; i < OP_COUNT; i++) {
        fprintf(stderr, "  %s %s\n", ops[i].name, ops[i].args);
    }
}

static int usage(void)
{
    print_usage();
    return EXIT_USAGE;
}

static int run_single(struct job *job, int argc, char **argv)
{
    struct field name = {argv[0], strlen(argv[0])};
    const char *error = ERR_USAGE;
    if (argc - 1 <= MAX_ARGS) {
        for (int i = 1; i < argc; i++) {
            job->args[job->arg_count++] = (struct field){argv[i], strlen(argv[i])};
        }
        error = run_op(job, &name);
    }
    print_answer(job, error);
    if (!flush_output()) {
        return EXIT_ERR;
    }
    if (error == NULL) {
        return EXIT_SUCCESS;
    }
    bool misused = strcmp(error, ERR_USAGE) == 0 || strcmp(error, ERR_UNKNOWN_OP) == 0;
    return misused ? usage() : EXIT_ERR;
}

/* Reads the options. Returns the place of what follows them; 0 for a bad one. */
static int read_options(struct job *job, int argc, char **argv)
{
    for (int next = 1;; next++) {
        if (next < argc && strcmp(argv[next], "--offsets") == 0) {
            job->offsets = true;
        } else if (argc - next >= 2 && strcmp(argv[next], "--rev") == 0) {
            next++;
            if (strcmp(argv[next], "13") != 0 && strcmp(argv[next], "27") != 0) {
                return 0;
            }
            job->rev = argv[next][0] == '1' ? CRI_REV_13 : CRI_REV_27;
        } else {
            return next;
        }
    }
}

int main(int argc, char **argv)
{
    struct job job;
    memset(&job, 0, sizeof job);
    job.rev = DEFAULT_REVISION;

    int next = read_options(&job, argc, argv);
    if (next == 0 || next >= argc) {
        return usage();
    }
    int status;
    if (strcmp(argv[next], "--batch") == 0) {
        status = next + 1 == argc ? run_batch(&job) : usage();
    } else {
        status = run_single(&job, argc - next, argv + next);
    }
    job_free(&job);
    return status;
}
