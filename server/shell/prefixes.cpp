#include "server/shell/prefixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "base/text.hpp"
#include "base/well_known_prefixes.hpp"
#include "server/shell/sparql_tokens.hpp"

namespace quadrille::server {

namespace {

// Names that need no escapes.
bool is_plain_local_name(std::string_view local) {
  const auto is_good = [](unsigned char letter) { return std::isalnum(letter) || letter == '_' || letter == '-'; };
  return !local.empty() && local[0] != '-' && std::all_of(local.begin(), local.end(), is_good);
}

}  // namespace

std::map<std::string, std::string> declared_prefixes(std::string_view text) {
  std::map<std::string, std::string> declared;
  const std::vector<Token> tokens = tokens_of(text);
  for (std::size_t at = 0; at + 2 < tokens.size(); ++at) {
    const bool is_declaration = tokens[at].kind == TokenKind::word &&
                                same_in_lower(text_of(text, tokens[at]), "prefix") &&
                                tokens[at + 1].kind == TokenKind::name && tokens[at + 2].kind == TokenKind::iri;
    if (!is_declaration) continue;
    const std::string_view iri = text_of(text, tokens[at + 2]);
    declared[std::string(prefix_of(text_of(text, tokens[at + 1])))] = iri.substr(1, iri.size() - 2);
  }
  return declared;
}

SessionPrefixes::SessionPrefixes() {
  for (const WellKnownPrefix& known : well_known_prefixes()) {
    if (known.is_default) others_.emplace(known.prefix, known.iri);
  }
}

void SessionPrefixes::set_all(std::string_view text) {
  for (const auto& [prefix, iri] : declared_prefixes(text)) set(prefix, iri);
}

void SessionPrefixes::set_of_database(const std::map<std::string, std::string>& prefixes) {
  for (const auto& [prefix, iri] : prefixes) others_[prefix] = iri;
}

std::map<std::string, std::string> SessionPrefixes::all() const {
  std::map<std::string, std::string> found = own_;
  found.insert(others_.begin(), others_.end());
  return found;
}

std::optional<std::string> SessionPrefixes::find(const std::string& prefix) const {
  for (const auto* const some : {&own_, &others_}) {
    if (const auto place = some->find(prefix); place != some->end()) return place->second;
  }
  return std::nullopt;
}

std::string SessionPrefixes::missing_from(std::string_view text) const {
  const auto declared = declared_prefixes(text);
  std::set<std::string> missing;
  for (const Token& token : tokens_of(text)) {
    if (token.kind != TokenKind::name) continue;
    const std::string prefix(prefix_of(text_of(text, token)));
    if (prefix != "_" && !declared.contains(prefix)) missing.insert(prefix);
  }
  std::string line;
  for (const std::string& prefix : missing) {
    if (const auto iri = find(prefix)) line += fmt::format("PREFIX {}: <{}> ", prefix, *iri);
  }
  return line;
}

std::optional<std::string> SessionPrefixes::shorten(std::string_view iri) const {
  const std::size_t place = iri.find_last_of("#/:");
  if (place == std::string_view::npos || !is_plain_local_name(iri.substr(place + 1))) return std::nullopt;
  const std::string_view name_space = iri.substr(0, place + 1);
  for (const auto* const some : {&own_, &others_}) {
    for (const auto& [prefix, its_iri] : *some) {
      const bool is_hidden = some == &others_ && own_.contains(prefix);
      if (its_iri == name_space && !is_hidden) return fmt::format("{}:{}", prefix, iri.substr(place + 1));
    }
  }
  return std::nullopt;
}

}  // namespace quadrille::server
