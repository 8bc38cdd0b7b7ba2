#pragma once

// Breaks ties that RDFC-1.0 leaves open, so that isomorphic datasets always have the same document.
//
// The digests of RDFC-1.0 do not contain which nodes are in a quad together if these are three:
//
//   _:a <q> _:b _:c .      _:b <q> _:a _:d .      _:c <p> "1" .      _:d <p> "2" .
//
// _:a and _:b differ, since the graphs of their quads do. But each is a subject once, an object once, and together with
// _:c and _:d once; so their N-degree digests are equal, and any order of them is right by the specification. Among
// orders of equal digests and paths we choose the one whose labelled quads are least. Quads of at most two different
// blank nodes, so nearly all data, have no such ties, and pay nothing.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "loader/canonical/dataset.hpp"
#include "loader/canonical/identifier_issuer.hpp"
#include "loader/canonical/mentions.hpp"

namespace quadrille::canonical {

// Four ranks, of which those of blank nodes are replaced by their identifiers.
using LabelledQuad = std::array<std::uint64_t, 4>;

// Tells whether any quad has three different blank nodes. Cost: a pass over the quads.
bool has_open_ties(const Dataset& dataset);

// The quads of `nodes` under their canonical identifiers, or those of `issuer`; sorted. Nodes without any look alike.
std::vector<LabelledQuad> labelled_quads(const Dataset& dataset, const Mentions& mentions,
                                         const IdentifierIssuer& canonical, const IdentifierIssuer& issuer,
                                         std::span<const std::uint32_t> nodes);

}  // namespace quadrille::canonical
