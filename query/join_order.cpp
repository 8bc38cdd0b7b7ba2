#include "query/join_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quadrille::query {

namespace {

constexpr std::size_t kMaxExact = 7;  // 448 steps looked at, about 0.3 ms

// Costs in units of one row read from a scan, from measurements of the operators.
constexpr double kLookUp = 12;  // finding one key in the index
constexpr double kBuild = 4;    // a row into a hash table
constexpr double kProbe = 2;

// What has been joined so far.
struct State {
  double cost = std::numeric_limits<double>::infinity();
  bool product = false;  // some step had no variable in common
  Estimate estimate;
  VariableSet variables;
  VariableSet spread_by;  // rows are, or can be had, by one of these
  std::vector<JoinStep> steps;
};

std::vector<VariableId> shared(const VariableSet& a, const VariableSet& b) {
  std::vector<VariableId> both;
  for (const VariableId variable : a.list()) {
    if (b.has(variable)) both.push_back(variable);
  }
  return both;
}

// The variables by which a pattern's rows lie in its shards.
VariableSet spread_of(const JoinPart& part) {
  VariableSet set;
  if (!part.pattern) return set;
  for (const int place : {0, 2}) {
    const Slot& slot = part.pattern->slots[static_cast<std::size_t>(place)];
    if (slot.variable) set.add(*slot.variable);
  }
  return set;
}

// A pattern can be looked up if a bound variable extends the prefix that its constants give. Subject and object do;
// a predicate or graph alone would be read as a whole for every row.
bool can_look_up(const JoinPart& part, const VariableSet& bound, const JoinCosts& costs) {
  if (!part.pattern) return false;
  if (costs.look_ups_move) return spread_of(part).meets(bound);
  const auto& slots = part.pattern->slots;
  return (slots[0].variable && bound.has(*slots[0].variable)) || (slots[2].variable && bound.has(*slots[2].variable)) ||
         !slots[0].variable || !slots[2].variable;
}

VariableSet set_of(const std::vector<VariableId>& variables) {
  VariableSet set;
  for (const VariableId variable : variables) set.add(variable);
  return set;
}

bool better(const State& a, const State& b) {
  return a.product != b.product ? !a.product : a.cost < b.cost;
}

State start_with(const std::vector<JoinPart>& parts, std::size_t part) {
  State state;
  state.cost = parts[part].estimate.rows;
  state.estimate = parts[part].estimate;
  state.variables = parts[part].variables;
  state.spread_by = spread_of(parts[part]);
  state.steps.push_back({part, JoinMethod::start, state.estimate});
  return state;
}

State extended(const State& state, const std::vector<JoinPart>& parts, std::size_t next, const JoinCosts& costs) {
  const JoinPart& part = parts[next];
  const auto common = shared(state.variables, part.variables);
  State grown;
  grown.product = state.product || common.empty();
  grown.estimate = estimate_join(state.estimate, part.estimate, common);
  const double rows = state.estimate.rows, other = part.estimate.rows, out = grown.estimate.rows;
  const double hash = other * (1 + kBuild) + rows * kProbe, back = rows * kBuild + other * (1 + kProbe);
  VariableSet met;
  double move_hashed = 0, move_looked_up = 0;
  if (costs.move > 0) {
    met = set_of(common);
    const VariableSet spread = spread_of(part);
    const double move_rows = state.spread_by.meets(met) ? 0 : rows * costs.move;
    const double move_other = spread.meets(met) ? 0 : other * costs.move;
    move_hashed = other < kReplicateRows ? other * costs.move : move_rows + move_other;
    move_looked_up = state.spread_by.meets(spread) ? 0 : rows * costs.move;
  }
  double cost = std::min(hash, back) + move_hashed;
  JoinMethod method = hash <= back ? JoinMethod::hash : JoinMethod::hash_back;
  if (!common.empty() && can_look_up(part, state.variables, costs)) {
    const double look_up = rows * kLookUp + move_looked_up;
    if (look_up < cost) cost = look_up, method = JoinMethod::look_up;
  }
  grown.cost = state.cost + cost + out;
  grown.variables = state.variables;
  grown.variables.add(part.variables);
  grown.spread_by = met;
  grown.steps = state.steps;
  grown.steps.push_back({next, method, grown.estimate});
  return grown;
}

std::vector<JoinStep> order_exactly(const std::vector<JoinPart>& parts, const JoinCosts& costs) {
  const std::size_t all = (std::size_t{1} << parts.size()) - 1;
  std::vector<State> best(all + 1);
  for (std::size_t part = 0; part < parts.size(); ++part) best[std::size_t{1} << part] = start_with(parts, part);
  for (std::size_t set = 1; set <= all; ++set) {
    if (best[set].steps.empty()) continue;
    for (std::size_t next = 0; next < parts.size(); ++next) {
      if (set >> next & 1) continue;
      State grown = extended(best[set], parts, next, costs);
      State& known = best[set | std::size_t{1} << next];
      if (known.steps.empty() || better(grown, known)) known = std::move(grown);
    }
  }
  return best[all].steps;
}

std::vector<JoinStep> order_greedily(const std::vector<JoinPart>& parts, const JoinCosts& costs) {
  State state;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    State begun = start_with(parts, part);
    if (state.steps.empty() || better(begun, state)) state = std::move(begun);
  }
  std::vector<bool> used(parts.size());
  used[state.steps.front().part] = true;
  while (state.steps.size() < parts.size()) {
    State best;
    for (std::size_t next = 0; next < parts.size(); ++next) {
      if (used[next]) continue;
      State grown = extended(state, parts, next, costs);
      if (best.steps.empty() || better(grown, best)) best = std::move(grown);
    }
    state = std::move(best);
    used[state.steps.back().part] = true;
  }
  return state.steps;
}

}  // namespace

std::vector<JoinStep> order_joins(const std::vector<JoinPart>& parts, const JoinCosts& costs) {
  return parts.size() <= kMaxExact ? order_exactly(parts, costs) : order_greedily(parts, costs);
}

}  // namespace quadrille::query
