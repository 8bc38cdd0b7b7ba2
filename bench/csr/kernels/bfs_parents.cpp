#include <atomic>

#include "bench/csr/kernels/bitmap.hpp"
#include "bench/csr/kernels/kernels.hpp"
#include "bench/csr/kernels/node_queue.hpp"

namespace quadrille::bench {

namespace {

// The two constants of the paper, section 5.
constexpr std::size_t kAlpha = 15;
constexpr std::size_t kBeta = 18;
constexpr std::size_t kFrontierGrain = 64;
constexpr std::size_t kWordGrain = 128;

class BfsSearch {
 public:
  BfsSearch(Threads& threads, const Undirected& graph, Node source)
      : threads_(threads), graph_(graph), queue_(graph.nodes()), parents_(graph.nodes()) {
    threads.fill(parents_, kNoNode);
    parents_[source] = source;
    queue_.append(&source, 1);
    frontier_edges_ = graph.degree(source);
  }

  Array<Node> run() {
    std::size_t edges_left = graph_.entries();
    while (begin_ < queue_.size()) {
      if (frontier_edges_ > edges_left / kAlpha) {
        pull_while_large();
      } else {
        edges_left -= frontier_edges_;
        push();
      }
    }
    return std::move(parents_);
  }

 private:
  void push() {
    const std::size_t begin = begin_, end = queue_.size();
    PerThread<std::size_t> edges(threads_);
    threads_.for_each_part(end - begin, kFrontierGrain, [&](std::size_t from, std::size_t to, int thread) {
      NodeQueue::Buffer next(queue_);
      for (const Node node : queue_.part(begin + from, begin + to)) {
        for (const Node neighbour : graph_.neighbours(node)) {
          const std::atomic_ref parent(parents_[neighbour]);
          Node none = kNoNode;
          if (parent.load(std::memory_order_relaxed) != kNoNode) continue;
          if (!parent.compare_exchange_strong(none, node, std::memory_order_relaxed)) continue;
          edges[thread] += graph_.degree(neighbour);
          next.add(neighbour);
        }
      }
    });
    begin_ = end;
    frontier_edges_ = edges.sum();
  }

  void pull_while_large() {
    Bitmap front(threads_, graph_.nodes()), next(threads_, graph_.nodes());
    threads_.for_each_part(queue_.size() - begin_, 1 << 14, [&](std::size_t from, std::size_t to, int) {
      for (const Node node : queue_.part(begin_ + from, begin_ + to)) front.add(node);
    });
    std::size_t before = 0, found = queue_.size() - begin_;
    do {
      before = found;
      found = pull(front, next);
      front.swap(next);
    } while (found >= before || found > graph_.nodes() / kBeta);
    queue_.clear();
    begin_ = 0;
    threads_.for_each_part(front.words(), 1 << 10, [&](std::size_t from, std::size_t to, int) {
      NodeQueue::Buffer nodes(queue_);
      for (std::size_t at = from; at < to; ++at) {
        for_each_bit(at, front.word(at), [&](Node node) { nodes.add(node); });
      }
    });
    frontier_edges_ = 1;  // the next step pushes
  }

  // Returns the size of the next frontier.
  std::size_t pull(const Bitmap& front, Bitmap& next) {
    PerThread<std::size_t> found(threads_);
    threads_.for_each_part(next.words(), kWordGrain, [&](std::size_t from, std::size_t to, int thread) {
      std::size_t here = 0;
      for (std::size_t at = from; at < to; ++at) {
        std::uint64_t word = 0;
        const Node first = static_cast<Node>(at * 64), last = std::min(first + 64, graph_.nodes());
        for (Node node = first; node < last; ++node) {
          if (parents_[node] == kNoNode && find_parent(node, front)) word |= std::uint64_t{1} << (node % 64), ++here;
        }
        next.word(at) = word;
      }
      found[thread] += here;
    });
    return found.sum();
  }

  bool find_parent(Node node, const Bitmap& front) {
    for (const Node neighbour : graph_.neighbours(node)) {
      if (!front.has(neighbour)) continue;
      parents_[node] = neighbour;
      return true;
    }
    return false;
  }

  Threads& threads_;
  const Undirected& graph_;
  NodeQueue queue_;  // of all levels that were pushed; the frontier from begin_
  Array<Node> parents_;
  std::size_t begin_ = 0, frontier_edges_ = 0;
};

}  // namespace

Array<Node> bfs_parents(Threads& threads, const Undirected& graph, Node source) {
  return BfsSearch(threads, graph, source).run();
}

}  // namespace quadrille::bench
