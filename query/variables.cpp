#include "query/variables.hpp"

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

// Visits a tree; with `scope_only` just what solutions may bind.
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

VariableSet both(const VariableSet& one, const VariableSet& other) {
  VariableSet set;
  for (const VariableId variable : one.list()) {
    if (other.has(variable)) set.add(variable);
  }
  return set;
}

VariableSet always_bound(const Values& values) {
  VariableSet set;
  for (std::size_t column = 0; column < values.variables.size(); ++column) {
    bool bound = true;
    for (const auto& row : values.rows) bound = bound && row[column].has_value();
    if (bound) set.add(values.variables[column]);
  }
  return set;
}

}  // namespace

VariableSet certain_in(const Algebra& algebra) {
  VariableSet set;
  const auto add = [&](const AlgebraPtr& child) { set.add(certain_in(*child)); };
  if (std::holds_alternative<Bgp>(algebra.node) || std::holds_alternative<PathPattern>(algebra.node)) {
    return scope_of(algebra);
  }
  if (const auto* values = std::get_if<Values>(&algebra.node)) return always_bound(*values);
  if (const auto* join = std::get_if<Join>(&algebra.node)) add(join->left), add(join->right);
  if (const auto* parts = std::get_if<parser::Union>(&algebra.node)) {
    return both(certain_in(*parts->left), certain_in(*parts->right));
  }
  if (const auto* optional = std::get_if<LeftJoin>(&algebra.node)) add(optional->left);
  if (const auto* minus = std::get_if<Minus>(&algebra.node)) add(minus->left);
  if (const auto* filter = std::get_if<parser::Filter>(&algebra.node)) add(filter->child);
  if (const auto* extend = std::get_if<parser::Extend>(&algebra.node)) add(extend->child);
  if (const auto* graph = std::get_if<Graph>(&algebra.node)) add(graph->child), add_node(set, graph->graph);
  if (const auto* service = std::get_if<Service>(&algebra.node); service && !service->silent) add(service->child);
  if (const auto* project = std::get_if<parser::Project>(&algebra.node)) {
    return both(certain_in(*project->child), scope_of(algebra));
  }
  if (const auto* distinct = std::get_if<parser::Distinct>(&algebra.node)) add(distinct->child);
  if (const auto* reduced = std::get_if<Reduced>(&algebra.node)) add(reduced->child);
  if (const auto* order = std::get_if<OrderBy>(&algebra.node)) add(order->child);
  if (const auto* slice = std::get_if<parser::Slice>(&algebra.node)) add(slice->child);
  return set;
}

bool has_exists(const Expression& expression) {
  if (expression.pattern) return true;
  for (const Expression& argument : expression.arguments) {
    if (has_exists(argument)) return true;
  }
  return false;
}

}  // namespace quadrille::query
