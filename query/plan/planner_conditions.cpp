// Pushes conditions down to the part of the algebra that binds their variables for good. There they drop rows early,
// and scans read only the ranges that they allow (term_ranges.hpp).
//
//   FILTER on        goes to
//   OPTIONAL, MINUS  the left side
//   UNION            every branch
//   a subquery       its projected pattern; below DISTINCT, ORDER BY; below GROUP BY if it reads only keys
//   BIND, GRAPH      the pattern inside
//   LIMIT, paths     stays above
//
// Conditions of an OPTIONAL or EXISTS that read only its own variables are pushed to its right side.

#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

const parser::Algebra& below_order(const parser::Algebra& algebra) {
  const parser::Algebra* below = &algebra;
  while (const auto* order = std::get_if<parser::OrderBy>(&below->node)) below = order->child.get();
  return *below;
}

// The parts whose solutions, restricted to their variables, are those of the whole.
struct PartsBelow {
  using Parts = std::vector<const parser::Algebra*>;

  Parts operator()(const parser::LeftJoin& node) const { return {&*node.left}; }
  Parts operator()(const parser::Minus& node) const { return {&*node.left}; }
  Parts operator()(const parser::Distinct& node) const { return {&below_order(*node.child)}; }
  Parts operator()(const parser::Reduced& node) const { return {&below_order(*node.child)}; }
  Parts operator()(const parser::Project& node) const { return {&below_order(*node.child)}; }
  Parts operator()(const parser::Extend& node) const { return {&*node.child}; }
  Parts operator()(const parser::Group& node) const { return {&*node.child}; }
  Parts operator()(const parser::Graph& node) const { return {&*node.child}; }
  Parts operator()(const parser::Union& node) const {
    Parts branches;
    std::vector<const parser::Algebra*> ahead{node.right.get(), node.left.get()};
    while (!ahead.empty()) {  // unions may be nested deeply: no recursion
      const parser::Algebra& branch = *ahead.back();
      ahead.pop_back();
      if (const auto* inner = std::get_if<parser::Union>(&branch.node)) {
        ahead.insert(ahead.end(), {inner->right.get(), inner->left.get()});
      } else {
        branches.push_back(&branch);
      }
    }
    return branches;
  }
  template <class Node>
  Parts operator()(const Node&) const {
    return {};
  }
};

}  // namespace

bool Planner::may_hand_down(const parser::Algebra& algebra, const parser::Expression& condition) {
  const VariableSet looked_at = variables_of(condition);
  return !looked_at.empty() && is_stable(condition) && certain_in(algebra).includes(looked_at);
}

void Planner::hand_down(const parser::Algebra& algebra, Conditions conditions) {
  if (!conditions.empty()) handed_down_.insert_or_assign(&algebra, std::move(conditions));
}

OperatorPtr Planner::plan_filtered(const parser::Algebra& algebra, Conditions conditions, const PatternScope& scope,
                                   const VariableSet& wanted) {
  VariableSet needed = wanted;
  for (const auto& condition : conditions) needed.add(variables_of(condition));
  if (!scope.outer && is_join_group(algebra)) return plan_join_group(algebra, scope, needed, conditions);
  if (!scope.outer) {
    const auto parts = std::visit(PartsBelow(), algebra.node);
    for (const parser::Algebra* part : parts) {
      Conditions theirs, stay;
      for (auto& condition : conditions) (may_hand_down(*part, condition) ? theirs : stay).push_back(condition);
      hand_down(*part, std::move(theirs));
      if (part == parts.back()) conditions = std::move(stay);
    }
  }
  return filtered(plan_in(algebra, scope, needed), conditions, scope);
}

}  // namespace quadrille::query
