#include "inferencer/why/proof_search.hpp"

#include <algorithm>
#include <deque>
#include <map>

namespace quadrille::inferencer {

namespace {

// Of the solutions of a rule for a goal, so many are looked at first, and each time so many times more.
constexpr std::uint32_t kFirstSolutions = 16, kMore = 8;

}  // namespace

std::uint32_t ProofSearch::goal_of(const Fact& fact) {
  const auto [place, is_new] = numbers_.emplace(fact, static_cast<std::uint32_t>(goals_.size()));
  if (!is_new) return place->second;
  goals_.push_back({fact, facts_.is_base(fact), false, 0, {}, {}});
  bytes_ += sizeof(Goal) + 2 * sizeof(Fact) + 64;
  return place->second;
}

void ProofSearch::add_solution(std::uint32_t goal, std::uint32_t rule, const Bindings& bindings) {
  Solution its{goal, rule, bindings, {}};
  for (const Atom& atom : rules_.rule(rule).body) {
    if (!atom.predicate.is_variable() && is_column(atom.predicate.constant())) continue;  // of a subquery
    const std::uint32_t premise = goal_of(fact_of(atom, bindings));
    if (premise == goal) return;  // it says nothing
    if (std::find(its.premises.begin(), its.premises.end(), premise) == its.premises.end())
      its.premises.push_back(premise);
  }
  if (!goals_[goal].known.emplace(rule, its.premises).second) return;
  bytes_ +=
      2 * sizeof(Solution) + bindings.size() * sizeof(Huri) + 2 * its.premises.size() * sizeof(std::uint32_t) + 128;
  goals_[goal].solutions.push_back(static_cast<std::uint32_t>(solutions_.size()));
  solutions_.push_back(std::move(its));
}

// Looks at more solutions of the rules that may derive the goal.
void ProofSearch::look_further(std::uint32_t goal) {
  const Fact fact = goals_[goal].fact;
  const std::uint32_t before = goals_[goal].looked_at;
  const std::uint32_t now = before == 0 ? kFirstSolutions : before * kMore;
  bool is_complete = true;
  rules_.for_each_in_heads(fact, [&](ProofRules::Place place) {
    std::uint32_t count = 0;
    solving_.for_each(place, fact, [&](const Bindings& bindings) {
      if (count == now) {
        is_complete = false;
        return false;
      }
      if (count++ >= before) add_solution(goal, place.rule, bindings);
      return true;
    });
  });
  goals_[goal].looked_at = now;
  goals_[goal].is_complete = is_complete;
  account_(bytes_);
}

class ProofSearch::Run {
 public:
  Run(ProofSearch& search, std::uint32_t root, const Space& space)
      : search_(search), root_(root), space_(space), fixed_(space.fixed.begin(), space.fixed.end()) {}

  std::optional<Choices> operator()() {
    states_[root_];
    asked_.push_back(root_);
    while (!is_proved(root_)) {
      if (asked_.empty() && !ask_again()) return std::nullopt;
      const std::uint32_t goal = asked_.front();
      asked_.pop_front();
      look_at(goal);
    }
    return choices();
  }

 private:
  struct State {
    std::uint32_t solution = kNone;      // that has proved it
    std::uint32_t looked_at = 0;         // solutions
    std::vector<std::uint32_t> waiting;  // solutions that need it
  };

  bool is_base(std::uint32_t goal) const { return goal != root_ && search_.goals_[goal].is_base; }
  bool is_proved(std::uint32_t goal) const {
    if (is_base(goal)) return true;
    const auto state = states_.find(goal);
    return state != states_.end() && state->second.solution != kNone;
  }
  bool is_allowed(std::uint32_t solution) const {
    const auto fixed = fixed_.find(search_.solutions_[solution].goal);
    if (fixed != fixed_.end()) return fixed->second == solution;
    return !space_.forbidden.contains(solution);
  }

  void look_at(std::uint32_t goal) {
    if (search_.goals_[goal].looked_at == 0) search_.look_further(goal);
    for (State& its = states_[goal]; its.looked_at < search_.goals_[goal].solutions.size();) {
      const std::uint32_t solution = search_.goals_[goal].solutions[its.looked_at++];
      if (is_allowed(solution)) take(solution);
      if (is_proved(goal)) return;
    }
  }

  // A solution of a goal that is not proved yet.
  void take(std::uint32_t solution) {
    std::uint32_t open = 0;
    for (const std::uint32_t premise : search_.solutions_[solution].premises) {
      if (is_proved(premise)) continue;
      ++open;
      const auto [place, is_new] = states_.try_emplace(premise);
      place->second.waiting.push_back(solution);
      if (is_new) asked_.push_back(premise);
    }
    if (open == 0) return prove(solution);
    open_[solution] = open;
  }

  void prove(std::uint32_t first) {
    std::vector<std::uint32_t> proved{first};
    while (!proved.empty()) {
      const std::uint32_t solution = proved.back();
      proved.pop_back();
      State& its = states_[search_.solutions_[solution].goal];
      if (its.solution != kNone) continue;
      its.solution = solution;
      for (const std::uint32_t next : its.waiting)
        if (--open_[next] == 0) proved.push_back(next);
      its.waiting.clear();
    }
  }

  // Of the goals that may have more solutions. Returns false if there are none.
  bool ask_again() {
    std::vector<std::uint32_t> open;
    for (const auto& [goal, its] : states_)
      if (its.solution == kNone && !search_.goals_[goal].is_complete) open.push_back(goal);
    for (const std::uint32_t goal : open) {
      search_.look_further(goal);
      asked_.push_back(goal);
    }
    return !open.empty();
  }

  Choices choices() const {
    Choices all;
    std::set<std::uint32_t> taken;
    std::deque<std::uint32_t> next{root_};
    while (!next.empty()) {
      const std::uint32_t goal = next.front();
      next.pop_front();
      if (is_base(goal) || !taken.insert(goal).second) continue;
      const std::uint32_t solution = states_.at(goal).solution;
      all.emplace_back(goal, solution);
      for (const std::uint32_t premise : search_.solutions_[solution].premises) next.push_back(premise);
    }
    return all;
  }

  ProofSearch& search_;
  const std::uint32_t root_;
  const Space& space_;
  const std::map<std::uint32_t, std::uint32_t> fixed_;
  std::map<std::uint32_t, State> states_;                  // of goals that were asked for
  std::unordered_map<std::uint32_t, std::uint32_t> open_;  // the numbers of premises that are not proved
  std::deque<std::uint32_t> asked_;
};

std::optional<ProofSearch::Choices> ProofSearch::search(std::uint32_t root, const Space& space) {
  return Run(*this, root, space)();
}

ProofStep ProofSearch::step_of(const Solution& solution) const {
  const Rule& rule = rules_.rule(solution.rule);
  ProofStep step{goals_[solution.goal].fact, rule.source, {}, {}};
  const std::size_t named = rules_.set().rules[rule.source].variables.size();
  for (std::uint32_t variable = 0; variable < std::min<std::size_t>(named, rule.variables); ++variable) {
    if (!solution.bindings[variable].is_unbound()) step.bindings.emplace_back(variable, solution.bindings[variable]);
  }
  for (const std::uint32_t premise : solution.premises) step.premises.push_back(goals_[premise].fact);
  return step;
}

// The steps in an order in which premises come first, without recursion.
Proof ProofSearch::proof_of(const Choices& choices) const {
  const std::map<std::uint32_t, std::uint32_t> by(choices.begin(), choices.end());
  Proof proof{goals_[choices.front().first].fact, {}, {}, {}, {}};
  const auto add_leaf = [&](const Fact& fact) {
    auto& all = rules_.is_of_literals(fact.predicate) ? proof.values
                : rules_.has_data(fact)               ? proof.data
                                                      : proof.stated;
    all.push_back(fact);
  };
  std::set<std::uint32_t> begun, done;
  std::vector<std::uint32_t> open{choices.front().first};
  while (!open.empty()) {
    const std::uint32_t goal = open.back();
    const auto its = by.find(goal);
    if (its == by.end()) {
      if (done.insert(goal).second) add_leaf(goals_[goal].fact);
    } else if (begun.insert(goal).second) {
      const std::vector<std::uint32_t>& premises = solutions_[its->second].premises;
      open.insert(open.end(), premises.rbegin(), premises.rend());
      continue;
    } else if (done.insert(goal).second) {
      proof.steps.push_back(step_of(solutions_[its->second]));
    }
    open.pop_back();
  }
  return proof;
}

std::vector<Proof> ProofSearch::find(const Fact& fact, std::size_t most) {
  std::vector<Proof> proofs;
  std::vector<Found> found;
  const std::uint32_t root = goal_of(fact);
  const auto look = [&](Space space) {
    if (auto proof = search(root, space)) found.push_back({std::move(space), *std::move(proof)});
  };
  if (most > 0) look({});
  while (!found.empty()) {
    const auto best = std::min_element(found.begin(), found.end(),
                                       [](const Found& a, const Found& b) { return a.proof.size() < b.proof.size(); });
    const Found its = std::move(*best);
    found.erase(best);
    proofs.push_back(proof_of(its.proof));
    if (proofs.size() == most) break;
    Space space = its.space;
    for (std::size_t n = space.fixed.size(); n < its.proof.size() && proofs.size() + found.size() < most; ++n) {
      Space other = space;
      other.forbidden.insert(its.proof[n].second);
      look(std::move(other));
      space.fixed.push_back(its.proof[n]);
    }
  }
  return proofs;
}

}  // namespace quadrille::inferencer
