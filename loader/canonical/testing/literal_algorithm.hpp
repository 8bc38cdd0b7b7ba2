#pragma once

// For tests: RDFC-1.0 as its text says it, on strings and copied maps, with the recursion and all permutations. For a
// few blank nodes only.

#include "loader/canonical/testing/canonical_text.hpp"

namespace quadrille::canonical::testing {

CanonicalText literal_canonical_text(const quadrille::testing::Graph& quads, HashAlgorithm hash);

}  // namespace quadrille::canonical::testing
