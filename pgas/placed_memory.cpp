#include "pgas/placed_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <utility>

#include "base/error.hpp"
#include "pgas/detail/tier_heaps.hpp"
#include "pgas/detail/tier_memory.hpp"

namespace quadrille::pgas {

using detail::tier_heaps;
using detail::TierHeap;

namespace {

thread_local Structure structure_of_thread = Structure::arena;

TierHeap* tier_heap_of(Structure structure) {
  return tier_heaps().of[static_cast<std::size_t>(structure)];
}

// Pages of a tier `file`.
struct PlacedPages {
  std::byte* begin = nullptr;
  std::size_t bytes = 0;  // 0: the memory is elsewhere
  int file = -1;
  std::size_t offset = 0;  // in the file
};

PlacedPages pages_in_file(const void* begin, std::size_t bytes) {
  if (bytes == 0 || tier_heaps().tiers.empty()) return {};
  const TierHeap* const tier = tier_heaps().heap_with(begin);
  if (tier == nullptr || tier->tier.kind != TierKind::file) return {};
  const auto member = static_cast<std::size_t>(tier->member_with(begin));
  const SharedObject& object = tier->objects[member];
  constexpr std::size_t kPage = 4096;
  const auto place = static_cast<std::size_t>(static_cast<const std::byte*>(begin) - object.data());
  const std::size_t first = place / kPage * kPage;
  return {object.data() + first, place + bytes - first, tier->files[member], first};
}

}  // namespace

void set_placement(Placement placement, const NumaHost& numa) {
  tier_heaps().placement = std::move(placement);
  tier_heaps().numa = &numa;
}

const Placement& placement() {
  return tier_heaps().placement;
}

const NumaHost& placement_host() {
  return *tier_heaps().numa;
}

Heap& heap_of(Heap& main, Structure structure) {
  const TierHeap* const tier = tier_heap_of(structure);
  return tier ? *tier->heap : main;
}

std::size_t arena_budget(Heap& main) {
  return heap_of(main, Structure::arena).usage().budget_bytes;
}

bool counts_as_memory(Structure structure) {
  const TierHeap* const tier = tier_heap_of(structure);
  return tier == nullptr || tier->counts();
}

bool counts_for_query(Structure structure) {
  return counts_as_memory(structure) || tier_heap_of(structure) == tier_heap_of(Structure::arena);
}

bool counts_for_query(const void* pointer) {
  if (tier_heaps().tiers.empty()) return true;
  const TierHeap* const tier = tier_heaps().heap_with(pointer);
  return tier == nullptr || tier->counts() || tier == tier_heap_of(Structure::arena);
}

void* allocate_placed(Heap& main, Structure structure, std::size_t bytes) {
  TierHeap* const tier = tier_heap_of(structure);
  if (tier == nullptr) return main.allocate(bytes);
  const bool counts = tier->counts();
  if (counts) main.set_aside(bytes);
  try {
    detail::expect_room_on_node(tier->tier, bytes, *tier_heaps().numa);
    void* const piece = tier->heap->allocate(bytes);
    if (counts) {
      const std::lock_guard lock(tier_heaps().mutex);
      tier_heaps().counted.emplace(piece, bytes);
    }
    return piece;
  } catch (const Error&) {
    if (counts) main.give_back(bytes);
    detail::fail_full(tier->tier, tier->structures, bytes);
  }
}

void free_placed(Heap& main, void* pointer) {
  if (tier_heaps().tiers.empty()) return main.free(pointer);
  TierHeap* const tier = tier_heaps().heap_with(pointer);
  if (tier == nullptr) return main.free(pointer);
  if (tier->counts()) {
    const std::lock_guard lock(tier_heaps().mutex);
    const auto piece = tier_heaps().counted.find(pointer);
    main.give_back(piece->second);
    tier_heaps().counted.erase(piece);
  }
  tier->heap->free(pointer);
}

PlacementScope::PlacementScope(Structure structure) : before_(structure_of_thread) {
  structure_of_thread = structure;
}

PlacementScope::~PlacementScope() {
  structure_of_thread = before_;
}

Structure PlacementScope::now() {
  return structure_of_thread;
}

void write_behind(const void* begin, std::size_t bytes) {
  const PlacedPages pages = pages_in_file(begin, bytes);
  if (pages.bytes == 0) return;
  sync_file_range(pages.file, static_cast<off_t>(pages.offset), static_cast<off_t>(pages.bytes), SYNC_FILE_RANGE_WRITE);
  madvise(pages.begin, pages.bytes, MADV_DONTNEED);  // of this process; the file keeps them
}

void expect_access(const void* begin, std::size_t bytes, Access access) {
  const PlacedPages pages = pages_in_file(begin, bytes);
  if (pages.bytes != 0) madvise(pages.begin, pages.bytes, access == Access::at_random ? MADV_RANDOM : MADV_NORMAL);
}

}  // namespace quadrille::pgas
