#include <atomic>
#include <limits>
#include <vector>

#include "bench/csr/kernels/kernels.hpp"

namespace quadrille::bench {

namespace {

constexpr std::size_t kNoBucket = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kBucketGrain = 64;
constexpr std::size_t kSmallBucket = 1000;  // a thread empties a bucket of fewer nodes alone

using Buckets = std::vector<std::vector<Node>>;  // bucket i: distances from i * delta

class SteppingSearch {
 public:
  SteppingSearch(Threads& threads, const Undirected& graph, Weight delta)
      : threads_(threads),
        graph_(graph),
        delta_(delta),
        distances_(graph.nodes()),
        buckets_(static_cast<std::size_t>(threads.count())) {
    threads.fill(distances_, kUnreached);
  }

  Array<Weight> run(Node source) {
    distances_[source] = 0;
    frontier_ = {source};
    for (std::size_t bucket = 0; bucket != kNoBucket; bucket = gather(bucket)) {
      std::atomic<std::size_t> next = 0;
      if (frontier_.size() <= kBucketGrain) {
        settle(frontier_, bucket, buckets_[0]);
        settle_own(bucket, buckets_[0]);
        continue;
      }
      threads_.run([&](int thread) {
        Buckets& own = buckets_[static_cast<std::size_t>(thread)];
        const std::size_t size = frontier_.size();
        for (std::size_t at = next.fetch_add(kBucketGrain); at < size; at = next.fetch_add(kBucketGrain)) {
          settle(std::span(frontier_).subspan(at, std::min(kBucketGrain, size - at)), bucket, own);
        }
        settle_own(bucket, own);
      });
    }
    return std::move(distances_);
  }

 private:
  void settle(std::span<const Node> nodes, std::size_t bucket, Buckets& own) {
    for (const Node node : nodes) {
      const Weight distance = std::atomic_ref(distances_[node]).load(std::memory_order_relaxed);
      if (distance < bucket * delta_) continue;  // it was in an earlier bucket, too
      for (const auto [neighbour, weight] : graph_.weighted(node)) relax(neighbour, distance + weight, own);
    }
  }

  void settle_own(std::size_t bucket, Buckets& own) {
    std::vector<Node> nodes;
    while (bucket < own.size() && !own[bucket].empty() && own[bucket].size() < kSmallBucket) {
      nodes.clear();
      nodes.swap(own[bucket]);
      settle(nodes, bucket, own);
    }
  }

  void relax(Node node, Weight distance, Buckets& own) {
    const std::atomic_ref known(distances_[node]);
    Weight before = known.load(std::memory_order_relaxed);
    while (distance < before) {
      if (!known.compare_exchange_weak(before, distance, std::memory_order_relaxed)) continue;
      const std::size_t bucket = distance / delta_;
      if (bucket >= own.size()) own.resize(bucket + 1);
      own[bucket].push_back(node);
      return;
    }
  }

  // The next bucket that is not empty, from `first`; its nodes become the frontier.
  std::size_t gather(std::size_t first) {
    std::size_t next = kNoBucket;
    for (const Buckets& own : buckets_) {
      for (std::size_t bucket = first; bucket < std::min(own.size(), next); ++bucket) {
        if (!own[bucket].empty()) next = bucket;
      }
    }
    frontier_.clear();
    if (next == kNoBucket) return next;
    for (Buckets& own : buckets_) {
      if (next >= own.size()) continue;
      frontier_.insert(frontier_.end(), own[next].begin(), own[next].end());
      own[next].clear();
    }
    return next;
  }

  Threads& threads_;
  const Undirected& graph_;
  const Weight delta_;
  Array<Weight> distances_;
  std::vector<Buckets> buckets_;  // of each thread
  std::vector<Node> frontier_;
};

}  // namespace

Array<Weight> delta_stepping(Threads& threads, const Undirected& graph, Node source, Weight delta) {
  return SteppingSearch(threads, graph, delta).run(source);
}

}  // namespace quadrille::bench
