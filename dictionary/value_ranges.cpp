#include "dictionary/value_ranges.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/term_key.hpp"

namespace quadrille {

namespace {

// A kind's terms in order, cut where the constant lies:  first <= less < zone_first <= zone < zone_end <= greater <
// end. The zone holds what equals the constant if `sure`, and otherwise what may stand in any relation to it.
template <class Point>
struct Cut {
  Point first;
  Point zone_first;
  Point zone_end;
  Point end;
  bool sure = true;
};

// add(first, end, exact) for the parts of the cut that the comparison selects.
template <class Point, class Add>
void select(Comparison comparison, const Cut<Point>& cut, Add add) {
  const bool below = comparison == Comparison::less || comparison == Comparison::less_or_equal;
  const bool above = comparison == Comparison::greater || comparison == Comparison::greater_or_equal;
  const bool equal = comparison != Comparison::less && comparison != Comparison::greater;
  if (cut.sure) {
    const Point& from = below ? cut.first : equal ? cut.zone_first : cut.zone_end;
    const Point& to = above ? cut.end : equal ? cut.zone_end : cut.zone_first;
    add(from, to, true);
    return;
  }
  if (below) add(cut.first, cut.zone_first, true);
  add(cut.zone_first, cut.zone_end, false);
  if (above) add(cut.zone_end, cut.end, true);
}

void select_huris(Comparison comparison, HuriKind kind, const Cut<std::uint64_t>& cut, ValueRanges& out) {
  select(comparison, cut, [&](std::uint64_t first, std::uint64_t end, bool exact) {
    if (first < end) out.inlined.push_back({Huri::make(kind, first), Huri::make(kind, end - 1), exact});
  });
}

void select_keys(Comparison comparison, const Cut<std::string>& cut, ValueRanges& out) {
  select(comparison, cut, [&](const std::string& first, const std::string& end, bool exact) {
    if (first < end) out.keys.push_back({first, end, exact});
  });
}

// One side of an interval of numbers.
struct Bound {
  Decimal value;
  int infinite = 0;  // -1, 1: an infinity, not `value`
  bool included = true;
};

struct Interval {
  Bound low;
  Bound high;
};

Bound bound_of(double value) {
  if (std::isinf(value)) return {{}, value < 0 ? -1 : 1, true};
  return {*Decimal::from_double(value), 0, true};
}

bool less(const Bound& a, const Bound& b) {
  return a.infinite != b.infinite ? a.infinite < b.infinite : a.infinite == 0 && a.value < b.value;
}

Interval point(const Decimal& value) {
  return {{value, 0, true}, {value, 0, true}};
}

// The middle between a Real and its neighbour away from zero; for the greatest, the neighbour would be the next power.
template <class Real>
Decimal middle_beyond(Real magnitude) {
  const Decimal here = *Decimal::from_double(magnitude);
  const Real above = std::nextafter(magnitude, std::numeric_limits<Real>::infinity());
  const Real below = std::nextafter(magnitude, Real{0});
  const Decimal gap = std::isinf(above) ? here - *Decimal::from_double(below) : *Decimal::from_double(above) - here;
  return here + gap * Decimal::from_scaled(5, 1);
}

template <class Real>
bool has_even_mantissa(Real value) {
  using Bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
  return std::bit_cast<Bits>(value) % 2 == 0;
}

// The exact numbers that are `value` when they are rounded to Real, ties to even.
template <class Real>
Interval rounding_interval(Real value) {
  constexpr Real kMax = std::numeric_limits<Real>::max();
  const Real magnitude = std::abs(value);
  Interval result;
  if (std::isinf(magnitude)) {
    result = {{middle_beyond(kMax), 0, true}, {{}, 1, true}};
  } else if (magnitude == 0) {
    const Decimal middle = middle_beyond(Real{0});
    return {{-middle, 0, true}, {middle, 0, true}};
  } else {
    const bool even = has_even_mantissa(magnitude);
    result = {{middle_beyond(std::nextafter(magnitude, Real{0})), 0, even}, {middle_beyond(magnitude), 0, even}};
  }
  if (value > 0) return result;
  const auto negate = [](Bound bound) { return Bound{-bound.value, -bound.infinite, bound.included}; };
  return {negate(result.high), negate(result.low)};
}

// Which integers and decimals equal the constant; which doubles and floats, at most two values; and the hull of all.
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
  const Interval exact = point(constant.exact);
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

namespace {

constexpr std::int64_t kZoneSeconds = 14 * 3600;
constexpr std::uint64_t kPayloads = std::uint64_t{1} << Huri::kPayloadBits;

// Zones move a time by 14 hours at most; whole units around that are good enough, since the zone is residual.
Cut<std::uint64_t> cut_timeline(std::int64_t low, std::int64_t high, std::int64_t bias, int code_bits) {
  const auto at = [&](std::int64_t value) {
    return static_cast<std::uint64_t>(std::clamp(value, -bias, bias) + bias) << code_bits;
  };
  return {0, at(low), at(high), kPayloads, false};
}

std::string temporal_bound(Datatype type, std::int64_t seconds) {
  std::string key(1, static_cast<char>(type));
  append_temporal_value(key, {seconds, ""}, std::nullopt);
  key.resize(1 + sizeof seconds);
  return key;
}

}  // namespace

ValueRanges ranges_of(Comparison comparison, const DateTime& constant) {
  ValueRanges result;
  result.kind = HuriKind::temporal;
  const std::int64_t low = instant_of(constant).seconds - kZoneSeconds;
  const std::int64_t high = instant_of(constant).seconds + kZoneSeconds + 1;  // the fraction
  constexpr std::int64_t kMaxSeconds = detail::kDateTimeBias / 1000;
  constexpr std::int64_t kQuarter = 900;
  if (constant.type == Datatype::date_time) {
    const auto ms = [](std::int64_t seconds) { return std::clamp(seconds, -kMaxSeconds - 1, kMaxSeconds + 1) * 1000; };
    select_huris(comparison, HuriKind::date_time,
                 cut_timeline(ms(low), ms(high), detail::kDateTimeBias, detail::kDateTimeCodeBits), result);
  } else if (constant.type == Datatype::date) {
    select_huris(comparison, HuriKind::date,
                 cut_timeline(low / kQuarter - 1, high / kQuarter + 1, detail::kDateBias, detail::kDateCodeBits),
                 result);
  }
  const auto next_type = static_cast<char>(static_cast<char>(constant.type) + 1);
  const Cut<std::string> cut{std::string(1, static_cast<char>(constant.type)), temporal_bound(constant.type, low),
                             temporal_bound(constant.type, high), std::string(1, next_type), false};
  select_keys(comparison, cut, result);
  return result;
}

}  // namespace quadrille
