/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks that the C++ headers refuse temporary arguments, whose bytes would no longer exist when a view borrows them.
 * dangling.cpp has the cases that only clang notices, with a warning. */
#include "cri_coap.hpp"
#include "cri_document.hpp"
#include "cri_template.hpp"

#include <string>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

using cri::bytes;
using cri::revision;
using cri::view;

namespace {

template <class, template <class...> class Call, class... T>
struct compiles : std::false_type {};
template <template <class...> class Call, class... T>
struct compiles<std::void_t<Call<T...>>, Call, T...> : std::true_type {};
template <template <class...> class Call, class... T>
constexpr bool can = compiles<void, Call, T...>::value;

template <class T>
using parse = decltype(view::parse(revision::href27, std::declval<T>()));
template <class T>
using read = decltype(cri::coap_raw(std::declval<T>()));
template <class T>
using match = decltype(cri::coap_pattern_match("/", std::declval<T>()));
template <class T>
using route = decltype(cri::coap_route({}, std::declval<T>()));
template <class A, class Z>
using endpoint = decltype(cri::endpoint(std::declval<A>(), 5683, std::declval<Z>()));
template <class T>
using variable = decltype(cri::variable("a", std::declval<T>()));
// A string that grows must not be a temporary.
template <class T>
using hold = decltype(view().to_uri(std::declval<T>()));

using octet = std::uint8_t;
using vector = std::vector<octet>;
static_assert(!can<parse, vector> && !can<parse, const vector> && !can<match, vector>);
static_assert(!can<parse, std::array<octet, 4>> && !can<parse, std::array<const octet, 4>> &&
              !can<match, std::array<octet, 4>>);
static_assert(can<match, vector &>);
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
static_assert(!can<variable, std::string> && can<variable, std::string &> && can<variable, const char (&)[5]>);
#if __cplusplus >= 202002L
static_assert(can<parse, std::span<const octet>> && can<match, std::span<octet>>);
#endif
static_assert(can<hold, std::string &> && !can<hold, std::string> && !can<hold, const std::string &>);
static_assert(can<hold, char (&)[9]> && can<hold, std::array<char, 9> &> && can<hold, std::vector<char> &>);
static_assert(noexcept(view().to_uri(std::declval<cri::span<char>>())) &&
              !noexcept(view().to_uri(std::declval<std::string &>())));
static_assert(!std::is_convertible_v<bytes, cri::span<octet>> && !std::is_convertible_v<const char (&)[4], bytes>);
static_assert(!std::is_convertible_v<std::array<octet, 4>, cri::span<octet>>, "a temporary");

} // namespace
