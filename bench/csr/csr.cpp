#include "bench/csr/csr.hpp"

#include "base/assert.hpp"

namespace quadrille::bench {

namespace {

// Stable, by one member of the pairs.
template <Node Edge::*kBy>
std::vector<std::uint32_t> begins(Node nodes, std::span<const Edge> edges) {
  std::vector<std::uint32_t> begin(std::size_t{nodes} + 1);
  for (const Edge& edge : edges) ++begin[edge.*kBy];
  std::uint32_t sum = 0;
  for (std::uint32_t& one : begin) sum += std::exchange(one, sum);
  return begin;
}

std::vector<Edge> sorted_by_target(Node nodes, std::span<const Edge> edges) {
  std::vector<std::uint32_t> next = begins<&Edge::second>(nodes, edges);
  std::vector<Edge> sorted(edges.size());
  for (const Edge& edge : edges) sorted[next[edge.second]++] = edge;
  return sorted;
}

}  // namespace

Csr::Csr(Node nodes, std::span<const Edge> edges) {
  for (const auto& [source, target] : edges) {
    QUADRILLE_ASSERT(source < nodes && target < nodes, "edges go between nodes of the graph");
  }
  begin_ = begins<&Edge::first>(nodes, edges);
  std::vector<std::uint32_t> next = begin_;
  targets_.resize(edges.size());
  for (const auto& [source, target] : sorted_by_target(nodes, edges)) targets_[next[source]++] = target;
}

NodeSet::NodeSet(Node nodes, std::vector<Node> members) : bits_(nodes / 64 + 1), members_(std::move(members)) {
  for (const Node node : members_) bits_[node / 64] |= std::uint64_t{1} << (node % 64);
}

}  // namespace quadrille::bench
