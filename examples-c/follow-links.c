/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Does the main job of a CoAP client that follows links: resolves each link of a CBOR document against the CRI of the
 * request that fetched the document.
 *
 *   follow-links LINKS.cbor BASE-URI [KNOWN-URI]
 *
 * The document is a CBOR array of CRI references (see links.edn). A reference that this library cannot process, because
 * it is broken or uses an extension, is skipped, and the others are used, as section 5.2.1 of the CRI
 * specification requires.
 *
 * It has four buffers of fixed size: for the payload, the base, the known resource and text. Resolved links are views
 * of the payload and the base, and need no buffer.
 */
#include "cri_document.h"
#include "cri_edn.h"

#include <stdio.h>
#include <string.h>

#define REVISION CRI_REV_27

/* Sizes that are enough for a CoAP client: a payload of a few blocks, and URIs with a Uri-Path and a Uri-Query of the
 * maximum length. */
#define PAYLOAD_SIZE 1024
#define CRI_SIZE 256
#define TEXT_SIZE 512

static uint8_t payload[PAYLOAD_SIZE];
static uint8_t base_cbor[CRI_SIZE];
static uint8_t known_cbor[CRI_SIZE];
static uint8_t link_cbor[CRI_SIZE];
static char text[TEXT_SIZE];

static void print_hex(const char *label, const uint8_t *bytes, size_t len)
{
    printf("  %-10s", label);
    for (size_t i = 0; i < len; i++) {
        printf("%02x", bytes[i]);
    }
    putchar('\n');
}

static void print_error(const char *label, cri_err_t err) { printf("  %-10s(none: %s)\n", label, cri_err_name(err)); }

/* The type of all conversions to text. */
typedef cri_err_t (*text_writer)(const cri_t *cri, char *buf, size_t buf_cap, size_t *len);

static void print_text(const char *label, const cri_t *cri, text_writer write)
{
    size_t len;
    cri_err_t err = write(cri, text, sizeof text, &len);
    if (err != CRI_OK) {
        print_error(label, err);
        return;
    }
    printf("  %-10s%s\n", label, text);
}

static void print_canonical(const char *label, const cri_t *cri)
{
    size_t len;
    cri_err_t err = cri_encode(cri, link_cbor, sizeof link_cbor, &len);
    if (err != CRI_OK) {
        print_error(label, err);
        return;
    }
    print_hex(label, link_cbor, len);
}

/* Returns a text that says if a link leads to the known resource. A fragment names a part of a resource, so a request
 * ignores it (section 4). */
static const char *compare_with_known(const cri_t *link, const cri_t *known)
{
    bool equal = false;
    if (cri_equal(link, known, &equal) == CRI_OK && equal) {
        return "yes";
    }
    cri_t resource, known_resource;
    cri_without_fragment(link, &resource);
    cri_without_fragment(known, &known_resource);
    if (cri_equal(&resource, &known_resource, &equal) == CRI_OK && equal) {
        return "yes, another part of it";
    }
    return "no";
}

/* Resolves one link and prints what a client needs. `known` may be NULL. */
static cri_err_t follow(const cri_t *base, const cri_t *link, const cri_t *known)
{
    cri_t target; /* borrows from the payload and from the base */
    print_text("means", link, cri_to_edn);
    cri_err_t err = cri_resolve(base, link, &target);
    if (err != CRI_OK) {
        printf("  skipped: it does not resolve: %s\n", cri_err_name(err));
        return err;
    }
    print_text("URI", &target, cri_to_uri);
    print_text("CRI", &target, cri_to_edn);
    print_canonical("in CBOR", &target);
    if (known != NULL) {
        printf("  %-10s%s\n", "known?", compare_with_known(&target, known));
    }
    return CRI_OK;
}

/* Follows the links of a document. Returns 0 if it was read to its end, even if links were skipped. */
static int follow_all(const uint8_t *data, size_t len, const cri_t *base, const cri_t *known)
{
    unsigned count = 0, followed = 0;
    size_t offset = 0, item_len;
    const uint8_t *item;
    cri_items_t items;
    cri_t link;
    cri_err_t err = cri_items_init_array(&items, REVISION, data, len);
    if (err != CRI_OK) {
        fprintf(stderr, "the document is not a CBOR array: %s\n", cri_err_name(err));
        return 1;
    }
    while (cri_items_next_item(&items, &link, &err, &item, &item_len)) {
        printf("link %u, at byte %zu\n", ++count, (size_t)(item - data));
        print_hex("received", item, item_len);
        if (err == CRI_OK) {
            followed += follow(base, &link, known) == CRI_OK;
        } else { /* well-formed CBOR that this library does not process as a CRI: the next link can be read */
            printf("  skipped %zu bytes, unprocessable: %s\n", item_len, cri_err_name(err));
        }
        offset = (size_t)(item - data) + item_len;
    }
    err = cri_items_error(&items);
    if (err != CRI_OK) { /* truncated or not CBOR: no further link can be found */
        fprintf(stderr, "the document breaks off after byte %zu: %s\n", offset, cri_err_name(err));
        return 1;
    }
    printf("%u of %u links followed\n", followed, count);
    return 0;
}

/* Reads a file in place of the CoAP stack, which would deliver a payload. */
static size_t read_payload(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        return 0;
    }
    size_t len = fread(payload, 1, sizeof payload, file);
    int more = getc(file);
    fclose(file);
    return more == EOF ? len : 0;
}

int main(int argc, char **argv)
{
    cri_t base, known;
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "usage: follow-links LINKS.cbor BASE-URI [KNOWN-URI]\n");
        return 2;
    }
    size_t len = read_payload(argv[1]);
    if (len == 0) {
        fprintf(stderr, "cannot read %s, or it is empty or larger than %d bytes\n", argv[1], PAYLOAD_SIZE);
        return 1;
    }
    cri_err_t err = cri_from_uri_view(REVISION, argv[2], strlen(argv[2]), base_cbor, sizeof base_cbor, &base);
    if (err == CRI_OK && !cri_is_full(&base)) {
        err = CRI_ERR_NOT_FULL;
    }
    if (err != CRI_OK) {
        fprintf(stderr, "the base %s: %s\n", argv[2], cri_err_name(err));
        return 1;
    }
    if (argc == 4) {
        err = cri_from_uri_view(REVISION, argv[3], strlen(argv[3]), known_cbor, sizeof known_cbor, &known);
        if (err != CRI_OK) {
            fprintf(stderr, "the known resource %s: %s\n", argv[3], cri_err_name(err));
            return 1;
        }
    }
    print_text("base", &base, cri_to_uri);
    return follow_all(payload, len, &base, argc == 4 ? &known : NULL);
}
