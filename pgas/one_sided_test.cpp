#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "pgas/coarray.hpp"
#include "pgas/detail/message_limit.hpp"
#include "pgas/test_main.hpp"

namespace quadrille::pgas {
namespace {

using namespace std::chrono_literals;

// Words that all images of this host share through a file: a way to communicate without pgas.
class SideChannel {
 public:
  explicit SideChannel(Team& team) : team_(team) {
    path_ = team.broadcast(::testing::TempDir() + "quadrille-side-" + std::to_string(getpid()));
    const int file = open(path_.c_str(), O_RDWR | O_CREAT, 0600);
    if (ftruncate(file, sizeof(Words)) != 0) fail(ErrorKind::io, "cannot make {}", path_);
    words_ = static_cast<Words*>(mmap(nullptr, sizeof(Words), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
    team.barrier();
  }
  ~SideChannel() {
    munmap(words_, sizeof(Words));
    team_.barrier();
    if (team_.is_first()) std::filesystem::remove(path_);
  }
  std::atomic<int>& word(int place) { return words_->words[place]; }
  void wait(int place, int value) {
    while (word(place).load() != value) std::this_thread::sleep_for(100us);
  }

 private:
  struct Words {
    std::atomic<int> words[8];
  };
  Team& team_;
  std::string path_;
  Words* words_ = nullptr;
};

// The litmus test of design page 3: the target only reads; fenced data are there when it is informed.
TEST(OneSided, AFencedPutIsSeenByATargetThatDoesNothing) {
  Job& job = test_job();
  Team& team = job.team();
  if (team.size() == 1) return;
  constexpr std::size_t kWords = 10'000;
  const int target = team.size() - 1;
  coarray<std::uint64_t[]> values(job.symmetric_heap(), kWords);
  SideChannel side(team);
  for (int round = 1; round <= 40; ++round) {
    if (team.is_first()) {
      const std::vector<std::uint64_t> fresh(kWords, static_cast<std::uint64_t>(round));
      team.put(target, values(target, 0).address(), fresh.data(), kWords * sizeof(std::uint64_t));
      team.put_fence(target);
      side.word(0) = round;
      side.wait(1, round);
    } else if (team.rank() == target) {
      side.wait(0, round);
      for (std::size_t place = 0; place < kWords; ++place) {
        ASSERT_EQ(values[place], static_cast<std::uint64_t>(round)) << "word " << place;
      }
      side.word(1) = round;
    }
  }
  team.barrier();
}

TEST(OneSided, AGetFromAnImageThatSleepsReturns) {
  Job& job = test_job();
  Team& team = job.team();
  coarray<int[]> values(job.symmetric_heap(), 50'000);
  for (int& value : values) value = team.rank();
  team.sync_all();
  const int sleeper = team.size() - 1;
  if (team.rank() == sleeper) {
    std::this_thread::sleep_for(3s);  // its network has no work
  } else {
    std::this_thread::sleep_for(2500ms);
    std::vector<int> theirs(values.size());
    const auto begin = std::chrono::steady_clock::now();
    team.get(sleeper, theirs.data(), values(sleeper, 0).address(), theirs.size() * sizeof(int));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 300ms);
    EXPECT_EQ(theirs[0], sleeper);
    EXPECT_EQ(theirs.back(), sleeper);
  }
  team.barrier();
}

void put_and_get_parts() {
  Job& job = test_job();
  Team& team = job.team();
  const auto members = static_cast<std::size_t>(team.size());
  constexpr std::size_t kPart = 1000;
  coarray<int[]> from(job.symmetric_heap(), kPart), to(job.symmetric_heap(), kPart * members);
  for (int& value : from) value = 7 * team.rank();
  team.sync_all();
  std::vector<std::vector<int>> got(members, std::vector<int>(kPart));
  const std::vector<int> mine(kPart, 100 + team.rank());
  for (int member = 0; member < team.size(); ++member) {
    team.start_get(member, got[static_cast<std::size_t>(member)].data(), from(member, 0).address(),
                   kPart * sizeof(int));
    team.start_put(member, to(member, static_cast<std::size_t>(team.rank()) * kPart).address(), mine.data(),
                   kPart * sizeof(int));
  }
  team.get_fence();
  for (int member = 0; member < team.size(); ++member) {
    EXPECT_EQ(got[static_cast<std::size_t>(member)], std::vector<int>(kPart, 7 * member));
  }
  team.sync_all();
  for (std::size_t place = 0; place < to.size(); ++place) {
    ASSERT_EQ(to[place], 100 + static_cast<int>(place / kPart));
  }
  team.barrier();
}

TEST(OneSided, StartedPutsAndGetsAreCompleteAfterTheirFences) {
  put_and_get_parts();
}

// As those of more than a GB do.
TEST(OneSided, LongPutsAndGetsGoInParts) {
  const LoweredLimit lowered(detail::most_sent, 999);
  put_and_get_parts();
}

TEST(OneSided, FetchAddGivesEveryNumberOnce) {
  Job& job = test_job();
  Team& team = job.team();
  constexpr std::uint64_t kTimes = 300;
  coarray<std::uint64_t> counter(job.symmetric_heap(), 0u);
  std::vector<std::uint64_t> mine;
  for (std::uint64_t time = 0; time < kTimes; ++time) mine.push_back(counter(0).fetch_add(1));
  EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
  std::set<std::uint64_t> all;
  for (const std::string& bytes :
       team.all_gather_bytes({reinterpret_cast<const char*>(mine.data()), mine.size() * sizeof(std::uint64_t)})) {
    const auto* numbers = reinterpret_cast<const std::uint64_t*>(bytes.data());
    all.insert(numbers, numbers + bytes.size() / sizeof(std::uint64_t));
  }
  EXPECT_EQ(all.size(), kTimes * static_cast<std::uint64_t>(team.size()));
  EXPECT_EQ(*all.rbegin(), all.size() - 1);
  team.barrier();
}

}  // namespace
}  // namespace quadrille::pgas
