#pragma once

// Pieces of sorted terms go to the owners of their ranges, who merge them; the places of the terms come back.
//
//   fetch(round)   -> pieces(slot): of all members, of a part that this image owns; merge_pieces() fills in the places
//   give_back()    -> the source: the terms of this image that were asked for now have their places
//
// A part is a range of CutTerms; `parts_per_shard` of them, in order, are one range of the vocabulary, which belongs to
// the owner of the shard of that number. In one group pieces and places are read in place, all in a single round, or
// where the terms are not all in memory, in rounds of one part a member. Across groups they travel packed
// (packed_terms.hpp), always in such rounds, which bound the memory: the pieces of a part, packed at both ends, and at
// the owner as records. Two exchanges a round.

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

// The sorted, different terms of this image, in parts. What it hands out lies in shared memory. Local.
class PieceSource {
 public:
  virtual ~PieceSource() = default;
  // Each part once; the terms stay until its end_part().
  virtual std::span<const SortedTerm> begin_part(std::uint32_t part) = 0;
  // Where the places of its terms go, between begin_part() and end_part().
  virtual std::span<std::uint32_t> places(std::uint32_t part) = 0;
  virtual void end_part(std::uint32_t part) = 0;  // all of its places are there
};

// Terms that are in memory.
class CutSource final : public PieceSource {
 public:
  CutSource(const CutTerms& cut, pgas::QueryArena& arena)
      : cut_(cut), places_(arena.make_span<std::uint32_t>(cut.terms.size())) {}

  std::span<const SortedTerm> begin_part(std::uint32_t part) override { return cut_.piece(part); }
  std::span<std::uint32_t> places(std::uint32_t part) override { return cut_.of(places_, part, part + 1); }
  void end_part(std::uint32_t) override {}
  // By position in the terms; all there after the last round.
  std::span<const std::uint32_t> places() const { return places_; }

 private:
  const CutTerms& cut_;
  std::span<std::uint32_t> places_;
};

// How the ranges are cut into parts.
struct PieceRounds {
  std::uint32_t parts_per_shard = 1;
  bool one_at_a_time = false;  // a part of a member in a round, in one group too
};

class PieceExchange {
 public:
  // Local. `arena` outlives Team::run.
  PieceExchange(ShardedWork& work, PieceSource& source, PieceRounds rounds, pgas::QueryArena& arena);

  std::uint32_t rounds() const { return rounds_; }  // the same on all images
  // Which parts this image has in a round.
  std::uint32_t first_part(std::uint32_t round) { return first_part(team().rank(), round); }
  std::uint32_t end_part(std::uint32_t round) { return end_part(team().rank(), round); }

  // Collective.
  void fetch(std::uint32_t round);
  // Local. By member, between fetch() and give_back(). slot: counts the parts of the round.
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
  std::optional<pgas::QueryArena> unpacked_;      // the pieces of other groups, this round
  std::vector<std::vector<PlacedPiece>> pieces_;  // by slot and member
};

}  // namespace quadrille
