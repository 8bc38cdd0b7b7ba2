// Inline xsd:integer and derived types, and inline xsd:decimal: pictures in inline_term.hpp.

#include <charconv>

#include "dictionary/detail/inline_layout.hpp"
#include "dictionary/inline_term.hpp"
#include "dictionary/inline_value.hpp"
#include "dictionary/number_lexical.hpp"

namespace quadrille {

namespace detail {

namespace {

constexpr std::size_t kMaxDigits = 16;  // both value fields hold fewer than 10^16

std::int64_t to_number(std::string_view digits) {
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

bool fits(std::int64_t value, std::int64_t bias) {
  return -bias <= value && value < bias;
}

std::optional<std::uint64_t> integer_spelling(const DecimalForm& form, bool zero) {
  const std::size_t zeros = form.needless_zeros();
  if (zeros == 0) return form.sign == '+' ? 1 : form.sign == '-' && zero ? 2 : 0;
  if (zeros > 5 || form.sign == '+' || (form.sign == '-' && zero)) return std::nullopt;
  return zeros + 2;
}

enum DecimalSpelling : std::uint64_t {
  plain,
  plus,
  no_whole,
  plus_no_whole,
  point_only,
  one_zero,
  minus_zero,
  two_zeros
};

std::optional<std::uint64_t> decimal_spelling(const DecimalForm& form) {
  const bool negative_zero = form.sign == '-' && form.is_zero();
  const std::size_t zeros = form.needless_zeros();
  if (form.whole.empty()) {
    if (negative_zero) return std::nullopt;
    return form.sign == '+' ? plus_no_whole : no_whole;
  }
  const bool bare_point = form.has_point && form.fraction.empty();
  const int oddities = bare_point + (zeros > 0) + negative_zero + (form.sign == '+');
  if (oddities == 0) return plain;
  if (oddities > 1 || zeros > 2) return std::nullopt;
  if (bare_point) return point_only;
  if (negative_zero) return minus_zero;
  if (form.sign == '+') return plus;
  return zeros == 1 ? one_zero : two_zeros;
}

}  // namespace

Encoding encode_integer(Datatype type, std::string_view lexical) {
  const auto form = split_integer(type, lexical);
  if (!form) return {};
  const std::string_view digits = form->significant_whole();
  if (digits.size() > kMaxDigits) return {true, {}};
  const std::int64_t value = form->sign == '-' ? -to_number(digits) : to_number(digits);
  const auto spelling = integer_spelling(*form, digits.empty());
  if (!spelling || !fits(value, kIntegerBias)) return {true, {}};
  const std::uint64_t type_code = static_cast<std::uint64_t>(type) - static_cast<std::uint64_t>(Datatype::integer);
  const std::uint64_t code = type_code << kIntegerSpellingBits | *spelling;
  return {true,
          Huri::make(HuriKind::integer, static_cast<std::uint64_t>(value + kIntegerBias) << kIntegerCodeBits | code)};
}

void append_integer(std::string& out, Huri huri) {
  const std::int64_t value = integer_value(huri);
  const std::uint64_t spelling = huri.payload() & ((1 << kIntegerSpellingBits) - 1);
  if (value < 0 || spelling == 2) out += '-';
  if (spelling == 1) out += '+';
  if (spelling > 2) out.append(spelling - 2, '0');
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value < 0 ? -value : value);
  out.append(digits, end);
}

Encoding encode_decimal(std::string_view lexical) {
  const auto form = split_decimal(lexical);
  if (!form) return {};
  const std::string_view whole = form->significant_whole();
  const auto spelling = decimal_spelling(*form);
  if (!spelling || form->fraction.size() > kDecimalScale || whole.size() > kMaxDigits - kDecimalScale)
    return {true, {}};
  std::int64_t value = to_number(whole);
  std::size_t digits = 0;
  for (; digits < kDecimalScale; ++digits) {
    value = value * 10 + (digits < form->fraction.size() ? form->fraction[digits] - '0' : 0);
  }
  if (form->sign == '-') value = -value;
  if (!fits(value, kDecimalBias)) return {true, {}};
  const std::uint64_t code = form->fraction.size() << kDecimalSpellingBits | *spelling;
  return {true,
          Huri::make(HuriKind::decimal, static_cast<std::uint64_t>(value + kDecimalBias) << kDecimalCodeBits | code)};
}

void append_decimal(std::string& out, Huri huri) {
  const std::int64_t micros = decimal_micros(huri);
  const auto magnitude = static_cast<std::uint64_t>(micros < 0 ? -micros : micros);
  const std::uint64_t spelling = huri.payload() & ((1 << kDecimalSpellingBits) - 1);
  const std::uint64_t digits = huri.payload() >> kDecimalSpellingBits & 7;
  if (micros < 0 || spelling == minus_zero) out += '-';
  if (spelling == plus || spelling == plus_no_whole) out += '+';
  if (spelling == one_zero) out += "0";
  if (spelling == two_zeros) out += "00";
  char text[24];
  if (spelling != no_whole && spelling != plus_no_whole) {
    const auto [end, error] = std::to_chars(text, text + sizeof text, magnitude / 1'000'000);
    out.append(text, end);
  }
  if (digits > 0 || spelling == point_only) out += '.';
  std::uint64_t fraction = magnitude % 1'000'000;
  for (int i = kDecimalScale - 1; i >= 0; --i, fraction /= 10) text[i] = static_cast<char>('0' + fraction % 10);
  out.append(text, digits);
}

}  // namespace detail

std::optional<Huri> inline_integer(std::int64_t value) {
  if (!detail::fits(value, detail::kIntegerBias)) return std::nullopt;
  return Huri::make(HuriKind::integer, static_cast<std::uint64_t>(value + detail::kIntegerBias)
                                           << detail::kIntegerCodeBits);
}

std::optional<Huri> inline_decimal(const Decimal& value) {
  const auto micros = value.to_scaled(detail::kDecimalScale);
  if (!micros || !detail::fits(*micros, detail::kDecimalBias)) return std::nullopt;
  const std::uint64_t code = value.scale() << detail::kDecimalSpellingBits;
  return Huri::make(HuriKind::decimal,
                    static_cast<std::uint64_t>(*micros + detail::kDecimalBias) << detail::kDecimalCodeBits | code);
}

}  // namespace quadrille
