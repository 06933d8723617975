/* SPDX-License-Identifier: MIT OR Apache-2.0 */

#ifndef CRI_TEMPLATE_HPP
#define CRI_TEMPLATE_HPP

#include "cri_base.hpp"
#include "cri_template.h"

/**
 * @file
 * libcri for C++17: the functions of cri_template.h. The types and the rules are the ones of cri.hpp.
 *
 * @code
 * const cri_template_variable_t variables[] = {cri::variable("ep", name), cri::variable_item("tag", "a"),
 *                                              cri::variable_item("tag", "b")};
 * std::string uri;
 * if (!cri::expand_template("/rd-lookup/ep{?ep,tag*}", variables, uri)) return;
 * @endcode
 */

/**
 * @defgroup cri_cpp_template URI templates
 * @ingroup cri_cpp_h
 * @{
 */

namespace cri
{

/** Makes a variable whose value is a text, for expand_template(). It borrows its texts. */
constexpr cri_template_variable_t variable(std::string_view name CRI_LIFETIMEBOUND,
                                           std::string_view value CRI_LIFETIMEBOUND) noexcept
{
    return {name.data(), name.size(), value.data(), value.size(), nullptr, 0, CRI_TEMPLATE_TEXT};
}

/** Makes an item of a variable that is a list. It borrows its texts. */
constexpr cri_template_variable_t variable_item(std::string_view name CRI_LIFETIMEBOUND,
                                                std::string_view item CRI_LIFETIMEBOUND) noexcept
{
    return {name.data(), name.size(), item.data(), item.size(), nullptr, 0, CRI_TEMPLATE_ITEM};
}

/** Makes a pair of a variable that is an associative array. It borrows its texts. */
constexpr cri_template_variable_t variable_pair(std::string_view name CRI_LIFETIMEBOUND,
                                                std::string_view key CRI_LIFETIMEBOUND,
                                                std::string_view value CRI_LIFETIMEBOUND) noexcept
{
    return {name.data(), name.size(), value.data(), value.size(), key.data(), key.size(), CRI_TEMPLATE_PAIR};
}

/** Refuses temporary containers, because the variable would outlive the bytes that it borrows. */
template <class N, class V, class = detail::if_any_temporary<N, V>>
cri_template_variable_t variable(N &&name, V &&value) = delete;
template <class N, class V, class = detail::if_any_temporary<N, V>>
cri_template_variable_t variable_item(N &&name, V &&item) = delete;
template <class N, class K, class V, class = detail::if_any_temporary<N, K, V>>
cri_template_variable_t variable_pair(N &&name, K &&key, V &&value) = delete;

/** @cond */
namespace detail
{

// Returns a function that expands a template. With CRI_ERR_SYNTAX, it stores the offset of the fault as the length.
inline auto expander(std::string_view text, span<const cri_template_variable_t> variables) noexcept
{
    return [text, variables](char *buffer, std::size_t capacity, std::size_t *length) {
        std::size_t offset = 0;
        const cri_err_t code = cri_template_expand(text.data(), text.size(), variables.data(), variables.size(), buffer,
                                                   capacity, length, &offset);
        if (code == CRI_ERR_SYNTAX)
            *length = offset;
        return code;
    };
}

} // namespace detail
/** @endcond */

/**
 * Expands a template to a URI reference; see cri_template_expand(). With CRI_ERR_SYNTAX, error().length is the offset
 * of the fault.
 */
inline result<std::string_view> expand_template(std::string_view text, span<const cri_template_variable_t> variables,
                                                span<char> buffer) noexcept
{
    return detail::write(buffer, detail::expander(text, variables));
}

/** Expands a template to a URI reference, and resizes the string to it; see cri_template_expand(). */
template <class S, class = detail::if_string<S>>
result<std::string_view> expand_template(std::string_view text, span<const cri_template_variable_t> variables,
                                         S &string)
{
    return detail::write_string(string, detail::expander(text, variables));
}

/** Returns CRI_OK, or the error with the offset of the fault; see cri_template_check(). */
inline error template_check(std::string_view text) noexcept
{
    std::size_t offset = 0;
    const cri_err_t code = cri_template_check(text.data(), text.size(), &offset);
    return {code, offset};
}

/** @cond */
namespace detail
{

struct template_names_step {
    using value_type = std::string_view;
    std::string_view text{};
    std::size_t from = 0;

    bool next(std::string_view &name) noexcept
    {
        std::size_t start = 0;
        std::size_t length = 0;
        if (!cri_template_name(text.data(), text.size(), from, &start, &length))
            return false;
        name = {text.data() + start, length};
        from = start + length;
        return true;
    }
};

} // namespace detail
/** @endcond */

/** The names of the variables of a template, as slices of it; see cri_template_name(). */
using template_names_range = range<detail::template_names_step>;

/** Returns the names of the variables of a template; see cri_template_name(). */
inline template_names_range template_names(std::string_view text CRI_LIFETIMEBOUND) noexcept
{
    return template_names_range(detail::template_names_step{text, 0});
}
/** Refuses a temporary string, because the names would outlive the text that they are slices of. */
template <class C, class = detail::if_temporary<C>> template_names_range template_names(C &&text) = delete;

} // namespace cri

/** @} */

#endif /* CRI_TEMPLATE_HPP */
