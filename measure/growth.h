/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How cost and stack grow: every operation on inputs of any size, ordinary and hostile. */
#ifndef MEASURE_GROWTH_H
#define MEASURE_GROWTH_H

#include "cri_check.h"
#include "cri_coap.h"
#include "cri_cori.h"
#include "cri_edn.h"
#include "cri_host.h"
#include "cri_uri.h"

#ifndef GROWTH_MAX
#define GROWTH_MAX 65536
#endif

/* A kind of input: a URI that begins and ends in a way and has a piece as often as its size asks for; or CBOR. */
struct kind {
    const char *name;
    const char *prefix;
    const char *piece;
    const char *suffix;
    const char *iri_piece;                    /* in IRIs, if another; as long */
    size_t reference_begins;                  /* where in it a reference begins that has the pieces */
    size_t (*cbor)(uint8_t *to, size_t size); /* NULL for a URI */
};

/* An operation on it: runs, and tells what came of it. */
struct growing {
    const char *name;
    size_t (*length)(void); /* of what it is linear in */
    cri_err_t (*run)(void);
};

extern const struct kind kinds[];
extern const size_t kind_count;
extern const struct growing growing[];
extern const size_t growing_count;

/* Makes an input of a kind, of about that size, and all that operations make of it. */
void make_input(uint8_t rev, const struct kind *kind, size_t size);

/* What of the input an option of a CoAP message may have as its value. */
const void *input_of_option(uint16_t number, size_t *len);

#endif
