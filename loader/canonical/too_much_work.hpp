#pragma once

// The error of data whose canonical form needs more steps than allowed.

#include <cstdint>
#include <string_view>

#include "loader/canonical/n_degree.hpp"

namespace quadrille::canonical {

// Throws an Error (user) that names `blank`, the node for which Hash N-Degree Quads was called, and one of its quads,
// with the labels of the input.
[[noreturn]] void fail_too_much_work(const LabelState& state, std::uint32_t blank, std::uint64_t most_steps,
                                     std::string_view how_to_allow_more);

}  // namespace quadrille::canonical
