#include "base/syntax_names.hpp"

#include <algorithm>
#include <string>

#include "base/text.hpp"

namespace quadrille {

namespace {

bool holds(std::span<const std::string_view> words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::optional<Syntax> find_syntax(std::string_view name) {
  std::string lower = to_lower(name);
  lower.resize(std::min(lower.find_first_of("; \t"), lower.size()));
  for (const SyntaxNames& row : kSyntaxNames) {
    if (holds(row.names, lower) || holds(row.media_types, lower)) return row.syntax;
  }
  return std::nullopt;
}

}  // namespace quadrille
