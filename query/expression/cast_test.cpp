#include "query/expression/cast.hpp"

#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(Cast, ToString) {
  expect_values({
      {"xsd:string(:a)", R"("http://example/a")"},
      {R"(xsd:string("0"^^xsd:boolean))", R"("false")"},
      {"xsd:string(1.0)", R"("1")"},
      {R"(xsd:string("007"^^xsd:integer))", R"("7")"},
      {"xsd:string(0E1)", R"("0")"},
      {"xsd:string(1E0)", R"("1")"},
      {"xsd:string(-7.875e0)", R"("-7.875")"},
      {"xsd:string(123456e0)", R"("123456")"},
      {"xsd:string(1e6)", R"("1.0E6")"},
      {"xsd:string(0.000001e0)", R"("0.000001")"},
      {"xsd:string(1e-7)", R"("1.0E-7")"},
      {R"(xsd:string("1.25"^^xsd:float))", R"("1.25")"},
      {R"(xsd:string("INF"^^xsd:double))", R"("INF")"},
      {R"(xsd:string("2006-08-23T24:00:00"^^xsd:dateTime))", R"("2006-08-24T00:00:00")"},
      {R"(xsd:string("a"@en))", "error"},
      {R"(xsd:string("a"^^:t))", R"("a")"},
      {"xsd:string(BNODE())", "error"},
  });
}

TEST(Cast, ToBoolean) {
  expect_values({
      {R"(xsd:boolean("true"))", "true"},
      {R"(xsd:boolean("0"))", "false"},
      {R"(xsd:boolean(" 1 "))", "true"},
      {R"(xsd:boolean("yes"))", "error"},
      {"xsd:boolean(0)", "false"},
      {"xsd:boolean(0.5)", "true"},
      {R"(xsd:boolean("NaN"^^xsd:double))", "false"},
      {R"(xsd:boolean("1"^^xsd:float))", "true"},
      {"xsd:boolean(:a)", "error"},
  });
}

TEST(Cast, ToIntegers) {
  expect_values({
      {R"(xsd:integer("13"))", "13"},
      {R"(xsd:integer("1.5"))", "error"},
      {R"(xsd:integer("1E0"))", "error"},
      {R"(xsd:integer(" 13 "))", "13"},
      {"xsd:integer(-2.5)", "-2"},
      {"xsd:integer(2.5)", "2"},
      {"xsd:integer(-7.875e0)", "-7"},
      {"xsd:integer(1e20)", "100000000000000000000"},
      {"xsd:integer(true)", "1"},
      {R"(xsd:integer("INF"^^xsd:double))", "error"},
      {R"(xsd:integer("NaN"^^xsd:float))", "error"},
      {"xsd:byte(127)", R"("127"^^xsd:byte)"},
      {"xsd:byte(128)", "error"},
      {R"(xsd:unsignedInt("42"))", R"("42"^^xsd:unsignedInt)"},
      {"xsd:nonPositiveInteger(1)", "error"},
      {"xsd:integer(:a)", "error"},
      {R"(xsd:integer("2006-08-23"^^xsd:date))", "error"},
      {R"(xsd:integer("abc"^^xsd:integer))", "error"},
  });
}

TEST(Cast, ToDecimal) {
  expect_values({
      {R"(xsd:decimal("+33.3300"))", "33.33"},
      {R"(xsd:decimal("-10.2E3"))", "error"},
      {"xsd:decimal(1)", R"("1"^^xsd:decimal)"},
      {"xsd:decimal(1.25e0)", "1.25"},
      {R"(xsd:decimal("1.25"^^xsd:float))", "1.25"},
      {"xsd:decimal(false)", R"("0"^^xsd:decimal)"},
      {R"(xsd:decimal("INF"^^xsd:double))", "error"},
  });
}

TEST(Cast, ToFloatAndDouble) {
  expect_values({
      {R"(xsd:double("-10.2E3"))", "-1.02E4"},
      {R"(xsd:double("1"))", "1.0E0"},
      {R"(xsd:double("INF"))", R"("INF"^^xsd:double)"},
      {R"(xsd:double("string"))", "error"},
      {"xsd:double(1)", "1.0E0"},
      {"xsd:double(true)", "1.0E0"},
      {"xsd:float(1.25)", R"("1.25E0"^^xsd:float)"},
      {R"(xsd:double("1.25"^^xsd:float))", "1.25E0"},
      {"xsd:float(0.1)", R"("1.0E-1"^^xsd:float)"},
      {"xsd:float(1e39)", R"("INF"^^xsd:float)"},
  });
}

TEST(Cast, ToTemporals) {
  expect_values({
      {R"(xsd:dateTime("2002-10-10T17:00:00Z"))", R"("2002-10-10T17:00:00Z"^^xsd:dateTime)"},
      {R"(xsd:dateTime("2002-10-10"))", "error"},
      {R"(xsd:dateTime("2002-10-10"^^xsd:date))", R"("2002-10-10T00:00:00"^^xsd:dateTime)"},
      {R"(xsd:date("2002-10-10T17:00:00Z"^^xsd:dateTime))", R"("2002-10-10Z"^^xsd:date)"},
      {R"(xsd:time("2002-10-10T17:00:00Z"^^xsd:dateTime))", R"("17:00:00Z"^^xsd:time)"},
      {R"(xsd:gYear("2002-10-10T17:00:00"^^xsd:dateTime))", R"("2002"^^xsd:gYear)"},
      {R"(xsd:date("10:00:00"^^xsd:time))", "error"},
      {R"(xsd:date("2002-02-30"))", "error"},
      {"xsd:dateTime(1)", "error"},
  });
}

TEST(Cast, Durations) {
  expect_values({
      {R"(xsd:duration(" P14M "))", R"("P1Y2M"^^xsd:duration)"},
      {R"(xsd:dayTimeDuration("PT36H"))", R"("P1DT12H"^^xsd:dayTimeDuration)"},
      {R"(xsd:dayTimeDuration("P1Y2M3DT4H"^^xsd:duration))", R"("P3DT4H"^^xsd:dayTimeDuration)"},
      {R"(xsd:yearMonthDuration("P1Y2M3DT4H"^^xsd:duration))", R"("P1Y2M"^^xsd:yearMonthDuration)"},
      {R"(xsd:yearMonthDuration("PT4H"^^xsd:dayTimeDuration))", R"("P0M"^^xsd:yearMonthDuration)"},
      {R"(xsd:string("PT60M"^^xsd:duration))", R"("PT1H")"},
      {R"(STR("PT60M"^^xsd:duration))", R"("PT60M")"},
      {R"(xsd:duration("P1S"))", "error"},
      {R"(xsd:duration(1))", "error"},
      {R"(xsd:integer("PT1S"^^xsd:duration))", "error"},
  });
}

}  // namespace
}  // namespace quadrille::query
