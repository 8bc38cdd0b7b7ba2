#include "query/plan/logical/edges_key.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dictionary/volatile_huri.hpp"
#include "parser/algebra_parts.hpp"

namespace quadrille::query {

namespace {

// Looks for parts of a pattern whose result may be another one next time.
struct FindChanging {
  bool& found;

  void operator()(const parser::Algebra& algebra) const {
    found = found || std::holds_alternative<parser::Service>(algebra.node) ||
            std::holds_alternative<parser::Invoke>(algebra.node);
    std::visit([&](const auto& op) { parser::for_each_part(op, *this); }, algebra.node);
  }
  void operator()(const parser::Expression& expression) const {
    if (expression.kind == parser::ExpressionKind::function) {
      static constexpr parser::Builtin kChanging[] = {parser::Builtin::rand, parser::Builtin::now,
                                                      parser::Builtin::uuid, parser::Builtin::struuid,
                                                      parser::Builtin::bnode};
      found = found || std::find(std::begin(kChanging), std::end(kChanging), expression.builtin) != std::end(kChanging);
    }
    if (expression.kind == parser::ExpressionKind::call) {
      found = found || !expression.iri.starts_with("http://www.w3.org/2001/XMLSchema#");
    }
    for (const parser::Expression& argument : expression.arguments) (*this)(argument);
    if (expression.pattern) (*this)(*expression.pattern);
  }
  void operator()(const parser::TriplePattern&) const {}
  void operator()(const parser::TermPattern&) const {}
  void operator()(const parser::Path&) const {}
  void operator()(const parser::Node&) const {}
  void operator()(const Term&) const {}
};

// Variables by their place among those of the call, whatever their names.
std::vector<std::string> plain_names(const parser::Invoke& invoke) {
  VariableSet all = variables_of(*invoke.child);
  const auto add = [&](const parser::Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) all.add(*variable);
  };
  for (const parser::Invoke::Edge& edge : invoke.edges) {
    add(edge.source), add(edge.target);
    if (edge.weight) add(*edge.weight);
  }
  for (const parser::Node& vertex : invoke.vertices) add(vertex);
  std::vector<std::string> names;
  std::size_t place = 0;
  for (const VariableId variable : all.list()) {
    names.resize(variable + std::size_t{1});
    names.back() = std::to_string(place++);
  }
  return names;
}

void add_scope(std::string& key, const GraphScope& scope) {
  key += fmt::format("{} {:x}", static_cast<int>(scope.kind), scope.graph.term.bits());
  if (scope.allowed) {
    for (const Huri graph : *scope.allowed) key += fmt::format(" {:x}", graph.bits());
  }
  key += '\n';
}

}  // namespace

std::string edges_key(const Planning& planning, const parser::Invoke& invoke, const ProcedureCall& call,
                      const PatternScope& scope) {
  if (planning.options.callees.memory == nullptr || call.reads_edges()) return {};
  bool changes = is_query_term(scope.graph.term);
  FindChanging{changes}(*invoke.child);
  if (changes) return {};
  const GraphView& data = planning.data;
  std::string key = fmt::format("{} {} {} {}\n", static_cast<int>(data.view()), data.hides_stated(),
                                planning.equal != nullptr, call.procedure().takes_weights);
  add_scope(key, scope);
  add_scope(key, planning.default_scope);
  if (planning.named_graphs) add_scope(key, {GraphScope::Kind::merged, {}, planning.named_graphs});
  const std::vector<std::string> names = plain_names(invoke);
  const auto add = [&](const parser::Node& node) {
    const auto* variable = std::get_if<VariableId>(&node);
    key += variable ? "?" + names[*variable] : to_ntriples(std::get<Term>(node).view());
    key += ' ';
  };
  for (const parser::Invoke::Edge& edge : invoke.edges) {
    add(edge.source), add(edge.target);
    key += edge.in_predicate ? "predicate " : "weight ";
    if (edge.weight) add(*edge.weight);
    key += '\n';
  }
  for (const parser::Node& vertex : invoke.vertices) add(vertex);
  return key + '\n' + to_text(*invoke.child, names);
}

}  // namespace quadrille::query
