#include "inferencer/proofs.hpp"

#include <algorithm>

#include "base/sort_different.hpp"

namespace quadrille::inferencer {

bool Proofs::prove(const Fact& fact) {
  return nodes_[search(fact, 0)].is_proved;
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
  std::vector<Fact> facts;
  for (const Atom& atom : rules_.rules()[rule].rule.body) facts.push_back(fact_of(atom, bindings));
  sort_different(facts);
  if (std::binary_search(facts.begin(), facts.end(), head)) return;
  std::vector<std::uint32_t> numbers;
  for (const Fact& fact : facts) {
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
  if (open == 0) return set_proved(node);
  solutions_.push_back({node, open});
}

void Proofs::set_proved(std::uint32_t node) {
  std::vector<std::uint32_t> proved{node};
  while (!proved.empty()) {
    const std::uint32_t its = proved.back();
    proved.pop_back();
    if (nodes_[its].is_proved) continue;
    nodes_[its].is_proved = true;
    for (const std::uint32_t next : nodes_[its].waiting)
      if (--solutions_[next].open == 0) proved.push_back(solutions_[next].head);
    nodes_[its].waiting.clear();
  }
}

}  // namespace quadrille::inferencer
