// A builder that is killed at any moment leaves the old database or the new one.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <string>

#include "loader/build/build_folder.hpp"
#include "loader/database/database.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {
namespace {

pid_t start_build(const std::string& database, const std::string& input) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (::freopen("/dev/null", "w", stdout) == nullptr || ::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(1);
  ::execl(QUADRILLE_BUILD_BENCH, QUADRILLE_BUILD_BENCH, database.c_str(), input.c_str(), nullptr);
  ::_exit(127);
}

// Four images in two groups.
pid_t start_build_in_groups(const std::string& database, const std::string& input) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (::freopen("/dev/null", "r", stdin) == nullptr || ::freopen("/dev/null", "w", stdout) == nullptr ||
      ::freopen("/dev/null", "w", stderr) == nullptr) {
    ::_exit(1);
  }
  ::setenv("QUADRILLE_GROUP_SIZE", "2", 1);
  ::execl("/bin/sh", "sh", "-c", "exec " QUADRILLE_MPIEXEC_COMMAND " -n 4 \"$0\" \"$1\" \"$2\"", QUADRILLE_BUILD_BENCH,
          database.c_str(), input.c_str(), nullptr);
  ::_exit(127);
}

// The first image of a build, which its folder is named for; 0 if there is no such folder.
pid_t builder_of(const std::filesystem::path& database) {
  const std::string prefix = database.filename().string() + ".building-";
  for (const auto& entry : std::filesystem::directory_iterator(database.parent_path())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(prefix)) return static_cast<pid_t>(std::stol(name.substr(prefix.size())));
  }
  return 0;
}

bool ended_well(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string triples(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("<http://e/s{}> <http://e/p{}> \"{}\" .\n", i / 3, i % 7, i);
  return text;
}

constexpr std::uint64_t kOld = 1000, kNew = 60'000;

class BuildCrash : public ::testing::Test {
 protected:
  BuildCrash() {
    std::filesystem::create_directory(database.parent_path());
    EXPECT_TRUE(ended_well(start_build(database, folder.write("in/old.nt", triples(kOld)))));
  }

  void expect_old_or_new() const {
    const Database found(database);
    found.check();
    const std::uint64_t quads = found.generation().manifest().default_quads;
    EXPECT_TRUE(quads == kOld || quads == kNew) << quads;
  }
  void expect_nothing_left() const {
    remove_leftovers(database);
    int names = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(database.parent_path())) ++names;
    EXPECT_EQ(names, 1);
  }

  testing::TemporaryFolder folder;
  const std::filesystem::path database = folder.path() / "db" / "it";
  const std::string new_input = folder.write("in/new.nt", triples(kNew));
  const unsigned seed = std::random_device()();
  std::mt19937 random{seed};
};

TEST_F(BuildCrash, KilledAtAnyMomentItLeavesTheOldDatabaseOrTheNewOne) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  for (int round = 0; round < 12; ++round) {
    const pid_t child = start_build(database, new_input);
    ::usleep(random() % 400'000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    expect_old_or_new();
  }
  expect_nothing_left();
}

TEST_F(BuildCrash, SoItDoesWhenItSpills) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  ::setenv("QUADRILLE_SPILL_BYTES", "1000000", 1);
  for (int round = 0; round < 12; ++round) {
    const pid_t child = start_build(database, new_input);
    ::usleep(random() % 600'000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    expect_old_or_new();
  }
  ::unsetenv("QUADRILLE_SPILL_BYTES");
  expect_nothing_left();
}

TEST_F(BuildCrash, SoItDoesWhenTheFirstImageOfSeveralGroupsIsKilled) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  int killed = 0;
  for (int round = 0; round < 6; ++round) {
    const pid_t launcher = start_build_in_groups(database, new_input);
    pid_t builder = 0;
    for (int turn = 0; turn < 5000 && builder == 0; ++turn) {
      builder = builder_of(database);
      ::usleep(1000);
    }
    ::usleep(random() % 100'000);
    if (builder != 0 && ::kill(builder, SIGKILL) == 0) ++killed;
    ::waitpid(launcher, nullptr, 0);
    expect_old_or_new();
  }
  EXPECT_GT(killed, 0);
  expect_nothing_left();
}

}  // namespace
}  // namespace quadrille
