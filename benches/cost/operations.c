/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The operations of libcri on the forms of an input. For an iterator, an operation reads all items. */
#include "harness.h"

#include "cri_check.h"
#include "cri_coap.h"
#include "cri_dispatch.h"
#include "cri_document.h"
#include "cri_edn.h"
#include "cri_host.h"
#include "cri_link.h"
#include "cri_request.h"
#include "cri_template.h"
#include "cri_uri.h"

/* clang-format off */
#define BYTES(form) forms[form].bytes, forms[form].len
#define CHARS(form) (const char *)forms[form].bytes, forms[form].len
#define V(form) &forms[V_##form].view
/* Where results are stored. */
static uint8_t buffer[2 * FORM] ALIGNED;
#define OUT buffer, sizeof buffer, &len
#define CHARS_OUT (char *)buffer, sizeof buffer, &len
static size_t len, start, count; static bool flag; static uint8_t part; static uint16_t number; static uint32_t value;
static int32_t order; static uint64_t permissions; static const char *chars; static const uint8_t *bytes;
static cri_t view; static cri_text_t text, captures[4]; static cri_iter_t iter; static cri_chunks_t chunks;
static cri_uri_t parts; static cri_uri_iter_t pieces; static cri_coap_options_t options; static cri_coap_raw_t raw;
static cri_coap_composer_t composer; static cri_coap_path_t segments; static cri_aif_t aif; static cri_items_t items;
static cri_find_t find; static cri_walk_t walk; static cri_place_t place; static cri_links_t links;
static cri_link_t link; static cri_link_value_t attribute; static cri_link_writer_t writer;
static cri_link_lookup_t lookup; static cri_builder_t builder; static cri_endpoint_t endpoint;
static cri_request_t request; static cri_routes_t routes_table; static const cri_route_t *route;

#define LINKS CRI_LIT("</temp>;rt=\"x core.s\";ct=40;if=sensor,</led>;rt=light;if=actuator;obs")
#define A_LINK cri_link_init_parts(&link, CRI_LIT("/temp"), CRI_LIT("rt=\"x core.s\";ct=40;if=sensor"))
#define A_TEMPLATE CRI_LIT("coap://h/rd-lookup/ep{/id}{?ep,page,rt*}")
static const cri_template_variable_t variables[] = {
    {CRI_LIT("id"), CRI_LIT("7"), NULL, 0, CRI_TEMPLATE_TEXT},
    {CRI_LIT("ep"), CRI_LIT("node 1"), NULL, 0, CRI_TEMPLATE_TEXT},
    {CRI_LIT("rt"), CRI_LIT("light"), NULL, 0, CRI_TEMPLATE_ITEM},
    {CRI_LIT("rt"), CRI_LIT("core.lamp"), NULL, 0, CRI_TEMPLATE_ITEM},
};
static const uint8_t lookup_options[] = {0xd8, 0x02, 'i', 'f', '=', 's', 'e', 'n', 's', '*'};
static const uint16_t ignored[] = {4, 12};
static const cri_route_t routes[] = {{CRI_LIT("/floors/{}/rooms/{*}"), 1}, {CRI_LIT("/{*}"), 2}};
static const uint8_t floors[] = {'f', 'l', 'o', 'o', 'r', 's'};
/* [[[["floors", "2", "rooms"]], 1], [[["floors", "2", "rooms", "kitchen", "sensors", "temp"], ["unit=celsius"]], 1]] */
static const uint8_t aif_entries[] = "\x82\x82\x81\x83\x66" "floors\x61" "2\x65rooms\1\x82\x82\x86\x66" "floors\x61"
    "2\x65rooms\x67kitchen\x67sensors\x64temp\x81\x6cunit=celsius\1";
#define AIF aif_entries, sizeof aif_entries - 1

#define ON(name, form, ...) OPERATION(name, BIT(form), __VA_ARGS__)
#define ON_BOTH(name, first, second, ...) OPERATION(name, BIT(first) | BIT(second), __VA_ARGS__)
#define ONCE(name, ...) OPERATION(name, 0, __VA_ARGS__)
#define TRUE(call) ((call) ? CRI_OK : 1)
#define VALUE(call) ((void)(call), CRI_OK)
/* Calls `next` until it returns false, if `init` succeeded. `first ?: second` makes the calls up to the first error. */
#define EACH(init, next) ({ const cri_err_t err = init; while (err == CRI_OK && next) { } err; })

/* ---- CRIs ------------------------------------------------------------------------------------- */
ON(parse, CRI, cri_parse(REV, BYTES(CRI), &view, &len))
ON(parse_where, CRI, cri_parse_where(REV, BYTES(CRI), &len, &part))
ON(skip, CRI, cri_skip(BYTES(CRI), &len))
ON(encode, V_CRI, cri_encode(V(CRI), OUT))
ON(encode_target, V_RESOLVED, cri_encode(V(RESOLVED), OUT))
ON(normalize, V_CRI, cri_normalize(V(CRI), OUT))
ON(decode_pet, V_CRI, cri_decode_pet(V(CRI), OUT))
ON_BOTH(resolve, V_BASE, V_REFERENCE, cri_resolve(V(BASE), V(REFERENCE), &view))
ON_BOTH(resolve_to, V_BASE, V_REFERENCE, cri_resolve_to(V(BASE), V(REFERENCE), OUT))
ON_BOTH(relativize, V_BASE, V_TARGET, cri_relativize(V(BASE), V(TARGET), &view))
ON_BOTH(relativize_for_uri, V_BASE, V_TARGET, cri_relativize_for_uri(V(BASE), V(TARGET), &view))
ON_BOTH(equal, V_CRI, V_SAME, cri_equal(V(CRI), V(SAME), &flag))
ON_BOTH(equal_resolved, V_TARGET, V_RESOLVED, cri_equal(V(TARGET), V(RESOLVED), &flag))
ON_BOTH(compare, V_CRI, V_SAME, cri_compare(V(CRI), V(SAME), &order))
ON_BOTH(compare_resolved, V_TARGET, V_RESOLVED, cri_compare(V(TARGET), V(RESOLVED), &order))
ON(hash, V_CRI, VALUE(cri_hash(V(CRI))))
ON_BOTH(same_origin, V_CRI, V_SAME, cri_same_origin(V(CRI), V(SAME), &flag))
ON(uses, V_CRI, VALUE(cri_uses(V(CRI))))
ON(without_userinfo, V_CRI, cri_without_userinfo(V(CRI), OUT, &view))
ON(host_text, V_CRI, cri_host_text(V(CRI), CHARS_OUT))
ON(host_endpoint, V_CRI, cri_host_endpoint(V(CRI), &endpoint))
ON(iter_path, V_CRI, EACH(VALUE(cri_iter_init_path(&iter, V(CRI))), cri_iter_next(&iter, &text)))
ON(text_decode, V_CRI, (cri_iter_init_path(&iter, V(CRI)), cri_iter_next(&iter, &text)) ? cri_text_decode(&text,
    OUT) : 1)
ON(text_chunks, V_CRI, (cri_iter_init_path(&iter, V(CRI)),
    cri_iter_next(&iter, &text)) ? EACH(VALUE(cri_chunks_init(&chunks, &text)),
    cri_chunks_next(&chunks, &bytes, &len, &flag)) : 1)
ON(query_find, V_CRI, cri_query_find(V(CRI), CRI_LIT("unit"), OUT, &count, &flag))
ONCE(builder, cri_builder_init(&builder, REV, 0, buffer, sizeof buffer) ?: cri_builder_scheme_id(&builder, -1) ?:
    cri_builder_host_name(&builder, CRI_LIT("sensor-7.example")) ?: cri_builder_segment(&builder, CRI_LIT("temp")) ?:
    cri_builder_parameter(&builder, CRI_LIT("unit=celsius")) ?: cri_builder_finish(&builder, &len))

/* ---- text and notation ------------------------------------------------------------------------ */
ON(from_uri, URI, cri_from_uri(REV, CHARS(URI), OUT))
ON(from_uri_where, URI, cri_from_uri_where(REV, CHARS(URI), &len, &part))
ON(to_uri, V_CRI, cri_to_uri(V(CRI), CHARS_OUT))
ON(to_uri_with, V_CRI, cri_to_uri_with(V(CRI), NULL, 0, CHARS_OUT))
ON(from_iri, IRI, cri_from_iri(REV, CHARS(IRI), OUT))
ON(to_iri, V_CRI, cri_to_iri(V(CRI), CHARS_OUT))
ON(from_edn, EDN, cri_from_edn(REV, CHARS(EDN), OUT, &start))
ON(to_edn, V_CRI, cri_to_edn(V(CRI), CHARS_OUT))
ON(escape, CRI, cri_escape(BYTES(CRI), CHARS_OUT))
ON(uri_split, URI, cri_uri_split(CHARS(URI), &parts, &start))
ON(uri_split_lenient, URI, cri_uri_split_lenient(CHARS(URI), &parts, &value))
ON(uri_segments, URI, EACH(cri_uri_split(CHARS(URI), &parts, &start) ?:
    VALUE(cri_uri_iter_init_path(&pieces, &parts)), cri_uri_iter_next(&pieces, &chars, &len)))
ON(uri_decode, URI, cri_uri_decode(CHARS(URI), OUT))
ON_BOTH(uri_resolve, BASE_URI, REFERENCE_URI,
    cri_uri_resolve(CHARS(BASE_URI), CHARS(REFERENCE_URI), true, CHARS_OUT))
ON_BOTH(uri_same_document, BASE_URI, REFERENCE_URI,
    cri_uri_same_document(CHARS(BASE_URI), CHARS(REFERENCE_URI), &flag))
ON(uri_normalize, URI, cri_uri_normalize(CHARS(URI), CRI_URI_SYNTAX, CHARS_OUT))
ON(uri_equal, URI, cri_uri_equal(CHARS(URI), CHARS(URI), CRI_URI_SYNTAX, &flag))
ON(uri_find, URI, TRUE(cri_uri_find(CHARS(URI), 0, &start, &len)))
ON(uri_unwrap, URI, cri_uri_unwrap(CHARS(URI), CHARS_OUT))
ON(uri_without_zone, URI, cri_uri_without_zone(CHARS(URI), CHARS_OUT, &chars, &count))
ONCE(template_check, cri_template_check(A_TEMPLATE, NULL))
ONCE(template_names, EACH(VALUE(start = len = 0), cri_template_name(A_TEMPLATE, start + len, &start, &len)))
ONCE(template_expand, cri_template_expand(A_TEMPLATE, variables, 4, CHARS_OUT, NULL))

/* ---- CoAP ------------------------------------------------------------------------------------- */
ON(to_coap, V_CRI, cri_to_coap(V(CRI), NULL, 0, OUT))
ON(to_coap_proxy, V_CRI, cri_to_coap_proxy(V(CRI), CRI_COAP_PROXY_CRI, NULL, 0, OUT))
ON(to_coap_location, V_CRI, cri_to_coap_location(V(CRI), 0, OUT))
ON(coap_options, V_CRI, EACH(cri_coap_options_init(&options, V(CRI), NULL, OUT),
    cri_coap_options_next(&options, &number, &bytes, &count)))
ON(request, V_CRI, cri_request(NULL, V(CRI), NULL, OUT, &request))
ON(request_from_uri, URI, cri_request_from_uri(REV, CHARS(URI), NULL, OUT, &request))
ON(uri_to_coap, URI, cri_uri_to_coap(REV, CHARS(URI), NULL, 0, OUT))
ON_BOTH(uri_reference_to_coap, V_CRI, REFERENCE_URI,
    cri_uri_reference_to_coap(V(CRI), CHARS(REFERENCE_URI), NULL, 0, OUT))
ON(from_coap, OPTIONS, cri_from_coap(REV, -1, BYTES(OPTIONS), NULL, OUT))
ON(from_coap_proxy, OPTIONS, cri_from_coap_proxy(REV, -1, BYTES(OPTIONS), NULL, OUT))
ON(from_coap_location, LOCATION, cri_from_coap_location(REV, BYTES(LOCATION), OUT))
ON(coap_to_uri, OPTIONS, cri_coap_to_uri(REV, -1, BYTES(OPTIONS), NULL, CHARS_OUT))
ON(coap_to_uri_proxy, OPTIONS, cri_coap_to_uri_proxy(REV, -1, BYTES(OPTIONS), NULL, CHARS_OUT))
ON(coap_composer, OPTIONS, cri_coap_composer_init(&composer, REV, -1, NULL, buffer, sizeof buffer) ?:
    EACH(cri_coap_raw_init(&raw, BYTES(OPTIONS)), cri_coap_raw_next(&raw, &number, &bytes, &count) &&
    cri_coap_composer_option(&composer, number, bytes, count) == CRI_OK) ?: cri_coap_composer_finish(&composer, &len))
ON(coap_raw, OPTIONS, EACH(cri_coap_raw_init(&raw, BYTES(OPTIONS)), cri_coap_raw_next(&raw, &number, &bytes, &len)))
ON(coap_merge, OPTIONS, cri_coap_merge(BYTES(OPTIONS), BYTES(OPTIONS), OUT))
ON(coap_insert, OPTIONS, cri_coap_insert(BYTES(OPTIONS), 11, floors, sizeof floors, OUT))
ON(coap_insert_uint, OPTIONS, cri_coap_insert_uint(BYTES(OPTIONS), CRI_COAP_ACCEPT, 60, OUT))
ON(coap_find_uint, OPTIONS, cri_coap_find_uint(BYTES(OPTIONS), CRI_COAP_ACCEPT, &value, &flag))
ON(coap_remove, OPTIONS, cri_coap_remove(BYTES(OPTIONS), ignored, 2, OUT))
ON(coap_forward_request, OPTIONS, cri_coap_forward_request(BYTES(OPTIONS), ignored, 2, OUT))
ON(coap_forward_response, LOCATION, cri_coap_forward_response(BYTES(LOCATION), ignored, 2, OUT))
ON(coap_query_find, OPTIONS, cri_coap_query_find(BYTES(OPTIONS), CRI_LIT("unit"), &bytes, &len, &count, &flag))
ON(coap_critical_check, OPTIONS, cri_coap_critical_check(BYTES(OPTIONS), ignored, 2, 0, &number))
ON(coap_cache_key, OPTIONS, cri_coap_cache_key(BYTES(OPTIONS), ignored, 2, OUT))
ON(coap_cache_key_equal, OPTIONS, cri_coap_cache_key_equal(BYTES(OPTIONS), BYTES(OPTIONS), ignored, 2, &flag))
ON(pattern_match, V_CRI, cri_pattern_match(CRI_LIT("/{}/{*}"), V(CRI), &flag, captures, 4, &iter))
ON(coap_pattern_match, OPTIONS, cri_coap_pattern_match(CRI_LIT("/{}/{*}"), BYTES(OPTIONS), &flag, captures, 4,
    &segments))
ON(coap_route, OPTIONS, cri_routes_check(&routes_table, routes, 2, NULL, NULL) ?:
    cri_coap_route(&routes_table, BYTES(OPTIONS), &route, captures, 4, NULL))
ONCE(aif, EACH(cri_aif_init(&aif, REV, AIF), cri_aif_next(&aif, &view, &permissions)))
ON(aif_allows, V_CRI, cri_aif_allows(V(CRI), AIF, 1, &flag, NULL))
ON(coap_aif_allows, OPTIONS, cri_coap_aif_allows(REV, BYTES(OPTIONS), AIF, 1, &flag, NULL))

/* ---- documents and links ---------------------------------------------------------------------- */
ON(items, ITEMS, EACH(cri_items_init_array(&items, REV, BYTES(ITEMS)), cri_items_next(&items, &view)))
ON(find, TAGGED, EACH(cri_find_init(&find, REV, BYTES(TAGGED)), cri_find_next(&find, &view)))
ON(walk, TAGGED, EACH(cri_walk_init(&walk, REV, BYTES(TAGGED)), cri_walk_next(&walk, &place)))
ONCE(links, EACH(cri_links_init(&links, LINKS, true), cri_links_next(&links, &link)))
ON(find_item, TAGGED, EACH(cri_find_init(&find, REV, BYTES(TAGGED)),
                           cri_find_next_item(&find, &view, &chars, &len, &order)))
ONCE(link_lookup, A_LINK ?: cri_link_lookup_init(&lookup, lookup_options, sizeof lookup_options, NULL, 0, NULL, 0) ?:
    VALUE(cri_link_lookup_match(&lookup, &link, &link)))
ONCE(link_matches, A_LINK ?: cri_link_matches(&link, CRI_LIT("if=sens*"), NULL, 0, &flag))
ONCE(link_value_has_token, A_LINK ?: TRUE(cri_link_attribute(&link, CRI_LIT("rt"), &attribute) &&
    cri_link_value_has_token(&attribute, CRI_LIT("core.s"))))
ON(link_resolve, V_CRI, cri_link_resolve(V(CRI), CRI_LIT("../led"), OUT, &view))
ONCE(link_writer, A_LINK ?: cri_link_writer_init(&writer, 0, buffer, sizeof buffer) ?:
    cri_link_writer_link(&writer, &link) ?: cri_link_writer_finish(&writer, &len, &count))
