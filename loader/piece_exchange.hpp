#pragma once

// Pieces of sorted terms go to the owners of their ranges, who merge them; the places of the terms come back.
//
//   fetch(round)   -> pieces(slot): of all members, of a part that this image owns; merge_pieces() fills in the places
//   give_back()    -> own_places(): the terms of this image that were asked for now have theirs
//
// A part is a range of CutTerms; `parts_per_shard` of them, in order, are one range of the vocabulary, which belongs to
// the owner of the shard of that number. In one group pieces and places are read in place, all in a single round.
// Across groups they travel packed (packed_terms.hpp); a round is one part a member, which bounds the memory: the
// pieces of a part, packed at both ends, and at the owner as records. Two exchanges a round.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loader/merge_terms.hpp"
#include "loader/packed_terms.hpp"
#include "loader/sharded_work.hpp"
#include "loader/term_ranges.hpp"
#include "pgas/exchange.hpp"

namespace quadrille {

class PieceExchange {
 public:
  // Local. `arena` outlives Team::run.
  PieceExchange(ShardedWork& work, const CutTerms& cut, std::uint32_t parts_per_shard, pgas::QueryArena& arena);

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

  // By position in cut.terms; all there after the last round.
  std::span<const std::uint32_t> own_places() const { return own_places_; }

 private:
  pgas::Team& team() { return work_.team(); }
  std::uint32_t first_part(int member, std::uint32_t round) const;
  std::uint32_t end_part(int member, std::uint32_t round) const;
  template <class BlockOf, class Pack>
  void fill_outgoing(PackedBytes& packed, const BlockOf& block_of, const Pack& pack);

  ShardedWork& work_;
  const CutTerms& cut_;
  pgas::QueryArena& arena_;
  const std::uint32_t parts_per_shard_;
  std::uint32_t slots_, rounds_;  // slots: parts of a member in a round
  std::span<pgas::Block> outgoing_;
  std::span<std::uint32_t> own_places_;
  std::optional<pgas::QueryArena> unpacked_;      // the pieces of other groups, this round
  std::vector<std::vector<PlacedPiece>> pieces_;  // by slot and member
};

}  // namespace quadrille
