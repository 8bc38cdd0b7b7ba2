#pragma once

// An undirected graph as arrays, as the GAP Benchmark Suite has it: no loops, no parallel edges, each edge in the lists
// of both of its ends, neighbours ascending.
//
//   begin       | 0 | 2 | 2 | 5 | ...          one a node, and one behind the last
//   neighbours  | 7 9 |     | 1 4 8 | ...
//   weighted    | (7, 12) (9, 3) | ...         the same with weights beside the neighbours, if they are wanted
//
// Local, immutable. 8 bytes a node, 8 bytes an edge, 16 more for its weights.

#include <cstdint>
#include <span>
#include <vector>

#include "bench/csr/csr.hpp"
#include "bench/csr/kernels/array.hpp"

namespace quadrille::bench {

using Weight = std::uint32_t;
constexpr Node kNoNode = ~Node{0};
constexpr Weight kUnreached = ~Weight{0};  // a distance

struct WeightedEdge {
  Node source = 0, target = 0;
  Weight weight = 1;
  friend bool operator==(const WeightedEdge&, const WeightedEdge&) = default;
};

struct EdgeList {
  Node nodes = 0;
  std::vector<WeightedEdge> edges;
};

struct WeightedNeighbour {
  Node node;
  Weight weight;
};

// Pure. Without loops; of edges between the same two nodes, in any direction, the lightest one. The source is the
// lesser node; edges ascend.
EdgeList simple_edges(const EdgeList& list);

class Undirected {
 public:
  Undirected() = default;
  // `simple` comes from simple_edges().
  Undirected(const EdgeList& simple, bool weighted);

  Node nodes() const { return static_cast<Node>(begin_.size() - 1); }
  std::size_t edges() const { return neighbours_.size() / 2; }  // each counts once
  std::size_t entries() const { return neighbours_.size(); }    // each counts twice
  std::size_t degree(Node node) const { return begin_[node + std::size_t{1}] - begin_[node]; }
  std::span<const Node> neighbours(Node node) const { return {neighbours_.begin() + begin_[node], degree(node)}; }
  std::span<const WeightedNeighbour> weighted(Node node) const {
    return {weighted_.begin() + begin_[node], degree(node)};
  }

 private:
  std::vector<std::uint64_t> begin_{0};
  Array<Node> neighbours_;
  Array<WeightedNeighbour> weighted_;
};

}  // namespace quadrille::bench
