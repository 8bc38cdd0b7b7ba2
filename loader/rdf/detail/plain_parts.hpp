#pragma once

// Scans parts of terms, and the space between them. Each function returns the end of the part; nullptr if it is wrong.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/text.hpp"
#include "loader/rdf/detail/byte_class.hpp"
#include "loader/rdf/term_faults.hpp"

namespace quadrille::detail {

constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// The tokens around the components of a triple term.
inline constexpr std::string_view kTripleBegin = "<<(", kTripleEnd = ")>>";

inline bool begins_triple(const char* at) {
  return at[0] == '<' && at[1] == '<' && at[2] == '(';
}
inline bool ends_triple(const char* at) {
  return at[0] == ')' && at[1] == '>' && at[2] == '>';
}

// Skips the white space and comments of Turtle, in a text that ends with a line feed.
inline const char* skip_space(const char* at) {
  for (;; ++at) {
    if (is_space(*at)) continue;
    if (*at != '#') return at;
    while (*at != '\n' && *at != '\r') ++at;
  }
}

// Skips a word in any case, given in small letters; nullptr if it is not at `at`, or goes on.
inline const char* skip_word(const char* at, std::string_view word) {
  for (const char letter : word) {
    if ((*at++ | 0x20) != letter) return nullptr;
  }
  return is_of(kLabel, *at) || *at == ':' || !is_ascii(*at) ? nullptr : at;
}

// Skips a character beyond ASCII that a name can have, at its start or within it. If the text is not UTF-8, which other
// code detects, any result is allowed.
inline const char* skip_name_character(const char* at, bool at_begin) {
  const auto lead = static_cast<unsigned char>(*at);
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const std::uint32_t c = first_code_point({at, size});
  return (at_begin ? may_start_label(c) : may_be_in_label(c)) ? at + size : nullptr;
}

// Finds the end of a blank node label, `at` after "_:". A dot at its end belongs to the statement. Sets a bit of
// `not_ascii` if there is a character to check.
inline const char* find_label_end(const char* at, std::uint32_t& not_ascii) {
  const char* fixed = at;  // everything before it belongs to the label, also dots
  not_ascii |= static_cast<unsigned char>(*at) & 0x80u;
  if (!is_ascii(*at)) {
    if (!(fixed = skip_name_character(at, true))) return nullptr;
  } else if (is_alphanumeric(*at) || *at == '_') {
    fixed = at + 1;
  } else {
    return nullptr;
  }
  for (at = fixed;;) {
    while (is_of(kLabel, *at)) ++at;
    if (is_ascii(*at)) break;
    not_ascii |= 0x80u;
    if (!(fixed = at = skip_name_character(at, false))) return nullptr;
  }
  while (at > fixed && at[-1] == '.') --at;
  return at;
}

// Finds the end of a language tag, `at` after "@". Its form is not checked (language_fault()).
inline const char* find_tag_end(const char* at, bool& has_capitals) {
  has_capitals = false;
  for (; is_alphanumeric(*at) || *at == '-'; ++at) has_capitals |= *at >= 'A' && *at <= 'Z';
  return at;
}

}  // namespace quadrille::detail
