#include "loader/backup/backup_manifest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

BackupManifest sample() {
  BackupManifest backup;
  backup.made = "2024-05-17T08:30:00Z";
  backup.version = 17;
  backup.next_blank = 99;
  backup.first_version = 16;
  backup.changes = {123, 0xfedcba9876543210};
  backup.database.version = 12;
  backup.database.files.push_back({"generation-3/shard-0000.runs", "shard", 0, {77, 5}});
  return backup;
}

TEST(BackupManifest, ComesBack) {
  const testing::TemporaryFolder folder;
  sample().write(folder.path());
  EXPECT_EQ(BackupManifest::read(folder.path()), sample());
}

TEST(BackupManifest, EveryChangedByteIsFound) {
  const std::string text = sample().to_json();
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == '1' ? '2' : '1';
    try {
      EXPECT_EQ(BackupManifest::from_json(changed, "here"), sample()) << at;  // white space
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io);
      EXPECT_THAT(error.what(), HasSubstr("here"));
    }
  }
}

TEST(BackupManifest, OfANewerFormatIsRefusedByName) {
  const testing::TemporaryFolder folder;
  folder.write("backup.json", R"({"format": 2})");
  EXPECT_THAT([&] { BackupManifest::read(folder.path()); }, ThrowsMessage<Error>(HasSubstr("format 2")));
  EXPECT_THAT([&] { BackupManifest::read(folder.path() / "none"); }, ThrowsMessage<Error>(HasSubstr("no backup at")));
}

}  // namespace
}  // namespace quadrille
