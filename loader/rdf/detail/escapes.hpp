#pragma once

// Replaces the escapes of strings (ECHAR and UCHAR of Turtle, 6.5, and of N-Triples).

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"

namespace quadrille::detail {

// The code point of the `digits` hexadecimal digits at `at`; greater than kLastCodePoint if they are not digits.
inline std::uint32_t code_point(const char* at, int digits) {
  std::uint64_t value = 0;
  for (int i = 0; i < digits; ++i) {
    if (!is_hex(at[i])) return kLastCodePoint + 1;
    value = value << 4 | static_cast<std::uint64_t>(hex_value(at[i]));
  }
  return value > kLastCodePoint || is_surrogate(static_cast<std::uint32_t>(value)) ? kLastCodePoint + 1
                                                                                   : static_cast<std::uint32_t>(value);
}

// Appends the character of the escape at `at`, a backslash. Returns the end of the escape; nullptr if it is not one.
inline const char* append_unescaped(std::string& out, const char* at) {
  const char letter = at[1];
  if (letter == 'u' || letter == 'U') {
    const int digits = letter == 'u' ? 4 : 8;
    const std::uint32_t c = code_point(at + 2, digits);
    if (c > kLastCodePoint) return nullptr;
    append_utf8(out, c);
    return at + 2 + digits;
  }
  const char c = unescaped(letter);
  if (c == 0) return nullptr;
  out += c;
  return at + 2;
}

// The text between the first and the last byte of `written`, which are "<" and ">" or quotes. Its escapes are
// well-formed.
inline std::string unescaped_between(std::string_view written) {
  std::string text;
  const char* const end = written.data() + written.size() - 1;
  for (const char* at = written.data() + 1; at != nullptr && at < end;) {
    if (*at == '\\') {
      at = append_unescaped(text, at);
    } else {
      text += *at++;
    }
  }
  return text;
}

}  // namespace quadrille::detail
