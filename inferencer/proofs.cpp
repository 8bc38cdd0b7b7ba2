#include "inferencer/proofs.hpp"

#include <algorithm>

#include "base/sort_different.hpp"

namespace quadrille::inferencer {

bool Proofs::prove(const Fact& fact) {
  return nodes_[search(fact, 0)].is_proved;
}

const Proofs::Step* Proofs::step_of(const Fact& fact) const {
  const auto found = numbers_.find(fact);
  if (found == numbers_.end() || nodes_[found->second].solution == kNone) return nullptr;
  return &solutions_[nodes_[found->second].solution].step;
}

// Returns the number of the fact.
std::uint32_t Proofs::search(const Fact& fact, std::size_t depth) {
  const auto [place, is_new] = numbers_.emplace(fact, static_cast<std::uint32_t>(nodes_.size()));
  const std::uint32_t number = place->second;
  if (!is_new) return number;
  nodes_.emplace_back();
  if (is_base_(fact)) {
    nodes_[number].is_proved = true;
    return number;
  }
  if (depth > kDeepest) throw GivenUp{"a proof is too deep"};
  if (rules_.others_derive(fact)) throw GivenUp{"a rule with more than atoms may derive a fact"};
  const std::vector<UpkeepRules::Place> places = rules_.head_places(fact);
  if (std::any_of(places.begin(), places.end(),
                  [this](UpkeepRules::Place its) { return rules_.rules()[its.rule].stratum > stratum_; })) {
    has_assumed_ = true;
    nodes_[number].is_proved = true;
    return number;
  }
  for (const UpkeepRules::Place its : places) {
    if (nodes_[number].is_proved) break;
    solving_.from_head(its, fact, [&](const Bindings& bindings) {
      look_at_solution(number, fact, its.rule, bindings, depth);
      return !nodes_[number].is_proved;
    });
  }
  return number;
}

void Proofs::look_at_solution(std::uint32_t node, const Fact& head, std::uint32_t rule, const Bindings& bindings,
                              std::size_t depth) {
  Step step{rule, {}};
  for (const Atom& atom : rules_.rules()[rule].rule.body) step.facts.push_back(fact_of(atom, bindings));
  sort_different(step.facts);
  if (std::binary_search(step.facts.begin(), step.facts.end(), head)) return;
  std::vector<std::uint32_t> numbers;
  for (const Fact& fact : step.facts) {
    numbers.push_back(search(fact, depth + 1));
    if (nodes_[node].is_proved) return;
  }
  std::uint32_t open = 0;
  const auto number = static_cast<std::uint32_t>(solutions_.size());
  for (const std::uint32_t its : numbers) {
    if (nodes_[its].is_proved) continue;
    nodes_[its].waiting.push_back(number);
    ++open;
  }
  solutions_.push_back({node, open, std::move(step)});
  if (open == 0) set_proved(node, number);
}

void Proofs::set_proved(std::uint32_t node, std::uint32_t solution) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> proved{{node, solution}};
  while (!proved.empty()) {
    const auto [its, by] = proved.back();
    proved.pop_back();
    if (nodes_[its].is_proved) continue;
    nodes_[its].is_proved = true;
    nodes_[its].solution = by;
    for (const std::uint32_t next : nodes_[its].waiting)
      if (--solutions_[next].open == 0) proved.emplace_back(solutions_[next].head, next);
    nodes_[its].waiting.clear();
  }
}

}  // namespace quadrille::inferencer
