#pragma once

// A Quad is the stored row. A quad of the default graph has graph = kDefaultGraph; its permutations have three
// columns. A row of the table of triple terms has the triple term as its graph: <<( subject predicate object )>>.
//
// Rows that are not yet in runs are plain arrays in the fixed order subject, predicate, object(, graph), whatever
// permutation they will be sorted by: TripleRow for the default graph, QuadRow for the named graphs.

#include <array>

#include "dictionary/huri.hpp"
#include "quadstore/permutation.hpp"

namespace quadrille {

struct Quad {
  Huri subject, predicate, object, graph = kDefaultGraph;

  constexpr Huri operator[](Position position) const {
    switch (position) {
      case Position::subject:
        return subject;
      case Position::predicate:
        return predicate;
      case Position::object:
        return object;
      case Position::graph:
        return graph;
    }
    return kUnbound;
  }

  constexpr auto operator<=>(const Quad&) const = default;
};
static_assert(sizeof(Quad) == 32);

// The table that has a quad with this graph.
constexpr QuadTable table_of(Huri graph) {
  if (graph == kDefaultGraph) return QuadTable::default_graph;
  return graph.kind() == HuriKind::triple_term ? QuadTable::triple_terms : QuadTable::named_graphs;
}
constexpr QuadTable table_of(const Quad& quad) {
  return table_of(quad.graph);
}

template <int kColumns>
using Row = std::array<Huri, kColumns>;

using TripleRow = Row<3>;  // subject, predicate, object
using QuadRow = Row<4>;    // subject, predicate, object, graph

constexpr TripleRow triple_row(const Quad& quad) {
  return {quad.subject, quad.predicate, quad.object};
}
constexpr QuadRow quad_row(const Quad& quad) {
  return {quad.subject, quad.predicate, quad.object, quad.graph};
}

}  // namespace quadrille
