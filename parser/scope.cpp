#include "parser/scope.hpp"

#include <algorithm>

#include "base/sort_different.hpp"

namespace quadrille::parser {

namespace {

// Passes every variable in scope to `visit`, perhaps more than once.
template <class Visit>
class ScopeWalk {
 public:
  explicit ScopeWalk(const Visit& visit) : visit_(visit) {}

  void walk(const Algebra& algebra) {
    std::visit([&](const auto& node) { at(node); }, algebra.node);
  }

 private:
  void at(const Bgp& node) {
    for (const TriplePattern& triple : node.patterns) see(triple.subject), see(triple.predicate), see(triple.object);
    for (const TermPattern& term : node.terms) {
      visit_(term.term), see(term.subject), see(term.predicate), see(term.object);
    }
  }
  void at(const PathPattern& node) { see(node.subject), see(node.object); }
  void at(const Join& node) { walk(*node.left), walk(*node.right); }
  void at(const LeftJoin& node) { walk(*node.left), walk(*node.right); }
  void at(const Union& node) { walk(*node.left), walk(*node.right); }
  void at(const Minus& node) { walk(*node.left); }
  void at(const Graph& node) { see(node.graph), walk(*node.child); }
  void at(const Service& node) { see(node.endpoint), walk(*node.child); }
  // Of a call the arguments alone: not what its own patterns bind.
  void at(const Invoke& node) {
    const auto is_inside = [&](VariableId variable) {
      return is_in_scope(*node.child, variable) || (node.inputs && is_in_scope(*node.inputs, variable));
    };
    for (const auto* list : {&node.arguments, &node.results}) {
      for (const Invoke::Argument& argument : *list) {
        const auto* variable = std::get_if<VariableId>(&argument.value);
        if (variable && !is_inside(*variable)) visit_(*variable);
      }
    }
  }
  void at(const Extend& node) { walk(*node.child), visit_(node.variable); }
  void at(const Values& node) { std::for_each(node.variables.begin(), node.variables.end(), visit_); }
  void at(const Group& node) {
    for (const Group::Key& key : node.keys) visit_(key.variable);
    for (const Group::Output& output : node.outputs) visit_(output.variable);
  }
  void at(const Project& node) { std::for_each(node.variables.begin(), node.variables.end(), visit_); }
  template <class Operator>
  void at(const Operator& node) {  // Filter, Distinct, Reduced, OrderBy, Slice
    walk(*node.child);
  }
  void see(const Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) visit_(*variable);
  }

  const Visit& visit_;
};

template <class Visit>
void for_each_in_scope(const Algebra& algebra, const Visit& visit) {
  ScopeWalk<Visit>(visit).walk(algebra);
}

}  // namespace

std::vector<VariableId> variables_in_scope(const Algebra& algebra) {
  std::vector<VariableId> all;
  for_each_in_scope(algebra, [&](VariableId variable) { all.push_back(variable); });
  sort_different(all);
  return all;
}

bool is_in_scope(const Algebra& algebra, VariableId variable) {
  bool found = false;
  for_each_in_scope(algebra, [&](VariableId other) { found = found || other == variable; });
  return found;
}

}  // namespace quadrille::parser
