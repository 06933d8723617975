// SPDX-License-Identifier: MIT OR Apache-2.0
// Resolves a link, which is CBOR, against a URI and prints the URI of the target, once a second.
#include <cri.h>

// [1, ["humidity"]]
static const uint8_t link_cbor[] = {0x82, 0x01, 0x81, 0x68, 'h', 'u', 'm', 'i', 'd', 'i', 't', 'y'};

static cri_err_t followLink(char *uri, size_t uri_cap)
{
    uint8_t base_cbor[96];
    size_t len;
    cri_t base, reference, target;

    cri_err_t err = cri_from_uri_view(CRI_REV_27, CRI_LIT("coap://[fe80::42]:61616/floors/2/rooms/kitchen"), base_cbor,
                                      sizeof base_cbor, &base);
    if (err == CRI_OK) {
        err = cri_parse(CRI_REV_27, CRI_BYTES(link_cbor), &reference, &len);
    }
    if (err == CRI_OK) {
        err = cri_resolve(&base, &reference, &target);
    }
    if (err == CRI_OK) {
        err = cri_to_uri(&target, uri, uri_cap, &len);
    }
    return err;
}

void setup()
{
    Serial.begin(115200);
}

void loop()
{
    char uri[96];
    cri_err_t err = followLink(uri, sizeof uri);

    Serial.println(err == CRI_OK ? uri : cri_err_name(err)); // coap://[fe80::42]:61616/floors/2/rooms/humidity
    delay(1000);
}
