/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* cri_coap.hpp, cri_link.hpp, cri_document.hpp and cri_template.hpp; see cpp.cpp. */
#include "cpp.hpp"

namespace
{

// Options that equal the destination are omitted. The port is not the default port.
const cri_endpoint_t dest = cri::endpoint(ipv4, 61616);

void texts_and_options()
{
    const view base = parsed(full_bytes);
    const std::string_view uris[] = {"coap://a.b/c//d?x&y=z", "/\xc3\xa4", "b?x", "coap://192.0.2.1:61616", "\xff"};
    // Uri-Host, Uri-Path and Uri-Query; Proxy-Uri; Location-Path; a value that is cut off.
    const octet request[] = {0x31, 'h', 0x81, 'a', 0x41, 'x'}, more[] = {0x31, 'i', 0xc1, 'y'};
    const octet to_proxy[] = {0xd3, 22, 'a', ':', 'b'}, location[] = {0x81, 'n', 0x01, '7'}, cut[] = {0xb2, 'a'};
    const bytes messages[] = {request, to_proxy, location, cut, {}};
    const view prefix = of("/n");
    const octet aif[] = {0x81, 0x82, 0x82, 0x81, 0x61, 'a', 0x81, 0x61, 'x', 1};
    const std::uint16_t ignored[] = {15};
    for (const std::string_view uri : uris) {
        const char *const chars = uri.data();
        const std::size_t len = uri.size();
        WRITES(octet, cri::uri_to_coap(rev, uri, out), cri_uri_to_coap(REV, chars, len, nullptr, 0, out...));
        WRITES(octet, cri::uri_reference_to_coap(base, uri, out),
               cri_uri_reference_to_coap(base.get(), chars, len, nullptr, 0, out...));
        WRITES(octet, cri::uri_to_coap(rev, uri, out, &dest, 3), cri_uri_to_coap(REV, chars, len, &dest, 3, out...));
        WRITES(octet, cri::uri_reference_to_coap(base, uri, out, &dest, 3),
               cri_uri_reference_to_coap(base.get(), chars, len, &dest, 3, out...));
    }
    for (const bytes &all : messages) {
        const octet *const data = all.data();
        const std::size_t len = all.size();
        WRITES(octet, cri::from_coap(rev, -1, all, out), cri_from_coap(REV, -1, data, len, nullptr, out...));
        WRITES(octet, cri::from_coap(rev, -2, all, out, &dest), cri_from_coap(REV, -2, data, len, &dest, out...));
        WRITES(octet, cri::from_coap_proxy(rev, -2, all, out, &dest),
               cri_from_coap_proxy(REV, -2, data, len, &dest, out...));
        WRITES(char, cri::coap_to_uri(rev, -2, all, out, &dest), cri_coap_to_uri(REV, -2, data, len, &dest, out...));
        WRITES(char, cri::coap_to_uri_proxy(rev, -2, all, out, &dest),
               cri_coap_to_uri_proxy(REV, -2, data, len, &dest, out...));
        WRITES(octet, cri::from_coap_location(rev, all, out), cri_from_coap_location(REV, data, len, out...));
        WRITES(octet, cri::coap_merge(all, more, out), cri_coap_merge(data, len, more, sizeof more, out...));
        STORES(cri::coap_is_for_proxy(all), cri_coap_is_for_proxy(data, len, out));
        WRITES(octet, cri::coap_replace_prefix(all, 11, prefix, prefix, out),
               cri_coap_replace_prefix(data, len, 11, prefix.get(), prefix.get(), out...));
        WRITES(octet, cri::coap_insert(all, 17, ipv4, out), cri_coap_insert(data, len, 17, ipv4, 4, out...));
        WRITES(octet, cri::coap_insert_uint(all, 17, 60, out), cri_coap_insert_uint(data, len, 17, 60, out...));
        WRITES(octet, cri::coap_remove(all, ignored, out), cri_coap_remove(data, len, ignored, 1, out...));
        WRITES(octet, cri::coap_forward_request(all, ignored, out),
               cri_coap_forward_request(data, len, ignored, 1, out...));
        WRITES(octet, cri::coap_forward_response(all, ignored, out),
               cri_coap_forward_response(data, len, ignored, 1, out...));
        WRITES(octet, cri::coap_cache_key(all, ignored, out), cri_coap_cache_key(data, len, ignored, 1, out...));
        STORES(cri::coap_cache_key_equal(all, request, ignored),
               cri_coap_cache_key_equal(data, len, request, sizeof request, ignored, 1, out));
        STORES(cri::coap_aif_allows(all, rev, aif, 1),
               cri_coap_aif_allows(REV, data, len, aif, sizeof aif, 1, out, nullptr));
    }
    const octet own[] = {0xb1, 'a', 0x41, 'x'}, query[] = {0xd1, 2, 'x'};
    std::uint64_t permissions = 0;
    CHECK(*cri::coap_aif_allows(own, rev, aif, 1, &permissions) && permissions == 1);
    CHECK(*cri::coap_cache_key_equal(own, {own, 2}, ignored) && !*cri::coap_cache_key_equal(own, {own, 2}));
    CHECK(cri::coap_forward_response(query, ignored, {}) && !cri::coap_forward_response(query, {}, {}));
    CHECK(cri::coap_response_code(cri::from_coap(rev, -1, to_proxy, {}).error()) == 0xa5);
    CHECK(cri::coap_response_code({}) == 0);
    const auto zoned = cri::endpoint(ipv6, 5683, "en1");
    CHECK(zoned.addr == ipv6 && zoned.addr_len == 16 && zoned.port == 5683 && zoned.zone_len == 3);
    CHECK(cri::pattern_check("/a/{}/{}/{*}").value_or(0) == 2 && cri::pattern_check("/a/..").error().length == 3);
}

void makes_requests()
{
    octet buffer[64];
    const std::int64_t schemes[] = {CRI_SCHEME_COAP, CRI_SCHEME_COAPS};
    cri_request_settings_t settings{};
    settings.schemes = schemes;
    settings.schemes_len = 2;
    const view base = of("coaps://h.example/a");
    const auto made = cri::request(base, of("b#f"), buffer, &settings);
    CHECK(made && made->scheme() == CRI_SCHEME_COAPS && made->host() == "h.example" && made->endpoint().port == 5684);
    CHECK(made && made->target() == of("coaps://h.example/b") && made->options().size() == 12);
    CHECK(made->get().options == made->options().data());
    CHECK(cri::request(base, of("b"), buffer).error() == CRI_ERR_COAP_TRANSPORT);
    CHECK(cri::request(of("coap://192.0.2.1/a"), buffer)->endpoint().addr_len == 4);
    CHECK(cri::request(of("coaps://192.0.2.1/a"), buffer, &settings)->endpoint().port == 5684);
    CHECK(cri::request(of("b"), buffer).error() == CRI_ERR_NOT_FULL);
    CHECK(cri::request_from_uri(rev, "coaps://h.example/b", {}, &settings).error().length == 38);
    CHECK(cri::request_from_uri(rev, "coaps://h.example/b", buffer, &settings)->host() == "h.example");
    CHECK(cri::coap_request().host().empty() && cri::coap_request().options().empty());
    // The id of the scheme must fit in 32 bits.
    for (const std::uint32_t number : {0x7fffffffU, 0x80000000U}) {
        const cri_scheme_row_t table[] = {{"x", 1, number, 5683}};
        const std::int64_t id = CRI_SCHEME_ID(number);
        settings = {&id, 1, table, 1, nullptr, 0, 0};
        const auto found = cri::request_from_uri(rev, "x://h", buffer, &settings);
        CHECK(number == 0x7fffffff ? found->scheme() == id : found.error() == CRI_ERR_COAP_TRANSPORT);
    }
}

void ranges_of_options()
{
    const view cri = parsed(full_bytes), at_address = of("coap://192.0.2.1:61616/.well-known/rd");
    octet scratch[CRI_COAP_SCRATCH];
    const std::uint16_t request[] = {3, 11, 11, 11, 15, 15}, path[] = {11, 11};
    const auto is_number = [](const cri::coap_option &option, std::uint16_t wanted) { return option.number == wanted; };
    CHECK(same(*cri::coap_options(cri.without_fragment(), scratch), request, is_number));
    CHECK(same(*cri::coap_options(at_address, scratch, &dest), path, is_number));
    CHECK(cri::coap_options(cri.without_fragment(), {}).error().length > 0 && cri::coap_path_abbrev(at_address) == 1);
    CHECK(!cri::coap_path_abbrev(cri));
    for (const view &a : {cri.without_fragment(), at_address, of("c")}) {
        WRITES(octet, cri::to_coap(a, out), cri_to_coap(a.get(), nullptr, 0, out...));
        WRITES(octet, cri::to_coap(a, out, &dest, 3), cri_to_coap(a.get(), &dest, 3, out...));
        WRITES(octet, cri::to_coap_proxy(a, cri::proxy::uri, out), cri_to_coap_proxy(a.get(), 35, nullptr, 0, out...));
        WRITES(octet, cri::to_coap_proxy(a, cri::proxy::scheme, out, &dest, 3),
               cri_to_coap_proxy(a.get(), CRI_COAP_PROXY_SCHEME, &dest, 3, out...));
    }
    const octet message[] = {0xb1, 'a', 0x42, 'b', 'c'}; // Uri-Path: a; Uri-Query: bc
    const std::string_view values[] = {"a", "bc"};
    CHECK(same(*cri::coap_raw(message), values, [](const cri::coap_option &option, std::string_view wanted) {
        return (option.number == 11 || option.number == 15) && same(option.value, wanted);
    }));
    CHECK(cri::coap_raw({})->empty() && cri::coap_raw({message, 1}).error() == CRI_ERR_TRUNCATED);
}

void finds_parts_of_messages()
{
    const octet message[] = {0xb1, 'a', 0x43, 'k', '=', 'v', 0x01, 'k', 0xff, 'p'}; // Uri-Path: a; Uri-Query: k=v, k
    const auto parts = cri::coap_split(message);
    CHECK(parts && parts->options.size() == 8 && parts->options.data() == message);
    CHECK(parts->payload.size() == 1 && parts->payload.data() == message + 9);
    CHECK(cri::coap_split({message, 9}).error() == CRI_ERR_TRUNCATED);
    const octet unknown[] = {0x10, 0xd0, 21, 0xe0, 0xfc, 0xb9}; // options 1, 35 and 65001
    const std::uint16_t known[] = {1, 35};
    const cri::error first = cri::coap_critical_check(unknown), next = cri::coap_critical_check(unknown, {}, 1);
    CHECK(first == CRI_ERR_COAP_CRITICAL && first.length == 1 && next == CRI_ERR_COAP_PROXY && next.length == 35);
    CHECK(cri::coap_critical_check(unknown, known).length == 65001);
    CHECK(cri::coap_critical_check(unknown, known, 65001) == CRI_OK && cri::coap_critical_check({}) == CRI_OK);
    const octet uints[] = {0xc1, 60, 0x40, 0x15, 1, 2, 3, 4, 5}; // Content-Format: 60; Hop-Limit: 0; Accept: five bytes
    CHECK(cri::coap_find_uint(uints, 12)->value_or(0) == 60 && cri::coap_find_uint(uints, 16)->value_or(1) == 0);
    CHECK(!*cri::coap_find_uint(uints, 14) && cri::coap_find_uint(uints, 17).error() == CRI_ERR_COAP_LENGTH);
    const auto k = cri::coap_query_find(parts->options, "k"), x = cri::coap_query_find(parts->options, "x");
    CHECK(k && k->count == 2 && k->value == "v" && x && x->count == 0 && !x->value);
    const octet no_value[] = {0xd1, 2, 'k'};
    CHECK(cri::coap_query_find(no_value, "k")->count == 1 && !cri::coap_query_find(no_value, "k")->value);
    const octet empty_value[] = {0xd2, 2, 'k', '='};
    CHECK(cri::coap_query_find(empty_value, "k")->value == "");
    CHECK(cri::coap_query_find(bytes(message, 9), "k").error() == CRI_ERR_COAP_OPTION);
    octet value[1];
    const view cri = of("coap://h?k=v&l");
    const auto found = cri.query_find("k", value), alone = cri.query_find("l", {});
    CHECK(found && found->count == 1 && found->value->size() == 1 && (*found->value)[0] == 'v');
    CHECK(alone && alone->count == 1 && !alone->value && cri.query_find("k", {}).error().length == 1);
    char uri[17];
    const auto typed = cri::uri_without_zone("coap://[::1%en1]", uri);
    CHECK(typed && typed->uri == "coap://[::1]" && typed->zone == "en1");
    CHECK(cri::uri_without_zone("coap://[::1%]", uri).error() == CRI_ERR_URI_HOST);
    CHECK(cri::uri_without_zone("coap://[::1%en1]", {}).error().length == 12);
}

void composes()
{
    const view cri = of("coap://h/a?x");
    const octet proxy_uri[] = {'a', ':', 'b'}, h[] = {'h'}, n[] = {'n'};
    octet composed[ROOM], coded[ROOM], back[ROOM];
    cri::composer composer(rev, -1, composed);
    const auto options = cri::coap_raw(*cri::to_coap(cri, coded));
    for (const cri::coap_option &option : *options)
        composer.option_proxy(option.number, option.value);
    CHECK(!composer.is_for_proxy() && parsed(*composer.finish()) == cri);
    CHECK(parsed(*cri::composer(rev, -1, composed, &dest).finish()) == of("coap://192.0.2.1:61616"));
    CHECK(parsed(*cri::composer(rev, composed).option(8, n).finish()) == of("/n"));
    // finish() returns the first error.
    CHECK(cri::composer(rev, -3, composed).option(3, h).option_proxy(3, h).finish().error() == CRI_ERR_ARGUMENT);
    CHECK(cri::composer(cri::revision(), composed).finish().error() == CRI_ERR_ARGUMENT);
    CHECK(cri::composer(rev, -1, back).option_proxy(CRI_COAP_PROXY_SCHEME, {}).is_for_proxy());
    CHECK(parsed(*cri::composer(rev, -1, back).option(3, h).finish()) == of("coap://h"));
    cri::composer server(rev, -1, back);
    CHECK(server.option(35, proxy_uri).option(3, h).finish().error() == CRI_ERR_COAP_PROXY);
}

void reads_and_writes_links()
{
    const char document[] = "</temp>;rt=\"x temp\";title=\"a \\\"b\\\"\",oops,<c>;obs";
    octet buffer[ROOM], cbor[ROOM];
    std::size_t length = 0;
    cri::link_writer writer(buffer, 1);
    const std::string_view targets[] = {"/temp", "c"}, names[] = {"rt", "title"};
    CHECK(same(cri::links(document), targets, [](auto &link, auto wanted) { return link.target() == wanted; }));
    for (const cri::link &link : cri::links(document))
        writer.copy(link);
    CHECK(writer.finish()->size() == 42 && buffer[0] == '/');
    const cri::link first = *cri::links(document).begin();
    CHECK(*first.matches("rt=te*") && !*first.matches("href=/t") && first.matches("rt").error() == CRI_ERR_SYNTAX);
    CHECK(!*first.matches("title=b") && !*first.matches("title=\"b\"") && *first.matches("title=\"b\"", "d title"));
    CHECK(first.attribute("RT")->has_token("temp") && *first.attribute("rt") != "temp" && !first.attribute("obs"));
    const cri::link_value title = *first.attribute("title");
    CHECK(*first.attribute("rt")->plain() == "x temp" && !title.plain() && title == "a \"b\"" && !(title != "a \"b\""));
    cri_link_value_t object{};
    CHECK(cri_link_attribute(first.get(), "title", 5, &object));
    WRITES(char, title.decode(out), cri_link_value_decode(&object, out...));
    CHECK(same(first.attributes(), names, [](auto &one, auto name) { return one.name == name && one.value.is_set(); }));
    for (const view &base : {parsed(full_bytes), view()})
        MAKES(cri::resolve_link(base, "/t", cbor), cri_link_resolve(base.get(), "/t", 2, cbor, ROOM, &length, out));
    cri::link_writer empty({}, 3);
    bool more = false;
    CHECK(empty.target("/a").attribute("ct", "0 1").flag("x").finish().error().length == 12);
    CHECK(empty.block(more)->empty() && more && writer.block(more)->size() == 42 && !more);
    const std::uint8_t page[] = {0xd7, 0x02, 'c', 'o', 'u', 'n', 't', '=', '1'};
    cri::link_lookup lookup(cri::bytes(page, sizeof page));
    CHECK(lookup.error() == CRI_OK && lookup.accepts(first) && !lookup.accepts(first, first) && lookup.matched() == 2);
    cri::link_lookup all(cri::bytes(page, sizeof page), {}, "count");
    CHECK(all.accepts(first) && all.accepts(first));
    const std::uint8_t target[] = {0xd6, 0x02, 'h', 'r', 'e', 'f', '=', 'c'};
    cri::link_lookup either(cri::bytes(target, sizeof target));
    CHECK(!either.accepts(first) && either.accepts(first, *++cri::links(document).begin()));
    cri::link_lookup refused(cri::bytes(page, 8));
    CHECK(refused.error() == CRI_ERR_TRUNCATED && !refused.accepts(first) && refused.get()->matched == 0);
    CHECK(empty.flag(" ").block(more).error() == CRI_ERR_SYNTAX && !more && empty.finish().error().length == 0);
    CHECK(cri::links({}).empty() && cri::link().target().empty() && cri::link().attributes().empty());
}

void walks_documents()
{
    // [{"rel": "up", "href": [1]}, {"href": [128, ["x"]]}]
    const octet document[] = {0x82, 0xa2, 0x63, 'r',  'e', 'l', 0x62, 'u', 'p',  0x64, 'h',  'r',  'e',  'f',
                              0x81, 0x01, 0xa1, 0x64, 'h', 'r', 'e',  'f', 0x82, 0x18, 0x80, 0x81, 0x61, 'x'};
    const octet extremes[] = {0x60, 0x1b, 255, 255, 255, 255, 255, 255, 255, 254};
    cri::walk walk(rev, document);
    int links = 0;
    for (const cri::place &at : walk.items()) {
        const cri_place_t &place = *at.get();
        CHECK(at.data().data() == place.data && at.data().size() == place.data_len && at.depth() == place.depth);
        CHECK(at.major_type() == place.major_type && at.argument() == place.argument && at.index() == place.index);
        CHECK(at.content() ? same(*at.content(), bytes(place.content, place.content_len)) : place.content == nullptr);
        CHECK(at.key() ? same(*at.key(), bytes(place.key, place.key_len)) : place.key == nullptr);
        CHECK(at.map() == place.map && at.key_is("rel") == (at.depth() == 2 && at.data()[0] == 0x62));
        if (at.key_is("href") && at.depth() == 2) {
            const auto link = walk.parse();
            CHECK(links++ == 0 ? *link == parsed({document + 14, 2}) : link.error() == CRI_ERR_DISCARD);
            CHECK(walk.parse().error() == (link ? CRI_ERR_ORDER : CRI_ERR_DISCARD));
        }
    }
    CHECK(links == 2 && walk.error() == CRI_OK && walk.items().empty());
    // An empty text, and an argument that only an archive for 64 bits can store.
    cri::walk empty(rev, bytes(document + 14, 0)), ends(rev, bytes(extremes));
    const cri::place text = *ends.items().begin(), number = *ends.items().begin();
    CHECK(text.content() && text.content()->empty() && text.argument() == 0u && empty.items().empty());
    CHECK(number.argument() == (sizeof(std::size_t) > 4 ? std::optional<std::size_t>(SIZE_MAX - 1) : std::nullopt));
    // 99([1]) and 99(0) in an array whose end is missing.
    const octet open[] = {0x9f, 0xd8, 0x63, 0x81, 0x01, 0xd8, 0x63, 0x00};
    cri::walk cut(rev, open);
    CHECK(!cut.items().begin()->argument());
    auto item = cut.items().begin();
    CHECK(item->argument() == 99u && item->depth() == 1 && item->data().data() == open + 1);
    CHECK(*cut.parse() == parsed({open + 3, 2}));
    CHECK((++item)->argument() == 99u && item->index() == 1 && cut.parse().error() == CRI_ERR_STRUCTURE);
    CHECK((++item)->major_type() == CRI_TYPE_UINT && cut.items().empty());
    CHECK(cut.error() == CRI_ERR_TRUNCATED && cut.error().length == 8);
}

void matches_patterns()
{
    const octet options[] = {0xb3, 'd', 'e', 'v', 0x01, '7', 0x01, 'a', 0x01, 'b'}; // Uri-Path: dev, 7, a, b
    const view path = of("/dev/7/a/b");
    const cri_route_t routes[] = {{"/fw/{*}", 7, 1}, {"/dev/{}/{*}", 11, 2}}, bad[] = {{"/", 1, 1}, {"/{a}", 4, 2}};
    const auto table = cri::routes::check(routes);
    const std::string_view a_and_b[] = {"a", "b"};
    const auto is_match = [&](const auto &found, const cri_route_t *route) {
        return found && *found && (*found)->route == route && (*found)->captures[0] == "7" &&
               !(*found)->captures[1].plain() && same((*found)->rest, a_and_b);
    };
    CHECK(is_match(cri::pattern_match<2>("/dev/{}/{*}", path), nullptr));
    CHECK(is_match(cri::coap_pattern_match<2>("/dev/{}/{*}", options), nullptr));
    CHECK(table && is_match(cri::route<2>(*table, path), &routes[1]));
    CHECK(is_match(cri::coap_route<2>(*table, options), &routes[1]));
    CHECK(cri::routes::check(bad).error() == CRI_ERR_PATTERN && cri::routes::check(bad).error().length == 1);
    CHECK(cri::route(cri::routes(), path).error() == CRI_ERR_ARGUMENT && cri::routes().sorted() == 0);
    CHECK(table->sorted() == 1); // "/dev" should precede "/fw"
    std::uint16_t index[2];
    const auto indexed = cri::routes::check(routes, index);
    CHECK(indexed && indexed->sorted() == 2 && is_match(cri::coap_route<2>(*indexed, options), &routes[1]));
    CHECK(cri::routes::check(routes, {index, 1}).error() == CRI_ERR_BUFFER);
    CHECK(cri::routes::check(bad, index).error() == CRI_ERR_PATTERN);
    CHECK(cri::pattern_match("/", path) && !*cri::pattern_match("/", path));
    CHECK(!*cri::coap_route(*cri::routes::check({}), options));
    CHECK(cri::route(*table, path).error() == CRI_ERR_BUFFER);
    CHECK(cri::coap_route(*table, options).error() == CRI_ERR_BUFFER);
    CHECK(cri::pattern_match<1>("/{}/{}", path).error() == CRI_ERR_BUFFER);
    CHECK(cri::coap_pattern_match<1>("/{}/{}", options).error() == CRI_ERR_BUFFER);
    CHECK(cri::coap_pattern_match("/{a}", options).error() == CRI_ERR_PATTERN);
    CHECK(cri::pattern_match("/a", of("c")).error() == CRI_ERR_NOT_FULL);
}

void expands_templates()
{
    const std::string_view texts[] = {"/a", "{/x*}{?y}", "{x:1}", ""}, names[] = {"x", "y", "z"};
    const cri_template_variable_t lists[][3] = {
        {cri::variable("x", "a b"), cri::variable("y", ""), cri::variable("z", "c")},
        {cri::variable("x", "a"), cri::variable_item("y", "1"), cri::variable_item("y", "2")},
        {cri::variable_pair("x", "k", "v"), cri::variable_pair("x", "l", "w"), {}},
        {cri::variable("x", "1"), cri::variable("x", "2"), {}}};
    for (const std::string_view text : texts)
        for (const auto &variables : lists)
            if (text != "{x:1}" || variables[0].kind == CRI_TEMPLATE_TEXT)
                WRITES(char, cri::expand_template(text, variables, out),
                       cri_template_expand(text.data(), text.size(), variables, 3, out..., nullptr));
    char buffer[ROOM];
    const auto refused = cri::expand_template("a{x:1}", lists[2], buffer).error();
    CHECK(refused == CRI_ERR_SYNTAX && refused.length == 3);
    CHECK(cri::template_check("{x}") == CRI_OK && cri::template_check("a{!x}") == CRI_ERR_SYNTAX);
    CHECK(cri::template_check("a{!x}").length == 2);
    CHECK(same(cri::template_names("/{x}{?y*,z:3}"), names) && cri::template_names("/a").empty());
}

} // namespace

void tests_of_coap_links_and_documents()
{
    texts_and_options();
    makes_requests();
    ranges_of_options();
    finds_parts_of_messages();
    composes();
    reads_and_writes_links();
    walks_documents();
    matches_patterns();
    expands_templates();
}
