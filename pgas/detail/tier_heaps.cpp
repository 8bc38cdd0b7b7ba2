#include "pgas/detail/tier_heaps.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "pgas/address_space.hpp"
#include "pgas/detail/tier_memory.hpp"
#include "pgas/team.hpp"

namespace quadrille::pgas::detail {

namespace {

// An error as all images can exchange it.
struct Report {
  std::array<char, 1000> text{};
  ErrorKind kind = ErrorKind::internal;
  bool is_error = false;
};

// Collective. All images throw the error of the first that has one.
void agree(World& world, const Outcome& mine) {
  Report report;
  if (mine.error()) {
    const std::string_view text = mine.error()->what();
    std::copy_n(text.data(), std::min(text.size(), report.text.size() - 1), report.text.data());
    report.kind = mine.error()->kind();
    report.is_error = true;
  }
  for (const Report& its : world.all_gather(report)) {
    if (its.is_error) throw Error(its.kind, its.text.data());
  }
}

// Sets the heap of a structure: one for each tier. Files are copied instead (placed_files.hpp).
void name_heap(TierHeaps& heaps, std::size_t structure) {
  const auto its = static_cast<Structure>(structure);
  const Tier* const tier = heaps.placement.tier_of(its);
  if (tier == nullptr || tier->kind == TierKind::dram || its == Structure::base || its == Structure::dictionary) return;
  TierHeap*& heap = heaps.of[structure];
  for (const auto& other : heaps.tiers) {
    if (other->tier == *tier) heap = other.get();
  }
  if (heap != nullptr) return;
  heap = heaps.tiers.emplace_back(std::make_unique<TierHeap>()).get();
  heap->tier = *tier;
  heap->structures = heaps.placement.structures_of(*tier);
}

// The room for addresses of each heap in a tier.
std::size_t room_of_heap(const World& world, std::uintptr_t begin, std::size_t tiers) {
  const std::size_t heaps = static_cast<std::size_t>(world.images_of_host()) * tiers;
  return std::bit_floor((kHeapsEnd - begin) / heaps);
}

std::size_t size_of_heap(const World& world, const TierHeap& tier, const Heap& main) {
  if (tier.counts()) return round_up(main.usage().budget_bytes, kHugePage);
  return free_bytes(tier.tier) / static_cast<std::size_t>(world.images_of_host()) / kHugePage * kHugePage;
}

struct TierIntroduction {
  SharedObjectAddress address;
  std::size_t bytes = 0;
};

// Collective. Makes this image's heap of a tier, and maps those of its group.
void open_heap(World& world, TierHeap& tier, std::size_t bytes, std::uintptr_t begin, std::size_t stride) {
  const auto me = static_cast<std::size_t>(world.image() - world.group_begin());
  tier.objects.resize(static_cast<std::size_t>(world.group_size()));
  tier.files.assign(tier.objects.size(), -1);
  TierIntroduction mine;
  int made = -1;
  agree(world, attempt([&] {
          mine.bytes = std::min(bytes, stride);
          mine.address.pid = getpid();
          mine.address.fd = made = make_descriptor(tier.tier, mine.bytes);
          tier.objects[me] = SharedObject::open(mine.address, mine.bytes);
          tier.objects[me].map(begin + stride * me);
          bind_to_nodes(tier.tier, tier.objects[me].data(), mine.bytes, *tier_heaps().numa);
        }));
  const auto all = world.gather_group(mine);
  agree(world, attempt([&] {
          for (std::size_t member = 0; member < all.size(); ++member) {
            if (member != me) {
              tier.objects[member] = SharedObject::open(all[member].address, all[member].bytes);
              tier.objects[member].map(begin + stride * member);
            }
            if (tier.tier.kind != TierKind::file) continue;
            const std::string path = fmt::format("/proc/{}/fd/{}", all[member].address.pid, all[member].address.fd);
            tier.files[member] = open(path.c_str(), O_RDWR | O_CLOEXEC);
          }
        }));
  close(made);
  tier.heap = std::make_unique<Heap>(tier.objects[me], 0);
}

}  // namespace

int TierHeap::member_with(const void* pointer) const {
  const auto* const place = static_cast<const std::byte*>(pointer);
  for (std::size_t member = 0; member < objects.size(); ++member) {
    const std::byte* const begin = objects[member].data();
    if (place >= begin && place < begin + objects[member].size()) return static_cast<int>(member);
  }
  return -1;
}

TierHeap* TierHeaps::heap_with(const void* pointer) const {
  for (const auto& tier : tiers) {
    if (tier->member_with(pointer) >= 0) return tier.get();
  }
  return nullptr;
}

TierHeaps& tier_heaps() {
  static TierHeaps heaps;
  return heaps;
}

void open_tier_heaps(World& world, Heap& main, std::uintptr_t begin) {
  TierHeaps& its = tier_heaps();
  if (its.placement.is_empty()) return;
  agree(world, attempt([&] {
          for (const Tier& tier : its.placement.tiers()) {
            check_tier(tier, its.placement.structures_of(tier), world.images_of_host(), *its.numa);
          }
        }));
  for (std::size_t structure = 0; structure < kStructures; ++structure) name_heap(its, structure);
  if (its.tiers.empty()) return;
  const std::size_t stride = room_of_heap(world, begin, its.tiers.size());
  std::vector<std::size_t> sizes;  // before the first heap takes some of it
  for (const auto& tier : its.tiers) sizes.push_back(size_of_heap(world, *tier, main));
  for (std::size_t tier = 0; tier < its.tiers.size(); ++tier) {
    open_heap(world, *its.tiers[tier], sizes[tier], begin, stride);
    begin += stride * static_cast<std::size_t>(world.images_of_host());
  }
}

void close_tier_heaps() {
  TierHeaps& its = tier_heaps();
  its.of = {};
  for (const auto& tier : its.tiers) {
    for (const int file : tier->files) {
      if (file >= 0) close(file);
    }
  }
  its.tiers.clear();
}

}  // namespace quadrille::pgas::detail
