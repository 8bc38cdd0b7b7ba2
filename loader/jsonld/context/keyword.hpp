#pragma once

// The keywords of JSON-LD 1.1 (JSON-LD 1.1, 1.7), and texts that only look like one. Local.

#include <cstdint>
#include <string_view>

namespace quadrille::jsonld {

enum class Keyword : std::uint8_t {
  none,  // the text is no keyword
  base,
  container,
  context,
  direction,
  graph,
  id,
  import,
  included,
  index,
  json,
  language,
  list,
  nest,
  none_value,  // @none
  prefix,
  propagate,
  protected_,
  reverse,
  set,
  type,
  value,
  version,
  vocab,
};

Keyword keyword_of(std::string_view text);
inline bool is_keyword(std::string_view text) {
  return keyword_of(text) != Keyword::none;
}

// "@" and then letters: reserved for later versions, so such terms and IRIs are ignored.
bool has_keyword_form(std::string_view text);

}  // namespace quadrille::jsonld
