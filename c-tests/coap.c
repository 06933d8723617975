/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Dispatch by paths and patterns: what the rows of tests/vectors and tests/laws do not say. RFC 7252 section 3.1; R17.
 */
#include "support.h"

/* A table with a fault is refused, though the first route matches: so the first test finds it. */
static void faults_are_found_at_once(void **state)
{
    (void)state;
    static const struct {
        cri_route_t last;
        size_t room;
        cri_err_t err;
    } rows[] = {
        {{CRI_LIT("/a/{id}"), 2}, 2, CRI_ERR_PATTERN}, {{NULL, 0, 2}, 2, CRI_ERR_PATTERN},
        {{NULL, 1, 2}, 2, CRI_ERR_ARGUMENT},           {{"/", SIZE_MAX, 2}, 2, CRI_ERR_ARGUMENT},
        {{CRI_LIT("/{}/{}"), 2}, 1, CRI_ERR_BUFFER},   {{CRI_LIT("/{}/{}"), 2}, 0, CRI_ERR_BUFFER},
        {{CRI_LIT("/{}/{}"), 2}, 2, CRI_OK},
    };
    cri_t cri = parse_hex(CRI_REV_27, "83 20 81 6168 81 6178");
    for (size_t i = 0; i < COUNT(rows); i++) {
        const cri_route_t routes[] = {{CRI_LIT("/{*}"), 1}, rows[i].last};
        const cri_route_t *wanted = rows[i].err == CRI_OK ? routes : NULL, *route = NULL;
        cri_text_t captures[2];
        cri_coap_path_t path;
        cri_iter_t iter;
        memset(captures, FILL, sizeof captures);
        assert_int_equal(cri_coap_route(routes, 2, NULL, 0, &route, captures, rows[i].room, &path), rows[i].err);
        assert_ptr_equal(route, wanted);
        route = NULL;
        assert_int_equal(cri_route(routes, 2, &cri, &route, captures, rows[i].room, &iter), rows[i].err);
        assert_ptr_equal(route, wanted);
        assert_true(is_filled(captures, sizeof captures));
    }
}

TESTS(cmocka_unit_test(faults_are_found_at_once))
