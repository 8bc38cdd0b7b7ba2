#pragma once

// A DateTime is a date or time: a value of xsd:dateTime, date, time, gYearMonth, gYear, gMonthDay, gMonth or gDay.
//
// It has the seven properties of XML Schema 1.1. Properties that its type does not have are those of the reference
// moment 1972-12-31 (gMonth and gYear: the first day), so that every value has a place on the timeline.
//
//   type           year    month   day     hour minute second fraction   zone_minutes
//   date_time      x       x       x       x    x      x      x          -840..840 or none
//   date           x       x       x       0    0      0      ""         likewise
//   time           1972    12      31      x    x      x      x
//   g_year_month   x       x       1
//   g_year         x       1       1
//   g_month_day    1972    x       x
//   g_month        1972    x       1
//   g_day          1972    12      x
//
// The calendar is the proleptic Gregorian one with a year 0 (leap). Years have up to eleven digits and fractions of a
// second any number. 24:00:00 is the first moment of the next day. Longer years are not in the lexical space here (XSD
// 5.4 allows the limit): such literals are plain typed ones.
// Source: XML Schema 1.1 Datatypes 3.3.7-3.3.14, D.2, E.3; XPath and XQuery Functions and Operators 3.1, 9 and 19.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dictionary/datatype.hpp"
#include "dictionary/decimal.hpp"

namespace quadrille {

constexpr std::int64_t kSecondsPerDay = 86400;

inline constexpr std::int64_t kMaxYear = 99'999'999'999;

struct DateTime {
  Datatype type = Datatype::date_time;  // one for which is_temporal() holds
  std::int64_t year = 1972;
  int month = 12;
  int day = 31;
  int hour = 0;
  int minute = 0;
  int second = 0;
  std::string fraction;  // digits after the decimal point of the seconds, not ending in 0
  std::optional<int> zone_minutes;

  bool operator==(const DateTime&) const = default;  // same properties, not same instant
};

// A point on the timeline: seconds since 1970-01-01T00:00:00Z, and the fraction's digits as above.
struct Instant {
  std::int64_t seconds = 0;
  std::string fraction;

  auto operator<=>(const Instant&) const = default;
};

// Local. The value of a lexical form; nullopt if it is not valid for the type (including a day that does not exist, or
// a year that is too long).
std::optional<DateTime> parse_date_time(Datatype type, std::string_view lexical);
// Local. The canonical form in the value's own zone ("Z" for +00:00), as XPath casts to xsd:string.
std::string to_lexical(const DateTime& value);

// Local. The starting instant; a value without zone is read in the given one.
Instant instant_of(const DateTime& value, int implicit_zone_minutes = 0);
// Local. The dateTime at this instant, shown in the zone (in UTC without a zone).
DateTime date_time_at(const Instant& instant, std::optional<int> zone_minutes);
// Local. Seconds with their fraction, 0 <= x < 60.
Decimal seconds_of(const DateTime& value);
// Local. XPath's casts among these types (F&O 19.1.5); nullopt if there is no cast.
std::optional<DateTime> cast_date_time(const DateTime& value, Datatype to);

// Local. The order of XML Schema 1.1: with and without zone are unordered within 14 hours of each other, and never
// equal. Values of different types are unordered.
std::partial_ordering compare(const DateTime& a, const DateTime& b);
// Local. The order of XPath, whose dynamic context has a zone for values without one.
std::partial_ordering compare(const DateTime& a, const DateTime& b, int implicit_zone_minutes);

// Days since 1970-01-01 of a date of the proleptic Gregorian calendar, and back.
std::int64_t days_from_civil(std::int64_t year, int month, int day);
void civil_from_days(std::int64_t days, DateTime& out);  // sets year, month, day
int days_in_month(std::int64_t year, int month);

}  // namespace quadrille
