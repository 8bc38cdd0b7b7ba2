#pragma once

// The canonicalization algorithm (RDFC-1.0, 4.4.3), steps 2 to 5: issues the canonical identifiers c14n0, c14n1, ... of
// all blank nodes.

#include "loader/canonical/dataset.hpp"
#include "loader/canonical/identifier_issuer.hpp"
#include "loader/canonical/options.hpp"

namespace quadrille::canonical {

// Local. Cost: each quad of a blank node is hashed once; nodes whose digest is unique need nothing more, the others
// Hash N-Degree Quads. Memory for a blank node: 76 bytes, and 4 for each mention. Errors: those of NDegree::hash().
IdentifierIssuer issue_labels(const Dataset& dataset, const CanonicalOptions& options);

}  // namespace quadrille::canonical
