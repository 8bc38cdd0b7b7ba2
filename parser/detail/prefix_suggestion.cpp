#include "parser/detail/prefix_suggestion.hpp"

#include <fmt/format.h>

#include <optional>

#include "parser/detail/nearest.hpp"
#include "parser/well_known_prefixes.hpp"

namespace quadrille::parser {

namespace {

// What to write at the beginning of a text to be understood, where everybody knows: "; write PREFIX ...".
std::string declaration_text(std::string_view prefix) {
  std::string text;
  for (const WellKnownPrefix& known : well_known_prefixes()) {
    if (known.prefix != prefix) continue;
    text += fmt::format("{}PREFIX {}: <{}>", text.empty() ? "; write " : " or ", prefix, known.iri);
  }
  return text.empty() ? text : text + " in front";
}

std::string nearest_well_known(std::string_view prefix) {
  std::vector<std::string> all;
  for (const WellKnownPrefix& known : well_known_prefixes()) all.emplace_back(known.prefix);
  const auto near = prefix.size() < 3 ? std::nullopt : nearest(prefix, all);
  return near ? fmt::format("; did you mean '{}:'?{}", *near, declaration_text(*near)) : std::string();
}

}  // namespace

std::string prefix_suggestion(std::string_view prefix, const std::vector<std::string>& declared) {
  const std::string known = declaration_text(prefix);
  if (!known.empty()) return known;
  if (const auto near = nearest(prefix, declared)) return fmt::format("; did you mean '{}:'?", *near);
  const std::string near_known = nearest_well_known(prefix);
  if (!near_known.empty()) return near_known;
  return fmt::format("; write PREFIX {}: <...> with its IRI in front", prefix);
}

}  // namespace quadrille::parser
