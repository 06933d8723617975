/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * Shared by the tests of the C++ headers. The answer of a member is compared with the answer of its C function, which
 * the rows of tests/vectors test. cmocka is for C only, so this file has a check of its own.
 */
#ifndef CRI_TEST_CPP_HPP
#define CRI_TEST_CPP_HPP

#include "cri_coap.hpp"
#include "cri_document.hpp"
#include "cri_link.hpp"
#include "cri_template.hpp"
#include "cri.hpp" // the second inclusion tests the guard

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>

using cri::bytes;
using cri::view;
using octet = std::uint8_t;

inline int checks;
inline int failures;

inline void check(bool held, const char *what, const char *file, int line)
{
    checks++;
    if (!held) {
        failures++;
        std::printf("FAILED: %s:%d: %s\n", file, line, what);
    }
}

#define CHECK(...) check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

constexpr cri::revision rev = cri::revision::href27;
constexpr std::uint8_t REV = CRI_REV_27;
constexpr std::size_t ROOM = 64;

// [-1, ["example", "com"], ["a", "", "b"], ["x", "y=z"], "f"]
inline const octet full[] =
    "\x85\x20\x82\x67" "example\x63" "com\x83\x61" "a\x60\x61" "b\x82\x61" "x\x63" "y=z\x61" "f";
inline const bytes full_bytes(full, sizeof full - 1);
inline const octet loud[] = {0x82, 0x20, 0x81, 0x61, 'A'}; // [-1, ["A"]]
inline const octet ipv4[] = {192, 0, 2, 1}, ipv6[16] = {0xfe, 0x80};

inline view parsed(bytes data)
{
    const auto cri = view::parse(rev, data);
    CHECK(cri);
    return *cri;
}

// Returns the CRI of a URI reference. Its bytes remain valid.
inline view of(std::string_view uri)
{
    static octet room[4096];
    static std::size_t used;
    const auto made = cri::from_uri(rev, uri, {room + used, sizeof room - used});
    CHECK(made);
    used += made->size();
    return parsed(*made);
}

// True if a range has these elements.
template <class Range, class Wanted = bytes, class... Equal>
bool same(const Range &range, const Wanted &wanted, Equal... equal)
{
    return std::equal(range.begin(), range.end(), std::begin(wanted), std::end(wanted), equal...);
}

// A string without a heap; std::string has the same functions.
class string {
public:
    explicit string(std::size_t size) : size_(size) {}
    char *data() { return chars_; }
    const char *c_str() const { return chars_; }
    std::size_t size() const { return size_; }
    void resize(std::size_t size) noexcept { chars_[size_ = size < ROOM ? size : ROOM] = '\0'; }

private:
    char chars_[ROOM + 1] = {};
    std::size_t size_;
};

// ---- members with the same answer as a function of C

// True if the member writes the same bytes as the function to buffers of every size and, for texts, to strings of every
// size, and has the same error and length needed.
template <class T, class Member, class Function>
bool writes(Member member, Function function)
{
    T whole[ROOM];
    std::size_t length = 0;
    const cri_err_t error = function(whole, ROOM, &length);
    for (std::size_t size = 0; size <= ROOM; size++) {
        T ours[ROOM] = {}, theirs[ROOM] = {};
        std::size_t needed = 0;
        const cri_err_t code = function(theirs, size, &needed);
        const auto written = member(cri::span<T>(size > 0 ? ours : nullptr, size));
        if (written.error() != code || std::memcmp(ours, theirs, ROOM) != 0) return false;
        if (code != CRI_OK && written.error().length != needed) return false;
        if (code == CRI_OK && (written->size() != needed || !(size == 0 || written->data() == ours))) return false;
        if constexpr (std::is_same_v<T, char>) {
            string text(size);
            const auto grown = member(text);
            if (grown.error() != error) return false;
            if (grown && (*grown != std::string_view(whole, length) || text.size() != length ||
                          text.data() != grown->data() || std::strlen(text.c_str()) != length))
                return false;
        }
    }
    return true;
}
#define WRITES(T, member, function)                                                                                    \
    CHECK(writes<T>([&](auto &&out) { return member; }, [&](auto... out) { return function; }))

// True if the answer is the value that the function stores, or its error.
template <class T, class Function>
bool stores(const cri::result<T> &answer, Function function)
{
    T value{};
    const cri_err_t code = function(&value);
    return answer.error() == code && *answer == value;
}
#define STORES(member, function) CHECK(stores(member, [&](auto out) { return function; }))

// True if the answer is a view of the object that the function stores, or an empty view with its error.
template <class Function>
bool makes(const cri::result<view> &answer, Function function)
{
    cri_t object{};
    const cri_err_t code = function(&object);
    return answer.error() == code && std::memcmp(answer->get(), &object, sizeof object) == 0;
}
#define MAKES(member, function) CHECK(makes(member, [&](auto out) { return function; }))

// cpp-coap.cpp.
void tests_of_coap_links_and_documents();

#endif
