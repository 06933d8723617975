/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The functions that JavaScript calls. */
#include "explorer.h"

#include "json.h"
#include "memory.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* Gives back the memory of the last run. */
void EXPORT(explorer_reset)(void);
/* Memory for a text that is passed to explore(); NULL if there is none. */
uint8_t *EXPORT(explorer_take)(size_t len);
/* Explains a text, and resolves it against a base. Returns JSON, of explorer_len() bytes; NULL if that did not fit. */
const char *EXPORT(explore)(uint8_t rev, uint32_t kind, const uint8_t *text, size_t len, uint32_t base_kind,
                            const uint8_t *base, size_t base_len);
size_t EXPORT(explorer_len)(void);
/* Whether bytes are a CRI. */
bool EXPORT(explorer_accepts)(uint8_t rev, const uint8_t *cbor, size_t len);
/* The whole of a form of the input (0) or of what it resolves to (1), to copy it. NULL if there is no such form. */
const uint8_t *EXPORT(explorer_form)(uint32_t which, uint32_t form);
size_t EXPORT(explorer_form_len)(uint32_t which, uint32_t form);
const char *EXPORT(explorer_version)(void);

static size_t answer_len;

void explorer_reset(void)
{
    memory_reset();
    for (size_t i = 0; i < 2 * FORM_COUNT; i++) {
        forms[i / FORM_COUNT][i % FORM_COUNT] = (struct written){.err = CRI_ERR_ARGUMENT};
    }
}

uint8_t *explorer_take(size_t len) { return memory_take(len); }

size_t explorer_len(void) { return answer_len; }

bool explorer_accepts(uint8_t rev, const uint8_t *cbor, size_t len)
{
    cri_t cri;
    return cri_parse_exact(rev, cbor, len, &cri) == CRI_OK;
}

static const struct written *form_of(uint32_t which, uint32_t form)
{
    return which < 2 && form < FORM_COUNT && forms[which][form].err == CRI_OK ? &forms[which][form] : NULL;
}

const uint8_t *explorer_form(uint32_t which, uint32_t form)
{
    const struct written *written = form_of(which, form);
    return written == NULL ? NULL : written->bytes;
}

size_t explorer_form_len(uint32_t which, uint32_t form)
{
    const struct written *written = form_of(which, form);
    return written == NULL ? 0 : written->len;
}

const char *explorer_version(void) { return cri_version(); }

/* Whether it was accepted, and if not why and where. */
static void answer_verdict(const struct subject *subject)
{
    if (subject->out_of_memory) {
        json_bool("outOfMemory", true);
    } else if (subject->err != CRI_OK) {
        answer_error("error", subject->err);
        if (subject->has_where) {
            json_number("offset", subject->offset);
            json_word("part", cri_part_name(subject->part));
        }
    }
}

static bool is_accepted(const struct subject *subject) { return subject->err == CRI_OK && !subject->out_of_memory; }

static void answer_input(const struct subject *input, uint8_t rev)
{
    json_object("input");
    answer_verdict(input);
    if (input->cbor != NULL && !input->out_of_memory) {
        answer_bytes(input, rev);
    }
    if (is_accepted(input)) {
        json_bool("isFull", cri_is_full(&input->cri));
        answer_forms(&input->cri, forms[0]);
        answer_uri_sizes(&forms[0][FORM_URI]);
        answer_components(&input->cri);
        if (cri_is_full(&input->cri)) {
            answer_coap(&input->cri);
        }
    }
    json_end();
}

static void answer_base(const struct subject *base)
{
    json_object("base");
    answer_verdict(base);
    if (is_accepted(base)) {
        struct written written[FORM_COUNT];
        answer_forms(&base->cri, written);
        answer_components(&base->cri);
    }
    json_end();
}

/* The same text in the other revision: whether it is accepted there, and as the same bytes. */
static void answer_other(const struct subject *input, uint8_t rev, enum kind kind, const uint8_t *text, size_t len)
{
    struct subject other;
    subject_read(&other, rev, kind, text, len);
    json_object("other");
    json_number("rev", rev);
    answer_verdict(&other);
    if (is_accepted(&other) && is_accepted(input)) {
        bool same = other.cbor_len == input->cbor_len;
        for (size_t i = 0; same && i < other.cbor_len; i++) {
            same = other.cbor[i] == input->cbor[i];
        }
        json_bool("same", same);
    }
    if (is_accepted(&other)) {
        json_number("len", other.cbor_len);
        json_hex("hex", other.cbor, other.cbor_len, 128);
    }
    json_end();
}

const char *explore(uint8_t rev, uint32_t kind, const uint8_t *text, size_t len, uint32_t base_kind,
                    const uint8_t *base, size_t base_len)
{
    struct subject input, base_subject;
    subject_read(&input, rev, (enum kind)kind, text, len);
    subject_read(&base_subject, rev, (enum kind)base_kind, base, base_len);
    json_begin();
    json_object(NULL);
    answer_input(&input, rev);
    answer_base(&base_subject);
    answer_resolution(&base_subject, &input);
    answer_other(&input, rev == CRI_REV_13 ? CRI_REV_27 : CRI_REV_13, (enum kind)kind, text, len);
    json_end();
    return json_done(&answer_len);
}
