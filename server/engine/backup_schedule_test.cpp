#include "server/engine/backup_schedule.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"

namespace quadrille::server {

namespace {

namespace fs = std::filesystem;

constexpr std::time_t kMoment = 1'796'000'000;  // 2026-11-29

std::string mistake_in_plan(std::string_view text) {
  try {
    read_backup_plan(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(BackupSchedule, APlanHasThreeParts) {
  EXPECT_EQ(read_backup_plan("every=1d,to=/backups/notes,keep=3"), (BackupPlan{86'400, "/backups/notes", 3}));
  EXPECT_EQ(read_backup_plan("to=/a,b/c,every=6h"), (BackupPlan{21'600, "/a,b/c", 7}));
  EXPECT_EQ(read_backup_plan("keep=1,to=/a/./b,every=1.5min").every_seconds, 90);
  for (const char* text :
       {"", "every=1d", "to=/a", "every=1d,to=a", "every=0d,to=/a", "every=1,to=/a", "every=1y,to=/a",
        "every=1d,to=/a,keep=0", "every=1d,to=/a,keep=x", "every=-1d,to=/a", "daily,to=/a"}) {
    EXPECT_NE(mistake_in_plan(text), "") << text;
  }
  EXPECT_NE(mistake_in_plan("every=soon,to=/a").find("'soon'"), std::string::npos);
}

TEST(BackupSchedule, AFolderHasTheTimeAsItsName) {
  EXPECT_EQ(time_of_folder_name(backup_folder_name(kMoment)), kMoment);
  EXPECT_EQ(backup_folder_name(0), "19700101T000000Z");
  for (const char* name :
       {"", "x", "20261129", "20261129T020000", "20261329T020000Z", "20261129T020000Z.building-1", "2026112T020000Z"}) {
    EXPECT_FALSE(time_of_folder_name(name)) << name;
  }
}

TEST(BackupSchedule, OnlyFoldersWithABackupCount) {
  const fs::path to = fs::path(testing::TempDir()) / ("schedule-" + std::to_string(getpid()));
  EXPECT_TRUE(dated_backups(to).empty());
  for (const char* name : {"20261129T020000Z", "20261127T020000Z", "20261128T020000Z", "other"}) {
    fs::create_directories(to / name);
    std::ofstream(to / name / "backup.json") << "{}";
  }
  fs::create_directories(to / "20261130T020000Z");
  const auto found = dated_backups(to);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found.front().folder.filename(), "20261127T020000Z");
  EXPECT_EQ(found.back().folder.filename(), "20261129T020000Z");
  fs::remove_all(to);
}

TEST(BackupSchedule, TheNewestStayAndOneAlways) {
  const std::vector<DatedBackup> three{{1, "a"}, {2, "b"}, {3, "c"}};
  EXPECT_EQ(superfluous(three, 2), (std::vector<DatedBackup>{{1, "a"}}));
  EXPECT_EQ(superfluous(three, 0).size(), 2u);
  EXPECT_TRUE(superfluous(three, 7).empty());
  EXPECT_TRUE(superfluous({}, 1).empty());
}

TEST(BackupSchedule, TheNextIsDueAfterTheLast) {
  const BackupPlan plan{3600, "/a", 3};
  EXPECT_EQ(due_at(plan, {}, kMoment), kMoment);
  EXPECT_EQ(due_at(plan, {{kMoment - 1000, "a"}}, kMoment), kMoment + 2600);
  EXPECT_EQ(due_at(plan, {{kMoment - 9000, "a"}}, kMoment), kMoment - 5400);
  EXPECT_EQ(due_at(plan, {{kMoment + 100'000, "a"}}, kMoment), kMoment + 3600);  // made by a clock that was wrong
}

}  // namespace quadrille::server
