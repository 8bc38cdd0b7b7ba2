#include "dictionary/decimal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace quadrille {

namespace {

Decimal decimal(std::string_view text) {
  return Decimal::parse(text).value();
}

// Digits of random length, now and then much longer than 64 bits.
Decimal random_decimal(std::mt19937_64& random) {
  std::string text = random() % 2 ? "-" : "";
  const std::size_t before = random() % (random() % 4 == 0 ? 60 : 12) + 1;
  for (std::size_t i = 0; i < before; ++i) text += static_cast<char>('0' + random() % 10);
  if (random() % 3) {
    text += '.';
    const std::size_t behind = random() % (random() % 4 == 0 ? 60 : 12);
    for (std::size_t i = 0; i < behind; ++i) text += static_cast<char>('0' + random() % 10);
  }
  return decimal(text);
}

}  // namespace

TEST(Decimal, LexicalFormsOfXsdDecimalAreRead) {
  EXPECT_EQ(decimal("12.50").to_string(), "12.5");
  EXPECT_EQ(decimal(".5").to_string(), "0.5");
  EXPECT_EQ(decimal("-.050").to_string(), "-0.05");
  EXPECT_EQ(decimal("12.").to_string(), "12");
  EXPECT_EQ(decimal("+007").to_string(), "7");
  EXPECT_EQ(decimal("-0.0").to_string(), "0");
  EXPECT_EQ(decimal("-123456789012345678901234567890.100").to_string(), "-123456789012345678901234567890.1");
  EXPECT_EQ(decimal("100000000000000000000000.0").to_string(), "100000000000000000000000");
}

TEST(Decimal, EverythingElseIsRefused) {
  for (const char* text : {"", "+", "-", ".", "+.", "1e5", "1.2.3", " 1", "1 ", "--1", "1-", "0x10", "INF", "1,5"}) {
    EXPECT_FALSE(Decimal::parse(text)) << text;
  }
  EXPECT_FALSE(Decimal::parse_integer("1."));
  EXPECT_TRUE(Decimal::parse_integer("-01"));
}

TEST(Decimal, ArithmeticLeavesSixtyFourBitsWithoutLoss) {
  EXPECT_EQ((decimal("9223372036854775807") + decimal("1")).to_string(), "9223372036854775808");
  EXPECT_EQ((decimal("-9223372036854775808") - decimal("0.1")).to_string(), "-9223372036854775808.1");
  EXPECT_EQ((-decimal("-9223372036854775808")).to_string(), "9223372036854775808");
  EXPECT_EQ((decimal("3037000500.5") * decimal("3037000500.5")).to_string(), "9223372040037250500.25");
  EXPECT_EQ((decimal("9223372036854775808") - decimal("1")).to_int64(), 9223372036854775807);
}

TEST(Decimal, QuotientsThatEndAreExact) {
  EXPECT_EQ(divide(decimal("1"), decimal("8"))->to_string(), "0.125");
  EXPECT_EQ(divide(decimal("10"), decimal("-2.5"))->to_string(), "-4");
  EXPECT_EQ(divide(decimal("1"), decimal("1267650600228229401496703205376"))->scale(), 100u);  // 2^-100
  EXPECT_EQ(divide(decimal("0"), decimal("3"))->to_string(), "0");
  EXPECT_FALSE(divide(decimal("1"), decimal("0.0")));
}

TEST(Decimal, OtherQuotientsHaveEighteenDigitsOrMore) {
  EXPECT_EQ(divide(decimal("200"), decimal("3"))->to_string(), "66.666666666666666667");
  EXPECT_EQ(divide(decimal("-200"), decimal("3"))->to_string(), "-66.666666666666666667");
  EXPECT_EQ(divide(decimal("100"), decimal("7"))->to_string(), "14.285714285714285714");
  const std::string small = divide(decimal("1"), decimal("3000000000"))->to_string();
  EXPECT_GE(small.size() - small.find('3'), 18u) << small;
}

TEST(Decimal, RoundsHalvesUp) {
  EXPECT_EQ(round(decimal("2.5")).to_string(), "3");
  EXPECT_EQ(round(decimal("-2.5")).to_string(), "-2");
  EXPECT_EQ(round(decimal("2.4999999999999999999999")).to_string(), "2");
  EXPECT_EQ(floor(decimal("-0.1")).to_string(), "-1");
  EXPECT_EQ(ceil(decimal("-0.1")).to_string(), "0");
  EXPECT_EQ(ceil(decimal("12345678901234567890.01")).to_string(), "12345678901234567891");
}

TEST(Decimal, DoublesComeAndGoExactly) {
  EXPECT_EQ(Decimal::from_double(0.1)->to_string(), "0.1000000000000000055511151231257827021181583404541015625");
  EXPECT_EQ(Decimal::from_double(-1.5)->to_string(), "-1.5");
  EXPECT_EQ(Decimal::from_double(1e22)->to_string(), "10000000000000000000000");
  EXPECT_FALSE(Decimal::from_double(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(Decimal::from_double(-std::numeric_limits<double>::infinity()));
  std::mt19937_64 random(1);
  for (int i = 0; i < 5000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    EXPECT_EQ(Decimal::from_double(value)->to_double(), value);
  }
  EXPECT_EQ(Decimal::from_double(5e-324)->to_double(), 5e-324);
}

TEST(Decimal, NearestDoubleAndFloat) {
  EXPECT_EQ(decimal("0.1").to_double(), 0.1);
  EXPECT_EQ(decimal("0.1").to_float(), 0.1f);
  EXPECT_EQ(decimal("9007199254740993").to_double(), 9007199254740992.0);
  EXPECT_EQ(decimal("9007199254740993.0000000000000000000000000001").to_double(), 9007199254740994.0);
  EXPECT_EQ(decimal("1" + std::string(400, '0')).to_double(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(decimal("-1" + std::string(400, '0')).to_float(), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(decimal("0." + std::string(400, '0') + "1").to_double(), 0.0);
}

TEST(Decimal, TheLawsOfArithmeticHold) {
  const std::uint64_t seed = 20240607;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 5000; ++i) {
    const Decimal a = random_decimal(random);
    const Decimal b = random_decimal(random);
    const Decimal c = random_decimal(random);
    EXPECT_EQ(a + b, b + a);
    EXPECT_EQ((a + b) - b, a);
    EXPECT_EQ((a + b) * c, a * c + b * c);
    EXPECT_EQ(a < b, (a - b).sign() < 0);
    EXPECT_EQ(a == b, (a <=> b) == 0);
    EXPECT_EQ(decimal(a.to_string()), a);
    EXPECT_LE(floor(a), a);
    EXPECT_GE(ceil(a), a);
    if (b.sign() != 0) {
      EXPECT_EQ(divide(a * b, b), a);
      const Decimal error = abs(*divide(a, b) * b - a);
      EXPECT_LE(error, abs(b) * decimal("0.000000000000000001"));
    }
  }
}

}  // namespace quadrille
