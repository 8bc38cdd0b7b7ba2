#pragma once

// A WindowExchange brings the terms of a window of the new vocabulary to the owner of its part, from the members that
// have them:
//
//   old terms       inside the group read in the old vocabulary; outside packed by the owners of the old parts
//   inserted terms  inside the group read in place; outside packed by the owners of their ranges
//
//   while (rounds left) {
//     if (const auto window = exchange.fetch(round)) ...  for_each_old(), inserted()
//     exchange.release();
//   }
//
// A round is one window of every member that still has one.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dictionary/vocabulary.hpp"
#include "loader/build/packed_terms.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/inserted_terms.hpp"
#include "loader/compaction/vocabulary_window.hpp"
#include "pgas/exchange.hpp"

namespace quadrille {

class WindowExchange {
 public:
  // Local. `vocabulary`: the old one, of this group; `held`: its ranks, by the member that has them. All arguments
  // outlive this, and `arena` outlives Team::run.
  WindowExchange(ShardedWork& work, const Vocabulary& vocabulary, std::vector<KindRanges> held,
                 const Renumbering::RankMaps& ranks, const InsertedTerms& inserted, const VocabularyWindows& windows,
                 pgas::QueryArena& arena);

  std::uint64_t rounds() const { return work_.most_shards() * windows_.per_part(); }

  // Collective. Returns the window of this member, if it has one in this round.
  std::optional<VocabularyWindow> fetch(std::uint64_t round);
  // Local, between fetch() and release(). Calls take(old rank, key) for the kept old terms of the window, ascending;
  // kinds ascend from call to call.
  template <class Take>
  void for_each_old(HuriKind kind, RankRange ranks, Take&& take);
  // Likewise: the inserted terms of the window, in order of kind and rank.
  std::span<const SortedTerm> inserted() const { return incoming_; }
  // Collective.
  void release();

 private:
  // The bytes from a member of another group, and the position reached in them.
  struct Packed {
    std::span<const SortedTerm> terms;
    std::size_t next = 0;
  };

  std::optional<VocabularyWindow> window_of(int member, std::uint64_t round) const;
  void pack_old_terms(const VocabularyWindow& window, PackedBytes& packed);
  std::span<const SortedTerm> own_insertions(const VocabularyWindow& window) const;
  void fill_outgoing(std::uint64_t round);

  ShardedWork& work_;
  const Vocabulary& vocabulary_;
  const Renumbering::RankMaps& ranks_;
  const InsertedTerms& inserted_;
  const VocabularyWindows& windows_;
  pgas::QueryArena& arena_;
  std::vector<KindRanges> own_ranks_;  // by member: the old ranks of its parts
  std::span<pgas::Block> outgoing_;
  KeyBuffer buffer_;

  // State of the current round.
  std::optional<PackedBytes> packed_;
  std::optional<pgas::ExchangeView> view_;
  std::optional<pgas::QueryArena> unpacked_;
  std::vector<Packed> old_;           // by member
  std::vector<SortedTerm> incoming_;  // inserted terms
};

template <class Take>
void WindowExchange::for_each_old(HuriKind kind, RankRange ranks, Take&& take) {
  const auto number = static_cast<std::size_t>(kind);
  for (int member = 0; member < work_.team().size(); ++member) {
    const RankRange here = common(ranks, own_ranks_[static_cast<std::size_t>(member)][number]);
    if (work_.team().in_my_group(member)) {
      vocabulary_.for_each(kind, here, buffer_, [&](std::uint64_t rank, std::string_view key) {
        if (ranks_[number].keeps(rank)) take(rank, key);
      });
      continue;
    }
    Packed& packed = old_[static_cast<std::size_t>(member)];
    for (std::uint64_t rank = here.first; rank < here.end; ++rank) {
      if (ranks_[number].keeps(rank)) take(rank, packed.terms[packed.next++].record().key());
    }
  }
}

}  // namespace quadrille
