/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The main job of a CoAP client that follows links: take a CBOR document of links as it came in a payload,
 * resolve each link against the address of the request, and tell where it leads.
 *
 *   follow-links LINKS.cbor BASE-URI [KNOWN-URI]
 *
 * The document is a CBOR array whose elements are CRI references (see links.edn). One that this library cannot
 * process, because it is broken or uses an extension, is skipped and the rest is used: this is what section 5.2.1
 * of the CRI specification asks for.
 *
 * Memory: one buffer for the payload, one for the base, one for the known resource and one for text, all of fixed
 * size. Resolved links are views into the payload and the base and need no memory of their own.
 */
#include "cri_edn.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define REVISION CRI_REV_27

/* Sizes that fit a CoAP client: a payload of a few blocks, and URIs as long as a Uri-Path and a Uri-Query allow. */
#define PAYLOAD_SIZE 1024
#define CRI_SIZE 256
#define TEXT_SIZE 512

static uint8_t payload[PAYLOAD_SIZE];
static uint8_t base_cbor[CRI_SIZE];
static uint8_t known_cbor[CRI_SIZE];
static uint8_t link_cbor[CRI_SIZE];
static char text[TEXT_SIZE];

/* Reads the head of a CBOR array of definite length; returns the bytes it takes, or 0 if it is no such head. */
static size_t read_array_head(const uint8_t *data, size_t len, uint32_t *count)
{
    if (len >= 1 && data[0] >= 0x80 && data[0] <= 0x97) {
        *count = data[0] & 0x1fU;
        return 1;
    }
    if (len >= 2 && data[0] == 0x98) {
        *count = data[1];
        return 2;
    }
    if (len >= 3 && data[0] == 0x99) {
        *count = (uint32_t)data[1] << 8 | data[2];
        return 3;
    }
    return 0;
}

/* Turns a URI from the command line into a CRI in `buf` and a view of it. */
static cri_err_t cri_of_uri(const char *uri, uint8_t *buf, size_t buf_cap, cri_t *cri)
{
    size_t len;
    cri_err_t err = cri_from_uri(REVISION, uri, strlen(uri), buf, buf_cap, &len);
    return err != CRI_OK ? err : cri_parse(REVISION, buf, len, cri, &len);
}

static void print_hex(const char *label, const uint8_t *bytes, size_t len)
{
    printf("  %-10s", label);
    for (size_t i = 0; i < len; i++) {
        printf("%02x", bytes[i]);
    }
    putchar('\n');
}

static void print_error(const char *label, cri_err_t err) { printf("  %-10s(none: %s)\n", label, cri_err_name(err)); }

/* One of the text conversions: all have this shape. */
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

/* Is this the resource we know? A fragment names a part of a resource, so a request ignores it (section 4). */
static const char *compare_with_known(const cri_t *link, const cri_t *known)
{
    bool equal = false;
    if (cri_equal(link, known, &equal) == CRI_OK && equal) {
        return "yes";
    }
    if (cri_equal_ignoring_fragment(link, known, &equal) == CRI_OK && equal) {
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

/* Walks the document. Returns 0 when it was read to its end, whatever the single links were worth. */
static int follow_all(const uint8_t *data, size_t len, const cri_t *base, const cri_t *known)
{
    uint32_t count = 0;
    uint32_t followed = 0;
    size_t offset = read_array_head(data, len, &count);
    if (offset == 0) {
        fprintf(stderr, "the document is no CBOR array of definite length\n");
        return 1;
    }
    for (uint32_t i = 1; i <= count; i++) {
        cri_t link;
        size_t consumed = 0;
        cri_err_t err = cri_parse(REVISION, data + offset, len - offset, &link, &consumed);
        printf("link %" PRIu32 " of %" PRIu32 ", at byte %zu\n", i, count, offset);
        if (consumed > 0) {
            print_hex("received", data + offset, consumed);
        }
        if (err == CRI_OK) {
            followed += follow(base, &link, known) == CRI_OK;
        } else if (cri_err_is_unprocessable(err) && consumed > 0) {
            /* Well-formed CBOR that is no CRI to us: its length is known, the next link is not lost. */
            printf("  skipped %zu bytes, unprocessable: %s\n", consumed, cri_err_name(err));
        } else {
            /* Truncated or not CBOR: nothing after this point can be found. */
            fprintf(stderr, "the document breaks off at byte %zu: %s\n", offset, cri_err_name(err));
            return 1;
        }
        offset += consumed;
    }
    printf("%" PRIu32 " of %" PRIu32 " links followed\n", followed, count);
    if (offset != len) {
        fprintf(stderr, "%zu bytes after the document\n", len - offset);
        return 1;
    }
    return 0;
}

/* Stands in for the CoAP stack that delivers a payload. */
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
    cri_err_t err = cri_of_uri(argv[2], base_cbor, sizeof base_cbor, &base);
    if (err == CRI_OK && !cri_is_full(&base)) {
        err = CRI_ERR_NOT_FULL;
    }
    if (err != CRI_OK) {
        fprintf(stderr, "the base %s: %s\n", argv[2], cri_err_name(err));
        return 1;
    }
    if (argc == 4) {
        err = cri_of_uri(argv[3], known_cbor, sizeof known_cbor, &known);
        if (err != CRI_OK) {
            fprintf(stderr, "the known resource %s: %s\n", argv[3], cri_err_name(err));
            return 1;
        }
    }
    print_text("base", &base, cri_to_uri);
    return follow_all(payload, len, &base, argc == 4 ? &known : NULL);
}
