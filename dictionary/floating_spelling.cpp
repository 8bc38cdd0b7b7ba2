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

// The form of a number d.dddE+xx in a spelling.
struct Scientific {
  char letter = 0;         // 0: it is a fixed form
  int least_fraction = 0;  // digits behind the point at least; 0: no point where there need not be one
  bool plus = false;
  int least_exponent_digits = 1;
};
constexpr std::array<Scientific, kSpellings> kScientific = {{{'E', 1},
                                                             {},
                                                             {},
                                                             {'e', 1},
                                                             {'e', 0, true, 2},
                                                             {'E'},
                                                             {'e'},
                                                             {},
                                                             {},
                                                             {},
                                                             {},
                                                             {'e', 6, true, 2},
                                                             {},
                                                             {'E', 0, true, 2},
                                                             {},
                                                             {'e', 0, true, 1}}};

void append_scientific(std::string& out, const ShortestDigits& number, const Scientific& form) {
  const std::string_view digits = number.text();
  out += digits[0];
  const std::string_view fraction = digits.substr(1);
  if (!fraction.empty() || form.least_fraction > 0) out += '.';
  out += fraction;
  if (static_cast<int>(fraction.size()) < form.least_fraction) {
    out.append(static_cast<std::size_t>(form.least_fraction) - fraction.size(), '0');
  }
  out += form.letter;
  if (number.exponent < 0) {
    out += '-';
  } else if (form.plus) {
    out += '+';
  }
  const std::string exponent = std::to_string(std::abs(number.exponent));
  if (static_cast<int>(exponent.size()) < form.least_exponent_digits) out += '0';
  out += exponent;
}

}  // namespace

bool append_spelling(std::string& out, const ShortestDigits& number, std::uint64_t spelling) {
  if (spelling == 12) out += '+';
  if (number.negative) out += '-';
  const int needed = std::max(0, number.count - 1 - number.exponent);  // fraction digits of the fixed form
  if (kScientific[spelling].letter != 0) {
    append_scientific(out, number, kScientific[spelling]);
    return spelling != 11 || number.count <= 7;
  }
  const int pointed = std::max(1, needed);
  const int more = spelling >= 7 && spelling <= 9 ? static_cast<int>(spelling) - 6 : 0;
  const int digits = spelling == 10 ? 6 : spelling == 2 || more > 0 ? pointed + more : needed;
  append_fixed(out, number, digits, spelling != 14);
  if (spelling == 12) return !number.negative;
  return spelling == 14 ? needed > 0 : digits >= needed;
}

std::optional<std::uint64_t> find_spelling(std::string_view lexical, const ShortestDigits& number,
                                           std::uint64_t count) {
  const bool scientific = lexical.find_first_of("eE") != std::string_view::npos;
  // No fixed form of these lengths is worth building.
  if (!scientific && static_cast<int>(lexical.size()) < std::abs(number.exponent)) return std::nullopt;
  std::string text;
  for (std::uint64_t spelling = 0; spelling < count; ++spelling) {
    if ((kScientific[spelling].letter != 0) != scientific) continue;
    text.clear();
    if (append_spelling(text, number, spelling) && text == lexical) return spelling;
  }
  return std::nullopt;
}

}  // namespace quadrille::detail
