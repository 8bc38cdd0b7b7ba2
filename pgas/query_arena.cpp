#include "pgas/query_arena.hpp"

#include <algorithm>
#include <exception>
#include <new>

#include "base/assert.hpp"
#include "base/bytes.hpp"
#include "base/copy_bytes.hpp"
#include "base/error.hpp"
#include "base/free_memory.hpp"
#include "pgas/placed_memory.hpp"

namespace quadrille::pgas {

namespace {
constexpr std::size_t kLargestChunkBytes = 4 << 20;
constexpr std::size_t kSetAsideBytes = 64 << 10;
constexpr std::size_t kMostIdleBytes = 4 << 20;
constexpr std::size_t kMuchElsewhere = 32 << 20;  // charged bytes after which free memory goes back to the system
}  // namespace

QueryArena::~QueryArena() {
  for (void* piece : pieces_) free_placed(heap_, piece);
  heap_.give_back(set_aside_);
  if (most_elsewhere_ >= kMuchElsewhere) release_free_memory();
}

std::string_view QueryArena::copy(std::string_view text) {
  if (text.empty()) return {};
  char* place = static_cast<char*>(allocate(text.size(), 1));
  copy_bytes(place, text.data(), text.size());
  return {place, text.size()};
}

void QueryArena::count(std::size_t bytes) {
  if (bytes > budget_ - std::min(used_, budget_)) {
    fail(ErrorKind::memory,
         "the query needs more than its memory budget of {} MB on this image: ask for less at once, or raise "
         "--memory",
         budget_ >> 20);
  }
  used_ += bytes;
  high_water_ = std::max(high_water_, used_);
}

std::size_t QueryArena::room_bytes() const {
  Heap& heap = counts_as_memory(Structure::arena) ? heap_ : heap_of(heap_, Structure::arena);
  const HeapUsage usage = heap.usage();
  const std::size_t of_heap = usage.budget_bytes - std::min(usage.used_bytes, usage.budget_bytes);
  return std::min(of_heap, budget_ - std::min(used_, budget_));
}

void QueryArena::charge(std::size_t bytes) {
  if (elsewhere_ + bytes > set_aside_) {
    const std::size_t more = round_up(elsewhere_ + bytes - set_aside_, kSetAsideBytes);
    heap_.set_aside(more);
    set_aside_ += more;
  }
  count(bytes);
  elsewhere_ += bytes;
  most_elsewhere_ = std::max(most_elsewhere_, elsewhere_);
}

void QueryArena::discharge(std::size_t bytes) {
  QUADRILLE_ASSERT(bytes <= elsewhere_, "what is taken off has been charged");
  elsewhere_ -= bytes;
  used_ -= bytes;
  if (set_aside_ - elsewhere_ < kMostIdleBytes) return;
  const std::size_t less = set_aside_ - round_up(elsewhere_, kSetAsideBytes);
  heap_.give_back(less);
  set_aside_ -= less;
}

void* QueryArena::Own::do_allocate(std::size_t bytes, std::size_t alignment) {
  arena_.charge(bytes);
  try {
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  } catch (const std::bad_alloc&) {
    arena_.discharge(bytes);
    fail(ErrorKind::memory, "the operating system refused {} more MB of memory for this image; lower --memory",
         bytes >> 20);
  }
}

void QueryArena::Own::do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
  std::pmr::new_delete_resource()->deallocate(pointer, bytes, alignment);
  arena_.discharge(bytes);
}

void* QueryArena::take(std::size_t bytes) {
  const Structure structure = PlacementScope::now();
  const bool counts = counts_for_query(structure);
  const std::size_t rounded = round_up(bytes, Heap::kGranule);
  if (counts) count(rounded);
  void* piece = nullptr;
  try {
    piece = allocate_placed(heap_, structure, rounded);
  } catch (...) {
    if (counts) used_ -= rounded;
    throw;
  }
  pieces_.insert(piece);
  return piece;
}

void* QueryArena::do_allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes >= kLargeBytes) return take(bytes);
  auto* place = reinterpret_cast<std::byte*>(round_up(reinterpret_cast<std::uintptr_t>(next_), alignment));
  if (next_ == nullptr || bytes > static_cast<std::size_t>(end_ - std::min(place, end_))) {
    const std::size_t chunk = std::max(next_chunk_bytes_, round_up(bytes, Heap::kGranule));
    const PlacementScope of_chunks(Structure::arena);
    place = static_cast<std::byte*>(take(chunk));
    end_ = place + chunk;
    next_chunk_bytes_ = std::min(next_chunk_bytes_ * 2, kLargestChunkBytes);
  }
  next_ = place + bytes;
  return place;
}

void QueryArena::do_deallocate(void* pointer, std::size_t bytes, std::size_t) {
  if (bytes < kLargeBytes) return;             // is freed with the arena
  if (std::uncaught_exceptions() > 0) return;  // another image may still read it, until it detects the failure
  if (pieces_.erase(pointer) == 0) return;
  if (counts_for_query(pointer)) used_ -= round_up(bytes, Heap::kGranule);
  free_placed(heap_, pointer);
}

}  // namespace quadrille::pgas
