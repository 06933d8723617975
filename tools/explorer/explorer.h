/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * What the page asks of the library, in terms of its headers alone: JavaScript passes bytes and gets JSON, and knows no struct.
 * Each file writes the part of the answer that it is named after.
 */
#ifndef CRI_EXPLORER_H
#define CRI_EXPLORER_H

#include "cri.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What was typed. */
enum kind { KIND_URI, KIND_IRI, KIND_EDN, KIND_CBOR };

/* Something that was typed, as far as it could be read. */
struct subject {
    cri_t cri; /* if `err` is CRI_OK */
    cri_err_t err;
    bool has_where; /* offset and part are known */
    size_t offset;
    uint8_t part;
    bool out_of_memory;
    const uint8_t *cbor; /* NULL if there are no bytes, since the text was refused */
    size_t cbor_len;
};

void subject_read(struct subject *subject, uint8_t rev, enum kind kind, const uint8_t *text, size_t len);

/* A text or bytes that the library wrote, kept whole for JavaScript to copy. */
enum form { FORM_URI, FORM_IRI, FORM_EDN, FORM_LITERAL, FORM_CBOR, FORM_NORMAL, FORM_NORMAL_URI, FORM_COUNT };

struct written {
    cri_err_t err;
    bool out_of_memory;
    const uint8_t *bytes;
    size_t len;
};

extern struct written forms[2][FORM_COUNT]; /* of what was typed, and of what it resolves to */

typedef cri_err_t writer_t(const cri_t *cri, void *buf, size_t cap, size_t *len);

/* Has the library write into as much memory as it needs. */
struct written write_form(writer_t *write, const cri_t *cri);

/* {"name": …, "text": …} */
void answer_error(const char *key, cri_err_t err);
void answer_forms(const cri_t *cri, struct written written[FORM_COUNT]);
void answer_components(const cri_t *cri);
/* The parts of a text: strings, and {"octets": HEX} for what is percent-encoded. */
void answer_text(const char *key, const cri_text_t *text);
/* Texts with their indexes: all, or those at both ends of a long list. */
void answer_texts(const char *key, cri_iter_t iter, size_t count);
/* The items of `cbor`, and how many bytes each section takes. */
void answer_bytes(const struct subject *subject, uint8_t rev);
void answer_uri_sizes(const struct written *uri);
void answer_coap(const cri_t *cri);
void answer_resolution(const struct subject *base, const struct subject *reference);

#endif
