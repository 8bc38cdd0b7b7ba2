#include "dictionary/duration.hpp"

#include <gtest/gtest.h>

namespace quadrille {
namespace {

Duration general(std::string_view lexical) {
  return *parse_duration(DurationType::general, lexical);
}

std::string respelled(DurationType type, std::string_view lexical) {
  const auto value = parse_duration(type, lexical);
  return value ? to_lexical(*value, type) : "none";
}

TEST(Duration, HasMonthsAndSecondsOfOneSign) {
  EXPECT_EQ(general("P1Y2M3DT4H5M6.7S"), (Duration{14, *Decimal::parse("273906.7")}));
  EXPECT_EQ(general("-P1Y1D"), (Duration{-12, Decimal(-86400)}));
  EXPECT_EQ(general("PT36H"), general("P1DT12H"));
  EXPECT_EQ(general("-PT0S"), Duration());
}

TEST(Duration, FormsThatAreNone) {
  for (const std::string_view form :
       {"", "P", "PT", "P1", "1Y", "P1YT", "P1S", "PT1D", "P1M1Y", "P-1Y", "+P1Y", "P1.5Y", "PT.5S", "PT5.S",
        "PT1.5.2S", "P1Y ", "PT1S1M", "P99999999999999999999Y"}) {
    EXPECT_EQ(parse_duration(DurationType::general, form), std::nullopt) << form;
  }
}

TEST(Duration, DerivedTypesHaveTheirPartsOnly) {
  EXPECT_EQ(parse_duration(DurationType::day_time, "P1Y"), std::nullopt);
  EXPECT_EQ(parse_duration(DurationType::day_time, "P1M"), std::nullopt);
  EXPECT_EQ(parse_duration(DurationType::year_month, "P1D"), std::nullopt);
  EXPECT_EQ(parse_duration(DurationType::year_month, "P1YT"), std::nullopt);
  EXPECT_EQ(parse_duration(DurationType::year_month, "P1Y"), general("P12M"));
}

TEST(Duration, CanonicalForms) {
  EXPECT_EQ(respelled(DurationType::general, "P14MT90000S"), "P1Y2M1DT1H");
  EXPECT_EQ(respelled(DurationType::general, "-PT61.50S"), "-PT1M1.5S");
  EXPECT_EQ(respelled(DurationType::day_time, "P0D"), "PT0S");
  EXPECT_EQ(respelled(DurationType::year_month, "P0Y"), "P0M");
  EXPECT_EQ(respelled(DurationType::day_time, "PT99999999999999999999999999.000000000000000000001S"),
            "P1157407407407407407407DT9H46M39.000000000000000000001S");
}

TEST(Duration, MonthsAreBetween28And31Days) {
  EXPECT_EQ(compare(general("P1M"), general("P27D")), std::partial_ordering::greater);
  EXPECT_EQ(compare(general("P1M"), general("P28D")), std::partial_ordering::unordered);
  EXPECT_EQ(compare(general("P1M"), general("P30D")), std::partial_ordering::unordered);
  EXPECT_EQ(compare(general("P1M"), general("P32D")), std::partial_ordering::less);
  EXPECT_EQ(compare(general("P1Y"), general("P365D")), std::partial_ordering::unordered);
  EXPECT_EQ(compare(general("P1Y"), general("P367D")), std::partial_ordering::less);
  EXPECT_EQ(compare(general("PT1S"), general("PT1.000000000000000000001S")), std::partial_ordering::less);
  EXPECT_EQ(compare(general("-P1D"), general("P1D")), std::partial_ordering::less);
}

TEST(Duration, SortingOrdersWhatComparingDoes) {
  const std::string_view forms[] = {"-P1Y", "-P1D", "PT0S", "PT1S", "P1D", "P27D",
                                    "P28D", "P1M",  "P31D", "P32D", "P1Y"};
  for (const auto a : forms) {
    for (const auto b : forms) {
      const auto order = compare(general(a), general(b));
      if (order == std::partial_ordering::unordered) continue;
      EXPECT_EQ(sort_order(general(a), general(b)) <=> 0, order) << a << " " << b;
    }
  }
}

}  // namespace
}  // namespace quadrille
