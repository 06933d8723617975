/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Lookups in tables of routes and in lists of permissions, which do not depend on the input. */
#include "harness.h"

#include "cri_coap.h"
#include "cri_dispatch.h"
#include <string.h>

/* The first segments of the routes are sorted or unsorted, or all routes are below one segment. */
enum order { sorted, unsorted, below, ORDERS };
enum wanted { first, last, no };
enum { MOST = 5000 };

struct lookup {
    unsigned count;
    enum order order;
    enum wanted wanted;
    /* The first run makes these. */
    cri_routes_t table;
    char options[sizeof "\xb5rooms\x05r0000\x01x"];
    size_t options_len;
};

/* Writes "r" and a number in four digits, and returns the end. */
static char *put_name(char *at, unsigned number)
{
    *at = 'r';
    for (int digit = 4; digit > 0; digit--, number /= 10)
        at[digit] = (char)('0' + number % 10);
    return at + 5;
}

static char *put(char *at, const char *text)
{
    memcpy(at, text, strlen(text));
    return at + strlen(text);
}

/* Returns the routes of the largest table. */
static const cri_route_t *routes_in(enum order order)
{
    static char patterns[ORDERS][MOST][sizeof "/rooms/r0000/{}"];
    static cri_route_t routes[ORDERS][MOST];
    for (unsigned i = 0; i < MOST && routes[order][MOST - 1].pattern == NULL; i++) {
        char *pattern = patterns[order][i];
        const unsigned id = order == unsorted ? MOST - 1 - i : i;
        char *end = put(put_name(put(pattern, order == below ? "/rooms/" : "/"), id), "/{}");
        routes[order][i] = (cri_route_t){pattern, (size_t)(end - pattern), id};
    }
    return routes[order];
}

static cri_err_t find_route(struct lookup *of)
{
    static cri_text_t captures[1];
    const cri_route_t *routes = routes_in(of->order), *route;
    if (of->options_len == 0) {
        const unsigned id = of->wanted == no ? 9999 : routes[of->wanted == last ? of->count - 1 : 0].id;
        char *end = put(put_name(put(of->options, of->order == below ? "\xb5rooms\x05" : "\xb5"), id), "\x01x");
        of->options_len = (size_t)(end - of->options);
        const cri_err_t err = cri_routes_check(&of->table, routes, of->count, NULL, NULL);
        if (err != CRI_OK)
            return err;
    }
    const cri_err_t err =
        cri_coap_route(&of->table, (const uint8_t *)of->options, of->options_len, &route, captures, 1, NULL);
    return err != CRI_OK || (route == NULL) == (of->wanted == no) ? err : CRI_ERR_ARGUMENT;
}

#define LOOKUP(count, order, wanted)                                                                                   \
    static struct lookup of_##count##_##order##_##wanted = {count, order, wanted, {0}, "", 0};                         \
    OPERATION(coap_route_##count##_##order##_##wanted, 0, find_route(&of_##count##_##order##_##wanted))
#define LOOKUPS(count, order) LOOKUP(count, order, first) LOOKUP(count, order, last) LOOKUP(count, order, no)

LOOKUPS(200, sorted)
LOOKUPS(200, unsorted)
LOOKUPS(200, below)
LOOKUPS(5000, sorted)
LOOKUPS(5000, unsorted)
LOOKUPS(5000, below)

/* Finds the last entry of a list, each entry of which is [[["r0000"]], 1]. */
static cri_err_t find_permission(unsigned count)
{
    enum { HEAD = 3 };
    static char list[HEAD + MOST * sizeof "\x82\x81\x81\x65r0000\x01"];
    static unsigned made;
    static size_t len;
    char options[] = "\xb5r0000";
    bool allowed = false;
    if (made != count) {
        char *at = list + HEAD;
        memcpy(list, (const uint8_t[]){0x99, (uint8_t)(count >> 8), (uint8_t)count}, HEAD);
        for (made = 0; made < count; made++)
            at = put(put_name(put(at, "\x82\x81\x81\x65"), made), "\x01");
        len = (size_t)(at - list);
    }
    put_name(options + 1, count - 1);
    const cri_err_t err =
        cri_coap_aif_allows(REV, (const uint8_t *)options, 6, (const uint8_t *)list, len, 1 /* GET */, &allowed, NULL);
    return err != CRI_OK || allowed ? err : CRI_ERR_ARGUMENT;
}

OPERATION(coap_aif_allows_200_last, 0, find_permission(200))
OPERATION(coap_aif_allows_5000_last, 0, find_permission(5000))
