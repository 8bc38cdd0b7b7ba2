#pragma once

// Memory of this image by the name of its structure. The policy of the process (Placement) decides where it is: for
// each tier that the policy names, every image has a heap of its own in it, which its group maps at the same address,
// like the ordinary heap. So pointers into all of them can be followed by the whole group.
//
//   kHeapsBase
//   | heap of image 0 | heap of image 1 | ... | tier 0: image 0 | image 1 | ... | tier 1: image 0 | ...
//
// Without a policy everything comes from the ordinary heap, at the cost of one test.
//
// Memory of NUMA tiers counts against --memory. That of `huge` and `file` does not: their sizes are limits of their
// own. A heap of a tier gets space from the system before it returns memory, so a full tier is an Error(memory) and not
// a SIGBUS.

#include <cstddef>
#include <cstdint>

#include "pgas/heap.hpp"
#include "pgas/numa.hpp"
#include "pgas/placement.hpp"

namespace quadrille::pgas {

// Local. Sets the policy of this process, before its Job is constructed. All images need the same. `numa` outlives the
// Job.
void set_placement(Placement placement, const NumaHost& numa = this_numa_host());
const Placement& placement();
const NumaHost& placement_host();

// The heap that the policy names for a structure; `main`, the ordinary one, if it names none.
Heap& heap_of(Heap& main, Structure structure);
// The memory that all queries of this image have for their arenas.
std::size_t arena_budget(Heap& main);
// False if the structure's memory is no part of what --memory limits.
bool counts_as_memory(Structure structure);
// False if the structure's memory is no part of a query's budget either: it is in such a tier, and the arena is not.
bool counts_for_query(Structure structure);
bool counts_for_query(const void* pointer);

// Local. As Heap::allocate and free, for the structure. `pointer` comes from allocate_placed() or from `main`.
void* allocate_placed(Heap& main, Structure structure, std::size_t bytes);
void free_placed(Heap& main, void* pointer);

// While it exists, large pieces that this thread takes from a QueryArena belong to the structure, and not to `arena`.
class PlacementScope {
 public:
  explicit PlacementScope(Structure structure);
  ~PlacementScope();
  PlacementScope(const PlacementScope&) = delete;
  PlacementScope& operator=(const PlacementScope&) = delete;

  // The structure of large pieces in this thread.
  static Structure now();

 private:
  const Structure before_;
};

// Local. The caller has written these bytes and does not need them soon. In the tier `file` the system begins to write
// them, and they leave the resident memory of this process; elsewhere nothing happens.
void write_behind(const void* begin, std::size_t bytes);

// How bytes will be read: in order, where the system reads ahead, or at random, where that would read much more than is
// needed.
enum class Access : std::uint8_t { in_order, at_random };

// Local. Says how this process will read these bytes from now on. It matters in the tier `file`, for pages that are not
// in the page cache; elsewhere nothing happens. In order is the default.
void expect_access(const void* begin, std::size_t bytes, Access access);

}  // namespace quadrille::pgas
