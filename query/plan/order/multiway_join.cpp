#include "query/plan/order/multiway_join.hpp"

#include <algorithm>

#include "query/plan/cost/costs.hpp"

namespace quadrille::query {

namespace {

logical::NodePtr table_of(const MultiwayOrder& order, const std::vector<JoinPart>& parts, const VariableSet& wanted) {
  logical::Multiway join;
  join.order = order.variables;
  for (const std::size_t number : order.parts) {
    const JoinPart& part = parts[number];
    const VariableId key = *std::find_if(order.variables.begin(), order.variables.end(),
                                         [&](VariableId variable) { return part.variables.has(variable); });
    join.tables.push_back(scan(*part.pattern, part.estimate.rows, part.variables, key));  // rows of a key are adjacent
  }
  for (const VariableId variable : order.variables) {
    if (wanted.has(variable)) join.outputs.push_back(variable);
  }
  logical::NodePtr table = make(std::move(join));
  table->rows = order.rows;
  return table;
}

}  // namespace

std::optional<std::vector<JoinStep>> order_with_multiway(Planning& planning, GroupParts& group, double one_by_one,
                                                         const VariableSet& outside) {
  const OperatorChoices& choices = planning.options.choices;
  const std::vector<JoinPart>& parts = group.parts;
  const bool always = choices.always.has(Rule::multiway_join);
  if (choices.off.has(Rule::multiway_join) || (one_by_one < cost::kWorthMultiway && !always)) return std::nullopt;
  if (parts.size() < 3 || parts.size() > cost::kMostMultiwayParts) return std::nullopt;
  auto order = multiway_order(parts);
  if (!order) return std::nullopt;
  std::vector<JoinPart> rest;
  std::vector<std::size_t> numbers;
  JoinPart joined;
  VariableSet wanted = outside;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    if (std::find(order->parts.begin(), order->parts.end(), number) != order->parts.end()) {
      joined.variables.add(parts[number].variables);
      const double rows = parts[number].estimate.rows;
      if (rows > cost::kMostMultiwayRows) return std::nullopt;
      if (planning.is_apart()) order->cost += rows * cost::kMove;
      continue;
    }
    wanted.add(parts[number].variables);
    rest.push_back(parts[number]);
    numbers.push_back(number);
  }
  joined.estimate.rows = order->rows;
  rest.push_back(std::move(joined));
  numbers.push_back(parts.size());
  const auto look = [&planning] { planning.options.watch.look(); };
  std::vector<JoinStep> steps = order_joins(rest, join_costs(planning), look, nullptr, group.links);
  if (order->cost + steps.back().cost > one_by_one * cost::kMultiwayPays && !always) return std::nullopt;
  for (JoinStep& step : steps) step.part = numbers[step.part];
  group.add(table_of(*order, parts, wanted));
  planning.fired.add(Rule::multiway_join);
  return steps;
}

}  // namespace quadrille::query
