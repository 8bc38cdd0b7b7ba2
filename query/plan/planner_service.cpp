// SERVICE, and the right sides of joins that use the values of the left side: services, patterns, paths.

#include <fmt/format.h>

#include "query/plan/planner.hpp"
#include "query/service/service_scan.hpp"

namespace quadrille::query {

namespace {

// For the estimates above: the size of a service's answer is unknown.
constexpr double kServiceRows = 1000;

// Operators that keep the solutions of their parts: rows that are not compatible with the other side of a join may be
// left out below them.
struct PassesOn {
  std::vector<const parser::Algebra*> operator()(const parser::Join& node) const { return {&*node.left, &*node.right}; }
  std::vector<const parser::Algebra*> operator()(const parser::Union& node) const {
    return {&*node.left, &*node.right};
  }
  std::vector<const parser::Algebra*> operator()(const parser::LeftJoin& node) const { return {&*node.left}; }
  std::vector<const parser::Algebra*> operator()(const parser::Minus& node) const { return {&*node.left}; }
  std::vector<const parser::Algebra*> operator()(const parser::Filter& node) const { return {&*node.child}; }
  std::vector<const parser::Algebra*> operator()(const parser::Extend& node) const { return {&*node.child}; }
  std::vector<const parser::Algebra*> operator()(const parser::Graph& node) const { return {&*node.child}; }
  template <class Node>
  std::vector<const parser::Algebra*> operator()(const Node&) const {
    return {};
  }
};

}  // namespace

bool asks_services(const parser::Algebra& algebra) {
  if (std::holds_alternative<parser::Service>(algebra.node)) return true;
  for (const parser::Algebra* part : std::visit(PassesOn(), algebra.node)) {
    if (asks_services(*part)) return true;
  }
  return false;
}

bool may_pass_bind_join_rows(const parser::Algebra& algebra) {
  return std::holds_alternative<parser::Service>(algebra.node) || std::holds_alternative<parser::Bgp>(algebra.node) ||
         std::holds_alternative<parser::PathPattern>(algebra.node) || !std::visit(PassesOn(), algebra.node).empty();
}

OperatorPtr Planner::plan_beside(OperatorPtr& left, const parser::Algebra& right, const PatternScope& scope,
                                 const VariableSet& wanted) {
  std::vector<VariableId> shared;
  const VariableSet in_right = scope_of(right);
  for (const ColumnInfo& column : left->schema().columns) {
    if (in_right.has(column.variable)) shared.push_back(column.variable);
  }
  if (shared.empty() || !may_pass_bind_join_rows(right)) return plan_with(nullptr, right, scope, wanted);
  auto bind_join_rows = std::make_shared<BindJoinRows>(canonical(std::move(left), shared));
  OperatorPtr planned = plan_with(bind_join_rows, right, scope, wanted);
  const bool somebody_wants_it = bind_join_rows.use_count() > 1;
  left = somebody_wants_it ? std::make_unique<KeptRows>(std::move(bind_join_rows)) : bind_join_rows->release();
  return planned;
}

OperatorPtr Planner::plan_beside(OperatorPtr& left, const parser::Algebra& right, Conditions conditions,
                                 const PatternScope& scope, const VariableSet& wanted) {
  Conditions inside, behind;
  VariableSet needed = wanted;
  for (auto& condition : conditions) {
    needed.add(variables_of(condition));
    (may_hand_down(right, condition) ? inside : behind).push_back(std::move(condition));
  }
  hand_down(right, std::move(inside));
  return filtered(plan_beside(left, right, scope, needed), behind, scope);
}

VariableSet Planner::left_variables() const {
  return bind_join_rows_ ? certain(bind_join_rows_->schema()) : VariableSet();
}

OperatorPtr Planner::left_values(const std::vector<VariableId>& variables) const {
  auto values = std::make_unique<LeftValues>(bind_join_rows_, variables);
  return distinct(std::move(values));
}

OperatorPtr Planner::plan_with(std::shared_ptr<BindJoinRows> bind_join_rows, const parser::Algebra& algebra,
                               const PatternScope& scope, const VariableSet& wanted) {
  std::swap(bind_join_rows_, bind_join_rows);
  OperatorPtr planned = plan_in(algebra, scope, wanted);
  std::swap(bind_join_rows_, bind_join_rows);
  return planned;
}

OperatorPtr Planner::plan_service(const parser::Service& service, const PatternScope& scope,
                                  const VariableSet& wanted) {
  ServicePlan plan;
  plan.silent = service.silent;
  plan.group = service.text;
  const VariableSet certain = certain_in(*service.child);
  // A subquery with a LIMIT is requested once: a second time, its rows might differ.
  const bool is_cut = std::holds_alternative<parser::Slice>(service.child->node);
  std::optional<ServiceColumn> any;
  for (const VariableId variable : scope_of(*service.child).list()) {
    const ServiceColumn column{variable, variables_[variable], certain.has(variable)};
    if (!is_named(variable)) continue;  // its values cannot be sent to another server
    any = column;
    if (wanted.has(variable)) plan.columns.push_back(column);
    if (wanted.has(variable) && bind_join_rows_ && bind_join_rows_->schema().has(variable) && !is_cut)
      plan.keys.push_back(column);
  }
  if (plan.columns.empty() && any) plan.columns.push_back(*any);
  if (const auto* variable = std::get_if<VariableId>(&service.endpoint)) {
    plan.endpoint = variables_[*variable];
    plan.endpoint_variable = *variable;
    if (bind_join_rows_ && bind_join_rows_->schema().has(*variable)) {
      plan.bind_join_rows = bind_join_rows_;
      const auto column = bind_join_rows_->schema().column_of(*variable);
      if (plan.silent && bind_join_rows_->schema().columns[*column].maybe_unbound) {
        plan.endpoint_key =
            bind_join_rows_->add_endpoint(*variable, new_variable(fmt::format(".endpoint{}", *variable)));
      }
    }
  } else {
    plan.endpoint = std::get<Term>(service.endpoint).text;
  }
  if (!plan.keys.empty() && (!plan.endpoint_variable || plan.bind_join_rows)) plan.bind_join_rows = bind_join_rows_;
  if (!plan.bind_join_rows) plan.keys.clear();
  OperatorPtr scan = std::make_unique<ServiceScan>(std::move(plan), options_.services, options_.team_size);
  scan->estimated_rows = kServiceRows;
  if (scope.kind != GraphScope::Kind::each) return scan;
  return hash_join(JoinKind::inner, std::move(scan), graph_names(scope));
}

}  // namespace quadrille::query
