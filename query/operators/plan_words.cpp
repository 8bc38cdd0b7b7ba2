#include "query/operators/plan_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory_resource>

#include "base/well_known_prefixes.hpp"
#include "query/results/turtle_terms.hpp"

namespace quadrille::query {

namespace {

// True for a local name that needs no escapes; accepts only the plainest form of PN_LOCAL.
bool is_plain_local(std::string_view name) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return std::all_of(name.begin(), name.end(), is_plain) && !name.starts_with('-');
}

std::string_view word(Distribution::Kind kind) {
  static constexpr std::string_view kWords[] = {"anyhow", "by", "replicated", "first", "in turn"};
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0) == 0x80) --most;
  text.resize(most);
  return text + "...";
}

PlanWords::PlanWords(std::vector<std::string> variables, const std::vector<parser::Prefix>& prefixes,
                     QueryDictionary& dictionary)
    : variables_(std::move(variables)), dictionary_(&dictionary) {
  for (const parser::Prefix& prefix : prefixes) {
    if (!prefix.iri.empty()) namespaces_.emplace_back(prefix.iri, prefix.prefix);
  }
  for (const WellKnownPrefix& known : well_known_prefixes()) {
    if (known.is_default) namespaces_.emplace_back(known.iri, known.prefix);
  }
  std::stable_sort(namespaces_.begin(), namespaces_.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
}

PlanWords PlanWords::with_variables(std::vector<std::string> variables) const {
  PlanWords other = *this;
  other.variables_ = std::move(variables);
  return other;
}

std::string PlanWords::variable(VariableId variable) const {
  if (variable >= variables_.size()) return fmt::format("?.{}", variable);
  const std::string& name = variables_[variable];
  return name.starts_with("_:") ? name : fmt::format("?{}", name);
}

std::string PlanWords::variables(std::span<const VariableId> variables) const {
  std::string text;
  for (const VariableId id : variables) {
    if (!text.empty()) text += ' ';
    text += variable(id);
  }
  return shortened(std::move(text), kLongest);
}

std::string PlanWords::columns(const Schema& schema) const {
  std::vector<VariableId> all;
  for (const ColumnInfo& column : schema.columns) all.push_back(column.variable);
  return variables(all);
}

std::string PlanWords::distribution(const Schema& schema) const {
  const Distribution& spread = schema.distribution;
  if (spread.kind != Distribution::Kind::by) return std::string(word(spread.kind));
  return fmt::format("{} {}", word(spread.kind), variable(spread.variable));
}

std::string PlanWords::iri(std::string_view iri) const {
  for (const auto& [base, prefix] : namespaces_) {
    if (!iri.starts_with(base) || !is_plain_local(iri.substr(base.size()))) continue;
    return fmt::format("{}:{}", prefix, iri.substr(base.size()));
  }
  std::string text;
  results::append_iri(text, iri);
  return shortened(std::move(text), kLongest);
}

std::string PlanWords::term(TermView term) const {
  if (term.kind == TermKind::iri) return iri(term.text);
  if (is_stored_blank(term)) return std::string(term.text);
  if (term.kind == TermKind::blank) return fmt::format("_:{}", term.text);
  if (results::is_bare_number(term) || term.datatype == iri::kXsdBoolean) return std::string(term.text);
  std::string text;
  results::append_quoted(text, shortened(std::string(term.text), kLongest / 2));
  if (!term.language.empty()) return fmt::format("{}@{}", text, term.language);
  if (term.datatype == iri::kXsdString) return text;
  return fmt::format("{}^^{}", text, iri(term.datatype));
}

std::string PlanWords::term(Huri huri) const {
  if (!dictionary_->is_here(huri)) return fmt::format("[{:x}]", huri.bits());
  std::pmr::monotonic_buffer_resource texts;
  TermView found;
  dictionary_->read(std::span(&huri, 1), std::span(&found, 1), texts);
  return term(found);
}

std::string PlanWords::slot(const Slot& slot) const {
  return slot.variable ? variable(*slot.variable) : term(slot.term);
}

std::string PlanWords::node(const parser::Node& node) const {
  if (const auto* id = std::get_if<VariableId>(&node)) return variable(*id);
  return term(std::get<Term>(node).view());
}

namespace {

std::string verb(std::string text) {
  return text == "rdf:type" ? "a" : text;
}

}  // namespace

std::string PlanWords::graph(const GraphScope& scope) const {
  switch (scope.kind) {
    case GraphScope::Kind::default_graph:
      return "";
    case GraphScope::Kind::one:
    case GraphScope::Kind::each:
      return slot(scope.graph);
    case GraphScope::Kind::merged:
      return scope.allowed ? fmt::format("union of {} named graphs", scope.allowed->size())
                           : "union of all named graphs";
    case GraphScope::Kind::everything:
      return "union of all graphs";
    case GraphScope::Kind::triple_terms:
      return slot(scope.graph);
  }
  return "";
}

std::string PlanWords::pattern(const AccessPath& path) const {
  std::array<std::string, 4> places{"[]", "[]", "[]", "[]"};
  const auto at = [&](std::size_t column) -> std::string& {
    const auto position = position_of(path.permutation, static_cast<quadrille::ColumnIndex>(column));
    return places[static_cast<std::size_t>(quadrille::index(position))];
  };
  for (std::size_t column = 0; column < path.prefix.size(); ++column) at(column) = slot(path.prefix[column]);
  for (const auto& [column, slot] : path.residual)
    at(static_cast<std::size_t>(quadrille::index(column))) = this->slot(slot);
  for (const auto& [column, id] : path.outputs) at(static_cast<std::size_t>(quadrille::index(column))) = variable(id);
  for (const auto& [first, second] : path.equal) {
    at(static_cast<std::size_t>(quadrille::index(second))) = at(static_cast<std::size_t>(quadrille::index(first)));
  }
  std::string text = fmt::format("{} {} {}", places[0], verb(places[1]), places[2]);
  if (path.merge_graphs) return fmt::format("GRAPH [union] {{ {} }}", text);
  if (table_of(path.permutation) == QuadTable::triple_terms) return fmt::format("{} = <<( {} )>>", places[3], text);
  return column_count(path.permutation) == 4 ? fmt::format("GRAPH {} {{ {} }}", places[3], text) : text;
}

std::string PlanWords::index(const AccessPath& path) const {
  std::string key;
  for (std::size_t place = 0; place < path.prefix.size(); ++place) {
    const std::string text = slot(path.prefix[place]);
    const bool is_verb =
        position_of(path.permutation, static_cast<quadrille::ColumnIndex>(place)) == Position::predicate;
    if (!key.empty()) key += ' ';
    key += is_verb ? verb(text) : text;
  }
  return fmt::format("{}({})", name(path.permutation), key);
}

}  // namespace quadrille::query
