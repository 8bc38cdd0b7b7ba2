#pragma once

// LocalPaths is search_paths() for one group, on one image: images search from different sources at the same time,
// without waiting for each other at each bucket. Its memory is kept from one search to the next.

#include <cstdint>
#include <span>

#include "analytics/detail/bucket_queue.hpp"
#include "analytics/graph.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

class LocalPaths {
 public:
  // Local. The lists have weights. `delta`: the width of a bucket (path_search.hpp).
  LocalPaths(Workers& workers, const Graph& graph, double delta);
  // Local. Sets `distance`, by slot, to the distances from `start`. Returns the number of buckets.
  int run(Slot start, std::span<double> distance);

 private:
  void visit(const BucketQueue::Item& item, std::span<double> distance);

  Workers& workers_;
  const Graph& graph_;
  BucketQueue queue_;           // empty between searches
  BucketQueue::Items current_;  // those visited now
  std::size_t edges_ = 0;       // since the last check
};

}  // namespace quadrille::analytics
