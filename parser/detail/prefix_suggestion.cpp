#include "parser/detail/prefix_suggestion.hpp"

#include <fmt/format.h>

#include <optional>

#include "base/nearest.hpp"
#include "base/well_known_prefixes.hpp"

namespace quadrille::parser {

namespace {

// "PREFIX foaf: <http://xmlns.com/foaf/0.1/>" for a well-known prefix; otherwise empty.
std::string declaration_text(std::string_view prefix) {
  std::string text;
  for (const WellKnownPrefix& known : well_known_prefixes()) {
    if (known.prefix != prefix) continue;
    text += fmt::format("{}PREFIX {}: <{}>", text.empty() ? "" : " or ", prefix, known.iri);
  }
  return text;
}

// Short prefixes are similar to too many others.
std::optional<std::string> nearest_well_known(std::string_view prefix) {
  std::vector<std::string> all;
  for (const WellKnownPrefix& known : well_known_prefixes()) all.emplace_back(known.prefix);
  return prefix.size() < 4 ? std::nullopt : nearest(prefix, all);
}

}  // namespace

std::string prefix_suggestion(std::string_view prefix, const std::vector<std::string>& declared) {
  const std::string known = declaration_text(prefix);
  if (!known.empty()) return fmt::format("; write {} in front", known);
  if (const auto near = nearest(prefix, declared)) return fmt::format("; did you mean '{}:'?", *near);
  if (const auto near = nearest_well_known(prefix)) {
    return fmt::format("; did you mean '{}:', that is {}?", *near, declaration_text(*near));
  }
  return fmt::format("; write PREFIX {}: <...> with its IRI in front", prefix);
}

}  // namespace quadrille::parser
