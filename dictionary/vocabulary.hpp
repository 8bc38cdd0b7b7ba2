#pragma once

// A Vocabulary holds the terms of a base that are not inline in their HURIs: consecutive vocabulary parts, searched as
// one.
//
// Parts are range-partitioned: for each kind, part i has the ranks and keys before those of part i + 1. A Vocabulary
// may hold all parts of a base or a consecutive range of them (those of one group of images); ranks and lookups then
// refer to this range. vocabulary_view.hpp has the costs; choosing the part is a binary search over the parts.
// Any number of threads may call const functions, each with its own KeyBuffer and TextArena.

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/term.hpp"
#include "dictionary/text_arena.hpp"
#include "dictionary/value_ranges.hpp"
#include "dictionary/vocabulary_view.hpp"

namespace quadrille {

// The least text above all that begin with the prefix; empty if there is none.
std::string first_above_prefix(std::string_view prefix);

class Vocabulary {
 public:
  Vocabulary() = default;  // no terms
  // Throws ErrorKind::io if the parts do not follow each other.
  explicit Vocabulary(std::vector<VocabularyView> parts);

  std::span<const VocabularyView> parts() const { return parts_; }
  std::uint64_t count(HuriKind kind) const { return end_rank(kind) - first_rank(kind); }
  std::uint64_t first_rank(HuriKind kind) const { return ranks_[static_cast<std::size_t>(kind)].first; }
  std::uint64_t end_rank(HuriKind kind) const { return ranks_[static_cast<std::size_t>(kind)].end; }
  // True if the rank is in this vocabulary.
  bool holds(HuriKind kind, std::uint64_t rank) const { return first_rank(kind) <= rank && rank < end_rank(kind); }

  // Local. The key of a rank for which holds() is true; a view of the buffer.
  std::string_view key(HuriKind kind, std::uint64_t rank, KeyBuffer& buffer) const;
  // Local. Calls take(rank, key) for every rank of the range, for which holds() must be true.
  template <class Take>
  void for_each(HuriKind kind, RankRange ranks, KeyBuffer& buffer, Take&& take) const;
  // Local. Calls take(i, key) for the i-th of ascending stable HURIs, for which holds() must be true; repetitions are
  // allowed. Each block is decoded once.
  template <class Take>
  void keys(std::span<const Huri> huris, KeyBuffer& buffer, Take&& take) const;

  // Local. The rank of a key (term_key.hpp); nullopt if it is absent.
  std::optional<std::uint64_t> find(HuriKind kind, std::string_view key, KeyBuffer& buffer) const;
  // Local. The rank of the first key >= `key`, end_rank(kind) if there is none: the place of an absent term.
  std::uint64_t lower_bound(HuriKind kind, std::string_view key, KeyBuffer& buffer) const;
  // Local. The ranks of all keys that begin with `prefix`: IRIs of a namespace; strings of a language ("en" and a NUL).
  RankRange prefix_range(HuriKind kind, std::string_view prefix, KeyBuffer& buffer) const;
  // Local. Appends the keys of a comparison as ranges of HURIs; together with its inlined ranges they are its whole
  // result.
  void append_ranges(const ValueRanges& ranges, KeyBuffer& buffer, std::vector<HuriRange>& out) const;

  // Local. Sets out[i] to the term of huris[i], in `arena`, for every stable HURI of a vocabulary kind for which
  // holds() is true; other elements do not change. Sorts, removes repetitions and decodes each block once.
  void terms(std::span<const Huri> huris, KeyBuffer& buffer, TextArena& arena, std::span<TermView> out) const;
  // Local. Sets out[i] to the stable HURI of terms[i], inline or here, or to kUnbound. Blank nodes are never found.
  void huris(std::span<const TermView> terms, KeyBuffer& buffer, std::span<Huri> out) const;

 private:
  const VocabularyView& part_of_rank(HuriKind kind, std::uint64_t rank) const;
  const VocabularyView* part_of_key(HuriKind kind, std::string_view key) const;

  std::vector<VocabularyView> parts_;
  std::array<RankRange, kHuriKinds> ranks_{};
};

template <class Take>
void Vocabulary::for_each(HuriKind kind, RankRange ranks, KeyBuffer& buffer, Take&& take) const {
  while (!ranks.empty()) {
    const VocabularyView& part = part_of_rank(kind, ranks.first);
    const std::uint64_t end = std::min(ranks.end, part.end_rank(kind));
    part.for_each(kind, {ranks.first, end}, buffer, take);
    ranks.first = end;
  }
}

template <class Take>
void Vocabulary::keys(std::span<const Huri> huris, KeyBuffer& buffer, Take&& take) const {
  for (std::size_t first = 0; first < huris.size();) {  // consecutive HURIs of one kind in one part
    const HuriKind kind = huris[first].kind();
    const VocabularyView& part = part_of_rank(kind, huris[first].payload());
    const Huri end_huri = Huri::make(kind, part.end_rank(kind));
    const auto rest = huris.subspan(first);
    const auto end = std::partition_point(rest.begin(), rest.end(), [&](Huri huri) { return huri < end_huri; });
    const auto here = rest.first(static_cast<std::size_t>(end - rest.begin()));
    part.keys(kind, here, buffer, [&](std::size_t i, std::string_view key) { take(first + i, key); });
    first += here.size();
  }
}

}  // namespace quadrille
