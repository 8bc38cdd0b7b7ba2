#include "server/shell/table.hpp"

#include <gtest/gtest.h>

#include <clocale>

namespace quadrille::server {

namespace {

using Widths = std::vector<std::size_t>;
using Cells = std::vector<std::string>;

TEST(Table, IsAsWideAsItsValuesIfTheyFit) {
  EXPECT_EQ(fit_widths({4, 30}, 39), (Widths{4, 30}));
  EXPECT_EQ(fit_widths({4, 300}, kNoLimit), (Widths{4, 300}));
  EXPECT_EQ(fit_widths({}, 40), Widths{});
}

TEST(Table, CutsTheWidestColumnsToOneWidth) {
  EXPECT_EQ(fit_widths({4, 30}, 38), (Widths{4, 29}));
  EXPECT_EQ(fit_widths({50, 5, 60}, 59), (Widths{23, 5, 23}));
}

TEST(Table, ThatWouldBeTooNarrowHasNoColumns) {
  EXPECT_EQ(fit_widths({50, 50}, 2 * kNarrowest + 5), (Widths{kNarrowest, kNarrowest}));
  EXPECT_EQ(fit_widths({50, 50}, 2 * kNarrowest + 4), Widths{});
  EXPECT_EQ(fit_widths({3, 3}, 10), Widths{});
}

TEST(Table, HasLinesWithBlanksAroundValues) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  const Cells names{"name", "age"}, cells{"\xE6\x97\xA5", "1234567"};
  const Widths widths{4, 3};
  EXPECT_EQ(heading_lines(names, widths), " name | age\n------+-----\n");
  EXPECT_EQ(row_line(cells, widths), " \xE6\x97\xA5   | 12\xE2\x80\xA6\n");
  EXPECT_EQ(row_line(Cells{"a", ""}, widths), " a    |\n");
}

TEST(Table, CanHaveALineForEachValue) {
  EXPECT_EQ(record_lines(Cells{"name", "a"}, Cells{"Ann", "1234567890"}, 7, 12),
            "-- 7 --\nname  Ann\na     12345\xE2\x80\xA6\n");
}

}  // namespace

}  // namespace quadrille::server
