#include "bench/csr/kernels/undirected.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/assert.hpp"

namespace quadrille::bench {

namespace {

void counts_to_begins(std::vector<std::uint64_t>& counts) {
  std::uint64_t sum = 0;
  for (std::uint64_t& one : counts) sum += std::exchange(one, sum);
}

WeightedEdge upwards(const WeightedEdge& edge) {
  return {std::min(edge.source, edge.target), std::max(edge.source, edge.target), edge.weight};
}

}  // namespace

EdgeList simple_edges(const EdgeList& list) {
  std::vector<std::uint64_t> next(std::size_t{list.nodes} + 1);
  for (const WeightedEdge& edge : list.edges) {
    QUADRILLE_ASSERT(edge.source < list.nodes && edge.target < list.nodes, "edges go between nodes of the graph");
    ++next[upwards(edge).source];
  }
  counts_to_begins(next);
  EdgeList simple{list.nodes, std::vector<WeightedEdge>(list.edges.size())};
  for (const WeightedEdge& edge : list.edges) simple.edges[next[upwards(edge).source]++] = upwards(edge);
  // next[i] is now the end of the edges of node i.
  const auto begin = simple.edges.begin();
  auto kept = begin;
  for (std::size_t node = 0, first = 0; node < list.nodes; first = next[node++]) {
    const auto row = begin + static_cast<std::ptrdiff_t>(first);
    auto end = begin + static_cast<std::ptrdiff_t>(next[node]);
    std::sort(row, end, [](const WeightedEdge& a, const WeightedEdge& b) {
      return std::tie(a.target, a.weight) < std::tie(b.target, b.weight);
    });
    end = std::unique(row, end, [](const WeightedEdge& a, const WeightedEdge& b) { return a.target == b.target; });
    kept = std::copy_if(row, end, kept, [&](const WeightedEdge& edge) { return edge.target != edge.source; });
  }
  simple.edges.erase(kept, simple.edges.end());
  return simple;
}

// Edges ascend by (source, target). First each node gets its lesser neighbours, in order, then its greater ones.
Undirected::Undirected(const EdgeList& simple, bool weighted)
    : begin_(std::size_t{simple.nodes} + 1),
      neighbours_(simple.edges.size() * 2),
      weighted_(weighted ? simple.edges.size() * 2 : 0) {
  for (const WeightedEdge& edge : simple.edges) ++begin_[edge.source], ++begin_[edge.target];
  counts_to_begins(begin_);
  std::vector<std::uint64_t> next = begin_;
  const auto add = [&](Node node, Node neighbour, Weight weight) {
    const std::uint64_t at = next[node]++;
    neighbours_[at] = neighbour;
    if (weighted) weighted_[at] = {neighbour, weight};
  };
  for (const WeightedEdge& edge : simple.edges) add(edge.target, edge.source, edge.weight);
  for (const WeightedEdge& edge : simple.edges) add(edge.source, edge.target, edge.weight);
}

}  // namespace quadrille::bench
