#pragma once

// The heaps of this image in the tiers of the policy (placed_memory.hpp), which a Job opens and closes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "pgas/detail/world.hpp"
#include "pgas/heap.hpp"
#include "pgas/numa.hpp"
#include "pgas/placement.hpp"
#include "pgas/shared_object.hpp"

namespace quadrille::pgas::detail {

// A tier that has heaps: that of this image, and those of its group.
struct TierHeap {
  Tier tier;
  std::string structures;
  std::vector<SharedObject> objects;  // by member of the group
  std::vector<int> files;             // the same, if the tier is `file`
  std::unique_ptr<Heap> heap;         // this image's

  // Its pieces count against --memory.
  bool counts() const { return tier.kind == TierKind::node || tier.kind == TierKind::interleave; }
  // The member of the group whose heap has the address; -1: none.
  int member_with(const void* pointer) const;
};

// The policy of this process and its heaps. It is shared by all threads, and constant while the Job lives.
struct TierHeaps {
  Placement placement;
  const NumaHost* numa = &this_numa_host();
  std::vector<std::unique_ptr<TierHeap>> tiers;
  std::array<TierHeap*, kStructures> of{};               // by structure; null: the ordinary heap
  std::mutex mutex;                                      // of the next
  std::unordered_map<const void*, std::size_t> counted;  // pieces that count against --memory

  TierHeap* heap_with(const void* pointer) const;
};
TierHeaps& tier_heaps();

// Collective over all images. Checks all tiers of the policy, and makes the heaps, at addresses from `begin` on. Throws
// the same Error on all images. `main` outlives them.
void open_tier_heaps(World& world, Heap& main, std::uintptr_t begin);

// Local.
void close_tier_heaps();

}  // namespace quadrille::pgas::detail
