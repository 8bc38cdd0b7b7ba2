#include "loader/build/left_generations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "loader/rdf/testing/temporary_folder.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(LeftGenerations, AreThoseThatTheManifestDoesNotName) {
  const testing::TemporaryFolder folder;
  Manifest manifest;
  manifest.generation = 3;
  manifest.files.push_back({"generation-3/shard-0000.runs", "shard", 0, {}});
  for (const char* name :
       {"generation-2/shard-0000.runs", "generation-2/statistics.table", "generation-3/shard-0000.runs",
        "generation-4/vocabulary-0000.terms.tmp", "generation-4/shard-0000.runs", "manifest.json.tmp",
        // None of these files is a generation's.
        "generation-5/notes.txt", "generation-6/inner/shard-0000.runs", "generation-x/a.runs", "generation-07/a.runs",
        "generation-2.old/a.runs", "notes.txt", "lock", "log/image-0000/1.sst"}) {
    folder.write(name, "");
  }
  manifest.write(folder.path());
  fs::create_directory_symlink(folder.path() / "generation-2", folder.path() / "generation-8");
  std::set<std::string> before, after;
  for (const auto& entry : fs::directory_iterator(folder.path())) before.insert(entry.path().filename().string());
  EXPECT_THAT(left_generations(folder.path()),
              ElementsAre(folder.path() / "generation-2", folder.path() / "generation-4"));
  EXPECT_EQ(remove_left_generations(folder.path()).size(), 2u);
  for (const auto& entry : fs::directory_iterator(folder.path())) after.insert(entry.path().filename().string());
  before.erase("generation-2");
  before.erase("generation-4");
  EXPECT_EQ(after, before);
  EXPECT_TRUE(fs::exists(folder.path() / "generation-3/shard-0000.runs"));
  EXPECT_THAT(left_generations(folder.path()), ElementsAre());
}

TEST(LeftGenerations, AnEmptyFolderOfAGenerationIsOne) {
  const testing::TemporaryFolder folder;
  Manifest().write(folder.path());
  fs::create_directory(folder.path() / "generation-2");
  EXPECT_THAT(remove_left_generations(folder.path()), ElementsAre(folder.path() / "generation-2"));
  folder.write("manifest.json.tmp", "half");
  EXPECT_THAT(remove_left_generations(folder.path()), ElementsAre(folder.path() / "manifest.json.tmp"));
}

}  // namespace
}  // namespace quadrille
