#pragma once

// The character classes of SPARQL's names (SPARQL 1.1 Query, 19.8, terminals 164 to 168), and decoding of valid UTF-8.

#include <cstddef>
#include <string_view>

namespace quadrille::parser {

struct CodePoint {
  char32_t value;
  unsigned size;  // bytes
};

// The character at `text[at]`, which must exist; the text is valid UTF-8.
inline CodePoint decode(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[at + i])); };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  if (first < 0xE0) return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  if (first < 0xF0) return {(first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  return {(first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
}

inline bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}
constexpr bool is_digit(char32_t c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_letter(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_hex(char32_t c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

constexpr bool is_pn_chars_base(char32_t c) {
  if (c < 0x80) return is_letter(c);
  return (c >= 0xC0 && c <= 0x2FF && c != 0xD7 && c != 0xF7) || (c >= 0x370 && c <= 0x1FFF && c != 0x37E) ||
         c == 0x200C || c == 0x200D || (c >= 0x2070 && c <= 0x218F) || (c >= 0x2C00 && c <= 0x2FEF) ||
         (c >= 0x3001 && c <= 0xD7FF) || (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFFD) ||
         (c >= 0x10000 && c <= 0xEFFFF);
}
constexpr bool is_pn_chars_u(char32_t c) {
  return is_pn_chars_base(c) || c == '_';
}

// True for a character that can follow the first one of a variable's name.
constexpr bool is_varname_part(char32_t c) {
  return is_pn_chars_u(c) || is_digit(c) || c == 0xB7 || (c >= 0x300 && c <= 0x36F) || c == 0x203F || c == 0x2040;
}
constexpr bool is_pn_chars(char32_t c) {
  return is_varname_part(c) || c == '-';
}

// True for a byte that no IRI between "<" and ">" has.
constexpr bool is_forbidden_in_iris(unsigned char c) {
  return c <= ' ' || c == '<' || c == '>' || c == '"' || c == '{' || c == '}' || c == '|' || c == '^' || c == '`' ||
         c == '\\';
}

// True for a character that can follow a "\" in a local name (PN_LOCAL_ESC).
inline bool is_local_escape(char c) {
  return std::string_view("_~.-!$&'()*+,;=/?#@%").find(c) != std::string_view::npos;
}

}  // namespace quadrille::parser
