#pragma once

// The changes of stated quads that upkeep follows, summed up.
//
// Local.

#include <span>
#include <vector>

#include "inferencer/upkeep.hpp"
#include "query/update/quad_changes.hpp"

namespace quadrille::inferencer {

// Of one graph, each quad once: the mark before all changes, and the one now. upkeep() gets those of stated_changes().
using NetChanges = std::vector<query::MarkedQuad>;

// `changes`: in their order; those of other graphs are left out.
NetChanges net_changes(std::span<const query::MarkedQuad> changes, Huri graph);
StatedChanges stated_changes(const NetChanges& net);

// The changes of rows in a graph without classes of equal terms.
std::vector<query::MarkedQuad> marked_rows(const ClosureChanges& changes, Huri graph);

// The triple.
inline Fact fact_of_quad(const Quad& quad) {
  return {quad.subject, quad.predicate, quad.object};
}
inline Quad quad_of_fact(const Fact& fact, Huri graph) {
  return {fact.subject, fact.predicate, fact.object, graph};
}

}  // namespace quadrille::inferencer
