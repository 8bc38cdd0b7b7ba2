#pragma once

// A PieceExchange sends pieces of sorted terms to the owners of their ranges, which merge them, and returns the places
// of the terms.
//
//   fetch(round)   -> pieces(slot): all members' pieces of a part that this image owns; merge_pieces() sets the places
//   give_back()    -> the source: the terms of this image that were requested now have their places
//
// A part is a range of CutTerms. Each `parts_per_shard` consecutive parts form one range of the vocabulary, which
// belongs to the owner of the shard with that number. In one group, pieces and places are read in place: in a single
// round, or, if the terms are not all in memory, in rounds of one part a member. Across groups they travel packed
// (packed_terms.hpp), always in rounds of one part. This bounds the memory: the pieces of a part, packed at both ends,
// and as records at the owner. Each round has two exchanges.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loader/build/merge_terms.hpp"
#include "loader/build/packed_terms.hpp"
#include "loader/build/sharded_work.hpp"
#include "loader/build/term_ranges.hpp"
#include "pgas/exchange.hpp"

namespace quadrille {

// The sorted, distinct terms of this image, in parts. The returned spans are in shared memory. Local.
class PieceSource {
 public:
  virtual ~PieceSource() = default;
  // Called once for each part; the terms stay valid until its end_part().
  virtual std::span<const SortedTerm> begin_part(std::uint32_t part) = 0;
  // Memory for the places of a part's terms, between begin_part() and end_part().
  virtual std::span<std::uint32_t> places(std::uint32_t part) = 0;
  virtual void end_part(std::uint32_t part) = 0;  // all of its places are set
};

// A source whose terms are in memory.
class CutSource final : public PieceSource {
 public:
  CutSource(const CutTerms& cut, pgas::QueryArena& arena)
      : cut_(cut), places_(arena.make_span<std::uint32_t>(cut.terms.size())) {}

  std::span<const SortedTerm> begin_part(std::uint32_t part) override { return cut_.piece(part); }
  std::span<std::uint32_t> places(std::uint32_t part) override { return cut_.of(places_, part, part + 1); }
  void end_part(std::uint32_t) override {}
  // By position in the terms; complete after the last round.
  std::span<const std::uint32_t> places() const { return places_; }

 private:
  const CutTerms& cut_;
  std::span<std::uint32_t> places_;
};

// The division of ranges into parts.
struct PieceRounds {
  std::uint32_t parts_per_shard = 1;
  bool one_at_a_time = false;  // one part of a member in each round, in one group too
};

class PieceExchange {
 public:
  // Local. `arena` outlives Team::run.
  PieceExchange(ShardedWork& work, PieceSource& source, PieceRounds rounds, pgas::QueryArena& arena);

  std::uint32_t rounds() const { return rounds_; }  // the same on all images
  // The first part of this image in a round.
  std::uint32_t first_part(std::uint32_t round) { return first_part(team().rank(), round); }
  std::uint32_t end_part(std::uint32_t round) { return end_part(team().rank(), round); }

  // Collective.
  void fetch(std::uint32_t round);
  // Local. The pieces by member, between fetch() and give_back(). slot: counts the parts of the round.
  std::span<const PlacedPiece> pieces(std::uint32_t slot) const;
  // Collective.
  void give_back(std::uint32_t round);

 private:
  pgas::Team& team() { return work_.team(); }
  std::uint32_t first_part(int member, std::uint32_t round) const;
  std::uint32_t end_part(int member, std::uint32_t round) const;
  template <class BlockOf, class Pack>
  void fill_outgoing(PackedBytes& packed, const BlockOf& block_of, const Pack& pack);

  ShardedWork& work_;
  PieceSource& source_;
  pgas::QueryArena& arena_;
  const std::uint32_t parts_per_shard_;
  std::uint32_t slots_, rounds_;  // slots: parts of a member in a round
  std::span<pgas::Block> outgoing_;
  std::optional<pgas::QueryArena> unpacked_;      // the pieces of other groups in this round
  std::vector<std::vector<PlacedPiece>> pieces_;  // by slot and member
};

}  // namespace quadrille
