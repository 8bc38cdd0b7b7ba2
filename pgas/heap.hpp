#pragma once

// The Heap is the general part of this image's shared memory: all large memory of the engine comes from it, so that the
// other images of the group can read it at the same address. There are three ways to use it (design page 3):
//
//   persistent   Heap::allocate / free     lives until freed; at least one granule, so for large objects
//   query        QueryArena                an arena for each query, freed at once: no fragmentation over days
//   symmetric    SymmetricHeap             same offset on every image
//
// The heap stays within its budget and requests pages from the kernel before it returns them, so a lack of memory is an
// Error(memory) and not a SIGBUS. Thread-safe. Only the owner allocates and frees; the group may read through pointers.

#include <cstddef>
#include <mutex>

#include "pgas/range_allocator.hpp"
#include "pgas/shared_object.hpp"

namespace quadrille::pgas {

struct HeapUsage {
  std::size_t budget_bytes = 0;
  std::size_t used_bytes = 0;          // memory that is allocated or set aside
  std::size_t high_water_bytes = 0;    // the maximum of used_bytes so far
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

  // Local. Counts private memory of this process against the budget. Throws Error(memory) beyond it. Returns the heap's
  // free memory to the system if that and memory set aside would exceed the budget together.
  void set_aside(std::size_t bytes);
  // Local. Returns false if that is beyond the budget.
  bool try_set_aside(std::size_t bytes);
  void give_back(std::size_t bytes);

  HeapUsage usage() const;

 private:
  std::size_t offset_of(const void* pointer) const;
  std::size_t used() const { return ranges_.used_bytes() + set_aside_; }
  std::size_t budget() const { return object_.size() - base_offset_; }
  bool has_room(std::size_t bytes) const;
  void expect_room(std::size_t bytes) const;
  void count_aside(std::size_t bytes);
  void release_free();

  SharedObject& object_;
  const std::size_t base_offset_;
  mutable std::mutex mutex_;
  RangeAllocator ranges_;
  std::size_t committed_ = 0;  // offsets below have memory, unless release_free() has freed it
  bool trimmed_ = false;       // release_free() has freed memory below committed_
  std::size_t idle_ = 0;       // free, and may still have memory
  std::size_t set_aside_ = 0;
  std::size_t most_used_ = 0;
};

}  // namespace quadrille::pgas
