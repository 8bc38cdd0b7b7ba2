#include "loader/rdf/line_window.hpp"

#include <gtest/gtest.h>

#include <random>

#include "loader/rdf/testing/text_source.hpp"

namespace quadrille {

namespace {

std::string lines_of(const std::string& text, ByteRange range, std::size_t window_bytes, std::size_t part_bytes) {
  const std::size_t from = range.begin == 0 ? 0 : range.begin - 1;
  LineWindow window(std::make_unique<testing::TextSource>(text.substr(std::min(from, text.size())), part_bytes), range,
                    window_bytes);
  std::string all;
  for (std::string_view lines = window.next(); !lines.empty(); lines = window.next()) {
    EXPECT_EQ(lines.back(), '\n');
    all += lines;
  }
  EXPECT_TRUE(window.next().empty());
  return all;
}

}  // namespace

TEST(LineWindow, GivesAllLinesWhateverTheWindow) {
  const std::string text = "a\n\nbcd\nefghijklmnopqrstuvwxyz\nx\n";
  for (std::size_t window = 1; window < 40; ++window) {
    for (const std::size_t part : {1u, 2u, 5u, 100u}) EXPECT_EQ(lines_of(text, {}, window, part), text);
  }
}

TEST(LineWindow, GivesALastLineWithoutALineEndOne) {
  EXPECT_EQ(lines_of("a\nb", {}, 8, 8), "a\nb\n");
  EXPECT_EQ(lines_of("", {}, 8, 8), "");
}

TEST(LineWindow, ALineBelongsToTheRangeThatHoldsItsFirstByte) {
  const std::string text = "aa\nbb\ncc\n";
  EXPECT_EQ(lines_of(text, {0, 3}, 8, 8), "aa\n");
  EXPECT_EQ(lines_of(text, {3, 4}, 8, 8), "bb\n");
  EXPECT_EQ(lines_of(text, {4, 6}, 8, 8), "");
  EXPECT_EQ(lines_of(text, {4, 7}, 8, 8), "cc\n");
  EXPECT_EQ(lines_of(text, {9, 20}, 8, 8), "");
}

TEST(LineWindow, RangesThatCoverATextGiveEveryLineOnce) {
  const auto seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (int i = static_cast<int>(random() % 30); i > 0; --i)
      text += std::string(random() % 20, static_cast<char>('a' + i % 26)) + "\n";
    if (random() % 2) text += "last";
    std::string all;
    for (std::uint64_t begin = 0; begin < text.size();) {
      const std::uint64_t end = begin + 1 + random() % 40;
      all += lines_of(text, {begin, end}, 2 + random() % 50, 1 + random() % 50);
      begin = end;
    }
    EXPECT_EQ(all, text.empty() || text.back() == '\n' ? text : text + "\n");
  }
}

}  // namespace quadrille
