/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_BASE_HPP
#define CRI_BASE_HPP

#if __cplusplus < 201703L && (!defined(_MSVC_LANG) || _MSVC_LANG < 201703L)
#error "libcri: the C++ headers need C++17, such as -std=c++17 selects; cri.h and the other C headers need C++11"
#endif

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <version>
#endif

#include "cri.h"

/**
 * @file
 * libcri for C++17: spans, results and ranges, which cri.hpp and cri_coap.hpp share. Include these instead.
 */

/**
 * @defgroup cri_cpp_base Spans, results and ranges
 * @ingroup cri_cpp_h
 * @{
 */

/* Marks what a result borrows from, for compilers that warn where it dangles. */
#ifdef __has_cpp_attribute
#if __has_cpp_attribute(clang::lifetimebound)
#define CRI_LIFETIMEBOUND [[clang::lifetimebound]]
#endif
#endif
#ifndef CRI_LIFETIMEBOUND
#define CRI_LIFETIMEBOUND
#endif

namespace cri {

/** @cond */
namespace detail {

// Whether a type has a fixed number of elements, as std::array.
template <class C, class = void>
struct is_array : std::false_type {};
template <class C>
struct is_array<C, std::void_t<decltype(std::tuple_size<C>::value)>> : std::true_type {};

// Whether a type borrows the elements that data() returns, as a span does: they are not constant with it.
template <class C, class = void>
struct is_borrower : std::false_type {};
template <class C>
struct is_borrower<C, std::enable_if_t<std::is_same_v<decltype(std::declval<C &>().data()),
                                                      decltype(std::declval<const C &>().data())>>>
    : std::bool_constant<!is_array<C>::value> {};

// Whether a type owns the elements that data() returns, so that those of a temporary are gone with it.
template <class C, class = void>
struct is_container : std::false_type {};
template <class C>
struct is_container<C, std::void_t<decltype(std::declval<C &>().data())>> : std::bool_constant<!is_borrower<C>::value> {
};

// For spans of the elements of a run, which is a container or not; only constant ones may be those of a temporary.
template <class C, class T, bool Container, class E = std::remove_pointer_t<decltype(std::declval<C &>().data())>>
using if_elements = std::enable_if_t<std::is_convertible_v<E (*)[], T (*)[]> &&
                                         (std::is_lvalue_reference_v<C> || std::is_const_v<T>)&&is_container<
                                             std::remove_cv_t<std::remove_reference_t<C>>>::value == Container,
                                     int>;

// For overloads that refuse temporaries; in `C &&`, C is not a reference for those.
template <class C>
using if_temporary = std::enable_if_t<is_container<std::remove_cv_t<C>>::value>;

// For overloads that write to a string which can grow, such as std::string: its data() ends in NUL.
template <class S>
using if_string = std::enable_if_t<std::is_same_v<decltype(*std::declval<S &>().data()), char &>,
                                   std::void_t<decltype(std::declval<S &>().c_str()),
                                               decltype(std::declval<S &>().resize(std::size_t{}))>>;

} // namespace detail
/** @endcond */

/** A contiguous run of elements, not owned. Converts from and to C++20's std::span. */
template <class T>
class span {
public:
    /** An element. */
    using element_type = T;
    /** An element that can be changed. */
    using value_type = std::remove_cv_t<T>;

    /** No elements. */
    constexpr span() noexcept = default;
    /** `size` elements from `data`. */
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** An array. */
    template <std::size_t N>
    constexpr span(T (&array CRI_LIFETIMEBOUND)[N]) noexcept : data_(array), size_(N) {}
    /** A container with data() and size(), such as a std::array or a std::vector. */
    template <class C, detail::if_elements<C, T, true> = 0>
    constexpr span(C &&run CRI_LIFETIMEBOUND) noexcept : data_(run.data()), size_(run.size()) {}
    /** Makes a span of another span, or of a container that borrows its elements. */
    template <class C, detail::if_elements<C, T, false> = 0>
    constexpr span(C &&run) noexcept : data_(run.data()), size_(run.size()) {}

    /** Returns the first element's address. */
    constexpr T *data() const noexcept { return data_; }
    /** Returns the number of elements. */
    constexpr std::size_t size() const noexcept { return size_; }
    /** Returns whether there is no element. */
    constexpr bool empty() const noexcept { return size_ == 0; }
    /** Returns the beginning, for range-based for. */
    constexpr T *begin() const noexcept { return data_; }
    /** Returns the end, for range-based for. */
    constexpr T *end() const noexcept { return data_ + size_; }
    /** Returns an element. Unchecked, as in an array. */
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/** Bytes to read: CBOR, options, decoded octets. */
using bytes = span<const std::uint8_t>;

/** Why an operation failed. */
struct error {
    /** CRI_ERR_… */
    cri_err_t code = CRI_OK;
    /** The length needed, with CRI_ERR_BUFFER; the bytes to skip, after view::parse_next(); the offset of
     *  the fault, after pattern_check() and of walk::error(); the number of the option, after
     *  coap_critical_check(); else 0. */
    std::size_t length = 0;

    /** Returns a short name, such as "truncated". NUL-terminated; see cri_err_name(). */
    const char *name() const noexcept { return cri_err_name(code); }
    /** Returns a sentence for people. NUL-terminated; see cri_err_text(). */
    const char *text() const noexcept { return cri_err_text(code); }
    /** Returns whether the item can be skipped, though it is not a processable CRI; see cri_err_is_unprocessable(). */
    bool is_unprocessable() const noexcept { return cri_err_is_unprocessable(code); }
    /** Compares the code. */
    friend constexpr bool operator==(const error &a, cri_err_t b) noexcept { return a.code == b; }
    /** Compares the code. */
    friend constexpr bool operator!=(const error &a, cri_err_t b) noexcept { return a.code != b; }
};

/** A value, or an error. The value of a failed result is an empty one. */
template <class T>
class [[nodiscard]] result {
public:
    /** A value. */
    constexpr result(const T &value) noexcept : value_(value) {}
    /** An error. */
    constexpr result(const struct error &error) noexcept : error_(error) {}

    /** Returns whether there is a value. */
    constexpr explicit operator bool() const noexcept { return error_.code == CRI_OK; }
    /** Returns whether there is a value. */
    constexpr bool has_value() const noexcept { return error_.code == CRI_OK; }
    /** Returns the value; an empty one if there is an error. */
    constexpr const T &operator*() const noexcept CRI_LIFETIMEBOUND { return value_; }
    /** Accesses the value; an empty one if there is an error. */
    constexpr const T *operator->() const noexcept CRI_LIFETIMEBOUND { return &value_; }
    /** Returns the value, or `other` if there is an error. */
    constexpr T value_or(const T &other) const noexcept { return has_value() ? value_ : other; }
    /** Returns the error; its code is CRI_OK if there is a value. */
    constexpr const struct error &error() const noexcept CRI_LIFETIMEBOUND { return error_; }

private:
    T value_{};
    struct error error_{};
};

/** A range over an iterator of C. `Step::next(value)` advances, and returns false at the end. */
template <class Step>
class range {
public:
    /** An input iterator. */
    class iterator {
    public:
        /** @cond */
        using iterator_category = std::input_iterator_tag;
        using value_type = typename Step::value_type;
        using difference_type = std::ptrdiff_t;
        using pointer = const value_type *;
        using reference = const value_type &;

        iterator() noexcept = default;
        explicit iterator(const Step &step) noexcept : step_(step) { ++*this; }
        reference operator*() const noexcept CRI_LIFETIMEBOUND { return value_; }
        pointer operator->() const noexcept CRI_LIFETIMEBOUND { return &value_; }
        iterator &operator++() noexcept {
            place_ = step_.next(value_) ? place_ + 1 : 0;
            return *this;
        }
        iterator operator++(int) noexcept {
            const iterator before = *this;
            ++*this;
            return before;
        }
        // Equal at the same place of a range, and to the end once there is no value.
        friend bool operator==(const iterator &a, const iterator &b) noexcept { return a.place_ == b.place_; }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept { return a.place_ != b.place_; }
        /** @endcond */

    private:
        Step step_{};
        value_type value_{};
        std::size_t place_ = 0; // from 1 on; 0 at the end
    };

    /** Nothing to visit. */
    range() noexcept = default;
    /** Visits the values from `step` on. */
    explicit range(const Step &step) noexcept : step_(step) {}
    /** Returns the beginning; a range can be visited again. */
    iterator begin() const noexcept { return iterator(step_); }
    /** Returns the end. */
    iterator end() const noexcept { return iterator(); }
    /** Returns whether there is nothing to visit. */
    bool empty() const noexcept { return begin() == end(); }

private:
    Step step_{};
};

/** @cond */
namespace detail {

inline std::string_view slice(const char *data, std::size_t size) noexcept { return {data, size}; }
inline bytes slice(const std::uint8_t *data, std::size_t size) noexcept { return {data, size}; }
template <class T>
using slice_of = decltype(slice(static_cast<const T *>(nullptr), 0));

// Calls what writes to a buffer: returns the part that was written.
template <class T, class Call>
result<slice_of<T>> write(span<T> buffer, Call call) noexcept {
    std::size_t length = 0;
    const cri_err_t code = call(buffer.data(), buffer.size(), &length);
    if (code != CRI_OK) return error{code, length};
    return slice(static_cast<const T *>(buffer.data()), length);
}

// Calls what writes text, for a string that grows as needed and ends where the text does: returns the text.
template <class S, class Call>
result<std::string_view> write_string(S &string, Call call) noexcept(noexcept(string.resize(std::size_t{}))) {
    std::size_t length = 0;
    cri_err_t code = call(string.data(), string.size(), &length);
    if (code == CRI_ERR_BUFFER) {
        string.resize(length);
        if (string.size() != length) return error{code, length}; // a string with a fixed capacity
        code = call(string.data(), length + 1, &length);         // the NUL replaces that of the string
    }
    if (code != CRI_OK) return error{code, length};
    string.resize(length);
    return std::string_view(string.data(), length);
}

// Calls what stores a slice: returns it, if there is one.
template <class T, class Call>
std::optional<slice_of<T>> find(Call call) noexcept {
    const T *data = nullptr;
    std::size_t size = 0;
    if (!call(&data, &size)) return std::nullopt;
    return slice(data, size);
}

} // namespace detail
/** @endcond */

} // namespace cri

#ifdef __cpp_lib_ranges
/** @cond */
// Both are views of C++20, and their iterators outlive them: they can be piped, also as temporaries.
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<cri::span<T>> = true;
template <class T>
inline constexpr bool std::ranges::enable_view<cri::span<T>> = true;
template <class Step>
inline constexpr bool std::ranges::enable_borrowed_range<cri::range<Step>> = true;
template <class Step>
inline constexpr bool std::ranges::enable_view<cri::range<Step>> = true;
/** @endcond */
#endif

/** @} */

#endif // CRI_BASE_HPP
