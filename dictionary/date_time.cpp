#include "dictionary/date_time.hpp"

namespace quadrille {

namespace {

constexpr int kUnorderedSeconds = 14 * 3600;

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0);
}

bool is_leap(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

std::partial_ordering to_partial(std::strong_ordering order) {
  return order;
}

}  // namespace

int days_in_month(std::int64_t year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month - 1] + (month == 2 && is_leap(year));
}

// Years begin in March, so that the leap day ends them; an era has 400 years and 146097 days (H. Hinnant,
// "chrono-Compatible Low-Level Date Algorithms", days_from_civil and civil_from_days).
std::int64_t days_from_civil(std::int64_t year, int month, int day) {
  year -= month <= 2;
  const std::int64_t era = floor_divide(year, 400);
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

void civil_from_days(std::int64_t days, DateTime& out) {
  days += 719468;
  const std::int64_t era = floor_divide(days, 146097);
  const std::int64_t day_of_era = days - era * 146097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t month = (5 * day_of_year + 2) / 153;
  out.day = static_cast<int>(day_of_year - (153 * month + 2) / 5 + 1);
  out.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
  out.year = year_of_era + era * 400 + (out.month <= 2);
}

Instant instant_of(const DateTime& value, int implicit_zone_minutes) {
  const std::int64_t days = days_from_civil(value.year, value.month, value.day);
  const std::int64_t minutes = value.hour * 60 + value.minute - value.zone_minutes.value_or(implicit_zone_minutes);
  return {days * kSecondsPerDay + minutes * 60 + value.second, value.fraction};
}

DateTime date_time_at(const Instant& instant, std::optional<int> zone_minutes) {
  const std::int64_t local = instant.seconds + zone_minutes.value_or(0) * 60;
  const std::int64_t days = floor_divide(local, kSecondsPerDay);
  const auto second_of_day = static_cast<int>(local - days * kSecondsPerDay);
  DateTime value;
  civil_from_days(days, value);
  value.hour = second_of_day / 3600;
  value.minute = second_of_day / 60 % 60;
  value.second = second_of_day % 60;
  value.fraction = instant.fraction;
  value.zone_minutes = zone_minutes;
  return value;
}

Decimal seconds_of(const DateTime& value) {
  const std::string text = std::to_string(value.second) + "." + value.fraction;
  return Decimal::parse(text).value();
}

std::optional<DateTime> cast_date_time(const DateTime& value, Datatype to) {
  if (to == value.type) return value;
  const bool from_moment = value.type == Datatype::date_time;
  if (!from_moment && (value.type != Datatype::date || to == Datatype::time)) return std::nullopt;
  DateTime result = value;
  result.type = to;
  const DateTime reference;
  const auto clear_time = [&] {
    result.hour = result.minute = result.second = 0;
    result.fraction.clear();
  };
  switch (to) {
    case Datatype::date_time:
      return result;
    case Datatype::time:
      result.year = reference.year;
      result.month = reference.month;
      result.day = reference.day;
      return result;
    case Datatype::date:
      clear_time();
      return result;
    case Datatype::g_year_month:
      clear_time();
      result.day = 1;
      return result;
    case Datatype::g_year:
      clear_time();
      result.month = result.day = 1;
      return result;
    case Datatype::g_month_day:
      clear_time();
      result.year = reference.year;
      return result;
    case Datatype::g_month:
      clear_time();
      result.year = reference.year;
      result.day = 1;
      return result;
    case Datatype::g_day:
      clear_time();
      result.year = reference.year;
      result.month = reference.month;
      return result;
    default:
      return std::nullopt;
  }
}

std::partial_ordering compare(const DateTime& a, const DateTime& b) {
  if (a.type != b.type) return std::partial_ordering::unordered;
  if (a.zone_minutes.has_value() == b.zone_minutes.has_value()) return instant_of(a) <=> instant_of(b);
  if (!a.zone_minutes) {
    const std::partial_ordering other = compare(b, a);
    return other < 0 ? std::partial_ordering::greater : other > 0 ? std::partial_ordering::less : other;
  }
  // `b` has no zone: it is within 14 hours of its place in UTC.
  const Instant zoned = instant_of(a);
  Instant first = instant_of(b);
  Instant last = first;
  first.seconds -= kUnorderedSeconds;
  last.seconds += kUnorderedSeconds;
  if (zoned < first) return std::partial_ordering::less;
  if (zoned > last) return std::partial_ordering::greater;
  return std::partial_ordering::unordered;
}

std::partial_ordering compare(const DateTime& a, const DateTime& b, int implicit_zone_minutes) {
  if (a.type != b.type) return std::partial_ordering::unordered;
  return to_partial(instant_of(a, implicit_zone_minutes) <=> instant_of(b, implicit_zone_minutes));
}

}  // namespace quadrille
