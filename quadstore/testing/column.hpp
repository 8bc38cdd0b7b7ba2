#pragma once

// A Column has the values of one column of a block, for tests of their encoded forms.

#include <cstdint>
#include <vector>

namespace quadrille::detail {

using Column = std::vector<std::uint64_t>;

inline constexpr std::uint64_t kLargest = ~std::uint64_t{0};  // value of a column

}  // namespace quadrille::detail
