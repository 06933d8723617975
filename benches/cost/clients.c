/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The work of client programs. Each function is linked as a separate program. The size of the program minus the size
 * of the function is the size that the library adds to a firmware. A function returns true if it succeeds.
 */
#include "clients.h"

#include "cri_coap.h"
#include "cri_dispatch.h"
#include "cri_document.h"
#include "cri_host.h"
#include "cri_link.h"
#include "cri_uri.h"

#define REVISION CRI_REV_27

/* The endpoint of the server. */
static const uint8_t address[] = {192, 0, 2, 171};
static const cri_endpoint_t here = {address, sizeof address, NULL, 0, 5683};

static bool resolve(const uint8_t *base, size_t base_len, const struct io *io, cri_t *target)
{
    cri_t from, to;
    size_t consumed;
    return cri_parse(REVISION, base, base_len, &from, &consumed) == CRI_OK &&
           cri_parse(REVISION, io->link, io->link_len, &to, &consumed) == CRI_OK &&
           cri_resolve(&from, &to, target) == CRI_OK;
}

/* Resolves a link, and makes the options of a request for its target. */
bool client_coap(struct io *io)
{
    cri_t target;
    return resolve(io->base, io->base_len, io, &target) &&
           cri_to_coap(&target, NULL, 0, io->options, io->cap, &io->len) == CRI_OK;
}

/* Resolves a link with a base that is a URI. Writes the target as a URI, and makes the options of a request for it. */
bool client_gateway(struct io *io)
{
    cri_t target;
    size_t len;
    return cri_from_uri(REVISION, io->uri, io->uri_len, io->cri, io->cap, &len) == CRI_OK &&
           resolve(io->cri, len, io, &target) && cri_to_uri(&target, io->text, io->cap, &io->len) == CRI_OK &&
           cri_to_coap(&target, NULL, 0, io->options, io->cap, &io->len) == CRI_OK;
}

/* Makes the options of a request for the first link of a document that leads to this server. The base of the links is
 * the CRI of the request for the document. */
bool client_server(struct io *io)
{
    static const cri_route_t routes[] = {{"/{*}", 4, 1}};
    const cri_route_t *route;
    static const cri_routes_t table = CRI_ROUTES(routes, 0);
    cri_t base, link, target;
    cri_items_t items;
    size_t len;
    bool same;
    if (cri_from_coap(REVISION, -1, io->request, io->request_len, &here, io->cri, io->cap, &len) != CRI_OK ||
        cri_parse_exact(REVISION, io->cri, len, &base) != CRI_OK ||
        cri_items_init_array(&items, REVISION, io->links, io->links_len) != CRI_OK) {
        return false;
    }
    while (cri_items_next(&items, &link)) {
        if (cri_resolve(&base, &link, &target) == CRI_OK && cri_same_origin(&base, &target, &same) == CRI_OK && same &&
            cri_route(&table, &target, &route, NULL, 0, NULL) == CRI_OK && route != NULL) {
            return cri_to_coap(&target, NULL, 0, io->options, io->cap, &io->len) == CRI_OK;
        }
    }
    return false;
}

/* Makes the options of a request for the first link of a document whose resource type is `temperature`. */
bool client_discover(struct io *io)
{
    cri_t from, sensor;
    cri_links_t all;
    cri_link_t link;
    const char *target;
    size_t target_len, len;
    bool matches;
    if (cri_parse_exact(REVISION, io->base, io->base_len, &from) != CRI_OK ||
        cri_links_init(&all, io->core, io->core_len, true) != CRI_OK) {
        return false;
    }
    while (cri_links_next(&all, &link)) {
        if (cri_link_matches(&link, CRI_LIT("rt=temperature"), NULL, 0, &matches) == CRI_OK && matches &&
            cri_link_target(&link, &target, &target_len) &&
            cri_link_resolve(&from, target, target_len, io->cri, io->cap, &len, &sensor) == CRI_OK) {
            return cri_to_coap(&sensor, NULL, 0, io->options, io->cap, &io->len) == CRI_OK;
        }
    }
    return false;
}
