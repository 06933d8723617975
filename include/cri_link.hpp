/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_LINK_HPP
#define CRI_LINK_HPP

#include "cri.hpp"
#include "cri_link.h"

/**
 * @file
 * libcri for C++17: the functions of cri_link.h. The types and the rules are the ones of cri.hpp. There are no wrappers
 * for documents in windows (cri_links_more(), cri_links_left(), cri_links_drop()), cri_links_next_item() and
 * cri_link_init_parts().
 *
 * @code
 * for (const cri::link &link : cri::links(document)) {
 *     const auto target = cri::resolve_link(base, link.target(), buffer);
 *     if (link.matches("rt=temp*").value_or(false) && target) ask(*target);
 * }
 * @endcode
 *
 * To read a document that arrives in windows, call cri_links_next() and the C functions around it.
 */

/**
 * @defgroup cri_cpp_link Link format
 * @ingroup cri_cpp_h
 * @{
 */

namespace cri {

/** The value of an attribute of a link. */
class link_value {
public:
    /** Makes an empty object. */
    link_value() noexcept = default;
    /** Makes a copy of an object of the C interface. */
    explicit link_value(const cri_link_value_t &object) noexcept : value_(object) {}

    /** Returns true if the attribute has a value; see cri_link_value_is_set(). */
    bool is_set() const noexcept { return cri_link_value_is_set(&value_); }
    /** Returns the characters if the value has no quoted pairs; see cri_link_value_plain(). */
    std::optional<std::string_view> plain() const noexcept {
        return detail::find<char>([this](auto... out) { return cri_link_value_plain(&value_, out...); });
    }
    /** Writes the decoded value; see cri_link_value_decode(). */
    result<std::string_view> decode(span<char> buffer) const noexcept {
        return detail::write(buffer, [this](auto... out) { return cri_link_value_decode(&value_, out...); });
    }
    /** Writes the decoded value to a string, and resizes the string to the text; see cri_link_value_decode(). */
    template <class S, class = detail::if_string<S>>
    result<std::string_view> decode(S &string CRI_LIFETIMEBOUND) const noexcept(noexcept(string.resize(0))) {
        return detail::write_string(string, [this](auto... out) { return cri_link_value_decode(&value_, out...); });
    }
    /** Returns true if the value is a list that contains a token; see cri_link_value_has_token(). */
    bool has_token(std::string_view token) const noexcept {
        return cri_link_value_has_token(&value_, token.data(), token.size());
    }
    /** Returns true if the decoded value consists of exactly the characters of `b`; see cri_link_value_equal(). */
    friend bool operator==(const link_value &a, std::string_view b) noexcept {
        return cri_link_value_equal(&a.value_, b.data(), b.size());
    }
    /** Returns the opposite of `==`. */
    friend bool operator!=(const link_value &a, std::string_view b) noexcept { return !(a == b); }

private:
    cri_link_value_t value_{};
};

/** An attribute of a link. */
struct link_attribute {
    /** The name of the attribute. */
    std::string_view name;
    /** The value of the attribute, which may be unset. */
    link_value value;
};

/** @cond */
struct link_attribute_step {
    using value_type = link_attribute;
    cri_link_attributes_t attributes{};
    bool next(link_attribute &attribute) noexcept {
        const char *data = nullptr;
        std::size_t size = 0;
        cri_link_value_t value{};
        if (!cri_link_attributes_next(&attributes, &data, &size, &value)) return false;
        attribute = {{data, size}, link_value(value)};
        return true;
    }
};
/** @endcond */

/** A link, which borrows its text. */
class link {
public:
    /** Makes an empty object. */
    link() noexcept = default;
    /** Makes a copy of an object of the C interface. */
    explicit link(const cri_link_t &object) noexcept : link_(object) {}

    /** Returns the target, an IRI reference; see cri_link_target(). */
    std::string_view target() const noexcept {
        return detail::find<char>([this](auto... out) { return cri_link_target(&link_, out...); }).value_or("");
    }
    /** Returns the attributes; see cri_link_attributes_init(). */
    range<link_attribute_step> attributes() const noexcept {
        link_attribute_step step;
        cri_link_attributes_init(&step.attributes, &link_);
        return range<link_attribute_step>(step);
    }
    /** Returns the value of the first attribute with a name; see cri_link_attribute(). */
    std::optional<link_value> attribute(std::string_view name) const noexcept {
        cri_link_value_t value{};
        if (!cri_link_attribute(&link_, name.data(), name.size(), &value)) return std::nullopt;
        return link_value(value);
    }
    /**
     * Returns true if the link passes a filter. `lists` names further attributes whose values are lists, such as "ep
     * d"; see cri_link_matches().
     */
    result<bool> matches(std::string_view query, std::string_view lists = {}) const noexcept {
        bool matches = false;
        const cri_err_t code =
            cri_link_matches(&link_, query.data(), query.size(), lists.data(), lists.size(), &matches);
        if (code != CRI_OK) return error{code, 0};
        return matches;
    }
    /** Returns the object of the C interface. */
    const cri_link_t *get() const noexcept { return &link_; }

private:
    cri_link_t link_{};
};

/** @cond */
struct link_step {
    using value_type = link;
    cri_links_t links{};
    bool next(link &value) noexcept {
        cri_link_t next{};
        if (!cri_links_next(&links, &next)) return false;
        value = link(next);
        return true;
    }
};
/** @endcond */

/** Returns the links of a whole document. Malformed links are skipped; see cri_links_next(). */
inline range<link_step> links(std::string_view document CRI_LIFETIMEBOUND) noexcept {
    link_step step;
    if (cri_links_init(&step.links, document.data(), document.size(), true) != CRI_OK) return {};
    return range<link_step>(step);
}
/** Refuses a temporary string, because the links would outlive the text that they borrow. */
template <class C, class = detail::if_temporary<C>>
range<link_step> links(C &&document) = delete;

/**
 * Resolves a target or an anchor against the base of its document. The result borrows the buffer; see
 * cri_link_resolve().
 */
inline result<view> resolve_link(const view &base, std::string_view iri, span<std::uint8_t> buffer) noexcept {
    cri_t resolved{};
    const result<bytes> written = detail::write(buffer, [&](auto... out) {
        return cri_link_resolve(base.get(), iri.data(), iri.size(), out..., &resolved);
    });
    if (!written) return written.error();
    return view(resolved);
}

/**
 * A lookup in a directory, which borrows the options of a request; see cri_link_lookup_init(). After an error, it
 * accepts no link.
 */
class link_lookup {
public:
    /** Makes a lookup. `lists` and `others` are names with spaces between them. */
    explicit link_lookup(bytes options CRI_LIFETIMEBOUND, std::string_view lists = {},
                         std::string_view others = {}) noexcept
        : error_(cri_link_lookup_init(&lookup_, options.data(), options.size(), lists.data(), lists.size(),
                                      others.data(), others.size())) {
        if (error_ != CRI_OK) lookup_ = {};
    }
    /** Refuses a temporary container, because the lookup would outlive the bytes that it borrows. */
    template <class C, class... Names, class = detail::if_temporary<C>>
    explicit link_lookup(C &&options, Names &&...names) = delete;

    /** Returns CRI_OK, or the reason why the parameters were refused. */
    cri_err_t error() const noexcept { return error_; }
    /** Returns true if a link is on the page; see cri_link_lookup_match(). */
    bool accepts(const link &link) noexcept { return accepts(link, link); }
    /** Returns true if a link is on the page. The other link belongs to the same registration. */
    bool accepts(const link &first, const link &other) noexcept {
        return cri_link_lookup_match(&lookup_, first.get(), other.get());
    }
    /** Returns the number of links so far that passed the filters. */
    std::size_t matched() const noexcept { return lookup_.matched; }
    /** Returns the object of the C interface, whose page can be changed. */
    cri_link_lookup_t *get() noexcept { return &lookup_; }

private:
    cri_link_lookup_t lookup_{};
    cri_err_t error_;
};

/** Writes a window of a document; see cri_link_writer_init(). */
class link_writer {
public:
    /**
     * Makes a writer that borrows the buffer, and writes the part of the document that begins at `offset` to the
     * buffer.
     */
    explicit link_writer(span<std::uint8_t> buffer, std::size_t offset = 0) noexcept
        : buffer_(buffer), offset_(offset) {
        // After an error, the writer is empty, and all calls fail.
        if (cri_link_writer_init(&writer_, offset, buffer.data(), buffer.size()) != CRI_OK) writer_ = {};
    }
    link_writer(const link_writer &) = delete;
    link_writer &operator=(const link_writer &) = delete;

    /** Begins a link; see cri_link_writer_target(). */
    link_writer &target(std::string_view target) noexcept {
        return add(cri_link_writer_target, target.data(), target.size());
    }
    /** Adds an attribute; see cri_link_writer_attribute(). */
    link_writer &attribute(std::string_view name, std::string_view value) noexcept {
        return add(cri_link_writer_attribute, name.data(), name.size(), value.data(), value.size());
    }
    /** Adds an attribute as it is written, such as "obs" or "ver=1.1"; see cri_link_writer_flag(). */
    link_writer &flag(std::string_view attribute) noexcept {
        return add(cri_link_writer_flag, attribute.data(), attribute.size());
    }
    /** Adds a copy of a link; see cri_link_writer_link(). */
    link_writer &copy(const link &link) noexcept { return add(cri_link_writer_link, link.get()); }
    /** Returns the document from the offset to its end, or the first error; see cri_link_writer_finish(). */
    result<bytes> finish() const noexcept {
        std::size_t length = 0, total = 0;
        const cri_err_t code = cri_link_writer_finish(&writer_, &length, &total);
        if (code != CRI_OK) return error{code, code == CRI_ERR_BUFFER ? total - offset_ : 0};
        return bytes(buffer_.data(), length);
    }
    /** Returns the block in the buffer, or the first error. Sets `more` to whether more blocks follow. */
    result<bytes> block(bool &more) const noexcept {
        std::size_t length = 0, total = 0;
        const cri_err_t code = cri_link_writer_finish(&writer_, &length, &total);
        more = code == CRI_ERR_BUFFER;
        if (code != CRI_OK && !more) return error{code, 0};
        return bytes(buffer_.data(), length);
    }

private:
    // The error can be ignored: the C writer keeps it, and returns it from all later calls.
    template <class... In>
    link_writer &add(cri_err_t (*function)(cri_link_writer_t *, In...), std::common_type_t<In>... in) noexcept {
        static_cast<void>(function(&writer_, in...) == CRI_OK);
        return *this;
    }

    cri_link_writer_t writer_{};
    span<std::uint8_t> buffer_;
    std::size_t offset_;
};

} // namespace cri

/** @} */

#endif // CRI_LINK_HPP
