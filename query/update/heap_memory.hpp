#pragma once

// HeapMemory allocates pieces of this image's shared heap of any size, which live until they are released: levels of
// deltas. The group maps them at one address. Small pieces share granules of the heap.

#include <memory_resource>

#include "pgas/heap.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::query {

class HeapMemory final : public std::pmr::memory_resource {
 public:
  explicit HeapMemory(pgas::Heap& heap) : granules_(heap), pool_({0, kLargestPooled}, &granules_) {}

 private:
  static constexpr std::size_t kLargestPooled = pgas::Heap::kGranule / 2;

  class Granules final : public std::pmr::memory_resource {
   public:
    explicit Granules(pgas::Heap& heap) : heap_(heap) {}

   private:
    void* do_allocate(std::size_t bytes, std::size_t) override {
      return pgas::allocate_placed(heap_, pgas::Structure::levels, bytes);
    }
    void do_deallocate(void* pointer, std::size_t, std::size_t) override { pgas::free_placed(heap_, pointer); }
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
    pgas::Heap& heap_;
  };

  void* do_allocate(std::size_t bytes, std::size_t alignment) override { return pool_.allocate(bytes, alignment); }
  void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override {
    pool_.deallocate(pointer, bytes, alignment);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }

  Granules granules_;
  std::pmr::synchronized_pool_resource pool_;  // the thread that drops the last state frees its levels
};

}  // namespace quadrille::query
