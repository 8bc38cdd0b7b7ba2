// Joins cyclic patterns of a group at once, if that costs less than one by one.

#include <algorithm>

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/join_costs.hpp"
#include "query/plan/order/multiway_order.hpp"
#include "query/plan/order/ordered.hpp"

namespace quadrille::query {

namespace {

constexpr std::size_t kMostParts = 100;

logical::NodePtr table_of(const MultiwayOrder& order, const std::vector<JoinPart>& parts, const VariableSet& wanted) {
  logical::Multiway join;
  join.order = order.variables;
  for (const std::size_t number : order.parts) {
    const JoinPart& part = parts[number];
    const VariableId key = *std::find_if(order.variables.begin(), order.variables.end(),
                                         [&](VariableId variable) { return part.variables.has(variable); });
    logical::NodePtr table = make(logical::Scan{*part.pattern, part.variables, key, {}});  // rows of a key are adjacent
    table->rows = part.estimate.rows;
    join.tables.push_back(std::move(table));
  }
  for (const VariableId variable : order.variables) {
    if (wanted.has(variable)) join.outputs.push_back(variable);
  }
  logical::NodePtr table = make(std::move(join));
  table->rows = order.rows;
  return table;
}

}  // namespace

std::optional<MultiwayPart> plan_multiway(Planning& planning, const std::vector<JoinPart>& parts,
                                          const std::vector<JoinLink>& links, double cost, const VariableSet& outside) {
  const OperatorChoices& choices = planning.options.choices;
  const bool always = choices.always.has(Rule::multiway_join);
  if (choices.off.has(Rule::multiway_join)) return std::nullopt;
  if (cost < cost::kWorthMultiway && !always) return std::nullopt;
  if (parts.size() < 3 || parts.size() > kMostParts) return std::nullopt;
  auto order = multiway_order(parts);
  if (!order) return std::nullopt;
  std::vector<JoinPart> rest;
  std::vector<std::size_t> numbers;
  MultiwayPart made;
  VariableSet wanted = outside;
  for (std::size_t number = 0; number < parts.size(); ++number) {
    if (std::find(order->parts.begin(), order->parts.end(), number) != order->parts.end()) {
      made.part.variables.add(parts[number].variables);
      const double rows = parts[number].estimate.rows;
      if (rows > cost::kMostMultiwayRows) return std::nullopt;
      if (planning.is_apart()) order->cost += rows * cost::kMove;
      continue;
    }
    wanted.add(parts[number].variables);
    rest.push_back(parts[number]);
    numbers.push_back(number);
  }
  made.part.estimate.rows = order->rows;
  rest.push_back(made.part);
  numbers.push_back(parts.size());
  const auto look = [&planning] { planning.options.watch.look(); };
  made.steps = order_joins(rest, join_costs(planning), look, nullptr, links);
  if (order->cost + made.steps.back().cost > cost * cost::kMultiwayPays && !always) return std::nullopt;
  for (JoinStep& step : made.steps) step.part = numbers[step.part];
  made.table = table_of(*order, parts, wanted);
  return made;
}

}  // namespace quadrille::query
