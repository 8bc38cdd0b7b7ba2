#include "bench/report/bar_chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace quadrille::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(BarChart, HasABarForEveryValueAboveZero) {
  const std::string svg = to_svg({{"Queries", "ms", {"q1", "q2"}, {{"one", {1, 10}}, {"two", {0, 1000}}}}});
  EXPECT_EQ(count_of(svg, "<title>"), 3u);
  EXPECT_THAT(svg, HasSubstr("<title>two, q2: 1000 ms</title>"));
}

TEST(BarChart, ALogarithmicScaleGivesEveryDecadeTheSameHeight) {
  const std::string svg = to_svg({{"t", "s", {"a", "b", "c"}, {{"one", {10, 100, 1000}}}}});
  // From 1 to 1000: 230 units high, so 76.7 a decade.
  EXPECT_THAT(svg, HasSubstr("height=\"76.7\""));
  EXPECT_THAT(svg, HasSubstr("height=\"153.3\""));
  EXPECT_THAT(svg, HasSubstr("height=\"230.0\""));
}

TEST(BarChart, WhatIsNextToNothingDoesNotPressTheOthersFlat) {
  const std::string svg = to_svg({{"t", "s", {"a", "b"}, {{"one", {1e-9, 1000}}}}});
  EXPECT_EQ(count_of(svg, "<line "), 6u);  // 0.01 to 1000
  EXPECT_THAT(svg, HasSubstr("height=\"1.0\""));
}

TEST(BarChart, NamesMayHoldAnything) {
  const std::string svg = to_svg({{"a < b & c", "s", {"<x>"}, {{"\"y\"", {1}}}}});
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
  EXPECT_THAT(svg, Not(HasSubstr("<x>")));
}

TEST(BarChart, OfNothingIsStillADocument) {
  EXPECT_THAT(to_svg({{"t", "s", {}, {}}, {"t", "s", {"a"}, {{"one", {0}}}}}), HasSubstr("</svg>"));
}

}  // namespace
}  // namespace quadrille::bench
