// A damaged log is refused or read whole: it never opens with less than was acknowledged.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "quadstore/log/committed_mark.hpp"
#include "quadstore/log/log_format.hpp"
#include "quadstore/log/testing/log_folder.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

namespace fs = std::filesystem;
using detail::message_of;
using detail::read_whole;
using detail::TestFolder;
using detail::write_whole;
using testing::AllOf;
using testing::HasSubstr;
using testing_log::all_lines_of;
using testing_log::Logs;
using testing_log::read_log;

std::mt19937 seeded() {
  const char* given = std::getenv("QUADRILLE_SEED");
  const auto seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device{}();
  std::printf("QUADRILLE_SEED=%u\n", seed);
  return std::mt19937(seed);
}

constexpr std::uint64_t kVersions = 60;
constexpr int kImages = 2;
constexpr int kLines = 200;

// A log with files of every kind: some versions in SST files, the last in WALs.
void write_log(const fs::path& folder, std::uint64_t begun = 0) {
  LogOptions options;
  options.buffer_bytes = 1 << 19;
  Logs logs(folder, kImages, 0, options);
  logs.commit_up_to(kVersions, kLines);
  if (begun > kVersions) logs.write(begun, kLines);
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool is_data(const fs::path& file) {
  const auto name = file.filename().string();
  return file.extension() == ".log" || file.extension() == ".sst" || name.starts_with("MANIFEST") ||
         name == "CURRENT" || name == "committed";
}

// Nothing, or why it was refused. Whatever was read must be all.
std::string judge(const fs::path& folder) {
  return message_of([&] {
    const auto found = read_log(folder, 1);
    ASSERT_EQ(found.committed, kVersions);
    for (std::uint64_t version = 1; version <= kVersions; ++version)
      ASSERT_TRUE(found.lines.at(version) == all_lines_of(version, kImages, kLines)) << version;
  });
}

TEST(LogDamage, AFlippedBitAnywhere) {
  auto random = seeded();
  const TestFolder folder;
  write_log(folder / "log", kVersions + 1);
  ASSERT_EQ(judge(folder / "log"), "");
  int refused = 0, rounds = 0;
  for (const fs::path& file : files_in(folder / "log")) {
    if (!is_data(file) || fs::file_size(file) == 0) continue;
    const auto whole = read_whole(file);
    for (int round = 0; round < 12; ++round, ++rounds) {
      auto bytes = whole;
      const std::size_t at = round == 0 ? bytes.size() - 1 : random() % bytes.size();
      bytes[at] ^= static_cast<char>(1 << random() % 8);
      write_whole(file, bytes);
      const std::string complaint = judge(folder / "log");
      ASSERT_FALSE(HasFatalFailure()) << file << " " << at;
      if (complaint.empty()) continue;
      EXPECT_THAT(complaint, HasSubstr((folder / "log").string())) << file;
      ++refused;
    }
    write_whole(file, whole);
  }
  std::printf("%d of %d refused\n", refused, rounds);
  EXPECT_GT(refused, rounds / 2);
  EXPECT_EQ(judge(folder / "log"), "");
}

TEST(LogDamage, ACutFile) {
  auto random = seeded();
  const TestFolder folder;
  write_log(folder / "log", kVersions + 1);
  for (const fs::path& file : files_in(folder / "log")) {
    if (!is_data(file) || fs::file_size(file) == 0) continue;
    const auto whole = read_whole(file);
    for (int round = 0; round < 12; ++round) {
      auto bytes = whole;
      bytes.resize(round == 0 ? 0 : round == 1 ? bytes.size() - 1 : random() % bytes.size());
      write_whole(file, bytes);
      judge(folder / "log");
      ASSERT_FALSE(HasFatalFailure()) << file << " " << bytes.size();
    }
    write_whole(file, whole);
  }
}

TEST(LogDamage, AMissingFile) {
  const TestFolder folder;
  write_log(folder / "log");
  for (const fs::path& file : files_in(folder / "log")) {
    if (!is_data(file) || fs::file_size(file) == 0) continue;
    fs::rename(file, folder / "away");
    EXPECT_THAT(judge(folder / "log"), HasSubstr((folder / "log").string())) << file;
    ASSERT_FALSE(HasFatalFailure()) << file;
    fs::rename(folder / "away", file);
  }
  EXPECT_EQ(judge(folder / "log"), "");
}

TEST(LogDamage, AMissingInstance) {
  const TestFolder folder;
  write_log(folder / "log");
  fs::rename(folder / "log/image-0001", folder / "away");
  EXPECT_THAT(judge(folder / "log"), AllOf(HasSubstr("image-0001 is missing"), HasSubstr("version 1")));
  EXPECT_THAT(message_of([&] { read_log(folder / "log", 2); }), HasSubstr("restore"));
  fs::rename(folder / "away", folder / "log/image-0001");
  fs::rename(folder / "log/image-0000", folder / "away");
  EXPECT_THAT(judge(folder / "log"), HasSubstr("image-0000: the commit record of version 1 is missing"));
}

// Without the mark, as after a power failure that took its last writes.
TEST(LogDamage, OtherImagesAreWitnesses) {
  const TestFolder folder;
  const auto log = folder / "log";
  { Logs(log, 2, 0).commit_up_to(3); }
  const auto younger = folder / "younger";
  fs::copy(log, younger, fs::copy_options::recursive);
  { Logs(log, 2, 3).commit_up_to(8); }
  // Instance 0 and the mark are of an earlier day, instance 1 is not.
  fs::remove_all(log / "image-0000");
  fs::copy(younger / "image-0000", log / "image-0000", fs::copy_options::recursive);
  fs::copy_file(younger / "committed", log / "committed", fs::copy_options::overwrite_existing);
  EXPECT_THAT(message_of([&] { read_log(log, 1); }),
              AllOf(HasSubstr("up to version 6"), HasSubstr("up to 3 are complete")));
  EXPECT_THAT(message_of([&] { read_log(log, 2); }), HasSubstr("up to version 6"));
}

TEST(LogDamage, AnEarlierInstanceIsFoundByTheMark) {
  const TestFolder folder;
  const auto log = folder / "log";
  { Logs(log, 1, 0).commit_up_to(3); }
  fs::copy(log / "image-0000", folder / "younger", fs::copy_options::recursive);
  { Logs(log, 1, 3).commit_up_to(5); }
  fs::remove_all(log / "image-0000");
  fs::rename(folder / "younger", log / "image-0000");
  EXPECT_THAT(message_of([&] { read_log(log); }),
              HasSubstr("up to version 5 were acknowledged, but only those up to 3"));
  EXPECT_THAT(message_of([&] { UpdateLog(log, 0, 3); }), HasSubstr("version 5 is committed"));
  fs::remove(log / "committed");
  EXPECT_THAT(message_of([&] { read_log(log); }), HasSubstr("committed is missing"));
}

TEST(LogDamage, InstancesThatChangedPlacesAreRefused) {
  const TestFolder folder;
  write_log(folder / "log");
  fs::rename(folder / "log/image-0000", folder / "away");
  fs::rename(folder / "log/image-0001", folder / "log/image-0000");
  fs::rename(folder / "away", folder / "log/image-0001");
  EXPECT_THAT(judge(folder / "log"), HasSubstr("of image 1"));
}

TEST(LogDamage, ATornEndOfARunningTransactionIsNone) {
  auto random = seeded();
  for (int image = 0; image < kImages; ++image) {
    const TestFolder folder;
    const auto log = folder / "log";
    fs::path wal;
    std::uintmax_t before = 0;
    {
      Logs logs(log, kImages, 0);
      logs.commit_up_to(7);
      for (const fs::path& file : files_in(log_instance_path(log, image)))
        if (file.extension() == ".log" && fs::file_size(file) > before) before = fs::file_size(wal = file);
      logs[1].begin(8);
      logs[1].add(testing_log::lines_of(9, 1, 4000));
      LogShare share = logs[1].write();
      logs[0].begin(8);
      logs[0].add(testing_log::lines_of(9, 1, 4000));
      logs[0].commit({8, 80, true, {logs[0].write(), share}});
    }
    fs::remove(log / "committed");
    { CommittedMark mark(log, 7); }
    const auto whole = read_whole(wal);
    ASSERT_GT(whole.size(), before + 100000);
    for (int round = 0; round < 12; ++round) {
      auto bytes = whole;
      bytes.resize(round == 0 ? before : before + 1 + random() % (bytes.size() - before - 1));
      write_whole(wal, bytes);
      if (image == 0) {
        // An end of the log that, as far as the files show, was never synced.
        const auto found = read_log(log, 1 + round % 2);
        EXPECT_EQ(found.committed, 7);
        EXPECT_EQ(found.remarks.empty(), round == 0) << bytes.size();
      } else {
        EXPECT_THAT(message_of([&] { read_log(log, 1 + round % 2); }), HasSubstr("up to version 8 were acknowledged"));
      }
    }
  }
}

// A log that is not synced at every commit may lose its end in a power failure. This is not an error if no sync shows
// that the end had reached the disk.
TEST(LogDamage, WhatWasNotSyncedMayBeLost) {
  const TestFolder folder;
  const auto log = folder / "log";
  LogOptions options;
  options.sync = SyncPolicy::off;
  fs::path wal;
  std::uintmax_t after_five = 0;
  {
    Logs logs(log, 2, 0, options);
    logs.commit_up_to(5);
    for (int image = 0; image < 2; ++image) logs[image].sync();
    logs[0].raise_mark(5);
    for (const fs::path& file : files_in(log / "image-0001"))
      if (file.extension() == ".log" && fs::file_size(file) > after_five) after_five = fs::file_size(wal = file);
    logs.commit_up_to(9);
  }
  auto bytes = read_whole(wal);
  bytes.resize(after_five);
  write_whole(wal, bytes);
  const auto found = read_log(log);
  EXPECT_GE(found.committed, 5);
  EXPECT_LT(found.committed, 9);
  ASSERT_FALSE(found.remarks.empty());
  EXPECT_THAT(found.remarks.back(), HasSubstr("are lost"));
  {
    Logs logs(log, 2, found.committed, options);
    logs.commit_up_to(12, 1);
  }
  EXPECT_EQ(read_log(log).lines.at(9), all_lines_of(9, 2, found.committed < 9 ? 1 : 3));
}

}  // namespace
}  // namespace quadrille
