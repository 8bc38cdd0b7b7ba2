#include "query/table/variables.hpp"

#include <algorithm>

namespace quadrille::query {

namespace {

using namespace parser;

void add_node(VariableSet& set, const Node& node) {
  if (const auto* variable = std::get_if<VariableId>(&node)) set.add(*variable);
}

void add_expression(VariableSet& set, const Expression& expression) {
  if (expression.kind == ExpressionKind::variable) set.add(expression.variable);
  for (const Expression& argument : expression.arguments) add_expression(set, argument);
  if (expression.pattern) set.add(variables_of(*expression.pattern));
}

void add_expressions(VariableSet& set, const std::vector<Expression>& expressions) {
  for (const Expression& expression : expressions) add_expression(set, expression);
}

// Visits a tree; with `scope_only`, only the variables that solutions may bind.
struct Collector {
  VariableSet& set;
  bool scope_only;

  void visit(const AlgebraPtr& child) const {
    if (child) std::visit(*this, child->node);
  }
  void operator()(const Bgp& bgp) const {
    for (const TriplePattern& pattern : bgp.patterns) {
      add_node(set, pattern.subject), add_node(set, pattern.predicate), add_node(set, pattern.object);
    }
  }
  void operator()(const PathPattern& path) const { add_node(set, path.subject), add_node(set, path.object); }
  void operator()(const Join& join) const { visit(join.left), visit(join.right); }
  void operator()(const LeftJoin& join) const {
    visit(join.left), visit(join.right);
    if (!scope_only) add_expressions(set, join.conditions);
  }
  void operator()(const parser::Filter& filter) const {
    visit(filter.child);
    if (!scope_only) add_expressions(set, filter.conditions);
  }
  void operator()(const parser::Union& both) const { visit(both.left), visit(both.right); }
  void operator()(const Minus& minus) const {
    visit(minus.left);
    if (!scope_only) visit(minus.right);
  }
  void operator()(const Graph& graph) const { add_node(set, graph.graph), visit(graph.child); }
  void operator()(const parser::Extend& extend) const {
    visit(extend.child);
    set.add(extend.variable);
    if (!scope_only) add_expression(set, extend.expression);
  }
  void operator()(const Values& values) const {
    for (const VariableId variable : values.variables) set.add(variable);
  }
  void operator()(const parser::Group& group) const {
    for (const auto& key : group.keys) {
      set.add(key.variable);
      if (!scope_only && key.expression) add_expression(set, *key.expression);
    }
    for (const auto& output : group.outputs) {
      set.add(output.variable);
      if (!scope_only) add_expressions(set, output.arguments);
    }
    if (!scope_only) visit(group.child);
  }
  void operator()(const parser::Project& project) const {
    for (const VariableId variable : project.variables) set.add(variable);
    if (!scope_only) visit(project.child);
  }
  void operator()(const parser::Distinct& distinct) const { visit(distinct.child); }
  void operator()(const Reduced& reduced) const { visit(reduced.child); }
  void operator()(const OrderBy& order) const {
    visit(order.child);
    if (!scope_only) {
      for (const auto& key : order.keys) add_expression(set, key.expression);
    }
  }
  void operator()(const parser::Slice& slice) const { visit(slice.child); }
  void operator()(const Service& service) const { add_node(set, service.endpoint), visit(service.child); }
};

}  // namespace

VariableSet variables_of(const Expression& expression) {
  VariableSet set;
  add_expression(set, expression);
  return set;
}

VariableSet variables_of(const Algebra& algebra) {
  VariableSet set;
  std::visit(Collector{set, false}, algebra.node);
  return set;
}

VariableSet scope_of(const Algebra& algebra) {
  VariableSet set;
  std::visit(Collector{set, true}, algebra.node);
  return set;
}

namespace {

struct Certain {
  VariableSet in(const AlgebraPtr& child) const { return certain_in(*child); }

  VariableSet operator()(const Bgp& bgp) const { return occurring(bgp); }
  VariableSet operator()(const PathPattern& path) const { return occurring(path); }
  VariableSet operator()(const LeftJoin& join) const { return in(join.left); }
  VariableSet operator()(const Minus& minus) const { return in(minus.left); }
  VariableSet operator()(const parser::Filter& filter) const { return in(filter.child); }
  VariableSet operator()(const parser::Extend& extend) const { return in(extend.child); }
  VariableSet operator()(const parser::Distinct& distinct) const { return in(distinct.child); }
  VariableSet operator()(const Reduced& reduced) const { return in(reduced.child); }
  VariableSet operator()(const OrderBy& order) const { return in(order.child); }
  VariableSet operator()(const parser::Slice& slice) const { return in(slice.child); }
  VariableSet operator()(const Service& service) const { return service.silent ? VariableSet() : in(service.child); }
  VariableSet operator()(const parser::Union& either) const { return both(in(either.left), in(either.right)); }
  VariableSet operator()(const Join& join) const {
    VariableSet set = in(join.left);
    set.add(in(join.right));
    return set;
  }
  VariableSet operator()(const Graph& graph) const {
    VariableSet set = in(graph.child);
    add_node(set, graph.graph);
    return set;
  }
  VariableSet operator()(const Values& values) const {
    VariableSet set;
    const std::size_t width = values.variables.size();
    std::vector<bool> always(width, true);
    std::size_t column = 0;
    for (const auto& cell : values.cells) {
      if (!cell) always[column] = false;
      if (++column == width) column = 0;
    }
    for (column = 0; column < width; ++column) {
      if (always[column]) set.add(values.variables[column]);
    }
    return set;
  }
  VariableSet operator()(const parser::Group& group) const {
    VariableSet keys;
    for (const auto& key : group.keys) {
      if (!key.expression) keys.add(key.variable);
    }
    return both(keys, in(group.child));
  }
  VariableSet operator()(const parser::Project& project) const {
    VariableSet let_through;
    for (const VariableId variable : project.variables) let_through.add(variable);
    return both(let_through, in(project.child));
  }

 private:
  template <class Leaf>
  static VariableSet occurring(const Leaf& leaf) {
    VariableSet set;
    Collector{set, true}(leaf);
    return set;
  }
};

}  // namespace

VariableSet certain_in(const Algebra& algebra) {
  return std::visit(Certain{}, algebra.node);
}

bool has_exists(const Expression& expression) {
  if (expression.pattern) return true;
  for (const Expression& argument : expression.arguments) {
    if (has_exists(argument)) return true;
  }
  return false;
}

bool is_stable(const parser::Expression& expression) {
  if (expression.pattern) return false;
  if (expression.kind == parser::ExpressionKind::function) {
    switch (expression.builtin) {
      case parser::Builtin::rand:
      case parser::Builtin::uuid:
      case parser::Builtin::struuid:
      case parser::Builtin::bnode:
        return false;
      default:
        break;
    }
  }
  return std::all_of(expression.arguments.begin(), expression.arguments.end(), is_stable);
}

}  // namespace quadrille::query
