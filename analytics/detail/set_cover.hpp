#pragma once

// A SetCover chooses vertices greedily: in each step the one that is in the most sets without a chosen one, of equal
// ones the least. Each image has sets of its own, and counts for each own vertex of its group in how many of them it
// is. The owner's group finds the sets that the chosen vertex is in; between groups their numbers travel, once each.
// Where a vertex is in small sets an index says; large sets are searched, which needs no further memory. The samples
// that a vertex has alone are a part of its count.

#include <cstdint>
#include <span>
#include <vector>

#include "analytics/detail/member_lists.hpp"
#include "analytics/detail/reached_sets.hpp"
#include "analytics/graph.hpp"
#include "analytics/shared_bits.hpp"
#include "analytics/workers.hpp"

namespace quadrille::analytics {

struct CoverStep {
  Huri vertex;
  std::uint64_t covered = 0;  // sets that have this vertex or one before it
};

class SetCover {
 public:
  static constexpr std::size_t kMostListed = 256;  // members of a small set

  // Collective in the group. With several groups, set n of this image is a part of the sample n * images + place.
  SetCover(Workers& workers, const Graph& graph, const ReachedSets& sets);
  // Collective. At most as many vertices as the graph has. Once only.
  std::vector<CoverStep> choose(std::uint64_t count);
  // Local. Members of small sets on this image.
  std::uint64_t listed() const { return listed_.size(); }
  // Collective in the group.
  void free();

 private:
  struct Candidate {
    std::uint64_t count = 0;
    Huri vertex;
    Slot slot = kNoSlot;
    bool precedes(const Candidate& other) const {
      if (slot == kNoSlot || other.slot == kNoSlot) return slot != kNoSlot;
      return count != other.count ? count > other.count : vertex < other.vertex;
    }
  };

  void count_members();
  void list_small_sets();
  Candidate best_here() const;
  void cover_sets_of(Slot slot);
  void cover(std::uint32_t set);
  void check_after(std::size_t members);

  Workers& workers_;
  const Graph& graph_;
  const ReachedSets& sets_;
  std::span<std::uint32_t> counts_;       // by image and own slot, shared by the group
  std::span<std::uint32_t> mine_;         // this image's part of it
  std::span<std::uint64_t> begins_;       // by own slot: where its small sets begin, and the end
  std::span<std::uint32_t> listed_;       // small sets
  std::span<std::uint64_t> covered_;      // a bit for each set
  std::span<std::uint64_t> chosen_;       // a bit for each own slot
  std::vector<std::uint32_t> large_;      // sets, without those that were found covered
  MemberLists<std::uint32_t> elsewhere_;  // samples that are covered
  std::size_t unchecked_ = 0;
};

}  // namespace quadrille::analytics
