/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Reads operands that are bytes. A person may pass them in hex, in diagnostic notation, in base64, as a URI or IRI, or
 * in a file, and the tool recognises the form as contrib/explorer/detect.js does. In a batch they are in hex.
 */
#include "ops.h"

#include <string.h>

/* Returns the value of a digit in base64, base64url, or with `hex` in hex; -1 for other characters. */
static int digit(char c, bool hex)
{
    const int at = c >= 'a' && c <= 'z' ? c - 'a' + 26 : c >= 'A' && c <= 'Z' ? c - 'A' : -1;
    if (c >= '0' && c <= '9') {
        return hex ? c - '0' : c - '0' + 52;
    }
    if (hex) {
        return at < 0 || at % 26 > 5 ? -1 : at % 26 + 10;
    }
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : at;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Decodes hex. If it may have `marks`, white space may be anywhere, and `,`, `-`, `:` and 0x before a byte. */
static err_name_t from_hex(const struct field *text, bool marks, struct buffer *bytes)
{
    int high = -1;
    bytes->len = 0;
    if (!buffer_reserve(bytes, text->len / 2)) {
        return ERR_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < text->len; i++) {
        const char c = text->text[i];
        const int value = digit(c, true);
        if (marks && (is_space(c) || (high < 0 && (c == ',' || c == '-' || c == ':')))) {
            continue;
        }
        if (marks && high < 0 && c == '0' && i + 1 < text->len && (text->text[i + 1] | 32) == 'x') {
            i++;
        } else if (value < 0) {
            return ERR_BAD_HEX;
        } else if (high < 0) {
            high = value;
        } else {
            bytes->bytes[bytes->len++] = (uint8_t)(high * 16 + value);
            high = -1;
        }
    }
    return high < 0 ? NULL : ERR_BAD_HEX;
}

static bool from_base64(struct field text, struct buffer *bytes)
{
    uint32_t bits = 0;
    size_t count = 0;
    while (text.len > 0 && text.text[text.len - 1] == '=') {
        text.len--;
    }
    bytes->len = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (is_space(text.text[i])) {
            continue;
        }
        const int value = digit(text.text[i], false);
        bits = (bits << 6 | (uint32_t)(value & 63)) & 0xffff;
        count++;
        if (value < 0 ||
            (count % 4 != 1 && !buffer_append_byte(bytes, (uint8_t)(bits >> (6 - 2 * ((count - 1) % 4)))))) {
            return false;
        }
    }
    return count % 4 != 1;
}

bool is_text(const struct field *text)
{
    size_t more = 0;
    for (size_t i = 0; i < text->len; i++) {
        const uint8_t c = (uint8_t)text->text[i];
        if (more > 0 ? c >> 6 != 2
                     : (c >= 0x80 && c < 0xc2) || c > 0xf4 || c == 0x7f || (c < 0x20 && !is_space((char)c))) {
            return false;
        }
        more = more > 0 ? more - 1 : c < 0xc2 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    }
    return more == 0;
}

/* True if the first byte is that of an array, a map or a tag. */
static bool begins_item(const struct buffer *bytes)
{
    return bytes->len > 0 && bytes->bytes[0] >> 7 == 1 && bytes->bytes[0] < 0xe0;
}

/* True if bytes begin with an array or with tag 99, as a CRI does. */
static bool begins_cri(const struct buffer *bytes)
{
    return bytes->len > 0 &&
           (bytes->bytes[0] >> 5 == 4 || (bytes->len > 1 && memcmp(bytes->bytes, "\xd8\x63", 2) == 0));
}

static bool begins(const struct field *text, const char *start)
{
    return text->len >= strlen(start) && memcmp(text->text, start, strlen(start)) == 0;
}

/* True if a text begins with a scheme, or with a delimiter of a relative reference. */
static bool begins_uri(const struct field *text)
{
    size_t i = 0;
    while (i < text->len && (digit(text->text[i], false) >= 10 || text->text[i] == '.')) {
        i++;
    }
    return text->len > 0 && (strchr("/.?#", text->text[0]) != NULL ||
                             (i > 0 && i < text->len && text->text[i] == ':' && digit(text->text[0], false) < 52));
}

static struct field trimmed(struct field text)
{
    for (; text.len > 0 && is_space(text.text[0]); text.len--) {
        text.text++;
    }
    while (text.len > 0 && is_space(text.text[text.len - 1])) {
        text.len--;
    }
    return text;
}

bool is_hex(const struct field *text)
{
    struct buffer bytes = {NULL, 0, 0};
    const bool is = from_hex(text, true, &bytes) == NULL && bytes.len > 0;
    buffer_free(&bytes);
    return is;
}

/* ---- texts that the library reads ------------------------------------------------------------------------------- */

cri_err_t uri_to_cri(struct job *job, const struct field *text, uint8_t *buf, size_t cap, size_t *len)
{
    cri_err_t err = job->scheme_count == 0 ? cri_from_uri(job->rev, text->text, text->len, buf, cap, len)
                                           : cri_from_uri_with(job->rev, SCHEMES, text->text, text->len, buf, cap, len);
    job->has_offset =
        err != CRI_OK && cri_from_uri_where(job->rev, text->text, text->len, &job->offset, &job->part) == err;
    return err;
}

cri_err_t iri_to_cri(struct job *job, const struct field *text, uint8_t *buf, size_t cap, size_t *len)
{
    cri_err_t err = cri_from_iri(job->rev, text->text, text->len, buf, cap, len);
    job->has_offset =
        err != CRI_OK && cri_from_iri_where(job->rev, text->text, text->len, &job->offset, &job->part) == err;
    return err;
}

cri_err_t notation_to_cri(struct job *job, const struct field *text, uint8_t *buf, size_t cap, size_t *len)
{
    cri_err_t err = cri_from_edn(job->rev, text->text, text->len, buf, cap, len, &job->offset);
    job->has_offset = err != CRI_OK && err != CRI_ERR_BUFFER && err != CRI_ERR_ARGUMENT && err != CRI_ERR_OVERLAP;
    return err;
}

WRITES(operand_of_uri, uri_to_cri(job, &job->operand, OUT))
WRITES(operand_of_iri, iri_to_cri(job, &job->operand, OUT))
WRITES(operand_of_notation, notation_to_cri(job, &job->operand, OUT))

static err_name_t convert(struct job *job, struct field text, writer_t *write, struct buffer *bytes)
{
    job->operand = text;
    err_name_t error = job_write(job, write);
    const struct buffer written = job->scratch;
    job->scratch = *bytes;
    *bytes = written;
    return error;
}

/* ---- recognising the form --------------------------------------------------------------------------------------- */

/* Reads base64 whose bytes are one item: for a CRI they must be a CRI, because base64 looks like a path. */
static bool is_item_of_base64(const struct job *job, struct field text, bool is_cri, struct buffer *bytes)
{
    cri_t cri;
    size_t len = 0;
    if (!from_base64(text, bytes) || !begins_item(bytes)) {
        return false;
    }
    return (is_cri ? cri_parse(job->rev, bytes->bytes, bytes->len, &cri, &len)
                   : cri_skip(bytes->bytes, bytes->len, &len)) == CRI_OK &&
           len == bytes->len;
}

err_name_t read_bytes(struct job *job, size_t index, char kind, bool may_be_uri)
{
    struct buffer *bytes = &job->bytes[index];
    const struct field content = job->args[index], text = trimmed(content);
    const bool is_cri = kind == 'c' || kind == 'r' || kind == 'b';
    bool is_ascii = true;
    if (!job->reads_any_form && kind != 'b') {
        return from_hex(&content, false, bytes);
    }
    for (size_t i = 0; i < text.len; i++) {
        is_ascii = is_ascii && (uint8_t)text.text[i] < 0x80;
    }
    const bool is_quoted = text.len > 2 && text.text[text.len - 1] == '\'';
    if (job->is_content[index] && !is_text(&content)) {
        bytes->len = 0;
        return buffer_append(bytes, content.text, content.len) ? NULL : ERR_OUT_OF_MEMORY;
    }
    if (begins(&text, "h'") && is_quoted) {
        return from_hex(&(struct field){text.text + 2, text.len - 3}, true, bytes);
    }
    if (begins(&text, "b64'") && is_quoted && from_base64((struct field){text.text + 4, text.len - 5}, bytes)) {
        return NULL;
    }
    if (begins(&text, "[") || begins(&text, "cri'") || begins(&text, "99(")) {
        return convert(job, text, operand_of_notation, bytes);
    }
    const bool has_marks = !begins_uri(&text) && memchr(text.text, ' ', text.len) != NULL;
    if (from_hex(&text, true, bytes) == NULL && (!is_cri || has_marks || begins(&text, "0x") || begins_cri(bytes))) {
        return NULL;
    }
    if (is_item_of_base64(job, text, is_cri, bytes)) {
        return NULL;
    }
    if (is_cri || (may_be_uri && (begins_uri(&text) || !is_ascii))) {
        return convert(job, text, is_ascii ? operand_of_uri : operand_of_iri, bytes);
    }
    bytes->len = 0;
    if (job->is_content[index]) {
        return buffer_append(bytes, content.text, content.len) ? NULL : ERR_OUT_OF_MEMORY;
    }
    return ERR_BAD_HEX;
}
