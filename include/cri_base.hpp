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
 * libcri for C++17: spans, results and ranges. The other C++ headers share them and include this header.
 */

/**
 * @defgroup cri_cpp_base Spans, results and ranges
 * @ingroup cri_cpp_h
 * @{
 */

/* Marks the arguments that a result borrows from, for compilers that warn if the result outlives them. */
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

// True for a type with a fixed number of elements, such as std::array.
template <class C, class = void>
struct is_array : std::false_type {};
template <class C>
struct is_array<C, std::void_t<decltype(std::tuple_size<C>::value)>> : std::true_type {};

// True for a type that borrows the elements that data() returns, such as a span: if an object of the type is const, its
// elements need not be.
template <class C, class = void>
struct is_borrower : std::false_type {};
template <class C>
struct is_borrower<C, std::enable_if_t<std::is_same_v<decltype(std::declval<C &>().data()),
                                                      decltype(std::declval<const C &>().data())>>>
    : std::bool_constant<!is_array<C>::value> {};

// True for a type that owns the elements that data() returns, so that the elements of a temporary die with it.
template <class C, class = void>
struct is_container : std::false_type {};
template <class C>
struct is_container<C, std::void_t<decltype(std::declval<C &>().data())>> : std::bool_constant<!is_borrower<C>::value> {
};

// Enables the constructors of a span from a container or from another run of elements. A span of a temporary must have
// const elements.
template <class C, class T, bool Container, class E = std::remove_pointer_t<decltype(std::declval<C &>().data())>>
using if_elements = std::enable_if_t<std::is_convertible_v<E (*)[], T (*)[]> &&
                                         (std::is_lvalue_reference_v<C> || std::is_const_v<T>)&&is_container<
                                             std::remove_cv_t<std::remove_reference_t<C>>>::value == Container,
                                     int>;

// Enables overloads that refuse temporary containers. In `C &&`, C is not a reference if the argument is a temporary.
template <class C>
using if_temporary = std::enable_if_t<is_container<std::remove_cv_t<C>>::value>;

// Enables overloads that refuse temporary containers among several arguments.
template <class... C>
using if_any_temporary = std::enable_if_t<(... || is_container<std::remove_cv_t<C>>::value)>;

// Enables overloads that write to a string which can grow, such as std::string. Its data() must end in NUL.
template <class S>
using if_string = std::enable_if_t<std::is_same_v<decltype(*std::declval<S &>().data()), char &>,
                                   std::void_t<decltype(std::declval<S &>().c_str()),
                                               decltype(std::declval<S &>().resize(std::size_t{}))>>;

} // namespace detail
/** @endcond */

/** A contiguous run of elements that the span does not own. Converts from and to C++20's std::span. */
template <class T>
class span {
public:
    /** The type of an element. */
    using element_type = T;
    /** The type of an element, without const. */
    using value_type = std::remove_cv_t<T>;

    /** Makes a span without elements. */
    constexpr span() noexcept = default;
    /** Makes a span of the `size` elements at `data`. */
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    /** Makes a span of an array. */
    template <std::size_t N>
    constexpr span(T (&array CRI_LIFETIMEBOUND)[N]) noexcept : data_(array), size_(N) {}
    /** Makes a span of a container with data() and size(), such as a std::array or a std::vector. */
    template <class C, detail::if_elements<C, T, true> = 0>
    constexpr span(C &&run CRI_LIFETIMEBOUND) noexcept : data_(run.data()), size_(run.size()) {}
    /** Makes a span of another span, or of a container that borrows its elements. */
    template <class C, detail::if_elements<C, T, false> = 0>
    constexpr span(C &&run) noexcept : data_(run.data()), size_(run.size()) {}

    /** Returns the address of the first element. */
    constexpr T *data() const noexcept { return data_; }
    /** Returns the number of elements. */
    constexpr std::size_t size() const noexcept { return size_; }
    /** Returns true if there are no elements. */
    constexpr bool empty() const noexcept { return size_ == 0; }
    /** Returns an iterator to the first element. */
    constexpr T *begin() const noexcept { return data_; }
    /** Returns an iterator past the last element. */
    constexpr T *end() const noexcept { return data_ + size_; }
    /** Returns an element. The index is not checked. */
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/** Bytes to read: CBOR, options, decoded octets. */
using bytes = span<const std::uint8_t>;

/** The reason why an operation failed. */
struct error {
    /** The error number, CRI_ERR_… */
    cri_err_t code = CRI_OK;
    /**
     * With CRI_ERR_BUFFER, the length needed. After view::parse_next(), the number of bytes to skip. After
     * from_uri_where(), from_iri_where(), pattern_check() and walk::error(), the offset of the fault. After
     * routes::check(), the index of the malformed route. After coap_critical_check(), the number of the option.
     * Otherwise 0.
     */
    std::size_t length = 0;

    /** Returns a short name that ends in NUL, such as "truncated"; see cri_err_name(). */
    const char *name() const noexcept { return cri_err_name(code); }
    /** Returns a text for people that ends in NUL; see cri_err_text(). */
    const char *text() const noexcept { return cri_err_text(code); }
    /** Returns true if the item is not a processable CRI, but can be skipped; see cri_err_is_unprocessable(). */
    bool is_unprocessable() const noexcept { return cri_err_is_unprocessable(code); }
    /** Compares the error number. */
    friend constexpr bool operator==(const error &a, cri_err_t b) noexcept { return a.code == b; }
    /** Compares the error number. */
    friend constexpr bool operator!=(const error &a, cri_err_t b) noexcept { return a.code != b; }
};

/** A value or an error. The value of a failed result is an empty object. */
template <class T>
class [[nodiscard]] result {
public:
    /** Makes a result with a value. */
    constexpr result(const T &value) noexcept : value_(value) {}
    /** Makes a result with an error. */
    constexpr result(const struct error &error) noexcept : error_(error) {}

    /** Returns true if there is a value. */
    constexpr explicit operator bool() const noexcept { return error_.code == CRI_OK; }
    /** Returns true if there is a value. */
    constexpr bool has_value() const noexcept { return error_.code == CRI_OK; }
    /** Returns the value, or an empty object if there is an error. */
    constexpr const T &operator*() const noexcept CRI_LIFETIMEBOUND { return value_; }
    /** Accesses the value, or an empty object if there is an error. */
    constexpr const T *operator->() const noexcept CRI_LIFETIMEBOUND { return &value_; }
    /** Returns the value, or `other` if there is an error. */
    constexpr T value_or(const T &other) const noexcept { return has_value() ? value_ : other; }
    /** Returns the error. Its code is CRI_OK if there is a value. */
    constexpr const struct error &error() const noexcept CRI_LIFETIMEBOUND { return error_; }

private:
    T value_{};
    struct error error_{};
};

/** A range over the values of a C iterator. `Step::next(value)` stores the next value, and returns false at the end. */
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
        // Iterators of a range are equal at the same place. An iterator that has reached the end is equal to end().
        friend bool operator==(const iterator &a, const iterator &b) noexcept { return a.place_ == b.place_; }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept { return a.place_ != b.place_; }
        /** @endcond */

    private:
        Step step_{};
        value_type value_{};
        std::size_t place_ = 0; // from 1 on; 0 at the end
    };

    /** Makes an empty range. */
    range() noexcept = default;
    /** Makes a range of the values that `step` still has. */
    explicit range(const Step &step) noexcept : step_(step) {}
    /** Returns an iterator to the first value. A range can be traversed more than once. */
    iterator begin() const noexcept { return iterator(step_); }
    /** Returns an iterator past the last value. */
    iterator end() const noexcept { return iterator(); }
    /** Returns true if the range is empty. */
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

// Calls a function that writes to a buffer, and returns the part that was written.
template <class T, class Call>
result<slice_of<T>> write(span<T> buffer, Call call) noexcept {
    std::size_t length = 0;
    const cri_err_t code = call(buffer.data(), buffer.size(), &length);
    if (code != CRI_OK) return error{code, length};
    return slice(static_cast<const T *>(buffer.data()), length);
}

// Calls a function that writes text, and resizes the string to the text. Returns the text.
template <class S, class Call>
result<std::string_view> write_string(S &string, Call call) noexcept(noexcept(string.resize(std::size_t{}))) {
    std::size_t length = 0;
    cri_err_t code = call(string.data(), string.size(), &length);
    if (code == CRI_ERR_BUFFER) {
        string.resize(length);
        if (string.size() != length) return error{code, length}; // the string has a fixed capacity
        code = call(string.data(), length + 1, &length);         // the NUL of the text replaces the NUL of the string
    }
    if (code != CRI_OK) return error{code, length};
    string.resize(length);
    return std::string_view(string.data(), length);
}

// Calls a function that stores a slice, and returns the slice if one was stored.
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
// Spans and ranges are views of C++20 whose iterators may outlive them, so even temporaries can be used in pipelines.
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
