#include "loader/jsonld/json/write_json.hpp"

#include <gtest/gtest.h>

#include "loader/jsonld/json/number_text.hpp"
#include "loader/jsonld/json/parse_json.hpp"

namespace quadrille::jsonld {

namespace {

std::string canonical(std::string_view text) {
  Arena arena;
  std::string result;
  write_canonical_json(result, parse_json(text, arena));
  return result;
}

}  // namespace

// RFC 8785, 3.2.3: UTF-16 has U+1F600 before U+FB33.
TEST(WriteJson, CanonicalFormSortsKeysByCodeUnits) {
  EXPECT_EQ(canonical("{\"\xEF\xAC\xB3\":1, \"\xF0\x9F\x98\x80\":2, \"\xE2\x82\xAC\":3, \"b\":4, \"a\":5, \"\":6}"),
            "{\"\":6,\"a\":5,\"b\":4,\"\xE2\x82\xAC\":3,\"\xF0\x9F\x98\x80\":2,\"\xEF\xAC\xB3\":1}");
}

TEST(WriteJson, EscapesOnlyWhatItMust) {
  EXPECT_EQ(canonical(R"("\u0000\u001f\u007f\/\"\\\n")"), "\"\\u0000\\u001f\x7f/\\\"\\\\\\n\"");
}

// RFC 8785, appendix B.
TEST(WriteJson, NumbersAreThoseOfEcmaScript) {
  EXPECT_EQ(canonical("[0, -0.0, 5e-324, 1.7976931348623157e308, 9007199254740992, 295147905179352830000]"),
            "[0,0,5e-324,1.7976931348623157e+308,9007199254740992,295147905179352830000]");
  EXPECT_EQ(canonical("[1e21, 9.999999999999997e22, 1e-6, 1e-7, 333333333.3333332, 0.1, -1.5]"),
            "[1e+21,9.999999999999997e+22,0.000001,1e-7,333333333.3333332,0.1,-1.5]");
}

TEST(NumberText, CanonicalFormsOfXsd) {
  EXPECT_EQ(xsd_integer(Value(std::int64_t{-7})), "-7");
  EXPECT_EQ(xsd_integer(Value(-0.0)), "0");
  EXPECT_EQ(xsd_integer(Value(1e20)), "100000000000000000000");
  EXPECT_EQ(xsd_integer(Value(1e21)), std::nullopt);
  EXPECT_EQ(xsd_integer(Value(0.5)), std::nullopt);
  EXPECT_EQ(xsd_double(5.3), "5.3E0");
  EXPECT_EQ(xsd_double(10), "1.0E1");
  EXPECT_EQ(xsd_double(0), "0.0E0");
  EXPECT_EQ(xsd_double(1e21), "1.0E21");
  EXPECT_EQ(xsd_double(-1.25e-7), "-1.25E-7");
}

TEST(NumberText, ReadsLexicalFormsOfXsd) {
  EXPECT_EQ(number_of_xsd("+05", true)->integer(), 5);
  EXPECT_EQ(number_of_xsd("-1.5E+2", false)->real(), -150);
  EXPECT_EQ(number_of_xsd(".5", false)->real(), 0.5);
  for (const char* const text : {"", "+", "1.", "a", "1e", "INF", "NaN", "--1", "1 "}) {
    EXPECT_EQ(number_of_xsd(text, true).has_value(), false) << text;
  }
  for (const char* const text : {"", ".", "1e", "INF", "NaN", "1e400", "0x1p3"}) {
    EXPECT_EQ(number_of_xsd(text, false).has_value(), false) << text;
  }
}

}  // namespace quadrille::jsonld
