#include <atomic>
#include <cmath>

#include "bench/csr/kernels/kernels.hpp"

namespace quadrille::bench {

namespace {

constexpr float kDamping = 0.85F;
constexpr std::size_t kRankGrain = 4096;

// Four sums side by side: each addition waits for the one before it in its own sum alone.
float sum_of(const Array<float>& shares, std::span<const Node> nodes) {
  float sums[4] = {};
  std::size_t at = 0;
  for (; at + 4 <= nodes.size(); at += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += shares[nodes[at + lane]];
  }
  for (; at < nodes.size(); ++at) sums[0] += shares[nodes[at]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

struct RoundSums {
  double change = 0, scores = 0;
  RoundSums& operator+=(const RoundSums& other) {
    change += other.change, scores += other.scores;
    return *this;
  }
};

// Rounds in which the rank of nodes without edges is lost. The scores with that rank spread over all nodes are
// proportional to these, and the rounds converge faster.
class LosingRanks {
 public:
  LosingRanks(Threads& threads, const Undirected& graph)
      : threads_(threads), graph_(graph), scores_(graph.nodes()), shares_(graph.nodes()) {
    const float first = 1 / static_cast<float>(graph.nodes());
    threads.for_each_part(graph.nodes(), kRankGrain, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t node = begin; node < end; ++node) {
        scores_[node] = first;
        shares_[node] = share_of(static_cast<Node>(node), first);
      }
    });
  }

  RoundSums round() {
    const float base = (1 - kDamping) / static_cast<float>(graph_.nodes());
    PerThread<RoundSums> parts(threads_);
    threads_.for_each_part(graph_.nodes(), kRankGrain, [&](std::size_t begin, std::size_t end, int thread) {
      RoundSums here;
      for (std::size_t at = begin; at < end; ++at) {
        const Node node = static_cast<Node>(at);
        const float score = base + kDamping * sum_of(shares_, graph_.neighbours(node));
        here += {std::fabs(score - std::exchange(scores_[at], score)), score};
        // Other threads read this at the same time, the old or the new one.
        std::atomic_ref(shares_[at]).store(share_of(node, score), std::memory_order_relaxed);
      }
      parts[thread] += here;
    });
    return parts.sum();
  }

  Array<float> take_scaled(float factor) {
    threads_.for_each_part(scores_.size(), 1 << 16, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t node = begin; node < end; ++node) scores_[node] *= factor;
    });
    return std::move(scores_);
  }

 private:
  float share_of(Node node, float score) const {
    const std::size_t degree = graph_.degree(node);
    return degree == 0 ? 0.0F : score / static_cast<float>(degree);
  }

  Threads& threads_;
  const Undirected& graph_;
  Array<float> scores_, shares_;  // share: what a node gives to each neighbour
};

}  // namespace

PageRanks pull_page_rank(Threads& threads, const Undirected& graph, double tolerance, int most_rounds) {
  LosingRanks ranks(threads, graph);
  RoundSums sums;
  int rounds = 0;
  do {
    sums = ranks.round();
    ++rounds;
  } while (sums.change >= tolerance * sums.scores && rounds < most_rounds);
  return {ranks.take_scaled(static_cast<float>(1 / sums.scores)), rounds, sums.change / sums.scores};
}

}  // namespace quadrille::bench
