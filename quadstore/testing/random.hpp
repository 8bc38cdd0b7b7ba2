#pragma once

// Random is the source of random numbers in tests. Each test seeds it with a constant, so that every run sees the same
// numbers.

#include <random>

namespace quadrille::detail {

using Random = std::mt19937_64;

}  // namespace quadrille::detail
