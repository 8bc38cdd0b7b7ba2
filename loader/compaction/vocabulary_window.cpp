#include "loader/compaction/vocabulary_window.hpp"

#include <algorithm>

#include "base/consecutive_shares.hpp"

namespace quadrille {

RankRange common(RankRange a, RankRange b) {
  const RankRange both{std::max(a.first, b.first), std::min(a.end, b.end)};
  return both.empty() ? RankRange() : both;
}

VocabularyWindows::VocabularyWindows(const Renumbering::RankMaps& ranks, std::uint32_t parts, std::uint64_t size_limit)
    : ranks_(ranks), parts_(parts) {
  for (const RankMap& map : ranks) terms_ += map.size();
  const std::uint64_t largest_part = std::max<std::uint64_t>(1, (terms_ + parts - 1) / parts);
  window_terms_ = std::min(size_limit, largest_part);
  per_part_ = (largest_part + window_terms_ - 1) / window_terms_;
}

std::uint64_t VocabularyWindows::part_begin(std::uint32_t part) const {
  return share_begin(static_cast<int>(part), terms_, static_cast<int>(parts_));
}

KindCounts VocabularyWindows::first_ranks(std::uint32_t part) const {
  KindCounts first{};
  std::uint64_t left = part_begin(part);
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    first[kind] = std::min(left, ranks_[kind].size());
    left -= first[kind];
  }
  return first;
}

VocabularyWindow VocabularyWindows::window(std::uint32_t part, std::uint64_t number) const {
  const std::uint64_t part_end = part_begin(part + 1);
  const std::uint64_t begin = std::min(part_begin(part) + number * window_terms_, part_end);
  const std::uint64_t end = std::min(begin + window_terms_, part_end);
  VocabularyWindow window;
  std::uint64_t kind_begin = 0;
  for (std::size_t kind = 0; kind < kHuriKinds; ++kind) {
    const std::uint64_t kind_end = kind_begin + ranks_[kind].size();
    const RankRange here = common({begin, end}, {kind_begin, kind_end});
    if (!here.empty()) {
      const RankMap::Cut first = ranks_[kind].cut(here.first - kind_begin);
      const RankMap::Cut last = ranks_[kind].cut(here.end - kind_begin);
      window.old_ranks[kind] = {first.old_rank, last.old_rank};
      window.insertions[kind] = {first.insertion, last.insertion};
    }
    kind_begin = kind_end;
  }
  return window;
}

}  // namespace quadrille
