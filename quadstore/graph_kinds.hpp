#pragma once

// GraphKinds names the default graph, all named graphs, both or none: what CLEAR clears as a whole. Triple terms are in
// no graph, and are never cleared.

#include "quadstore/permutation.hpp"

namespace quadrille {

struct GraphKinds {
  bool default_graph = false;
  bool named_graphs = false;

  constexpr bool any() const { return default_graph || named_graphs; }
  constexpr bool both() const { return default_graph && named_graphs; }
  constexpr bool holds(Permutation permutation) const {
    const QuadTable table = table_of(permutation);
    return table == QuadTable::named_graphs ? named_graphs : table == QuadTable::default_graph && default_graph;
  }
  constexpr GraphKinds operator|(const GraphKinds& more) const {
    return {default_graph || more.default_graph, named_graphs || more.named_graphs};
  }
  bool operator==(const GraphKinds&) const = default;
};

}  // namespace quadrille
