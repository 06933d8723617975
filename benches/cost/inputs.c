/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes the forms of an input. */
#include "harness.h"

#include <string.h>

#include "cri_coap.h"
#include "cri_document.h"
#include "cri_edn.h"
#include "cri_uri.h"

static uint8_t storage[FORMS][FORM] ALIGNED;
static cri_t benchmark_base, benchmark_reference;
bool valid[FORMS];
struct bytes forms[FORMS];
cri_t views[FORMS];

/* Stores the address of a form, and stores and returns true if it was written without an error. */
static bool form(enum form form, cri_err_t err)
{
    forms[form].bytes = storage[form];
    valid[form] = err == CRI_OK;
    if (valid[form])
        storage[form][forms[form].len] = '\0';
    return valid[form];
}

/* Writes a form by a function of the library, whose last arguments are the buffer, its capacity and the length. */
#define WRITE(to, function, ...) form(to, function(__VA_ARGS__, (void *)storage[to], FORM - 1, &forms[to].len))

static void form_of(enum form to, const void *bytes, size_t len)
{
    memcpy(storage[to], bytes, len);
    forms[to].len = len;
    form(to, CRI_OK);
}

/* Stores a view, and the length that counts as its bytes. */
static void view_of(enum form to, const cri_t *cri, size_t len, bool is_valid)
{
    views[to] = *cri;
    forms[to].len = len;
    valid[to] = is_valid;
}

static bool view(enum form to, enum form from)
{
    cri_t cri = {0};
    const bool is_valid = valid[from] && cri_parse_exact(REV, forms[from].bytes, forms[from].len, &cri) == CRI_OK;
    view_of(to, &cri, forms[from].len, is_valid);
    return is_valid;
}

/* Makes a base, a reference and the target. A full CRI becomes the base of the benchmark's reference, and any other
 * input becomes a reference with the benchmark's base. */
static void make_pair(bool is_full, size_t base_len, size_t reference_len)
{
    static uint8_t target[FORM] ALIGNED;
    const size_t len = forms[CRI].len;
    size_t made = 0;
    cri_t resolved;
    view_of(V_BASE, is_full ? &views[V_CRI] : &benchmark_base, is_full ? len : base_len, valid[V_CRI]);
    view_of(V_REFERENCE, is_full ? &benchmark_reference : &views[V_CRI], is_full ? reference_len : len, valid[V_CRI]);
    if (valid[V_CRI] && cri_resolve(&views[V_BASE], &views[V_REFERENCE], &resolved) == CRI_OK &&
        cri_encode(&resolved, target, FORM, &made) == CRI_OK)
        valid[V_TARGET] = cri_parse_exact(REV, target, made, &views[V_TARGET]) == CRI_OK;
}

/* Makes a CRI that differs from the input only in its last byte, and a view with the content of the input that an
 * operation made: a reference, resolved against that CRI. */
static void make_late(void)
{
    static uint8_t late[FORM] ALIGNED;
    static cri_t reference, resolved;
    const size_t len = forms[CRI].len;
    memcpy(late, forms[CRI].bytes, len);
    late[len - 1] ^= 1;
    valid[V_LATE] = cri_parse_exact(REV, late, len, &views[V_LATE]) == CRI_OK;
    if (valid[V_LATE] && cri_relativize(&views[V_LATE], &views[V_CRI], &reference) == CRI_OK &&
        cri_resolve(&views[V_LATE], &reference, &resolved) == CRI_OK)
        view_of(V_RESOLVED, &resolved, len, true);
}

static void make_text_pair(bool is_full)
{
    form_of(BASE_TEXT, BASE, sizeof BASE - 1);
    form_of(REFERENCE_TEXT, REFERENCE, sizeof REFERENCE - 1);
    form_of(is_full ? BASE_TEXT : REFERENCE_TEXT, forms[TEXT].bytes, forms[TEXT].len);
}

/* Makes [[[path, query], 1]] from the reference [true, path, query], without the first item of the reference. */
static void make_aif(void)
{
    cri_uri_t parts;
    const char *text = (const char *)forms[TEXT].bytes, *path;
    size_t offset, len;
    uint8_t *to = storage[AIF];
    if (cri_uri_split(text, forms[TEXT].len, &parts, &offset) != CRI_OK ||
        !cri_uri_part(&parts, CRI_PART_PATH, &path, &len) || len == 0 || path[0] != '/')
        return;
    len = forms[TEXT].len - (size_t)(path - text);
    if (cri_from_uri(REV, path, len, to + 2, FORM - 4, &len) != CRI_OK || to[3] != 0xf5)
        return;
    to[0] = 0x81;
    to[1] = 0x82;
    to[3] = (uint8_t)(to[2] - 1);
    memmove(to + 2, to + 3, len - 1);
    to[len + 1] = 1;
    forms[AIF].len = len + 2;
    form(AIF, CRI_OK);
}

/* Makes the forms of a CRI, whose view is there. */
static void make_forms(void)
{
    if (!valid[TEXT])
        WRITE(TEXT, cri_to_uri, &views[V_CRI]);
    WRITE(IRI, cri_to_iri, &views[V_CRI]);
    WRITE(EDN, cri_to_edn, &views[V_CRI]);
    WRITE(OPTIONS, cri_to_coap, &views[V_CRI], NULL, 0);
    WRITE(LOCATION, cri_to_coap_location, &views[V_CRI], 0);
    WRITE(TAGGED, cri_encode_tagged, &views[V_CRI]);
    form_of(ITEMS, "\x81", 1);
    memcpy(storage[ITEMS] + 1, forms[CRI].bytes, forms[CRI].len);
    forms[ITEMS].len += forms[CRI].len;
    make_late();
}

/* Makes one of the benchmark's CRIs, and returns its length. */
static size_t benchmark(const char *uri, size_t uri_len, uint8_t *to, cri_t *cri)
{
    size_t len;
    if (cri_from_uri(REV, uri, uri_len, to, 160, &len) != CRI_OK || cri_parse_exact(REV, to, len, cri) != CRI_OK)
        __builtin_trap();
    return len;
}

void make_inputs(bool is_cbor, const uint8_t *bytes, size_t len)
{
    static uint8_t base[160], reference[160];
    memset(valid, 0, sizeof valid);
    const size_t base_len = benchmark(BASE, sizeof BASE - 1, base, &benchmark_base);
    const size_t reference_len = benchmark(REFERENCE, sizeof REFERENCE - 1, reference, &benchmark_reference);
    form_of(is_cbor ? CRI : TEXT, bytes, len);
    if (!is_cbor)
        WRITE(CRI, cri_from_uri, REV, (const char *)bytes, len);
    if (valid[CRI])
        form_of(SAME, forms[CRI].bytes, forms[CRI].len);
    view(V_SAME, SAME);
    if (view(V_CRI, CRI))
        make_forms();
    /* A text that cannot be converted to a CRI may still be a URI. */
    const bool is_full = valid[V_CRI] ? cri_is_full(&views[V_CRI])
                                      : valid[TEXT] && memchr(forms[TEXT].bytes, ':', forms[TEXT].len) != NULL;
    make_pair(is_full, base_len, reference_len);
    if (valid[TEXT]) {
        make_text_pair(is_full);
        make_aif();
    }
}
