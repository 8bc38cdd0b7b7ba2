// Inline xsd:double and xsd:float: picture in inline_term.hpp.
//
// The places, in order:
//   -INF, the negative numbers, -0, 0, the positive numbers d.dddddddddddd E-324 .. E308, INF, NaN
// Every decimal of 13 digits (the first not 0) has a place. A double has the place of its shortest decimal, if that has
// at most 13 digits; the double nearest to the decimal is then its value. Rounding is monotone, so order of places =
// order of values. A float without a place is between two places; floats are so far from each other (2^-24, against
// 10^-12) that it is the only one there, and the nearest to both.

#include <charconv>
#include <cmath>
#include <limits>

#include "dictionary/detail/floating_spelling.hpp"
#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/inline_value.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille {

namespace detail {

namespace {

constexpr int kPlaceDigits = 13;
constexpr std::int64_t kFirstMantissa = 1'000'000'000'000;           // 10^12: the least of 13 digits
constexpr std::int64_t kMantissas = 9'000'000'000'000;               // the number of those with 13 digits
constexpr int kFirstExponent = -324;                                 // of 5E-324
constexpr int kExponents = 308 - kFirstExponent + 1;                 // .. of 1.8E308
constexpr std::int64_t kInfinityRank = kMantissas * kExponents + 1;  // ranks count from zero (0) to infinity
constexpr std::int64_t kPlaceBias = std::int64_t{1} << 53;           // the place of +0; that of -0 is one less
static_assert(kInfinityRank + 1 < kPlaceBias);

std::uint64_t place_at(std::int64_t rank, bool negative) {
  return static_cast<std::uint64_t>(negative ? kPlaceBias - 1 - rank : kPlaceBias + rank);
}

std::int64_t rank_of_decimal(std::int64_t mantissa, int exponent) {
  return 1 + (exponent - kFirstExponent) * kMantissas + (mantissa - kFirstMantissa);
}

// mantissa * 10^exponent to the nearest. Within 10^22 both operands are exact and the result is rounded once.
double nearest_double(std::int64_t mantissa, int exponent) {
  static constexpr double kPowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  if (-22 <= exponent && exponent <= 22) {
    const auto value = static_cast<double>(mantissa);
    return exponent < 0 ? value / kPowers[-exponent] : value * kPowers[exponent];
  }
  char text[40];
  char* end = std::to_chars(text, text + 20, mantissa).ptr;
  *end++ = 'e';
  end = std::to_chars(end, text + sizeof text, exponent).ptr;
  double value = 0;
  const auto [stop, error] = std::from_chars(text, end, value);
  if (error == std::errc::result_out_of_range && exponent > 0) value = std::numeric_limits<double>::infinity();
  return value;
}

Huri floating_huri(std::uint64_t place, std::uint64_t code) {
  return Huri::make(HuriKind::floating, place << kFloatingCodeBits | code);
}

std::uint64_t place_of(Huri huri) {
  return huri.payload() >> kFloatingCodeBits;
}
std::uint64_t code_of(Huri huri) {
  return huri.payload() & kFloatingCodeMask;
}

// The place of a finite double, given its shortest digits.
FloatingPlace place_of_digits(const ShortestDigits& shortest) {
  if (shortest.digits[0] == '0') return {place_at(0, shortest.negative), true};
  std::int64_t mantissa = 0;
  for (int i = 0; i < kPlaceDigits; ++i) {
    mantissa = mantissa * 10 + (i < shortest.count ? shortest.digits[static_cast<std::size_t>(i)] - '0' : 0);
  }
  const bool exact = shortest.count <= kPlaceDigits;
  const std::int64_t rank = rank_of_decimal(mantissa, shortest.exponent);
  // Cut digits bring a value nearer to zero: below zero the place under it is one further.
  return {place_at(exact || !shortest.negative ? rank : rank + 1, shortest.negative), exact};
}

std::optional<Huri> double_at(const FloatingPlace& place, std::uint64_t spelling) {
  if (!place.exact) return std::nullopt;
  return floating_huri(place.place, spelling);
}

Huri float_at(const FloatingPlace& place, std::uint64_t spelling) {
  return floating_huri(place.place, spelling + (place.exact ? kFloatingFloats : kFloatingBetween));
}

// Neither infinities nor NaN have digits, but they have places.
FloatingPlace place_of_any(double value) {
  return std::isnan(value) ? FloatingPlace{nan_place(), true} : floating_place(value);
}

// Numbers too large for the type ("1e999") are infinite, but not so spelled.
std::optional<std::uint64_t> special_spelling(std::string_view lexical) {
  if (!lexical.ends_with("INF") && lexical != "NaN") return std::nullopt;
  return lexical == "+INF" ? 1 : 0;
}

template <class Real>
void append_value(std::string& out, Real value, std::uint64_t spelling) {
  if (std::isnan(value)) {
    out += "NaN";
  } else if (std::isinf(value)) {
    out += value < 0 ? "-INF" : spelling == 1 ? "+INF" : "INF";
  } else {
    append_spelling(out, shortest_digits(value), spelling);
  }
}

}  // namespace

std::uint64_t nan_place() {
  return place_at(kInfinityRank + 1, false);
}

FloatingPlace floating_place(double value) {
  if (std::isinf(value)) return {place_at(kInfinityRank, value < 0), true};
  return place_of_digits(shortest_digits(value));
}

double place_value(std::uint64_t place) {
  std::int64_t rank = static_cast<std::int64_t>(place) - kPlaceBias;
  const bool negative = rank < 0;
  if (negative) rank = -rank - 1;
  if (rank > kInfinityRank) return std::numeric_limits<double>::quiet_NaN();
  double magnitude = 0;
  if (rank == kInfinityRank) {
    magnitude = std::numeric_limits<double>::infinity();
  } else if (rank > 0) {
    const std::int64_t mantissa = (rank - 1) % kMantissas + kFirstMantissa;
    const auto exponent = static_cast<int>((rank - 1) / kMantissas) + kFirstExponent;
    magnitude = nearest_double(mantissa, exponent - (kPlaceDigits - 1));
  }
  return negative ? -magnitude : magnitude;
}

Encoding encode_double(std::string_view lexical) {
  const auto value = parse_double(lexical);
  if (!value) return {};
  if (!std::isfinite(*value)) {
    const auto spelling = special_spelling(lexical);
    return {true, spelling ? double_at(place_of_any(*value), *spelling) : std::nullopt};
  }
  const ShortestDigits digits = shortest_digits(*value);
  if (digits.count > kPlaceDigits) return {true, {}};
  const auto spelling = find_spelling(lexical, digits, kSpellings);
  return {true, spelling ? double_at(place_of_digits(digits), *spelling) : std::nullopt};
}

Encoding encode_float(std::string_view lexical) {
  const auto value = parse_float(lexical);
  if (!value) return {};
  const auto spelling = std::isfinite(*value) ? find_spelling(lexical, shortest_digits(*value), kFloatSpellings)
                                              : special_spelling(lexical);
  if (!spelling) return {true, {}};
  return {true, float_at(place_of_any(*value), *spelling)};
}

void append_floating(std::string& out, Huri huri) {
  const std::uint64_t code = code_of(huri);
  if (code < kFloatingFloats) {
    append_value(out, place_value(place_of(huri)), code);
  } else {
    append_value(out, static_cast<float>(floating_value(huri)), code % kFloatSpellings);
  }
}

}  // namespace detail

double floating_value(Huri huri) {
  const double value = detail::place_value(detail::place_of(huri));
  // The float next to the place is far nearer than the middle between two floats, so rounding twice does not matter.
  return detail::code_of(huri) < detail::kFloatingBetween ? value : double{static_cast<float>(value)};
}

std::optional<Huri> inline_double(double value) {
  return detail::double_at(detail::place_of_any(value), 0);
}

std::optional<Huri> inline_float(float value) {
  return detail::float_at(detail::place_of_any(value), 0);
}

std::string double_lexical(double value) {
  std::string out;
  detail::append_value(out, value, 0);
  return out;
}

std::string float_lexical(float value) {
  std::string out;
  detail::append_value(out, value, 0);
  return out;
}

}  // namespace quadrille
