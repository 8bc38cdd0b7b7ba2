#pragma once

// For tests: small random datasets with many blank nodes that look alike, and other forms of the same dataset.

#include <random>

#include "loader/canonical/testing/canonical_text.hpp"

namespace quadrille::canonical::testing {

// 1 to most_nodes blank nodes, as subjects, objects and graphs; some quads occur twice. Some datasets have only blank
// nodes and one property, some have many blank nodes as graphs, some two copies of the same quads.
Quads random_dataset(std::mt19937_64& random, std::size_t most_nodes);

// A quad of such a dataset.
quadrille::testing::TextQuad random_quad(std::mt19937_64& random, std::size_t nodes);

// Other labels, another order.
Quads relabelled_and_shuffled(Quads quads, std::mt19937_64& random);

}  // namespace quadrille::canonical::testing
