#include "base/unnamed_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "base/error.hpp"

namespace quadrille {
namespace {

TEST(UnnamedFile, IsReadAnywhereAndLeavesNothing) {
  const auto folder = std::filesystem::temp_directory_path() / "quadrille_unnamed_file_test";
  std::filesystem::create_directories(folder);
  {
    UnnamedFile file(folder, "a text", "free space");
    file.append("hello ");
    file.append("world");
    std::array<char, 8> piece{};
    EXPECT_EQ(file.read(6, piece), 5U);
    EXPECT_EQ(std::string_view(piece.data(), 5), "world");
    EXPECT_EQ(file.read(0, std::span(piece).first(2)), 2U);
    EXPECT_EQ(piece[1], 'e');
    EXPECT_EQ(file.read(11, piece), 0U);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }
  std::filesystem::remove(folder);
}

TEST(UnnamedFile, NeedsAFolder) {
  EXPECT_THROW(UnnamedFile("/there/is/no/folder", "a text", "free space"), Error);
}

}  // namespace
}  // namespace quadrille
