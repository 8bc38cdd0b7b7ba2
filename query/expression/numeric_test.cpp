#include "query/expression/numeric.hpp"

#include <gtest/gtest.h>

#include <memory_resource>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(Numeric, TheResultHasTheGreaterType) {  // 17.3, operator mapping
  expect_values({
      {"1 + 2", "3"},
      {"1 + 2.5", "3.5"},
      {"1 + 2e0", "3.0E0"},
      {"1.5 + 2e0", "3.5E0"},
      {R"(1 + "2"^^xsd:float)", R"("3.0E0"^^xsd:float)"},
      {R"(1.5 + "2"^^xsd:float)", R"("3.5E0"^^xsd:float)"},
      {R"("2"^^xsd:float * "2"^^xsd:float)", R"("4.0E0"^^xsd:float)"},
      {R"("2"^^xsd:float + 1e0)", "3.0E0"},
      {R"("1"^^xsd:byte + "1"^^xsd:byte)", "2"},
      {R"("0.1"^^xsd:float + 0e0)", "1.0000000149011612E-1"},
      {R"(1 - "a")", "error"},
      {R"(1 + ?nothing)", "error"},
      {R"("1" + 1)", "error"},
      {R"("300"^^xsd:byte + 1)", "error"},
  });
}

TEST(Numeric, IntegersHaveAnyLength) {
  expect_values({
      {"9223372036854775807 + 1", "9223372036854775808"},
      {"-9223372036854775808 - 1", "-9223372036854775809"},
      {"9223372036854775807 * 9223372036854775807", "85070591730234615847396907784232501249"},
      {"9223372036854775808 - 9223372036854775807", "1"},
      {"-(-9223372036854775808)", "9223372036854775808"},
      {"99999999999999999999999 + 1", "100000000000000000000000"},
      {"ABS(-99999999999999999999999)", "99999999999999999999999"},
  });
}

TEST(Numeric, DecimalsAreExact) {
  expect_values({
      {"0.1 + 0.2", "0.3"},
      {"0.1 + 0.2 = 0.3", "true"},
      {"1.10 * 1.10", "1.21"},
      {"1.5 - 0.5", R"("1"^^xsd:decimal)"},
      {"123456789012345678901.5 + 0.5", R"("123456789012345678902"^^xsd:decimal)"},
  });
}

TEST(Numeric, DivisionOfIntegersIsADecimal) {
  expect_values({
      {"1 / 2", "0.5"},
      {"4 / 2", R"("2"^^xsd:decimal)"},
      {"1 / 3 < 0.34", "true"},
      {"1 / 3 > 0.33", "true"},
      {"1 / 0", "error"},
      {"1.0 / 0", "error"},
      {"1e0 / 0", R"("INF"^^xsd:double)"},
      {"-1e0 / 0", R"("-INF"^^xsd:double)"},
      {"0e0 / 0", R"("NaN"^^xsd:double)"},
      {R"("1"^^xsd:float / 0)", R"("INF"^^xsd:float)"},
      {R"(1 / "0"^^xsd:float)", R"("INF"^^xsd:float)"},
  });
}

TEST(Numeric, Signs) {
  expect_values({
      {"-(1)", "-1"},
      {"-(1.5)", "-1.5"},
      {"-(0e0)", "-0.0E0"},
      {R"(+("01"^^xsd:byte))", "1"},
      {R"(-("a"))", "error"},
  });
}

TEST(Numeric, Rounding) {  // 17.4.4
  expect_values({
      {"ABS(1)", "1"},
      {"ABS(-1.5)", "1.5"},
      {R"(ABS("-1"^^xsd:negativeInteger))", "1"},
      {R"(ABS("-2.5"^^xsd:float))", R"("2.5E0"^^xsd:float)"},
      {"ROUND(2.4999)", R"("2"^^xsd:decimal)"},
      {"ROUND(2.5)", R"("3"^^xsd:decimal)"},
      {"ROUND(-2.5)", R"("-2"^^xsd:decimal)"},
      {"ROUND(-2.5e0)", "-2.0E0"},
      {"ROUND(0.49999999999999994e0)", "0.0E0"},
      {"ROUND(7)", "7"},
      {"CEIL(10.5)", R"("11"^^xsd:decimal)"},
      {"CEIL(-10.5)", R"("-10"^^xsd:decimal)"},
      {"CEIL(10.2e0)", "1.1E1"},
      {"FLOOR(10.5)", R"("10"^^xsd:decimal)"},
      {"FLOOR(-10.5)", R"("-11"^^xsd:decimal)"},
      {R"(FLOOR("x"))", "error"},
  });
}

TEST(Numeric, RandIsADoubleBelowOne) {
  expect_values({
      {"RAND() >= 0 && RAND() < 1", "true"},
      {"DATATYPE(RAND()) = xsd:double", "true"},
  });
}

TEST(Numeric, ProductsAreExactUpToALimitAndSumsAlways) {
  std::pmr::monotonic_buffer_resource arena;
  const auto nines = [&](std::size_t digits) {
    return Value::integer(*Decimal::parse_integer(std::string(digits, '9')), arena);
  };
  const Value long_number = nines(kMaxComputedDigits);
  EXPECT_EQ(canonical_form(add(long_number, Value::integer(1), arena)), "1" + std::string(kMaxComputedDigits, '0'));
  EXPECT_TRUE(multiply(long_number, long_number, arena).is_error());
  EXPECT_TRUE(divide(long_number, long_number, arena).is_error());
  const Value half = nines(kMaxComputedDigits / 2 - 1);
  EXPECT_EQ(canonical_form(multiply(half, half, arena)).size(), kMaxComputedDigits - 2);
  Value small = Value::decimal(*Decimal::parse("0.1"), arena);
  for (int times = 0; times < 64; ++times) small = multiply(small, small, arena);
  EXPECT_TRUE(small.is_error());
}

}  // namespace
}  // namespace quadrille::query
