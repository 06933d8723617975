/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Whose URIs are they? RFC 8820 (BCP 190) section 2.3: a specification or a firmware that fixes "/sensors/..." takes
 * the path from whoever deploys the device. Here the deployment chooses a prefix, and the firmware only says what is
 * below it: its links are relative, so moving the prefix moves everything and changes no link.
 *
 *   ownership [PREFIX-URI...]
 *
 * Without arguments it shows two deployments of the same firmware.
 */
#include "cri_check.h"

#include <stdio.h>
#include <string.h>

#define REVISION CRI_REV_27
#define TEXT_SIZE 256

/* The device's links, as they lie in flash: CRI references that start from its own place, wherever that is. */
/* clang-format off */
static const uint8_t links[][12] = {
    {0x82, 0x01, 0x81, 0x64, 't', 'e', 'm', 'p'},                      /* [1, ["temp"]] */
    {0x82, 0x01, 0x82, 0x63, 'l', 'e', 'd', 0x62, 'o', 'n'},           /* [1, ["led", "on"]] */
    {0x82, 0x01, 0x81, 0x66, 'c', 'o', 'n', 'f', 'i', 'g'},            /* [1, ["config"]] */
};
/* clang-format on */
#define LINK_COUNT (sizeof links / sizeof links[0])

/* What it should not have: [true, ["sensors", "temp"]], which is /sensors/temp on every device. */
static const uint8_t fixed[] = {0x82, 0xf5, 0x82, 0x67, 's', 'e', 'n', 's', 'o', 'r', 's', 0x64, 't', 'e', 'm', 'p'};

/* clang-format off */
static const char *const section_names[] = {
    "2.1 a fixed scheme", "2.2 a fixed authority", "2.3 a fixed path", "2.4 fixed query parameters", "2.5 a fixed fragment",
};
/* clang-format on */

/* Prints what mandating the reference would take from the owner. Returns whether it takes anything. */
static int print_ownership(const cri_t *reference)
{
    char text[TEXT_SIZE];
    size_t len = 0;
    uint8_t strained = cri_ownership_check(reference);
    if (cri_to_uri(reference, text, sizeof text, &len) != CRI_OK) {
        return 1;
    }
    printf("  %-14s", text);
    if (strained == 0) {
        printf(" leaves all to the owner");
    }
    for (unsigned section = 0; section < sizeof section_names / sizeof section_names[0]; section++) {
        if ((strained >> section & 1) != 0) {
            printf(" strains %s", section_names[section]);
        }
    }
    putchar('\n');
    return strained != 0;
}

/* Where the links lead when the deployment has put the device's resources under this prefix. */
static int print_deployment(const char *prefix)
{
    uint8_t base_cbor[TEXT_SIZE];
    char text[TEXT_SIZE];
    cri_t base, link, target;
    size_t len = 0;
    cri_err_t err = cri_from_uri(REVISION, prefix, strlen(prefix), base_cbor, sizeof base_cbor, &len);
    if (err == CRI_OK) {
        err = cri_parse(REVISION, base_cbor, len, &base, &len);
    }
    printf("deployed under %s\n", prefix);
    for (size_t i = 0; i < LINK_COUNT && err == CRI_OK; i++) {
        err = cri_parse(REVISION, links[i], sizeof links[i], &link, &len);
        if (err == CRI_OK) {
            err = cri_resolve(&base, &link, &target);
        }
        if (err == CRI_OK) {
            err = cri_to_uri(&target, text, sizeof text, &len);
        }
        if (err == CRI_OK) {
            printf("  %s\n", text);
        }
    }
    if (err != CRI_OK) {
        fprintf(stderr, "%s: %s\n", prefix, cri_err_name(err));
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    cri_t reference;
    size_t len = 0;
    int status = 0;
    printf("what the firmware says\n");
    for (size_t i = 0; i < LINK_COUNT; i++) {
        if (cri_parse(REVISION, links[i], sizeof links[i], &reference, &len) != CRI_OK) {
            return 1;
        }
        status |= print_ownership(&reference);
    }
    printf("what it should not say\n");
    if (cri_parse(REVISION, fixed, sizeof fixed, &reference, &len) != CRI_OK || print_ownership(&reference) == 0) {
        return 1;
    }
    if (argc < 2) {
        /* A prefix ends with a slash: it is a place, and links start from it. */
        status |= print_deployment("coap://[2001:db8::7]/");
        status |= print_deployment("coap://gateway.example/floors/2/device-7/");
    }
    for (int i = 1; i < argc; i++) {
        status |= print_deployment(argv[i]);
    }
    return status;
}
