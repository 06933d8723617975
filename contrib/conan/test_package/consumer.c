/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "cri.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    static const uint8_t cbor[] = {0x83, 0x20, 0x81, 0x61, 'h', 0x81, 0x61, 'p'}; /* [-1, ["h"], ["p"]] */
    char uri[32];
    size_t len;
    cri_t cri;

    if (strcmp(cri_version(), CRI_VERSION) != 0 || cri_parse(CRI_REV_27, CRI_BYTES(cbor), &cri, &len) != CRI_OK ||
        cri_to_uri(&cri, uri, sizeof uri, &len) != CRI_OK || strcmp(uri, "coap://h/p") != 0) {
        return 1;
    }
    printf("libcri %s: %s\n", cri_version(), uri);
    return 0;
}
