/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Code of which clang warns with -Wdangling, in a CASE each. CASE 0 is correct. script/check/headers compiles
 * it. */
#include "cri_coap.hpp"
#include <string>
#include <vector>
std::vector<std::uint8_t> made();
std::string text();
int main()
{
#if CASE == 1
    cri::bytes borrowed = made();
    return static_cast<int>(borrowed.size());
#elif CASE == 2
    const auto cri = cri::view::parse(cri::revision::href27, cri::bytes(made()));
    return cri.has_value();
#elif CASE == 3
    const std::uint8_t data[] = {0x80};
    const cri::view &cri = *cri::view::parse(cri::revision::href27, data);
    return cri.is_full();
#elif CASE == 4
    const cri_endpoint_t dest = cri::endpoint(cri::bytes(made()), 5683);
    return static_cast<int>(dest.addr_len);
#elif CASE == 5
    const std::uint8_t data[] = {0x80};
    const auto cri = cri::view::parse(cri::revision::href27, data);
    const cri::text &first = *cri->path().begin();
    return first == "a";
#else
    const std::vector<std::uint8_t> data = made();
    const auto cri = cri::view::parse(cri::revision::href27, data);
    const cri::view view = *cri;
    return view.is_full() + cri->is_full();
#endif
}
