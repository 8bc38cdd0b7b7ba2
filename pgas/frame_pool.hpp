#pragma once

// A FramePool is the memory of coroutine frames. Frames of one size are cut from chunks and used again, so a task costs
// no allocation. Used by one thread.

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace quadrille::pgas {

class FramePool {
 public:
  // Chunks come from `memory`, which throws Error(memory) if there is none left.
  explicit FramePool(std::pmr::memory_resource& memory) : memory_(memory) {}
  ~FramePool();
  FramePool(const FramePool&) = delete;
  FramePool& operator=(const FramePool&) = delete;

  // Frames that this thread makes while a Use exists come from its pool.
  class Use {
   public:
    explicit Use(FramePool& pool);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    FramePool* const before_;
  };

  // Local. Called by the coroutine's promise. Needs a Use.
  static void* take(std::size_t bytes);
  static void give_back(void* frame);

 private:
  static constexpr std::size_t kAlignment = 16;
  static constexpr std::size_t kChunkFrames = 64;
  struct FreeFrame {
    FreeFrame* next;
  };
  // Frames of one size; coroutines of one function have the same.
  struct SizeClass {
    std::size_t bytes = 0;
    FreeFrame* free = nullptr;
  };
  // Before each frame.
  struct alignas(kAlignment) Owner {
    FramePool* pool;
    std::size_t size_class;
  };

  void* take_here(std::size_t bytes);
  std::size_t class_of(std::size_t bytes);
  void add_chunk(SizeClass& of_size);

  std::pmr::memory_resource& memory_;
  std::vector<SizeClass> classes_;
  std::vector<std::pair<void*, std::size_t>> chunks_;
};

}  // namespace quadrille::pgas
