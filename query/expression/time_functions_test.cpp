#include "query/expression/time_functions.hpp"

#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(TimeFunctions, PartsOfADateTime) {  // the examples of 17.4.5
  expect_values({
      {R"(YEAR("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", "2011"},
      {R"(MONTH("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", "1"},
      {R"(DAY("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", "10"},
      {R"(HOURS("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", "14"},
      {R"(MINUTES("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", "45"},
      {R"(SECONDS("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", "13.815"},
      {R"(SECONDS("2011-01-10T14:45:13Z"^^xsd:dateTime))", R"("13"^^xsd:decimal)"},
      {R"(YEAR("-0044-03-15T00:00:00"^^xsd:dateTime))", "-44"},
      {R"(SECONDS("0001-01-01T00:00:00.123456789012345678Z"^^xsd:dateTime))", "0.123456789012345678"},
      {R"(YEAR("2011-01-10"))", "error"},
      {R"(YEAR("2011-13-10T00:00:00"^^xsd:dateTime))", "error"},
      {"YEAR(2011)", "error"},
  });
}

TEST(TimeFunctions, OtherTypesHaveTheirOwnParts) {
  expect_values({
      {R"(YEAR("2011-01-10"^^xsd:date))", "2011"},
      {R"(DAY("2011-01-10+02:00"^^xsd:date))", "10"},
      {R"(MONTH("--02-29"^^xsd:gMonthDay))", "2"},
      {R"(HOURS("10:20:30"^^xsd:time))", "10"},
      {R"(HOURS("2011-01-10"^^xsd:date))", "error"},
      {R"(YEAR("10:20:30"^^xsd:time))", "error"},
  });
}

TEST(TimeFunctions, Zones) {
  expect_values({
      {R"(TIMEZONE("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", R"("-PT5H"^^xsd:dayTimeDuration)"},
      {R"(TIMEZONE("2011-01-10T14:45:13.815Z"^^xsd:dateTime))", R"("PT0S"^^xsd:dayTimeDuration)"},
      {R"(TIMEZONE("2011-01-10T14:45:13+05:45"^^xsd:dateTime))", R"("PT5H45M"^^xsd:dayTimeDuration)"},
      {R"(TIMEZONE("2011-01-10T14:45:13-00:30"^^xsd:dateTime))", R"("-PT30M"^^xsd:dayTimeDuration)"},
      {R"(TIMEZONE("2011-01-10T14:45:13.815"^^xsd:dateTime))", "error"},
      {R"(TZ("2011-01-10T14:45:13.815-05:00"^^xsd:dateTime))", R"("-05:00")"},
      {R"(TZ("2011-01-10T14:45:13.815Z"^^xsd:dateTime))", R"("Z")"},
      {R"(TZ("2011-01-10T14:45:13.815"^^xsd:dateTime))", R"("")"},
      {R"(TZ("2011-01-10"))", "error"},
  });
}

TEST(TimeFunctions, NowIsOneMoment) {
  expect_values({
      {"NOW()", R"("2024-02-29T12:00:00Z"^^xsd:dateTime)"},
      {"NOW() = NOW()", "true"},
      {"DATATYPE(NOW()) = xsd:dateTime", "true"},
  });
}

}  // namespace
}  // namespace quadrille::query
