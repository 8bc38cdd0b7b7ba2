#include "query/expression/time_arithmetic.hpp"

#include <gtest/gtest.h>

#include "query/expression/testing/calculator.hpp"

namespace quadrille::query {
namespace {

TEST(TimeArithmetic, TheTimeBetweenTwoMoments) {
  expect_values({
      {R"("2011-01-11T00:00:00Z"^^xsd:dateTime - "2011-01-10T23:00:00-01:00"^^xsd:dateTime)",
       R"("PT0S"^^xsd:dayTimeDuration)"},
      {R"("2000-03-01T00:00:00.5Z"^^xsd:dateTime - "2000-02-28T00:00:00.75Z"^^xsd:dateTime)",
       R"("P1DT23H59M59.75S"^^xsd:dayTimeDuration)"},
      {R"("2000-01-01"^^xsd:date - "2000-01-02"^^xsd:date)", R"("-P1D"^^xsd:dayTimeDuration)"},
      {R"("11:12:00"^^xsd:time - "04:00:00"^^xsd:time)", R"("PT7H12M"^^xsd:dayTimeDuration)"},
      {R"("2000-01-01Z"^^xsd:date - "2000-01-02"^^xsd:date)", "error"},
      {R"("2000-01-01"^^xsd:date - "2000-01-02T00:00:00"^^xsd:dateTime)", "error"},
      {R"("2000"^^xsd:gYear - "1999"^^xsd:gYear)", "error"},
      {R"("2000-01-01"^^xsd:date + "2000-01-02"^^xsd:date)", "error"},
  });
}

TEST(TimeArithmetic, AMomentAndADuration) {
  expect_values({
      {R"("2000-01-31"^^xsd:date + "P1M"^^xsd:yearMonthDuration)", R"("2000-02-29"^^xsd:date)"},
      {R"("P1M"^^xsd:duration + "2001-01-31"^^xsd:date)", R"("2001-02-28"^^xsd:date)"},
      {R"("2000-02-29T12:00:00Z"^^xsd:dateTime - "P1Y"^^xsd:duration)", R"("1999-02-28T12:00:00Z"^^xsd:dateTime)"},
      {R"("2000-01-12T12:13:14Z"^^xsd:dateTime + "P1Y3M5DT7H10M3.3S"^^xsd:duration)",
       R"("2001-04-17T19:23:17.3Z"^^xsd:dateTime)"},
      {R"("2000-10-30"^^xsd:date - "P3DT1H15M"^^xsd:dayTimeDuration)", R"("2000-10-26"^^xsd:date)"},
      {R"("23:12:00+03:00"^^xsd:time + "P1DT3H15M"^^xsd:dayTimeDuration)", R"("02:27:00+03:00"^^xsd:time)"},
      {R"("11:12:00"^^xsd:time + "P1M"^^xsd:duration)", "error"},
      {R"("0001-01-01"^^xsd:date - "P1D"^^xsd:duration)", R"("0000-12-31"^^xsd:date)"},
      {R"("99999999999-12-31"^^xsd:date + "P1D"^^xsd:duration)", "error"},
      {R"("2000-01-01"^^xsd:date + "P99999999999999999999999D"^^xsd:duration)", "error"},
      {R"("2000-01-01"^^xsd:date * "P1D"^^xsd:duration)", "error"},
      {R"("2000-01-01"^^xsd:date + 1)", "error"},
  });
}

TEST(TimeArithmetic, Durations) {
  expect_values({
      {R"("P2Y11M"^^xsd:yearMonthDuration + "P3Y3M"^^xsd:yearMonthDuration)", R"("P6Y2M"^^xsd:yearMonthDuration)"},
      {R"("P2DT1H"^^xsd:dayTimeDuration - "P1DT1H30M"^^xsd:dayTimeDuration)", R"("PT23H30M"^^xsd:dayTimeDuration)"},
      {R"("P1Y"^^xsd:yearMonthDuration + "PT1S"^^xsd:dayTimeDuration)", R"("P1YT1S"^^xsd:duration)"},
      {R"("P1Y"^^xsd:yearMonthDuration - "PT1S"^^xsd:dayTimeDuration)", "error"},
      {R"("P99999999999M"^^xsd:duration + "P1M"^^xsd:duration)", "error"},
  });
}

}  // namespace
}  // namespace quadrille::query
