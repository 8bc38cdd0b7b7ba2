#include "query/plan/order/bind_join.hpp"

#include <fmt/format.h>

#include "query/paths/path_sources.hpp"
#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

using logical::NodePtr;

namespace {

bool is_off(const Planning& planning) {
  return planning.options.choices.off.has(Rule::bind_join);
}

NodePtr values_of(const logical::Node& left, std::vector<VariableId> variables, bool represented = false) {
  NodePtr values = make(logical::BindJoinValues{std::move(variables), represented});
  values->rows = left.rows;
  return values;
}

}  // namespace

NodePtr ordered_beside(Planning& planning, const logical::Node& left, const logical::Node& right,
                       const VariableSet& wanted, const Beside& beside) {
  const bool may_read = left.columns.meets(right.columns) || left.columns.meets(logical::needed_beside(right));
  return ordered(planning, right, wanted, beside.with_left(may_read ? &left : nullptr));
}

std::optional<std::vector<JoinStep>> order_from_left(Planning& planning, GroupParts& group, const Beside& beside,
                                                     double alone) {
  const logical::Node* const left = beside.left;
  if (!left || is_off(planning)) return std::nullopt;
  VariableSet bound_here;  // the left does not bind what a part may leave unbound
  for (const JoinPart& part : group.parts) bound_here.add(part.variables);
  const VariableSet of_left = both(left->certain, bound_here);
  if (of_left.empty()) return std::nullopt;
  group.add(values_of(*left, of_left.list(), beside.is_stored));
  std::vector<JoinStep> steps = join_steps(planning, group);
  const double values = left->rows * cost::kDifferentValue;
  if (values + steps.back().cost >= alone * cost::kBindJoinPays) {
    group.parts.pop_back();
    group.tables.pop_back();
    return std::nullopt;
  }
  planning.fired.add(Rule::bind_join);
  return steps;
}

void start_from_left(Planning& planning, logical::Path& path, const logical::Node& left) {
  const auto &subject = path.subject.variable, &object = path.object.variable;
  if (!subject || !object || is_off(planning)) return;
  const bool at_object = !left.certain.has(*subject);
  const VariableId variable = at_object ? *object : *subject;
  const bool may_be_elsewhere = may_have_no_length(path.pattern->path);
  const double everything = planning.rows_in(path.scope);
  if (!left.certain.has(variable) || (may_be_elsewhere && planning.is_apart()) || left.rows > everything) return;
  planning.fired.add(Rule::bind_join);
  path.starts = values_of(left, {variable});
  path.starts_at_object = at_object;
  path.starts_may_be_elsewhere = may_be_elsewhere;
}

void ask_for_left(Planning& planning, logical::Service& service, const logical::Node& left) {
  const auto* endpoint = std::get_if<VariableId>(&service.service->endpoint);
  const bool binds_endpoint = endpoint && left.columns.has(*endpoint);
  std::vector<ServiceColumn> keys;
  for (const ServiceColumn& column : service.columns) {
    if (left.columns.has(column.variable) && !service.is_cut) keys.push_back(column);
  }
  if (!binds_endpoint && (endpoint || keys.empty() || is_off(planning))) return;
  planning.fired.add(Rule::bind_join);
  service.keys = std::move(keys);
  service.reads_left = true;
  if (binds_endpoint && service.service->silent && !left.certain.has(*endpoint)) {
    service.endpoint_key = planning.new_variable(fmt::format(".endpoint{}", *endpoint));
  }
}

void start_from_left(logical::Invoke& invoke, const std::vector<std::string>& names, const logical::Node* left) {
  using From = ProcedureCall::Input::From;
  VariableSet needed = set_of(invoke.call->beside(From::beside_each));
  needed.add(set_of(invoke.call->beside(From::beside_together)));
  if (needed.empty()) return;
  for (const VariableId variable : needed.list()) {
    if (left && left->certain.has(variable)) continue;
    fail(ErrorKind::user,
         "{} needs a value of ?{}: bind it in every solution of the patterns beside the block, or by a pattern of the "
         "block",
         invoke.call->procedure().name, names[variable]);
  }
  invoke.starts = values_of(*left, needed.list());
}

}  // namespace quadrille::query
