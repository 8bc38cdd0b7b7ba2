#include "query/plan/logical/late_join.hpp"

#include <algorithm>

#include "query/paths/path_sources.hpp"

namespace quadrille::query {

namespace {

using namespace parser;

struct LateJoin {
  const VariableSet& outer;

  bool late(const AlgebraPtr& child) const { return joins_late(*child, outer); }
  bool bound_in(const VariableSet& bound, const VariableSet& looked_at) const {
    return bound.includes(both(outer, looked_at));
  }
  template <class Expressions>
  bool all_bound_in(const VariableSet& bound, const Expressions& expressions) const {
    return std::all_of(expressions.begin(), expressions.end(),
                       [&](const Expression& expression) { return bound_in(bound, variables_of(expression)); });
  }

  bool operator()(const Bgp&) const { return true; }
  bool operator()(const PathPattern& path) const {
    const auto* subject = std::get_if<VariableId>(&path.subject);
    const auto* object = std::get_if<VariableId>(&path.object);
    return !subject || !object || !(outer.has(*subject) || outer.has(*object)) || !may_have_no_length(path.path);
  }
  bool operator()(const Values&) const { return true; }
  bool operator()(const Service&) const { return true; }
  bool operator()(const Invoke&) const { return true; }
  bool operator()(const Join& join) const { return late(join.left) && late(join.right); }
  bool operator()(const parser::Union& either) const { return late(either.left) && late(either.right); }
  bool operator()(const Graph& graph) const { return late(graph.child); }
  bool operator()(const Distinct& distinct) const { return late(distinct.child); }
  bool operator()(const Reduced& reduced) const { return late(reduced.child); }
  bool operator()(const OrderBy& order) const { return late(order.child); }
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
    const VariableSet right = scope_of(*minus.right);
    return late(minus.left) && late(minus.right) && bound_in(certain_in(*minus.left), right) &&
           bound_in(certain_in(*minus.right), both(scope_of(*minus.left), right));
  }
  bool operator()(const Project& project) const {
    VariableSet let_through;
    for (const VariableId variable : project.variables) let_through.add(variable);
    return joins_late(*project.child, both(outer, let_through));
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
    return keys.includes(shared) && certain_in(*group.child).includes(shared) && joins_late(*group.child, read);
  }
};

}  // namespace

bool joins_late(const Algebra& pattern, const VariableSet& outer) {
  return std::visit(LateJoin{outer}, pattern.node);
}

}  // namespace quadrille::query
