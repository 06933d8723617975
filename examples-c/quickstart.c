/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "cri.h"

#include <stdio.h>

int main(void)
{
    /* A link that a peer sent, [1, ["humidity"]]: replace the last segment of the path. */
    static const uint8_t link[] = {0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y'};
    uint8_t base_cbor[96];
    char uri[96];
    size_t len;
    cri_t base, reference, target;

    if (cri_from_uri_view(CRI_REV_27, CRI_LIT("coap://[fe80::42]:61616/floors/2/rooms/kitchen?unit=celsius"), base_cbor,
                          sizeof base_cbor, &base) != CRI_OK ||
        cri_parse(CRI_REV_27, CRI_BYTES(link), &reference, &len) != CRI_OK ||
        cri_resolve(&base, &reference, &target) != CRI_OK || /* a view: nothing is copied */
        cri_to_uri(&target, uri, sizeof uri, &len) != CRI_OK) {
        return 1;
    }
    puts(uri); /* coap://[fe80::42]:61616/floors/2/rooms/humidity */
    return 0;
}
