#include "analytics/detail/similar_search.hpp"

#include <algorithm>

#include "analytics/detail/neighbour_shares.hpp"

namespace quadrille::analytics {

template <class Count>
SimilarSearch<Count>::SimilarSearch(Workers& workers, const Graph& graph, const CandidateLists& lists,
                                    const NeighbourShares& shares, const SimilarityOptions& options)
    : workers_(workers),
      graph_(graph),
      lists_(lists),
      shares_(shares),
      options_(options),
      counts_(lists.huris.size(), 0, &workers.arena().own()),
      touched_(lists.huris.size() + 1, 0, &workers.arena().own()),
      best_(&workers.arena().own()) {}

template <class Count>
std::span<const SimilarCandidate> SimilarSearch<Count>::find(Slot row, Range candidates) {
  best_.clear();
  for (const Slot neighbour : graph_.out().of(row)) {
    if (neighbour != row) count_with(neighbour, candidates);
  }
  const std::uint32_t self = lists_.number_of(row), degree = lists_.degrees[self];
  for (std::size_t place = 0; place < touched_count_; ++place) {
    const std::uint32_t number = touched_[place];
    const double common = shares_.sum_of(counts_[number]);
    counts_[number] = 0;
    if (number == self) continue;
    offer({similarity_of(options_.measure, common, degree, lists_.degrees[number]), number});
  }
  touched_count_ = 0;
  std::sort_heap(best_.begin(), best_.end(), is_better);
  return best_;
}

template <class Count>
void SimilarSearch<Count>::count_with(Slot neighbour, Range candidates) {
  std::span<const std::uint32_t> list = lists_.of(neighbour);
  if (candidates.size() < lists_.huris.size()) {
    const auto begin = std::lower_bound(list.begin(), list.end(), candidates.begin);
    list = {begin, std::lower_bound(begin, list.end(), candidates.end)};
  }
  const auto share = static_cast<Count>(shares_.of(neighbour));
  const std::uint32_t loop = lists_.number_of(neighbour);
  for (const std::uint32_t number : list) {
    if (number == loop) continue;
    touched_[touched_count_] = number;
    touched_count_ += counts_[number] == 0;
    counts_[number] += share;
  }
  unchecked_paths_ += list.size() + 1;
  if (unchecked_paths_ < Workers::kTaskEdges) return;
  unchecked_paths_ = 0;
  workers_.check();
}

template <class Count>
void SimilarSearch<Count>::offer(const SimilarCandidate& candidate) {
  if (best_.size() == options_.top) {
    if (!candidate.is_better_than(best_.front())) return;
    std::pop_heap(best_.begin(), best_.end(), is_better);
    best_.back() = candidate;
  } else {
    best_.push_back(candidate);
  }
  std::push_heap(best_.begin(), best_.end(), is_better);
}

template class SimilarSearch<std::uint32_t>;
template class SimilarSearch<std::uint64_t>;

}  // namespace quadrille::analytics
