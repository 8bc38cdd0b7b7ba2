#pragma once

// Text as bytes: UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF), ASCII letters and
// hexadecimal digits. Independent of the locale. Local.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace quadrille {

// The length in bytes of the character at the start of `text`, 0 if it is not UTF-8 or `text` is empty.
std::size_t utf8_size(std::string_view text);

// The length in bytes of the longest prefix that is UTF-8. Cost: a step for each 16 bytes of ASCII.
std::size_t valid_utf8_prefix(std::string_view text);

inline bool is_valid_utf8(std::string_view text) {
  return valid_utf8_prefix(text) == text.size();
}

// The number of characters in `text`, UTF-8: bytes that continue a character do not count.
inline std::uint64_t count_characters(std::string_view text) {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // U+FEFF in UTF-8

constexpr std::uint32_t kLastCodePoint = 0x10FFFF;

constexpr bool is_surrogate(std::uint32_t code_point) {
  return code_point >= 0xD800 && code_point <= 0xDFFF;
}

// Precondition: code_point <= kLastCodePoint.
void append_utf8(std::string& out, std::uint32_t code_point);

// The first code point of `text`, which must be valid UTF-8 and not empty.
std::uint32_t first_code_point(std::string_view text);

constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Changes only ASCII letters.
std::string to_lower(std::string_view text);

// Compares without regard to the case of ASCII letters, as HTTP does for the names of headers.
inline bool same_in_lower(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

// Without spaces and tabs at its ends, as in HTTP (RFC 9110, 5.6.3), or without the given `blanks`.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = " \t") {
  const auto is_blank = [&](char c) { return blanks.find(c) != std::string_view::npos; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The value of a hexadecimal digit, -1 if it is not one.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// The character for a backslash and `letter` in strings of Turtle and SPARQL (ECHAR); 0 if there is none.
constexpr char unescaped(char letter) {
  switch (letter) {
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    case '"':
    case '\'':
    case '\\':
      return letter;
    default:
      return 0;
  }
}

}  // namespace quadrille
