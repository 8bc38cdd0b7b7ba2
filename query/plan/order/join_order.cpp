#include "query/plan/order/join_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <unordered_map>

#include "query/plan/cost/costs.hpp"
#include "query/plan/order/arrangement.hpp"
#include "query/plan/order/join_samples.hpp"

namespace quadrille::query {

using namespace cost;

namespace {

constexpr std::size_t kMaxExact = 7;  // 448 steps considered, about 0.3 ms
constexpr std::size_t kMaxWeighedAll = 100;
constexpr std::size_t kMostWeighed = 8;

double probe_cost(double rows, double table) {
  return rows * (table < kFarRows ? kProbe : kProbeFar);
}

// The cost of looking `rows` rows up in a pattern of `pattern_rows` by `keys` variables.
double look_up_cost(double rows, double pattern_rows, std::size_t keys, bool sorted) {
  const double blocks = pattern_rows / kRowsOfBlock + 1;
  const double passes = sorted ? 1 : std::ceil(rows / kChunkRows);
  const double touched = std::min(rows, passes * blocks);
  return touched * kBlock + rows * (keys > 1 ? kSearch : sorted ? kMergeSorted : kMerge);
}

// True if the test of a key is one bit (quadstore/class_bitmaps.hpp).
bool is_one_bit(double pattern_rows, std::size_t variables) {
  return variables == 1 && pattern_rows >= kRowsOfSet;
}

// The result of the joins so far.
struct State {
  double cost = std::numeric_limits<double>::infinity();
  bool product = false;  // a step had no common variable
  Estimate estimate;
  VariableSet variables;
  Arrangement arrangement;
  std::vector<JoinStep> steps;
};

// One more step and its cost.
struct Weighed {
  double cost = std::numeric_limits<double>::infinity();  // with all steps before
  bool product = false;
  double rows = 0;
  JoinMethod method = JoinMethod::hash;
};

// The variables of `part`, which are few, that are already bound.
std::vector<VariableId> shared(const VariableSet& there, const std::vector<VariableId>& part) {
  std::vector<VariableId> both;
  for (const VariableId variable : part) {
    if (there.has(variable)) both.push_back(variable);
  }
  return both;
}

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

// A pattern can be looked up if a bound variable extends the prefix that its constants give. Subject and object do;
// a predicate or graph alone would be read as a whole for every row.
bool can_look_up(const JoinPart& part, const VariableSet& bound, const JoinCosts& costs) {
  if (!part.pattern) return false;
  if (costs.look_ups_move) return spread_of(part).meets(bound);
  const auto& slots = part.pattern->slots;
  return (slots[0].variable && bound.has(*slots[0].variable)) || (slots[2].variable && bound.has(*slots[2].variable)) ||
         !slots[0].variable || !slots[2].variable;
}

// Works on states and on weighed steps.
template <class A, class B>
bool better(const A& a, const B& b) {
  return a.product != b.product ? !a.product : a.cost < b.cost;
}

bool has_part(const std::vector<JoinStep>& steps, std::size_t part) {
  return std::any_of(steps.begin(), steps.end(), [part](const JoinStep& step) {
    return step.branch ? has_part(*step.branch, part) : step.part == part;
  });
}

// The parts, with cached properties of each.
class Parts {
 public:
  Parts(const std::vector<JoinPart>& parts, const JoinCosts& costs, JoinSamples* samples,
        const std::vector<JoinLink>& links)
      : parts_(parts), costs_(costs), samples_(samples), links_(links) {
    for (const JoinPart& part : parts) {
      lists_.push_back(part.variables.list());
      spreads_.push_back(spread_of(part));
    }
  }
  std::size_t size() const { return parts_.size(); }
  const JoinPart& operator[](std::size_t part) const { return parts_[part]; }
  const std::vector<VariableId>& variables(std::size_t part) const { return lists_[part]; }
  const std::vector<JoinLink>& links() const { return links_; }

  State start_with(std::size_t part) const {
    State state;
    state.cost = parts_[part].estimate.rows;
    state.estimate = parts_[part].estimate;
    state.variables = parts_[part].variables;
    state.arrangement = arrangement_of(part);
    state.steps.push_back({part, JoinMethod::start, state.estimate, state.cost, nullptr});
    return state;
  }

  Weighed weigh(const State& state, std::size_t next) const {
    const JoinPart& part = parts_[next];
    const auto common = shared(state.variables, lists_[next]);
    Weighed step;
    const double linked = common.empty() ? linked_values(state, part) : 0;
    step.product = state.product || (common.empty() && linked == 0);
    const double rows = state.estimate.rows, other = part.estimate.rows;
    step.rows = rows * other / std::max(1.0, linked);
    for (const VariableId variable : common) step.rows /= common_values(state, variable, next);
    step.rows = std::min(step.rows, kMostEstimatedRows);
    const double hash = other * (1 + kBuild) + probe_cost(rows, other),
                 back = rows * kBuild + other + probe_cost(other, rows);
    double move_hashed = 0, move_looked_up = 0;
    if (costs_.move > 0) {
      const VariableSet met = set_of(common);
      const double move_rows = state.arrangement.spread_by.meets(met) ? 0 : rows * costs_.move;
      const double move_other = spreads_[next].meets(met) ? 0 : other * costs_.move;
      const double built = hash <= back ? other : rows;
      move_hashed = built < kReplicateRows ? built * costs_.move : move_rows + move_other;
      move_looked_up = state.arrangement.spread_by.meets(spreads_[next]) ? 0 : rows * costs_.move;
    }
    double cost = std::min(hash, back) + move_hashed + (linked > 0 ? (rows + other) * kValueKey : 0);
    step.method = hash <= back ? JoinMethod::hash : JoinMethod::hash_back;
    if (!common.empty() && can_look_up(part, state.variables, costs_)) {
      const bool sorted = common.size() == 1 && state.arrangement.sorted_by.has(common.front());
      const bool one_bit = is_one_bit(other, lists_[next].size());
      const double found = one_bit ? rows * kTest : look_up_cost(rows, other, common.size(), sorted);
      const double look_up = found + move_looked_up;
      if (look_up < cost) cost = look_up, step.method = JoinMethod::index_join;
      if (costs_.semi_joins && move_looked_up > 0 && common.size() == lists_[next].size()) {
        double different = rows;
        if (common.size() == 1) {
          const double batches = sorted ? 1 : std::max(costs_.images, rows / kRowsAsked);
          different = std::min(rows, batches * state.estimate.distinct_of(common.front()));
        }
        const KeysAsked asked{rows, different, other, common.size(), state.variables.list().size()};
        const double semi_join = cost_of_semi_join(asked, costs_);
        if (semi_join + move_later(state, next, step.rows, common) < cost) {
          cost = semi_join, step.method = JoinMethod::semi_join;
        }
      }
    }
    step.cost = state.cost + cost + step.rows;
    return step;
  }

  // The hash join of two tables that share a variable.
  Weighed weigh_branch(const State& state, const State& branch) const {
    const VariableSet met = both(state.variables, branch.variables);
    const double rows = state.estimate.rows, other = branch.estimate.rows;
    Weighed step;
    step.rows = rows * other;
    for (const VariableId variable : met.list()) {
      step.rows /= query::common_values(state.estimate, branch.estimate, variable);
    }
    step.rows = std::min(step.rows, kMostEstimatedRows);
    const double hash = other * kBuild + probe_cost(rows, other), back = rows * kBuild + probe_cost(other, rows);
    step.method = hash <= back ? JoinMethod::hash : JoinMethod::hash_back;
    double move = 0;
    if (costs_.move > 0) {
      const double built = hash <= back ? other : rows;
      const double move_rows = state.arrangement.spread_by.meets(met) ? 0 : rows,
                   move_other = branch.arrangement.spread_by.meets(met) ? 0 : other;
      move = (built < kReplicateRows ? built : move_rows + move_other) * costs_.move;
    }
    step.cost = state.cost + branch.cost + std::min(hash, back) + move + step.rows;
    return step;
  }

  void take_branch(State& state, const State& branch, const Weighed& step) const {
    const VariableSet met = both(state.variables, branch.variables);
    const bool is_copied = built_rows(step.method, state.estimate, branch.estimate) < kReplicateRows;
    state.arrangement =
        arranged_by(step.method, state.arrangement, branch.arrangement, met, is_copied, costs_.move > 0);
    add_join(state.estimate, branch.estimate, met.list());
    state.estimate.rows = step.rows;
    state.cost = step.cost;
    state.variables.add(branch.variables);
    Estimate after;
    after.rows = step.rows;
    auto steps = std::make_shared<const std::vector<JoinStep>>(branch.steps);
    state.steps.push_back({0, step.method, std::move(after), state.cost, std::move(steps)});
  }

  void take(State& state, std::size_t next, const Weighed& step) const {
    const auto common = shared(state.variables, lists_[next]);
    const bool is_copied = built_rows(step.method, state.estimate, parts_[next].estimate) < kReplicateRows;
    state.arrangement =
        arranged_by(step.method, state.arrangement, arrangement_of(next), set_of(common), is_copied, costs_.move > 0);
    add_join(state.estimate, parts_[next].estimate, common);
    state.estimate.rows = step.rows;
    state.cost = step.cost;
    state.product = step.product;
    state.variables.add(parts_[next].variables);
    Estimate after;
    after.rows = state.estimate.rows;
    state.steps.push_back({next, step.method, std::move(after), state.cost, nullptr});
  }

 private:
  // A pattern can be scanned in the order of any variable by which it is distributed.
  Arrangement arrangement_of(std::size_t part) const { return {spreads_[part], spreads_[part]}; }

  // The rows of the side of a hash join that is built.
  static double built_rows(JoinMethod method, const Estimate& left, const Estimate& part) {
    return (method == JoinMethod::hash_back ? left : part).rows;
  }

  // The cost of rows that stay now and must be moved later, for a part that is looked up by the same variables.
  double move_later(const State& state, std::size_t next, double rows, const std::vector<VariableId>& common) const {
    const VariableSet met = set_of(common);
    VariableSet there = state.variables;
    there.add(parts_[next].variables);
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      const bool joined = part == next || has_part(state.steps, part);
      const bool tested = there.includes(parts_[part].variables);
      if (!joined && !tested && spreads_[part].meets(met) && !spreads_[part].meets(state.arrangement.spread_by)) {
        return rows * costs_.move;
      }
    }
    return 0;
  }

  // The divisor that a condition applies to the product of two tables that share no variable; 0: there is no
  // condition.
  double linked_values(const State& state, const JoinPart& part) const {
    double most = 0;
    for (const auto& [first, second] : links_) {
      const auto meet = [&](const VariableSet& there, const VariableSet& here) {
        if (!state.variables.includes(there) || !part.variables.includes(here)) return;
        most = std::max({most, values_of(state.estimate, there), values_of(part.estimate, here)});
      };
      meet(first, second);
      meet(second, first);
    }
    return most;
  }
  static double values_of(const Estimate& estimate, const VariableSet& variables) {
    const auto list = variables.list();
    return list.size() == 1 ? estimate.distinct_of(list.front()) : std::max(1.0, estimate.rows);
  }

  // The divisor that a shared variable applies to the product.
  double common_values(const State& state, VariableId variable, std::size_t next) const {
    const double by_statistics = query::common_values(state.estimate, parts_[next].estimate, variable);
    if (!samples_) return by_statistics;
    const JoinStep* from = nullptr;  // the part with the fewest rows that contains the variable
    for (const JoinStep& step : state.steps) {
      if (step.branch) continue;
      const bool has = parts_[step.part].variables.has(variable);
      if (has && (!from || parts_[step.part].estimate.rows < parts_[from->part].estimate.rows)) from = &step;
    }
    const auto met = from ? samples_->rows_met(from->part, variable, next) : std::nullopt;
    return met ? std::max(1.0, parts_[next].estimate.rows / *met) : by_statistics;
  }

  const std::vector<JoinPart>& parts_;
  const JoinCosts& costs_;
  JoinSamples* const samples_;
  const std::vector<JoinLink>& links_;
  std::vector<std::vector<VariableId>> lists_;
  std::vector<VariableSet> spreads_;
};

// Joins two tables of several parts each to `set`, where that costs less than what is known.
void try_branches(const Parts& parts, std::vector<State>& best, std::size_t set) {
  const std::size_t lowest = set & (~set + 1);
  for (std::size_t some = (set - 1) & set; some > 0; some = (some - 1) & set) {
    const std::size_t others = set ^ some;
    if (!(some & lowest) || std::popcount(some) < 2 || std::popcount(others) < 2) continue;
    const State &a = best[some], &b = best[others];
    if (a.steps.empty() || b.steps.empty() || a.product || b.product || !a.variables.meets(b.variables)) continue;
    const Weighed step = parts.weigh_branch(a, b);
    if (!best[set].steps.empty() && !better(step, best[set])) continue;
    State joined = a;
    parts.take_branch(joined, b, step);
    best[set] = std::move(joined);
  }
}

std::vector<JoinStep> order_exactly(const Parts& parts, bool has_branches) {
  const std::size_t all = (std::size_t{1} << parts.size()) - 1;
  std::vector<State> best(all + 1);
  for (std::size_t part = 0; part < parts.size(); ++part) best[std::size_t{1} << part] = parts.start_with(part);
  for (std::size_t set = 1; set <= all; ++set) {
    if (has_branches) try_branches(parts, best, set);
    if (best[set].steps.empty()) continue;
    for (std::size_t next = 0; next < parts.size(); ++next) {
      if (set >> next & 1) continue;
      const Weighed step = parts.weigh(best[set], next);
      State& known = best[set | std::size_t{1} << next];
      if (!known.steps.empty() && !better(step, known)) continue;
      known = best[set];
      parts.take(known, next, step);
    }
  }
  return best[all].steps;
}

// The parts that are not joined yet: those that share a variable with the rows so far, and the others, each sorted by
// rows.
class Waiting {
 public:
  explicit Waiting(const Parts& parts) : parts_(parts), place_(parts.size()) {
    by_rows_.resize(parts.size());
    std::iota(by_rows_.begin(), by_rows_.end(), std::size_t{0});
    std::stable_sort(by_rows_.begin(), by_rows_.end(),
                     [&](std::size_t a, std::size_t b) { return parts[a].estimate.rows < parts[b].estimate.rows; });
    for (std::size_t rank = 0; rank < by_rows_.size(); ++rank) {
      place_[by_rows_[rank]] = rank;
      apart_.insert(rank);
      for (const VariableId variable : parts.variables(by_rows_[rank])) of_variable_[variable].push_back(rank);
    }
  }

  // At most `most` parts that may come next, those with the fewest rows first.
  std::vector<std::size_t> next(std::size_t most) const {
    const std::set<std::size_t>& from = connected_.empty() ? apart_ : connected_;
    std::vector<std::size_t> all;
    for (auto rank = from.begin(); rank != from.end() && all.size() < most; ++rank) all.push_back(by_rows_[*rank]);
    return all;
  }

  void take(std::size_t part) {
    apart_.erase(place_[part]);
    connected_.erase(place_[part]);
    for (const VariableId variable : parts_.variables(part)) {
      for (const std::size_t rank : of_variable_[variable]) {
        if (apart_.erase(rank) > 0) connected_.insert(rank);
      }
      of_variable_[variable].clear();  // all of these are connected or joined
    }
    if (parts_.links().empty()) return;
    bound_.add(parts_[part].variables);
    for (const auto& [first, second] : parts_.links()) {
      if (bound_.includes(first)) connect(second);
      if (bound_.includes(second)) connect(first);
    }
  }

 private:
  // Connects the parts with all of these variables.
  void connect(const VariableSet& variables) {
    for (auto rank = apart_.begin(); rank != apart_.end();) {
      const bool linked = parts_[by_rows_[*rank]].variables.includes(variables);
      if (linked) connected_.insert(*rank);
      rank = linked ? apart_.erase(rank) : std::next(rank);
    }
  }

  const Parts& parts_;
  VariableSet bound_;                        // if there are links
  std::vector<std::size_t> by_rows_;         // parts
  std::vector<std::size_t> place_;           // by part: its rank in by_rows_
  std::set<std::size_t> connected_, apart_;  // ranks
  std::unordered_map<VariableId, std::vector<std::size_t>> of_variable_;
};

std::vector<JoinStep> order_greedily(const Parts& parts, const std::function<void()>& look) {
  const std::size_t most = parts.size() <= kMaxWeighedAll ? parts.size() : kMostWeighed;
  Waiting waiting(parts);
  const std::size_t first = waiting.next(1).front();
  State state = parts.start_with(first);
  waiting.take(first);
  while (state.steps.size() < parts.size()) {
    if (look) look();
    std::size_t best = parts.size();
    Weighed best_step;
    for (const std::size_t next : waiting.next(most)) {
      const Weighed step = parts.weigh(state, next);
      if (best == parts.size() || better(step, best_step)) best = next, best_step = step;
    }
    parts.take(state, best, best_step);
    waiting.take(best);
  }
  return state.steps;
}

}  // namespace

double cost_of_semi_join(const KeysAsked& asked, const JoinCosts& costs) {
  const double bytes = kBytesOfKey * static_cast<double>(asked.keys) * asked.different;
  const double sent = bytes / (8 * static_cast<double>(asked.columns)) * costs.move;  // move: of a whole row
  const double found = is_one_bit(asked.pattern_rows, asked.keys)
                           ? asked.different * kTest
                           : look_up_cost(asked.different, asked.pattern_rows, asked.keys, false);
  return kRound + asked.rows * kNumber + sent + found;
}

double cost_of_hash_join(const KeysAsked& asked, const JoinCosts& costs) {
  const double build = asked.pattern_rows * (1 + kBuild) + probe_cost(asked.rows, asked.pattern_rows);
  return build + (asked.pattern_rows < kReplicateRows ? asked.pattern_rows : asked.rows) * costs.move;
}

std::vector<JoinStep> order_joins(const std::vector<JoinPart>& parts, const JoinCosts& costs,
                                  const std::function<void()>& look, JoinSamples* samples,
                                  const std::vector<JoinLink>& links, bool has_branches) {
  const Parts all(parts, costs, samples, links);
  if (parts.size() > kMaxExact) return order_greedily(all, look);
  std::vector<JoinStep> steps = order_exactly(all, false);
  if (!has_branches || parts.size() < 4 || steps.back().cost < kWorthBranches) return steps;
  std::vector<JoinStep> with_branches = order_exactly(all, true);
  return with_branches.back().cost < steps.back().cost * kBranchesPay ? with_branches : steps;
}

}  // namespace quadrille::query
