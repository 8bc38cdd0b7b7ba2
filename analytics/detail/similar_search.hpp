#pragma once

// A SimilarSearch finds the most similar vertices of a vertex, on one image: it counts the paths u -> w <- v to each
// candidate v, and keeps the best in a heap.

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "analytics/detail/candidate_lists.hpp"
#include "analytics/detail/neighbour_shares.hpp"
#include "analytics/graph.hpp"
#include "analytics/similarity.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct SimilarCandidate {
  double score;
  std::uint32_t number;  // of CandidateLists

  // Of equal ones the lesser by HURI is better.
  bool is_better_than(const SimilarCandidate& other) const {
    return score > other.score || (score == other.score && number < other.number);
  }
};
inline bool is_better(const SimilarCandidate& a, const SimilarCandidate& b) {
  return a.is_better_than(b);
}

// Count: std::uint32_t, or std::uint64_t for sums of shares.
template <class Count>
class SimilarSearch {
 public:
  // Local.
  SimilarSearch(Workers& workers, const Graph& graph, const CandidateLists& lists, const NeighbourShares& shares,
                const SimilarityOptions& options);

  // Local. The best candidates within a range, the best first; valid until the next call.
  std::span<const SimilarCandidate> find(Slot row, Range candidates);
  std::span<const SimilarCandidate> find(Slot row) { return find(row, {0, lists_.huris.size()}); }

 private:
  void count_with(Slot neighbour, Range candidates);
  void offer(const SimilarCandidate& candidate);

  Workers& workers_;
  const Graph& graph_;
  const CandidateLists& lists_;
  const NeighbourShares& shares_;
  const SimilarityOptions& options_;
  std::pmr::vector<Count> counts_;           // by candidate; 0 between calls
  std::pmr::vector<std::uint32_t> touched_;  // candidates whose count is not 0; room for all and one more
  std::size_t touched_count_ = 0;
  std::pmr::vector<SimilarCandidate> best_;  // a heap: the worst is first
  std::uint64_t unchecked_paths_ = 0;
};

}  // namespace quadrille::analytics
