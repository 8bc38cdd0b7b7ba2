#include "query/expression/time_arithmetic.hpp"

#include <algorithm>
#include <cstdlib>

namespace quadrille::query {

namespace {

constexpr std::int64_t kMaxSeconds = kMaxYear * 366 * 86400;

bool is_moment(const Value& value) {
  const Datatype type = value.datatype();
  return value.kind() == ValueKind::temporal &&
         (type == Datatype::date_time || type == Datatype::date || type == Datatype::time);
}

bool is_duration(const Value& value) {
  return value.kind() == ValueKind::duration;
}

Duration reversed(const Duration& duration) {
  return {-duration.months, -duration.seconds};
}

Decimal seconds_since_epoch(const Instant& instant) {
  return Decimal(instant.seconds) + *Decimal::parse("0." + instant.fraction);
}

std::optional<Instant> instant_at(const Decimal& seconds) {
  const auto whole = floor(seconds).to_int64();
  if (!whole || std::abs(*whole) > kMaxSeconds) return std::nullopt;
  const std::string rest = (seconds - Decimal(*whole)).to_string();  // "0" or "0.25"
  return Instant{*whole, rest.size() > 2 ? rest.substr(2) : std::string()};
}

// E.3.3: the month is moved, the day fitted into it, then the seconds are added.
Value moved(const Value& moment, const Duration& duration, Arena& arena) {
  DateTime from = moment.as_date_time();
  if (from.type == Datatype::time && duration.months != 0) return Value::error();
  const std::int64_t month = from.year * 12 + (from.month - 1) + duration.months;
  from.year = month / 12 - (month % 12 < 0);
  from.month = static_cast<int>(month - from.year * 12) + 1;
  from.day = std::min(from.day, days_in_month(from.year, from.month));

  const auto instant = instant_at(seconds_since_epoch(instant_of(from)) + duration.seconds);
  if (!instant) return Value::error();
  const DateTime later = date_time_at(*instant, from.zone_minutes);
  if (std::abs(later.year) > kMaxYear) return Value::error();
  return Value::temporal(*cast_date_time(later, from.type), arena);
}

Value between(const Value& from, const Value& to, Arena& arena) {
  if (from.datatype() != to.datatype() || from.has_zone() != to.has_zone()) return Value::error();
  const Decimal seconds =
      seconds_since_epoch(instant_of(to.as_date_time())) - seconds_since_epoch(instant_of(from.as_date_time()));
  return Value::duration({0, seconds}, DurationType::day_time, arena);
}

Value sum(const Value& a, const Duration& b, DurationType type_of_b, Arena& arena) {
  Duration result = a.as_duration();
  result.months += b.months;
  result.seconds = result.seconds + b.seconds;
  const bool mixed =
      (result.months < 0 && result.seconds.sign() > 0) || (result.months > 0 && result.seconds.sign() < 0);
  if (mixed || std::abs(result.months) > kMaxMonths) return Value::error();
  return Value::duration(result, a.duration_type() == type_of_b ? type_of_b : DurationType::general, arena);
}

}  // namespace

Value add_times(const Value& a, const Value& b, Arena& arena) {
  if (is_moment(a) && is_duration(b)) return moved(a, b.as_duration(), arena);
  if (is_duration(a) && is_moment(b)) return moved(b, a.as_duration(), arena);
  return is_duration(a) && is_duration(b) ? sum(a, b.as_duration(), b.duration_type(), arena) : Value::error();
}

Value subtract_times(const Value& a, const Value& b, Arena& arena) {
  if (is_moment(a) && is_moment(b)) return between(b, a, arena);
  if (is_moment(a) && is_duration(b)) return moved(a, reversed(b.as_duration()), arena);
  return is_duration(a) && is_duration(b) ? sum(a, reversed(b.as_duration()), b.duration_type(), arena)
                                          : Value::error();
}

}  // namespace quadrille::query
