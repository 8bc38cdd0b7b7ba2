#pragma once

// UsedTerms marks the terms that the quads of a snapshot use: a bit for every term of the base's vocabulary and of
// updates.
//
//   | iris, by rank | strings, by rank | ... | triple terms, by place | terms of updates, by place |
//
// Each kind begins a word. A triple term of the base marks its components, too.
//
// Each image marks the terms of its own quads; agree() unites the marks of all images. Memory: a bit a term on every
// image, shared by the group. Messages: a bit a term to and from every group.

#include <array>
#include <cstdint>
#include <span>

#include "dictionary/huri.hpp"
#include "dictionary/triple_terms.hpp"
#include "dictionary/vocabulary_format.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/compaction/born_terms.hpp"
#include "loader/compaction/triple_places.hpp"
#include "pgas/exchange.hpp"
#include "pgas/query_arena.hpp"

namespace quadrille {

class UsedTerms {
 public:
  // Local. counts: terms of the base's vocabulary; `triples` and `places`: its triple terms. `arena` outlives
  // Team::run, the others this.
  UsedTerms(ShardedWork& work, const KindCounts& counts, const TripleTerms* triples, const TriplePlaces& places,
            const BornPlaces& born, pgas::QueryArena& arena);

  // Local. Inline terms, blank nodes and the default graph have no bit. Fails with ErrorKind::io for a HURI that is in
  // neither vocabulary.
  void mark(std::span<const Huri> huris);

  // Collective. Afterwards the bits are those of all images. More can be marked then, and agreed on.
  void agree();

  // Local. The bits of a kind's stable terms, by rank: bit r % 64 of word r / 64.
  std::span<const std::uint64_t> of_kind(HuriKind kind) const;
  std::uint64_t count(HuriKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }  // ranks
  // Of a triple term, after agree().
  bool has(Huri triple) const {
    const auto place = triple.is_volatile() ? born_.place(triple) : places_.place(triple);
    if (!place) return false;
    return triple.is_volatile() ? is_used(*place)
                                : (of_kind(HuriKind::triple_term)[*place / 64] >> *place % 64 & 1) != 0;
  }
  bool is_used(std::uint64_t born_place) const { return (bit_word(born_place) >> born_place % 64 & 1) != 0; }

 private:
  void mark(Huri huri);
  std::uint64_t bit_word(std::uint64_t born_place) const { return words_[starts_.back() + born_place / 64]; }

  ShardedWork& work_;
  KindCounts counts_;
  const TripleTerms* triples_;
  const TriplePlaces& places_;
  const BornPlaces& born_;
  std::array<std::uint64_t, kHuriKinds + 1> starts_{};  // words before each kind's, and before the terms of updates
  std::span<std::uint64_t> words_;
  std::span<pgas::Block> outgoing_;
};

}  // namespace quadrille
