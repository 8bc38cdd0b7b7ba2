#include "pgas/heap.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "base/error.hpp"
#include "pgas/query_arena.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

TEST(Heap, MemoryIsSeenAtTheSameAddressByTheGroup) {
  Job& job = test_job();
  Team& team = job.team();
  auto* mine = static_cast<int*>(job.heap().allocate(1000 * sizeof(int)));
  for (int i = 0; i < 1000; ++i) mine[i] = team.rank() * 1000 + i;
  const std::vector<int*> all = team.all_gather(mine);
  for (int member = 0; member < team.size(); ++member) {
    if (!team.in_my_group(member)) continue;
    EXPECT_EQ(all[static_cast<std::size_t>(member)][999], member * 1000 + 999);
  }
  team.barrier();
  job.heap().free(mine);
}

TEST(Heap, PastTheBudgetIsAnErrorAndTheHeapGoesOn) {
  Heap& heap = test_job().heap();
  EXPECT_THROW(heap.allocate(heap.usage().budget_bytes + 1), Error);
  void* small = heap.allocate(100);
  std::memset(small, 1, 100);
  heap.free(small);
}

TEST(Heap, FreeMemoryIsGivenBackForWhatIsSetAside) {
  Heap& heap = test_job().heap();
  const HeapUsage before = heap.usage();
  const std::size_t half = before.budget_bytes / 2;
  if (half < (64 << 20)) GTEST_SKIP() << "the heap is small here";
  const std::size_t large = std::size_t{40} << 20;
  void* first = heap.allocate(large);
  void* last = heap.allocate(large);
  std::memset(first, 1, large);
  std::memset(last, 2, large);
  heap.free(first);
  heap.set_aside(before.budget_bytes - before.used_bytes - large);  // with the free piece, more than the budget
  EXPECT_EQ(*static_cast<char*>(last), 2);
  heap.give_back(before.budget_bytes - before.used_bytes - large);
  first = heap.allocate(large);
  EXPECT_EQ(*static_cast<char*>(first), 0) << "it came anew from the system";
  std::memset(first, 3, large);
  EXPECT_EQ(*static_cast<char*>(last), 2);
  heap.free(last);
  heap.free(first);
  EXPECT_EQ(heap.usage().used_bytes, before.used_bytes);
}

TEST(Heap, WhatIsSetAsideCounts) {
  Heap& heap = test_job().heap();
  const HeapUsage before = heap.usage();
  const std::size_t rest = before.budget_bytes - before.used_bytes;
  heap.set_aside(rest - Heap::kGranule);
  EXPECT_THROW(heap.allocate(2 * Heap::kGranule), Error);
  EXPECT_THROW(heap.set_aside(2 * Heap::kGranule), Error);
  EXPECT_EQ(heap.usage().used_bytes, before.budget_bytes - Heap::kGranule);
  heap.give_back(rest - Heap::kGranule);
  EXPECT_EQ(heap.usage().used_bytes, before.used_bytes);
}

TEST(QueryArena, CountsItsOwnMemory) {
  Heap& heap = test_job().heap();
  const std::size_t before = heap.usage().used_bytes;
  {
    QueryArena arena(heap, 10 << 20);
    std::pmr::string text(&arena.own());
    text.resize(8 << 20);
    EXPECT_GE(arena.used_bytes(), std::size_t{8} << 20);
    EXPECT_GE(heap.usage().used_bytes, before + (8 << 20));
    EXPECT_THROW(static_cast<void>(arena.allocate(4 << 20)), Error);
    EXPECT_THROW(text.resize(12 << 20), Error);
    text.clear();
    text.shrink_to_fit();
    EXPECT_LT(heap.usage().used_bytes, before + (1 << 20));
    text.resize(1 << 20);
    arena.charge(100);  // never removed
  }
  EXPECT_EQ(heap.usage().used_bytes, before);
}

TEST(QueryArena, GivesEverythingBackAtItsEnd) {
  Heap& heap = test_job().heap();
  const std::size_t before = heap.usage().used_bytes;
  {
    QueryArena arena(heap);
    for (int i = 0; i < 1000; ++i) std::memset(arena.allocate(1 + i * 37), 1, static_cast<std::size_t>(1 + i * 37));
    const auto large = arena.make_span<double>(100000);
    arena.free_span(large);
    EXPECT_EQ(arena.copy("text"), "text");
  }
  EXPECT_EQ(heap.usage().used_bytes, before);
}

TEST(QueryArena, PiecesDoNotOverlapAndAreAligned) {
  QueryArena arena(test_job().heap());
  std::vector<std::span<std::uint64_t>> pieces;
  for (std::uint64_t i = 0; i < 500; ++i) {
    arena.copy("x");
    pieces.push_back(arena.make_span<std::uint64_t>(1 + i % 50));
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(pieces.back().data()) % alignof(std::uint64_t), 0u);
    for (auto& word : pieces.back()) word = i;
  }
  for (std::uint64_t i = 0; i < pieces.size(); ++i) {
    for (const auto word : pieces[i]) ASSERT_EQ(word, i);
  }
}

TEST(QueryArena, StopsAtItsBudget) {
  QueryArena arena(test_job().heap(), 1 << 20);
  EXPECT_THROW(arena.make_span<char>(2 << 20), Error);
  const auto half = arena.make_span<char>(512 * 1024);
  EXPECT_THROW(arena.make_span<char>(600 * 1024), Error);
  arena.free_span(half);
  arena.make_span<char>(600 * 1024);
}

}  // namespace
}  // namespace quadrille::pgas
