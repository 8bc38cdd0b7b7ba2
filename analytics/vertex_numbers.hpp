#pragma once

// VertexNumbers finds the slot of a vertex by its HURI. HURIs are divided into 32 segments by kind and volatile bit. A
// segment is dense, with a bit for each possible id (RankedBits), or a sorted list with an index of the ids' upper
// bits. Numbers ascend by HURI over all segments; with several groups a table leads from these numbers to slots.
//
// Cost of find(): 2 ns in a dense segment if the table fits into the cache, else two cache misses.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dictionary/huri.hpp"
#include "dictionary/ranked_bits.hpp"

namespace quadrille::analytics {

// The number of a vertex in a group's arrays (graph.hpp).
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = ~Slot{0};

// A hash of a vertex's bits without the lowest six, in 32 bits.
inline std::uint64_t owner_hash(Huri vertex) {
  // The finaliser of MurmurHash3 (A. Appleby) mixes all bits.
  std::uint64_t mixed = vertex.bits() >> 6;
  mixed = (mixed ^ mixed >> 33) * 0xff51afd7ed558ccd;
  mixed = (mixed ^ mixed >> 33) * 0xc4ceb9fe1a85ec53;
  mixed ^= mixed >> 33;
  return mixed >> 32;
}
// The group that owns a vertex. Groups divide the range of hashes in their order.
inline int owner_of_vertex(Huri vertex, int groups) {
  return groups == 1 ? 0 : static_cast<int>(owner_hash(vertex) * static_cast<std::uint64_t>(groups) >> 32);
}

// A segment of ids: dense (words) or sorted (ids, with an index).
struct NumberSegment {
  RankedBits dense;                       // no words: not dense
  std::span<const Huri> sorted;           // ascending
  std::span<const std::uint32_t> starts;  // by (id - least) >> shift: the first place in `sorted`; one more at the end
  std::uint64_t least = 0;
  int shift = 0;
  std::uint32_t first_number = 0;  // of the segment's first id
  std::uint32_t count = 0;         // of its ids

  std::uint32_t find(Huri id) const;
};

class VertexNumbers {
 public:
  static constexpr std::size_t kSegments = 32;
  static std::size_t segment_of(Huri id) { return id.bits() >> Huri::kPayloadBits; }

  // Local. The rank of a vertex among the group's vertices, own and ghosts, by HURI; kNoSlot if it is absent.
  std::uint32_t rank_of(Huri id) const {
    const NumberSegment& segment = segments_[segment_of(id)];
    if (segment.dense.words().empty()) return segment.count == 0 ? kNoSlot : segment.find(id);
    const RankedBits::Place place = segment.dense.find(id);
    return place.is_there ? segment.first_number + place.number : kNoSlot;
  }
  // Local. The slot of a vertex.
  Slot find(Huri id) const {
    const std::uint32_t rank = rank_of(id);
    return rank == kNoSlot || slots_.empty() ? rank : slots_[rank];
  }
  std::uint32_t count() const { return count_; }

  // Called by projection.
  NumberSegment& segment(std::size_t number) { return segments_[number]; }
  void set_count(std::uint32_t count) { count_ = count; }
  void set_slots(std::span<const Slot> slots) { slots_ = slots; }
  std::span<const Slot> slots() const { return slots_; }

 private:
  std::array<NumberSegment, kSegments> segments_;
  std::span<const Slot> slots_;  // by rank; empty: slots are ranks
  std::uint32_t count_ = 0;
};

}  // namespace quadrille::analytics
