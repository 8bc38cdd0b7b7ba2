#pragma once

// Hash First Degree Quads (RDFC-1.0, 4.6): the digest of the lines of a blank node's quads, with _:a for the node and
// _:z for all others.

#include <cstdint>
#include <string>
#include <vector>

#include "loader/canonical/dataset.hpp"
#include "loader/canonical/digest.hpp"
#include "loader/canonical/mentions.hpp"
#include "loader/canonical/options.hpp"

namespace quadrille::canonical {

// Local. The digest of each blank node. Cost: its lines, sorted by ranks, and their bytes, hashed.
std::vector<Digest> first_degree_digests(const Dataset& dataset, const Mentions& mentions,
                                         const CanonicalOptions& options);

}  // namespace quadrille::canonical
