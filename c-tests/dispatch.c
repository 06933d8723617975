/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Dispatch by patterns of paths. RFC 7252 6.5; R17. The rows are in tests/vectors/patterns.txt: rows.c.
 */
#include "support.h"

enum { LED = 7, DEVICES, FIRMWARE, ROOT, WELL_KNOWN };

static const cri_route_t routes[] = {
    {CRI_LIT("/dev/{}/led"), LED},
    {CRI_LIT("/dev"), DEVICES},
    {CRI_LIT("/fw/{}/{*}"), FIRMWARE},
    {CRI_LIT("/"), ROOT},
    {CRI_LIT("/.well-known/{}/{*}"), WELL_KNOWN},
};

/* Uri-Host "h", Uri-Path "dev", "7", "led", Uri-Query "q" */
#define REQUEST "3168 83646576 0137 036c6564 4171"

static void routes_requests(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        uint32_t id;
        const char *capture;
        const char *rest;
    } rows[] = {
        {REQUEST, LED, "7", ""},
        {"b3646576", DEVICES, "", ""},
        {"b3646576 00", 0, "", ""},
        {"b3646576 00 036c6564", 0, "", ""}, /* {} is not empty */
        {"b3646576 0137 036c656e", 0, "", ""},
        {"b26677 0131", FIRMWARE, "1", ""},
        {"b26677 0131 0161 00 0162", FIRMWARE, "1", "a||b"},
        {"b26677", 0, "", ""},
        {"", ROOT, "", ""},
        {"b0", ROOT, "", ""},
        {"b0 00", 0, "", ""},
        {"d1026d", ROOT, "", ""}, /* no Uri-Path */
        {"3168 c0 40", ROOT, "", ""},
        {"d0 00", WELL_KNOWN, "core", ""}, /* Uri-Path-Abbrev (R29) */
        {"3168 a2 0191 21 71", WELL_KNOWN, "brski", "es"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bytes bytes = from_hex(rows[i].options);
        struct guarded options = guarded_copy(bytes.data, bytes.len);
        const cri_route_t *route = NULL;
        cri_text_t captures[1];
        cri_coap_path_t rest;
        memset(captures, FILL, sizeof captures);
        memset(&rest, FILL, sizeof rest);
        row_err(cri_coap_route(routes, COUNT(routes), options.data, bytes.len, &route, captures, 1, &rest), CRI_OK,
                rows[i].options);
        row_size(route == NULL ? 0 : route->id, rows[i].id, rows[i].options);
        row_ok(route == NULL || (route >= routes && route < routes + COUNT(routes)), rows[i].options, "in the table");
        if (rows[i].capture[0] != '\0') {
            row_ok(text_is(&captures[0], rows[i].capture), rows[i].options, "captured segment");
        } else {
            row_ok(is_filled(captures, sizeof captures), rows[i].options, "no segment is stored");
        }
        if (rows[i].id == 0) {
            row_ok(is_filled(&rest, sizeof rest), rows[i].options, "no iterator is stored");
        } else {
            char joined[32] = "";
            const char *segment = NULL;
            size_t len = 0, at = 0;
            while (cri_coap_path_next(&rest, &segment, &len)) {
                at += (size_t)snprintf(joined + at, sizeof joined - at, at > 0 ? "|%.*s" : "%.*s", (int)len, segment);
            }
            row_text(joined, at, rows[i].rest, rows[i].options);
        }
        guarded_free(&options);
    }
    rows_end();
}

/* Cut anywhere, options are those of a shorter request or truncated. */
static void cut_requests(void **state)
{
    (void)state;
    struct bytes bytes = from_hex(REQUEST);
    for (size_t cut = 0; cut <= bytes.len; cut++) {
        struct guarded options = guarded_copy(bytes.data, cut);
        const cri_route_t *route = &routes[3];
        cri_text_t captures[1];
        cri_coap_path_t rest;
        cri_err_t err = cri_coap_route(routes, COUNT(routes), options.data, cut, &route, captures, 1, &rest);
        bool whole = cut == 0 || cut == 2 || cut == 6 || cut == 8 || cut == 12 || cut == 14;
        assert_int_equal(err, whole ? CRI_OK : CRI_ERR_TRUNCATED);
        if (err != CRI_OK) {
            assert_ptr_equal(route, &routes[3]);
        } else if (cut >= 12) {
            assert_ptr_equal(route, &routes[0]);
        } else if (cut == 8) {
            assert_null(route);
        } else {
            assert_ptr_equal(route, cut == 6 ? &routes[1] : &routes[3]);
        }
        guarded_free(&options);
    }
}

/* A table with a fault is refused, whichever route would match: so the first test finds it. */
static void faults_are_found_at_once(void **state)
{
    (void)state;
    const cri_route_t last_is_bad[] = {{CRI_LIT("/{*}"), 1}, {CRI_LIT("/a/{id}"), 2}};
    const cri_route_t second_is_bad[] = {{CRI_LIT("/{}"), 1}, {CRI_LIT("/a/{id}"), 2}};
    const cri_route_t last_captures_two[] = {{CRI_LIT("/{*}"), 1}, {CRI_LIT("/{}/{}"), 2}};
    const cri_route_t last_is_null[] = {{CRI_LIT("/{*}"), 1}, {NULL, 1, 2}};
    const cri_route_t last_is_empty[] = {{CRI_LIT("/{*}"), 1}, {NULL, 0, 2}};
    const cri_route_t last_is_long[] = {{CRI_LIT("/{*}"), 1}, {"/", SIZE_MAX, 2}};
    const cri_route_t *route = routes;
    cri_text_t captures[2];
    cri_coap_path_t rest;
    bool matches = true;
    cri_iter_t iter;
    cri_t cri = parse_hex(CRI_REV_27, "83 20 81 6168 81 6178");
    memset(captures, FILL, sizeof captures);
    memset(&rest, FILL, sizeof rest);
    assert_int_equal(cri_coap_route(last_is_bad, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_SYNTAX);
    assert_int_equal(cri_coap_route(second_is_bad, 2, (const uint8_t *)"\xb1z", 2, &route, captures, 2, &rest),
                     CRI_ERR_SYNTAX);
    assert_int_equal(cri_coap_route(last_is_empty, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_SYNTAX);
    assert_int_equal(cri_coap_route(last_is_null, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_coap_route(last_is_long, 2, NULL, 0, &route, captures, 2, &rest), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_coap_route(last_captures_two, 2, NULL, 0, &route, captures, 1, &rest), CRI_ERR_BUFFER);
    assert_int_equal(cri_coap_route(last_captures_two, 2, NULL, 0, &route, NULL, 0, &rest), CRI_ERR_BUFFER);
    memset(&iter, FILL, sizeof iter);
    assert_int_equal(cri_route(last_is_bad, 2, &cri, &route, captures, 2, &iter), CRI_ERR_SYNTAX);
    assert_int_equal(cri_route(second_is_bad, 2, &cri, &route, captures, 2, &iter), CRI_ERR_SYNTAX);
    assert_int_equal(cri_route(last_is_empty, 2, &cri, &route, captures, 2, &iter), CRI_ERR_SYNTAX);
    assert_int_equal(cri_route(last_is_null, 2, &cri, &route, captures, 2, &iter), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_route(last_is_long, 2, &cri, &route, captures, 2, &iter), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_route(last_captures_two, 2, &cri, &route, captures, 1, &iter), CRI_ERR_BUFFER);
    cri_t up = parse_hex(CRI_REV_27, "82 01 81 6161");
    assert_int_equal(cri_route(last_captures_two, 2, &up, &route, captures, 2, &iter), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_route(last_captures_two, 2, &up, &route, captures, 1, &iter), CRI_ERR_BUFFER);
    assert_int_equal(cri_route(NULL, 0, &up, &route, captures, 1, &iter), CRI_ERR_NOT_FULL);
    assert_true(is_filled(&iter, sizeof iter));
    assert_int_equal(cri_pattern_match(CRI_LIT("/a/{}"), &cri, &matches, NULL, 0, &iter), CRI_ERR_BUFFER);
    assert_int_equal(cri_coap_pattern_match(CRI_LIT("/a/{}"), NULL, 0, &matches, NULL, 0, &rest), CRI_ERR_BUFFER);
    /* ... and malformed options, whether a path was seen that matches no route or not */
    assert_int_equal(cri_coap_route(routes, 4, (const uint8_t *)"\xb1z\xff", 3, &route, captures, 1, &rest),
                     CRI_ERR_COAP_OPTION);
    assert_int_equal(cri_coap_route(NULL, 0, (const uint8_t *)"\xff", 1, &route, captures, 1, &rest),
                     CRI_ERR_COAP_OPTION);
    assert_ptr_equal(route, routes);
    assert_true(matches && is_filled(captures, sizeof captures) && is_filled(&rest, sizeof rest));
    assert_int_equal(cri_coap_route(last_captures_two, 2, NULL, 0, &route, captures, 2, &rest), CRI_OK);
    assert_ptr_equal(route, last_captures_two);
    assert_true(is_filled(captures, sizeof captures));
    assert_int_equal(cri_coap_route(NULL, 0, NULL, 0, &route, NULL, 0, &rest), CRI_OK);
    assert_null(route);
}

/* A view that an operation made, whose path is in two pieces. */
static void matches_resolved_views(void **state)
{
    (void)state;
    cri_t base = parse_hex(CRI_REV_27, "83 20 81 6168 83 63646576 6137 6178"), resolved;
    cri_t link = parse_hex(CRI_REV_27, "82 01 82 636c6564 826161413b");
    cri_text_t captures[2], segment;
    cri_iter_t rest;
    bool matches = false;
    uint8_t octets[4];
    size_t len = 0;
    assert_int_equal(cri_resolve(&base, &link, &resolved), CRI_OK);
    assert_int_equal(cri_pattern_match(CRI_LIT("/dev/{}/{}/{*}"), &resolved, &matches, captures, 2, &rest), CRI_OK);
    assert_true(matches && text_is(&captures[0], "7") && text_is(&captures[1], "led"));
    assert_true(cri_iter_next(&rest, &segment));
    assert_int_equal(cri_text_decode(&segment, octets, sizeof octets, &len), CRI_OK);
    assert_memory_equal(octets, "a;", len);
    assert_false(cri_iter_next(&rest, &segment));
    assert_int_equal(cri_pattern_match(CRI_LIT("/dev/7/led/a%3b"), &resolved, &matches, NULL, 0, &rest), CRI_OK);
    assert_true(matches);
    matches = false;
    assert_int_equal(cri_pattern_match(CRI_LIT("/{*}"), &link, &matches, NULL, 0, &rest), CRI_ERR_NOT_FULL);
    assert_int_equal(cri_pattern_match(CRI_LIT("/{*}"), &base, &matches, NULL, 0, &rest), CRI_OK);
    assert_true(matches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_requests),
        cmocka_unit_test(cut_requests),
        cmocka_unit_test(faults_are_found_at_once),
        cmocka_unit_test(matches_resolved_views),
    };
    return RUN(tests);
}
