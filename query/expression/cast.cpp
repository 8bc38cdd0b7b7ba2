#include "query/expression/cast.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/nearest.hpp"
#include "base/text.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/number_lexical.hpp"
#include "query/expression/comparison.hpp"

namespace quadrille::query {

namespace {

// F&O 19.1.2.2: plain digits in the middle range, else as the type's own canonical form.
std::string real_to_string(const Value& number) {
  const double size = std::fabs(number.as_double());
  if (number.as_double() == 0) return std::signbit(number.as_double()) ? "-0" : "0";
  if (!(size >= 1e-6 && size < 1e6)) return canonical_form(number);
  // The shortest digits that read back as the same number, without an exponent.
  const std::string shortest = canonical_form(number);
  const std::size_t exponent_at = shortest.find('E');
  const int exponent = std::stoi(shortest.substr(exponent_at + 1));
  const Decimal mantissa = *Decimal::parse(shortest.substr(0, exponent_at));
  Decimal power = Decimal::from_scaled(1, exponent < 0 ? static_cast<std::uint32_t>(-exponent) : 0);
  for (int i = 0; i < exponent; ++i) power = power * Decimal(10);
  return (mantissa * power).to_string();
}

Value to_string(const Value& value, Arena& arena) {
  switch (value.kind()) {
    case ValueKind::iri:
    case ValueKind::string:
    case ValueKind::typed:  // beyond 17.5, which lists no cast of other datatypes: prices in units of their own need it
      return Value::string(value.text());
    case ValueKind::float_number:
    case ValueKind::double_number:
      return Value::string(keep(real_to_string(value), arena));
    case ValueKind::boolean:
    case ValueKind::integer:
    case ValueKind::decimal:
    case ValueKind::temporal:
    case ValueKind::duration:
      return Value::string(keep(canonical_form(value), arena));
    default:
      return Value::error();
  }
}

// The value of this form of the type, if it is valid.
Value from_form(std::string_view form, std::string_view type_iri, Arena& arena) {
  const Value value = Value::from_term(TermView::literal(trimmed(form, " \t\n\r"), type_iri), arena);
  return value.kind() == ValueKind::typed ? Value::error() : value.respelled(arena);
}

Value to_boolean(const Value& value) {
  if (!value.is_numeric() && value.kind() != ValueKind::boolean) return Value::error();
  return Value::boolean(effective_boolean(value) == Truth::yes);
}

std::optional<Decimal> exact_value(const Value& value) {
  if (value.kind() == ValueKind::boolean) return Decimal(value.as_boolean());
  if (value.is_exact()) return value.as_decimal();
  return value.is_floating() ? Decimal::from_double(value.as_double()) : std::nullopt;
}

// Decimals of floats are the exact value of the float; doubles likewise (F&O 19.1.2.3).
Value to_exact(const Value& value, Datatype to, Arena& arena) {
  const auto exact = exact_value(value);
  if (!exact) return Value::error();
  if (to == Datatype::decimal) return Value::decimal(*exact, arena);
  const Decimal whole = exact->sign() < 0 ? ceil(*exact) : floor(*exact);
  if (to == Datatype::integer) return Value::integer(whole, arena);
  return from_form(keep(whole.to_string(), arena), datatype_iri(to), arena);
}

Value to_real(const Value& value, Datatype to) {
  if (!value.is_numeric() && value.kind() != ValueKind::boolean) return Value::error();
  const bool truth_value = value.kind() == ValueKind::boolean;
  if (to == Datatype::float_number) return Value::float_number(truth_value ? value.as_boolean() : value.as_float());
  return Value::double_number(truth_value ? value.as_boolean() : value.as_double());
}

Value to_temporal(const Value& value, Datatype to, Arena& arena) {
  if (value.kind() != ValueKind::temporal) return Value::error();
  const auto result = cast_date_time(value.as_date_time(), to);
  return result ? Value::temporal(*result, arena) : Value::error();
}

}  // namespace

std::optional<Datatype> cast_target(std::string_view function_iri) {
  const Datatype type = datatype_of(function_iri);
  const bool needs_language = type == Datatype::language_string || type == Datatype::direction_string;
  if (type == Datatype::other || needs_language) return std::nullopt;
  return type;
}

bool is_cast(std::string_view function_iri) {
  return cast_target(function_iri) || duration_type(function_iri);
}

std::vector<std::string_view> cast_iris() {
  std::vector<std::string_view> casts;
  for (std::size_t type = 0; type < kDatatypes; ++type) {
    const std::string_view iri = datatype_iri(static_cast<Datatype>(type));
    if (cast_target(iri)) casts.push_back(iri);
  }
  for (const DurationType type : {DurationType::general, DurationType::day_time, DurationType::year_month}) {
    casts.push_back(duration_iri(type));
  }
  return casts;
}

std::string cast_suggestion(std::string_view function_iri) {
  const auto casts = cast_iris();
  const auto near = nearest(function_iri, std::vector<std::string>(casts.begin(), casts.end()));
  return near ? fmt::format("; did you mean <{}>?", *near) : "";
}

Value cast(const Value& value, Datatype to, Arena& arena) {
  if (to == Datatype::string) return to_string(value, arena);
  if (value.kind() == ValueKind::string) return from_form(value.text(), datatype_iri(to), arena);
  if (to == Datatype::boolean) return to_boolean(value);
  if (is_integer(to) || to == Datatype::decimal) return to_exact(value, to, arena);
  if (is_numeric(to)) return to_real(value, to);
  return to_temporal(value, to, arena);
}

Value cast(const Value& value, DurationType to, Arena& arena) {
  if (value.kind() == ValueKind::string) return from_form(value.text(), duration_iri(to), arena);
  if (value.kind() != ValueKind::duration) return Value::error();
  Duration result = value.as_duration();
  if (to == DurationType::day_time) result.months = 0;
  if (to == DurationType::year_month) result.seconds = Decimal();
  return Value::duration(result, to, arena);
}

}  // namespace quadrille::query
