#include <algorithm>
#include <numeric>
#include <vector>

#include "bench/csr/kernels/kernels.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kTriangleGrain = 64;

// Each node, numbered by descending degree, with its neighbours of lesser number.
struct Oriented {
  std::vector<std::uint64_t> begin;
  Array<Node> targets;
  std::span<const Node> of(std::size_t node) const {
    return {targets.begin() + begin[node], targets.begin() + begin[node + 1]};
  }
};

std::vector<Node> by_descending_degree(const Undirected& graph) {
  std::size_t most = 0;
  for (Node node = 0; node < graph.nodes(); ++node) most = std::max(most, graph.degree(node));
  std::vector<std::uint32_t> next(most + 2);  // by most - degree
  for (Node node = 0; node < graph.nodes(); ++node) ++next[most - graph.degree(node) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Node> order(graph.nodes());
  for (Node node = 0; node < graph.nodes(); ++node) order[next[most - graph.degree(node)]++] = node;
  return order;
}

Oriented orient(Threads& threads, const Undirected& graph) {
  const std::vector<Node> order = by_descending_degree(graph);
  Array<Node> numbers(graph.nodes());
  threads.for_each_part(order.size(), 1 << 14, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t at = begin; at < end; ++at) numbers[order[at]] = static_cast<Node>(at);
  });
  Oriented oriented{std::vector<std::uint64_t>(order.size() + 1), Array<Node>(graph.edges())};
  threads.for_each_part(order.size(), 1 << 12, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t at = begin; at < end; ++at) {
      const auto neighbours = graph.neighbours(order[at]);
      oriented.begin[at + 1] = static_cast<std::uint64_t>(
          std::count_if(neighbours.begin(), neighbours.end(), [&](Node one) { return numbers[one] < at; }));
    }
  });
  std::partial_sum(oriented.begin.begin(), oriented.begin.end(), oriented.begin.begin());
  threads.for_each_part(order.size(), 1 << 12, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t at = begin; at < end; ++at) {
      Node* next = oriented.targets.begin() + oriented.begin[at];
      for (const Node neighbour : graph.neighbours(order[at])) {
        if (numbers[neighbour] < at) *next++ = numbers[neighbour];
      }
      std::sort(oriented.targets.begin() + oriented.begin[at], next);
    }
  });
  return oriented;
}

// The marked nodes among `nodes`; a byte a node.
std::uint64_t count_marked(const std::uint8_t* marks, std::span<const Node> nodes) {
  std::uint64_t count = 0;
  for (const Node node : nodes) count += marks[node];
  return count;
}

}  // namespace

std::uint64_t count_triangles(Threads& threads, const Undirected& graph) {
  const Oriented oriented = orient(threads, graph);
  std::vector<std::vector<std::uint8_t>> marks(static_cast<std::size_t>(threads.count()));
  for (auto& of_thread : marks) of_thread.resize(graph.nodes());
  PerThread<std::uint64_t> found(threads);
  threads.for_each_part(graph.nodes(), kTriangleGrain, [&](std::size_t begin, std::size_t end, int thread) {
    std::uint8_t* const mine = marks[static_cast<std::size_t>(thread)].data();
    std::uint64_t here = 0;
    for (std::size_t node = begin; node < end; ++node) {
      const auto targets = oriented.of(node);
      if (targets.size() < 2) continue;
      for (const Node target : targets) mine[target] = 1;
      for (const Node target : targets) here += count_marked(mine, oriented.of(target));
      for (const Node target : targets) mine[target] = 0;
    }
    found[thread] += here;
  });
  return found.sum();
}

}  // namespace quadrille::bench
