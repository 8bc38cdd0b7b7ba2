#include "pgas/coarray.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
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

// Memory that the system has given to the shared object in which the pointer lies.
std::uint64_t bytes_of_object(const void* pointer) {
  std::ifstream maps("/proc/self/maps");
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  ino_t object = 0;
  for (std::string line; std::getline(maps, line);) {  // "from-end rwxs offset device inode name", numbers in hex
    std::istringstream words(line);
    std::uintptr_t from = 0, end = 0;
    std::string skipped;
    std::uint64_t inode = 0;
    words >> std::hex >> from;
    words.ignore(1);
    words >> end >> skipped >> skipped >> skipped >> std::dec >> inode;
    if (from <= address && address < end) object = inode;
  }
  struct stat state {};
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    if (stat(entry.path().c_str(), &state) == 0 && state.st_ino == object)
      return static_cast<std::uint64_t>(state.st_blocks) * 512;
  }
  ADD_FAILURE() << "no descriptor of the object at " << pointer;
  return 0;
}

TEST(SymmetricHeap, TakesMemoryWhenItIsAllocated) {
  Job& job = test_job();
  SymmetricHeap& heap = job.symmetric_heap(3);
  constexpr std::size_t kPart = 256 << 10;
  void* const first = heap.allocate(kPart);
  const std::uint64_t before = bytes_of_object(first);
  void* const second = heap.allocate(kPart);
  const bool is_taken_at_start = !job.team().is_one_group();  // other groups may write to all of it
  EXPECT_EQ(bytes_of_object(first) - before, is_taken_at_start ? 0 : kPart);
  heap.free(second);
  EXPECT_EQ(heap.allocate(kPart), second);
  EXPECT_EQ(bytes_of_object(first) - before, is_taken_at_start ? 0 : kPart);
  heap.free(second);
  heap.free(first);
}

}  // namespace
}  // namespace quadrille::pgas
