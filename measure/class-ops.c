/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The operations on a class of input. What takes two operands is given the input and the benchmark's: a full CRI or URI is the
 * base of the reference, any other input is a reference against the base.
 */
#include "classes.h"

#include <string.h>

/* How the C library copies depends on whether the bytes cross a page: here that is the same in every build. */
#ifdef __x86_64__
#define ALIGNED __attribute__((aligned(4096)))
#else
#define ALIGNED __attribute__((aligned(64)))
#endif

struct operand {
    uint8_t bytes[CLASS_MAX] ALIGNED;
    size_t len;
    cri_t view;
    cri_err_t err;
};

/* same is equal to input and stored apart. */
static struct operand input, same, benchmark_base, benchmark_reference;
static const struct operand *base, *reference;
static char text[2 * CLASS_MAX] ALIGNED;
static const char base_text[] ALIGNED = BASE;
static const char reference_text[] ALIGNED = REFERENCE;
static size_t text_len;
static cri_err_t text_err;
static bool is_full;
static uint8_t options[CLASS_MAX] ALIGNED, cori_bytes[2 * CLASS_MAX] ALIGNED;
static size_t options_len, cori_len;
static cri_err_t options_err, cori_err;

static uint8_t out[2 * CLASS_MAX] ALIGNED;
static size_t out_len;

static void parse_operand(struct operand *to)
{
    size_t consumed;
    if (to->err == CRI_OK) {
        to->err = cri_parse(REVISION, to->bytes, to->len, &to->view, &consumed);
    }
}

static void from_text(struct operand *to, const char *uri, size_t len)
{
    to->err = cri_from_uri(REVISION, uri, len, to->bytes, sizeof to->bytes, &to->len);
    parse_operand(to);
}

static void make_input(const struct input_class *from)
{
    if (from->is_cbor) {
        memcpy(input.bytes, from->bytes, from->len);
        input.len = from->len;
        input.err = CRI_OK;
        parse_operand(&input);
        text_err = input.err == CRI_OK ? cri_to_uri(&input.view, text, sizeof text, &text_len) : input.err;
    } else {
        memcpy(text, from->bytes, from->len);
        text_len = from->len;
        text_err = CRI_OK;
        from_text(&input, text, text_len);
    }
    same.err = input.err;
    same.len = input.len;
    memcpy(same.bytes, input.bytes, sizeof same.bytes);
    parse_operand(&same);
}

static void make_options_and_cori(void)
{
    cri_cori_t cori;
    size_t consumed;
    options_err = cori_err = input.err;
    if (input.err == CRI_OK) {
        options_err = cri_to_coap(&input.view, NULL, 0, options, sizeof options, &options_len);
        cori_err = cri_cori_from_cri(&input.view, cori_bytes, sizeof cori_bytes, &cori_len);
    }
    if (cori_err == CRI_OK) {
        cori_err = cri_cori_parse(cori_bytes, cori_len, &cori, &consumed);
    }
}

bool prepare_class(const struct input_class *from)
{
    if (from->len > CLASS_MAX) {
        return false;
    }
    from_text(&benchmark_base, base_text, sizeof base_text - 1);
    from_text(&benchmark_reference, reference_text, sizeof reference_text - 1);
    make_input(from);
    make_options_and_cori();
    cri_uri_t parts;
    const char *scheme;
    size_t offset, scheme_len;
    is_full = input.err == CRI_OK ? cri_is_full(&input.view)
                                  : text_err == CRI_OK && cri_uri_split(text, text_len, &parts, &offset) == CRI_OK &&
                                        cri_uri_part(&parts, CRI_PART_SCHEME, &scheme, &scheme_len);
    base = is_full ? &input : &benchmark_base;
    reference = is_full ? &benchmark_reference : &input;
    return benchmark_base.err == CRI_OK && benchmark_reference.err == CRI_OK;
}

const void *class_form(enum class_form form, size_t *len)
{
    switch (form) {
    case FORM_TEXT:
        *len = text_len;
        return text_err == CRI_OK ? text : NULL;
    case FORM_CRI:
        *len = input.len;
        return input.err == CRI_OK ? input.bytes : NULL;
    case FORM_OPTIONS:
        *len = options_len;
        return options_err == CRI_OK ? options : NULL;
    default:
        *len = cori_len;
        return cori_err == CRI_OK ? cori_bytes : NULL;
    }
}

struct class_texts class_texts(void)
{
    struct class_texts texts = {
        text, base_text, reference_text, text_len, sizeof base_text - 1, sizeof reference_text - 1};
    if (text_err != CRI_OK) {
        return (struct class_texts){0};
    }
    if (is_full) {
        texts.base = text;
        texts.base_len = text_len;
    } else {
        texts.reference = text;
        texts.reference_len = text_len;
    }
    return texts;
}

static size_t of_cri(void) { return input.err == CRI_OK ? input.len : 0; }
static size_t of_both(void) { return base->len + reference->len; }
static size_t of_options(void) { return options_err == CRI_OK ? options_len : 0; }
static size_t of_cori(void) { return cori_err == CRI_OK ? cori_len : 0; }
static size_t of_text(void) { return text_err == CRI_OK ? text_len : 0; }
static size_t of_both_texts(void) { return text_len + (is_full ? sizeof reference_text : sizeof base_text) - 1; }

/* Does nothing: what measuring itself costs, which is taken off. */
static cri_err_t nothing(void) { return CRI_OK; }

/* An operation is refused with the error of its operand, if that has one. */
#define ON(name, operand_err, expression)                                                                              \
    static cri_err_t name(void)                                                                                        \
    {                                                                                                                  \
        cri_err_t err = (operand_err);                                                                                 \
        return err == CRI_OK ? (expression) : err;                                                                     \
    }

static cri_t view;
static bool answer;

ON(parse, input.err, cri_parse(REVISION, input.bytes, input.len, &view, &out_len))
ON(encode, input.err, cri_encode(&input.view, out, sizeof out, &out_len))
ON(equal, input.err, cri_equal(&input.view, &same.view, &answer))
ON(to_coap, input.err, cri_to_coap(&input.view, NULL, 0, out, sizeof out, &out_len))
ON(to_uri, input.err, cri_to_uri(&input.view, (char *)out, sizeof out, &out_len))
ON(from_coap, options_err, cri_from_coap(REVISION, -1, options, options_len, NULL, out, sizeof out, &out_len))
ON(from_uri, text_err, cri_from_uri(REVISION, text, text_len, out, sizeof out, &out_len))
ON(uri_normalize, text_err, cri_uri_normalize(text, text_len, CRI_URI_SYNTAX, (char *)out, sizeof out, &out_len))
ON(cori_parse, cori_err, cri_cori_parse(cori_bytes, cori_len, &(cri_cori_t){0}, &out_len))

/* As with two links that have just arrived. */
static cri_err_t resolve(void)
{
    cri_t from, to;
    cri_err_t err = cri_parse(REVISION, base->bytes, base->len, &from, &out_len);
    if (err == CRI_OK) {
        err = cri_parse(REVISION, reference->bytes, reference->len, &to, &out_len);
    }
    return err == CRI_OK ? cri_resolve(&from, &to, &view) : err;
}

static cri_err_t uri_split(void)
{
    cri_uri_t parts;
    return text_err == CRI_OK ? cri_uri_split(text, text_len, &parts, &out_len) : text_err;
}

static cri_err_t uri_resolve(void)
{
    if (text_err != CRI_OK) {
        return text_err;
    }
    return is_full ? cri_uri_resolve(text, text_len, reference_text, sizeof reference_text - 1, true, (char *)out,
                                     sizeof out, &out_len)
                   : cri_uri_resolve(base_text, sizeof base_text - 1, text, text_len, true, (char *)out, sizeof out,
                                     &out_len);
}

const struct class_operation class_operations[] = {
    {"nothing", nothing, of_cri},
    {"parse", parse, of_cri},
    {"resolve", resolve, of_both},
    {"encode", encode, of_cri},
    {"equal", equal, of_cri},
    {"to_coap", to_coap, of_cri},
    {"to_uri", to_uri, of_cri},
    {"from_uri", from_uri, of_text},
    {"uri_split", uri_split, of_text},
    {"uri_resolve", uri_resolve, of_both_texts},
    {"uri_normalize", uri_normalize, of_text},
    {"from_coap", from_coap, of_options},
    {"cori_parse", cori_parse, of_cori},
};

const size_t class_operation_count = sizeof class_operations / sizeof *class_operations;
