#pragma once

// SpilledTerms presents the terms of an image's segments as one sorted sequence of distinct terms, in parts that are
// loaded one at a time, for rank_parts(). Afterwards it returns the HURIs of a segment's terms.
//
//   part p    segment 0   b d    segment 1   a b    -> merged, handed out   a b d    -> places come back   7 9 12
//             places on disk     segment 0   9 12   segment 1   7 9
//
// The pulse counts terms when they are merged here, a term once for every segment that has it. Local except the
// constructor.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "dictionary/huri.hpp"
#include "loader/build/piece_exchange.hpp"
#include "loader/build/rank_pieces.hpp"
#include "loader/build/spill/spilled_input.hpp"

namespace quadrille {

class SpilledTerms final : public PieceSource {
 public:
  // Collective. Chooses parts such that a part of every image, as merged terms, takes an eighth of the memory.
  SpilledTerms(ShardedWork& work, SpilledInput& input);

  PieceRounds rounds() const { return {parts_per_shard_, true}; }

  std::span<const SortedTerm> begin_part(std::uint32_t part) override;
  std::span<std::uint32_t> places(std::uint32_t part) override;
  void end_part(std::uint32_t part) override;

  // After rank_parts(). Returns HURIs by local id of the segment.
  std::span<Huri> huris_of(std::size_t segment, const RankedRanges& ranked, pgas::QueryArena& arena) const;

 private:
  struct Part {
    explicit Part(pgas::Heap& heap) : arena(heap) {}
    pgas::QueryArena arena;
    std::vector<std::span<std::uint32_t>> merged_at;  // by segment and position: the term's index in `terms`
    std::span<const SortedTerm> terms;
    std::span<std::uint32_t> places;
  };

  std::uint64_t bound(std::size_t segment, std::uint32_t part) const { return bounds_[segment][part]; }

  ShardedWork& work_;
  SpilledInput& input_;
  std::uint32_t parts_per_shard_;
  std::vector<std::vector<std::uint64_t>> bounds_;  // by segment: parts + 1
  std::map<std::uint32_t, std::unique_ptr<Part>> loaded_;
};

}  // namespace quadrille
