#include "quadstore/sealed_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "quadstore/testing/test_folder.hpp"

namespace quadrille {
namespace {

using detail::message_of;
using detail::TestFolder;
using ::testing::HasSubstr;

TEST(SealedFile, TableComesBack) {
  const TestFolder folder;
  for (const std::string table : {"", "x", "a longer table"}) {
    const FileSeal seal = write_sealed(folder / "a", "TESTMARK", 2, table);
    EXPECT_EQ(seal.size_bytes, std::filesystem::file_size(folder / "a"));
    EXPECT_EQ(read_sealed(folder / "a", "TESTMARK", 2), table);
  }
}

TEST(SealedFile, DamageIsFound) {
  const TestFolder folder;
  write_sealed(folder / "a", "TESTMARK", 1, "some table");
  const auto whole = detail::read_whole(folder / "a");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    auto bytes = whole;
    bytes[at] ^= 1;
    detail::write_whole(folder / "b", bytes);
    EXPECT_THAT(message_of([&] { read_sealed(folder / "b", "TESTMARK", 1); }), HasSubstr((folder / "b").string()))
        << at;
    bytes = whole;
    bytes.resize(at);
    detail::write_whole(folder / "b", bytes);
    EXPECT_NE(message_of([&] { read_sealed(folder / "b", "TESTMARK", 1); }), "") << at;
  }
}

TEST(SealedFile, NewerFormatsAndOtherMarksAreRefused) {
  const TestFolder folder;
  write_sealed(folder / "a", "TESTMARK", 3, "some table");
  EXPECT_THAT(message_of([&] { read_sealed(folder / "a", "TESTMARK", 2); }), HasSubstr("format 3"));
  EXPECT_THAT(message_of([&] { read_sealed(folder / "a", "OTHERONE", 3); }), HasSubstr("OTHERONE"));
  EXPECT_THAT(message_of([&] { read_sealed(folder / "none", "TESTMARK", 3); }), HasSubstr("none"));
}

}  // namespace
}  // namespace quadrille
