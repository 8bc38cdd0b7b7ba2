// A builder that is killed at any moment leaves the old database or the new one.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <random>
#include <string>

#include "loader/build_folder.hpp"
#include "loader/database.hpp"
#include "loader/testing/temporary_folder.hpp"

namespace quadrille {
namespace {

pid_t start_build(const std::string& database, const std::string& input) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (::freopen("/dev/null", "w", stdout) == nullptr || ::freopen("/dev/null", "w", stderr) == nullptr) ::_exit(1);
  ::execl(QUADRILLE_BUILD_BENCH, QUADRILLE_BUILD_BENCH, database.c_str(), input.c_str(), nullptr);
  ::_exit(127);
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

TEST(BuildCrash, KilledAtAnyMomentItLeavesTheOldDatabaseOrTheNewOne) {
  constexpr std::uint64_t kOld = 1000, kNew = 60'000;
  testing::TemporaryFolder folder;
  const std::string old_input = folder.write("in/old.nt", triples(kOld)),
                    new_input = folder.write("in/new.nt", triples(kNew));
  const std::filesystem::path database = folder.path() / "db" / "it";
  std::filesystem::create_directory(database.parent_path());
  ASSERT_TRUE(ended_well(start_build(database, old_input)));

  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 12; ++round) {
    const pid_t child = start_build(database, new_input);
    ::usleep(random() % 400'000);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const Database found(database);
    found.check();
    const std::uint64_t quads = found.generation().manifest().default_quads;
    EXPECT_TRUE(quads == kOld || quads == kNew) << quads;
  }
  remove_leftovers(database);
  int names = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(database.parent_path())) ++names;
  EXPECT_EQ(names, 1);
}

}  // namespace
}  // namespace quadrille
