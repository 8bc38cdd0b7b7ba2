// The terms that compare so with a number: cuts through the kinds integer, decimal, floating and number.

#include <algorithm>
#include <cmath>
#include <limits>

#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/detail/rounding_interval.hpp"
#include "dictionary/detail/value_cut.hpp"
#include "dictionary/term_key.hpp"
#include "dictionary/value_ranges.hpp"

namespace quadrille {

namespace {

using detail::Bound;
using detail::bound_of;
using detail::Cut;
using detail::Interval;
using detail::less;
using detail::rounding_interval;
using detail::select_huris;
using detail::select_keys;

// The integers and decimals that equal the constant; the doubles and floats, at most two values; and the hull of all.
struct EqualNumbers {
  Interval exact;
  double real_low;
  double real_high;
  Interval hull;
  bool hull_is_equal;  // every number in the hull, of whatever type, equals the constant
};

EqualNumbers equal_numbers(const NumericValue& constant) {
  if (constant.type == NumericType::double_number) {
    const Interval interval = rounding_interval(constant.real);
    return {interval, constant.real, constant.real, interval, true};
  }
  if (constant.type == NumericType::float_number) {  // doubles within the interval are not equal
    const Interval interval = rounding_interval(static_cast<float>(constant.real));
    return {interval, constant.real, constant.real, interval, false};
  }
  const double as_double = to_double(constant);
  const double as_float = to_float(constant);
  const double low = std::min(as_double, as_float);
  const double high = std::max(as_double, as_float);
  const Interval exact = detail::point(constant.exact);
  Interval hull = exact;
  if (less(bound_of(low), hull.low)) hull.low = bound_of(low);
  if (less(hull.high, bound_of(high))) hull.high = bound_of(high);
  return {exact, low, high, hull, !less(hull.low, hull.high)};
}

// The first integer v with v / 10^scale not before the bound; behind it for the upper one. Within -bias .. bias.
std::int64_t first_at(const Bound& bound, bool upper, std::uint32_t scale, std::int64_t bias) {
  if (bound.infinite != 0) return bound.infinite < 0 ? -bias : bias;
  Decimal scaled = bound.value;
  for (std::uint32_t i = 0; i < scale; ++i) scaled = scaled * Decimal(10);
  const Decimal first = upper == bound.included ? floor(scaled) + Decimal(1) : ceil(scaled);
  return std::clamp(first, Decimal(-bias), Decimal(bias)).to_int64().value();
}

Cut<std::uint64_t> cut_scaled(const Interval& zone, std::uint32_t scale, std::int64_t bias, int code_bits) {
  const auto at = [&](std::int64_t value) { return static_cast<std::uint64_t>(value + bias) << code_bits; };
  return {0, at(first_at(zone.low, false, scale, bias)), at(first_at(zone.high, true, scale, bias)), at(bias), true};
}

// The first payload whose value is `value` or more, or is more. A place has its own value in the codes before
// kFloatingBetween, and behind it possibly one float of more.
std::uint64_t floating_payload(double value, bool behind) {
  if (value == 0) value = behind ? 0.0 : -0.0;  // they are equal; -0 has the place before
  const detail::FloatingPlace at = detail::floating_place(value);
  const std::uint64_t payload = at.place << detail::kFloatingCodeBits;
  if (at.exact) return behind ? payload + detail::kFloatingBetween : payload;
  const double between = static_cast<float>(detail::place_value(at.place));
  const bool exists = detail::floating_place(between).place == at.place && !detail::floating_place(between).exact;
  const bool inside = exists && (behind ? between > value : between >= value);
  return inside ? payload + detail::kFloatingBetween : (at.place + 1) << detail::kFloatingCodeBits;
}

Cut<std::uint64_t> cut_floating(double low, double high) {
  return {0, floating_payload(low, false), floating_payload(high, true),
          detail::nan_place() << detail::kFloatingCodeBits, low == high};
}

std::string number_bound(const Bound& bound, bool upper) {
  std::string key;
  if (bound.infinite != 0) {
    append_number_value(key, bound.infinite * std::numeric_limits<double>::infinity());
  } else {
    append_number_value(key, bound.value);
  }
  if (upper == bound.included) key += kAfterValue;
  return key;
}

Cut<std::string> cut_numbers(const Interval& hull, bool sure) {
  std::string end;
  append_number_value(end, std::numeric_limits<double>::quiet_NaN());
  return {"", number_bound(hull.low, false), number_bound(hull.high, true), end, sure};
}

}  // namespace

ValueRanges ranges_of(Comparison comparison, const NumericValue& constant) {
  ValueRanges result;
  if (constant.is_real() && std::isnan(constant.real)) return result;
  const EqualNumbers equal = equal_numbers(constant);
  select_huris(comparison, HuriKind::integer,
               cut_scaled(equal.exact, 0, detail::kIntegerBias, detail::kIntegerCodeBits), result);
  select_huris(comparison, HuriKind::decimal,
               cut_scaled(equal.exact, detail::kDecimalScale, detail::kDecimalBias, detail::kDecimalCodeBits), result);
  select_huris(comparison, HuriKind::floating, cut_floating(equal.real_low, equal.real_high), result);
  select_keys(comparison, cut_numbers(equal.hull, equal.hull_is_equal), result);
  return result;
}

}  // namespace quadrille
