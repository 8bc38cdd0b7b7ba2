#include "query/procedures/procedure_run.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <random>

#include "dictionary/inline_value.hpp"

namespace quadrille::query {
namespace {

double by_text(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.12e", value);
  return std::strtod(text, nullptr);
}

TEST(ProcedureRun, NumbersHave13Digits) {
  std::mt19937_64 random(7);
  for (int exponent = -300; exponent <= 300; exponent += 3) {
    for (int times = 0; times < 50; ++times) {
      const double value = std::ldexp(1 + std::ldexp(static_cast<double>(random() >> 12), -52), exponent);
      const double rounded = with_13_digits(value);
      EXPECT_NEAR(rounded / value, 1, 6e-13);
      EXPECT_EQ(by_text(rounded), rounded) << value;  // no more digits than these
      EXPECT_EQ(floating_value(number_result(value)), rounded);
    }
  }
  EXPECT_EQ(with_13_digits(0), 0);
  EXPECT_EQ(with_13_digits(0.1 + 0.2), 0.3);
  EXPECT_EQ(with_13_digits(-2.5), -2.5);
  EXPECT_EQ(floating_value(number_result(1e15)), 1e15);
}

}  // namespace
}  // namespace quadrille::query
