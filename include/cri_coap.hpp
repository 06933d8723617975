/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_COAP_HPP
#define CRI_COAP_HPP

#include <array>

#include "cri.hpp"
#include "cri_coap.h"
#include "cri_dispatch.h"
#include "cri_request.h"
#include "cri_uri.h"

/**
 * @file
 * libcri for C++17: the functions of cri_request.h, cri_coap.h and cri_dispatch.h, and cri_uri_without_zone(). The
 * types and the rules are the ones of cri.hpp. There are no wrappers for authorization information with CRIs
 * (cri_aif_allows(), cri_aif_init(), cri_aif_next()) and cri_to_coap_location().
 */

/**
 * @defgroup cri_cpp_coap CoAP
 * @ingroup cri_cpp_h
 * @{
 */

namespace cri
{

/** The proxy option for coap_options_proxy() and to_coap_proxy(). */
enum class proxy : std::uint16_t {
    uri = CRI_COAP_PROXY_URI,                    /**< Proxy-Uri: the whole URI. */
    scheme = CRI_COAP_PROXY_SCHEME,              /**< Proxy-Scheme: the scheme's name, and Uri-* options. */
    cri = CRI_COAP_PROXY_CRI,                    /**< Proxy-Cri: the whole CRI. */
    scheme_number = CRI_COAP_PROXY_SCHEME_NUMBER /**< Proxy-Scheme-Number: the scheme's number, and Uri-* options. */
};

/**
 * Makes an endpoint: the destination of a request, or the endpoint at which a request arrived. It borrows the address
 * and the zone identifier.
 */
inline cri_endpoint_t endpoint(bytes address CRI_LIFETIMEBOUND, std::uint16_t port,
                               std::string_view zone CRI_LIFETIMEBOUND = {}) noexcept
{
    return {address.data(), address.size(), zone.data(), zone.size(), port};
}

/** Refuses a temporary container, because the endpoint would outlive the bytes that it borrows. */
template <class A, class = detail::if_temporary<A>> cri_endpoint_t endpoint(A &&address, std::uint16_t port) = delete;
template <class A, class Z, class = detail::if_any_temporary<A, Z>>
cri_endpoint_t endpoint(A &&address, std::uint16_t port, Z &&zone) = delete;

/** A URI that a person typed, without its zone identifier; and the zone identifier, for endpoint(). */
struct typed_uri {
    /** The URI. */
    std::string_view uri{};
    /** The zone identifier, or an empty text if there is no zone identifier. */
    std::string_view zone{};
};

/** Writes a URI without the zone identifier of its host, and returns both; see cri_uri_without_zone(). */
inline result<typed_uri> uri_without_zone(std::string_view uri CRI_LIFETIMEBOUND, span<char> buffer) noexcept
{
    const char *zone = nullptr;
    std::size_t zone_size = 0;
    const result<std::string_view> written = detail::write(
        buffer, [&](auto... out) { return cri_uri_without_zone(uri.data(), uri.size(), out..., &zone, &zone_size); });
    if (!written)
        return written.error();
    return typed_uri{*written, {zone, zone_size}};
}
/** Refuses a temporary string, because the zone identifier would outlive the text that it borrows. */
template <class C, class = detail::if_temporary<C>>
result<typed_uri> uri_without_zone(C &&uri, span<char> buffer) = delete;

/** A CoAP option. */
struct coap_option {
    /** The number of the option. */
    std::uint16_t number = 0;
    /** The value of the option. */
    bytes value;
};

/** @cond */
template <class Options, bool (*Next)(Options *, std::uint16_t *, const std::uint8_t **, std::size_t *)>
struct coap_any_step {
    using value_type = coap_option;
    Options options{};
    bool next(coap_option &option) noexcept
    {
        const std::uint8_t *data = nullptr;
        std::size_t size = 0;
        if (!Next(&options, &option.number, &data, &size))
            return false;
        option.value = {data, size};
        return true;
    }
};
using coap_option_step = coap_any_step<cri_coap_options_t, cri_coap_options_next>;
using coap_raw_step = coap_any_step<cri_coap_raw_t, cri_coap_raw_next>;
/** @endcond */

/**
 * The options of a request, in ascending order. Each is a cri::coap_option. The range borrows the CRI's bytes and the
 * scratch.
 */
using coap_option_range = range<coap_option_step>;
/** The options of a message. Each is a cri::coap_option. The range borrows the message. */
using coap_raw_range = range<coap_raw_step>;

/** @cond */
struct coap_segment_step {
    using value_type = std::string_view;
    cri_coap_path_t path{};
    bool next(std::string_view &segment) noexcept
    {
        const char *data = nullptr;
        std::size_t size = 0;
        if (!cri_coap_path_next(&path, &data, &size))
            return false;
        segment = {data, size};
        return true;
    }
};
/** @endcond */

/** The rest of a request's path. Each segment is a std::string_view of UTF-8. The range borrows the options. */
using coap_segments = range<coap_segment_step>;

/**
 * Returns the options of a request for a CRI. A scratch of CRI_COAP_SCRATCH bytes is always enough; see
 * cri_coap_options_init().
 */
inline result<coap_option_range> coap_options(const view &cri, span<std::uint8_t> scratch,
                                              const cri_endpoint_t *dest = nullptr) noexcept
{
    coap_option_step step;
    std::size_t used = 0;
    const cri_err_t code = cri_coap_options_init(&step.options, cri.get(), dest, scratch.data(), scratch.size(), &used);
    if (code != CRI_OK)
        return error{code, used};
    return coap_option_range(step);
}

/** Returns all options of a message, without conversion; see cri_coap_raw_init(). */
inline result<coap_raw_range> coap_raw(bytes options CRI_LIFETIMEBOUND) noexcept
{
    coap_raw_step step;
    const cri_err_t code = cri_coap_raw_init(&step.options, options.data(), options.size());
    if (code != CRI_OK)
        return error{code, 0};
    return coap_raw_range(step);
}

/** Refuses temporary options, because the values would outlive the bytes that they borrow. */
template <class C, class = detail::if_temporary<C>> result<coap_raw_range> coap_raw(C &&options) = delete;

/** Merges two lists of options into one, in ascending order; see cri_coap_merge(). */
inline result<bytes> coap_merge(bytes options, bytes more, span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_merge(options.data(), options.size(), more.data(), more.size(), out...);
    });
}

/** Inserts one option into a list of options, in ascending order; see cri_coap_insert(). */
inline result<bytes> coap_insert(bytes options, std::uint16_t number, bytes value, span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_insert(options.data(), options.size(), number, value.data(), value.size(), out...);
    });
}

/**
 * Inserts one option whose value is an unsigned integer into a list of options, in ascending order; see
 * cri_coap_insert_uint().
 */
inline result<bytes> coap_insert_uint(bytes options, std::uint16_t option, std::uint32_t number,
                                      span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_insert_uint(options.data(), options.size(), option, number, out...);
    });
}

/**
 * Returns the unsigned integer in the first option with a number, if there is such an option; see
 * cri_coap_find_uint().
 */
inline result<std::optional<std::uint32_t>> coap_find_uint(bytes options, std::uint16_t option) noexcept
{
    std::uint32_t number = 0;
    bool present = false;
    const cri_err_t code = cri_coap_find_uint(options.data(), options.size(), option, &number, &present);
    if (code != CRI_OK)
        return error{code, 0};
    return present ? std::optional<std::uint32_t>(number) : std::nullopt;
}

/** Writes options without the options that have the numbers in `removed`; see cri_coap_remove(). */
inline result<bytes> coap_remove(bytes options, span<const std::uint16_t> removed, span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_remove(options.data(), options.size(), removed.data(), removed.size(), out...);
    });
}

/**
 * Writes the options of a request that a proxy forwards, except the options in `processed`; see
 * cri_coap_forward_request().
 */
inline result<bytes> coap_forward_request(bytes options, span<const std::uint16_t> processed,
                                          span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_forward_request(options.data(), options.size(), processed.data(), processed.size(), out...);
    });
}

/**
 * Writes the options of a response that a proxy forwards, except the options in `processed`; see
 * cri_coap_forward_response().
 */
inline result<bytes> coap_forward_response(bytes options, span<const std::uint16_t> processed,
                                           span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_forward_response(options.data(), options.size(), processed.data(), processed.size(), out...);
    });
}

/**
 * Replaces a prefix of the path in the options of a message: of Uri-Path (CRI_COAP_URI_PATH) or of Location-Path
 * (CRI_COAP_LOCATION_PATH); see cri_coap_replace_prefix().
 */
inline result<bytes> coap_replace_prefix(bytes options, std::uint16_t number, const view &prefix,
                                         const view &replacement, span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_replace_prefix(options.data(), options.size(), number, prefix.get(), replacement.get(), out...);
    });
}

/** The options and the payload of a message. */
struct coap_message {
    /** The options, without the payload marker. */
    bytes options;
    /** The payload. It is empty if the message has no payload. */
    bytes payload;
};

/** Returns the options and the payload of a message, from the bytes after its token; see cri_coap_split(). */
inline result<coap_message> coap_split(bytes data CRI_LIFETIMEBOUND) noexcept
{
    std::size_t options_size = 0, payload_size = 0;
    const std::uint8_t *payload = nullptr;
    const cri_err_t code = cri_coap_split(data.data(), data.size(), &options_size, &payload, &payload_size);
    if (code != CRI_OK)
        return error{code, 0};
    return coap_message{{data.data(), options_size}, {payload, payload_size}};
}

/** Refuses temporary bytes, because the options and the payload would outlive the bytes that they borrow. */
template <class C, class = detail::if_temporary<C>> result<coap_message> coap_split(C &&data) = delete;

/** The result of a search for the query parameters of a request with a given name. */
struct coap_parameters {
    /** The value of the first parameter, or std::nullopt if the parameter has no `=` or there is no such parameter. */
    std::optional<std::string_view> value{};
    /** The number of parameters with the name. */
    std::size_t count = 0;
};

/** Finds the parameters with a name in the Uri-Query options of a request; see cri_coap_query_find(). */
inline result<coap_parameters> coap_query_find(bytes options CRI_LIFETIMEBOUND, std::string_view name) noexcept
{
    coap_parameters found;
    const std::uint8_t *value = nullptr;
    std::size_t size = 0;
    bool has_value = false;
    const cri_err_t code = cri_coap_query_find(options.data(), options.size(), name.data(), name.size(), &value, &size,
                                               &found.count, &has_value);
    if (code != CRI_OK)
        return error{code, 0};
    if (has_value)
        found.value = std::string_view(reinterpret_cast<const char *>(value), size);
    return found;
}

/** Refuses temporary options, because the value would outlive the bytes that it borrows. */
template <class C, class = detail::if_temporary<C>>
result<coap_parameters> coap_query_find(C &&options, std::string_view name) = delete;

/**
 * Looks for a critical option that the server does not know and whose number is above `after`. Returns an error whose
 * length is the number of the first such option, or CRI_OK if there is no such option. See cri_coap_critical_check().
 */
[[nodiscard]] inline error coap_critical_check(bytes options, span<const std::uint16_t> known = {},
                                               std::uint16_t after = 0) noexcept
{
    std::uint16_t unknown = 0;
    const cri_err_t code =
        cri_coap_critical_check(options.data(), options.size(), known.data(), known.size(), after, &unknown);
    return {code, unknown};
}

/**
 * Writes the options of a request that belong to its cache key, except the options in `ignored`; see
 * cri_coap_cache_key().
 */
inline result<bytes> coap_cache_key(bytes options, span<const std::uint16_t> ignored,
                                    span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_cache_key(options.data(), options.size(), ignored.data(), ignored.size(), out...);
    });
}

/** Returns true if two requests have the same options in their cache keys; see cri_coap_cache_key_equal(). */
inline result<bool> coap_cache_key_equal(bytes options, bytes other, span<const std::uint16_t> ignored = {}) noexcept
{
    bool equal = false;
    const cri_err_t code = cri_coap_cache_key_equal(options.data(), options.size(), other.data(), other.size(),
                                                    ignored.data(), ignored.size(), &equal);
    if (code != CRI_OK)
        return error{code, 0};
    return equal;
}

/** Returns the response code for a request that caused an error, or 0 for CRI_OK; see cri_coap_response_code(). */
inline std::uint8_t coap_response_code(const error &error) noexcept { return cri_coap_response_code(error.code); }

/** A request for the resource that a link leads to; see cri_request_t. It borrows the buffer. */
class coap_request {
public:
    /** Makes an empty object. */
    coap_request() noexcept = default;
    /** Makes a copy of an object of the C interface. */
    explicit coap_request(const cri_request_t &object) noexcept : request_(object) {}

    /** Returns the CRI of the resource: the base of the links in the response. */
    view target() const noexcept { return view(request_.target); }
    /** Returns the scheme id. */
    std::int64_t scheme() const noexcept { return request_.scheme; }
    /** Returns the endpoint to which the request is sent. It has no address if there is a host name. */
    const cri_endpoint_t &endpoint() const noexcept { return request_.endpoint; }
    /** Returns the name to look up, after which there is a NUL. It is empty if the host is an address. */
    std::string_view host() const noexcept { return {request_.host, request_.host_len}; }
    /** Returns the options, delta-coded; see coap_raw(). */
    bytes options() const noexcept { return {request_.options, request_.options_len}; }
    /** Returns the object of the C interface. */
    const cri_request_t &get() const noexcept { return request_; }

private:
    cri_request_t request_{};
};

/** @cond */
namespace detail {
template <class Call> result<coap_request> requested(span<std::uint8_t> buffer, Call call) noexcept
{
    cri_request_t request{};
    std::size_t length = 0;
    const cri_err_t code = call(buffer.data(), buffer.size(), &length, &request);
    if (code != CRI_OK) return error{code, length};
    return coap_request(request);
}
} // namespace detail
/** @endcond */

/** Makes a request from a link; see cri_request(). Without settings, the request is sent over coap only. */
inline result<coap_request> request(const view &base, const view &reference, span<std::uint8_t> buffer,
                                    const cri_request_settings_t *settings = nullptr) noexcept
{
    return detail::requested(buffer, [&](auto... out) {
        return cri_request(base.get(), reference.get(), settings, out...);
    });
}

/** Makes a request from a full CRI; see cri_request(). */
inline result<coap_request> request(const view &cri, span<std::uint8_t> buffer,
                                    const cri_request_settings_t *settings = nullptr) noexcept
{
    return detail::requested(buffer, [&](auto... out) { return cri_request(nullptr, cri.get(), settings, out...); });
}

/** Makes a request from the text of a URI; see cri_request_from_uri(). */
inline result<coap_request> request_from_uri(revision revision, std::string_view uri, span<std::uint8_t> buffer,
                                             const cri_request_settings_t *settings = nullptr) noexcept
{
    return detail::requested(buffer, [&](auto... out) {
        return cri_request_from_uri(static_cast<std::uint8_t>(revision), uri.data(), uri.size(), settings, out...);
    });
}

/** Writes the options of a request, delta-coded after option number `after`; see cri_to_coap(). */
inline result<bytes> to_coap(const view &cri, span<std::uint8_t> buffer, const cri_endpoint_t *dest = nullptr,
                             std::uint16_t after = 0) noexcept
{
    return detail::write(buffer, [&](auto... out) { return cri_to_coap(cri.get(), dest, after, out...); });
}

/** Writes the options of a request to a proxy, delta-coded after option number `after`; see cri_to_coap_proxy(). */
inline result<bytes> to_coap_proxy(const view &cri, proxy option, span<std::uint8_t> buffer,
                                   const cri_endpoint_t *dest = nullptr, std::uint16_t after = 0) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_to_coap_proxy(cri.get(), static_cast<std::uint16_t>(option), dest, after, out...);
    });
}

/**
 * Writes the CRI of a request to a server that is not a proxy. `scheme` is a scheme id, such as -1; see
 * cri_from_coap().
 */
inline result<bytes> from_coap(revision revision, std::int64_t scheme, bytes options, span<std::uint8_t> buffer,
                               const cri_endpoint_t *dest = nullptr) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_from_coap(static_cast<std::uint8_t>(revision), scheme, options.data(), options.size(), dest, out...);
    });
}

/** Writes the CRI of a request to a proxy; see cri_from_coap_proxy(). */
inline result<bytes> from_coap_proxy(revision revision, std::int64_t scheme, bytes options, span<std::uint8_t> buffer,
                                     const cri_endpoint_t *dest = nullptr) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_from_coap_proxy(static_cast<std::uint8_t>(revision), scheme, options.data(), options.size(), dest,
                                   out...);
    });
}

/** Writes the options of a request for a URI, without using a CRI; see cri_uri_to_coap(). */
inline result<bytes> uri_to_coap(revision revision, std::string_view uri, span<std::uint8_t> buffer,
                                 const cri_endpoint_t *dest = nullptr, std::uint16_t after = 0) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_uri_to_coap(static_cast<std::uint8_t>(revision), uri.data(), uri.size(), dest, after, out...);
    });
}

/** Resolves a URI reference, and writes the options of a request for the result; see cri_uri_reference_to_coap(). */
inline result<bytes> uri_reference_to_coap(const view &base, std::string_view uri, span<std::uint8_t> buffer,
                                           const cri_endpoint_t *dest = nullptr, std::uint16_t after = 0) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_uri_reference_to_coap(base.get(), uri.data(), uri.size(), dest, after, out...);
    });
}

/**
 * Writes the URI of a request to a server that is not a proxy. `scheme` is as in from_coap(); see cri_coap_to_uri().
 */
inline result<std::string_view> coap_to_uri(revision revision, std::int64_t scheme, bytes options, span<char> buffer,
                                            const cri_endpoint_t *dest = nullptr) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_to_uri(static_cast<std::uint8_t>(revision), scheme, options.data(), options.size(), dest,
                               out...);
    });
}
/** Writes the URI to a string, and resizes the string to the text; see cri_coap_to_uri(). */
template <class S, class = detail::if_string<S>>
result<std::string_view> coap_to_uri(revision revision, std::int64_t scheme, bytes options, S &string CRI_LIFETIMEBOUND,
                                     const cri_endpoint_t *dest = nullptr) noexcept(noexcept(string.resize(0)))
{
    return detail::write_string(string, [&](auto... out) {
        return cri_coap_to_uri(static_cast<std::uint8_t>(revision), scheme, options.data(), options.size(), dest,
                               out...);
    });
}

/** Writes the URI of a request to a proxy; see cri_coap_to_uri_proxy(). */
inline result<std::string_view> coap_to_uri_proxy(revision revision, std::int64_t scheme, bytes options,
                                                  span<char> buffer, const cri_endpoint_t *dest = nullptr) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_coap_to_uri_proxy(static_cast<std::uint8_t>(revision), scheme, options.data(), options.size(), dest,
                                     out...);
    });
}
/** Writes the URI to a string, and resizes the string to the text; see cri_coap_to_uri_proxy(). */
template <class S, class = detail::if_string<S>>
result<std::string_view> coap_to_uri_proxy(revision revision, std::int64_t scheme, bytes options,
                                           S &string CRI_LIFETIMEBOUND,
                                           const cri_endpoint_t *dest = nullptr) noexcept(noexcept(string.resize(0)))
{
    return detail::write_string(string, [&](auto... out) {
        return cri_coap_to_uri_proxy(static_cast<std::uint8_t>(revision), scheme, options.data(), options.size(), dest,
                                     out...);
    });
}

/**
 * Writes the reference that the Location-Path and Location-Query options of a response encode; see
 * cri_from_coap_location().
 */
inline result<bytes> from_coap_location(revision revision, bytes options, span<std::uint8_t> buffer) noexcept
{
    return detail::write(buffer, [&](auto... out) {
        return cri_from_coap_location(static_cast<std::uint8_t>(revision), options.data(), options.size(), out...);
    });
}

/** Returns true if a request is meant for a proxy; see cri_coap_is_for_proxy(). */
inline result<bool> coap_is_for_proxy(bytes options) noexcept
{
    bool asks = false;
    const cri_err_t code = cri_coap_is_for_proxy(options.data(), options.size(), &asks);
    if (code != CRI_OK)
        return error{code, 0};
    return asks;
}

/**
 * Returns true if authorization information allows a request; see cri_coap_aif_allows(), which also explains
 * `permissions`.
 */
inline result<bool> coap_aif_allows(bytes options, revision revision, bytes aif, std::uint8_t method,
                                    std::uint64_t *permissions = nullptr) noexcept
{
    bool allowed = false;
    const cri_err_t code = cri_coap_aif_allows(static_cast<std::uint8_t>(revision), options.data(), options.size(),
                                               aif.data(), aif.size(), method, &allowed, permissions);
    if (code != CRI_OK)
        return error{code, 0};
    return allowed;
}

/**
 * Returns the value of Uri-Path-Abbrev that stands for the path, if there is such a value; see cri_coap_path_abbrev().
 */
inline std::optional<std::uint32_t> coap_path_abbrev(const view &cri) noexcept
{
    std::uint32_t value = 0;
    return cri_coap_path_abbrev(cri.get(), &value) ? std::optional<std::uint32_t>(value) : std::nullopt;
}

/**
 * Checks a pattern. Returns the number of segments that `{}` captures, or an error whose length is the offset of the
 * fault; see cri_pattern_check().
 */
inline result<std::size_t> pattern_check(std::string_view pattern) noexcept
{
    std::size_t captures = 0, offset = 0;
    const cri_err_t code = cri_pattern_check(pattern.data(), pattern.size(), &captures, &offset);
    if (code != CRI_OK)
        return error{code, offset};
    return captures;
}

/** The captures of a match. If the pattern has fewer `{}` than `Captures`, the last captures are empty objects. */
template <std::size_t Captures, class Rest> struct path_match {
    /** The route that matches. It is nullptr after pattern_match() and coap_pattern_match(). */
    const cri_route_t *route = nullptr;
    /** The segments that `{}` captures, in order. */
    std::array<text, Captures> captures{};
    /** The segments that `{*}` captures. */
    Rest rest{};
};

/** The result of a matcher: a match, nothing, or an error. */
template <std::size_t Captures, class Rest> using matched = result<std::optional<path_match<Captures, Rest>>>;

/** @cond */
namespace detail
{

// Calls a function that matches a pattern or a table of routes, and returns the match.
template <std::size_t Captures, class Answer, class Step, class Rest, class Call>
matched<Captures, range<Step>> match(Answer answer, Step step, Rest Step::*rest, Call call) noexcept
{
    cri_text_t captures[Captures + 1] = {};
    const cri_err_t code = call(&answer, captures, Captures, &(step.*rest));
    if (code != CRI_OK)
        return error{code, 0};
    if (!answer)
        return matched<Captures, range<Step>>(std::nullopt);
    path_match<Captures, range<Step>> found;
    if constexpr (std::is_pointer_v<Answer>)
        found.route = answer;
    for (std::size_t at = 0; at < Captures; at++)
        found.captures[at] = text(captures[at]);
    found.rest = range<Step>(step);
    return std::optional<path_match<Captures, range<Step>>>(found);
}

} // namespace detail
/** @endcond */

/** Matches a pattern with at most `Captures` `{}` against the path of a CRI; see cri_pattern_match(). */
template <std::size_t Captures = 0>
matched<Captures, texts> pattern_match(std::string_view pattern, const view &cri) noexcept
{
    return detail::match<Captures>(false, text_step(), &text_step::iter, [&](auto... out) {
        return cri_pattern_match(pattern.data(), pattern.size(), cri.get(), out...);
    });
}

/** Matches a pattern with at most `Captures` `{}` against the path of a request; see cri_coap_pattern_match(). */
template <std::size_t Captures = 0>
matched<Captures, coap_segments> coap_pattern_match(std::string_view pattern, bytes options CRI_LIFETIMEBOUND) noexcept
{
    return detail::match<Captures>(false, coap_segment_step(), &coap_segment_step::path, [&](auto... out) {
        return cri_coap_pattern_match(pattern.data(), pattern.size(), options.data(), options.size(), out...);
    });
}

/** A table of routes. It borrows the routes and their patterns; see cri_routes_check(). */
class routes
{
  public:
    /** Makes an empty table. Searching it fails with CRI_ERR_ARGUMENT. */
    routes() noexcept = default;
    /** Checks routes. With CRI_ERR_PATTERN, the length of the error is the index of the malformed route. */
    static result<routes> check(span<const cri_route_t> rows CRI_LIFETIMEBOUND) noexcept
    {
        routes table;
        std::size_t index = 0;
        const cri_err_t code = cri_routes_check(&table.table_, rows.data(), rows.size(), &index, nullptr);
        if (code != CRI_OK)
            return error{code, index};
        return table;
    }
    /** Checks routes, and sorts their indices in `index`, which the table borrows, too; see cri_routes_index(). */
    static result<routes> check(span<const cri_route_t> rows CRI_LIFETIMEBOUND,
                                span<std::uint16_t> index CRI_LIFETIMEBOUND) noexcept
    {
        const result<routes> checked = check(rows);
        if (!checked)
            return checked;
        routes table = *checked;
        const cri_err_t code = cri_routes_index(&table.table_, index.data(), index.size());
        if (code != CRI_OK)
            return error{code, 0};
        return table;
    }
    /** Refuses a temporary container, because the table would outlive the routes that it borrows. */
    template <class C, class = detail::if_temporary<C>> static result<routes> check(C &&rows) = delete;
    template <class C, class = detail::if_temporary<C>>
    static result<routes> check(C &&rows, span<std::uint16_t> index) = delete;
    /** Returns the number of routes that a binary search finds; see cri_routes_sorted(). */
    std::size_t sorted() const noexcept { return cri_routes_sorted(&table_); }
    /** Returns the object of the C interface. */
    const cri_routes_t *get() const noexcept { return &table_; }

  private:
    cri_routes_t table_{};
};

/** Finds the route of a CRI, in a table whose patterns have at most `Captures` `{}` each; see cri_route(). */
template <std::size_t Captures = 0> matched<Captures, texts> route(const routes &table, const view &cri) noexcept
{
    return detail::match<Captures>(static_cast<const cri_route_t *>(nullptr), text_step(), &text_step::iter,
                                   [&](auto... out) { return cri_route(table.get(), cri.get(), out...); });
}

/** Finds the route of a request, in a table whose patterns have at most `Captures` `{}` each; see cri_coap_route(). */
template <std::size_t Captures = 0>
matched<Captures, coap_segments> coap_route(const routes &table, bytes options CRI_LIFETIMEBOUND) noexcept
{
    return detail::match<Captures>(
        static_cast<const cri_route_t *>(nullptr), coap_segment_step(), &coap_segment_step::path,
        [&](auto... out) { return cri_coap_route(table.get(), options.data(), options.size(), out...); });
}

/** Refuses temporary options, because the captures and the rest would outlive the bytes that they borrow. */
template <std::size_t Captures = 0, class C, class = detail::if_temporary<C>>
matched<Captures, coap_segments> coap_pattern_match(std::string_view pattern, C &&options) = delete;
template <std::size_t Captures = 0, class C, class = detail::if_temporary<C>>
matched<Captures, coap_segments> coap_route(const routes &table, C &&options) = delete;

/** Makes a CRI from the options of a request, which a CoAP stack passes one by one; see cri_coap_composer_init(). */
class composer
{
  public:
    /**
     * Makes a composer for a request. `scheme` is as in from_coap(). The composer borrows the buffer, and the address
     * and the zone identifier of `dest`.
     */
    composer(revision revision, std::int64_t scheme, span<std::uint8_t> buffer,
             const cri_endpoint_t *dest = nullptr) noexcept
        : buffer_(buffer), code_(cri_coap_composer_init(&composer_, static_cast<std::uint8_t>(revision), scheme, dest,
                                                        buffer.data(), buffer.size()))
    {
    }
    /**
     * Makes a composer for the Location-Path and Location-Query options of a response; see
     * cri_coap_composer_init_location().
     */
    composer(revision revision, span<std::uint8_t> buffer) noexcept
        : buffer_(buffer), code_(cri_coap_composer_init_location(&composer_, static_cast<std::uint8_t>(revision),
                                                                 buffer.data(), buffer.size()))
    {
    }
    composer(const composer &) = delete;
    composer &operator=(const composer &) = delete;

    /**
     * Adds the next option of a request to a server that is not a proxy. Does nothing after an error, which finish()
     * returns; see cri_coap_composer_option().
     */
    composer &option(std::uint16_t number, bytes value) noexcept
    {
        if (code_ == CRI_OK)
            code_ = cri_coap_composer_option(&composer_, number, value.data(), value.size());
        return *this;
    }
    /** Adds the next option of a request to a proxy; see cri_coap_composer_option_proxy(). */
    composer &option_proxy(std::uint16_t number, bytes value) noexcept
    {
        if (code_ == CRI_OK)
            code_ = cri_coap_composer_option_proxy(&composer_, number, value.data(), value.size());
        return *this;
    }
    /** Returns true if one of the options so far is meant for a proxy; see cri_coap_composer_is_for_proxy(). */
    bool is_for_proxy() const noexcept { return cri_coap_composer_is_for_proxy(&composer_); }
    /** Completes the CRI or the reference; see cri_coap_composer_finish(). */
    result<bytes> finish() noexcept
    {
        if (code_ != CRI_OK)
            return error{code_, 0};
        return detail::write(buffer_,
                             [this](auto, auto, auto len) { return cri_coap_composer_finish(&composer_, len); });
    }

  private:
    cri_coap_composer_t composer_{};
    span<std::uint8_t> buffer_;
    cri_err_t code_;
};

} // namespace cri

/** @} */

#endif // CRI_COAP_HPP
