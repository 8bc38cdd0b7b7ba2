#include "query/plan/logical/translate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "query/index/access_path.hpp"
#include "query/plan/logical/edges_key.hpp"
#include "query/plan/logical/late_join.hpp"

namespace quadrille::query {

using logical::make;
using logical::NodePtr;

namespace {

// True for subqueries: Project, with the modifiers on top of it.
bool hides_variables(const parser::Algebra& algebra) {
  return std::holds_alternative<parser::Project>(algebra.node) ||
         std::holds_alternative<parser::Distinct>(algebra.node) ||
         std::holds_alternative<parser::Reduced>(algebra.node) || std::holds_alternative<parser::Slice>(algebra.node);
}

// The variables to which a subquery assigns values that it computes from groups: (COUNT(*) AS ?n).
struct ComputedFromGroups {
  VariableSet assigned, variables;
  bool is_inside = false;  // of the Project

  void look(const parser::AlgebraPtr& child) { std::visit(*this, child->node); }
  void operator()(const parser::Slice& slice) { look(slice.child); }
  void operator()(const parser::Distinct& distinct) { look(distinct.child); }
  void operator()(const parser::Reduced& reduced) { look(reduced.child); }
  void operator()(const parser::OrderBy& order) { look(order.child); }
  void operator()(const parser::Filter& filter) { look(filter.child); }
  void operator()(const parser::Project& project) {
    if (!std::exchange(is_inside, true)) look(project.child);
  }
  void operator()(const parser::Extend& extend) {
    assigned.add(extend.variable);
    look(extend.child);
  }
  void operator()(const parser::Group&) { variables = std::move(assigned); }
  template <class Other>
  void operator()(const Other&) const {}
};

const parser::Expression* variable_expression(Planning& planning, VariableId variable) {
  parser::Expression expression;
  expression.kind = parser::ExpressionKind::variable;
  expression.variable = variable;
  return planning.own(std::move(expression));
}

// COUNT(?v) of a variable that every solution binds is COUNT(*), which reads no column.
bool counts_every_row(const parser::Group::Output& output, const VariableSet& bound) {
  return output.aggregate.kind == parser::AggregateKind::count && !output.aggregate.distinct &&
         output.arguments.size() == 1 && output.arguments.front().kind == parser::ExpressionKind::variable &&
         bound.has(output.arguments.front().variable);
}

// One function for each operator of the algebra.
struct Translation {
  Planning& planning;
  const PatternScope& scope;
  const parser::Algebra& algebra;

  NodePtr below(const parser::AlgebraPtr& child) const { return translate(planning, *child, scope); }

  NodePtr operator()(const parser::Bgp&) const { return translate_group(planning, algebra, scope); }
  NodePtr operator()(const parser::Join&) const { return translate_group(planning, algebra, scope); }
  NodePtr operator()(const parser::Filter&) const { return translate_group(planning, algebra, scope); }
  NodePtr operator()(const parser::LeftJoin& join) const { return translate_left_join(planning, join, scope); }
  NodePtr operator()(const parser::Minus& minus) const;
  NodePtr operator()(const parser::Union& either) const {
    std::vector<NodePtr> children;
    std::vector<const parser::Algebra*> ahead{either.right.get(), either.left.get()};
    while (!ahead.empty()) {  // the parser makes a deep tree of them
      const parser::Algebra& branch = *ahead.back();
      ahead.pop_back();
      if (const auto* inner = std::get_if<parser::Union>(&branch.node)) {
        ahead.insert(ahead.end(), {inner->right.get(), inner->left.get()});
      } else {
        children.push_back(translate(planning, branch, scope));
      }
    }
    return make(logical::Union{std::move(children)});
  }
  NodePtr operator()(const parser::Graph& graph) const {
    const auto slot = planning.resolve(graph.graph);
    if (!slot) return nothing(scope_of(*graph.child), scope);
    if (!slot->variable) {
      AccessPath all;
      all.permutation = Permutation::gspo;
      all.prefix = {*slot};
      const bool in_dataset = !planning.named_graphs || planning.named_graphs->contains(slot->term);
      if (!in_dataset || planning.counts.rows(all) == 0) return nothing(scope_of(*graph.child), scope);
      return translate(planning, *graph.child, scope.in({GraphScope::Kind::one, *slot, nullptr}));
    }
    const VariableId hidden = planning.new_variable(fmt::format(".graph{}", planning.variables.size()));
    const PatternScope each = scope.in({GraphScope::Kind::each, Slot::of(hidden), planning.named_graphs});
    NodePtr child = keyed(translate(planning, *graph.child, each), each);
    return make(logical::BindGraph{std::move(child), hidden, *slot->variable});
  }
  NodePtr operator()(const parser::Extend& extend) const {
    VariableSet own;
    own.add(extend.variable);
    if (scope.seen.meets(own)) {  // computed without the outer value, then compared with it
      return with_outer_bindings(translate_alone(planning, algebra, scope.hiding(own)), scope);
    }
    NodePtr child = below(extend.child);
    const parser::Expression* expression = without_exists(planning, extend.expression, child, scope);
    return make(logical::Extend{std::move(child), extend.variable, expression});
  }
  NodePtr operator()(const parser::Values& values) const {
    NodePtr table = make(logical::Values{&values});
    if (scope.kind != GraphScope::Kind::each) return table;
    return make(logical::Join{JoinKind::inner, std::move(table), graph_names(scope), {}, 0, {}});
  }
  NodePtr operator()(const parser::Group& group) const;
  NodePtr operator()(const parser::Project& project) const {
    std::vector<VariableId> columns = project.variables;
    for (const VariableId key : scope.keys()) columns.push_back(key);
    return logical::project(keyed(below(project.child), scope), columns);
  }
  NodePtr operator()(const parser::Distinct& distinct) const { return make(logical::Distinct{below(distinct.child)}); }
  NodePtr operator()(const parser::Reduced& reduced) const { return below(reduced.child); }
  NodePtr operator()(const parser::OrderBy& order) const {
    NodePtr child = below(order.child);
    std::vector<logical::Sort::Key> keys;
    for (const auto& key : order.keys) {
      keys.push_back({without_exists(planning, key.expression, child, scope), key.descending});
    }
    return make(logical::Sort{std::move(child), std::move(keys), std::nullopt});
  }
  NodePtr operator()(const parser::Slice& slice) const {
    const std::vector<VariableId> keys = scope.keys();
    if (keys.empty()) return make(logical::Slice{below(slice.child), slice.offset, slice.limit, {}});
    NodePtr child = keyed(translate_alone(planning, *slice.child, scope), scope);
    return make(logical::Slice{std::move(child), slice.offset, slice.limit, keys});
  }
  NodePtr operator()(const parser::Service& service) const {
    const VariableSet certain = certain_in(*service.child);
    // A subquery with a LIMIT is requested once: a second time, its rows might differ.
    logical::Service node{&service, {}, std::holds_alternative<parser::Slice>(service.child->node), {}, {}, {}};
    for (const VariableId variable : scope_of(*service.child).list()) {
      // The values of blank nodes and hidden variables cannot be sent to another server.
      if (!planning.is_named(variable)) continue;
      node.columns.push_back({variable, planning.variables[variable], certain.has(variable)});
    }
    NodePtr scan = make(std::move(node));
    if (scope.kind != GraphScope::Kind::each) return scan;
    return make(logical::Join{JoinKind::inner, std::move(scan), graph_names(scope), {}, 0, {}});
  }
  NodePtr operator()(const parser::Invoke& invoke) const {
    if (scope.kind == GraphScope::Kind::each) {
      fail(ErrorKind::unsupported,
           "an algorithm inside GRAPH ?variable is not supported; write GRAPH inside of its block");
    }
    ProcedureCallPtr call =
        ProcedureCall::resolve(invoke, planning.options.callees.procedures, planning.dictionary, planning.variables);
    std::vector<VariableId> outputs;
    for (const ProcedureCall::Output& output : call->outputs()) {
      const bool is_new = std::find(outputs.begin(), outputs.end(), output.variable) == outputs.end();
      if (output.variable && is_new) outputs.push_back(*output.variable);
    }
    NodePtr edges = translate(planning, *invoke.child, scope.plain());
    NodePtr inputs = invoke.inputs ? translate(planning, *invoke.inputs, scope.plain()) : nullptr;
    std::string key = edges_key(planning, invoke, *call, scope);
    return make(logical::Invoke{&invoke, std::move(call), std::move(edges), std::move(inputs), nullptr,
                                std::move(outputs), std::move(key)});
  }
  NodePtr operator()(const parser::PathPattern& path) const;

 private:
  void add_output(logical::Group& made, const parser::Group::Output& output, const VariableSet& bound) const;
};

// Both sides have the outer solution's bindings. If it has any, no two rows have disjoint domains.
NodePtr Translation::operator()(const parser::Minus& minus) const {
  VariableSet shared = both(scope_of(*minus.left), scope_of(*minus.right));
  const bool always_meets = scope.outer && !scope.witness;
  if (scope.witness && scope.seen.has(*scope.witness)) shared.add(*scope.witness);
  if (!always_meets && shared.empty()) return below(minus.left);
  const bool late = !scope.witness && joins_late(*minus.right, scope.seen);
  NodePtr left = below(minus.left), right = translate(planning, *minus.right, late ? scope.plain() : scope);
  left = keyed_as(*right, std::move(left), scope);
  const JoinKind kind = always_meets ? JoinKind::anti : JoinKind::minus;
  return make(logical::Join{kind, std::move(left), std::move(right), {}, 0, always_meets ? VariableSet() : shared});
}

NodePtr Translation::operator()(const parser::Group& group) const {
  VariableSet computed;
  for (const auto& key : group.keys) {
    if (key.expression) computed.add(key.variable);
  }
  for (const auto& output : group.outputs) computed.add(output.variable);
  if (scope.seen.meets(computed)) {
    return with_outer_bindings(translate_alone(planning, algebra, scope.hiding(computed)), scope);
  }
  logical::Group made;
  made.implicit = group.implicit;
  made.child = keyed(translate(planning, *group.child, scope.below_groups()), scope);
  for (const auto& key : group.keys) {
    made.keys.push_back(key.variable);
    if (!key.expression) continue;
    const auto* expression = without_exists(planning, *key.expression, made.child, scope);
    made.child = make(logical::Extend{std::move(made.child), key.variable, expression});
  }
  // With one for each graph and each outer solution: each has its own groups, even without a solution.
  const std::vector<VariableId> hidden = scope.keys();
  made.keys.insert(made.keys.end(), hidden.begin(), hidden.end());
  if (group.implicit && !hidden.empty()) made.every = unit(scope);
  const VariableSet bound = certain_in(*group.child);
  for (const auto& output : group.outputs) {
    if (output.aggregate.star && output.aggregate.distinct && made.solution.empty()) {
      for (const VariableId variable : scope_of(*group.child).list()) {
        if (planning.is_named(variable)) made.solution.push_back(variable);
      }
    }
    add_output(made, output, bound);
  }
  return make(std::move(made));
}

void Translation::add_output(logical::Group& made, const parser::Group::Output& output,
                             const VariableSet& bound) const {
  logical::Group::Output out{output.variable, output.aggregate, nullptr};
  if (counts_every_row(output, bound)) {
    out.aggregate.star = true;
  } else if (!output.arguments.empty()) {
    const parser::Expression& argument = output.arguments.front();
    out.argument = without_exists(planning, argument, made.child, scope);
    if (output.aggregate.distinct && argument.kind != parser::ExpressionKind::variable) {
      const VariableId value = planning.new_variable(fmt::format(".argument{}", planning.variables.size()));
      made.child = make(logical::Extend{std::move(made.child), value, out.argument});
      out.argument = variable_expression(planning, value);
    }
  }
  made.outputs.push_back(std::move(out));
}

NodePtr Translation::operator()(const parser::PathPattern& path) const {
  // Where the union of all graphs has classes of equal terms, copies of an edge may be on different images.
  const bool is_union = scope.kind == GraphScope::Kind::everything && planning.has_classes(scope);
  if (is_union && path.path.kind == parser::PathKind::negated) return translate_negated_set(planning, path, scope);
  const auto end = [&](const parser::Node& node) {
    if (const auto* variable = std::get_if<VariableId>(&node)) return Slot::of(*variable);
    return Slot::of(planning.dictionary.find(std::get<Term>(node).view()));
  };
  const Slot subject = end(path.subject), object = end(path.object);
  return make(logical::Path{&path, subject, object, scope, nullptr, false, false});
}

// Fails before a tree of calls that is too deep for the stack.
class Depth {
 public:
  explicit Depth(Planning& planning) : planning_(planning) {
    planning_.options.watch.look();
    if (++planning_.depth <= PlanWatch::kMostDeep) return;
    planning_.depth = 0;
    PlanWatch::fail_too_deep();
  }
  ~Depth() { --planning_.depth; }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;

 private:
  Planning& planning_;
};

}  // namespace

bool is_join_group(const parser::Algebra& algebra) {
  return std::holds_alternative<parser::Bgp>(algebra.node) || std::holds_alternative<parser::Join>(algebra.node) ||
         std::holds_alternative<parser::Filter>(algebra.node);
}

NodePtr translate_alone(Planning& planning, const parser::Algebra& algebra, const PatternScope& scope) {
  const Depth depth(planning);
  return std::visit(Translation{planning, scope, algebra}, algebra.node);
}

NodePtr translate(Planning& planning, const parser::Algebra& algebra, const PatternScope& scope) {
  if (!scope.outer || is_join_group(algebra)) return translate_alone(planning, algebra, scope);
  VariableSet seen = scope.seen;
  seen.add(scope.above_groups);  // what lies below a group sees these
  if (joins_late(algebra, seen)) {
    return with_outer_bindings(translate_alone(planning, algebra, scope.plain()), scope);
  }
  if (hides_variables(algebra)) {  // what it computes is compared with the outer values when it is complete
    ComputedFromGroups found;
    std::visit(found, algebra.node);
    const VariableSet computed = both(found.variables, scope.seen);
    if (!computed.empty()) {
      return with_outer_bindings(translate_alone(planning, algebra, scope.hiding_above_groups(computed)), scope);
    }
  }
  NodePtr child = translate_alone(planning, algebra, scope);
  const auto columns = scope.outer_columns();
  const bool complete =
      std::all_of(columns.begin(), columns.end(), [&](VariableId variable) { return child->columns.has(variable); });
  return complete ? std::move(child) : with_outer_bindings(std::move(child), scope);
}

NodePtr unit(const PatternScope& scope) {
  if (scope.outer) {
    NodePtr outer = outer_bindings(scope);
    if (scope.kind != GraphScope::Kind::each || scope.outer_has_graph()) return outer;
    return make(logical::Join{JoinKind::inner, std::move(outer), graph_names(scope), {}, 0, {}});
  }
  if (scope.kind == GraphScope::Kind::each) return graph_names(scope);
  return make(logical::Unit{});
}

NodePtr graph_names(const PatternScope& scope) {
  return make(logical::GraphNames{*scope.graph.variable, scope.allowed});
}

NodePtr nothing(VariableSet variables, const PatternScope& scope) {
  for (const VariableId key : scope.keys()) variables.add(key);
  if (scope.outer) {
    for (const VariableId column : scope.outer_columns()) variables.add(column);
  }
  return make(logical::Nothing{std::move(variables)});
}

NodePtr outer_bindings(const PatternScope& scope) {
  return make(logical::DependentScan{scope.outer, scope.outer_columns()});
}

NodePtr with_outer_bindings(NodePtr child, const PatternScope& scope) {
  return make(logical::Join{JoinKind::inner, std::move(child), outer_bindings(scope), {}, 0, {}});
}

NodePtr keyed(NodePtr child, const PatternScope& scope) {
  for (const VariableId key : scope.keys()) {
    if (child->certain.has(key)) continue;
    return make(logical::Join{JoinKind::inner, std::move(child), unit(scope), {}, 0, {}});
  }
  return child;
}

NodePtr keyed_as(const logical::Node& right, NodePtr left, const PatternScope& scope) {
  const std::vector<VariableId> keys = scope.keys();
  const bool has_keys = std::any_of(keys.begin(), keys.end(), [&](VariableId key) { return right.columns.has(key); });
  return has_keys ? keyed(std::move(left), scope) : std::move(left);
}

}  // namespace quadrille::query
