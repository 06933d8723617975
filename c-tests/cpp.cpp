/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Tests cri.hpp without exceptions, RTTI and a heap. cpp-coap.cpp tests the other headers of C++, and temporaries.cpp
 * has the code that must not compile. script/test compiles them with g++ and clang++, as C++17 and C++20. The last line
 * of the output has the form of cmocka's.
 */
#include "cpp.hpp"

#include <cstdlib>
#include <new>
#if __cplusplus >= 202002L
#include <ranges>
#include <span>
#endif

namespace {

void views_and_pairs_of_views()
{
    const view whole = parsed(full_bytes), views[] = {
        whole, whole.without_fragment(), of("coap://u@[2001:db8::1]:61616/a%3Bb"), of("../c"), parsed(loud),
        of("http://x/%C3%A4?q#f"), view(),
    };
    octet buffer[ROOM];
    std::size_t length = 0;
    for (const view &a : views) {
        WRITES(char, a.to_uri(out), cri_to_uri(a.get(), out...));
        WRITES(char, a.to_iri(out), cri_to_iri(a.get(), out...));
        WRITES(char, a.host_text(out), cri_host_text(a.get(), out...));
        WRITES(octet, a.encode(out), cri_encode(a.get(), out...));
        WRITES(octet, a.normalize(out), cri_normalize(a.get(), out...));
        WRITES(octet, a.decode_pet(out), cri_decode_pet(a.get(), out...));
        STORES(a.effective_scheme(), cri_effective_scheme(a.get(), out));
        STORES(a.effective_port(), cri_effective_port(a.get(), out));
        MAKES(a.without_userinfo(buffer), cri_without_userinfo(a.get(), buffer, ROOM, &length, out));
        CHECK(a.hash() == cri_hash(a.get()) && a.revision() == cri::revision(cri_revision(a.get())));
        for (const view &b : views) {
            STORES(a.equal(b), cri_equal(a.get(), b.get(), out));
            STORES(a.same_origin(b), cri_same_origin(a.get(), b.get(), out));
            STORES(a.compare(b), cri_compare(a.get(), b.get(), out));
            MAKES(a.resolve(b), cri_resolve(a.get(), b.get(), out));
            MAKES(a.resolve_to(b, buffer), cri_resolve_to_view(a.get(), b.get(), buffer, ROOM, out));
            MAKES(a.relativize(b), cri_relativize(a.get(), b.get(), out));
            MAKES(a.relativize_for_uri(b), cri_relativize_for_uri(a.get(), b.get(), out));
            MAKES(a.with_authority(b), cri_with_authority(a.get(), b.get(), out));
            MAKES(a.replace_prefix(b, b), cri_replace_prefix(a.get(), b.get(), b.get(), out));
        }
    }
    for (const std::string_view uri : {"coap://example.com/a//b?x&y=z", "/\xc3\xa4", "../b", "\xff"}) {
        WRITES(octet, cri::from_uri(rev, uri, out), cri_from_uri(REV, uri.data(), uri.size(), out...));
        WRITES(octet, cri::from_iri(rev, uri, out), cri_from_iri(REV, uri.data(), uri.size(), out...));
    }
    const cri::fault port = cri::from_uri_where(rev, "coap://h:08/a"), space = cri::from_iri_where(rev, "/\xc3\xa4 b");
    CHECK(port.error == CRI_ERR_URI_PORT && port.error.length == 9 && port.part == CRI_PART_PORT);
    CHECK(space.error == CRI_ERR_URI_SYNTAX && space.error.length == 3 && space.part == CRI_PART_PATH);
    CHECK(cri::from_uri_where(rev, "coap://h/a").error == CRI_OK);
    CHECK(whole.resolve_to(views[3], {buffer, 3}).error().length > 3);
    CHECK(views[2].without_userinfo({buffer, 2}).error().length > 2);
    const auto endpoint = views[2].host_endpoint();
    CHECK(endpoint && endpoint->addr == views[2].host_address()->data() && endpoint->port == 61616);
    CHECK(whole.host_endpoint().error() == CRI_ERR_HOST_NAME);
    CHECK(whole.with_endpoint(*endpoint, buffer)->port() == 61616);
    CHECK(whole.with_endpoint(*endpoint, {buffer, 2}).error().length == 21);
}

void reads_every_section()
{
    const view cri = parsed(full_bytes), other = of("coap://[2001:db8::1]:61616/a%3Bb"), reference = of("c");
    CHECK(cri.is_full() && cri.scheme() == -1 && cri.scheme_name() == "coap");
    CHECK(cri.authority_kind() == cri::authority_kind::host && cri.host_kind() == cri::host_kind::name);
    CHECK(!cri.host_address() && !cri.zone() && !cri.userinfo() && !cri.port());
    CHECK(cri.path_is_set() && cri.query_is_set());
    CHECK(cri.fragment() && *cri.fragment() == "f" && *cri.fragment() != "g" && !cri.without_fragment().fragment());
    CHECK(cri.without_query().query().empty() && cri.without_query().fragment());
    CHECK(other.host_kind() == cri::host_kind::ipv6 && other.port() == 61616 && *of("//u@h").userinfo() == "u");
    CHECK(other.host_address() && other.host_address()->size() == 16 && (*other.host_address())[15] == 1);
    CHECK(other.labels().empty() && other.query().empty() && !other.fragment());
    CHECK(reference.discard() == 1 && !reference.scheme());
    CHECK(!reference.is_full() && reference.path_is_set() && !reference.query_is_set());
    CHECK(reference.authority_kind() == cri::authority_kind::not_set);
    // A percent-encoded text has parts.
    const cri::text segment = *other.path().begin();
    const bool encoded[] = {false, true, false};
    CHECK(!segment.plain() && segment != "a;b");
    CHECK(same(segment.chunks(), encoded,
               [](auto &chunk, bool wanted) { return chunk.percent_encoded == wanted && chunk.bytes.size() == 1; }));
    octet buffer[3];
    CHECK(same(*segment.decode(buffer), bytes(reinterpret_cast<const octet *>("a;b"), 3)));
    CHECK(segment.decode({}).error() == CRI_ERR_BUFFER && segment.decode({}).error().length == 3);
}

void ranges_visit_every_text()
{
    const view cri = parsed(full_bytes);
    const std::string_view segments[] = {"a", "", "b"}, labels[] = {"example", "com"};
    const auto query = cri.query();
    CHECK(same(cri.path(), segments) && same(cri.labels(), labels) && std::next(cri.path().begin())->plain() == "");
    // A range can be iterated over again, and copies of an iterator are independent.
    auto first = query.begin();
    const auto before = first++;
    CHECK(*before == "x" && *first == "y=z" && std::distance(query.begin(), query.end()) == 2);
    const cri::text empty;
    CHECK(!empty.plain() && empty.chunks().empty() && empty != "" && view().path().empty());
    // Iterators at the same place are equal.
    CHECK(before != first && !(before == first) && before == query.begin());
    CHECK(first != query.begin() && first != query.end());
    CHECK(first++ == std::next(query.begin()) && first == query.end() && query.end() != query.begin());
}

void parse_is_exact_and_parse_next_is_not()
{
    // A CRI, and an unprocessable item.
    const std::array<octet, 8> sequence = {0x82, 0x01, 0x81, 0x61, 'c', 0x82, 0x01, 0xf6};
    CHECK(view::parse(rev, sequence).error().code == CRI_ERR_EXTRA);
    bytes rest = sequence;
    CHECK(view::parse_next(rev, rest)->discard() == 1 && rest.size() == 3);
    const auto next = view::parse_next(rev, rest);
    CHECK(!next && next.error().is_unprocessable() && next.error().length == 3 && rest.empty());
    CHECK(!view::parse_next(rev, rest) && rest.empty());
    const cri::error truncated = view::parse(rev, {}).error();
    CHECK(truncated.length == 0 && !std::strcmp(truncated.name(), "truncated") && std::strlen(truncated.text()) > 9);
    // The value of a failed result is empty, and safe to use.
    const auto failed = view::parse(rev, {});
    char text[8];
    CHECK(failed->path().empty() && failed->to_uri(text).error() == CRI_ERR_ARGUMENT);
    CHECK(failed->to_uri(text).value_or("none") == "none" && failed->to_uri(text)->empty());
}

void compares_as_values()
{
    const view a = parsed(full_bytes), b = a.without_fragment(), none;
    const auto older = view::parse(cri::revision::href13, full_bytes);
    // The same CRI with the scheme's id in two bytes.
    octet longer[sizeof full] = {full[0], 0x38, 0};
    std::copy(full_bytes.begin() + 2, full_bytes.end(), longer + 3);
    const view again = parsed(longer);
    CHECK(a == again && !(a != again) && !(a < again) && a <= again && a >= again && !(a > again));
    CHECK(a != b && !(a == b) && b < a && !(a < b) && a > b && !(b > a) && b <= a && !(a <= b) && a >= b && !(b >= a));
    CHECK(*older < a && a > *older && *older != a && none < *older && none == view() && !(none < view()));
    std::array<view, 4> sorted = {a, b, *older, none};
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted[0] == none && sorted[1] == *older && std::binary_search(sorted.begin(), sorted.end(), b));
    const std::hash<view> hash;
    CHECK(hash(a) == hash(again) && hash(a) != hash(b) && hash(none) == none.hash());
    // clang before 16 cannot compile the ranges of libstdc++.
#if __cplusplus >= 202002L && (!defined __clang__ || __clang_major__ >= 16)
    static_assert(std::ranges::input_range<cri::texts> && std::ranges::view<cri::texts> && std::totally_ordered<view>);
    static_assert(std::ranges::borrowed_range<cri::texts> && std::ranges::borrowed_range<bytes> &&
                  std::ranges::view<bytes>);
    const std::size_t sizes[] = {7, 3};
    const auto size_of = [](const cri::text &text) { return text.plain()->size(); };
    CHECK(std::ranges::equal(a.labels() | std::views::transform(size_of), sizes) && !std::ranges::empty(a.query()));
#endif
}

void strings_that_cannot_grow_as_far()
{
    std::array<octet, 5 + ROOM + 1> long_path = {0x82, 0xf5, 0x81, 0x78, ROOM + 1};
    std::fill(long_path.begin() + 5, long_path.end(), 'a');
    string text(0);
    const auto error = parsed(long_path).to_uri(text).error();
    CHECK(error == CRI_ERR_BUFFER && error.length == ROOM + 2);
}

void builds()
{
    octet buffer[ROOM];
    for (std::size_t size : {full_bytes.size() - 1, full_bytes.size()}) {
        cri::builder builder(rev, {buffer, size});
        builder.scheme(-1).host("example.com").segment("a").segment("").segment("b");
        const auto encoded = builder.parameter("x").parameter("y=z").fragment("f").finish();
        CHECK(encoded ? same(*encoded, full_bytes) : encoded.error().length == full_bytes.size());
    }
    cri::builder typed(rev, buffer, CRI_BUILD_NORMALIZE | CRI_BUILD_PERCENT);
    CHECK(parsed(*typed.scheme("COAP").userinfo("u").host(ipv4).port(5684).segment("%61").finish()) ==
          of("coap://u@192.0.2.1:5684/a"));
    const octet no_path[] = {0x82, 0x01, 0x80}, no_query[] = {0x83, 0x00, 0xf6, 0x80};
    const view pet = of("coap://h/a%3Bb?c%26d#e%23"), pets = of("coap://h/a%3Bb/a%3Bb?c%26d#e%23");
    cri::builder more(pet.without_query(), buffer);
    for (const cri::text segment : pet.path()) more.segment(segment);
    for (const cri::text parameter : pet.query()) more.parameter(parameter);
    CHECK(parsed(*more.fragment(*pet.fragment()).finish()) == pets);
    CHECK(same(*cri::builder(rev, buffer).discard(1).path().finish(), no_path));
    CHECK(same(*cri::builder(rev, buffer).discard(0).query().finish(), no_query));
    CHECK(parsed(*cri::builder(rev, buffer).scheme("urn").rootless().segment("a:b").finish()) == of("urn:a:b"));
    // finish() returns the first error.
    cri::builder wrong(rev, buffer);
    CHECK(wrong.scheme(-1).segment("..").port(1).segment("a").finish().error() == CRI_ERR_DOT_SEGMENT);
    CHECK(cri::builder(rev, buffer, 128).scheme(-1).finish().error() == CRI_ERR_ARGUMENT);
    const auto zoned = cri::builder(rev, buffer).scheme(-1).host(ipv6, "eth0").finish();
    CHECK(zoned && parsed(*zoned).zone() == "eth0" && !parsed(*zoned).labels().begin()->plain());
}

void spans_convert()
{
    octet array[4] = {1, 2, 3, 4};
    const std::array<octet, 4> constant = {1, 2, 3, 4};
    const cri::span<octet> writable = array;
    CHECK(same(writable, constant) && same(bytes(array), constant) && bytes().empty());
    CHECK(cri::span<const char>(std::string_view("ab")).size() == 2);
    static_assert(std::is_trivially_copyable_v<view> && sizeof(view) == sizeof(cri_t));
#if __cplusplus >= 202002L
    const std::span<const octet> standard = writable;
    CHECK(standard.size() == 4 && same(standard, constant));
#endif
}

} // namespace

// An allocation ends the test.
void *operator new(std::size_t) { std::abort(); }
void operator delete(void *) noexcept {}
void operator delete(void *, std::size_t) noexcept {}

int main()
{
    views_and_pairs_of_views();
    reads_every_section();
    ranges_visit_every_text();
    parse_is_exact_and_parse_next_is_not();
    compares_as_values();
    strings_that_cannot_grow_as_far();
    builds();
    spans_convert();
    tests_of_coap_links_and_documents();
    std::printf("[  PASSED  ] %d test(s).\n", checks - failures);
    if (failures > 0) std::printf("[  FAILED  ] %d test(s)\n", failures);
    return failures > 0;
}
