/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_DOCUMENT_HPP
#define CRI_DOCUMENT_HPP

#include "cri.hpp"
#include "cri_document.h"

/**
 * @file
 * libcri for C++17: the walk of cri_document.h, with the types and the rules of cri.hpp. These have no wrapper, since
 * the walk does their work: cri_items_init_array(), cri_items_init_sequence(), cri_items_next(), cri_items_next_item(),
 * cri_items_error(), cri_find_init(), cri_find_next(), cri_find_error(); nor have cri_encoding() and
 * cri_encode_tagged().
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

/** An item of a document with its position; see cri_place_t. Borrows the document. */
class place {
public:
    /** An empty object. */
    place() noexcept = default;
    /** An object of the C interface. */
    explicit place(const cri_place_t &object) noexcept : place_(object) {}

    /** Returns the item; of an array, a map or a tag all from its first byte to the end of the document. */
    bytes data() const noexcept { return {place_.data, place_.data_len}; }
    /** Returns the major type: CRI_TYPE_… */
    std::uint8_t major_type() const noexcept { return place_.major_type; }
    /** Returns the argument of the head, unless it is larger than a std::size_t or the length is indefinite. */
    std::optional<std::size_t> argument() const noexcept {
        return place_.argument != SIZE_MAX ? std::optional<std::size_t>(place_.argument) : std::nullopt;
    }
    /** Returns the content of a string of definite length, which is not checked to be UTF-8. */
    std::optional<bytes> content() const noexcept { return slice(place_.content, place_.content_len); }
    /** Returns the key in the innermost map, as CBOR. */
    std::optional<bytes> key() const noexcept { return slice(place_.key, place_.key_len); }
    /** Returns whether the key is a given text; see cri_item_is(). */
    bool key_is(std::string_view text) const noexcept {
        return cri_item_is(place_.key, place_.key_len, text.data(), text.size());
    }
    /** Returns the offset of the innermost map, which tells maps apart; 0 outside of maps. */
    std::size_t map() const noexcept { return place_.map; }
    /** Returns the index in the innermost array; outside of arrays in the sequence of all items. */
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
 * A walk over the items of a document, which it borrows; see cri_walk_init(). Its ranges share it: each item is visited
 * once.
 */
class walk {
public:
    /** Begins at the first item. */
    walk(cri::revision revision, bytes data CRI_LIFETIMEBOUND) noexcept {
        // After an error the walk is empty: there are no items.
        if (cri_walk_init(&walk_, static_cast<std::uint8_t>(revision), data.data(), data.size()) != CRI_OK) walk_ = {};
    }
    /** A container that ends with the call: the walk would borrow bytes that are gone. */
    template <class C, class = detail::if_temporary<C>>
    walk(cri::revision revision, C &&data) = delete;
    walk(const walk &) = delete;
    walk &operator=(const walk &) = delete;

    /** Returns the items from here on; see cri_walk_next(). */
    range<walk_step> items() noexcept CRI_LIFETIMEBOUND { return range<walk_step>(walk_step{&walk_}); }
    /** Parses the last item as a CRI or CRI reference, and continues after it; see cri_walk_parse(). */
    result<view> parse() noexcept {
        cri_t cri{};
        const cri_err_t code = cri_walk_parse(&walk_, &cri);
        if (code != CRI_OK) return cri::error{code, 0};
        return view(cri);
    }
    /** Returns the error at which the walk stopped, and as its length the offset of the fault; see cri_walk_error(). */
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
