/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_DOCUMENT_HPP
#define CRI_DOCUMENT_HPP

#include "cri.hpp"
#include "cri_document.h"

/**
 * @file
 * libcri for C++17: the walk of cri_document.h. The types and the rules are the ones of cri.hpp. These functions have
 * no wrapper, because the walk can replace them: cri_items_init_array(), cri_items_init_sequence(), cri_items_next(),
 * cri_items_next_item(), cri_items_error(), cri_find_init(), cri_find_next(), cri_find_next_item(), cri_find_error().
 * cri_encoding() and cri_encode_tagged() have no wrapper either.
 *
 * @code
 * cri::walk walk(cri::revision::href27, document);
 * for (const cri::place &at : walk.items()) {
 *     if (!at.key_is("href")) continue;
 *     if (const auto link = walk.parse()) add(*link, at.map());
 * }
 * if (walk.error() != CRI_OK) warn("the document is malformed or truncated");
 * @endcode
 */

/**
 * @defgroup cri_cpp_document Documents
 * @ingroup cri_cpp_h
 * @{
 */

namespace cri {

/** An item of a document, and its place. It borrows the document; see cri_place_t. */
class place {
public:
    /** Makes an empty object. */
    place() noexcept = default;
    /** Makes a copy of an object of the C interface. */
    explicit place(const cri_place_t &object) noexcept : place_(object) {}

    /**
     * Returns the bytes of the item. For an array, a map or a tag, returns all bytes from its first byte to the end of
     * the document.
     */
    bytes data() const noexcept { return {place_.data, place_.data_len}; }
    /** Returns the major type: CRI_TYPE_… */
    std::uint8_t major_type() const noexcept { return place_.major_type; }
    /**
     * Returns the argument of the item's head. Returns nothing if it does not fit in a std::size_t, or if the length is
     * indefinite.
     */
    std::optional<std::size_t> argument() const noexcept {
        return place_.argument != SIZE_MAX ? std::optional<std::size_t>(place_.argument) : std::nullopt;
    }
    /** Returns the content if the item is a string of definite length. It is not checked to be UTF-8. */
    std::optional<bytes> content() const noexcept { return slice(place_.content, place_.content_len); }
    /** Returns the key that the item belongs to in the innermost map around it, as CBOR. */
    std::optional<bytes> key() const noexcept { return slice(place_.key, place_.key_len); }
    /** Returns true if the key is a given text; see cri_item_is(). */
    bool key_is(std::string_view text) const noexcept {
        return cri_item_is(place_.key, place_.key_len, text.data(), text.size());
    }
    /**
     * Returns the offset of the innermost map that the item is in, which identifies the map. Returns 0 outside of maps.
     */
    std::size_t map() const noexcept { return place_.map; }
    /**
     * Returns the index in the innermost array that the item is in. Outside of arrays, returns the index in the
     * sequence of top-level items.
     */
    std::size_t index() const noexcept { return place_.index; }
    /** Returns the number of arrays, maps and tags that the item is in. */
    std::uint8_t depth() const noexcept { return place_.depth; }
    /** Returns the object of the C interface. */
    const cri_place_t *get() const noexcept { return &place_; }

private:
    static std::optional<bytes> slice(const std::uint8_t *data, std::size_t size) noexcept {
        return data != nullptr ? std::optional<bytes>(bytes(data, size)) : std::nullopt;
    }

    cri_place_t place_{};
};

/** @cond */
struct walk_step {
    using value_type = place;
    cri_walk_t *walk = nullptr;
    bool next(place &value) noexcept {
        cri_place_t at{};
        if (!cri_walk_next(walk, &at)) return false;
        value = place(at);
        return true;
    }
};
/** @endcond */

/**
 * A walk over the items of a document, which it borrows; see cri_walk_init(). All ranges of a walk share its position,
 * so each item is visited only once.
 */
class walk {
public:
    /** Makes a walk that begins at the first item. */
    walk(cri::revision revision, bytes data CRI_LIFETIMEBOUND) noexcept {
        // After an error, the walk is empty, and has no items.
        if (cri_walk_init(&walk_, static_cast<std::uint8_t>(revision), data.data(), data.size()) != CRI_OK) walk_ = {};
    }
    /** Refuses a temporary container, because the walk would outlive the bytes that it borrows. */
    template <class C, class = detail::if_temporary<C>>
    walk(cri::revision revision, C &&data) = delete;
    walk(const walk &) = delete;
    walk &operator=(const walk &) = delete;

    /** Returns the items that were not visited yet; see cri_walk_next(). */
    range<walk_step> items() & noexcept CRI_LIFETIMEBOUND { return range<walk_step>(walk_step{&walk_}); }
    /** Refuses a temporary walk, because the range would outlive the walk that it advances. */
    range<walk_step> items() && = delete;
    /**
     * Parses the item that was visited last as a CRI or CRI reference. The walk continues after it; see
     * cri_walk_parse().
     */
    result<view> parse() noexcept {
        cri_t cri{};
        const cri_err_t code = cri_walk_parse(&walk_, &cri);
        if (code != CRI_OK) return cri::error{code, 0};
        return view(cri);
    }
    /** Returns the error at which the walk stopped. Its length is the offset of the fault; see cri_walk_error(). */
    struct error error() const noexcept {
        std::size_t offset = 0;
        const cri_err_t code = cri_walk_error(&walk_, &offset);
        return {code, offset};
    }

private:
    cri_walk_t walk_{};
};

} // namespace cri

/** @} */

#endif // CRI_DOCUMENT_HPP
