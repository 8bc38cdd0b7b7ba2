#include "bench/report/markdown_table.hpp"

#include <gtest/gtest.h>

namespace quadrille::bench {
namespace {

TEST(MarkdownTable, HasAHeadAndARowALine) {
  MarkdownTable table({"query", "ms"});
  table.add({"q1", "0.12"});
  table.add({"a|b"});
  EXPECT_EQ(table.text(), "| query | ms |\n| --- | --- |\n| q1 | 0.12 |\n| a\\|b | |\n");
}

TEST(MarkdownTable, NumbersHaveThreeDigits) {
  EXPECT_EQ(three_digits(0.12345), "0.123");
  EXPECT_EQ(three_digits(1.2345), "1.23");
  EXPECT_EQ(three_digits(12.345), "12.3");
  EXPECT_EQ(three_digits(14976), "14976");
  EXPECT_EQ(three_digits(0), "0");
  EXPECT_EQ(by_thousands(20'480), "20.5 k");
  EXPECT_EQ(by_thousands(640), "640");
}

}  // namespace
}  // namespace quadrille::bench
