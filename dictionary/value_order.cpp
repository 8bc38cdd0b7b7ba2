#include "dictionary/value_order.hpp"

#include <algorithm>
#include <cmath>

#include "base/assert.hpp"
#include "dictionary/datatype.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/inline_value.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille {

namespace {

constexpr std::int64_t kMicros = 1'000'000;

NumericType type_of(Huri huri) {
  switch (huri.kind()) {
    case HuriKind::integer:
      return NumericType::integer;
    case HuriKind::decimal:
      return NumericType::decimal;
    default:
      return is_float(huri) ? NumericType::float_number : NumericType::double_number;
  }
}

// In millionths; of an integer or decimal.
__int128 micros_of(Huri huri) {
  return huri.kind() == HuriKind::integer ? static_cast<__int128>(integer_value(huri)) * kMicros : decimal_micros(huri);
}

// The operands of the quotient are exact, so it is rounded once; so is an integer of 52 bits.
double double_of(Huri huri) {
  switch (huri.kind()) {
    case HuriKind::integer:
      return static_cast<double>(integer_value(huri));
    case HuriKind::decimal:
      return static_cast<double>(decimal_micros(huri)) / static_cast<double>(kMicros);
    default:
      return floating_value(huri);
  }
}

float float_of(Huri huri) {
  switch (huri.kind()) {
    case HuriKind::integer:
      return static_cast<float>(integer_value(huri));
    case HuriKind::decimal:
      return Decimal::from_scaled(decimal_micros(huri), detail::kDecimalScale).to_float();
    default:
      return static_cast<float>(floating_value(huri));
  }
}

// An exact number against a double that is not NaN.
std::weak_ordering compare_exact(const Decimal& a, double b) {
  const double rounded = a.to_double();
  if (rounded != b) return rounded < b ? std::weak_ordering::less : std::weak_ordering::greater;
  if (std::isinf(b)) return b < 0 ? std::weak_ordering::greater : std::weak_ordering::less;
  return a <=> *Decimal::from_double(b);
}

std::weak_ordering reverse(std::weak_ordering order) {
  return order < 0 ? std::weak_ordering::greater : order > 0 ? std::weak_ordering::less : order;
}

std::weak_ordering order_reals(double a, double b) {
  return a < b ? std::weak_ordering::less : a > b ? std::weak_ordering::greater : std::weak_ordering::equivalent;
}

}  // namespace

std::optional<NumericValue> numeric_value(TermView term) {
  if (term.kind != TermKind::literal || !term.language.empty()) return std::nullopt;
  const Datatype type = datatype_of(term.datatype);
  if (is_integer(type)) {
    if (!split_integer(type, term.text)) return std::nullopt;
    return NumericValue::integer(*Decimal::parse(term.text));
  }
  if (type == Datatype::decimal) {
    auto value = Decimal::parse(term.text);
    if (!value) return std::nullopt;
    return NumericValue::decimal(*std::move(value));
  }
  if (type == Datatype::float_number) {
    const auto value = parse_float(term.text);
    if (!value) return std::nullopt;
    return NumericValue::float_number(*value);
  }
  if (type != Datatype::double_number) return std::nullopt;
  const auto value = parse_double(term.text);
  if (!value) return std::nullopt;
  return NumericValue::double_number(*value);
}

NumericValue numeric_value(Huri huri) {
  QUADRILLE_ASSERT(is_inline(huri) && huri.is_numeric(), "the value of a number can be read off inline HURIs only");
  switch (type_of(huri)) {
    case NumericType::integer:
      return NumericValue::integer(Decimal(integer_value(huri)));
    case NumericType::decimal:
      return NumericValue::decimal(Decimal::from_scaled(decimal_micros(huri), detail::kDecimalScale));
    case NumericType::float_number:
      return NumericValue::float_number(static_cast<float>(floating_value(huri)));
    default:
      return NumericValue::double_number(floating_value(huri));
  }
}

double to_double(const NumericValue& value) {
  return value.is_real() ? value.real : value.exact.to_double();
}

float to_float(const NumericValue& value) {
  return value.is_real() ? static_cast<float>(value.real) : value.exact.to_float();
}

std::partial_ordering compare(const NumericValue& a, const NumericValue& b) {
  switch (std::max(a.type, b.type)) {
    case NumericType::float_number:
      return to_float(a) <=> to_float(b);
    case NumericType::double_number:
      return to_double(a) <=> to_double(b);
    default:
      return a.exact <=> b.exact;
  }
}

std::partial_ordering compare_numbers(Huri a, Huri b) {
  switch (std::max(type_of(a), type_of(b))) {
    case NumericType::float_number:
      return float_of(a) <=> float_of(b);
    case NumericType::double_number:
      return double_of(a) <=> double_of(b);
    default: {
      const __int128 x = micros_of(a);
      const __int128 y = micros_of(b);
      return x < y   ? std::partial_ordering::less
             : x > y ? std::partial_ordering::greater
                     : std::partial_ordering::equivalent;
    }
  }
}

std::weak_ordering sort_order(const NumericValue& a, const NumericValue& b) {
  const bool a_is_nan = a.is_real() && std::isnan(a.real);
  const bool b_is_nan = b.is_real() && std::isnan(b.real);
  if (a_is_nan || b_is_nan) return a_is_nan <=> b_is_nan;
  if (a.is_real() && b.is_real()) return order_reals(a.real, b.real);
  if (b.is_real()) return compare_exact(a.exact, b.real);
  if (a.is_real()) return reverse(compare_exact(b.exact, a.real));
  return a.exact <=> b.exact;
}

}  // namespace quadrille
