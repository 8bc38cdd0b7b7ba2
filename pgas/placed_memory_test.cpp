#include "pgas/placed_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/test_main.hpp"

// These claims hold with and without a policy (QUADRILLE_TEST_PLACEMENT).

namespace quadrille::pgas {
namespace {

constexpr std::size_t kMegabyte = 1 << 20;

TEST(PlacedMemory, TheGroupReadsAPieceOfEveryStructure) {
  Team& team = test_job().team();
  Heap& heap = team.heap();
  for (std::size_t structure = 0; structure < kStructures; ++structure) {
    auto* const mine =
        static_cast<std::uint64_t*>(allocate_placed(heap, static_cast<Structure>(structure), 3 * kMegabyte));
    mine[1] = static_cast<std::uint64_t>(team.rank()) + 100 * structure;
    const auto all = team.gather_values_in_group(mine);
    for (std::size_t member = 0; member < all.size(); ++member) {
      EXPECT_EQ(all[member][1], member + static_cast<std::size_t>(team.group_begin(team.group())) + 100 * structure);
    }
    team.barrier();
    free_placed(heap, mine);
  }
}

TEST(PlacedMemory, MemoryOfATierIsGivenBack) {
  Heap& heap = test_job().heap();
  for (const Structure structure : {Structure::arena, Structure::levels, Structure::analytics_csr}) {
    Heap& its = heap_of(heap, structure);
    const std::size_t before = its.usage().used_bytes, main_before = heap.usage().used_bytes;
    void* const piece = allocate_placed(heap, structure, 5 * kMegabyte);
    EXPECT_EQ(its.usage().used_bytes, before + 5 * kMegabyte);
    EXPECT_EQ(heap.usage().used_bytes > main_before, counts_as_memory(structure));
    EXPECT_EQ(counts_for_query(piece), counts_for_query(structure));
    free_placed(heap, piece);
    EXPECT_EQ(its.usage().used_bytes, before);
    EXPECT_EQ(heap.usage().used_bytes, main_before);
  }
}

TEST(PlacedMemory, AFullTierIsAnErrorThatNamesIt) {
  Heap& heap = test_job().heap();
  for (const Structure structure : {Structure::arena, Structure::analytics_csr}) {
    Heap& its = heap_of(heap, structure);
    const std::size_t used = its.usage().used_bytes;
    try {
      allocate_placed(heap, structure, its.usage().budget_bytes + kMegabyte);
      FAIL() << "more than there is";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::memory);
      const Tier* const tier = placement().tier_of(structure);
      if (&its != &heap && !counts_as_memory(structure)) {
        EXPECT_NE(std::string(error.what()).find(text_of(*tier)), std::string::npos) << error.what();
      }
    }
    EXPECT_EQ(its.usage().used_bytes, used);
  }
}

TEST(PlacedMemory, ALargeArrayOfAnArenaBelongsToTheStructureOfItsScope) {
  Heap& heap = test_job().heap();
  Heap& graphs = heap_of(heap, Structure::analytics_csr);
  QueryArena arena(heap);
  const std::size_t before = graphs.usage().used_bytes;
  std::span<std::byte> array, small;
  {
    const PlacementScope scope(Structure::analytics_csr);
    array = arena.make_span<std::byte>(2 * kMegabyte);
    small = arena.make_span<std::byte>(100);
  }
  EXPECT_EQ(PlacementScope::now(), Structure::arena);
  EXPECT_GE(graphs.usage().used_bytes, before + 2 * kMegabyte);
  EXPECT_EQ(arena.used_bytes() >= 2 * kMegabyte, counts_for_query(Structure::analytics_csr));
  std::memset(array.data(), 7, array.size());
  write_behind(array.data() + 1000, array.size() - 2000);
  expect_access(array.data() + 1000, array.size() - 2000, Access::at_random);
  expect_access(array.data() + 1000, array.size() - 2000, Access::in_order);
  for (std::size_t place = 0; place < array.size(); place += 4096) ASSERT_EQ(array[place], std::byte{7});
  const std::size_t with = arena.used_bytes();
  arena.free_span(array);
  EXPECT_EQ(arena.used_bytes(), with - (counts_for_query(Structure::analytics_csr) ? 2 * kMegabyte : 0));
}

// True if the mapping that has this address is read without reading ahead.
bool is_read_at_random(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  std::string line;
  bool is_here = false;
  while (std::getline(maps, line)) {
    std::uintptr_t begin = 0, end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
      is_here = begin <= reinterpret_cast<std::uintptr_t>(address) && reinterpret_cast<std::uintptr_t>(address) < end;
    }
    if (is_here && line.starts_with("VmFlags:")) return line.find(" rr") != std::string::npos;
  }
  return false;
}

TEST(PlacedMemory, AccessIsThatOfTheLastCall) {
  Heap& heap = test_job().heap();
  const Tier* const tier = placement().tier_of(Structure::analytics_csr);
  const bool has_file = tier != nullptr && tier->kind == TierKind::file;
  auto* const array = static_cast<std::byte*>(allocate_placed(heap, Structure::analytics_csr, kMegabyte));
  expect_access(array, kMegabyte, Access::at_random);
  EXPECT_EQ(is_read_at_random(array + kMegabyte / 2), has_file);
  EXPECT_FALSE(is_read_at_random(array + kMegabyte));
  expect_access(array, kMegabyte, Access::in_order);
  EXPECT_FALSE(is_read_at_random(array + kMegabyte / 2));
  free_placed(heap, array);
}

// Pages of 4 KB that this process has in memory.
std::size_t resident_pages() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident;
}

TEST(PlacedMemory, AnArrayThatIsWrittenInOrderToAFileDoesNotStayResident) {
  Heap& heap = test_job().heap();
  const Tier* const tier = placement().tier_of(Structure::analytics_csr);
  if (tier == nullptr || tier->kind != TierKind::file) GTEST_SKIP() << "graphs are not in files here";
  constexpr std::size_t kStep = 2 * kMegabyte, kBytes = 48 * kMegabyte;
  auto* const array = static_cast<std::byte*>(allocate_placed(heap, Structure::analytics_csr, kBytes));
  const std::size_t before = resident_pages();
  for (std::size_t at = 0; at < kBytes; at += kStep) {
    std::memset(array + at, static_cast<int>(at / kStep), kStep);
    write_behind(array + at, kStep);
    EXPECT_LT(resident_pages(), before + 2 * kStep / 4096);
  }
  for (std::size_t at = 0; at < kBytes; at += kStep) EXPECT_EQ(array[at + 5], static_cast<std::byte>(at / kStep));
  free_placed(heap, array);
}

}  // namespace
}  // namespace quadrille::pgas
