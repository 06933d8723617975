/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_HPP
#define CRI_HPP

#include "cri_base.hpp"
#include "cri_check.h"
#include "cri_host.h"

/**
 * @file
 * libcri for C++17, in headers only. This header has the core of cri.h and the functions of cri_host.h. cri_coap.hpp
 * has the functions of cri_coap.h and cri_dispatch.h, cri_link.hpp the functions of cri_link.h, cri_document.hpp the
 * walk of cri_document.h, and cri_template.hpp the functions of cri_template.h.
 *
 * @code
 * const auto base = cri::view::parse(cri::revision::href27, base_cbor);
 * const auto link = cri::view::parse(cri::revision::href27, link_cbor);
 * if (!base || !link) return;
 * const auto target = base->resolve(*link);
 * for (const cri::text &segment : target->path())
 *     if (segment == "led") found = true;
 * char uri[64];
 * const auto text = target->to_uri(uri);
 * std::puts(text ? uri : text.error().text());
 * @endcode
 *
 * - The headers use no exceptions, no RTTI and no heap, and link nothing of the C++ library. A function that can fail
 *   returns a cri::result, which has a value or an error.
 * - As in C, views, texts and ranges borrow the bytes that they were made from, and the bytes must outlive them. The
 *   compiler refuses a temporary container. With -Wdangling, clang warns of further cases.
 * - Outputs are written to the caller's buffer: an array, a std::array, or anything else with data() and size(). In the
 *   buffer, a text ends in NUL, which needs one byte and is not part of the result. With an empty buffer, `{}`, the
 *   error is CRI_ERR_BUFFER, and error().length is the length needed, without the NUL. A std::string or a similar type
 *   is resized to the text.
 * - A default-constructed object and the value of a failed result are empty, and safe to use: their accessors return
 *   nothing, and their operations fail with CRI_ERR_ARGUMENT.
 * - A member function has the same errors as the C function that its comment names.
 * - These functions have no wrapper. Call them with the C object that get() returns: the functions of cri_check.h,
 *   except cri_from_uri_where() and cri_from_iri_where(); of cri_cori.h, cri_edn.h, cri_log.h, cri_nfc.h,
 *   cri_registry.h, cri_socket.h and cri_uri.h; and cri_features(), cri_part_name(), cri_registry_default_port(),
 *   cri_registry_id(), cri_registry_name(), cri_skip() and cri_version() of cri.h.
 */

/**
 * @defgroup cri_cpp_h cri.hpp, cri_coap.hpp, cri_link.hpp, cri_document.hpp: C++17
 * The functions of the C headers, with results, spans and ranges.
 */

/**
 * @defgroup cri_cpp The core
 * @ingroup cri_cpp_h
 * @{
 */

namespace cri {

/** A revision of draft-ietf-core-href. */
enum class revision : std::uint8_t { href13 = CRI_REV_13, href27 = CRI_REV_27 };

/** The kind of an authority section: the values of CRI_AUTHORITY_NOT_SET, _ROOTED, _ROOTLESS and _HOST. */
enum class authority_kind : std::uint8_t { not_set, rooted, rootless, host };
static_assert(CRI_AUTHORITY_NOT_SET == 0 && CRI_AUTHORITY_ROOTED == 1 && CRI_AUTHORITY_ROOTLESS == 2 &&
              CRI_AUTHORITY_HOST == 3);

/** The kind of a host: the values of CRI_HOST_NONE, _NAME, _IPV4 and _IPV6. */
enum class host_kind : std::uint8_t { none, name, ipv4, ipv6 };
static_assert(CRI_HOST_NONE == 0 && CRI_HOST_NAME == 1 && CRI_HOST_IPV4 == 2 && CRI_HOST_IPV6 == 3);

/** A part of a text: characters, or octets that are percent-encoded in a URI. */
struct chunk {
    /** UTF-8 characters, or octets. */
    cri::bytes bytes;
    /** True if the bytes are octets. */
    bool percent_encoded = false;
};

/** @cond */
struct chunk_step {
    using value_type = chunk;
    cri_chunks_t chunks{};
    bool next(chunk &value) noexcept {
        const std::uint8_t *data = nullptr;
        std::size_t size = 0;
        if (!cri_chunks_next(&chunks, &data, &size, &value.percent_encoded)) return false;
        value.bytes = {data, size};
        return true;
    }
};
/** @endcond */

/** A label, path segment, query parameter, userinfo or fragment. */
class text {
public:
    /** Makes an empty object. */
    text() noexcept = default;
    /** Makes a copy of an object of the C interface. */
    explicit text(const cri_text_t &object) noexcept : text_(object) {}

    /** Returns the object of the C interface. */
    const cri_text_t *get() const noexcept { return &text_; }
    /** Returns the characters if the text has no percent-encoded parts; see cri_text_plain(). */
    std::optional<std::string_view> plain() const noexcept {
        return detail::find<char>([this](auto... out) { return cri_text_plain(&text_, out...); });
    }
    /** Returns the parts; see cri_chunks_init(). */
    range<chunk_step> chunks() const noexcept {
        chunk_step step;
        cri_chunks_init(&step.chunks, &text_);
        return range<chunk_step>(step);
    }
    /** Writes the decoded text to a buffer; see cri_text_decode(). */
    result<bytes> decode(span<std::uint8_t> buffer) const noexcept {
        return detail::write(buffer, [this](auto... out) { return cri_text_decode(&text_, out...); });
    }
    /** Returns true if the text is plain and consists of exactly the characters of `b`; see cri_text_equal(). */
    friend bool operator==(const text &a, std::string_view b) noexcept {
        return cri_text_equal(&a.text_, b.data(), b.size());
    }
    /** Returns the opposite of `==`. */
    friend bool operator!=(const text &a, std::string_view b) noexcept { return !(a == b); }

private:
    cri_text_t text_{};
};

/** @cond */
struct text_step {
    using value_type = text;
    cri_iter_t iter{};
    bool next(text &value) noexcept {
        cri_text_t next{};
        if (!cri_iter_next(&iter, &next)) return false;
        value = text(next);
        return true;
    }
};
/** @endcond */

/** The labels of a host's name, the segments of a path, or the parameters of a query. */
using texts = range<text_step>;

/** The result of a search for the query parameters with a given name. */
struct parameters {
    /**
     * The decoded value of the first parameter, or std::nullopt if the parameter has no `=` or there is no such
     * parameter.
     */
    std::optional<bytes> value{};
    /** The number of parameters with the name. */
    std::size_t count = 0;
};

/** A CRI or CRI reference: a view of the bytes that it was parsed from, which must outlive the view. */
class view {
public:
    /** Makes an empty object. */
    view() noexcept = default;
    /** Makes a copy of an object of the C interface. */
    explicit view(const cri_t &object) noexcept : cri_(object) {}

    /** Parses data that must be exactly one CRI or CRI reference; see cri_parse_exact(). */
    static result<view> parse(cri::revision revision, bytes data CRI_LIFETIMEBOUND) noexcept {
        cri_t cri{};
        const auto rev = static_cast<std::uint8_t>(revision);
        const cri_err_t code = cri_parse_exact(rev, data.data(), data.size(), &cri);
        if (code != CRI_OK) return error{code, 0};
        return view(cri);
    }
    /** Refuses a temporary container, because the view would outlive the bytes that it borrows. */
    template <class C, class = detail::if_temporary<C>>
    static result<view> parse(cri::revision revision, C &&data) = delete;
    /**
     * Parses the CRI at the start of `data`, and removes it from `data`. Also removes an item that is unprocessable;
     * see cri_parse().
     */
    static result<view> parse_next(cri::revision revision, bytes &data) noexcept {
        cri_t cri{};
        std::size_t consumed = 0;
        const auto rev = static_cast<std::uint8_t>(revision);
        const cri_err_t code = cri_parse(rev, data.data(), data.size(), &cri, &consumed);
        data = {data.data() + consumed, data.size() - consumed};
        if (code != CRI_OK) return error{code, consumed};
        return view(cri);
    }

    /** Returns the revision; see cri_revision(). */
    cri::revision revision() const noexcept { return static_cast<cri::revision>(cri_revision(&cri_)); }
    /** Returns true if this is a full CRI, which has a scheme; see cri_is_full(). */
    bool is_full() const noexcept { return cri_is_full(&cri_); }
    /** Returns the number of segments of the base's path that are discarded; see cri_discard(). */
    std::uint8_t discard() const noexcept { return cri_discard(&cri_); }
    /** Returns the scheme's id, if the CRI gives the scheme by its id; see cri_scheme(). */
    std::optional<std::int64_t> scheme() const noexcept { return get(cri_scheme); }
    /** Returns the scheme's name, if the scheme is set and has a name; see cri_scheme_text(). */
    std::optional<std::string_view> scheme_name() const noexcept { return get(cri_scheme_text); }
    /** Returns the kind of the authority; see cri_authority_kind(). */
    cri::authority_kind authority_kind() const noexcept {
        return static_cast<cri::authority_kind>(cri_authority_kind(&cri_));
    }
    /** Returns the kind of the host; see cri_host_kind(). */
    cri::host_kind host_kind() const noexcept { return static_cast<cri::host_kind>(cri_host_kind(&cri_)); }
    /** Returns the address, if the host is an address; see cri_host_address(). */
    std::optional<bytes> host_address() const noexcept { return get(cri_host_address); }
    /** Returns the zone identifier of the address; see cri_zone(). */
    std::optional<std::string_view> zone() const noexcept { return get(cri_zone); }
    /** Returns the labels of the host's name; see cri_iter_init_labels(). */
    texts labels() const noexcept { return visit(cri_iter_init_labels); }
    /** Returns the user information; see cri_userinfo(). */
    std::optional<text> userinfo() const noexcept { return get(cri_userinfo); }
    /** Returns the port, if the CRI gives a port; see cri_port(). */
    std::optional<std::uint16_t> port() const noexcept { return get(cri_port); }
    /** Returns the segments of the path; see cri_iter_init_path(). */
    texts path() const noexcept { return visit(cri_iter_init_path); }
    /** Returns true if the path is set; see cri_path_is_set(). */
    bool path_is_set() const noexcept { return cri_path_is_set(&cri_); }
    /** Returns the parameters of the query; see cri_iter_init_query(). */
    texts query() const noexcept { return visit(cri_iter_init_query); }
    /** Returns true if the query is set; see cri_query_is_set(). */
    bool query_is_set() const noexcept { return cri_query_is_set(&cri_); }
    /** Finds the query parameters with a name, and writes the value of the first; see cri_query_find(). */
    result<parameters> query_find(std::string_view name, span<std::uint8_t> buffer) const noexcept {
        parameters found;
        bool has_value = false;
        const result<bytes> value = detail::write(buffer, [&](auto... out) {
            return cri_query_find(&cri_, name.data(), name.size(), out..., &found.count, &has_value);
        });
        if (!value) return value.error();
        if (has_value) found.value = *value;
        return found;
    }
    /** Returns the fragment; see cri_fragment(). */
    std::optional<text> fragment() const noexcept { return get(cri_fragment); }

    /** Resolves a reference against this base; see cri_resolve(). */
    result<view> resolve(const view &reference) const noexcept { return make(call(cri_resolve, reference)); }
    /**
     * Resolves a reference against this base. The result borrows the buffer, and can be the base of a further call
     * without limit; see cri_resolve_to().
     */
    result<view> resolve_to(const view &reference, span<std::uint8_t> buffer) const noexcept {
        const result<bytes> written =
            detail::write(buffer, [&](auto... out) { return cri_resolve_to(&cri_, &reference.cri_, out...); });
        if (!written) return written.error();
        return parse(revision(), *written);
    }
    /** Makes a target relative to this base; see cri_relativize(). */
    result<view> relativize(const view &target) const noexcept { return make(call(cri_relativize, target)); }
    /** Makes a target relative to this base, by a reference that has a URI; see cri_relativize_for_uri(). */
    result<view> relativize_for_uri(const view &target) const noexcept
    {
        return make(call(cri_relativize_for_uri, target));
    }
    /** Returns the CRI without its query; see cri_without_query(). */
    view without_query() const noexcept { return without(cri_without_query); }
    /** Returns the CRI without its fragment; see cri_without_fragment(). */
    view without_fragment() const noexcept { return without(cri_without_fragment); }
    /**
     * Returns the CRI without its user information. The result also borrows the scratch; see cri_without_userinfo().
     */
    result<view> without_userinfo(span<std::uint8_t> scratch) const noexcept {
        view bare;
        const result<bytes> written =
            detail::write(scratch, [&](auto... out) { return cri_without_userinfo(&cri_, out..., &bare.cri_); });
        if (!written) return written.error();
        return bare;
    }
    /** Returns the CRI with the authority of another CRI; see cri_with_authority(). */
    result<view> with_authority(const view &other) const noexcept { return make(call(cri_with_authority, other)); }
    /**
     * Returns the CRI with the address and port of an endpoint, such as the source of a response. The result also
     * borrows the scratch; see cri_with_endpoint().
     */
    result<view> with_endpoint(const cri_endpoint_t &endpoint, span<std::uint8_t> scratch) const noexcept {
        view made;
        const result<bytes> written = detail::write(
            scratch, [&](auto... out) { return cri_with_endpoint(&cri_, &endpoint, out..., &made.cri_); });
        if (!written) return written.error();
        return made;
    }
    /** Replaces a prefix of origin and path by another one; see cri_replace_prefix(). */
    result<view> replace_prefix(const view &prefix, const view &replacement) const noexcept {
        view made;
        const cri_err_t code = cri_replace_prefix(&cri_, prefix.get(), replacement.get(), &made.cri_);
        if (code != CRI_OK) return error{code, 0};
        return made;
    }
    /** Compares two CRIs component by component; see cri_equal(). */
    result<bool> equal(const view &other) const noexcept { return call(cri_equal, other); }
    /** Returns true if two full CRIs have the same scheme, host and effective port; see cri_same_origin(). */
    result<bool> same_origin(const view &other) const noexcept { return call(cri_same_origin, other); }
    /** Returns -1, 0 or 1 if this CRI is before, equal to or after the other in a total order; see cri_compare(). */
    result<std::int32_t> compare(const view &other) const noexcept { return call(cri_compare, other); }
    /** Returns a hash, which is the same for equal views; see cri_hash(). */
    std::uint32_t hash() const noexcept { return cri_hash(&cri_); }

    /** Returns true if equal() does. Views of different revisions are never equal. Two empty objects are equal. */
    friend bool operator==(const view &a, const view &b) noexcept { return a.order(b) == 0; }
    /** Returns the opposite of `==`. */
    friend bool operator!=(const view &a, const view &b) noexcept { return a.order(b) != 0; }
    /**
     * Orders views for sorted containers: empty objects come first, then revision 13, then revision 27. Views of the
     * same revision are in the order of compare().
     */
    friend bool operator<(const view &a, const view &b) noexcept { return a.order(b) < 0; }
    /** Returns true if `b < a`. */
    friend bool operator>(const view &a, const view &b) noexcept { return a.order(b) > 0; }
    /** Returns false if `b < a`. */
    friend bool operator<=(const view &a, const view &b) noexcept { return a.order(b) <= 0; }
    /** Returns false if `a < b`. */
    friend bool operator>=(const view &a, const view &b) noexcept { return a.order(b) >= 0; }

    /** Writes the canonical encoding; see cri_encode(). */
    result<bytes> encode(span<std::uint8_t> buffer) const noexcept { return write(buffer, cri_encode); }
    /** Writes the canonical encoding of the normal form; see cri_normalize(). */
    result<bytes> normalize(span<std::uint8_t> buffer) const noexcept { return write(buffer, cri_normalize); }
    /** Writes the canonical encoding with percent-encoded text decoded; see cri_decode_pet(). */
    result<bytes> decode_pet(span<std::uint8_t> buffer) const noexcept { return write(buffer, cri_decode_pet); }
    /** Writes the URI or URI reference; see cri_to_uri(). */
    result<std::string_view> to_uri(span<char> buffer) const noexcept { return write(buffer, cri_to_uri); }
    /** Writes the URI or URI reference to a string, and resizes the string to the text; see cri_to_uri(). */
    template <class S, class = detail::if_string<S>>
    result<std::string_view> to_uri(S &string CRI_LIFETIMEBOUND) const noexcept(noexcept(string.resize(0))) {
        return write_string(string, cri_to_uri);
    }
    /** Writes the IRI or IRI reference; see cri_to_iri(). */
    result<std::string_view> to_iri(span<char> buffer) const noexcept { return write(buffer, cri_to_iri); }
    /** Writes the IRI or IRI reference to a string, and resizes the string to the text; see cri_to_iri(). */
    template <class S, class = detail::if_string<S>>
    result<std::string_view> to_iri(S &string CRI_LIFETIMEBOUND) const noexcept(noexcept(string.resize(0))) {
        return write_string(string, cri_to_iri);
    }
    /** Writes the host as text, for name resolution and for logs; see cri_host_text(). */
    result<std::string_view> host_text(span<char> buffer) const noexcept { return write(buffer, cri_host_text); }
    /** Writes the host to a string, and resizes the string to the text; see cri_host_text(). */
    template <class S, class = detail::if_string<S>>
    result<std::string_view> host_text(S &string CRI_LIFETIMEBOUND) const noexcept(noexcept(string.resize(0))) {
        return write_string(string, cri_host_text);
    }
    /** Returns the scheme's id, even if the CRI gives the scheme by its name; see cri_effective_scheme(). */
    result<std::int64_t> effective_scheme() const noexcept { return find(cri_effective_scheme); }
    /** Returns the port that the CRI gives, or the scheme's default port; see cri_effective_port(). */
    result<std::uint16_t> effective_port() const noexcept { return find(cri_effective_port); }
    /**
     * Returns the endpoint, if the host is an address. The endpoint borrows the CRI's bytes; see cri_host_endpoint().
     */
    result<cri_endpoint_t> host_endpoint() const noexcept { return find(cri_host_endpoint); }
    /** Returns the object of the C interface. */
    const cri_t *get() const noexcept { return &cri_; }

private:
    template <class T>
    std::optional<T> get(bool (*accessor)(const cri_t *, T *)) const noexcept {
        T value{};
        return accessor(&cri_, &value) ? std::optional<T>(value) : std::nullopt;
    }
    std::optional<text> get(bool (*accessor)(const cri_t *, cri_text_t *)) const noexcept {
        cri_text_t object{};
        return accessor(&cri_, &object) ? std::optional<text>(text(object)) : std::nullopt;
    }
    template <class T>
    std::optional<detail::slice_of<T>> get(bool (*accessor)(const cri_t *, const T **, std::size_t *)) const noexcept {
        return detail::find<T>([this, accessor](auto... out) { return accessor(&cri_, out...); });
    }
    template <class T>
    result<T> find(cri_err_t (*accessor)(const cri_t *, T *)) const noexcept {
        T value{};
        const cri_err_t code = accessor(&cri_, &value);
        if (code != CRI_OK) return error{code, 0};
        return value;
    }
    texts visit(void (*init)(cri_iter_t *, const cri_t *)) const noexcept {
        text_step step;
        init(&step.iter, &cri_);
        return texts(step);
    }
    template <class T>
    result<T> call(cri_err_t (*operation)(const cri_t *, const cri_t *, T *), const view &other) const noexcept {
        T value{};
        const cri_err_t code = operation(&cri_, &other.cri_, &value);
        if (code != CRI_OK) return cri::error{code, 0};
        return value;
    }
    view without(cri_err_t (*section)(const cri_t *, cri_t *)) const noexcept {
        cri_t out{};
        return section(&cri_, &out) == CRI_OK ? view(out) : view();
    }
    template <class T>
    result<detail::slice_of<T>> write(span<T> buffer, cri_err_t (*writer)(const cri_t *, T *, std::size_t,
                                                                          std::size_t *)) const noexcept {
        return detail::write(buffer, [this, writer](auto... out) { return writer(&cri_, out...); });
    }
    template <class S>
    result<std::string_view> write_string(S &string, cri_err_t (*writer)(const cri_t *, char *, std::size_t,
                                                                         std::size_t *)) const
        noexcept(noexcept(string.resize(0))) {
        return detail::write_string(string, [this, writer](auto... out) { return writer(&cri_, out...); });
    }
    std::int32_t order(const view &other) const noexcept {
        const int revisions = cri_revision(&cri_) - cri_revision(&other.cri_);
        // For two empty objects, compare() fails: they are equal.
        return revisions != 0 ? revisions : compare(other).value_or(0);
    }
    static result<view> make(const result<cri_t> &made) noexcept {
        if (!made) return made.error();
        return view(*made);
    }

    cri_t cri_{};
};

/** Writes the CRI of a URI, or the CRI reference of a URI reference; see cri_from_uri(). */
inline result<bytes> from_uri(revision revision, std::string_view uri, span<std::uint8_t> buffer) noexcept {
    return detail::write(buffer, [=](auto... out) {
        return cri_from_uri(static_cast<std::uint8_t>(revision), uri.data(), uri.size(), out...);
    });
}

/** Writes the CRI of an IRI, or the CRI reference of an IRI reference; see cri_from_iri(). */
inline result<bytes> from_iri(revision revision, std::string_view iri, span<std::uint8_t> buffer) noexcept {
    return detail::write(buffer, [=](auto... out) {
        return cri_from_iri(static_cast<std::uint8_t>(revision), iri.data(), iri.size(), out...);
    });
}

/** The error of an input, with its position. */
struct fault {
    /** The error. Its length is the offset of the character at fault. Its code is CRI_OK if there is no error. */
    struct error error{};
    /** The component that the character is in: CRI_PART_… */
    std::uint8_t part = CRI_PART_WHOLE;
};

/** Locates the error of a URI or a URI reference that has no CRI; see cri_from_uri_where(). */
inline fault from_uri_where(revision revision, std::string_view uri) noexcept {
    fault found;
    found.error.code = cri_from_uri_where(static_cast<std::uint8_t>(revision), uri.data(), uri.size(),
                                          &found.error.length, &found.part);
    return found;
}

/** Locates the error of an IRI or an IRI reference that has no CRI; see cri_from_iri_where(). */
inline fault from_iri_where(revision revision, std::string_view iri) noexcept {
    fault found;
    found.error.code = cri_from_iri_where(static_cast<std::uint8_t>(revision), iri.data(), iri.size(),
                                          &found.error.length, &found.part);
    return found;
}

/** Writes a CRI or CRI reference section by section, in the order of the functions below; see cri_builder_init(). */
class builder {
public:
    /** Makes a builder that borrows the buffer. `flags` is a sum of CRI_BUILD_… */
    builder(revision revision, span<std::uint8_t> buffer, std::uint8_t flags = 0) noexcept : buffer_(buffer) {
        const auto rev = static_cast<std::uint8_t>(revision);
        // After an error, the builder is empty, and all calls fail.
        if (cri_builder_init(&builder_, rev, flags, buffer.data(), buffer.size()) != CRI_OK) builder_ = {};
    }
    /** Makes a builder that continues a CRI; see cri_builder_init_from(). */
    builder(const view &cri, span<std::uint8_t> buffer, std::uint8_t flags = 0) noexcept : buffer_(buffer) {
        if (cri_builder_init_from(&builder_, cri.get(), flags, buffer.data(), buffer.size()) != CRI_OK) builder_ = {};
    }
    builder(const builder &) = delete;
    builder &operator=(const builder &) = delete;

    /** Sets the scheme by its id; see cri_builder_scheme_id(). */
    builder &scheme(std::int64_t id) noexcept { return add(cri_builder_scheme_id, id); }
    /** Sets the scheme by its name; see cri_builder_scheme_name(). */
    builder &scheme(std::string_view name) noexcept { return add(cri_builder_scheme_name, name.data(), name.size()); }
    /** Starts a reference; see cri_builder_discard(). */
    builder &discard(std::uint8_t segments) noexcept { return add(cri_builder_discard, segments); }
    /** Declares that there is no authority and the path is rootless; see cri_builder_rootless(). */
    builder &rootless() noexcept { return add(cri_builder_rootless); }
    /** Sets the user information; see cri_builder_userinfo(). */
    builder &userinfo(std::string_view text) noexcept { return add(cri_builder_userinfo, text.data(), text.size()); }
    /** Sets the host by its name; see cri_builder_host_name(). */
    builder &host(std::string_view name) noexcept { return add(cri_builder_host_name, name.data(), name.size()); }
    /** Sets the host by its address; see cri_builder_host_address(). */
    builder &host(bytes address, std::string_view zone = {}) noexcept {
        return add(cri_builder_host_address, address.data(), address.size(), zone.data(), zone.size());
    }
    /** Sets the port; see cri_builder_port(). */
    builder &port(std::uint16_t port) noexcept { return add(cri_builder_port, port); }
    /** Sets the path of a reference to `[]`; see cri_builder_path(). */
    builder &path() noexcept { return add(cri_builder_path); }
    /** Appends a segment; see cri_builder_segment(). */
    builder &segment(std::string_view text) noexcept { return add(cri_builder_segment, text.data(), text.size()); }
    /** Sets the query of a reference to `[]`; see cri_builder_query(). */
    builder &query() noexcept { return add(cri_builder_query); }
    /** Appends a parameter; see cri_builder_parameter(). */
    builder &parameter(std::string_view text) noexcept { return add(cri_builder_parameter, text.data(), text.size()); }
    /** Sets the fragment; see cri_builder_fragment(). */
    builder &fragment(std::string_view text) noexcept { return add(cri_builder_fragment, text.data(), text.size()); }
    /** Appends a text of a CRI as a segment; see cri_builder_text(). */
    builder &segment(const text &from) noexcept {
        return add(cri_builder_text, std::uint8_t(CRI_PART_PATH), from.get());
    }
    /** Appends a text of a CRI as a parameter; see cri_builder_text(). */
    builder &parameter(const text &from) noexcept {
        return add(cri_builder_text, std::uint8_t(CRI_PART_QUERY), from.get());
    }
    /** Sets the fragment to a text of a CRI; see cri_builder_text(). */
    builder &fragment(const text &from) noexcept {
        return add(cri_builder_text, std::uint8_t(CRI_PART_FRAGMENT), from.get());
    }
    /** Completes the encoding, or returns the first error of all calls; see cri_builder_finish(). */
    result<bytes> finish() noexcept {
        return detail::write(buffer_, [this](auto, auto, auto len) { return cri_builder_finish(&builder_, len); });
    }

private:
    // The error can be ignored: the C builder keeps it, and returns it from all later calls.
    template <class... In>
    builder &add(cri_err_t (*function)(cri_builder_t *, In...), std::common_type_t<In>... in) noexcept {
        static_cast<void>(function(&builder_, in...) == CRI_OK);
        return *this;
    }

    cri_builder_t builder_{};
    span<std::uint8_t> buffer_;
};

} // namespace cri

/**
 * A hash for unordered containers; see cri_hash(). The hash has no key, so senders can choose many CRIs with the same
 * hash.
 */
template <>
struct std::hash<cri::view> {
    /** Returns the hash. */
    std::size_t operator()(const cri::view &cri) const noexcept { return cri.hash(); }
};

/** @} */

#endif // CRI_HPP
