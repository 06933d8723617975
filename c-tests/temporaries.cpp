/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Checks that the C++ headers refuse temporary arguments, whose bytes would no longer exist when a view borrows them.
 * dangling.cpp has the cases that only clang notices, with a warning. */
#include "cri_coap.hpp"
#include "cri_document.hpp"
#include "cri_link.hpp"
#include "cri_template.hpp"
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
#if __cplusplus >= 202002L
static_assert(can<parse, std::span<const octet>> && can<match, std::span<octet>>);
#endif
static_assert(can<hold, std::string &> && !can<hold, std::string> && !can<hold, const std::string &>);
static_assert(can<hold, char (&)[9]> && can<hold, std::array<char, 9> &> && can<hold, std::vector<char> &>);
static_assert(noexcept(view().to_uri(std::declval<cri::span<char>>())) &&
              !noexcept(view().to_uri(std::declval<std::string &>())));
static_assert(!std::is_convertible_v<bytes, cri::span<octet>> && !std::is_convertible_v<const char (&)[4], bytes>);
static_assert(!std::is_convertible_v<std::array<octet, 4>, cri::span<octet>>, "a temporary");

// All functions and constructors that borrow what an argument owns, each with a container of that argument.
// script/check/headers compares this list with the headers.
template <class T>
using to_walk = decltype(cri::walk(revision::href27, std::declval<T>()));
template <class T>
using items = decltype(std::declval<T>().items());
template <class T>
using links = decltype(cri::links(std::declval<T>()));
template <class T, class... Names>
using link_lookup = decltype(cri::link_lookup(std::declval<T>(), std::declval<Names>()...));
template <class T>
using coap_split = decltype(cri::coap_split(std::declval<T>()));
template <class T>
using coap_query_find = decltype(cri::coap_query_find(std::declval<T>(), "n"));
template <class T>
using uri_without_zone = decltype(cri::uri_without_zone(std::declval<T>(), std::declval<cri::span<char>>()));
template <class T>
using check = decltype(cri::routes::check(std::declval<T>()));
template <class N, class V>
using variable = decltype(cri::variable(std::declval<N>(), std::declval<V>()));
template <class N, class V>
using variable_item = decltype(cri::variable_item(std::declval<N>(), std::declval<V>()));
template <class N, class K, class V>
using variable_pair = decltype(cri::variable_pair(std::declval<N>(), std::declval<K>(), std::declval<V>()));
template <class T>
using template_names = decltype(cri::template_names(std::declval<T>()));

// True if a call takes a container and a borrowed run of elements, and refuses a temporary container.
template <template <class...> class Call, class Container, class Borrowed>
constexpr bool borrows = can<Call, Container &> && can<Call, const Container &> && can<Call, Borrowed> &&
                         can<Call, Borrowed &> && !can<Call, Container> && !can<Call, const Container>;

using table = std::vector<cri_route_t>;
using string = std::string;
using text = std::string_view;
static_assert(borrows<parse, vector, bytes> && borrows<to_walk, vector, bytes> && borrows<read, vector, bytes>);
static_assert(borrows<coap_split, vector, bytes> && borrows<coap_query_find, vector, bytes>);
static_assert(borrows<match, vector, bytes> && borrows<route, vector, bytes>);
static_assert(borrows<check, table, cri::span<const cri_route_t>> && can<check, const cri_route_t (&)[2]> &&
              !can<check, std::array<cri_route_t, 2>> && can<check, std::array<cri_route_t, 2> &>);
static_assert(borrows<link_lookup, vector, bytes> && can<link_lookup, vector &, text, const char (&)[2]> &&
              !can<link_lookup, vector, text> && !can<link_lookup, vector, text, string>);
static_assert(borrows<links, string, text> && borrows<uri_without_zone, string, text>);
static_assert(borrows<template_names, string, text> && can<template_names, const char (&)[4]>);
static_assert(can<items, cri::walk &> && !can<items, cri::walk>);
static_assert(!can<endpoint, vector, text> && !can<endpoint, vector, string> && !can<endpoint, vector &, string>);
static_assert(can<variable, string &, text> && can<variable, const char (&)[2], const string &>);
static_assert(!can<variable, string, text> && !can<variable, text, string> && !can<variable, string, string>);
static_assert(can<variable_item, string &, text> && !can<variable_item, string, text> &&
              !can<variable_item, text, string>);
static_assert(can<variable_pair, text, string &, const char (&)[2]> && !can<variable_pair, string, text, text> &&
              !can<variable_pair, text, string, text> && !can<variable_pair, text, text, string>);

} // namespace
