#include "pgas/coarray.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <vector>

#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

TEST(Coarray, EveryImageReadsTheCopiesOfAll) {
  Job& job = test_job();
  coarray<int> value(job.symmetric_heap(), 0);
  *value = 100 + job.team().rank();
  job.team().sync_all();
  for (int member = 0; member < job.team().size(); ++member) EXPECT_EQ(value(member).get(), 100 + member);
  job.team().sync_all();
}

TEST(Coarray, APutIsSeenAfterAFenceAndABarrier) {
  Job& job = test_job();
  Team& team = job.team();
  coarray<int[]> values(job.symmetric_heap(), static_cast<std::size_t>(team.size()));
  const int next = (team.rank() + 1) % team.size();
  values(next, static_cast<std::size_t>(team.rank())).put(team.rank() + 1);
  team.put_fence(next);
  team.barrier();
  const int previous = (team.rank() + team.size() - 1) % team.size();
  EXPECT_EQ(values[static_cast<std::size_t>(previous)], previous + 1);
  team.barrier();
}

TEST(Coexchange, TransposesWhatEachHasForEach) {
  Job& job = test_job();
  Team& team = job.team();
  const auto n = static_cast<std::size_t>(team.size());
  coarray<std::uint64_t[]> dest(job.symmetric_heap(), n), src(job.symmetric_heap(), n);
  for (int round = 0; round < 100; ++round) {
    for (std::size_t to = 0; to < n; ++to)
      src[to] = static_cast<std::uint64_t>(team.rank() * 1000) + to * 10 + static_cast<std::uint64_t>(round);
    coexchange(dest, src);
    for (std::size_t from = 0; from < n; ++from) {
      ASSERT_EQ(dest[from],
                from * 1000 + static_cast<std::uint64_t>(team.rank()) * 10 + static_cast<std::uint64_t>(round));
    }
  }
}

TEST(SymmetricHeap, OffsetsAreTheSameOnEveryImage) {
  Job& job = test_job();
  Team& team = job.team(2);
  SymmetricHeap& heap = job.symmetric_heap(2);
  std::vector<void*> pieces;
  for (std::size_t i = 1; i < 50; ++i) pieces.push_back(heap.allocate(i * 40));
  for (std::size_t i = 0; i < pieces.size(); i += 2) heap.free(pieces[i]);
  void* piece = heap.allocate(100);
  for (int member = 0; member < team.size(); ++member) {
    const void* theirs = team.all_gather(static_cast<const void*>(piece))[static_cast<std::size_t>(member)];
    EXPECT_EQ(heap.translate(static_cast<std::byte*>(piece), member), theirs);
  }
  heap.free(piece);
  for (std::size_t i = 1; i < pieces.size(); i += 2) heap.free(pieces[i]);
}

// Pages of this memory that the system has, in this process or another.
std::size_t pages_in_memory(std::byte* begin, std::size_t bytes) {
  std::vector<unsigned char> pages(bytes / 4096);
  EXPECT_EQ(mincore(begin, bytes, pages.data()), 0);
  return static_cast<std::size_t>(std::count_if(pages.begin(), pages.end(), [](auto page) { return page & 1; }));
}

TEST(SymmetricHeap, TakesMemoryWhenItIsAllocated) {
  Job& job = test_job();
  SymmetricHeap& heap = job.symmetric_heap(3);
  constexpr std::size_t kPart = 256 << 10;
  auto* const first = static_cast<std::byte*>(heap.allocate(kPart));
  EXPECT_EQ(pages_in_memory(first, kPart), kPart / 4096);
  const std::size_t behind = pages_in_memory(first + kPart, kPart);
  EXPECT_EQ(behind, job.team().is_one_group() ? 0 : kPart / 4096);  // other groups may write to all of it
  auto* const second = static_cast<std::byte*>(heap.allocate(kPart));
  EXPECT_EQ(second, first + kPart);
  EXPECT_EQ(pages_in_memory(second, kPart), kPart / 4096);
  heap.free(second);
  heap.free(first);
}

}  // namespace
}  // namespace quadrille::pgas
