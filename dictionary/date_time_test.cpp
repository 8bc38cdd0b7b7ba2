#include "dictionary/date_time.hpp"

#include <gtest/gtest.h>

#include <random>

namespace quadrille {

namespace {

DateTime date_time(std::string_view text) {
  return parse_date_time(Datatype::date_time, text).value();
}
DateTime date(std::string_view text) {
  return parse_date_time(Datatype::date, text).value();
}

}  // namespace

TEST(DateTime, ValidFormsComeBackInTheirOwnZone) {
  const std::pair<Datatype, const char*> forms[] = {
      {Datatype::date_time, "2002-10-10T12:00:00"},
      {Datatype::date_time, "2002-10-10T12:00:00.123+05:30"},
      {Datatype::date_time, "-0044-03-15T00:00:00Z"},
      {Datatype::date_time, "0000-02-29T00:00:00"},
      {Datatype::date_time, "99999999999-12-31T23:59:59.123456789012345678901234567891-14:00"},
      {Datatype::date, "2000-02-29"},
      {Datatype::date, "1999-12-31-08:00"},
      {Datatype::time, "23:59:59.5Z"},
      {Datatype::g_year_month, "12345-06"},
      {Datatype::g_year, "-0001+14:00"},
      {Datatype::g_month_day, "--02-29"},
      {Datatype::g_month, "--12Z"},
      {Datatype::g_day, "---31-00:30"},
  };
  for (const auto& [type, text] : forms) {
    const auto value = parse_date_time(type, text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(to_lexical(*value), text);
  }
}

TEST(DateTime, OtherSpellingsAreReadToo) {
  EXPECT_EQ(to_lexical(date_time("2000-01-01T00:00:00.500-00:00")), "2000-01-01T00:00:00.5Z");
  EXPECT_EQ(to_lexical(date_time("1999-12-31T24:00:00.00")), "2000-01-01T00:00:00");
  EXPECT_EQ(to_lexical(date_time("-0001-12-31T24:00:00")), "0000-01-01T00:00:00");
  EXPECT_EQ(to_lexical(*parse_date_time(Datatype::time, "24:00:00")), "00:00:00");
  EXPECT_EQ(to_lexical(date("-0000-01-01")), "0000-01-01");
}

TEST(DateTime, InvalidFormsAreRefused) {
  for (const char* text : {"",
                           "2000-01-01",
                           "2000-13-01T00:00:00",
                           "2001-02-29T00:00:00",
                           "1900-02-29T00:00:00",
                           "2000-01-01T24:00:01",
                           "2000-01-01T24:00:00.1",
                           "2000-01-01T25:00:00",
                           "2000-01-01T00:60:00",
                           "2000-01-01T00:00:60",
                           "2000-01-01T00:00:00.",
                           "2000-01-01T00:00:00+14:01",
                           "2000-01-01T00:00:00+15:00",
                           "2000-01-01T00:00:00z",
                           "2000-01-01 00:00:00",
                           "200-01-01T00:00:00",
                           "02000-01-01T00:00:00",
                           "+2000-01-01T00:00:00",
                           "2000-1-01T00:00:00",
                           "2000-01-01T00:00",
                           " 2000-01-01T00:00:00",
                           "2000-01-01T00:00:00Z ",
                           "100000000000-01-01T00:00:00",
                           "2000-00-01T00:00:00",
                           "2000-01-00T00:00:00"}) {
    EXPECT_FALSE(parse_date_time(Datatype::date_time, text)) << text;
  }
  EXPECT_FALSE(parse_date_time(Datatype::g_month_day, "--02-30"));
  EXPECT_FALSE(parse_date_time(Datatype::g_day, "---32"));
  EXPECT_FALSE(parse_date_time(Datatype::g_month, "--12--"));
  EXPECT_FALSE(parse_date_time(Datatype::integer, "1"));
}

TEST(DateTime, InstantsFollowTheZone) {
  EXPECT_EQ(instant_of(date_time("1970-01-01T00:00:00Z")).seconds, 0);
  EXPECT_EQ(instant_of(date_time("1970-01-01T02:00:00+02:00")).seconds, 0);
  EXPECT_EQ(instant_of(date_time("1970-01-01T00:00:00"), -60).seconds, 3600);
  EXPECT_EQ(instant_of(date("2000-01-01+14:00")).seconds, 946684800 - 14 * 3600);
  EXPECT_EQ(instant_of(date_time("-0001-01-01T00:00:00Z")).seconds, -62198755200);
}

TEST(DateTime, WithAndWithoutZoneAreOrderedOnlyWhenFarApart) {  // XSD 1.1, 3.3.7: the table of examples
  EXPECT_EQ(compare(date_time("2000-01-15T00:00:00"), date_time("2000-02-15T00:00:00")), std::partial_ordering::less);
  EXPECT_EQ(compare(date_time("2000-01-15T12:00:00"), date_time("2000-01-16T12:00:00Z")), std::partial_ordering::less);
  EXPECT_EQ(compare(date_time("2000-01-16T12:00:00Z"), date_time("2000-01-15T12:00:00")),
            std::partial_ordering::greater);
  EXPECT_EQ(compare(date_time("2000-01-01T12:00:00"), date_time("1999-12-31T23:00:00Z")),
            std::partial_ordering::unordered);
  EXPECT_EQ(compare(date_time("2000-01-16T12:00:00"), date_time("2000-01-16T12:00:00Z")),
            std::partial_ordering::unordered);
  EXPECT_EQ(compare(date_time("2000-01-16T12:00:00"), date_time("2000-01-16T12:00:00Z"), 0),
            std::partial_ordering::equivalent);
  EXPECT_EQ(compare(date("2000-01-01Z"), date_time("2000-01-01T00:00:00Z")), std::partial_ordering::unordered);
}

TEST(DateTime, FractionsOfAnyLengthAreCompared) {
  EXPECT_TRUE(compare(date_time("2000-01-01T00:00:00.10"), date_time("2000-01-01T00:00:00.1")) == 0);
  EXPECT_TRUE(compare(date_time("2000-01-01T00:00:00.10000000000000000000001"), date_time("2000-01-01T00:00:00.1")) >
              0);
  EXPECT_TRUE(compare(date_time("2000-01-01T00:00:00.09"), date_time("2000-01-01T00:00:00.1")) < 0);
  EXPECT_EQ(seconds_of(date_time("2000-01-01T00:00:07.250")).to_string(), "7.25");
  EXPECT_EQ(seconds_of(date_time("2000-01-01T00:00:07")).to_string(), "7");
}

TEST(DateTime, CastsFollowTheTableOfXPath) {
  const DateTime moment = date_time("2003-02-01T04:05:06.7+08:00");
  EXPECT_EQ(to_lexical(*cast_date_time(moment, Datatype::date)), "2003-02-01+08:00");
  EXPECT_EQ(to_lexical(*cast_date_time(moment, Datatype::time)), "04:05:06.7+08:00");
  EXPECT_EQ(to_lexical(*cast_date_time(moment, Datatype::g_year)), "2003+08:00");
  EXPECT_EQ(to_lexical(*cast_date_time(moment, Datatype::g_month_day)), "--02-01+08:00");
  EXPECT_EQ(to_lexical(*cast_date_time(date("2003-02-01"), Datatype::date_time)), "2003-02-01T00:00:00");
  EXPECT_EQ(to_lexical(*cast_date_time(date("2003-02-28"), Datatype::g_day)), "---28");
  EXPECT_FALSE(cast_date_time(date("2003-02-01"), Datatype::time));
  EXPECT_FALSE(cast_date_time(*parse_date_time(Datatype::g_year, "2003"), Datatype::date));
  EXPECT_FALSE(cast_date_time(moment, Datatype::integer));
}

TEST(DateTime, EveryDayOfFourCenturiesIsThere) {
  DateTime value;
  std::int64_t days = days_from_civil(-200, 1, 1);
  for (std::int64_t year = -200; year < 200; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= days_in_month(year, month); ++day, ++days) {
        civil_from_days(days, value);
        ASSERT_TRUE(value.year == year && value.month == month && value.day == day) << days;
        ASSERT_EQ(days_from_civil(year, month, day), days);
      }
    }
  }
}

TEST(DateTime, InstantsComeBackInAnyZone) {
  const std::uint64_t seed = 7;
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  for (int i = 0; i < 10000; ++i) {
    const Instant instant{static_cast<std::int64_t>(random() % 4'000'000'000'000'000'000) - 2'000'000'000'000'000'000,
                          random() % 2 ? "" : "25"};
    const int zone = static_cast<int>(random() % 1681) - 840;
    const DateTime value = date_time_at(instant, zone);
    EXPECT_EQ(instant_of(value), instant);
    EXPECT_EQ(parse_date_time(Datatype::date_time, to_lexical(value)), value);
  }
}

}  // namespace quadrille
