// A build that fails leaves the old database or nothing, and every image throws the same error.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "loader/build/build.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/database/database.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::TeamFolder;

constexpr const char* kTriple = "<http://e/s> <http://e/p> <http://e/o> .\n";

struct Failure {
  ErrorKind kind = ErrorKind::internal;
  std::string message;
};

// The error of a failed build, which is the same on all images. after_build() is called before they compare it.
template <class AfterBuild>
Failure failure_of(const BuildOptions& options, const AfterBuild& after_build) {
  pgas::Job& job = pgas::test_job();
  Failure failure;
  try {
    build_database(job, options);
  } catch (const Error& error) {
    failure = {error.kind(), error.what()};
  }
  after_build();
  const std::string first = job.team().broadcast(failure.message);
  EXPECT_EQ(failure.message, first);
  return failure;
}

Failure failure_of(const BuildOptions& options) {
  return failure_of(options, [] {});
}

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

class BuildFailure : public ::testing::Test {
 protected:
  BuildFailure() {
    options.database = folder.path() / "db";
    options.progress = ProgressDisplay::none;
    options.range_bytes = 200;
  }

  pgas::Team& team = pgas::test_job().team();
  TeamFolder folder{team};
  BuildOptions options;
};

TEST_F(BuildFailure, AMalformedLineStopsAllImagesAndLeavesNothing) {
  options.inputs = {folder.write("a.nt", repeated(kTriple, 100) + "<http://e/s> nonsense .\n" + repeated(kTriple, 50))};
  const Failure failure = failure_of(options);
  EXPECT_EQ(failure.kind, ErrorKind::syntax);
  EXPECT_THAT(failure.message, StartsWith(options.inputs[0] + ":101:14: "));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.nt"});
}

TEST_F(BuildFailure, AMalformedDocumentInTurtleToo) {
  options.inputs = {folder.write("a.ttl", "<http://e/s> <http://e/p> <http://e/o> .\n<http://e/s> ; .\n"),
                    folder.write("b.nt", repeated(kTriple, 100))};
  EXPECT_THAT(failure_of(options).message, StartsWith(options.inputs[0] + ":2:"));
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"a.ttl", "b.nt"}));
}

TEST_F(BuildFailure, SkippedLinesAreCountedAndWrittenInOrder) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += repeated(kTriple, 10) + "bad line " + std::to_string(i) + "\n";
  options.inputs = {folder.write("a.nt", text), folder.write("b.ttl", "<http://e/s> nonsense .\n")};
  options.on_error = OnError::skip;
  options.rejects = folder.path() / "rejects";
  const BuildReport report = build_database(pgas::test_job(), options);
  EXPECT_EQ(report.skipped.rejects, 41u);
  EXPECT_EQ(report.quads_read, 400u);
  const std::string rejects = text_of(options.rejects);
  std::size_t at = rejects.find("b.ttl:1:");  // whole files come first
  for (int i = 0; i < 40; ++i) {
    const std::string comment = "# " + options.inputs[0] + ":" + std::to_string(11 * (i + 1)) + ":1: ";
    const std::size_t found = rejects.find(comment);
    ASSERT_NE(found, std::string::npos) << comment;
    EXPECT_GT(found, at);
    at = found;
    const std::size_t line = rejects.find('\n', found) + 1;
    EXPECT_EQ(rejects.substr(line, rejects.find('\n', line) - line), "bad line " + std::to_string(i));
  }
  EXPECT_EQ(names_in(options.database), (std::set<std::string>{"generation-1", "manifest.json"}));
}

TEST_F(BuildFailure, ADatabaseIsOnlyReplacedOnRequest) {
  options.inputs = {folder.write("a.nt", kTriple)};
  build_database(pgas::test_job(), options);
  EXPECT_THAT(failure_of(options).message, HasSubstr("--replace"));
  options.inputs = {folder.write("b.nt", "")};
  options.replace = true;
  EXPECT_EQ(build_database(pgas::test_job(), options).quads(), 0u);
  EXPECT_EQ(Database(options.database).generation().manifest().default_quads, 0u);
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"a.nt", "b.nt", "db"}));
}

TEST_F(BuildFailure, TheOldDatabaseStaysWhenItsReplacementFails) {
  options.inputs = {folder.write("a.nt", kTriple)};
  build_database(pgas::test_job(), options);
  options.inputs = {folder.write("b.nt", "nonsense\n")};
  options.replace = true;
  EXPECT_EQ(failure_of(options).kind, ErrorKind::syntax);
  EXPECT_EQ(Database(options.database).generation().manifest().default_quads, 1u);
  EXPECT_EQ(names_in(folder.path()), (std::set<std::string>{"a.nt", "b.nt", "db"}));
}

TEST_F(BuildFailure, OtherFilesAreNeverReplaced) {
  options.inputs = {folder.write("a.nt", kTriple)};
  folder.write("db/letter.txt", "dear");
  options.replace = true;
  EXPECT_EQ(failure_of(options).kind, ErrorKind::user);
  EXPECT_EQ(names_in(options.database), std::set<std::string>{"letter.txt"});
}

TEST_F(BuildFailure, AnEmptyFolderIsAsGoodAsNone) {
  options.inputs = {folder.write("a.nt", kTriple)};
  if (team.is_first()) std::filesystem::create_directory(options.database);
  team.barrier();
  EXPECT_EQ(build_database(pgas::test_job(), options).quads(), 1u);
}

TEST_F(BuildFailure, AMissingFileIsNamed) {
  options.inputs = {(folder.path() / "missing.nt").string()};
  EXPECT_THAT(failure_of(options).message, HasSubstr("missing.nt"));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{});
}

TEST_F(BuildFailure, AFileForRejectsThatCannotBeWrittenIsToldBeforeTheWork) {
  options.inputs = {folder.write("a.nt", repeated("bad\n", 10))};
  options.on_error = OnError::skip;
  options.rejects = folder.path() / "missing/rejects";
  const Failure failure = failure_of(options);
  EXPECT_EQ(failure.kind, ErrorKind::io);
  EXPECT_THAT(failure.message, HasSubstr("missing/rejects"));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.nt"});
}

TEST_F(BuildFailure, TheUserStopsIt) {
  const std::atomic<bool> stop{true};
  options.inputs = {folder.write("a.nt", repeated(kTriple, 2000))};
  options.stop = team.rank() == team.size() - 1 ? &stop : nullptr;  // on one image only
  EXPECT_EQ(failure_of(options).kind, ErrorKind::cancelled);
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.nt"});
}

TEST_F(BuildFailure, AFullDiskOnOneImageIsAnErrorOnAll) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += fmt::format("<http://e/s{}> <http://e/p> \"{}\" .\n", i, i * 7919);
  options.inputs = {folder.write("a.nt", text)};
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{512, before.rlim_max};
  if (team.rank() == team.size() - 1) ::setrlimit(RLIMIT_FSIZE, &small);
  const Failure failure = failure_of(options);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(failure.kind, ErrorKind::storage_full);
  EXPECT_THAT(failure.message, HasSubstr("cannot write"));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.nt"});
}

TEST_F(BuildFailure, TooLittleMemoryOnOneImageIsAnErrorOnAll) {
  if (team.size() < 4) GTEST_SKIP() << "the heap of an image is too large to be filled";
  options.inputs = {folder.write("a.nt", kTriple)};
  void* filling = nullptr;
  pgas::Heap& heap = pgas::test_job().heap();
  if (team.rank() == 1) filling = heap.allocate(heap.usage().largest_free_bytes - 2 * pgas::Heap::kGranule);
  const Failure failure = failure_of(options, [&] {
    if (filling) heap.free(filling);
  });
  EXPECT_EQ(failure.kind, ErrorKind::memory);
  EXPECT_EQ(build_database(pgas::test_job(), options).quads(), 1u);
}

TEST_F(BuildFailure, OptionsThatMakeNoSense) {
  EXPECT_THAT(failure_of(options).message, HasSubstr("nothing to build from"));
  options.inputs = {folder.write("a.nt", kTriple)};
  options.graph = "no IRI";
  EXPECT_THAT(failure_of(options).message, HasSubstr("--graph"));
  options.graph = "";
  options.rejects = folder.path() / "rejects";
  EXPECT_THAT(failure_of(options).message, HasSubstr("--on-error skip"));
  options.rejects = "";
  options.shards = 1 << 24;
  EXPECT_THAT(failure_of(options).message, HasSubstr("shards"));
  EXPECT_EQ(names_in(folder.path()), std::set<std::string>{"a.nt"});
}

}  // namespace
}  // namespace quadrille
