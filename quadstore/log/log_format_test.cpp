#include "quadstore/log/log_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "quadstore/checksum.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using testing::HasSubstr;

TEST(LogFormat, KeysAscendByVersionThenPart) {
  const LogKey keys[] = {{0, 0}, {1, 0}, {1, 1}, {1, 256}, {1, kCommitPart}, {2, 0}, {256, 0}, {kAfterAllVersions, 0}};
  for (std::size_t i = 0; i < std::size(keys); ++i) {
    EXPECT_EQ(LogKey::of(keys[i].bytes(), "log"), keys[i]);
    if (i > 0) {
      EXPECT_LT(keys[i - 1].bytes(), keys[i].bytes());
    }
  }
  EXPECT_THAT(message_of([] { LogKey::of("short", "a/log"); }), HasSubstr("a/log"));
}

TEST(LogFormat, EveryDamagedByteOfAValueIsFound) {
  const LogKey key{7, 3};
  const auto value = seal_value(key, 2, {.synced = true}, "+ <s> <p> <o> .\n");
  const auto opened = open_value(key, 2, value.bytes(), "log");
  EXPECT_EQ(opened.payload, "+ <s> <p> <o> .\n");
  EXPECT_TRUE(opened.marks.synced);
  EXPECT_EQ(opened.checksum, value.checksum);
  for (std::size_t at = 0; at < value.bytes().size(); ++at) {
    auto bytes = value.bytes();
    bytes[at] ^= 1;
    EXPECT_THAT(message_of([&] { open_value(key, 2, bytes, "a/log"); }), HasSubstr("a/log")) << at;
    EXPECT_NE(message_of([&] { open_value(key, 2, value.bytes().substr(0, at), "log"); }), "") << at;
  }
}

TEST(LogFormat, AValueAtAnotherPlaceIsFound) {
  const auto value = seal_value({7, 3}, 2, {.synced = true}, "x");
  EXPECT_THAT(message_of([&] { open_value({8, 3}, 2, value.bytes(), "log"); }), HasSubstr("part 3 of version 8"));
  EXPECT_NE(message_of([&] { open_value({7, 4}, 2, value.bytes(), "log"); }), "");
  EXPECT_NE(message_of([&] { open_value({7, 3}, 1, value.bytes(), "log"); }), "");
}

TEST(LogFormat, ANewerFormatIsRefusedByName) {
  auto bytes = seal_value({7, 3}, 2, {.synced = true}, "x").bytes();
  bytes[0] = 9;
  const std::uint64_t sum = checksum(std::as_bytes(std::span(bytes.data(), bytes.size() - 8)));
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
  EXPECT_THAT(message_of([&] { open_value({7, 3}, 2, bytes, "log"); }), HasSubstr("format 9"));
}

TEST(LogFormat, RecordsOfTheFormatBeforeAreRead) {
  auto bytes = seal_value({7, 3}, 2, {.synced = true}, "+ <s> <p> <o> .\n").bytes();
  bytes[0] = 1;
  const std::uint64_t sum = checksum(std::as_bytes(std::span(bytes.data(), bytes.size() - 8)));
  std::memcpy(bytes.data() + bytes.size() - 8, &sum, 8);
  EXPECT_EQ(open_value({7, 3}, 2, bytes, "log").payload, "+ <s> <p> <o> .\n");
}

TEST(LogFormat, OnlyRecordsOfRulesHaveTheNewestFormat) {
  const auto format = [](const ValueMarks& marks) { return seal_value({7, 3}, 2, marks, "x").bytes()[0]; };
  EXPECT_EQ(format({}), 2);
  EXPECT_EQ(format({.goes_on = true}), 3);
  EXPECT_EQ(format({.rules = true}), 4);
  EXPECT_TRUE(open_value({7, 3}, 2, seal_value({7, 3}, 2, {.rules = true}, "Rx").bytes(), "log").marks.rules);
}

TEST(LogFormat, CommitRecordsComeBack) {
  CommitRecord record{9, 1234, false, {}};
  EXPECT_EQ(CommitRecord::of(9, {}, record.payload(), "log"), record);
  record.shares = {{0, 1, 2, 3}, {5, 6, 7, 8}};
  EXPECT_EQ(CommitRecord::of(9, {}, record.payload(), "log"), record);
  record.changes_rules = true;
  EXPECT_EQ(CommitRecord::of(9, {.rules = true}, record.payload(), "log"), record);
  EXPECT_EQ(record.share_of(5).parts, 6);
  EXPECT_EQ(record.share_of(4), LogShare{.image = 4});
  for (std::size_t size = 0; size < record.payload().size(); ++size)
    EXPECT_NE(message_of([&] { CommitRecord::of(9, {}, record.payload().substr(0, size), "log"); }), "") << size;
}

TEST(LogFormat, InstancesAreFoundByName) {
  const detail::TestFolder folder;
  EXPECT_TRUE(log_instances(folder / "log").empty());
  for (const char* name :
       {"image-0003", "image-0000", "image-12345", "image-0001.new", "image-1", "image-000x", "lock"})
    std::filesystem::create_directories(folder / "log" / name);
  EXPECT_EQ(log_instances(folder / "log"), (std::vector{0, 3, 12345}));
}

}  // namespace
}  // namespace quadrille
