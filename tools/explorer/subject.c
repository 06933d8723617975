/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What was typed becomes a view, or an error with its place. */
#include "explorer.h"

#include "cri_check.h"
#include "cri_edn.h"
#include "memory.h"

/* Reads a text in one of its three forms. `offset` is stored for diagnostic notation only. */
static cri_err_t convert(uint8_t rev, enum kind kind, const char *text, size_t len, uint8_t *buf, size_t cap,
                         size_t *out_len, size_t *offset)
{
    if (kind == KIND_URI) {
        return cri_from_uri(rev, text, len, buf, cap, out_len);
    }
    if (kind == KIND_IRI) {
        return cri_from_iri(rev, text, len, buf, cap, out_len);
    }
    return cri_from_edn(rev, text, len, buf, cap, out_len, offset);
}

/* Where a text is wrong. */
static void locate_text(struct subject *subject, uint8_t rev, enum kind kind, const char *text, size_t len)
{
    cri_err_t err = CRI_OK;
    if (kind == KIND_URI) {
        err = cri_from_uri_where(rev, text, len, &subject->offset, &subject->part);
    } else if (kind == KIND_IRI) {
        err = cri_from_iri_where(rev, text, len, &subject->offset, &subject->part);
    }
    subject->has_where = kind == KIND_EDN || err == subject->err;
}

static void read_cbor(struct subject *subject, uint8_t rev)
{
    subject->err = cri_parse_exact(rev, subject->cbor, subject->cbor_len, &subject->cri);
    if (subject->err == CRI_ERR_EXTRA) {
        cri_t first;
        subject->has_where = cri_parse(rev, subject->cbor, subject->cbor_len, &first, &subject->offset) == CRI_OK;
    } else if (subject->err != CRI_OK) {
        cri_err_t err = cri_parse_where(rev, subject->cbor, subject->cbor_len, &subject->offset, &subject->part);
        subject->has_where = err == subject->err;
    }
}

void subject_read(struct subject *subject, uint8_t rev, enum kind kind, const uint8_t *text, size_t len)
{
    *subject = (struct subject){.part = CRI_PART_WHOLE, .cbor = text, .cbor_len = len};
    if (kind != KIND_CBOR) {
        const char *chars = (const char *)text;
        size_t cap;
        uint8_t *cbor = memory_rest(&cap);
        subject->cbor = NULL;
        subject->err = convert(rev, kind, chars, len, cbor, cap, &subject->cbor_len, &subject->offset);
        bool is_written = subject->err == CRI_OK;
        if (!is_written && subject->err != CRI_ERR_BUFFER) {
            locate_text(subject, rev, kind, chars, len);
            return;
        }
        cbor = memory_take(subject->cbor_len);
        if (cbor == NULL) {
            subject->out_of_memory = true;
            return;
        }
        if (!is_written) {
            subject->err =
                convert(rev, kind, chars, len, cbor, subject->cbor_len, &subject->cbor_len, &subject->offset);
        }
        subject->cbor = cbor;
    }
    read_cbor(subject, rev);
}
