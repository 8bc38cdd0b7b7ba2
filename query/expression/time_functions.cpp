#include "query/expression/time_functions.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <initializer_list>

namespace quadrille::query {

namespace {

constexpr std::string_view kDayTimeDuration = "http://www.w3.org/2001/XMLSchema#dayTimeDuration";
constexpr std::size_t kZoneBytes = 6;  // "+01:00"

bool has_type(const Value& value, std::initializer_list<Datatype> types) {
  if (value.kind() != ValueKind::temporal) return false;
  for (const Datatype type : types) {
    if (value.datatype() == type) return true;
  }
  return false;
}

bool has_date(const Value& value) {
  return has_type(value, {Datatype::date_time, Datatype::date});
}

bool has_time(const Value& value) {
  return has_type(value, {Datatype::date_time, Datatype::time});
}

}  // namespace

Value year(const Value& time, Arena&) {
  if (!has_date(time) && !has_type(time, {Datatype::g_year, Datatype::g_year_month})) return Value::error();
  return Value::integer(time.as_date_time().year);
}

Value month(const Value& time, Arena&) {
  const bool has = has_date(time) || has_type(time, {Datatype::g_year_month, Datatype::g_month_day, Datatype::g_month});
  return has ? Value::integer(time.as_date_time().month) : Value::error();
}

Value day(const Value& time, Arena&) {
  if (!has_date(time) && !has_type(time, {Datatype::g_month_day, Datatype::g_day})) return Value::error();
  return Value::integer(time.as_date_time().day);
}

Value hours(const Value& time, Arena&) {
  return has_time(time) ? Value::integer(time.as_date_time().hour) : Value::error();
}

Value minutes(const Value& time, Arena&) {
  return has_time(time) ? Value::integer(time.as_date_time().minute) : Value::error();
}

Value seconds(const Value& time, Arena& arena) {
  return has_time(time) ? Value::decimal(seconds_of(time.as_date_time()), arena) : Value::error();
}

Value timezone(const Value& time, Arena& arena) {
  if (time.kind() != ValueKind::temporal || !time.has_zone()) return Value::error();
  const int zone = *time.as_date_time().zone_minutes;
  const int hour = std::abs(zone) / 60;
  const int minute = std::abs(zone) % 60;
  const std::string_view sign = zone < 0 ? "-" : "";
  const std::string duration = zone == 0     ? "PT0S"
                               : minute == 0 ? fmt::format("{}PT{}H", sign, hour)
                               : hour == 0   ? fmt::format("{}PT{}M", sign, minute)
                                             : fmt::format("{}PT{}H{}M", sign, hour, minute);
  return Value::from_term(TermView::literal(keep(duration, arena), kDayTimeDuration), arena);
}

Value timezone_text(const Value& time, Arena& arena) {
  if (time.kind() != ValueKind::temporal) return Value::error();
  if (!time.has_zone()) return Value::string("");
  const std::string_view lexical = lexical_form(time, arena);
  return Value::string(lexical.ends_with('Z') ? "Z" : lexical.substr(lexical.size() - kZoneBytes));
}

}  // namespace quadrille::query
