/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes every form of an input. */
#include "harness.h"

#include "cri_coap.h"
#include "cri_document.h"
#include "cri_edn.h"
#include "cri_uri.h"
#include <stdio.h>
#include <string.h>

enum { REV = CRI_REV_27 };

static uint8_t storage[USES][FORM] ALIGNED;
static bool valid[USES];
static cri_t benchmark_base, benchmark_reference;
struct form forms[USES];
cri_t views[USES];
cri_cori_t coris[USES];

bool uses(enum use use) { return valid[use]; }

size_t counted_bytes(uint32_t counted)
{
    size_t sum = 0;
    for (int use = 0; use < USES; use++)
        sum += counted >> use & 1 ? forms[use].len : 0;
    return sum;
}

bool has_all(uint32_t wanted)
{
    for (int use = 0; use < USES; use++) {
        if ((wanted >> use & 1) && !valid[use])
            return false;
    }
    return true;
}

/* Stores the address of a form, and stores and returns true if the form was written without an error. */
static bool form(enum use use, cri_err_t err)
{
    forms[use].bytes = storage[use];
    valid[use] = err == CRI_OK;
    return valid[use];
}

/* Writes a form by a function of the library, whose last arguments are the buffer, its capacity and the length. */
#define WRITE(use, function, ...) form(use, function(__VA_ARGS__, (void *)storage[use], FORM, &forms[use].len))

static bool form_of(enum use use, const void *bytes, size_t len)
{
    memcpy(storage[use], bytes, len);
    forms[use].len = len;
    return form(use, CRI_OK);
}

/* Makes a view of a form. Stores the length of the form, which counts as the bytes of the view. */
static bool view(enum use use, enum use from)
{
    valid[use] = valid[from] && cri_parse_exact(REV, forms[from].bytes, forms[from].len, &views[use]) == CRI_OK;
    forms[use].len = forms[from].len;
    return valid[use];
}

static void view_of(enum use use, const cri_t *cri, size_t len, bool is_valid)
{
    views[use] = *cri;
    forms[use].len = len;
    valid[use] = is_valid;
}

/* Makes a base, a reference and the target. A full CRI becomes the base of the benchmark's reference, and any other
 * input becomes a reference with the benchmark's base. */
static void make_pair(bool is_full, size_t base_len, size_t reference_len)
{
    const size_t len = forms[F_CRI].len;
    size_t made = 0;
    cri_t resolved;
    view_of(V_BASE, is_full ? &views[V_CRI] : &benchmark_base, is_full ? len : base_len, valid[V_CRI]);
    view_of(V_REFERENCE, is_full ? &benchmark_reference : &views[V_CRI], is_full ? reference_len : len, valid[V_CRI]);
    if (valid[V_CRI] && cri_resolve(&views[V_BASE], &views[V_REFERENCE], &resolved) == CRI_OK) {
        static uint8_t target[FORM] ALIGNED;
        const cri_err_t err = cri_encode(&resolved, target, FORM, &made);
        view_of(V_TARGET, &resolved, made,
                err == CRI_OK && cri_parse_exact(REV, target, made, &views[V_TARGET]) == CRI_OK);
    }
}

/* Makes a CRI that differs from the input only in its last byte, and a view with the content of the input's that an
 * operation made: a reference, resolved against that CRI. */
static void make_late(void)
{
    static uint8_t late[FORM] ALIGNED;
    static cri_t other, reference, resolved;
    const size_t len = forms[F_CRI].len;
    if (!valid[V_CRI] || len == 0)
        return;
    memcpy(late, forms[F_CRI].bytes, len);
    late[len - 1] ^= 1;
    if (cri_parse_exact(REV, late, len, &other) != CRI_OK)
        return;
    view_of(V_LATE, &other, len, true);
    if (cri_relativize(&other, &views[V_CRI], &reference) == CRI_OK &&
        cri_resolve(&other, &reference, &resolved) == CRI_OK)
        view_of(V_RESOLVED, &resolved, len, true);
}

static void make_text_pair(bool is_full)
{
    if (!valid[F_TEXT])
        return;
    form_of(F_BASE_TEXT, BASE, sizeof BASE - 1);
    form_of(F_REFERENCE_TEXT, REFERENCE, sizeof REFERENCE - 1);
    form_of(is_full ? F_BASE_TEXT : F_REFERENCE_TEXT, forms[F_TEXT].bytes, forms[F_TEXT].len);
}

/* Makes [[[path, query], 1]] from the reference [true, path, query], without the first item of the reference. */
static void make_aif(void)
{
    cri_uri_t parts;
    const char *path;
    size_t offset, len;
    uint8_t *to = storage[F_AIF];
    if (!valid[F_TEXT] ||
        cri_uri_split((const char *)forms[F_TEXT].bytes, forms[F_TEXT].len, &parts, &offset) != CRI_OK ||
        !cri_uri_part(&parts, CRI_PART_PATH, &path, &len) || len == 0 || path[0] != '/')
        return;
    len = forms[F_TEXT].len - (size_t)(path - (const char *)forms[F_TEXT].bytes);
    if (cri_from_uri(REV, path, len, to + 2, FORM - 3, &len) != CRI_OK || to[3] != 0xf5)
        return;
    to[0] = 0x81;
    to[1] = 0x82;
    to[3] = (uint8_t)(to[2] - 1);
    memmove(to + 2, to + 3, len - 1);
    to[len + 1] = 1;
    forms[F_AIF].len = len + 2;
    form(F_AIF, CRI_OK);
}

static void make_cori(void)
{
    static const uint8_t link[] = {0x84, 5, 1, 6, 0x61, 'x'};
    size_t len = 0;
    if (valid[V_CRI] && WRITE(F_CORI, cri_cori_from_cri, &views[V_CRI])) {
        valid[C_CORI] = cri_cori_parse(forms[F_CORI].bytes, forms[F_CORI].len, &coris[C_CORI], &len) == CRI_OK;
        valid[C_CORI_LINK] = cri_cori_parse(link, sizeof link, &coris[C_CORI_LINK], &len) == CRI_OK;
        valid[C_CORI_TARGET] =
            valid[C_CORI] && cri_cori_resolve(&coris[C_CORI], &coris[C_CORI_LINK], 0, &coris[C_CORI_TARGET]) == CRI_OK;
    }
}

/* Makes the routes of the largest table, for each order. */
static void make_routes(cri_route_t routes[ROUTE_ORDERS][MOST_ROUTES])
{
    static char patterns[ROUTE_ORDERS][MOST_ROUTES][sizeof "/rooms/r0000/{}"];
    for (int order = 0; order < ROUTE_ORDERS; order++) {
        for (unsigned i = 0; i < MOST_ROUTES; i++) {
            char *pattern = patterns[order][i];
            const unsigned id = order == UNSORTED ? MOST_ROUTES - 1 - i : i;
            const int len =
                snprintf(pattern, sizeof *patterns[order], order == BELOW ? "/rooms/r%04u/{}" : "/r%04u/{}", id);
            routes[order][i] = (cri_route_t){pattern, (size_t)len, id};
        }
    }
}

/* Makes the table of a lookup, and the options of its request. */
static cri_err_t make_lookup(struct lookup *lookup)
{
    static cri_route_t routes[ROUTE_ORDERS][MOST_ROUTES];
    if (routes[0][0].pattern == NULL)
        make_routes(routes);
    const cri_route_t *all = routes[lookup->order];
    const unsigned id =
        lookup->wanted == NO_ROUTE ? MOST_ROUTES : all[lookup->wanted == LAST_ROUTE ? lookup->count - 1 : 0].id;
    const char *uri_path = lookup->order == BELOW ? "\xb5rooms\x05r%04u\x01x" : "\xb5r%04u\x01x";
    lookup->options_len = (size_t)snprintf(lookup->options, sizeof lookup->options, uri_path, id);
    return cri_routes_check(&lookup->table, all, lookup->count, NULL, NULL);
}

cri_err_t find_route(struct lookup *lookup)
{
    static cri_text_t captures[1];
    const cri_route_t *route;
    cri_err_t err = lookup->options_len == 0 ? make_lookup(lookup) : CRI_OK;
    if (err == CRI_OK)
        err = cri_coap_route(&lookup->table, (const uint8_t *)lookup->options, lookup->options_len, &route, captures, 1,
                             NULL);
    if (err != CRI_OK)
        return err;
    return (route == NULL) == (lookup->wanted == NO_ROUTE) ? CRI_OK : CRI_ERR_ARGUMENT;
}

static size_t benchmark(const char *uri, size_t uri_len, uint8_t *to, cri_t *cri)
{
    size_t len = 0;
    if (cri_from_uri(REV, uri, uri_len, to, 160, &len) != CRI_OK || cri_parse_exact(REV, to, len, cri) != CRI_OK)
        return 0;
    return len;
}

bool make_inputs(const struct input *input)
{
    static uint8_t base[160], reference[160], root[160];
    memset(valid, 0, sizeof valid);
    const size_t base_len = benchmark(BASE, sizeof BASE - 1, base, &benchmark_base);
    const size_t reference_len = benchmark(REFERENCE, sizeof REFERENCE - 1, reference, &benchmark_reference);
    valid[V_LINK] = benchmark("/", 1, root, &views[V_LINK]) > 0;
    if (base_len == 0 || reference_len == 0 || !valid[V_LINK])
        return false;
    if (input->is_cbor) {
        form_of(F_CRI, input->bytes, input->len);
    } else {
        form_of(F_TEXT, input->bytes, input->len);
        WRITE(F_CRI, cri_from_uri, REV, (const char *)forms[F_TEXT].bytes, input->len);
    }
    if (valid[F_CRI])
        form_of(F_SAME, forms[F_CRI].bytes, forms[F_CRI].len);
    view(V_SAME, F_SAME);
    if (view(V_CRI, F_CRI)) {
        if (!valid[F_TEXT])
            WRITE(F_TEXT, cri_to_uri, &views[V_CRI]);
        WRITE(F_IRI, cri_to_iri, &views[V_CRI]);
        WRITE(F_EDN, cri_to_edn, &views[V_CRI]);
        WRITE(F_OPTIONS, cri_to_coap, &views[V_CRI], NULL, 0);
        WRITE(F_LOCATION, cri_to_coap_location, &views[V_CRI], 0);
        WRITE(F_TAGGED, cri_encode_tagged, &views[V_CRI]);
        form_of(F_ITEMS, "\x81", 1);
        memcpy(storage[F_ITEMS] + 1, forms[F_CRI].bytes, forms[F_CRI].len);
        forms[F_ITEMS].len += forms[F_CRI].len;
    }
    /* A text that cannot be converted to a CRI may still be a URI. */
    const bool is_full = valid[V_CRI] ? cri_is_full(&views[V_CRI])
                                      : valid[F_TEXT] && memchr(forms[F_TEXT].bytes, ':', forms[F_TEXT].len) != NULL;
    make_pair(is_full, base_len, reference_len);
    make_late();
    make_text_pair(is_full);
    make_aif();
    make_cori();
    make_objects();
    return true;
}
