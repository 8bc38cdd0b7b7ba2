#include "pgas/frame_pool.hpp"

#include <new>
#include <utility>

#include "base/assert.hpp"
#include "base/bytes.hpp"

namespace quadrille::pgas {

namespace {
thread_local FramePool* pool_in_use = nullptr;
}

FramePool::Use::Use(FramePool& pool) : before_(std::exchange(pool_in_use, &pool)) {}

FramePool::Use::~Use() {
  pool_in_use = before_;
}

FramePool::~FramePool() {
  for (const auto& [chunk, bytes] : chunks_) memory_.deallocate(chunk, bytes, kAlignment);
}

void* FramePool::take(std::size_t bytes) {
  QUADRILLE_ASSERT(pool_in_use != nullptr, "light tasks are made inside of LightTasks::run()");
  return pool_in_use->take_here(bytes);
}

void FramePool::give_back(void* frame) {
  const Owner* const owner = static_cast<Owner*>(frame) - 1;
  SizeClass& of_size = owner->pool->classes_[owner->size_class];
  of_size.free = new (frame) FreeFrame{of_size.free};
}

void* FramePool::take_here(std::size_t bytes) {
  const std::size_t number = class_of(round_up(bytes, kAlignment));
  SizeClass& of_size = classes_[number];
  if (of_size.free == nullptr) add_chunk(of_size);
  FreeFrame* const frame = std::exchange(of_size.free, of_size.free->next);
  new (reinterpret_cast<Owner*>(frame) - 1) Owner{this, number};
  return frame;
}

std::size_t FramePool::class_of(std::size_t bytes) {
  std::size_t number = 0;
  while (number < classes_.size() && classes_[number].bytes != bytes) ++number;
  if (number == classes_.size()) classes_.push_back({bytes, nullptr});
  return number;
}

void FramePool::add_chunk(SizeClass& of_size) {
  const std::size_t step = sizeof(Owner) + of_size.bytes;
  chunks_.reserve(chunks_.size() + 1);
  auto* const chunk = static_cast<std::byte*>(memory_.allocate(step * kChunkFrames, kAlignment));
  chunks_.emplace_back(chunk, step * kChunkFrames);
  for (std::size_t frame = kChunkFrames; frame-- > 0;) {
    of_size.free = new (chunk + frame * step + sizeof(Owner)) FreeFrame{of_size.free};
  }
}

}  // namespace quadrille::pgas
