/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The forms of a CRI: URI, IRI, diagnostic notation, canonical and normal encoding. */
#include "explorer.h"

#include "cri_check.h"
#include "cri_edn.h"
#include "cri_uri.h"
#include "json.h"
#include "memory.h"

/* The longest form that the page shows in full, in bytes. */
#define FORM_MOST 640

struct written forms[2][FORM_COUNT];

/* The library's writers, with the buffer as one type. */
static cri_err_t write_uri(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_to_uri(cri, buf, cap, len);
}
static cri_err_t write_iri(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_to_iri(cri, buf, cap, len);
}
static cri_err_t write_edn(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_to_edn(cri, buf, cap, len);
}
static cri_err_t write_literal(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_to_edn_literal(cri, buf, cap, len);
}
static cri_err_t write_cbor(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_encode(cri, buf, cap, len);
}
static cri_err_t write_normal(const cri_t *cri, void *buf, size_t cap, size_t *len)
{
    return cri_normalize(cri, buf, cap, len);
}

struct written write_form(writer_t *write, const cri_t *cri)
{
    struct written written = {.len = 0};
    size_t cap;
    uint8_t *buf = memory_rest(&cap);
    written.err = write(cri, buf, cap, &written.len);
    bool is_written = written.err == CRI_OK;
    if (is_written || written.err == CRI_ERR_BUFFER) {
        cap = written.len + 1; /* the NUL of a text */
        buf = memory_take(cap);
        written.bytes = buf;
        written.out_of_memory = buf == NULL;
        if (!is_written && buf != NULL) {
            written.err = write(cri, buf, cap, &written.len);
        }
    }
    return written;
}

void answer_error(const char *key, cri_err_t err)
{
    json_object(key);
    json_word("name", cri_err_name(err));
    json_word("text", cri_err_text(err));
    json_end();
}

static void answer_form(const char *key, const struct written *written, bool is_text)
{
    json_object(key);
    if (written->out_of_memory) {
        json_null("error");
    } else if (written->err != CRI_OK) {
        answer_error("error", written->err);
    } else {
        json_number("len", written->len);
        if (is_text) {
            json_text("text", written->bytes, written->len, FORM_MOST);
        } else {
            json_hex("hex", written->bytes, written->len, FORM_MOST / 2);
        }
    }
    json_end();
}

static bool same(const struct written *a, const struct written *b)
{
    bool equal = a->err == CRI_OK && b->err == CRI_OK && a->len == b->len;
    for (size_t i = 0; equal && i < a->len; i++) {
        equal = a->bytes[i] == b->bytes[i];
    }
    return equal;
}

void answer_forms(const cri_t *cri, struct written written[FORM_COUNT])
{
    static const struct {
        const char *key;
        writer_t *write;
        bool is_text;
    } table[] = {
        [FORM_URI] = {"uri", write_uri, true},     [FORM_IRI] = {"iri", write_iri, true},
        [FORM_EDN] = {"edn", write_edn, true},     [FORM_LITERAL] = {"literal", write_literal, true},
        [FORM_CBOR] = {"cbor", write_cbor, false}, [FORM_NORMAL] = {"normal", write_normal, false},
    };
    cri_t normal;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        written[i] = write_form(table[i].write, cri);
        answer_form(table[i].key, &written[i], table[i].is_text);
    }
    const struct written *bytes = &written[FORM_NORMAL];
    if (bytes->err == CRI_OK && cri_parse_exact(cri_revision(cri), bytes->bytes, bytes->len, &normal) == CRI_OK) {
        struct written edn = write_form(write_edn, &normal);
        written[FORM_NORMAL_URI] = write_form(write_uri, &normal);
        answer_form("normalUri", &written[FORM_NORMAL_URI], true);
        answer_form("normalEdn", &edn, true);
    }
    json_bool("isNormal", same(&written[FORM_CBOR], bytes));
    json_bool("isCanonical", cri_is_canonical(cri));
    json_number("uses", cri_uses(cri));
}

/* How many characters of a URI belong to each component, its delimiters included. */
void answer_uri_sizes(const struct written *uri)
{
    static const uint8_t parts[] = {CRI_PART_SCHEME, CRI_PART_PATH, CRI_PART_QUERY, CRI_PART_FRAGMENT};
    cri_uri_t split;
    size_t offset, sum = 0;
    if (uri->err != CRI_OK || cri_uri_split((const char *)uri->bytes, uri->len, &split, &offset) != CRI_OK) {
        json_null("uriSizes");
        return;
    }
    json_object("uriSizes");
    for (size_t i = 0; i < sizeof parts; i++) {
        const char *chars;
        size_t len;
        if (cri_uri_part(&split, parts[i], &chars, &len)) {
            len += parts[i] == CRI_PART_PATH ? 0 : 1; /* ":", "?" or "#" */
            json_number(cri_part_name(parts[i]), len);
            sum += len;
        }
    }
    json_number(cri_part_name(CRI_PART_AUTHORITY), uri->len - sum);
    json_end();
}
