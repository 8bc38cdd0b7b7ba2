#include "parser/detail/network.hpp"

#include "base/assert.hpp"
#include "parser/detail/lookahead.hpp"

namespace quadrille::parser {

namespace {

// The kind of token for a number of the ATN: its end of input is END.
std::size_t kind_index(std::int32_t type) {
  return type < 0 ? 0 : static_cast<std::size_t>(type);
}

TokenSet tokens_of(const Atn& atn, const Atn::Edge& edge) {
  TokenSet tokens;
  if (edge.kind == Atn::EdgeKind::atom) {
    tokens.set(edge.arguments[2] != 0 ? 0 : kind_index(edge.arguments[0]));
    return tokens;
  }
  QUADRILLE_ASSERT(edge.kind == Atn::EdgeKind::set, "the parser's grammar has tokens and sets of tokens only");
  const Atn::Set& set = atn.sets[static_cast<std::size_t>(edge.arguments[0])];
  if (set.has_end) tokens.set(0);
  for (const auto& [low, high] : set.intervals)
    for (std::int32_t type = low; type <= high; ++type) tokens.set(kind_index(type));
  return tokens;
}

}  // namespace

const Network& Network::instance() {
  static const Network* const sparql = new Network(read_atn(kGrammar.parser_atn));  // as long as the process lives
  return *sparql;
}

Network::Network(const Atn& atn) {
  make_states(atn);
  make_choices();
}

void Network::make_states(const Atn& atn) {
  QUADRILLE_ASSERT(atn.states.size() < kNowhere && atn.rules.size() == kNumRules, "the ATN is the parser's");
  std::vector<std::vector<const Atn::Edge*>> ways(atn.states.size());
  for (const Atn::Edge& edge : atn.edges) ways[static_cast<std::size_t>(edge.from)].push_back(&edge);
  // The end of an edge, after skipping states without an effect.
  const auto follow = [&](std::int32_t to) {
    auto id = static_cast<std::size_t>(to);
    while (ways[id].size() == 1 && ways[id].front()->kind == Atn::EdgeKind::epsilon)
      id = static_cast<std::size_t>(ways[id].front()->to);
    return static_cast<StateId>(id);
  };
  states_.resize(atn.states.size());
  for (std::size_t id = 0; id < atn.states.size(); ++id) {
    State& state = states_[id];
    state.what = static_cast<std::uint16_t>(atn.states[id].rule);
    if (ways[id].size() > 1) {
      state.step = Step::decision;
      state.what = static_cast<std::uint16_t>(decisions_.size());
      decisions_.emplace_back();
      for (const Atn::Edge* way : ways[id]) {
        QUADRILLE_ASSERT(way->kind == Atn::EdgeKind::epsilon, "a decision takes no token itself");
        decisions_.back().push_back(follow(way->to));
      }
      QUADRILLE_ASSERT(decisions_.back().size() < kLooksFurther, "the number of an alternative fits a byte");
    } else if (ways[id].size() == 1 && ways[id].front()->kind == Atn::EdgeKind::rule) {
      const Atn::State start = ways[id].front()->arguments[0];
      state = {Step::call, static_cast<std::uint16_t>(atn.states[static_cast<std::size_t>(start)].rule), follow(start),
               follow(ways[id].front()->to)};
    } else if (ways[id].size() == 1 && ways[id].front()->kind != Atn::EdgeKind::epsilon) {
      state = {Step::token, static_cast<std::uint16_t>(sets_.size()), follow(ways[id].front()->to), kNowhere};
      sets_.push_back(tokens_of(atn, *ways[id].front()));
    }  // otherwise a stop, or a skipped state
  }
  for (const Atn::Rule& rule : atn.rules) starts_.push_back(follow(rule.start));
}

void Network::make_choices() {
  const Lookahead lookahead(*this, states_.size());
  choices_.resize(decisions_.size() * kNumTokenKinds);
  for (std::size_t number = 0; number < decisions_.size(); ++number) {
    for (std::size_t kind = 0; kind < kNumTokenKinds; ++kind) {
      std::uint8_t& choice = choices_[number * kNumTokenKinds + kind];
      std::vector<std::uint8_t> possible;
      for (std::size_t i = 0; i < decisions_[number].size(); ++i)
        if (lookahead.first(decisions_[number][i]).test(kind)) possible.push_back(static_cast<std::uint8_t>(i + 1));
      if (possible.size() == 1) choice = possible.front();
      if (possible.size() < 2) continue;
      choice = kLooksFurther;
      auto& by_second = further_[{static_cast<std::uint16_t>(number), static_cast<TokenKind>(kind)}];
      by_second.resize(kNumTokenKinds);
      for (const std::uint8_t alternative : possible) {
        const TokenSet second = lookahead.second(decisions_[number][alternative - 1u], static_cast<TokenKind>(kind));
        for (std::size_t other = 0; other < kNumTokenKinds; ++other) {
          if (!second.test(other)) continue;
          QUADRILLE_ASSERT(by_second[other] == 0, "N1: two tokens decide everywhere");
          by_second[other] = alternative;
        }
      }
    }
  }
}

Network::StateId Network::decide_by_two(const State& decision, TokenKind next, TokenKind second) const {
  const std::uint8_t choice = further_.at({decision.what, next})[static_cast<std::size_t>(second)];
  return choice == 0 ? kNowhere : decisions_[decision.what][choice - 1u];
}

}  // namespace quadrille::parser
