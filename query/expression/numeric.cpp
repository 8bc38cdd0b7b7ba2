#include "query/expression/numeric.hpp"

#include <cmath>
#include <optional>

#include "query/expression/time_arithmetic.hpp"

namespace quadrille::query {

namespace {

// Product and quotient of exact numbers are an overflow error beyond (XPath: FOAR0002).
bool is_too_long(const Decimal& a, const Decimal& b) {
  return a.digit_count() + b.digit_count() > kMaxComputedDigits;
}

// One operator in the four types that it computes in. For exact numbers `integers` returns true if the result fits into
// 64 bits.
template <class Integers, class Decimals, class Reals>
Value promoted(const Value& a, const Value& b, Arena& arena, Integers integers, Decimals decimals, Reals reals) {
  if (!a.is_numeric() || !b.is_numeric()) return Value::error();
  if (a.is_int64() && b.is_int64()) {
    std::int64_t result = 0;
    if (integers(a.as_int64(), b.as_int64(), result)) return Value::integer(result);
  }
  if (a.is_exact() && b.is_exact()) {
    const std::optional<Decimal> result = decimals(a.as_decimal(), b.as_decimal());
    if (!result) return Value::error();
    const bool whole = a.kind() == ValueKind::integer && b.kind() == ValueKind::integer;
    return whole ? Value::integer(*result, arena) : Value::decimal(*result, arena);
  }
  if (a.kind() == ValueKind::double_number || b.kind() == ValueKind::double_number) {
    return Value::double_number(reals(a.as_double(), b.as_double()));
  }
  return Value::float_number(reals(a.as_float(), b.as_float()));
}

// A function of one number that stays in its type.
template <class Decimals, class Reals>
Value in_type(const Value& number, Arena& arena, Decimals decimals, Reals reals) {
  switch (number.kind()) {
    case ValueKind::integer:
      return Value::integer(decimals(number.as_decimal()), arena);
    case ValueKind::decimal:
      return Value::decimal(decimals(number.as_decimal()), arena);
    case ValueKind::float_number:
      return Value::float_number(static_cast<float>(reals(number.as_double())));
    case ValueKind::double_number:
      return Value::double_number(reals(number.as_double()));
    default:
      return Value::error();
  }
}

double round_half_up(double value) {
  const double below = std::floor(value);
  return std::copysign(value - below >= 0.5 ? below + 1 : below, value);
}

std::weak_ordering compare_exact_with_real(const Value& exact, double real) {
  if (std::isnan(real)) return std::weak_ordering::less;
  if (std::isinf(real)) return real > 0 ? std::weak_ordering::less : std::weak_ordering::greater;
  return exact.as_decimal() <=> *Decimal::from_double(real);
}

}  // namespace

Value add(const Value& a, const Value& b, Arena& arena) {
  if (!a.is_numeric() && !b.is_numeric()) return add_times(a, b, arena);
  return promoted(
      a, b, arena,
      [](std::int64_t x, std::int64_t y, std::int64_t& sum) { return !__builtin_add_overflow(x, y, &sum); },
      [](const Decimal& x, const Decimal& y) { return x + y; }, [](auto x, auto y) { return x + y; });
}

Value subtract(const Value& a, const Value& b, Arena& arena) {
  if (!a.is_numeric() && !b.is_numeric()) return subtract_times(a, b, arena);
  return promoted(
      a, b, arena,
      [](std::int64_t x, std::int64_t y, std::int64_t& rest) { return !__builtin_sub_overflow(x, y, &rest); },
      [](const Decimal& x, const Decimal& y) { return x - y; }, [](auto x, auto y) { return x - y; });
}

Value multiply(const Value& a, const Value& b, Arena& arena) {
  return promoted(
      a, b, arena,
      [](std::int64_t x, std::int64_t y, std::int64_t& product) { return !__builtin_mul_overflow(x, y, &product); },
      [](const Decimal& x, const Decimal& y) { return is_too_long(x, y) ? std::nullopt : std::optional(x * y); },
      [](auto x, auto y) { return x * y; });
}

Value divide(const Value& a, const Value& b, Arena& arena) {
  if (!a.is_exact() || !b.is_exact()) {
    return promoted(
        a, b, arena, [](std::int64_t, std::int64_t, std::int64_t&) { return false; },
        [](const Decimal& x, const Decimal&) { return x; }, [](auto x, auto y) { return x / y; });
  }
  const Decimal numerator = a.as_decimal();
  const Decimal denominator = b.as_decimal();
  if (is_too_long(numerator, denominator)) return Value::error();
  const auto quotient = quadrille::divide(numerator, denominator);
  return quotient ? Value::decimal(*quotient, arena) : Value::error();
}

Value opposite(const Value& number, Arena& arena) {
  return in_type(
      number, arena, [](const Decimal& x) { return -x; }, [](double x) { return -x; });
}

Value unary_plus(const Value& number, Arena& arena) {
  return in_type(
      number, arena, [](const Decimal& x) { return x; }, [](double x) { return x; });
}

Value absolute(const Value& number, Arena& arena) {
  return in_type(
      number, arena, [](const Decimal& x) { return abs(x); }, [](double x) { return std::fabs(x); });
}

Value ceiling(const Value& number, Arena& arena) {
  return in_type(
      number, arena, [](const Decimal& x) { return ceil(x); }, [](double x) { return std::ceil(x); });
}

Value floor(const Value& number, Arena& arena) {
  return in_type(
      number, arena, [](const Decimal& x) { return quadrille::floor(x); }, [](double x) { return std::floor(x); });
}

Value round(const Value& number, Arena& arena) {
  return in_type(
      number, arena, [](const Decimal& x) { return quadrille::round(x); }, round_half_up);
}

std::partial_ordering compare_promoted(const Value& a, const Value& b) {
  if (a.is_int64() && b.is_int64()) return a.as_int64() <=> b.as_int64();
  if (a.is_exact() && b.is_exact()) return a.as_decimal() <=> b.as_decimal();
  if (a.kind() == ValueKind::double_number || b.kind() == ValueKind::double_number) {
    return a.as_double() <=> b.as_double();
  }
  return a.as_float() <=> b.as_float();
}

std::weak_ordering compare_exactly(const Value& a, const Value& b) {
  if (a.is_int64() && b.is_int64()) return a.as_int64() <=> b.as_int64();
  if (a.is_exact() && b.is_exact()) return a.as_decimal() <=> b.as_decimal();
  if (a.is_exact()) return compare_exact_with_real(a, b.as_double());
  if (b.is_exact()) return 0 <=> compare_exact_with_real(b, a.as_double());
  const bool a_nan = std::isnan(a.as_double());
  const bool b_nan = std::isnan(b.as_double());
  if (a_nan || b_nan) return a_nan <=> b_nan;
  return a.as_double() < b.as_double()   ? std::weak_ordering::less
         : a.as_double() > b.as_double() ? std::weak_ordering::greater
                                         : std::weak_ordering::equivalent;
}

}  // namespace quadrille::query
