// Builds that use temporary files make the same database as builds in memory.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>
#include <string>

#include "base/error.hpp"
#include "loader/build/build.hpp"
#include "loader/build/testing/team_folder.hpp"
#include "loader/database/database.hpp"
#include "loader/database/testing/dump_quads.hpp"
#include "pgas/test_main.hpp"

namespace quadrille {
namespace {

using testing::TeamFolder;

constexpr std::uint64_t kAlways = 1;  // after every batch of quads

std::string many_quads(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += fmt::format("<http://e/s{}> <http://e/p{}> <http://e/o{}> .\n", i * 31 % 701, i % 7, i * 17 % 997);
    text += fmt::format("<http://e/s{}> <http://e/type> <http://e/Class{}> .\n", i, i % 2);
    text += fmt::format("_:b{} <http://e/name> \"name {}\"@en <http://e/g{}> .\n", i % 300, i % 450, i % 3);
    text += fmt::format("<http://e/s{}> <http://e/next> _:b{} <http://e/g1> .\n", i % 50, i % 77);
    const std::string stated = fmt::format("<<( <http://e/s{}> <http://e/next> _:b{} )>>", i % 50, i % 77);
    text += fmt::format("_:r{} <http://e/reifies> {} .\n", i, stated);
    text += fmt::format("_:r{} <http://e/says> <<( _:r{} <http://e/says> {} )>> <http://e/g{}> .\n", i, i % 5, stated,
                        i % 3);
    text += fmt::format("<http://e/s{}> <http://e/size> \"{}\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n", i, i);
  }
  return text;
}

BuildOptions options_for(const TeamFolder& folder, std::vector<std::string> inputs, const char* name) {
  BuildOptions options;
  options.inputs = std::move(inputs);
  options.database = folder.path() / name;
  options.progress = ProgressDisplay::none;
  options.range_bytes = 5000;
  return options;
}

std::multiset<std::string> lines_of(const Database& database) {
  std::multiset<std::string> lines;
  testing::dump_quads(database, shards_of_member(0, 1, database.generation().shards()), [&](std::string_view piece) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      lines.emplace(piece.substr(0, end));
      piece.remove_prefix(end + 1);
    }
  });
  return lines;
}

// All files except the vocabulary's, whose ranges vary, and the manifest, which contains the time.
std::map<std::string, std::string> files_of(const std::filesystem::path& database) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(database / "generation-1")) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("vocabulary")) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    files[name] = {std::istreambuf_iterator<char>(in), {}};
  }
  return files;
}

void expect_same(const BuildOptions& in_memory, const BuildOptions& spilled) {
  const Database one(in_memory.database), other(spilled.database);
  other.check();
  EXPECT_EQ(lines_of(one), lines_of(other));
  const auto expected = files_of(in_memory.database), found = files_of(spilled.database);
  EXPECT_EQ(expected.size(), found.size());
  for (const auto& [name, bytes] : expected) {
    EXPECT_TRUE(found.contains(name) && found.at(name) == bytes) << name;
  }
  pgas::test_job().team().barrier();
}

TEST(BuildSpill, MakesTheSameDatabaseAsABuildInMemory) {
  pgas::Job& job = pgas::test_job();
  TeamFolder folder(job.team());
  const std::vector<std::string> inputs{folder.write("a.nq", many_quads(1500)), folder.write("b.nq", many_quads(900))};
  const BuildOptions in_memory = options_for(folder, inputs, "memory");
  const BuildReport expected = build_database(job, in_memory);
  EXPECT_EQ(expected.space.spilled_bytes, 0u);
  for (const std::uint64_t bytes : {kAlways, std::uint64_t{3} << 20}) {
    SCOPED_TRACE(bytes);
    BuildOptions spilled = options_for(folder, inputs, "spilled");
    spilled.replace = true;
    spilled.spill_bytes = bytes;
    const BuildReport report = build_database(job, spilled);
    if (bytes == kAlways) {
      EXPECT_GT(report.space.spilled_bytes, 100'000u);
    }
    EXPECT_EQ(report.quads_read, expected.quads_read);
    EXPECT_EQ(report.quads(), expected.quads());
    EXPECT_EQ(report.terms.vocabulary, expected.terms.vocabulary);
    EXPECT_EQ(report.blank_nodes, expected.blank_nodes);
    EXPECT_EQ(report.heavy_objects, expected.heavy_objects);
    EXPECT_EQ(report.terms.triples, expected.terms.triples);
    EXPECT_EQ(report.terms.triples, 2u * (1500 + 900));  // blank nodes of the files differ
    expect_same(in_memory, spilled);
  }
}

// With so many shards each has few rows of an image, and every object could be a heavy one.
TEST(BuildSpill, ManyShardsAndObjectsAreIndexedWithoutLargeMessages) {
  pgas::Job& job = pgas::test_job();
  TeamFolder folder(job.team());
  std::string text;
  for (int i = 0; i < 12'000; ++i) text += fmt::format("<http://e/s{}> <http://e/p> <http://e/o{}> .\n", i, i);
  BuildOptions in_memory = options_for(folder, {folder.write("a.nt", text)}, "memory");
  in_memory.shards = 48;
  BuildOptions spilled = in_memory;
  spilled.database = folder.path() / "spilled";
  spilled.spill_bytes = kAlways;
  const BuildReport expected = build_database(job, in_memory), report = build_database(job, spilled);
  // Those of rows depend on how much each image has read.
  EXPECT_LE(report[BuildStep::index].bytes, expected[BuildStep::index].bytes / 2 * 3);
  expect_same(in_memory, spilled);
}

// Lowers the number of descriptors that this process may have to `more` than it has.
class FewDescriptors {
 public:
  explicit FewDescriptors(int more) {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const int next = ::dup(0);  // the lowest free number
    ::close(next);
    const rlimit limit{static_cast<rlim_t>(next + more), before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST(BuildSpill, ManyShardsNeedFewOpenFiles) {
  pgas::Job& job = pgas::test_job();
  TeamFolder folder(job.team());
  BuildOptions in_memory = options_for(folder, {folder.write("a.nq", many_quads(300))}, "memory");
  in_memory.shards = 40 * static_cast<std::uint32_t>(job.team().size());
  BuildOptions spilled = in_memory;
  spilled.database = folder.path() / "spilled";
  spilled.spill_bytes = kAlways;
  {
    const FewDescriptors few(20);
    build_database(job, in_memory);
    build_database(job, spilled);
  }
  expect_same(in_memory, spilled);
}

TEST(BuildSpill, AnInputOfNothingSpillsNothing) {
  pgas::Job& job = pgas::test_job();
  TeamFolder folder(job.team());
  BuildOptions options = options_for(folder, {folder.write("a.nt", "")}, "db");
  options.spill_bytes = kAlways;
  EXPECT_EQ(build_database(job, options).quads(), 0u);
}

TEST(BuildSpill, AFolderForTemporaryDataThatIsNotThereIsToldAtOnce) {
  pgas::Job& job = pgas::test_job();
  TeamFolder folder(job.team());
  BuildOptions options = options_for(folder, {folder.write("a.nt", many_quads(10))}, "db");
  options.temp = folder.path() / "nowhere";
  try {
    build_database(job, options);
    FAIL() << "was built";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_NE(std::string(error.what()).find("nowhere"), std::string::npos) << error.what();
  }
  EXPECT_FALSE(std::filesystem::exists(options.database));
  job.team().barrier();
}

TEST(BuildSpill, TemporaryFilesHaveNoNames) {
  pgas::Job& job = pgas::test_job();
  TeamFolder folder(job.team());
  BuildOptions options = options_for(folder, {folder.write("a.nq", many_quads(500))}, "db");
  if (job.is_first()) std::filesystem::create_directory(folder.path() / "temp");
  job.team().barrier();
  options.temp = folder.path() / "temp";
  options.spill_bytes = kAlways;
  EXPECT_GT(build_database(job, options).space.spilled_bytes, 0u);
  EXPECT_TRUE(std::filesystem::is_empty(options.temp));
  job.team().barrier();
}

}  // namespace
}  // namespace quadrille
