#include "loader/jsonld/context/keyword.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace quadrille::jsonld {

namespace {

// In the order of Keyword, from Keyword::base on.
constexpr std::array<std::string_view, 23> kKeywords{
    "@base",      "@container", "@context",  "@direction", "@graph", "@id",      "@import", "@included",
    "@index",     "@json",      "@language", "@list",      "@nest",  "@none",    "@prefix", "@propagate",
    "@protected", "@reverse",   "@set",      "@type",      "@value", "@version", "@vocab",
};
static_assert(kKeywords.size() == static_cast<std::size_t>(Keyword::vocab));

}  // namespace

Keyword keyword_of(std::string_view text) {
  if (!text.starts_with('@')) return Keyword::none;
  const auto found = std::find(kKeywords.begin(), kKeywords.end(), text);
  return found == kKeywords.end() ? Keyword::none : static_cast<Keyword>(found - kKeywords.begin() + 1);
}

bool has_keyword_form(std::string_view text) {
  if (text.size() < 2 || text[0] != '@') return false;
  return std::all_of(text.begin() + 1, text.end(), [](char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; });
}

}  // namespace quadrille::jsonld
