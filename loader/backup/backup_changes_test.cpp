#include "loader/backup/backup_changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/error.hpp"
#include "loader/rdf/testing/temporary_folder.hpp"

namespace quadrille {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr const char* kLine = "+ <http://a/s> <http://a/p> \"# o\" .\n";

std::string read_all(const std::filesystem::path& path) {
  std::string all;
  read_changes(path, {[&](std::uint64_t version, std::uint64_t next_blank) {
                        all += fmt::format("({} {} ", version, next_blank);
                      },
                      [&](std::string_view lines) { all += fmt::format("{} ", lines.size()); }, [&] { all += ")"; }});
  return all;
}

TEST(BackupChanges, TheFirstVersionMayHaveRules) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "changes";
  for (const std::string rules : {"", "{\"format\": 1}\n"}) {
    {
      ChangesWriter writer(path);
      writer.begin(3, 5, rules);
      writer.add("- * .\n+ <a> <b> <c> .\n");
      writer.begin(4, 5);
      writer.finish();
    }
    std::string read;
    read_changes(path, {[&](std::uint64_t version, std::uint64_t) { read += fmt::format("v{} ", version); },
                        [&](std::string_view lines) { read += lines; }, [&] { read += "end\n"; },
                        [&](std::string_view its) { read += fmt::format("rules '{}' ", its); }});
    EXPECT_EQ(read, fmt::format("v3 rules '{}' - * .\n+ <a> <b> <c> .\nend\nv4 end\n",
                                std::string_view(rules).substr(0, rules.empty() ? 0 : rules.size() - 1)));
  }
}

TEST(BackupChanges, ComeBackVersionByVersion) {
  const testing::TemporaryFolder folder;
  ChangesWriter writer(folder.path() / "changes");
  writer.begin(7, 3);
  writer.add(kLine);
  writer.add(kLine);
  writer.begin(9, 4);
  writer.begin(10, 4);
  writer.add(kLine);
  const FileSeal seal = writer.finish();
  EXPECT_EQ(seal.size_bytes, std::filesystem::file_size(folder.path() / "changes"));
  const std::size_t size = std::string_view(kLine).size();
  EXPECT_EQ(read_all(folder.path() / "changes"), fmt::format("(7 3 {} )(9 4 )(10 4 {} )", 2 * size, size));
}

TEST(BackupChanges, OfNoVersionAreNone) {
  const testing::TemporaryFolder folder;
  ChangesWriter(folder.path() / "changes").finish();
  EXPECT_EQ(read_all(folder.path() / "changes"), "");
}

TEST(BackupChanges, ManyLinesComeInPieces) {
  const testing::TemporaryFolder folder;
  ChangesWriter writer(folder.path() / "changes");
  writer.begin(1, 0);
  std::size_t bytes = 0;
  for (int i = 0; i < 100000; ++i, bytes += std::string_view(kLine).size()) writer.add(kLine);
  writer.finish();
  std::size_t read = 0, pieces = 0;
  read_changes(folder.path() / "changes", {[](std::uint64_t, std::uint64_t) {},
                                           [&](std::string_view lines) {
                                             EXPECT_TRUE(lines.ends_with(".\n"));
                                             read += lines.size();
                                             ++pieces;
                                           },
                                           [] {}});
  EXPECT_EQ(read, bytes);
  EXPECT_GT(pieces, 2u);
}

TEST(BackupChanges, AnythingElseIsRefused) {
  const testing::TemporaryFolder folder;
  const std::string head = "# quadrille changes 1\n", line = kLine;
  for (const std::string& text :
       {std::string(), std::string("x"), head, head + "# end", head + "# version 1 next_blank 2\n",
        head + line + "# end\n", head + "# version 2 next_blank 2\n# version 1 next_blank 2\n# end\n",
        head + "# version 1\n# end\n", head + "# version 1 next_blank 2\n* <a> <b> <c> .\n# end\n",
        head + "# version 1 next_blank 2\n" + line + "# e\n",
        head + "# version 1 next_blank 2\n+ <http://a/s> <http://a/p> \"o\""}) {
    const std::string path = folder.write("changes", text);
    EXPECT_THAT([&] { read_all(path); }, ThrowsMessage<Error>(HasSubstr("changes"))) << text;
  }
}

}  // namespace
}  // namespace quadrille
