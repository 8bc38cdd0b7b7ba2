// Backups of a folder that looks like a database, and databases restored from them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <map>

#include "base/error.hpp"
#include "base/failpoint.hpp"
#include "loader/backup/restore.hpp"
#include "loader/backup/write_backup.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"
#include "quadstore/log/log_reader.hpp"

namespace quadrille {
namespace {

namespace fs = std::filesystem;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char* kFirstLine = "+ <http://a/s> <http://a/p> \"o\" .\n";

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) all[fs::relative(entry.path(), folder).string()] = content(entry.path());
  }
  return all;
}

class Backups : public ::testing::Test {
 protected:
  Backups() {
    manifest_.version = 5;
    manifest_.blank_nodes = 10;
    add_file("generation-1/a");
    add_file("generation-1/b");
    manifest_.write(database_);
  }

  void add_file(const std::string& path) {
    fs::create_directories((database_ / path).parent_path());
    AsideFile file(database_ / path);
    const std::string text(1000, path.back());
    file.write(std::as_bytes(std::span(text.data(), text.size())));
    manifest_.files.push_back({path, "shard", static_cast<std::uint32_t>(manifest_.files.size()), file.finish()});
  }

  BackupReport back_up(std::uint64_t version, const BackupOptions& options = {}) {
    BackupWriter backup(database_, manifest_, target_, options);
    if (version > 5) {
      backup.begin(version, 20);
      backup.add(kFirstLine);
      backup.add(kFirstLine);
    }
    return backup.finish(version, version > 5 ? 20 : 10);
  }

  const testing::TemporaryFolder folder_;
  const fs::path database_ = folder_.path() / "db", target_ = folder_.path() / "backup",
                 restored_ = folder_.path() / "restored";
  Manifest manifest_;
};

TEST_F(Backups, HoldTheFilesByLinkAndNoManifestOfADatabase) {
  const BackupReport report = back_up(5);
  EXPECT_EQ(report.linked, 2u);
  EXPECT_EQ(report.copied, 0u);
  EXPECT_TRUE(fs::equivalent(target_ / "generation-1/a", database_ / "generation-1/a"));
  EXPECT_FALSE(fs::exists(manifest_path(target_)));
  const BackupManifest backup = BackupManifest::read(target_);
  EXPECT_EQ(backup.database, manifest_);
  EXPECT_EQ(backup.first_version, 6u);
  verify_changes(target_, backup);
}

TEST_F(Backups, AreCopiedOnRequestAndTakeWhatTheLastOneHad) {
  EXPECT_EQ(back_up(5, {.copy = true}).copied, 2u);
  EXPECT_FALSE(fs::equivalent(target_ / "generation-1/a", database_ / "generation-1/a"));
  add_file("generation-1/c");
  const BackupReport report = back_up(7, {.copy = true});
  EXPECT_EQ(report.kept, 2u);
  EXPECT_EQ(report.copied, 1u);
  EXPECT_EQ(report.copied_bytes, 1000u);
  EXPECT_FALSE(fs::equivalent(target_ / "generation-1/a", database_ / "generation-1/a"));
  EXPECT_EQ(contents(folder_.path()).size(), 4u + 5u);  // nothing beside them
}

TEST_F(Backups, BecomeTheDatabaseThatTheyWere) {
  back_up(5);
  const RestoreReport report = restore_backup(target_, restored_);
  EXPECT_EQ(report.version, 5u);
  EXPECT_EQ(contents(restored_), contents(database_));
}

TEST_F(Backups, BringTheirChangesBackAsALogForAnyNumberOfImages) {
  back_up(9);
  EXPECT_EQ(restore_backup(target_, restored_).changes, 2u);
  EXPECT_EQ(Manifest::read(restored_).version, 8u);
  for (const int images : {1, 2, 3}) {
    std::string lines;
    std::vector<LogView> views;
    for (int image = 0; image < images; ++image) {
      views.push_back(LogReader(log_folder(restored_), 8, image, images).view());
    }
    for (int image = 0; image < images; ++image) {
      LogReader reader(log_folder(restored_), 8, image, images);
      reader.accept(views);
      EXPECT_EQ(reader.committed(), 9u);
      const CommitRecord record = reader.read(9, [&](std::string_view some) { lines += some; });
      EXPECT_EQ(record.next_blank_node, 20u);
    }
    EXPECT_EQ(lines, std::string(kFirstLine) + kFirstLine);
  }
}

TEST_F(Backups, AreNotRestoredOverADatabaseUnlessTheyMay) {
  back_up(9);
  EXPECT_THAT([&] { restore_backup(target_, database_); }, ThrowsMessage<Error>(HasSubstr("--replace")));
  restore_backup(target_, database_, {.replace = true});
  EXPECT_EQ(Manifest::read(database_).version, 8u);
}

TEST_F(Backups, AreRefusedWhereOtherThingsAre) {
  EXPECT_THAT([&] { BackupWriter(database_, manifest_, database_ / "backup"); },
              ThrowsMessage<Error>(HasSubstr("would be inside the database")));
  EXPECT_THAT([&] { BackupWriter(database_, manifest_, database_); },
              ThrowsMessage<Error>(HasSubstr("would be inside the database")));
  folder_.write("backup/something", "");
  EXPECT_THAT([&] { back_up(5); }, ThrowsMessage<Error>(HasSubstr("has other files and no backup")));
  EXPECT_THAT([&] { restore_backup(folder_.path() / "none", restored_); },
              ThrowsMessage<Error>(EndsWith("no backup at " + (folder_.path() / "none").string())));
}

TEST_F(Backups, InAFolderAreNamedToWhoNamesTheFolder) {
  back_up(9);
  EXPECT_THAT([&] { restore_backup(folder_.path(), restored_); },
              ThrowsMessage<Error>(HasSubstr("; it holds backups, such as " + target_.string())));
}

TEST_F(Backups, ThatAreDamagedAreNotRestored) {
  for (const BackupOptions& options : {BackupOptions{}, BackupOptions{.copy = true}}) {
    back_up(9, options);
    for (const std::string name : {"generation-1/b", "changes.text", "backup.json"}) {
      const std::string right = content(target_ / name);
      std::string wrong = right;
      wrong[wrong.size() / 2] ^= 1;
      std::ofstream(target_ / name, std::ios::binary) << wrong;
      for (const bool copy : {false, true}) {
        EXPECT_THAT([&] { restore_backup(target_, restored_, {.copy = copy}); }, ThrowsMessage<Error>(HasSubstr(name)));
        EXPECT_FALSE(fs::exists(restored_));
      }
      std::ofstream(target_ / name, std::ios::binary) << right;
    }
    restore_backup(target_, restored_);
    fs::remove_all(restored_);
  }
}

TEST_F(Backups, ThatShareNothingDoNotTakeLinksOfTheLastOne) {
  back_up(5);
  EXPECT_EQ(back_up(5, {.copy = true}).copied, 2u);
  EXPECT_FALSE(fs::equivalent(target_ / "generation-1/a", database_ / "generation-1/a"));
}

TEST_F(Backups, OfADamagedDatabaseFailWhereTheyCopy) {
  std::ofstream(database_ / "generation-1/a", std::ios::binary) << std::string(1000, 'x');
  EXPECT_THAT([&] { back_up(9, {.copy = true}); }, ThrowsMessage<Error>(HasSubstr("generation-1/a")));
  EXPECT_FALSE(fs::exists(target_));
  std::ofstream(database_ / "generation-1/a", std::ios::binary) << "x";
  EXPECT_THAT([&] { back_up(9); }, ThrowsMessage<Error>(HasSubstr("generation-1/a")));
  EXPECT_FALSE(fs::exists(target_));
}

// Dies at a named place in a child process; afterwards there is the old or the new folder, never half of one.
void run_until(const std::string& place, const std::function<void()>& work) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    arm_failpoint(place);
    work();
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status)) << place << " was not passed";
}

TEST_F(Backups, ThatAreKilledLeaveTheOldOneOrTheNewOne) {
  back_up(5);
  const auto old = contents(target_);
  for (const std::string place : {"backup.files.after", "backup.changes.after", "backup.publish.before"}) {
    run_until(place, [&] { back_up(9); });
    EXPECT_EQ(contents(target_), old) << place;
  }
  run_until("backup.publish.after", [&] { back_up(9); });
  EXPECT_EQ(BackupManifest::read(target_).version, 9u);
  back_up(9);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 2);  // nothing beside them
}

TEST_F(Backups, WhoseRestoreIsKilledLeaveNothingOrADatabase) {
  back_up(9);
  for (const std::string place : {"restore.files.after", "restore.log.after", "restore.publish.before"}) {
    run_until(place, [&] { restore_backup(target_, restored_); });
    EXPECT_FALSE(fs::exists(restored_)) << place;
  }
  run_until("restore.publish.after", [&] { restore_backup(target_, restored_); });
  EXPECT_EQ(Manifest::read(restored_).version, 8u);
  restore_backup(target_, restored_, {.replace = true});
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 3);
}

}  // namespace
}  // namespace quadrille
