#include "dictionary/number_lexical.hpp"

#include <charconv>
#include <limits>

namespace quadrille {

namespace {

constexpr std::string_view kDigits = "0123456789";

// Removes and returns the digits that open the text.
std::string_view take_digits(std::string_view& text) {
  const std::size_t end = text.find_first_not_of(kDigits);
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(digits.size());
  return digits;
}

char take_sign(std::string_view& text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return 0;
  const char sign = text[0];
  text.remove_prefix(1);
  return sign;
}

// Takes sign, whole, point and fraction off the text; false if there is no digit.
bool take_decimal(std::string_view& text, DecimalForm& form) {
  form.sign = take_sign(text);
  form.whole = take_digits(text);
  form.has_point = text.starts_with('.');
  if (form.has_point) {
    text.remove_prefix(1);
    form.fraction = take_digits(text);
  }
  return !form.whole.empty() || !form.fraction.empty();
}

// The value facets of the integer types. Types without an upper bound have none for any length.
struct IntegerBounds {
  bool bounded_below;
  bool bounded_above;
  std::uint64_t below;  // the least value is -below
  std::uint64_t above;  // the greatest value; for negativeInteger 0 is excluded by `zero`
  bool zero;
};

IntegerBounds bounds_of(Datatype type) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  switch (type) {
    case Datatype::non_positive_integer:
      return {false, true, 0, 0, true};
    case Datatype::negative_integer:
      return {false, true, 0, 0, false};
    case Datatype::long_integer:
      return {true, true, std::uint64_t{1} << 63, (std::uint64_t{1} << 63) - 1, true};
    case Datatype::int_integer:
      return {true, true, std::uint64_t{1} << 31, (std::uint64_t{1} << 31) - 1, true};
    case Datatype::short_integer:
      return {true, true, 32768, 32767, true};
    case Datatype::byte_integer:
      return {true, true, 128, 127, true};
    case Datatype::non_negative_integer:
      return {true, false, 0, 0, true};
    case Datatype::unsigned_long:
      return {true, true, 0, kMax, true};
    case Datatype::unsigned_int:
      return {true, true, 0, (std::uint64_t{1} << 32) - 1, true};
    case Datatype::unsigned_short:
      return {true, true, 0, 65535, true};
    case Datatype::unsigned_byte:
      return {true, true, 0, 255, true};
    case Datatype::positive_integer:
      return {true, false, 0, 0, false};
    default:
      return {false, false, 0, 0, true};
  }
}

// `digits` without opening zeros, compared with a bound.
bool at_most(std::string_view digits, std::uint64_t bound) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc() && value <= bound;
}

bool within_bounds(Datatype type, const DecimalForm& form) {
  const IntegerBounds bounds = bounds_of(type);
  const std::string_view digits = form.significant_whole();
  if (digits.empty()) return bounds.zero;
  if (form.sign == '-') return !bounds.bounded_below || at_most(digits, bounds.below);
  return !bounds.bounded_above || at_most(digits, bounds.above);
}

// True if the finite number is 1 or more in magnitude, given the parts of its form and its exponent's digits.
bool is_large(const DecimalForm& form, bool negative_exponent, std::string_view exponent) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int32_t>::max();
  std::int64_t power = 0;
  const auto [end, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  if (error == std::errc::result_out_of_range || power > kHuge) return !negative_exponent;
  if (negative_exponent) power = -power;
  const std::string_view whole = form.significant_whole();
  if (!whole.empty()) return power + static_cast<std::int64_t>(whole.size()) > 0;
  const auto zeros = static_cast<std::int64_t>(form.fraction.find_first_not_of('0'));
  return power - zeros > 0;
}

template <class Real>
std::optional<Real> parse_real(std::string_view lexical) {
  constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  if (lexical == "NaN") return std::numeric_limits<Real>::quiet_NaN();
  if (lexical == "INF" || lexical == "+INF") return kInfinity;
  if (lexical == "-INF") return -kInfinity;
  std::string_view rest = lexical;
  DecimalForm form;
  if (!take_decimal(rest, form)) return std::nullopt;
  bool negative_exponent = false;
  std::string_view exponent = "0";
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    negative_exponent = take_sign(rest) == '-';
    exponent = take_digits(rest);
    if (exponent.empty()) return std::nullopt;
  }
  if (!rest.empty()) return std::nullopt;
  if (form.is_zero()) return form.sign == '-' ? -Real{0} : Real{0};
  if (form.sign == '+') lexical.remove_prefix(1);
  Real value = 0;
  const auto [end, error] = std::from_chars(lexical.data(), lexical.data() + lexical.size(), value);
  if (error != std::errc()) {
    value = is_large(form, negative_exponent, exponent) ? kInfinity : Real{0};
    if (form.sign == '-') value = -value;
  }
  return value;
}

}  // namespace

std::string_view DecimalForm::significant_whole() const {
  const std::size_t first = whole.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view() : whole.substr(first);
}

std::string_view DecimalForm::significant_fraction() const {
  return fraction.substr(0, fraction.find_last_not_of('0') + 1);
}

std::size_t DecimalForm::needless_zeros() const {
  const std::size_t zeros = whole.size() - significant_whole().size();
  return zeros > 0 && zeros == whole.size() ? zeros - 1 : zeros;
}

std::optional<DecimalForm> split_decimal(std::string_view lexical) {
  DecimalForm form;
  if (!take_decimal(lexical, form) || !lexical.empty()) return std::nullopt;
  return form;
}

std::optional<DecimalForm> split_integer(Datatype type, std::string_view lexical) {
  const auto form = split_decimal(lexical);
  if (!form || form->has_point || !within_bounds(type, *form)) return std::nullopt;
  return form;
}

std::optional<double> parse_double(std::string_view lexical) {
  return parse_real<double>(lexical);
}
std::optional<float> parse_float(std::string_view lexical) {
  return parse_real<float>(lexical);
}

bool is_valid_number(Datatype type, std::string_view lexical) {
  if (is_integer(type)) return split_integer(type, lexical).has_value();
  if (type == Datatype::decimal) return split_decimal(lexical).has_value();
  return is_numeric(type) && parse_double(lexical).has_value();
}

}  // namespace quadrille
