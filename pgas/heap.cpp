#include "pgas/heap.hpp"

#include <algorithm>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/error.hpp"

namespace quadrille::pgas {

namespace {

// Committed at a time, the less the smaller the heap is: few calls, little waste.
constexpr std::size_t kLeastGrowth = 512 << 10, kMostGrowth = 4 << 20;
constexpr std::size_t kMuchIdle = 16 << 20;  // worth a call for each free piece

[[noreturn]] void fail_full(std::size_t bytes, std::size_t used, std::size_t budget) {
  fail(ErrorKind::memory, "out of memory: {} MB wanted, {} of {} MB in use on this image; raise --memory", bytes >> 20,
       used >> 20, budget >> 20);
}

}  // namespace

Heap::Heap(SharedObject& object, std::size_t offset)
    : object_(object), base_offset_(offset), ranges_(object.size() - offset, kGranule) {}

bool Heap::has_room(std::size_t bytes) const {
  return bytes <= budget() - std::min(used(), budget());
}

void Heap::expect_room(std::size_t bytes) const {
  if (!has_room(bytes)) fail_full(bytes, used(), budget());
}

bool Heap::try_set_aside(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (!has_room(bytes)) return false;
  count_aside(bytes);
  return true;
}

void Heap::set_aside(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  expect_room(bytes);
  count_aside(bytes);
}

void Heap::count_aside(std::size_t bytes) {
  set_aside_ += bytes;
  if (idle_ >= kMuchIdle && used() + idle_ > budget()) release_free();
  most_used_ = std::max(most_used_, used());
}

void Heap::give_back(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  QUADRILLE_ASSERT(bytes <= set_aside_, "what is given back was set aside");
  set_aside_ -= bytes;
}

void* Heap::allocate(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  expect_room(bytes);
  const auto offset = ranges_.allocate(bytes);
  if (!offset) fail_full(bytes, used(), budget());
  const std::size_t end = *offset + ranges_.size_of(*offset);
  try {
    if (trimmed_) object_.commit(base_offset_ + *offset, end - *offset);
    if (end > committed_) {
      const std::size_t growth = committed_ < 2 * kMostGrowth ? kLeastGrowth : kMostGrowth;
      const std::size_t new_end = std::min(round_up(end, growth), object_.size() - base_offset_);
      object_.commit(base_offset_ + committed_, new_end - committed_);
      committed_ = new_end;
    }
  } catch (...) {
    ranges_.free(*offset);
    throw;
  }
  idle_ -= std::min(idle_, end - *offset);
  most_used_ = std::max(most_used_, used());
  return object_.data() + base_offset_ + *offset;
}

void Heap::free(void* pointer) {
  const std::lock_guard lock(mutex_);
  const std::size_t offset = offset_of(pointer);
  idle_ += ranges_.size_of(offset);
  ranges_.free(offset);
}

// Memory after the last used piece counts as never committed, so that allocate() must check only the holes between
// pieces.
void Heap::release_free() {
  const std::size_t end = ranges_.used_end();
  trimmed_ = false;
  ranges_.for_each_free([&](std::size_t offset, std::size_t bytes) {
    object_.release(base_offset_ + offset, bytes);
    if (offset < end) trimmed_ = true;
  });
  committed_ = std::min(committed_, end);
  idle_ = 0;
}

HeapUsage Heap::usage() const {
  const std::lock_guard lock(mutex_);
  return {budget(), used(), most_used_, ranges_.largest_free_bytes()};
}

std::size_t Heap::offset_of(const void* pointer) const {
  return static_cast<std::size_t>(static_cast<const std::byte*>(pointer) - object_.data()) - base_offset_;
}

}  // namespace quadrille::pgas
