#pragma once

// PICK(k, n) of the specification (section 3): k different integers of 0 .. n - 1, in the order they are drawn.

#include <cstdint>
#include <vector>

#include "lubm/random.hpp"

namespace quadrille::lubm {

// Draws with the bounds n, n - 1, ..., n - k + 1; none when k is 0. Needs k <= n. Costs k^2 / 4 moves, which is less
// than keeping the list of all n for the k that occur here (at most about a hundred).
std::vector<std::uint32_t> pick(Random& random, std::uint32_t k, std::uint32_t n);

}  // namespace quadrille::lubm
