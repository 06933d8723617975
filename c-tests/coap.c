/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Dispatch by paths and patterns, and critical options: cases that are not in tests/vectors and tests/laws. RFC 7252
 * sections 3.1 and 5.4.1; R17.
 */
#include "support.h"

/* Making a table finds the faults in its patterns. Only the place of the fault is stored. */
static void finds_faults_when_the_table_is_made(void **state)
{
    (void)state;
    static const struct {
        cri_route_t last;
        cri_err_t err;
        size_t offset;
    } rows[] = {
        {{CRI_LIT("/a/{id}"), 2}, CRI_ERR_PATTERN, 4},
        {{CRI_LIT("/a/../b"), 2}, CRI_ERR_PATTERN, 3},
        {{NULL, 0, 2}, CRI_ERR_PATTERN, 0},
        {{NULL, 1, 2}, CRI_ERR_ARGUMENT, SIZE_MAX},
        {{"/", SIZE_MAX, 2}, CRI_ERR_ARGUMENT, SIZE_MAX},
        {{CRI_LIT("/{}/{}"), 2}, CRI_OK, SIZE_MAX},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const cri_route_t routes[] = {{CRI_LIT("/{*}"), 1}, rows[i].last};
        size_t index = SIZE_MAX, offset = SIZE_MAX;
        cri_routes_t table;
        memset(&table, FILL, sizeof table);
        assert_int_equal(cri_routes_check(&table, routes, 2, &index, &offset), rows[i].err);
        assert_int_equal(index, rows[i].err == CRI_ERR_PATTERN ? 1 : SIZE_MAX);
        assert_int_equal(offset, rows[i].offset);
        assert_int_equal(is_filled(&table, sizeof table), rows[i].err != CRI_OK);
        assert_int_equal(cri_routes_check(&table, routes, 2, NULL, NULL), rows[i].err);
    }
    /* The first of two faults counts. */
    const cri_route_t wrong[] = {{CRI_LIT("/{*}"), 1}, {CRI_LIT("/a/../b"), 2}, {CRI_LIT("a"), 3}};
    size_t index = SIZE_MAX, offset = SIZE_MAX;
    cri_routes_t table;
    assert_int_equal(cri_routes_check(&table, wrong, COUNT(wrong), &index, &offset), CRI_ERR_PATTERN);
    assert_int_equal(index, 1);
    assert_int_equal(offset, 3);
}

/* The order of `sort` differs: it places "/rd-lookup/ep" before "/rd/{}". */
static void counts_the_routes_that_are_sorted(void **state)
{
    (void)state;
    static const struct {
        const char *patterns[4];
        size_t count, sorted;
    } rows[] = {
        {{"/rd", "/rd/{}", "/rd-lookup/ep"}, 3, 3},
        {{"/rd", "/rd-lookup/ep", "/rd/{}"}, 3, 2},
        {{"/a/b", "/a/{}", "/b"}, 3, 3},
        {{"/a/{}", "/a/b", "/b"}, 3, 1},
        {{"/a/{}/b", "/a/{}/x", "/a/{}/{}", "/a/{*}"}, 4, 4},
        {{"/a/{}/x", "/a/{}/b"}, 2, 1},
        {{"/a/{*}", "/a/{}"}, 2, 1},
        {{"/a", "/b", "/c%20d"}, 3, 2},
        {{"/a%20b", "/c"}, 2, 0},
        {{"/", "/a", "/a", "/{*}"}, 4, 4},
        {{"/b", "/a", "/c", "/d"}, 4, 1},
        {{"/a/", "/a"}, 2, 1},
        {{"/{*}"}, 1, 1},
        {{NULL}, 0, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cri_route_t routes[4];
        cri_routes_t table;
        for (size_t at = 0; at < rows[i].count; at++) {
            routes[at] = (cri_route_t){rows[i].patterns[at], strlen(rows[i].patterns[at]), 0};
        }
        assert_int_equal(cri_routes_check(&table, routes, rows[i].count, NULL, NULL), CRI_OK);
        assert_int_equal(cri_routes_sorted(&table), rows[i].sorted);
    }
    static const cri_routes_t zeros;
    assert_int_equal(cri_routes_sorted(&zeros), 0);
    assert_int_equal(cri_routes_sorted(NULL), 0);
}

static cri_routes_t table_of(const cri_route_t *routes, size_t count)
{
    cri_routes_t table;
    assert_int_equal(cri_routes_check(&table, routes, count, NULL, NULL), CRI_OK);
    return table;
}

/* Checks that both functions return this error, or find this route, for a request of /x. */
static void finds(const cri_routes_t *table, size_t room, cri_err_t err, const cri_route_t *wanted)
{
    static const cri_route_t unset;
    cri_t cri = parse_hex(CRI_REV_27, "83 20 81 6168 81 6178");
    const cri_route_t *route = &unset;
    cri_text_t captures[2];
    assert_int_equal(cri_coap_route(table, (const uint8_t *)"\xb1x", 2, &route, captures, room, NULL), err);
    assert_ptr_equal(route, err == CRI_OK ? wanted : &unset);
    route = &unset;
    assert_int_equal(cri_route(table, &cri, &route, captures, room, NULL), err);
    assert_ptr_equal(route, err == CRI_OK ? wanted : &unset);
}

static void the_first_route_wins(void **state)
{
    (void)state;
    const cri_route_t routes[] = {{CRI_LIT("/a"), 1}, {CRI_LIT("/{}"), 2}, {CRI_LIT("/x"), 3}, {CRI_LIT("/{}/{}"), 4}};
    const cri_routes_t none = {0}, empty = table_of(NULL, 0), all = table_of(routes, 4), one = table_of(routes, 1);
    finds(&none, 2, CRI_ERR_ARGUMENT, NULL);
    finds(&empty, 0, CRI_OK, NULL);
    finds(&one, 0, CRI_OK, NULL);
    finds(&all, 2, CRI_OK, &routes[1]);
    finds(&all, 1, CRI_ERR_BUFFER, NULL);
    /* The pattern with the most captures determines the number of places, wherever it is in the table. */
    const cri_route_t most_first[] = {routes[3], routes[2]};
    const cri_routes_t table = table_of(most_first, 2);
    finds(&table, 1, CRI_ERR_BUFFER, NULL);
    finds(&table, 2, CRI_OK, &most_first[1]);
}

static void finds_routes_in_any_order_by_an_index(void **state)
{
    (void)state;
    const cri_route_t routes[] = {{CRI_LIT("/%78"), 1}, {CRI_LIT("/x"), 2}, {CRI_LIT("/{}"), 3}, {CRI_LIT("/a"), 4}};
    uint16_t index[4] = {7, 7, 7, 7};
    cri_routes_t none = {0}, all = table_of(routes, 4), last = table_of(routes + 1, 3), empty = table_of(NULL, 0);
    assert_int_equal(cri_routes_index(&none, index, 4), CRI_ERR_ARGUMENT);
    assert_int_equal(cri_routes_index(&all, index, 3), CRI_ERR_BUFFER);
    assert_int_equal(cri_routes_index(&all, (uint16_t *)(void *)&all, 4), CRI_ERR_OVERLAP);
    assert_int_equal(cri_routes_index(&empty, NULL, 0), CRI_OK);
    finds(&empty, 0, CRI_OK, NULL);
    assert_int_equal(cri_routes_index(&all, index, 4), CRI_OK);
    const uint16_t order[] = {3, 1, 2, 0};
    assert_memory_equal(index, order, sizeof order);
    assert_int_equal(cri_routes_sorted(&all), 3);
    finds(&all, 2, CRI_OK, &routes[0]);
    assert_int_equal(cri_routes_index(&last, index, 4), CRI_OK);
    finds(&last, 2, CRI_OK, &routes[1]);
    /* The index is an input of later calls. */
    cri_text_t captures[1];
    assert_int_equal(cri_coap_route(&last, NULL, 0, (const cri_route_t **)(void *)index, captures, 1, NULL),
                     CRI_ERR_OVERLAP);
    /* An index that changed leads to no route outside of the array. */
    memset(index, 0xff, sizeof index);
    finds(&last, 2, CRI_OK, NULL);
    static cri_route_t many[65537];
    static uint16_t places[65537];
    for (size_t at = 0; at < COUNT(many); at++) {
        many[at] = routes[1];
    }
    cri_routes_t table = table_of(many, COUNT(many));
    assert_int_equal(cri_routes_index(&table, places, COUNT(places)), CRI_ERR_LIMIT);
    table = table_of(many, COUNT(many) - 1);
    assert_int_equal(cri_routes_index(&table, places, COUNT(places)), CRI_OK);
    finds(&table, 0, CRI_OK, &many[0]);
}

/* Makes sure of a table in flash, as in the comment of CRI_ROUTES. */
static void makes_a_table_without_a_check(void **state)
{
    (void)state;
    static const cri_route_t routes[] = {{CRI_LIT("/a"), 1}, {CRI_LIT("/x"), 2}, {CRI_LIT("/{}"), 3}};
    static const cri_routes_t table = CRI_ROUTES(routes, 1);
    const cri_routes_t checked = table_of(routes, COUNT(routes));
    assert_int_equal(cri_routes_sorted(&checked), COUNT(routes));
    assert_int_equal(cri_routes_sorted(&table), COUNT(routes));
    finds(&table, 1, CRI_OK, &routes[1]);
    finds(&table, 0, CRI_ERR_BUFFER, NULL);
}

/* An output must not overlap a pattern, wherever the pattern is in the table. An output between two patterns is
 * allowed. */
static void refuses_outputs_over_patterns(void **state)
{
    (void)state;
    struct {
        char first[8];
        const cri_route_t *route;
        char last[8];
    } memory = {"/x", NULL, "/y"};
    const cri_route_t routes[] = {{memory.first, 2, 1}, {memory.last, 2, 2}};
    const cri_route_t **over = (const cri_route_t **)(void *)memory.last;
    cri_routes_t table;
    assert_int_equal(cri_routes_check(&table, routes, 2, (size_t *)(void *)memory.last, NULL), CRI_ERR_OVERLAP);
    table = table_of(routes, 2);
    assert_int_equal(cri_coap_route(&table, (const uint8_t *)"\xb1x", 2, over, NULL, 0, NULL), CRI_ERR_OVERLAP);
    assert_memory_equal(memory.last, "/y", 2);
    assert_int_equal(cri_coap_route(&table, (const uint8_t *)"\xb1x", 2, &memory.route, NULL, 0, NULL), CRI_OK);
    assert_ptr_equal(memory.route, routes);
}

/* Places each output over the first or the last byte of a pattern that is the first or the last of the table, and above
 * or below the other pattern. */
static void refuses_each_output_over_each_pattern(void **state)
{
    static size_t memory[32];
    static const size_t sizes[] = {sizeof(cri_route_t *), sizeof(cri_text_t), sizeof(cri_coap_path_t)};
    void *const place = &memory[8];
    (void)state;
    for (size_t i = 0; i < 24; i++) {
        const size_t output = i % 3;
        char *over = (char *)place + (i / 3 % 2 == 0 ? 0 : sizes[output] - 1),
             *apart = (char *)&memory[i < 12 ? 0 : 24];
        const cri_route_t one = {over, 2, 1}, other = {apart, 2, 2};
        const cri_route_t routes[] = {i / 6 % 2 == 0 ? one : other, i / 6 % 2 == 0 ? other : one}, *found;
        memcpy(over, "/x", 2);
        memcpy(apart, "/y", 2);
        const cri_routes_t table = table_of(routes, 2);
        assert_int_equal(cri_coap_route(&table, (const uint8_t *)"\xb1x", 2, output == 0 ? place : &found,
                                        output == 1 ? place : NULL, output == 1, output == 2 ? place : NULL),
                         CRI_ERR_OVERLAP);
        assert_memory_equal(over, "/x", 2);
    }
}

/* R22: if a pattern has changed, the answer is unspecified, but nothing else is written. */
static void writes_nothing_else_if_patterns_change(void **state)
{
    (void)state;
    static const char values[] = "/{}*%a.\0\xff";
    char text[] = "/a/{}/%61/{*}";
    const cri_route_t routes[] = {{text, sizeof text - 1, 1}}, *route;
    const cri_routes_t table = table_of(routes, 1);
    const uint8_t options[] = {0xb1, 'a', 0x01, 'b', 0x01, 'a', 0x01, 'c', 0x00};
    for (size_t at = 0; at < sizeof text - 1; at++) {
        for (size_t i = 0; i < 4 * (sizeof values - 1); i++) {
            cri_text_t captures[3];
            const char kept[sizeof text] = "/a/{}/%61/{*}";
            memset(captures, FILL, sizeof captures);
            memcpy(text, kept, sizeof text);
            memset(text + at, values[i / 4], i % 4 == 3 ? sizeof text - 1 - at : 1);
            if (i % 4 != 3 && at + i % 4 < sizeof text - 1) {
                text[at + i % 4] = '{';
            }
            assert_int_equal(cri_coap_route(&table, options, sizeof options, &route, captures, 1, NULL), CRI_OK);
            assert_true(route == NULL || route == routes);
            assert_true(is_filled(captures + 1, 2 * sizeof *captures));
        }
    }
}

/* An error in any option comes before an option that is refused. */
static void finds_malformed_options_first(void **state)
{
    (void)state;
    static const uint8_t options[] = {0x90, 0xa0, 0xf0};
    uint16_t unknown = 0;
    assert_int_equal(cri_coap_critical_check(options, 3, NULL, 0, 0, &unknown), CRI_ERR_COAP_OPTION);
    assert_int_equal(unknown, 0);
    assert_int_equal(cri_coap_critical_check(options, 2, NULL, 0, 0, &unknown), CRI_ERR_COAP_CRITICAL);
    assert_int_equal(unknown, 9);
    assert_int_equal(cri_coap_critical_check(options, 2, NULL, 0, 9, &unknown), CRI_ERR_COAP_CRITICAL);
    assert_int_equal(unknown, 19);
}

TESTS(cmocka_unit_test(finds_faults_when_the_table_is_made), cmocka_unit_test(finds_malformed_options_first),
      cmocka_unit_test(the_first_route_wins), cmocka_unit_test(finds_routes_in_any_order_by_an_index),
      cmocka_unit_test(makes_a_table_without_a_check), cmocka_unit_test(counts_the_routes_that_are_sorted),
      cmocka_unit_test(refuses_outputs_over_patterns), cmocka_unit_test(refuses_each_output_over_each_pattern),
      cmocka_unit_test(writes_nothing_else_if_patterns_change))
