#include "analytics/detail/local_paths.hpp"

#include <algorithm>

#include "analytics/detail/path_search.hpp"

namespace quadrille::analytics {

LocalPaths::LocalPaths(Workers& workers, const Graph& graph, double delta)
    : workers_(workers), graph_(graph), queue_(workers.arena().own(), delta), current_(&workers.arena().own()) {}

int LocalPaths::run(Slot start, std::span<double> distance) {
  std::fill(distance.begin(), distance.end(), kUnreachable);
  queue_.move_to(0);
  distance[start] = 0;
  queue_.add(start, 0);
  int buckets = 0;
  for (BucketQueue::Next next = queue_.next(); next.bucket != BucketQueue::kNone; next = queue_.next()) {
    queue_.move_to(next.bucket);
    ++buckets;
    while (!queue_.current().empty()) {
      current_.clear();
      current_.swap(queue_.current());
      for (const BucketQueue::Item& item : current_) visit(item, distance);
    }
  }
  return buckets;
}

void LocalPaths::visit(const BucketQueue::Item& item, std::span<double> distance) {
  const double its = distance[item.slot];
  if (BucketQueue::check_of(its) != item.check) return;
  const std::span<const Slot> targets = graph_.out().of(item.slot);
  const std::span<const double> weights = graph_.out().weights_of(item.slot);
  for (std::size_t begin = 0; begin < targets.size(); begin += Workers::kTaskEdges) {
    const std::size_t end = std::min(targets.size(), begin + Workers::kTaskEdges);
    for (std::size_t edge = begin; edge < end; ++edge) {
      const double length = its + weights[edge];
      if (!(length < distance[targets[edge]])) continue;
      distance[targets[edge]] = length;
      queue_.add(targets[edge], length);
    }
    edges_ += end - begin;
    if (edges_ < Workers::kTaskEdges) continue;
    edges_ = 0;
    workers_.check();
  }
}

}  // namespace quadrille::analytics
