#include "loader/build/build_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <string>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "quadstore/manifest.hpp"

namespace quadrille {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryFolder;
using ::testing::ThrowsMessage;

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

// Writes a file by which the test distinguishes databases, and the files that make them databases.
void fill(const std::filesystem::path& folder, const std::string& name) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name) << "x";
  Manifest().write(folder);
}

TEST(BuildFolder, IsMovedToItsPlace) {
  TemporaryFolder parent;
  BuildFolder folder(parent.path() / "db", false);
  fill(folder.path(), "new");
  folder.publish();
  EXPECT_EQ(names_in(parent.path()), std::set<std::string>{"db"});
  EXPECT_EQ(names_in(parent.path() / "db"), (std::set<std::string>{"manifest.json", "new"}));
}

TEST(BuildFolder, TakesThePlaceOfTheOldOne) {
  TemporaryFolder parent;
  fill(parent.path() / "db", "old");
  BuildFolder folder(parent.path() / "db/", true);
  fill(folder.path(), "new");
  EXPECT_EQ(names_in(parent.path() / "db"), (std::set<std::string>{"manifest.json", "old"}));
  folder.publish();
  EXPECT_EQ(names_in(parent.path()), std::set<std::string>{"db"});
  EXPECT_EQ(names_in(parent.path() / "db"), (std::set<std::string>{"manifest.json", "new"}));
}

TEST(BuildFolder, TakesThePlaceOfAFolderThatIsEmptyButForALock) {
  TemporaryFolder parent;
  parent.write("db/lock", "");
  BuildFolder folder(parent.path() / "db", false);
  fill(folder.path(), "new");
  folder.publish();
  EXPECT_EQ(names_in(parent.path()), std::set<std::string>{"db"});
  EXPECT_EQ(names_in(parent.path() / "db"), (std::set<std::string>{"manifest.json", "new"}));
}

TEST(BuildFolder, RefusesAMountPoint) {
  EXPECT_THAT([] { check_place("/proc", true); }, ThrowsMessage<Error>(HasSubstr("mounted")));
}

TEST(BuildFolder, GoesWhereALinkLeads) {
  TemporaryFolder parent;
  fill(parent.path() / "disk/db", "old");
  std::filesystem::create_directory_symlink(parent.path() / "disk/db", parent.path() / "link");
  BuildFolder folder(parent.path() / "link", true);
  fill(folder.path(), "new");
  folder.publish();
  EXPECT_TRUE(std::filesystem::is_symlink(parent.path() / "link"));
  EXPECT_EQ(names_in(parent.path() / "disk"), std::set<std::string>{"db"});
  EXPECT_EQ(names_in(parent.path() / "link"), (std::set<std::string>{"manifest.json", "new"}));
}

TEST(BuildFolder, GoesWithoutPublish) {
  TemporaryFolder parent;
  { fill(BuildFolder(parent.path() / "db", false).path(), "new"); }
  EXPECT_TRUE(names_in(parent.path()).empty());
}

TEST(BuildFolder, RefusesADatabaseThatIsThere) {
  TemporaryFolder parent;
  fill(parent.path() / "db", "old");
  EXPECT_THROW(BuildFolder(parent.path() / "db", false), Error);
}

TEST(BuildFolder, RefusesAFileAndAFolderWithOtherThings) {
  TemporaryFolder parent;
  parent.write("file", "x");
  parent.write("folder/x", "x");
  EXPECT_THROW(BuildFolder(parent.path() / "file", true), Error);
  EXPECT_THROW(BuildFolder(parent.path() / "folder", true), Error);
}

TEST(RemoveLeftovers, TakesWhatADeadBuilderLeftAndNotWhatALivingOneUses) {
  TemporaryFolder parent;
  const auto database = parent.path() / "db";
  int to_child[2], to_parent[2];
  ASSERT_EQ(::pipe(to_child), 0);
  ASSERT_EQ(::pipe(to_parent), 0);
  const pid_t child = ::fork();
  if (child == 0) {  // builds until it is killed
    ::close(to_child[1]);
    BuildFolder folder(database, false);
    std::ofstream(folder.path() / "half") << "x";
    char byte = 0;
    if (::write(to_parent[1], &byte, 1) != 1 || ::read(to_child[0], &byte, 1) < 0) ::_exit(1);
    ::_exit(0);  // as after kill -9: nothing is cleaned up
  }
  ::close(to_child[0]);
  char byte;
  ASSERT_EQ(::read(to_parent[0], &byte, 1), 1);
  remove_leftovers(database);
  EXPECT_EQ(names_in(parent.path()), std::set<std::string>{"db.building-" + std::to_string(child)});
  ::close(to_child[1]);
  ::waitpid(child, nullptr, 0);
  remove_leftovers(database);
  EXPECT_TRUE(names_in(parent.path()).empty());
}

TEST(RemoveLeftovers, PutsADatabaseBackThatWasBeingReplaced) {
  TemporaryFolder parent;
  fill(parent.path() / "db.replaced-1", "old");
  fill(parent.path() / "db.building-1", "new");
  remove_leftovers(parent.path() / "db");
  EXPECT_EQ(names_in(parent.path()), std::set<std::string>{"db"});
  EXPECT_TRUE(std::filesystem::exists(parent.path() / "db/old"));
}

TEST(RemoveLeftovers, RemovesTheOldDatabaseWhenTheNewOneIsThere) {
  TemporaryFolder parent;
  fill(parent.path() / "db.replaced-1", "old");
  fill(parent.path() / "db", "new");
  remove_leftovers(parent.path() / "db");
  EXPECT_EQ(names_in(parent.path()), std::set<std::string>{"db"});
  EXPECT_TRUE(std::filesystem::exists(parent.path() / "db/new"));
}

TEST(RemoveLeftovers, LeavesFoldersOfOtherNames) {
  TemporaryFolder parent;
  for (const char* name : {"db.building-notes", "db.building-", "dbx.building-1", "db.replaced-1x", "db2"}) {
    parent.write(std::string(name) + "/x", "x");
  }
  remove_leftovers(parent.path() / "db");
  EXPECT_EQ(names_in(parent.path()).size(), 5u);
}

}  // namespace
}  // namespace quadrille
