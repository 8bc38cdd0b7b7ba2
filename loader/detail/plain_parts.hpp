#pragma once

// Parts of terms that N-Triples and Turtle have in common, as scanners take them where they are plain. Each function
// gives the place behind the part; nullptr: it is not plain, or not right.

#include <cstddef>
#include <string_view>

#include "loader/detail/byte_class.hpp"
#include "loader/term_faults.hpp"

namespace quadrille::detail {

constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}

// A blank node label of ASCII, `at` behind "_:". A dot at its end is the statement's.
inline const char* find_label_end(const char* at) {
  if (!is_alphanumeric(*at) && *at != '_') return nullptr;
  const char* end = at + 1;
  while (is_of(kLabel, *end)) ++end;
  if (!is_ascii(*end) || *end == ':') return nullptr;
  while (end[-1] == '.') --end;
  return end;
}

// A language tag, `at` behind "@".
inline const char* find_tag_end(const char* at, bool& has_capitals) {
  const char* end = at;
  has_capitals = false;
  for (; is_alphanumeric(*end) || *end == '-'; ++end) has_capitals |= *end >= 'A' && *end <= 'Z';
  return language_fault({at, static_cast<std::size_t>(end - at)}) ? nullptr : end;
}

}  // namespace quadrille::detail
