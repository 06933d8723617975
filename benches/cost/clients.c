/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The work of client programs. Each is linked as a program, to find the bytes that the library adds to it. */
#include "harness.h"

#include "cri_coap.h"
#include "cri_dispatch.h"
#include "cri_document.h"
#include "cri_host.h"

/* Defines a function that returns true if it succeeds, and the operation that calls it. */
#define CLIENT(name)                                                                                                   \
    bool client_##name(void);                                                                                          \
    OPERATION(client_##name, 0, client_##name() ? CRI_OK : 1)                                                          \
    bool client_##name(void)

/* clang-format off */
/* A CRI that is the same as BASE, and an array of a link to resolve against it. */
static const uint8_t base[] = "\x84\x20\x85\x68sensor-7\x69" "building4\x67" "example\x63" "com\x19\xf0\xb0"
                              "\x86\x66" "floors\x61" "2\x65rooms\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius";
static const uint8_t links[] = "\x81\x83\x02\x81\x68humidity\x81\x6cunit=percent";
/* The options of a request for this CRI, and the endpoint of the server. */
static const uint8_t request[] = "\xb6" "floors\x01" "2\x05rooms\x07kitchen\x07sensors\x04temp\x4cunit=celsius";
static const uint8_t address[] = {192, 0, 2, 171};
static const cri_endpoint_t here = {address, sizeof address, NULL, 0, 5683};
/* clang-format on */

/* Where results are stored. */
static uint8_t cri[160], options[160];
static size_t len;

/* Resolves a link, and makes the options of a request for its target. */
CLIENT(coap)
{
    cri_t from, to, target;
    size_t consumed;
    return cri_parse(REV, base, sizeof base - 1, &from, &consumed) == CRI_OK &&
           cri_parse(REV, links + 1, sizeof links - 2, &to, &consumed) == CRI_OK &&
           cri_resolve(&from, &to, &target) == CRI_OK &&
           cri_to_coap(&target, NULL, 0, options, sizeof options, &len) == CRI_OK;
}

/* Makes the options of a request for the first link of a document that leads to this server. The base of the links is
 * the CRI of the request for the document. */
CLIENT(server)
{
    static const cri_route_t routes[] = {{"/{*}", 4, 1}};
    static const cri_routes_t table = CRI_ROUTES(routes, 0);
    const cri_route_t *route;
    cri_t from, to, target;
    cri_items_t items;
    bool same;
    if (cri_from_coap(REV, -1, request, sizeof request - 1, &here, cri, sizeof cri, &len) != CRI_OK ||
        cri_parse_exact(REV, cri, len, &from) != CRI_OK ||
        cri_items_init_array(&items, REV, links, sizeof links - 1) != CRI_OK)
        return false;
    while (cri_items_next(&items, &to)) {
        if (cri_resolve(&from, &to, &target) == CRI_OK && cri_same_origin(&from, &target, &same) == CRI_OK && same &&
            cri_route(&table, &target, &route, NULL, 0, NULL) == CRI_OK && route != NULL)
            return cri_to_coap(&target, NULL, 0, options, sizeof options, &len) == CRI_OK;
    }
    return false;
}
