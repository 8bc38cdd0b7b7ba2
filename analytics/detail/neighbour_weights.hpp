#pragma once

// NeighbourWeights adds up weights by label: those of the edges of one vertex, by the communities of its neighbours. It
// has an array with a place for each label, and a list of the labels that occur.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pgas/query_arena.hpp"

namespace quadrille::analytics::detail {

class NeighbourWeights {
 public:
  // Local. For labels below `labels`.
  NeighbourWeights(pgas::QueryArena& arena, std::size_t labels)
      : arena_(arena),
        sums_(arena.make_span<std::uint64_t>(labels)),
        found_(arena.make_span<std::uint32_t>(labels + 1)) {
    std::fill(sums_.begin(), sums_.end(), 0);
  }
  ~NeighbourWeights() {
    arena_.free_span(sums_);
    arena_.free_span(found_);
  }
  NeighbourWeights(const NeighbourWeights&) = delete;
  NeighbourWeights& operator=(const NeighbourWeights&) = delete;

  // Labels whose weights are all 0 do not occur.
  void add(std::uint32_t label, std::uint64_t weight) {
    std::uint64_t& sum = sums_[label];
    found_[count_] = label;  // without a branch, which would be hard to predict
    count_ += static_cast<std::size_t>(sum == 0 && weight != 0);
    sum += weight;
  }
  // The labels that occur, in the order of their first edges.
  std::span<const std::uint32_t> labels() const { return found_.first(count_); }
  std::uint64_t of(std::uint32_t label) const { return sums_[label]; }
  void clear() {
    for (const std::uint32_t label : labels()) sums_[label] = 0;
    count_ = 0;
  }

 private:
  pgas::QueryArena& arena_;
  const std::span<std::uint64_t> sums_;   // by label
  const std::span<std::uint32_t> found_;  // with a place behind the last one
  std::size_t count_ = 0;
};

}  // namespace quadrille::analytics::detail
