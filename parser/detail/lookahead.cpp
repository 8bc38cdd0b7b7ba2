#include "parser/detail/lookahead.hpp"

namespace quadrille::parser {

using Step = Network::Step;
using StateId = Network::StateId;

Lookahead::Lookahead(const Network& network, std::size_t num_states)
    : network_(network), first_(num_states), inside_(num_states), can_end_(num_states), behind_(kNumRules) {
  for (std::size_t id = 0; id < num_states; ++id) {
    const Network::State& state = network.state(static_cast<StateId>(id));
    if (state.step == Step::call) behind_[state.what].push_back(state.follow);
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t id = num_states; id-- > 0;) changes |= update(static_cast<StateId>(id));
  }
}

bool Lookahead::update(StateId id) {
  const Network::State& state = network_.state(id);
  TokenSet first, inside;
  bool can_end = false;
  const auto join = [&](StateId other) {
    first |= first_[other];
    inside |= inside_[other];
    can_end = can_end || can_end_[other];
  };
  switch (state.step) {
    case Step::token:
      first = inside = network_.tokens(state);
      break;
    case Step::decision:
      for (const StateId way : network_.alternatives(state)) join(way);
      break;
    case Step::call:
      if (can_end_[state.target]) join(state.follow);
      first |= inside_[state.target];
      inside |= inside_[state.target];
      break;
    case Step::stop:
      can_end = true;
      for (const StateId behind : behind_[state.what]) first |= first_[behind];
      break;
  }
  const bool changes = first != first_[id] || inside != inside_[id] || can_end != can_end_[id];
  first_[id] = first;
  inside_[id] = inside;
  can_end_[id] = can_end;
  return changes;
}

TokenSet Lookahead::second(StateId state, TokenKind next) const {
  TokenSet out;
  std::vector<bool> seen(first_.size());
  collect_second(state, next, seen, out);
  return out;
}

// Visits all states that can be reached without a token, for all surrounding rules.
void Lookahead::collect_second(StateId id, TokenKind next, std::vector<bool>& seen, TokenSet& out) const {
  std::vector<StateId> open = {id};
  const auto reach = [&](StateId state) {
    if (!seen[state]) open.push_back(state);
    seen[state] = true;
  };
  while (!open.empty()) {
    const Network::State& state = network_.state(open.back());
    open.pop_back();
    switch (state.step) {
      case Step::token:
        if (network_.tokens(state).test(static_cast<std::size_t>(next))) out |= first_[state.target];
        break;
      case Step::decision:
        for (const StateId way : network_.alternatives(state)) reach(way);
        break;
      case Step::call:
        reach(state.target);
        if (can_end_[state.target]) reach(state.follow);
        break;
      case Step::stop:
        for (const StateId behind : behind_[state.what]) reach(behind);
        break;
    }
  }
}

}  // namespace quadrille::parser
