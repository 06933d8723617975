/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The work of client programs. Each function is linked as a separate program. The size of the program minus the size
 * of the function is the size that the library adds to a firmware.
 */
#include "clients.h"

#include "cri_coap.h"
#include "cri_dispatch.h"
#include "cri_document.h"
#include "cri_host.h"
#include "cri_link.h"
#include "cri_uri.h"

#define REVISION CRI_REV_27

static bool resolve(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, cri_t *target)
{
    cri_t from, to;
    size_t consumed;
    return cri_parse(REVISION, base, base_len, &from, &consumed) == CRI_OK &&
           cri_parse(REVISION, link, link_len, &to, &consumed) == CRI_OK && cri_resolve(&from, &to, target) == CRI_OK;
}

const void *client_known(const uint8_t *cri, size_t cri_len)
{
    static cri_t known;
    return cri_parse_exact(REVISION, cri, cri_len, &known) == CRI_OK ? &known : NULL;
}

bool client_coap(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, uint8_t *options,
                 size_t cap, size_t *len)
{
    cri_t target;
    return resolve(base, base_len, link, link_len, &target) &&
           cri_to_coap(&target, NULL, 0, options, cap, len) == CRI_OK;
}

bool client_store(const uint8_t *base, size_t base_len, const uint8_t *link, size_t link_len, uint8_t *buf, size_t cap,
                  size_t *len, const void *known)
{
    cri_t target;
    bool equal;
    return resolve(base, base_len, link, link_len, &target) && cri_equal(&target, known, &equal) == CRI_OK && !equal &&
           cri_encode(&target, buf, cap, len) == CRI_OK;
}

bool client_gateway(const char *uri, size_t uri_len, const uint8_t *link, size_t link_len, uint8_t *cri,
                    uint8_t *options, char *text, size_t cap, size_t *len)
{
    cri_t target;
    size_t base_len;
    return cri_from_uri(REVISION, uri, uri_len, cri, cap, &base_len) == CRI_OK &&
           resolve(cri, base_len, link, link_len, &target) && cri_to_uri(&target, text, cap, len) == CRI_OK &&
           cri_to_coap(&target, NULL, 0, options, cap, len) == CRI_OK;
}

bool client_request(const char *uri, size_t uri_len, uint8_t *options, size_t cap, size_t *len)
{
    return cri_uri_to_coap(REVISION, uri, uri_len, NULL, 0, options, cap, len) == CRI_OK;
}

/* The endpoint of the server. */
static const uint8_t address[] = {192, 0, 2, 171};
static const cri_endpoint_t here = {address, sizeof address, NULL, 0, 5683};

bool client_server(const uint8_t *request, size_t request_len, const uint8_t *links, size_t links_len, uint8_t *cri,
                   uint8_t *options, size_t cap, size_t *len)
{
    static const cri_route_t routes[] = {{"/{*}", 4, 1}};
    const cri_route_t *route;
    cri_routes_t table;
    cri_t base, link, target;
    cri_items_t items;
    size_t cri_len;
    bool same;
    if (cri_routes_check(&table, routes, 1, NULL, NULL) != CRI_OK ||
        cri_from_coap(REVISION, -1, request, request_len, &here, cri, cap, &cri_len) != CRI_OK ||
        cri_parse_exact(REVISION, cri, cri_len, &base) != CRI_OK ||
        cri_items_init_array(&items, REVISION, links, links_len) != CRI_OK) {
        return false;
    }
    while (cri_items_next(&items, &link)) {
        if (cri_resolve(&base, &link, &target) == CRI_OK && cri_same_origin(&base, &target, &same) == CRI_OK && same &&
            cri_route(&table, &target, &route, NULL, 0, NULL) == CRI_OK && route != NULL) {
            return cri_to_coap(&target, NULL, 0, options, cap, len) == CRI_OK;
        }
    }
    return false;
}

bool client_log(const uint8_t *request, size_t request_len, char *text, size_t cap, size_t *len)
{
    return cri_coap_to_uri(REVISION, -1, request, request_len, &here, text, cap, len) == CRI_OK;
}

bool client_discover(const uint8_t *base, size_t base_len, const char *links, size_t links_len, uint8_t *cri,
                     uint8_t *options, size_t cap, size_t *len)
{
    cri_t from, sensor;
    cri_links_t all;
    cri_link_t link;
    const char *target;
    size_t target_len, cri_len;
    bool matches;
    if (cri_parse_exact(REVISION, base, base_len, &from) != CRI_OK ||
        cri_links_init(&all, links, links_len, true) != CRI_OK) {
        return false;
    }
    while (cri_links_next(&all, &link)) {
        if (cri_link_matches(&link, CRI_LIT("rt=temperature"), NULL, 0, &matches) == CRI_OK && matches &&
            cri_link_target(&link, &target, &target_len) &&
            cri_link_resolve(&from, target, target_len, cri, cap, &cri_len, &sensor) == CRI_OK) {
            return cri_to_coap(&sensor, NULL, 0, options, cap, len) == CRI_OK;
        }
    }
    return false;
}

bool client_core(const char *query, size_t query_len, size_t offset, uint8_t *block, size_t cap, size_t *len)
{
    static const char core[] = "</temp>;rt=temperature;ct=\"0 60\",</led>;rt=light;if=actuator;title=\"The lamp\"";
    cri_link_writer_t writer;
    cri_links_t links;
    cri_link_t link;
    size_t total;
    bool matches;
    if (cri_link_writer_init(&writer, offset, block, cap) != CRI_OK ||
        cri_links_init(&links, core, sizeof core - 1, true) != CRI_OK) {
        return false;
    }
    while (cri_links_next(&links, &link)) {
        if (cri_link_matches(&link, query, query_len, NULL, 0, &matches) == CRI_OK && matches) {
            (void)cri_link_writer_link(&writer, &link);
        }
    }
    return cri_link_writer_finish(&writer, len, &total) == CRI_ERR_BUFFER;
}

bool client_split(const char *uri, size_t uri_len, const char **host, size_t *host_len)
{
    cri_uri_t parts;
    size_t offset;
    return cri_uri_split(uri, uri_len, &parts, &offset) == CRI_OK && cri_uri_host_kind(&parts) == CRI_HOST_NAME &&
           cri_uri_part(&parts, CRI_PART_HOST, host, host_len);
}

bool client_resolve(const char *base, size_t base_len, const char *uri, size_t uri_len, char *buf, size_t cap,
                    size_t *len)
{
    const char *host;
    size_t host_len;
    return cri_uri_resolve(base, base_len, uri, uri_len, true, buf, cap, len) == CRI_OK &&
           client_split(buf, *len, &host, &host_len);
}
