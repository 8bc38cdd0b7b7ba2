#include <atomic>
#include <vector>

#include "bench/csr/kernels/bitmap.hpp"
#include "bench/csr/kernels/kernels.hpp"
#include "bench/csr/kernels/node_queue.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kLevelGrain = 64;
// An edge of a push has an atomic addition, so that it costs about as much as this number of edges of a pull.
constexpr std::size_t kPushCost = 3;

// sigma, delta: the letters of the paper. ratio = (1 + delta) / sigma.
class Dependencies {
 public:
  Dependencies(Threads& threads, const Undirected& graph)
      : threads_(threads),
        graph_(graph),
        order_(graph.nodes()),
        sigma_(graph.nodes()),
        ratio_(graph.nodes()),
        depths_(graph.nodes()),
        front_(threads, graph.nodes()) {}

  void add_of(Node source, Array<double>& scores) {
    count_paths(source);
    for (std::size_t level = levels_.size() - 2; level > 0; --level) accumulate(level, scores);
  }

 private:
  static constexpr std::int32_t kUnseen = -1;

  // Sigma and depths of all nodes that can be reached; levels_[d] .. levels_[d + 1] is the part of level d in order_.
  void count_paths(Node source) {
    threads_.fill(sigma_, 0.0);
    threads_.fill(depths_, kUnseen);
    order_.clear();
    levels_ = {0};
    sigma_[source] = 1;
    depths_[source] = 0;
    order_.append(&source, 1);
    std::size_t frontier_edges = graph_.degree(source), edges_left = graph_.entries() - frontier_edges;
    while (levels_.back() < order_.size()) {
      levels_.push_back(order_.size());
      frontier_edges = frontier_edges * kPushCost > edges_left ? pull() : push();
      edges_left -= frontier_edges;
    }
  }

  std::int32_t depth() const { return static_cast<std::int32_t>(levels_.size()) - 2; }  // of the frontier
  std::size_t begin(std::size_t level) const { return levels_[level]; }
  std::size_t end(std::size_t level) const { return levels_[level + 1]; }

  // These two return the number of edges of the next frontier.
  std::size_t push() {
    const std::int32_t next_depth = depth() + 1;
    const std::size_t first = begin(levels_.size() - 2), last = levels_.back();
    PerThread<std::size_t> edges(threads_);
    threads_.for_each_part(last - first, kLevelGrain, [&](std::size_t from, std::size_t to, int thread) {
      NodeQueue::Buffer next(order_);
      for (const Node node : order_.part(first + from, first + to)) {
        for (const Node neighbour : graph_.neighbours(node)) {
          const std::atomic_ref seen(depths_[neighbour]);
          std::int32_t at = seen.load(std::memory_order_relaxed);
          if (at == kUnseen && seen.compare_exchange_strong(at, next_depth, std::memory_order_relaxed)) {
            edges[thread] += graph_.degree(neighbour);
            next.add(neighbour);
            at = next_depth;
          }
          if (at == next_depth) std::atomic_ref(sigma_[neighbour]).fetch_add(sigma_[node], std::memory_order_relaxed);
        }
      }
    });
    return edges.sum();
  }

  std::size_t pull() {
    const std::int32_t next_depth = depth() + 1;
    mark(levels_.size() - 2);
    PerThread<std::size_t> edges(threads_);
    threads_.for_each_part(graph_.nodes(), 1 << 13, [&](std::size_t from, std::size_t to, int thread) {
      NodeQueue::Buffer next(order_);
      for (std::size_t at = from; at < to; ++at) {
        if (depths_[at] != kUnseen) continue;
        double sum = 0;
        for (const Node neighbour : graph_.neighbours(static_cast<Node>(at))) {
          if (front_.has(neighbour)) sum += sigma_[neighbour];
        }
        if (sum == 0) continue;
        sigma_[at] = sum;
        depths_[at] = next_depth;
        edges[thread] += graph_.degree(static_cast<Node>(at));
        next.add(static_cast<Node>(at));
      }
    });
    return edges.sum();
  }

  void mark(std::size_t level) {
    front_.clear(threads_);
    threads_.for_each_part(end(level) - begin(level), 1 << 13, [&](std::size_t from, std::size_t to, int) {
      for (const Node node : order_.part(begin(level) + from, begin(level) + to)) front_.add(node);
    });
  }

  void accumulate(std::size_t level, Array<double>& scores) {
    const bool is_last = level + 2 == levels_.size();
    if (!is_last) mark(level + 1);
    threads_.for_each_part(end(level) - begin(level), kLevelGrain, [&](std::size_t from, std::size_t to, int) {
      for (const Node node : order_.part(begin(level) + from, begin(level) + to)) {
        double sum = 0;
        if (!is_last) {
          for (const Node neighbour : graph_.neighbours(node)) {
            if (front_.has(neighbour)) sum += ratio_[neighbour];
          }
        }
        const double delta = sigma_[node] * sum;
        scores[node] += delta;
        ratio_[node] = (1 + delta) / sigma_[node];
      }
    });
  }

  Threads& threads_;
  const Undirected& graph_;
  NodeQueue order_;
  std::vector<std::size_t> levels_;
  Array<double> sigma_, ratio_;
  Array<std::int32_t> depths_;
  Bitmap front_;
};

}  // namespace

Array<double> brandes(Threads& threads, const Undirected& graph, std::span<const Node> sources) {
  Array<double> scores(graph.nodes());
  threads.fill(scores, 0.0);
  Dependencies dependencies(threads, graph);
  for (const Node source : sources) dependencies.add_of(source, scores);
  return scores;
}

}  // namespace quadrille::bench
