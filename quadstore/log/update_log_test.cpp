#include "quadstore/log/update_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "quadstore/log/rules_record.hpp"
#include "quadstore/log/testing/log_folder.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using detail::TestFolder;
using testing::HasSubstr;
using testing_log::all_lines_of;
using testing_log::Logs;
using testing_log::read_log;

void expect_versions(const std::filesystem::path& folder, std::uint64_t last, int images, int readers,
                     std::uint64_t checkpoint = 0, int lines = 3) {
  const auto log = read_log(folder, readers, checkpoint);
  ASSERT_EQ(log.committed, last);
  for (std::uint64_t version = checkpoint + 1; version <= last; ++version) {
    const auto found = log.lines.find(version);
    EXPECT_EQ(found == log.lines.end() ? "" : found->second, all_lines_of(version, images, lines)) << version;
  }
  if (last > checkpoint) {
    EXPECT_EQ(log.next_blank_node, last * 10);
  }
}

TEST(UpdateLog, WhereThereIsNoneNothingIsCommitted) {
  const TestFolder folder;
  EXPECT_EQ(read_log(folder / "log").committed, 0);
  EXPECT_EQ(read_log(folder / "log", 2, 17).committed, 17);
}

TEST(UpdateLog, NLogsAreReadByMImages) {
  for (const int images : {1, 2, 4}) {
    const TestFolder folder;
    { Logs(folder / "log", images, 0).commit_up_to(10); }
    for (const int readers : {1, 2, 3, 4, 7}) expect_versions(folder / "log", 10, images, readers);
  }
}

TEST(UpdateLog, TheCommitRecordOfAVersionWithRulesSaysSo) {
  const TestFolder folder;
  const auto log = folder / "log";
  const std::string rules = rules_record(std::string(9 << 20, 'x'));  // several records
  {
    Logs logs(log, 2, 0);
    logs.commit(1);
    logs[0].begin(2);
    logs[1].begin(2);
    logs[0].add(rules);
    logs[0].commit({2, 20, true, {logs[0].write(), logs[1].write()}});
    logs.commit(3);
  }
  for (const int image : {0, 1}) {
    LogReader reader(log, 0, image, 2);
    reader.accept(std::vector<LogView>{reader.view()});
    ASSERT_EQ(reader.committed(), 3);
    for (const std::uint64_t version : {1, 2, 3}) {
      std::string found;
      const CommitRecord record = reader.read(version, [&](std::string_view lines) { found += lines; });
      EXPECT_EQ(record.changes_rules, version == 2) << version;
      if (version != 2) continue;
      EXPECT_EQ(is_rules_record(found), image == 0);
      EXPECT_EQ(found, image == 0 ? rules : "");
    }
  }
}

TEST(UpdateLog, GoesOnWithAnotherNumberOfImages) {
  const TestFolder folder;
  const auto log = folder / "log";
  { Logs(log, 4, 0).commit_up_to(5); }
  {
    tidy_retired_logs(log, 0, 2, 5, 0);
    tidy_retired_logs(log, 1, 2, 5, 0);
    Logs(log, 2, 5).commit_up_to(8);
  }
  { Logs(log, 3, 8).commit_up_to(9); }
  const auto found = read_log(log, 5);
  EXPECT_EQ(found.committed, 9);
  EXPECT_EQ(found.lines.at(5), all_lines_of(5, 4));
  EXPECT_EQ(found.lines.at(8), all_lines_of(8, 2));
  EXPECT_EQ(found.lines.at(9), all_lines_of(9, 3));
  tidy_retired_logs(log, 0, 1, 9, 5);
  EXPECT_EQ(log_instances(log), (std::vector{0, 1, 2}));
}

TEST(UpdateLog, VersionsWithoutACommitRecordAreRemovedForGood) {
  for (const int images : {1, 3}) {
    const TestFolder folder;
    const auto log = folder / "log";
    {
      Logs logs(log, images, 0);
      logs.commit_up_to(4);
      logs.write(5, 40000);
    }
    expect_versions(log, 4, images, 2);
    {
      Logs logs(log, images, 4);
      for (int image = 0; image < images; ++image) EXPECT_LT(logs[image].version(), 5);
      logs.commit(5, 1);
    }
    const auto found = read_log(log, 2);
    EXPECT_EQ(found.committed, 5);
    EXPECT_EQ(found.lines.at(5), all_lines_of(5, images, 1));
  }
}

TEST(UpdateLog, AnAbandonedTransactionLeavesNothing) {
  const TestFolder folder;
  const auto log = folder / "log";
  LogOptions options;
  options.part_bytes = 1 << 16;
  {
    Logs logs(log, 3, 0, options);
    logs.commit_up_to(4);
    logs.write(5, 200000);  // many parts, some of them on the disk already
    for (int image = 0; image < 3; ++image) logs[image].abandon(5);
    logs[0].settle();
    logs.commit(5, 1);
    logs.write(6);
    for (int image = 0; image < 3; ++image) logs[image].abandon(6);
    logs.commit(6, 2);
  }
  const auto found = read_log(log, 1);
  EXPECT_EQ(found.committed, 6);
  EXPECT_EQ(found.lines.at(5), all_lines_of(5, 3, 1));
  EXPECT_EQ(found.lines.at(6), all_lines_of(6, 3, 2));
}

TEST(UpdateLog, AbandoningWhatHasNotBegunChangesNothing) {
  const TestFolder folder;
  {
    Logs logs(folder / "log", 3, 0);
    logs.commit_up_to(4);
    logs[0].begin(5);
    logs[0].add("+ <s> <p> <o> .\n");
    for (int image = 0; image < 3; ++image) logs[image].abandon(5);  // only image 0 had begun it
    logs.commit_up_to(7);
  }
  expect_versions(folder / "log", 7, 3, 2);
}

TEST(UpdateLog, LargeTransactionsHaveManyPartsOfWholeLines) {
  const TestFolder folder;
  const auto log = folder / "log";
  LogOptions options;
  options.part_bytes = 1000;
  { Logs(log, 2, 0, options).commit_up_to(2, 100000); }
  expect_versions(log, 2, 2, 2, 0, 100000);
  LogReader reader(log, 0);
  const LogView view = reader.view();
  reader.accept({&view, 1});
  int parts = 0;
  reader.read(1, [&](std::string_view lines) {
    ++parts;
    ASSERT_EQ(lines.back(), '\n');
    ASSERT_LT(lines.size(), 1200);
  });
  EXPECT_GT(parts, 1000);
}

TEST(UpdateLog, LongLinesAreCutIntoRecordsAndReadWhole) {
  const TestFolder folder;
  const auto log = folder / "log";
  const std::string line = "+ <s> <p> \"" + std::string(9 << 20, 'x') + "\" .\n",
                    text = "+ <a> <b> <c> .\n" + line + line;
  {
    UpdateLog writer(log, 0, 0);
    writer.begin(1);
    writer.add(text);
    CommitRecord record{.version = 1};
    record.shares = {writer.write()};
    EXPECT_GT(record.shares[0].parts, 5u);
    writer.commit(record);
  }
  LogReader reader(log, 0);
  const LogView view = reader.view();
  reader.accept({&view, 1});
  EXPECT_EQ(reader.committed(), 1u);
  std::string read;
  reader.read(1, [&](std::string_view lines) {
    EXPECT_EQ(lines.back(), '\n');
    read += lines;
  });
  EXPECT_TRUE(read == text);
}

TEST(UpdateLog, ForgetsWhatIsInACheckpoint) {
  const TestFolder folder;
  const auto log = folder / "log";
  LogOptions options;
  options.buffer_bytes = 1 << 20;
  {
    Logs logs(log, 2, 0, options);
    logs.commit_up_to(50, 4000);
    const auto before = logs[0].size_bytes();
    EXPECT_GT(before, 4 << 20);
    logs[0].trim(48);
    logs[1].trim(48);
    EXPECT_LT(logs[0].size_bytes(), before / 4);
    logs.commit_up_to(52, 4000);
  }
  expect_versions(log, 52, 2, 2, 48, 4000);
  EXPECT_THAT(message_of([&] { read_log(log, 2, 40); }), HasSubstr("commit record of version 41 is missing"));
  {
    Logs logs(log, 2, 52, options);
    for (int image = 0; image < 2; ++image) logs[image].trim(52);
  }
  EXPECT_EQ(read_log(log, 1, 52).committed, 52);
}

TEST(UpdateLog, WithoutSyncingItIsThereAfterTheProcess) {
  for (const SyncPolicy policy : {SyncPolicy::interval, SyncPolicy::off}) {
    const TestFolder folder;
    LogOptions options;
    options.sync = policy;
    options.interval_ms = 1;
    { Logs(folder / "log", 2, 0, options).commit_up_to(300); }
    expect_versions(folder / "log", 300, 2, 1);
  }
}

TEST(UpdateLog, IsWrittenByOneAtATime) {
  const TestFolder folder;
  const UpdateLog first(folder / "log", 0, 0);
  try {
    const UpdateLog second(folder / "log", 0, 0);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::user) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("image-0000"));
  }
}

TEST(UpdateLog, LeavesNoDiaries) {
  const TestFolder folder;
  const auto files_after = [&](int openings) {
    for (int i = 0; i < openings; ++i) UpdateLog(folder / "log", 0, 0).sync();
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "log/image-0000")) {
      ++files;
      EXPECT_THAT(entry.path().filename().string(), testing::Not(testing::StartsWith("LOG."))) << entry.path();
    }
    return files;
  };
  EXPECT_LE(files_after(3), 12);
  EXPECT_LE(files_after(30), 20);
}

}  // namespace
}  // namespace quadrille
