#include "dictionary/detail/floating_spelling.hpp"

#include <algorithm>
#include <cstdlib>

namespace quadrille::detail {

namespace {

void append_fixed(std::string& out, const ShortestDigits& number, int fraction_digits, bool zero_before_point) {
  const std::string_view digits = number.text();
  const int whole_digits = number.exponent + 1;
  if (whole_digits > 0) {
    const auto taken = static_cast<std::size_t>(std::min(whole_digits, number.count));
    out += digits.substr(0, taken);
    out.append(static_cast<std::size_t>(whole_digits) - taken, '0');
  } else if (zero_before_point) {
    out += '0';
  }
  if (fraction_digits == 0) return;
  out += '.';
  const int zeros = std::min(whole_digits < 0 ? -whole_digits : 0, fraction_digits);
  out.append(static_cast<std::size_t>(zeros), '0');
  const auto first = static_cast<std::size_t>(std::max(0, std::min(whole_digits, number.count)));
  const std::string_view rest = digits.substr(first, static_cast<std::size_t>(fraction_digits - zeros));
  out += rest;
  out.append(static_cast<std::size_t>(fraction_digits - zeros) - rest.size(), '0');
}

// `least_fraction` digits behind the point at least, 0: no point where there need not be one.
void append_scientific(std::string& out, const ShortestDigits& number, int least_fraction, char letter, bool plus,
                       int least_exponent_digits) {
  const std::string_view digits = number.text();
  out += digits[0];
  const std::string_view fraction = digits.substr(1);
  if (!fraction.empty() || least_fraction > 0) out += '.';
  out += fraction;
  if (static_cast<int>(fraction.size()) < least_fraction) {
    out.append(static_cast<std::size_t>(least_fraction) - fraction.size(), '0');
  }
  out += letter;
  if (number.exponent < 0) {
    out += '-';
  } else if (plus) {
    out += '+';
  }
  const std::string exponent = std::to_string(std::abs(number.exponent));
  if (static_cast<int>(exponent.size()) < least_exponent_digits) out += '0';
  out += exponent;
}

}  // namespace

bool append_spelling(std::string& out, const ShortestDigits& number, std::uint64_t spelling) {
  if (spelling == 12) out += '+';
  if (number.negative) out += '-';
  const int needed = std::max(0, number.count - 1 - number.exponent);  // fraction digits of the fixed form
  const int pointed = std::max(1, needed);
  switch (spelling) {
    case 0:
      append_scientific(out, number, 1, 'E', false, 1);
      return true;
    case 1:
      append_fixed(out, number, needed, true);
      return true;
    case 2:
      append_fixed(out, number, pointed, true);
      return true;
    case 3:
      append_scientific(out, number, 1, 'e', false, 1);
      return true;
    case 4:
      append_scientific(out, number, 0, 'e', true, 2);
      return true;
    case 5:
      append_scientific(out, number, 0, 'E', false, 1);
      return true;
    case 6:
      append_scientific(out, number, 0, 'e', false, 1);
      return true;
    case 7:
    case 8:
    case 9:
      append_fixed(out, number, pointed + static_cast<int>(spelling) - 6, true);
      return true;
    case 10:
      append_fixed(out, number, 6, true);
      return needed <= 6;
    case 11:
      append_scientific(out, number, 6, 'e', true, 2);
      return number.count <= 7;
    case 12:
      append_fixed(out, number, needed, true);
      return !number.negative;
    case 13:
      append_scientific(out, number, 0, 'E', true, 2);
      return true;
    case 14:
      append_fixed(out, number, needed, false);
      return needed > 0;
    default:
      append_scientific(out, number, 0, 'e', true, 1);
      return true;
  }
}

namespace {
bool is_scientific(std::uint64_t spelling) {
  return (0b1010'1000'0111'1001 >> spelling & 1) != 0;
}

}  // namespace

std::optional<std::uint64_t> find_spelling(std::string_view lexical, const ShortestDigits& number,
                                           std::uint64_t count) {
  const bool scientific = lexical.find_first_of("eE") != std::string_view::npos;
  // No fixed form of these lengths is worth building.
  if (!scientific && static_cast<int>(lexical.size()) < std::abs(number.exponent)) return std::nullopt;
  std::string text;
  for (std::uint64_t spelling = 0; spelling < count; ++spelling) {
    if (is_scientific(spelling) != scientific) continue;
    text.clear();
    if (append_spelling(text, number, spelling) && text == lexical) return spelling;
  }
  return std::nullopt;
}

}  // namespace quadrille::detail
