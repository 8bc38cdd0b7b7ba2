#pragma once

// Functions for the spellings of doubles and floats in data: a finite number's shortest digits, and a table of forms.
//
// Spellings, for 1.5 and for 100 (the first that gives the lexical form is the code; floats have the first eight):
//    0  1.5E0    1.0E2   canonical           8  1.500      100.000        two digits more
//    1  1.5      100     shortest            9  1.5000     100.0000       three digits more
//    2  1.5      100.0   with a point       10  1.500000   100.000000     C's %f
//    3  1.5e0    1.0e2                      11  1.500000e+00              C's %e
//    4  1.5e+00  1e+02   C's shortest %e    12  +1.5       +100
//    5  1.5E0    1E2                        13  1.5E+00    1E+02
//    6  1.5e0    1e2                        14  .5 for 0.5
//    7  1.50     100.00  one digit more     15  1.5e+0     1e+2           JavaScript

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quadrille::detail {

inline constexpr std::uint64_t kSpellings = 16;
inline constexpr std::uint64_t kFloatSpellings = 8;

// A finite number as d.ddd * 10^exponent, with the fewest digits that distinguish it from its neighbours.
struct ShortestDigits {
  bool negative = false;
  std::array<char, 20> digits{};
  int count = 0;
  int exponent = 0;

  std::string_view text() const { return {digits.data(), static_cast<std::size_t>(count)}; }
};

template <class Real>
ShortestDigits shortest_digits(Real value) {
  char text[40];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
  ShortestDigits result;
  const char* at = text;
  if (*at == '-') {
    result.negative = true;
    ++at;
  }
  for (; at != end && *at != 'e'; ++at) {
    if (*at != '.') result.digits[static_cast<std::size_t>(result.count++)] = *at;
  }
  at += at[1] == '+' ? 2 : 1;
  std::from_chars(at, end, result.exponent);
  return result;
}

// Appends the number in this spelling; false if the spelling cannot show all its digits.
bool append_spelling(std::string& out, const ShortestDigits& number, std::uint64_t spelling);
// The first of the first `count` spellings that gives `lexical`; nullopt if there is none.
std::optional<std::uint64_t> find_spelling(std::string_view lexical, const ShortestDigits& number, std::uint64_t count);

}  // namespace quadrille::detail
