#pragma once

// The Heap is the general part of this image's shared memory: all large memory of the engine comes from here, so that
// the other images of the group can read it at the same address. Three ways to use it (design page 3):
//
//   persistent   Heap::allocate / free     lives until freed; a granule at least, so for large things
//   query        QueryArena                an arena a query, freed at once: no fragmentation over days
//   symmetric    SymmetricHeap             same offset on every image
//
// The heap grows against its budget and asks the kernel for the pages before it hands them out, so lack of memory is an
// Error(memory) and not a SIGBUS. Thread-safe. Only the owner allocates and frees; pointers may be read by the group.

#include <cstddef>
#include <mutex>

#include "pgas/range_allocator.hpp"
#include "pgas/shared_object.hpp"

namespace quadrille::pgas {

struct HeapUsage {
  std::size_t budget_bytes = 0;
  std::size_t used_bytes = 0;          // what is allocated and what is set aside
  std::size_t high_water_bytes = 0;    // the most that was ever used at once
  std::size_t largest_free_bytes = 0;  // far below budget - used: fragmented
};

class Heap {
 public:
  static constexpr std::size_t kGranule = 64 * 1024;

  // The part of `object` (mapped) from `offset` to its end.
  Heap(SharedObject& object, std::size_t offset);

  // Local. Aligned to kGranule, contents undefined. Throws Error(memory) past the budget.
  void* allocate(std::size_t bytes);
  void free(void* pointer);
  // Local. The bytes that allocate() really gave for `pointer`.
  std::size_t size_of(const void* pointer) const;

  // Local. Counts memory that lies elsewhere, in this process alone, against the budget. Throws Error(memory) past it.
  void set_aside(std::size_t bytes);
  void give_back(std::size_t bytes);

  // Local. Gives the free memory back to the system. set_aside() does so by itself where free and set aside memory
  // together would be more than the budget.
  void trim();

  HeapUsage usage() const;

 private:
  std::size_t offset_of(const void* pointer) const;
  std::size_t used() const { return ranges_.used_bytes() + set_aside_; }
  void expect_room(std::size_t bytes) const;
  void release_free();

  SharedObject& object_;
  const std::size_t base_offset_;
  mutable std::mutex mutex_;
  RangeAllocator ranges_;
  std::size_t committed_ = 0;  // offsets below have memory, but for what trim() gave back
  bool trimmed_ = false;       // it did, below committed_
  std::size_t idle_ = 0;       // free, and may still have memory
  std::size_t set_aside_ = 0;
  std::size_t most_used_ = 0;
};

}  // namespace quadrille::pgas
