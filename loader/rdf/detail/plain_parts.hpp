#pragma once

// Parts of terms that N-Triples and Turtle have in common, as scanners take them where they are plain. Each function
// gives the place behind the part; nullptr: it is not plain, or not right.

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

// A character beyond ASCII that a name can have, at its begin or within it. Where the text is not UTF-8, which others
// find out, any answer will do.
inline const char* skip_name_character(const char* at, bool at_begin) {
  const auto lead = static_cast<unsigned char>(*at);
  const std::size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const std::uint32_t c = first_code_point({at, size});
  return (at_begin ? may_start_label(c) : may_be_in_label(c)) ? at + size : nullptr;
}

// A blank node label, `at` behind "_:". A dot at its end is the statement's. `not_ascii` gets a bit set if there is one
// to check.
inline const char* find_label_end(const char* at, std::uint32_t& not_ascii) {
  const char* fixed = at;  // what is before it belongs to the label, dots too
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
  if (*at == ':') return nullptr;
  while (at > fixed && at[-1] == '.') --at;
  return at;
}

// A language tag, `at` behind "@".
inline const char* find_tag_end(const char* at, bool& has_capitals) {
  const char* end = at;
  has_capitals = false;
  for (; is_alphanumeric(*end) || *end == '-'; ++end) has_capitals |= *end >= 'A' && *end <= 'Z';
  return language_fault({at, static_cast<std::size_t>(end - at)}) ? nullptr : end;
}

}  // namespace quadrille::detail
