#include "query/plan/order/join_order.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

#include "query/plan/order/join_search.hpp"

namespace quadrille::query {

namespace {

// The parts that are not joined yet: those that share a variable with the rows so far, and the others, each sorted by
// rows.
class Waiting {
 public:
  explicit Waiting(const JoinSearch& parts) : parts_(parts), place_(parts.size()) {
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

  const JoinSearch& parts_;
  VariableSet bound_;                        // if there are links
  std::vector<std::size_t> by_rows_;         // parts
  std::vector<std::size_t> place_;           // by part: its rank in by_rows_
  std::set<std::size_t> connected_, apart_;  // ranks
  std::unordered_map<VariableId, std::vector<std::size_t>> of_variable_;
};

std::vector<JoinStep> order_greedily(const JoinSearch& parts, const std::function<void()>& look) {
  const std::size_t most = parts.size() <= cost::kMostAllWeighed ? parts.size() : cost::kMostWeighed;
  Waiting waiting(parts);
  const std::size_t first = waiting.next(1).front();
  JoinState state = parts.alone(first);
  waiting.take(first);
  while (state.steps.size() < parts.size()) {
    if (look) look();
    std::size_t best = parts.size();
    WeighedJoin best_step;
    for (const std::size_t next : waiting.next(most)) {
      const WeighedJoin step = parts.weigh(state, parts.alone(next));
      if (best == parts.size() || better(step, best_step)) best = next, best_step = step;
    }
    parts.take(state, parts.alone(best), best_step);
    waiting.take(best);
  }
  return state.steps;
}

}  // namespace

std::vector<JoinStep> order_joins(const std::vector<JoinPart>& parts, const JoinCosts& costs,
                                  const std::function<void()>& look, JoinSamples* samples,
                                  const std::vector<JoinLink>& links, JoinEffort effort) {
  const JoinSearch search(parts, costs, samples, links);
  if (parts.size() > cost::kMostExact || effort == JoinEffort::greedy) return order_greedily(search, look);
  std::vector<JoinStep> steps = order_exactly(search, nullptr);
  return effort == JoinEffort::with_branches ? with_bushy_joins(search, std::move(steps)) : steps;
}

}  // namespace quadrille::query
