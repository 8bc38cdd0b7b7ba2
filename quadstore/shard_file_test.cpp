#include "quadstore/shard_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quadstore/run_builder.hpp"
#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using detail::TestFolder;
using ::testing::HasSubstr;

std::vector<std::byte> counting_run(Permutation permutation, std::uint64_t rows) {
  RunBuilder builder(permutation);
  std::vector<Huri> row(column_count(permutation));
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (Huri& value : row) value = Huri(i * i + 1);
    builder.append(row);
  }
  return builder.finish();
}

FileSeal write_file(const std::filesystem::path& path) {
  ShardFileWriter writer(path, ShardId(3), 8);
  writer.add(Permutation::pso, counting_run(Permutation::pso, 2500));
  writer.add(Permutation::spo, counting_run(Permutation::spo, 2500));
  writer.add(Permutation::posg, counting_run(Permutation::posg, 10));
  writer.add(Permutation::opsg, counting_run(Permutation::opsg, 10));
  writer.add(Permutation::gpos, counting_run(Permutation::gpos, 10));
  return writer.finish();
}

TEST(ShardFile, HoldsTheRunsThatWereAdded) {
  const TestFolder folder;
  const FileSeal seal = write_file(folder / "shard");
  const ShardFile file(folder / "shard");
  EXPECT_EQ(file.shard(), ShardId(3));
  EXPECT_EQ(file.shards(), 8u);
  EXPECT_EQ(file.size_bytes(), seal.size_bytes);
  EXPECT_EQ(file.run(Permutation::spo).rows(), 2500u);
  EXPECT_EQ(file.run(Permutation::pso).count({Huri(5)}), 1u);
  EXPECT_EQ(file.run(Permutation::gpos).rows(), 10u);
  file.check();
}

TEST(ShardFile, RunsThatWereNotAddedAreEmpty) {
  const TestFolder folder;
  write_file(folder / "shard");
  const ShardFile file(folder / "shard");
  EXPECT_EQ(file.run(Permutation::ops).rows(), 0u);
  EXPECT_EQ(file.run(Permutation::gspo).rows(), 0u);
}

TEST(ShardFile, CanBeMoved) {
  const TestFolder folder;
  write_file(folder / "shard");
  std::vector<ShardFile> files;
  files.emplace_back(folder / "shard");
  files.emplace_back(folder / "shard");
  EXPECT_EQ(files[0].run(Permutation::spo).find({Huri(2)}), (RowRange{1, 2}));
}

TEST(ShardFile, ACutFileIsRefusedAtAnyLength) {
  const TestFolder folder;
  write_file(folder / "shard");
  const auto whole = detail::read_whole(folder / "shard");
  for (std::size_t size = 0; size < whole.size(); size += size < 200 || size + 200 > whole.size() ? 1 : 97) {
    detail::write_whole(folder / "cut", std::vector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    const std::string message = message_of([&] { ShardFile file(folder / "cut"); });
    ASSERT_THAT(message, HasSubstr((folder / "cut").string()));
    ASSERT_THAT(message, size < 64 ? HasSubstr("not a shard file") : HasSubstr("cut short"));
  }
}

TEST(ShardFile, OtherFilesAndNewerFormatsAreRefused) {
  const TestFolder folder;
  write_file(folder / "shard");
  auto bytes = detail::read_whole(folder / "shard");
  bytes[8] = 9;
  detail::write_whole(folder / "newer", bytes);
  EXPECT_THAT(message_of([&] { ShardFile file(folder / "newer"); }), HasSubstr("format 9"));
  bytes[0] = 'X';
  detail::write_whole(folder / "other", bytes);
  EXPECT_THAT(message_of([&] { ShardFile file(folder / "other"); }), HasSubstr("not a shard file"));
}

// A flipped bit is found by opening or by check(), unless it is in bytes that nobody reads: between and behind the
// runs.
TEST(ShardFile, FlippedBitsAreFound) {
  const TestFolder folder;
  write_file(folder / "shard");
  const auto whole = detail::read_whole(folder / "shard");
  std::size_t unread = 0, tried = 0;
  for (std::size_t at = 0; at < whole.size(); at += at < 300 || at + 500 > whole.size() ? 1 : 61) {
    auto bytes = whole;
    bytes[at] ^= 0x10;
    detail::write_whole(folder / "flipped", bytes);
    const std::string message = message_of([&] { ShardFile(folder / "flipped").check(); });
    ++tried;
    if (message.empty()) {
      ++unread;
      ASSERT_EQ(whole[at], 0) << at;
    }
  }
  EXPECT_LT(unread * 5, tried * 2);
}

TEST(ShardFile, PermutationsOfASideMustAgree) {
  const TestFolder folder;
  ShardFileWriter writer(folder / "shard", ShardId(0), 8);
  writer.add(Permutation::pso, counting_run(Permutation::pso, 3));
  writer.add(Permutation::spo, counting_run(Permutation::spo, 4));
  writer.finish();
  EXPECT_THAT(message_of([&] { ShardFile(folder / "shard").check(); }), HasSubstr("spo has 4 rows, pso has 3"));
}

}  // namespace
}  // namespace quadrille
