#pragma once

// How the new vocabulary is cut, into parts and windows, and which old terms and which inserted ones a window has. All
// of it follows from the rank maps, so every image knows every window.
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

// What two ranges have in common.
RankRange common(RankRange a, RankRange b);

struct VocabularyWindow {
  KindRanges old_ranks;   // not all of which are kept
  KindRanges insertions;  // by their numbers within the kind
};

class VocabularyWindows {
 public:
  static constexpr std::uint64_t kWholePart = ~std::uint64_t{0};

  // most_terms: of a window. `ranks` outlives this.
  VocabularyWindows(const Renumbering::RankMaps& ranks, std::uint32_t parts, std::uint64_t most_terms);

  std::uint64_t per_part() const { return per_part_; }
  VocabularyWindow window(std::uint32_t part, std::uint64_t number) const;
  // The terms of each kind before the part.
  KindCounts first_ranks(std::uint32_t part) const;

 private:
  std::uint64_t part_begin(std::uint32_t part) const;

  const Renumbering::RankMaps& ranks_;
  const std::uint32_t parts_;
  std::uint64_t terms_ = 0, window_terms_ = 0, per_part_ = 1;
};

}  // namespace quadrille
