#pragma once

// VocabularyWindows divides the new vocabulary into parts and windows, and finds the old and the inserted terms of each
// window. Everything follows from the rank maps, so every image can compute every window.
//
//   all new terms, by kind and rank   | part 0           | part 1           | ...      equal numbers of terms
//                                     | window | window  | window | window  |
//
// Local.

#include <array>
#include <cstdint>

#include "dictionary/vocabulary_view.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/compaction/renumbering.hpp"

namespace quadrille {

using KindRanges = std::array<RankRange, kHuriKinds>;  // by HuriKind

// The intersection of two ranges.
RankRange common(RankRange a, RankRange b);

struct VocabularyWindow {
  KindRanges old_ranks;   // some of these terms are dropped
  KindRanges insertions;  // as numbers within the kind
};

class VocabularyWindows {
 public:
  static constexpr std::uint64_t kWholePart = ~std::uint64_t{0};

  // size_limit: of a window, in terms. `ranks` outlives this.
  VocabularyWindows(const Renumbering::RankMaps& ranks, std::uint32_t parts, std::uint64_t size_limit);

  std::uint64_t per_part() const { return per_part_; }
  VocabularyWindow window(std::uint32_t part, std::uint64_t number) const;
  // The number of terms of each kind before the part.
  KindCounts first_ranks(std::uint32_t part) const;

 private:
  std::uint64_t part_begin(std::uint32_t part) const;

  const Renumbering::RankMaps& ranks_;
  const std::uint32_t parts_;
  std::uint64_t terms_ = 0, window_terms_ = 0, per_part_ = 1;
};

}  // namespace quadrille
