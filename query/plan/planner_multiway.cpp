// Joins cyclic patterns of a group at once, if that costs less than one by one.

#include <algorithm>

#include "query/joins/multiway_join.hpp"
#include "query/plan/multiway_order.hpp"
#include "query/plan/planner.hpp"

namespace quadrille::query {

namespace {

constexpr double kWorthLooking = 2e5;  // minimum cost of the joins one by one, in units of join_order.cpp: 0.5 ms
constexpr double kPays = 0.7;          // of that cost
constexpr double kMoved = 20;          // moving a row to another group, in the same units
constexpr double kMostRows = 2e9;      // of a table
constexpr std::size_t kMostParts = 100;

}  // namespace

std::optional<Planner::MultiwayPart> Planner::plan_multiway(const std::vector<JoinPart>& parts,
                                                            const std::vector<JoinLink>& links, double cost,
                                                            const VariableSet& outside) const {
  const bool always = options_.choices.multiway == MultiwayJoins::always;
  if (options_.choices.multiway == MultiwayJoins::never || (cost < kWorthLooking && !always)) return std::nullopt;
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
      if (rows > kMostRows) return std::nullopt;
      if (is_apart()) order->cost += rows * kMoved;
      continue;
    }
    wanted.add(parts[number].variables);
    rest.push_back(parts[number]);
    numbers.push_back(number);
  }
  made.part.estimate.rows = order->rows;
  rest.push_back(made.part);
  numbers.push_back(parts.size());
  const JoinCosts costs = join_costs();
  made.steps = order_joins(
      rest, costs, [this] { options_.watch.look(); }, nullptr, links);
  if (order->cost + made.steps.back().cost > cost * kPays && !always) return std::nullopt;
  for (JoinStep& step : made.steps) step.part = numbers[step.part];

  const VariableId first = order->variables.front();
  std::vector<OperatorPtr> tables;
  for (const std::size_t number : order->parts) {
    const JoinPart& part = parts[number];
    const bool leads = part.variables.has(first);
    const VariableId key = *std::find_if(order->variables.begin(), order->variables.end(),
                                         [&](VariableId variable) { return part.variables.has(variable); });
    OperatorPtr table = scan(*part.pattern, part.estimate.rows, part.variables, key);  // rows of one key are adjacent
    tables.push_back(moved(std::move(table), leads ? Distribution::by(first) : Distribution::replicated()));
  }
  std::vector<VariableId> outputs;
  for (const VariableId variable : order->variables) {
    if (wanted.has(variable)) outputs.push_back(variable);
  }
  made.table = std::make_unique<MultiwayJoin>(std::move(tables), order->variables, outputs, options_.team_size > 1);
  made.table->estimated_rows = order->rows;
  return made;
}

}  // namespace quadrille::query
