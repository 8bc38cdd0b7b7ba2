#include "quadstore/manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using detail::TestFolder;
using ::testing::HasSubstr;

Manifest example() {
  Manifest manifest;
  manifest.program_version = "0.1.0";
  manifest.generation = 4;
  manifest.shards = 16;
  manifest.images_at_build = 2;
  manifest.default_quads = 1'000'000'000'000;
  manifest.named_quads = 7;
  manifest.inferred_quads = 3;
  manifest.version = 5;
  manifest.blank_nodes = 12;
  manifest.terms_of_kind[static_cast<std::size_t>(HuriKind::iri)] = 99;
  manifest.build_time = "2024-05-17T08:30:00Z";
  manifest.build_seconds = 1.5;
  manifest.options = {{"rules", "rdfs"}};
  manifest.files = {{"a/shard-1", file_role::kShard, 1, {10, 0xfedcba9876543210}},
                    {"a/terms", file_role::kVocabulary, 0, {11, 2}},
                    {"a/shard-0", file_role::kShard, 0, {12, 3}}};
  return manifest;
}

TEST(Manifest, JsonLeadsBack) {
  EXPECT_EQ(Manifest::from_json(example().to_json(), "m"), example());
}

TEST(Manifest, FilesOfARoleComeByPart) {
  const auto shards = example().files_of(file_role::kShard);
  ASSERT_EQ(shards.size(), 2u);
  EXPECT_EQ(shards[0].path, "a/shard-0");
  EXPECT_EQ(shards[1].path, "a/shard-1");
  EXPECT_TRUE(example().files_of("none").empty());
}

TEST(Manifest, IsWrittenIntoTheFolder) {
  const TestFolder folder;
  std::filesystem::create_directory(folder / "a");
  example().write(folder.path());
  EXPECT_EQ(Manifest::read(folder.path()), example());
  EXPECT_FALSE(std::filesystem::exists(folder / "manifest.json.tmp"));
}

TEST(Manifest, AMissingDatabaseSaysHowToBuildOne) {
  const std::string message = message_of([] { Manifest::read("/no/such/base"); });
  EXPECT_THAT(message, HasSubstr("no database at /no/such/base: build one with"));
}

TEST(Manifest, ADatabaseThatMayNotBeReadIsNoBug) {
  const TestFolder folder;
  std::filesystem::create_directory(folder / "a");
  example().write(folder.path());
  std::filesystem::permissions(folder.path(), std::filesystem::perms::none);
  const auto read_as_another = [&] {
    if (geteuid() == 0 && seteuid(65534) != 0) _exit(1);
    std::fputs(message_of([&] { Manifest::read(folder.path()); }).c_str(), stderr);
    _exit(0);
  };
  EXPECT_EXIT(read_as_another(), ::testing::ExitedWithCode(0), "cannot read .*/manifest.json: Permission denied");
  std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST(Manifest, ANewerFormatIsRefused) {
  std::string text = example().to_json();
  text.replace(text.find("\"format\": 2"), 11, "\"format\": 4");
  EXPECT_THAT(message_of([&] { Manifest::from_json(text, "m"); }), HasSubstr("m: the database has format 4"));
}

TEST(Manifest, DamagedTextIsRefused) {
  const std::string text = example().to_json();
  for (std::size_t size = 0; size + 2 < text.size(); size += 13) {
    EXPECT_THAT(message_of([&] { Manifest::from_json(text.substr(0, size), "m"); }), HasSubstr("m: damaged"));
  }
  EXPECT_THAT(message_of([] { Manifest::from_json("{\"format\": \"one\"}", "m"); }), HasSubstr("m: damaged"));
  std::string wrong = text;
  wrong.replace(wrong.find("fedcba9876543210"), 16, "not hexadecimal!");
  EXPECT_THAT(message_of([&] { Manifest::from_json(wrong, "m"); }), HasSubstr("m: damaged"));
}

TEST(Manifest, PathsOutsideTheFolderAreRefused) {
  for (const char* path : {"/etc/passwd", "../x", "a/../../x", ""}) {
    Manifest manifest = example();
    manifest.files[0].path = path;
    EXPECT_THAT(message_of([&] { Manifest::from_json(manifest.to_json(), "m"); }),
                HasSubstr("is not in the database folder"));
  }
}

TEST(Manifest, NamesOfFiles) {
  EXPECT_EQ(shard_file_path(2, 17), "generation-2/shard-0017.runs");
  EXPECT_THAT(utc_now(), ::testing::MatchesRegex("20[0-9-]+T[0-9:]+Z"));
}

}  // namespace
}  // namespace quadrille
