#include "server/mcp/find_query.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/term.hpp"
#include "base/text.hpp"

namespace quadrille::server {

namespace {

constexpr std::array<std::string_view, 6> kNames{"label", "name", "preflabel", "title", "altlabel", "hasname"};
constexpr std::size_t kMostPredicates = 8;

std::string_view last_part(std::string_view iri) {
  const std::size_t end = iri.find_last_of("/#:");
  return end == std::string_view::npos ? iri : iri.substr(end + 1);
}

std::string with_capital(std::string_view text) {
  std::string changed(text);
  if (!changed.empty()) changed[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(changed[0])));
  return changed;
}

void append_matches(std::string& text, std::string_view what, std::string_view unit, std::string_view wanted,
                    const auto& entries, const auto& iri_of, std::size_t limit) {
  std::size_t found = 0;
  for (const auto& entry : entries) {
    if (to_lower(last_part(iri_of(entry))).find(wanted) == std::string::npos) continue;
    if (++found > limit) return;
    text += fmt::format("{}\t<{}>\t{} {}\n", what, iri_of(entry), entry.count, unit);
  }
}

}  // namespace

std::vector<std::string> name_predicates(const Schema& schema) {
  std::vector<std::string> found;
  for (const SchemaPredicate& one : schema.predicates) {
    const std::string name = to_lower(last_part(one.iri));
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) continue;
    found.push_back(one.iri);
    if (found.size() == kMostPredicates) break;
  }
  return found;
}

std::string find_by_name(std::string_view text, const std::vector<std::string>& predicates, bool anywhere,
                         std::size_t limit) {
  if (predicates.empty()) return {};
  const std::string begins = fmt::format("STRSTARTS(STR(?name), {}) || STRSTARTS(STR(?name), {})", sparql_string(text),
                                         sparql_string(with_capital(text)));
  const std::string holds = fmt::format("CONTAINS(LCASE(STR(?name)), {})", sparql_string(to_lower(text)));
  std::string parts;
  for (const std::string& predicate : predicates) {
    parts += fmt::format("{}{{ SELECT ?thing ?name {{ ?thing <{}> ?name FILTER({}) }} LIMIT {} }}\n",
                         parts.empty() ? "" : "UNION ", predicate, anywhere ? holds : begins, limit);
  }
  return fmt::format("SELECT DISTINCT ?thing ?name ?class {{ {}OPTIONAL {{ ?thing a ?class }} }} LIMIT {}", parts,
                     limit);
}

std::string find_by_iri(std::string_view start, std::size_t limit) {
  return fmt::format(
      "SELECT DISTINCT ?thing ?class {{ {{ SELECT DISTINCT ?thing {{ ?thing ?predicate ?value "
      "FILTER(STRSTARTS(STR(?thing), {})) }} LIMIT {} }} OPTIONAL {{ ?thing a ?class }} }} LIMIT {}",
      sparql_string(start), limit, limit);
}

std::string find_in_schema(const Schema& schema, std::string_view text, std::size_t limit) {
  std::string found;
  std::string wanted = to_lower(text);
  std::erase(wanted, ' ');
  append_matches(
      found, "class", "things", wanted, schema.classes,
      [](const SchemaClass& one) -> const std::string& { return one.term; }, limit);
  append_matches(
      found, "predicate", "triples", wanted, schema.predicates,
      [](const SchemaPredicate& one) -> const std::string& { return one.iri; }, limit);
  return found;
}

std::string sparql_string(std::string_view text) {
  return to_ntriples(TermView::string(text));
}

bool is_iri_text(std::string_view text) {
  const auto is_bad = [](unsigned char c) {
    return c <= ' ' || std::string_view("<>\"{}|^`\\").find(static_cast<char>(c)) != std::string_view::npos;
  };
  return !text.empty() && std::none_of(text.begin(), text.end(), is_bad);
}

}  // namespace quadrille::server
