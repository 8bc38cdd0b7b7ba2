#pragma once

// GraphKinds names the default graph, all named graphs, both or none: what CLEAR clears as a whole. The three-column
// permutations hold the default graph, those of four columns the named ones.

#include "quadstore/permutation.hpp"

namespace quadrille {

struct GraphKinds {
  bool default_graph = false;
  bool named_graphs = false;

  constexpr bool any() const { return default_graph || named_graphs; }
  constexpr bool both() const { return default_graph && named_graphs; }
  constexpr bool holds(Permutation permutation) const {
    return holds_named_graphs(permutation) ? named_graphs : default_graph;
  }
  constexpr GraphKinds operator|(const GraphKinds& more) const {
    return {default_graph || more.default_graph, named_graphs || more.named_graphs};
  }
  bool operator==(const GraphKinds&) const = default;
};

}  // namespace quadrille
