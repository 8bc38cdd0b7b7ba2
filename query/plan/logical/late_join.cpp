#include "query/plan/logical/late_join.hpp"

#include <algorithm>

#include "parser/algebra_parts.hpp"

namespace quadrille::query {

namespace {

using namespace parser;

struct LateJoin {
  const VariableSet& outer;

  bool late(const AlgebraPtr& child) const { return late(*child, outer); }
  static bool late(const Algebra& pattern, const VariableSet& outer) {
    return std::visit(LateJoin{outer}, pattern.node);
  }
  bool bound_in(const VariableSet& bound, const VariableSet& looked_at) const {
    return bound.includes(both(outer, looked_at));
  }
  template <class Expressions>
  bool all_bound_in(const VariableSet& bound, const Expressions& expressions) const {
    return std::all_of(expressions.begin(), expressions.end(),
                       [&](const Expression& expression) { return bound_in(bound, variables_of(expression)); });
  }

  bool operator()(const Bgp&) const { return true; }
  bool operator()(const PathPattern&) const { return true; }
  bool operator()(const Values&) const { return true; }
  bool operator()(const Service&) const { return true; }
  bool operator()(const Invoke&) const { return true; }
  bool operator()(const Join& join) const { return late(join.left) && late(join.right); }
  bool operator()(const parser::Union& either) const { return late(either.left) && late(either.right); }
  bool operator()(const Graph& graph) const { return late(graph.child); }
  bool operator()(const Distinct& distinct) const { return late(distinct.child); }
  bool operator()(const Reduced& reduced) const { return late(reduced.child); }
  bool operator()(const OrderBy& order) const {
    const VariableSet bound = certain_in(*order.child);
    return late(order.child) && std::all_of(order.keys.begin(), order.keys.end(), [&](const OrderBy::Key& key) {
             return bound_in(bound, variables_of(key.expression));
           });
  }
  bool operator()(const Slice& slice) const { return !scope_of(*slice.child).meets(outer) && late(slice.child); }
  bool operator()(const parser::Filter& filter) const {
    return late(filter.child) && all_bound_in(certain_in(*filter.child), filter.conditions);
  }
  bool operator()(const parser::Extend& extend) const {
    return late(extend.child) && bound_in(certain_in(*extend.child), variables_of(extend.expression));
  }
  bool operator()(const LeftJoin& join) const {
    VariableSet bound = certain_in(*join.left);
    if (!late(join.left) || !late(join.right) || !bound_in(bound, scope_of(*join.right))) return false;
    bound.add(certain_in(*join.right));
    return all_bound_in(bound, join.conditions);
  }
  bool operator()(const Minus& minus) const {
    return late(minus.left) && late(minus.right) && bound_in(certain_in(*minus.left), scope_of(*minus.right));
  }
  bool operator()(const Project& project) const {
    return late(project.child) && !variables_of(*project.child).meets(outer.without(set_of(project.variables)));
  }
  bool operator()(const parser::Group& group) const {
    VariableSet keys, made;
    for (const auto& key : group.keys) (key.expression ? made : keys).add(key.variable);
    for (const auto& output : group.outputs) made.add(output.variable);
    const VariableSet read = outer.without(made);
    VariableSet looked_at = variables_of(*group.child);
    for (const auto& key : group.keys) {
      if (key.expression) looked_at.add(variables_of(*key.expression));
    }
    for (const auto& output : group.outputs) {
      for (const Expression& argument : output.arguments) looked_at.add(variables_of(argument));
    }
    const VariableSet shared = both(read, looked_at);
    return keys.includes(shared) && certain_in(*group.child).includes(shared) && late(*group.child, read);
  }
};

// Looks for a MINUS whose sides may bind no variable in common.
struct DomainSearch {
  bool found = false;

  void operator()(const Algebra& algebra) {
    if (const auto* minus = std::get_if<Minus>(&algebra.node)) {
      found = found || !certain_in(*minus->left).meets(certain_in(*minus->right));
    }
    if (!found) std::visit([this](const auto& op) { for_each_part(op, *this); }, algebra.node);
  }
  void operator()(const Expression& expression) {
    for (const Expression& argument : expression.arguments) (*this)(argument);
    if (expression.pattern) (*this)(*expression.pattern);
  }
  template <class Leaf>
  void operator()(const Leaf&) const {}
};

template <class Tree>
bool has_found(const Tree& tree) {
  DomainSearch search;
  search(tree);
  return search.found;
}

}  // namespace

bool joins_late(const Algebra& pattern, const VariableSet& outer) {
  return LateJoin::late(pattern, outer) && (outer.empty() || !compares_domains(pattern));
}

bool compares_domains(const Algebra& pattern) {
  return has_found(pattern);
}

bool compares_domains(const Expression& expression) {
  return has_found(expression);
}

}  // namespace quadrille::query
