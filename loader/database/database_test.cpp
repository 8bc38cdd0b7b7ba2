#include "loader/database/database.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace quadrille {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

Manifest manifest_of(std::uint64_t shard_bytes, std::uint64_t vocabulary_bytes) {
  Manifest manifest;
  for (std::uint32_t part = 0; part < 8; ++part) {
    manifest.files.push_back({shard_file_path(1, part), file_role::kShard, part, {shard_bytes, 0}});
    manifest.files.push_back({"vocabulary", file_role::kVocabulary, part, {vocabulary_bytes, 0}});
  }
  return manifest;
}

TEST(Database, MapsShardsAndVocabulary) {
  EXPECT_EQ(Database::mapped_bytes(manifest_of(kGiB, 3 * kGiB)), 32 * kGiB);
  EXPECT_EQ(Database::mapped_bytes(manifest_of(1, 1)), 16 * kMappingAlignment);
}

TEST(Database, TheVocabularyNeedsAddressesToo) {
  EXPECT_NO_THROW(Database::check_addresses(manifest_of(400 * kGiB, 112 * kGiB), 4096 * kGiB));
  try {
    Database::check_addresses(manifest_of(400 * kGiB, 112 * kGiB + 1), 4096 * kGiB);
    FAIL() << "the vocabulary exceeds the addresses";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::memory);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("3200 for shards"), HasSubstr("4096 GiB"))) << error.what();
  }
}

}  // namespace
}  // namespace quadrille
