#include <atomic>
#include <random>
#include <unordered_map>

#include "bench/csr/kernels/kernels.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kSampledNeighbours = 2;
constexpr int kSampledNodes = 1024;
constexpr std::size_t kComponentGrain = 4096;

class ComponentForest {
 public:
  ComponentForest(Threads& threads, Node nodes) : threads_(threads), parents_(nodes) {
    threads.for_each_part(nodes, 1 << 16, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t node = begin; node < end; ++node) parents_[node] = static_cast<Node>(node);
    });
  }

  Node parent(Node node) const { return std::atomic_ref(parents_[node]).load(std::memory_order_relaxed); }

  // Roots get lesser parents only, so there are no cycles.
  void link(Node one, Node other) {
    Node a = parent(one), b = parent(other);
    while (a != b) {
      const Node high = std::max(a, b), low = std::min(a, b);
      Node expected = high;
      if (std::atomic_ref(parents_[high]).compare_exchange_strong(expected, low, std::memory_order_relaxed)) return;
      if (expected == low) return;
      a = parent(expected), b = low;
    }
  }

  // Every node gets its root as parent.
  void compress() {
    threads_.for_each_part(parents_.size(), 1 << 14, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t at = begin; at < end; ++at) {
        const Node node = static_cast<Node>(at);
        for (Node up = parent(node); up != parent(up); up = parent(node)) {
          std::atomic_ref(parents_[at]).store(parent(up), std::memory_order_relaxed);
        }
      }
    });
  }

  // After compress(): the root of most of some nodes.
  Node frequent_root() const {
    std::mt19937 random(27491095);
    std::unordered_map<Node, int> counts;
    for (int sample = 0; sample < kSampledNodes; ++sample)
      ++counts[parent(static_cast<Node>(random() % parents_.size()))];
    return std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) { return a.second < b.second; })->first;
  }

  Array<Node> take() { return std::move(parents_); }

 private:
  Threads& threads_;
  mutable Array<Node> parents_;
};

}  // namespace

Array<Node> afforest(Threads& threads, const Undirected& graph) {
  ComponentForest forest(threads, graph.nodes());
  if (graph.nodes() == 0) return forest.take();
  for (std::size_t turn = 0; turn < kSampledNeighbours; ++turn) {
    threads.for_each_part(graph.nodes(), kComponentGrain, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t at = begin; at < end; ++at) {
        const Node node = static_cast<Node>(at);
        if (turn < graph.degree(node)) forest.link(node, graph.neighbours(node)[turn]);
      }
    });
    forest.compress();
  }
  const Node most = forest.frequent_root();
  // The edges of the largest component are skipped: their other ends, if outside, link them.
  threads.for_each_part(graph.nodes(), kComponentGrain, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t at = begin; at < end; ++at) {
      const Node node = static_cast<Node>(at);
      if (forest.parent(node) == most || graph.degree(node) <= kSampledNeighbours) continue;
      for (const Node neighbour : graph.neighbours(node).subspan(kSampledNeighbours)) forest.link(node, neighbour);
    }
  });
  forest.compress();
  return forest.take();
}

}  // namespace quadrille::bench
