/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes the forms of an input. */
#include "harness.h"

#include <string.h>

#include "cri_coap.h"
#include "cri_document.h"
#include "cri_edn.h"
#include "cri_uri.h"

static uint8_t storage[FORMS][FORM] ALIGNED;
struct value forms[FORMS];

static void store(enum form to, cri_err_t err)
{
    forms[to].bytes = storage[to];
    forms[to].valid = err == CRI_OK;
    if (err == CRI_OK)
        storage[to][forms[to].len] = '\0';
}

/* Writes a form by a function of the library, whose last arguments are the buffer, its capacity and the length. */
#define WRITE(to, function, ...) store(to, function(__VA_ARGS__, (void *)storage[to], FORM - 1, &forms[to].len))

static void copy(enum form to, const void *bytes, size_t len)
{
    memcpy(storage[to], bytes, len);
    forms[to].len = len;
    store(to, CRI_OK);
}

static void copy_form(enum form to, enum form from)
{
    if (forms[from].valid)
        copy(to, forms[from].bytes, forms[from].len);
}

static void view(enum form to, enum form cri)
{
    const struct value from = forms[cri];
    forms[to].len = from.len;
    forms[to].valid = from.valid && cri_parse_exact(REV, from.bytes, from.len, &forms[to].view) == CRI_OK;
}

/* Makes the text, the CRI and the view of a base or a reference: of the input, or of this URI. */
static void make_one(enum form text, enum form cri, enum form to, bool is_input, const char *uri)
{
    if (is_input) {
        copy_form(cri, CRI);
        copy_form(text, URI);
    } else {
        copy(text, uri, strlen(uri));
        WRITE(cri, cri_from_uri, REV, uri, strlen(uri));
    }
    view(to, cri);
}

/* Makes the forms of a CRI, whose view is there. */
static void make_forms_of_cri(void)
{
    const cri_t *cri = &forms[V_CRI].view;
    if (!forms[URI].valid)
        WRITE(URI, cri_to_uri, cri);
    WRITE(IRI, cri_to_iri, cri);
    WRITE(EDN, cri_to_edn, cri);
    WRITE(OPTIONS, cri_to_coap, cri, NULL, 0);
    WRITE(LOCATION, cri_to_coap_location, cri, 0);
    WRITE(TAGGED, cri_encode_tagged, cri);
    copy(ITEMS, "\x81", 1);
    memcpy(storage[ITEMS] + 1, forms[CRI].bytes, forms[CRI].len);
    forms[ITEMS].len += forms[CRI].len;
    copy_form(SAME, CRI);
    view(V_SAME, SAME);
}

void make_forms(const struct input *input)
{
    const bool is_cbor = input->len > 0 && input->bytes[0] & 0x80;
    memset(forms, 0, sizeof forms);
    copy(is_cbor ? CRI : URI, input->bytes, input->len);
    if (!is_cbor)
        WRITE(CRI, cri_from_uri, REV, input->bytes, input->len);
    view(V_CRI, CRI);
    if (forms[V_CRI].valid)
        make_forms_of_cri();
    /* A full CRI becomes the base of REFERENCE, and any other input a reference to BASE. A text that cannot be
     * converted to a CRI may still be a URI. */
    const bool is_full = forms[V_CRI].valid ? cri_is_full(&forms[V_CRI].view)
                                            : forms[URI].valid && strchr((const char *)forms[URI].bytes, ':') != NULL;
    make_one(BASE_URI, BASE_CRI, V_BASE, is_full, BASE);
    make_one(REFERENCE_URI, REFERENCE_CRI, V_REFERENCE, !is_full, REFERENCE);
    cri_t *resolved = &forms[V_RESOLVED].view;
    forms[V_RESOLVED].valid = forms[V_BASE].valid && forms[V_REFERENCE].valid &&
                              cri_resolve(&forms[V_BASE].view, &forms[V_REFERENCE].view, resolved) == CRI_OK;
    if (forms[V_RESOLVED].valid)
        WRITE(TARGET, cri_encode, resolved);
    view(V_TARGET, TARGET);
}
