#include "dictionary/number_lexical.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace quadrille {

TEST(NumberLexical, DecimalsAreTakenApart) {
  const auto form = split_decimal("-007.50");
  ASSERT_TRUE(form);
  EXPECT_EQ(form->sign, '-');
  EXPECT_EQ(form->whole, "007");
  EXPECT_EQ(form->fraction, "50");
  EXPECT_EQ(form->significant_whole(), "7");
  EXPECT_EQ(form->significant_fraction(), "5");
  EXPECT_EQ(form->needless_zeros(), 2u);
  EXPECT_EQ(split_decimal("00")->needless_zeros(), 1u);
  EXPECT_EQ(split_decimal("0")->needless_zeros(), 0u);
  EXPECT_EQ(split_decimal(".5")->needless_zeros(), 0u);
}

TEST(NumberLexical, IntegersObeyTheFacetsOfTheirType) {
  struct Case {
    Datatype type;
    const char* text;
    bool valid;
  };
  const Case cases[] = {
      {Datatype::integer, "123456789012345678901234567890", true},
      {Datatype::integer, "1.0", false},
      {Datatype::integer, "abc", false},
      {Datatype::integer, "", false},
      {Datatype::byte_integer, "127", true},
      {Datatype::byte_integer, "-128", true},
      {Datatype::byte_integer, "300", false},
      {Datatype::byte_integer, "-129", false},
      {Datatype::byte_integer, "+00000000000000000000000000127", true},
      {Datatype::unsigned_byte, "255", true},
      {Datatype::unsigned_byte, "256", false},
      {Datatype::unsigned_byte, "-0", true},
      {Datatype::unsigned_byte, "-1", false},
      {Datatype::long_integer, "-9223372036854775808", true},
      {Datatype::long_integer, "9223372036854775808", false},
      {Datatype::unsigned_long, "18446744073709551615", true},
      {Datatype::unsigned_long, "18446744073709551616", false},
      {Datatype::int_integer, "2147483648", false},
      {Datatype::short_integer, "-32768", true},
      {Datatype::unsigned_int, "4294967295", true},
      {Datatype::unsigned_short, "65536", false},
      {Datatype::positive_integer, "0", false},
      {Datatype::positive_integer, "99999999999999999999999", true},
      {Datatype::positive_integer, "-1", false},
      {Datatype::negative_integer, "-0", false},
      {Datatype::negative_integer, "-99999999999999999999999", true},
      {Datatype::negative_integer, "1", false},
      {Datatype::non_positive_integer, "0", true},
      {Datatype::non_positive_integer, "1", false},
      {Datatype::non_negative_integer, "-1", false},
      {Datatype::non_negative_integer, "99999999999999999999999", true},
  };
  for (const auto& [type, text, valid] : cases) {
    EXPECT_EQ(is_valid_number(type, text), valid) << datatype_iri(type) << " " << text;
  }
}

TEST(NumberLexical, DoublesAreReadToTheNearest) {
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(parse_double("+1.5e+1"), 15.0);
  EXPECT_EQ(parse_double(".5E1"), 5.0);
  EXPECT_EQ(parse_double("5."), 5.0);
  EXPECT_EQ(parse_double("-0"), 0.0);
  EXPECT_TRUE(std::signbit(*parse_double("-0E9999999999999999999")));
  EXPECT_TRUE(std::isnan(*parse_double("NaN")));
  EXPECT_EQ(parse_float("0.1"), 0.1f);
  EXPECT_EQ(parse_double("4.9E-324"), 5e-324);
}

TEST(NumberLexical, WhatIsTooLargeIsInfiniteAndWhatIsTooSmallIsZero) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(parse_double("INF"), kInfinity);
  EXPECT_EQ(parse_double("+INF"), kInfinity);
  EXPECT_EQ(parse_double("1e400"), kInfinity);
  EXPECT_EQ(parse_double("-1e99999999999999999999999"), -kInfinity);
  EXPECT_EQ(parse_double("1" + std::string(400, '0')), kInfinity);
  EXPECT_EQ(parse_double("1" + std::string(400, '0') + "e-400"), 1.0);
  EXPECT_EQ(parse_double("1e-400"), 0.0);
  EXPECT_EQ(parse_double("1e-99999999999999999999999"), 0.0);
  EXPECT_EQ(parse_float("1e39"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("1e-60"), 0.0f);
}

TEST(NumberLexical, OtherTextsAreNoDoubles) {
  for (const char* text : {"", "e5", "1e", "1e+", "inf", "-NaN", "nan", "Infinity", "0x1p3", " 1", "1 ", "1f", "--1"}) {
    EXPECT_FALSE(parse_double(text)) << text;
    EXPECT_FALSE(parse_float(text)) << text;
  }
}

}  // namespace quadrille
