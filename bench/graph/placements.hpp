#pragma once

// Placements of the nodes of a graph on groups, as the engine could choose them: by a hash of the id, as it does, or by
// a pass over the nodes in the order of their ids, each with its list, where a node goes to the group that has most of
// its neighbours, unless that group is large already.
//
// Sources: linear deterministic greedy (LDG), I. Stanton, G. Kliot, Streaming graph partitioning for large distributed
// graphs, KDD 2012; Fennel, C. Tsourakakis et al., WSDM 2014, with gamma = 1.5 and their alpha.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/csr/kernels/undirected.hpp"

namespace quadrille::bench {

enum class PlacementRule : std::uint8_t {
  hash,             // the engine's
  ldg,              // balances nodes
  fennel,           // balances nodes
  fennel_by_edges,  // balances edges
};
constexpr PlacementRule kPlacementRules[] = {PlacementRule::hash, PlacementRule::ldg, PlacementRule::fennel,
                                             PlacementRule::fennel_by_edges};

std::string name_of(PlacementRule rule);

// Pure. The group of each node, below `groups`. No group has more than 1.1 times the mean of what is balanced, except
// by one node; the hash has no such bound.
std::vector<std::uint16_t> place_nodes(const Undirected& graph, int groups, PlacementRule rule);

struct PlacementCosts {
  std::uint64_t cut_edges = 0;
  std::uint64_t ghosts = 0;  // of all groups: values that an update of all nodes sends
  double most_edges = 0;     // list entries of the largest group, divided by the mean
  double most_nodes = 0;     // likewise of nodes
};

// Pure. Ghosts are counted in lists of both directions.
PlacementCosts costs_of(const Undirected& graph, int groups, const std::vector<std::uint16_t>& placement);

}  // namespace quadrille::bench
