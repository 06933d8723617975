/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * cri.hpp, cri_coap.hpp, cri_link.hpp and cri_document.hpp, without exceptions, RTTI and a heap. cmocka is for C, so
 * this file has a check of its own and prints the same last line. script/test compiles it with g++ and clang++, as
 * C++17 and C++20.
 */
#include "cri_coap.hpp"
#include "cri_document.hpp"
#include "cri_link.hpp"
#include "cri.hpp" // the guard is what is tested

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <vector>
#if __cplusplus >= 202002L
#include <ranges>
#include <span>
#endif

using cri::bytes;
using cri::revision;
using cri::view;

namespace
{

int checks;
int failures;

void check(bool held, const char *what, int line)
{
    checks++;
    if (!held) {
        failures++;
        std::printf("FAILED: cpp.cpp:%d: %s\n", line, what);
    }
}

#define CHECK(condition) check(static_cast<bool>(condition), #condition, __LINE__)

// [-1, ["example", "com"], ["a", "", "b"], ["x", "y=z"], "f"]
const std::uint8_t full[] = "\x85\x20\x82\x67"
                            "example\x63"
                            "com\x83\x61"
                            "a\x60\x61"
                            "b\x82\x61"
                            "x\x63"
                            "y=z\x61"
                            "f";
const bytes full_bytes(full, sizeof full - 1);
// A reference, and a CRI with an address, a port and a percent-encoded segment.
const char reference[] = "c";
const char address[] = "coap://[2001:db8::1]:61616/a%3Bb";

view parsed(bytes data)
{
    const auto cri = view::parse(revision::href27, data);
    CHECK(cri);
    return *cri;
}

// The CRI of a URI reference, in bytes that stay.
view of(std::string_view uri)
{
    static std::uint8_t room[1024];
    static std::size_t used;
    const auto made = cri::from_uri(revision::href27, uri, {room + used, sizeof room - used});
    CHECK(made);
    used += made->size();
    return parsed(*made);
}

std::string_view uri_of(const view &cri)
{
    static char text[64];
    return cri.to_uri(text).value_or("");
}

// Whether a range has these elements.
template <class Range, class Wanted = bytes, class... Equal>
bool same(const Range &range, const Wanted &wanted, Equal... equal)
{
    return std::equal(range.begin(), range.end(), std::begin(wanted), std::end(wanted), equal...);
}

// An option as it should be: its number, and the value where that is of one byte.
struct number_and_byte {
    std::uint16_t number;
    char byte;
};

bool operator==(const cri::coap_option &option, const number_and_byte &wanted)
{
    return option.number == wanted.number && option.value.size() == 1 && option.value[0] == wanted.byte;
}

void reads_every_section()
{
    const view cri = parsed(full_bytes);
    CHECK(cri.revision() == revision::href27 && cri.is_full());
    CHECK(cri.scheme() == -1 && cri.scheme_name() == "coap");
    CHECK(cri.authority_kind() == cri::authority_kind::host && cri.host_kind() == cri::host_kind::name);
    CHECK(!cri.host_address() && !cri.zone() && !cri.userinfo() && !cri.port());
    CHECK(cri.path_count() == 3 && cri.query_count() == 2 && cri.path_is_set() && cri.query_is_set());
    CHECK(cri.fragment() && *cri.fragment() == "f" && *cri.fragment() != "g");

    const view other = of(address);
    CHECK(other.host_kind() == cri::host_kind::ipv6 && other.port() == 61616);
    CHECK(other.host_address() && other.host_address()->size() == 16 && (*other.host_address())[15] == 1);
    CHECK(other.labels().empty() && other.query().empty() && !other.fragment());
    CHECK(of(reference).discard() == 1 && !of(reference).scheme());
    CHECK(of(reference).authority_kind() == cri::authority_kind::not_set);
}

void ranges_visit_every_text()
{
    const view cri = parsed(full_bytes);
    const std::string_view segments[] = {"a", "", "b"};
    CHECK(same(cri.path(), segments) &&
          same(cri.path(), segments, [](auto &text, auto wanted) { return text.plain() == wanted; }));
    std::size_t length = 0;
    for (const auto &label : cri.labels())
        length += label.plain().value_or("").size();
    CHECK(length == 10 && !cri.labels().empty());
    const auto query = cri.query();
    CHECK(std::count_if(query.begin(), query.end(), [](const cri::text &text) { return text == "y=z"; }) == 1);
    // A range can be visited again, and copies of an iterator are independent.
    auto first = query.begin();
    const auto before = first++;
    CHECK(*before == "x" && *first == "y=z" && std::distance(query.begin(), query.end()) == 2);
    // Iterators are equal at the same place.
    CHECK(before != first && before == query.begin() && first != query.begin() && first != query.end());
    CHECK(first++ == std::next(query.begin()) && first == query.end() && query.end() != query.begin());
}

void percent_encoded_texts_have_parts()
{
    const cri::text segment = *of(address).path().begin();
    CHECK(!segment.plain() && segment != "a;b");
    int parts = 0;
    for (const cri::chunk &chunk : segment.chunks()) {
        CHECK(chunk.bytes.size() == 1 && chunk.percent_encoded == (parts == 1));
        parts++;
    }
    CHECK(parts == 3);
    std::uint8_t buffer[3];
    CHECK(same(*segment.decode(buffer), bytes(reinterpret_cast<const std::uint8_t *>("a;b"), 3)));
    const auto length = segment.decode({});
    CHECK(!length && length.error() == CRI_ERR_BUFFER && length.error().length == 3);
}

void parse_is_exact_and_parse_next_is_not()
{
    // A CRI, and an unprocessable item.
    const std::array<std::uint8_t, 8> sequence = {0x82, 0x01, 0x81, 0x61, 'c', 0x82, 0x01, 0xf6};
    CHECK(view::parse(revision::href27, sequence).error().code == CRI_ERR_EXTRA);
    bytes rest = sequence;
    CHECK(view::parse_next(revision::href27, rest)->discard() == 1 && rest.size() == 3);
    const auto next = view::parse_next(revision::href27, rest);
    CHECK(!next && next.error().is_unprocessable() && next.error().length == 3 && rest.empty());
    CHECK(!view::parse_next(revision::href27, rest) && rest.empty());
    const cri::error truncated = view::parse(revision::href27, {}).error();
    CHECK(!std::strcmp(truncated.name(), "truncated") && std::strlen(truncated.text()) > 9);
}

void operates()
{
    const view base = parsed(full_bytes);
    const auto resolved = base.resolve(of(reference));
    CHECK(resolved && uri_of(*resolved) == "coap://example.com/a//c");
    const auto relative = base.relativize(*resolved);
    CHECK(relative && *relative->equal(of(reference)));
    CHECK(!*base.equal(base.without_fragment()) && *base.equal_ignoring_fragment(base.without_fragment()));
    CHECK(!base.without_fragment().fragment());
    CHECK(base.query_count() > 0 && base.without_query().query_count() == 0);
    CHECK(*base.compare(base) == 0 && *base.compare(*resolved) == -*resolved->compare(base));
    CHECK(base.hash() == parsed(full_bytes).hash() && base.hash() != resolved->hash());
    const std::uint8_t shouting[] = {0x82, 0x20, 0x81, 0x61, 'A'};
    std::uint8_t normal[8];
    CHECK((*parsed(shouting).normalize(normal))[4] == 'a');
    CHECK(of(reference).resolve(base).error().code == CRI_ERR_NOT_FULL);
    const auto older = view::parse(revision::href13, full_bytes);
    CHECK(older && older->equal(base).error() == CRI_ERR_REVISION);
}

void compares_as_values()
{
    const view a = parsed(full_bytes), b = a.without_fragment(), none;
    const auto older = view::parse(revision::href13, full_bytes);
    // The same with the scheme's id in two bytes.
    std::uint8_t longer[sizeof full];
    std::copy(full_bytes.begin(), full_bytes.end(), longer + 1);
    longer[0] = full[0], longer[1] = 0x38, longer[2] = 0;
    const view same_one = parsed(longer);
    CHECK(a == same_one && !(a != same_one) && !(a < same_one) && a <= same_one && a >= same_one && !(a > same_one));
    CHECK(a != b && !(a == b) && (a < b) != (b < a) && (a < b) == (b > a) && (a <= b) == (a < b) &&
          (a >= b) == (a > b));
    CHECK((a < b) == (*a.compare(b) < 0));
    CHECK(*older < a && a > *older && *older != a && none < *older && none == view() && !(none < view()));
    std::array<view, 4> sorted = {a, b, *older, none};
    std::sort(sorted.begin(), sorted.end());
    CHECK(sorted[0] == none && sorted[1] == *older && std::binary_search(sorted.begin(), sorted.end(), b));
    const std::hash<view> hash;
    CHECK(hash(a) == hash(same_one) && hash(a) != hash(b) && hash(none) == none.hash());
    // clang could not compile libstdc++'s ranges before 16.
#if __cplusplus >= 202002L && (!defined __clang__ || __clang_major__ >= 16)
    static_assert(std::ranges::input_range<cri::texts> && std::ranges::view<cri::texts> && std::totally_ordered<view>);
    static_assert(std::ranges::borrowed_range<cri::texts> && std::ranges::borrowed_range<bytes> &&
                  std::ranges::view<bytes>);
    std::size_t length = 0;
    const auto size_of = [](const cri::text &text) { return text.plain()->size(); };
    for (std::size_t size : a.labels() | std::views::transform(size_of)) {
        length = 10 * length + size;
    }
    CHECK(length == 73 && !std::ranges::empty(a.query()));
#endif
}

void knows_hosts_and_ports()
{
    const view name = parsed(full_bytes), host = of(address);
    char text[16];
    CHECK(name.host_text(text).value_or("") == "example.com" && host.host_text(text).value_or("") == "2001:db8::1");
    CHECK(name.host_text({}).error().length == 11 && of(reference).host_text(text).error() == CRI_ERR_NO_HOST);
    CHECK(*name.effective_port() == 5683 && *host.effective_port() == 61616);
    CHECK(of(reference).effective_port().error() == CRI_ERR_SCHEME_UNKNOWN);
    const auto endpoint = host.host_endpoint();
    CHECK(endpoint && endpoint->addr == host.host_address()->data() && endpoint->port == 61616);
    CHECK(name.host_endpoint().error() == CRI_ERR_HOST_NAME);
    CHECK(*name.same_origin(name.without_fragment()) && !*name.same_origin(host));
    CHECK(*name.effective_scheme() == -1);
    CHECK(of(reference).effective_scheme().error() == CRI_ERR_NOT_FULL);
}

void resolves_chains()
{
    const view up = of("../c/d"), secret = of("coap://u@h");
    std::uint8_t buffers[2][64];
    view base = parsed(full_bytes);
    for (int round = 0; round < 9; round++)
        base = *base.resolve_to(up, buffers[round % 2]);
    CHECK(uri_of(base) == "coap://example.com/a/c/d");
    const auto small = base.resolve_to(up, {buffers[1], 3});
    CHECK(small.error() == CRI_ERR_BUFFER && small.error().length > 3 && !small->is_full());
    const auto bare = secret.without_userinfo(buffers[0]);
    CHECK(secret.userinfo() && bare && !bare->userinfo() && uri_of(*bare) == "coap://h");
    CHECK(secret.without_userinfo({buffers[0], 2}).error().length == 3);
}

void writes_to_buffers()
{
    const view cri = parsed(full_bytes);
    const std::string_view uri = "coap://example.com/a//b?x&y=z#f";
    char text[64];
    std::uint8_t data[64];
    CHECK(*cri.to_uri({text, uri.size() + 1}) == uri && text[uri.size()] == 0); // with a NUL
    CHECK(cri.to_uri({text, uri.size()}).error().length == uri.size());
    CHECK(same(*cri.encode({data, full_bytes.size()}), full_bytes));
    CHECK(cri.encode({data, full_bytes.size() - 1}).error().length == full_bytes.size());
    CHECK(of("/%C3%A4").to_iri(text).value_or("") == "/\xc3\xa4" && uri_of(of("/%C3%A4")) == "/%C3%A4");
}

// A string without a heap; std::string has the same functions.
class string
{
  public:
    explicit string(std::size_t size) : size_(size) {}
    char *data() { return chars_; }
    const char *c_str() const { return chars_; }
    std::size_t size() const { return size_; }
    void resize(std::size_t size) noexcept { chars_[size_ = size < 40 ? size : 40] = '\0'; }

  private:
    char chars_[48] = {};
    std::size_t size_;
};

void grows_strings()
{
    const view cri = parsed(full_bytes), host = of(address);
    const std::string_view uri = "coap://example.com/a//b?x&y=z#f";
    for (std::size_t size = 0; size <= 40; size++) {
        string text(size);
        const auto written = cri.to_uri(text);
        CHECK(written && *written == uri && written->data() == text.data());
        CHECK(text.size() == uri.size() && std::strlen(text.c_str()) == uri.size());
    }
    string text(0);
    CHECK(cri.to_iri(text).value_or("") == uri && host.host_text(text).value_or("") == "2001:db8::1" &&
          text.size() == 11);
    CHECK(cri.without_fragment().to_uri(text) && text.size() == uri.size() - 2);
    CHECK(of(reference).host_text(text).error() == CRI_ERR_NO_HOST);
    // One that cannot grow as far.
    std::array<std::uint8_t, 53> long_path = {0x82, 0xf5, 0x81, 0x78, 48};
    std::fill(long_path.begin() + 5, long_path.end(), 'a');
    const auto error = parsed(long_path).to_uri(text).error();
    CHECK(error == CRI_ERR_BUFFER && error.length == 49);
}

// ---- what does not compile: views of temporaries

template <class, template <class...> class Call, class... T> struct compiles : std::false_type {
};
template <template <class...> class Call, class... T>
struct compiles<std::void_t<Call<T...>>, Call, T...> : std::true_type {
};
template <template <class...> class Call, class... T> constexpr bool can = compiles<void, Call, T...>::value;

template <class T> using parse = decltype(view::parse(revision::href27, std::declval<T>()));
template <class T> using match = decltype(cri::coap_path_match(std::declval<T>(), std::declval<const view &>()));
template <class T> using read = decltype(cri::coap_raw(std::declval<T>()));
template <class T> using match_pattern = decltype(cri::coap_pattern_match("/", std::declval<T>()));
template <class T> using route = decltype(cri::coap_route({}, std::declval<T>()));
template <class A, class Z> using endpoint = decltype(cri::endpoint(std::declval<A>(), 5683, std::declval<Z>()));
// A string that grows must be one that stays.
template <class T> using hold = decltype(view().to_uri(std::declval<T>()));

using octet = std::uint8_t;
using vector = std::vector<octet>;
static_assert(!can<parse, vector> && !can<parse, const vector> && !can<match, vector>);
static_assert(!can<parse, std::array<octet, 4>> && !can<parse, std::array<const octet, 4>> &&
              !can<match, std::array<octet, 4>>);
static_assert(!can<match_pattern, vector> && can<match_pattern, vector &> && can<match_pattern, bytes>);
static_assert(!can<route, vector> && can<route, vector &> && can<route, bytes>);
static_assert(!std::is_constructible_v<cri::walk, revision, vector> &&
              std::is_constructible_v<cri::walk, revision, vector &>);
static_assert(!can<read, vector> && can<read, vector &> && can<read, bytes>);
static_assert(can<parse, vector &> && can<parse, const vector &> && can<parse, std::array<octet, 4> &>);
static_assert(can<parse, bytes> && can<parse, const bytes &> && can<parse, cri::span<octet>>);
static_assert(can<parse, const octet (&)[4]> && can<match, const octet (&)[4]> && can<match, bytes>);
static_assert(!can<endpoint, vector, std::string_view> && !can<endpoint, bytes, std::string>);
static_assert(can<endpoint, vector &, std::string &> && can<endpoint, bytes, std::string_view>);
static_assert(can<endpoint, bytes, const char (&)[5]> && can<endpoint, bytes, const char *>);
#if __cplusplus >= 202002L
static_assert(can<parse, std::span<const octet>> && can<match, std::span<octet>>);
#endif
static_assert(can<hold, std::string &> && !can<hold, std::string> && !can<hold, const std::string &>);
static_assert(can<hold, char (&)[9]> && can<hold, std::array<char, 9> &> && can<hold, std::vector<char> &>);
static_assert(noexcept(view().to_uri(std::declval<cri::span<char>>())) &&
              !noexcept(view().to_uri(std::declval<std::string &>())));

void reads_uris()
{
    std::array<std::uint8_t, 64> buffer;
    const auto encoded = cri::from_uri(revision::href27, "coap://example.com/a//b?x&y=z#f", buffer);
    CHECK(encoded && same(*encoded, full_bytes) && encoded->data() == buffer.data());
    CHECK(same(*cri::from_iri(revision::href27, "coap://example.com/a//b?x&y=z#f", buffer), full_bytes));
    CHECK(cri::from_iri(revision::href27, "\xff", buffer).error() == CRI_ERR_UTF8);
    CHECK(cri::from_uri(revision::href27, "coap://example.com/a//b?x&y=z#f", {}).error().length == full_bytes.size());
}

void builds()
{
    std::uint8_t buffer[64];
    for (std::size_t size : {full_bytes.size() - 1, full_bytes.size()}) {
        cri::builder builder(revision::href27, {buffer, size});
        builder.scheme(-1).host("example.com").segment("a").segment("").segment("b");
        const auto encoded = builder.parameter("x").parameter("y=z").fragment("f").finish();
        CHECK(encoded ? same(*encoded, full_bytes) : encoded.error().length == full_bytes.size());
    }
    const auto uri = [](const cri::result<bytes> &built) { return uri_of(parsed(*built)); };
    const std::uint8_t octets[] = {192, 0, 2, 1};
    cri::builder typed(revision::href27, buffer, CRI_BUILD_NORMALIZE | CRI_BUILD_PERCENT);
    CHECK(uri(typed.scheme("COAP").userinfo("u").host(octets).port(5684).segment("%61").finish()) ==
          "coap://u@192.0.2.1:5684/a");
    const std::uint8_t no_path[] = {0x82, 0x01, 0x80}, no_query[] = {0x83, 0x00, 0xf6, 0x80};
    CHECK(same(*cri::builder(revision::href27, buffer).discard(1).path().finish(), no_path));
    CHECK(same(*cri::builder(revision::href27, buffer).discard(0).query().finish(), no_query));
    CHECK(uri(cri::builder(revision::href27, buffer).scheme("urn").rootless().segment("a:b").finish()) == "urn:a:b");
    // finish() returns the first error.
    cri::builder wrong(revision::href27, buffer);
    CHECK(wrong.scheme(-1).segment("..").port(1).segment("a").finish().error() == CRI_ERR_DOT_SEGMENT);
    CHECK(cri::builder(revision::href27, buffer, 128).scheme(-1).finish().error() == CRI_ERR_ARGUMENT);
    const std::uint8_t six[16] = {0xfe, 0x80};
    const auto zoned = cri::builder(revision::href27, buffer).scheme(-1).host(six, "eth0").finish();
    CHECK(zoned && parsed(*zoned).zone() == "eth0" && !parsed(*zoned).labels().begin()->plain());
}

void makes_and_reads_options()
{
    const view cri = parsed(full_bytes).without_fragment();
    std::uint8_t scratch[CRI_COAP_SCRATCH];
    const auto options = cri::coap_options(cri, scratch);
    CHECK(options);
    const std::uint16_t numbers[] = {3, 11, 11, 11, 15, 15};
    std::uint8_t composed[64];
    cri::composer composer(revision::href27, -1, composed);
    std::size_t count = 0;
    for (const cri::coap_option &option : *options) {
        CHECK(count < 6 && option.number == numbers[count]);
        composer.option(option.number, option.value);
        count++;
    }
    CHECK(count == 6 && !composer.is_for_proxy());
    const auto again = composer.finish();
    CHECK(again && *parsed(*again).equal(cri));
    CHECK(cri::composer(revision::href27, -3, composed).finish().error() == CRI_ERR_COAP_SCHEME);
    CHECK(cri::coap_options(cri, {}).error().length > 0);

    std::uint8_t message[64], back[64];
    const auto coded = cri::to_coap(cri, message);
    CHECK(coded && same(*cri::from_coap(revision::href27, -1, *coded, back), *again));
    CHECK(!*cri::coap_is_for_proxy(*coded));
    CHECK(cri::to_coap(cri, {message, 5}).error().length == coded->size());
    CHECK(cri::to_coap(cri, message, nullptr, 4).error() == CRI_ERR_COAP_ORDER);

    // Uri-Host and Uri-Port are omitted if they are the destination's.
    const view none = of("coap://192.0.2.1");
    const auto there = cri::endpoint(*none.host_address(), 5683);
    CHECK(cri::to_coap(none, message, &there)->empty());
    CHECK(parsed(*cri::from_coap(revision::href27, -1, {}, back, &there)) == none);
}

void converts_to_proxy_options()
{
    const view cri = parsed(full_bytes).without_fragment();
    std::uint8_t scratch[CRI_COAP_PROXY_SCRATCH], message[64];
    const auto options = cri::coap_options_proxy(cri, cri::proxy::uri, scratch);
    CHECK(options && options->begin()->number == CRI_COAP_PROXY_URI && options->begin()->value.size() == 29);
    const auto coded = cri::to_coap_proxy(cri, cri::proxy::cri, message);
    CHECK(coded && *cri::coap_is_for_proxy(*coded));
    std::uint8_t back[64];
    cri::composer composer(revision::href27, -1, back);
    CHECK(composer.option_proxy(CRI_COAP_PROXY_SCHEME, {}).is_for_proxy());
    CHECK(cri::coap_options_proxy(cri, cri::proxy::uri, {}).error().length == 29);
}

void converts_uris_and_options()
{
    const std::string_view uri = "coap://example.com/a//b?x&y=z";
    const view base = parsed(full_bytes);
    std::uint8_t message[64], other[64], scratch[64];
    const auto coded = cri::to_coap(base.without_fragment(), message);
    CHECK(coded && same(*cri::uri_to_coap(revision::href27, uri, other), *coded));
    CHECK(cri::uri_to_coap(revision::href27, uri, {other, 5}).error().length == coded->size());
    CHECK(cri::uri_to_coap(revision::href27, uri, other, nullptr, 4).error() == CRI_ERR_COAP_ORDER);
    CHECK(same(*cri::uri_reference_to_coap(base, "b?x&y=z", other), *coded));
    CHECK(cri::uri_reference_to_coap(base, "b", other, nullptr, 4).error() == CRI_ERR_COAP_ORDER);
    // Options that are the destination's are omitted.
    const std::uint8_t octets[] = {192, 0, 2, 1};
    const auto dest = cri::endpoint(octets, 5683);
    CHECK(cri::uri_to_coap(revision::href27, "coap://192.0.2.1", other, &dest)->empty());
    CHECK(cri::uri_reference_to_coap(base, "//192.0.2.1", other, &dest)->empty());

    char text[64];
    string grown(0);
    CHECK(cri::coap_to_uri_proxy(revision::href27, -1, *coded, text).value_or("") == uri);
    CHECK(cri::coap_to_uri_proxy(revision::href27, -1, *coded, {text, 5}).error().length == uri.size());
    CHECK(*cri::coap_to_uri_proxy(revision::href27, -1, *coded, grown) == uri && grown.size() == uri.size());
    CHECK(*cri::coap_to_uri_proxy(revision::href27, -1, {}, text, &dest) == "coap://192.0.2.1");
    CHECK(*cri::coap_to_uri_proxy(revision::href27, -1, {}, grown, &dest) == "coap://192.0.2.1");
    CHECK(*cri::coap_to_uri(revision::href27, -2, *coded, text) == "coaps://example.com/a//b?x&y=z");
    CHECK(*cri::coap_to_uri(revision::href27, -1, {}, grown, &dest) == "coap://192.0.2.1");
    CHECK(*cri::coap_to_uri(revision::href27, -1, {}, text, &dest) == "coap://192.0.2.1");
    const auto direct = cri::from_coap(revision::href27, -1, *coded, other);
    CHECK(same(*direct, *cri::from_coap_proxy(revision::href27, -1, *coded, scratch)));

    // Proxy-Uri: coap://h
    const std::uint8_t to_proxy[] = {0xd8, 22, 'c', 'o', 'a', 'p', ':', '/', '/', 'h'};
    const auto refused = cri::from_coap(revision::href27, -1, to_proxy, other);
    CHECK(refused.error() == CRI_ERR_COAP_PROXY && cri::coap_response_code(refused.error()) == 0xa5);
    CHECK(cri::coap_response_code({}) == 0);
    CHECK(cri::coap_to_uri(revision::href27, -1, to_proxy, text).error() == CRI_ERR_COAP_PROXY);
    CHECK(cri::coap_to_uri(revision::href27, -1, to_proxy, grown).error() == CRI_ERR_COAP_PROXY);
    CHECK(parsed(*cri::from_coap(revision::href27, -1, {}, other, &dest)).host_kind() == cri::host_kind::ipv4);
    const bytes proxy_uri(to_proxy + 2, 8);
    cri::composer server(revision::href27, -1, other);
    CHECK(server.option(35, proxy_uri).finish().error() == CRI_ERR_COAP_PROXY);
    const std::uint8_t h[] = {'h'};
    CHECK(parsed(*cri::composer(revision::href27, -1, other).option(3, h).finish()) == of("coap://h"));
}

void reads_and_merges_messages()
{
    const std::uint8_t accept[] = {0xd1, 4, 60}, path[] = {0xb1, 'a', 0x01, 'b'}; // Accept: 60; Uri-Path: a, b
    std::uint8_t merged[8];
    const auto both = cri::coap_merge(accept, path, merged);
    CHECK(both && both->size() == 6 && cri::coap_merge(accept, path, {}).error().length == 6);
    const number_and_byte wanted[] = {{11, 'a'}, {11, 'b'}, {17, 60}};
    CHECK(same(*cri::coap_raw(*both), wanted) && cri::coap_raw({})->empty());
    const std::uint8_t cut[] = {0xb2, 'a'};
    CHECK(cri::coap_raw(cut).error() == CRI_ERR_TRUNCATED &&
          cri::coap_merge(path, cut, merged).error() == CRI_ERR_TRUNCATED);
    CHECK(cri::pattern_check("/a/{}/{}/{*}").value_or(0) == 2 && cri::pattern_check("/a/..").error().length == 3);
}

void dispatches_and_follows_locations()
{
    const std::uint8_t options[] = {0xb2, 'f', 'w', 0x01, 'a', 0x01, 'b'}; // Uri-Path: fw, a, b
    const auto rest = cri::coap_path_match(options, of("/fw"));
    const std::string_view a_and_b[] = {"a", "b"};
    CHECK(rest && *rest && same(**rest, a_and_b) && !*cri::coap_path_match(options, of("/dev")));
    CHECK(cri::coap_path_match(options, of(reference)).error() == CRI_ERR_NOT_FULL);
    CHECK(cri::coap_path_abbrev(of("/.well-known/rd")).value_or(0) == 1 && !cri::coap_path_abbrev(of("/dev")));

    const std::uint8_t location[] = {0x81, 'n', 0x01, '7'}; // Location-Path: n, 7
    std::uint8_t buffer[16], composed[16];
    const auto made = cri::from_coap_location(revision::href27, location, buffer);
    CHECK(made && uri_of(parsed(*made)) == "/n/7");
    const std::uint8_t n[] = {'n'}, seven[] = {'7'};
    cri::composer composer(revision::href27, composed);
    CHECK(same(*composer.option(8, n).option(8, seven).finish(), *made));
    const number_and_byte wanted[] = {{8, 'n'}, {8, '7'}};
    CHECK(same(*cri::coap_options_location(parsed(*made)), wanted));
    CHECK(cri::coap_options_location(of(reference)).error() == CRI_ERR_COAP_LOCATION);
}

void reads_and_writes_links()
{
    const char document[] = "</temp>;rt=\"x temp\";title=\"a \\\"b\\\"\",oops,<c>;obs";
    std::uint8_t buffer[64], cbor[64];
    std::size_t total = 0;
    cri::link_writer writer(buffer, 1);
    std::size_t at = 0;
    for (const cri::link &link : cri::links(document)) {
        CHECK(link.target() == (at++ == 0 ? "/temp" : "c"));
        writer.copy(link);
    }
    CHECK(at == 2 && writer.finish(total)->size() == 42 && total == 43 && buffer[0] == '/');
    const cri::link first = *cri::links(document).begin();
    CHECK(*first.matches("rt=te*") && !*first.matches("href=/t") && first.matches("rt").error() == CRI_ERR_SYNTAX);
    CHECK(first.attribute("RT")->has_token("temp") && *first.attribute("rt") != "temp" && !first.attribute("obs"));
    CHECK(*first.attribute("rt")->plain() == "x temp" && !first.attribute("title")->plain());
    char text[8];
    CHECK(*first.attribute("title")->decode(text) == "a \"b\"" &&
          first.attribute("title")->decode({}).error().length == 5);
    const std::string_view names[] = {"rt", "title"};
    CHECK(same(first.attributes(), names, [](auto &one, auto name) { return one.name == name && one.value.is_set(); }));
    const auto target = cri::resolve_link(parsed(full_bytes), first.target(), cbor);
    CHECK(target && uri_of(*target) == "coap://example.com/temp");
    CHECK(cri::resolve_link(view(), "a", cbor).error() == CRI_ERR_ARGUMENT);
    cri::link_writer empty({});
    CHECK(empty.target("/a").attribute("ct", "0 1").flag("x").finish(total)->empty() && total == 15);
    CHECK(cri::links({}).empty() && cri::link().target().empty() && cri::link().attributes().empty());
}

void walks_documents()
{
    // [{"rel": "up", "href": [1]}, {"href": [128, ["x"]]}]
    const std::uint8_t document[] = {0x82, 0xa2, 0x63, 'r',  'e', 'l', 0x62, 'u', 'p',  0x64, 'h',  'r',  'e',  'f',
                                     0x81, 0x01, 0xa1, 0x64, 'h', 'r', 'e',  'f', 0x82, 0x18, 0x80, 0x81, 0x61, 'x'};
    cri::walk walk(revision::href27, document);
    int links = 0;
    for (const cri::place &at : walk.items()) {
        if (at.depth() == 0)
            CHECK(at.major_type() == CRI_TYPE_ARRAY && at.argument() == 2 && !at.key() && !at.content());
        if (at.depth() == 2 && at.key_is("rel")) {
            CHECK(same(*at.content(), {document + 7, 2}) && at.map() == 1 && at.index() == 0);
            CHECK(at.data().data() == document + 6 && at.data().size() == 3 && at.major_type() == CRI_TYPE_TEXT);
        }
        if (at.depth() == 2 && at.key_is("href")) {
            const auto link = walk.parse();
            CHECK(at.index() == static_cast<std::size_t>(links) && at.map() == (links == 0 ? 1 : 16));
            CHECK(links++ == 0 ? *link == parsed({document + 14, 2}) : link.error() == CRI_ERR_DISCARD);
            CHECK(same(*at.key(), {document + 9, 5}) &&
                  walk.parse().error() == (link ? CRI_ERR_ORDER : CRI_ERR_DISCARD));
        }
    }
    CHECK(links == 2 && walk.error() == CRI_OK && walk.items().empty());
    // 99([1]) and 99(0) in an array without an end
    const std::uint8_t open[] = {0x9f, 0xd8, 0x63, 0x81, 0x01, 0xd8, 0x63, 0x00};
    cri::walk cut(revision::href27, open);
    CHECK(!cut.items().begin()->argument());
    auto tagged = cut.tagged().begin();
    CHECK(*tagged->cri == parsed({open + 3, 2}) && tagged->at.depth() == 1 && tagged->at.data().data() == open + 1);
    CHECK((++tagged)->cri.error() == CRI_ERR_STRUCTURE && tagged->at.index() == 1 &&
          tagged->at.major_type() == CRI_TYPE_TAG);
    CHECK(cut.tagged().empty() && cut.error() == CRI_ERR_TRUNCATED && cut.error().length == 8);
}

void matches_patterns()
{
    const std::uint8_t options[] = {0xb3, 'd', 'e', 'v', 0x01, '7', 0x01, 'a', 0x01, 'b'}; // Uri-Path: dev, 7, a, b
    const view path = of("/dev/7/a/b");
    const cri_route_t routes[] = {{"/fw/{*}", 7, 1}, {"/dev/{}/{*}", 11, 2}};
    const auto of_cri = cri::pattern_match<1>("/dev/{}/{*}", path);
    const auto of_options = cri::coap_pattern_match<2>("/dev/{}/{*}", options);
    CHECK(of_cri && *of_cri && (*of_cri)->captures[0] == "7" && *(*of_cri)->rest.begin() == "a");
    CHECK(of_options && *of_options && (*of_options)->captures[0] == "7" && !(*of_options)->captures[1].plain());
    CHECK(*std::next((*of_options)->rest.begin()) == "b" && (*of_options)->route == nullptr);
    const auto route = cri::route<1>(routes, path);
    const auto coap_route = cri::coap_route<1>(routes, options);
    CHECK(route && *route && (*route)->route == &routes[1] && (*route)->captures[0] == "7");
    CHECK(coap_route && *coap_route && (*coap_route)->route->id == 2 && *(*coap_route)->rest.begin() == "a");
    CHECK(cri::pattern_match("/", path) && !*cri::pattern_match("/", path) && !*cri::coap_route({}, options));
    CHECK(cri::route(routes, path).error() == CRI_ERR_BUFFER &&
          cri::coap_route(routes, options).error() == CRI_ERR_BUFFER);
    CHECK(cri::coap_pattern_match("/{a}", options).error() == CRI_ERR_SYNTAX);
    CHECK(cri::pattern_match("/a", of(reference)).error() == CRI_ERR_NOT_FULL);
}

void empty_objects_are_safe()
{
    const view none;
    std::uint8_t buffer[8];
    char text[8];
    CHECK(!none.is_full() && !none.scheme() && !none.scheme_name() && !none.port() && !none.fragment());
    CHECK(none.labels().empty() && none.path().empty() && none.query().empty() && none.hash() == 0);
    CHECK(none.encode(buffer).error() == CRI_ERR_ARGUMENT && none.to_uri(text).error() == CRI_ERR_ARGUMENT);
    CHECK(none.resolve(none).error() == CRI_ERR_ARGUMENT && none.equal(none).error() == CRI_ERR_ARGUMENT);
    CHECK(!none.without_fragment().is_full());
    const cri::text empty;
    CHECK(!empty.plain() && empty.chunks().empty() && empty != "" && empty.decode(buffer).error() == CRI_ERR_ARGUMENT);
    // So is the value of a failed result.
    const auto failed = view::parse(revision::href27, {});
    CHECK(!failed && failed->path().empty() && failed->to_uri(text).error() == CRI_ERR_ARGUMENT);
    CHECK(failed->to_uri(text).value_or("none") == "none" && failed->to_uri(text)->empty());
}

void spans_convert()
{
    std::uint8_t array[4] = {1, 2, 3, 4};
    const std::array<std::uint8_t, 4> constant = {1, 2, 3, 4};
    const cri::span<std::uint8_t> writable = array;
    CHECK(same(writable, constant) && same(bytes(array), constant) && bytes().empty());
    CHECK((cri::span<const char>(std::string_view("ab")).size() == 2));
    static_assert(!std::is_convertible_v<bytes, cri::span<std::uint8_t>>);
    static_assert(!std::is_convertible_v<std::array<std::uint8_t, 4>, cri::span<std::uint8_t>>, "a temporary");
    static_assert(!std::is_convertible_v<const char(&)[4], bytes>);
    static_assert(std::is_trivially_copyable_v<view> && sizeof(view) == sizeof(cri_t));
#if __cplusplus >= 202002L
    const std::span<const std::uint8_t> standard = writable;
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
    void (*const tests[])() = {
        reads_every_section,
        ranges_visit_every_text,
        percent_encoded_texts_have_parts,
        parse_is_exact_and_parse_next_is_not,
        operates,
        compares_as_values,
        knows_hosts_and_ports,
        resolves_chains,
        writes_to_buffers,
        grows_strings,
        reads_uris,
        builds,
        makes_and_reads_options,
        converts_to_proxy_options,
        converts_uris_and_options,
        reads_and_merges_messages,
        dispatches_and_follows_locations,
        reads_and_writes_links,
        walks_documents,
        matches_patterns,
        empty_objects_are_safe,
        spans_convert,
    };
    for (const auto test : tests)
        test();
    std::printf("[  PASSED  ] %d test(s).\n", checks - failures);
    if (failures > 0)
        std::printf("[  FAILED  ] %d test(s)\n", failures);
    return failures > 0;
}
