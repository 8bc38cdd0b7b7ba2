#include "query/plan/order/join_search.hpp"

#include <algorithm>

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/join_samples.hpp"
#include "query/plan/order/semi_join.hpp"

namespace quadrille::query {

using namespace cost;

namespace {

// The variables by which a pattern's rows are distributed over its shards.
VariableSet spread_of(const JoinPart& part) {
  VariableSet set;
  if (!part.pattern) return set;
  for (const int place : {0, 2}) {
    const Slot& slot = part.pattern->slots[static_cast<std::size_t>(place)];
    if (slot.variable) set.add(*slot.variable);
  }
  return set;
}

// A pattern can be looked up if a bound variable extends the prefix that its constants give. Subject and object do, and
// the triple term of its components; a predicate or graph alone would be read as a whole for every row.
bool can_look_up(const JoinPart& part, const VariableSet& bound, const JoinCosts& costs) {
  if (!part.pattern) return false;
  const auto& slots = part.pattern->slots;
  const GraphScope& scope = part.pattern->scope;
  if (scope.kind == GraphScope::Kind::triple_terms && bound.has(*scope.graph.variable)) return true;
  if (costs.look_ups_move) return spread_of(part).meets(bound);
  return (slots[0].variable && bound.has(*slots[0].variable)) || (slots[2].variable && bound.has(*slots[2].variable)) ||
         !slots[0].variable || !slots[2].variable;
}

bool has_part(const std::vector<JoinStep>& steps, std::size_t part) {
  return std::any_of(steps.begin(), steps.end(), [part](const JoinStep& step) {
    return step.branch ? has_part(*step.branch, part) : step.part == part;
  });
}

// The only part of a table; nullopt: it has several.
std::optional<std::size_t> only_part(const JoinState& table) {
  return table.steps.size() == 1 ? std::optional(table.steps.front().part) : std::nullopt;
}

double values_of(const Estimate& estimate, const VariableSet& variables) {
  const auto list = variables.list();
  return list.size() == 1 ? estimate.distinct_of(list.front()) : std::max(1.0, estimate.rows);
}

}  // namespace

JoinSearch::JoinSearch(const std::vector<JoinPart>& parts, const JoinCosts& costs, JoinSamples* samples,
                       const std::vector<JoinLink>& links)
    : parts_(parts), costs_(costs), samples_(samples), links_(links) {
  alone_.reserve(parts.size());
  for (std::size_t number = 0; number < parts.size(); ++number) {
    const JoinPart& part = parts[number];
    const VariableSet spread = spread_of(part);
    lists_.push_back(part.variables.list());
    // A pattern can be scanned in the order of any variable by which it is distributed.
    alone_.push_back({part.estimate.rows, false, part.estimate, part.variables, {spread, spread}, {}});
    alone_.back().steps.push_back({number, JoinMethod::start, part.estimate.rows, part.estimate.rows, nullptr});
  }
}

WeighedJoin JoinSearch::weigh(const JoinState& left, const JoinState& right) const {
  const auto common = shared(left, right);
  const double linked = common.empty() ? linked_values(left, right) : 0;
  const double rows = left.estimate.rows, other = right.estimate.rows;
  WeighedJoin join;
  join.product = left.product || right.product || (common.empty() && linked == 0);
  join.rows = rows * other / std::max(1.0, linked);
  for (const VariableId variable : common) {
    join.rows /=
        samples_ ? sampled_values(left, variable, right) : common_values(left.estimate, right.estimate, variable);
  }
  join.rows = std::min(join.rows, kMostEstimatedRows);
  const double hash = other * kBuild + probe_cost(rows, other), back = rows * kBuild + probe_cost(other, rows);
  join.method = hash <= back ? JoinMethod::hash : JoinMethod::hash_back;
  double cost = right.cost + std::min(hash, back) +
                (costs_.move > 0 ? cost_of_moving(left, right, hash <= back, common) : 0) +
                (linked > 0 ? (rows + other) * kValueKey : 0);
  if (const auto next = only_part(right)) weigh_look_up(left, *next, common, join, cost);
  join.cost = left.cost + cost + join.rows;
  return join;
}

void JoinSearch::take(JoinState& left, const JoinState& right, const WeighedJoin& join) const {
  const auto common = shared(left, right);
  const double built = (join.method == JoinMethod::hash_back ? left : right).estimate.rows;
  left.arrangement = arranged_by(join.method, left.arrangement, right.arrangement, set_of(common),
                                 built<kReplicateRows, costs_.move> 0);
  add_join(left.estimate, right.estimate, common);
  left.estimate.rows = join.rows;
  left.cost = join.cost;
  left.product = join.product;
  left.variables.add(right.variables);
  JoinStep step{0, join.method, join.rows, join.cost, nullptr};
  if (const auto next = only_part(right)) {
    step.part = *next;
  } else {
    step.branch = std::make_shared<const std::vector<JoinStep>>(right.steps);
  }
  left.steps.push_back(std::move(step));
}

// A part has few variables.
std::vector<VariableId> JoinSearch::shared(const JoinState& left, const JoinState& right) const {
  const auto part = only_part(right);
  if (!part) return both(left.variables, right.variables).list();
  std::vector<VariableId> common;
  for (const VariableId variable : lists_[*part]) {
    if (left.variables.has(variable)) common.push_back(variable);
  }
  return common;
}

// The cost of moving the rows of a hash join so that they meet; a small table that is built is copied instead.
double JoinSearch::cost_of_moving(const JoinState& left, const JoinState& right, bool right_is_built,
                                  const std::vector<VariableId>& common) const {
  const VariableSet met = set_of(common);
  const auto moved = [&](const JoinState& side) {
    return side.arrangement.spread_by.meets(met) ? 0 : side.estimate.rows;
  };
  const double built = (right_is_built ? right : left).estimate.rows;
  return (built < kReplicateRows ? built : moved(left) + moved(right)) * costs_.move;
}

// The look-up of the rows of `left` in a pattern, where that costs less than `cost`.
void JoinSearch::weigh_look_up(const JoinState& left, std::size_t next, const std::vector<VariableId>& common,
                               WeighedJoin& join, double& cost) const {
  if (common.empty() || !can_look_up(parts_[next], left.variables, costs_)) return;
  const double rows = left.estimate.rows, other = parts_[next].estimate.rows;
  const VariableSet& spread = alone_[next].arrangement.spread_by;
  const bool sorted = common.size() == 1 && left.arrangement.sorted_by.has(common.front());
  const double found =
      is_one_bit(other, lists_[next].size()) ? rows * kTest : look_up_cost(rows, other, common.size(), sorted);
  const double move = costs_.move > 0 && !left.arrangement.spread_by.meets(spread) ? rows * costs_.move : 0;
  if (found + move < cost) cost = found + move, join.method = JoinMethod::index_join;
  if (!costs_.semi_joins || move == 0 || common.size() < lists_[next].size()) return;
  double different = rows;
  if (common.size() == 1) {
    const double batches = sorted ? 1 : std::max(costs_.images, rows / kRowsAsked);
    different = std::min(rows, batches * left.estimate.distinct_of(common.front()));
  }
  const KeysAsked asked{rows, different, other, common.size(), left.variables.list().size()};
  const double semi_join = cost_of_semi_join(asked, costs_);
  if (semi_join + move_later(left, next, join.rows, common) < cost) {
    cost = semi_join, join.method = JoinMethod::semi_join;
  }
}

// The cost of rows that stay now and must be moved later, for a part that is looked up by the same variables.
double JoinSearch::move_later(const JoinState& left, std::size_t next, double rows,
                              const std::vector<VariableId>& common) const {
  const VariableSet met = set_of(common);
  VariableSet there = left.variables;
  there.add(parts_[next].variables);
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const VariableSet& spread = alone_[part].arrangement.spread_by;
    const bool joined = part == next || has_part(left.steps, part);
    const bool tested = there.includes(parts_[part].variables);
    if (!joined && !tested && spread.meets(met) && !spread.meets(left.arrangement.spread_by)) return rows * costs_.move;
  }
  return 0;
}

// The divisor that a condition applies to the product of two tables that share no variable; 0: there is no condition.
double JoinSearch::linked_values(const JoinState& left, const JoinState& right) const {
  double most = 0;
  for (const auto& [first, second] : links_) {
    const auto meet = [&](const VariableSet& there, const VariableSet& here) {
      if (!left.variables.includes(there) || !right.variables.includes(here)) return;
      most = std::max({most, values_of(left.estimate, there), values_of(right.estimate, here)});
    };
    meet(first, second);
    meet(second, first);
  }
  return most;
}

// The divisor that a shared variable applies to the product: common_values(), where samples say nothing.
double JoinSearch::sampled_values(const JoinState& left, VariableId variable, const JoinState& right) const {
  const double by_statistics = common_values(left.estimate, right.estimate, variable);
  const auto next = only_part(right);
  if (!next) return by_statistics;
  const JoinStep* from = nullptr;  // the part with the fewest rows that contains the variable
  for (const JoinStep& step : left.steps) {
    if (step.branch) continue;
    const bool has = parts_[step.part].variables.has(variable);
    if (has && (!from || parts_[step.part].estimate.rows < parts_[from->part].estimate.rows)) from = &step;
  }
  const auto met = from ? samples_->rows_met(from->part, variable, *next) : std::nullopt;
  return met ? std::max(1.0, right.estimate.rows / *met) : by_statistics;
}

std::vector<JoinStep> order_exactly(const JoinSearch& search, JoinBranches join_branches) {
  const std::size_t all = (std::size_t{1} << search.size()) - 1;
  std::vector<JoinState> best(all + 1);
  for (std::size_t part = 0; part < search.size(); ++part) best[std::size_t{1} << part] = search.alone(part);
  for (std::size_t set = 1; set <= all; ++set) {
    if (join_branches) join_branches(search, best, set);
    if (best[set].steps.empty()) continue;
    for (std::size_t next = 0; next < search.size(); ++next) {
      if (set >> next & 1) continue;
      const WeighedJoin join = search.weigh(best[set], search.alone(next));
      JoinState& known = best[set | std::size_t{1} << next];
      if (!known.steps.empty() && !better(join, known)) continue;
      known = best[set];
      search.take(known, search.alone(next), join);
    }
  }
  return best[all].steps;
}

}  // namespace quadrille::query
