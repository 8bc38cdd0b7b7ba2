// kill -9 at any moment: acknowledged versions exist exactly; others exist completely or not at all; and abandoned
// versions never come back. QUADRILLE_SEED replays a run, QUADRILLE_CRASH_ROUNDS makes it longer.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "base/clock.hpp"
#include "quadstore/log/testing/child.hpp"
#include "quadstore/log/testing/crash_lines.hpp"
#include "quadstore/log/testing/log_folder.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using testing_log::Child;
using testing_log::crash_lines;

// A log that lives through many crashes, and what it must have.
class Survivor {
 public:
  explicit Survivor(unsigned seed) : random_(seed) {}

  unsigned random(unsigned below) { return static_cast<unsigned>(random_() % below); }

  std::vector<std::string> next_words() {
    ++round_;
    images_ = 1 + static_cast<int>(random(4));
    const char* const policies[] = {"on", "on", "interval", "off"};
    return {QUADRILLE_LOG_CRASH_WRITER,      (folder_ / "log").string(),  std::to_string(images_),
            std::to_string(round_),          std::to_string(checkpoint_), policies[random(4)],
            std::to_string(committed_ + 100)};
  }

  // After the end of a child that was started with next_words().
  void verify(const std::string& output) {
    std::istringstream said(output);
    std::uint64_t acknowledged = committed_;
    for (std::string line; std::getline(said, line) && !said.eof();) acknowledged = std::stoull(line);
    testing_log::ReadLog found;
    ASSERT_NO_THROW(
        try {
          found = testing_log::read_log(folder_ / "log", 1 + static_cast<int>(random(3)), checkpoint_);
        } catch (const std::exception& error) {
          std::printf("%s\n", error.what());
          throw;
        });
    ASSERT_GE(found.committed, acknowledged);
    ASSERT_LE(found.committed, acknowledged + 1);
    torn += found.remarks.empty() ? 0 : 1;
    for (std::uint64_t version = committed_ + 1; version <= found.committed; ++version)
      written_[version] = {round_, images_};
    for (std::uint64_t version = checkpoint_ + 1; version <= found.committed; ++version) {
      std::string expected;
      for (int image = 0; image < written_[version].images; ++image)
        expected += crash_lines(version, image, written_[version].round);
      ASSERT_EQ(found.lines[version] == expected, true)
          << "version " << version << ": " << found.lines[version].substr(0, 200);
    }
    committed_ = found.committed;
    if (random(4) == 0) checkpoint_ += (committed_ - checkpoint_) * random(5) / 4;
  }

  std::uint64_t committed() const { return committed_; }
  int torn = 0;

 private:
  struct Written {
    int round, images;
  };
  detail::TestFolder folder_;
  std::mt19937 random_;
  int round_ = 0, images_ = 0;
  std::uint64_t committed_ = 0, checkpoint_ = 0;
  std::map<std::uint64_t, Written> written_;
};

unsigned seed_of_test() {
  const char* given = std::getenv("QUADRILLE_SEED");
  const unsigned seed =
      given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
  std::printf("QUADRILLE_SEED=%u\n", seed);
  return seed;
}

TEST(LogCrash, KilledAtAnyMoment) {
  const char* given = std::getenv("QUADRILLE_CRASH_ROUNDS");
  const int rounds = given != nullptr ? std::atoi(given) : 30;
  Survivor log(seed_of_test());
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE(round);
    Child child(log.next_words(), "");
    if (log.random(4) != 0) child.wait_for_output();
    std::this_thread::sleep_for(std::chrono::microseconds(log.random(30000)));
    child.kill();
    log.verify(child.output());
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(log.committed(), 0);
  std::printf("%d rounds, %llu versions, %d torn ends\n", rounds, static_cast<unsigned long long>(log.committed()),
              log.torn);
}

// The places of the program where a process can be killed.
std::vector<std::string> failpoints() {
  Child lister({QUADRILLE_LOG_CRASH_WRITER, "--failpoints"}, "");
  std::istringstream names(lister.output());
  std::vector<std::string> found;
  for (std::string name; std::getline(names, name);) found.push_back(name);
  return found;
}

// Runs a child that is killed when it passes a place for the `pass`-th time, and verifies the log. An empty name is no
// place. False: the child ended by itself, because it passed the place fewer times.
bool killed_at(Survivor& log, const std::string& name, unsigned pass) {
  Child child(log.next_words(), name.empty() ? "" : name + ":" + std::to_string(pass));
  const std::string said = child.output();
  const bool killed = WIFSIGNALED(child.status());
  if (!killed) {
    EXPECT_EQ(child.status(), 0);
  }
  log.verify(said);
  return killed;
}

// A new log passes each place of logs within a few rounds. In these the number of images changes, and half of them find
// parts of an update that was never committed.
TEST(LogCrash, KilledAtEachPlaceOfANewLog) {
  const unsigned seed = seed_of_test();
  int places = 0;
  for (const std::string& name : failpoints()) {
    if (!name.starts_with("log.") && !name.starts_with("file.folder.")) continue;  // of other files
    SCOPED_TRACE(name);
    ++places;
    Survivor log(seed);
    bool killed = false;
    for (int round = 0; round < 20 && !killed; ++round) {
      if (round % 2 == 1) killed_at(log, "log.parts.after", 1 + log.random(20));
      killed = killed_at(log, name, 1);
      if (HasFailure()) return;
    }
    EXPECT_TRUE(killed);
    ASSERT_FALSE(killed_at(log, "", 1));
    if (HasFailure()) return;
  }
  EXPECT_GE(places, 20);
}

TEST(LogCrash, KilledAtEveryFailpoint) {
  Survivor log(seed_of_test());
  int killed = 0;
  for (const std::string& name : failpoints()) {
    for (const unsigned pass : {1u, 2 + log.random(10), 12 + log.random(80)}) {
      SCOPED_TRACE(name + ":" + std::to_string(pass));
      killed += killed_at(log, name, pass) ? 1 : 0;
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(killed, 20);
  std::printf("%d kills, %d torn ends\n", killed, log.torn);
}

TEST(LogCrash, RecordsThatAreHalfWritten) {
  Survivor log(seed_of_test());
  for (int round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    Child child(log.next_words(), "log.file.write.half:" + std::to_string(30 + log.random(100)));
    log.verify(child.output());
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(log.torn, 0);
  std::printf("%d torn ends\n", log.torn);
}

}  // namespace
}  // namespace quadrille
