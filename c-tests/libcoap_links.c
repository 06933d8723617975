/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What libcoap writes for /.well-known/core is read as the same links and attributes. */
#include "support.h"

#include <coap3/coap.h>

#define ATTRIBUTES 4

struct attribute {
    const char *name;
    const char *written; /* as libcoap is given it, which quotes nothing; NULL for no value */
    const char *value;
};

static const struct resource {
    const char *path;
    bool is_observable; /* libcoap adds an attribute */
    struct attribute attributes[ATTRIBUTES];
} resources[] = {
    {"", false, {{"ct", "0", "0"}, {"title", "\"General Info\"", "General Info"}}},
    {"temp", true, {{"rt", "\"temperature core.s\"", "temperature core.s"}, {"ct", "40", "40"}, {"sz", "\"\"", ""}}},
    {"a/b,c;d", false, {{"title", "\"a, b; <c>\"", "a, b; <c>"}, {"if", "core.b", "core.b"}, {"x", NULL, NULL}}},
    {"async", true, {{"title", "\"quotes \\\" and \\\\ and \xc3\xa9\"", "quotes \" and \\ and \xc3\xa9"}}},
    {"%C3%A9", false, {{"title*", "UTF-8''%e2%82%ac", "UTF-8''%e2%82%ac"}, {"ct", "\"0 40\"", "0 40"}}},
    {"plain", false, {{NULL, NULL, NULL}}},
};

/* Adds the link of a resource as libcoap writes it. Returns the length of the document. */
static size_t print_link(coap_context_t *context, const struct resource *from, char *document, size_t len, size_t cap)
{
    coap_resource_t *resource = coap_resource_init(coap_make_str_const(from->path), 0);
    size_t left = cap - len, offset = 0;
    coap_resource_set_get_observable(resource, from->is_observable);
    for (size_t i = 0; i < ATTRIBUTES && from->attributes[i].name != NULL; i++) {
        const struct attribute *one = &from->attributes[i];
        coap_add_attr(resource, coap_make_str_const(one->name),
                      one->written == NULL ? NULL : coap_make_str_const(one->written), 0);
    }
    coap_add_resource(context, resource);
    coap_print_status_t status = coap_print_link(resource, (uint8_t *)document + len, &left, &offset);
    assert_int_equal(status & (COAP_PRINT_STATUS_ERROR | COAP_PRINT_STATUS_TRUNC), 0);
    return len + COAP_PRINT_OUTPUT_LENGTH(status);
}

static bool is_text(const char *text, size_t len, const char *wanted)
{
    return len == strlen(wanted) && memcmp(text, wanted, len) == 0;
}

static void is_link(const cri_link_t *link, const struct resource *wanted)
{
    cri_link_attributes_t attributes;
    cri_link_value_t value;
    const char *text;
    size_t len, count = 0;
    bool is_observable = false;
    assert_true(cri_link_target(link, &text, &len));
    row_ok(text[0] == '/' && is_text(text + 1, len - 1, wanted->path), wanted->path, "the target");
    for (size_t i = 0; i < ATTRIBUTES && wanted->attributes[i].name != NULL; i++, count++) {
        const struct attribute *one = &wanted->attributes[i];
        bool found = cri_link_attribute(link, one->name, strlen(one->name), &value);
        row_ok(found && cri_link_value_is_set(&value) == (one->value != NULL), one->name, "is set");
        row_ok(one->value == NULL || cri_link_value_equal(&value, one->value, strlen(one->value)), one->name,
               "the value");
    }
    cri_link_attributes(link, &attributes);
    while (cri_link_attributes_next(&attributes, &text, &len, &value)) {
        is_observable |= is_text(text, len, "obs");
        count--;
    }
    row_ok(is_observable == wanted->is_observable && count + is_observable == 0, wanted->path,
           "the number of attributes");
}

static void links_of_libcoap(void **state)
{
    static char document[1024];
    coap_context_t *context = coap_new_context(NULL);
    size_t len = 0, offset = 0;
    cri_links_t links;
    cri_link_t link;
    cri_err_t err;
    (void)state;
    for (size_t i = 0; i < COUNT(resources); i++) {
        if (i > 0) {
            document[len++] = ',';
        }
        len = print_link(context, &resources[i], document, len, sizeof document);
    }
    assert_int_equal(cri_links_init(document, len, true, &links), CRI_OK);
    for (size_t i = 0; i < COUNT(resources); i++) {
        assert_true(cri_links_next_item(&links, &link, &err, &offset));
        row_err(err, CRI_OK, resources[i].path);
        is_link(&link, &resources[i]);
    }
    assert_false(cri_links_next_item(&links, &link, &err, &offset));
    coap_free_context(context);
    rows_end();
}

TESTS(cmocka_unit_test(links_of_libcoap))
